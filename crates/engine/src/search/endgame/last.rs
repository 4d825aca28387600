//! One to four empty squares.

use outflank_rules::kernel;

use super::last_flips::last_flips;
use super::{NONE, ODD, Solver, final_score, stability_bound};

/// The neighbours of each square: a move flips nothing unless the opponent has one of them.
static AROUND: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1u64 << square;
        let row = bit | bit << 1 & !0x0101_0101_0101_0101 | bit >> 1 & !0x8080_8080_8080_8080;
        table[square] = (row | row << 8 | row >> 8) & !bit;
        square += 1;
    }
    table
};

/// What a move flips, for places where many moves flip nothing.
#[inline]
fn flips(square: usize, player: u64, opponent: u64) -> u64 {
    if AROUND[square] & opponent == 0 { 0 } else { kernel::flips(square, player, opponent) }
}

/// What each of these moves flips. All are computed before any is tried, because the processor overlaps them. This,
/// [`odd_first`] and prefetching the weights save 3 % of the time of #40 to #49, on a busy machine 8 %.
#[inline]
fn flips_of_each<const N: usize>(squares: [usize; N], player: u64, opponent: u64) -> [u64; N] {
    squares.map(|square| kernel::flips(square, player, opponent))
}

impl Solver {
    /// One empty square: the player fills it, or the opponent does, or nobody can.
    #[expect(clippy::inline_always, reason = "a call for every last move costs time")]
    #[inline(always)]
    pub(super) fn solve_1(&mut self, player: u64, alpha: i32, square: usize) -> i32 {
        self.nodes += 1;
        let own = 2 * player.count_ones() as i32;
        let flipped = last_flips(square, player);
        if flipped != 0 {
            return own - 62 + flipped;
        }
        // The best score if the player cannot move; it may already be low enough.
        let without = if own > 63 { own - 62 } else { own - 64 };
        if without <= alpha {
            return without;
        }
        let flipped = last_flips(square, !player & !(1 << square));
        if flipped == 0 { without } else { own - 64 - flipped }
    }

    /// Two empty squares.
    #[inline]
    pub(super) fn solve_2(
        &mut self,
        player: u64,
        opponent: u64,
        alpha: i32,
        first: usize,
        second: usize,
    ) -> i32 {
        self.nodes += 1;
        let mut best = NONE;
        let flipped = flips(first, player, opponent);
        if flipped != 0 {
            best = -self.solve_1(opponent ^ flipped, -alpha - 1, second);
            if best > alpha {
                return best;
            }
        }
        let flipped = flips(second, player, opponent);
        if flipped != 0 {
            return best.max(-self.solve_1(opponent ^ flipped, -alpha - 1, first));
        }
        if best != NONE {
            return best;
        }
        // A pass: the opponent wants the lowest score for the player.
        let mut worst = -NONE;
        let flipped = flips(first, opponent, player);
        if flipped != 0 {
            worst = self.solve_1(player ^ flipped, alpha, second);
            if worst <= alpha {
                return worst;
            }
        }
        let flipped = flips(second, opponent, player);
        if flipped != 0 {
            return worst.min(self.solve_1(player ^ flipped, alpha, first));
        }
        if worst == -NONE { final_score(player, opponent) } else { worst }
    }

    /// Three empty squares.
    pub(super) fn solve_3(&mut self, player: u64, opponent: u64, alpha: i32, squares: [usize; 3]) -> i32 {
        self.nodes += 1;
        let ordered @ [a, b, c] = alone_first(squares);
        let flips_of = flips_of_each(ordered, player, opponent);
        let mut best = NONE;
        for ((square, first, second), flipped) in [(a, b, c), (b, a, c), (c, a, b)].into_iter().zip(flips_of)
        {
            if flipped != 0 {
                let (next_player, next_opponent) = (opponent ^ flipped, player ^ flipped | 1 << square);
                let score = -self.solve_2(next_player, next_opponent, -alpha - 1, first, second);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        if best != NONE {
            return best;
        }
        if squares.iter().any(|&square| flips(square, opponent, player) != 0) {
            return -self.solve_3(opponent, player, -alpha - 1, squares);
        }
        final_score(player, opponent)
    }

    /// Four empty squares.
    pub(super) fn solve_4(&mut self, player: u64, opponent: u64, alpha: i32, parity: usize) -> i32 {
        self.nodes += 1;
        if let Some(bound) = stability_bound(player, opponent, alpha, 4) {
            return bound;
        }
        let empties = !(player | opponent);
        let squares @ [a, b, c, d] = odd_first(empties, ODD[parity]);
        let rests = [[b, c, d], [a, c, d], [a, b, d], [a, b, c]];
        let mut best = NONE;
        let flips_of = flips_of_each(squares, player, opponent);
        for ((square, rest), flipped) in squares.into_iter().zip(rests).zip(flips_of) {
            if flipped != 0 {
                let (next_player, next_opponent) = (opponent ^ flipped, player ^ flipped | 1 << square);
                let score = -self.solve_3(next_player, next_opponent, -alpha - 1, rest);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        if best != NONE {
            return best;
        }
        if squares.iter().any(|&square| flips(square, opponent, player) != 0) {
            return -self.solve_4(opponent, player, -alpha - 1, parity);
        }
        final_score(player, opponent)
    }
}

/// Puts a square that is alone in its quadrant first, if there is one: its quadrant is the odd one.
#[inline]
fn alone_first([a, b, c]: [usize; 3]) -> [usize; 3] {
    let together = |x: usize, y: usize| (x ^ y) & 0o44 == 0;
    if together(b, c) {
        [a, b, c]
    } else if together(a, c) {
        [b, a, c]
    } else if together(a, b) {
        [c, a, b]
    } else {
        [a, b, c]
    }
}

/// The four empty squares, those in quadrants with an `odd` number of them first: two, all or none. Branch-free.
#[inline]
fn odd_first(empties: u64, odd: u64) -> [usize; 4] {
    let last_two = empties & (empties - 1);
    let last_two = last_two & (last_two - 1);
    let odd = empties & odd;
    let first_two = if odd == 0 || odd == empties { empties ^ last_two } else { odd };
    let last_two = empties ^ first_two;
    [first_two.trailing_zeros(), first_two.ilog2(), last_two.trailing_zeros(), last_two.ilog2()]
        .map(|square| square as usize)
}
