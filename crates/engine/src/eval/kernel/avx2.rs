//! The sum with AVX2: a vector of sixteen sums for each view.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi8, _mm256_add_epi16,
    _mm256_add_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256, _mm256_madd_epi16,
    _mm256_maddubs_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi8,
    _mm256_set1_epi16, _mm256_setzero_si256, _mm256_unpackhi_epi8, _mm256_unpacklo_epi8,
};

use super::row_of;
use crate::eval::Features;
use crate::eval::net::{ON, Row, Rows, Stage, UNITS};
use crate::eval::patterns::{PATTERNS_PER_TURN, TURNS, VIEWS, seen_from};

const _: () = assert!(UNITS == 16 && PATTERNS_PER_TURN == 8, "the vectors are made for this");

/// The sum; it wraps as 32-bit integers do.
#[inline]
pub(in crate::eval) fn sum(features: &Features, rows: &Rows, stage: &Stage) -> i32 {
    // SAFETY: this module is compiled only for targets that have AVX2.
    unsafe { sum_avx2(features, rows, stage) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn sum_avx2(features: &Features, rows: &Rows, stage: &Stage) -> i32 {
    // SAFETY: `Stage` is aligned to 32 bytes, and so are both of its arrays of 32 bytes.
    let (bias, output) = unsafe {
        (_mm256_load_si256(stage.bias.as_ptr().cast()), _mm256_load_si256(stage.output.as_ptr().cast()))
    };
    let mut units = [bias; VIEWS];
    add_turn::<0>(&mut units, features, rows);
    add_turn::<1>(&mut units, features, rows);
    add_turn::<2>(&mut units, features, rows);
    add_turn::<3>(&mut units, features, rows);
    let (zero, on) = (_mm256_setzero_si256(), _mm256_set1_epi16(ON));
    let mut sums = zero;
    for unit in units {
        let activation = _mm256_min_epi16(_mm256_max_epi16(unit, zero), on);
        let square = _mm256_mullo_epi16(activation, activation);
        sums = _mm256_add_epi32(sums, _mm256_madd_epi16(square, output));
    }
    let sums = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
    let sums = _mm_add_epi32(sums, _mm_shuffle_epi32::<0b01_00_11_10>(sums));
    let sums = _mm_add_epi32(sums, _mm_shuffle_epi32::<0b10_11_00_01>(sums));
    _mm_cvtsi128_si32(sums)
}

/// Adds the features of one turn to the units of all views.
#[inline]
#[target_feature(enable = "avx2")]
fn add_turn<const TURN: usize>(units: &mut [__m256i; VIEWS], features: &Features, rows: &Rows) {
    let rows: [&Row; PATTERNS_PER_TURN] = std::array::from_fn(|i| {
        let row = row_of(features, TURN * PATTERNS_PER_TURN + i);
        debug_assert!(row < rows.len(), "states lie within half of their pattern's number around zero");
        // SAFETY: a state lies within half of its pattern's states around the empty one, so its row is one
        // of the pattern's.
        unsafe { rows.get_unchecked(row) }
    });
    for pair in 0..VIEWS / 2 {
        let load = |row: usize| {
            // SAFETY: rows are aligned to 128 bytes and that long, and a pair of views takes 32.
            unsafe { _mm256_load_si256(rows[row].0.as_ptr().add(32 * pair).cast()) }
        };
        // The sum of four weights fits a byte, so four rows are added as bytes, and two such sums as words.
        let four = |first: usize| {
            let [a, b, c, d] = std::array::from_fn(|i| load(first + i));
            _mm256_add_epi8(_mm256_add_epi8(a, b), _mm256_add_epi8(c, d))
        };
        let (one, other) = (four(0), four(4));
        let add = |bytes| _mm256_maddubs_epi16(_mm256_set1_epi8(1), bytes);
        let (even, odd) = (add(_mm256_unpacklo_epi8(one, other)), add(_mm256_unpackhi_epi8(one, other)));
        for (seen, part) in [(2 * pair, even), (2 * pair + 1, odd)] {
            // Turning the other way undoes the turn.
            let view = seen_from(seen, TURNS - TURN);
            units[view] = _mm256_add_epi16(units[view], part);
        }
    }
}
