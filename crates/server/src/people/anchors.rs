//! The computer's levels in the list of ratings: fixed points that make the numbers of a small club mean something.

use outflank_engine::Level;

/// The points of the level in the middle; the others follow from what was measured between neighbours.
const MEDIUM: f64 = 1500.0;

/// The points of a level.
pub(crate) fn points(level: Level) -> f64 {
    let above = |from: u8, to: u8| -> f64 { (from + 1..=to).filter_map(Level::new).map(step).sum() };
    let (medium, number) = (Level::MEDIUM.number(), level.number());
    MEDIUM + above(medium, number) - above(number, medium)
}

/// How many points a level is above the one below.
fn step(level: Level) -> f64 {
    let score = level.measured().score.unwrap_or(0.5).clamp(0.01, 0.99);
    400.0 * (score / (1.0 - score)).log10()
}

/// The level that is about as strong as somebody with these points.
pub(crate) fn nearest(strength: f64) -> Level {
    let apart = |level: &Level| (points(*level) - strength).abs();
    Level::all().min_by(|a, b| apart(a).total_cmp(&apart(b))).unwrap_or(Level::MEDIUM)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_rise_around_the_middle() {
        let all: Vec<f64> = Level::all().map(points).collect();
        assert!(all.windows(2).all(|pair| pair[1] > pair[0] + 100.0), "{all:?}");
        assert!((points(Level::MEDIUM) - MEDIUM).abs() < 1e-9);
        for level in Level::all() {
            assert_eq!(nearest(points(level)), level);
        }
        assert_eq!((nearest(0.0), nearest(9999.0)), (Level::new(1).unwrap(), Level::STRONGEST));
    }
}
