//! Training: from games to a weights file.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use outflank_engine::training::patterns::{ROWS, fingerprint};
use outflank_engine::training::{self, Packed};

use crate::errors::Errors;
use crate::net::{Net, samples_for};
use crate::phase::{Optimizer, Schedule};
use crate::plot::{Curve, svg};
use crate::progress::Progress;
use crate::samples::{self, Samples, Source, Values};
use crate::{Failure, say};

/// How to train.
#[derive(clap::Args)]
pub(crate) struct Plan {
    /// Files of games; FILE=WEIGHT makes the positions of a file count more or less
    #[arg(required = true)]
    games: Vec<Source>,
    /// The weights file to write; it is written after each epoch
    #[arg(long, short)]
    output: PathBuf,
    /// Share of the search score in the value of a position; the rest is the value of the next position
    #[arg(long, default_value_t = 0.1)]
    score_share: f32,
    /// Positions this many discs from even count half, and less further away
    #[arg(long, default_value_t = 16.0)]
    half: f32,
    /// Begin with these weights instead of small random ones
    #[arg(long)]
    start: Option<PathBuf>,
    /// How often to go through all positions; with 0 the weights to start with are only measured
    #[arg(long, default_value_t = 5)]
    epochs: usize,
    /// Positions behind each step
    #[arg(long, default_value_t = 8192)]
    batch: usize,
    /// How far each step goes at first
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// How much weights are held to 0: in a step they lose this much of the rate
    #[arg(long, default_value_t = 1.0)]
    decay: f32,
    /// Forget in the end what the weights say of states that occur in none of the positions: a smaller file
    #[arg(long)]
    forget_unseen: bool,
    /// Improve only what is for this part of the game
    #[arg(long)]
    only: Option<Part>,
    /// Write a picture of the error over the game
    #[arg(long)]
    plot: Option<PathBuf>,
}

/// The phases of the evaluation, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    Late,
    Early,
}

/// Fits weights to games, shows the progress and writes them.
pub(crate) fn run(plan: &Plan, threads: usize) -> Result<(), Failure> {
    if plan.batch == 0 {
        return Err(Failure::Batch);
    }
    let clock = Instant::now();
    let values = Values { share: plan.score_share, half: plan.half };
    let samples = samples::load(&plan.games, values, threads)?;
    say!(
        "{} games: {} positions to learn from, {} held out, read in {:.1} s",
        samples.games,
        samples.training.len(),
        samples.held_out.len(),
        clock.elapsed().as_secs_f64()
    );
    let mut net = match &plan.start {
        None => Net::new(),
        Some(path) => Net::from_packed(&read_weights(path)?),
    };
    let schedule =
        Schedule { epochs: plan.epochs, batch: plan.batch, rate: plan.rate, decay: plan.decay, threads };
    for part in [Part::Late, Part::Early] {
        if plan.only.is_none_or(|only| only == part) {
            learn(&mut net, part, &samples, plan, schedule)?;
        }
    }
    // Steps leave stages a little off on average; this many positions show by how much.
    net.centre(&samples.training[..samples.training.len().min(5_000_000)], threads);
    let packed = net.to_packed();
    let rounded = Net::from_packed(&packed);
    let training = rounded.errors(&samples.training, threads);
    let held_out = rounded.errors(&samples.held_out, threads);
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

/// Trains a phase of the network.
fn learn(
    net: &mut Net,
    part: Part,
    samples: &Samples,
    plan: &Plan,
    schedule: Schedule,
) -> Result<(), Failure> {
    let phase = part as usize;
    let training = samples_for(phase, &samples.training);
    let mut held_out = samples.held_out.clone();
    held_out.retain(|sample| training::phase(sample.board.empties().len()) == phase);
    say!("{part:?}: {} positions", training.len());
    if schedule.epochs > 0 {
        let progress = Progress::new("positions", 0, schedule.epochs * training.len())?;
        let mut optimizer = Optimizer::new(schedule);
        for epoch in 1..=schedule.epochs {
            let clock = Instant::now();
            let error = net.phases[phase].learn(&training, &mut optimizer, &|count| progress.advance(count));
            let took = clock.elapsed().as_secs_f64();
            let tested = Errors::total(&net.errors(&held_out, schedule.threads)).rmse();
            say!("epoch {epoch}: error {error:.4} discs, {tested:.4} on held-out games, {took:.0} s");
            write(&plan.output, &net.to_packed().to_bytes())?;
        }
        progress.finish();
    }
    if plan.forget_unseen {
        net.phases[phase].forget_unseen(&training);
    }
    Ok(())
}

fn table(training: &[Errors], held_out: &[Errors]) {
    say!("empties  positions  learned  held out   bias");
    for high in (4..=60).rev().step_by(4) {
        let low = high - 3;
        let (learned, tested) = (Errors::total(&training[low..=high]), Errors::total(&held_out[low..=high]));
        say!(
            "{high:2}-{low:2}   {:10.0}   {:6.3}    {:6.3} {:+6.3}",
            learned.count,
            learned.rmse(),
            tested.rmse(),
            tested.mean()
        );
    }
    let (learned, tested) = (Errors::total(training), Errors::total(held_out));
    say!(
        "all     {:10.0}   {:6.3}    {:6.3} {:+6.3}",
        learned.count,
        learned.rmse(),
        tested.rmse(),
        tested.mean()
    );
}

fn read_weights(path: &Path) -> Result<Packed, Failure> {
    let bytes = fs::read(path).map_err(Failure::file(path))?;
    Packed::from_bytes(&bytes, fingerprint(), ROWS).map_err(Failure::weights(path))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(Failure::file(path))
}
