//! Our own JSON format, which holds everything a [`Record`] does: one object per game, one game per line.
//!
//! ```
//! use outflank_records::{Format, read, write};
//!
//! let records = read(b"f5d6")?;
//! let json = String::from_utf8(write(&records, Format::Json)?)?;
//! assert_eq!(json, concat!(
//!     r#"{"start":{"board":"---------------------------OX------XO---------------------------","turn":"black"},"#,
//!     r#""moves":["f5","d6"]}"#, "\n",
//! ));
//! assert_eq!(read(json.as_bytes())?, records);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Reading accepts objects one after the other or in an array. Without `start` a game starts as usual; `moves` may also
//! be a transcript; an object with `board` and `turn`, and `rules` and `discs_left` where they matter, is a position.
//! Unknown keys are ignored. The names are those of the server's protocol; older ones are still read, and so are the
//! games that Egaroucid saves.

use serde_json::value::RawValue;

use outflank_rules::{Color, Position};

use crate::builder::{Builder, parse};
use crate::text::{line_column, quote, shorten, without_bom};
use crate::{Ending, MoveScore, Note, Player, Problem, ReadError, Record, Verdict, board, transcript, tree};

mod egaroucid;
mod types;

pub use types::{
    JsonDiscsLeft, JsonEnding, JsonMoves, JsonNote, JsonPlayer, JsonPlayers, JsonPosition, JsonRecord,
    JsonResult, JsonValue,
};

pub(crate) fn write(record: &Record) -> String {
    // This type always serialises.
    serde_json::to_string(&JsonRecord::from(record)).unwrap_or_default() + "\n"
}

/// The records of a text, one after the other or in arrays.
#[derive(Debug)]
pub(crate) struct Objects<'a> {
    input: &'a [u8],
    at: usize,
}

impl<'a> Objects<'a> {
    pub(crate) fn new(input: &'a [u8]) -> Objects<'a> {
        Objects { input: without_bom(input), at: 0 }
    }

    pub(crate) fn more(&self) -> bool {
        self.input[self.at..].contains(&b'{')
    }

    pub(crate) fn next(&mut self) -> Option<Result<Record, ReadError>> {
        // Only brackets and commas are between records, so arrays need not be held in memory.
        let is_between = |byte: &&u8| byte.is_ascii_whitespace() || b"[],".contains(byte);
        self.at += self.input[self.at..].iter().take_while(is_between).count();
        let rest = &self.input[self.at..];
        (!rest.is_empty()).then(|| self.object(rest))
    }

    fn object(&mut self, rest: &'a [u8]) -> Result<Record, ReadError> {
        let at = self.at;
        let mut values = serde_json::Deserializer::from_slice(rest).into_iter::<&RawValue>();
        let raw = match values.next() {
            Some(Ok(raw)) => raw.get(),
            Some(Err(error)) => {
                // The next object that begins a line is most likely complete.
                let next = rest.windows(2).position(|pair| pair == b"\n{");
                self.at = next.map_or(self.input.len(), |next| at + next);
                return Err(self.syntax(at, &error));
            }
            None => return Err(ReadError::new(Problem::Empty)),
        };
        self.at += values.byte_offset();
        if raw.len() > LONGEST {
            let what = format!("a record of {} bytes, where {LONGEST} are the most", raw.len());
            return Err(self.at(at, Problem::Syntax(what)));
        }
        if egaroucid::is_one(raw) {
            return egaroucid::record(raw).map_err(|error| self.syntax(at, &error));
        }
        let json: JsonRecord = serde_json::from_str(raw).map_err(|error| self.syntax(at, &error))?;
        Record::try_from(json).map_err(|error| match error.place {
            Some(_) => error,
            None => self.at(at, error.problem),
        })
    }

    fn at(&self, offset: usize, problem: Problem) -> ReadError {
        let (line, column) = line_column(self.input, offset);
        ReadError::at_line(line, column, problem)
    }

    /// An error of the parser, whose position counts from the start of the object.
    fn syntax(&self, start: usize, error: &serde_json::Error) -> ReadError {
        let text = error.to_string();
        let what = shorten(text.rsplit_once(" at line ").map_or(&*text, |(what, _)| what));
        let (line, column) = line_column(self.input, start);
        let column =
            if error.line() <= 1 { column + error.column().saturating_sub(1) } else { error.column() };
        ReadError::at_line(line + error.line().saturating_sub(1), column, Problem::Syntax(what))
    }
}

/// The longest record that is read: a game with a page about every move is much shorter.
const LONGEST: usize = 1 << 20;

impl TryFrom<JsonRecord> for Record {
    type Error = ReadError;

    fn try_from(json: JsonRecord) -> Result<Record, ReadError> {
        let start = match (json.start, json.board) {
            (Some(start), _) => Position::try_from(start)?,
            (None, Some(board)) => Position::try_from(JsonPosition {
                board,
                turn: json.turn.unwrap_or_default(),
                rules: json.rules,
                discs_left: json.discs_left,
            })?,
            (None, None) if json.moves.is_none() => {
                return Err(ReadError::new(Problem::syntax("neither \"moves\" nor \"board\" is there")));
            }
            (None, None) => Position::default(),
        };
        let game = match json.moves {
            None => outflank_rules::Game::new(start),
            Some(JsonMoves::Transcript(text)) => transcript::game(start, &text)?,
            Some(JsonMoves::List(moves)) => {
                let mut builder = Builder::new(start);
                moves.iter().try_for_each(|mv| builder.play_text(mv.as_bytes()))?;
                builder.game
            }
        };
        let mut record = Record {
            game,
            black: json.players.black.into(),
            white: json.players.white.into(),
            event: json.event,
            place: json.place,
            date: json.date,
            theoretical: json.theoretical,
            ..Record::default()
        };
        for note in json.notes {
            if note.ply > record.game.moves().len() {
                let what = format!("a note on ply {} of {}", note.ply, record.game.moves().len());
                return Err(ReadError::new(Problem::Syntax(what)));
            }
            let ply = note.ply;
            let note = Note { comment: note.comment, eval: note.value, seconds: note.seconds };
            if note != Note::default() {
                record.notes.insert(ply, note);
            }
        }
        for JsonValue { mv, value } in json.values {
            let mv = mv.map(|name| {
                let bad = |what: String| {
                    ReadError::new(Problem::Syntax(format!("{:?}: {what}", quote(name.as_bytes()))))
                };
                let mv = parse(name.as_bytes()).ok_or_else(|| bad(Problem::NoSuchSquare.to_string()))?;
                record.position().check(mv).map_err(|reason| bad(reason.to_string())).map(|()| mv)
            });
            record.scores.push(MoveScore { mv: mv.transpose()?, score: value });
        }
        if let Some(result) = json.result {
            record.set_verdict(result.into());
        }
        Ok(record)
    }
}

impl TryFrom<JsonPosition> for Position {
    type Error = ReadError;

    fn try_from(json: JsonPosition) -> Result<Position, ReadError> {
        let mut setup = board::setup(&json.board).map_err(ReadError::new)?;
        setup.turn =
            json.turn.parse().map_err(|_| ReadError::new(board::unexpected_side(json.turn.as_bytes())))?;
        if let Some(rules) = json.rules {
            setup.variant = tree::variant(&rules).map_err(ReadError::new)?;
        }
        if let Some(JsonDiscsLeft { black, white }) = json.discs_left {
            setup.discs_left = [black, white];
        }
        setup.position().map_err(|error| ReadError::new(Problem::Setup(error)))
    }
}

impl From<&Record> for JsonRecord {
    fn from(record: &Record) -> JsonRecord {
        let notes = record.notes.iter().map(|(&ply, note)| JsonNote {
            ply,
            comment: note.comment.clone(),
            value: note.eval,
            seconds: note.seconds,
        });
        let scores = record.scores.iter();
        JsonRecord {
            start: Some(record.game.start().into()),
            moves: Some(JsonMoves::List(record.game.moves().iter().map(ToString::to_string).collect())),
            players: JsonPlayers { black: (&record.black).into(), white: (&record.white).into() },
            event: record.event.clone(),
            place: record.place.clone(),
            date: record.date.clone(),
            result: record.result().map(JsonResult::from),
            notes: notes.collect(),
            values: scores
                .map(|score| JsonValue { mv: score.mv.map(|mv| mv.to_string()), value: score.score })
                .collect(),
            theoretical: record.theoretical,
            ..JsonRecord::default()
        }
    }
}

impl From<&Position> for JsonPosition {
    fn from(position: &Position) -> JsonPosition {
        let variant = position.variant();
        let [black, white] = position.setup().discs_left;
        JsonPosition {
            board: board::squares(position),
            turn: if position.turn() == Color::Black { "black" } else { "white" }.to_owned(),
            rules: (!variant.is_standard()).then(|| variant.to_string()),
            discs_left: variant.thirty.then_some(JsonDiscsLeft { black, white }),
        }
    }
}

impl From<JsonPlayer> for Player {
    fn from(json: JsonPlayer) -> Player {
        Player { name: json.name, rating: json.rating, clock: json.clock }
    }
}

impl From<&Player> for JsonPlayer {
    fn from(player: &Player) -> JsonPlayer {
        JsonPlayer { name: player.name.clone(), rating: player.rating, clock: player.clock.clone() }
    }
}

impl From<JsonResult> for Verdict {
    fn from(json: JsonResult) -> Verdict {
        let ending = match json.ending {
            JsonEnding::Played => Ending::Played,
            JsonEnding::Resigned => Ending::Resigned,
            JsonEnding::Timeout => Ending::TimedOut,
            JsonEnding::Agreed => Ending::Agreed,
            JsonEnding::Forfeited => Ending::Forfeited,
            JsonEnding::Void => Ending::Void,
        };
        Verdict { margin: json.margin, ending }
    }
}

impl From<Verdict> for JsonResult {
    fn from(verdict: Verdict) -> JsonResult {
        let ending = match verdict.ending {
            Ending::Played => JsonEnding::Played,
            Ending::Resigned => JsonEnding::Resigned,
            Ending::TimedOut => JsonEnding::Timeout,
            Ending::Agreed => JsonEnding::Agreed,
            Ending::Forfeited => JsonEnding::Forfeited,
            Ending::Void => JsonEnding::Void,
        };
        JsonResult { margin: verdict.margin, ending }
    }
}
