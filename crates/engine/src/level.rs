//! How strong the computer plays: levels made for people, with weaknesses people have.
//!
//! A level is defined by the discs it loses per game against best play. `character` is the table of how each level
//! plays, `choice` picks a move, `measured` has the measured strength, `adaptive` finds the right level for a player,
//! and `opening` has what a level knows about openings.

mod adaptive;
mod character;
pub(crate) mod choice;
mod measured;
pub(crate) mod opening;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

pub use adaptive::{ParsePastGameError, PastGame, PastResult, adapt};
pub use choice::Budget;
pub use measured::Measured;

/// How strong the computer plays, from 1, for a first game, to 10.
///
/// ```
/// use outflank_engine::Level;
///
/// assert_eq!("medium".parse(), Ok(Level::MEDIUM));
/// assert_eq!(Level::new(10).unwrap().name(), "Perfect");
/// assert!("11".parse::<Level>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// Beatable by a beginner.
    pub const EASY: Level = Level(2);
    /// A fair opponent for an occasional player.
    pub const MEDIUM: Level = Level(5);
    /// Punishes mistakes.
    pub const HARD: Level = Level(8);
    /// As strong as it gets.
    pub const STRONGEST: Level = Level(10);

    /// The level with this number, 1 to 10.
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number <= 10 { Some(Level(number)) } else { None }
    }

    /// All levels, weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=10).map(Level)
    }

    /// The number, 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self.0 {
            1 => "First game",
            2 => "Beginner",
            3 => "Casual",
            4 => "Improver",
            5 => "Club",
            6 => "Strong club",
            7 => "Expert",
            8 => "Master",
            9 => "Champion",
            _ => "Perfect",
        }
    }

    /// Its group: easy, medium or hard.
    pub const fn group(self) -> &'static str {
        match self.0 {
            1..=3 => "easy",
            4..=6 => "medium",
            _ => "hard",
        }
    }

    /// What to expect of it, in a sentence.
    pub const fn description(self) -> &'static str {
        match self.0 {
            1 => "Likes to flip many discs and to be on the edge; sees a corner at times.",
            2 => "Grabs discs and edges, mostly sees a corner, and never misses a last win.",
            3 => "Takes every free corner and looks two moves ahead, with gaps.",
            4 => "Looks three moves ahead; overlooks things deeper in a line.",
            5 => "Leaves the opponent few moves; counts the end from nine empty squares.",
            6 => "Slips now and then, deep in a line; counts the end from twelve.",
            7 => "Rarely overlooks anything; counts the end from twelve empty squares.",
            8 => "Punishes most mistakes; counts the end from fourteen empty squares.",
            9 => "Plays nearly the best move every time; counts the end from sixteen.",
            _ => "Everything the engine has, five seconds a move. No human is known to beat this.",
        }
    }

    /// No move takes longer than this.
    pub fn time_cap(self) -> Duration {
        self.character().time
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.to_string())
    }
}

/// The text is not a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseLevelError(String);

impl fmt::Display for ParseLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no level is called {:?}: easy, medium, hard or a number from 1 to 10 is expected", self.0)
    }
}

impl std::error::Error for ParseLevelError {}

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Level, ParseLevelError> {
        match text.to_ascii_lowercase().as_str() {
            "easy" => Ok(Level::EASY),
            "medium" => Ok(Level::MEDIUM),
            "hard" => Ok(Level::HARD),
            number => {
                number.parse().ok().and_then(Level::new).ok_or_else(|| ParseLevelError(text.to_owned()))
            }
        }
    }
}
