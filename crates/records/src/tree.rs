//! What GGF and SGF share: games in parentheses made of properties, `NAME[value]`.

use outflank_rules::{ParseVariantError, Position, Setup, Variant};

use crate::text::{line_column, quote, shorten, without_bom};
use crate::{Place, Problem, ReadError};

/// A position in an input of games in parentheses.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    input: &'a [u8],
    pub(crate) at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(input: &'a [u8]) -> Cursor<'a> {
        Cursor { input: without_bom(input), at: 0 }
    }

    /// Moves to between the `(` and the `;` of the next game; anything between games is skipped, as both formats
    /// require.
    pub(crate) fn next_game(&mut self) -> bool {
        while let Some(length) = self.rest().iter().position(|&byte| byte == b'(') {
            self.at += length + 1;
            self.skip_space();
            if self.peek() == Some(b';') {
                return true;
            }
        }
        self.at = self.input.len();
        false
    }

    /// Moves to the next game that begins by naming its game or format, as variations never do.
    pub(crate) fn next_root(&mut self) -> bool {
        const SOON: usize = 40;
        let is_root = |cursor: &Cursor| {
            let node = cursor.rest().iter().take(SOON).take_while(|byte| !b"()".contains(byte)).count();
            cursor.rest()[..node].windows(3).any(|name| name == b"GM[" || name == b"FF[")
        };
        while self.next_game() {
            if is_root(self) {
                return true;
            }
        }
        false
    }

    pub(crate) fn skip_space(&mut self) {
        self.at += self.rest().iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    }

    pub(crate) fn peek(&self) -> Option<u8> {
        self.input.get(self.at).copied()
    }

    /// The name of a property, without the lower-case letters of old SGF files; empty if there is none.
    pub(crate) fn name(&mut self) -> String {
        // No known property has a longer name.
        const MOST: usize = 32;
        let length = self.rest().iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let name = &self.rest()[..length];
        self.at += length;
        name.iter()
            .filter(|byte| byte.is_ascii_uppercase())
            .take(MOST)
            .map(|&byte| char::from(byte))
            .collect()
    }

    /// The next value, if one follows, without its brackets; a backslash hides a bracket if it is an escape in this
    /// format.
    pub(crate) fn value(&mut self, escape: Option<u8>) -> Result<Option<&'a [u8]>, ReadError> {
        self.skip_space();
        if self.peek() != Some(b'[') {
            return Ok(None);
        }
        let start = self.at + 1;
        let mut end = start;
        while let Some(&byte) = self.input.get(end) {
            if byte == b']' {
                self.at = end + 1;
                return Ok(Some(&self.input[start..end]));
            }
            end += if Some(byte) == escape { 2 } else { 1 };
        }
        Err(self.error(self.at, Problem::syntax("the value that begins here has no ]")))
    }

    /// An error at a position in the input.
    pub(crate) fn error(&self, offset: usize, problem: Problem) -> ReadError {
        let (line, column) = line_column(self.input, offset);
        ReadError::at(Place::Line { line, column }, problem)
    }

    fn rest(&self) -> &'a [u8] {
        &self.input[self.at.min(self.input.len())..]
    }
}

/// The discs that each player has left under the rule *thirty*, if not the number at the start.
pub(crate) fn discs_left(start: &Position) -> Option<[u8; 2]> {
    let left = start.setup().discs_left;
    (left != Setup::default().discs_left).then_some(left)
}

/// A finite number, or `None` if the text is not one.
pub(crate) fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

/// The rules that a text names.
pub(crate) fn variant(text: &str) -> Result<Variant, Problem> {
    text.parse().map_err(|error: ParseVariantError| Problem::Syntax(shorten(&error.to_string())))
}

/// The discs that Black and White have left to place, written as two numbers.
pub(crate) fn pair(text: &str, separator: char) -> Result<[u8; 2], Problem> {
    let pair = text.split_once(separator);
    pair.and_then(|(black, white)| Some([black.trim().parse().ok()?, white.trim().parse().ok()?]))
        .ok_or_else(|| Problem::Syntax(format!("{:?} is not two numbers", quote(text.as_bytes()))))
}
