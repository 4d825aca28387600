//! The log of the book: one search per line, append-only.
//!
//! A line is `PLAYER OPPONENT MOVE VALUE KIND`: the discs of the side to move and of the opponent as 16 hexadecimal
//! digits, the best move that was not excluded, its value for the side to move in 1/128 disc, and how it was found:
//! `d18` (a search of 18 plies), `s95` (to the end, with cutoffs that hold in 95 of 100 cases) or `exact`. Boards are
//! canonical: the smallest of their eight images.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::str::FromStr;

use outflank_engine::book::Kind;
use outflank_engine::{Certainty, Line};
use outflank_rules::{Bitboard, Board, Square};

/// One search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position, as a canonical board.
    pub board: Board,
    /// The best move that was not excluded.
    pub mv: Square,
    /// Its value for the side to move, in 1/128 disc.
    pub value: i32,
    /// How the value was found.
    pub kind: Kind,
}

impl Entry {
    /// The best line of a search; `None` for a pass.
    pub fn new(board: Board, line: &Line) -> Option<Entry> {
        let kind = match line.certainty {
            Certainty::Estimate | Certainty::WinLossDraw => Kind::Depth(line.depth),
            Certainty::Selective(percent) => Kind::Selective(percent),
            Certainty::Exact => Kind::Exact,
        };
        Some(Entry { board, mv: line.mv().square()?, value: line.score.raw(), kind })
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Entry { board, mv, value, kind } = self;
        write!(f, "{:016x} {:016x} {mv} {value} {kind}", board.player.bits(), board.opponent.bits())
    }
}

/// A line of the log that no search can have written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadLine;

impl FromStr for Entry {
    type Err = BadLine;

    fn from_str(line: &str) -> Result<Entry, BadLine> {
        let fields: Vec<&str> = line.split(' ').collect();
        let [player, opponent, mv, value, kind] = fields[..] else { return Err(BadLine) };
        let discs = |text: &str| u64::from_str_radix(text, 16).map(Bitboard::from_bits).map_err(|_| BadLine);
        let board = Board { player: discs(player)?, opponent: discs(opponent)? };
        let mv: Square = mv.parse().map_err(|_| BadLine)?;
        let value: i32 = value.parse().map_err(|_| BadLine)?;
        let sound = (board.player & board.opponent).is_empty()
            && board == board.canonical()
            && board.legal_moves().contains(mv)
            && value.abs() <= 64 * 128;
        if sound {
            Ok(Entry { board, mv, value, kind: kind.parse().map_err(|_| BadLine)? })
        } else {
            Err(BadLine)
        }
    }
}

/// What can go wrong with a log.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The file system reported an error.
    #[error("{0}: {1}")]
    Io(String, io::Error),
    /// A line that no search can have written.
    #[error("{0}, line {1}: not a line of a book")]
    Line(String, usize),
    /// A file that is not a book.
    #[error("{0}: {1}")]
    Book(String, outflank_engine::book::BookError),
    /// A file without games.
    #[error("{0}: {1}")]
    Record(String, outflank_records::ReadError),
}

/// Reads a log. A last line without a line end was interrupted and is left out.
pub fn read(path: &Path) -> Result<Vec<Entry>, LogError> {
    let fault = |error| LogError::Io(path.display().to_string(), error);
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        file => file.map_err(fault)?,
    };
    let mut reader = BufReader::new(file);
    let (mut entries, mut line, mut number) = (Vec::new(), String::new(), 0);
    loop {
        line.clear();
        number += 1;
        reader.read_line(&mut line).map_err(fault)?;
        let Some(text) = line.strip_suffix('\n') else { return Ok(entries) };
        entries.push(text.parse().map_err(|BadLine| LogError::Line(path.display().to_string(), number))?);
    }
}

/// Appends to a log.
pub struct Writer {
    name: String,
    file: File,
}

impl Writer {
    /// Opens a log and removes an unfinished last line.
    pub fn open(path: &Path) -> Result<Writer, LogError> {
        let name = path.display().to_string();
        let open = || -> io::Result<File> {
            let text = match std::fs::read(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
                text => text?,
            };
            let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            let file = OpenOptions::new().create(true).append(true).open(path)?;
            file.set_len(whole as u64)?;
            Ok(file)
        };
        let file = open().map_err(|error| LogError::Io(name.clone(), error))?;
        Ok(Writer { name, file })
    }

    /// Appends lines and waits until they are on disk.
    pub fn append(&mut self, entries: &[Entry]) -> Result<(), LogError> {
        let mut text = Vec::new();
        (entries.iter().try_for_each(|entry| writeln!(text, "{entry}")))
            .and_then(|()| self.file.write_all(&text))
            .and_then(|()| self.file.sync_data())
            .map_err(|error| LogError::Io(self.name.clone(), error))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn lines_round_trip_and_others_are_refused() {
        let board = Board::default().canonical();
        let mv = board.legal_moves().first().unwrap();
        for kind in [Kind::Depth(18), Kind::Selective(95), Kind::Exact] {
            let entry = Entry { board, mv, value: -37, kind };
            assert_eq!(entry.to_string().parse(), Ok(entry));
        }
        let good = Entry { board, mv, value: 0, kind: Kind::Exact }.to_string();
        for bad in ["", "1 2 3", &good.replace("exact", "x1"), &good.replace(&mv.to_string(), "a1")] {
            assert_eq!(bad.parse::<Entry>(), Err(BadLine), "{bad:?}");
        }
    }

    #[test]
    fn an_unfinished_line_is_left_out_and_overwritten() {
        let path = std::env::temp_dir().join(format!("outflank-book-log-{}", std::process::id()));
        let board = Board::default().canonical();
        let entry = Entry { board, mv: board.legal_moves().first().unwrap(), value: 5, kind: Kind::Depth(2) };
        std::fs::write(&path, format!("{entry}\n0000")).unwrap();
        assert_eq!(read(&path).unwrap(), [entry]);
        Writer::open(&path).unwrap().append(&[entry]).unwrap();
        assert_eq!(read(&path).unwrap(), [entry, entry]);
        std::fs::write(&path, "nonsense\n").unwrap();
        assert!(matches!(read(&path), Err(LogError::Line(_, 1))));
        std::fs::remove_file(&path).unwrap();
    }
}
