use std::fmt;

use crate::{Bitboard, Color, DISCS_EACH, Position, Variant};

/// A position as someone wrote it down, which may be impossible.
///
/// [`Setup::position`] checks it and reports everything that is wrong at once.
///
/// ```
/// use outflank_rules::{Bitboard, Color, Setup, SetupFault, Square};
///
/// let mut setup = Setup { black: Square::E4.bitboard(), white: Square::E4.bitboard(), ..Setup::default() };
/// let error = setup.position().unwrap_err();
/// assert_eq!(error.faults, [SetupFault::Overlap(Square::E4.bitboard())]);
///
/// setup.white = Square::D4.bitboard();
/// assert!(setup.position().is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Black discs.
    pub black: Bitboard,
    /// White discs.
    pub white: Bitboard,
    /// Whose turn it is.
    pub turn: Color,
    /// The rules in force.
    pub variant: Variant,
    /// Discs left to place for Black and White, used when [`Variant::thirty`] is on.
    pub discs_left: [u8; 2],
}

impl Default for Setup {
    /// An empty board, Black to move, standard rules.
    fn default() -> Setup {
        Setup {
            black: Bitboard::EMPTY,
            white: Bitboard::EMPTY,
            turn: Color::Black,
            variant: Variant::STANDARD,
            discs_left: [DISCS_EACH; 2],
        }
    }
}

impl Setup {
    /// The position, if the setup is possible.
    pub fn position(self) -> Result<Position, SetupError> {
        let mut faults = Vec::new();
        let both = self.black & self.white;
        if !both.is_empty() {
            faults.push(SetupFault::Overlap(both));
        }
        if (self.black | self.white).is_empty() {
            faults.push(SetupFault::NoDiscs);
        }
        for color in Color::ALL {
            let left = self.discs_left[color.index()];
            if self.variant.thirty && left > DISCS_EACH {
                faults.push(SetupFault::TooManyLeft(color, left));
            }
        }
        if faults.is_empty() {
            Ok(Position::from_valid_setup(self))
        } else {
            Err(SetupError { setup: self, faults })
        }
    }
}

/// Something that makes a [`Setup`] impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetupFault {
    /// These squares have discs of both colours.
    Overlap(Bitboard),
    /// The board is empty, so nobody could ever move.
    NoDiscs,
    /// A player has more discs left than the rule *thirty* deals.
    TooManyLeft(Color, u8),
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupFault::Overlap(squares) => write!(f, "black and white on the same square: {squares}"),
            SetupFault::NoDiscs => f.write_str("no disc on the board"),
            SetupFault::TooManyLeft(color, left) => {
                write!(f, "{color} holds {left} discs where {DISCS_EACH} is the most")
            }
        }
    }
}

/// Everything that is wrong with a [`Setup`], and the setup itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    /// The setup as given.
    pub setup: Setup,
    /// What is wrong with it; never empty.
    pub faults: Vec<SetupFault>,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, fault) in self.faults.iter().enumerate() {
            write!(f, "{}{fault}", if n == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl std::error::Error for SetupError {}
