//! Games that are over, and the list of players.

use serde::{Deserialize, Serialize};

use crate::{Clock, Outcome, PlayerCard, Rating, Side};

/// Finished games of the player who asks, the newest first, and what they say together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Archive {
    /// How many games fit what was asked for.
    pub count: usize,
    /// Some of them.
    pub games: Vec<PastRound>,
    /// Results of all that fit.
    pub statistics: Statistics,
}

/// A finished game of the player who asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PastRound {
    /// The game.
    pub game: String,
    /// Which game under its link, counting from 1.
    pub round: u32,
    /// When it ended.
    pub ended: u64,
    /// The side of the player who asks.
    pub side: Side,
    /// Who played the other side; without a name if they have asked to be forgotten.
    pub opponent: PlayerCard,
    /// How it went for the player who asks.
    pub result: PastResult,
    /// How it ended.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The name of the opening.
    pub opening: Option<String>,
    /// Time to think.
    pub clock: Option<Clock>,
    /// How many moves were played.
    pub moves: usize,
    /// The rating of the player who asks before and after, if it was rated.
    pub rated: Option<(Rating, Rating)>,
    /// How well the player who asks played, from 0 to 100, if the game was reviewed.
    #[serde(default)]
    pub accuracy: Option<f64>,
}

/// How a game went for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PastResult {
    /// Won.
    Won,
    /// Drawn.
    Drawn,
    /// Lost.
    Lost,
    /// It was called off or voided, and counts for nobody.
    Void,
}

/// Results, counted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Statistics {
    /// With Black and with White.
    pub colours: Vec<Tally>,
    /// By opening, the most frequent first.
    pub openings: Vec<Tally>,
    /// By opponent, the most frequent first.
    pub opponents: Vec<Tally>,
    /// How well the player played in the listed games that were reviewed, on average.
    pub accuracy: Option<f64>,
    /// How many of the listed games were reviewed.
    pub reviewed: usize,
}

/// Results of some games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Tally {
    /// What they have in common.
    pub name: String,
    /// Games won.
    pub won: usize,
    /// Games drawn.
    pub drawn: usize,
    /// Games lost.
    pub lost: usize,
}

/// Players by strength, with the computer's levels among them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Players {
    /// In live games.
    pub live: Vec<Ranked>,
    /// In games over days and without a clock.
    pub days: Vec<Ranked>,
}

/// A player in the list, or a level of the computer, which stands where it was measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Ranked {
    /// Who.
    #[serde(flatten)]
    pub player: PlayerCard,
    /// Rated games so far.
    pub games: u32,
}
