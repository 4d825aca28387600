//! Hints that teach: where to look, the move and what it does, what the tempting alternative would allow, the line.

use outflank_engine::{Analysis, Certainty, Goal, Limits, Line};
use outflank_rules::{Bitboard, Move, Position, Square};

use crate::reasons::{Explainer, Explanation, Merit, merit};
use crate::words::{self, Voice};
use crate::{Candidate, HINT_MOVES, HINT_TIME, Question, hint};

/// What a hint says, in three steps that each give away more: [`Advice::nudge`], [`Advice::the_move`] and
/// [`Advice::the_line`].
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
    /// What makes it look good.
    pub lure: Lure,
    /// The move with its value.
    pub candidate: Candidate,
    /// What it loses, in discs.
    pub loss: f64,
    /// Why; without a reason there is only the loss.
    pub explanation: Option<Explanation>,
}

/// What makes a move look good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lure {
    /// It takes a corner.
    Corner,
    /// It is what a short look would play.
    Glance,
    /// It turns more discs than any other move.
    MostDiscs,
}

impl Advice {
    /// The three steps in words. The side to move is "you".
    pub fn steps(&self) -> [String; 3] {
        [self.nudge(), self.the_move(), self.the_line()]
    }

    /// The first step: where to look.
    pub fn nudge(&self) -> String {
        let Some(square) = self.moves[0].mv.square() else { return NO_MOVE.to_owned() };
        if self.position.legal_moves().len() == 1 {
            return "There is only one move.".to_owned();
        }
        format!("Look at {}.", place(square))
    }

    /// The second step: the move and what it does.
    pub fn the_move(&self) -> String {
        let Some(square) = self.moves[0].mv.square() else { return NO_MOVE.to_owned() };
        let said = words::merit(&self.merit, square, self.position.turn(), self.voice());
        let as_good = self.as_good().map_or(String::new(), |other| format!(" {other} is as good."));
        // Some front ends show all values as Black sees them, so it is said whose this is.
        let turn = self.position.turn();
        format!("{said}{as_good} Value for {turn}: {}.", words::worth(self.moves[0].value))
    }

    /// The third step: what follows, and what the tempting move would allow.
    pub fn the_line(&self) -> String {
        let best = &self.moves[0];
        let line = &best.line[..best.line.len().min(LINE)];
        let follows = format!("Best play: {}.", words::line(line));
        match &self.tempting {
            None => follows,
            Some(tempting) => format!("{follows} {}", warning(tempting, self.voice())),
        }
    }

    fn voice(&self) -> Voice {
        Voice { you: Some(self.position.turn()), ..Voice::default() }
    }

    /// The second best move, if nothing tells it from the best.
    fn as_good(&self) -> Option<Move> {
        let [best, second, ..] = self.moves.as_slice() else { return None };
        let exact = best.value.is_exact() && second.value.is_exact();
        let apart = best.value.score.discs() - second.value.score.discs();
        (apart <= if exact { 0.0 } else { NEAR }).then_some(second.mv)
    }
}

/// Estimates this close are the same.
const NEAR: f64 = 0.5;

const NO_MOVE: &str = "There is no move: only a pass is possible.";

/// What is said of a move that looks good.
fn warning(tempting: &Tempting, voice: Voice) -> String {
    let exact = tempting.candidate.value.is_exact();
    let mv = tempting.candidate.mv;
    let lost = words::discs(tempting.loss, exact);
    let about = if exact { "" } else { "about " };
    let why = tempting
        .explanation
        .as_ref()
        .and_then(|explanation| Some(explanation.told(voice).first()?.sentence(&explanation.scene, voice)));
    let why = why.map_or(String::new(), |why| format!(" {why}"));
    let looks = match tempting.lure {
        Lure::Corner => format!("Taking the corner {mv} now"),
        Lure::Glance => format!("{mv} may look good but"),
        Lure::MostDiscs => format!("{mv} turns the most discs, but"),
    };
    format!("{looks} loses {about}{lost}.{why}")
}

/// How many moves of the line are shown.
const LINE: usize = 6;

/// A part of the board in words.
fn place(square: Square) -> &'static str {
    let (column, row) = (square.column(), square.row());
    if Bitboard::CORNERS.contains(square) {
        return "the corners";
    }
    match (column, row) {
        (_, 0) => "the top edge",
        (_, 7) => "the bottom edge",
        (0, _) => "the left edge",
        (7, _) => "the right edge",
        (1..=2, 1..=2) => "the upper left of the board",
        (5..=6, 1..=2) => "the upper right of the board",
        (1..=2, 5..=6) => "the lower left of the board",
        (5..=6, 5..=6) => "the lower right of the board",
        (_, 1..=2) => "the top of the board",
        (_, 5..=6) => "the bottom of the board",
        (1..=2, _) => "the left side of the board",
        _ => "the right side of the board",
    }
}

/// Asks what a hint needs to know.
///
/// ```
/// use outflank_engine::{Engine, Options, StopToken};
/// use outflank_rules::Position;
/// use outflank_study::Adviser;
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
/// assert!(advice.the_move().contains(&advice.moves[0].mv.to_string()));
/// ```
#[derive(Clone, Debug)]
pub struct Adviser {
    position: Position,
    stage: Stage,
    moves: Vec<Candidate>,
    /// Moves that look good, the last first.
    lures: Vec<(Lure, Square)>,
    tempting: Option<Tempting>,
    next_id: u64,
}

#[derive(Clone, Debug)]
enum Stage {
    /// The best moves are asked for.
    Best,
    /// What a short look would play.
    Glance,
    /// What the first of the moves that look good is worth.
    Value,
    /// Why it is worse.
    Explain(Box<Explainer>),
    Done,
}

/// A short look sees this far.
const GLANCE: u8 = 1;

/// With so few empty squares, and with fewer discs than this, turning most is no sin.
const LATE: usize = 12;
const MANY: usize = 4;

/// A move is worth a warning if it loses this many discs.
const WARNING: f64 = 3.0;

impl Adviser {
    /// A hint of which nothing is known yet.
    pub fn new(position: Position) -> Adviser {
        let stage = if position.is_over() { Stage::Done } else { Stage::Best };
        Adviser { position, stage, moves: Vec::new(), lures: Vec::new(), tempting: None, next_id: 1 }
    }

    /// A hint in a position in which the best moves are known, best first.
    pub fn knowing(position: Position, moves: Vec<Candidate>) -> Adviser {
        let mut adviser = Adviser::new(position);
        if !moves.is_empty() {
            adviser.know(moves);
        }
        adviser
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
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
            Stage::Value => {
                let (best, (_, square)) = (self.moves.first()?, self.lures.last()?);
                let goal = match best.value.certainty {
                    Certainty::Exact => Goal::Exact,
                    _ => Goal::Depth(best.depth.clamp(2, DEEPEST) - 1),
                };
                let time = Some(HINT_TIME);
                (self.position.play((*square).into()).ok()?, Limits { goal, time, ..Limits::default() })
            }
            Stage::Explain(explainer) => {
                let (position, limits) = explainer.next()?;
                (position, Limits { time: Some(HINT_TIME), ..limits })
            }
            Stage::Done => return None,
        };
        Some(Question { id: self.next_id, position, limits })
    }

    /// Takes the answer to a question. One that was not asked, or that says nothing, changes nothing.
    pub fn answer(&mut self, id: u64, analysis: &Analysis) {
        let Some(first) = analysis.lines.first().filter(|_| id == self.next_id) else { return };
        // What could not be searched as deep as the best move is not compared with it.
        let unfinished = self.next().is_some_and(|question| !reached(&question.limits, first));
        self.next_id += 1;
        if unfinished && !matches!(self.stage, Stage::Best) {
            self.stage = Stage::Done;
            return;
        }
        let turn = self.position.turn();
        self.stage = match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::Best => return self.know(crate::candidates(analysis, turn)),
            Stage::Glance => {
                self.lures = self.lures(first.mv());
                self.look()
            }
            Stage::Value => {
                let mut candidate = Candidate::of_line(first, !turn);
                candidate.value = candidate.value.seen_by(turn);
                if let Some((_, square)) = self.lures.last() {
                    candidate.mv = (*square).into();
                    candidate.line.insert(0, candidate.mv);
                }
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
        let merit = merit(&self.position, &self.moves.first()?.line);
        Some(Advice {
            position: self.position,
            moves: self.moves.clone(),
            merit,
            tempting: self.tempting.clone(),
        })
    }

    /// Takes the best moves. Without trained values there is nothing more to find out.
    fn know(&mut self, moves: Vec<Candidate>) {
        self.moves = moves;
        let choice = self.position.variant().is_standard() && self.position.legal_moves().len() > 1;
        self.stage = if choice { Stage::Glance } else { Stage::Done };
    }

    /// Moves other than the best that look good, the last to be looked at first.
    fn lures(&self, glance: Move) -> Vec<(Lure, Square)> {
        let best = self.moves.first().and_then(|best| best.mv.square());
        let legal = self.position.legal_moves();
        let turned = |square: &Square| self.position.flips(*square).len();
        let most = legal.iter().max_by_key(turned);
        // Late in the game discs count.
        let most = most.filter(|most| self.position.empties().len() > LATE && turned(most) >= MANY);
        let corner = (legal & Bitboard::CORNERS).first();
        let all = [(Lure::MostDiscs, most), (Lure::Glance, glance.square()), (Lure::Corner, corner)];
        all.into_iter()
            .filter_map(|(lure, square)| Some((lure, square?)))
            .filter(|(_, square)| Some(*square) != best)
            .filter(|(_, square)| self.position.play((*square).into()).is_ok_and(|next| !next.is_over()))
            .collect()
    }

    /// Looks at the next move that looks good.
    fn look(&mut self) -> Stage {
        let Some((_, square)) = self.lures.last() else { return Stage::Done };
        let known = self.moves.iter().find(|candidate| candidate.mv == Move::Place(*square));
        known.cloned().map_or(Stage::Value, |known| self.compare(known))
    }

    fn compare(&mut self, candidate: Candidate) -> Stage {
        let (Some(best), Some((lure, _))) = (self.moves.first(), self.lures.pop()) else {
            return Stage::Done;
        };
        let loss = best.value.score.discs() - candidate.value.score.discs();
        if loss < WARNING {
            return self.look();
        }
        let explainer = Explainer::new(self.position, &candidate, best);
        self.tempting = Some(Tempting { lure, candidate, loss, explanation: None });
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

/// Whether a search came as far as it was to.
fn reached(limits: &Limits, line: &Line) -> bool {
    let exact = line.certainty == Certainty::Exact;
    match limits.goal {
        Goal::Depth(depth) => exact || line.depth >= depth,
        Goal::Exact => exact,
        _ => true,
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
            let goal =
                if question.limits.lines == HINT_MOVES { Goal::Depth(12) } else { question.limits.goal };
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
        assert_eq!(advice.nudge(), "Look at the upper right of the board.");
        let said = advice.the_move();
        assert!(said.starts_with("f2 is quiet: it turns only e3 and d4, surrounded on all sides."), "{said}");
        let line = advice.the_line();
        assert!(line.starts_with("Best play: f2 ") && said.contains("Value for White: about +"), "{line}");
    }

    #[test]
    fn places_have_names() {
        let named = [
            (Square::A1, "the corners"),
            (Square::D1, "the top edge"),
            (Square::H4, "the right edge"),
            (Square::B7, "the lower left of the board"),
            (Square::D3, "the top of the board"),
            (Square::C4, "the left side of the board"),
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
