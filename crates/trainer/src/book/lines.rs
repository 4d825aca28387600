//! Adds given lines: their positions become positions of the book, each with its best move that is not in them.

use std::path::PathBuf;

use outflank_book::{LogError, Search, Tree, learn, log};
use outflank_engine::StopToken;
use outflank_records::read;

use crate::{Failure, say};

/// What is to be added.
#[derive(clap::Args)]
pub(crate) struct Plan {
    /// A file of lines, one transcript a line; `#` begins a remark
    pub lines: PathBuf,
    /// The log to add to; it is made if it is not there
    pub log: PathBuf,
    /// Logs that are read and not written: what they know is not searched again
    #[arg(long)]
    pub beside: Vec<PathBuf>,
    /// Plies each search looks ahead. Even: odd ones are too kind to the side to move
    #[arg(long, default_value_t = 22)]
    pub depth: u8,
    /// Moves of each line
    #[arg(long, default_value_t = 30)]
    pub plies: usize,
}

/// Searches the positions of all lines that are not in the log.
pub(crate) fn run(plan: &Plan, threads: usize) -> Result<(), Failure> {
    let name = || plan.lines.display().to_string();
    let text = std::fs::read_to_string(&plan.lines).map_err(|error| LogError::Io(name(), error))?;
    let mut tree = Tree::default();
    for log in plan.beside.iter().chain([&plan.log]) {
        tree.extend(log::read(log)?);
    }
    let mut writer = log::Writer::open(&plan.log)?;
    let search = Search { depth: plan.depth, threads, stop: StopToken::new() };
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        for record in read(line.as_bytes()).map_err(|error| LogError::Record(name(), error))? {
            let found = search.run(&learn::jobs(&tree, &record.game, plan.plies));
            writer.append(&found)?;
            say!("{} searches for {line}", found.len());
            tree.extend(found);
        }
    }
    Ok(())
}
