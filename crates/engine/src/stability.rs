//! Stable discs, which can never be turned over again.
//!
//! A disc is safe along an axis if the whole line through it is full, or if one of its neighbours there is the border
//! or a stable disc of its own colour. It is stable if it is safe along every axis that outflanks.

use std::sync::LazyLock;

use outflank_rules::{Bitboard, Variant, kernel};

/// Stable discs of one side under any rules: a lower bound, exact enough for edges and what builds on them. Without a
/// corner hardly any disc is stable, so then it does not look.
#[inline]
pub(crate) fn stable(variant: Variant, discs: Bitboard, occupied: Bitboard) -> Bitboard {
    if discs.is_disjoint(Bitboard::CORNERS) {
        return Bitboard::EMPTY;
    }
    // Discs that full lines and borders alone make safe, per axis.
    let mut safe = full_lines(occupied.bits());
    for axis in 0..4 {
        safe[axis] |= UP_BORDER[0][axis] | DOWN_BORDER[0][axis];
        if variant.orthogonal && axis >= ORTHOGONAL {
            safe[axis] = !0;
        }
    }
    Bitboard::from_bits(grow(0, discs.bits(), &safe))
}

/// How many discs of `player` are stable under standard rules; `None` if there are clearly fewer than `least`. This
/// bound is tighter, because it knows how edges can be played out.
#[inline]
pub(crate) fn count_stable(player: u64, opponent: u64, least: u32) -> Option<u32> {
    if player.count_ones() < least {
        return None;
    }
    let edges = stable_edge_discs(player, opponent);
    if edges.count_ones() + (player & INNER).count_ones() < least {
        return None;
    }
    Some(stable_beside(edges, player, opponent).count_ones())
}

/// All stable discs of `player`, given those on the edges.
#[inline]
fn stable_beside(edges: u64, player: u64, opponent: u64) -> u64 {
    grow(edges, player & INNER, &full_lines(player | opponent))
}

/// Squares that are not on an edge.
const INNER: u64 = 0x007e_7e7e_7e7e_7e00;

/// Adds all of `discs` that are stable next to stable ones, given what is safe along each axis anyway.
#[inline]
fn grow(mut stable: u64, discs: u64, safe: &[u64; 4]) -> u64 {
    loop {
        let mut grown = *safe;
        for axis in 0..4 {
            grown[axis] |=
                stable >> STEPS[axis] & !UP_BORDER[0][axis] | stable << STEPS[axis] & !DOWN_BORDER[0][axis];
        }
        let grown = grown[0] & grown[1] & grown[2] & grown[3] & discs;
        if grown & !stable == 0 {
            return stable;
        }
        stable |= grown;
    }
}

/// The axes, which are pairs of opposite directions: rows, columns and the two diagonals. Each has its own lane in
/// everything below, so that the compiler can process all four at once.
const AXES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// The first of them, this many, are not diagonals.
const ORTHOGONAL: usize = 2;

/// One step towards higher bits.
const STEPS: [u64; 4] = {
    let mut steps = [0; 4];
    let mut axis = 0;
    while axis < 4 {
        steps[axis] = (AXES[axis].0 + 8 * AXES[axis].1) as u64;
        axis += 1;
    }
    steps
};

/// Squares whose neighbour 1, 2 and 4 steps towards higher bits is off the board.
const UP_BORDER: [[u64; 4]; 3] = [borders(1), borders(2), borders(4)];

/// The same towards lower bits.
const DOWN_BORDER: [[u64; 4]; 3] = [borders(-1), borders(-2), borders(-4)];

/// Squares from which this many steps along each axis leave the board.
const fn borders(steps: i32) -> [u64; 4] {
    let mut bits = [0; 4];
    let mut i = 0;
    while i < 4 * 64 {
        let (axis, square) = (i / 64, i as i32 % 64);
        let (x, y) = (square % 8 + steps * AXES[axis].0, square / 8 + steps * AXES[axis].1);
        if x < 0 || x > 7 || y < 0 || y > 7 {
            bits[axis] |= 1 << square;
        }
        i += 1;
    }
    bits
}

/// For each axis, the squares on lines without an empty square, by doubling the length checked.
#[inline]
fn full_lines(occupied: u64) -> [u64; 4] {
    let (mut up, mut down) = ([occupied; 4], [occupied; 4]);
    for i in 0..3 {
        for axis in 0..4 {
            up[axis] &= up[axis] >> (STEPS[axis] << i) | UP_BORDER[i][axis];
            down[axis] &= down[axis] << (STEPS[axis] << i) | DOWN_BORDER[i][axis];
        }
    }
    for axis in 0..4 {
        up[axis] &= down[axis];
    }
    up
}

const A: u64 = 0x0101_0101_0101_0101;
const GATHER: u64 = 0x0102_0408_1020_4080;

#[inline]
fn stable_edge_discs(player: u64, opponent: u64) -> u64 {
    let table: &[u8; 65536] = &EDGES;
    let edge = |player: u8, opponent: u8| u64::from(table[player as usize * 256 + opponent as usize]);
    let column = |bits: u64, x: u32| ((bits >> x & A).wrapping_mul(GATHER) >> 56) as u8;
    edge(player as u8, opponent as u8)
        | edge((player >> 56) as u8, (opponent >> 56) as u8) << 56
        | spread_column(edge(column(player, 0), column(opponent, 0)))
        | spread_column(edge(column(player, 7), column(opponent, 7))) << 7
}

/// Bits 0 to 7 laid out down the first column.
#[inline]
fn spread_column(bits: u64) -> u64 {
    // The multiplication reaches bits 0 to 6; the eighth is set by hand.
    (bits & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & A | bits >> 7 << 56
}

/// For an edge of own and opposing discs, the own ones that survive whatever is placed on the edge. A disc may be
/// placed on any empty square, since it may flip something elsewhere.
static EDGES: LazyLock<Box<[u8; 65536]>> = LazyLock::new(|| {
    let mut table = Box::new([0; 65536]);
    let mut known = vec![false; 65536];
    for player in 0..=255u8 {
        for opponent in 0..=255u8 {
            if player & opponent == 0 {
                stable_edge(player, opponent, &mut *table, &mut known);
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

    fn stable_discs(player: u64, opponent: u64) -> u64 {
        stable_beside(stable_edge_discs(player, opponent), player, opponent)
    }

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
    fn a_block_at_the_corner_is_stable_only_without_diagonals() {
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
