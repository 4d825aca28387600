//! Fits the weights of the classic search by least squares to the results of its games against itself.

use std::time::Duration;

use outflank_engine::training::classic::{FEATURES, PHASES, features, phase};
use outflank_engine::{Limits, Random, StopToken, classic};
use outflank_rules::{Move, Position, Variant};

use crate::progress::Progress;
use crate::{Failure, join, least_squares, say};

/// What to fit to.
#[derive(clap::Args)]
pub(crate) struct Plan {
    /// Games played under either rule, with and without diagonals
    #[arg(long, default_value_t = 12_000)]
    games: usize,
}

/// Prints new tables for `engine/src/classic/weights.rs`. Run it twice to fit to games of players that use the first
/// result.
pub(crate) fn run(plan: &Plan, threads: usize) -> Result<(), Failure> {
    for orthogonal in [false, true] {
        let variant = Variant { orthogonal, thirty: false };
        let progress = Progress::new("games", 0, plan.games)?;
        let sums = std::thread::scope(|scope| {
            let play = |thread| {
                let mut sums = Sums::new();
                for game in (thread..plan.games).step_by(threads) {
                    sums.add_game(variant, game as u64);
                    progress.advance(1);
                }
                sums
            };
            let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(move || play(thread))).collect();
            workers.into_iter().map(join).reduce(Sums::plus).unwrap_or_else(Sums::new)
        });
        progress.finish();
        say!("{}", if orthogonal { "ORTHOGONAL" } else { "STANDARD" });
        for phase in &sums.phases {
            let (weights, error) = phase.solve();
            let row = weights.map(|weight| format!("{weight:6}")).join(",");
            say!("    [{row}], // error {error:.1}");
        }
    }
    Ok(())
}

/// The sums for least squares, one set per phase.
struct Sums {
    phases: Vec<Phase>,
}

#[derive(Clone)]
struct Phase {
    count: usize,
    products: [[f64; FEATURES]; FEATURES],
    targets: [f64; FEATURES],
    squares: f64,
}

impl Sums {
    fn new() -> Sums {
        let phase =
            Phase { count: 0, products: [[0.0; FEATURES]; FEATURES], targets: [0.0; FEATURES], squares: 0.0 };
        Sums { phases: vec![phase; PHASES] }
    }

    #[allow(clippy::needless_pass_by_value)] // so that it can be folded with
    fn plus(mut self, other: Sums) -> Sums {
        for (a, b) in self.phases.iter_mut().zip(&other.phases) {
            a.count += b.count;
            a.squares += b.squares;
            for i in 0..FEATURES {
                a.targets[i] += b.targets[i];
                for j in 0..FEATURES {
                    a.products[i][j] += b.products[i][j];
                }
            }
        }
        self
    }

    /// Plays a game, first some random plies and then with a shallow search, and adds the positions of the second part
    /// with the result.
    fn add_game(&mut self, variant: Variant, game: u64) {
        let mut random = Random::new(game);
        let mut position = Position::start(variant);
        let most = 6 + random.below(32);
        let random_plies = 4 + random.below(most);
        let mut seen = Vec::new();
        for ply in 0.. {
            if position.is_over() {
                break;
            }
            let mv = if position.must_pass() {
                Move::Pass
            } else if ply < random_plies {
                let moves = position.legal_moves();
                Move::Place(moves.iter().nth(random.below(moves.len())).expect("there is a move"))
            } else {
                seen.push(position);
                let depth = if position.empties().len() <= 12 { 12 } else { 4 };
                let limits = Limits { time: Some(Duration::from_secs(5)), ..Limits::depth(depth) };
                classic::search(&position, &limits, &StopToken::new(), &mut |_| {}).lines[0].mv()
            };
            position = position.play(mv).expect("the move is legal");
        }
        for seen in seen {
            let result = f64::from(position.score().tournament_margin_for(seen.turn()));
            let replies = variant.placements(seen.board().passed());
            let features = features(variant, seen.board(), seen.legal_moves(), replies).map(f64::from);
            self.phases[phase(seen.board())].add(&features, result);
        }
    }
}

impl Phase {
    #[allow(clippy::needless_range_loop)]
    fn add(&mut self, features: &[f64; FEATURES], target: f64) {
        self.count += 1;
        self.squares += target * target;
        for i in 0..FEATURES {
            self.targets[i] += features[i] * target;
            for j in 0..FEATURES {
                self.products[i][j] += features[i] * features[j];
            }
        }
    }

    /// The weights in 1/128 disc and the remaining error (root mean square, in discs). A small ridge on the diagonal
    /// gives features that never occur no weight.
    fn solve(&self) -> ([i32; FEATURES], f64) {
        let mut rows: Vec<Vec<f64>> = self
            .products
            .iter()
            .zip(self.targets)
            .map(|(row, target)| [row, &[target][..]].concat())
            .collect();
        for (i, row) in rows.iter_mut().enumerate() {
            row[i] += 1.0 + 1e-3 * self.count as f64;
        }
        let solved = least_squares::solve(rows).and_then(|weights| weights.try_into().ok());
        let weights: [f64; FEATURES] = solved.unwrap_or([0.0; FEATURES]);
        let explained: f64 = (0..FEATURES)
            .map(|i| {
                let predicted: f64 = (0..FEATURES).map(|j| self.products[i][j] * weights[j]).sum();
                weights[i] * (2.0 * self.targets[i] - predicted)
            })
            .sum();
        let error = ((self.squares - explained) / self.count.max(1) as f64).sqrt();
        (weights.map(|weight| (weight * 128.0).round() as i32), error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_weights_are_recovered() {
        let mut random = Random::new(4);
        let truth: [f64; FEATURES] = std::array::from_fn(|i| i as f64 / 4.0 - 1.5);
        let mut sums = Sums::new();
        for _ in 0..20_000 {
            let features: [f64; FEATURES] = std::array::from_fn(|_| random.unit() * 40.0 - 20.0);
            let value = features.iter().zip(truth).map(|(feature, weight)| feature * weight).sum();
            sums.phases[0].add(&features, value);
        }
        let (weights, error) = sums.phases[0].solve();
        for (found, truth) in weights.iter().zip(truth) {
            assert!((f64::from(*found) - truth * 128.0).abs() <= 1.0, "{found} for {truth}");
        }
        assert!(error < 0.2, "{error}");
    }

    #[test]
    fn a_game_adds_its_searched_positions() {
        let mut sums = Sums::new();
        sums.add_game(Variant { orthogonal: true, thirty: false }, 3);
        let positions: usize = sums.phases.iter().map(|phase| phase.count).sum();
        assert!((10..=56).contains(&positions), "{positions}");
        assert!(sums.phases.iter().all(|phase| phase.squares >= 0.0));
    }
}
