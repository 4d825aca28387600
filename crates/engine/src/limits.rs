use std::time::Duration;

use outflank_rules::Bitboard;

/// The goal of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The best move, as deep as the other limits allow; exact as soon as that is within reach.
    Strongest,
    /// A midgame search of this many plies (exact where the game ends within them).
    Depth(u8),
    /// The exact final difference.
    Exact,
    /// Whether the position is won, lost or drawn.
    WinLossDraw,
}

/// What a search looks for, and when it stops. `Limits::default()` looks for the strongest move and never stops by
/// itself: add a time or a number of nodes, or stop it with a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// What to find out.
    pub goal: Goal,
    /// Stop after this time with the best so far.
    pub time: Option<Duration>,
    /// Stop after this many nodes with the best so far.
    pub nodes: Option<u64>,
    /// How many of the best moves get a value of their own.
    pub lines: usize,
    /// Moves to leave out. If no other move is legal, there are no lines.
    pub exclude: Bitboard,
    /// Use one thread and nothing from earlier searches. Without a time limit, the same question then has the same
    /// answer on every machine, whatever was searched before.
    pub repeatable: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            goal: Goal::Strongest,
            time: None,
            nodes: None,
            lines: 1,
            exclude: Bitboard::EMPTY,
            repeatable: false,
        }
    }
}

impl Limits {
    /// A search of fixed depth.
    pub fn depth(depth: u8) -> Limits {
        Limits { goal: Goal::Depth(depth), ..Limits::default() }
    }

    /// The strongest move within a time.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// The exact result.
    pub fn exact() -> Limits {
        Limits { goal: Goal::Exact, ..Limits::default() }
    }
}
