use std::fmt;
use std::str::FromStr;

use outflank_records::transcript;
use outflank_rules::{Game, Position, Square};

use crate::practice::Seconds;

/// An answer, as a line of the log: `1794945163 f5d6c3d3c4 f4 right`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// When.
    pub at: Seconds,
    /// The moves from the start to the position that was asked.
    pub line: String,
    /// What was played there.
    pub mv: Square,
    /// Whether that was right.
    pub right: bool,
}

impl Answered {
    /// An answer in a game.
    pub fn new(at: Seconds, game: &Game, mv: Square, right: bool) -> Answered {
        Answered { at, line: transcript::text(game), mv, right }
    }

    /// The game up to the position that was asked.
    pub fn game(&self) -> Option<Game> {
        transcript::game(Position::default(), &self.line).ok()
    }
}

impl fmt::Display for Answered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Answered { at, line, mv, right } = self;
        write!(f, "{at} {line} {mv} {}", if *right { "right" } else { "wrong" })
    }
}

/// A line that holds no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadAnswer;

impl fmt::Display for BadAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SECONDS MOVES ANSWER right or wrong is expected")
    }
}

impl std::error::Error for BadAnswer {}

impl FromStr for Answered {
    type Err = BadAnswer;

    fn from_str(text: &str) -> Result<Answered, BadAnswer> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [at, line, mv, right] = fields[..] else { return Err(BadAnswer) };
        let right = match right {
            "right" => true,
            "wrong" => false,
            _ => return Err(BadAnswer),
        };
        let (at, mv) = (at.parse().map_err(|_| BadAnswer)?, mv.parse().map_err(|_| BadAnswer)?);
        let answered = Answered { at, line: line.to_owned(), mv, right };
        if answered.game().is_some() { Ok(answered) } else { Err(BadAnswer) }
    }
}
