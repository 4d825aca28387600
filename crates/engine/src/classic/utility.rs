//! The utility function: the static value of a position.
//!
//! It is a weighted sum of what good players look at, each as the difference between the side to move and the opponent,
//! with weights that change as the board fills up. The unit is 1/128 disc of the expected final difference.
//!
//! | feature | why it counts |
//! |---|---|
//! | share of mobility | the side with fewer moves is soon forced to give something away; measured relative to all moves, because 3 against 1 hurts more than 13 against 11 |
//! | mobility | the plain difference, for what the share leaves out |
//! | potential mobility | empty squares beside the opponent's discs become moves later |
//! | frontier | own discs beside empty squares give the opponent moves |
//! | corners | can never be turned over, and anchor whole edges |
//! | corners to take now | the same, one move earlier |
//! | X-squares | diagonally beside an empty corner: usually give it away (not under the orthogonal rules) |
//! | C-squares | on the edge beside an empty corner: a weakness that can be undermined |
//! | stable discs | cannot be turned over; corners not counted again |
//! | edge discs | edge squares away from the corners: few lines threaten them |
//! | discs | little until the end, when they are the result |
//! | parity | with an odd number of empty squares the side to move also plays last, and keeps what that flips |
//! | tempo | the value of having the move |

use outflank_rules::{Bitboard, Board, Variant};

use super::weights::{ORTHOGONAL, STANDARD};
use crate::stability::stable;

/// The number of features.
pub const FEATURES: usize = 13;
/// The number of discs on the board for which one set of weights is used.
const DISCS_PER_PHASE: usize = 6;
/// Sets of weights from the opening, which is one phase up to 16 discs, to the full board.
pub const PHASES: usize = 9;
/// Weights per phase and feature, in 1/128 disc.
pub(super) type Weights = [[i32; FEATURES]; PHASES];

/// Estimates are clamped to this (62 discs), so that a real wipe-out is always preferred.
const MOST: i32 = 62 * 128;

/// The value for the side to move, in 1/128 disc, given where each side outflanks something.
#[inline]
pub(super) fn utility(variant: Variant, board: Board, moves: Bitboard, replies: Bitboard) -> i32 {
    let weights = if variant.orthogonal { &ORTHOGONAL } else { &STANDARD };
    let features = features(variant, board, moves, replies);
    let sum: i32 = weights[phase(board)].iter().zip(features).map(|(weight, feature)| weight * feature).sum();
    sum.clamp(-MOST, MOST)
}

/// The set of weights for a number of discs.
#[inline]
pub fn phase(board: Board) -> usize {
    let discs = 64 - board.empties().len();
    (discs.saturating_sub(10) / DISCS_PER_PHASE).min(PHASES - 1)
}

/// The features in the order of the table above.
#[inline]
pub fn features(variant: Variant, board: Board, moves: Bitboard, replies: Bitboard) -> [i32; FEATURES] {
    let Board { player, opponent } = board;
    let empties = board.empties();
    let beside_empty = neighbours(variant, empties);
    let beside_corner = |corners: Bitboard, set: Squares| set.beside(corners);
    let open = Bitboard::CORNERS & empties;
    let (x_squares, c_squares) = (beside_corner(open, Squares::X), beside_corner(open, Squares::C));
    let occupied = !empties;

    let difference = |set: Bitboard| (player & set).len() as i32 - (opponent & set).len() as i32;
    let count = |own: Bitboard, theirs: Bitboard| own.len() as i32 - theirs.len() as i32;
    let mobility = count(moves, replies);
    [
        mobility * 64 / (moves.len() + replies.len() + 2) as i32,
        mobility,
        count(neighbours(variant, opponent) & empties, neighbours(variant, player) & empties),
        -difference(beside_empty),
        difference(Bitboard::CORNERS),
        count(moves & Bitboard::CORNERS, replies & Bitboard::CORNERS),
        difference(x_squares),
        difference(c_squares),
        count(
            stable(variant, player, occupied) & !Bitboard::CORNERS,
            stable(variant, opponent, occupied) & !Bitboard::CORNERS,
        ),
        difference(EDGE_CENTRES),
        difference(Bitboard::ALL),
        if empties.len() % 2 == 1 { 1 } else { -1 },
        1,
    ]
}

/// The edges without corners and C-squares.
const EDGE_CENTRES: Bitboard = Bitboard::from_bits(0x3c00_8181_8181_003c);

/// Squares in a fixed relation to a corner.
#[derive(Clone, Copy)]
enum Squares {
    X,
    C,
}

impl Squares {
    /// Those beside the given corners.
    #[inline]
    fn beside(self, corners: Bitboard) -> Bitboard {
        let bits = corners.bits();
        let columns = bits << 1 & 0x0200_0000_0000_0002 | bits >> 1 & 0x4000_0000_0000_0040;
        Bitboard::from_bits(match self {
            Squares::X => columns << 8 & 0x0000_0000_0000_4200 | columns >> 8 & 0x0042_0000_0000_0000,
            Squares::C => columns | bits << 8 & 0x0000_0000_0000_8100 | bits >> 8 & 0x0081_0000_0000_0000,
        })
    }
}

/// Squares next to a member of the set, along the lines that outflank, and the members themselves.
#[inline]
fn neighbours(variant: Variant, set: Bitboard) -> Bitboard {
    let bits = set.bits();
    let sideways = bits << 1 & 0xfefe_fefe_fefe_fefe | bits >> 1 & 0x7f7f_7f7f_7f7f_7f7f;
    let wide = if variant.orthogonal { bits } else { bits | sideways };
    Bitboard::from_bits(bits | sideways | wide << 8 | wide >> 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_rules::{Symmetry, bitboard};

    #[test]
    fn squares_beside_corners_are_the_x_and_c_squares() {
        let x = bitboard! {
            - - - - - - - -
            - X - - - - X -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - X - - - - X -
            - - - - - - - -
        };
        let c = bitboard! {
            - X - - - - X -
            X - - - - - - X
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            X - - - - - - X
            - X - - - - X -
        };
        assert_eq!(Squares::X.beside(Bitboard::CORNERS), x);
        assert_eq!(Squares::C.beside(Bitboard::CORNERS), c);
        let a1 = outflank_rules::Square::A1.bitboard();
        assert_eq!(Squares::X.beside(a1).to_string(), "b2");
        assert_eq!(Squares::C.beside(a1).to_string(), "b1 a2");
    }

    #[test]
    fn the_eight_symmetries_have_the_same_value() {
        let mut board = Board::default();
        for _ in 0..30 {
            let Some(square) = board.legal_moves().iter().last() else {
                break;
            };
            board = board.after(square);
            for variant in Variant::ALL {
                let value = |board: Board| {
                    utility(variant, board, variant.placements(board), variant.placements(board.passed()))
                };
                for symmetry in Symmetry::ALL {
                    assert_eq!(value(board.transform(symmetry)), value(board));
                }
            }
        }
    }
}
