//! INPUT, as every command takes it: a game or a position as text, the name of a file, or `-`.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use outflank_records::wthor::Names;
use outflank_records::{Format, Reader, Record, transcript};
use outflank_rules::{Game, Position, Variant};

/// The argument INPUT and what tells how to read it.
#[derive(Debug, clap::Args)]
pub(crate) struct InputArgs {
    /// A game or position: as text, a file name, or - for standard input.
    ///
    /// Any format will do and is told by the content: a transcript (f5d6c3…), a board of 64 squares and the
    /// side to move, OBF, GGF, SGF, WTHOR, JSON or the results file of this program.
    pub(crate) input: String,
    /// The rules of a transcript or board: standard, orthogonal, thirty or orthogonal,thirty.
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Variant,
}

impl InputArgs {
    /// Reads everything INPUT stands for.
    pub(crate) fn open(&self) -> anyhow::Result<Input> {
        Input::open(&self.input, self.rules)
    }
}

/// Everything that INPUT stands for, not yet understood.
pub(crate) struct Input {
    /// Where it came from, if an error has to say so.
    source: Option<String>,
    bytes: Vec<u8>,
    /// The names beside a WTHOR file.
    names: Names,
    rules: Variant,
}

/// The most that is read: several times all tournament games there are.
const LIMIT: u64 = 512 << 20;
const TOO_LARGE: &str = "is larger than 512 megabytes, too large to read";

impl Input {
    /// Reads the text itself, the file of that name or standard input.
    pub(crate) fn open(input: &str, rules: Variant) -> anyhow::Result<Input> {
        let path = Path::new(input);
        let (source, bytes) = if input == "-" {
            (Some("standard input".to_owned()), read(io::stdin().lock())?)
        } else if path.exists() {
            let file = File::open(path).with_context(|| format!("{input}: cannot be opened"))?;
            ensure!(!path.is_dir(), "{input}: is a folder");
            ensure!(file.metadata()?.len() <= LIMIT, "{input}: {TOO_LARGE}");
            let bytes = read(file).with_context(|| format!("{input}: cannot be read"))?;
            (Some(input.to_owned()), bytes)
        } else {
            ensure!(!looks_like_a_file_name(path), "{input}: there is no such file");
            (None, input.trim_start().as_bytes().to_vec())
        };
        let names = match &source {
            Some(_) if Format::detect(&bytes) == Some(Format::Wthor) => names_beside(path)?,
            _ => Names::default(),
        };
        Ok(Input { source, bytes, names, rules })
    }

    /// The games and positions one by one. An error says where in the input.
    pub(crate) fn records(&self) -> anyhow::Result<Box<dyn Iterator<Item = anyhow::Result<Record>> + '_>> {
        if !self.rules.is_standard() {
            return Ok(Box::new(std::iter::once(self.variant_record())));
        }
        let mut reader = Reader::new(&self.bytes).map_err(|error| self.located(error))?;
        if reader.format() == Format::Wthor {
            reader = Reader::wthor(&self.bytes, &self.names);
        }
        Ok(Box::new(reader.map(|record| record.map_err(|error| self.located(error)))))
    }

    /// One of the records, counting from 1, and whether there are more than that.
    pub(crate) fn record(&self, number: usize) -> anyhow::Result<(Record, bool)> {
        let mut records = self.records()?;
        let mut count = 0;
        for record in records.by_ref() {
            let record = record?;
            count += 1;
            if count == number {
                let more = records.next().transpose()?.is_some();
                return Ok((record, more || number > 1));
            }
        }
        bail!("game {number} was asked for, and there {} in the input", are(count));
    }

    /// The position at the end of the first game.
    pub(crate) fn position(&self) -> anyhow::Result<Position> {
        Ok(*self.record(1)?.0.position())
    }

    /// A game or position whose text does not say under which rules it was played.
    fn variant_record(&self) -> anyhow::Result<Record> {
        let reader = Reader::new(&self.bytes).map_err(|error| self.located(error))?;
        let game = match reader.format() {
            Format::Transcript => {
                let text = String::from_utf8_lossy(&self.bytes);
                transcript::game(Position::start(self.rules), &text).map_err(|error| self.located(error))?
            }
            Format::Board | Format::Obf => {
                let record = reader.take(1).last().context("there is nothing to read")?;
                let mut setup = record.map_err(|error| self.located(error))?.position().setup();
                setup.variant = self.rules;
                Game::new(setup.position()?)
            }
            format => bail!("{} says itself which rules it is played by: leave --rules out", format.title()),
        };
        Ok(Record::from(game))
    }

    fn located(&self, error: impl std::error::Error + Send + Sync + 'static) -> anyhow::Error {
        match &self.source {
            Some(source) => anyhow::anyhow!("{source}: {error}"),
            None => error.into(),
        }
    }
}

/// The players and tournaments of a WTHOR file: in the `.jou` and `.trn` file of the same name, or in those
/// called `wthor`, as the federation publishes them. Without such files there are only numbers.
fn names_beside(games: &Path) -> anyhow::Result<Names> {
    let read_list = |ending: &str| match list_beside(games, ending) {
        Some(path) => read(File::open(&path)?).with_context(|| format!("{}: cannot be read", path.display())),
        None => Ok(vec![0; 16]),
    };
    let (players, tournaments) = (read_list("jou")?, read_list("trn")?);
    Names::read(&players, &tournaments)
        .with_context(|| format!("{}: the names beside it are damaged", games.display()))
}

fn list_beside(games: &Path, ending: &str) -> Option<PathBuf> {
    let folder = games.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let is = |path: &Path, name: &std::ffi::OsStr| {
        path.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case(name))
            && path.extension().is_some_and(|there| there.eq_ignore_ascii_case(ending))
    };
    let files: Vec<PathBuf> = folder.read_dir().ok()?.flatten().map(|entry| entry.path()).collect();
    [games.file_stem()?, "wthor".as_ref()]
        .into_iter()
        .find_map(|name| files.iter().find(|path| is(path, name)).cloned())
}

fn read(source: impl Read) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(LIMIT + 1).read_to_end(&mut bytes)?;
    ensure!(bytes.len() as u64 <= LIMIT, TOO_LARGE);
    Ok(bytes)
}

/// `games.wtb` and `folder/game` are meant as files. A text has no short ending of letters after a dot.
fn looks_like_a_file_name(path: &Path) -> bool {
    let name = path.to_string_lossy();
    let ending = path.extension().map(|ending| ending.to_string_lossy());
    let is_ending = |ending: &str| {
        (2..=4).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphabetic())
    };
    name.len() < 256
        && !name.contains(char::is_whitespace)
        && (name.starts_with(['/', '.', '~']) || ending.is_some_and(|ending| is_ending(&ending)))
}

fn are(count: usize) -> String {
    if count == 1 { "is one".to_owned() } else { format!("are {count}") }
}
