//! The state machine that makes a review: it asks for positions to be searched and takes the analyses.

use std::fmt;

use outflank_engine::{Analysis, Limits};
use outflank_records::Record;
use outflank_rules::{Bitboard, Color, Move, Position};

use super::accepted::Accepted;
use super::moments::{self, Moment, MomentKind};
use super::theory::{LeftBook, left_book, theory};
use super::{Label, POINTS, Review, ReviewedMove, Summary, reviewed};
use crate::reasons::{Evidence, Explainer, Explanation};
use crate::{Chart, Effort, Question, win_chance};

/// Makes the review of a game.
///
/// ```
/// use outflank_engine::{Engine, Options, StopToken};
/// use outflank_study::{Effort, Reviewer};
///
/// let record = outflank_records::read(b"f5f4")?.remove(0);
/// let mut reviewer = Reviewer::new(&record, Effort::Depth(6), None)?;
/// let mut engine = Engine::new(Options { threads: 1, table_mb: 4 });
/// while let Some(question) = reviewer.next() {
///     let analysis = engine.search(&question.position, &question.limits, &StopToken::new(), &mut |_| {});
///     reviewer.answer(question.id, &analysis);
/// }
/// let review = reviewer.review();
/// assert_eq!(review.moves[1].played.mv.to_string(), "f4");
/// assert!(review.moves[1].loss > 2.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reviewer {
    chart: Chart,
    player: Option<Color>,
    winner: Option<Color>,
    left_book: Option<LeftBook>,
    /// What is to be found out once the chart is drawn.
    tasks: Vec<Task>,
    /// How many of the tasks are done.
    done: usize,
    next_id: u64,
    /// What was answered so far, to be kept.
    pub(super) answers: String,
}

/// Something to find out about one move.
#[derive(Clone, Debug)]
struct Task {
    ply: usize,
    work: Work,
}

#[derive(Clone, Debug)]
enum Work {
    /// What a short look would play, once that is known; if that is not the move, it is called this.
    Glance { label: Label, found: Option<Move> },
    /// Why it was a mistake.
    Explain { explainer: Box<Explainer>, found: Option<Box<Explanation>> },
    /// Which moves would have done as well as the best one.
    Accept(Accepted),
}

/// A short look: as many plies as the level called Club sees.
const GLANCE: u8 = 4;

/// A corner given up within this many plies is put down to the move.
const SOON: usize = 5;

impl Reviewer {
    /// A review of which nothing is known yet. With a player, only that side's moments are included.
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
        let left_book = left_book(&record.game);
        let (tasks, answers) = (Vec::new(), String::new());
        let mut reviewer = Reviewer { chart, player, winner, left_book, tasks, done: 0, next_id: 1, answers };
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
            None => self.ask(self.tasks.get(self.done)?)?,
        };
        Some(Question { id: self.next_id, position, limits })
    }

    /// Takes the answer to a question. One that was not asked, or that says nothing, changes nothing.
    pub fn answer(&mut self, id: u64, analysis: &Analysis) {
        let Some(asked) = self.next().filter(|asked| asked.id == id && !analysis.lines.is_empty()) else {
            return;
        };
        self.remember(&asked, analysis);
        self.next_id += 1;
        if let Some(question) = self.chart.next() {
            self.chart.answer(question.id, analysis);
            self.prepare();
            return;
        }
        let Some(task) = self.tasks.get_mut(self.done) else { return };
        match &mut task.work {
            Work::Glance { found, .. } => *found = analysis.lines.first().map(outflank_engine::Line::mv),
            Work::Explain { explainer, .. } => explainer.answer(analysis),
            Work::Accept(accepted) => accepted.answer(analysis),
        }
        self.conclude();
    }

    /// Goes on to the first task that has something to ask.
    fn conclude(&mut self) {
        while let Some(task) = self.tasks.get_mut(self.done) {
            match &mut task.work {
                Work::Glance { found: None, .. } => return,
                Work::Explain { explainer, .. } if explainer.next().is_some() => return,
                Work::Explain { explainer, found } => *found = Some(Box::new(explainer.explanation())),
                Work::Accept(accepted) if accepted.next().is_some() => return,
                Work::Glance { .. } | Work::Accept(_) => {}
            }
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

    /// What is known about the mistakes that are looked into, the costliest first: for measuring.
    pub fn explained(&self) -> impl Iterator<Item = (usize, &Evidence)> {
        self.tasks.iter().filter_map(|task| match &task.work {
            Work::Explain { explainer, .. } => Some((task.ply, explainer.evidence())),
            Work::Glance { .. } | Work::Accept(_) => None,
        })
    }

    /// The review as far as it has come.
    pub fn review(&self) -> Review {
        let game = self.chart.game().clone();
        let mut moves = reviewed(&self.chart);
        for task in &self.tasks {
            if let Work::Glance { label, found: Some(glance) } = task.work
                && let Some(mv) = moves.iter_mut().find(|mv| mv.ply == task.ply && mv.played.mv != glance)
            {
                mv.label = label;
            }
        }
        let players = Color::ALL.map(|color| Summary::new(moves.iter().filter(move |mv| mv.turn == color)));
        let complete = self.chart.left() == 0;
        let turning_point =
            if complete { moments::turning_point(&moves, &self.chances(), self.winner()) } else { None };
        let moments = if complete { self.moments(&moves, turning_point) } else { Vec::new() };
        let (opening, left_book) = (theory(&game), self.left_book.clone());
        let deep = self.chart.effort() == Effort::Deep;
        let trained = game.start().variant().is_standard();
        let values = (0..game.positions().len()).map(|ply| Some(self.chart.point(ply)?.value)).collect();
        let complete = self.next().is_none();
        Review {
            game,
            trained,
            complete,
            values,
            moves,
            players,
            opening,
            left_book,
            deep,
            turning_point,
            moments,
        }
    }

    fn moments(&self, moves: &[ReviewedMove], turning_point: Option<usize>) -> Vec<Moment> {
        let explanation = |ply: usize| {
            self.tasks.iter().find_map(|task| match &task.work {
                Work::Explain { found, .. } if task.ply == ply => found.as_deref().cloned(),
                _ => None,
            })
        };
        let accepted = |mv: &ReviewedMove| {
            let found = self.tasks.iter().find_map(|task| match &task.work {
                Work::Accept(accepted) if task.ply == mv.ply => Some(accepted.moves()),
                _ => None,
            });
            found.unwrap_or_else(|| Accepted::new(*self.position(mv.ply), mv, self.chart.effort()).moves())
        };
        let told = |kind: MomentKind, mv: &ReviewedMove| Moment {
            ply: mv.ply,
            kind,
            turning_point: Some(mv.ply) == turning_point,
            explanation: if kind == MomentKind::Mistake { explanation(mv.ply) } else { None },
            accepted: accepted(mv),
        };
        let mut chosen: Vec<Moment> = Vec::new();
        for mv in moments::mistakes(moves, turning_point, self.player) {
            let moment = told(MomentKind::Mistake, mv);
            if !chosen.iter().any(|other| other.is_same_idea(&moment)) {
                chosen.push(moment);
            }
        }
        chosen.truncate(moments::MOST);
        let finds = moments::finds(moves, self.player);
        chosen.extend(finds.into_iter().map(|mv| told(MomentKind::Found, mv)));
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
        let moves = reviewed(&self.chart);
        let found = |mv: &ReviewedMove| {
            let label = if gives_a_corner(mv) {
                Label::Sacrifice
            } else if mv.margin.is_some_and(|margin| margin >= POINTS) {
                Label::OnlyMove
            } else {
                return None;
            };
            let found = mv.label == Label::Best && mv.best.mv == mv.played.mv;
            found.then_some(Task { ply: mv.ply, work: Work::Glance { label, found: None } })
        };
        let glances = moves.iter().filter_map(found);
        let turning_point = moments::turning_point(&moves, &self.chances(), self.winner());
        let mistakes = moments::mistakes(&moves, turning_point, self.player);
        let reasons = mistakes.iter().filter_map(|mv| {
            let explainer = Explainer::new(*self.position(mv.ply), &mv.played, &mv.best)?;
            Some(Task { ply: mv.ply, work: Work::Explain { explainer: Box::new(explainer), found: None } })
        });
        let accepted = mistakes.iter().map(|mv| {
            let accepted = Accepted::new(*self.position(mv.ply), mv, self.chart.effort());
            Task { ply: mv.ply, work: Work::Accept(accepted) }
        });
        self.tasks = glances.chain(reasons).chain(accepted).collect();
        self.conclude();
    }

    fn ask(&self, task: &Task) -> Option<(Position, Limits)> {
        match &task.work {
            Work::Glance { .. } => Some((*self.position(task.ply), Limits::depth(GLANCE))),
            Work::Explain { explainer, .. } => explainer.next(),
            Work::Accept(accepted) => accepted.next(),
        }
    }

    fn position(&self, ply: usize) -> &Position {
        &self.chart.game().positions()[ply]
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
