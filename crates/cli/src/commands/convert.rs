//! `outflank convert`: games and positions from any format into any other.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::bail;
use outflank_records::{Format, Record, write};

use crate::exit::Answer;
use crate::input::InputArgs;
use crate::output;

const HELP: &str = "\
Board and OBF hold positions: of a game they get the last one. The others hold whole games.
Nothing is written if anything is wrong with the input.

Examples:
  outflank convert --to sgf f5d6c3d3c4f4f6
  outflank convert --to wthor games.ggf -o games.wtb
  cat games.wtb | outflank convert --to transcript -";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// The format to write: transcript, board, obf, ggf, sgf, wthor or json.
    #[arg(long, value_name = "FORMAT")]
    to: Format,
    /// Write to a file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let records: Vec<Record> = args.input.open()?.records()?.collect::<Result<_, _>>()?;
    let content = write(&records, args.to)?;
    if let Some(path) = &args.output {
        output::write_file(path, &content)?;
        return Ok(Answer::Yes);
    }
    let mut out = io::stdout();
    if args.to == Format::Wthor && out.is_terminal() {
        bail!("WTHOR is not text: name a file with -o, or pipe it somewhere");
    }
    out.write_all(&content)?;
    out.flush()?;
    Ok(Answer::Yes)
}
