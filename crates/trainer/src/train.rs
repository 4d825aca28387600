//! From games to a weights file.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use outflank_engine::eval::patterns::{self, LAYOUT};
use outflank_engine::eval::weights::Packed;

use crate::fit::{self, Errors, Regularisation, Solution};
use crate::plot::{Curve, svg};
use crate::samples::{self, Shard, Source, Values};
use crate::{Failure, say};

/// How to train.
#[derive(clap::Args)]
pub(crate) struct Plan {
    /// Files of games; FILE=WEIGHT makes the positions of a file count more or less
    #[arg(required = true)]
    games: Vec<Source>,
    /// The weights file to write
    #[arg(long, short)]
    output: PathBuf,
    /// Share of the search score in the value of a position; the rest is the value of the next position
    #[arg(long, default_value_t = 0.1)]
    score_share: f32,
    /// Positions this many discs from even count half, and less further away
    #[arg(long, default_value_t = 32.0)]
    half: f32,
    /// Begin with these weights instead of zeros
    #[arg(long)]
    start: Option<PathBuf>,
    /// Most steps to make; with 0 the weights to start with are only measured
    #[arg(long, default_value_t = 60)]
    steps: usize,
    /// Hold every weight back as this many positions would that want it to be 0
    #[arg(long, default_value_t = 3.0)]
    ridge: f64,
    /// Hold every weight to that of the neighbouring knots as this many positions would
    #[arg(long, default_value_t = 3.0)]
    smooth: f64,
    /// Write a picture of the error over the game
    #[arg(long)]
    plot: Option<PathBuf>,
}

/// Steps without progress on held-out games before the fit is taken to be done.
const PATIENCE: usize = 20;

/// Fits weights to games, shows how well that went and writes them.
pub(crate) fn run(plan: &Plan, threads: usize) -> Result<(), Failure> {
    let clock = Instant::now();
    let values = Values { share: plan.score_share, half: plan.half };
    let samples = samples::load(&plan.games, values, threads)?;
    let count = |shards: &[Shard]| shards.iter().map(Shard::len).sum::<usize>();
    say!(
        "{} games: {} positions to learn from, {} held out, read in {:.1} s",
        samples.games,
        count(&samples.training),
        count(&samples.held_out),
        clock.elapsed().as_secs_f64()
    );
    let start = match &plan.start {
        None => Solution::zero(),
        Some(path) => read_weights(path)?,
    };
    let clock = Instant::now();
    let mut best = (f64::INFINITY, 0, start.clone());
    let regularisation = Regularisation { ridge: plan.ridge, smooth: plan.smooth };
    if plan.steps > 0 {
        fit::fit(&samples.training, start, regularisation, |step, weights| {
            let last = step >= plan.steps;
            if step % 5 != 0 && !last {
                return true;
            }
            let error = total(&weights.errors(&samples.held_out)).rmse();
            let pace = clock.elapsed().as_secs_f64() / step as f64;
            say!("step {step:3}: error on held-out games {error:.4} discs, {pace:.1} s a step");
            if error < best.0 {
                best = (error, step, weights.clone());
            }
            // The error does not fall evenly, but after a while more steps only learn the games by heart.
            !last && step < best.1 + PATIENCE
        });
    }
    let packed = best.2.to_packed();
    let rounded =
        Solution::from_packed(&packed).ok_or_else(|| Failure::Input("rounding failed".to_owned()))?;
    let (training, held_out) = (rounded.errors(&samples.training), rounded.errors(&samples.held_out));
    table(&training, &held_out);
    if let Some(path) = &plan.plot {
        let curves = [
            Curve { name: "held-out games", colour: "#c0392b", errors: &held_out },
            Curve { name: "training games", colour: "#2980b9", errors: &training },
        ];
        write(path, svg("Static evaluation against the value of positions", &curves).as_bytes())?;
    }
    let bytes = packed.to_bytes();
    write(&plan.output, &bytes)?;
    say!("{}: {} bytes", plan.output.display(), bytes.len());
    Ok(())
}

fn table(training: &[Errors], held_out: &[Errors]) {
    say!("empties  positions  learned  held out   bias");
    for high in (4..=60).rev().step_by(4) {
        let low = high - 3;
        let (learned, tested) = (total(&training[low..=high]), total(&held_out[low..=high]));
        say!(
            "{high:2}-{low:2}   {:10.0}   {:6.3}    {:6.3} {:+6.3}",
            learned.count,
            learned.rmse(),
            tested.rmse(),
            tested.mean()
        );
    }
    let (learned, tested) = (total(training), total(held_out));
    say!(
        "all     {:10.0}   {:6.3}    {:6.3} {:+6.3}",
        learned.count,
        learned.rmse(),
        tested.rmse(),
        tested.mean()
    );
}

fn total(errors: &[Errors]) -> Errors {
    errors.iter().fold(Errors::default(), |mut sum, &errors| {
        sum += errors;
        sum
    })
}

fn read_weights(path: &Path) -> Result<Solution, Failure> {
    let name = path.display();
    let bytes = fs::read(path).map_err(|e| Failure::Input(format!("{name}: {e}")))?;
    let packed = Packed::from_bytes(&bytes, patterns::fingerprint(), LAYOUT.classes)
        .map_err(|e| Failure::Input(format!("{name}: {e}")))?;
    Solution::from_packed(&packed)
        .ok_or_else(|| Failure::Input(format!("{name}: these weights have other knots than this program")))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(|e| Failure::Input(format!("{}: {e}", path.display())))
}
