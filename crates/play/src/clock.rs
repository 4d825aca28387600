use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use outflank_rules::Color;
use thiserror::Error;

use crate::{Awaited, LiveGame};

/// A moment in milliseconds since an origin that the owner of the game has chosen, the same one for the life
/// of the game; Outflank's front ends count from the Unix epoch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub u64);

impl Time {
    /// The moment after a duration.
    #[must_use]
    pub fn after(self, duration: Duration) -> Time {
        Time(self.0.saturating_add(duration.as_millis() as u64))
    }

    /// How long ago `earlier` was; nothing if it is in the future.
    pub fn since(self, earlier: Time) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }
}

/// Time to think: each player starts with `main` and gets `increment` for every disc placed; or, in games over days,
/// has `main` for each move. As text, minutes and seconds, or days and a `d`.
///
/// ```
/// use outflank_play::ClockSetting;
///
/// let clock: ClockSetting = "5+3".parse()?;
/// assert_eq!((clock.main.as_secs(), clock.increment.as_secs()), (300, 3));
/// assert_eq!("0.5".parse::<ClockSetting>()?.to_string(), "0.5+0");
/// assert_eq!("3d".parse::<ClockSetting>()?, ClockSetting::days(3));
/// # Ok::<(), outflank_play::ParseClockError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClockSetting {
    /// What each player starts with.
    pub main: Duration,
    /// What each player gains with every disc placed.
    pub increment: Duration,
    /// Whether `main` is for each move and not for the whole game.
    pub per_move: bool,
}

const DAY: Duration = Duration::from_hours(24);

impl ClockSetting {
    /// The longest time for a whole game: more is the same as no clock.
    pub const LONGEST_MAIN: Duration = DAY;
    /// The most that a disc gains.
    pub const LONGEST_INCREMENT: Duration = Duration::from_hours(1);
    /// The longest time for one move, in days.
    pub const MOST_DAYS: u32 = 14;

    /// Whether the main time is not zero and both times are within the limits.
    pub fn is_allowed(&self) -> bool {
        let longest = if self.per_move { DAY * ClockSetting::MOST_DAYS } else { ClockSetting::LONGEST_MAIN };
        !self.main.is_zero() && self.main <= longest && self.increment <= ClockSetting::LONGEST_INCREMENT
    }

    /// A time for the whole game, and an increment for every disc.
    pub const fn new(main: Duration, increment: Duration) -> ClockSetting {
        ClockSetting { main, increment, per_move: false }
    }

    /// This many days for each move.
    pub const fn days(days: u32) -> ClockSetting {
        ClockSetting {
            main: Duration::from_hours(24 * days as u64),
            increment: Duration::ZERO,
            per_move: true,
        }
    }
}

impl fmt::Display for ClockSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.per_move {
            return f.pad(&format!("{}d", self.main.as_secs_f64() / DAY.as_secs_f64()));
        }
        f.pad(&format!("{}+{}", self.main.as_secs_f64() / 60.0, self.increment.as_secs_f64()))
    }
}

/// The text is not a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("minutes, perhaps with + and seconds, or days for each move are expected, as in 5, 5+3 or 3d")]
pub struct ParseClockError;

impl FromStr for ClockSetting {
    type Err = ParseClockError;

    /// Reads `MIN`, `MIN+SEC` or `DAYSd`.
    fn from_str(text: &str) -> Result<ClockSetting, ParseClockError> {
        let duration = |text: &str, unit: f64| -> Option<Duration> {
            Duration::try_from_secs_f64(text.parse::<f64>().ok()? * unit).ok()
        };
        let clock = || {
            if let Some(days) = text.strip_suffix('d') {
                let days = days.parse().ok().filter(|days| *days <= ClockSetting::MOST_DAYS);
                return days.map(ClockSetting::days);
            }
            let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
            Some(ClockSetting::new(duration(minutes, 60.0)?, duration(seconds, 1.0)?))
        };
        clock().filter(ClockSetting::is_allowed).ok_or(ParseClockError)
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
        if self.setting.per_move {
            self.left[turn.index()] = self.setting.main;
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
        if self.setting.per_move {
            self.left = [self.setting.main; 2];
        }
    }

    /// Gives the running clock some time back, at most what has run.
    pub(crate) fn credit(&mut self, time: Duration, now: Time) {
        if let Some(since) = &mut self.since {
            *since = since.after(time).min(now);
        }
    }

    /// Starts the clock again.
    pub(crate) fn start(&mut self, now: Time) {
        self.since = Some(now);
    }

    /// Stops the clock.
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

    /// The clock that limits the computer's thinking, if there is one.
    pub fn engine_clock(&self, now: Time) -> Option<outflank_engine::Clock> {
        let remaining = self.time_left(self.position().turn(), now)?;
        let increment = self.settings().clock?.increment;
        Some(outflank_engine::Clock { remaining, increment, period: None })
    }

    /// When the player to move runs out of time, while a clock runs.
    pub fn flag_falls(&self) -> Option<Time> {
        self.clock.as_ref()?.deadline(self.position().turn())
    }

    /// When the game is called off because a player has not placed a first disc.
    pub fn first_move_due(&self) -> Option<Time> {
        let placed = self.game().moves().iter().filter(|mv| mv.square().is_some()).count();
        let waits = !matches!(self.awaited(), Awaited::Nothing | Awaited::Continue) && placed < 2;
        self.settings().first_move.filter(|_| waits).map(|limit| self.turn_began.after(limit))
    }

    /// When something happens automatically: the moment to send [`Command::Tick`](crate::Command::Tick).
    pub fn deadline(&self) -> Option<Time> {
        self.flag_falls().into_iter().chain(self.first_move_due()).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_minutes_and_seconds() {
        let setting =
            |main, increment| ClockSetting::new(Duration::from_secs(main), Duration::from_secs(increment));
        for (text, clock) in [
            ("5", setting(300, 0)),
            ("0.5+3", setting(30, 3)),
            ("1440+3600", setting(86_400, 3600)),
            ("1d", ClockSetting::days(1)),
            ("14d", ClockSetting::days(14)),
        ] {
            assert_eq!(text.parse(), Ok(clock));
            assert_eq!(clock.to_string().parse(), Ok(clock), "{clock}");
        }
        for bad in [
            "", "0", "0+5", "5+", "+5", "-1", "5+3+1", "5+-3", "inf", "NaN", "1e9", "1e-30", "five", "0d",
            "15d", "d", "-1d", "1.5d",
        ] {
            assert_eq!(bad.parse::<ClockSetting>(), Err(ParseClockError), "{bad:?}");
        }
    }
}
