//! What costs a player most.

use std::collections::BTreeMap;

use outflank_rules::Color;

use super::Deck;
use super::line::GameEntry;
use crate::Phase;
use crate::reasons::Cause;

/// How many of the latest games are counted.
const GAMES: usize = 50;

/// What a player's last games say, per game.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// How many games these are.
    pub games: usize,
    /// Discs lost per game to each idea, costliest first.
    pub causes: Vec<Cost<Cause>>,
    /// Discs lost per game in the opening, the midgame and the end.
    pub phases: Vec<Cost<Phase>>,
    /// Discs lost per game with each colour that was played.
    pub colors: Vec<Cost<Color>>,
    /// Accuracies, the oldest game first.
    pub accuracy: Vec<f64>,
}

/// What something costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost<T> {
    /// What.
    pub of: T,
    /// Discs per game.
    pub discs: f64,
    /// How often it happened, or in how many games.
    pub count: usize,
}

impl Cost<Cause> {
    /// In a sentence, for the one that costs most.
    pub fn sentence(&self) -> String {
        format!("What costs you most: {}, {:.1} discs a game.", self.of.title(), self.discs)
    }
}

impl Statistics {
    /// What the last fifty games of a deck say.
    pub fn new(deck: &Deck) -> Statistics {
        let games = deck.games();
        let games = &games[games.len().saturating_sub(GAMES)..];
        // No negative zero.
        let per_game = |discs: f64| discs / games.len().max(1) as f64 + 0.0;
        let mut by_cause: BTreeMap<Cause, (f64, usize)> = BTreeMap::new();
        for loss in games.iter().flat_map(|game| &game.mistakes) {
            if let Some(cause) = loss.cause {
                let sum = by_cause.entry(cause).or_default();
                *sum = (sum.0 + loss.discs, sum.1 + 1);
            }
        }
        let mut causes: Vec<Cost<Cause>> = by_cause
            .into_iter()
            .map(|(of, (discs, count))| Cost { of, discs: per_game(discs), count })
            .collect();
        causes.sort_by(|a, b| b.discs.total_cmp(&a.discs));
        let phases = Phase::ALL.into_iter().zip(0..).map(|(of, at)| {
            let discs = games.iter().map(|game| game.lost[at]).sum::<f64>();
            Cost { of, discs: per_game(discs), count: games.len() }
        });
        let colors = Color::ALL.into_iter().filter_map(|of| {
            let played: Vec<&GameEntry> = games.iter().filter(|game| game.color == of).collect();
            let discs = played.iter().flat_map(|game| game.lost).sum::<f64>();
            let count = played.len();
            (count > 0).then(|| Cost { of, discs: discs / count as f64, count })
        });
        Statistics {
            games: games.len(),
            causes,
            phases: phases.collect(),
            colors: colors.collect(),
            accuracy: games.iter().filter_map(|game| game.accuracy).collect(),
        }
    }

    /// The idea that costs most, if any does.
    pub fn costliest(&self) -> Option<Cost<Cause>> {
        self.causes.first().copied().filter(|cost| cost.discs >= 0.5)
    }
}
