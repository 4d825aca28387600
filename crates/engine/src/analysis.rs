use std::fmt;
use std::time::Duration;

use outflank_rules::Move;

use crate::Score;

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// The best moves, best first, each with its value for the side to move. As many as were requested, or as there
    /// are; empty only when the game is over.
    pub lines: Vec<Line>,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// Proved bounds on the value of the best move, even if the search was stopped.
    pub bounds: Bounds,
}

/// Proved bounds on a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The value is at least this.
    pub at_least: Score,
    /// The value is at most this.
    pub at_most: Score,
}

impl Default for Bounds {
    /// Nothing but that there are 64 discs.
    fn default() -> Bounds {
        Bounds { at_least: Score::from_discs(-64), at_most: Score::from_discs(64) }
    }
}

impl Bounds {
    /// Narrows the bounds by a search with this window, which proved that the value is `score`, or at least or at most
    /// `score` if that is outside the window.
    pub(crate) fn narrow(&mut self, score: Score, (alpha, beta): (Score, Score)) {
        if score > alpha {
            self.at_least = self.at_least.max(score);
        }
        if score < beta {
            self.at_most = self.at_most.min(score);
        }
    }

    /// The same bounds, for the other side.
    pub(crate) fn turned(self) -> Bounds {
        Bounds { at_least: -self.at_most, at_most: -self.at_least }
    }
}

/// One move and what it leads to.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The value for the side to move if it plays this move.
    pub score: Score,
    /// How far the value can be trusted.
    pub certainty: Certainty,
    /// Plies looked ahead; the number of empty squares when solved.
    pub depth: u8,
    /// The move and the expected continuation; never empty.
    pub moves: Vec<Move>,
}

impl Line {
    /// The move itself.
    pub fn mv(&self) -> Move {
        self.moves[0]
    }
}

/// How far a value can be trusted, from least to most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// An estimate from a search that stops before the end of the game.
    Estimate,
    /// Searched to the end of the game, with cutoffs of this confidence in percent.
    Selective(u8),
    /// Win, loss or draw is proved; the number of discs is not.
    WinLossDraw,
    /// Proved to the disc.
    Exact,
}

impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Certainty::Estimate => f.pad("estimate"),
            Certainty::Selective(percent) => f.pad(&format!("{percent}%")),
            Certainty::WinLossDraw => f.pad("wld"),
            Certainty::Exact => f.pad("exact"),
        }
    }
}
