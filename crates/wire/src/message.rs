use serde::{Deserialize, Serialize};

use crate::{Presence, Refusal, State, ToldEvent, You};

/// A message from the server on a game's socket.
///
/// Updates are [`Update`]s; the server writes its own kind, in which the parts that are the same for everybody are
/// written already.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(concrete(U = Update)))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage<U = Update> {
    /// The answer to hello.
    Welcome(U),
    /// Something has changed.
    Update(U),
    /// A command is stored.
    Done {
        /// The command.
        id: String,
        /// Its place in the log.
        seq: u64,
    },
    /// A command changed nothing.
    Refused {
        /// The command, as far as it could be read.
        id: String,
        /// Why.
        #[serde(flatten)]
        refusal: Refusal,
    },
    /// Who has the game open.
    Presence(Presence),
    /// The answer to ping.
    Pong,
    /// The socket is about to be closed.
    Bye {
        /// Why.
        sentence: String,
    },
    /// Something that only a newer version says.
    #[serde(other, skip_serializing)]
    #[cfg_attr(test, ts(skip))]
    Unknown,
}

/// The state after a change, what happened, and what that means for one client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(concrete(Events = Vec<ToldEvent>, S = State)))]
pub struct Update<Events = Vec<ToldEvent>, S = State> {
    /// The game.
    pub game: String,
    /// The last entry of the log.
    pub seq: u64,
    /// The server's time.
    pub now: u64,
    /// What happened since what the client has seen.
    pub events: Events,
    /// The state, the same for everybody.
    pub state: S,
    /// What this client is in the game.
    pub you: You,
}
