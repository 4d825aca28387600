use std::fmt;
use std::str::FromStr;

use super::Level;

/// A game that a person played against a level, as input for the adaptive level; as text `5 won`.
///
/// ```
/// use outflank_engine::{Level, PastGame, PastResult};
///
/// let game: PastGame = "5 won".parse().unwrap();
/// assert_eq!(game, PastGame { level: Level::MEDIUM, result: PastResult::Won });
/// assert_eq!(game.to_string(), "5 won");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PastGame {
    /// The level of the computer.
    pub level: Level,
    /// How it ended for the person.
    pub result: PastResult,
}

/// How a game ended for the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PastResult {
    /// The person won.
    Won,
    /// Nobody did.
    Drawn,
    /// The computer won.
    Lost,
}

impl fmt::Display for PastGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = match self.result {
            PastResult::Won => "won",
            PastResult::Drawn => "drawn",
            PastResult::Lost => "lost",
        };
        write!(f, "{} {result}", self.level)
    }
}

/// The text is not a past game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePastGameError(String);

impl fmt::Display for ParsePastGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no past game: a level and won, drawn or lost are expected", self.0)
    }
}

impl std::error::Error for ParsePastGameError {}

impl FromStr for PastGame {
    type Err = ParsePastGameError;

    fn from_str(text: &str) -> Result<PastGame, ParsePastGameError> {
        let read = || {
            let (level, result) = text.split_once(' ')?;
            let level = Level::new(level.parse().ok()?)?;
            let result = match result {
                "won" => PastResult::Won,
                "drawn" => PastResult::Drawn,
                "lost" => PastResult::Lost,
                _ => return None,
            };
            Some(PastGame { level, result })
        };
        read().ok_or_else(|| ParsePastGameError(text.to_owned()))
    }
}

/// The level that should give this person an even game, from the games so far, oldest first.
///
/// Recent games count more, one result changes the level by at most one, and a new player starts at level 2.
///
/// ```
/// use outflank_engine::{Level, PastGame, PastResult, adapt};
///
/// let start = adapt(&[]);
/// assert_eq!(start.number(), 2);
/// let lost = PastGame { level: start, result: PastResult::Lost };
/// assert!(adapt(&[lost, lost]) < start);
/// ```
pub fn adapt(games: &[PastGame]) -> Level {
    // The most likely strength, as a level with fractions. A level scores about three points in four against the one
    // below, so each level divides the odds of winning by three.
    let strengths = (0..=100).map(|step| 0.5 + f64::from(step) * 0.1);
    let strength = strengths.max_by(|a, b| likelihood(games, *a).total_cmp(&likelihood(games, *b)));
    let level = strength.unwrap_or(NEWCOMER).round().clamp(1.0, 10.0) as u8;
    let level = match games.last() {
        Some(last) => level.clamp((last.level.number() - 1).max(1), (last.level.number() + 1).min(10)),
        None => level,
    };
    Level::new(level).unwrap_or(Level::EASY)
}

/// The prior strength of a new player, and its standard deviation.
const NEWCOMER: f64 = 2.0;
const SPREAD: f64 = 2.0;
/// The weight of a game, and of the prior, relative to the game after it: people change.
const FADING: f64 = 0.9;

/// The log-likelihood of the results at a strength.
fn likelihood(games: &[PastGame], strength: f64) -> f64 {
    let prior = -((strength - NEWCOMER) / SPREAD).powi(2) / 2.0;
    games.iter().fold(prior, |sum, game| {
        let win = 1.0 / (1.0 + 3f64.powf(f64::from(game.level.number()) - strength));
        let evidence = match game.result {
            PastResult::Won => win.ln(),
            PastResult::Drawn => f64::midpoint(win.ln(), (1.0 - win).ln()),
            PastResult::Lost => (1.0 - win).ln(),
        };
        FADING * sum + evidence
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// The levels that a player of a given strength gets to play.
    fn season(strength: f64, games: usize, seed: u64) -> Vec<u8> {
        let mut random = Random::new(seed);
        let mut past = Vec::new();
        for _ in 0..games {
            let level = adapt(&past);
            let win = 1.0 / (1.0 + 3f64.powf(f64::from(level.number()) - strength));
            let result = if random.unit() < win { PastResult::Won } else { PastResult::Lost };
            past.push(PastGame { level, result });
        }
        past.iter().map(|game| game.level.number()).collect()
    }

    #[test]
    fn it_finds_the_strength_of_a_player_and_stays_near_it() {
        for strength in [1.0, 4.0, 7.0, 9.0] {
            let levels: Vec<u8> = (0..20).flat_map(|seed| season(strength, 40, seed).split_off(20)).collect();
            let mean = levels.iter().copied().map(f64::from).sum::<f64>() / levels.len() as f64;
            assert!(
                (mean - strength).abs() < 0.8,
                "strength {strength} was given level {mean:.1} on average"
            );
        }
    }

    #[test]
    fn invalid_past_games_are_refused() {
        for text in ["", "5", "5 ", "won", "0 won", "11 won", "5  won", "5 Won", "5 won ", "easy won"] {
            assert!(text.parse::<PastGame>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn one_game_moves_it_by_a_step_at_most() {
        for seed in 0..20 {
            let levels = season(9.0, 30, seed);
            assert!(levels.windows(2).all(|pair| pair[0].abs_diff(pair[1]) <= 1), "{levels:?}");
        }
    }

    #[test]
    fn winning_every_game_leads_to_the_top_and_losing_every_game_to_the_bottom() {
        assert_eq!(season(99.0, 20, 1).last(), Some(&10));
        assert_eq!(season(-99.0, 20, 1).last(), Some(&1));
    }
}
