//! `outflank man`: manual pages, one for each command.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Command;
use clap_mangen::Man;

use crate::args;
use crate::exit::Answer;

const HELP: &str = "\
Packages run this when they are built, so that the pages match the program.

Examples:
  outflank man ~/.local/share/man/man1     install the pages for yourself
  man outflank-review                      read one";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// The folder to write the pages to; it is created if it does not exist.
    folder: PathBuf,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let folder = &args.folder;
    let mut command = without_help(args::command());
    command.build();
    let mut pages = Vec::new();
    add_pages(&command, "outflank", &mut pages)?;
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    for (name, text) in pages {
        let file = folder.join(name);
        std::fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(Answer::Yes)
}

/// `help` would be a page that only says so.
fn without_help(command: Command) -> Command {
    command.disable_help_subcommand(true).mut_subcommands(without_help)
}

/// The page of a command, and those of the commands below it.
fn add_pages(command: &Command, name: &str, pages: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    pages.push(page(command.clone(), name)?);
    for below in command.get_subcommands() {
        add_pages(below, &format!("{name}-{}", below.get_name()), pages)?;
    }
    Ok(())
}

/// A page under its file name.
fn page(command: Command, name: &str) -> io::Result<(String, Vec<u8>)> {
    let more = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let has_commands = command.has_subcommands();
    let man = Man::new(command.display_name(name.to_owned()))
        .title(name)
        .source(format!("outflank {}", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if has_commands {
        man.render_subcommands_section(&mut text)?;
    }
    write_notes(&more, &mut text)?;
    if let Some((above, _)) = name.rsplit_once('-') {
        writeln!(text, ".SH SEE ALSO\n{above}(1)")?;
    }
    Ok((format!("{name}.1"), text))
}

/// What stands below the options in the help: paragraphs are filled, examples stay as they are.
fn write_notes(notes: &str, out: &mut impl Write) -> io::Result<()> {
    if !notes.is_empty() && !notes.starts_with("Examples:") {
        writeln!(out, ".SH NOTES")?;
    }
    for line in notes.lines() {
        let escaped = line.replace('\\', "\\e").replace('-', "\\-");
        match line {
            "Examples:" => writeln!(out, ".SH EXAMPLES")?,
            "" => writeln!(out, ".PP")?,
            // Lines that begin with a blank are examples; no other line begins with a dot or an apostrophe.
            _ if line.starts_with(' ') => writeln!(out, ".nf\n{escaped}\n.fi")?,
            _ => writeln!(out, "\\&{escaped}")?,
        }
    }
    Ok(())
}
