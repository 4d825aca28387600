//! How far a game followed what is known: the name of its opening, and the move that left the book.

use outflank_engine::book::Book;
use outflank_records::openings;
use outflank_rules::{Color, Game, Move, Square};

use crate::explorer::{Explorer, ExplorerMove};

/// The name of an opening and how far the game followed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theory {
    /// Its usual name.
    pub name: &'static str,
    /// The number of moves after which the last named position stood.
    pub moves: usize,
}

/// The first move that neither the opening book nor tournament players know.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftBook {
    /// How many moves came before it.
    pub ply: usize,
    /// Its number as players count.
    pub number: usize,
    /// Who made it.
    pub turn: Color,
    /// The move.
    pub mv: Move,
    /// What people play there, the most frequent first, with the share of games: at most two.
    pub people: Vec<(Square, f64)>,
    /// What the book likes best there.
    pub book: Option<Square>,
}

/// A move that fewer games went on with is not what people play.
const FREQUENT: f64 = 0.1;

/// The deepest named position of a game.
pub(super) fn theory(game: &Game) -> Option<Theory> {
    let named = |ply: usize| openings::of_position(&game.positions()[ply]);
    let (moves, opening) = (0..game.positions().len()).rev().find_map(|ply| Some((ply, named(ply)?)))?;
    Some(Theory { name: opening.name, moves })
}

/// Where a game left the book, if it did: one that follows it to where it ends has not left it.
pub(super) fn left_book(game: &Game) -> Option<LeftBook> {
    for (ply, (position, mv)) in game.positions().iter().zip(game.moves()).enumerate() {
        let explorer = Explorer::of(position, Book::embedded());
        let square = mv.square().filter(|_| !explorer.moves.is_empty())?;
        if explorer.knows(position, square) {
            continue;
        }
        let mut people: Vec<&ExplorerMove> =
            explorer.moves.iter().filter(|known| explorer.share(known) >= FREQUENT).collect();
        people.sort_by_key(|known| std::cmp::Reverse(known.games));
        let book = explorer.moves.iter().find(|known| known.value.is_some());
        return Some(LeftBook {
            ply,
            // Nobody has to pass as early as this.
            number: ply + 1,
            turn: position.turn(),
            mv: *mv,
            people: people.iter().take(2).map(|known| (known.square, explorer.share(known))).collect(),
            book: book.map(|known| known.square),
        });
    }
    None
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use outflank_records::transcript;
    use outflank_rules::Position;

    use super::*;

    fn left(moves: &str) -> Option<LeftBook> {
        left_book(&transcript::game(Position::default(), moves).unwrap())
    }

    #[test]
    fn the_move_that_nobody_knows_left_the_book() {
        let mut game = Game::default();
        let (explorer, unknown) = loop {
            let explorer = Explorer::of(game.position(), Book::embedded());
            let unknown = |square: &Square| !explorer.knows(game.position(), *square);
            if let Some(square) = game.position().legal_moves().iter().find(unknown) {
                break (explorer, square);
            }
            game.play(explorer.moves[0].square.into()).unwrap();
        };
        let ply = game.moves().len();
        game.play(unknown.into()).unwrap();
        let left = left_book(&game).unwrap();
        assert_eq!((left.ply, left.number, left.mv), (ply, ply + 1, Move::Place(unknown)));
        assert_eq!(left.turn, game.positions()[ply].turn());
        assert!(left.people.is_sorted_by(|a, b| a.1 >= b.1) && left.people.len() <= 2, "{left:?}");
        assert_eq!(left.book, Some(explorer.moves[0].square));
    }

    #[test]
    fn a_game_that_follows_the_book_has_not_left_it() {
        assert_eq!(left("f5d6c3d3c4f4f6"), None);
        // The same moves on a turned board.
        assert_eq!(left("d3c5f6f5e6"), None);
    }
}
