//! The review of a game: what every move was worth, what it deserves to be called, and how well each side played.

mod accepted;
mod kept;
mod label;
mod moments;
mod reviewer;
#[cfg(test)]
mod tests;
mod theory;

use outflank_rules::{Color, Game, Move};

pub use accepted::is_accepted;
pub use label::Label;
pub use moments::{Moment, MomentKind};
pub use reviewer::{ReviewRefusal, Reviewer};
pub use theory::{LeftBook, Theory};

use crate::chart::Point;
use crate::value::hundredths;
use crate::{Candidate, Chart, Value, win_chance};
use label::Loss;

/// The version of reviews. Raise it with every change that makes them come out otherwise, in their numbers or in their
/// words: stored reviews are then made again.
pub const REVIEW_VERSION: u32 = 5;

/// What a review says, complete or as far as it has come.
#[derive(Clone, Debug)]
pub struct Review {
    /// The game.
    pub game: Game,
    /// Whether the values come from trained weights. Under other rules than the standard ones they do not: then there
    /// are no reasons, and the win chances are those of standard games.
    pub trained: bool,
    /// Whether this is all there is to say. Before, a moment without an explanation is one not yet looked into.
    pub complete: bool,
    /// What each position is worth to Black, as far as that is known, from the start to the end.
    pub values: Vec<Option<Value>>,
    /// The moves that are known so far, in the order of the game.
    pub moves: Vec<ReviewedMove>,
    /// How Black and White played.
    pub players: [Summary; 2],
    /// The deepest named opening.
    pub opening: Option<Theory>,
    /// The first move that is not known, if it left the book.
    pub left_book: Option<LeftBook>,
    /// Whether it was searched deeper than usual.
    pub deep: bool,
    /// The ply of the move after which the loser was behind for good.
    pub turning_point: Option<usize>,
    /// What is worth a look, in the order of the game: at most five.
    pub moments: Vec<Moment>,
}

/// One move of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// How many moves came before it, passes counted.
    pub ply: usize,
    /// Its number as players count: discs placed, this one included. A pass has the number of the move before it.
    pub number: usize,
    /// Whose move it is.
    pub turn: Color,
    /// The move with its value and what would follow.
    pub played: Candidate,
    /// The best one.
    pub best: Candidate,
    /// The second best one, where there is a choice.
    pub second: Option<Candidate>,
    /// Discs given away.
    pub loss: f64,
    /// The mover's win chance before the move, which is that of the best one.
    pub chance_before: f64,
    /// The mover's win chance after it.
    pub chance_after: f64,
    /// What the second best move would have cost in points; `None` without a choice.
    pub margin: Option<f64>,
    /// What it deserves to be called.
    pub label: Label,
    /// Whether the other side had erred just before, and this move gave it back.
    pub missed_chance: bool,
    /// Squares empty before the move.
    pub empties: usize,
}

impl Review {
    /// The move of a moment.
    pub fn move_of(&self, moment: &Moment) -> Option<&ReviewedMove> {
        self.moves.iter().find(|mv| mv.ply == moment.ply)
    }
}

impl ReviewedMove {
    /// Points given away.
    pub fn chance_lost(&self) -> f64 {
        (self.chance_before - self.chance_after).max(0.0)
    }

    /// Whether there was more than one legal move.
    pub fn had_choice(&self) -> bool {
        self.label != Label::Forced
    }

    /// Which part of the game it belongs to.
    pub fn phase(&self) -> Phase {
        match self.empties {
            41.. => Phase::Opening,
            21..=40 => Phase::Midgame,
            _ => Phase::End,
        }
    }

    fn new(point: &Point, game: &Game, number: usize) -> Option<ReviewedMove> {
        let (best, played) = (point.best.clone()?, point.played.clone()?);
        let position = &game.positions()[point.ply];
        let empties = position.empties().len();
        let loss = point.loss()?;
        let chance =
            |candidate: &Candidate| win_chance(candidate.value.score.discs(), empties.saturating_sub(1));
        let (chance_before, chance_after) = (chance(&best), chance(&played));
        let exact = best.value.is_exact() && played.value.is_exact();
        let sign = |candidate: &Candidate| candidate.value.score.raw().signum();
        let result_lost = exact && sign(&played) < sign(&best);
        let margin = point.second.as_ref().map(|second| (chance_before - chance(second)).max(0.0));
        let label = if position.legal_moves().len() < 2 {
            Label::Forced
        } else {
            let chance = (chance_before - chance_after).max(0.0);
            label::label(Loss { discs: loss, chance, exact, result_lost })
        };
        let missed_chance = false;
        let turn = point.turn;
        Some(ReviewedMove {
            ply: point.ply,
            number,
            turn,
            played,
            best,
            second: point.second.clone(),
            loss,
            chance_before,
            chance_after,
            margin,
            label,
            missed_chance,
            empties,
        })
    }
}

/// So many points make an only move and a missed chance.
const POINTS: f64 = 0.10;

/// A part of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The first twenty moves.
    Opening,
    /// What lies between.
    Midgame,
    /// The last twenty squares.
    End,
}

impl Phase {
    /// All three, in order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Midgame, Phase::End];
}

/// How one side played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// From 0 to 100: falls with the mean of the points lost where there was a choice. `None` without a choice.
    pub accuracy: Option<f64>,
    /// The same for opening, midgame and end.
    pub phases: [Option<f64>; 3],
    /// Discs given away.
    pub lost: f64,
    /// Moves with a choice.
    pub choices: usize,
    /// How many of those were the best ones.
    pub best: usize,
}

impl Summary {
    fn new<'a>(moves: impl Iterator<Item = &'a ReviewedMove> + Clone) -> Summary {
        let choices = moves.clone().filter(|mv| mv.had_choice());
        Summary {
            accuracy: accuracy(choices.clone()),
            phases: Phase::ALL.map(|phase| accuracy(choices.clone().filter(|mv| mv.phase() == phase))),
            lost: hundredths(moves.map(|mv| mv.loss).sum()),
            choices: choices.clone().count(),
            best: choices.filter(|mv| mv.label.is_best()).count(),
        }
    }
}

/// 100 for no points lost; about a tenth less for every hundredth of a point lost per move.
fn accuracy<'a>(choices: impl Iterator<Item = &'a ReviewedMove>) -> Option<f64> {
    let lost: Vec<f64> = choices.map(ReviewedMove::chance_lost).collect();
    let mean = lost.iter().sum::<f64>() / lost.len() as f64;
    (!lost.is_empty()).then(|| 100.0 * (-10.0 * mean).exp())
}

/// All moves of a chart that are known.
fn reviewed(chart: &Chart) -> Vec<ReviewedMove> {
    let game = chart.game();
    let mut moves: Vec<ReviewedMove> = Vec::new();
    let mut number = 0;
    for (ply, mv) in game.moves().iter().enumerate() {
        number += usize::from(*mv != Move::Pass);
        let Some(mut reviewed) =
            chart.point(ply).and_then(|point| ReviewedMove::new(point, game, number.max(1)))
        else {
            continue;
        };
        let before = moves.last().filter(|before| before.ply + 1 == ply && before.turn != reviewed.turn);
        reviewed.missed_chance =
            reviewed.chance_lost() >= POINTS && before.is_some_and(|before| before.chance_lost() >= POINTS);
        moves.push(reviewed);
    }
    moves
}
