//! Makes the engine's weights from scratch. The README of this crate has the whole recipe.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod adam;
mod book;
mod classic;
mod duel;
mod errors;
mod exact;
mod failure;
mod games;
mod least_squares;
mod net;
mod phase;
mod plot;
mod probcut;
mod progress;
mod puzzles;
mod rows;
mod samples;
mod searcher;
mod selfplay;
mod states;
mod train;

use failure::Failure;

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
    Selfplay(selfplay::Plan),
    /// Fit weights to games
    Fit(train::Plan),
    /// Fit the weights of the classic search to games of its own
    FitClassic(classic::Plan),
    /// Pick random positions from games and solve them, or search them deeply
    Solve(exact::SolvePlan),
    /// Measure static evaluations, or searches, against such positions
    Evaluate(exact::EvaluatePlan),
    /// Measure how far shallow searches are from deep ones and fit the engine's model of it
    Probcut(probcut::Plan),
    /// Play weights against each other
    Match(duel::Plan),
    /// Make the pack of puzzles from games of the levels
    Puzzles(puzzles::Plan),
    /// Build the opening book
    #[command(subcommand)]
    Book(book::Command),
}

/// Prints a line of a command's output.
macro_rules! say {
    ($($argument:tt)*) => {{
        use std::io::Write;
        // The reader may have closed the pipe, which is no reason to stop working.
        let _ = writeln!(std::io::stdout(), $($argument)*);
    }};
}
use say;

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
        Command::Selfplay(plan) => selfplay::run(plan, threads),
        Command::Fit(plan) => train::run(plan, threads),
        Command::FitClassic(plan) => classic::run(plan, threads),
        Command::Solve(plan) => exact::solve(plan, threads),
        Command::Evaluate(plan) => exact::evaluate(plan),
        Command::Probcut(plan) => probcut::run(plan, threads),
        Command::Match(plan) => duel::run(plan, threads),
        Command::Puzzles(plan) => puzzles::run(plan, threads),
        Command::Book(command) => book::run(command, threads),
    }
}

/// Joins a thread and returns its result.
fn join<T>(worker: std::thread::ScopedJoinHandle<T>) -> T {
    worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
