//! The sum over all units and features: one implementation for AVX2, one portable, with identical results.
//!
//! It is the sum over all units and views of the unit's output times the square of its activation. The activation is
//! the unit's bias plus the weights of all features, clamped to 0 to [`ON`](super::net::ON).

pub(super) mod portable;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(super) mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(super) use avx2::sum;

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub(super) use portable::sum;

use super::features::Features;
use super::patterns::{FEATURES, FIRST_STATES, PATTERNS, pattern_of};

/// The row of the empty state of each feature.
static CENTERS: [usize; FEATURES] = centers();

const fn centers() -> [usize; FEATURES] {
    let mut centers = [0; FEATURES];
    let mut feature = 0;
    while feature < FEATURES {
        let pattern = pattern_of(feature);
        centers[feature] = FIRST_STATES.0[pattern] + PATTERNS[pattern].empty_state();
        feature += 1;
    }
    centers
}

/// The row of a feature's state.
#[inline]
pub(super) fn row_of(features: &Features, feature: usize) -> usize {
    CENTERS[feature].wrapping_add_signed(features.0[feature].into())
}
