//! `outflank book import` and `export`: the text format of Edax.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use outflank_book::{edax, log};

use crate::exit::Answer;
use crate::input::read_file;
use crate::output::{counted, is_stdout, write_file};
use crate::own_book;

const HELP: &str = "\
A line is BOARD,LEVEL,MOVE,VALUE, as in Edax: the best move that leads out of the book, and its value in discs.

Examples:
  outflank book export -o book.txt
  outflank book import book.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct ImportArgs {
    /// The file to read; - is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct ExportArgs {
    /// Write to this file; - is standard output, as without it.
    #[arg(short, long, alias = "output", value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn import(args: &ImportArgs) -> anyhow::Result<Answer> {
    let name = || args.file.display().to_string();
    let bytes = read_file(&args.file)?;
    let text = String::from_utf8_lossy(&bytes);
    let entries = edax::import(&text).with_context(name)?;
    let path = own_book::writable_path()?;
    log::Writer::open(&path)?.append(&entries)?;
    let imported = counted(entries.len(), "position", "positions");
    writeln!(io::stdout(), "{imported} imported into {}.", path.display())?;
    Ok(Answer::Yes)
}

pub(crate) fn export(args: &ExportArgs) -> anyhow::Result<Answer> {
    let entries = log::read(&own_book::path()?)?;
    let text = edax::export(&entries);
    match args.out.as_deref().filter(|path| !is_stdout(path)) {
        Some(path) => write_file(path, text.as_bytes())?,
        None => io::stdout().write_all(text.as_bytes())?,
    }
    Ok(Answer::Yes)
}
