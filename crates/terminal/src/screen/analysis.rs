//! What the engine says about positions, when it is asked: hints, values, and the review of a game.

use outflank_engine::Analysis;
use outflank_records::Record;
use outflank_rules::{Color, Position, Square};
use outflank_study::{Adviser, Candidate, Chart, Effort, Review, ReviewedMove, Reviewer, Value, candidates};

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
    /// The hint that was asked for last.
    hinting: Option<Hinting>,
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
    /// A person wants to know what to play, and the number of the question.
    Hint(u64),
    /// Values are on.
    Values,
    /// The review of a game, and the number of its question.
    Review(u64),
}

/// A hint comes in steps: where to look, the move, the line. Asking again goes a step further.
#[derive(Clone, Debug)]
struct Hinting {
    adviser: Adviser,
    /// How many steps have been asked for and how many have been told.
    wanted: usize,
    told: usize,
}

/// Where to look; the move; the line.
const STEPS: usize = 3;

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
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Heard {
    /// It was out of date.
    Nothing,
    /// There is more to come.
    Something,
    /// There is not.
    Complete,
    /// A review is complete and is to be kept.
    Reviewed(Option<Effect>),
    /// Something is to be said, or asked, about what to play.
    Hint(Vec<String>, Option<Effect>),
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

    /// Goes a step further with the hint for a position: what is to be said, and what is to be asked first.
    pub(crate) fn hint(&mut self, position: &Position) -> (Vec<String>, Option<Effect>) {
        if position.is_over() {
            return (vec!["The game is over.".to_owned()], None);
        }
        let same = self.hinting.as_ref().is_some_and(|hinting| hinting.adviser.position() == position);
        if !same {
            let known = self.found.as_ref().filter(|found| found.position == *position && found.done);
            let adviser = known.map_or_else(
                || Adviser::new(*position),
                |found| Adviser::knowing(*position, found.moves.clone()),
            );
            // Who sees the values of all moves does not have to be told where to look.
            let told = usize::from(self.on);
            self.hinting = Some(Hinting { adviser, wanted: told, told });
        }
        if let Some(hinting) = &mut self.hinting {
            // The last step can be heard again.
            hinting.told = hinting.told.min(STEPS - 1);
            hinting.wanted = (hinting.told + 1).max(hinting.wanted);
        }
        (self.tell_hint(), self.ask_for_hint())
    }

    /// The steps that were asked for and can be told now.
    fn tell_hint(&mut self) -> Vec<String> {
        let Some(hinting) = &mut self.hinting else { return Vec::new() };
        let Some(advice) = hinting.adviser.advice() else { return Vec::new() };
        // Only the last step needs more than the best moves.
        let known = if hinting.adviser.next().is_none() { STEPS } else { STEPS - 1 };
        let steps = hinting.told..hinting.wanted.min(known);
        let said = advice.steps()[steps.clone()].to_vec();
        hinting.told = steps.end.max(hinting.told);
        if hinting.told > 1 && self.moves(&advice.position).is_empty() {
            let all = advice.moves.len() >= advice.position.legal_moves().len();
            self.found = Some(Found { position: advice.position, moves: advice.moves, all, done: true });
        }
        said
    }

    /// The next question of the hint, unless it has been asked.
    fn ask_for_hint(&mut self) -> Option<Effect> {
        let hinting = self.hinting.as_ref()?;
        let question = hinting.adviser.next()?;
        let purpose = Purpose::Hint(question.id);
        if self.asked.as_ref().is_some_and(|asked| asked.purpose == purpose) {
            return None;
        }
        // With values on every move keeps its value.
        let best = self.on && hinting.adviser.advice().is_none();
        let limits = if best { outflank_study::values(&question.position) } else { question.limits };
        self.ask(question.position, limits, purpose)
    }

    /// Asks what a position and all moves in it are worth, unless that is known.
    pub(crate) fn values(&mut self, position: &Position) -> Option<Effect> {
        let known = |found: &Found| found.position == *position && found.all && found.done;
        if self.found.as_ref().is_some_and(known) {
            return None;
        }
        self.ask(*position, outflank_study::values(position), Purpose::Values)
    }

    /// Asks the next question of the review of a finished game. A new one is begun at once, and given up if one was kept.
    pub(crate) fn next_of_review(&mut self, record: &Record) -> Vec<Effect> {
        let mut effects = Vec::new();
        if self.chart().is_none_or(|chart| *chart.game() != record.game) {
            self.review_anew(record, Effort::Usual);
            if self.reviewer.is_some() {
                effects.push(Effect::RecallReview(Box::new(record.game.clone())));
            }
        }
        effects.extend(self.ask_for_review());
        effects
    }

    /// Begins the review of a game. There is nothing to review in a position alone.
    fn review_anew(&mut self, record: &Record, effort: Effort) {
        self.reviewer = Reviewer::new(record, effort, None).ok();
        self.review = None;
    }

    fn ask_for_review(&mut self) -> Option<Effect> {
        let question = self.reviewer.as_ref()?.next()?;
        self.ask(question.position, question.limits, Purpose::Review(question.id))
    }

    /// Takes a review that was kept, if it is of this game.
    pub(crate) fn recall(&mut self, record: &Record, text: &str) {
        let deep = self.review.as_ref().is_some_and(|review| review.deep);
        if let Some(reviewer) = Reviewer::from_text(record, text).filter(|_| !deep) {
            self.review = Some(reviewer.review());
            self.reviewer = Some(reviewer);
            self.asked = None;
        }
    }

    /// Reviews the game again, deeper; or says why not.
    pub(crate) fn look_deeper(&mut self, record: &Record) -> Result<Option<Effect>, &'static str> {
        let review = self.review.as_ref().filter(|review| review.complete);
        let review = review.ok_or("The review is still being made.")?;
        if review.deep {
            return Err("This is the deeper review.");
        }
        self.review_anew(record, Effort::Deep);
        Ok(self.ask_for_review())
    }

    /// The review as text to be kept, when it has just become complete.
    fn to_keep(&self) -> Option<Effect> {
        let reviewer = self.reviewer.as_ref()?;
        Some(Effect::KeepReview(Box::new(reviewer.chart().game().clone()), reviewer.to_text()?))
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
            let review = self.review.insert(reviewer.review());
            return if review.complete { Heard::Reviewed(self.to_keep()) } else { Heard::Complete };
        }
        let moves = candidates(analysis, position.turn());
        if moves.is_empty() {
            return Heard::Nothing;
        }
        if let Purpose::Hint(question) = purpose {
            return self.hear_hint(question, analysis, done);
        }
        let all = moves.len() >= position.legal_moves().len();
        self.found = Some(Found { position, moves, all, done });
        if done { Heard::Complete } else { Heard::Something }
    }

    fn hear_hint(&mut self, question: u64, analysis: &Analysis, done: bool) -> Heard {
        let Some(hinting) = self.hinting.as_mut().filter(|_| done) else { return Heard::Something };
        hinting.adviser.answer(question, analysis);
        let said = self.tell_hint();
        Heard::Hint(said, self.ask_for_hint())
    }

    /// The last step that was told of the hint for a position.
    pub(crate) fn told(&self, position: &Position) -> Option<String> {
        let hinting = self.hinting.as_ref().filter(|hinting| hinting.adviser.position() == position)?;
        // With values on the first step is left out.
        let step = hinting.told.checked_sub(1).filter(|step| *step > 0 || !self.on)?;
        Some(hinting.adviser.advice()?.steps()[step].clone())
    }

    /// Whether an answer is awaited that somebody has asked for.
    pub(crate) fn seeking_hint(&self) -> bool {
        let asked = self.asked.as_ref().is_some_and(|asked| matches!(asked.purpose, Purpose::Hint(_)));
        asked && self.hinting.as_ref().is_some_and(|hinting| hinting.told < hinting.wanted)
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

/// A value, and whether it is certain.
pub(crate) fn value_words(value: Value) -> String {
    if value.is_exact() { format!("{value}, certain") } else { value.to_string() }
}

#[cfg(test)]
mod tests {
    use outflank_engine::{Certainty, Line, Score};
    use outflank_study::HINT_MOVES;

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

    /// Answers whatever the hint asks until it asks no more, and collects what is said.
    fn answered(state: &mut AnalysisState, mut effect: Option<Effect>) -> Vec<String> {
        let mut all = Vec::new();
        while let Some(asked) = effect.take() {
            let Effect::Analyse { id, limits, .. } = asked else { panic!("{asked:?}") };
            let known = answer(&ALL[..limits.lines.min(4)]);
            let Heard::Hint(said, next) = state.hear(id, &known, true) else { panic!("an answer is heard") };
            all.extend(said);
            effect = next;
        }
        all
    }

    #[test]
    fn a_hint_goes_a_step_further_every_time() {
        let position = Position::default();
        let mut state = AnalysisState::default();
        let (said, effect) = state.hint(&position);
        assert!(said.is_empty() && state.seeking_hint());
        assert_eq!(asked(effect.as_ref().unwrap()).1, HINT_MOVES);
        assert_eq!(answered(&mut state, effect), ["Look at the top of the board."]);
        assert!(state.moves(&position).is_empty(), "the move is not given away yet");
        let (said, _) = state.hint(&position);
        assert!(said[0].starts_with("d3 "), "{said:?}");
        assert_eq!(state.squares(&position).len(), HINT_MOVES);
        let (said, _) = state.hint(&position);
        assert_eq!(said, ["Best play: d3."]);
        assert_eq!(state.hint(&position).0, said, "the last step can be heard again");
        assert_eq!(asked(&state.values(&position).unwrap()).1, 4, "and not all moves are known");
    }

    #[test]
    fn the_line_is_told_once_it_is_known() {
        let position = Position::default();
        let mut state = AnalysisState::default();
        let (_, effect) = state.hint(&position);
        assert_eq!((state.hint(&position).1, state.hint(&position).1), (None, None), "it is being asked");
        let said = answered(&mut state, effect);
        assert_eq!(said.len(), 1, "asking while nothing has been told yet asks for the same step");
    }

    #[test]
    fn a_hint_does_not_erase_the_values_of_all_moves() {
        let position = Position::default();
        let mut state = AnalysisState { on: true, ..AnalysisState::default() };
        // While they are being found out, the hint asks for all of them too.
        let (_, lines) = asked(&state.values(&position).unwrap());
        assert_eq!(lines, 4);
        let (_, effect) = state.hint(&position);
        assert_eq!(asked(effect.as_ref().unwrap()).1, 4);
        let said = answered(&mut state, effect);
        assert!(said[0].starts_with("d3 "), "with values on the move is seen anyway: {said:?}");
        assert_eq!(state.squares(&position).len(), 4);
        // And when they are known nothing needs to be asked.
        assert!(state.hint(&position).1.is_none());
        assert!(state.values(&position).is_none());
        assert_eq!(state.squares(&position).len(), 4);
    }
}
