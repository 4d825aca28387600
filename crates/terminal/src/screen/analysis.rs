//! What the engine says about positions, when it is asked: hints, values, and the review of a game.

use outflank_engine::Analysis;
use outflank_records::Record;
use outflank_rules::{Color, Move, Position, Square};
use outflank_study::{
    Candidate, Chart, Effort, HINT_MOVES, Review, ReviewedMove, Reviewer, Value, candidates,
};

use super::events::Effect;

/// What is known and what has been asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct AnalysisState {
    /// Whether values are shown for every position.
    pub(crate) on: bool,
    next_id: u64,
    asked: Option<Asked>,
    /// What is known of the moves of one position, the best first.
    found: Option<Found>,
    /// Reviews a finished game, once that is wanted.
    reviewer: Option<Reviewer>,
    /// What the review says so far.
    review: Option<Review>,
}

#[derive(Clone, Debug)]
struct Asked {
    id: u64,
    position: Position,
    purpose: Purpose,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// A person wants to know what to play.
    Hint,
    /// Values are on.
    Values,
    /// The review of a game, and the number of its question.
    Review(u64),
}

#[derive(Clone, Debug)]
struct Found {
    position: Position,
    moves: Vec<Candidate>,
    /// Whether every legal move has a value.
    all: bool,
    /// Whether nothing more will be said.
    done: bool,
}

/// What an answer of the engine led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// It was out of date.
    Nothing,
    /// There is more to come.
    Something,
    /// There is not.
    Complete,
    /// There is not, and this is to be said.
    Hint(String),
}

impl AnalysisState {
    /// Another game begins, without values. Numbers go on, so that late answers are known as such.
    pub(crate) fn start_anew(&mut self) {
        *self = AnalysisState { next_id: self.next_id, ..AnalysisState::default() };
    }

    /// The position has changed: whatever was asked about the last one is out of date.
    pub(crate) fn forget_question(&mut self) {
        self.asked = None;
    }

    /// Values are switched off.
    pub(crate) fn switch_off(&mut self) {
        self.on = false;
        self.found = None;
        self.asked = None;
    }

    /// Asks for the best moves, or says at once what is known.
    pub(crate) fn hint(&mut self, position: &Position) -> Result<Effect, String> {
        if let Some(found) = self.found.as_ref().filter(|found| found.position == *position && found.done) {
            return Err(hint_sentence(&found.moves));
        }
        // With values on every move keeps its value.
        let limits =
            if self.on { outflank_study::values(position) } else { outflank_study::hint(HINT_MOVES) };
        self.ask(*position, limits, Purpose::Hint).ok_or_else(|| "The game is over.".to_owned())
    }

    /// Asks what a position and all moves in it are worth, unless that is known.
    pub(crate) fn values(&mut self, position: &Position) -> Option<Effect> {
        let known = |found: &Found| found.position == *position && found.all && found.done;
        if self.found.as_ref().is_some_and(known) {
            return None;
        }
        self.ask(*position, outflank_study::values(position), Purpose::Values)
    }

    /// Asks the next question of the review of a finished game.
    pub(crate) fn next_of_review(&mut self, record: &Record) -> Option<Effect> {
        if self.chart().is_none_or(|chart| *chart.game() != record.game) {
            // There is nothing to review in a position alone.
            self.reviewer = Reviewer::new(record, Effort::default(), None).ok();
            self.review = None;
        }
        let question = self.reviewer.as_ref()?.next()?;
        self.ask(question.position, question.limits, Purpose::Review(question.id))
    }

    /// The values along the game that is reviewed.
    pub(crate) fn chart(&self) -> Option<&Chart> {
        self.reviewer.as_ref().map(Reviewer::chart)
    }

    /// What the review says so far.
    pub(crate) fn review(&self) -> Option<&Review> {
        self.review.as_ref()
    }

    /// What the review says about the move that led to a ply of the game.
    pub(crate) fn reviewed(&self, ply: usize) -> Option<&ReviewedMove> {
        let before = ply.checked_sub(1)?;
        self.review.as_ref()?.moves.iter().find(|mv| mv.ply == before)
    }

    fn ask(
        &mut self,
        position: Position,
        limits: outflank_engine::Limits,
        purpose: Purpose,
    ) -> Option<Effect> {
        if position.is_over() {
            return None;
        }
        self.next_id += 1;
        self.asked = Some(Asked { id: self.next_id, position, purpose });
        Some(Effect::Analyse { id: self.next_id, position, limits })
    }

    /// Takes an answer.
    pub(crate) fn hear(&mut self, id: u64, analysis: &Analysis, done: bool) -> Heard {
        let Some(asked) = self.asked.as_ref().filter(|asked| asked.id == id) else { return Heard::Nothing };
        let (position, purpose) = (asked.position, asked.purpose);
        if done {
            self.asked = None;
        }
        if let Purpose::Review(question) = purpose {
            let Some(reviewer) = self.reviewer.as_mut().filter(|_| done) else { return Heard::Something };
            reviewer.answer(question, analysis);
            self.review = Some(reviewer.review());
            return Heard::Complete;
        }
        let moves = candidates(analysis, position.turn());
        if moves.is_empty() {
            return Heard::Nothing;
        }
        let all = moves.len() >= position.legal_moves().len();
        let text = hint_sentence(&moves);
        self.found = Some(Found { position, moves, all, done });
        match (done, purpose) {
            (false, _) => Heard::Something,
            (true, Purpose::Hint) => Heard::Hint(text),
            (true, _) => Heard::Complete,
        }
    }

    /// Whether an answer is awaited that somebody has asked for.
    pub(crate) fn seeking_hint(&self) -> bool {
        self.asked.as_ref().is_some_and(|asked| asked.purpose == Purpose::Hint)
    }

    /// Whether nothing is being searched.
    pub(crate) fn is_idle(&self) -> bool {
        self.asked.is_none()
    }

    /// What is known of the moves in a position, the best first.
    pub(crate) fn moves(&self, position: &Position) -> &[Candidate] {
        self.found.as_ref().filter(|found| found.position == *position).map_or(&[], |found| &found.moves)
    }

    /// The values of the moves in a position, in whole discs as its player sees them.
    pub(crate) fn squares(&self, position: &Position) -> Vec<(Square, i32)> {
        let value = |candidate: &Candidate| Some((candidate.mv.square()?, candidate.value.score.round()));
        self.moves(position).iter().filter_map(value).collect()
    }

    /// What a position is worth to Black, if that is known.
    pub(crate) fn value(&self, position: &Position) -> Option<Value> {
        let best = self.moves(position).first().map(|best| best.value.seen_by(Color::Black));
        best.or_else(|| position.outcome().map(Value::of_outcome)).or_else(|| {
            let chart = self.chart()?;
            let ply = chart.game().positions().iter().position(|other| other == position)?;
            Some(chart.point(ply)?.value)
        })
    }
}

/// The best moves in a sentence.
fn hint_sentence(moves: &[Candidate]) -> String {
    let told = |candidate: &Candidate| match candidate.mv {
        Move::Pass => "pass".to_owned(),
        Move::Place(square) => format!("{square} ({})", value_words(candidate.value)),
    };
    let mut moves = moves.iter().take(HINT_MOVES).map(told);
    let best = moves.next().unwrap_or_default();
    let rest: Vec<String> = moves.collect();
    if rest.is_empty() {
        format!("Hint: {best}.")
    } else {
        format!("Hint: {best}; then {}.", rest.join(", "))
    }
}

/// A value, and whether it is certain.
pub(crate) fn value_words(value: Value) -> String {
    if value.is_exact() { format!("{value}, certain") } else { value.to_string() }
}

#[cfg(test)]
mod tests {
    use outflank_engine::{Certainty, Line, Score};

    use super::*;

    fn answer(squares: &[(Square, i32)]) -> Analysis {
        let line = |(square, discs): &(Square, i32)| Line {
            score: Score::from_discs(*discs),
            certainty: Certainty::Exact,
            depth: 8,
            moves: vec![(*square).into()],
        };
        Analysis { lines: squares.iter().map(line).collect(), ..Analysis::default() }
    }

    fn asked(effect: &Effect) -> (u64, usize) {
        let Effect::Analyse { id, limits, .. } = effect else { panic!("{effect:?}") };
        (*id, limits.lines)
    }

    const ALL: [(Square, i32); 4] = [(Square::D3, 4), (Square::C4, 2), (Square::F5, 0), (Square::E6, -3)];

    #[test]
    fn a_hint_does_not_erase_the_values_of_all_moves() {
        let position = Position::default();
        let mut state = AnalysisState { on: true, ..AnalysisState::default() };
        // While they are being found out, the hint asks for all of them too.
        let (_, lines) = asked(&state.values(&position).unwrap());
        assert_eq!(lines, 4);
        let (id, lines) = asked(&state.hint(&position).unwrap());
        assert_eq!(lines, 4);
        let said = state.hear(id, &answer(&ALL), true);
        assert_eq!(
            said,
            Heard::Hint("Hint: d3 (+4, certain); then c4 (+2, certain), f5 (0, certain).".to_owned())
        );
        assert_eq!(state.squares(&position).len(), 4);
        // And when they are known nothing needs to be asked.
        assert!(state.hint(&position).is_err());
        assert!(state.values(&position).is_none());
        assert_eq!(state.squares(&position).len(), 4);
    }

    #[test]
    fn a_hint_alone_asks_for_a_few_moves_and_values_for_the_rest() {
        let position = Position::default();
        let mut state = AnalysisState::default();
        let (id, lines) = asked(&state.hint(&position).unwrap());
        assert_eq!(lines, HINT_MOVES);
        state.hear(id, &answer(&ALL[..3]), true);
        assert_eq!(asked(&state.values(&position).unwrap()).1, 4);
    }
}
