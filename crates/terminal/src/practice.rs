//! Where practice is kept: a log of JSON lines in the state folder ([`outflank_study::practice`]), and the finished games
//! that it is made from.
//!
//! Lines are only ever added, each in one piece and on the disk before it counts. A line that cannot be read is told of and
//! stays where it is; one that a kill has cut off is taken out before the next is written.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use outflank_engine::{Engine, StopToken};
use outflank_records::{Reader, Record};
use outflank_rules::Color;
use outflank_study::practice::{Deck, Event, Learner, Line, Log, Seconds};

use crate::Places;

/// What the file is called, and that of finished games.
const LOG: &str = "practice.jsonl";
const GAMES: &str = "finished-games.txt";

/// The file of practice of this user.
#[derive(Clone, Debug)]
pub struct PracticeFile {
    path: PathBuf,
}

impl PracticeFile {
    /// In the folder for what the program keeps.
    pub fn of(places: &Places) -> io::Result<PracticeFile> {
        let missing =
            || io::Error::new(io::ErrorKind::NotFound, "there is no home folder to keep practice in");
        Ok(PracticeFile { path: places.state.as_ref().ok_or_else(missing)?.join(LOG) })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All that was kept; nothing if there is no file yet.
    pub fn read(&self) -> io::Result<Log> {
        match fs::read(&self.path) {
            Ok(bytes) => Ok(Log::parse(&String::from_utf8_lossy(&bytes))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Log::default()),
            Err(error) => Err(error),
        }
    }

    /// Adds what happened: all of it or nothing.
    pub fn append(&self, time: Seconds, events: &[Event]) -> io::Result<()> {
        let lines: Vec<Line> = events.iter().map(|event| Line::new(time, event.clone())).collect();
        self.append_lines(&lines)
    }

    /// Adds lines: all of them or none.
    pub fn append_lines(&self, lines: &[Line]) -> io::Result<()> {
        if lines.is_empty() {
            return Ok(());
        }
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(&self.path)?;
        // Where files cannot be locked the lines are written all the same.
        let _ = file.lock();
        let length = whole_length(&mut file)?;
        file.set_len(length)?;
        let text: String = lines.iter().map(|line| line.encode() + "\n").collect();
        let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_data());
        if written.is_err() {
            // Nothing better can be done if this fails too; the first error is the one to tell.
            let _ = file.set_len(length);
        }
        written
    }
}

/// The length of a file without a last line that was not finished.
fn whole_length(file: &mut File) -> io::Result<u64> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end as u64 + 1))
}

/// Adds a finished game to those that practice is made from.
pub(crate) fn keep_game(places: &Places, block: &str) -> io::Result<()> {
    let Some(state) = &places.state else { return Ok(()) };
    fs::create_dir_all(state)?;
    outflank_records::results::append(&state.join(GAMES), block)
}

/// The finished games of this user that can be read, oldest first.
pub fn finished_games(places: &Places) -> Vec<Record> {
    let bytes = places.state.as_ref().and_then(|state| fs::read(state.join(GAMES)).ok()).unwrap_or_default();
    Reader::new(&bytes).map(|reader| reader.filter_map(Result::ok).collect()).unwrap_or_default()
}

/// Which side of a game a player had: by name, or else the only one that is not the computer. A side without a name is
/// called by its colour.
pub fn side_of(record: &Record, player: Option<&str>) -> Option<Color> {
    let name = |color: Color| match record.player(color).name.trim() {
        "" => color.to_string().to_lowercase(),
        name => name.to_lowercase(),
    };
    let mut sides = Color::ALL.into_iter().filter(|color| match player {
        Some(player) => name(*color) == player.trim().to_lowercase(),
        None => !name(*color).starts_with("computer"),
    });
    let side = sides.next()?;
    sides.next().is_none().then_some(side)
}

/// Reviews a game and makes cards of its mistakes: what is to be kept, or nothing if that was stopped, the game is known
/// already or cannot be practised. `progress` hears parts of a hundred.
pub fn learn(
    record: &Record,
    you: Color,
    deck: &Deck,
    engine: &mut Engine,
    stop: &StopToken,
    progress: &mut dyn FnMut(usize),
) -> Option<Vec<Event>> {
    let mut learner = Learner::new(record.clone(), you).ok().filter(|new| !deck.has_game(&new.game()))?;
    while let Some(question) = learner.next() {
        progress(learner.percent());
        let analysis = engine.search(&question.position, &question.limits, stop, &mut |_| {});
        if stop.is_stopped() {
            return None;
        }
        learner.answer(question.id, &analysis);
    }
    progress(100);
    Some(learner.events(deck))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lesson(name: &str) -> Event {
        Event::Lesson { lesson: name.to_owned() }
    }

    #[test]
    fn lines_survive_a_kill_and_damage_is_kept_and_told() {
        let folder = crate::saves::tests::folder("practice-log");
        let file = PracticeFile::of(&Places::below(&folder)).unwrap();
        assert_eq!(file.read().unwrap(), Log::default());
        file.append(1, &[lesson("a")]).unwrap();
        // Somebody has edited the file, and then a program was killed while it wrote.
        let mut text = fs::read_to_string(file.path()).unwrap();
        text.push_str("what is this?\n{\"v\":1,\"time\":2,\"is\":\"les");
        fs::write(file.path(), &text).unwrap();
        file.append(3, &[lesson("b")]).unwrap();
        let log = file.read().unwrap();
        let lessons: Vec<&Event> = log.lines.iter().map(|line| &line.event).collect();
        assert_eq!(lessons, [&lesson("a"), &lesson("b")]);
        assert_eq!(log.bad.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [2]);
        assert!(fs::read_to_string(file.path()).unwrap().contains("what is this?"), "nothing is thrown away");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_player_is_found_by_name_or_as_the_only_person() {
        let mut record = outflank_records::read(b"f5d6").unwrap().remove(0);
        record.black.name = "Computer (level 3)".to_owned();
        record.white.name = "Anna".to_owned();
        assert_eq!(side_of(&record, None), Some(Color::White));
        assert_eq!(side_of(&record, Some("anna ")), Some(Color::White));
        assert_eq!(side_of(&record, Some("Ben")), None);
        record.black.name = "Ben".to_owned();
        assert_eq!(side_of(&record, None), None);
    }
}
