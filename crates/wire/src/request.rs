use std::time::Duration;

use outflank_play as play;
use serde::{Deserialize, Serialize};

use crate::{Action, Greeting, Side, Undo};

/// A message from a client on a game's socket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMessage {
    /// The first message.
    Hello(Hello),
    /// Something to be done to the game.
    Command(Command),
    /// To measure how long an answer takes.
    Ping,
}

/// Who a client is and what it has seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// The right to a seat; none to watch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// The last entry of the log it has seen.
    #[serde(default)]
    pub have: u64,
}

/// Something to be done to the game, once, however often it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// Unique in the game, made by the client.
    pub id: String,
    /// What to do.
    #[serde(rename = "do")]
    pub action: Action,
    /// For which seat, if the client holds both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Side>,
    /// The number of moves the client saw, so that nothing happens if it is another by now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
    /// What to play.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// Whether the colours are swapped for another game; they are if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub swap: Option<bool>,
    /// The new name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The new level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Or the player's past games, from which it follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub past: Option<Vec<String>>,
    /// What to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub greeting: Option<Greeting>,
}

impl Command {
    /// A player's command in a game of `ply` moves; `None` for what is the server's own affair.
    ///
    /// The number of moves goes with what depends on the position, so that nothing happens if the game has
    /// moved on meanwhile.
    pub fn new(id: String, command: &play::Command, ply: usize) -> Option<Command> {
        let (action, by) = match command {
            play::Command::Play { by, .. } => (Action::Play, Some(*by)),
            play::Command::Undo { by } => (Action::Undo, Some(*by)),
            play::Command::Accept { by } => (Action::Accept, Some(*by)),
            play::Command::Decline { by } => (Action::Decline, Some(*by)),
            play::Command::Resign { by } => (Action::Resign, Some(*by)),
            play::Command::Claim { by } => (Action::Claim, Some(*by)),
            play::Command::Rematch { by, .. } => (Action::Rematch, Some(*by)),
            play::Command::Greet { by, .. } => (Action::Greet, Some(*by)),
            play::Command::Restart => (Action::Restart, None),
            play::Command::Pause => (Action::Pause, None),
            play::Command::Continue => (Action::Continue, None),
            play::Command::EngineMove { .. }
            | play::Command::Seat { .. }
            | play::Command::CallOff
            | play::Command::Rate { .. }
            | play::Command::Tick
            | play::Command::Credit { .. } => return None,
        };
        let mv = match command {
            play::Command::Play { mv, .. } => Some(mv.to_string()),
            _ => None,
        };
        let swap = match command {
            play::Command::Rematch { swap, .. } => Some(*swap),
            _ => None,
        };
        let greeting = match command {
            play::Command::Greet { greeting, .. } => Some((*greeting).into()),
            _ => None,
        };
        let ply = matches!(action, Action::Play | Action::Undo).then_some(ply);
        let seat = by.map(Side::from);
        Some(Command { id, action, seat, ply, mv, swap, name: None, level: None, past: None, greeting })
    }
}

/// A request for a new game. What is left out is as in the default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct NewGame {
    /// Who plays Black.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<SeatRequest>,
    /// Who plays White.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<SeatRequest>,
    /// The rules by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// How often moves may be taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<Undo>,
    /// Whether people have to say that they pass.
    pub confirm_pass: bool,
    /// Time to think.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// A record from whose last position the game starts, or the name of an opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Whether the computer plays from the opening book; it does if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<bool>,
}

/// Who is to sit on one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SeatRequest {
    /// Who.
    pub player: Player,
    /// Under which name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How strong, for the computer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Or the player's past games, from which that follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub past: Option<Vec<String>>,
}

/// The kinds of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// The one who makes the game.
    Human,
    /// Someone who comes with an invite.
    Friend,
    /// The computer.
    Computer,
}

/// Time to think in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// What each player starts with.
    pub main_s: u32,
    /// What each disc placed gains.
    #[serde(default)]
    pub increment_s: u32,
    /// Whether `main_s` is for each move, as in games over days.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub per_move: bool,
}

impl From<play::ClockSetting> for Clock {
    fn from(clock: play::ClockSetting) -> Clock {
        Clock {
            main_s: clock.main.as_secs() as u32,
            increment_s: clock.increment.as_secs() as u32,
            per_move: clock.per_move,
        }
    }
}

impl From<Clock> for play::ClockSetting {
    fn from(clock: Clock) -> play::ClockSetting {
        play::ClockSetting {
            main: Duration::from_secs(clock.main_s.into()),
            increment: Duration::from_secs(clock.increment_s.into()),
            per_move: clock.per_move,
        }
    }
}

/// Somebody wants another token for their seat, because others may know the one they have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct RenewRequest {
    /// The token so far.
    pub token: String,
    /// A secret, so that a lost answer can be asked for again.
    pub key: String,
}

/// Someone comes with an invite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// The secret of the link.
    pub invite: String,
    /// A secret of the guest, so that a lost answer can be asked for again.
    pub key: String,
    /// The guest's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}
