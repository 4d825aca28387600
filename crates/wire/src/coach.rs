//! Openings that can be trained, and a player's progress.

use outflank_rules::Color;
use outflank_study::coach::{Progress, Trained};
use serde::{Deserialize, Serialize};

use crate::Pair;

/// An opening that can be trained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpeningState {
    /// Its name.
    pub name: String,
    /// Other names, separated by commas.
    pub aliases: String,
    /// Moves that lead there; none for the first moves of the game.
    pub moves: String,
    /// The share of tournament games that come through it; 0 where they are too few to be counted.
    pub share: f64,
    /// How far one has come with either colour.
    pub progress: Pair<OpeningProgress>,
}

/// A player's progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpeningProgress {
    /// Positions that are known.
    pub known: usize,
    /// Positions that are to come again now.
    pub due: usize,
    /// Answers that were right.
    pub right: usize,
    /// All answers.
    pub answers: usize,
}

impl From<&Trained> for OpeningState {
    fn from(trained: &Trained) -> OpeningState {
        OpeningState {
            name: trained.opening.name.to_owned(),
            aliases: trained.opening.aliases.to_owned(),
            moves: trained.opening.line.to_owned(),
            share: trained.share,
            progress: OpeningProgress::pair(trained.progress),
        }
    }
}

impl OpeningProgress {
    /// Of Black and of White.
    pub(crate) fn pair([black, white]: [Progress; 2]) -> Pair<OpeningProgress> {
        Pair::of(|color| OpeningProgress::from(if color == Color::Black { black } else { white }))
    }
}

impl From<Progress> for OpeningProgress {
    fn from(progress: Progress) -> OpeningProgress {
        let Progress { known, due, right, answers } = progress;
        OpeningProgress { known, due, right, answers }
    }
}
