use serde::{Deserialize, Serialize};

/// A record as JSON, for programs that put it into larger documents.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct JsonRecord {
    /// Where the game starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<JsonPosition>,
    /// The squares of a position without moves, read where a program gives no `start`.
    #[serde(skip_serializing)]
    pub board: Option<String>,
    /// The side to move in `board`.
    #[serde(skip_serializing)]
    pub turn: Option<String>,
    /// The moves, passes among them.
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
    /// What is said about moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<JsonNote>,
    /// The values of moves in the last position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<JsonScore>,
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// What Black and White have left to place under the rule *thirty*.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<[u8; 2]>,
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
    /// Black's discs less White's.
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
    /// A remark.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// What the player thought of the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eval: Option<f64>,
    /// How long the player thought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// The value of a move as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JsonScore {
    /// The move; none if the value is that of the position.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// Discs ahead at the end.
    pub score: i8,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
