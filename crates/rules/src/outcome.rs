use std::fmt;

use crate::Color;

/// How a game ended, or how it stands: the discs as they lie on the board.
///
/// ```
/// use outflank_rules::{Color, Outcome};
///
/// let outcome = Outcome { black: 13, white: 0 };
/// assert_eq!(outcome.winner(), Some(Color::Black));
/// assert_eq!(outcome.margin(), 13);
/// assert_eq!(outcome.tournament_score(Color::Black), 64);
/// assert_eq!(outcome.tournament_score(Color::White), 0);
/// assert_eq!(outcome.to_string(), "Black wins 13 to 0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Black discs on the board.
    pub black: u8,
    /// White discs on the board.
    pub white: u8,
}

impl Outcome {
    /// The colour with more discs; `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        match self.black.cmp(&self.white) {
            std::cmp::Ordering::Greater => Some(Color::Black),
            std::cmp::Ordering::Less => Some(Color::White),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Discs of one colour as they lie.
    pub const fn count(self, color: Color) -> u8 {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// Black's discs less White's, as they lie.
    pub const fn margin(self) -> i8 {
        self.black as i8 - self.white as i8
    }

    /// Discs of one colour as tournaments count them: empty squares go to the winner, and are shared in a
    /// draw.
    pub fn tournament_score(self, color: Color) -> u8 {
        let empties = 64 - self.black - self.white;
        self.count(color)
            + match self.winner() {
                Some(winner) if winner == color => empties,
                Some(_) => 0,
                None => empties / 2,
            }
    }

    /// Black's discs less White's as tournaments count them.
    pub fn tournament_margin(self) -> i8 {
        self.tournament_score(Color::Black) as i8 - self.tournament_score(Color::White) as i8
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(winner) => {
                write!(f, "{winner} wins {} to {}", self.count(winner), self.count(!winner))
            }
            None => write!(f, "a draw, {} all", self.black),
        }
    }
}
