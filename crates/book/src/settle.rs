//! Settling: where the book contradicts lines that are held to be right, what it rests on is searched again.

use std::collections::HashSet;

use outflank_engine::book::{After, Book, BookMove, Kind, after};
use outflank_rules::{Board, Game, Square};

use crate::grow::inside_with;
use crate::{Job, Tree};

/// A move of a line that the book does not know, or holds to lose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contradiction {
    /// The position before it.
    pub board: Board,
    /// The move.
    pub square: Square,
    /// Discs lost against the best move, if the book knows the move.
    pub loss: Option<f64>,
}

/// The moves of a game that the book does not know, or holds to lose more discs than allowed.
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

/// What to search so that a contradiction may go away: the values of the move and of the best one come from the ends of
/// lines in the book, and these are searched as deeply as `depth`. Where they are, the book goes on one move.
pub fn jobs(tree: &Tree, book: &Book, wrong: &Contradiction, depth: u8) -> Vec<Job> {
    let moves = book.moves(wrong.board);
    let played = moves.iter().find(|known| known.square == wrong.square);
    let ends = moves.first().into_iter().chain(played).map(|mv| end(book, wrong.board, mv));
    let mut seen = HashSet::new();
    ends.filter(|(board, _)| seen.insert(*board))
        .flat_map(|(board, leaf)| deeper(tree, board, &leaf, depth))
        .collect()
}

/// The position at the end of the line of best moves that begins with a move, and the move that leads out of the book there.
fn end(book: &Book, board: Board, mv: &BookMove) -> (Board, BookMove) {
    let (mut board, mut mv) = (board, *mv);
    while let (true, After::Position(child, _)) = (mv.inside, after(board, mv.square)) {
        let Some(next) = book.moves(child).first().copied() else { break };
        (board, mv) = (child, next);
    }
    (board.canonical(), mv)
}

/// The searches by which the end of a line is known better.
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
    fn what_contradicts_a_line_is_searched_until_it_agrees_or_is_exact() {
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
