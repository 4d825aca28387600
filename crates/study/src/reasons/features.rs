//! What players look at on a board, as sets of squares.

use outflank_rules::{Bitboard, Board, Color, Position, Square};

/// Where a side could place a disc if it were its turn.
pub(super) fn legal(position: &Position, color: Color) -> Bitboard {
    let board = Board { player: position.discs(color), opponent: position.discs(!color) };
    position.variant().placements(board)
}

/// The squares beside a set in all eight directions, without the set itself.
pub(super) fn neighbours(set: Bitboard) -> Bitboard {
    let beside = |square: Square| {
        let (column, row) = (square.column() as i32, square.row() as i32);
        (-1..=1).flat_map(move |x| (-1..=1).map(move |y| (column + x, row + y)))
    };
    let near = set.iter().flat_map(beside).filter_map(|(column, row)| {
        let at = |n: i32| usize::try_from(n).ok();
        Square::from_column_row(at(column)?, at(row)?)
    });
    near.collect::<Bitboard>() & !set
}

/// The empty squares beside discs, each counted for every disc it touches.
pub(super) fn openness(position: &Position, discs: Bitboard) -> usize {
    discs.iter().map(|disc| (neighbours(disc.bitboard()) & position.empties()).len()).sum()
}

/// Discs of a side off the edge that touch an empty square.
pub(super) fn frontier(position: &Position, color: Color) -> Bitboard {
    position.discs(color) & neighbours(position.empties()) & INNER
}

/// Squares that are not on the edge.
const INNER: Bitboard = Bitboard::from_bits(0x007e_7e7e_7e7e_7e00);

/// The connected areas of empty squares.
pub(super) fn areas(position: &Position) -> Vec<Bitboard> {
    let mut left = position.empties();
    let mut areas = Vec::new();
    while let Some(first) = left.first() {
        let mut area = first.bitboard();
        loop {
            let grown = area | (neighbours(area) & left);
            if grown == area {
                break;
            }
            area = grown;
        }
        areas.push(area);
        left &= !area;
    }
    areas
}

/// Moves of a side after which the other one cannot take a corner.
pub(super) fn safe(position: &Position, color: Color) -> Bitboard {
    let safe = |square: &Square| {
        after(position, color, *square)
            .is_some_and(|next| legal(&next, !color).is_disjoint(Bitboard::CORNERS))
    };
    legal(position, color).iter().filter(safe).collect()
}

/// The position after a side has placed a disc, as if it were its turn.
pub(super) fn after(position: &Position, color: Color, square: Square) -> Option<Position> {
    let mut setup = position.setup();
    setup.turn = color;
    setup.position().ok()?.play(square.into()).ok()
}

/// The discs that a move turns, direction by direction.
pub(super) fn flips_by_direction(position: &Position, square: Square) -> Vec<Bitboard> {
    let flips = position.flips(square);
    let mut found = Vec::new();
    for (x, y) in DIRECTIONS {
        let mut run = Bitboard::EMPTY;
        let (mut column, mut row) = (square.column() as i32 + x, square.row() as i32 + y);
        while let (Ok(c), Ok(r)) = (usize::try_from(column), usize::try_from(row))
            && let Some(next) = Square::from_column_row(c, r)
            && flips.contains(next)
        {
            run = run.with(next);
            (column, row) = (column + x, row + y);
        }
        if !run.is_empty() {
            found.push(run);
        }
    }
    found
}

/// All eight.
const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];

/// Discs of a side that can never be turned: along each of the four axes the line is full, or the border or a stable
/// disc of the same colour is on one side.
pub(super) fn stable(position: &Position, color: Color) -> Bitboard {
    let own = position.discs(color);
    let full = !position.empties();
    let at = |column: i32, row: i32| {
        Square::from_column_row(usize::try_from(column).ok()?, usize::try_from(row).ok()?)
    };
    let full_line = |square: Square, x: i32, y: i32| {
        [1, -1].into_iter().all(|sign| {
            let squares = (1..8)
                .map_while(|n| at(square.column() as i32 + sign * n * x, square.row() as i32 + sign * n * y));
            squares.into_iter().all(|square| full.contains(square))
        })
    };
    let mut stable = Bitboard::EMPTY;
    loop {
        let safe = |square: &Square| {
            [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().all(|(x, y)| {
                let leans = |sign: i32| {
                    at(square.column() as i32 + sign * x, square.row() as i32 + sign * y)
                        .is_none_or(|next| stable.contains(next))
                };
                leans(1) || leans(-1) || full_line(*square, x, y)
            })
        };
        let grown = stable | (own & !stable).iter().filter(safe).collect();
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// The corner that a square touches.
pub(super) fn corner_beside(square: Square) -> Option<Square> {
    (neighbours(square.bitboard()) & Bitboard::CORNERS).first()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use outflank_rules::{Setup, bitboard};

    fn position(black: Bitboard, white: Bitboard) -> Position {
        Setup { black, white, ..Setup::default() }.position().unwrap()
    }

    #[test]
    fn corners_make_edges_stable() {
        let black = bitboard! {
            X X X - - - - -
            X X - - - - - -
            X - - - - - - -
            - - - - - - - -
            - - - X - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
        };
        let white = bitboard! {
            - - - X - - - -
            - - X - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - X - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - X
        };
        let position = position(black, white);
        assert_eq!(stable(&position, Color::Black).to_string(), "a1 b1 c1 a2 b2 a3");
        assert_eq!(stable(&position, Color::White), Square::H8.bitboard());
    }

    #[test]
    fn areas_are_connected_also_diagonally() {
        let empty = bitboard! {
            X X - - - - - -
            - - X - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - X -
            - - - - - - - -
            X - - - - - - X
        };
        let found = areas(&position(!empty, Bitboard::EMPTY));
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found, ["a1 b1 c2", "g6", "a8", "h8"]);
    }

    #[test]
    fn flips_are_told_apart_by_direction() {
        let white = bitboard! {
            - - - - - - - -
            - - - - - - - -
            - - - X X - - -
            - - - - X - - -
            - - - - X - - -
            - - - - - - - -
            - - - - - - - -
            - - - - - - - -
        };
        let black = bitboard! {
            - - - - - - - -
            - - - - - - - -
            - - X - - - - -
            - - - - - - - -
            - - - X - - - -
            - - - - X - - -
            - - - - - - - -
            - - - - - - - -
        };
        let runs = flips_by_direction(&position(black, white), Square::F3);
        let runs: Vec<String> = runs.iter().map(ToString::to_string).collect();
        assert_eq!(runs, ["d3 e3", "e4"]);
    }
}
