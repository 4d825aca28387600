//! The search for standard rules.
//!
//! [`root`] does iterative deepening and keeps the lines, [`node`] searches one position with everything that makes it
//! fast, [`endgame`] solves positions with few empty squares, [`leaf`] searches the last plies of a search that stops
//! before the end of the game. [`transposition_table`] stores positions for all threads, [`probcut`] models how far a
//! shallow search can be trusted, [`split`] shares work between threads, and [`shortcut`] lists what saves work without
//! changing scores.

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

/// The highest score, in 1/128 disc.
const MAX: i32 = Score::MAX.raw();

/// How certain a cutoff by a shallower search must be ([`probcut`]).
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
    /// No such cutoffs.
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

    /// The percentage it is named after.
    const fn percent(self) -> u8 {
        [73, 87, 95, 99, 100][self.index()]
    }

    /// Standard deviations by which a probe must clear the window, in hundredths: two-sided quantiles of the
    /// normal distribution, and more than that for 99.
    const fn deviations(self) -> i32 {
        [110, 150, 200, 330, i32::MAX / 65536][self.index()]
    }
}
