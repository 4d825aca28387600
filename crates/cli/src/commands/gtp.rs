//! `outflank gtp`: the engine for programs that speak the Go Text Protocol.

use std::io::{self, BufReader};
use std::time::{SystemTime, UNIX_EPOCH};

use outflank_protocols::gtp;

use crate::exit::Answer;
use crate::strength::StrengthArgs;

const HELP: &str = "\
Reads commands from standard input and answers on standard output; `list_commands` lists them. Without --level,
--depth and --time it plays as well as its clock allows (`time_settings`, `time_left`), or at level 8 without a clock.
`set_level` changes the level.

Examples:
  outflank gtp --level 5
  printf 'genmove black\\nshowboard\\nquit\\n' | outflank gtp --time 0.5";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    strength: StrengthArgs,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    // Lower levels choose at random: another game each time.
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
    let mut server = gtp::Server::new(args.strength.engine(), args.strength.strength()).with_seed(seed);
    gtp::serve(&mut server, BufReader::new(io::stdin()), io::stdout().lock())?;
    Ok(Answer::Yes)
}
