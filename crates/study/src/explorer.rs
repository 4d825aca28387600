use outflank_engine::book::{After, Book, BookMove, Grade, Kind, Known, Played, after};
use outflank_engine::{Bounds, Certainty};
use outflank_records::openings;
use outflank_rules::{Color, Game, Position, Square};

use crate::Value;

/// What the opening book and tournament players know of a position.
///
/// ```
/// use outflank_engine::book::Book;
/// use outflank_rules::{Position, Square};
/// use outflank_study::Explorer;
///
/// let after_f5 = Position::default().play(Square::F5.into())?;
/// let explorer = Explorer::of(&after_f5, Book::embedded());
/// assert_eq!(explorer.moves.iter().max_by_key(|mv| mv.games).unwrap().square, Square::D6);
/// # Ok::<(), outflank_rules::PlayError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Explorer {
    /// What the position is worth to the side to move, if the book knows it.
    pub value: Option<Value>,
    /// How far that can be trusted.
    pub trust: Option<Trust>,
    /// The name of the position's opening, if it has one of its own.
    pub opening: Option<&'static str>,
    /// How many tournament games came through this position, as far as they are counted.
    pub games: u32,
    /// The moves that the book knows or people play, best first. Moves that are images of each other are one.
    pub moves: Vec<ExplorerMove>,
}

/// How far a value of the book can be trusted, and what must be known to hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trust {
    /// Where the value may be, for the side to move.
    pub bounds: Bounds,
    /// What it rests on.
    pub grade: Grade,
    /// How many lines Black and White must know to hold it (the umigame number).
    pub lines: [u32; 2],
}

/// A move of the explorer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExplorerMove {
    /// Where.
    pub square: Square,
    /// What it is worth to the side to move, if the book knows.
    pub value: Option<Value>,
    /// How far that can be trusted.
    pub trust: Option<Trust>,
    /// Plies looked ahead for the value; 0 without one.
    pub depth: u8,
    /// How many tournament games went on with it.
    pub games: u32,
    /// The share of these that the side to move won and drew.
    pub won: f64,
    /// The share of these that were drawn.
    pub drawn: f64,
    /// The opening that it leads to, if that has a name of its own.
    pub opening: Option<&'static str>,
}

impl Explorer {
    /// Looks a position up. Nothing is known of positions under other rules than the standard ones.
    pub fn of(position: &Position, book: &Book) -> Explorer {
        let opening = openings::of_position(position).map(|opening| opening.name);
        let mut explorer = Explorer { value: None, trust: None, opening, games: 0, moves: Vec::new() };
        if !position.variant().is_standard() {
            return explorer;
        }
        let (board, turn) = (position.board(), position.turn());
        for known in book.moves(board) {
            if explorer.find(position, known.square).is_none() {
                let (certainty, depth) = certainty(&known, board.empties().len() as u8);
                let mv = ExplorerMove::new(position, known.square);
                let value = Some(Value { side: turn, score: known.value, certainty });
                let trust = Some(Trust::new(&known.known, turn));
                explorer.moves.push(ExplorerMove { value, trust, depth, ..mv });
            }
        }
        explorer.trust = book.known(board).map(|known| Trust::new(&known, turn));
        explorer.value = explorer.moves.first().and_then(|mv| mv.value);
        for played in Played::embedded().moves(board) {
            explorer.games += played.games;
            let at = explorer.find(position, played.square).unwrap_or_else(|| {
                explorer.moves.push(ExplorerMove::new(position, played.square));
                explorer.moves.len() - 1
            });
            let mv = &mut explorer.moves[at];
            (mv.games, mv.won, mv.drawn) = (played.games, played.won, played.drawn);
        }
        explorer
    }

    /// The place of the move that leads to the same position but for symmetry.
    fn find(&self, position: &Position, square: Square) -> Option<usize> {
        let there: After = after(position.board(), square);
        self.moves.iter().position(|mv| mv.square == square || after(position.board(), mv.square) == there)
    }

    /// What is known of a move, or of an image of it.
    pub fn get(&self, position: &Position, square: Square) -> Option<&ExplorerMove> {
        self.find(position, square).map(|at| &self.moves[at])
    }

    /// Whether the book or people know a move, or an image of it.
    pub fn knows(&self, position: &Position, square: Square) -> bool {
        self.find(position, square).is_some()
    }

    /// The share of games that went on with a move.
    pub fn share(&self, mv: &ExplorerMove) -> f64 {
        if self.games == 0 { 0.0 } else { f64::from(mv.games) / f64::from(self.games) }
    }
}

impl Trust {
    fn new(known: &Known, turn: Color) -> Trust {
        let lines = [known.lines.mover, known.lines.other];
        let lines = if turn == Color::Black { lines } else { [lines[1], lines[0]] };
        Trust { bounds: known.bounds, grade: known.grade, lines }
    }
}

/// How sure a move's value is, and how far was looked ahead for it.
pub(crate) fn certainty(mv: &BookMove, empties: u8) -> (Certainty, u8) {
    match mv.kind {
        Kind::Depth(plies) => (Certainty::Estimate, plies),
        Kind::Selective(percent) => (Certainty::Selective(percent), empties),
        Kind::Exact => (Certainty::Exact, empties),
    }
}

impl ExplorerMove {
    fn new(position: &Position, square: Square) -> ExplorerMove {
        let next = position.play(square.into()).ok();
        let opening = next.and_then(|next| openings::of_position(&next)).map(|opening| opening.name);
        ExplorerMove { square, value: None, trust: None, depth: 0, games: 0, won: 0.0, drawn: 0.0, opening }
    }
}

/// How many moves of a game lead to positions that the book or people know, all of them: after these its next move left
/// what is known, or the game was over.
pub fn known_plies(game: &Game, book: &Book) -> usize {
    let known = |position: &Position| !Explorer::of(position, book).moves.is_empty();
    game.positions().iter().skip(1).take_while(|position| known(position)).count()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use outflank_rules::{Move, Variant};

    use super::*;

    fn explore(moves: &[Square]) -> Explorer {
        let game = Game::from_moves(Position::default(), moves.iter().copied().map(Move::Place)).unwrap();
        Explorer::of(game.position(), Book::embedded())
    }

    #[test]
    fn images_of_one_move_are_one_row() {
        let start = explore(&[]);
        assert_eq!(start.moves.len(), 1);
        assert!((start.share(&start.moves[0]) - 1.0).abs() < 1e-9);
        let second = explore(&[Square::F5]);
        assert_eq!(second.moves.len(), 3, "perpendicular, diagonal, parallel");
        let names: Vec<_> = second.moves.iter().filter_map(|mv| mv.opening).collect();
        assert!(names.contains(&"Diagonal Opening"), "{names:?}");
        assert!(second.moves.iter().map(|mv| second.share(mv)).sum::<f64>() > 0.99);
    }

    #[test]
    fn the_best_move_comes_first_and_gives_the_value() {
        let explorer = explore(&[Square::F5, Square::F6]);
        let values: Vec<_> =
            explorer.moves.iter().filter_map(|mv| mv.value).map(|value| value.score).collect();
        assert!(values.is_sorted_by(|a, b| a >= b));
        assert_eq!(explorer.value.map(|value| value.score), values.first().copied());
        assert_eq!(explorer.moves[0].square, Square::E6);
    }

    #[test]
    fn transpositions_and_images_are_one_position() {
        let tiger = |moves: &[Square]| {
            let explorer = explore(moves);
            (explorer.value.map(|value| value.score), explorer.trust, explorer.games, explorer.opening)
        };
        let one = tiger(&[Square::F5, Square::D6, Square::C3, Square::D3, Square::C4]);
        let other = tiger(&[Square::F5, Square::D6, Square::C4, Square::D3, Square::C3]);
        let turned = tiger(&[Square::D3, Square::C5, Square::F6, Square::F5, Square::E6]);
        assert_eq!(one.3, Some("Tiger"));
        assert_eq!((one, one), (other, turned));
    }

    #[test]
    fn values_have_bounds_a_grade_and_lines_for_either_side() {
        let start = explore(&[]);
        let (value, trust) = (start.value.unwrap(), start.trust.unwrap());
        assert!(trust.bounds.at_least <= value.score && value.score <= trust.bounds.at_most);
        assert!(trust.lines.iter().all(|lines| *lines > 0));
        // One first move is enough for Black, and White has to know what comes after it.
        assert_eq!(start.moves[0].trust.unwrap().lines, trust.lines);
        let second = explore(&[Square::F5]);
        assert_eq!(second.trust.unwrap().lines, trust.lines);
    }

    #[test]
    fn a_game_is_known_until_it_leaves_the_book() {
        let known = |text: &str| {
            let game = outflank_records::transcript::game(Position::default(), text).unwrap();
            known_plies(&game, Book::embedded())
        };
        assert_eq!((known(""), known("f5d6c3")), (0, 3));
        // Nobody plays f4g3 in the parallel opening, and what follows is not known either.
        assert!((2..=4).contains(&known("f5f4g3g6f6")), "{}", known("f5f4g3g6f6"));
    }

    #[test]
    fn nothing_is_known_under_other_rules() {
        let orthogonal = Variant { orthogonal: true, ..Variant::STANDARD };
        assert!(Explorer::of(&Position::start(orthogonal), Book::embedded()).moves.is_empty());
    }
}
