//! The sum with AVX2: a vector of sixteen sums for each view.
#![allow(unsafe_code)]

use std::arch::asm;
use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi8, _mm256_add_epi16,
    _mm256_add_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256, _mm256_madd_epi16,
    _mm256_maddubs_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
    _mm256_setzero_si256, _mm256_srai_epi16,
};

use super::row_of;
use crate::eval::Features;
use crate::eval::net::{ON, Row, Rows, Stage, UNITS};
use crate::eval::patterns::{PATTERNS_PER_TURN, TURNS, VIEWS, seen_from};

const _: () = assert!(UNITS == 16 && PATTERNS_PER_TURN == 8, "the vectors are made for this");

/// The sum; it wraps like 32-bit integers do.
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
    for first in [0, 4] {
        // Four weights fit a byte, so four rows are added before the bytes are told apart.
        let [a, b, c, d] = std::array::from_fn(|i| {
            let row = row_of(features, TURN * PATTERNS_PER_TURN + first + i);
            debug_assert!(row < rows.len(), "states lie within half of their pattern's number around zero");
            // SAFETY: a state lies within half of its pattern's states around the empty one, so its row is one
            // of the pattern's.
            unsafe { rows.get_unchecked(row) }
        });
        for pair in 0..VIEWS / 2 {
            let load = |row: &Row| {
                // SAFETY: rows are aligned to 128 bytes and that long, and a pair of views takes 32.
                unsafe { _mm256_load_si256(row.0.as_ptr().add(32 * pair).cast()) }
            };
            let sum = _mm256_add_epi8(_mm256_add_epi8(load(a), load(b)), _mm256_add_epi8(load(c), load(d)));
            // Even bytes times one, odd bytes times zero.
            let even = _mm256_maddubs_epi16(_mm256_set1_epi16(1), sum);
            let odd = _mm256_srai_epi16::<8>(sum);
            for (seen, part) in [(2 * pair, even), (2 * pair + 1, odd)] {
                // Turning the other way undoes the turn.
                let view = seen_from(seen, TURNS - TURN);
                units[view] = _mm256_add_epi16(units[view], part);
            }
        }
        keep_apart(units);
    }
}

/// Has the units computed before anything is loaded for the next group. Without it compilers load rows of all groups
/// at once, run out of registers, and take a quarter more instructions.
#[inline]
#[target_feature(enable = "avx2")]
fn keep_apart(units: &mut [__m256i; VIEWS]) {
    let [a, b, c, d, e, f, g, h] = units;
    // SAFETY: it is a comment, and leaves the registers as they are.
    unsafe {
        asm!(
            "/* {} {} {} {} {} {} {} {} */",
            inout(ymm_reg) * a,
            inout(ymm_reg) * b,
            inout(ymm_reg) * c,
            inout(ymm_reg) * d,
            inout(ymm_reg) * e,
            inout(ymm_reg) * f,
            inout(ymm_reg) * g,
            inout(ymm_reg) * h,
            options(nostack, preserves_flags),
        );
    }
}
