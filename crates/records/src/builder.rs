use outflank_rules::{Color, Game, Move, Position};

use crate::text::quote;
use crate::{Place, Problem, ReadError};

/// Plays the moves of a record as they are read, fills in omitted passes and reports the move that fails.
#[derive(Clone, Debug)]
pub(crate) struct Builder {
    pub(crate) game: Game,
    given: usize,
}

impl Builder {
    pub(crate) fn new(start: Position) -> Builder {
        Builder { game: Game::new(start), given: 0 }
    }

    /// Plays the move written as `text`.
    pub(crate) fn play_text(&mut self, text: &[u8]) -> Result<(), ReadError> {
        let mv = parse(text).ok_or(Problem::NoSuchSquare);
        self.play(mv, None, text)
    }

    /// Plays a move, or reports that it could not be read. If the record says who moved, that must be the side to move,
    /// or the side after a forced pass.
    pub(crate) fn play(
        &mut self,
        mv: Result<Move, Problem>,
        color: Option<Color>,
        text: &[u8],
    ) -> Result<(), ReadError> {
        self.given += 1;
        let place = || Place::Move { number: self.given, text: quote(text) };
        let mv = mv.map_err(|problem| ReadError::at(place(), problem))?;
        // Some programs also write passes after the end of the game; they change nothing.
        if mv == Move::Pass && self.game.is_over() {
            return Ok(());
        }
        if let Some(color) = color {
            let position = self.game.position();
            let turn =
                if mv != Move::Pass && position.must_pass() { !position.turn() } else { position.turn() };
            if color != turn && !position.is_over() {
                return Err(ReadError::at(place(), Problem::WrongTurn(turn)));
            }
        }
        let place = place();
        self.game.play_through(mv).map_err(|error| ReadError::at(place, Problem::Illegal(error.reason)))
    }
}

/// Parses a move in the usual notation.
pub(crate) fn parse(text: &[u8]) -> Option<Move> {
    std::str::from_utf8(text).ok()?.parse().ok()
}
