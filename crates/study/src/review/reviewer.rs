//! The machine that makes a review: it asks for positions and hears values.

use std::fmt;

use outflank_engine::{Analysis, Limits};
use outflank_records::Record;
use outflank_rules::{Bitboard, Color, Move, Position};

use super::moments::{self, Moment, MomentKind};
use super::{Label, POINTS, Review, ReviewedMove, Summary, reviewed, theory};
use crate::{Chart, Effort, Question, win_chance};

/// Makes the review of a game.
///
/// ```
/// use outflank_engine::{Engine, Options, StopToken};
/// use outflank_study::{Effort, Reviewer};
///
/// let record = outflank_records::read(b"f5d6c3g5")?.remove(0);
/// let mut reviewer = Reviewer::new(&record, Effort::Depth(6), None)?;
/// let mut engine = Engine::new(Options { threads: 1, table_mb: 4 });
/// while let Some(question) = reviewer.next() {
///     let analysis = engine.search(&question.position, &question.limits, &StopToken::new(), &mut |_| {});
///     reviewer.answer(question.id, &analysis);
/// }
/// let review = reviewer.review();
/// assert_eq!(review.moves[3].played.mv.to_string(), "g5");
/// assert!(review.moves[3].loss > 2.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reviewer {
    chart: Chart,
    player: Option<Color>,
    winner: Option<Color>,
    /// What is to be found out once the chart is drawn.
    tasks: Vec<Task>,
    /// How many of the tasks are done.
    done: usize,
    next_id: u64,
}

/// Something to find out about one move.
#[derive(Clone, Debug)]
struct Task {
    ply: usize,
    /// What the move is called if a short look would not play it.
    label: Label,
    /// What a short look would play, once that is known.
    at_a_glance: Option<Move>,
}

/// A short look: as many plies as the level called Club sees.
const GLANCE: u8 = 4;

/// A corner given within so many plies belongs to the move.
const SOON: usize = 5;

impl Reviewer {
    /// A review of which nothing is known yet. With a player only that side's moments are told.
    pub fn new(record: &Record, effort: Effort, player: Option<Color>) -> Result<Reviewer, ReviewRefusal> {
        if record.game.moves().iter().all(|mv| *mv == Move::Pass) {
            return Err(ReviewRefusal::NoMoves);
        }
        let winner = record.result().and_then(|verdict| match verdict.margin {
            margin if margin > 0.0 => Some(Color::Black),
            margin if margin < 0.0 => Some(Color::White),
            _ => None,
        });
        let chart = Chart::with_second(record.game.clone(), effort);
        let mut reviewer = Reviewer { chart, player, winner, tasks: Vec::new(), done: 0, next_id: 1 };
        reviewer.prepare();
        Ok(reviewer)
    }

    /// The question to be answered next, the same until it is; `None` when the review is complete.
    #[allow(
        clippy::should_implement_trait,
        reason = "nothing is consumed: a question is asked until it is answered"
    )]
    pub fn next(&self) -> Option<Question> {
        let (position, limits) = match self.chart.next() {
            Some(Question { position, limits, .. }) => (position, limits),
            None => self.ask(self.tasks.get(self.done)?),
        };
        Some(Question { id: self.next_id, position, limits })
    }

    /// Takes the answer to a question. One that was not asked, or that says nothing, changes nothing.
    pub fn answer(&mut self, id: u64, analysis: &Analysis) {
        if id != self.next_id || analysis.lines.is_empty() {
            return;
        }
        self.next_id += 1;
        if let Some(question) = self.chart.next() {
            self.chart.answer(question.id, analysis);
            self.prepare();
        } else if let Some(task) = self.tasks.get_mut(self.done) {
            task.at_a_glance = analysis.lines.first().map(outflank_engine::Line::mv);
            self.done += 1;
        }
    }

    /// The values along the game, as far as they are known.
    pub fn chart(&self) -> &Chart {
        &self.chart
    }

    /// How many steps are done and how many there are, as far as that can be told.
    pub fn progress(&self) -> (usize, usize) {
        let plies = self.chart.game().positions().len();
        (plies - self.chart.left() + self.done, plies + self.tasks.len())
    }

    /// The review as far as it has come.
    pub fn review(&self) -> Review {
        let game = self.chart.game().clone();
        let mut moves = reviewed(&self.chart);
        for task in &self.tasks {
            let hidden = |mv: &&mut ReviewedMove| {
                mv.ply == task.ply && task.at_a_glance.is_some_and(|glance| glance != mv.played.mv)
            };
            if let Some(mv) = moves.iter_mut().find(hidden) {
                mv.label = task.label;
            }
        }
        let players = Color::ALL.map(|color| Summary::new(moves.iter().filter(move |mv| mv.turn == color)));
        let complete = self.chart.left() == 0;
        let turning_point =
            if complete { moments::turning_point(&moves, &self.chances(), self.winner()) } else { None };
        let moments = if complete { self.moments(&moves, turning_point) } else { Vec::new() };
        let opening = theory(&game);
        let trained = game.start().variant().is_standard();
        Review { game, trained, moves, players, opening, turning_point, moments }
    }

    fn moments(&self, moves: &[ReviewedMove], turning_point: Option<usize>) -> Vec<Moment> {
        let told = |kind| {
            move |mv: &ReviewedMove| Moment {
                ply: mv.ply,
                kind,
                turning_point: Some(mv.ply) == turning_point,
            }
        };
        let mistakes = moments::mistakes(moves, turning_point, self.player);
        let mut chosen: Vec<Moment> = mistakes.into_iter().map(told(MomentKind::Mistake)).collect();
        chosen.truncate(moments::MOST);
        let finds = moments::finds(moves, self.player);
        chosen.extend(finds.into_iter().map(told(MomentKind::Found)));
        chosen.truncate(moments::MOST);
        chosen.sort_by_key(|moment| moment.ply);
        chosen
    }

    /// Who won, by the record or else by what the last position is worth.
    fn winner(&self) -> Option<Color> {
        let last = self.chart.points().next_back()?;
        let ahead = match last.value.score.raw() {
            0 => None,
            1.. => Some(Color::Black),
            _ => Some(Color::White),
        };
        self.winner.or(ahead)
    }

    /// Black's chances before every ply and at the end.
    fn chances(&self) -> Vec<Option<f64>> {
        let game = self.chart.game();
        let chance = |ply: usize| {
            let point = self.chart.point(ply)?;
            let empties = game.positions()[ply].empties().len();
            Some(win_chance(point.value.score.discs(), empties))
        };
        (0..game.positions().len()).map(chance).collect()
    }

    /// Once the chart is drawn: what else has to be found out.
    fn prepare(&mut self) {
        if self.chart.left() > 0 || !self.tasks.is_empty() {
            return;
        }
        if !self.chart.game().start().variant().is_standard() {
            return;
        }
        let found = |mv: &ReviewedMove| {
            let label = if gives_a_corner(mv) {
                Label::Sacrifice
            } else if mv.margin.is_some_and(|margin| margin >= POINTS) {
                Label::OnlyMove
            } else {
                return None;
            };
            let found = mv.label == Label::Best && mv.best.mv == mv.played.mv;
            found.then_some(Task { ply: mv.ply, label, at_a_glance: None })
        };
        self.tasks = reviewed(&self.chart).iter().filter_map(found).collect();
    }

    fn ask(&self, task: &Task) -> (Position, Limits) {
        (self.chart.game().positions()[task.ply], Limits::depth(GLANCE))
    }
}

/// Whether the other side takes a corner soon.
fn gives_a_corner(mv: &ReviewedMove) -> bool {
    let soon = &mv.played.line[..mv.played.line.len().min(SOON)];
    let corner = |mv: &Move| mv.square().is_some_and(|square| Bitboard::CORNERS.contains(square));
    // A pass would shift whose moves are whose.
    !soon.contains(&Move::Pass) && soon.iter().skip(1).step_by(2).any(corner)
}

/// Why there is no review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewRefusal {
    /// The record is a position without moves.
    NoMoves,
}

impl fmt::Display for ReviewRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReviewRefusal::NoMoves => f.write_str("there is no move to review"),
        }
    }
}

impl std::error::Error for ReviewRefusal {}
