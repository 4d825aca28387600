//! `outflank bench`: a fixed piece of work, for its speed and its signature.

use std::io::{self, Write};
use std::num::NonZeroUsize;

use outflank_engine::bench::{TABLE_MB, bench};
use outflank_engine::{Engine, Options};
use outflank_rules::kernel;
use serde::Serialize;

use crate::exit::Answer;
use crate::number::threads;

const HELP: &str = "\
The work is always the same. The signature depends on every node count, score and move: with one thread it is the same
on every run and every processor, and changes only when the engine's behaviour does.

Examples:
  outflank bench
  outflank bench --threads 4 --json";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// Search on this many threads; there is a signature only with one.
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    threads: NonZeroUsize,
    /// Print one JSON object with the keys `signature`, `nodes`, `seconds`, `nodes_per_second` and `threads`.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    signature: Option<String>,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    threads: usize,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let mut out = io::stdout();
    let mut engine = Engine::new(Options { threads: args.threads.get(), table_mb: TABLE_MB });
    let mut failed = Ok(());
    let mut number = 0;
    let report = bench(&mut engine, |position, analysis| {
        number += 1;
        if !args.json && failed.is_ok() {
            let (empties, line) = (position.empties().len(), &analysis.lines[0]);
            failed = writeln!(
                out,
                "{number:>2}  {empties} empty  {:<8} {} {:>7}  {:>11} nodes",
                line.certainty.to_string(),
                line.mv(),
                line.score.to_string(),
                analysis.nodes
            );
        }
    });
    failed?;
    let seconds = report.time.as_secs_f64();
    let report = Report {
        signature: report.signature.map(|signature| format!("{signature:016x}")),
        nodes: report.nodes,
        seconds,
        nodes_per_second: (report.nodes as f64 / seconds.max(1e-9)) as u64,
        threads: args.threads.get(),
    };
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        let rate = report.nodes_per_second as f64 / 1e6;
        writeln!(out, "\nnodes      {}", report.nodes)?;
        writeln!(out, "seconds    {seconds:.3}")?;
        writeln!(
            out,
            "speed      {rate:.1} million nodes a second, {} thread(s), {}",
            report.threads,
            kernel::NAME
        )?;
        if let Some(signature) = &report.signature {
            writeln!(out, "signature  {signature}")?;
        }
    }
    Ok(Answer::Yes)
}
