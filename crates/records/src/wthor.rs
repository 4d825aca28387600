//! WTHOR, the database of tournament games of the French federation.
//!
//! A year of games is a `.wtb` file, in which players and tournaments are numbers; their names are in a `.jou` and a
//! `.trn` file for all years. [`Names`] reads those two, [`Base`] writes all three.
//!
//! All numbers are little-endian. A header of 16 bytes is followed by 68 bytes for each game: tournament, black and
//! white player (16 bits each), the score (Black's discs, with empty squares for the winner), the score under best play
//! from some point on, and 60 moves as `10 * row + column`, 0 after the last one. Passes are not stored. The format
//! only supports standard games from the usual start.

use outflank_rules::{Color, Move, Position, Square};

use crate::builder::Builder;
use crate::{Place, Problem, ReadError, Record, Verdict};

mod base;
mod names;

pub use base::Base;
pub use names::Names;

/// Size of the header of every file.
const HEADER: usize = 16;
/// Size of a game.
const GAME: usize = 68;
/// Offset of the moves in a game.
const MOVES: usize = 8;

/// The games of a `.wtb` file.
#[derive(Debug)]
pub(crate) struct Games<'a> {
    input: &'a [u8],
    names: Option<&'a Names>,
    next: usize,
    /// Whether the header is invalid, so that the rest cannot be read.
    damaged: bool,
}

impl<'a> Games<'a> {
    pub(crate) fn new(input: &'a [u8], names: Option<&'a Names>) -> Games<'a> {
        Games { input, names, next: 0, damaged: false }
    }

    pub(crate) fn more(&self) -> bool {
        self.input.len() > HEADER + GAME
    }

    pub(crate) fn next(&mut self) -> Option<Result<Record, ReadError>> {
        if self.damaged {
            return None;
        }
        if self.next == 0
            && let Err(error) = check_header(self.input)
        {
            self.damaged = true;
            return Some(Err(error));
        }
        let offset = HEADER + GAME * self.next;
        let game = self.input.get(offset..offset + GAME)?;
        self.next += 1;
        Some(self.record(offset, game))
    }

    fn record(&self, offset: usize, game: &[u8]) -> Result<Record, ReadError> {
        let mut builder = Builder::new(Position::default());
        for (n, &code) in game[MOVES..].iter().enumerate().take_while(|&(_, &code)| code != 0) {
            let square = decode_square(code).ok_or_else(|| {
                let what = Problem::Syntax(format!("{code} is not a square"));
                ReadError::at(Place::Byte(offset + MOVES + n), what)
            })?;
            builder.play(Ok(Move::Place(square)), None, square.to_string().as_bytes())?;
        }
        let mut record = Record::from(builder.game);
        let (score, theoretical) = (game[6], game[7]);
        if score > 64 {
            let what = Problem::Syntax(format!("{score} discs of 64"));
            return Err(ReadError::at(Place::Byte(offset + 6), what));
        }
        if score != standing(&record) {
            record.set_verdict(Verdict::played(2.0 * f64::from(score) - 64.0));
        }
        record.theoretical = (theoretical != score).then_some(theoretical);
        let (tournament, black, white) = (short(game, 0), short(game, 2), short(game, 4));
        record.event = names::tournament(self.names, tournament);
        record.black.name = names::player(self.names, black);
        record.white.name = names::player(self.names, white);
        let year = short(self.input, 10);
        record.date = if year == 0 { String::new() } else { format!("{year:04}") };
        Ok(record)
    }
}

/// Whether these could be the first bytes of a WTHOR file.
pub(crate) fn is_header(input: &[u8]) -> bool {
    input.len() >= HEADER
        && input[2] <= 12
        && input[3] <= 31
        && input[12] <= 10
        && input[13] <= 1
        && input[15] == 0
}

/// Black's discs as tournaments count them, in the last position of a game, whether or not it is over.
fn standing(record: &Record) -> u8 {
    record.position().score().tournament_score(Color::Black)
}

fn check_header(input: &[u8]) -> Result<(), ReadError> {
    let fail = |byte: usize, what: String| Err(ReadError::at(Place::Byte(byte), Problem::Syntax(what)));
    if input.len() < HEADER {
        return fail(input.len(), format!("the file ends within its header of {HEADER} bytes"));
    }
    let games = long(input, 4);
    let names = u64::from(short(input, 8));
    for (kind, length) in [("players", names::PLAYER), ("tournaments", names::TOURNAMENT)] {
        if games == 0 && names > 0 && input.len() as u64 == HEADER as u64 + names * length as u64 {
            return fail(4, format!("this is a list of {kind}; the games are in a .wtb file"));
        }
    }
    if ![0, 8].contains(&input[12]) {
        return fail(12, format!("a board of {0} by {0} squares; only 8 by 8 can be read", input[12]));
    }
    if input[13] != 0 {
        return fail(13, "these are solitaire positions, not games".to_owned());
    }
    let expected = HEADER as u64 + GAME as u64 * u64::from(games);
    if expected != input.len() as u64 {
        let length = input.len();
        return fail(4, format!("{games} games take {expected} bytes, but there are {length}"));
    }
    Ok(())
}

fn decode_square(code: u8) -> Option<Square> {
    let (column, row) = ((code % 10).checked_sub(1)?, (code / 10).checked_sub(1)?);
    Square::from_column_row(column.into(), row.into())
}

fn encode_square(square: Square) -> u8 {
    (10 * (square.row() + 1) + square.column() + 1) as u8
}

/// The 16 bits at an offset, which must be in range.
fn short(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

/// The 32 bits at an offset, which must be in range.
fn long(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}
