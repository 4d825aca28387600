//! What the administrator of a server sees and does.

use serde::{Deserialize, Serialize};

use crate::{MyGame, PastRound, Report, Strength};

/// A server as the administrator sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AdminState {
    /// All registered players, those seen last first.
    pub people: Vec<AdminPerson>,
    /// Whether no offers are taken now.
    pub stopped: bool,
    /// What players have reported of each other, the oldest first.
    pub reports: Vec<Report>,
}

/// The games of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AdminGames {
    /// Those in progress.
    pub playing: Vec<MyGame>,
    /// Those that are over, the newest first.
    pub played: Vec<PastRound>,
}

/// A registered player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AdminPerson {
    /// The name.
    pub name: String,
    /// The strength in live games.
    pub live: Strength,
    /// The strength in games over days.
    pub days: Strength,
    /// When they registered.
    pub since: u64,
    /// When they were last seen, give or take a day.
    pub seen: u64,
    /// Whether they may not play with others.
    pub banned: bool,
}

/// A command of the administrator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum AdminCommand {
    /// Somebody gets another name.
    Rename {
        /// Who.
        name: String,
        /// The new name.
        to: String,
    },
    /// Somebody may not play with others any more: their offers end, their games are given up.
    Ban {
        /// Who.
        name: String,
    },
    /// Somebody may play again.
    Unban {
        /// Who.
        name: String,
    },
    /// No offers are taken until the server starts again or this is taken back.
    Stop,
    /// Offers are taken again.
    Resume,
    /// A game in progress is called off.
    End {
        /// Which.
        game: String,
    },
    /// A finished game is voided, and all ratings are computed again without it.
    Void {
        /// Which.
        game: String,
        /// Which round of it.
        round: u32,
    },
    /// A report has been seen to.
    Close {
        /// Which.
        report: String,
    },
}
