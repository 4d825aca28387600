use std::fmt;

use outflank_engine::{Analysis, Certainty, Line, Score};
use outflank_rules::{Color, Move, Outcome};

/// What a position or a move is worth to one side: discs ahead at the end, and how sure that is.
///
/// There is one sign: a positive value is good for [`Value::side`]. Written out, what is proved is whole and an
/// estimate has one decimal.
///
/// ```
/// use outflank_engine::{Certainty, Score};
/// use outflank_rules::Color;
/// use outflank_study::Value;
///
/// let value = Value { side: Color::Black, score: Score::from_discs(6), certainty: Certainty::Exact };
/// assert_eq!(value.to_string(), "+6");
/// assert_eq!(value.seen_by(Color::White).to_string(), "-6");
/// assert_eq!(Value { certainty: Certainty::Estimate, ..value }.to_string(), "+6.0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Whose point of view this is.
    pub side: Color,
    /// Discs ahead at the end, with empty squares counted for the winner.
    pub score: Score,
    /// How far that can be trusted.
    pub certainty: Certainty,
}

impl Value {
    /// The value of a line of the engine in a position in which it is the turn of `side`.
    pub fn of_line(line: &Line, side: Color) -> Value {
        Value { side, score: line.score, certainty: line.certainty }
    }

    /// The value of a finished game to Black, on the engine's scale: empty squares go to the winner. The result that
    /// people are shown is the plain count, [`Outcome`] itself.
    pub fn of_outcome(outcome: Outcome) -> Value {
        let score = Score::from_discs(outcome.tournament_margin().into());
        Value { side: Color::Black, score, certainty: Certainty::Exact }
    }

    /// The same value from the point of view of `side`.
    #[must_use]
    pub fn seen_by(self, side: Color) -> Value {
        let score = if side == self.side { self.score } else { -self.score };
        Value { side, score, ..self }
    }

    /// Discs to the nearest hundredth, as sent to programs.
    pub fn discs(self) -> f64 {
        hundredths(self.score.discs())
    }

    /// Whether the number of discs is proved.
    pub fn is_exact(self) -> bool {
        self.certainty == Certainty::Exact
    }

    /// Whether the value is proved, or at least who wins.
    pub fn is_proved(self) -> bool {
        matches!(self.certainty, Certainty::Exact | Certainty::WinLossDraw)
    }
}

/// A number of discs to the nearest hundredth; never a negative zero.
pub(crate) fn hundredths(discs: f64) -> f64 {
    (discs * 100.0).round() / 100.0 + 0.0
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = self.score.round();
        // Signs of tenths are taken after rounding, so that there is no "-0.0".
        let tenths = (self.score.discs() * 10.0).round();
        match self.certainty {
            Certainty::WinLossDraw => f.pad(match whole {
                0 => "draw",
                1.. => "win",
                _ => "loss",
            }),
            Certainty::Exact if whole == 0 => f.pad("0"),
            Certainty::Exact => f.pad(&format!("{whole:+}")),
            _ if tenths == 0.0 => f.pad("0.0"),
            _ => f.pad(&format!("{:+.1}", tenths / 10.0)),
        }
    }
}

/// A move with what it is worth to the side that has it, and what is expected to follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Its value for the side to move.
    pub value: Value,
    /// Plies looked ahead from the position before the move.
    pub depth: u8,
    /// The move and the best play after it, as far as that is known; never empty.
    pub line: Vec<Move>,
}

impl Candidate {
    /// A line of the engine in a position in which it is the turn of `side`.
    pub fn of_line(line: &Line, side: Color) -> Candidate {
        let value = Value::of_line(line, side);
        Candidate { mv: line.mv(), value, depth: line.depth, line: line.moves.clone() }
    }
}

/// The moves that an analysis gives, best first, in a position in which it is the turn of `side`.
pub fn candidates(analysis: &Analysis, side: Color) -> Vec<Candidate> {
    analysis.lines.iter().map(|line| Candidate::of_line(line, side)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(raw: i32, certainty: Certainty) -> String {
        Value { side: Color::White, score: Score::from_raw(raw), certainty }.to_string()
    }

    #[test]
    fn a_value_is_written_in_one_way() {
        let table = [
            (128 * 12, Certainty::Exact, "+12"),
            (-128 * 2, Certainty::Exact, "-2"),
            (0, Certainty::Exact, "0"),
            (64, Certainty::Estimate, "+0.5"),
            (-5, Certainty::Estimate, "0.0"),
            (-7, Certainty::Estimate, "-0.1"),
            (256, Certainty::Selective(95), "+2.0"),
            (128, Certainty::WinLossDraw, "win"),
            (0, Certainty::WinLossDraw, "draw"),
            (-128, Certainty::WinLossDraw, "loss"),
        ];
        for (raw, certainty, expected) in table {
            assert_eq!(written(raw, certainty), expected);
        }
    }

    #[test]
    fn a_finished_game_counts_empty_squares_for_the_winner() {
        let value = Value::of_outcome(Outcome { black: 0, white: 13 });
        assert_eq!(value.to_string(), "-64");
        assert_eq!(value.seen_by(Color::White).to_string(), "+64");
        assert_eq!(value.seen_by(Color::White).seen_by(Color::Black), value);
    }

    #[test]
    fn programs_hear_hundredths_and_no_negative_zero() {
        let value =
            |raw| Value { side: Color::Black, score: Score::from_raw(raw), certainty: Certainty::Estimate };
        assert_eq!(value(1).discs().to_string(), "0.01");
        assert_eq!((-value(0).score).discs().to_string(), "0");
        assert!(value(0).seen_by(Color::White).discs().is_sign_positive());
    }
}
