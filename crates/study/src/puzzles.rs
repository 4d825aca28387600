//! Puzzles: positions with a task, an answer that is proved, and a grade.
//!
//! The pack is `data/puzzles.txt`, made by `outflank-trainer puzzles` from games of the engine's own levels. One puzzle a
//! line: kind, grade, theme, board, values, answer and what else the kind needs. The solver is Black (`X`).

mod drill;
mod pack;

use std::fmt;
use std::str::FromStr;

use outflank_engine::Level;
use outflank_rules::{Color, Move, Position, Square, fnv};

pub use drill::Puzzles;
pub use pack::{Pack, PackError};

use crate::practice::CardId;
use crate::reasons::{Cause, merit};
use crate::words::{self, Voice};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PuzzleKind {
    /// One move keeps the win, or the draw.
    Win,
    /// One move ends with four discs more than any other, whoever wins.
    MostDiscs,
    /// One move is clearly best, far from the end.
    Midgame,
    /// The other side has just erred; one answer shows it.
    Punish,
    /// Of three moves one is a mistake.
    WhichIsWrong,
    /// A move was a mistake: which of three reasons is it?
    Why,
}

impl PuzzleKind {
    /// All of them.
    pub const ALL: [PuzzleKind; 6] = [
        PuzzleKind::Win,
        PuzzleKind::MostDiscs,
        PuzzleKind::Midgame,
        PuzzleKind::Punish,
        PuzzleKind::WhichIsWrong,
        PuzzleKind::Why,
    ];

    /// The word that is typed and that programs use.
    pub const fn name(self) -> &'static str {
        match self {
            PuzzleKind::Win => "win",
            PuzzleKind::MostDiscs => "most",
            PuzzleKind::Midgame => "midgame",
            PuzzleKind::Punish => "punish",
            PuzzleKind::WhichIsWrong => "wrong",
            PuzzleKind::Why => "why",
        }
    }
}

impl fmt::Display for PuzzleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text is not a kind of puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseKindError(String);

impl fmt::Display for ParseKindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = PuzzleKind::ALL.map(PuzzleKind::name);
        let names = words::list(&names.map(str::to_owned)).replace(" and ", " or ");
        write!(f, "no kind of puzzle is called {:?}: {names} is expected", self.0)
    }
}

impl std::error::Error for ParseKindError {}

impl FromStr for PuzzleKind {
    type Err = ParseKindError;

    fn from_str(text: &str) -> Result<PuzzleKind, ParseKindError> {
        let is = |kind: &PuzzleKind| kind.name().eq_ignore_ascii_case(text);
        PuzzleKind::ALL.into_iter().find(is).ok_or_else(|| ParseKindError(text.to_owned()))
    }
}

/// A puzzle. Black is to move and solves it.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// What is asked.
    pub kind: PuzzleKind,
    /// The weakest level that finds the answer at least every second time, 1 to 10.
    pub grade: u8,
    /// The idea behind the answer: why the move that tempts most is worse. `None` where there is no name for it.
    pub theme: Option<Cause>,
    /// The position to be solved.
    pub position: Position,
    /// The move of the other side that led to it and the position before that, for [`PuzzleKind::Punish`].
    pub before: Option<(Position, Square)>,
    /// What the best move is worth to Black in discs, and what the best of the others is, or the mistake in question:
    /// exact with 18 empty squares or fewer, an estimate otherwise.
    pub values: [i8; 2],
    /// The move asked for: the best one, or the wrong one for [`PuzzleKind::WhichIsWrong`].
    pub answer: Square,
    /// For [`PuzzleKind::WhichIsWrong`] the three moves in question.
    pub moves: Vec<Square>,
    /// For [`PuzzleKind::Why`] the move that was the mistake, and three reasons of which the first is the true one.
    pub why: Option<(Square, [Cause; 3])>,
}

/// Values are exact with this many empty squares or fewer.
pub const EXACT_EMPTIES: usize = 18;

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleAnswer {
    /// A move.
    Move(Square),
    /// A reason.
    Cause(Cause),
}

impl Puzzle {
    /// A number that stays the same in every pack that has the puzzle: of the board, however it is turned.
    pub fn id(&self) -> u64 {
        fnv::add(CardId::of(&self.position).0, self.kind as u64)
    }

    /// Whether the values are proved.
    pub fn is_exact(&self) -> bool {
        self.position.empties().len() <= EXACT_EMPTIES
    }

    /// How hard it is on the scale of player ratings.
    pub fn rating(&self) -> f64 {
        level_rating(self.grade)
    }

    /// The three reasons in an order that does not give the answer away; empty for other kinds.
    pub fn causes(&self) -> Vec<Cause> {
        let mut causes: Vec<Cause> = self.why.iter().flat_map(|why| why.1).collect();
        causes.sort_unstable();
        causes
    }

    /// Whether an answer is right.
    pub fn is_right(&self, answer: PuzzleAnswer) -> bool {
        match (answer, &self.why) {
            (PuzzleAnswer::Cause(cause), Some((_, causes))) => cause == causes[0],
            (PuzzleAnswer::Move(square), None) => square == self.answer,
            _ => false,
        }
    }

    /// The task in a sentence.
    pub fn task(&self) -> String {
        let draw = self.values[0] == 0;
        match (self.kind, &self.before, &self.why) {
            (PuzzleKind::Win, ..) if draw => "One move saves the draw. Which?".to_owned(),
            (PuzzleKind::Win, ..) => "One move wins. Which?".to_owned(),
            (PuzzleKind::MostDiscs, ..) => {
                "One move ends with at least four discs more than any other. Which?".to_owned()
            }
            (PuzzleKind::Punish, Some((_, square)), _) => {
                format!("White has just played {square}, a mistake. Which answer shows it?")
            }
            (PuzzleKind::WhichIsWrong, ..) => {
                let moves: Vec<String> = self.moves.iter().map(Square::to_string).collect();
                format!("Two of {} are good, one is a mistake. Which is wrong?", words::list(&moves))
            }
            (PuzzleKind::Why, _, Some((mistake, _))) => {
                format!("{mistake} is a mistake, {} is better. Why?", self.answer)
            }
            _ => "One move is clearly best. Which?".to_owned(),
        }
    }

    /// The answer in a sentence or two, with what it is worth.
    pub fn solution(&self) -> String {
        let [best, other] = self.values;
        let certainty = if self.is_exact() { "exact" } else { "estimate" };
        let end = |value: i8| match value {
            0 => "ends in a draw".to_owned(),
            1.. => format!("wins by {value}"),
            _ => format!("loses by {}", -value),
        };
        let you = Voice { you: Some(Color::Black), ..Voice::default() };
        match (self.kind, &self.why) {
            (PuzzleKind::WhichIsWrong, _) => format!(
                "{} is the mistake: it {}, the others keep {best:+} ({certainty}).",
                self.answer,
                end(other)
            ),
            (PuzzleKind::Why, Some((mistake, causes))) => format!(
                "{}: {mistake} {}, {} {} ({certainty}).",
                words::capital(causes[0].title()),
                end(other),
                self.answer,
                end(best)
            ),
            _ => {
                let merit = merit(&self.position, &[Move::Place(self.answer)]);
                let merit = words::merit(&merit, self.answer, Color::Black, you);
                format!("{merit} It {}; the next best move {} ({certainty}).", end(best), end(other))
            }
        }
    }

    /// The moves that can be answered; none where a reason is asked for.
    pub fn choices(&self) -> Vec<Square> {
        match self.kind {
            PuzzleKind::Why => Vec::new(),
            PuzzleKind::WhichIsWrong => self.moves.clone(),
            _ => self.position.legal_moves().iter().collect(),
        }
    }
}

/// What a level is worth on a scale on which the weakest has 600: by its measured scores against the one below.
pub fn level_rating(number: u8) -> f64 {
    let steps = Level::all().take(number.into()).filter_map(|level| level.measured().score);
    600.0 + steps.map(|score| 400.0 * (score / (1.0 - score)).log10()).sum::<f64>()
}
