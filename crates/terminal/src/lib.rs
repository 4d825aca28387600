//! Othello in a terminal.
//!
//! Every kind of terminal game is built on a [`Session`]. It drives a [`LiveGame`](outflank_play::LiveGame) and the
//! worker that runs the engine, saves the unfinished game ([`saves`]), writes the result of a finished one
//! ([`results`]) and lets *auto* learn from it ([`auto`]). The [`plain`] game shows it as lines of text, the
//! [`screen`] game as a board.

pub mod auto;
pub mod exercises;
pub mod export;
pub mod plain;
pub mod practice;
pub mod results;
mod reviews;
pub mod saves;
pub mod screen;

mod places;
mod preset;
mod session;

pub use places::Places;
pub use preset::Preset;
pub use session::{Notice, OnAnswer, Session, SessionConfig, Update, now};
