use std::collections::BTreeMap;

use outflank_records::board;
use outflank_rules::{self as rules, Bitboard, Color, DISCS_EACH, Square};
use serde::{Deserialize, Serialize};

/// Black or White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Black.
    Black,
    /// White.
    White,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::Black => Side::Black,
            Color::White => Side::White,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        }
    }
}

/// Something for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Pair<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> Pair<T> {
    /// A pair made by asking about each colour.
    pub fn of(mut ask: impl FnMut(Color) -> T) -> Pair<T> {
        Pair { black: ask(Color::Black), white: ask(Color::White) }
    }

    /// What belongs to a colour.
    pub fn get(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

/// A position as a client describes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Setup {
    /// 64 characters `X`, `O` and `-` from a1 to h8.
    pub board: String,
    /// Whose turn it is.
    pub turn: Side,
    /// The rules in force by name.
    #[serde(default = "standard")]
    pub rules: String,
    /// What each has left to place under *thirty*.
    #[serde(default)]
    pub discs_left: Option<Pair<u8>>,
}

fn standard() -> String {
    rules::Variant::STANDARD.to_string()
}

impl From<&rules::Position> for Setup {
    fn from(position: &rules::Position) -> Setup {
        let left = |color| position.discs_left(color);
        Setup {
            board: board::squares(position),
            turn: position.turn().into(),
            rules: position.variant().to_string(),
            discs_left: left(Color::Black)
                .zip(left(Color::White))
                .map(|(black, white)| Pair { black, white }),
        }
    }
}

/// A setup that is no position, and why not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnreadableSetup(String);

impl TryFrom<&Setup> for rules::Position {
    type Error = UnreadableSetup;

    fn try_from(setup: &Setup) -> Result<rules::Position, UnreadableSetup> {
        let fault = |sentence: String| UnreadableSetup(sentence);
        let count = setup.board.chars().count();
        if count != 64 {
            return Err(fault(format!("a board has 64 squares, not {count}")));
        }
        let (mut black, mut white) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for (square, cell) in Square::ALL.into_iter().zip(setup.board.chars()) {
            match cell {
                'X' => black = black.with(square),
                'O' => white = white.with(square),
                '-' => {}
                _ => return Err(fault(format!("on {square}, {cell:?} is neither X nor O nor -"))),
            }
        }
        let variant = setup.rules.parse().map_err(|error| fault(format!("{error}")))?;
        let left = setup.discs_left.unwrap_or(Pair { black: DISCS_EACH, white: DISCS_EACH });
        let discs_left = [left.black, left.white];
        let setup = rules::Setup { black, white, turn: setup.turn.into(), variant, discs_left };
        setup.position().map_err(|error| fault(format!("{error}")))
    }
}

/// A position as the server describes it: with everything a board on a screen has to know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Position {
    /// The part that can be sent back.
    #[serde(flatten)]
    pub setup: Setup,
    /// The discs as they lie.
    pub score: Pair<u8>,
    /// How many squares are empty.
    pub empties: usize,
    /// The legal squares, each with the discs that would turn over.
    pub legal: BTreeMap<String, Vec<String>>,
    /// Whether the side to move can only pass.
    pub must_pass: bool,
    /// Whether the rules end the game here.
    pub over: bool,
}

impl From<&rules::Position> for Position {
    fn from(position: &rules::Position) -> Position {
        let flips = |square: Square| (square.to_string(), names(position.flips(square)));
        Position {
            setup: position.into(),
            score: Pair::of(|color| position.count(color)),
            empties: position.empties().len(),
            legal: position.legal_moves().iter().map(flips).collect(),
            must_pass: position.must_pass(),
            over: position.is_over(),
        }
    }
}

/// A disc that was placed and what it turned over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Placed {
    /// Who.
    pub by: Side,
    /// Where.
    pub square: String,
    /// What turned over.
    pub flips: Vec<String>,
}

impl Placed {
    /// The last disc placed among the first `ply` moves of a game.
    pub fn last(game: &rules::Game, ply: usize) -> Option<Placed> {
        let plies = game.moves()[..ply].iter().zip(game.positions());
        plies.rev().find_map(|(mv, position)| {
            mv.square().map(|square| Placed {
                by: position.turn().into(),
                square: square.to_string(),
                flips: names(position.flips(square)),
            })
        })
    }
}

/// The names of a set of squares.
pub(super) fn names(squares: Bitboard) -> Vec<String> {
    squares.iter().map(|square| square.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_can_be_sent_back() {
        for variant in rules::Variant::ALL {
            let start = rules::Position::start(variant);
            let next = start.play(start.legal_moves().first().unwrap().into()).unwrap();
            let sent = serde_json::to_string(&Position::from(&next)).unwrap();
            let back: Setup = serde_json::from_str(&sent).unwrap();
            assert_eq!(rules::Position::try_from(&back).unwrap(), next);
        }
    }

    #[test]
    fn a_setup_that_is_no_position_is_refused_with_a_sentence() {
        let setup = |board: &str, rules: &str| Setup {
            board: board.to_owned(),
            turn: Side::Black,
            rules: rules.to_owned(),
            discs_left: Some(Pair { black: 31, white: 3 }),
        };
        for (setup, sentence) in [
            (setup("XO", "standard"), "a board has 64 squares, not 2"),
            (setup(&"Z".repeat(64), "standard"), "on a1, 'Z' is neither X nor O nor -"),
            (setup(&"-".repeat(64), "standard"), "no disc on the board"),
            (setup(&"X".repeat(64), "thirty"), "Black holds 31 discs where 30 is the most"),
            (
                setup(&"X".repeat(64), "fair"),
                "no rule is called \"fair\": standard, orthogonal or thirty is expected",
            ),
        ] {
            assert_eq!(rules::Position::try_from(&setup).unwrap_err().to_string(), sentence);
        }
    }
}
