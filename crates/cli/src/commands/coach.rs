//! `outflank coach`: an opening trained as a game against what people play.

use std::io::{self, Write};

use anyhow::ensure;
use outflank_rules::Color;
use outflank_study::coach::{self, Coach, Trained, Training};
use outflank_study::practice::Line;
use outflank_terminal::practice::PracticeFile;
use outflank_terminal::{Places, now};

use super::drills::{self, DrillArgs, seconds_now};
use super::practice::read;
use crate::exit::Answer;
use crate::number::whole;
use crate::own_book;

const HELP: &str = "\
The other side plays what people play in tournaments. An answer is right if it is within half a disc of the best move
of the book. After a wrong one you see the line that punishes it, and the position comes again soon; what you know
comes again after days, weeks and months.

Examples:
  outflank coach tiger
  outflank coach rose-bill --side white --lines 5
  outflank coach --progress            how far you have come";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The opening, by its name or its moves [default: the first moves of the game].
    #[arg(value_name = "OPENING")]
    opening: Option<String>,
    /// Your side: black or white [default: the side that chose the opening].
    #[arg(long, value_name = "COLOUR")]
    side: Option<Color>,
    /// Stop after this many lines.
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=100_000))]
    lines: Option<usize>,
    /// Only show your progress, in all openings or in this one.
    #[arg(long)]
    progress: bool,
    #[command(flatten)]
    drill: DrillArgs,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let file = PracticeFile::of(&Places::of_user())?;
    let log = read(&file)?.lines;
    if args.progress && args.opening.is_none() {
        return all_progress(&log);
    }
    let opening = coach::opening(args.opening.as_deref().unwrap_or_default())?;
    ensure!(!opening.position().is_over(), "the game is over in this position");
    let side = args.side.unwrap_or(!opening.position().turn());
    let coach = Coach::new(own_book::checked()?, opening, side, &log);
    let training = Training::new(coach, args.lines, now().0, seconds_now());
    if args.progress {
        writeln!(io::stdout(), "{}", training.introduction())?;
        return Ok(Answer::Yes);
    }
    drills::run(Box::new(training), &args.drill, Some(&file))
}

/// A row for every opening with a name that was trained.
fn all_progress(log: &[Line]) -> anyhow::Result<Answer> {
    let mut out = io::stdout().lock();
    let mut rows = 0;
    for Trained { opening, progress, .. } in coach::trained(log, seconds_now()) {
        for (side, progress) in Color::ALL.into_iter().zip(progress).filter(|(_, found)| found.answers > 0) {
            rows += 1;
            writeln!(out, "{:<34} {side}: {progress}", opening.name)?;
        }
    }
    if rows == 0 {
        writeln!(out, "Nothing trained yet. `outflank coach tiger` begins.")?;
    }
    Ok(Answer::Yes)
}
