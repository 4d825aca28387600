//! Makes the weights of the engine from nothing. See the README beside this crate for the whole recipe.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod adam;
mod duel;
mod errors;
mod exact;
mod games;
mod net;
mod plot;
mod probcut;
mod progress;
mod rows;
mod samples;
mod selfplay;
mod simple;
mod strong;
mod train;

use games::GamesError;

#[derive(Parser)]
#[command(name = "outflank-trainer", version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Threads to use; all cores unless given.
    #[arg(long, global = true)]
    threads: Option<usize>,
}

#[derive(Subcommand)]
enum Command {
    /// Play games of the engine against itself
    Selfplay {
        /// The file the games are added to
        file: PathBuf,
        /// How many games the file is to hold in the end
        #[arg(long, default_value_t = 10_000)]
        games: usize,
        /// Plies each search looks ahead
        #[arg(long, default_value_t = 6)]
        depth: u8,
        /// Solve from this many empties on
        #[arg(long, default_value_t = 14)]
        exact: u8,
        /// Decides the openings and everything else drawn by lot
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Percentage of moves drawn by lot after the opening
        #[arg(long, default_value_t = 3)]
        random: usize,
        /// Fewest moves of an opening
        #[arg(long, default_value_t = 6)]
        shortest: usize,
        /// Most moves of an opening
        #[arg(long, default_value_t = 44)]
        longest: usize,
        /// Play with a rule of thumb instead of the engine: the very first generation
        #[arg(long)]
        bootstrap: bool,
        /// Play with these weights instead of those of the engine
        #[arg(long, conflicts_with = "bootstrap")]
        weights: Option<PathBuf>,
    },
    /// Fit weights to games
    Fit(train::Plan),
    /// Draw positions from games and solve them
    Solve(exact::SolvePlan),
    /// Measure static evaluations against solved positions
    Evaluate(exact::EvaluatePlan),
    /// Measure how far shallow searches are from deep ones and fit the engine's model of it
    Probcut(probcut::Plan),
    /// Play weights against each other
    Match(duel::Plan),
}

/// Prints a line of a command's answer.
macro_rules! say {
    ($($argument:tt)*) => {{
        use std::io::Write;
        // Whoever reads may have gone away, which is no reason to stop working.
        let _ = writeln!(std::io::stdout(), $($argument)*);
    }};
}
use say;

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Games(#[from] GamesError),
    #[error("{0}")]
    Input(String),
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("outflank-trainer: {failure}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    let threads =
        arguments.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    match &arguments.command {
        Command::Fit(plan) => train::run(plan, threads),
        Command::Solve(plan) => exact::solve(plan, threads),
        Command::Evaluate(plan) => exact::evaluate(plan),
        Command::Probcut(plan) => probcut::run(plan, threads),
        Command::Match(plan) => duel::run(plan, threads),
        &Command::Selfplay {
            ref file,
            games,
            depth,
            exact,
            seed,
            random,
            shortest,
            longest,
            bootstrap,
            ref weights,
        } => {
            if shortest > longest || longest > 58 {
                return Err(Failure::Input(format!(
                    "openings of {shortest} to {longest} moves cannot be drawn: 0 to 58 are possible, shortest first"
                )));
            }
            if depth == 0 || depth > 60 || exact > 60 {
                return Err(Failure::Input("depths go from 1 to 60 plies".to_owned()));
            }
            let plan = selfplay::Plan {
                file: file.clone(),
                games,
                seed,
                depth,
                exact,
                random_percent: random,
                opening: (shortest, longest),
                threads,
            };
            if bootstrap {
                selfplay::run(&plan, || simple::Simple { depth, exact })
            } else {
                let weights = strong::weights(weights.as_deref())?;
                selfplay::run(&plan, || strong::Strong::new(weights.clone(), depth, exact))
            }
        }
    }
}

/// What a thread came to.
fn join<T>(worker: std::thread::ScopedJoinHandle<T>) -> T {
    worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
