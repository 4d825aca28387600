//! Ratings by Glicko-1.
//!
//! Written here because it is forty lines, and because the list needs them with a deviation that grows with rest and is
//! bounded on both sides, which libraries do not do. Not Glicko-2: its volatility means nothing where a rating changes with
//! every single game.

use std::f64::consts::{LN_10, PI};

use crate::store::Standing;

const START: f64 = 1500.0;
/// The deviation is never outside of this.
const LEAST_DEVIATION: f64 = 45.0;
const MOST_DEVIATION: f64 = 350.0;
/// How much the square of a deviation grows in a day: from 60 to 110 in a year.
const GROWTH_PER_DAY: f64 = 23.0;
/// Above this deviation a rating is provisional.
const PROVISIONAL: f64 = 110.0;

const DAY_MS: f64 = 86_400_000.0;

impl Standing {
    /// Of somebody new.
    pub(crate) fn new(now_ms: u64) -> Standing {
        Standing { points: START, deviation: MOST_DEVIATION, at_ms: now_ms, games: 0 }
    }

    /// The deviation at a time: who rests is known less and less well.
    pub(crate) fn deviation_at(&self, now_ms: u64) -> f64 {
        let days = now_ms.saturating_sub(self.at_ms) as f64 / DAY_MS;
        (self.deviation.powi(2) + GROWTH_PER_DAY * days).sqrt().min(MOST_DEVIATION)
    }

    /// As it is shown.
    pub(crate) fn rating(&self, now_ms: u64) -> outflank_play::Rating {
        let points = self.points.round().clamp(100.0, 4000.0) as u16;
        outflank_play::Rating { points, provisional: self.deviation_at(now_ms) > PROVISIONAL }
    }

    /// After a game against an opponent: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub(crate) fn after(&self, opponent: &Standing, score: f64, now_ms: u64) -> Standing {
        let own = (self.points, self.deviation_at(now_ms));
        let game = ((opponent.points, opponent.deviation_at(now_ms)), score);
        let (points, deviation) = update(own, &[game]);
        let deviation = deviation.clamp(LEAST_DEVIATION, MOST_DEVIATION);
        Standing { points, deviation, at_ms: now_ms, games: self.games + 1 }
    }
}

const Q: f64 = LN_10 / 400.0;

/// How much a result against somebody with this deviation says.
fn weight(deviation: f64) -> f64 {
    1.0 / (1.0 + 3.0 * (Q * deviation / PI).powi(2)).sqrt()
}

/// Rating and deviation after games in one period, each against a rating and deviation with a score.
fn update((points, deviation): (f64, f64), games: &[((f64, f64), f64)]) -> (f64, f64) {
    let (mut information, mut surprise) = (0.0, 0.0);
    for ((other, other_deviation), score) in games {
        let g = weight(*other_deviation);
        let expected = 1.0 / (1.0 + 10_f64.powf(-g * (points - other) / 400.0));
        information += (Q * g).powi(2) * expected * (1.0 - expected);
        surprise += g * (score - expected);
    }
    let precision = 1.0 / deviation.powi(2) + information;
    (points + Q / precision * surprise, precision.sqrt().recip())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of Glickman's description of the system.
    #[test]
    fn the_published_example() {
        let games = [((1400.0, 30.0), 1.0), ((1550.0, 100.0), 0.0), ((1700.0, 300.0), 0.0)];
        let (points, deviation) = update((1500.0, 200.0), &games);
        assert!((points - 1464.0).abs() < 0.5, "{points}");
        assert!((deviation - 151.4).abs() < 0.05, "{deviation}");
        for (deviation, expected) in [(30.0, 0.9955), (100.0, 0.9531), (300.0, 0.7242)] {
            assert!((weight(deviation) - expected).abs() < 0.0001);
        }
    }

    #[test]
    fn rest_makes_unsure_and_play_makes_sure() {
        let year = 365 * 86_400_000;
        let known = Standing { points: 1700.0, deviation: 60.0, at_ms: 0, games: 30 };
        assert!(!known.rating(0).provisional);
        assert!((known.deviation_at(year) - 110.0).abs() < 1.0);
        assert!((known.deviation_at(1000 * year) - MOST_DEVIATION).abs() < 1e-9);
        let (mut anna, mut ben) = (Standing::new(0), Standing::new(0));
        assert_eq!(anna.rating(0).to_string(), "1500?");
        for _ in 0..200 {
            (anna, ben) = (anna.after(&ben, 0.5, 0), ben.after(&anna, 0.5, 0));
        }
        assert!((anna.points - START).abs() < 1e-9 && (anna.deviation - LEAST_DEVIATION).abs() < 1e-9);
        assert!(!anna.rating(0).provisional && ben.games == 200);
        let won = anna.after(&ben, 1.0, 0);
        assert!(won.points > anna.points && ben.after(&anna, 0.0, 0).points < ben.points);
    }
}
