//! `outflank book learn`: the positions of games go into the user's own book.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;

use outflank_book::{Search, learn, log, own};
use outflank_engine::{Options, StopToken};
use outflank_rules::Game;

use crate::exit::Answer;
use crate::input::InputArgs;
use crate::interrupt::stop_on_interrupt;
use crate::number::{threads, whole};
use crate::output::counted;
use crate::own_book;

const HELP: &str = "\
Each position of the games is searched for the best move and for the best one that was not played. The computer,
`outflank book` and `outflank coach` then use what was found. Positions that are in your book already are skipped.
Ctrl-C stops; what is done so far is kept.

Examples:
  outflank book learn game.sgf
  outflank book learn games/*.ggf --plies 20 --depth 20";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Learn this many moves of each game.
    #[arg(long, value_name = "N", default_value = "30", value_parser = whole::<u32>(1..=60))]
    plies: u32,
    #[command(flatten)]
    search: SearchArgs,
}

/// How positions are searched for the book.
#[derive(Debug, clap::Args)]
pub(super) struct SearchArgs {
    /// Look this many plies ahead; even numbers work best.
    #[arg(long, value_name = "PLIES", default_value = "18", value_parser = whole::<u8>(1..=60))]
    depth: u8,
    /// Search this many positions at a time [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZeroUsize>,
}

impl SearchArgs {
    /// The search asked for.
    pub(super) fn search(&self, stop: StopToken) -> Search {
        let threads = self.threads.map_or(Options::default().threads, NonZeroUsize::get);
        Search { depth: self.depth, threads, stop }
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let mut games: Vec<Game> = Vec::new();
    for input in args.input.open()? {
        for record in input.records()? {
            games.push(record?.game);
        }
    }
    let path = own_book::writable_path()?;
    let search = args.search.search(stop_on_interrupt());
    let searched = learn(&path, &games, args.plies as usize, &search)?;
    let games = counted(games.len(), "game", "games");
    let searches = counted(searched, "search", "searches");
    let end = if search.stop.is_stopped() { "Stopped" } else { "Done" };
    writeln!(io::stdout(), "{end}: {searches} for {games}, kept in {}.", path.display())?;
    Ok(Answer::Yes)
}

/// Learns games one after the other and says how many searches that took. Each is kept when it is done.
pub(crate) fn learn(path: &Path, games: &[Game], plies: usize, search: &Search) -> anyhow::Result<usize> {
    let mut tree = own::tree(path)?;
    let mut writer = log::Writer::open(path)?;
    let mut searched = 0;
    for game in games {
        let found = search.run(&learn::jobs(&tree, game, plies));
        writer.append(&found)?;
        searched += found.len();
        tree.extend(found);
        if search.stop.is_stopped() {
            break;
        }
    }
    Ok(searched)
}
