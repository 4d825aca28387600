//! `outflank nboard`: the engine for the analysis program NBoard.

use std::io::{self, BufReader};
use std::num::NonZeroUsize;

use outflank_engine::{Engine, Options};
use outflank_protocols::nboard;

use crate::exit::Answer;
use crate::number::{MOST_TABLE, threads, whole};

const HELP: &str = "\
Reads commands from standard input and answers on standard output. NBoard itself says how deep to
search; `ping` and `quit` break a search off.

Examples:
  outflank nboard                  the command to enter in NBoard as an engine
  printf 'nboard 2\\nset depth 12\\nhint 3\\n' | outflank nboard";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// Search on this many threads; all cores if not given.
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZeroUsize>,
    /// Size of the transposition table in MiB.
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = whole::<u32>(1..=MOST_TABLE))]
    table: u32,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let threads = args.threads.map_or(Options::default().threads, NonZeroUsize::get);
    let engine = Engine::new(Options { threads, table_mb: args.table as usize });
    nboard::serve(engine, BufReader::new(io::stdin()), io::stdout())?;
    Ok(Answer::Yes)
}
