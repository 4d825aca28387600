use serde::{Deserialize, Serialize};

use crate::{Pair, Placed, Position, Setup, Side};

/// A record or moves to be looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ViewRequest {
    /// Any record.
    #[serde(default)]
    pub text: Option<String>,
    /// Which of its games, counting from 1.
    #[serde(default)]
    pub game: Option<usize>,
    /// Without a text: where the moves start.
    #[serde(default)]
    pub start: Option<Setup>,
    /// Without a text: the moves.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// A game, ply by ply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// What the text was taken for.
    pub format: Option<String>,
    /// How many games it has.
    pub count: usize,
    /// Which one this is.
    pub game: usize,
    /// A line for each.
    pub titles: Vec<String>,
    /// Names of the players; empty where nothing is known.
    pub players: Pair<String>,
    /// The tournament or match.
    pub event: String,
    /// When it was played.
    pub date: String,
    /// All moves.
    pub moves: Vec<String>,
    /// The name of the opening.
    pub opening: Option<String>,
    /// The moves as one text.
    pub transcript: String,
    /// How it ended, in a sentence.
    pub result: Option<String>,
    /// The positions from the start to the end.
    pub plies: Vec<Ply>,
}

/// The position after some moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ply {
    /// After how many.
    pub ply: usize,
    /// The position.
    pub position: Position,
    /// The disc placed last.
    pub last: Option<Placed>,
    /// Who passed since.
    pub passed: Option<Side>,
    /// The deepest opening name so far.
    pub opening: Option<String>,
    /// What the record says about the move.
    pub comment: String,
}

/// The wish to know what the moves of a position are worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalyseRequest {
    /// The position.
    pub position: Setup,
    /// How many of the best moves.
    #[serde(default)]
    pub lines: Option<usize>,
    /// How long.
    #[serde(default)]
    pub seconds: Option<f64>,
}

/// One line of an analysis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AnalysisLine {
    /// Others come first.
    Waiting,
    /// What is known so far.
    Progress {
        /// The best moves, best first.
        lines: Vec<ValuedMove>,
        /// Positions visited.
        nodes: u64,
        /// Time spent.
        ms: u64,
    },
    /// All that will be known.
    Done {
        /// The best moves, best first.
        lines: Vec<ValuedMove>,
        /// Positions visited.
        nodes: u64,
        /// Time spent.
        ms: u64,
    },
}

/// What a move is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ValuedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Discs ahead at the end for the side to move.
    pub score: f64,
    /// How far that can be trusted.
    pub certainty: String,
    /// Plies looked ahead.
    pub depth: u8,
    /// The move and what is expected to follow.
    pub continuation: Vec<String>,
}

/// The wish to know what every position of a game is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphRequest {
    /// Where the game starts.
    #[serde(default)]
    pub start: Option<Setup>,
    /// Its moves.
    pub moves: Vec<String>,
    /// How long for each position.
    #[serde(default)]
    pub seconds: Option<f64>,
}

/// One line of a graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum GraphLine {
    /// Others come first.
    Waiting,
    /// The value of one position.
    Ply {
        /// After how many moves.
        ply: usize,
        /// Discs ahead at the end for Black.
        score: f64,
        /// How far that can be trusted.
        certainty: String,
        /// The best move.
        best: Option<String>,
        /// The move of the game.
        played: Option<String>,
        /// What it gave away.
        loss: Option<f64>,
    },
    /// The whole graph has been told.
    Done {
        /// How many positions.
        plies: usize,
        /// What each side gave away in all.
        loss: Pair<f64>,
    },
}

/// A text for a QR code.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QrRequest {
    /// The text, mostly a link.
    pub text: String,
}

/// What a page needs to know before it makes a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the protocol document has an example")]
pub struct About {
    pub name: String,
    pub version: String,
    pub levels: Vec<AboutLevel>,
    pub easy: u8,
    pub medium: u8,
    pub hard: u8,
    pub rules: Vec<AboutRules>,
    pub undo: Vec<crate::Undo>,
    pub formats: Vec<String>,
    pub limits: AboutLimits,
}

/// One of the computer's levels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct AboutLevel {
    pub number: u8,
    pub name: String,
    pub group: String,
}

/// One way to play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct AboutRules {
    pub name: String,
    pub title: String,
    pub about: String,
}

/// What the server grants at most.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct AboutLimits {
    pub analysis_s: f64,
    pub graph_s: f64,
    pub record_bytes: usize,
    pub name_chars: usize,
}

/// The rules to read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RulesText {
    /// The heading of it all.
    pub title: String,
    /// The parts.
    pub sections: Vec<Section>,
}

/// A part of the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Section {
    /// What it is about.
    pub heading: String,
    /// The text.
    pub paragraphs: Vec<String>,
}
