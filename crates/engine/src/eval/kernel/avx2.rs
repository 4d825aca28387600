//! The sum with AVX2 gathers, eight features at a time.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    _mm_add_epi32, _mm_cvtsi128_si32, _mm_load_si128, _mm_shuffle_epi32, _mm256_add_epi32,
    _mm256_castsi256_si128, _mm256_cvtepi16_epi32, _mm256_extracti128_si256, _mm256_i32gather_epi32,
    _mm256_load_si256, _mm256_setzero_si256,
};

use super::{CENTERS, Table};
use crate::eval::Features;
use crate::eval::patterns::FEATURES;

const _: () = assert!(FEATURES.is_multiple_of(8), "features are gathered in eights");

/// The sum of the weights of all features; it wraps like 16-bit integers do.
#[inline]
pub(in crate::eval) fn sum(features: &Features, table: &Table) -> i16 {
    // SAFETY: this module is compiled only for targets that have AVX2.
    unsafe { sum_avx2(features, table) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn sum_avx2(features: &Features, table: &Table) -> i16 {
    let mut sums = _mm256_setzero_si256();
    for first in (0..FEATURES).step_by(8) {
        // SAFETY: `Features` is aligned to 32 and eight 16-bit states are 16 bytes, so every eighth state
        // starts 16 readable, aligned bytes; `Centers` is aligned to 32 and eight of its numbers are 32 bytes.
        let (states, centers) = unsafe {
            (
                _mm_load_si128(features.0.as_ptr().add(first).cast()),
                _mm256_load_si256(CENTERS.0.as_ptr().add(first).cast()),
            )
        };
        let places = _mm256_add_epi32(_mm256_cvtepi16_epi32(states), centers);
        // SAFETY: a state lies within half of its pattern's states around zero, so the place lies within the
        // pattern's part of the table; four bytes are readable there since the table has a spare weight at
        // the end. Only the lower half of what is read counts.
        let weights = unsafe { _mm256_i32gather_epi32::<2>(table.as_ptr().cast(), places) };
        sums = _mm256_add_epi32(sums, weights);
    }
    // The upper halves are neighbours' weights; the lower halves add up right in 16 bits whatever they are.
    let sums = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
    let sums = _mm_add_epi32(sums, _mm_shuffle_epi32::<0b01_00_11_10>(sums));
    let sums = _mm_add_epi32(sums, _mm_shuffle_epi32::<0b10_11_00_01>(sums));
    _mm_cvtsi128_si32(sums) as i16
}
