//! What players report of each other.

use serde::{Deserialize, Serialize};

/// Why a player is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ReportReason {
    /// They seem to be helped by a program.
    Program,
    /// They let the time run, or leave.
    Stalling,
    /// They lose on purpose.
    LosesOnPurpose,
    /// Their name offends.
    Name,
    /// Something else.
    Other,
}

/// A player reports the other player of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReportRequest {
    /// Why.
    pub reason: ReportReason,
    /// In which round; the last one if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
}

/// A report as the administrator sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Report {
    /// Its id.
    pub id: String,
    /// When.
    pub at: u64,
    /// The game.
    pub game: String,
    /// Which round of it.
    pub round: u32,
    /// Whether that round is over.
    pub over: bool,
    /// Who has reported.
    pub by: String,
    /// Whom.
    pub against: String,
    /// Why.
    pub reason: ReportReason,
}
