use std::fmt;

use crate::Color;

/// How a game ended, or how it stands: the discs on the board.
///
/// ```
/// use outflank_rules::{Color, Outcome};
///
/// let outcome = Outcome { black: 13, white: 0 };
/// assert_eq!(outcome.winner(), Some(Color::Black));
/// assert_eq!(outcome.margin(), 13);
/// assert_eq!(outcome.tournament_score(Color::Black), 64);
/// assert_eq!(outcome.tournament_score(Color::White), 0);
/// assert_eq!(outcome.tournament_margin_for(Color::White), -64);
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

    /// Discs of one colour on the board.
    pub const fn count(self, color: Color) -> u8 {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// Black's discs minus White's, as they are on the board.
    pub const fn margin(self) -> i8 {
        self.black as i8 - self.white as i8
    }

    /// Discs of one colour as tournaments count them: empty squares go to the winner, and are shared in a
    /// draw.
    pub const fn tournament_score(self, color: Color) -> u8 {
        i32::midpoint(64, self.tournament_margin_for(color) as i32) as u8
    }

    /// Black's discs minus White's as tournaments count them.
    pub const fn tournament_margin(self) -> i8 {
        self.tournament_margin_for(Color::Black)
    }

    /// One colour's discs minus the other's as tournaments count them.
    pub const fn tournament_margin_for(self, color: Color) -> i8 {
        let (own, theirs) = match color {
            Color::Black => (self.black, self.white),
            Color::White => (self.white, self.black),
        };
        final_margin(own as u32, theirs as u32) as i8
    }
}

/// One side's discs minus the other's when a game is over: empty squares go to the winner.
#[inline]
pub(crate) const fn final_margin(own: u32, theirs: u32) -> i32 {
    let lead = own as i32 - theirs as i32;
    let empties = 64 - own as i32 - theirs as i32;
    if lead > 0 {
        lead + empties
    } else if lead < 0 {
        lead - empties
    } else {
        0
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
