//! The options that say how hard the engine should try.

use std::num::NonZeroUsize;
use std::time::Duration;

use outflank_engine::{Engine, Level, Limits, Options, Strength};

use crate::number::{MOST_TABLE, seconds, threads, whole};
use crate::own_book;

/// How strong to play and on how many threads; flattened into the arguments of commands that play.
#[derive(Debug, clap::Args)]
pub(crate) struct StrengthArgs {
    /// Play at this level: 1 to 10, or easy, medium, hard.
    #[arg(long, value_name = "LEVEL", conflicts_with_all = ["depth", "time"])]
    level: Option<Level>,
    /// Look this many plies ahead.
    #[arg(long, value_name = "PLIES", conflicts_with = "time", value_parser = whole::<u8>(1..=60))]
    depth: Option<u8>,
    /// Think this many seconds about each move.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Whether to play from the opening book.
    #[arg(long, value_name = "on|off", default_value_t)]
    book: Book,
}

/// How much of the machine a search may use; flattened into the arguments of commands that search.
#[derive(Debug, clap::Args)]
pub(crate) struct EngineArgs {
    /// Search on this many threads [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZeroUsize>,
    /// Size of the transposition table in MiB.
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = whole::<u32>(1..=MOST_TABLE))]
    table: u32,
}

/// Who does the work of a batch: this machine, or workers; flattened into the arguments of commands that read many games.
#[derive(Debug, clap::Args)]
pub(crate) struct BatchArgs {
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    /// Hand the work to the workers (`outflank work`) on this PostgreSQL database.
    #[arg(long, value_name = "URL", conflicts_with = "threads")]
    pub(crate) queue: Option<String>,
}

/// Whether the computer plays from the opening book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Book {
    #[default]
    On,
    Off,
}

impl std::fmt::Display for Book {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Book::On => "on",
            Book::Off => "off",
        })
    }
}

impl EngineArgs {
    pub(crate) fn options(&self) -> Options {
        let threads = self.threads.map_or(Options::default().threads, NonZeroUsize::get);
        Options { threads, table_mb: self.table as usize }
    }
}

impl StrengthArgs {
    /// What was asked for; without a word about it, whatever the clock allows.
    pub(crate) fn strength(&self) -> Strength {
        match (self.level, self.depth, self.time) {
            (Some(level), _, _) => Strength::Level(level),
            (_, Some(depth), _) => Strength::Limits(Limits::depth(depth)),
            (_, _, Some(time)) => Strength::Limits(Limits::time(time)),
            (None, None, None) => Strength::Clock,
        }
    }

    /// An engine with the threads and memory asked for.
    pub(crate) fn engine(&self) -> Engine {
        let mut engine = Engine::new(self.engine.options());
        engine.set_book((self.book == Book::On).then_some(own_book::book));
        engine
    }
}
