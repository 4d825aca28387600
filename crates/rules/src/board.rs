use crate::outcome::final_margin;
use crate::{Bitboard, Square, Symmetry, kernel};

/// The discs on the board as the side to move sees them: its own and the opponent's, in 16 bytes.
///
/// It has no colour, no history and no variant, and it checks nothing: searches under the standard rules work on it.
/// Everyone else wants a [`Position`](crate::Position).
///
/// ```
/// use outflank_rules::{Board, Square};
///
/// let board = Board::default();
/// assert_eq!(board.legal_moves().to_string(), "d3 c4 f5 e6");
/// assert_eq!(board.flips(Square::F5), Square::E5.bitboard());
/// let reply = board.after(Square::F5);
/// assert_eq!((reply.player.len(), reply.opponent.len()), (1, 4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    /// Discs of the side to move.
    pub player: Bitboard,
    /// Discs of the other side.
    pub opponent: Bitboard,
}

impl Default for Board {
    /// The usual start, Black to move.
    fn default() -> Board {
        Board {
            player: Square::E4.bitboard().with(Square::D5),
            opponent: Square::D4.bitboard().with(Square::E5),
        }
    }
}

impl Board {
    /// Where the side to move may place a disc.
    #[inline]
    pub fn legal_moves(self) -> Bitboard {
        Bitboard::from_bits(kernel::moves(self.player.bits(), self.opponent.bits()))
    }

    /// The discs that turn over if the side to move places on the empty `square`; none if that is not legal.
    #[inline]
    pub fn flips(self, square: Square) -> Bitboard {
        Bitboard::from_bits(kernel::flips(square.index(), self.player.bits(), self.opponent.bits()))
    }

    /// The board after the side to move has placed on `square`, which must be legal.
    #[inline]
    #[must_use]
    pub fn after(self, square: Square) -> Board {
        self.after_flips(square, self.flips(square))
    }

    /// The board after placing on `square` and turning `flips` over, for callers who already have the flips.
    #[inline]
    #[must_use]
    pub fn after_flips(self, square: Square, flips: Bitboard) -> Board {
        Board { player: self.opponent ^ flips, opponent: (self.player ^ flips).with(square) }
    }

    /// The same discs with the other side to move.
    #[inline]
    #[must_use]
    pub fn passed(self) -> Board {
        Board { player: self.opponent, opponent: self.player }
    }

    /// Squares without a disc.
    #[inline]
    pub fn empties(self) -> Bitboard {
        !(self.player | self.opponent)
    }

    /// Whether neither side can place a disc.
    pub fn is_over(self) -> bool {
        self.legal_moves().is_empty() && self.passed().legal_moves().is_empty()
    }

    /// The result in discs for the side to move, if the game is over: empty squares go to the winner.
    ///
    /// ```
    /// use outflank_rules::{Board, Square};
    ///
    /// let board = Board { player: Square::A1.bitboard(), opponent: Square::H1.bitboard().with(Square::H8) };
    /// assert_eq!(board.final_margin(), -62);
    /// ```
    #[inline]
    pub const fn final_margin(self) -> i32 {
        final_margin(self.player.bits().count_ones(), self.opponent.bits().count_ones())
    }

    /// The board turned or mirrored.
    #[must_use]
    pub fn transform(self, symmetry: Symmetry) -> Board {
        Board { player: symmetry.apply(self.player), opponent: symmetry.apply(self.opponent) }
    }

    /// The smallest of the eight turned and mirrored boards, the same for all of them.
    #[must_use]
    pub fn canonical(self) -> Board {
        self.canonical_with_symmetry().0
    }

    /// [`canonical`](Board::canonical) and a symmetry that takes this board to it.
    #[must_use]
    pub fn canonical_with_symmetry(self) -> (Board, Symmetry) {
        let mut best = (self, Symmetry::Identity);
        for symmetry in Symmetry::ALL {
            // The first half settles most comparisons.
            let player = symmetry.apply(self.player);
            if player > best.0.player {
                continue;
            }
            let board = Board { player, opponent: symmetry.apply(self.opponent) };
            if board < best.0 {
                best = (board, symmetry);
            }
        }
        best
    }
}
