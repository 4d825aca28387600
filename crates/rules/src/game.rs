use std::fmt;

use crate::{IllegalMove, Move, PlayError, Position};

/// A start position and the moves played from it.
///
/// Passes are moves. [`Game::play`] requires them; [`Game::play_through`] and [`Game::from_moves`] fill in those that
/// records leave out.
///
/// ```
/// use outflank_rules::{Game, Move, Square};
///
/// let mut game = Game::from_moves(Default::default(), [Square::F5, Square::D6].map(Move::Place))?;
/// assert_eq!(game.moves().len(), 2);
/// assert_eq!(game.undo(), Some(Move::Place(Square::D6)));
/// assert_eq!(game.position(), game.position_at(1).unwrap());
///
/// let error = Game::from_moves(Default::default(), [Square::F5, Square::F5].map(Move::Place)).unwrap_err();
/// assert_eq!(error.to_string(), r#"move 2, "f5": is taken by a black disc"#);
/// # Ok::<(), outflank_rules::GameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The start and the position after every move, so never empty.
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl Default for Game {
    /// The usual start under standard rules.
    fn default() -> Game {
        Game::new(Position::default())
    }
}

impl Game {
    /// A game about to start from a position.
    pub fn new(start: Position) -> Game {
        Game { positions: vec![start], moves: Vec::new() }
    }

    /// The game with these moves; omitted passes are filled in. An error counts moves as they were given.
    pub fn from_moves(start: Position, moves: impl IntoIterator<Item = Move>) -> Result<Game, GameError> {
        let mut game = Game::new(start);
        for (n, mv) in moves.into_iter().enumerate() {
            game.play_through(mv).map_err(|error| GameError {
                number: n + 1,
                mv: error.mv,
                reason: error.reason,
            })?;
        }
        Ok(game)
    }

    /// The position the game started from.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// The position after the first `ply` moves, passes counted.
    pub fn position_at(&self, ply: usize) -> Option<&Position> {
        self.positions.get(ply)
    }

    /// Every position from the start to now: one more than there are moves.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The moves so far, passes included.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.position().is_over()
    }

    /// Plays a move. If it is not legal the game stays as it is.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        self.positions.push(self.position().play(mv)?);
        self.moves.push(mv);
        Ok(())
    }

    /// Plays a move, after a pass for the side to move if that side must pass and the move places a disc.
    pub fn play_through(&mut self, mv: Move) -> Result<(), PlayError> {
        let passes = mv != Move::Pass && self.position().must_pass();
        if passes {
            self.play(Move::Pass)?;
        }
        self.play(mv).inspect_err(|_| {
            if passes {
                self.undo();
            }
        })
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        Some(mv)
    }

    /// Takes back all moves after the first `ply`.
    pub fn truncate(&mut self, ply: usize) {
        self.moves.truncate(ply);
        self.positions.truncate(self.moves.len() + 1);
    }
}

/// A move of a record that is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameError {
    /// Which move, counting from 1 as the record gives them.
    pub number: usize,
    /// The move.
    pub mv: Move,
    /// Why it is not legal.
    pub reason: IllegalMove,
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}, \"{}\": {}", self.number, self.mv, self.reason)
    }
}

impl std::error::Error for GameError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Square};

    /// White has no move after these, Black none two moves later.
    const WIPE_OUT: &str = "e6f4e3f6g5d6e7f5c5";

    fn game(transcript: &str) -> Result<Game, GameError> {
        let squares = transcript.as_bytes().chunks(2).map(|name| std::str::from_utf8(name).unwrap());
        Game::from_moves(Position::default(), squares.map(|name| name.parse().unwrap()))
    }

    #[test]
    fn a_wiped_out_colour_ends_the_game() {
        let game = game(WIPE_OUT).unwrap();
        let outcome = game.position().outcome().unwrap();
        assert_eq!((outcome.black, outcome.white), (13, 0));
        assert_eq!(outcome.tournament_margin(), 64);
    }

    #[test]
    fn a_forced_pass_is_filled_in_and_undone_with_its_move_when_that_is_illegal() {
        let start = crate::Setup {
            black: Square::A1.bitboard().with(Square::H8),
            white: Square::B1.bitboard().with(Square::G8),
            turn: Color::White,
            ..Default::default()
        };
        let mut game = Game::new(start.position().unwrap());
        assert!(game.position().must_pass());
        assert!(game.play_through(Move::Place(Square::D4)).is_err());
        assert_eq!(game.moves(), []);
        game.play_through(Move::Place(Square::C1)).unwrap();
        assert_eq!(game.moves(), [Move::Pass, Move::Place(Square::C1)]);
    }

    #[test]
    fn thirty_ends_the_game_when_a_player_with_a_move_has_no_disc() {
        let mut setup = Position::start(crate::Variant { thirty: true, orthogonal: false }).setup();
        setup.discs_left = [1, 30];
        let mut game = Game::new(setup.position().unwrap());
        game.play(Move::Place(Square::F5)).unwrap();
        assert!(!game.is_over());
        game.play(Move::Place(Square::D6)).unwrap();
        assert!(game.is_over());
        assert!(game.position().legal_moves().is_empty());
        assert!(!game.position().must_pass());
    }
}
