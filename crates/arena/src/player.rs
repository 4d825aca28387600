use std::time::Duration;

use outflank_engine::Clock;
use outflank_rules::{Game, Move};
use thiserror::Error;

/// Someone who plays games: an engine in this process, or another program.
pub trait Player: Send {
    /// A game begins. `seed` starts whatever randomness the player has; `clock` is the clock at the start, if
    /// the game is timed.
    fn new_game(&mut self, seed: u64, clock: Option<Clock>) -> Result<(), Fault>;

    /// Chooses a move. Asked only when there is a legal placement: passes are played by the referee. `clock`
    /// is the player's own.
    fn choose(&mut self, game: &Game, clock: Option<Clock>) -> Result<Move, Fault>;
}

/// Something that loses a game at once.
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
    /// An answer that makes no sense, or a refusal of something legal.
    #[error("protocol error: {0}")]
    Protocol(String),
    /// No move where there is one.
    #[error("no move was found")]
    NoMove,
    /// The player gave up.
    #[error("resigned")]
    Resigned,
}
