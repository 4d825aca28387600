//! The rating of a player against puzzles: Glicko-1, each answer a game.

use super::line::PuzzleEntry;

/// What a player is worth, and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// On the scale of the levels, see [`level_rating`](crate::puzzles::level_rating).
    pub value: f64,
    /// The deviation: the true value is within twice this with 95%.
    pub deviation: f64,
}

impl Default for Rating {
    /// The rating of a new player.
    fn default() -> Rating {
        Rating { value: 1200.0, deviation: 350.0 }
    }
}

/// Ratings never get surer than this, so that they follow a player who learns.
const LEAST_DEVIATION: f64 = 60.0;
/// The deviation of a puzzle, whose grade is known to about a level.
const PUZZLE_DEVIATION: f64 = 100.0;
const Q: f64 = std::f64::consts::LN_10 / 400.0;

impl Rating {
    /// The rating after a game against an opponent, with a score from 0 to 1.
    #[must_use]
    pub fn after(self, other: Rating, score: f64) -> Rating {
        let g = 1.0 / (1.0 + 3.0 * (Q * other.deviation / std::f64::consts::PI).powi(2)).sqrt();
        let expected = 1.0 / (1.0 + 10f64.powf(-g * (self.value - other.value) / 400.0));
        let information = (Q * g).powi(2) * expected * (1.0 - expected);
        let precision = self.deviation.powi(-2) + information;
        let value = self.value + Q / precision * g * (score - expected);
        Rating { value, deviation: precision.powf(-0.5) }
    }

    /// After an answer to a puzzle.
    #[must_use]
    pub fn after_puzzle(self, entry: &PuzzleEntry) -> Rating {
        let puzzle = Rating { value: entry.rating, deviation: PUZZLE_DEVIATION };
        let next = self.after(puzzle, if entry.right { 1.0 } else { 0.0 });
        Rating { deviation: next.deviation.max(LEAST_DEVIATION), ..next }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of Glickman's paper, its three games one after the other instead of at once, which differs by a few points.
    #[test]
    fn the_example_of_the_paper() {
        let player = Rating { value: 1500.0, deviation: 200.0 };
        let games = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)];
        let after = games.into_iter().fold(player, |player, (value, deviation, score)| {
            player.after(Rating { value, deviation }, score)
        });
        assert!((after.value - 1464.0).abs() < 8.0, "{after:?}");
        assert!((after.deviation - 151.4).abs() < 2.0, "{after:?}");
        let first = player.after(Rating { value: 1400.0, deviation: 30.0 }, 1.0);
        assert!((first.value - 1563.6).abs() < 0.5, "{first:?}");
    }

    #[test]
    fn right_answers_raise_it_and_hard_ones_more() {
        let answer =
            |rating, right| Rating::default().after_puzzle(&PuzzleEntry { puzzle: 1, right, rating }).value;
        assert!(answer(1600.0, true) > answer(1000.0, true) && answer(1000.0, true) > 1200.0);
        assert!(answer(1000.0, false) < answer(1600.0, false) && answer(1600.0, false) < 1200.0);
    }
}
