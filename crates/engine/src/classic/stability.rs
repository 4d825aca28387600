//! Discs that can never be turned over again.

use outflank_rules::{Bitboard, Variant};

/// Stable discs of one side: a lower bound, exact enough for edges and what leans on them.
///
/// A disc is safe along an axis when the whole line through it is full, or when on one side of it there is
/// the border or a stable disc of its own colour; it is stable when safe along every axis that outflanks.
/// Without a corner hardly any disc is stable, so then none is looked for.
#[inline]
pub(super) fn stable(variant: Variant, discs: Bitboard, occupied: Bitboard) -> Bitboard {
    if discs.is_disjoint(Bitboard::CORNERS) {
        return Bitboard::EMPTY;
    }
    let (discs, occupied) = (discs.bits(), occupied.bits());
    let axes = if variant.orthogonal { &AXES[..2] } else { &AXES[..] };
    // What fullness and borders alone make safe, per axis.
    let mut safe = [!0u64; 4];
    for (safe, axis) in safe.iter_mut().zip(axes) {
        *safe = axis.full(occupied) | axis.up_border[0] | axis.down_border[0];
    }
    let mut stable = 0;
    loop {
        let mut grown = discs;
        for (safe, axis) in safe.iter().zip(axes) {
            grown &= safe | axis.neighbours(stable);
        }
        if grown == stable {
            return Bitboard::from_bits(stable);
        }
        stable = grown;
    }
}

/// A pair of opposite directions.
struct Axis {
    step: u32,
    /// Squares whose neighbour 1, 2 and 4 steps towards higher bits is off the board.
    up_border: [u64; 3],
    /// The same towards lower bits.
    down_border: [u64; 3],
}

/// Rows, columns and the two diagonals.
static AXES: [Axis; 4] = [axis(1, 0), axis(0, 1), axis(1, 1), axis(-1, 1)];

const fn axis(dx: i32, dy: i32) -> Axis {
    Axis {
        step: (dx + 8 * dy) as u32,
        up_border: [border(dx, dy), border(2 * dx, 2 * dy), border(4 * dx, 4 * dy)],
        down_border: [border(-dx, -dy), border(-2 * dx, -2 * dy), border(-4 * dx, -4 * dy)],
    }
}

/// Squares from which a step of (dx, dy) leaves the board.
const fn border(dx: i32, dy: i32) -> u64 {
    let mut bits = 0;
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square % 8 + dx, square / 8 + dy);
        if x < 0 || x > 7 || y < 0 || y > 7 {
            bits |= 1 << square;
        }
        square += 1;
    }
    bits
}

impl Axis {
    /// Squares on lines of this axis without an empty square, by doubling the length looked at.
    #[inline]
    fn full(&self, occupied: u64) -> u64 {
        let (mut up, mut down) = (occupied, occupied);
        for i in 0..3 {
            up &= up >> (self.step << i) | self.up_border[i];
            down &= down << (self.step << i) | self.down_border[i];
        }
        up & down
    }

    /// Squares beside a member of the set along this axis.
    #[inline]
    fn neighbours(&self, set: u64) -> u64 {
        set >> self.step & !self.up_border[0] | set << self.step & !self.down_border[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_rules::bitboard;

    #[test]
    fn stability_spreads_from_a_corner_along_the_edge_and_inwards() {
        let discs = bitboard! {
            X X X X - - - -
            X X X - - - - -
            X X - - - - - -
            - - - X - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
        };
        let expected = discs.without(outflank_rules::Square::D4);
        assert_eq!(stable(Variant::STANDARD, discs, discs), expected);
    }

    #[test]
    fn without_diagonals_a_block_at_the_corner_is_stable_where_otherwise_it_is_not() {
        let discs = bitboard! {
            X X - - - - - -
            X X - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
        };
        let orthogonal = Variant { orthogonal: true, thirty: false };
        assert_eq!(stable(orthogonal, discs, discs), discs);
        assert_eq!(stable(Variant::STANDARD, discs, discs).len(), 3);
    }

    #[test]
    fn a_full_row_saves_its_discs_along_the_row() {
        let row = Bitboard::from_bits(0xff);
        let discs = Bitboard::from_bits(0b0011_0001);
        assert_eq!(stable(Variant::STANDARD, discs, row), discs);
        assert_eq!(stable(Variant::STANDARD, discs, row.without(outflank_rules::Square::D1)).len(), 1);
    }
}
