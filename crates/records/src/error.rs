use std::fmt;

use outflank_rules::{Color, IllegalMove, SetupError, Variant};

use crate::Format;

/// What is wrong with an input and where, as one sentence.
///
/// ```
/// let error = outflank_records::read(b"f5d6c3d3c4f4e9").unwrap_err();
/// assert_eq!(error.to_string(), r#"move 7, "e9": no such square"#);
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub struct ReadError {
    /// Which game, counting from 1, where the input has several.
    pub game: Option<usize>,
    /// Where in the input or in the game.
    pub place: Option<Place>,
    /// What is wrong there.
    #[source]
    pub problem: Problem,
}

impl ReadError {
    pub(crate) fn new(problem: Problem) -> ReadError {
        ReadError { game: None, place: None, problem }
    }

    pub(crate) fn at(place: Place, problem: Problem) -> ReadError {
        ReadError { game: None, place: Some(place), problem }
    }

    pub(crate) fn at_line(line: usize, column: usize, problem: Problem) -> ReadError {
        ReadError::at(Place::Line { line, column }, problem)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.game, &self.place) {
            (Some(game), Some(place)) => write!(f, "game {game}, {place}: {}", self.problem),
            (Some(game), None) => write!(f, "game {game}: {}", self.problem),
            (None, Some(place)) => write!(f, "{place}: {}", self.problem),
            (None, None) => write!(f, "{}", self.problem),
        }
    }
}

/// Where something is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A move of the game.
    Move {
        /// Which, counting from 1 as the record gives them.
        number: usize,
        /// The move as the record writes it, shortened if it is long.
        text: String,
    },
    /// A place in a text.
    Line {
        /// The line, counting from 1.
        line: usize,
        /// The character in the line, counting from 1.
        column: usize,
    },
    /// A byte of a binary file, counting from 0.
    Byte(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Move { number, text } => write!(f, "move {number}, {text:?}"),
            Place::Line { line, column } => write!(f, "line {line}, column {column}"),
            Place::Byte(offset) => write!(f, "byte {offset}"),
        }
    }
}

/// What can be wrong with an input.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Problem {
    /// The input is empty.
    #[error("there is nothing to read")]
    Empty,
    /// The input is in no known format.
    #[error("this is neither a game nor a position in any known format")]
    UnknownFormat,
    /// The text is neither a square nor a pass.
    #[error("no such square")]
    NoSuchSquare,
    /// The move breaks the rules.
    #[error("{0}")]
    Illegal(IllegalMove),
    /// The record says that the wrong side moved.
    #[error("it is {0}'s turn")]
    WrongTurn(Color),
    /// The position is impossible.
    #[error("{0}")]
    Setup(SetupError),
    /// There are more games than [`read`](crate::read) keeps in memory.
    #[error("there are more than {0} games, too many to hold at once")]
    TooMany(usize),
    /// There are more damaged games than a [`Reader`](crate::Reader) skips.
    #[error("more than {0} games are damaged; the rest is not read")]
    TooManyDamaged(usize),
    /// The text does not follow its format, as the message says.
    #[error("{0}")]
    Syntax(String),
}

impl Problem {
    pub(crate) fn syntax(what: impl Into<String>) -> Problem {
        Problem::Syntax(what.into())
    }
}

/// Why a record cannot be written in a format.
///
/// ```
/// use outflank_records::{Format, Record, write};
/// use outflank_rules::{Game, Position, Variant};
///
/// let orthogonal = Variant { orthogonal: true, thirty: false };
/// let record = Record::from(Game::new(Position::start(orthogonal)));
/// let error = write(&[record], Format::Wthor).unwrap_err();
/// assert_eq!(error.to_string(), "WTHOR cannot hold the rules orthogonal; GGF, SGF and JSON can");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct WriteError {
    /// Which record, counting from 1, where there are several.
    pub game: Option<usize>,
    /// The format that was asked for.
    pub format: Format,
    /// What it cannot hold.
    #[source]
    pub problem: Unwritable,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(game) = self.game {
            write!(f, "game {game}: ")?;
        }
        write!(f, "{} cannot hold {}", self.format.title(), self.problem)
    }
}

/// What a format may not support.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwritable {
    /// Rules other than the standard ones.
    #[error("the rules {0}; GGF, SGF and JSON can")]
    Variant(Variant),
    /// A start position other than the usual one.
    #[error("a game from another start position; GGF, SGF and JSON can")]
    FreeStart,
    /// A game without moves.
    #[error("a game without moves")]
    NoMoves,
    /// A text with a character that the format cannot write.
    #[error("the character {character:?}, which is in {text:?}")]
    Character {
        /// The character.
        character: char,
        /// The text it is in.
        text: String,
    },
    /// A text that is too long.
    #[error("more than {limit} characters in a name, as in {text:?}")]
    TooLong {
        /// The text.
        text: String,
        /// The most characters there may be.
        limit: usize,
    },
    /// Too many different names.
    #[error("more than {0} different names")]
    TooManyNames(usize),
}
