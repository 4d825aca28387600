//! `outflank gym`: even endings, played out against best play or a level.

use std::str::FromStr;

use outflank_engine::{Level, ParseLevelError};
use outflank_study::gym::{Against, EMPTIES, Gym};
use outflank_terminal::Places;
use outflank_terminal::practice::PracticeFile;

use super::drills::{self, DrillArgs};
use super::practice::read;
use crate::exit::Answer;

const HELP: &str = "\
The positions come from games of the middle levels; with best play neither side wins by more than four discs. Afterwards
you are told exactly how many discs your moves lost, and whether you kept the result.

Examples:
  outflank gym
  outflank gym --empties 8 --against 3";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The number of empty squares at the start: 8, 12, 16 or 20.
    #[arg(long, value_name = "N", default_value = "12", value_parser = empties)]
    empties: usize,
    /// Who plays the other side: solver (best play) or a LEVEL.
    #[arg(long, value_name = "solver|LEVEL", default_value = "solver")]
    against: Opponent,
    #[command(flatten)]
    drill: DrillArgs,
}

/// Who plays the other side.
#[derive(Clone, Copy, Debug)]
struct Opponent(Against);

impl FromStr for Opponent {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Opponent, ParseLevelError> {
        if text.eq_ignore_ascii_case("solver") {
            return Ok(Opponent(Against::Solver));
        }
        Ok(Opponent(Against::Level(text.parse::<Level>()?)))
    }
}

/// Not a number of empty squares that the gym has.
#[derive(Debug, thiserror::Error)]
#[error("8, 12, 16 or 20 is expected")]
struct BadEmpties;

fn empties(text: &str) -> Result<usize, BadEmpties> {
    text.parse().ok().filter(|empties| EMPTIES.contains(empties)).ok_or(BadEmpties)
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let file = PracticeFile::of(&Places::of_user())?;
    let log = read(&file)?;
    drills::run(Box::new(Gym::new(args.empties, args.against.0, &log.lines)), &args.drill, Some(&file))
}
