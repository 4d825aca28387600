//! Where the player points on the board: the cursor, and a column whose letter was typed.

use outflank_rules::Square;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The cursor on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pointer {
    square: Square,
    /// The cursor is seen from the first arrow key on, until the mouse is used.
    is_shown: bool,
    /// The column whose letter has been typed.
    pub(crate) column: Option<usize>,
}

/// What a key did to the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pointed {
    /// It moved, or part of a square was typed.
    Moved,
    /// This square was typed.
    Chose(Square),
    /// The key is none for the board.
    Ignored,
}

impl Default for Pointer {
    fn default() -> Pointer {
        Pointer { square: Square::D3, is_shown: false, column: None }
    }
}

impl Pointer {
    /// The square of the cursor, if it is seen.
    pub(crate) fn shown(&self) -> Option<Square> {
        self.is_shown.then_some(self.square)
    }

    /// Letters and digits type a square.
    pub(crate) fn type_key(&mut self, key: KeyEvent) -> Pointed {
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return Pointed::Ignored;
        }
        match key.code {
            KeyCode::Char(letter @ ('a'..='h' | 'A'..='H')) => {
                self.column = Some(usize::from(letter.to_ascii_lowercase() as u8 - b'a'));
                Pointed::Moved
            }
            KeyCode::Char(digit @ '1'..='8') => {
                let row = usize::from(digit as u8 - b'1');
                let typed = self.column.take();
                let column = typed.unwrap_or(self.square.column());
                self.square = Square::from_column_row(column, row).unwrap_or(self.square);
                if typed.is_some() {
                    return Pointed::Chose(self.square);
                }
                self.is_shown = true;
                Pointed::Moved
            }
            KeyCode::Backspace | KeyCode::Esc if self.column.take().is_some() => Pointed::Moved,
            _ => Pointed::Ignored,
        }
    }

    /// Arrows move the cursor; the first one shows it.
    pub(crate) fn arrow(&mut self, code: KeyCode) -> Pointed {
        let (x, y) = match code {
            KeyCode::Left => (-1, 0),
            KeyCode::Right => (1, 0),
            KeyCode::Up => (0, -1),
            KeyCode::Down => (0, 1),
            _ => return Pointed::Ignored,
        };
        self.column = None;
        if self.is_shown {
            let column = (self.square.column().saturating_add_signed(x)).min(7);
            let row = (self.square.row().saturating_add_signed(y)).min(7);
            self.square = Square::from_column_row(column, row).unwrap_or(self.square);
        }
        self.is_shown = true;
        Pointed::Moved
    }

    /// Puts the cursor on a square without showing it.
    pub(crate) fn click(&mut self, square: Square) {
        *self = Pointer { square, is_shown: false, column: None };
    }

    /// The mouse is over a square.
    pub(crate) fn hover(&mut self, square: Option<Square>) {
        self.is_shown = square.is_some();
        self.square = square.unwrap_or(self.square);
    }
}
