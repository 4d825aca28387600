use outflank_rules::{Bitboard, Board, Move, Position, Square, Variant};

/// A position for the search: as the side to move sees it, unchecked and small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) board: Board,
    /// Discs that the side to move and the opponent have left to place; [`UNLIMITED`] where discs are not counted.
    pub(super) left: [u8; 2],
}

/// More discs than a game can use.
pub(super) const UNLIMITED: u8 = 127;

/// What the side to move can do.
pub(super) enum Turn {
    Place(Bitboard),
    Pass,
    Over,
}

impl Node {
    pub(super) fn new(position: &Position) -> Node {
        let left = |color| position.discs_left(color).unwrap_or(UNLIMITED);
        Node { board: position.board(), left: [left(position.turn()), left(!position.turn())] }
    }

    /// What the rules allow in this position.
    #[inline]
    pub(super) fn turn(&self, variant: Variant) -> Turn {
        let moves = variant.placements(self.board);
        if !moves.is_empty() {
            if self.left[0] == 0 { Turn::Over } else { Turn::Place(moves) }
        } else if variant.placements(self.board.passed()).is_empty() {
            Turn::Over
        } else {
            Turn::Pass
        }
    }

    /// The node after placing on a legal square.
    #[inline]
    pub(super) fn after(&self, variant: Variant, square: Square) -> Node {
        let spent = u8::from(variant.thirty);
        Node {
            board: self.board.after_flips(square, variant.flips(self.board, square)),
            left: [self.left[1], self.left[0] - spent],
        }
    }

    /// The node after a pass.
    #[inline]
    pub(super) fn passed(&self) -> Node {
        Node { board: self.board.passed(), left: [self.left[1], self.left[0]] }
    }

    /// The node after a legal move of either kind.
    pub(super) fn play(&self, variant: Variant, mv: Move) -> Node {
        match mv {
            Move::Place(square) => self.after(variant, square),
            Move::Pass => self.passed(),
        }
    }

    /// The most discs that can still be placed before the game is over: a search this deep is exact.
    pub(super) fn placements_left(&self) -> u8 {
        let empties = self.board.empties().len() as u8;
        empties.min(self.left[0] + self.left[1])
    }
}
