//! The endgame solver: scores are exact disc differences, with empty squares for the winner.
//!
//! The fewer squares are empty, the simpler the routine: one to four have their own ([`last`]), five and six order
//! moves by parity alone, seven to [`CACHED_MAX`] by mobility, and from six on positions are stored in small caches of
//! this thread ([`cache`]). Above that the general search of [`node`](super::node) takes over.
//!
//! All of them are null-window searches: they test whether the score is above `alpha` and return a bound on the true
//! score that says so.

mod cache;
mod last;
mod last_flips;

use outflank_rules::{Bitboard, Board, kernel};

use cache::Cache;

use super::shortcut::Shortcut;
use crate::stability::count_stable;

/// The most empty squares that are solved here.
pub(super) const CACHED_MAX: u32 = 11;

/// Less than any score.
pub(super) const NONE: i32 = -100;

const CORNERS: u64 = Bitboard::CORNERS.bits();

/// The squares in quadrants with an odd number of empties, by the parity of the four quadrants.
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

/// How good a square is when nothing else tells moves apart: corners first, the squares next to them last.
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

/// Which quadrants have an odd number of empties, as bits.
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

/// The static value of a square.
#[inline]
pub(super) fn square_value(square: usize) -> i32 {
    i32::from(SQUARE_VALUE[square])
}

/// The score when neither side can move.
#[inline]
fn final_score(player: u64, opponent: u64) -> i32 {
    Board { player: Bitboard::from_bits(player), opponent: Bitboard::from_bits(opponent) }.final_margin()
}

/// The least `alpha`, by the number of empties, for which counting the opponent's stable discs pays. Few discs are
/// stable while many squares are empty. The values follow what the strongest programs use.
const STABILITY_THRESHOLD: [i32; 64] = {
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
    if alpha < STABILITY_THRESHOLD[(empties & 63) as usize] || !Shortcut::Stability.is_on() {
        return None;
    }
    bound_by_stable_discs(player, opponent, alpha)
}

/// The expensive part. It rarely runs, so it is not inlined into its callers.
#[inline(never)]
fn bound_by_stable_discs(player: u64, opponent: u64, alpha: i32) -> Option<i32> {
    // The number of stable discs that keep the score at or below `alpha`.
    let least = (64 - alpha + 1) / 2;
    let stable = count_stable(opponent, player, least as u32)? as i32;
    (stable >= least).then_some(64 - 2 * stable)
}

/// Solves positions with few empty squares for one thread.
///
/// The solvers of several threads are adjacent in memory and count nodes all the time, so each has its own cache lines:
/// sharing one made two threads take 14.7 instead of 12.9 s of processor time for an endgame of 24.
#[repr(align(128))]
pub(super) struct Solver {
    /// Positions visited.
    pub(super) nodes: u64,
    large: Large,
    small: Small,
}

/// The cache for seven empty squares and more: 608 KiB, which fits the L2 cache of a core. Twice as many entries saved
/// 2 % of the nodes of five endgames of 20 to 23 empty squares and cost 6 % more time.
type Large = Cache<15>;

/// The cache for six: 38 KiB, about the size of the L1 cache of a core. It saves seven endgames of 20 to 24 empty
/// squares 5 % of their nodes and 2 % of their time.
type Small = Cache<11>;

/// A move with the position it leads to, and its rank in the move ordering.
#[derive(Clone, Copy, Default)]
struct Candidate {
    value: i32,
    square: u32,
    /// The discs of the opponent, who is then to move.
    player: u64,
    opponent: u64,
    /// The opponent's legal moves then.
    moves: u64,
    /// The cache slot of the position.
    slot: usize,
}

impl Solver {
    /// A solver with an empty cache.
    pub(super) fn new() -> Solver {
        Solver { nodes: 0, large: Cache::new(), small: Cache::new() }
    }

    /// Clears the caches.
    pub(super) fn clear(&mut self) {
        self.large.clear();
        self.small.clear();
    }

    /// Searches at most [`CACHED_MAX`] empty squares with a null window: a bound that says whether the score is above
    /// `alpha`.
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

    /// Five and six empty squares: a move into a quadrant with an odd number of empties tends to get the last move
    /// there, so those come first.
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

    /// Six empty squares, with a cache.
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

    /// Seven empty squares and more: ordered by the opponent's mobility, with a cache. `moves` are the legal moves and
    /// `count` the number of empty squares.
    fn by_mobility(&mut self, player: u64, opponent: u64, alpha: i32, moves: u64, count: u32) -> i32 {
        self.nodes += 1;
        // 1. Stability cutoff.
        if let Some(bound) = stability_bound(player, opponent, alpha, count) {
            return bound;
        }
        // 2. Probe the cache.
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
        // 4. Make every move. A wipe-out wins at once.
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
        // 5. Probe the cache for each child: one may cut off, and all get a rank.
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
