use std::sync::atomic::{AtomicUsize, Ordering};

use outflank_engine::{Engine, Limits, Options, StopToken};
use outflank_rules::{Bitboard, Board, Position, Setup};

use crate::Entry;

/// A board to search and the moves to exclude.
pub type Job = (Board, Bitboard);

/// How positions are searched: one per thread, each with an empty table, so that a value does not depend on earlier
/// searches.
#[derive(Clone, Debug)]
pub struct Search {
    /// Plies each search looks ahead. Even, because odd depths are too optimistic for the side to move.
    pub depth: u8,
    /// Number of searches in parallel.
    pub threads: usize,
    /// Stops the work: running searches are abandoned.
    pub stop: StopToken,
}

impl Search {
    /// Searches positions and returns the results in their order.
    pub fn run(&self, jobs: &[Job]) -> Vec<Entry> {
        let next = AtomicUsize::new(0);
        let worker = || {
            let mut engine = Engine::new(Options { threads: 1, table_mb: 16 });
            let mut found = Vec::new();
            while let Some((at, job)) = {
                let at = next.fetch_add(1, Ordering::Relaxed);
                jobs.get(at).map(|job| (at, job))
            } {
                engine.reset();
                let entry = self.search(&mut engine, *job);
                if self.stop.is_stopped() {
                    break;
                }
                found.extend(entry.map(|entry| (at, entry)));
            }
            found
        };
        let mut found: Vec<(usize, Entry)> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads.max(1)).map(|_| scope.spawn(worker)).collect();
            let join = |worker: std::thread::ScopedJoinHandle<'_, _>| {
                worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            workers.into_iter().flat_map(join).collect()
        });
        found.sort_by_key(|(at, _)| *at);
        found.into_iter().map(|(_, entry)| entry).collect()
    }

    fn search(&self, engine: &mut Engine, (board, exclude): Job) -> Option<Entry> {
        let setup = Setup { black: board.player, white: board.opponent, ..Setup::default() };
        let position: Position = setup.position().ok()?;
        let limits = Limits { exclude, ..Limits::depth(self.depth) };
        let analysis = engine.search(&position, &limits, &self.stop, &mut |_| {});
        analysis.lines.first().and_then(|line| Entry::new(board, line))
    }
}
