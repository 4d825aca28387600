use outflank_rules::Color;

use crate::{Ending, Pair};

/// The tally of a match, from the first player's side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs of games by the points of the first player: 0, ½, 1, 1½ and 2. The two games of a pair share an opening,
    /// so pairs, not games, are the independent trials.
    pub pairs: [u64; 5],
    /// The sum of disc differences of the games that were not forfeited.
    pub discs: i64,
    /// Games each player forfeited.
    pub faults: [u64; 2],
}

impl Tally {
    /// Counts a pair.
    pub fn add(&mut self, pair: &Pair) {
        let mut half_points = 0;
        for (played, color) in pair.games.iter().zip(Color::ALL) {
            let halves = (played.points(color) * 2.0) as usize;
            half_points += halves;
            match halves {
                2 => self.wins += 1,
                1 => self.draws += 1,
                _ => self.losses += 1,
            }
            match played.ending {
                Ending::Finished(_) if color == Color::Black => self.discs += i64::from(played.margin()),
                Ending::Finished(_) => self.discs -= i64::from(played.margin()),
                Ending::Forfeited { by, .. } => self.faults[usize::from(by != color)] += 1,
            }
        }
        self.pairs[half_points] += 1;
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The first player's share of the points, 0 to 1; ½ before the first game.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }

    /// The mean disc difference of the games that were not forfeited.
    pub fn mean_discs(&self) -> f64 {
        let finished = self.games() - self.faults[0] - self.faults[1];
        if finished == 0 { 0.0 } else { self.discs as f64 / finished as f64 }
    }
}
