//! The results of finished games, added to `othello-results.txt` in the current folder as blocks of text
//! ([`outflank_records::results`]).
//!
//! Blocks are only ever added, each in one piece: the file is locked while one is written, and one that does
//! not fit on the disk is taken out again.

use std::fs;
use std::io;
use std::path::PathBuf;

use outflank_play::{LiveGame, setup};
use outflank_records::results;
pub use outflank_records::results::FILE_NAME;

use crate::Places;

/// Where a result went.
#[derive(Debug)]
pub enum Kept {
    /// Where it belongs.
    Here(PathBuf),
    /// In the state folder, because it could not be written where it belongs.
    Elsewhere(PathBuf, io::Error),
    /// Nowhere.
    Nowhere(io::Error),
}

/// Appends the result of a finished game, in the folder for results or else in the state folder.
pub fn keep(game: &LiveGame, places: &Places) -> Kept {
    let block = block(game);
    // Practice is made of it; the game counts without that too.
    let _ = crate::practice::keep_game(places, &block);
    let here = places.results.join(FILE_NAME);
    let error = match results::append(&here, &block) {
        Ok(()) => return Kept::Here(here),
        Err(error) => error,
    };
    let Some(state) = &places.state else {
        return Kept::Nowhere(error);
    };
    let elsewhere = state.join(FILE_NAME);
    match fs::create_dir_all(state).and_then(|()| results::append(&elsewhere, &block)) {
        Ok(()) => Kept::Elsewhere(elsewhere, error),
        Err(_) => Kept::Nowhere(error),
    }
}

/// The block of a game.
pub fn block(game: &LiveGame) -> String {
    results::block(&setup::record(game, ""))
}

#[cfg(test)]
mod tests {
    use outflank_engine::Level;
    use outflank_play::{Command, Name, Seat, Settings, Time};
    use outflank_rules::{Color, Move, Position, Variant};

    use super::*;

    fn finished(settings: Settings, moves: &str) -> LiveGame {
        let (mut game, _) = LiveGame::new(settings, Time(0));
        for mv in moves.split(' ').filter(|mv| !mv.is_empty()) {
            let by = game.position().turn();
            let mv: Move = mv.parse().unwrap();
            game.apply(Command::Play { by, mv }, Time(1_794_775_267_000)).unwrap();
        }
        if !game.is_over() {
            let by = game.position().turn();
            game.apply(Command::Resign { by }, Time(1_794_775_267_000)).unwrap();
        }
        game
    }

    #[test]
    fn a_game_played_to_the_end() {
        let mut settings = Settings::default();
        settings.seats[0].name = Name::new("Anna");
        assert_eq!(
            block(&finished(settings, "e6 f4 e3 f6 g5 d6 e7 f5 c5")),
            "Date: 2026-11-15 20:41:07 UTC\n\
             Black: Anna, 13 discs\n\
             White: White, 0 discs\n\
             Winner: Anna (Black)\n\
             Moves: e6f4e3f6g5d6e7f5c5\n\
             \n"
        );
    }

    #[test]
    fn everything_unusual_has_its_line() {
        let mut setup = Position::start(Variant { orthogonal: true, thirty: true }).setup();
        setup.turn = Color::White;
        let settings = Settings {
            seats: [Seat::computer(None, Level::HARD), Seat::human(Name::new("Zoë: the 2nd"))],
            start: setup.position().unwrap(),
            ..Settings::default()
        };
        assert_eq!(
            block(&finished(settings, "")),
            "Date: 2026-11-15 20:41:07 UTC\n\
             Black: Computer (level 8), 2 discs\n\
             White: Zoë: the 2nd, 2 discs\n\
             Winner: Computer (Black)\n\
             Ended: White resigned\n\
             Rules: orthogonal, thirty\n\
             Start: ---------------------------OX------XO--------------------------- O\n\
             Moves:\n\
             \n"
        );
    }

    #[test]
    fn blocks_are_added_and_nothing_is_overwritten() {
        let folder = crate::saves::tests::folder("results-added");
        let places = Places::below(&folder);
        let game = finished(Settings::default(), "d3");
        let path = folder.join(FILE_NAME);
        fs::write(&path, "my own note").unwrap();
        for _ in 0..2 {
            assert!(matches!(keep(&game, &places), Kept::Here(kept) if kept == path));
        }
        let expected = format!("my own note\n\n{0}{0}", block(&game));
        assert_eq!(fs::read_to_string(&path).unwrap(), expected);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn blocks_written_at_the_same_time_stay_whole() {
        let folder = crate::saves::tests::folder("results-together");
        let places = Places::below(&folder);
        let game = finished(Settings::default(), "d3");
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| keep(&game, &places));
            }
        });
        let text = fs::read_to_string(folder.join(FILE_NAME)).unwrap();
        assert_eq!(text, block(&game).repeat(8));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_that_cannot_be_written_sends_the_result_elsewhere() {
        let folder = crate::saves::tests::folder("results-elsewhere");
        let game = finished(Settings::default(), "d3");
        let mut places = Places::below(&folder);
        places.results = folder.join("not there");
        let Kept::Elsewhere(path, _) = keep(&game, &places) else { panic!("it is kept elsewhere") };
        assert_eq!(fs::read_to_string(path).unwrap(), block(&game));
        places.state = None;
        assert!(matches!(keep(&game, &places), Kept::Nowhere(_)));
        fs::remove_dir_all(folder).unwrap();
    }
}
