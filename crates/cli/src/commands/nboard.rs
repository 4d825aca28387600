//! `outflank nboard`: the engine for the analysis program NBoard.

use std::io::{self, BufReader};
use std::num::NonZeroUsize;

use outflank_book::Search;
use outflank_engine::{Engine, Options, StopToken};
use outflank_protocols::nboard;
use outflank_rules::Game;

use super::book::learn;
use crate::exit::Answer;
use crate::number::{MOST_TABLE, threads, whole};
use crate::own_book;
use crate::strength::Book;

const HELP: &str = "\
Reads commands from standard input and answers on standard output. NBoard chooses the depth; `ping` and `quit` break
a search off. `learn` adds the game to your own opening book, as `outflank book learn` does.

Examples:
  outflank nboard                  the command to enter in NBoard as an engine
  printf 'nboard 2\\nset depth 12\\nhint 3\\n' | outflank nboard";

/// What `learn` takes of a game, as `outflank book learn` does.
const LEARN_PLIES: usize = 30;
const LEARN_DEPTH: u8 = 18;

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// Search on this many threads [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZeroUsize>,
    /// Size of the transposition table in MiB.
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = whole::<u32>(1..=MOST_TABLE))]
    table: u32,
    /// Whether to play from the opening book.
    #[arg(long, value_name = "on|off", default_value_t)]
    book: Book,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let threads = args.threads.map_or(Options::default().threads, NonZeroUsize::get);
    let mut engine = Engine::new(Options { threads, table_mb: args.table as usize });
    engine.set_book((args.book == Book::On).then_some(own_book::book));
    let mut learn = |game: &Game, stop: &StopToken| {
        let search = Search { depth: LEARN_DEPTH, threads, stop: stop.clone() };
        let learned = own_book::writable_path()
            .and_then(|path| learn::learn(&path, std::slice::from_ref(game), LEARN_PLIES, &search));
        match learned {
            Ok(searches) => format!("Learned the game with {searches} searches"),
            Err(error) => format!("The game cannot be learned: {error:#}"),
        }
    };
    nboard::serve(engine, BufReader::new(io::stdin()), io::stdout(), &mut learn)?;
    Ok(Answer::Yes)
}
