//! The text format in which Edax exports and imports its book: one line per position, `BOARD,LEVEL,MOVE,VALUE`: 64
//! squares and the side to move, plies searched, the best move out of the book and its value in whole discs.

use outflank_engine::Score;
use outflank_engine::book::Kind;
use outflank_records::board;
use outflank_rules::{Board, Setup, Square};

use crate::Entry;

/// A line that is not of this format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {0}: BOARD,LEVEL,MOVE,VALUE is expected")]
pub struct BadLine(pub usize);

/// The text, one line per entry. Exact values have the number of empty squares as their level.
pub fn export(entries: &[Entry]) -> String {
    let line = |entry: &Entry| {
        let setup = Setup { black: entry.board.player, white: entry.board.opponent, ..Setup::default() };
        let position = setup.position().ok()?;
        let level = match entry.kind {
            Kind::Depth(plies) => plies,
            Kind::Selective(_) | Kind::Exact => entry.board.empties().len() as u8,
        };
        let value = (f64::from(entry.value) / f64::from(Score::PER_DISC)).round() as i32;
        Some(format!("{},{level},{},{value}\n", board::text(&position), entry.mv))
    };
    entries.iter().filter_map(line).collect()
}

/// Reads such a text. Positions without a move out of the book, which Edax also writes, carry no value and are left
/// out.
pub fn import(text: &str) -> Result<Vec<Entry>, BadLine> {
    let mut entries = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let bad = || BadLine(number);
        let fields: Vec<&str> = line.split(',').map(str::trim).collect();
        let [position, level, mv, value] = fields[..] else { return Err(bad()) };
        let position = board::position(position).map_err(|_| bad())?;
        let level: u8 = level.parse().map_err(|_| bad())?;
        let value: i32 = value.parse().ok().filter(|value: &i32| value.abs() <= 64).ok_or_else(bad)?;
        let Ok(mv) = mv.to_ascii_lowercase().parse::<Square>() else { continue };
        let (board, symmetry): (Board, _) = position.board().canonical_with_symmetry();
        let mv = symmetry.apply_square(mv);
        if !board.legal_moves().contains(mv) {
            return Err(bad());
        }
        let empties = board.empties().len();
        let kind = if usize::from(level) >= empties { Kind::Exact } else { Kind::Depth(level.clamp(1, 60)) };
        entries.push(Entry { board, mv, value: value * Score::PER_DISC, kind });
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use outflank_rules::Symmetry;

    use super::*;

    #[test]
    fn exported_entries_are_imported_again_in_whole_discs() {
        let board = Board::default().after(Square::F5).canonical();
        let mv = board.legal_moves().first().unwrap();
        for (value, kind) in [(-256, Kind::Depth(18)), (0, Kind::Depth(24))] {
            let entry = Entry { board, mv, value, kind };
            assert_eq!(import(&export(&[entry])), Ok(vec![entry]));
        }
    }

    #[test]
    fn any_image_is_read_and_invalid_lines_are_refused_by_number() {
        let line = "---------------------------OX------XXX-------------------------- O,21,f6,0\n";
        let entries = import(&format!("{line}\n{}", line.replace("f6", "--"))).unwrap();
        assert_eq!(entries.len(), 1);
        let board = Board::default().after(Square::F5);
        assert!(Symmetry::ALL.iter().any(|symmetry| board.transform(*symmetry) == entries[0].board));
        for bad in ["f5,1,2", &line.replace("f6", "a1"), &line.replace("21", "x"), &line.replace(",0", ",99")]
        {
            assert_eq!(import(&format!("{line}{bad}")), Err(BadLine(2)), "{bad}");
        }
    }
}
