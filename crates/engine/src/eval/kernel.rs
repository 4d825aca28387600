//! Adding up the weights of all features: one implementation for AVX2, one for everyone, equal to the bit.

pub(super) mod portable;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(super) mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub(super) use avx2::sum;

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub(super) use portable::sum;

use super::patterns::{FEATURES, INSTANCES, PATTERNS};

/// Number of weights in the table of one stage, with one spare at the end that nothing refers to: the AVX2
/// kernel reads four bytes for each weight.
pub(super) const TABLE_LEN: usize = centers().1 + 1;

/// Where in the table of a stage the empty state of each feature is.
pub(super) static CENTERS: Centers = Centers(centers().0);

#[repr(align(32))]
pub(super) struct Centers(pub(super) [i32; FEATURES]);

const fn centers() -> ([i32; FEATURES], usize) {
    let mut centers = [0; FEATURES];
    let mut first = 0;
    let mut pattern = 0;
    while pattern < PATTERNS.len() {
        let mut instance = 0;
        while instance < INSTANCES.len() {
            centers[pattern * INSTANCES.len() + instance] = (first + PATTERNS[pattern].empty_state()) as i32;
            instance += 1;
        }
        first += PATTERNS[pattern].states();
        pattern += 1;
    }
    (centers, first)
}

/// The weights of one stage: for every pattern, for every state.
pub(super) type Table = [i16; TABLE_LEN];
