use super::{HEADER, long, short};
use crate::text::latin1;
use crate::{Place, Problem, ReadError};

/// Size of a player's name in bytes, the last of which is 0.
pub(super) const PLAYER: usize = 20;
/// Size of a tournament's name in bytes, the last of which is 0.
pub(super) const TOURNAMENT: usize = 26;
/// The placeholder for an unknown name.
pub(super) const UNKNOWN: &str = "???";

/// The names behind the numbers in a `.wtb` file.
///
/// ```
/// use outflank_records::{Reader, Record, read, wthor};
///
/// let mut record = read(b"f5d6c3")?.remove(0);
/// record.white.name = "Rose".into();
/// record.event = "Tokyo".into();
/// let mut base = wthor::Base::default();
/// base.add(&record)?;
///
/// let names = wthor::Names::read(&base.players(), &base.tournaments())?;
/// let games = base.games();
/// let read: Record = Reader::wthor(&games, &names).next().unwrap()?;
/// assert_eq!(read, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Players by number.
    pub players: Vec<String>,
    /// Tournaments by number.
    pub tournaments: Vec<String>,
}

impl Names {
    /// The names in a `.jou` and a `.trn` file.
    pub fn read(players: &[u8], tournaments: &[u8]) -> Result<Names, ReadError> {
        Ok(Names { players: list(players, PLAYER)?, tournaments: list(tournaments, TOURNAMENT)? })
    }
}

/// The name for a number; the number itself if there is no name.
fn name(names: Option<&Vec<String>>, kind: &str, number: u16) -> String {
    match names.and_then(|names| names.get(usize::from(number))) {
        Some(name) if name == UNKNOWN => String::new(),
        Some(name) => name.clone(),
        None if number == 0 => String::new(),
        None => format!("{kind} {number}"),
    }
}

pub(super) fn player(names: Option<&Names>, number: u16) -> String {
    name(names.map(|names| &names.players), "player", number)
}

pub(super) fn tournament(names: Option<&Names>, number: u16) -> String {
    name(names.map(|names| &names.tournaments), "tournament", number)
}

/// The names of a file, each in a field of this many bytes.
fn list(input: &[u8], length: usize) -> Result<Vec<String>, ReadError> {
    let fail = |byte: usize, what: String| Err(ReadError::at(Place::Byte(byte), Problem::Syntax(what)));
    if input.len() < HEADER {
        return fail(input.len(), format!("the file ends within its header of {HEADER} bytes"));
    }
    if long(input, 4) != 0 {
        return fail(4, "these are games, not names".to_owned());
    }
    let count = usize::from(short(input, 8));
    let expected = HEADER + count * length;
    if expected != input.len() {
        return fail(8, format!("{count} names take {expected} bytes, but there are {}", input.len()));
    }
    let names = input[HEADER..].chunks(length).map(|field| {
        let end = field.iter().position(|&byte| byte == 0).unwrap_or(length);
        latin1(&field[..end]).trim_end().to_owned()
    });
    Ok(names.collect())
}
