use crate::{Bitboard, Board, Move, Position, kernel};

/// How perft counts a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Passes {
    /// A pass takes a ply, as in published tables.
    TakeAPly,
    /// A pass is free: only placements use up depth.
    AreFree,
}

/// The number of lines of play of `depth` plies from a position. A game that ends earlier counts as one.
///
/// The last ply is counted without being played.
///
/// ```
/// use outflank_rules::{Passes, Position, perft};
///
/// assert_eq!(perft(&Position::default(), 6, Passes::TakeAPly), 8200);
/// ```
pub fn perft(position: &Position, depth: u32, passes: Passes) -> u64 {
    match (depth, passes) {
        (0, _) => 1,
        _ if !position.variant().is_standard() => walk(position, depth, passes),
        (_, Passes::TakeAPly) => standard::<true>(position.board(), depth),
        (_, Passes::AreFree) => standard::<false>(position.board(), depth),
    }
}

/// The standard rules on a bare board, `depth` at least 1.
fn standard<const PASS_TAKES_PLY: bool>(board: Board, depth: u32) -> u64 {
    let moves = board.legal_moves();
    if moves.is_empty() {
        let passed = board.passed();
        return if passed.legal_moves().is_empty() || (PASS_TAKES_PLY && depth == 1) {
            1
        } else {
            standard::<PASS_TAKES_PLY>(passed, depth - u32::from(PASS_TAKES_PLY))
        };
    }
    match depth {
        1 => moves.len() as u64,
        2 => last_two::<PASS_TAKES_PLY>(board, moves),
        _ => moves.iter().map(|square| standard::<PASS_TAKES_PLY>(board.after(square), depth - 1)).sum(),
    }
}

/// Lines of two plies that start with one of `moves`. Perft spends nearly all its time here.
fn last_two<const PASS_TAKES_PLY: bool>(board: Board, moves: Bitboard) -> u64 {
    let (replies, without_reply) =
        kernel::count_replies(moves.bits(), board.player.bits(), board.opponent.bits());
    let without_reply = Bitboard::from_bits(without_reply);
    replies as u64
        + if PASS_TAKES_PLY {
            without_reply.len() as u64
        } else {
            let lines = |square| standard::<PASS_TAKES_PLY>(board.after(square), 1);
            without_reply.iter().map(lines).sum()
        }
}

/// Any rules, through the checked moves of [`Position`].
fn walk(position: &Position, depth: u32, passes: Passes) -> u64 {
    if depth == 0 || position.is_over() {
        return 1;
    }
    let next = |mv, depth| position.play(mv).map_or(0, |next| walk(&next, depth, passes));
    if position.must_pass() {
        return next(Move::Pass, depth - u32::from(passes == Passes::TakeAPly));
    }
    position.legal_moves().iter().map(|square| next(Move::Place(square), depth - 1)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Depths 1 to 11 where a pass takes a ply, and where it is free.
    const START: [(u64, u64); 11] = [
        (4, 4),
        (12, 12),
        (56, 56),
        (244, 244),
        (1_396, 1_396),
        (8_200, 8_200),
        (55_092, 55_092),
        (390_216, 390_216),
        (3_005_288, 3_005_320),
        (24_571_284, 24_571_420),
        (212_258_800, 212_260_880),
    ];

    #[test]
    fn counts_from_the_start_agree_with_the_published_tables() {
        for (depth, (ply, free)) in (1..).zip(START) {
            assert_eq!(perft(&Position::default(), depth, Passes::TakeAPly), ply, "depth {depth}");
            assert_eq!(perft(&Position::default(), depth, Passes::AreFree), free, "depth {depth}, free");
        }
    }

    #[test]
    fn the_checked_walk_counts_the_same_as_the_fast_one() {
        for (depth, (ply, free)) in (1..=7).zip(START) {
            assert_eq!(walk(&Position::default(), depth, Passes::TakeAPly), ply);
            assert_eq!(walk(&Position::default(), depth, Passes::AreFree), free);
        }
    }
}
