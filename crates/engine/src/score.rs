use std::fmt;
use std::ops::Neg;

/// The value of a position for the side to move, in 1/128 of a disc of the final difference.
///
/// ```
/// use outflank_engine::Score;
///
/// assert_eq!(Score::from_discs(6).to_string(), "+6.00");
/// assert_eq!((-Score::from_raw(64)).to_string(), "-0.50");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// Units per disc.
    pub const PER_DISC: i32 = 128;
    /// A draw.
    pub const ZERO: Score = Score(0);
    /// All 64 discs.
    pub const MAX: Score = Score::from_discs(64);

    /// A whole number of discs.
    pub const fn from_discs(discs: i32) -> Score {
        Score(discs * Score::PER_DISC)
    }

    /// A number of 1/128 discs.
    pub const fn from_raw(raw: i32) -> Score {
        Score(raw)
    }

    /// The number of 1/128 discs.
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The value in discs.
    pub fn discs(self) -> f64 {
        f64::from(self.0) / f64::from(Score::PER_DISC)
    }

    /// The nearest whole number of discs.
    pub const fn round(self) -> i32 {
        (self.0 + Score::PER_DISC / 2).div_euclid(Score::PER_DISC)
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:+.2}", self.discs()))
    }
}
