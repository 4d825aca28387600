//! Growing: adds the cheapest moves out of the book to it (drop-out expansion).

use std::collections::HashSet;

use outflank_engine::book::{After, after};
use outflank_rules::{Bitboard, Board, Square};

use crate::{Job, Rated, Tree};

/// What to search next: for each of the cheapest moves out of the book, the position after it, and the next move out of
/// the position before it. The positions are those of [`Tree::rate`], in any order.
pub fn next(tree: &Tree, rated: &mut [Rated], most: usize) -> Vec<Job> {
    rated.sort_by(|a, b| a.leaf_cost.total_cmp(&b.leaf_cost).then(a.board.cmp(&b.board)));
    let mut seen = HashSet::new();
    let leaves = rated.iter().filter_map(|position| {
        let leaf = position.leaf.filter(|_| position.leaf_cost.is_finite())?;
        match after(position.board, leaf.mv) {
            After::Position(child, _) if seen.insert(child) => {
                let before = (position.board, inside_with(tree, position.board, child));
                Some([(child, tree.moves_inside(child)), before])
            }
            _ => None,
        }
    });
    leaves.take(most).flatten().collect()
}

/// The moves of a position that lead into the book once `child` is in it.
pub(crate) fn inside_with(tree: &Tree, board: Board, child: Board) -> Bitboard {
    let leads_there = |mv: &Square| matches!(after(board, *mv), After::Position(next, _) if next == child);
    board.legal_moves().iter().filter(leads_there).fold(tree.moves_inside(board), Bitboard::with)
}
