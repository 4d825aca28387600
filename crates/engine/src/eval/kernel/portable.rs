//! The sum in plain integer arithmetic.

use super::{CENTERS, Table};
use crate::eval::Features;

/// The sum of the weights of all features; it wraps like 16-bit integers do.
#[inline]
#[cfg_attr(all(target_feature = "avx2", not(test)), expect(dead_code))]
pub(in crate::eval) fn sum(features: &Features, table: &Table) -> i16 {
    features
        .0
        .iter()
        .zip(CENTERS.0)
        .fold(0, |sum, (&state, center)| sum.wrapping_add(table[(center + i32::from(state)) as usize]))
}
