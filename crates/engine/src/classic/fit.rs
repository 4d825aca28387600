//! Where the weights come from: least squares over the results of games the search plays against itself.
//!
//! `cargo test --release -p outflank-engine fit_the_weights -- --ignored --nocapture` prints fresh tables for
//! `weights.rs` in some minutes. Run it twice to fit to games of players that use the first result.

use std::time::Duration;

use outflank_rules::{Color, Move, Position, Variant};

use super::utility::{FEATURES, PHASES, features, phase};
use crate::{Limits, Random, StopToken};

const GAMES: u64 = 12_000;

#[test]
#[ignore = "takes minutes and prints tables: a tool, not a check"]
#[allow(clippy::print_stdout)]
fn fit_the_weights() {
    for orthogonal in [false, true] {
        let variant = Variant { orthogonal, thirty: false };
        let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
        let sums = std::thread::scope(|scope| {
            let play = |thread| {
                let mut sums = Sums::new();
                (0..GAMES)
                    .filter(|game| game % threads == thread)
                    .for_each(|game| sums.add_game(variant, game));
                sums
            };
            let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(move || play(thread))).collect();
            let parts = workers.into_iter().map(|worker| worker.join().expect("no worker panics"));
            parts.reduce(Sums::plus).expect("at least one worker")
        });
        println!("{}", if orthogonal { "ORTHOGONAL" } else { "STANDARD" });
        for phase in &sums.phases {
            let (weights, error) = phase.solve();
            println!("    {weights:?}, // {} positions, error {error:.1} discs", phase.count);
        }
    }
}

/// The sums of least squares, a set per phase.
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

    /// Plays a game, at random for some plies and then as well as a quick search can, and adds the positions
    /// of the second part with the result.
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
                super::search(&position, &limits, &StopToken::new(), &mut |_| {}).lines[0].mv()
            };
            position = position.play(mv).expect("the move is legal");
        }
        let black = f64::from(position.score().tournament_margin());
        for position in seen {
            let target = if position.turn() == Color::Black { black } else { -black };
            let board = position.board();
            let replies = variant.placements(board.passed());
            let features = features(variant, board, position.legal_moves(), replies).map(f64::from);
            self.phases[phase(board)].add(&features, target);
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

    /// The weights in 1/128 disc and the error that remains (root mean square, in discs), by elimination. A
    /// little is added to the diagonal so that features that never occur get no weight.
    #[allow(clippy::needless_range_loop)] // matrices are read by row and column
    fn solve(&self) -> ([i32; FEATURES], f64) {
        let (mut a, mut b) = (self.products, self.targets);
        for (i, row) in a.iter_mut().enumerate() {
            row[i] += 1.0 + 1e-3 * self.count as f64;
        }
        for i in 0..FEATURES {
            for below in i + 1..FEATURES {
                let factor = a[below][i] / a[i][i];
                for column in i..FEATURES {
                    a[below][column] -= factor * a[i][column];
                }
                b[below] -= factor * b[i];
            }
        }
        let mut weights = [0.0; FEATURES];
        for i in (0..FEATURES).rev() {
            let known: f64 = (i + 1..FEATURES).map(|j| a[i][j] * weights[j]).sum();
            weights[i] = (b[i] - known) / a[i][i];
        }
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
