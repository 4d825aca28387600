use serde::Deserialize;

use crate::Side;

/// A message from a client on a game's socket.
#[derive(Debug, Deserialize)]
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
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// The right to a seat; none to watch.
    #[serde(default)]
    pub token: Option<String>,
    /// The last entry of the log it has seen.
    #[serde(default)]
    pub have: u64,
}

/// Something to be done to the game, once, however often it is sent.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// Unique in the game, made by the client.
    pub id: String,
    /// What to do.
    #[serde(rename = "do")]
    pub deed: Deed,
    /// For which seat, if the client holds both.
    #[serde(default)]
    pub seat: Option<Side>,
    /// The number of moves the client saw, so that nothing happens if it is another by now.
    #[serde(default)]
    pub ply: Option<usize>,
    /// What to play.
    #[serde(default, rename = "move")]
    pub mv: Option<String>,
    /// The new name.
    #[serde(default)]
    pub name: Option<String>,
    /// The new level.
    #[serde(default)]
    pub level: Option<u8>,
    /// Or the player's past games, from which it follows.
    #[serde(default)]
    pub past: Option<Vec<String>>,
}

/// What a client can do to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// Place a disc or pass.
    Play,
    /// Take the last move back, or ask to.
    Undo,
    /// Agree to what the other asks.
    Accept,
    /// Say no to it, or withdraw one's own request.
    Decline,
    /// Give up.
    Resign,
    /// Begin again.
    Restart,
    /// Another game with colours swapped.
    Rematch,
    /// Be called something else.
    Name,
    /// Let the computer play at another level.
    Level,
}

/// The wish for a game.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NewGame {
    /// Who plays Black.
    pub black: Option<SeatWish>,
    /// Who plays White.
    pub white: Option<SeatWish>,
    /// The rules by name.
    pub rules: Option<String>,
    /// How often moves may be taken back.
    pub undo: Option<String>,
    /// Whether people have to say that they pass.
    pub confirm_pass: bool,
    /// Time to think.
    pub clock: Option<Clock>,
    /// A record from whose last position the game starts.
    pub start: Option<String>,
}

/// Who is to sit on one side.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatWish {
    /// Who.
    pub player: Player,
    /// Under which name.
    #[serde(default)]
    pub name: Option<String>,
    /// How strong, for the computer.
    #[serde(default)]
    pub level: Option<u8>,
    /// Or the player's past games, from which that follows.
    #[serde(default)]
    pub past: Option<Vec<String>>,
}

/// The kinds of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
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
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// What each player starts with.
    pub main_s: u32,
    /// What each disc placed gains.
    #[serde(default)]
    pub increment_s: u32,
}

/// Someone comes with an invite.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// The secret of the link.
    pub invite: String,
    /// A secret of the guest, so that a lost answer can be asked for again.
    pub key: String,
    /// The guest's name.
    #[serde(default)]
    pub name: Option<String>,
}
