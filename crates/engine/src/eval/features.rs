use outflank_rules::{Bitboard, Board, Square};

use super::patterns::{FEATURES, PATTERNS, SYMMETRIES, pattern_of, turn_of};

/// The state of every pattern instance, as the side to move sees it.
///
/// A state is a number in balanced ternary: each square adds its power of three if it has a disc of the side to move,
/// and subtracts it if it has one of the opponent's. So changing sides only changes the sign, and a move adds a fixed
/// vector for each disc it touches. Intermediate sums may wrap; the states themselves always fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct Features(pub(super) [i16; FEATURES]);

/// What a disc on each square adds to the features.
static CONTRIBUTIONS: [Features; 64] = contributions();

const fn contributions() -> [Features; 64] {
    let mut table = [Features([0; FEATURES]); 64];
    let mut feature = 0;
    while feature < FEATURES {
        let pattern = &PATTERNS[pattern_of(feature)];
        let turn = SYMMETRIES[turn_of(feature)];
        let mut power = 1;
        let mut digit = 0;
        while digit < pattern.squares.len() {
            let square = turn.apply_square(pattern.squares[digit]);
            table[square.index()].0[feature] = power;
            power *= 3;
            digit += 1;
        }
        feature += 1;
    }
    table
}

impl Features {
    /// The features of a board.
    pub fn new(board: Board) -> Features {
        let mut features = Features([0; FEATURES]);
        features.add(board.player, 1);
        features.add(board.opponent, -1);
        features
    }

    /// The features after the side to move has placed on the empty `square` and turned `flips` over, all of them discs
    /// of the opponent, as the opponent then sees them.
    #[inline]
    #[must_use]
    pub(crate) fn after(&self, square: Square, flips: Bitboard) -> Features {
        let mut turned = Features([0; FEATURES]);
        turned.add(flips, 1);
        let placed = &CONTRIBUTIONS[square.index()];
        for i in 0..FEATURES {
            let change = turned.0[i].wrapping_mul(2).wrapping_add(placed.0[i]);
            turned.0[i] = self.0[i].wrapping_add(change).wrapping_neg();
        }
        turned
    }

    /// The features as the other side sees them.
    #[inline]
    #[must_use]
    pub fn passed(&self) -> Features {
        Features(self.0.map(|state| -state))
    }

    /// The states in order, each between minus and plus half of its pattern's number of states.
    pub fn states(&self) -> &[i16; FEATURES] {
        &self.0
    }

    #[inline]
    fn add(&mut self, discs: Bitboard, times: i16) {
        for square in discs {
            let contribution = &CONTRIBUTIONS[square.index()];
            for i in 0..FEATURES {
                self.0[i] = self.0[i].wrapping_add(contribution.0[i].wrapping_mul(times));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn incremental_updates_agree_with_computing_from_scratch() {
        let mut random = Random::new(1);
        for _ in 0..200 {
            let mut board = Board::default();
            let mut features = Features::new(board);
            while !board.is_over() {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    (board, features) = (board.passed(), features.passed());
                } else if let Some(square) = moves.iter().nth(random.below(moves.len())) {
                    features = features.after(square, board.flips(square));
                    board = board.after(square);
                }
                assert_eq!(features, Features::new(board));
            }
        }
    }
}
