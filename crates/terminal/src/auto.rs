//! What *auto* knows: the games people have played against the adaptive computer on this machine.
//!
//! They are in `auto-games.txt` in the state folder, one a line, oldest first: when it started, the level of the
//! computer and how it ended for the person. From these [`adapt`] tells the level of the next game. Lines are only
//! ever added, each on the disk before the players are told; one that was cut off is forgotten. A game that is
//! finished twice, because the program was killed between its end and its farewell, counts once.
//!
//! ```text
//! outflank auto 1
//! 1794775267000 2 won
//! ```

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::PathBuf;

use outflank_engine::{Level, PastGame, adapt};
use outflank_play::{LiveGame, Time};

use crate::Places;

const FILE_NAME: &str = "auto-games.txt";
/// The first line of the file.
const HEADER: &str = "outflank auto 1\n";

/// The games so far, oldest first.
pub fn games(places: &Places) -> io::Result<Vec<PastGame>> {
    match path(places).and_then(File::open) {
        Ok(file) => Ok(read(&file)?.0.into_iter().map(|(_, game)| game).collect()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// The level *auto* plays at now.
pub fn level(places: &Places) -> io::Result<Level> {
    Ok(adapt(&games(places)?))
}

/// Learns from a finished game, if it is one to learn from: the level it was played at and the next one.
pub fn learn(places: &Places, game: &LiveGame) -> io::Result<Option<(Level, Level)>> {
    let Some(past) = game.past_game() else { return Ok(None) };
    let path = path(places)?;
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    let mut file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
    // Where files cannot be locked a line is written all the same, at the end in any case.
    let _ = file.lock();
    let (mut games, whole) = read(&file)?;
    if games.last().is_none_or(|(started, _)| *started != game.started()) {
        file.set_len(whole)?;
        let header = if whole == 0 { HEADER } else { "" };
        file.write_all(format!("{header}{} {past}\n", game.started().0).as_bytes())?;
        file.sync_data()?;
        games.push((game.started(), past));
    }
    let games: Vec<PastGame> = games.into_iter().map(|(_, game)| game).collect();
    Ok(Some((past.level, adapt(&games))))
}

/// Forgets all games.
pub fn reset(places: &Places) -> io::Result<()> {
    match path(places).and_then(fs::remove_file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn path(places: &Places) -> io::Result<PathBuf> {
    let state = places.state.as_ref();
    let state = state.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "there is no home folder"))?;
    Ok(state.join(FILE_NAME))
}

/// The games in a file and the length of the file without a line that was not finished.
fn read(mut file: &File) -> io::Result<(Vec<(Time, PastGame)>, u64)> {
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let fault = |line: usize, reason: &str| {
        io::Error::new(io::ErrorKind::InvalidData, format!("{FILE_NAME}, line {line}: {reason}"))
    };
    if whole == 0 {
        return Ok((Vec::new(), 0));
    }
    let body = text[..whole]
        .strip_prefix(HEADER)
        .ok_or_else(|| fault(1, "this was not written by this version of auto"))?;
    let game = |(n, line): (usize, &str)| {
        let (started, game) = line.split_once(' ').ok_or_else(|| fault(n + 2, "there is no game in it"))?;
        let started = started.parse().map_err(|_| fault(n + 2, "there is no time in it"))?;
        let game = game.parse().map_err(|error| fault(n + 2, &format!("{error}")))?;
        Ok((Time(started), game))
    };
    Ok((body.lines().enumerate().map(game).collect::<io::Result<_>>()?, whole as u64))
}

#[cfg(test)]
mod tests {
    use outflank_engine::PastResult;
    use outflank_play::{Command, Seat, Settings};
    use outflank_rules::{Color, Move};

    use super::*;
    use crate::saves::tests::folder;

    /// A game that White, a person, lost to the adaptive computer.
    fn lost(level: Level, started: u64) -> LiveGame {
        let mut settings = Settings::default();
        settings.seats[0] = Seat::adaptive(None, level);
        let (mut game, _) = LiveGame::new(settings, Time(started));
        for text in "e6 f4 e3 f6 g5 d6 e7 f5 c5".split(' ') {
            let mv: Move = text.parse().unwrap();
            let command = match game.task() {
                Some(task) => Command::EngineMove { ticket: task.ticket, mv },
                None => Command::Play { by: Color::White, mv },
            };
            game.apply(command, Time(started + 1)).unwrap();
        }
        game
    }

    #[test]
    fn it_starts_low_follows_the_results_and_can_be_reset() {
        let folder = folder("auto-follows");
        let places = Places::below(&folder);
        reset(&places).unwrap();
        let start = level(&places).unwrap();
        assert_eq!(start.number(), 2);
        let (from, to) = learn(&places, &lost(start, 1)).unwrap().unwrap();
        assert_eq!(from, start);
        let (_, to) = learn(&places, &lost(to, 2)).unwrap().unwrap();
        assert!(to < start);
        assert_eq!(level(&places).unwrap(), to);
        assert_eq!(games(&places).unwrap().len(), 2);
        reset(&places).unwrap();
        assert_eq!(level(&places).unwrap(), start);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_game_counts_once_and_others_not_at_all() {
        let folder = folder("auto-once");
        let places = Places::below(&folder);
        for _ in 0..3 {
            learn(&places, &lost(Level::MEDIUM, 7)).unwrap();
        }
        assert_eq!(games(&places).unwrap(), [PastGame { level: Level::MEDIUM, result: PastResult::Lost }]);
        let (unfinished, _) = LiveGame::new(Settings::default(), Time(9));
        assert_eq!(learn(&places, &unfinished).unwrap(), None);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_cut_off_anywhere_loses_the_last_game_at_most() {
        let folder = folder("auto-cut");
        let places = Places::below(&folder);
        learn(&places, &lost(Level::MEDIUM, 7)).unwrap();
        learn(&places, &lost(Level::EASY, 8)).unwrap();
        let path = path(&places).unwrap();
        let whole = fs::read(&path).unwrap();
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let before = games(&places).unwrap();
            learn(&places, &lost(Level::HARD, 9)).unwrap();
            let after = games(&places).unwrap();
            assert_eq!(after[..before.len()], before);
            assert_eq!(after.len(), before.len() + 1);
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_cannot_be_read_is_told_and_left_alone() {
        let folder = folder("auto-bad");
        let places = Places::below(&folder);
        learn(&places, &lost(Level::MEDIUM, 7)).unwrap();
        let path = path(&places).unwrap();
        for (text, expected) in [
            ("nonsense\n", "auto-games.txt, line 1: this was not written by this version of auto"),
            ("outflank auto 1\n7\n", "auto-games.txt, line 2: there is no game in it"),
            ("outflank auto 1\nx 5 won\n", "auto-games.txt, line 2: there is no time in it"),
            (
                "outflank auto 1\n7 5 won\n8 5 fun\n",
                "auto-games.txt, line 3: \"5 fun\" is no past game: a level and won, drawn or lost are expected",
            ),
        ] {
            fs::write(&path, text).unwrap();
            assert_eq!(level(&places).unwrap_err().to_string(), expected);
            assert!(learn(&places, &lost(Level::MEDIUM, 9)).is_err());
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
