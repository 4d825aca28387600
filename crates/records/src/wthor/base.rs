use std::collections::HashMap;

use super::names::{PLAYER, TOURNAMENT, UNKNOWN};
use super::{GAME, HEADER, encode_square, standing};
use crate::text::quote;
use crate::{Format, Record, Unwritable, WriteError, writer};

/// A database to be written: games, players and tournaments, one file each.
///
/// See [`Names`](super::Names) for an example.
#[derive(Clone, Debug)]
pub struct Base {
    games: Vec<u8>,
    count: u32,
    /// The year of all games; 0 if they differ.
    year: u16,
    players: List,
    tournaments: List,
}

impl Default for Base {
    /// No games.
    fn default() -> Base {
        Base {
            games: Vec::new(),
            count: 0,
            year: 0,
            players: List::new(PLAYER),
            tournaments: List::new(TOURNAMENT),
        }
    }
}

impl Base {
    /// Adds a game. An unfinished one is scored as it stands, unless its record has a verdict.
    pub fn add(&mut self, record: &Record) -> Result<(), WriteError> {
        self.try_add(record).map_err(|problem| WriteError { game: None, format: Format::Wthor, problem })
    }

    /// The `.wtb` file.
    pub fn games(&self) -> Vec<u8> {
        let mut file = header(self.count, 0, self.year);
        file.extend_from_slice(&self.games);
        file
    }

    /// The `.jou` file.
    pub fn players(&self) -> Vec<u8> {
        self.players.file()
    }

    /// The `.trn` file.
    pub fn tournaments(&self) -> Vec<u8> {
        self.tournaments.file()
    }

    fn try_add(&mut self, record: &Record) -> Result<(), Unwritable> {
        writer::standard_start(record)?;
        let score = match record.verdict {
            Some(verdict) => (32.0 + verdict.margin / 2.0).round().clamp(0.0, 64.0) as u8,
            None => standing(record),
        };
        let mut game = Vec::with_capacity(GAME);
        game.extend_from_slice(&self.tournaments.number(&record.event)?.to_le_bytes());
        game.extend_from_slice(&self.players.number(&record.black.name)?.to_le_bytes());
        game.extend_from_slice(&self.players.number(&record.white.name)?.to_le_bytes());
        game.extend_from_slice(&[score, record.theoretical.unwrap_or(score)]);
        game.extend(record.game.moves().iter().filter_map(|mv| mv.square()).map(encode_square));
        game.resize(GAME, 0);
        self.games.extend_from_slice(&game);
        self.count += 1;
        let year = year(&record.date);
        self.year = if self.count == 1 || self.year == year { year } else { 0 };
        Ok(())
    }
}

/// The first number of a date with at least four digits that fits.
fn year(date: &str) -> u16 {
    let mut years = date.split(|c: char| !c.is_ascii_digit()).filter(|digits| digits.len() >= 4);
    years.find_map(|digits| digits.parse().ok()).unwrap_or(0)
}

/// The date of creation is left at 0, so that the output depends only on the games.
fn header(games: u32, names: u16, year: u16) -> Vec<u8> {
    let mut header = vec![0; 4];
    header.extend_from_slice(&games.to_le_bytes());
    header.extend_from_slice(&names.to_le_bytes());
    header.extend_from_slice(&year.to_le_bytes());
    header.resize(HEADER, 0);
    header
}

/// Names with their numbers; number 0 is an unknown name.
#[derive(Clone, Debug)]
struct List {
    numbers: HashMap<String, u16>,
    fields: Vec<u8>,
    length: usize,
}

impl List {
    fn new(length: usize) -> List {
        let mut fields = UNKNOWN.as_bytes().to_owned();
        fields.resize(length, 0);
        List { numbers: HashMap::from([(String::new(), 0)]), fields, length }
    }

    fn number(&mut self, name: &str) -> Result<u16, Unwritable> {
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        let mut field = Vec::with_capacity(self.length);
        for character in name.chars() {
            let byte = u8::try_from(character).ok().filter(|_| !character.is_control());
            field
                .push(byte.ok_or_else(|| Unwritable::Character { character, text: quote(name.as_bytes()) })?);
        }
        if field.len() >= self.length {
            return Err(Unwritable::TooLong { text: quote(name.as_bytes()), limit: self.length - 1 });
        }
        let most = usize::from(u16::MAX);
        let number = u16::try_from(self.numbers.len()).ok().filter(|&number| usize::from(number) < most);
        let number = number.ok_or(Unwritable::TooManyNames(most))?;
        field.resize(self.length, 0);
        self.fields.extend_from_slice(&field);
        self.numbers.insert(name.to_owned(), number);
        Ok(number)
    }

    fn file(&self) -> Vec<u8> {
        let mut file = header(0, self.numbers.len() as u16, 0);
        file.extend_from_slice(&self.fields);
        file
    }
}
