use outflank_engine::{Analysis, Limits, Line};
use outflank_rules::{Color, Game, Move, Position};

use crate::value::hundredths;
use crate::{Candidate, Effort, Value};

/// The values along a game: what each position is worth, the best move there, and what the move of the game lost.
///
/// It asks for positions from the end to the start, since the end is quick and certain. A loss is the difference
/// between two moves of one position that were searched to the same depth. Values of successive positions are not
/// subtracted: they drift from ply to ply even when the best move is played.
#[derive(Clone, Debug)]
pub struct Chart {
    game: Game,
    effort: Effort,
    /// How many moves get a value of their own in the search for the best: 2 where the second best is wanted.
    lines: usize,
    /// By ply; filled from the end.
    points: Vec<Option<Point>>,
    /// The best lines of the position that is next, while the move of the game is being searched.
    best: Vec<Line>,
    next_id: u64,
}

/// A position to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The number to answer with.
    pub id: u64,
    /// The position.
    pub position: Position,
    /// How to search it.
    pub limits: Limits,
}

/// What is known of one position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// After how many moves it stands, passes counted.
    pub ply: usize,
    /// Whose turn it is.
    pub turn: Color,
    /// What it is worth to Black.
    pub value: Value,
    /// The best move; `None` when the game is over.
    pub best: Option<Candidate>,
    /// The second best move, if it was asked for and there is one.
    pub second: Option<Candidate>,
    /// The move of the game; `None` in the last position.
    pub played: Option<Candidate>,
}

impl Point {
    /// What the move of the game gave away, in discs; `None` where nothing was played.
    pub fn loss(&self) -> Option<f64> {
        let (best, played) = (self.best.as_ref()?, self.played.as_ref()?);
        Some(hundredths((best.value.score.discs() - played.value.score.discs()).max(0.0)))
    }
}

impl Chart {
    /// A chart of which nothing is known yet.
    pub fn new(game: Game, effort: Effort) -> Chart {
        Chart::with_lines(game, effort, 1)
    }

    /// A chart that also knows the second best move of every position, which takes longer.
    pub fn with_second(game: Game, effort: Effort) -> Chart {
        Chart::with_lines(game, effort, 2)
    }

    fn with_lines(game: Game, effort: Effort, lines: usize) -> Chart {
        let points = vec![None; game.positions().len()];
        let mut chart = Chart { game, effort, lines, points, best: Vec::new(), next_id: 1 };
        chart.advance();
        chart
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How much is spent on each position.
    pub(crate) fn effort(&self) -> Effort {
        self.effort
    }

    /// What is known so far, in the order of the game: the last positions come first to be known.
    pub fn points(&self) -> impl DoubleEndedIterator<Item = &Point> {
        self.points.iter().flatten()
    }

    /// What is known of the position after `ply` moves.
    pub fn point(&self, ply: usize) -> Option<&Point> {
        self.points.get(ply)?.as_ref()
    }

    /// Discs given away by one side, as far as that is known.
    pub fn lost(&self, side: Color) -> f64 {
        hundredths(self.points().filter(|point| point.turn == side).filter_map(Point::loss).sum())
    }

    /// How many positions are not known yet.
    pub fn left(&self) -> usize {
        self.points.iter().filter(|point| point.is_none()).count()
    }

    /// The question to be answered next, the same until it is; `None` when everything is known.
    #[allow(
        clippy::should_implement_trait,
        reason = "nothing is consumed: a question is asked until it is answered"
    )]
    pub fn next(&self) -> Option<Question> {
        let position = self.game.positions()[self.ply()?];
        let (position, limits) = match self.best.first() {
            None => (position, Limits { lines: self.lines, ..self.effort.best(&position) }),
            Some(best) => (self.after(self.ply()?)?, self.effort.sibling(best)),
        };
        Some(Question { id: self.next_id, position, limits })
    }

    /// Takes the answer to a question. One that was not asked, or that says nothing, changes nothing.
    pub fn answer(&mut self, id: u64, analysis: &Analysis) {
        let (Some(ply), Some(line)) = (self.ply(), analysis.lines.first()) else { return };
        if id != self.next_id {
            return;
        }
        self.next_id += 1;
        let turn = self.game.positions()[ply].turn();
        let best = std::mem::take(&mut self.best);
        if best.is_empty() {
            let lines = &analysis.lines;
            match self.game.moves().get(ply) {
                None => self.know(ply, lines, None),
                Some(mv) => {
                    let is_over = self.after(ply).is_some_and(|position| position.is_over());
                    if let Some(line) = lines.iter().find(|line| line.mv() == *mv) {
                        self.know(ply, lines, Some(Candidate::of_line(line, turn)));
                    } else if is_over {
                        self.know(ply, lines, self.ended(ply));
                    } else {
                        self.best.clone_from(lines);
                    }
                }
            }
        } else {
            let mut played = Candidate::of_line(line, !turn);
            played.value = played.value.seen_by(turn);
            played.mv = self.game.moves()[ply];
            played.line.insert(0, played.mv);
            played.depth = best[0].depth;
            self.know(ply, &best, Some(played));
        }
        self.advance();
    }

    /// The last position that is not known.
    fn ply(&self) -> Option<usize> {
        self.points.iter().rposition(Option::is_none)
    }

    fn after(&self, ply: usize) -> Option<Position> {
        self.game.position_at(ply + 1).copied()
    }

    /// The move of the game that ended it.
    fn ended(&self, ply: usize) -> Option<Candidate> {
        let value = Value::of_outcome(self.after(ply)?.outcome()?);
        let (position, mv) = (self.game.positions()[ply], *self.game.moves().get(ply)?);
        let depth = position.empties().len() as u8;
        Some(Candidate { mv, value: value.seen_by(position.turn()), depth, line: vec![mv] })
    }

    /// Keeps what was found. A move of the game that turns out better than what the search liked best is the best.
    fn know(&mut self, ply: usize, lines: &[Line], played: Option<Candidate>) {
        let turn = self.game.positions()[ply].turn();
        let mut known: Vec<Candidate> = lines.iter().map(|line| Candidate::of_line(line, turn)).collect();
        if let Some(played) = &played
            && played.value.score > known[0].value.score
        {
            known.retain(|candidate| candidate.mv != played.mv);
            known.insert(0, played.clone());
        }
        let mut known = known.into_iter();
        let (best, second) = (known.next(), known.next());
        let Some(value) = best.as_ref().map(|best| best.value.seen_by(Color::Black)) else { return };
        self.points[ply] = Some(Point { ply, turn, value, best, second, played });
    }

    /// Fills in what needs no search: the end of the game, and passes before what is known.
    fn advance(&mut self) {
        while let Some(ply) = self.ply() {
            let position = self.game.positions()[ply];
            let turn = position.turn();
            let point = if let Some(outcome) = position.outcome() {
                Point { ply, turn, value: Value::of_outcome(outcome), best: None, second: None, played: None }
            } else if let (true, Some(after)) = (position.must_pass(), self.point(ply + 1)) {
                let next = after.best.iter().flat_map(|best| &best.line);
                let line = std::iter::once(&Move::Pass).chain(next).copied().collect();
                let depth = after.best.as_ref().map_or(0, |best| best.depth);
                let pass = Candidate { mv: Move::Pass, value: after.value.seen_by(turn), depth, line };
                let best = Some(pass.clone());
                Point { ply, turn, value: after.value, best, second: None, played: Some(pass) }
            } else {
                return;
            };
            self.points[ply] = Some(point);
        }
    }
}

#[cfg(test)]
mod tests;
