use std::collections::BTreeMap;

use serde::de::IntoDeserializer;
use serde::{Deserialize, Deserializer, Serialize};

use crate::{Pair, Placed, Position, Rating, Setup, Side, Undo};

/// A game as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct State {
    /// Which game under this link, counting from 1.
    pub round: u32,
    /// The position now.
    pub position: Position,
    /// Whose turn it is, unless the game is over.
    pub turn: Option<Side>,
    /// What the game waits for.
    pub awaits: Awaits,
    /// All moves of this round.
    pub moves: Vec<String>,
    /// The disc placed last.
    pub last: Option<Placed>,
    /// Who passed since.
    pub passed: Option<Side>,
    /// The name of the opening.
    pub opening: Option<String>,
    /// Who plays.
    pub seats: Pair<SeatState>,
    /// How often moves may be taken back.
    pub undo: Undo,
    /// Whether people have to say that they pass.
    pub confirm_pass: bool,
    /// Whether the players are apart and ask each other.
    pub apart: bool,
    /// What waits for an answer.
    pub request: Option<RequestOpen>,
    /// The clock.
    pub clock: Option<ClockFace>,
    /// How the game ended.
    pub result: Option<ResultState>,
    /// Where this round started.
    pub start: Setup,
    /// When this round started.
    pub started: u64,
    /// Whether the result counts for the ratings of the players.
    #[serde(default)]
    pub rated: bool,
    /// When the game is called off unless the player to move places a first disc.
    #[serde(default)]
    pub first_move_by: Option<u64>,
}

/// What a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Awaits {
    /// A person places a disc.
    Move,
    /// A person says that they pass.
    Pass,
    /// The computer moves.
    Computer,
    /// A friend comes.
    Friend,
    /// Somebody continues a game that is paused.
    Continue,
    /// The game is over.
    Nothing,
}

/// A seat and what its owner may still do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatState {
    /// A person or the computer.
    pub player: PlayerKind,
    /// The name.
    pub name: String,
    /// How strong a person is known to be.
    #[serde(default)]
    pub rating: Option<Rating>,
    /// The computer's level.
    pub level: Option<u8>,
    /// What people call that level.
    pub level_name: Option<String>,
    /// Whether that level follows from the player's past games.
    pub auto: bool,
    /// Whether the player has come.
    pub joined: bool,
    /// How many moves may still be taken back; `None` for any number.
    pub undos_left: Option<u32>,
    /// The disc an undo would take back now.
    pub undo: Option<String>,
    /// The discs placed since, which it would take back too.
    pub undo_replies: Vec<String>,
}

/// A person or the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum PlayerKind {
    /// A person.
    Human,
    /// The computer.
    Computer,
}

/// What one player can ask the other for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum RequestKind {
    /// To take back.
    Undo,
    /// Another game.
    Rematch,
}

/// Something one player has asked the other for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RequestOpen {
    /// Who asked.
    pub by: Side,
    /// For what.
    pub what: RequestKind,
    /// Whether with the colours swapped, for a rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub swap: Option<bool>,
}

/// What the clocks show at the moment of the message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClockFace {
    /// Black's time left.
    pub black_ms: u64,
    /// White's time left.
    pub white_ms: u64,
    /// Whose time runs.
    pub running: Option<Side>,
    /// What each started with.
    pub main_ms: u64,
    /// What each disc gains.
    pub increment_ms: u64,
    /// Whether `main_ms` is for each move.
    #[serde(default)]
    pub per_move: bool,
}

/// How a game ended, for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ResultState {
    /// Who won; `None` for a draw.
    pub winner: Option<Side>,
    /// What happened.
    #[serde(flatten)]
    pub outcome: crate::Outcome,
    /// The same in sentences.
    pub sentence: String,
    /// What is to be remembered of it for the level of the next game, if anything.
    pub past: Option<String>,
}

/// What a client is in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct You {
    /// The sides it plays.
    pub seats: Vec<Side>,
    /// What it may do now.
    #[serde(deserialize_with = "known")]
    pub may: Vec<Action>,
}

/// Leaves out what a newer server may offer.
fn known<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Action>, D::Error> {
    let names = Vec::<String>::deserialize(deserializer)?;
    let action = |name: String| {
        Action::deserialize(IntoDeserializer::<serde::de::value::Error>::into_deserializer(name))
    };
    Ok(names.into_iter().filter_map(|name| action(name).ok()).collect())
}

/// What a client can do to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Place a disc, or pass.
    Play,
    /// Pass.
    Pass,
    /// Take the last move back, or ask to.
    Undo,
    /// Agree to what the other asks.
    Accept,
    /// Decline it, or withdraw your own request.
    Decline,
    /// Give up.
    Resign,
    /// Win because the other player has gone away.
    Claim,
    /// Begin again.
    Restart,
    /// Another game with colours swapped.
    Rematch,
    /// Stop computers among themselves.
    Pause,
    /// Let them continue.
    Continue,
    /// Be called something else.
    Name,
    /// Let the computer play at another level.
    Level,
    /// Say something to the other player.
    Greet,
}

/// Who has the game open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Presence {
    /// Black.
    pub black: bool,
    /// White.
    pub white: bool,
    /// How many clients without a seat.
    pub watching: usize,
}

/// A game was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Created {
    /// Its id.
    pub game: String,
    /// The maker's right.
    pub token: String,
    /// The maker's sides.
    pub seats: Vec<Side>,
    /// The secrets for friends, by side.
    pub invites: BTreeMap<Side, String>,
    /// The same as paths of the page.
    pub paths: Paths,
}

/// A friend has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Joined {
    /// The game.
    pub game: String,
    /// The friend's right.
    pub token: String,
    /// The friend's sides.
    pub seats: Vec<Side>,
    /// The same as paths of the page.
    pub paths: Paths,
}

/// Paths of the page, to be put after its origin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Paths {
    /// Back to one's seat.
    pub play: String,
    /// For everybody.
    pub watch: String,
    /// For friends, by side.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub invite: BTreeMap<Side, String>,
}
