//! What can be typed after `outflank`.

use std::ffi::OsString;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::commands::{completions, gtp, perft};

/// Othello, complete: play, study and solve the game.
#[derive(Debug, Parser)]
#[command(name = "outflank", version, max_term_width = 100, after_help = EXAMPLES, disable_help_subcommand = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// The commands, one file each in `commands/`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Count the lines of play of a given length: the check of any rules implementation.
    Perft(perft::Args),
    /// Let programs that speak GTP use the engine.
    Gtp(gtp::Args),
    /// Print the completion script for a shell.
    Completions(completions::Args),
}

const EXAMPLES: &str = "\
Examples:
  outflank perft 9                         count the lines of nine plies from the start
  outflank gtp --level 5                   the engine for a program that speaks GTP
  outflank completions bash > outflank.sh  let the shell complete commands and options

Exit codes: 0 success, 1 a negative answer, 2 bad input or failure.
`outflank COMMAND --help` has more on each command.";

/// The arguments of this process.
pub(crate) fn parse() -> Result<Args, clap::Error> {
    parse_from(std::env::args_os())
}

fn parse_from<I, S>(arguments: I) -> Result<Args, clap::Error>
where
    I: IntoIterator<Item = S>,
    S: Into<OsString> + Clone,
{
    let mut command = Args::command();
    let matches = command.try_get_matches_from_mut(arguments)?;
    Args::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_declared_consistently() {
        Args::command().debug_assert();
    }
}
