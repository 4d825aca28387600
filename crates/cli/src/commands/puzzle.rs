//! `outflank puzzle`: positions with one answer.

use std::io::{self, Write};

use anyhow::Context as _;
use outflank_study::practice::{Deck, day};
use outflank_study::puzzles::{Pack, PuzzleKind, Puzzles};
use outflank_terminal::Places;
use outflank_terminal::practice::PracticeFile;
use outflank_wire as wire;

use super::drills::{self, DrillArgs, seconds_now};
use super::practice::read;
use crate::exit::Answer;

const HELP: &str = "\
Kinds: win (one move wins), most (one move keeps the most discs), midgame (one move is clearly best), punish (answer a
mistake), wrong (find the mistake among three moves), why (find the reason). A puzzle of grade 4 is one that level 4 of
the computer solves. Your rating stays on this computer; it chooses puzzles of your strength.

Examples:
  outflank puzzle                  one after the other
  outflank puzzle --daily          today's, the same for everybody
  outflank puzzle --kind win
  outflank puzzle --daily --json   for programs";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// Only the puzzle of the day (UTC), the same for everybody.
    #[arg(long, conflicts_with = "kind")]
    daily: bool,
    /// Only puzzles of one kind: win, most, midgame, punish, wrong or why.
    #[arg(long, value_name = "KIND")]
    kind: Option<PuzzleKind>,
    /// Print the next puzzle and its answer as a JSON object, without asking, with the keys `id`, `kind`, `grade`,
    /// `rating`, `theme`, `position`, `last`, `task`, `choices`, `answer` and `solution`.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    drill: DrillArgs,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let file = PracticeFile::of(&Places::of_user())?;
    let deck = Deck::new(&read(&file)?.lines);
    let puzzles =
        if args.daily { Puzzles::daily(deck, day(seconds_now())) } else { Puzzles::new(deck, args.kind) };
    if args.json {
        let puzzle =
            puzzles.puzzle().or(Pack::embedded().puzzles.first()).context("there is no puzzle left")?;
        let puzzle = wire::Puzzle::from(puzzle);
        writeln!(io::stdout(), "{}", serde_json::to_string(&puzzle)?)?;
        return Ok(Answer::Yes);
    }
    drills::run(Box::new(puzzles), &args.drill, Some(&file))
}
