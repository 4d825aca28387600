//! Settling: where the book contradicts lines that are assumed to be right, its leaves are searched again.

use std::collections::HashSet;

use outflank_engine::book::{After, Book, BookMove, Kind, after};
use outflank_rules::{Board, Game, Square};

use crate::grow::inside_with;
use crate::{Job, Tree};

/// A move of a line that the book does not have, or considers a mistake.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contradiction {
    /// The position before it.
    pub board: Board,
    /// The move.
    pub square: Square,
    /// Discs lost against the best move, if the book knows the move.
    pub loss: Option<f64>,
}

/// The moves of a game that the book does not have, or that lose more discs than allowed according to it.
pub fn contradictions(book: &Book, game: &Game, plies: usize, allowed: f64) -> Vec<Contradiction> {
    let moves = game.positions().iter().zip(game.moves()).take(plies);
    let found = moves.filter_map(|(position, mv)| {
        let (square, board) = (mv.square()?, position.board());
        let known = book.moves(board);
        let played = known.iter().find(|known| known.square == square);
        let loss = played.map(|played| known[0].value.discs() - played.value.discs());
        loss.is_none_or(|loss| loss > allowed).then_some(Contradiction { board, square, loss })
    });
    found.collect()
}

/// What to search to resolve a contradiction. The values of the move and of the best move come from the ends of their
/// lines in the book, so these are searched to `depth`. If they already were, the book is extended there by one move.
/// If they are exact, it is extended after the closest alternative to the moves of these lines: for the other side in
/// the line of the best move, for the side to move in the line of the move in question.
pub fn jobs(tree: &Tree, book: &Book, wrong: &Contradiction, depth: u8) -> Vec<Job> {
    let moves = book.moves(wrong.board);
    let played = moves.iter().find(|known| known.square == wrong.square);
    let lines = moves.first().map(|best| (best, -1)).into_iter().chain(played.map(|played| (played, 1)));
    let mut seen = HashSet::new();
    let ends = lines.filter_map(|(mv, side)| {
        let line = line(book, wrong.board, mv);
        let (last, leaf, _) = *line.last()?;
        if leaf.kind != Kind::Exact {
            return Some((last, leaf));
        }
        nearest(book, line.iter().skip(1).filter(|(_, _, mover)| *mover == side))
    });
    let ends: Vec<_> = ends.filter(|(board, _)| seen.insert(*board)).collect();
    ends.into_iter().flat_map(|(board, leaf)| deeper(tree, board, &leaf, depth)).collect()
}

/// The positions of the best line after a move, each with its move and the side to move: 1 for the side that moves
/// first, -1 for the other.
fn line(book: &Book, board: Board, mv: &BookMove) -> Vec<(Board, BookMove, i32)> {
    let mut line = vec![(board.canonical(), *mv, 1)];
    let (mut board, mut mv, mut side) = (board, *mv, 1);
    while let (true, After::Position(child, sign)) = (mv.inside, after(board, mv.square)) {
        let Some(next) = book.moves(child).first().copied() else { break };
        (board, mv, side) = (child, next, side * sign);
        line.push((board, mv, side));
    }
    line
}

/// The end of the best line after the alternative that is closest in value to the best move and not exact.
fn nearest<'a>(
    book: &Book,
    positions: impl Iterator<Item = &'a (Board, BookMove, i32)>,
) -> Option<(Board, BookMove)> {
    let others = positions.flat_map(|(board, best, _)| {
        book.moves(*board).into_iter().filter_map(move |other| {
            let (last, leaf, _) = *line(book, *board, &other).last()?;
            let loss = best.value.raw() - other.value.raw();
            (other.square != best.square && leaf.kind != Kind::Exact).then_some((loss, last, leaf))
        })
    });
    others.min_by_key(|(loss, board, _)| (*loss, *board)).map(|(_, board, leaf)| (board, leaf))
}

/// The searches that improve the end of a line.
fn deeper(tree: &Tree, board: Board, leaf: &BookMove, depth: u8) -> Vec<Job> {
    match (leaf.kind, tree.leaf_of(board)) {
        (Kind::Exact, _) | (_, None) => Vec::new(),
        (Kind::Depth(plies), Some(_)) if plies < depth => vec![(board, tree.moves_inside(board))],
        (_, Some(leaf)) => match after(board, leaf.mv) {
            After::Position(child, _) => {
                vec![(child, tree.moves_inside(child)), (board, inside_with(tree, board, child))]
            }
            After::Over => Vec::new(),
        },
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use outflank_engine::StopToken;
    use outflank_engine::book::Bias;
    use outflank_records::read;

    use super::*;
    use crate::{Search, learn};

    #[test]
    fn a_contradiction_is_searched_until_it_is_resolved_or_exact() {
        // The end of a game in which the last moves are best.
        let game = read(b"f5d6c3d3c4f4f6f3e6e7").unwrap().remove(0).game;
        let mut tree = Tree::default();
        let search = |depth| Search { depth, threads: 1, stop: StopToken::new() };
        tree.extend(search(1).run(&learn::jobs(&tree, &game, 10)));
        let wrong = |tree: &Tree| contradictions(&tree.book(Bias::default()), &game, 10, 1.0);
        let before = wrong(&tree);
        assert!(!before.is_empty(), "a look at one move is not enough for this line");
        for _ in 0..20 {
            let Some(first) = wrong(&tree).first().copied() else { break };
            let jobs = jobs(&tree, &tree.book(Bias::default()), &first, 8);
            assert!(!jobs.is_empty(), "{first:?} can be searched more deeply");
            tree.extend(search(8).run(&jobs));
        }
        assert!(wrong(&tree).len() < before.len(), "{:?}", wrong(&tree));
    }

    #[test]
    fn a_move_that_is_not_in_the_book_is_a_contradiction() {
        let game = read(b"f5d6c3").unwrap().remove(0).game;
        let found = contradictions(&Tree::default().book(Bias::default()), &game, 60, 1.0);
        assert_eq!(found.iter().map(|wrong| wrong.loss).collect::<Vec<_>>(), [None; 3]);
    }
}
