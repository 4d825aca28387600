//! `outflank book grow`: the user's own book grows around a position.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use anyhow::ensure;
use outflank_book::{Bounds, grow, learn, log, own};
use outflank_rules::Board;

use super::learn::SearchArgs;
use crate::exit::Answer;
use crate::input::InputArgs;
use crate::interrupt::stop_on_interrupt;
use crate::number::duration;
use crate::output::counted;
use crate::own_book;

const HELP: &str = "\
The moves that matter most come first: good ones, and the answers to errors of either side. Ctrl-C stops at any time;
the next run goes on from there.

Examples:
  outflank book grow f5d6c3 --time 1h
  outflank book grow tiger --time 10m --depth 22";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// How long to search: 90s, 10m or 1h.
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = duration)]
    time: Duration,
    #[command(flatten)]
    search: SearchArgs,
}

/// Moves that are followed between two looks at the tree.
const BATCH: usize = 16;
/// How many moves beyond the position lines may go.
const FURTHER: usize = 20;

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let game = args.input.game_or_opening()?;
    ensure!(game.start().variant().is_standard(), "the book is about the standard rules");
    ensure!(!game.position().is_over(), "the game is over in this position");
    let root = game.position().board();
    let path = own_book::writable_path()?;
    let mut tree = own::tree(&path)?;
    let mut writer = log::Writer::open(&path)?;
    let search = args.search.search(stop_on_interrupt());
    let end = Instant::now() + args.time;
    let before = tree.len();
    let found = search.run(&learn::jobs(&tree, &game, game.moves().len()));
    writer.append(&found)?;
    tree.extend(found);
    ensure!(
        tree.contains(root.canonical()) || search.stop.is_stopped(),
        "a book starts with the first move: name the moves that lead to this position"
    );
    let played = 60 - Board::empties(root).len();
    let bounds = Bounds { plies: (played + FURTHER).max(28), loss: 6.0, value: 64.0 };
    let mut told = Instant::now();
    while !search.stop.is_stopped() && Instant::now() < end {
        let jobs = grow::next(&tree, &mut tree.rate(root, &bounds), BATCH);
        if jobs.is_empty() {
            break;
        }
        let found = search.run(&jobs);
        writer.append(&found)?;
        tree.extend(found);
        if io::stderr().is_terminal() && told.elapsed() >= Duration::from_secs(5) {
            told = Instant::now();
            let left = end.saturating_duration_since(told).as_secs();
            let more = counted(tree.len() - before, "new position", "new positions");
            writeln!(io::stderr(), "{more}, {left} s left")?;
        }
    }
    let more = counted(tree.len() - before, "new position", "new positions");
    // Stopped early, it may know nothing of the position yet.
    let value = tree.book(outflank_engine::book::Book::embedded().bias()).value(root);
    let worth = value.map(|value| format!(" This one is worth {value} to the side to move."));
    writeln!(io::stdout(), "{more}, kept in {}.{}", path.display(), worth.unwrap_or_default())?;
    Ok(Answer::Yes)
}
