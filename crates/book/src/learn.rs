//! Learning: adds the positions of games to the book, each with its best move that was not played.

use outflank_rules::{Bitboard, Board, Game};

use crate::grow::inside_with;
use crate::{Job, Tree};

/// What to search so that the first moves of a game are in the book: positions that are not in it, and those whose best
/// move out of the book is now inside. Empty for a game under other rules or from another start.
pub fn jobs(tree: &Tree, game: &Game, plies: usize) -> Vec<Job> {
    let from_the_start = game.start().variant().is_standard() && game.start().board() == Board::default();
    let mut boards: Vec<Board> = Vec::new();
    for position in game.positions().iter().take(plies + 1).filter(|_| from_the_start) {
        if !position.legal_moves().is_empty() {
            boards.push(position.board().canonical());
        }
    }
    let mut jobs = Vec::new();
    for (at, &board) in boards.iter().enumerate() {
        let inside = match boards.get(at + 1) {
            Some(&child) => inside_with(tree, board, child),
            None => tree.moves_inside(board),
        };
        let leaf_stays = |mv| !inside.contains(mv);
        let known = tree.contains(board)
            && tree.leaf_of(board).map_or(inside == board.legal_moves(), |leaf| leaf_stays(leaf.mv));
        if !known && inside != board.legal_moves() {
            jobs.push((board, inside));
        } else if !tree.contains(board) {
            jobs.push((board, Bitboard::EMPTY));
        }
    }
    jobs
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use outflank_engine::StopToken;
    use outflank_engine::book::Bias;
    use outflank_records::read;

    use super::*;
    use crate::Search;

    #[test]
    fn a_learned_game_is_in_the_book_with_its_alternatives_and_need_not_be_learned_again() {
        let game = read(b"f5d6c3d3c4f4f6f3e6e7").unwrap().remove(0).game;
        let mut tree = Tree::default();
        let search = Search { depth: 2, threads: 1, stop: StopToken::new() };
        let found = search.run(&jobs(&tree, &game, 60));
        assert_eq!(found.len(), 11);
        tree.extend(found);
        let book = tree.book(Bias::default());
        assert_eq!(book.len(), 11);
        for (position, mv) in game.positions().iter().zip(game.moves()) {
            let moves = book.moves(position.board());
            let played = moves.iter().find(|found| Some(found.square) == mv.square()).unwrap();
            assert!(played.inside);
            let all = position.legal_moves().len();
            assert!(
                all == 1 || position == game.start() || moves.iter().any(|mv| !mv.inside),
                "{position:?}"
            );
        }
        assert_eq!(jobs(&tree, &game, 60), []);
        // Another game shares its beginning.
        let other = read(b"f5d6c3d3c4f4f6f3e6g6").unwrap().remove(0).game;
        assert!(jobs(&tree, &other, 60).len() <= 2);
        let elsewhere = Game::new(*game.position());
        assert_eq!(jobs(&tree, &elsewhere, 60), []);
    }
}
