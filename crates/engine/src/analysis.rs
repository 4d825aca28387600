use std::fmt;
use std::time::Duration;

use outflank_rules::Move;

use crate::Score;

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// The best moves, best first, each with its value for the side to move. As many as were asked for, or as
    /// there are; empty only when the game is over.
    pub lines: Vec<Line>,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
}

/// One move and what it leads to.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The value for the side to move, if this move is played.
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
    /// An estimate from a search that ends before the game does.
    Estimate,
    /// Searched to the end of the game, with cut-offs that hold with this many percent each.
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
