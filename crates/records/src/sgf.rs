//! SGF, the Smart Game Format: version FF\[4\], of which Othello is game GM\[2\].
//!
//! Points are read in both common notations, `f5` and, as Go programs do, `fe`; a pass as `[]`, `PA`, `pass` or `tt`.
//! Of variations, only the main line is read, and the others are counted. Setup is read before the first move. Invalid
//! results and ratings, and unknown properties, are ignored.
//!
//! Points are written as letter and digit, and always with the start position, which viewers disagree about. A player's
//! evaluation of a move becomes the node value `V`, for Black. Control characters become blanks. Our own properties:
//! `VARIANT` has the rules that are switched on (`VARIANT[orthogonal,thirty]`), `LEFT` the discs that Black and White
//! have left to place under the rule *thirty*, if not 30 each (`LEFT[12:11]`), `SPENT` the seconds a player thought
//! about a move.

use outflank_rules::{Bitboard, Color, Move, Position, Setup, Square, Variant};

use crate::builder::{Builder, parse};
use crate::text::{decode, quote};
use crate::tree::{Cursor, discs_left, number, pair, variant};
use crate::{Ending, Problem, ReadError, Record, Verdict};

/// The games of a text.
#[derive(Debug)]
pub(crate) struct Games<'a> {
    cursor: Cursor<'a>,
    /// Whether the game before this was damaged, so that variations of it may follow.
    damaged: bool,
    /// Variations beside the main lines read so far, which are left out.
    pub(crate) variations: usize,
}

impl<'a> Games<'a> {
    pub(crate) fn new(input: &'a [u8]) -> Games<'a> {
        Games { cursor: Cursor::new(input), damaged: false, variations: 0 }
    }

    pub(crate) fn more(&self) -> bool {
        self.cursor.clone().next_game()
    }

    pub(crate) fn next(&mut self) -> Option<Result<Record, ReadError>> {
        let found = if self.damaged { self.cursor.next_root() } else { self.cursor.next_game() };
        let game = found.then(|| read_game(&mut self.cursor, &mut self.variations));
        self.damaged = matches!(game, Some(Err(_)));
        game
    }
}

const ESCAPE: u8 = b'\\';

/// Reads from the first `;` of a game to after the `)` that closes it. The first branch of every fork comes first in
/// the file, so the main line ends at the first `)`; the rest is skipped without recursion.
fn read_game(cursor: &mut Cursor, variations: &mut usize) -> Result<Record, ReadError> {
    let begin = cursor.at;
    let mut draft = Draft::default();
    let mut open = 1_usize;
    let mut in_main_line = true;
    while open > 0 {
        cursor.skip_space();
        let at = cursor.at;
        match cursor.peek() {
            Some(b'(') => {
                open += 1;
                *variations += usize::from(!in_main_line);
            }
            Some(b')') => {
                if in_main_line {
                    draft.end_node()?;
                }
                in_main_line = false;
                open -= 1;
            }
            Some(b';') if in_main_line => draft.end_node()?,
            Some(b';') => {}
            Some(byte) if byte.is_ascii_alphabetic() => {
                let name = cursor.name();
                let mut count = 0;
                while let Some(value) = cursor.value(Some(ESCAPE))? {
                    count += 1;
                    if in_main_line {
                        draft.property(&name, value).map_err(|problem| cursor.error(at, problem))?;
                    }
                }
                if count == 0 {
                    return Err(cursor.error(cursor.at, Problem::Syntax(format!("{name} has no [value]"))));
                }
                continue;
            }
            Some(_) => return Err(cursor.error(at, Problem::syntax("a property, ; or ) is expected"))),
            None => return Err(cursor.error(begin, Problem::syntax("the game that begins here has no )"))),
        }
        cursor.at += 1;
    }
    draft.finish().map_err(|problem| cursor.error(begin, problem))
}

/// A game that is being read.
#[derive(Default)]
struct Draft {
    record: Record,
    verdict: Option<Verdict>,
    /// The discs that are set up, if any.
    discs: Option<Setup>,
    turn: Option<Color>,
    variant: Variant,
    left: Option<[u8; 2]>,
    /// Created at the first move.
    builder: Option<Builder>,
    node: Node,
}

/// The properties of the node being read.
#[derive(Default)]
struct Node {
    comment: Option<String>,
    /// From Black's side.
    value: Option<f64>,
    seconds: Option<f64>,
    moves: Vec<(Color, Vec<u8>)>,
}

impl Draft {
    fn property(&mut self, name: &str, value: &[u8]) -> Result<(), Problem> {
        let text = || without_control(&unescape(&decode(value)));
        let record = &mut self.record;
        match name {
            "GM" if value.trim_ascii() != b"2" => {
                return Err(Problem::Syntax(format!("game {:?} is not Othello, which is 2", quote(value))));
            }
            "SZ" if ![&b"8"[..], b"8:8"].contains(&value.trim_ascii()) => {
                return Err(Problem::Syntax(format!("{:?} is not a board of 8 by 8 squares", quote(value))));
            }
            "PB" => record.black.name = text(),
            "PW" => record.white.name = text(),
            "BR" => record.black.rating = number(&text()),
            "WR" => record.white.rating = number(&text()),
            "EV" => record.event = text(),
            "PC" => record.place = text(),
            "DT" => record.date = text(),
            "RE" => self.verdict = parse_result(&text()),
            "C" => self.node.comment = Some(text()).filter(|comment| !comment.is_empty()),
            "V" => self.node.value = number(&text()),
            "SPENT" => self.node.seconds = number(&text()),
            "AB" | "AW" | "AE" | "PL" | "VARIANT" | "LEFT" => self.start_property(name, value)?,
            // A node has one move. More are an error that the rules detect, and two are enough for that.
            "B" | "W" if self.node.moves.len() < 2 => {
                let color = if name == "B" { Color::Black } else { Color::White };
                self.node.moves.push((color, value[..value.len().min(64)].to_owned()));
            }
            _ => {}
        }
        Ok(())
    }

    fn start_property(&mut self, name: &str, value: &[u8]) -> Result<(), Problem> {
        if self.builder.is_some() || !self.node.moves.is_empty() {
            return Err(Problem::Syntax(format!("{name} sets up a position after a move")));
        }
        let text = decode(value);
        match name {
            "PL" => {
                let color = text.trim().parse().or(match text.trim() {
                    "1" => Ok(Color::Black),
                    "2" => Ok(Color::White),
                    _ => Err(()),
                });
                self.turn =
                    Some(color.map_err(|()| {
                        Problem::Syntax(format!("{:?} is not a side to move", quote(value)))
                    })?);
            }
            "VARIANT" => self.variant = variant(&text)?,
            "LEFT" => self.left = Some(pair(&text, ':')?),
            _ => {
                let squares = points(value).ok_or_else(|| {
                    Problem::Syntax(format!("{:?}: {}", quote(value), Problem::NoSuchSquare))
                })?;
                let setup = self.discs.get_or_insert_default();
                setup.black &= !squares;
                setup.white &= !squares;
                match name {
                    "AB" => setup.black |= squares,
                    "AW" => setup.white |= squares,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// The game so far. If the file does not say who begins, the colour of the first move does.
    fn builder(&mut self, first: Option<Color>) -> Result<&mut Builder, Problem> {
        let builder = if let Some(builder) = self.builder.take() {
            builder
        } else {
            let usual = Position::default().setup();
            let mut setup = self.discs.unwrap_or(usual);
            let first = first.filter(|_| (setup.black, setup.white) != (usual.black, usual.white));
            setup.turn = self.turn.or(first).unwrap_or(Color::Black);
            setup.variant = self.variant;
            setup.discs_left = self.left.unwrap_or(setup.discs_left);
            Builder::new(setup.position().map_err(Problem::Setup)?)
        };
        Ok(self.builder.insert(builder))
    }

    fn end_node(&mut self) -> Result<(), ReadError> {
        let node = std::mem::take(&mut self.node);
        for (color, text) in &node.moves {
            let builder = self.builder(Some(*color)).map_err(ReadError::new)?;
            builder.play(parse_point(text).ok_or(Problem::NoSuchSquare), Some(*color), text)?;
        }
        if node.comment.is_none() && node.value.is_none() && node.seconds.is_none() {
            return Ok(());
        }
        let game = self.builder.as_ref().map(|builder| &builder.game);
        let ply = game.map_or(0, |game| game.moves().len());
        let mover = ply.checked_sub(1).and_then(|last| Some(game?.positions()[last].turn()));
        let note = self.record.note_mut(ply);
        if let Some(comment) = node.comment {
            if !note.comment.is_empty() {
                note.comment.push('\n');
            }
            note.comment.push_str(&comment);
        }
        let value = node.value.map(|value| if mover == Some(Color::White) { -value } else { value });
        note.eval = value.or(note.eval);
        note.seconds = node.seconds.or(note.seconds);
        Ok(())
    }

    fn finish(mut self) -> Result<Record, Problem> {
        self.record.game = self.builder(None)?.game.clone();
        if let Some(verdict) = self.verdict {
            self.record.set_verdict(verdict);
        }
        Ok(self.record)
    }
}

/// A value with its escapes resolved: an escaped line break joins two lines.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => plain.extend(chars.next().filter(|&c| c != '\n')),
            _ => plain.push(c),
        }
    }
    plain
}

/// The squares of a point or a rectangle, `d4` or `d4:e5`.
fn points(text: &[u8]) -> Option<Bitboard> {
    let mut corners = text.split(|&byte| byte == b':').map(parse_square);
    let first = corners.next()??;
    let last = corners.next().unwrap_or(Some(first))?;
    let within = |of: fn(Square) -> usize, square: Square| {
        (of(first).min(of(last))..=of(first).max(of(last))).contains(&of(square))
    };
    let inside = |square: &Square| within(Square::column, *square) && within(Square::row, *square);
    Some(Square::ALL.into_iter().filter(inside).fold(Bitboard::EMPTY, Bitboard::with))
}

fn parse_point(text: &[u8]) -> Option<Move> {
    match text.trim_ascii() {
        b"" | b"tt" => Some(Move::Pass),
        text => parse_square(text).map(Move::Place).or_else(|| parse(text)),
    }
}

/// A square as letter and digit or as two letters, the second of which counts rows from the top.
fn parse_square(text: &[u8]) -> Option<Square> {
    let &[column, row] = text.trim_ascii() else {
        return None;
    };
    let row = match row {
        b'a'..=b'h' => row - b'a',
        b'A'..=b'H' => row - b'A',
        _ => row.wrapping_sub(b'1'),
    };
    Square::from_column_row(column.to_ascii_lowercase().wrapping_sub(b'a').into(), row.into())
}

/// `B+12`, `W+R`, `0`, `Void`; `None` for `?`. A win without a count is one by 64.
fn parse_result(text: &str) -> Option<Verdict> {
    let text = text.trim().to_ascii_lowercase();
    let verdict = |margin, ending| Some(Verdict { margin, ending });
    match text.as_str() {
        "0" | "draw" => return verdict(0.0, Ending::Played),
        "void" => return verdict(0.0, Ending::Void),
        _ => {}
    }
    let (winner, how) = text.split_once('+')?;
    let sign = if winner.parse::<Color>().ok()? == Color::Black { 1.0 } else { -1.0 };
    match how {
        "" => verdict(sign * 64.0, Ending::Played),
        "r" | "resign" => verdict(sign * 64.0, Ending::Resigned),
        "t" | "time" => verdict(sign * 64.0, Ending::TimedOut),
        "f" | "forfeit" => verdict(sign * 64.0, Ending::Forfeited),
        _ => verdict(sign * number(how)?.abs(), Ending::Played),
    }
}

pub(crate) fn write(record: &Record) -> String {
    let start = record.game.start();
    let mut text =
        concat!("(;FF[4]GM[2]SZ[8]CA[UTF-8]AP[Outflank:", env!("CARGO_PKG_VERSION"), "]").to_owned();
    let number = |number: Option<f64>| number.map(|number| number.to_string()).unwrap_or_default();
    let left = discs_left(start).map(|[black, white]| format!("{black}:{white}")).unwrap_or_default();
    let variant = if start.variant().is_standard() { String::new() } else { start.variant().to_string() };
    for (name, value) in [
        ("EV", record.event.as_str()),
        ("PC", &record.place),
        ("DT", &record.date),
        ("PB", &record.black.name),
        ("BR", &number(record.black.rating)),
        ("PW", &record.white.name),
        ("WR", &number(record.white.rating)),
        ("RE", &record.result().map(result_text).unwrap_or_default()),
        ("VARIANT", &variant),
        ("LEFT", &left),
    ] {
        tag(&mut text, name, value);
    }
    for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let discs = start.discs(color);
        if !discs.is_empty() {
            text.push_str(name);
        }
        for square in discs {
            text.extend(["[", &square.to_string(), "]"]);
        }
    }
    tag(&mut text, "PL", letter(start.turn()));
    notes(&mut text, record, 0);
    for (n, mv) in record.game.moves().iter().enumerate() {
        // Some editors dislike long lines.
        text.push_str(if n % 10 == 0 { "\n;" } else { ";" });
        let point = mv.square().map_or("PA".to_owned(), |square| square.to_string());
        tag(&mut text, letter(record.game.positions()[n].turn()), &point);
        notes(&mut text, record, n + 1);
    }
    text + ")\n"
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// The note on the move that led to a ply.
fn notes(text: &mut String, record: &Record, ply: usize) {
    let Some(note) = record.notes.get(&ply) else { return };
    let by_white = ply > 0 && record.game.positions()[ply - 1].turn() == Color::White;
    let number = |number: Option<f64>| number.map(|number| number.to_string()).unwrap_or_default();
    tag(text, "V", &number(note.eval.map(|eval| if by_white { -eval } else { eval })));
    tag(text, "SPENT", &number(note.seconds));
    tag(text, "C", &note.comment);
}

/// Adds a property unless it is empty.
fn tag(text: &mut String, name: &str, value: &str) {
    if !value.is_empty() {
        let value = without_control(value).replace('\\', "\\\\").replace(']', "\\]");
        text.extend([name, "[", &value, "]"]);
    }
}

/// A text whose only control characters are line breaks and tabs; others become blanks.
fn without_control(text: &str) -> String {
    text.replace(|c: char| c.is_control() && c != '\n' && c != '\t', " ")
}

fn result_text(verdict: Verdict) -> String {
    let winner = if verdict.margin > 0.0 { "B" } else { "W" };
    match verdict.ending {
        Ending::Void => "Void".to_owned(),
        Ending::Resigned => format!("{winner}+R"),
        Ending::TimedOut => format!("{winner}+T"),
        Ending::Forfeited => format!("{winner}+F"),
        Ending::Played | Ending::Agreed if verdict.margin == 0.0 => "0".to_owned(),
        Ending::Played | Ending::Agreed => format!("{winner}+{}", verdict.margin.abs()),
    }
}
