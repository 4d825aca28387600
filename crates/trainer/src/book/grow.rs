//! Growing: adds the cheapest moves out of the book to it (drop-out expansion).

use std::time::{Duration, Instant};

use outflank_book::{Job, Rated, Search, Tree, log};
use outflank_engine::StopToken;
use outflank_rules::{Bitboard, Board};

use super::{Bounds, Work};
use crate::{Failure, say};

/// What is to be added.
#[derive(clap::Args)]
pub(crate) struct Plan {
    #[command(flatten)]
    pub work: Work,
}

/// Searches between two updates of the tree, which take a tenth of a second when it is large.
const BATCH: usize = 256;

/// Adds positions until there are as many as wanted, the time is up, or nothing is left within the bounds.
pub(crate) fn run(plan: &Plan, threads: usize) -> Result<(), Failure> {
    build(&plan.work, threads, |tree, rated| outflank_book::grow::next(tree, rated, BATCH))
}

/// Searches what `choose` selects, again and again, until the plan is fulfilled or nothing is left.
pub(super) fn build(
    work: &Work,
    threads: usize,
    choose: impl Fn(&Tree, &mut [Rated]) -> Vec<Job>,
) -> Result<(), Failure> {
    let mut tree = Tree::default();
    tree.extend(log::read(&work.log)?);
    let mut writer = log::Writer::open(&work.log)?;
    let search = Search { depth: work.depth, threads, stop: StopToken::new() };
    let started = Instant::now();
    let end = work.minutes.map(|minutes| started + Duration::from_secs_f64(minutes * 60.0));
    let mut searches = 0;
    let root = Board::default().canonical();
    if tree.is_empty() {
        let found = search.run(&[(root, Bitboard::EMPTY)]);
        writer.append(&found)?;
        tree.extend(found);
    }
    loop {
        let mut rated = tree.rate(root, &work.bounds.into());
        report(&rated, searches, started, &work.bounds);
        if tree.len() >= work.positions || end.is_some_and(|end| Instant::now() >= end) {
            return Ok(());
        }
        let jobs = choose(&tree, &mut rated);
        if jobs.is_empty() {
            say!("nothing is left to search within the bounds");
            return Ok(());
        }
        let found = search.run(&jobs);
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

#[cfg(test)]
mod tests {
    use outflank_book::Entry;

    use super::*;
    use crate::book::Bounds;

    fn plan(name: &str, positions: usize) -> Plan {
        let log = std::env::temp_dir().join(format!("outflank-book-{name}-{}", std::process::id()));
        let bounds = Bounds { plies: 28, loss: 6.0, value: 10.0 };
        Plan { work: Work { log, depth: 2, positions, minutes: None, bounds } }
    }

    #[test]
    fn a_stopped_run_resumes_and_ends_with_the_same_book() {
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
            tree.rate(Board::default(), &whole.work.bounds.into())
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
