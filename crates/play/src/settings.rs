use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use outflank_rules::{Color, Position};

use crate::{ClockSetting, Seat};

/// What is agreed before a game starts. The rules in force are part of the start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The seats of Black and White, in this order; see [`Settings::seat`].
    pub seats: [Seat; 2],
    /// Where the game starts and under which rules.
    pub start: Position,
    /// How often players may take a move back.
    pub undo: UndoAllowance,
    /// Whether a person who cannot move has to say so; otherwise passes happen by themselves.
    pub confirm_pass: bool,
    /// Time to think, if limited.
    pub clock: Option<ClockSetting>,
    /// Whether the other player is asked before a take-back or another game.
    pub consent: Consent,
    /// How long each player has for their first disc before the game is called off, if limited.
    pub first_move: Option<Duration>,
    /// Whether the result counts for the ratings of the players.
    pub rated: bool,
    /// Whether the computer plays from the opening book.
    pub book: bool,
}

impl Default for Settings {
    /// Two people at one screen, standard rules, one undo each, no clock, with the book.
    fn default() -> Settings {
        Settings {
            seats: [Seat::human(None), Seat::human(None)],
            start: Position::default(),
            undo: UndoAllowance::Once,
            confirm_pass: false,
            clock: None,
            consent: Consent::Implied,
            first_move: None,
            rated: false,
            book: true,
        }
    }
}

impl Settings {
    /// The seat of one colour.
    pub fn seat(&self, color: Color) -> &Seat {
        &self.seats[color.index()]
    }

    /// The same agreement with the players on the other side of the board.
    #[must_use]
    pub fn swapped(&self) -> Settings {
        let [black, white] = self.seats.clone();
        Settings { seats: [white, black], ..self.clone() }
    }
}

/// How often each player may take a move back in one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum UndoAllowance {
    /// Never.
    None,
    /// Once per player and game.
    #[default]
    Once,
    /// As often as they like.
    Unlimited,
}

impl fmt::Display for UndoAllowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            UndoAllowance::None => "none",
            UndoAllowance::Once => "once",
            UndoAllowance::Unlimited => "unlimited",
        })
    }
}

/// The text is not an undo allowance.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no undo allowance is called {0:?}: once, none or unlimited is expected")]
pub struct ParseUndoAllowanceError(String);

impl FromStr for UndoAllowance {
    type Err = ParseUndoAllowanceError;

    fn from_str(text: &str) -> Result<UndoAllowance, ParseUndoAllowanceError> {
        match text.to_ascii_lowercase().as_str() {
            "none" => Ok(UndoAllowance::None),
            "once" => Ok(UndoAllowance::Once),
            "unlimited" => Ok(UndoAllowance::Unlimited),
            _ => Err(ParseUndoAllowanceError(text.to_owned())),
        }
    }
}

/// Whether an undo or a rematch needs the other player's consent. The computer always agrees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Consent {
    /// The players sit together and settle it between them: it happens at once.
    #[default]
    Implied,
    /// The players are apart: the other one is asked.
    Asked,
}
