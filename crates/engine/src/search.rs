//! The search for standard rules: how the best move is found.
//!
//! [`root`] deepens step by step and keeps the lines, [`node`] is the search of one position with everything
//! that makes it quick, [`endgame`] solves positions with few empty squares, [`leaf`] looks at the last plies
//! of a search that ends before the game. [`transposition_table`] remembers positions for all threads, [`probcut`] knows how
//! far a shallow search can be trusted, [`split`] shares work between threads, and
//! [`shortcut`] names what spares work without changing scores.

mod endgame;
mod leaf;
mod node;
mod ordering;
mod probcut;
mod root;
mod shortcut;
mod split;
mod transposition_table;

use crate::Score;

pub(crate) use root::{Searcher, expected_depth};

/// No score is above this, in 1/128 disc.
const MAX: i32 = Score::MAX.raw();

/// How certain a cut-off by a shallower search must be ([`probcut`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Selectivity {
    /// Right in 73 of 100 cases.
    Low,
    /// 87 of 100.
    Medium,
    /// 95 of 100.
    High,
    /// 99 of 100.
    Highest,
    /// No such cut-offs.
    Exact,
}

impl Selectivity {
    const ALL: [Selectivity; 5] =
        [Selectivity::Low, Selectivity::Medium, Selectivity::High, Selectivity::Highest, Selectivity::Exact];

    const fn index(self) -> usize {
        self as usize
    }

    const fn from_index(index: usize) -> Selectivity {
        if index < Selectivity::ALL.len() { Selectivity::ALL[index] } else { Selectivity::Exact }
    }

    /// The percentage it is named for.
    const fn percent(self) -> u8 {
        [73, 87, 95, 99, 100][self.index()]
    }

    /// Standard deviations to stay clear of, in hundredths: one-sided quantiles of the normal distribution
    /// for twice the rest of the percentage.
    const fn deviations(self) -> i32 {
        [110, 150, 200, 330, i32::MAX / 65536][self.index()]
    }
}
