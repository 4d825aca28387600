//! `outflank convert`: games and positions from any format into any other.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::ensure;
use outflank_records::wthor::Base;
use outflank_records::{Format, Record, WriteError, Writer};

use crate::exit::{Answer, complain};
use crate::input::{Input, InputArgs, all_records};
use crate::output::{self, counted};

const HELP: &str = "\
Board and OBF hold positions: a game becomes its last one. The other formats hold whole games, but
no variations: of an SGF file with variations the main line is converted, and you are told.

WTHOR keeps names in separate files: games.wtb is read and written together with games.jou (players) and games.trn
(tournaments); wthor.jou and wthor.trn are read too. Nothing is written if anything in the input is wrong.

Examples:
  outflank convert --to sgf f5d6c3d3c4f4f6
  outflank convert --to wthor games.ggf -o games.wtb
  cat games.wtb | outflank convert --to transcript";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// The format to write: transcript, board, obf, ggf, sgf, wthor, json or results.
    #[arg(long, value_name = "FORMAT")]
    to: Format,
    /// Write to a file; - is standard output, as without it.
    #[arg(short, long, alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let inputs = args.input.open()?;
    let records = all_records(&inputs)?;
    let file = args.output.as_deref().filter(|path| !output::is_stdout(path));
    // Everything is made before anything is written.
    if let (Format::Wthor, Some(path)) = (args.to, file) {
        let mut base = Base::default();
        each(records, |record| base.add(record))?;
        output::write_file(path, &base.games())?;
        output::write_file(&path.with_extension("jou"), &base.players())?;
        output::write_file(&path.with_extension("trn"), &base.tournaments())?;
        tell_variations(&inputs);
        return Ok(Answer::Yes);
    }
    let (mut writer, mut content) = (Writer::new(args.to), Vec::new());
    each(records, |record| writer.write(record).map(|text| content.extend_from_slice(&text)))?;
    content.extend_from_slice(&writer.finish());
    match file {
        Some(path) => output::write_file(path, &content)?,
        None => print(args.to, &content)?,
    }
    tell_variations(&inputs);
    Ok(Answer::Yes)
}

/// Says what no format of ours keeps.
fn tell_variations(inputs: &[Input]) {
    let variations = inputs.iter().map(Input::variations).sum();
    if variations > 0 {
        let left = counted(variations, "variation is", "variations are");
        complain(&format!("{left} left out: a game is converted along its main line"));
    }
}

/// Hands on the records one by one. An error gets the number of its record if there are several.
fn each(
    records: impl Iterator<Item = anyhow::Result<Record>>,
    mut add: impl FnMut(&Record) -> Result<(), WriteError>,
) -> anyhow::Result<()> {
    let mut records = records.peekable();
    let mut number = 0;
    while let Some(record) = records.next() {
        number += 1;
        add(&record?).map_err(|error| {
            let several = number > 1 || records.peek().is_some();
            WriteError { game: several.then_some(number), ..error }
        })?;
    }
    Ok(())
}

fn print(format: Format, content: &[u8]) -> anyhow::Result<()> {
    let mut out = io::stdout();
    ensure!(
        format != Format::Wthor || !out.is_terminal(),
        "WTHOR is not text: name a file with -o, or pipe it somewhere"
    );
    out.write_all(content)?;
    out.flush()?;
    Ok(())
}
