use serde::{Deserialize, Serialize};

/// A record as JSON, for programs that embed it in larger documents.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct JsonRecord {
    /// Where the game starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<JsonPosition>,
    /// The squares of a position without moves, accepted in place of `start`.
    #[serde(skip_serializing)]
    pub board: Option<String>,
    /// The side to move in `board`.
    #[serde(skip_serializing)]
    pub turn: Option<String>,
    /// The rules for `board`, if they are not the standard ones.
    #[serde(skip_serializing)]
    pub rules: Option<String>,
    /// The discs that each side has left to place with `board`, under the rule *thirty*.
    #[serde(skip_serializing)]
    pub discs_left: Option<JsonDiscsLeft>,
    /// The moves, passes included.
    pub moves: Option<JsonMoves>,
    /// The players, if anything is known about them.
    #[serde(skip_serializing_if = "is_default")]
    pub players: JsonPlayers,
    /// The tournament or match.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub event: String,
    /// Where it was played.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// When it was played.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub date: String,
    /// How it ended, once it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<JsonResult>,
    /// Notes on moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<JsonNote>,
    /// The values of moves in the last position.
    #[serde(alias = "scores", skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<JsonValue>,
    /// Black's discs under best play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theoretical: Option<u8>,
}

/// A position as JSON.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct JsonPosition {
    /// 64 squares, `X`, `O` and `-`.
    pub board: String,
    /// `black` or `white`.
    pub turn: String,
    /// The rules, if they are not the standard ones.
    #[serde(default, alias = "variant", skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The discs that each side has left to place under the rule *thirty*.
    #[serde(default, alias = "left", skip_serializing_if = "Option::is_none")]
    pub discs_left: Option<JsonDiscsLeft>,
}

/// The discs that each side has left to place, as JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "EitherDiscsLeft")]
pub struct JsonDiscsLeft {
    /// Black's.
    pub black: u8,
    /// White's.
    pub white: u8,
}

/// The first version wrote a list.
#[derive(Deserialize)]
#[serde(untagged)]
enum EitherDiscsLeft {
    Named { black: u8, white: u8 },
    List([u8; 2]),
}

impl From<EitherDiscsLeft> for JsonDiscsLeft {
    fn from(either: EitherDiscsLeft) -> JsonDiscsLeft {
        let (EitherDiscsLeft::Named { black, white } | EitherDiscsLeft::List([black, white])) = either;
        JsonDiscsLeft { black, white }
    }
}

/// Moves as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum JsonMoves {
    /// One by one.
    List(Vec<String>),
    /// As a transcript.
    Transcript(String),
}

/// The players as JSON.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct JsonPlayers {
    /// Black.
    pub black: JsonPlayer,
    /// White.
    pub white: JsonPlayer,
}

/// A player as JSON.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct JsonPlayer {
    /// The name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    /// The clock at the start.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub clock: String,
}

/// A result as JSON.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct JsonResult {
    /// Black's discs minus White's.
    pub margin: f64,
    /// What ended the game.
    #[serde(default)]
    pub ending: JsonEnding,
}

/// What ended a game, as JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum JsonEnding {
    #[default]
    Played,
    Resigned,
    Timeout,
    Agreed,
    Forfeited,
    Void,
}

/// A note as JSON.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct JsonNote {
    /// How many moves have been made.
    pub ply: usize,
    /// A comment.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// The player's evaluation of the move.
    #[serde(default, alias = "eval", skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The thinking time in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// The value of a move as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JsonValue {
    /// The move; none if the value is that of the position.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// Discs ahead at the end.
    #[serde(alias = "score")]
    pub value: i8,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
