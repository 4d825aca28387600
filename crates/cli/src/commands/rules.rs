//! `outflank rules`: the rules to read.

use std::io::{self, Write};

use outflank_play::{UndoAllowance, rulebook};
use outflank_rules::Variant;

use crate::exit::Answer;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The rules to describe: standard, orthogonal, thirty or orthogonal,thirty.
    #[arg(long, value_name = "RULES", default_value_t)]
    rules: Variant,
    /// How often each player may take back a move: once, none or unlimited.
    #[arg(long, value_name = "ALLOWANCE", default_value_t)]
    undo: UndoAllowance,
}

/// Narrow enough for any terminal and for reading.
const WIDTH: usize = 76;

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    write!(io::stdout(), "{}", rulebook::text(args.rules, args.undo, WIDTH))?;
    Ok(Answer::Yes)
}
