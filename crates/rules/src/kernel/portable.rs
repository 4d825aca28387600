//! The kernels in plain integer arithmetic, for every processor and for the orthogonal rules.

use super::{RAYS, STEPS};

/// Squares of the columns b to g: discs on the outer columns cannot be passed over sideways.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// All squares where `player` may place a disc.
#[inline]
pub const fn moves(player: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_COLUMNS;
    let reached = reach(player, inner, STEPS[0])
        | reach(player, inner, STEPS[1])
        | reach(player, opponent, STEPS[2])
        | reach(player, inner, STEPS[3]);
    reached & !(player | opponent)
}

/// All squares where `player` may place a disc if only rows and columns outflank.
#[inline]
pub const fn moves_orthogonal(player: u64, opponent: u64) -> u64 {
    let reached = reach(player, opponent & INNER_COLUMNS, STEPS[0]) | reach(player, opponent, STEPS[2]);
    reached & !(player | opponent)
}

/// The discs that turn over when `player` places on `square` (0 to 63): none if the move is not legal.
#[inline]
pub const fn flips(square: usize, player: u64, opponent: u64) -> u64 {
    let rays = &RAYS[square];
    let mut flipped = 0;
    let mut i = 0;
    while i < 4 {
        flipped |= flips_up(rays.up[i], player, opponent) | flips_down(rays.down[i], player, opponent);
        i += 1;
    }
    flipped
}

/// The total number of replies to the legal `moves`, and those of them that leave no reply.
#[inline]
pub const fn count_replies(moves: u64, player: u64, opponent: u64) -> (usize, u64) {
    let (mut total, mut without, mut left) = (0, 0, moves);
    while left != 0 {
        let placed = left & left.wrapping_neg();
        let flips = flips(left.trailing_zeros() as usize, player, opponent);
        let replies = self::moves(opponent ^ flips, player ^ flips | placed);
        total += replies.count_ones() as usize;
        if replies == 0 {
            without |= placed;
        }
        left ^= placed;
    }
    (total, without)
}

/// The discs that turn over when `player` places on `square` if only rows and columns outflank.
#[inline]
pub const fn flips_orthogonal(square: usize, player: u64, opponent: u64) -> u64 {
    let rays = &RAYS[square];
    flips_up(rays.up[0], player, opponent)
        | flips_down(rays.down[0], player, opponent)
        | flips_up(rays.up[2], player, opponent)
        | flips_down(rays.down[2], player, opponent)
}

/// Squares just past a run of `passable` discs that starts next to a disc of `player`, along `step` both ways. A run
/// has at most six discs: two single steps, then two double steps over pairs.
#[inline]
const fn reach(player: u64, passable: u64, step: u32) -> u64 {
    let mut up = passable & player << step;
    let mut down = passable & player >> step;
    up |= passable & up << step;
    down |= passable & down >> step;
    let pairs_up = passable & passable << step;
    let pairs_down = pairs_up >> step;
    up |= pairs_up & up << (2 * step);
    down |= pairs_down & down >> (2 * step);
    up |= pairs_up & up << (2 * step);
    down |= pairs_down & down >> (2 * step);
    up << step | down >> step
}

/// Flips on one ray towards higher bits: the nearest square of the ray that is not the opponent's decides.
#[inline]
const fn flips_up(ray: u64, player: u64, opponent: u64) -> u64 {
    let stop = ray & !opponent;
    let nearest = stop & stop.wrapping_neg();
    if nearest & player == 0 { 0 } else { ray & (nearest - 1) }
}

/// Flips on one ray towards lower bits.
#[inline]
const fn flips_down(ray: u64, player: u64, opponent: u64) -> u64 {
    let stop = ray & !opponent;
    if stop == 0 {
        return 0;
    }
    let nearest = 1 << stop.ilog2();
    if nearest & player == 0 { 0 } else { ray & !(nearest | (nearest - 1)) }
}
