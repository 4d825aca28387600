use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use outflank_rules::Position;

use crate::level::opening;
use crate::{Budget, Choice, Clock, Engine, Goal, Level, Limits, Random, StopToken, search};

/// How a player of whole games chooses its moves.
///
/// ```
/// use outflank_engine::{Level, Limits, Strength};
///
/// assert_eq!("level:5".parse(), Ok(Strength::Level(Level::MEDIUM)));
/// assert_eq!("depth:6".parse(), Ok(Strength::Limits(Limits::depth(6))));
/// assert_eq!("time:0.5".parse::<Strength>().unwrap().to_string(), "time:0.5");
/// assert!("time:never".parse::<Strength>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strength {
    /// As well as the clock allows; without a clock, like [`Level::HARD`].
    #[default]
    Clock,
    /// As a level plays.
    Level(Level),
    /// The best move within limits.
    Limits(Limits),
}

impl Strength {
    /// Chooses a move; `None` when the game is over. With a clock, it never takes longer than the clock allows.
    pub fn choose(
        self,
        engine: &mut Engine,
        position: &Position,
        clock: Option<Clock>,
        random: &mut Random,
        stop: &StopToken,
    ) -> Option<Choice> {
        let time = clock.map(|clock| clock.time_for_move(position.empties().len() as u32));
        let at_level =
            |level: Level| Budget { time: level.time_cap().min(time.unwrap_or(Duration::MAX)), nodes: None };
        let limits = match (self, time) {
            (Strength::Clock, None) => {
                return engine.choose_within(position, Level::HARD, at_level(Level::HARD), random, stop);
            }
            (Strength::Level(level), _) => {
                return engine.choose_within(position, level, at_level(level), random, stop);
            }
            (Strength::Clock, Some(time)) => Limits::time(time),
            (Strength::Limits(limits), _) => {
                Limits { time: limits.time.into_iter().chain(time).min(), ..limits }
            }
        };
        let seen = search::expected_depth(&limits);
        if let Some(book) = engine.book()
            && let Some(choice) = opening::from_book(book(), position, Level::STRONGEST, seen, random)
        {
            return Some(choice);
        }
        let analysis = engine.search(position, &limits, stop, &mut |_| {});
        let mv = analysis.lines.first()?.mv();
        Some(Choice { mv, analysis })
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limits = match self {
            Strength::Clock => return f.pad("clock"),
            Strength::Level(level) => return f.pad(&format!("level:{level}")),
            Strength::Limits(limits) => limits,
        };
        let mut words = Vec::new();
        match limits.goal {
            Goal::Strongest => {}
            Goal::Depth(depth) => words.push(format!("depth:{depth}")),
            Goal::Exact => words.push("exact".to_owned()),
            Goal::WinLossDraw => words.push("wld".to_owned()),
        }
        words.extend(limits.time.map(|time| format!("time:{}", time.as_secs_f64())));
        words.extend(limits.nodes.map(|nodes| format!("nodes:{nodes}")));
        f.pad(&words.join(","))
    }
}

/// The text is not a strength.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseStrengthError(String);

impl fmt::Display for ParseStrengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is no playing strength: level:1 to level:10, depth:PLIES, time:SECONDS, nodes:NUMBER or clock \
             is expected",
            self.0
        )
    }
}

impl std::error::Error for ParseStrengthError {}

impl FromStr for Strength {
    type Err = ParseStrengthError;

    /// Reads `clock`, `level:L`, or `depth:D`, `time:S` and `nodes:N`, of which several may be joined by
    /// commas. An equals sign may stand for the colon.
    fn from_str(text: &str) -> Result<Strength, ParseStrengthError> {
        read(text).ok_or_else(|| ParseStrengthError(text.to_owned()))
    }
}

fn read(text: &str) -> Option<Strength> {
    if text.eq_ignore_ascii_case("clock") {
        return Some(Strength::Clock);
    }
    let mut limits = Limits::default();
    for word in text.split(',') {
        let (key, value) = word.split_once([':', '='])?;
        match key.trim().to_ascii_lowercase().as_str() {
            "level" if word == text => return value.parse().ok().map(Strength::Level),
            "depth" => {
                limits.goal = Goal::Depth(value.parse().ok().filter(|depth| (1..=60).contains(depth))?);
            }
            "time" => {
                let seconds: f64 = value.parse().ok().filter(|seconds| *seconds > 0.0)?;
                limits.time = Some(Duration::try_from_secs_f64(seconds).ok()?);
            }
            "nodes" => limits.nodes = Some(value.parse().ok().filter(|nodes| *nodes > 0)?),
            _ => return None,
        }
    }
    Some(Strength::Limits(limits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strengths_round_trip_as_text() {
        for text in ["clock", "level:3", "depth:12", "time:0.25", "nodes:5000", "depth:9,time:2"] {
            assert_eq!(text.parse::<Strength>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn invalid_strengths_are_refused() {
        for text in [
            "",
            "level",
            "level:0",
            "level:11",
            "level:3,depth:2",
            "depth:0",
            "depth:61",
            "time:-1",
            "time:inf",
            "time:nan",
            "nodes:0",
            "pace:4",
        ] {
            assert!(text.parse::<Strength>().is_err(), "{text}");
        }
    }
}
