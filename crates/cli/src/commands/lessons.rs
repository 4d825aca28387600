//! `outflank lessons`: eight short lessons with positions to solve.

use std::io::{self, Write};

use anyhow::Context as _;
use outflank_study::lessons::{Course, Lessons};
use outflank_study::practice::Deck;
use outflank_terminal::Places;
use outflank_terminal::practice::PracticeFile;

use super::drills::{self, DrillArgs};
use super::practice::read;
use crate::exit::Answer;
use crate::number::whole;

const HELP: &str = "\
Examples:
  outflank lessons       what there is, and what you have done
  outflank lessons 2     corners";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The number of the lesson.
    #[arg(value_name = "N", value_parser = whole::<usize>(1..=u64::MAX))]
    number: Option<usize>,
    #[command(flatten)]
    drill: DrillArgs,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let file = PracticeFile::of(&Places::of_user())?;
    let lessons = &Course::embedded().lessons;
    if let Some(number) = args.number {
        let lesson =
            Lessons::new(number).with_context(|| format!("lesson {number}: there are {}", lessons.len()))?;
        return drills::run(Box::new(lesson), &args.drill, Some(&file));
    }
    let deck = Deck::new(&read(&file)?.lines);
    let mut out = io::stdout();
    for (number, lesson) in (1..).zip(lessons) {
        let done = if deck.lessons.contains(&lesson.id) { "done" } else { "" };
        writeln!(out, "{number}  {:<28} {done}", lesson.title)?;
    }
    writeln!(out, "`outflank lessons N` begins one.")?;
    Ok(Answer::Yes)
}
