//! The log of practice: one JSON object a line, each with the version of the format.

use std::fmt;

use outflank_records::transcript;
use outflank_rules::{Color, Game, Move, Position, Square, fnv};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Grade, Seconds, text};
use crate::reasons::Cause;

/// The version of the format that is written.
pub const VERSION: u32 = 1;

/// A line of the log: something that happened, and when.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    v: u32,
    /// When it happened.
    pub time: Seconds,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

/// What happens in practice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Event {
    /// A game of the player was reviewed.
    Game(GameEntry),
    /// A card was made.
    Card(Card),
    /// A card was answered.
    Answer(Answered),
    /// The player met the position of a card in a game and played it right.
    Found {
        /// Which card.
        card: CardId,
        /// In which game.
        game: String,
    },
    /// A puzzle was answered.
    Puzzle(PuzzleEntry),
    /// A position of the gym was played to the end.
    Gym(GymEntry),
    /// A position of an opening was answered.
    Opening(OpeningEntry),
    /// A lesson was done.
    Lesson {
        /// Its name.
        lesson: String,
    },
}

/// The name of a card: a hash of its position under symmetry, so that the same position is one card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CardId(pub u64);

impl CardId {
    /// The card of a position, as the side to move sees it.
    pub fn of(position: &Position) -> CardId {
        let board = position.board().canonical();
        let bytes = [board.player, board.opponent].map(|set| set.bits().to_le_bytes()).concat();
        CardId(bytes.into_iter().fold(fnv::OFFSET, |hash, byte| fnv::add(hash, byte.into())))
    }
}

impl fmt::Display for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Serialize for CardId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for CardId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<CardId, D::Error> {
        text::hexadecimal(from).map(CardId)
    }
}

/// A position of a game in which the player erred, or for once did not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// As it stood in the game; the player is to move.
    #[serde(with = "text::position")]
    pub position: Position,
    /// The move of the game.
    #[serde(with = "text::plain")]
    pub played: Move,
    /// All moves that are good enough, best first.
    #[serde(with = "text::list")]
    pub accepted: Vec<Move>,
    /// What the best move is worth to the player, and what the move of the game was, in discs.
    pub values: [f64; 2],
    /// Whether those are proved.
    pub exact: bool,
    /// The idea behind it, where it has a name.
    #[serde(with = "text::cause", default)]
    pub cause: Option<Cause>,
    /// Why the move of the game was a mistake, in words.
    #[serde(default)]
    pub sentence: String,
    /// Best play after the best move, that move first.
    #[serde(with = "text::list", default)]
    pub best_line: Vec<Move>,
    /// Best play after the move of the game, that move first.
    #[serde(with = "text::list", default)]
    pub played_line: Vec<Move>,
    /// Whether the move of the game was fine.
    #[serde(default)]
    pub fine: bool,
    /// The game it comes from.
    pub game: String,
    /// Against whom.
    #[serde(default)]
    pub opponent: String,
    /// The number of the move, as players count.
    pub number: usize,
}

impl Card {
    /// Its name.
    pub fn id(&self) -> CardId {
        CardId::of(&self.position)
    }

    /// The best move.
    pub fn best(&self) -> Move {
        self.accepted.first().copied().unwrap_or(self.played)
    }

    /// Discs that the move of the game gave away.
    pub fn loss(&self) -> f64 {
        (self.values[0] - self.values[1]).max(0.0)
    }
}

/// An answer to a card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answered {
    /// Which card.
    pub card: CardId,
    /// The move on the board as the card has it, however it was turned when it was shown.
    #[serde(rename = "move", with = "text::plain")]
    pub mv: Move,
    /// How well it was known.
    #[serde(with = "text::grade")]
    pub grade: Grade,
    /// How long it took, in seconds.
    #[serde(default)]
    pub took: u64,
    /// Whether the idea was known too, if it was asked for.
    #[serde(default)]
    pub idea: Option<bool>,
}

/// What is kept of a reviewed game for statistics.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameEntry {
    /// A name that tells games apart: of the players, the date and the moves.
    pub game: String,
    /// Which colour the player had.
    #[serde(with = "text::color")]
    pub color: Color,
    /// Against whom.
    #[serde(default)]
    pub opponent: String,
    /// When it was played, as the record says.
    #[serde(default)]
    pub date: String,
    /// The player's accuracy, from 0 to 100.
    pub accuracy: Option<f64>,
    /// Discs given away in the opening, the midgame and the end.
    pub lost: [f64; 3],
    /// The mistakes that have a reason.
    #[serde(default)]
    pub mistakes: Vec<Loss>,
}

/// What a mistake cost, and why.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Loss {
    /// The idea.
    #[serde(with = "text::cause", default)]
    pub cause: Option<Cause>,
    /// Discs given away.
    pub discs: f64,
}

/// An answer to a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PuzzleEntry {
    /// The id of the puzzle.
    #[serde(serialize_with = "text::hex", deserialize_with = "text::hexadecimal")]
    pub puzzle: u64,
    /// Whether the first answer was right.
    pub right: bool,
    /// The rating of the puzzle, with which the player is compared.
    pub rating: f64,
}

/// A position of the gym, played to the end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GymEntry {
    /// Empty squares at the start.
    pub empties: usize,
    /// The other side: `solver` or a level.
    pub against: String,
    /// Discs given away.
    pub lost: u32,
    /// Whether a win or draw that was there at the start was thrown away.
    pub result_lost: bool,
    /// What the costliest move had in it.
    #[serde(with = "text::cause", default)]
    pub cause: Option<Cause>,
}

/// An answer in an opening that is trained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpeningEntry {
    /// The moves from the start to the position that was asked.
    pub line: String,
    /// What was played there.
    #[serde(rename = "move", with = "text::plain")]
    pub mv: Square,
    /// Whether that was right.
    pub right: bool,
}

impl OpeningEntry {
    /// The game up to the position that was asked; nothing if there is no such line.
    pub fn game(&self) -> Option<Game> {
        transcript::game(Position::default(), &self.line).ok()
    }
}

impl Line {
    /// Something that happens now.
    pub fn new(time: Seconds, event: Event) -> Line {
        Line { v: VERSION, time, event }
    }

    /// As it is written, without the end of the line.
    pub fn encode(&self) -> String {
        // Numbers that are not finite would be the only thing that JSON cannot hold; there are none.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads a line.
    pub fn decode(text: &str) -> Result<Line, BadLine> {
        #[derive(Deserialize)]
        struct Version {
            v: u32,
        }
        let fault = |error: serde_json::Error| BadLine::Damaged(error.to_string());
        let version: Version = serde_json::from_str(text).map_err(fault)?;
        if version.v > VERSION {
            return Err(BadLine::Newer(version.v));
        }
        serde_json::from_str(text).map_err(fault)
    }
}

/// A line that says nothing to this version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadLine {
    /// It was written by a newer version.
    Newer(u32),
    /// It is damaged.
    Damaged(String),
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadLine::Newer(version) => write!(f, "it was written by a newer version (format {version})"),
            BadLine::Damaged(fault) => write!(f, "it is damaged: {fault}"),
        }
    }
}

impl std::error::Error for BadLine {}

/// All lines of a log, in their order, and those that could not be read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// What can be read.
    pub lines: Vec<Line>,
    /// The numbers of the others, counting from 1, and what is wrong with them.
    pub bad: Vec<(usize, BadLine)>,
}

impl Log {
    /// Reads a whole log. A last line without an end was being written when the program was killed: it is left out
    /// without a word.
    pub fn parse(text: &str) -> Log {
        let mut log = Log::default();
        for (number, line) in (1..).zip(text.split_inclusive('\n')) {
            let whole = line.ends_with('\n');
            match Line::decode(line.trim()) {
                _ if line.trim().is_empty() => {}
                Ok(line) => log.lines.push(line),
                Err(_) if !whole => {}
                Err(fault) => log.bad.push((number, fault)),
            }
        }
        log
    }

    /// The lines of another log that this one does not have.
    pub fn missing<'a>(&self, other: &'a Log) -> impl Iterator<Item = &'a Line> {
        let known: std::collections::HashSet<String> = self.lines.iter().map(Line::encode).collect();
        other.lines.iter().filter(move |line| !known.contains(&line.encode()))
    }
}
