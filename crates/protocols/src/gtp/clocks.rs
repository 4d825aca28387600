use std::time::Duration;

use outflank_engine::{Clock, Period};
use outflank_rules::Color;

/// The times that the client has set: those of new games, and what each player has left.
#[derive(Debug, Default)]
pub(super) struct Clocks {
    setting: Option<Clock>,
    left: [Option<Clock>; 2],
}

impl Clocks {
    /// `time_settings`: main time, the time of a byo-yomi period and the moves in it.
    ///
    /// A period of no moves means no limit if there is no main time, as the protocol says, and an increment after every
    /// move if there is some, as Othello programs use it.
    pub(super) fn set(&mut self, main: Duration, period: Duration, moves: u32) {
        self.setting = match (main.is_zero(), period.is_zero(), moves) {
            (_, true, _) => Some(Clock::remaining(main)),
            (true, false, 0) => None,
            (false, false, 0) => Some(Clock { increment: period, ..Clock::remaining(main) }),
            (_, false, moves) => {
                Some(Clock { period: Some(Period { time: period, moves }), ..Clock::remaining(main) })
            }
        };
        self.restart();
    }

    /// Resets the clocks for a new game.
    pub(super) fn restart(&mut self) {
        self.left = [self.setting; 2];
    }

    /// `time_left`: main time if the number of moves is 0, else what is left of a period.
    pub(super) fn set_left(&mut self, color: Color, time: Duration, moves: u32) {
        let setting = self.setting.unwrap_or(Clock::remaining(Duration::ZERO));
        self.left[color.index()] = Some(match moves {
            0 => Clock { remaining: time, ..setting },
            moves => Clock { period: Some(Period { time, moves }), ..Clock::remaining(Duration::ZERO) },
        });
    }

    pub(super) fn left(&self, color: Color) -> Option<Clock> {
        self.left[color.index()]
    }

    /// Subtracts the time of one of our moves. A clock that ran out stays at zero: whether that loses is up to the
    /// referee.
    pub(super) fn spend(&mut self, color: Color, time: Duration) {
        let Some(clock) = &mut self.left[color.index()] else { return };
        *clock = clock.after_move(time).unwrap_or(Clock { remaining: Duration::ZERO, ..*clock });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_mins(1);
    const SECOND: Duration = Duration::from_secs(1);

    fn set(main: Duration, period: Duration, moves: u32) -> Clocks {
        let mut clocks = Clocks::default();
        clocks.set(main, period, moves);
        clocks
    }

    #[test]
    fn settings_mean_absolute_time_increments_byo_yomi_or_no_limit() {
        assert_eq!(set(MINUTE, Duration::ZERO, 0).left(Color::Black), Some(Clock::remaining(MINUTE)));
        let fischer = Clock { increment: SECOND, ..Clock::remaining(MINUTE) };
        assert_eq!(set(MINUTE, SECOND, 0).left(Color::White), Some(fischer));
        let period = Some(Period { time: SECOND, moves: 5 });
        assert_eq!(set(MINUTE, SECOND, 5).setting.unwrap().period, period);
        assert_eq!(set(Duration::ZERO, SECOND, 0).left(Color::Black), None);
    }

    #[test]
    fn a_clock_runs_for_its_own_colour_and_is_reset_by_a_new_game() {
        let mut clocks = set(MINUTE, Duration::ZERO, 0);
        clocks.spend(Color::Black, SECOND);
        assert_eq!(clocks.left(Color::Black).unwrap().remaining, MINUTE.checked_sub(SECOND).unwrap());
        assert_eq!(clocks.left(Color::White).unwrap().remaining, MINUTE);
        clocks.spend(Color::Black, 2 * MINUTE);
        assert_eq!(clocks.left(Color::Black).unwrap().remaining, Duration::ZERO);
        clocks.restart();
        assert_eq!(clocks.left(Color::Black).unwrap().remaining, MINUTE);
    }

    #[test]
    fn time_left_overrides_our_own_count() {
        let mut clocks = set(MINUTE, SECOND, 0);
        clocks.set_left(Color::White, 30 * SECOND, 0);
        let left = clocks.left(Color::White).unwrap();
        assert_eq!((left.remaining, left.increment), (30 * SECOND, SECOND));
        clocks.set_left(Color::White, 9 * SECOND, 3);
        let period = Some(Period { time: 9 * SECOND, moves: 3 });
        assert_eq!(clocks.left(Color::White).unwrap().period, period);
    }
}
