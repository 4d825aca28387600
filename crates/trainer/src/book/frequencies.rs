//! Counts what people play in a folder of WTHOR files.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use outflank_engine::book::{After, Played, Tally, after};
use outflank_records::{Reader, Record};
use outflank_rules::{Board, Color, Square};

use super::LogError;
use crate::{Failure, say};

/// What is to be counted.
#[derive(clap::Args)]
pub(crate) struct Plan {
    /// The folder with the games (.wtb)
    pub games: PathBuf,
    /// The file to write
    pub file: PathBuf,
    /// Count the moves of this many plies
    #[arg(long, default_value_t = 20)]
    pub plies: usize,
    /// Keep positions that were played in this many games
    #[arg(long, default_value_t = 5)]
    pub least: u32,
}

type Counts = HashMap<Board, HashMap<Square, Tally>>;

/// Counts all games of a folder and writes the file.
pub(crate) fn run(plan: &Plan) -> Result<(), Failure> {
    let io = |path: &Path| {
        let name = path.display().to_string();
        move |error| LogError::Io(name, error)
    };
    let mut files: Vec<PathBuf> = std::fs::read_dir(&plan.games)
        .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect())
        .map_err(io(&plan.games))?;
    files.retain(|path| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("wtb")));
    files.sort();
    let (mut counts, mut games) = (Counts::new(), 0);
    for path in &files {
        let bytes = std::fs::read(path).map_err(io(path))?;
        let fault = |error| LogError::Record(path.display().to_string(), error);
        for record in Reader::new(&bytes).map_err(fault)? {
            count(&mut counts, &record.map_err(fault)?, plan.plies);
            games += 1;
        }
    }
    let bytes = Played::pack(&frequent(counts, plan.least));
    std::fs::write(&plan.file, &bytes).map_err(io(&plan.file))?;
    let positions = Played::from_bytes(&bytes).map_or(0, |played| played.len());
    say!("{games} games in {} files: {positions} positions in {} bytes", files.len(), bytes.len());
    Ok(())
}

/// Adds the moves of a game.
fn count(counts: &mut Counts, record: &Record, plies: usize) {
    let margin = record.result().map_or(0.0, |result| result.margin);
    let winner = if margin > 0.0 {
        Some(Color::Black)
    } else if margin < 0.0 {
        Some(Color::White)
    } else {
        None
    };
    let game = &record.game;
    for (position, mv) in game.positions().iter().zip(game.moves()).take(plies) {
        let Some(square) = mv.square() else { continue };
        let (board, symmetry) = position.board().canonical_with_symmetry();
        let square = first_image(board, symmetry.apply_square(square));
        let tally = counts.entry(board).or_default().entry(square).or_default();
        tally.games += 1;
        tally.won += u32::from(winner == Some(position.turn()));
        tally.drawn += u32::from(winner.is_none());
    }
}

/// The first of the moves that lead to the same position up to symmetry.
fn first_image(board: Board, square: Square) -> Square {
    let there: After = after(board, square);
    board.legal_moves().iter().find(|&other| after(board, other) == there).unwrap_or(square)
}

/// The positions that were played in at least this many games, and those of their moves that were played often enough.
fn frequent(counts: Counts, games: u32) -> Counts {
    let mut kept = Counts::new();
    for (board, moves) in counts {
        let total: u32 = moves.values().map(|tally| tally.games).sum();
        if total >= games {
            let often = |tally: &Tally| tally.games >= 2 && tally.games * 200 >= total;
            kept.insert(board, moves.into_iter().filter(|(_, tally)| often(tally)).collect());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_counted_once_for_all_images_and_transpositions() {
        let records = outflank_records::read(b"f5d6c3\nd3c5f6\nf5f6e6\nf5d6c4\n").unwrap();
        let mut counts = Counts::new();
        for record in &records {
            count(&mut counts, record, 20);
        }
        let played = Played::from_bytes(&Played::pack(&frequent(counts, 1))).unwrap();
        let first = played.moves(Board::default());
        assert_eq!(first.iter().map(|mv| mv.games).collect::<Vec<_>>(), [4]);
        // Moves that were played once are left out.
        let replies = played.moves(Board::default().after(Square::F5));
        assert_eq!(replies.iter().map(|mv| (mv.square, mv.games)).collect::<Vec<_>>(), [(Square::D6, 3)]);
    }
}
