use std::fmt;
use std::str::FromStr;

use crate::{Bitboard, Board, Square, kernel};

/// Discs each player gets besides those of the start position when the rule *thirty* is on.
pub const DISCS_EACH: u8 = 30;

/// Which rules are in force: the standard ones, with two switches that are off by default.
///
/// ```
/// use outflank_rules::Variant;
///
/// let variant: Variant = "orthogonal,thirty".parse()?;
/// assert!(variant.orthogonal && variant.thirty);
/// assert_eq!(variant.to_string(), "orthogonal,thirty");
/// assert_eq!(Variant::default().to_string(), "standard");
/// # Ok::<(), outflank_rules::ParseVariantError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Variant {
    /// Only rows and columns outflank; diagonals do not.
    pub orthogonal: bool,
    /// Each player holds [`DISCS_EACH`] discs. The game ends when a player could move but has none left.
    pub thirty: bool,
}

impl Variant {
    /// The rules of tournaments.
    pub const STANDARD: Variant = Variant { orthogonal: false, thirty: false };

    /// Every combination of the switches.
    pub const ALL: [Variant; 4] = [
        Variant::STANDARD,
        Variant { orthogonal: true, thirty: false },
        Variant { orthogonal: false, thirty: true },
        Variant { orthogonal: true, thirty: true },
    ];

    /// Whether both switches are off.
    pub const fn is_standard(self) -> bool {
        !self.orthogonal && !self.thirty
    }

    /// Where the side to move outflanks something, whether or not it has a disc left to place.
    #[inline]
    pub fn placements(self, board: Board) -> Bitboard {
        if self.orthogonal {
            let (player, opponent) = (board.player.bits(), board.opponent.bits());
            Bitboard::from_bits(kernel::portable::moves_orthogonal(player, opponent))
        } else {
            board.legal_moves()
        }
    }

    /// The discs that turn over if the side to move places on the empty `square`.
    #[inline]
    pub fn flips(self, board: Board, square: Square) -> Bitboard {
        if self.orthogonal {
            let (player, opponent) = (board.player.bits(), board.opponent.bits());
            Bitboard::from_bits(kernel::portable::flips_orthogonal(square.index(), player, opponent))
        } else {
            board.flips(square)
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match (self.orthogonal, self.thirty) {
            (false, false) => "standard",
            (true, false) => "orthogonal",
            (false, true) => "thirty",
            (true, true) => "orthogonal,thirty",
        })
    }
}

/// The text names a rule that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseVariantError(String);

impl fmt::Display for ParseVariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no rule is called {:?}: standard, orthogonal or thirty is expected", self.0)
    }
}

impl std::error::Error for ParseVariantError {}

impl FromStr for Variant {
    type Err = ParseVariantError;

    /// Reads the switches that are on, separated by commas; `standard` or an empty text turns none on.
    fn from_str(text: &str) -> Result<Variant, ParseVariantError> {
        let mut variant = Variant::STANDARD;
        for word in text.split(',').map(str::trim) {
            match word.to_ascii_lowercase().as_str() {
                "orthogonal" => variant.orthogonal = true,
                "thirty" => variant.thirty = true,
                "standard" | "" => {}
                _ => return Err(ParseVariantError(word.to_owned())),
            }
        }
        Ok(variant)
    }
}
