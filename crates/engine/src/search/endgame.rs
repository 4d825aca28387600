//! The end of the game, solved to the disc: scores are disc differences with empty squares to the winner.
//!
//! The fewer squares are empty, the simpler the routine: one to four have their own ([`last`]), five and six
//! order moves by parity alone, seven to [`CACHED_MAX`] order by mobility, and from six on positions are remembered
//! in small caches of this thread ([`cache`]). Above that the general search of [`node`](super::node) takes over.
//!
//! All of them answer one question, whether the score is above `alpha`, and return a bound on the true score
//! on the side that answers it.

mod cache;
mod last;
mod last_flips;

use outflank_rules::{Bitboard, Board, kernel};

use cache::Cache;

use super::shortcut::Shortcut;
use crate::stability::count_stable;

/// The most empty squares that are solved here.
pub(super) const CACHED_MAX: u32 = 11;

/// Below any score.
pub(super) const NONE: i32 = -100;

const CORNERS: u64 = Bitboard::CORNERS.bits();

/// The squares whose quadrant has an odd number of empties, by the parity of the four quadrants.
const ODD: [u64; 16] = {
    let quadrants =
        [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];
    let mut masks = [0; 16];
    let mut parity = 0;
    while parity < 16 {
        let mut quadrant = 0;
        while quadrant < 4 {
            if parity >> quadrant & 1 == 1 {
                masks[parity] |= quadrants[quadrant];
            }
            quadrant += 1;
        }
        parity += 1;
    }
    masks
};

/// How good a square is when nothing else tells moves apart: corners first, the squares beside them last.
const SQUARE_VALUE: [i8; 64] = {
    let quarter = [[9, 2, 8, 6], [2, 1, 3, 4], [8, 3, 7, 5], [6, 4, 5, 0]];
    let mut values = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square % 8, square / 8);
        values[square] = quarter[if y < 4 { y } else { 7 - y }][if x < 4 { x } else { 7 - x }];
        square += 1;
    }
    values
};

/// Which quadrants have an odd number of empties.
#[inline]
pub(super) fn parity(empties: u64) -> usize {
    let odd = |mask: u64| ((empties & mask).count_ones() & 1) as usize;
    odd(ODD[1]) | odd(ODD[2]) << 1 | odd(ODD[4]) << 2 | odd(ODD[8]) << 3
}

/// The parity bit of a square's quadrant.
#[inline]
const fn quadrant_bit(square: usize) -> usize {
    1 << (square >> 2 & 1 | square >> 4 & 2)
}

/// The squares of the set whose quadrant has an odd number of empties.
#[inline]
pub(super) fn odd_squares(empties: u64) -> u64 {
    ODD[parity(empties)]
}

/// How good a square is in itself.
#[inline]
pub(super) fn square_value(square: usize) -> i32 {
    i32::from(SQUARE_VALUE[square])
}

/// The score when nobody can move.
#[inline]
fn final_score(player: u64, opponent: u64) -> i32 {
    Board { player: Bitboard::from_bits(player), opponent: Bitboard::from_bits(opponent) }.final_margin()
}

/// By the number of empties: `alpha` below which looking for stable discs of the opponent's is not worth it.
/// Few discs are stable while many squares are empty. The values follow what the strongest programs use.
const WORTHWHILE: [i32; 64] = {
    let mut table = [99; 64];
    let mut empties = 4;
    while empties < 40 {
        table[empties] = if empties < 10 { 6 + 2 * (empties as i32 - 4) } else { 20 + (empties as i32 - 10) };
        empties += 1;
    }
    table
};

/// An upper bound on the score that is not above `alpha`, if the opponent's stable discs give one.
#[inline]
pub(super) fn stability_bound(player: u64, opponent: u64, alpha: i32, empties: u32) -> Option<i32> {
    if alpha < WORTHWHILE[(empties & 63) as usize] || !Shortcut::Stability.is_on() {
        return None;
    }
    bound_by_stable_discs(player, opponent, alpha)
}

/// The same where it is worthwhile. That is seldom, so it stays out of the code of its callers.
#[inline(never)]
fn bound_by_stable_discs(player: u64, opponent: u64, alpha: i32) -> Option<i32> {
    // A score of at most `alpha` takes this many.
    let least = (64 - alpha + 1) / 2;
    let stable = count_stable(opponent, player, least as u32)? as i32;
    (stable >= least).then_some(64 - 2 * stable)
}

/// Solves positions with few empty squares for one thread.
///
/// Solvers of several threads lie side by side and count their nodes all the time, so each has cache lines of its
/// own: sharing one made two threads take 14.7 instead of 12.9 s of processor time for an endgame of 24.
#[repr(align(128))]
pub(super) struct Solver {
    /// Positions visited.
    pub(super) nodes: u64,
    large: Large,
    small: Small,
}

/// What is remembered of positions with seven empty squares and more: 608 KiB, which the second-level cache of a core
/// holds. Twice as many entries spared five endgames of 20 to 23 empty squares 2 % of their nodes and cost 6 % more time.
type Large = Cache<15>;

/// What is remembered of positions with six: 38 KiB, about as much as the first-level cache of a core holds. It spares
/// seven endgames of 20 to 24 empty squares 5 % of their nodes and 2 % of their time.
type Small = Cache<11>;

/// A move with the position it leads to, and how early to try it.
#[derive(Clone, Copy, Default)]
struct Candidate {
    value: i32,
    square: u32,
    /// The opponent, who is to move then.
    player: u64,
    opponent: u64,
    /// Where the opponent may place then.
    moves: u64,
    /// Where the cache keeps the position.
    slot: usize,
}

impl Solver {
    /// A solver with an empty cache.
    pub(super) fn new() -> Solver {
        Solver { nodes: 0, large: Cache::new(), small: Cache::new() }
    }

    /// Forgets all positions.
    pub(super) fn clear(&mut self) {
        self.large.clear();
        self.small.clear();
    }

    /// Whether the score is above `alpha`, for at most [`CACHED_MAX`] empty squares.
    pub(super) fn solve(&mut self, player: u64, opponent: u64, alpha: i32) -> i32 {
        let empties = !(player | opponent);
        match empties.count_ones() {
            0 => {
                self.nodes += 1;
                final_score(player, opponent)
            }
            1 => self.solve_1(player, alpha, empties.trailing_zeros() as usize),
            2 => {
                let (first, second) = (empties.trailing_zeros(), empties.ilog2());
                self.solve_2(player, opponent, alpha, first as usize, second as usize)
            }
            3 => {
                let rest = empties & (empties - 1);
                let last = empties.ilog2();
                let (first, second) = (empties.trailing_zeros(), rest.trailing_zeros());
                self.solve_3(player, opponent, alpha, [first as usize, second as usize, last as usize])
            }
            4 => self.solve_4(player, opponent, alpha, parity(empties)),
            5 => {
                let moves = kernel::moves(player, opponent);
                self.by_parity(player, opponent, alpha, moves, parity(empties))
            }
            6 => self.solve_6(player, opponent, alpha, kernel::moves(player, opponent)),
            count => {
                let moves = kernel::moves(player, opponent);
                self.by_mobility(player, opponent, alpha, moves, count)
            }
        }
    }

    /// Five and six empty squares: a move into a quadrant with an odd number of empties tends to get the last
    /// move there, so those come first.
    fn by_parity(&mut self, player: u64, opponent: u64, alpha: i32, moves: u64, parity: usize) -> i32 {
        self.nodes += 1;
        let empties = !(player | opponent);
        let count = empties.count_ones();
        if let Some(bound) = stability_bound(player, opponent, alpha, count) {
            return bound;
        }
        if moves == 0 {
            let replies = kernel::moves(opponent, player);
            return if replies == 0 {
                final_score(player, opponent)
            } else {
                -self.by_parity(opponent, player, -alpha - 1, replies, parity)
            };
        }
        let mut best = NONE;
        let odd = ODD[parity];
        for tier in
            [moves & odd & CORNERS, moves & odd & !CORNERS, moves & !odd & CORNERS, moves & !odd & !CORNERS]
        {
            let mut left = tier;
            while left != 0 {
                let square = left.trailing_zeros() as usize;
                left &= left - 1;
                let flips = kernel::flips(square, player, opponent);
                let (next_player, next_opponent) = (opponent ^ flips, player ^ flips | 1 << square);
                let parity = parity ^ quadrant_bit(square);
                let score = if count == 5 {
                    -self.solve_4(next_player, next_opponent, -alpha - 1, parity)
                } else {
                    let replies = kernel::moves(next_player, next_opponent);
                    -self.by_parity(next_player, next_opponent, -alpha - 1, replies, parity)
                };
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }

    /// Six empty squares: what was solved is remembered.
    fn solve_6(&mut self, player: u64, opponent: u64, alpha: i32, moves: u64) -> i32 {
        let slot = Small::slot(player, opponent);
        if let Some(bound) = self.small.get(slot, player, opponent).bound(alpha) {
            self.nodes += 1;
            return bound;
        }
        let score = self.by_parity(player, opponent, alpha, moves, parity(!(player | opponent)));
        self.small.put(slot, player, opponent, alpha, score, 64);
        score
    }

    /// Seven empty squares and more: few replies for the opponent first, and what was solved is remembered.
    /// `moves` are the legal moves and `count` the number of empty squares.
    fn by_mobility(&mut self, player: u64, opponent: u64, alpha: i32, moves: u64, count: u32) -> i32 {
        self.nodes += 1;
        // 1. Discs that can never be lost may already decide.
        if let Some(bound) = stability_bound(player, opponent, alpha, count) {
            return bound;
        }
        // 2. The position may have been solved before.
        let slot = Large::slot(player, opponent);
        let known = self.large.get(slot, player, opponent);
        if let Some(bound) = known.bound(alpha) {
            return bound;
        }
        // 3. A pass, or the end.
        if moves == 0 {
            let replies = kernel::moves(opponent, player);
            return if replies == 0 {
                final_score(player, opponent)
            } else {
                -self.by_mobility(opponent, player, -alpha - 1, replies, count)
            };
        }
        // 4. Make every move: one may win at once.
        let mut candidates = [Candidate::default(); CACHED_MAX as usize];
        let mut len = 0;
        let mut left = moves;
        while left != 0 {
            let square = left.trailing_zeros();
            left &= left - 1;
            let flips = kernel::flips(square as usize, player, opponent);
            if flips == opponent && Shortcut::WipeOut.is_on() {
                return 64;
            }
            let next = &mut candidates[len];
            (next.player, next.opponent, next.square) =
                (opponent ^ flips, player ^ flips | 1 << square, square);
            if count > 7 {
                next.slot = Large::slot(next.player, next.opponent);
                self.large.prefetch(next.slot);
            }
            len += 1;
        }
        // 5. Look at what came of them: one may be known to be good enough, and all get a value.
        let candidates = &mut candidates[..len];
        let odd = odd_squares(!(player | opponent));
        for next in candidates.iter_mut() {
            if count > 7 {
                let known = self.large.get(next.slot, next.player, next.opponent);
                if -known.upper > alpha && Shortcut::CacheAhead.is_on() {
                    self.large.put(slot, player, opponent, alpha, -known.upper, next.square);
                    return -known.upper;
                }
            }
            next.moves = kernel::moves(next.player, next.opponent);
            // Corner replies count twice.
            let mobility = (next.moves.count_ones() + (next.moves & CORNERS).count_ones()) as i32;
            next.value = -(mobility << 5)
                + if odd >> next.square & 1 == 1 { 16 } else { 0 }
                + square_value(next.square as usize)
                + if next.square == known.best { 1 << 12 } else { 0 };
        }
        // 6. Search, the most promising first.
        let (mut best, mut best_square) = (NONE, 64);
        for i in 0..len {
            let mut pick = i;
            for j in i + 1..len {
                if candidates[j].value > candidates[pick].value {
                    pick = j;
                }
            }
            let next = candidates[pick];
            candidates[pick] = candidates[i];
            let score = if count > 7 {
                -self.by_mobility(next.player, next.opponent, -alpha - 1, next.moves, count - 1)
            } else {
                -self.solve_6(next.player, next.opponent, -alpha - 1, next.moves)
            };
            if score > best {
                (best, best_square) = (score, next.square);
                if score > alpha {
                    break;
                }
            }
        }
        self.large.put(slot, player, opponent, alpha, best, best_square);
        best
    }
}
