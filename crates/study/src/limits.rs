//! How long the engine thinks for people, the same in all front ends.

use std::time::Duration;

use outflank_engine::{Certainty, Goal, Limits, Line};
use outflank_rules::Position;

/// How long a hint thinks.
pub const HINT_TIME: Duration = Duration::from_millis(1500);

/// How many moves a hint shows.
pub const HINT_MOVES: usize = 3;

/// How long the values of all moves take.
pub const VALUES_TIME: Duration = Duration::from_millis(1500);

/// A search for a hint that shows the best `moves`: [`HINT_MOVES`], unless another number was asked for.
pub fn hint(moves: usize) -> Limits {
    Limits { lines: moves.max(1), ..Limits::time(HINT_TIME) }
}

/// A search for the values of all moves of a position.
pub fn values(position: &Position) -> Limits {
    Limits { lines: position.legal_moves().len().max(1), ..Limits::time(VALUES_TIME) }
}

/// How much is spent on each position of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// 14 plies ahead, and exact from 22 empty squares on; less under other rules than the standard
    /// ones, whose search is slower. A game takes about a second.
    #[default]
    Usual,
    /// 18 plies ahead, and exact from 24 empty squares on, for a deeper look; less under other rules.
    Deep,
    /// This many plies ahead, and exact where the game ends within them.
    Depth(u8),
    /// As deep as this time allows for the best move; the move that was played is searched as deep.
    Time(Duration),
}

/// How far ahead an effort looks, and from how many empty squares on it is exact.
struct Reach {
    depth: u8,
    exact: usize,
}

/// The usual effort under standard rules, and under others.
const USUAL: [Reach; 2] = [Reach { depth: 14, exact: 22 }, Reach { depth: 6, exact: 10 }];
/// The deep one.
const DEEP: [Reach; 2] = [Reach { depth: 18, exact: 24 }, Reach { depth: 8, exact: 12 }];

impl Effort {
    /// The search for the best move of a position.
    pub(crate) fn best(self, position: &Position) -> Limits {
        let rules = usize::from(!position.variant().is_standard());
        let reach = match self {
            Effort::Usual => &USUAL[rules],
            Effort::Deep => &DEEP[rules],
            Effort::Depth(depth) => &Reach { depth, exact: depth.into() },
            Effort::Time(time) => return Limits::time(time),
        };
        if position.empties().len() <= reach.exact { Limits::exact() } else { Limits::depth(reach.depth) }
    }

    /// The search for what another move is worth, in the position after it: as deep as the best one was searched.
    pub(crate) fn sibling(self, best: &Line) -> Limits {
        let goal = match best.certainty {
            Certainty::Exact | Certainty::WinLossDraw => Goal::Exact,
            Certainty::Selective(_) => Goal::Strongest,
            Certainty::Estimate => Goal::Depth(best.depth.saturating_sub(1).max(1)),
        };
        // A bad move may take longer to refute than the best one took to find, but not without end.
        let time = match (self, goal) {
            (Effort::Time(time), Goal::Strongest) => Some(time),
            (Effort::Time(time), _) => Some(time * 4),
            _ => None,
        };
        Limits { goal, time, ..Limits::default() }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_values_of_all_moves_are_asked_for() {
        assert_eq!(values(&Position::default()).lines, 4);
        assert_eq!(hint(HINT_MOVES), Limits { lines: 3, ..Limits::time(HINT_TIME) });
        assert_eq!(hint(0).lines, 1);
    }

    #[test]
    fn the_usual_effort_is_exact_at_the_end() {
        let late = outflank_rules::Setup {
            black: outflank_rules::Bitboard::from_bits(!0 << 32),
            white: outflank_rules::Bitboard::from_bits(0x3ff << 22),
            ..Default::default()
        };
        let late = late.position().unwrap();
        assert_eq!(late.empties().len(), 22);
        assert_eq!(Effort::Usual.best(&late), Limits::exact());
        assert_eq!(Effort::Usual.best(&Position::default()), Limits::depth(14));
        assert_eq!(Effort::Deep.best(&late), Limits::exact());
        assert_eq!(Effort::Deep.best(&Position::default()), Limits::depth(18));
    }
}
