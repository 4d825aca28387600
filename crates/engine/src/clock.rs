use std::time::Duration;

/// What a player's clock shows, and the one place that divides it among the remaining moves.
///
/// ```
/// use outflank_engine::Clock;
/// use std::time::Duration;
///
/// let clock = Clock::remaining(Duration::from_secs(300));
/// let opening = clock.time_for_move(58);
/// assert!(opening > Duration::from_secs(5) && opening < Duration::from_secs(20));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left for all remaining moves; with a [`Clock::period`], what is left before the periods begin.
    pub remaining: Duration,
    /// Time added after every move.
    pub increment: Duration,
    /// What follows when `remaining` has run out, if that does not lose the game.
    pub period: Option<Period>,
}

/// Byo-yomi: a time for a number of moves, over and over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The time of one period, or what is left of the current one.
    pub time: Duration,
    /// Moves to make in that time; 0 counts as 1.
    pub moves: u32,
}

/// Kept back from every move: the time between the end of a search and pressing the clock.
const LAG: Duration = Duration::from_millis(20);

/// Empty squares from which a search to the end takes almost no time.
const SOLVED_AT: u32 = 14;

/// Longer than any game, and small enough to calculate with.
const FOREVER: Duration = Duration::from_secs(10_000_000);

impl Clock {
    /// A clock with this much time for the whole game.
    pub const fn remaining(remaining: Duration) -> Clock {
        Clock { remaining, increment: Duration::ZERO, period: None }
    }

    /// How long to think about a move with this many empty squares: never more than the clock allows, and never zero.
    ///
    /// The time is shared evenly among our moves until the endgame is solved instantly. The middle game, where games
    /// are decided, and the long solve before that point get half as much again; the opening pays for it.
    pub fn time_for_move(&self, empties: u32) -> Duration {
        let per_period_move = self.period.map_or(Duration::ZERO, |period| period.time / period.moves.max(1));
        let (remaining, increment) = (self.remaining.min(FOREVER), self.increment.min(FOREVER));
        // Every remaining move has its lag, but even on a clock smaller than that, a tenth is for thinking.
        let lags = LAG * (empties.div_ceil(2) + 1);
        let main = remaining.saturating_sub(lags.min(remaining / 10 * 9));
        let moves = empties.saturating_sub(SOLVED_AT).div_ceil(2).max(2);
        let (numerator, denominator) = match empties {
            46.. => (3, 4),
            18..=45 => (3, 2),
            _ => (1, 1),
        };
        let share = main / moves * numerator / denominator + increment * 9 / 10;
        // Two thirds at most: the rest of the game needs some, too.
        let share = share.min(main * 2 / 3);
        // Byo-yomi follows the main time, so a move can always use its share of a period.
        share.max(per_period_move.saturating_sub(LAG)).max(Duration::from_millis(1))
    }

    /// The clock after a move that took `spent`; `None` if the time ran out during the move.
    #[must_use]
    pub fn after_move(self, spent: Duration) -> Option<Clock> {
        if let Some(remaining) = self.remaining.checked_sub(spent) {
            let remaining = remaining.saturating_add(self.increment);
            return Some(Clock { remaining, ..self });
        }
        let period = self.period?;
        let over = spent.saturating_sub(self.remaining);
        (over <= period.time).then_some(Clock { remaining: Duration::ZERO, ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    /// Plays 30 moves with all the time given plus a lag; returns the clock at the end, or the move on which it ran
    /// out.
    fn play(mut clock: Clock, lag: Duration) -> Result<Clock, u32> {
        for empties in (1..=60).rev().step_by(2) {
            let spent = clock.time_for_move(empties) + lag;
            clock = clock.after_move(spent).ok_or(empties)?;
        }
        Ok(clock)
    }

    #[test]
    fn a_game_never_runs_out_of_time_and_uses_most_of_it() {
        for main in [1.0, 5.0, 60.0, 300.0, 1800.0] {
            let end = play(Clock::remaining(seconds(main)), seconds(0.01)).unwrap();
            assert!(end.remaining < seconds(main / 10.0).max(seconds(0.2)), "{main}: {end:?}");
        }
    }

    #[test]
    fn an_increment_is_spent_and_does_not_ruin_the_clock() {
        let clock = Clock { increment: seconds(2.0), ..Clock::remaining(seconds(10.0)) };
        assert!(clock.time_for_move(60) > seconds(1.5));
        let end = play(clock, seconds(0.02)).unwrap();
        assert!(end.remaining > Duration::ZERO);
        let tiny = Clock { remaining: seconds(0.1), ..clock };
        assert!(tiny.time_for_move(40) < seconds(0.08), "the increment comes after the move");
    }

    #[test]
    fn byo_yomi_gives_each_move_its_share_of_a_period() {
        let period = Some(Period { time: seconds(30.0), moves: 5 });
        let clock = Clock { period, ..Clock::remaining(Duration::ZERO) };
        let share = clock.time_for_move(40);
        assert!(share > seconds(5.9) && share < seconds(6.0), "{share:?}");
        assert!(Clock { remaining: seconds(600.0), ..clock }.time_for_move(40) > share);
        assert_eq!(clock.after_move(seconds(31.0)), None);
    }

    #[test]
    fn an_empty_clock_still_gives_a_moment() {
        for empties in 0..=60 {
            let time = Clock::remaining(Duration::ZERO).time_for_move(empties);
            assert_eq!(time, Duration::from_millis(1));
        }
    }

    #[test]
    fn the_middle_game_gets_more_than_the_opening() {
        let clock = Clock::remaining(seconds(300.0));
        assert!(clock.time_for_move(30) > clock.time_for_move(58));
    }
}
