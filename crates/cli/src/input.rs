//! INPUT, as every command takes it: a game or a position as text, the name of a file, or standard input.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use outflank_records::wthor::Names;
use outflank_records::{Format, ReadError, Reader, Record, openings, transcript};
use outflank_rules::{Game, Position, Variant};

use crate::exit::complain;

/// The arguments INPUT and what tells how to read them.
#[derive(Debug, clap::Args)]
pub(crate) struct InputArgs {
    /// Games or positions: text, file names or standard input (-).
    ///
    /// The format is recognised by the content: a transcript (f5d6c3…), a board of 64 squares and the side to
    /// move, OBF, GGF, SGF, WTHOR, JSON or the results file of this program.
    #[arg(value_name = "INPUT")]
    inputs: Vec<String>,
    /// The rules of a transcript or board: standard, orthogonal, thirty or orthogonal,thirty.
    #[arg(long, value_name = "RULES", default_value_t)]
    rules: Variant,
}

impl InputArgs {
    /// Reads everything that the arguments stand for. Texts that follow each other are one input, so that the moves
    /// of a game need no quotes.
    pub(crate) fn open(&self) -> anyhow::Result<Vec<Input>> {
        if self.inputs.is_empty() {
            ensure!(
                !io::stdin().is_terminal(),
                "name a game, a position or a file, as f5d6c3 or game.sgf, or pipe one in"
            );
            return Ok(vec![Input::open("-", self.rules)?]);
        }
        let mut groups: Vec<(bool, String)> = Vec::new();
        for input in &self.inputs {
            let is_text = !is_source(input) && !looks_like_a_file_name(Path::new(input));
            match groups.last_mut() {
                Some((true, text)) if is_text => {
                    text.push('\n');
                    text.push_str(input);
                }
                _ => groups.push((is_text, input.clone())),
            }
        }
        groups.iter().map(|(_, input)| Input::open(input, self.rules)).collect()
    }

    /// The first game, or the line of the opening of this name.
    pub(crate) fn game_or_opening(&self) -> anyhow::Result<Game> {
        if let Some(game) = self.opening()? {
            return Ok(game);
        }
        let inputs = self.open()?;
        ensure!(inputs.len() == 1, "one game or position is expected, not {}", inputs.len());
        Ok(inputs[0].first()?.game)
    }

    /// The position at the end of the first game, or that of the opening of this name.
    pub(crate) fn position_or_opening(&self) -> anyhow::Result<Position> {
        Ok(match self.opening()? {
            Some(game) => *game.position(),
            None => self.position()?,
        })
    }

    /// The line of an opening, if its name is all there is.
    fn opening(&self) -> anyhow::Result<Option<Game>> {
        if self.inputs.iter().any(|input| is_source(input)) {
            return Ok(None);
        }
        let name = self.inputs.join(" ");
        match openings::find(&name) {
            Ok(opening) => Ok(Some(transcript::game(Position::start(self.rules), opening.line)?)),
            // Whoever types words means a name: what is wrong with that says more than that it is no game.
            Err(error) if is_words(&name) => Err(error.into()),
            Err(_) => Ok(None),
        }
    }

    /// The position at the end of the first game.
    pub(crate) fn position(&self) -> anyhow::Result<Position> {
        let inputs = self.open()?;
        ensure!(inputs.len() == 1, "one game or position is expected, not {}", inputs.len());
        inputs[0].position()
    }
}

/// Everything that INPUT stands for, not yet parsed.
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
            (Some(input.to_owned()), read_file(path)?)
        } else {
            ensure!(
                !is_address(input),
                "{input}: addresses are not read; download the game first (`outflank join` opens the link of a served game)"
            );
            ensure!(!looks_like_a_file_name(path), "{input}: there is no such file");
            (None, input.trim_start().as_bytes().to_vec())
        };
        let names = match &source {
            Some(_) if Format::detect(&bytes) == Some(Format::Wthor) => names_beside(path)?,
            _ => Names::default(),
        };
        Ok(Input { source, bytes, names, rules })
    }

    /// Where it came from; nothing for a text on the command line.
    pub(crate) fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// What was read.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The games and positions one by one, also those after a damaged one. An error says where in the input.
    pub(crate) fn records(&self) -> anyhow::Result<impl Iterator<Item = anyhow::Result<Record>> + '_> {
        Ok(self.read()?.map(|record| record.map_err(|error| self.located(&error))))
    }

    /// The games and positions one by one, with errors that do not name the input.
    pub(crate) fn read(&self) -> anyhow::Result<Reader<'_>> {
        let reader = Reader::new(&self.bytes).map_err(|error| self.located(&error))?;
        Ok(match reader.format() {
            Format::Transcript | Format::Board | Format::Obf => reader.under(self.rules),
            format if !self.rules.is_standard() => {
                bail!("{} says itself which rules it is played by: leave --rules out", format.title())
            }
            Format::Wthor => Reader::wthor(&self.bytes, &self.names),
            _ => reader,
        })
    }

    /// How many variations stand beside its games.
    pub(crate) fn variations(&self) -> usize {
        let Some(mut reader) = self.read().ok().filter(|reader| reader.format() == Format::Sgf) else {
            return 0;
        };
        reader.by_ref().for_each(drop);
        reader.variations()
    }

    /// The position at the end of the first game.
    pub(crate) fn position(&self) -> anyhow::Result<Position> {
        Ok(*self.first()?.position())
    }

    /// The first game or position, for commands that are about one. Whoever gave more is told.
    fn first(&self) -> anyhow::Result<Record> {
        let mut records = self.records()?;
        let first = records.next().context("there is nothing to read")??;
        if records.next().is_some() {
            let place = self.source.as_ref().map(|source| format!("{source}: ")).unwrap_or_default();
            complain(&format!("{place}this is about the first game or position; there are more"));
        }
        Ok(first)
    }

    /// An error with the name of the input.
    pub(crate) fn located(&self, error: &ReadError) -> anyhow::Error {
        match &self.source {
            Some(source) => anyhow::anyhow!("{source}: {error}"),
            None => anyhow::anyhow!("{error}"),
        }
    }
}

/// The games and positions of all inputs, one after the other.
pub(crate) fn all_records(
    inputs: &[Input],
) -> anyhow::Result<impl Iterator<Item = anyhow::Result<Record>> + '_> {
    let records: Vec<_> = inputs.iter().map(Input::records).collect::<anyhow::Result<_>>()?;
    Ok(records.into_iter().flatten())
}

/// One of the games and positions of all inputs, counting from 1.
pub(crate) fn one_record(inputs: &[Input], number: usize) -> anyhow::Result<Record> {
    let mut count = 0;
    for record in all_records(inputs)? {
        count += 1;
        if count == number {
            return record;
        }
    }
    bail!(no_such_game(number, count))
}

/// The sentence about a game that is not there.
pub(crate) fn no_such_game(number: usize, count: usize) -> String {
    let are = match count {
        0 => "is none".to_owned(),
        1 => "is only one".to_owned(),
        count => format!("are only {count}"),
    };
    format!("game {number} was asked for, but there {are} in the input")
}

/// Whether an argument names something to be opened, which may still fail.
fn is_source(input: &str) -> bool {
    input == "-" || is_address(input) || Path::new(input).exists()
}

/// Whether a text can be nothing but words: neither moves, which have digits, nor discs.
fn is_words(text: &str) -> bool {
    let letters = |c: char| c.is_alphabetic() || " -',".contains(c);
    text.chars().all(letters)
        && text.chars().any(|c| c.is_alphabetic() && !"xo".contains(c.to_ascii_lowercase()))
}

fn is_address(input: &str) -> bool {
    ["http://", "https://", "ftp://", "file://"]
        .iter()
        .any(|scheme| input.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)))
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

/// All of a file or of standard input (-), for commands that take nothing but the name of one. What is wrong with it is said in the same words
/// everywhere.
pub(crate) fn read_file(path: &Path) -> anyhow::Result<Vec<u8>> {
    let name = path.display();
    if path == Path::new("-") {
        return read(io::stdin().lock());
    }
    ensure!(path.exists(), "{name}: there is no such file");
    let file = File::open(path).with_context(|| format!("{name}: cannot be opened"))?;
    ensure!(!path.is_dir(), "{name}: is a folder");
    ensure!(file.metadata()?.len() <= LIMIT, "{name}: {TOO_LARGE}");
    read(file).with_context(|| format!("{name}: cannot be read"))
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
