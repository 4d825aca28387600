//! Which moves would have been fine: the best one is often not the only one, and a player who is asked for a better
//! move should be told so whenever the answer is good.

use outflank_engine::{Analysis, Limits};
use outflank_rules::{Move, Position};

use super::ReviewedMove;
use crate::{Candidate, Effort, Value, candidates, win_chance};

/// Whether a move may stand in place of the best one, both worth so much to the same side in a position with so many empty
/// squares. Where both are proved, the result is the same and at most two discs go; otherwise at most one disc or
/// a fiftieth of a point.
pub fn is_accepted(best: Value, other: Value, empties: usize) -> bool {
    let discs = |value: Value| value.score.discs();
    let lost = discs(best) - discs(other);
    if best.is_exact() && other.is_exact() {
        return lost <= 2.0 && best.score.raw().signum() == other.score.raw().signum();
    }
    let chance = |value: Value| win_chance(discs(value), empties.saturating_sub(1));
    lost <= 1.0 || chance(best) - chance(other) <= 0.02
}

/// Finds the accepted moves of a position: as many of the best moves are asked for as it takes to see one that is not
/// accepted.
#[derive(Clone, Debug)]
pub(super) struct Accepted {
    position: Position,
    effort: Effort,
    /// The best moves that are known, best first.
    known: Vec<Candidate>,
    /// How many were looked at.
    asked: usize,
}

impl Accepted {
    /// With the best and the second best move, which the review knows.
    pub(super) fn new(position: Position, mv: &ReviewedMove, effort: Effort) -> Accepted {
        let known = std::iter::once(&mv.best).chain(&mv.second).cloned().collect();
        Accepted { position, effort, known, asked: 2 }
    }

    /// What to search next, if there may be more.
    pub(super) fn next(&self) -> Option<(Position, Limits)> {
        let legal = self.position.legal_moves().len();
        let all_fine = self.known.iter().all(|candidate| self.is_fine(candidate));
        let lines = (2 * self.asked).min(legal);
        (all_fine && self.asked < legal)
            .then(|| (self.position, Limits { lines, ..self.effort.best(&self.position) }))
    }

    /// Takes the answer.
    pub(super) fn answer(&mut self, analysis: &Analysis) {
        let legal = self.position.legal_moves().len();
        self.asked = (2 * self.asked).min(legal);
        let found = candidates(analysis, self.position.turn());
        // The best move stays the one that was told, and is compared with by the values of one search.
        self.known.truncate(1);
        let Some(best) = found.first().map(|best| best.value) else { return };
        let told = self.known[0].mv;
        self.known[0].value = best;
        self.known.extend(found.into_iter().filter(|candidate| candidate.mv != told));
    }

    /// The moves, best first.
    pub(super) fn moves(&self) -> Vec<Move> {
        self.known.iter().filter(|candidate| self.is_fine(candidate)).map(|candidate| candidate.mv).collect()
    }

    fn is_fine(&self, candidate: &Candidate) -> bool {
        is_accepted(self.known[0].value, candidate.value, self.position.empties().len())
    }
}

#[cfg(test)]
mod tests {
    use outflank_engine::{Certainty, Score};
    use outflank_rules::Color;

    use super::*;

    fn value(raw: i32, certainty: Certainty) -> Value {
        Value { side: Color::Black, score: Score::from_raw(128 * raw / 10), certainty }
    }

    #[test]
    fn a_proved_move_keeps_the_result_and_loses_at_most_two_discs() {
        let exact = |tenths: i32| value(tenths, Certainty::Exact);
        assert!(is_accepted(exact(60), exact(40), 12));
        assert!(!is_accepted(exact(60), exact(20), 12));
        assert!(!is_accepted(exact(20), exact(0), 12), "a draw is not a win");
        assert!(is_accepted(exact(-20), exact(-40), 12));
    }

    #[test]
    fn an_estimate_loses_at_most_a_disc_or_a_fiftieth_of_a_point() {
        let estimate = |tenths: i32| value(tenths, Certainty::Estimate);
        assert!(is_accepted(estimate(30), estimate(21), 40));
        assert!(!is_accepted(estimate(30), estimate(10), 40));
        assert!(is_accepted(estimate(500), estimate(450), 40), "won so or so");
    }
}
