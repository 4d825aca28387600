//! Unfinished games, kept so that a game can go on after the program was left, killed or lost its terminal.
//!
//! Every game with a disc placed has a file in the folder `games` of the state folder. It holds what happened,
//! one event a line (see [`outflank_wire::LogLine`]), and a line is on the disk before the players see what happened: being
//! killed loses at most the move being typed. A file is locked while its game is played, so that another
//! program does not offer it, and is deleted when the game is over.

mod version1;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use outflank_play::{Event, LiveGame, ReplayError, ReplayFault, Time};
use outflank_records::shorten;
use outflank_wire::{BadLine, LogLine};

use crate::Places;

/// The first line of every file, and of those that the first version began. They are gone on with as they are: each
/// line tells how it is to be read.
const HEADER: &str = "outflank game 2\n";
const HEADER_1: &str = "outflank game 1\n";
const EXTENSION: &str = "game";

/// Something that happened and when.
pub type Logged = (Time, Event);

/// A file to which a game being played is written.
#[derive(Debug)]
pub struct SaveFile {
    file: File,
    path: PathBuf,
}

impl SaveFile {
    /// Begins a file with what has happened so far.
    pub fn create(places: &Places, log: &[Logged]) -> io::Result<SaveFile> {
        let folder = games_folder(places)
            .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "there is no home folder"))?;
        fs::create_dir_all(&folder)?;
        let stamp = log.first().map_or(0, |(time, _)| time.0);
        let (file, path) = create_new(&folder, stamp)?;
        // Where files cannot be locked the game is kept all the same, and may be offered twice.
        let _ = file.lock();
        let mut save = SaveFile { file, path };
        save.write(&(HEADER.to_owned() + &lines(log)))?;
        Ok(save)
    }

    /// Adds what happened.
    pub fn append(&mut self, log: &[Logged]) -> io::Result<()> {
        self.write(&lines(log))
    }

    /// The game is over or given up: it is not kept any more.
    pub fn delete(self) {
        // A file that stays behind is offered again, which does no harm.
        let _ = fs::remove_file(&self.path);
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.file.write_all(text.as_bytes())?;
        self.file.sync_data()
    }
}

/// An unfinished game that can go on.
#[derive(Debug)]
pub struct SavedGame {
    /// The game as it stands.
    pub game: LiveGame,
    path: PathBuf,
}

impl SavedGame {
    /// Who plays, how far they are and since when, for a list.
    pub fn description(&self) -> String {
        let settings = self.game.settings();
        let [black, white] = outflank_rules::Color::ALL.map(|color| settings.introduction(color));
        let discs = self.game.position().score();
        let moves = self.game.game().moves().iter().filter(|mv| mv.square().is_some()).count();
        let word = if moves == 1 { "move" } else { "moves" };
        let last = self.game.latest().utc();
        format!(
            "{black} against {white}, {moves} {word}, {} to {}, last played {last}",
            discs.black, discs.white
        )
    }

    /// Takes the game up again: the file to go on with and the game.
    pub fn open(self) -> Result<(SaveFile, LiveGame), SaveError> {
        let file = OpenOptions::new().read(true).append(true).open(&self.path)?;
        try_lock(&file)?;
        let (game, length) = read(&file)?;
        file.set_len(length)?;
        Ok((SaveFile { file, path: self.path }, game))
    }

    /// Gives the game up.
    pub fn delete(self) -> io::Result<()> {
        fs::remove_file(self.path)
    }
}

/// A file that cannot be read, and why.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", path.display())]
pub struct BrokenSave {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub error: SaveError,
}

/// The unfinished games nobody is playing at the moment, the latest first, and files that cannot be read. A game
/// without a disc placed, after an undo, is nothing to go on with and is not kept any longer.
pub fn list(places: &Places) -> (Vec<SavedGame>, Vec<BrokenSave>) {
    let (mut games, mut faults) = (Vec::new(), Vec::new());
    let entries = games_folder(places).and_then(|folder| fs::read_dir(folder).ok());
    for path in entries.into_iter().flatten().flatten().map(|entry| entry.path()) {
        // A pipe of that name would never be opened, since nobody writes to it.
        if path.extension().is_none_or(|extension| extension != EXTENSION) || !path.is_file() {
            continue;
        }
        match File::open(&path).map_err(SaveError::from).and_then(|file| {
            try_lock(&file)?;
            read(&file)
        }) {
            Ok((game, _)) if game.last_placed().is_none() => {
                // It does no harm where it stays.
                let _ = fs::remove_file(&path);
            }
            Ok((game, _)) => games.push(SavedGame { game, path }),
            Err(SaveError::InUse | SaveError::Nothing) => {}
            Err(error) => faults.push(BrokenSave { path, error }),
        }
    }
    games.sort_by_key(|saved| std::cmp::Reverse(saved.game.latest()));
    faults.sort_by(|a, b| a.path.cmp(&b.path));
    (games, faults)
}

/// Why a game cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another program plays the game.
    #[error("the game is being played elsewhere")]
    InUse,
    /// The file ends before the first event: it was cut off as soon as it was made.
    #[error("there is nothing in the file")]
    Nothing,
    /// The file does not hold a game.
    #[error("line {line}: {}", shorten(&fault.to_string()))]
    Content {
        /// Which line, counting from 1.
        line: usize,
        /// What is wrong.
        fault: LineFault,
    },
}

/// What is wrong with a line of a file.
#[derive(Debug, thiserror::Error)]
pub enum LineFault {
    /// The first line is another one.
    #[error("this is not a game kept by this version")]
    Header,
    /// It holds no event.
    #[error(transparent)]
    Unreadable(#[from] BadLine),
    /// It holds no event of the first version.
    #[error(transparent)]
    UnreadableVersion1(#[from] version1::BadLine),
    /// It cannot have happened.
    #[error(transparent)]
    Impossible(#[from] ReplayFault),
}

fn games_folder(places: &Places) -> Option<PathBuf> {
    places.state.as_ref().map(|state| state.join("games"))
}

/// A new file named after the time; a number is added if two games begin in the same millisecond.
fn create_new(folder: &Path, stamp: u64) -> io::Result<(File, PathBuf)> {
    let mut number = 0;
    loop {
        let path = folder.join(format!("{stamp}-{number}.{EXTENSION}"));
        match OpenOptions::new().read(true).append(true).create_new(true).open(&path) {
            Ok(file) => return Ok((file, path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
}

fn try_lock(file: &File) -> Result<(), SaveError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(SaveError::InUse),
        // Where files cannot be locked nobody knows.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

fn lines(log: &[Logged]) -> String {
    log.iter().map(|(time, event)| LogLine::encode(*time, event) + "\n").collect()
}

/// The game in a file and the length of the file without a line that was not finished.
fn read(mut file: &File) -> Result<(LiveGame, u64), SaveError> {
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    parse(&text)
}

/// The game in the text of a file and the length of the text without a line that was not finished.
pub fn parse(text: &str) -> Result<(LiveGame, u64), SaveError> {
    let length = text.rfind('\n').map_or(0, |end| end + 1);
    let whole = &text[..length];
    if HEADER.starts_with(whole) || whole == HEADER_1 {
        return Err(SaveError::Nothing);
    }
    let body = whole.strip_prefix(HEADER).or_else(|| whole.strip_prefix(HEADER_1));
    let body = body.ok_or(SaveError::Content { line: 1, fault: LineFault::Header })?;
    let mut log = Vec::new();
    for (line, text) in (2..).zip(body.lines()) {
        log.push(decode(text).map_err(|fault| SaveError::Content { line, fault })?);
    }
    let impossible =
        |error: ReplayError| SaveError::Content { line: error.number + 1, fault: error.fault.into() };
    let game = LiveGame::replay(log).map_err(impossible)?;
    Ok((game, length as u64))
}

fn decode(line: &str) -> Result<Logged, LineFault> {
    if line.starts_with('{') { Ok(LogLine::decode(line)?) } else { Ok(version1::decode(line)?) }
}

#[cfg(test)]
pub(crate) mod tests {
    use outflank_play::{Command, Settings};
    use outflank_rules::Square;

    use super::*;

    /// An empty folder of its own for a test.
    pub(crate) fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("outflank-test-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn two_moves() -> (LiveGame, Vec<Logged>) {
        let (mut game, events) = LiveGame::new(Settings::default(), Time(5));
        let mut log: Vec<Logged> = events.into_iter().map(|event| (Time(5), event)).collect();
        for (n, square) in [Square::D3, Square::C3].into_iter().enumerate() {
            let by = game.position().turn();
            let now = Time(6 + n as u64);
            let events = game.apply(Command::Play { by, mv: square.into() }, now).unwrap();
            log.extend(events.into_iter().map(|event| (now, event)));
        }
        (game, log)
    }

    #[test]
    fn a_game_is_offered_once_nobody_plays_it() {
        let folder = folder("saves-offered");
        let places = Places::below(&folder);
        let (game, log) = two_moves();
        let mut save = SaveFile::create(&places, &log[..2]).unwrap();
        save.append(&log[2..]).unwrap();
        assert_eq!(list(&places).0.len(), 0, "it is being played");
        drop(save);
        let saved = list(&places).0.pop().unwrap();
        assert_eq!(saved.game, game);
        assert_eq!(
            saved.description(),
            "Black against White, 2 moves, 3 to 3, last played 1970-01-01 00:00:00 UTC"
        );
        let (save, again) = saved.open().unwrap();
        assert_eq!(again, game);
        save.delete();
        assert_eq!(list(&places).0.len(), 0);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_cut_off_anywhere_holds_the_moves_before() {
        let folder = folder("saves-cut-anywhere");
        let places = Places::below(&folder);
        let (game, log) = two_moves();
        let path = SaveFile::create(&places, &log).unwrap().path;
        let whole = fs::read(&path).unwrap();
        let mut seen = Vec::new();
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let (games, faults) = list(&places);
            assert!(faults.is_empty());
            let moves = games.first().map(|saved| saved.game.game().moves().to_vec());
            assert!(moves.as_ref().is_none_or(|moves| game.game().moves().starts_with(moves)));
            if seen.last() != Some(&moves) {
                seen.push(moves);
            }
        }
        assert_eq!(seen.len(), 3, "nothing, then one move and two");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_line_that_was_cut_off_is_forgotten() {
        let folder = folder("saves-cut");
        let places = Places::below(&folder);
        let (game, log) = two_moves();
        let save = SaveFile::create(&places, &log).unwrap();
        let path = save.path.clone();
        drop(save);
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{whole}{{\"at\":8,\"what\":\"pla")).unwrap();
        let (mut save, again) = list(&places).0.pop().unwrap().open().unwrap();
        assert_eq!(again, game);
        let d2 = Event::TookBack { by: outflank_rules::Color::White, square: Square::C3, ply: 1 };
        save.append(&[(Time(9), d2)]).unwrap();
        drop(save);
        assert_eq!(list(&places).0[0].game.game().moves().len(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn files_that_hold_no_game_are_told_of() {
        let folder = folder("saves-bad");
        let places = Places::below(&folder);
        let (_, log) = two_moves();
        let path = SaveFile::create(&places, &log).unwrap().path;
        let good = fs::read_to_string(&path).unwrap();
        let long = format!("{:m<160}", "nothing is called \"");
        for (text, expected) in [
            ("outflank game 3\n".to_owned(), "line 1: this is not a game kept by this version"),
            (good.replace("[\"d4\"]", "[\"e5\"]"), "line 3: d3 flips d4, not e5"),
            (
                good.replace("\"placed\",\"by\":\"white\"", "\"placed\",\"by\":\"black\""),
                "line 4: it is not the turn of Black",
            ),
            (
                good.replace("\"square\":\"d3\"", "\"square\":\"d9\""),
                "line 3: the log says \"d9\", which cannot be",
            ),
            ("outflank game 1\n1\tplaced\tblack\td9\td4\n".to_owned(), "line 2: no such square"),
            (format!("outflank game 1\n1\t{}\n", "m".repeat(1000)), &format!("line 2: {long}…")),
        ] {
            fs::write(&path, text).unwrap();
            let (games, faults) = list(&places);
            assert!(games.is_empty());
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            assert_eq!(faults, [format!("{}: {expected}", path.display())]);
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_game_without_a_disc_is_not_offered() {
        let folder = folder("saves-empty");
        let places = Places::below(&folder);
        let (_, mut log) = two_moves();
        log.truncate(2);
        let back = Event::TookBack { by: outflank_rules::Color::Black, square: Square::D3, ply: 0 };
        log.push((Time(9), back));
        let path = SaveFile::create(&places, &log).unwrap().path;
        assert!(list(&places).0.is_empty());
        assert!(!path.exists());
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_and_a_folder_among_the_games_keep_nobody_waiting() {
        let folder = folder("saves-pipe");
        let places = Places::below(&folder);
        let (_, log) = two_moves();
        drop(SaveFile::create(&places, &log).unwrap());
        let games = games_folder(&places).unwrap();
        fs::create_dir(games.join("folder.game")).unwrap();
        let made = std::process::Command::new("mkfifo").arg(games.join("pipe.game")).status().unwrap();
        assert!(made.success());
        let (found, faults) = list(&places);
        assert_eq!((found.len(), faults.len()), (1, 0));
        fs::remove_dir_all(folder).unwrap();
    }
}
