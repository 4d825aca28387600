use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use outflank_rules::Color;
use thiserror::Error;

use crate::LiveGame;

/// A moment in milliseconds since an origin that whoever owns the game has chosen, the same one for the life
/// of the game; Outflank's front ends count from the Unix epoch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub u64);

impl Time {
    /// The moment a while later.
    #[must_use]
    pub fn after(self, while_: Duration) -> Time {
        Time(self.0.saturating_add(while_.as_millis() as u64))
    }

    /// How long ago `earlier` was; nothing if it is in the future.
    pub fn since(self, earlier: Time) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }
}

/// Time to think: each player starts with `main` and gets `increment` for every disc placed. As text, minutes and
/// seconds.
///
/// ```
/// use outflank_play::ClockSetting;
///
/// let clock: ClockSetting = "5+3".parse()?;
/// assert_eq!((clock.main.as_secs(), clock.increment.as_secs()), (300, 3));
/// assert_eq!("0.5".parse::<ClockSetting>()?.to_string(), "0.5+0");
/// # Ok::<(), outflank_play::ParseClockError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClockSetting {
    /// What each player starts with.
    pub main: Duration,
    /// What each player gains with every disc placed.
    pub increment: Duration,
}

impl fmt::Display for ClockSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}+{}", self.main.as_secs_f64() / 60.0, self.increment.as_secs_f64()))
    }
}

/// The text is not a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("minutes, perhaps with + and seconds, are expected, as in 5 or 5+3")]
pub struct ParseClockError;

impl FromStr for ClockSetting {
    type Err = ParseClockError;

    /// Reads `MIN` or `MIN+SEC`: more than nothing and at most a day, and at most an hour for each move.
    fn from_str(text: &str) -> Result<ClockSetting, ParseClockError> {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let number = |text: &str, most: f64| text.parse().ok().filter(|number| (0.0..=most).contains(number));
        let main = number(minutes, 1440.0).map(|minutes| Duration::from_secs_f64(minutes * 60.0));
        let increment = number(seconds, 3600.0).map(Duration::from_secs_f64);
        let main = main.filter(|main| !main.is_zero()).ok_or(ParseClockError)?;
        Ok(ClockSetting { main, increment: increment.ok_or(ParseClockError)? })
    }
}

/// The clock of a game. It starts once the first disc lies on the board, so that nobody loses time before the
/// game has begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    setting: ClockSetting,
    left: [Duration; 2],
    /// What was left when each ply began, for take-backs.
    before: Vec<[Duration; 2]>,
    /// When the turn began; `None` while nothing runs.
    since: Option<Time>,
}

impl Clock {
    pub(crate) fn new(setting: ClockSetting) -> Clock {
        Clock { setting, left: [setting.main; 2], before: Vec::new(), since: None }
    }

    /// What a player has left when it is the turn of `turn`.
    pub(crate) fn left(&self, color: Color, turn: Color, now: Time) -> Duration {
        let left = self.left[color.index()];
        match self.since {
            Some(since) if color == turn => left.saturating_sub(now.since(since)),
            _ => left,
        }
    }

    /// When the player to move runs out of time.
    pub(crate) fn deadline(&self, turn: Color) -> Option<Time> {
        Some(self.since?.after(self.left[turn.index()]))
    }

    /// A ply is over; it gains the increment if a disc was placed.
    pub(crate) fn press(&mut self, turn: Color, placed: bool, now: Time) {
        self.before.push(self.left);
        self.charge(turn, now);
        if placed {
            if self.since.is_some() {
                self.left[turn.index()] += self.setting.increment;
            }
            self.since = Some(now);
        }
    }

    /// Goes back to the beginning of a ply. Time used stays used, but nobody keeps more than they had then, so
    /// that taking moves back wins no increments.
    pub(crate) fn take_back(&mut self, turn: Color, ply: usize, now: Time) {
        self.charge(turn, now);
        if let Some(before) = self.before.get(ply) {
            for (left, before) in self.left.iter_mut().zip(before) {
                *left = (*left).min(*before);
            }
        }
        self.before.truncate(ply);
    }

    /// Gives the running clock some time back, at most what has run.
    pub(crate) fn credit(&mut self, time: Duration, now: Time) {
        if let Some(since) = &mut self.since {
            *since = since.after(time).min(now);
        }
    }

    /// Begins the measuring anew.
    pub(crate) fn start(&mut self, now: Time) {
        self.since = Some(now);
    }

    /// Ends the measuring.
    pub(crate) fn stop(&mut self, turn: Color, now: Time) {
        self.charge(turn, now);
        self.since = None;
    }

    fn charge(&mut self, turn: Color, now: Time) {
        self.left[turn.index()] = self.left(turn, turn, now);
        if let Some(since) = &mut self.since {
            *since = now;
        }
    }
}

impl LiveGame {
    /// What a player has left on the clock, if there is one.
    pub fn time_left(&self, color: Color, now: Time) -> Option<Duration> {
        let turn = self.position().turn();
        Some(self.clock.as_ref()?.left(color, turn, now))
    }

    /// The clock by which the computer has to think, if there is one.
    pub fn engine_clock(&self, now: Time) -> Option<outflank_engine::Clock> {
        let remaining = self.time_left(self.position().turn(), now)?;
        let increment = self.settings().clock?.increment;
        Some(outflank_engine::Clock { remaining, increment, period: None })
    }

    /// When the player to move runs out of time: the moment to send [`Command::Tick`](crate::Command::Tick).
    pub fn deadline(&self) -> Option<Time> {
        self.clock.as_ref()?.deadline(self.position().turn())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_minutes_and_seconds() {
        let setting = |main, increment| ClockSetting {
            main: Duration::from_secs(main),
            increment: Duration::from_secs(increment),
        };
        for (text, clock) in
            [("5", setting(300, 0)), ("0.5+3", setting(30, 3)), ("1440+3600", setting(86_400, 3600))]
        {
            assert_eq!(text.parse(), Ok(clock));
            assert_eq!(clock.to_string().parse(), Ok(clock), "{clock}");
        }
        for bad in ["", "0", "0+5", "5+", "+5", "-1", "5+3+1", "5+-3", "inf", "NaN", "1e9", "1e-30", "five"] {
            assert_eq!(bad.parse::<ClockSetting>(), Err(ParseClockError), "{bad:?}");
        }
    }
}
