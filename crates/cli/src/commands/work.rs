//! `outflank work`: searches for servers and commands on other machines.

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;

use anyhow::Context;
use outflank_engine::Options;
use outflank_server::work::Worker;
use tracing_subscriber::filter::LevelFilter;

use crate::exit::Answer;
use crate::number::{MOST_TABLE, log_level, threads, whole};

const HELP: &str = "\
A worker takes searches off servers that share a PostgreSQL database (`outflank serve --store`): moves of the computer,
hints and analyses. Without a worker the servers search themselves. `outflank solve --queue` and `outflank review
--queue` use the same workers. A worker can be stopped or killed at any time; another one redoes what it had begun.

Example:
  outflank work postgres://outflank@db.example/games?sslmode=verify-full --threads 8";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The PostgreSQL database with the queue, as in `postgres://user@host/database`.
    #[arg(value_name = "URL")]
    url: String,
    /// Search this many positions at a time [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZeroUsize>,
    /// Size of the transposition table of each search in MiB.
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = whole::<u32>(1..=MOST_TABLE))]
    table: u32,
    /// How much to log on standard error: off, error, warn, info or debug.
    #[arg(long, value_name = "LEVEL", default_value_t = LevelFilter::WARN, value_parser = log_level)]
    log_level: LevelFilter,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    tracing_subscriber::fmt()
        .with_writer(io::stderr)
        .with_max_level(args.log_level)
        .with_ansi(io::stderr().is_terminal())
        .init();
    let threads = args.threads.map_or(Options::default().threads, NonZeroUsize::get);
    let worker = Worker::open(&args.url, threads, args.table as usize).context("cannot use the queue")?;
    let each = if threads == 1 { "1 position" } else { &format!("{threads} positions") };
    writeln!(io::stdout(), "Searching up to {each} at a time (stop with Ctrl-C)")?;
    let runtime = tokio::runtime::Runtime::new()?;
    let counted = runtime.block_on(async { anyhow::Ok(worker.run(super::serve::stop_signal()?).await) })?;
    writeln!(io::stdout(), "Answered {counted} questions")?;
    Ok(Answer::Yes)
}
