//! Othello in a terminal.
//!
//! A [`Session`] is what every kind of terminal game stands on: it drives a
//! [`LiveGame`](outflank_play::LiveGame) and the worker that thinks for the computer, keeps the unfinished game
//! ([`saves`]) and writes the result of a finished one ([`results`]).

pub mod results;
pub mod saves;

mod date;
mod places;
mod session;

pub use places::Places;
pub use session::{Kit, Notice, Session, Update, now};
