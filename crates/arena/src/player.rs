use std::time::Duration;

use outflank_engine::Clock;
use outflank_rules::{Game, Move};
use thiserror::Error;

/// A player of games: an engine in this process, or another program.
pub trait Player: Send {
    /// Starts a game. `seed` is for the player's randomness; `clock` is the clock at the start, if the game is timed.
    fn new_game(&mut self, seed: u64, clock: Option<Clock>) -> Result<(), Fault>;

    /// Chooses a move. Only called when there is a legal placement: the referee plays passes. `clock` is the player's
    /// own.
    fn choose(&mut self, game: &Game, clock: Option<Clock>) -> Result<Move, Fault>;
}

/// A fault that loses a game at once.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// A move that is not legal.
    #[error("illegal move: {0}")]
    Illegal(String),
    /// No move in time.
    #[error("out of time after {:.2} s", .0.as_secs_f64())]
    OutOfTime(Duration),
    /// The program ended or could not be reached.
    #[error("crashed: {0}")]
    Crashed(String),
    /// A meaningless answer, or the refusal of a legal command.
    #[error("protocol error: {0}")]
    Protocol(String),
    /// No move although there is one.
    #[error("no move was found")]
    NoMove,
    /// The player resigned.
    #[error("resigned")]
    Resigned,
}
