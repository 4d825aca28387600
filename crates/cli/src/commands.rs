//! The commands, one file each: its arguments and `run`.

pub(crate) mod completions;
pub(crate) mod gtp;
pub(crate) mod perft;

use clap::CommandFactory;

use crate::args::{Args, Command};
use crate::exit::Answer;

/// Does what the arguments ask for.
pub(crate) fn run(args: Args) -> anyhow::Result<Answer> {
    match args.command {
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Gtp(args)) => gtp::run(&args),
        Some(Command::Completions(args)) => completions::run(&args),
        None => {
            Args::command().print_help()?;
            Ok(Answer::Yes)
        }
    }
}
