//! What the book knows about a position besides its value: how far that can be trusted, and how many lines a player
//! must know to hold it. All of it is computed from the leaves, from the end of the book to its start.

use std::fmt;

use super::{Kind, PER_DISC, score};
use crate::{Bounds, Score};

/// What the book knows about a position or a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The value for the side to move.
    pub value: Score,
    /// The range of the value: an exact leaf is right, one searched to the end with selective cutoffs is assumed to be
    /// within a disc, and one that stops before the end of the game within two.
    pub bounds: Bounds,
    /// What the value is based on.
    pub grade: Grade,
    /// How many lines each side must know to hold the value.
    pub lines: Lines,
}

/// What a value is based on: the leaves of all continuations in which no move loses more than a disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// All are exact.
    A,
    /// Some are exact, the others searched to the end.
    B,
    /// All are searched to the end.
    C,
    /// Some are exact, others estimates.
    D,
    /// Some are searched to the end, others estimates.
    E,
    /// All are estimates.
    F,
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Grade::A => "A",
            Grade::B => "B",
            Grade::C => "C",
            Grade::D => "D",
            Grade::E => "E",
            Grade::F => "F",
        })
    }
}

/// How many lines of the book a side must know to hold the value: one answer to each move of the other side that also
/// holds it. Othello players call this the umigame number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    /// For the side to move.
    pub mover: u32,
    /// For the other side.
    pub other: u32,
}

/// A move that loses no more than this holds the value, in 1/8 disc: the book is not more precise than that.
const HOLDS: i16 = PER_DISC as i16 / 2;
/// Continuations count for the grade as long as no move loses more than this.
const CONTINUES: i16 = PER_DISC as i16;

/// The summary of a position that the book stores. Values are for the side to move, in 1/8 disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Summary {
    pub(super) value: i16,
    /// How the value was found.
    pub(super) kind: Kind,
    lower: i16,
    upper: i16,
    leaves: Leaves,
    lines: Lines,
}

/// A set of kinds of leaves, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Leaves(u8);

const EXACT: u8 = 1;
const TO_THE_END: u8 = 2;
const ESTIMATE: u8 = 4;

impl Summary {
    /// A position of which nothing is known.
    pub(super) const UNKNOWN: Summary = Summary {
        value: 0,
        kind: Kind::Depth(1),
        lower: -64 * PER_DISC as i16,
        upper: 64 * PER_DISC as i16,
        leaves: Leaves(ESTIMATE),
        lines: Lines { mover: 1, other: 1 },
    };

    /// The summary of a move out of the book.
    pub(super) fn of_leaf(value: i16, kind: Kind) -> Summary {
        let (discs, leaves) = match kind {
            Kind::Exact => (0, EXACT),
            Kind::Selective(_) => (1, TO_THE_END),
            Kind::Depth(_) => (2, ESTIMATE),
        };
        let error = discs * PER_DISC as i16;
        let (lower, upper) = (value - error, value + error);
        Summary { value, kind, lower, upper, leaves: Leaves(leaves), lines: Lines { mover: 1, other: 1 } }
    }

    /// The summary of the move to this position; the sign is that of [`After::Position`](super::After::Position).
    pub(super) fn before(self, sign: i32) -> Summary {
        if sign > 0 {
            return self;
        }
        let Lines { mover, other } = self.lines;
        Summary {
            value: -self.value,
            lower: -self.upper,
            upper: -self.lower,
            lines: Lines { mover: other, other: mover },
            ..self
        }
    }

    /// The summary of a position with these moves.
    pub(super) fn of_moves(moves: &[Summary]) -> Summary {
        let all = || moves.iter().copied();
        let Some(best) = all().reduce(|best, mv| if mv.value > best.value { mv } else { best }) else {
            return Summary::UNKNOWN;
        };
        let within = |loss: i16| all().filter(move |mv| mv.value >= best.value - loss);
        // The side to move chooses one line; the other side must be prepared for all that hold the value.
        let lines = Lines {
            mover: within(HOLDS).map(|mv| mv.lines.mover).min().unwrap_or(1),
            other: within(HOLDS).map(|mv| mv.lines.other).fold(0, u32::saturating_add),
        };
        Summary {
            lower: all().map(|mv| mv.lower).max().unwrap_or(best.lower),
            upper: all().map(|mv| mv.upper).max().unwrap_or(best.upper),
            leaves: Leaves(within(CONTINUES).fold(0, |all, mv| all | mv.leaves.0)),
            lines,
            ..best
        }
    }
}

impl From<Leaves> for Grade {
    fn from(leaves: Leaves) -> Grade {
        match leaves.0 {
            EXACT => Grade::A,
            both if both == EXACT | TO_THE_END => Grade::B,
            TO_THE_END => Grade::C,
            some if some & EXACT != 0 => Grade::D,
            some if some & TO_THE_END != 0 => Grade::E,
            _ => Grade::F,
        }
    }
}

impl From<Summary> for Known {
    fn from(summary: Summary) -> Known {
        let most = 64 * PER_DISC as i16;
        let bound = |eighths: i16| score(eighths.clamp(-most, most));
        Known {
            value: score(summary.value),
            bounds: Bounds { at_least: bound(summary.lower), at_most: bound(summary.upper) },
            grade: summary.leaves.into(),
            lines: summary.lines,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(discs: i16, kind: Kind) -> Summary {
        Summary::of_leaf(discs * PER_DISC as i16, kind)
    }

    fn position(moves: &[Summary]) -> Known {
        Summary::of_moves(moves).into()
    }

    #[test]
    fn bounds_come_from_all_moves_and_change_sign_with_the_side() {
        let known = position(&[leaf(2, Kind::Exact), leaf(1, Kind::Depth(18)), leaf(-9, Kind::Depth(18))]);
        assert_eq!(known.value, Score::from_discs(2));
        assert_eq!(known.bounds, Bounds { at_least: Score::from_discs(2), at_most: Score::from_discs(3) });
        let before = Known::from(Summary::of_leaf(16, Kind::Selective(95)).before(-1));
        assert_eq!(before.bounds, Bounds { at_least: Score::from_discs(-3), at_most: Score::from_discs(-1) });
    }

    #[test]
    fn the_grade_depends_on_the_leaves_of_moves_near_the_best() {
        let (exact, end, estimate) = (Kind::Exact, Kind::Selective(95), Kind::Depth(18));
        for (kinds, grade) in [
            (vec![exact, exact], Grade::A),
            (vec![exact, end], Grade::B),
            (vec![end], Grade::C),
            (vec![exact, end, estimate], Grade::D),
            (vec![end, estimate], Grade::E),
            (vec![estimate, estimate], Grade::F),
        ] {
            let mut moves: Vec<Summary> = kinds.iter().map(|kind| leaf(1, *kind)).collect();
            moves.push(leaf(-4, if grade == Grade::A { estimate } else { exact }));
            assert_eq!(position(&moves).grade, grade);
        }
    }

    #[test]
    fn the_side_to_move_needs_one_line_and_the_other_side_needs_all() {
        let even = || leaf(0, Kind::Exact);
        let known = position(&[even(), even(), leaf(-2, Kind::Exact)]);
        assert_eq!(known.lines, Lines { mover: 1, other: 2 });
        // Two replies, each with two moves that hold the value.
        let two = Summary::of_moves(&[even(), even()]).before(-1);
        assert_eq!(two.lines, Lines { mover: 2, other: 1 });
        assert_eq!(position(&[two, two]).lines, Lines { mover: 2, other: 2 });
    }
}
