//! What practice, puzzles, lessons and the gym have in common: a board, a task, an answer, its verdict, the next task.
//!
//! A [`Drill`] asks and takes replies; plain lines, the full screen and the page show it. It does not search
//! or know the time; the caller supplies both.

mod chooser;

use outflank_engine::{Analysis, Certainty, Level, Line, Score};
use outflank_rules::{Bitboard, Move, Position, Square};

use crate::Question;
use crate::practice::{Event, Seconds};
pub use chooser::Chooser;

/// What is on the board and what is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Prompt {
    /// Where in the drill this is: "Card 2 of 12".
    pub place: String,
    /// The board.
    pub position: Position,
    /// The last move, if one is to be shown.
    pub last: Option<Square>,
    /// Squares that the text is about.
    pub marks: Bitboard,
    /// The text, in paragraphs; the task comes last.
    pub text: Vec<String>,
    /// What can be replied.
    pub ask: Ask,
    /// Lines that can be looked at, each with what it is.
    pub lines: Vec<(&'static str, Vec<Move>)>,
    /// How each task so far went.
    pub done: Vec<bool>,
    /// How many are left, this one included.
    pub left: usize,
}

impl Prompt {
    /// The end of a drill: its text, and how each task went.
    pub fn end(place: impl Into<String>, text: Vec<String>, done: Vec<bool>) -> Prompt {
        Prompt {
            place: place.into(),
            position: Position::default(),
            last: None,
            marks: Bitboard::EMPTY,
            text,
            ask: Ask::Done,
            lines: Vec::new(),
            done,
            left: 0,
        }
    }
}

/// What can be replied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// One of these squares.
    Square(Bitboard),
    /// One of these sentences.
    Choice(Vec<String>),
    /// Nothing: continue after reading.
    Next,
    /// Nothing yet: the engine is asked.
    Wait,
    /// Nothing: this is the end.
    Done,
}

/// A reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A square.
    Square(Square),
    /// The sentence with this number, counting from 0.
    Choice(usize),
    /// Continue.
    Next,
    /// Show the answer.
    Show,
    /// Skip this one.
    Skip,
}

/// What the engine is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// What a position is worth.
    Search(Question),
    /// The move that a level plays.
    Choose {
        /// The number to answer with.
        id: u64,
        /// The position.
        position: Position,
        /// The level.
        level: Level,
    },
}

/// The move of a level as an answer to [`Need::Choose`].
pub fn chosen(mv: Move) -> Analysis {
    let line = Line { score: Score::ZERO, certainty: Certainty::Estimate, depth: 0, moves: vec![mv] };
    Analysis { lines: vec![line], ..Analysis::default() }
}

/// A sequence of tasks.
pub trait Drill: std::fmt::Debug {
    /// What is on the board and what is asked.
    fn prompt(&self) -> Prompt;

    /// Takes a reply. Append the returned events to the log.
    fn reply(&mut self, reply: Reply, now: Seconds) -> Vec<Event>;

    /// A clue, if there is one.
    fn clue(&mut self) -> Option<String>;

    /// What the engine is to find out, the same until it is answered.
    fn need(&self) -> Option<Need> {
        None
    }

    /// Takes an analysis, in which the first line is the answer to a [`Need::Choose`]. Append the returned events
    /// to the log.
    fn hear(&mut self, _id: u64, _analysis: &Analysis) -> Vec<Event> {
        Vec::new()
    }

    /// The positions that the prompt tells something about, in a drill where the player may choose them: they may be of
    /// a game that is still played.
    fn shown(&self) -> Vec<Position> {
        Vec::new()
    }

    /// How many steps are done, in a drill that can be continued from there.
    fn step(&self) -> usize {
        0
    }

    /// What the drill is called.
    fn title(&self) -> &'static str;

    /// Whether there is an answer to be shown.
    fn has_answer(&self) -> bool {
        matches!(self.prompt().ask, Ask::Square(_) | Ask::Choice(_))
    }
}
