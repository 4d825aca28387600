use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::Square;

/// A set of squares.
///
/// ```
/// use outflank_rules::{Bitboard, Square, bitboard};
///
/// let corners = bitboard! {
///     X - - - - - - X
///     - - - - - - - -
///     - - - - - - - -
///     - - - - - - - -
///     - - - - - - - -
///     - - - - - - - -
///     - - - - - - - -
///     X - - - - - - X
/// };
/// assert_eq!(corners, Bitboard::CORNERS);
/// assert_eq!(corners.len(), 4);
/// assert!(corners.contains(Square::H8));
/// assert_eq!(corners.to_string(), "a1 h1 a8 h8");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bitboard(u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const ALL: Bitboard = Bitboard(!0);
    /// a1, h1, a8 and h8.
    pub const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);

    /// The set whose member squares are the one bits, bit 0 for a1 to bit 63 for h8.
    #[inline]
    pub const fn from_bits(bits: u64) -> Bitboard {
        Bitboard(bits)
    }

    /// The set as bits, bit 0 for a1 to bit 63 for h8.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many squares are in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no member.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `square` is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the two sets have no square in common.
    #[inline]
    pub const fn is_disjoint(self, other: Bitboard) -> bool {
        self.0 & other.0 == 0
    }

    /// The set with `square` added.
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | 1 << square.index())
    }

    /// The set with `square` taken out.
    #[inline]
    #[must_use]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !(1 << square.index()))
    }

    /// The first member in the order a1, b1, … h8.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros() as usize)
    }

    /// The members in the order a1, b1, … h8.
    #[inline]
    pub const fn iter(self) -> Squares {
        Squares(self.0)
    }
}

/// The members of a [`Bitboard`], in order.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, square) in self.iter().enumerate() {
            write!(f, "{}{square}", if n == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $assign_trait:ident $assign_method:ident;)*) => {$(
        impl $trait for Bitboard {
            type Output = Bitboard;

            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0.$method(other.0))
            }
        }

        impl $assign_trait for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Bitboard) {
                *self = $trait::$method(*self, other);
            }
        }
    )*};
}

operators! {
    BitAnd bitand BitAndAssign bitand_assign;
    BitOr bitor BitOrAssign bitor_assign;
    BitXor bitxor BitXorAssign bitxor_assign;
}

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

/// Draws a [`Bitboard`]: 64 cells row by row from a1, `-` for a square outside the set, `X` for a member.
///
/// ```
/// use outflank_rules::{Square, bitboard};
///
/// let set = bitboard! {
///     - - - - - - - -
///     - - - - - - - -
///     - - - - X - - -
///     - - - - - - - -
///     - - - - - - - -
///     - - - - - - - -
///     - - - - - - - -
///     - - - - - - - -
/// };
/// assert_eq!(set, Square::E3.bitboard());
/// ```
///
/// A cell too few or too many does not compile:
///
/// ```compile_fail
/// outflank_rules::bitboard! { X - - };
/// ```
#[macro_export]
macro_rules! bitboard {
    (@ -) => { false };
    (@ X) => { true };
    ($($cell:tt)*) => {{
        const CELLS: [bool; 64] = [$($crate::bitboard!(@ $cell)),*];
        const BITS: u64 = {
            let mut bits = 0;
            let mut i = 0;
            while i < 64 {
                bits |= (CELLS[i] as u64) << i;
                i += 1;
            }
            bits
        };
        $crate::Bitboard::from_bits(BITS)
    }};
}
