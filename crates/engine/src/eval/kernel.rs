//! Adding up what the units say of all features: one implementation for AVX2, one for everyone, equal to the bit.
//!
//! The sum over all units and views of the output of the unit times the square of its activation, which is its
//! bias and the weights of all features, kept between 0 and [`ON`](super::net::ON).

pub(super) mod portable;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(super) mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(super) use avx2::sum;

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub(super) use portable::sum;

use super::features::Features;
use super::patterns::{FEATURES, FIRST_STATES, PATTERNS, pattern_of};

/// The rows of the empty states of all features.
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

/// The row of the state a feature is in.
#[inline]
pub(super) fn row_of(features: &Features, feature: usize) -> usize {
    CENTERS[feature].wrapping_add_signed(features.0[feature].into())
}
