//! Discs that can never be turned over again.
//!
//! A disc is safe along an axis when the whole line through it is full, or when on one side of it there is the
//! border or a stable disc of its own colour; it is stable when safe along every axis that outflanks.

use std::sync::LazyLock;

use outflank_rules::{Bitboard, Variant, kernel};

/// Stable discs of one side under any rules: a lower bound, exact enough for edges and what leans on them.
/// Without a corner hardly any disc is stable, so then none is looked for.
#[inline]
pub(crate) fn stable(variant: Variant, discs: Bitboard, occupied: Bitboard) -> Bitboard {
    if discs.is_disjoint(Bitboard::CORNERS) {
        return Bitboard::EMPTY;
    }
    let axes = if variant.orthogonal { &AXES[..2] } else { &AXES[..] };
    // What fullness and borders alone make safe, per axis.
    let mut safe = [!0u64; 4];
    for (safe, axis) in safe.iter_mut().zip(axes) {
        *safe = axis.full(occupied.bits()) | axis.up_border[0] | axis.down_border[0];
    }
    Bitboard::from_bits(grow(0, discs.bits(), axes, &safe))
}

/// Stable discs of `player` under standard rules: a closer bound, which knows what edges come to.
#[inline]
pub(crate) fn stable_discs(player: u64, opponent: u64) -> u64 {
    let safe = AXES.each_ref().map(|axis| axis.full(player | opponent));
    grow(stable_edge_discs(player, opponent), player & INNER, &AXES, &safe)
}

/// Squares that are not on an edge.
const INNER: u64 = 0x007e_7e7e_7e7e_7e00;

/// The stable discs and all of `discs` that are stable beside them, given what is safe along each axis anyway.
#[inline]
fn grow(mut stable: u64, discs: u64, axes: &[Axis], safe: &[u64; 4]) -> u64 {
    loop {
        let mut grown = discs;
        for (safe, axis) in safe.iter().zip(axes) {
            grown &= safe | axis.neighbours(stable);
        }
        if grown & !stable == 0 {
            return stable;
        }
        stable |= grown;
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

const A: u64 = 0x0101_0101_0101_0101;
const GATHER: u64 = 0x0102_0408_1020_4080;

fn stable_edge_discs(player: u64, opponent: u64) -> u64 {
    let edge = |player: u8, opponent: u8| u64::from(EDGES[player as usize * 256 + opponent as usize]);
    let column = |bits: u64, x: u32| ((bits >> x & A).wrapping_mul(GATHER) >> 56) as u8;
    let spread = |bits: u64| (bits.wrapping_mul(0x0002_0408_1020_4081)) & A;
    edge(player as u8, opponent as u8)
        | edge((player >> 56) as u8, (opponent >> 56) as u8) << 56
        | spread_column(edge(column(player, 0), column(opponent, 0)), spread)
        | spread_column(edge(column(player, 7), column(opponent, 7)), spread) << 7
}

/// Bits 0 to 7 laid out down the first column.
fn spread_column(bits: u64, spread: impl Fn(u64) -> u64) -> u64 {
    // The multiplication reaches bits 0 to 6; the eighth is set by hand.
    spread(bits & 0x7f) | bits >> 7 << 56
}

/// For an edge of own and opposing discs, the own ones that stay whatever is placed on the edge. A disc may
/// be placed on any empty square, since it may flip something elsewhere.
static EDGES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut table = vec![0; 65536];
    let mut known = vec![false; 65536];
    for player in 0..=255u8 {
        for opponent in 0..=255u8 {
            if player & opponent == 0 {
                stable_edge(player, opponent, &mut table, &mut known);
            }
        }
    }
    table
});

fn stable_edge(player: u8, opponent: u8, table: &mut [u8], known: &mut [bool]) -> u8 {
    let index = usize::from(player) * 256 + usize::from(opponent);
    if !known[index] {
        let mut stable = player;
        for place in 0..8 {
            if (player | opponent) >> place & 1 == 0 {
                let (own, other) = place_on_edge(player, opponent, place);
                stable &= stable_edge(own, other, table, known);
                let (other, own) = place_on_edge(opponent, player, place);
                stable &= stable_edge(own, other, table, known);
            }
        }
        table[index] = stable;
        known[index] = true;
    }
    table[index]
}

fn place_on_edge(player: u8, opponent: u8, place: usize) -> (u8, u8) {
    let flips = kernel::portable::flips_orthogonal(place, player.into(), opponent.into()) as u8;
    (player | flips | 1 << place, opponent & !flips)
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_rules::{Board, bitboard};

    use crate::Random;

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

    #[test]
    fn a_filled_corner_region_is_stable() {
        let player = bitboard! {
            X X X - - - - -
            X X - - - - - -
            X - - - - - - -
            - - - - - - - -
            - - - - X - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
        };
        let stable = stable_discs(player.bits(), 0);
        assert_eq!(outflank_rules::Bitboard::from_bits(stable).to_string(), "a1 b1 c1 a2 b2 a3");
    }

    #[test]
    fn stable_discs_never_turn_over_in_random_games() {
        let mut random = Random::new(5);
        for _ in 0..3000 {
            let mut board = Board::default();
            let mut stable = (0, 0);
            while !board.is_over() {
                let moves = board.legal_moves();
                board = match moves.iter().nth(random.below(moves.len().max(1))) {
                    Some(square) => board.after(square),
                    None => board.passed(),
                };
                let (player, opponent) = (board.player.bits(), board.opponent.bits());
                assert_eq!(stable.1 & !player, 0, "{board:?}");
                assert_eq!(stable.0 & !opponent, 0, "{board:?}");
                stable = (stable_discs(player, opponent), stable_discs(opponent, player));
            }
        }
    }
}
