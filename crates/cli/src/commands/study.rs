//! `outflank study`: a game or position on the full screen, with variations, hints and values.

use std::io::{self, IsTerminal};

use anyhow::{bail, ensure};
use outflank_engine::Options;
use outflank_play::setup::Pace;
use outflank_records::Record;
use outflank_rules::Move;
use outflank_terminal::{Places, SessionConfig, screen};

use super::play::{ScreenArgs, variable};
use crate::exit::Answer;
use crate::input::InputArgs;
use crate::number::whole;
use crate::own_book;

const HELP: &str = "\
The arrow keys go through the moves; a typed square or a click tries another move, and Esc goes back to the game. i
gives a hint, v shows what every move is worth, m plays on from here against the computer.

Examples:
  outflank study game.sgf
  outflank study games.wtb --game 3 --at 20
  outflank study f5d6c3d3c4
  outflank study othello-results.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Begin after N moves, not counting passes.
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0..=u64::MAX))]
    at: Option<usize>,
    /// Which game of the input to study.
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<usize>(1..=u32::MAX.into()))]
    game: usize,
    #[command(flatten)]
    screen: ScreenArgs,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let record = record(args)?;
    let placed = record.game.moves().iter().filter(|mv| **mv != Move::Pass).count();
    if let Some(at) = args.at {
        ensure!(at <= placed, "--at {at}: the game ends after move {placed}");
    }
    ensure!(
        io::stdout().is_terminal() && screen::can_draw(variable),
        "a study needs a terminal to draw on; show and hint write lines"
    );
    let config = SessionConfig {
        places: Places::of_user(),
        pace: Pace::NATURAL,
        engine: Options::default(),
        book: own_book::book,
    };
    own_book::check()?;
    screen::study(&record, args.at, &config, args.screen.options())?;
    Ok(Answer::Yes)
}

/// The game that was asked for, counting through everything that was named.
fn record(args: &Args) -> anyhow::Result<Record> {
    let mut count = 0;
    for input in args.input.open()? {
        for record in input.records()? {
            count += 1;
            if count == args.game {
                return record;
            }
        }
    }
    bail!("--game {}: the input ends after game {count}", args.game);
}
