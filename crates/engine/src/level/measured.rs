//! The measured strength of the levels: `data/levels.txt`, which `outflank levels --measure` writes.

use super::Level;

/// The measurement of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Discs that its own moves lose per game against best play.
    pub loss: f64,
    /// Games that the loss was measured in.
    pub checked: u32,
    /// Its score against the level below, from 0 to 1; `None` for the lowest.
    pub score: Option<f64>,
    /// Games that the score was measured in.
    pub games: u32,
}

impl Level {
    /// The measurement of this level that comes with the engine.
    pub fn measured(self) -> Measured {
        measured(include_str!("../../data/levels.txt"))
            .nth(usize::from(self.number()) - 1)
            .unwrap_or(Measured { loss: 0.0, checked: 0, score: None, games: 0 })
    }
}

/// Reads rows of `level loss checked score games`; a `#` starts a comment.
fn measured(text: &str) -> impl Iterator<Item = Measured> {
    let rows = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    rows.filter_map(|row| {
        let mut words = row.split_whitespace().skip(1);
        Some(Measured {
            loss: words.next()?.parse().ok()?,
            checked: words.next()?.parse().ok()?,
            score: words.next()?.parse().ok(),
            games: words.next()?.parse().ok()?,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_covers_every_level_and_strength_rises() {
        let rows: Vec<Measured> = Level::all().map(Level::measured).collect();
        assert!(rows.windows(2).all(|two| two[1].loss < two[0].loss), "{rows:?}");
        for (level, row) in Level::all().zip(rows).skip(1) {
            let score = row.score.expect("a score against the level below");
            assert!((0.65..=0.85).contains(&score), "level {level} scores {score} against the one below");
            assert!(row.games >= 200, "level {level} has {} games", row.games);
        }
    }
}
