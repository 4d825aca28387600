//! The commands, one file each: its arguments and `run`.

pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod gtp;
pub(crate) mod r#match;
pub(crate) mod perft;
pub(crate) mod show;

use clap::CommandFactory;

use crate::args::{Args, Command};
use crate::exit::Answer;

/// Does what the arguments ask for.
pub(crate) fn run(args: Args) -> anyhow::Result<Answer> {
    match args.command {
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Match(args)) => r#match::run(&args),
        Some(Command::Gtp(args)) => gtp::run(&args),
        Some(Command::Completions(args)) => completions::run(&args),
        None => {
            Args::command().print_help()?;
            Ok(Answer::Yes)
        }
    }
}
