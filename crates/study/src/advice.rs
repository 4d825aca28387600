//! Hints that teach: where to look, the move and what it does, what the tempting alternative would allow, the line.

use outflank_engine::{Analysis, Certainty, Goal, Limits};
use outflank_rules::{Bitboard, Move, Position, Square};

use crate::reasons::{Explainer, Explanation, Merit, merit};
use crate::words::{self, Voice};
use crate::{Candidate, HINT_MOVES, Question, hint};

/// What a hint says, in three steps: [`Advice::nudge`], [`Advice::the_move`] and [`Advice::the_line`].
#[derive(Clone, Debug)]
pub struct Advice {
    /// The position.
    pub position: Position,
    /// The best moves, best first; never empty.
    pub moves: Vec<Candidate>,
    /// What the best one does.
    pub merit: Merit,
    /// A move that looks good and is not, and why.
    pub tempting: Option<Tempting>,
}

/// A move that looks good and is not.
#[derive(Clone, Debug)]
pub struct Tempting {
    /// The move with its value.
    pub candidate: Candidate,
    /// What it loses, in discs.
    pub loss: f64,
    /// Why; without a reason there is only the loss.
    pub explanation: Option<Explanation>,
}

impl Advice {
    /// The first step: where to look.
    pub fn nudge(&self) -> String {
        match self.moves[0].mv.square() {
            Some(square) => format!("Look at {}.", place(square)),
            None => "There is nothing to place.".to_owned(),
        }
    }

    /// The second step: the move, what it does and what the tempting one would allow.
    pub fn the_move(&self, voice: Voice) -> String {
        let best = &self.moves[0];
        let Some(square) = best.mv.square() else { return "Only a pass is possible.".to_owned() };
        let said = words::merit(&self.merit, square, self.position.turn(), voice);
        match &self.tempting {
            None => said,
            Some(tempting) => format!("{said} {}", warning(tempting, voice)),
        }
    }

    /// The third step: what would follow.
    pub fn the_line(&self) -> String {
        let best = &self.moves[0];
        let line = &best.line[..best.line.len().min(LINE)];
        format!("{} ({}).", words::line(line), best.value)
    }
}

/// What is said of a move that looks good.
fn warning(tempting: &Tempting, voice: Voice) -> String {
    let exact = tempting.candidate.value.is_exact();
    let mv = tempting.candidate.mv;
    let reason = tempting.explanation.as_ref().and_then(|explanation| explanation.reason.as_ref());
    let why = match (reason, &tempting.explanation) {
        (Some(reason), Some(explanation)) => format!(" {}", reason.sentence(&explanation.scene, voice)),
        _ => String::new(),
    };
    format!("{mv} looks good but loses {}.{why}", words::discs(tempting.loss, exact))
}

/// So many moves of the line are shown.
const LINE: usize = 6;

/// A part of the board in words.
fn place(square: Square) -> &'static str {
    let (column, row) = (square.column(), square.row());
    if Bitboard::CORNERS.contains(square) {
        return "the corners";
    }
    match (column, row) {
        (_, 0) => "the north edge",
        (_, 7) => "the south edge",
        (0, _) => "the west edge",
        (7, _) => "the east edge",
        (1..=2, 1..=2) => "the north-west",
        (5..=6, 1..=2) => "the north-east",
        (1..=2, 5..=6) => "the south-west",
        (5..=6, 5..=6) => "the south-east",
        (_, 1..=2) => "the north",
        (_, 5..=6) => "the south",
        (1..=2, _) => "the west",
        _ => "the east",
    }
}

/// Asks what a hint needs to know.
///
/// ```
/// use outflank_engine::{Engine, Options, StopToken};
/// use outflank_rules::Position;
/// use outflank_study::{Adviser, Voice};
///
/// let mut engine = Engine::new(Options { threads: 1, table_mb: 4 });
/// let mut adviser = Adviser::new(Position::default());
/// while let Some(question) = adviser.next() {
/// #   let question = outflank_study::Question { limits: outflank_engine::Limits { lines: question.limits.lines, ..outflank_engine::Limits::depth(4) }, ..question };
///     let analysis = engine.search(&question.position, &question.limits, &StopToken::new(), &mut |_| {});
///     adviser.answer(question.id, &analysis);
/// }
/// let advice = adviser.advice().unwrap();
/// assert!(advice.nudge().starts_with("Look at "));
/// assert!(advice.the_move(Voice::default()).contains(&advice.moves[0].mv.to_string()));
/// ```
#[derive(Clone, Debug)]
pub struct Adviser {
    position: Position,
    stage: Stage,
    moves: Vec<Candidate>,
    tempting: Option<Tempting>,
    next_id: u64,
}

#[derive(Clone, Debug)]
enum Stage {
    /// The best moves are asked for.
    Best,
    /// What a short look would play.
    Glance,
    /// What that move is worth.
    Value(Square),
    /// Why it is worse.
    Explain(Box<Explainer>),
    Done,
}

/// A short look sees this far.
const GLANCE: u8 = 1;

/// A move is worth a warning if it loses this many discs.
const WARNING: f64 = 3.0;

impl Adviser {
    /// A hint of which nothing is known yet.
    pub fn new(position: Position) -> Adviser {
        let stage = if position.is_over() { Stage::Done } else { Stage::Best };
        Adviser { position, stage, moves: Vec::new(), tempting: None, next_id: 1 }
    }

    /// The question to be answered next, the same until it is; `None` when everything is known.
    #[allow(
        clippy::should_implement_trait,
        reason = "nothing is consumed: a question is asked until it is answered"
    )]
    pub fn next(&self) -> Option<Question> {
        let (position, limits) = match &self.stage {
            Stage::Best => (self.position, hint(HINT_MOVES)),
            Stage::Glance => (self.position, Limits::depth(GLANCE)),
            Stage::Value(square) => {
                let best = self.moves.first()?;
                let goal = match best.value.certainty {
                    Certainty::Exact => Goal::Exact,
                    _ => Goal::Depth(best.depth.clamp(2, DEEPEST) - 1),
                };
                (self.position.play((*square).into()).ok()?, Limits { goal, ..Limits::default() })
            }
            Stage::Explain(explainer) => explainer.next()?,
            Stage::Done => return None,
        };
        Some(Question { id: self.next_id, position, limits })
    }

    /// Takes the answer to a question. One that was not asked, or that says nothing, changes nothing.
    pub fn answer(&mut self, id: u64, analysis: &Analysis) {
        let Some(first) = analysis.lines.first().filter(|_| id == self.next_id) else { return };
        self.next_id += 1;
        let turn = self.position.turn();
        let standard = self.position.variant().is_standard();
        self.stage = match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::Best => {
                self.moves = crate::candidates(analysis, turn);
                let choice = standard && self.position.legal_moves().len() > 1;
                if choice { Stage::Glance } else { Stage::Done }
            }
            Stage::Glance => match first.mv().square() {
                Some(square) if self.position.play(square.into()).is_ok_and(|next| !next.is_over()) => {
                    match self.moves.iter().position(|candidate| candidate.mv == Move::Place(square)) {
                        Some(0) => Stage::Done,
                        Some(at) => self.compare(self.moves[at].clone()),
                        None => Stage::Value(square),
                    }
                }
                _ => Stage::Done,
            },
            Stage::Value(square) => {
                let mut candidate = Candidate::of_line(first, !turn);
                candidate.value = candidate.value.seen_by(turn);
                candidate.mv = square.into();
                candidate.line.insert(0, square.into());
                self.compare(candidate)
            }
            Stage::Explain(mut explainer) => {
                explainer.answer(analysis);
                self.explained(explainer)
            }
            Stage::Done => Stage::Done,
        };
    }

    /// The hint, once the best moves are known.
    pub fn advice(&self) -> Option<Advice> {
        let best = self.moves.first()?;
        let merit = merit(&self.position, best.mv);
        Some(Advice {
            position: self.position,
            moves: self.moves.clone(),
            merit,
            tempting: self.tempting.clone(),
        })
    }

    fn compare(&mut self, candidate: Candidate) -> Stage {
        let Some(best) = self.moves.first() else { return Stage::Done };
        let loss = best.value.score.discs() - candidate.value.score.discs();
        if loss < WARNING {
            return Stage::Done;
        }
        let explainer = Explainer::new(self.position, &candidate, best);
        self.tempting = Some(Tempting { candidate, loss, explanation: None });
        explainer.map_or(Stage::Done, |explainer| self.explained(Box::new(explainer)))
    }

    fn explained(&mut self, explainer: Box<Explainer>) -> Stage {
        if explainer.next().is_some() {
            return Stage::Explain(explainer);
        }
        if let Some(tempting) = &mut self.tempting {
            tempting.explanation = Some(explainer.explanation());
        }
        Stage::Done
    }
}

/// The tempting move is not searched deeper than this, so that a hint does not keep people waiting.
const DEEPEST: u8 = 16;

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use outflank_engine::{Engine, Options, StopToken};
    use outflank_records::transcript;

    use super::*;

    fn advice(moves: &str) -> Advice {
        let position = *transcript::game(Position::default(), moves).unwrap().position();
        let mut engine = Engine::new(Options { threads: 1, table_mb: 16 });
        let mut adviser = Adviser::new(position);
        while let Some(question) = adviser.next() {
            let goal = if question.limits.time.is_some() { Goal::Depth(12) } else { question.limits.goal };
            let limits = Limits { goal, time: None, ..question.limits };
            let analysis = engine.search(&question.position, &limits, &StopToken::new(), &mut |_| {});
            adviser.answer(question.id, &analysis);
        }
        adviser.advice().unwrap()
    }

    #[test]
    fn a_hint_teaches_in_three_steps() {
        // White to move: f2 is quiet, other moves open the position.
        let advice = advice("f5d6c3d3c4f4e3f6c6c5d7e7e6c8g3f3g4e2g5g6f7h6h4f8d2");
        assert_eq!(advice.moves[0].mv, Move::Place(Square::F2));
        assert_eq!(advice.nudge(), "Look at the north-east.");
        let said = advice.the_move(Voice { you: Some(outflank_rules::Color::White), ..Voice::default() });
        assert!(said.starts_with("f2 is quiet: it turns only e3 and d4, surrounded on all sides."), "{said}");
        assert!(advice.the_line().starts_with("f2 "));
    }

    #[test]
    fn places_have_names() {
        let named = [
            (Square::A1, "the corners"),
            (Square::D1, "the north edge"),
            (Square::H4, "the east edge"),
            (Square::B7, "the south-west"),
            (Square::D3, "the north"),
            (Square::C4, "the west"),
        ];
        for (square, name) in named {
            assert_eq!(place(square), name);
        }
    }

    #[test]
    fn a_finished_game_has_no_hint() {
        let game = transcript::game(Position::default(), "e6f4e3f6g5d6e7f5c5").unwrap();
        let adviser = Adviser::new(*game.position());
        assert!(adviser.next().is_none() && adviser.advice().is_none());
    }
}
