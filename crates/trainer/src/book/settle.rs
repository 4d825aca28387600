//! Settling: where the book says that moves of drawn lines lose, searches the leaves behind that again and more deeply.

use std::collections::HashSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use outflank_book::{Job, LogError, Search, Tree, log, settle};
use outflank_engine::StopToken;
use outflank_records::read;
use outflank_rules::Game;

use super::pack::Biases;
use crate::{Failure, say};

/// What is to be settled.
#[derive(clap::Args)]
pub(crate) struct Plan {
    /// A file of lines, one transcript a line; `#` begins a remark
    pub lines: PathBuf,
    /// The log to add to; it is made if it is not there
    pub log: PathBuf,
    /// Logs that are read and not written
    #[arg(long)]
    pub beside: Vec<PathBuf>,
    /// Plies each search looks ahead. Even: odd ones are too kind to the side to move
    #[arg(long, default_value_t = 24)]
    pub depth: u8,
    /// Moves of each line
    #[arg(long, default_value_t = 30)]
    pub plies: usize,
    /// Discs that a move of a line may lose in the book
    #[arg(long, default_value_t = 1.0)]
    pub loss: f64,
    /// Stop after this many minutes
    #[arg(long)]
    pub minutes: Option<f64>,
    #[command(flatten)]
    pub biases: Biases,
}

/// Searches what contradicts the lines until nothing does, nothing more can be searched, or the time is up.
pub(crate) fn run(plan: &Plan, threads: usize) -> Result<(), Failure> {
    let games = games(plan)?;
    let mut tree = Tree::default();
    for log in plan.beside.iter().chain([&plan.log]) {
        tree.extend(log::read(log)?);
    }
    let mut writer = log::Writer::open(&plan.log)?;
    let search = Search { depth: plan.depth, threads, stop: StopToken::new() };
    let end = plan.minutes.map(|minutes| Instant::now() + Duration::from_secs_f64(minutes * 60.0));
    loop {
        let book = tree.book(plan.biases.bias());
        let mut seen = HashSet::new();
        let mut wrong =
            games.iter().flat_map(|game| settle::contradictions(&book, game, plan.plies, plan.loss));
        let wrong: Vec<_> = wrong.by_ref().filter(|wrong| seen.insert((wrong.board, wrong.square))).collect();
        let mut seen = HashSet::new();
        let jobs: Vec<Job> = wrong
            .iter()
            .flat_map(|wrong| settle::jobs(&tree, &book, wrong, plan.depth))
            .filter(|(board, _)| seen.insert(*board))
            .collect();
        let losses = wrong.iter().filter_map(|wrong| wrong.loss);
        say!(
            "{} positions, {} moves of the lines lose too much, {:.1} discs at most; {} searches",
            book.len(),
            wrong.len(),
            losses.fold(0.0, f64::max),
            jobs.len()
        );
        if jobs.is_empty() || end.is_some_and(|end| Instant::now() >= end) {
            return Ok(());
        }
        // A few at a time: one result may make other searches unnecessary.
        let found = search.run(&jobs[..jobs.len().min(8 * threads.max(1))]);
        writer.append(&found)?;
        tree.extend(found);
    }
}

fn games(plan: &Plan) -> Result<Vec<Game>, Failure> {
    let name = || plan.lines.display().to_string();
    let text = std::fs::read_to_string(&plan.lines).map_err(|error| LogError::Io(name(), error))?;
    let mut games = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let records = read(line.as_bytes()).map_err(|error| LogError::Record(name(), error))?;
        games.extend(records.into_iter().map(|record| record.game));
    }
    Ok(games)
}
