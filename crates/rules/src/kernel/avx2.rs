//! The kernels for AVX2: the four pairs of opposite directions side by side in one 256-bit register.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_cmpgt_epi64,
    _mm256_extracti128_si256, _mm256_load_si256, _mm256_or_si256, _mm256_permute4x64_epi64,
    _mm256_set_epi64x, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi32, _mm256_sllv_epi64,
    _mm256_srlv_epi64, _mm256_sub_epi64, _mm256_xor_si256,
};

use super::RAYS;

/// All squares where `player` may place a disc.
#[inline]
pub fn moves(player: u64, opponent: u64) -> u64 {
    // SAFETY: this module is compiled only for targets that have AVX2.
    unsafe { moves_avx2(player, opponent) }
}

/// The discs that turn over when `player` places on `square` (0 to 63): none if the move is not legal.
#[inline]
pub fn flips(square: usize, player: u64, opponent: u64) -> u64 {
    // SAFETY: this module is compiled only for targets that have AVX2.
    unsafe { flips_avx2(square, player, opponent) }
}

/// The total number of replies to the legal `moves`, and those of them that leave no reply.
#[inline]
pub fn count_replies(moves: u64, player: u64, opponent: u64) -> (usize, u64) {
    // SAFETY: this module is compiled only for targets that have AVX2.
    unsafe { count_replies_avx2(moves, player, opponent) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn moves_avx2(player: u64, opponent: u64) -> u64 {
    let own = _mm256_set1_epi64x(player as i64);
    let theirs = _mm256_set1_epi64x(opponent as i64);
    or_lanes(reach(own, theirs)) & !(player | opponent)
}

#[inline]
#[target_feature(enable = "avx2")]
fn flips_avx2(square: usize, player: u64, opponent: u64) -> u64 {
    let own = _mm256_set1_epi64x(player as i64);
    let theirs = _mm256_set1_epi64x(opponent as i64);
    or_lanes(flipped(square, own, theirs))
}

/// The boards stay in vector registers from the flips to the replies: moving them through scalar registers and back
/// makes perft take a quarter longer (see the README of the benches).
#[inline]
#[target_feature(enable = "avx2")]
fn count_replies_avx2(moves: u64, player: u64, opponent: u64) -> (usize, u64) {
    let own = _mm256_set1_epi64x(player as i64);
    let theirs = _mm256_set1_epi64x(opponent as i64);
    let empties = !(player | opponent);
    let (mut total, mut without, mut left) = (0, 0, moves);
    while left != 0 {
        let square = left.trailing_zeros() as usize;
        left &= left - 1;
        let flips = or_to_all_lanes(flipped(square, own, theirs));
        let mover = _mm256_xor_si256(theirs, flips);
        let other = _mm256_or_si256(_mm256_set1_epi64x(SQUARES[square]), _mm256_xor_si256(own, flips));
        let replies = or_lanes(reach(mover, other)) & (empties ^ 1 << square);
        if replies == 0 {
            cold_path();
            without |= 1 << square;
        }
        total += replies.count_ones() as usize;
    }
    (total, without)
}

/// Keeps the compiler from turning the branch that leads here into branch-free code that does the work every time.
#[cold]
fn cold_path() {}

/// One bit per square, broadcast to a register straight from memory.
static SQUARES: [i64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = 1 << square;
        square += 1;
    }
    table
};

/// Squares just past a run of `theirs` that starts next to one of `own`, occupied ones included: one lane for each pair
/// of opposite directions. Every lane of the arguments holds the whole board.
#[inline]
#[target_feature(enable = "avx2")]
fn reach(own: __m256i, theirs: __m256i) -> __m256i {
    let step = _mm256_set_epi64x(9, 8, 7, 1);
    let step2 = _mm256_add_epi64(step, step);
    let inner = 0x7e7e_7e7e_7e7e_7e7e;
    let passable = _mm256_and_si256(theirs, _mm256_set_epi64x(inner, -1, inner, inner));

    // As in the portable kernel: two single steps over the opponent's discs, then two double ones.
    let mut up = _mm256_and_si256(passable, _mm256_sllv_epi64(own, step));
    let mut down = _mm256_and_si256(passable, _mm256_srlv_epi64(own, step));
    up = _mm256_or_si256(up, _mm256_and_si256(passable, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(passable, _mm256_srlv_epi64(down, step)));
    let pairs_up = _mm256_and_si256(passable, _mm256_sllv_epi64(passable, step));
    let pairs_down = _mm256_srlv_epi64(pairs_up, step);
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, step2)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, step2)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, step2)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, step2)));
    _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step))
}

/// The discs that turn over when `own` places on `square`, one lane for each pair of opposite directions.
#[inline]
#[target_feature(enable = "avx2")]
fn flipped(square: usize, own: __m256i, theirs: __m256i) -> __m256i {
    let rays = &RAYS[square];
    // SAFETY: `Rays` is 64 bytes aligned to 64, so each half is 32 readable bytes aligned to 32.
    let (ray_up, ray_down) =
        unsafe { (_mm256_load_si256(rays.up.as_ptr().cast()), _mm256_load_si256(rays.down.as_ptr().cast())) };

    // Towards higher bits, the nearest square that is not the opponent's is the lowest bit.
    let stop = _mm256_andnot_si256(theirs, ray_up);
    let nearest = _mm256_and_si256(stop, _mm256_sub_epi64(_mm256_setzero_si256(), stop));
    let outflanked = _mm256_and_si256(nearest, own);
    let run = _mm256_and_si256(ray_up, _mm256_add_epi64(nearest, _mm256_set1_epi64x(-1)));
    let up = _mm256_andnot_si256(_mm256_cmpeq_epi64(outflanked, _mm256_setzero_si256()), run);

    // Towards lower bits, it is the highest bit. Its shadow covers it and everything beyond, and it is the player's if
    // the player's part of the ray is the larger number. No such ray contains the sign bit.
    let step = _mm256_set_epi64x(9, 8, 7, 1);
    let step2 = _mm256_add_epi64(step, step);
    let step4 = _mm256_add_epi64(step2, step2);
    let stop = _mm256_andnot_si256(theirs, ray_down);
    let own_part = _mm256_and_si256(own, stop);
    let free_part = _mm256_andnot_si256(own, stop);
    let valid = _mm256_cmpgt_epi64(own_part, free_part);
    let mut shadow = _mm256_or_si256(stop, _mm256_srlv_epi64(stop, step));
    shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, step2));
    shadow = _mm256_or_si256(shadow, _mm256_srlv_epi64(shadow, step4));
    let down = _mm256_and_si256(valid, _mm256_andnot_si256(shadow, ray_down));

    _mm256_or_si256(up, down)
}

/// The union of the four lanes, in every lane.
#[inline]
#[target_feature(enable = "avx2")]
fn or_to_all_lanes(lanes: __m256i) -> __m256i {
    let halves = _mm256_or_si256(lanes, _mm256_permute4x64_epi64::<0b01_00_11_10>(lanes));
    _mm256_or_si256(halves, _mm256_shuffle_epi32::<0b01_00_11_10>(halves))
}

#[inline]
#[target_feature(enable = "avx2")]
fn or_lanes(lanes: __m256i) -> u64 {
    let half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
}
