//! Deepening: searches the moves out of the book that matter most again, with more plies.

use outflank_engine::book::Kind;

use super::Work;
use super::grow::build;
use crate::Failure;

/// What is to be searched again.
#[derive(clap::Args)]
pub(crate) struct Plan {
    #[command(flatten)]
    pub work: Work,
    /// How many of the positions that matter most are to be searched as deeply as this
    #[arg(long, default_value_t = 10_000)]
    pub first: usize,
}

/// Searches between two updates of the tree.
const BATCH: usize = 128;

/// Searches the cheapest positions again until the first ones are all as deep as wanted.
pub(crate) fn run(plan: &Plan, threads: usize) -> Result<(), Failure> {
    let work = Work { positions: usize::MAX, ..plan.work.clone() };
    build(&work, threads, |tree, rated| {
        rated.sort_by(|a, b| a.leaf_cost.total_cmp(&b.leaf_cost).then(a.board.cmp(&b.board)));
        let shallow = rated.iter().take(plan.first).filter(|position| {
            position.leaf_cost.is_finite()
                && position
                    .leaf
                    .is_some_and(|leaf| matches!(leaf.kind, Kind::Depth(depth) if depth < work.depth))
        });
        shallow.take(BATCH).map(|position| (position.board, tree.moves_inside(position.board))).collect()
    })
}
