//! Discs that can never be flipped again, which bound the score before anything is searched.

use std::sync::LazyLock;

/// By the number of empties: `alpha` below which looking for stable discs of the opponent's is not worth it.
/// Few discs are stable while many squares are empty. The values follow what the strongest programs use.
const WORTHWHILE: [i32; 64] = {
    let mut table = [99; 64];
    let mut empties = 4;
    while empties < 40 {
        table[empties] = if empties < 10 { 6 + 2 * (empties as i32 - 4) } else { 20 + (empties as i32 - 10) };
        empties += 1;
    }
    table
};

/// An upper bound on the score that is not above `alpha`, if the opponent's stable discs give one.
#[inline]
pub(in crate::search) fn stability_bound(
    player: u64,
    opponent: u64,
    alpha: i32,
    empties: u32,
) -> Option<i32> {
    if alpha < WORTHWHILE[(empties & 63) as usize] {
        return None;
    }
    let bound = 64 - 2 * stable_discs(opponent, player).count_ones() as i32;
    (bound <= alpha).then_some(bound)
}

/// Discs of `player` that are certain never to turn over. There may be more.
pub(super) fn stable_discs(player: u64, opponent: u64) -> u64 {
    let edges = stable_edge_discs(player, opponent);
    let full = full_lines(player | opponent);
    let inner = player & 0x007e_7e7e_7e7e_7e00;
    let mut stable = edges | player & full[0] & full[1] & full[2] & full[3];
    // A disc is also safe along a line if its neighbour there is a stable disc of the same colour.
    loop {
        let next = stable
            | inner
                & (full[0] | stable << 1 | stable >> 1)
                & (full[1] | stable << 8 | stable >> 8)
                & (full[2] | stable << 7 | stable >> 7)
                & (full[3] | stable << 9 | stable >> 9);
        if next == stable {
            return stable;
        }
        stable = next;
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
    let flips =
        outflank_rules::kernel::portable::flips_orthogonal(place, player.into(), opponent.into()) as u8;
    (player | flips | 1 << place, opponent & !flips)
}

/// Squares whose row, column, rising and falling diagonal have no empty square.
fn full_lines(discs: u64) -> [u64; 4] {
    let mut rows = discs & discs >> 4;
    rows &= rows >> 2;
    rows &= rows >> 1;
    let rows = (rows & A) * 0xff;
    let mut columns = discs & discs.rotate_right(32);
    columns &= columns.rotate_right(16);
    columns &= columns.rotate_right(8);
    [rows, columns, full_diagonals::<7>(discs), full_diagonals::<9>(discs)]
}

/// A square is full towards one side if it, its neighbour, the next two and the next four are, where squares
/// beyond the board count as full.
fn full_diagonals<const STEP: u32>(discs: u64) -> u64 {
    let beyond = const { beyond_the_board(STEP) };
    let (mut up, mut down) = (discs, discs);
    let mut i = 0;
    while i < 3 {
        up &= up << (STEP << i) | beyond[i].0;
        down &= down >> (STEP << i) | beyond[i].1;
        i += 1;
    }
    up & down
}

/// For 1, 2 and 4 diagonal steps, the squares from which that many steps down or up leave the board.
const fn beyond_the_board(step: u32) -> [(u64, u64); 3] {
    let mut masks = [(0, 0); 3];
    let mut i = 0;
    while i < 3 {
        let mut square = 0;
        while square < 64 {
            let (x, y) = (square % 8, square / 8);
            let distance = 1 << i;
            // Towards lower bits a step of 9 goes to the left, one of 7 to the right.
            let dx = if step == 9 { -distance } else { distance };
            if y - distance < 0 || x + dx < 0 || x + dx > 7 {
                masks[i].0 |= 1 << square;
            }
            if y + distance > 7 || x - dx < 0 || x - dx > 7 {
                masks[i].1 |= 1 << square;
            }
            square += 1;
        }
        i += 1;
    }
    masks
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Board, bitboard};

    use super::*;
    use crate::Random;

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
