use std::fmt;
use std::str::FromStr;

use crate::Square;

/// What a player does in a turn: place a disc, or pass when no placement is legal.
///
/// ```
/// use outflank_rules::{Move, Square};
///
/// assert_eq!("D3".parse(), Ok(Move::Place(Square::D3)));
/// assert_eq!("pass".parse(), Ok(Move::Pass));
/// assert_eq!(Move::Pass.to_string(), "pass");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A disc is placed here.
    Place(Square),
    /// The turn is skipped; legal only without a legal placement.
    Pass,
}

impl Move {
    /// The square, if a disc is placed.
    pub const fn square(self) -> Option<Square> {
        match self {
            Move::Place(square) => Some(square),
            Move::Pass => None,
        }
    }
}

impl From<Square> for Move {
    fn from(square: Square) -> Move {
        Move::Place(square)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(square) => square.fmt(f),
            Move::Pass => f.pad("pass"),
        }
    }
}

/// The text is neither a square nor a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseMoveError;

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such square")
    }
}

impl std::error::Error for ParseMoveError {}

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads a square, or `pass`, `pa`, `ps`, `--` in any case.
    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        match text.to_ascii_lowercase().as_str() {
            "pass" | "pa" | "ps" | "--" => Ok(Move::Pass),
            _ => text.parse().map(Move::Place).map_err(|_| ParseMoveError),
        }
    }
}
