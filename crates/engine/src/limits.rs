use std::time::Duration;

use outflank_rules::Bitboard;

/// What to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The best move as deep as the other limits allow; exact as soon as that is in reach.
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
    /// Stop after this long with the best so far.
    pub time: Option<Duration>,
    /// Stop after this many nodes with the best so far.
    pub nodes: Option<u64>,
    /// How many of the best moves to give a value of their own.
    pub lines: usize,
    /// Moves to leave out. Without any other legal move there are no lines.
    pub exclude: Bitboard,
    /// Use nothing that earlier searches left behind, and one thread: without a time the same question then has the
    /// same answer, whatever was asked before and on whatever machine.
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
