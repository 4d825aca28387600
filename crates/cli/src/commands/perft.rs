//! `outflank perft`: counts lines of play, as a check of the rules and a measure of their speed.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use outflank_rules::{Move, Passes, Position, Variant, perft};
use serde::Serialize;

use crate::exit::Answer;
use crate::input::Input;
use crate::number::{threads, whole};

const HELP: &str = "\
A pass is a ply, as in published tables, and a game that ends early counts as one line. The moves of the last ply are
counted without playing them.

Examples:
  outflank perft 9              3005288 lines from the start
  outflank perft 11 --json      {\"depth\":11,\"nodes\":212258800,\"seconds\":...}
  outflank perft 10 --threads 2
  outflank perft 8 --position f5d6c3d3c4";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The length of the lines in plies.
    #[arg(value_parser = whole::<u32>(0..=99))]
    depth: u32,
    /// Start from this game or position: text, a file name or - for standard input.
    #[arg(long, value_name = "INPUT")]
    position: Option<String>,
    /// The rules: standard, orthogonal, thirty or orthogonal,thirty.
    #[arg(long, value_name = "RULES", default_value_t)]
    rules: Variant,
    /// Share the work among this many threads.
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    threads: NonZeroUsize,
    /// Print one JSON object with the keys `depth`, `nodes` and `seconds`.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    depth: u32,
    nodes: u64,
    seconds: f64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let position = match &args.position {
        Some(input) => Input::open(input, args.rules)?.position()?,
        None => Position::start(args.rules),
    };
    let start = Instant::now();
    let nodes = count(&position, args.depth, args.threads.get());
    let report = Report { depth: args.depth, nodes, seconds: start.elapsed().as_secs_f64() };
    let mut out = io::stdout();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        let lines = if nodes == 1 { "line" } else { "lines" };
        let rate = report.nodes as f64 / report.seconds / 1e6;
        writeln!(
            out,
            "depth {}: {nodes} {lines} in {:.3} s, {rate:.0} million a second",
            report.depth, report.seconds
        )?;
    }
    Ok(Answer::Yes)
}

/// Perft on several threads: the positions a few plies on are dealt out one by one.
fn count(position: &Position, depth: u32, threads: usize) -> u64 {
    /// Plies played before the work is dealt: some hundred positions, enough to keep all threads busy.
    const DEALT: u32 = 5;
    if threads == 1 || depth <= DEALT {
        return perft(position, depth, Passes::TakeAPly);
    }
    let mut dealt = vec![*position];
    let mut finished = 0;
    for _ in 0..DEALT {
        let (over, going): (Vec<_>, Vec<_>) = dealt.into_iter().partition(Position::is_over);
        finished += over.len() as u64;
        dealt = going.iter().flat_map(successors).collect();
    }
    let (next, nodes) = (AtomicUsize::new(0), AtomicU64::new(finished));
    thread::scope(|scope| {
        for _ in 0..threads.min(dealt.len()) {
            scope.spawn(|| {
                while let Some(position) = dealt.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let lines = perft(position, depth - DEALT, Passes::TakeAPly);
                    nodes.fetch_add(lines, Ordering::Relaxed);
                }
            });
        }
    });
    nodes.into_inner()
}

fn successors(position: &Position) -> Vec<Position> {
    let moves: Vec<Move> = if position.must_pass() {
        vec![Move::Pass]
    } else {
        position.legal_moves().iter().map(Move::Place).collect()
    };
    moves.into_iter().filter_map(|mv| position.play(mv).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_threads_count_what_one_does() {
        for depth in 0..=9 {
            let alone = perft(&Position::default(), depth, Passes::TakeAPly);
            assert_eq!(count(&Position::default(), depth, 3), alone, "depth {depth}");
        }
    }
}
