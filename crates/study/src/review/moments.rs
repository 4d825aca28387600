//! What is worth a look: the turning point, the costliest mistakes, a good move of each side.

use outflank_rules::{Color, Move};

use super::{Label, ReviewedMove};
use crate::reasons::{Explanation, Reason};

/// Something in a game that is worth a look.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The ply of the move.
    pub ply: usize,
    /// What it is.
    pub kind: MomentKind,
    /// Whether the loser was behind for good from here on.
    pub turning_point: bool,
    /// Why it was a mistake, once that has been looked into.
    pub explanation: Option<Explanation>,
    /// The moves that would have been fine here, best first: see [`is_accepted`](crate::is_accepted).
    pub accepted: Vec<Move>,
}

impl Moment {
    /// Whether two moments close to each other have the same reason about the same squares.
    pub(super) fn is_same_idea(&self, other: &Moment) -> bool {
        let (Some(one), Some(two)) = (&self.explanation, &other.explanation) else { return false };
        let cause = |explanation: &Explanation| explanation.reason.as_ref().map(Reason::cause);
        self.ply.abs_diff(other.ply) <= NEIGHBOURS
            && cause(one).is_some()
            && cause(one) == cause(two)
            && !one.squares().is_disjoint(two.squares())
    }
}

/// Moves this close may be one moment.
const NEIGHBOURS: usize = 4;

/// What is worth a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MomentKind {
    /// A move that cost much.
    Mistake,
    /// A move that was hard to find.
    Found,
}

impl MomentKind {
    /// The name that programs use.
    pub const fn name(self) -> &'static str {
        match self {
            MomentKind::Mistake => "mistake",
            MomentKind::Found => "found",
        }
    }
}

/// So many moments are shown at most.
pub(super) const MOST: usize = 5;

/// So many mistakes are looked into, since several may turn out to be one idea.
pub(super) const LOOKED_INTO: usize = 8;

/// In a decided game, only losses of this many discs are moments.
const DECIDED: f64 = 10.0;

/// The move after which the loser was behind for good: the last one that took him from about even, or better, to
/// below, with nothing above afterwards. `chances` are Black's before every ply and at the end.
pub(super) fn turning_point(
    moves: &[ReviewedMove],
    chances: &[Option<f64>],
    winner: Option<Color>,
) -> Option<usize> {
    let loser = !winner?;
    let chance = |ply: usize| {
        let black = *chances.get(ply)?;
        black.map(|black| if loser == Color::Black { black } else { 1.0 - black })
    };
    let behind_for_good =
        (0..chances.len()).rev().take_while(|ply| chance(*ply).is_some_and(|c| c < 0.5)).last()?;
    let turn = moves.iter().rev().find(|mv| {
        mv.turn == loser
            && mv.ply < behind_for_good.max(1)
            && mv.chance_before >= 0.45
            && mv.chance_lost() >= 0.05
    })?;
    Some(turn.ply)
}

/// The mistakes worth looking into, costliest first.
pub(super) fn mistakes(
    moves: &[ReviewedMove],
    turning_point: Option<usize>,
    player: Option<Color>,
) -> Vec<&ReviewedMove> {
    let wanted = |mv: &&ReviewedMove| player.is_none_or(|player| player == mv.turn);
    let decided = |mv: &ReviewedMove| !(0.05..=0.95).contains(&mv.chance_before);
    let mut found: Vec<&ReviewedMove> = moves
        .iter()
        .filter(wanted)
        .filter(|mv| {
            let serious = matches!(mv.label, Label::Mistake | Label::Blunder) || mv.loss >= DECIDED;
            Some(mv.ply) == turning_point
                || serious && mv.label.is_error() && (!decided(mv) || mv.loss >= DECIDED)
        })
        .collect();
    found.sort_by(|a, b| {
        let key = |mv: &ReviewedMove| (Some(mv.ply) == turning_point, mv.chance_lost(), mv.loss);
        key(b).partial_cmp(&key(a)).unwrap_or(std::cmp::Ordering::Equal)
    });
    found.truncate(LOOKED_INTO);
    found
}

/// The best find of each side that has one.
pub(super) fn finds(moves: &[ReviewedMove], player: Option<Color>) -> Vec<&ReviewedMove> {
    let of = |color: Color| {
        let found = moves.iter().filter(|mv| mv.turn == color);
        let found = found.filter(|mv| matches!(mv.label, Label::OnlyMove | Label::Sacrifice));
        found.max_by(|a, b| {
            let key = |mv: &ReviewedMove| (mv.label == Label::Sacrifice, mv.margin.unwrap_or_default());
            key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal)
        })
    };
    Color::ALL
        .into_iter()
        .filter(|color| player.is_none_or(|player| player == *color))
        .filter_map(of)
        .collect()
}
