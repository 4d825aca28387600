//! What goes over the wire and into the log: the only serde types, described in `PROTOCOL.md`.
//!
//! They mirror the core types instead of deriving serde there, so that a change of a core type cannot change
//! the protocol or make old games unreadable by accident.

mod event;
mod position;
mod request;
mod state;
mod study;

pub use event::{BadEvent, Beginning, Event, Happening, Outcome, Reason, Seat, Settings};
pub use position::{Pair, Placed, Position, Setup, Side, UnreadableSetup};
pub use request::{ClientMessage, Clock, Command, Deed, Hello, JoinRequest, NewGame, Player, SeatWish};
pub use state::{
    Action, Awaits, ClockFace, Created, Joined, Paths, Presence, RequestOpen, ResultState, SeatState, State,
    You,
};
pub use study::{
    About, AboutLevel, AboutLimits, AboutRules, AnalyseRequest, AnalysisLine, GraphLine, GraphRequest, Ply,
    QrRequest, RulesText, Section, ValuedMove, View, ViewRequest,
};

use serde::Serialize;

/// A message from the server on a game's socket.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage<'a> {
    /// The answer to hello.
    Welcome(&'a Update<'a>),
    /// Something has changed.
    Update(&'a Update<'a>),
    /// A command is stored.
    Done {
        /// The command.
        id: &'a str,
        /// Its place in the log.
        seq: u64,
    },
    /// A command changed nothing.
    Refused {
        /// The command, as far as it could be read.
        id: &'a str,
        /// For programs.
        code: Code,
        /// For people.
        sentence: &'a str,
    },
    /// Who has the game open.
    Presence(Presence),
    /// The answer to ping.
    Pong,
    /// The socket is about to be closed.
    Bye {
        /// Why.
        sentence: &'a str,
    },
}

/// The state after a change, what happened, and what that means for one client.
#[derive(Debug, Serialize)]
pub struct Update<'a> {
    /// The game.
    pub game: &'a str,
    /// The last entry of the log.
    pub seq: u64,
    /// The server's time.
    pub now: u64,
    /// What happened since what the client has seen: [`Happening`]s.
    pub events: &'a serde_json::value::RawValue,
    /// The [`State`], the same for everybody and so written once.
    pub state: &'a serde_json::value::RawValue,
    /// What this client is in the game.
    pub you: &'a You,
}

/// Why something was refused, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// Not understood.
    BadRequest,
    /// Wrong origin, token or seat.
    Forbidden,
    /// There is no such thing.
    NotFound,
    /// The invite was used by someone else.
    Gone,
    /// Too large.
    TooLarge,
    /// Understood, but not possible.
    Unprocessable,
    /// Too often.
    TooMany,
    /// Not now; later it may work.
    Unavailable,
    /// Against the rules of the game.
    Refused,
    /// Meant for another moment of the game.
    Stale,
}

/// The body of every HTTP answer that is not a success.
#[derive(Debug, Serialize)]
pub struct Failure<'a> {
    /// For programs.
    pub code: Code,
    /// For people.
    pub sentence: &'a str,
}
