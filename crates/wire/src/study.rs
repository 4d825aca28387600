use outflank_rules::Color;
use outflank_study::{self as study, Candidate, Point};
use serde::{Deserialize, Serialize};

use crate::{Pair, Placed, Position, Setup, Side};

/// A record or moves to be looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ViewRequest {
    /// Any record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Which of its games, counting from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<usize>,
    /// Without a text: where the moves start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Setup>,
    /// Without a text: the moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// A game, ply by ply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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
#[cfg_attr(test, derive(ts_rs::TS))]
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

/// A question about the moves of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AnalyseRequest {
    /// The position.
    pub position: Setup,
    /// How many of the best moves get a value; all if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<usize>,
    /// How long to think.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Whether the last message also has a hint in words.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub steps: bool,
}

/// One line of the answer to it, each better than the one before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AnalysisMessage {
    /// Others come first.
    Waiting,
    /// What is known so far.
    Progress(Analysis),
    /// All that will be known.
    Done(Analysis),
    /// The server has stopped before it was done.
    Stopped {
        /// Why, for people.
        sentence: String,
    },
}

/// What the engine found in a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Analysis {
    /// The best moves, best first.
    pub moves: Vec<MoveValue>,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent.
    pub seconds: f64,
    /// A hint in words, if it was asked for: where to look, what the best move does, the line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<String>,
}

impl Analysis {
    /// An analysis of a position in which it is the turn of `side`.
    pub fn new(analysis: &outflank_engine::Analysis, side: Color) -> Analysis {
        let milliseconds = analysis.time.as_millis() as f64;
        Analysis {
            moves: study::candidates(analysis, side).iter().map(MoveValue::from).collect(),
            nodes: analysis.nodes,
            seconds: milliseconds / 1000.0,
            steps: Vec::new(),
        }
    }
}

/// What a move is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MoveValue {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Discs ahead at the end for the side to move.
    pub value: f64,
    /// How far that can be trusted.
    #[cfg_attr(test, ts(type = "\"estimate\" | \"wld\" | \"exact\" | `${number}%`"))]
    pub certainty: String,
    /// Plies looked ahead.
    pub depth: u8,
    /// The move and what is expected to follow.
    pub line: Vec<String>,
}

impl From<&Candidate> for MoveValue {
    fn from(candidate: &Candidate) -> MoveValue {
        MoveValue {
            mv: candidate.mv.to_string(),
            value: candidate.value.discs(),
            certainty: candidate.value.certainty.to_string(),
            depth: candidate.depth,
            line: candidate.line.iter().map(ToString::to_string).collect(),
        }
    }
}

/// A question about every position of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct GraphRequest {
    /// Where the game starts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Setup>,
    /// Its moves.
    pub moves: Vec<String>,
    /// How long to think about each position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// One line of the answer to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum GraphMessage {
    /// Others come first.
    Waiting,
    /// The value of one position.
    Ply(GraphPoint),
    /// The whole graph has been told.
    Done {
        /// How many positions.
        plies: usize,
        /// What each side gave away in all.
        loss: Pair<f64>,
    },
    /// The server has stopped before it was done.
    Stopped {
        /// Why, for people.
        sentence: String,
    },
}

/// The value of one position of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GraphPoint {
    /// After how many moves.
    pub ply: usize,
    /// Discs ahead at the end for Black.
    pub value: f64,
    /// How far that can be trusted.
    #[cfg_attr(test, ts(type = "\"estimate\" | \"wld\" | \"exact\" | `${number}%`"))]
    pub certainty: String,
    /// The move of the game.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The best move.
    pub best: Option<String>,
    /// What the move of the game gave away against it.
    pub loss: Option<f64>,
}

impl From<&Point> for GraphPoint {
    fn from(point: &Point) -> GraphPoint {
        let name = |candidate: &Candidate| candidate.mv.to_string();
        let value = point.value.seen_by(Color::Black);
        GraphPoint {
            ply: point.ply,
            value: value.discs(),
            certainty: value.certainty.to_string(),
            mv: point.played.as_ref().map(name),
            best: point.best.as_ref().map(name),
            loss: point.loss(),
        }
    }
}

/// A text for a QR code.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct QrRequest {
    /// The text, mostly a link.
    pub text: String,
}

/// What a page needs to know before it makes a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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
    pub clocks: Vec<crate::Clock>,
    pub offer_clocks: Vec<Option<crate::Clock>>,
    /// What players can say to each other.
    #[serde(default)]
    pub greetings: Vec<crate::AboutGreeting>,
    pub openings: Vec<AboutOpening>,
    pub formats: Vec<String>,
    pub limits: AboutLimits,
}

/// One of the computer's levels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "the names say it")]
pub struct AboutLevel {
    pub number: u8,
    pub name: String,
    #[cfg_attr(test, ts(type = "\"easy\" | \"medium\" | \"hard\""))]
    pub group: String,
    pub about: String,
}

/// An opening from which a game can start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "the names say it")]
pub struct AboutOpening {
    pub name: String,
    pub moves: String,
}

/// One way to play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "the names say it")]
pub struct AboutRules {
    pub name: String,
    pub title: String,
    pub about: String,
}

/// What the server grants at most.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "the names say it")]
pub struct AboutLimits {
    pub analysis_s: f64,
    pub graph_s: f64,
    pub record_bytes: usize,
    pub name_chars: usize,
}

/// The rules to read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RulesText {
    /// The heading of it all.
    pub title: String,
    /// The parts.
    pub sections: Vec<Section>,
}

/// A part of the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Section {
    /// What it is about.
    pub heading: String,
    /// The text.
    pub paragraphs: Vec<String>,
}

/// What the opening book and tournament players know of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Explorer {
    /// What the position is worth to the side to move, if the book knows.
    pub value: Option<f64>,
    /// How far that can be trusted.
    pub trust: Option<Trust>,
    /// How many tournament games came through it.
    pub games: u32,
    /// The name of the opening.
    pub opening: Option<String>,
    /// The moves, best first.
    pub moves: Vec<ExplorerMove>,
}

/// How far a value of the book can be trusted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Trust {
    /// The value is not below this, for the side to move.
    pub at_least: f64,
    /// And not above this.
    pub at_most: f64,
    /// `A` to `F`: what the value rests on, from exact results to estimates.
    pub grade: String,
    /// How many lines each side must know to hold the value.
    pub lines: crate::Pair<u32>,
}

impl From<study::Trust> for Trust {
    fn from(trust: study::Trust) -> Trust {
        let [black, white] = trust.lines;
        let discs = |score: outflank_engine::Score| (score.discs() * 100.0).round() / 100.0;
        Trust {
            at_least: discs(trust.bounds.at_least),
            at_most: discs(trust.bounds.at_most),
            grade: trust.grade.to_string(),
            lines: crate::Pair { black, white },
        }
    }
}

/// A question to the opening book.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct BookRequest {
    /// The position.
    pub position: crate::Setup,
}

/// A move of the explorer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExplorerMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What it is worth to the side to move, if the book knows.
    pub value: Option<f64>,
    /// How sure that is.
    pub certainty: Option<String>,
    /// Plies looked ahead for it.
    pub depth: Option<u8>,
    /// How far it can be trusted.
    pub trust: Option<Trust>,
    /// How many games went on with it.
    pub games: u32,
    /// The share of these that the side to move won.
    pub won: f64,
    /// The share of these that were drawn.
    pub drawn: f64,
    /// The opening it leads to.
    pub opening: Option<String>,
}

impl Explorer {
    /// What was looked up.
    pub fn new(explorer: &study::Explorer) -> Explorer {
        let moves = explorer.moves.iter().map(|mv| ExplorerMove {
            mv: mv.square.to_string(),
            value: mv.value.map(study::Value::discs),
            certainty: mv.value.map(|value| value.certainty.to_string()),
            depth: mv.value.map(|_| mv.depth),
            trust: mv.trust.map(Into::into),
            games: mv.games,
            won: mv.won,
            drawn: mv.drawn,
            opening: mv.opening.map(ToOwned::to_owned),
        });
        let value = explorer.value.map(study::Value::discs);
        Explorer {
            value,
            trust: explorer.trust.map(Into::into),
            games: explorer.games,
            opening: explorer.opening.map(ToOwned::to_owned),
            moves: moves.collect(),
        }
    }
}
