//! Puzzles for programs.

use outflank_records::board;
use outflank_rules::Square;
use outflank_study::puzzles::{self, PuzzleKind};
use serde::{Deserialize, Serialize};

/// A puzzle with its answer. The side to move solves it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Puzzle {
    /// Stays the same from version to version.
    pub id: String,
    /// `win`, `most`, `midgame`, `punish`, `wrong` or `why`.
    pub kind: String,
    /// The level that solves it, 1 to 10.
    pub grade: u8,
    /// How hard it is, on the scale of player ratings.
    pub rating: u32,
    /// The idea behind it, by the name that reviews use.
    pub theme: Option<String>,
    /// The 64 squares from a1 to h8, row by row, and the side to move.
    pub position: String,
    /// The move that led to it, where that matters.
    pub last: Option<String>,
    /// What is asked, in words.
    pub task: String,
    /// What may be answered: squares, or reasons in words for `why`.
    pub choices: Vec<String>,
    /// Which of them is right.
    pub answer: String,
    /// The answer in words.
    pub solution: String,
}

impl From<&puzzles::Puzzle> for Puzzle {
    fn from(puzzle: &puzzles::Puzzle) -> Puzzle {
        let squares = |squares: Vec<Square>| squares.iter().map(Square::to_string).collect();
        let (choices, answer) = match (puzzle.kind, &puzzle.why) {
            (PuzzleKind::Why, Some((_, causes))) => {
                let titles = puzzle.causes().iter().map(|cause| cause.title().to_owned()).collect();
                (titles, causes[0].title().to_owned())
            }
            _ => (squares(puzzle.choices()), puzzle.answer.to_string()),
        };
        Puzzle {
            id: format!("{:016x}", puzzle.id()),
            kind: puzzle.kind.to_string(),
            grade: puzzle.grade,
            rating: puzzle.rating().round() as u32,
            theme: puzzle.theme.map(|theme| theme.name().to_owned()),
            position: board::text(&puzzle.position),
            last: puzzle.before.map(|(_, square)| square.to_string()),
            task: puzzle.task(),
            choices,
            answer,
            solution: puzzle.solution(),
        }
    }
}
