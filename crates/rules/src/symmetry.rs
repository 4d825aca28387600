use crate::{Bitboard, Move, Square};

/// One of the eight symmetries of the board.
///
/// ```
/// use outflank_rules::{Square, Symmetry};
///
/// assert_eq!(Symmetry::Rotate90.apply_square(Square::A1), Square::H1);
/// for symmetry in Symmetry::ALL {
///     let there = symmetry.apply_square(Square::B1);
///     assert_eq!(symmetry.inverse().apply_square(there), Square::B1);
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// No change.
    Identity,
    /// A quarter turn clockwise: a1 goes to h1.
    Rotate90,
    /// Half a turn: a1 goes to h8.
    Rotate180,
    /// A quarter turn counter-clockwise: a1 goes to a8.
    Rotate270,
    /// Left and right exchanged: a1 goes to h1.
    MirrorColumns,
    /// Top and bottom exchanged: a1 goes to a8.
    MirrorRows,
    /// Mirrored in the diagonal a1–h8: b1 goes to a2.
    Transpose,
    /// Mirrored in the diagonal h1–a8: a1 goes to h8.
    AntiTranspose,
}

impl Symmetry {
    /// All eight.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::Rotate90,
        Symmetry::Rotate180,
        Symmetry::Rotate270,
        Symmetry::MirrorColumns,
        Symmetry::MirrorRows,
        Symmetry::Transpose,
        Symmetry::AntiTranspose,
    ];

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        match self {
            Symmetry::Rotate90 => Symmetry::Rotate270,
            Symmetry::Rotate270 => Symmetry::Rotate90,
            itself => itself,
        }
    }

    /// The image of a set.
    #[must_use]
    pub const fn apply(self, set: Bitboard) -> Bitboard {
        let bits = set.bits();
        Bitboard::from_bits(match self {
            Symmetry::Identity => bits,
            Symmetry::Rotate90 => mirror_columns(transpose(bits)),
            Symmetry::Rotate180 => bits.reverse_bits(),
            Symmetry::Rotate270 => mirror_rows(transpose(bits)),
            Symmetry::MirrorColumns => mirror_columns(bits),
            Symmetry::MirrorRows => mirror_rows(bits),
            Symmetry::Transpose => transpose(bits),
            Symmetry::AntiTranspose => transpose(bits).reverse_bits(),
        })
    }

    /// The image of a square.
    #[must_use]
    pub const fn apply_square(self, square: Square) -> Square {
        match self.apply(square.bitboard()).first() {
            Some(image) => image,
            None => square,
        }
    }

    /// The image of a move; a pass stays a pass.
    #[must_use]
    pub const fn apply_move(self, mv: Move) -> Move {
        match mv {
            Move::Place(square) => Move::Place(self.apply_square(square)),
            Move::Pass => Move::Pass,
        }
    }
}

const fn mirror_rows(bits: u64) -> u64 {
    bits.swap_bytes()
}

const fn mirror_columns(bits: u64) -> u64 {
    bits.reverse_bits().swap_bytes()
}

/// Exchanges rows and columns by swapping 1×1, 2×2 and 4×4 blocks across the diagonal.
const fn transpose(mut bits: u64) -> u64 {
    let t = (bits ^ bits >> 7) & 0x00aa_00aa_00aa_00aa;
    bits ^= t ^ t << 7;
    let t = (bits ^ bits >> 14) & 0x0000_cccc_0000_cccc;
    bits ^= t ^ t << 14;
    let t = (bits ^ bits >> 28) & 0x0000_0000_f0f0_f0f0;
    bits ^ t ^ t << 28
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symmetry_moves_squares_as_its_coordinates_say() {
        let at = |column: usize, row: usize| Square::from_column_row(column, row).unwrap();
        for square in Square::ALL {
            let (x, y) = (square.column(), square.row());
            let expected = [
                at(x, y),
                at(7 - y, x),
                at(7 - x, 7 - y),
                at(y, 7 - x),
                at(7 - x, y),
                at(x, 7 - y),
                at(y, x),
                at(7 - y, 7 - x),
            ];
            for (symmetry, image) in Symmetry::ALL.into_iter().zip(expected) {
                assert_eq!(symmetry.apply_square(square), image, "{symmetry:?} of {square}");
                assert_eq!(symmetry.inverse().apply_square(image), square, "{symmetry:?} undone");
            }
        }
    }
}
