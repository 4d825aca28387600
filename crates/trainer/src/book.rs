//! Builds the opening book: grows it, deepens it, packs it, and counts what people play.
//!
//! Every search result is a line of an append-only log ([`outflank_book::log`]). The book is the replay of the log, so
//! a run may be stopped at any time, and logs of several machines are merged with `cat`.

mod bias;
mod deepen;
mod frequencies;
mod grow;
mod lines;
mod pack;
mod settle;

use std::path::PathBuf;

pub(crate) use outflank_book::LogError;

use crate::Failure;

/// What to do with the book.
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Add the positions that matter most, as long as you like
    Grow(grow::Plan),
    /// Search the positions that matter most again, more deeply
    Deepen(deepen::Plan),
    /// Add the positions of given lines
    Lines(lines::Plan),
    /// Search again what contradicts given lines
    Settle(settle::Plan),
    /// Measure how far searches are off on average
    Bias(bias::Plan),
    /// Write the file that comes with the engine
    Pack(pack::Plan),
    /// Turn such a file into a log, to go on from it
    Unpack(pack::UnpackPlan),
    /// Count what people play in a folder of WTHOR files
    Frequencies(frequencies::Plan),
}

/// Runs one of the commands.
pub(crate) fn run(command: &Command, threads: usize) -> Result<(), Failure> {
    match command {
        Command::Grow(plan) => grow::run(plan, threads),
        Command::Deepen(plan) => deepen::run(plan, threads),
        Command::Lines(plan) => lines::run(plan, threads),
        Command::Settle(plan) => settle::run(plan, threads),
        Command::Bias(plan) => bias::run(plan),
        Command::Pack(plan) => pack::run(plan),
        Command::Unpack(plan) => pack::unpack(plan),
        Command::Frequencies(plan) => frequencies::run(plan),
    }
}

/// Which part of the tree is worth growing.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Bounds {
    /// Longest line from the start, in moves
    #[arg(long, default_value_t = 28)]
    pub plies: usize,
    /// Most discs one move may lose against the best
    #[arg(long, default_value_t = 6.0)]
    pub loss: f64,
    /// Most discs a position may be away from even
    #[arg(long, default_value_t = 10.0)]
    pub value: f64,
}

impl From<Bounds> for outflank_book::Bounds {
    fn from(bounds: Bounds) -> outflank_book::Bounds {
        let Bounds { plies, loss, value } = bounds;
        outflank_book::Bounds { plies, loss, value }
    }
}

/// The log, and when to stop.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Work {
    /// The log; it is made if it is not there
    pub log: PathBuf,
    /// Plies each search looks ahead. Even: odd ones are too kind to the side to move
    #[arg(long, default_value_t = 18)]
    pub depth: u8,
    /// Stop when the book has this many positions
    #[arg(long, default_value_t = 100_000)]
    pub positions: usize,
    /// Stop after this many minutes
    #[arg(long)]
    pub minutes: Option<f64>,
    #[command(flatten)]
    pub bounds: Bounds,
}
