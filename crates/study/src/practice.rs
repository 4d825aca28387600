//! Practice from a player's own mistakes: cards made from reviewed games, when each comes again, sessions, and what
//! costs a player most.
//!
//! Everything that happens is a [`Line`] of a log, and the [`Deck`] is the state after all of them. The owner of the log (a
//! file of the terminal, the storage of a browser) only ever appends, so that nothing is lost when a program is killed,
//! and two logs are merged by appending one to the other.

mod deck;
mod drill;
mod fsrs;
mod learner;
mod line;
mod maker;
mod rating;
mod report;
mod session;
mod statistics;
#[cfg(test)]
mod tests;
mod text;

pub use deck::{CardState, Deck, Status};
pub use drill::Practice;
pub use fsrs::{Grade, Memory, RETENTION, retrievability};
pub use learner::{CannotLearn, Learner};
pub use line::{
    Answered, BadLine, Card, CardId, Event, GameEntry, GymEntry, Line, Log, Loss, OpeningEntry, PuzzleEntry,
    VERSION,
};
pub use maker::{CardMaker, game_name};
pub use rating::Rating;
pub use report::{WEEKDAYS, report, week};
pub use session::{MINUTES, Session};
pub use statistics::{Cost, Statistics};

/// Seconds since 1970 (UTC).
pub type Seconds = u64;

/// A day, counted from 1 January 1970 (UTC).
pub const fn day(time: Seconds) -> u64 {
    time / 86_400
}
