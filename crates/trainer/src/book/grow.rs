//! Growing: the cheapest moves out of the book become positions of it (drop-out expansion).

use std::collections::HashSet;
use std::time::{Duration, Instant};

use outflank_engine::book::{After, after};
use outflank_engine::{Engine, Limits, Options, StopToken};
use outflank_rules::{Bitboard, Board, Position, Setup};

use super::log::{self, Entry};
use super::tree::{Rated, Tree};
use super::{Bounds, Work};
use crate::{Failure, say};

/// What is to be added.
#[derive(clap::Args)]
pub(crate) struct Plan {
    #[command(flatten)]
    pub work: Work,
}

/// Searches between two looks at the tree, which take a tenth of a second when it is large.
const BATCH: usize = 256;

/// Adds positions until there are as many as wanted, the time is over, or nothing is left within the bounds.
pub(crate) fn run(plan: &Plan, threads: usize) -> Result<(), Failure> {
    let work = &plan.work;
    build(work, threads, |tree, rated| {
        let mut seen = HashSet::new();
        let leaves = rated.iter().filter_map(|position| {
            let leaf = position.leaf.filter(|_| position.leaf_cost.is_finite())?;
            match after(position.board, leaf.mv) {
                After::Position(child, _) if seen.insert(child) => {
                    Some([(child, tree.moves_inside(child)), inside_with(tree, position.board, child)])
                }
                _ => None,
            }
        });
        leaves.take(BATCH).flatten().collect()
    })
}

/// A position whose next move out of the book is wanted when `child` belongs to it, too.
fn inside_with(tree: &Tree, board: Board, child: Board) -> (Board, Bitboard) {
    let leads_there =
        |mv: &outflank_rules::Square| matches!(after(board, *mv), After::Position(next, _) if next == child);
    let more = board.legal_moves().iter().filter(leads_there);
    (board, more.fold(tree.moves_inside(board), Bitboard::with))
}

/// A board to search and the moves to leave out.
pub(super) type Job = (Board, Bitboard);

/// Searches what `choose` names, again and again, until the plan is fulfilled or there is nothing to do. `choose`
/// sees the positions with the cheapest way out of the book first.
pub(super) fn build(
    work: &Work,
    threads: usize,
    choose: impl Fn(&Tree, &[Rated]) -> Vec<Job>,
) -> Result<(), Failure> {
    let mut tree = Tree::default();
    tree.extend(log::read(&work.log)?);
    let mut writer = log::Writer::open(&work.log)?;
    let started = Instant::now();
    let end = work.minutes.map(|minutes| started + Duration::from_secs_f64(minutes * 60.0));
    let mut searches = 0;
    if tree.len() == 0 {
        let found = search(&[(Board::default().canonical(), Bitboard::EMPTY)], work.depth, 1);
        writer.append(&found)?;
        tree.extend(found);
    }
    loop {
        let mut rated = tree.rate(&work.bounds);
        report(&rated, searches, started, &work.bounds);
        if tree.len() >= work.positions || end.is_some_and(|end| Instant::now() >= end) {
            return Ok(());
        }
        rated.sort_by(|a, b| a.leaf_cost.total_cmp(&b.leaf_cost).then(a.board.cmp(&b.board)));
        let jobs = choose(&tree, &rated);
        if jobs.is_empty() {
            say!("nothing is left to search within the bounds");
            return Ok(());
        }
        let found = search(&jobs, work.depth, threads);
        writer.append(&found)?;
        searches += found.len();
        tree.extend(found);
    }
}

fn report(rated: &[Rated], searches: usize, started: Instant, bounds: &Bounds) {
    let root = Board::default().canonical();
    let value = rated.iter().find(|position| position.board == root).map_or(0, |position| position.value);
    let open = rated.iter().filter(|position| position.leaf_cost.is_finite()).count();
    let cheapest = rated.iter().map(|position| position.leaf_cost).fold(f64::INFINITY, f64::min);
    let rate = searches as f64 / started.elapsed().as_secs_f64().max(1e-9);
    let (count, value) = (rated.len(), f64::from(value) / 128.0);
    say!(
        "{count} positions, start {value:+.2}, next at {cheapest:.1}, {open} open up to ply {}, {rate:.1} searches/s",
        bounds.plies
    );
}

/// One search a thread, each from an empty table, so that a value does not depend on what was searched before.
fn search(jobs: &[Job], depth: u8, threads: usize) -> Vec<Entry> {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let mut found: Vec<(usize, Entry)> = std::thread::scope(|scope| {
        let worker = || {
            let mut engine = Engine::new(Options { threads: 1, table_mb: 16 });
            let mut found = Vec::new();
            while let Some((at, &(board, exclude))) = {
                let at = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                jobs.get(at).map(|job| (at, job))
            } {
                engine.reset();
                let setup = Setup { black: board.player, white: board.opponent, ..Setup::default() };
                let position: Position = setup.position().expect("a board of the book is a position");
                let limits = Limits { exclude, ..Limits::depth(depth) };
                let analysis = engine.search(&position, &limits, &StopToken::new(), &mut |_| {});
                let entry = analysis.lines.first().and_then(|line| Entry::new(board, line));
                found.extend(entry.map(|entry| (at, entry)));
            }
            found
        };
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(crate::join).collect()
    });
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, entry)| entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Bounds;

    fn plan(name: &str, positions: usize) -> Plan {
        let log = std::env::temp_dir().join(format!("outflank-book-{name}-{}", std::process::id()));
        let bounds = Bounds { plies: 28, loss: 6.0, value: 10.0 };
        Plan { work: Work { log, depth: 2, positions, minutes: None, bounds } }
    }

    #[test]
    fn a_stopped_run_goes_on_and_ends_with_the_same_book() {
        let (whole, halved) = (plan("whole", 1500), plan("halved", 400));
        run(&whole, 2).unwrap();
        run(&halved, 1).unwrap();
        run(&Plan { work: Work { positions: 1500, ..halved.work.clone() } }, 2).unwrap();
        let text = |plan: &Plan| std::fs::read_to_string(&plan.work.log).unwrap();
        assert_eq!(text(&whole), text(&halved));
        // Merged with itself, in any order, the log is the same book.
        let entries = log::read(&whole.work.log).unwrap();
        let replay = |entries: &mut dyn Iterator<Item = Entry>| {
            let mut tree = Tree::default();
            tree.extend(entries);
            tree.rate(&whole.work.bounds)
        };
        let once = replay(&mut entries.iter().copied());
        let twice = replay(&mut entries.iter().rev().chain(&entries).copied());
        assert!(once.len() >= 1500);
        assert!(once == twice);
        for plan in [whole, halved] {
            std::fs::remove_file(plan.work.log).unwrap();
        }
    }
}
