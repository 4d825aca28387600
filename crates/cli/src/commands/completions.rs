//! `outflank completions`: a script that lets a shell complete commands and options.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args;
use crate::exit::Answer;

const HELP: &str = "\
Examples:
  outflank completions bash > ~/.local/share/bash-completion/completions/outflank
  outflank completions zsh > ~/.zfunc/_outflank
  outflank completions fish > ~/.config/fish/completions/outflank.fish";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The shell that will read the script.
    shell: Shell,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    // Written to memory first: the generator panics when its output goes away.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::Args::command(), "outflank", &mut script);
    let mut out = io::stdout();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Answer::Yes)
}
