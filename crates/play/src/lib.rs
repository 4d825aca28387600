//! A game of Othello being played, for every front end.
//!
//! [`LiveGame`] is a pure state machine: a [`Command`] and the time go in, [`Event`]s come out, or a
//! [`Refusal`] that says why nothing happened. Both are data; [`words`] makes sentences of them. It never
//! waits, never searches and does no I/O. The computer's moves are found by a [`worker::Worker`] and come in as
//! another command.
//!
//! ```
//! use outflank_play::{Command, LiveGame, Settings, Time};
//! use outflank_rules::{Color, Square};
//!
//! let (mut game, _) = LiveGame::new(Settings::default(), Time(0));
//! let play = |square: Square| Command::Play { by: Color::Black, mv: square.into() };
//! let refusal = game.apply(play(Square::C2), Time(900)).unwrap_err();
//! assert_eq!(refusal.sentence(game.settings()), "c2 flips nothing.");
//! let events = game.apply(play(Square::D3), Time(2000))?;
//! assert_eq!(events[0].sentence(game.settings()), "Black plays d3, flips 1: d4.");
//! # Ok::<(), outflank_play::Refusal>(())
//! ```
//!
//! Events are the whole truth: [`LiveGame::replay`] rebuilds a game from the events it returned, so a save file or a
//! server's log that stores them can continue where it stopped.

pub mod remote;
pub mod rulebook;
pub mod setup;
pub mod words;
pub mod worker;

mod balanced;
mod clock;
mod command;
mod date;
mod event;
mod greeting;
mod live;
mod refusal;
mod result;
mod seat;
mod settings;

pub use balanced::{balanced_openings, opening_moves};
pub use clock::{ClockSetting, ParseClockError, Time};
pub use command::Command;
pub use event::{Beginning, Event};
pub use greeting::Greeting;
pub use live::{Awaited, LiveGame, ReplayError, ReplayFault, Request, RequestKind, Task, Ticket, UndoOption};
pub use refusal::Refusal;
pub use result::{EndReason, GameResult};
pub use seat::{Name, ParsePlayerError, Player, Rating, Seat};
pub use settings::{Consent, ParseUndoAllowanceError, Settings, UndoAllowance};
