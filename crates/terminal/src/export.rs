//! A game written to a file that other programs read.

use std::ffi::OsStr;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

use outflank_play::{LiveGame, setup};
use outflank_records::{Format, Record, WriteError, write};

/// Why a game cannot be written to a file: a sentence without its full stop.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The ending of the file name says nothing.
    #[error("{0} has to end in .txt, .sgf, .ggf or .json, which says how to write the game")]
    Ending(String),
    /// The format has no place for this game.
    #[error("The game cannot be written: {0}")]
    Record(#[from] WriteError),
    /// The file is there already, and is left alone.
    #[error("{0} is there already and is left as it is")]
    Exists(String),
    /// The file cannot be written.
    #[error("{0} cannot be written ({1})")]
    Io(String, io::Error),
}

/// Writes the game to a new file, in the format that the ending of the name says.
pub fn save(game: &LiveGame, path: &Path) -> Result<(), ExportError> {
    save_record(&setup::record(game, "Outflank"), path)
}

/// Writes a record to a new file, in the format that the ending of the name says.
pub fn save_record(record: &Record, path: &Path) -> Result<(), ExportError> {
    let name = || path.display().to_string();
    let extension = path.extension().map(OsStr::to_ascii_lowercase);
    let format = Format::ALL
        .into_iter()
        .filter(|format| format.holds_moves() && *format != Format::Wthor)
        .find(|format| extension.as_ref().is_some_and(|extension| extension == format.extension()))
        .ok_or_else(|| ExportError::Ending(name()))?;
    let text = write(std::slice::from_ref(record), format)?;
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => ExportError::Exists(name()),
        _ => ExportError::Io(name(), error),
    };
    let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(failed)?;
    file.write_all(&text).and_then(|()| file.sync_all()).map_err(failed)
}

#[cfg(test)]
mod tests {
    use outflank_play::{Command, Settings, Time};
    use outflank_rules::{Color, Square};

    use super::*;

    #[test]
    fn a_game_goes_to_a_new_file_in_the_format_of_its_name() {
        let folder = crate::saves::tests::folder("export");
        let (mut game, _) = LiveGame::new(Settings::default(), Time(0));
        let play = Command::Play { by: Color::Black, mv: Square::D3.into() };
        game.apply(play, Time(0)).unwrap();

        let path = folder.join("Game.TXT");
        save(&game, &path).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "d3\n");
        let again = save(&game, &path).unwrap_err().to_string();
        assert_eq!(again, format!("{} is there already and is left as it is", path.display()));
        for name in ["game", "game.doc", "game.wtb", ".txt"] {
            let error = save(&game, &folder.join(name)).unwrap_err();
            assert!(matches!(error, ExportError::Ending(_)), "{name}: {error}");
        }
        let error = save(&game, &folder.join("no/folder.txt")).unwrap_err();
        assert!(matches!(error, ExportError::Io(..)));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
