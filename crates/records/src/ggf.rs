//! GGF, the Generic Game Format of the game server GGS and of the NBoard protocol.
//!
//! ```text
//! (;GM[Othello]PC[GGS]DT[2004.09.18_05:54:38.MDT]PB[ann]PW[ben]RB[2198.5]RW[2064]TI[15:00//02:00]TY[8]
//! RE[+12]BO[8 ---------------------------O*------*O--------------------------- *]B[F5//1.5]W[D6/-0.4];)
//! ```
//!
//! A game starts from its `BO`. A move may have the player's evaluation and thinking time. Invalid results and ratings,
//! and unknown properties, are ignored. The format has no escape: in a text with a `]`, square brackets are written as
//! round ones, and control characters as blanks.
//!
//! Our own properties: `EV` is the event, `VR` the rules that are switched on (`VR[orthogonal,thirty]`), `DL` the discs
//! that Black and White have left to place under the rule *thirty*, if not 30 each (`DL[12/11]`).

use std::fmt::Write as _;

use outflank_rules::{Color, Move, Position, Setup, Variant};

use crate::builder::{Builder, parse};
use crate::text::{decode, quote};
use crate::tree::{Cursor, discs_left, number, pair, variant};
use crate::{Ending, Problem, ReadError, Record, Verdict, board};

/// The games of a text.
#[derive(Debug)]
pub(crate) struct Games<'a> {
    cursor: Cursor<'a>,
}

impl<'a> Games<'a> {
    pub(crate) fn new(input: &'a [u8]) -> Games<'a> {
        Games { cursor: Cursor::new(input) }
    }

    pub(crate) fn more(&self) -> bool {
        self.cursor.clone().next_game()
    }

    pub(crate) fn next(&mut self) -> Option<Result<Record, ReadError>> {
        self.cursor.next_game().then(|| read_game(&mut self.cursor))
    }
}

/// Reads from the `;` that opens a game to after the `)` that closes it.
fn read_game(cursor: &mut Cursor) -> Result<Record, ReadError> {
    let begin = cursor.at;
    cursor.at += 1;
    let mut draft = Draft::default();
    loop {
        cursor.skip_space();
        let at = cursor.at;
        match cursor.peek() {
            Some(b';') => cursor.at += 1,
            Some(b')') => break cursor.at += 1,
            Some(byte) if byte.is_ascii_alphabetic() => {
                let name = cursor.name();
                let Some(value) = cursor.value(None)? else {
                    return Err(cursor.error(cursor.at, Problem::Syntax(format!("{name} has no [value]"))));
                };
                draft.property(&name, value).map_err(|fault| fault.at(cursor, at))?;
            }
            Some(_) => {
                return Err(cursor.error(at, Problem::syntax("a property or the ;) of the end is expected")));
            }
            None => return Err(cursor.error(begin, Problem::syntax("the game that begins here has no ;)"))),
        }
    }
    draft.finish().map_err(|fault| fault.at(cursor, begin))
}

/// What is wrong with a property: its move, or its text.
enum Fault {
    Move(ReadError),
    Text(Problem),
}

impl Fault {
    fn at(self, cursor: &Cursor, offset: usize) -> ReadError {
        match self {
            Fault::Move(error) => error,
            Fault::Text(problem) => cursor.error(offset, problem),
        }
    }
}

/// A game that is being read.
#[derive(Default)]
struct Draft {
    record: Record,
    verdict: Option<Verdict>,
    setup: Option<Setup>,
    variant: Variant,
    left: Option<[u8; 2]>,
    /// Created at the first move.
    builder: Option<Builder>,
}

impl Draft {
    fn property(&mut self, name: &str, value: &[u8]) -> Result<(), Fault> {
        let text = || without_control(&decode(value));
        let record = &mut self.record;
        match name {
            "GM" if !value.trim_ascii().eq_ignore_ascii_case(b"othello") => {
                return Err(Fault::Text(Problem::Syntax(format!("{:?} is not Othello", quote(value)))));
            }
            "PC" => record.place = text(),
            "EV" => record.event = text(),
            "DT" => record.date = text(),
            "PB" => record.black.name = text(),
            "PW" => record.white.name = text(),
            "RB" => record.black.rating = number(&text()),
            "RW" => record.white.rating = number(&text()),
            "TB" => record.black.clock = text(),
            "TW" => record.white.clock = text(),
            "TI" => {
                record.black.clock = text();
                record.white.clock = text();
            }
            "TY" => check_size(value).map_err(Fault::Text)?,
            "RE" => self.verdict = parse_result(&text()),
            "BO" | "VR" | "DL" => self.start_property(name, value).map_err(Fault::Text)?,
            "B" => self.play(Color::Black, value)?,
            "W" => self.play(Color::White, value)?,
            _ => {}
        }
        Ok(())
    }

    fn start_property(&mut self, name: &str, value: &[u8]) -> Result<(), Problem> {
        if self.builder.is_some() {
            return Err(Problem::Syntax(format!("{name} comes after a move")));
        }
        let text = decode(value);
        match name {
            "BO" => self.setup = Some(parse_board(value)?),
            "VR" => self.variant = variant(&text)?,
            _ => self.left = Some(pair(&text, '/')?),
        }
        Ok(())
    }

    /// The game so far, created at its start position if no move has been read.
    fn builder(&mut self) -> Result<&mut Builder, Fault> {
        let builder = if let Some(builder) = self.builder.take() {
            builder
        } else {
            let mut setup = self.setup.unwrap_or(Position::default().setup());
            setup.variant = self.variant;
            setup.discs_left = self.left.unwrap_or(setup.discs_left);
            Builder::new(setup.position().map_err(|error| Fault::Text(Problem::Setup(error)))?)
        };
        Ok(self.builder.insert(builder))
    }

    fn play(&mut self, color: Color, value: &[u8]) -> Result<(), Fault> {
        let mut fields = value.split(|&byte| byte == b'/');
        let text = fields.next().unwrap_or_default().trim_ascii();
        let mut field = || fields.next().and_then(|field| number(&decode(field)));
        let (eval, seconds) = (field(), field());
        let builder = self.builder()?;
        builder.play(parse(text).ok_or(Problem::NoSuchSquare), Some(color), text).map_err(Fault::Move)?;
        let ply = builder.game.moves().len();
        if eval.is_some() || seconds.is_some() {
            let note = self.record.note_mut(ply);
            (note.eval, note.seconds) = (eval, seconds);
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Record, Fault> {
        self.record.game = self.builder()?.game.clone();
        if let Some(verdict) = self.verdict {
            self.record.set_verdict(verdict);
        }
        Ok(self.record)
    }
}

/// Refuses boards of another size; letters around the size stand for players, komi or a random start.
fn check_size(value: &[u8]) -> Result<(), Problem> {
    let digits =
        value.iter().skip_while(|byte| !byte.is_ascii_digit()).take_while(|byte| byte.is_ascii_digit());
    match digits.copied().collect::<Vec<u8>>().as_slice() {
        b"" | b"8" => Ok(()),
        _ => Err(Problem::Syntax(format!("{:?} is not a game on 8 by 8 squares", quote(value)))),
    }
}

fn parse_board(value: &[u8]) -> Result<Setup, Problem> {
    check_size(&value[..value.iter().take_while(|byte| !byte.is_ascii_whitespace()).count().min(8)])?;
    let text = decode(value);
    let squares = text.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    let (position, rest) = board::position_and_rest(1, squares).map_err(|error| error.problem)?;
    if rest.is_empty() { Ok(position.setup()) } else { Err(board::unexpected(rest.as_bytes())) }
}

/// `+12.000`, `-64:r`, `0`; `None` for `?`.
fn parse_result(text: &str) -> Option<Verdict> {
    let (margin, ending) = text.split_once(':').unwrap_or((text, ""));
    let ending = match ending.trim() {
        "" => Ending::Played,
        "r" => Ending::Resigned,
        "t" => Ending::TimedOut,
        "s" => Ending::Agreed,
        "l" => Ending::Forfeited,
        "v" => Ending::Void,
        _ => return None,
    };
    Some(Verdict { margin: number(margin)?, ending })
}

pub(crate) fn write(record: &Record) -> String {
    let mut text = "(;GM[Othello]".to_owned();
    let mut tag = |name: &str, value: &str| {
        if !value.is_empty() {
            text.extend([name, "[", &without_bracket(&without_control(value)), "]"]);
        }
    };
    let start = record.game.start();
    let number = |number: Option<f64>| number.map(|number| number.to_string()).unwrap_or_default();
    tag("EV", &record.event);
    tag("PC", &record.place);
    tag("DT", &record.date);
    tag("PB", &record.black.name);
    tag("PW", &record.white.name);
    tag("RB", &number(record.black.rating));
    tag("RW", &number(record.white.rating));
    if record.black.clock == record.white.clock {
        tag("TI", &record.black.clock);
    } else {
        tag("TB", &record.black.clock);
        tag("TW", &record.white.clock);
    }
    tag("TY", "8");
    if !start.variant().is_standard() {
        tag("VR", &start.variant().to_string());
    }
    if let Some([black, white]) = discs_left(start) {
        tag("DL", &format!("{black}/{white}"));
    }
    tag("RE", &record.result().map(result_text).unwrap_or_default());
    tag("BO", &format!("8 {}", board::text(start).replace('X', "*")));
    for (n, &mv) in record.game.moves().iter().enumerate() {
        let color = if record.game.positions()[n].turn() == Color::Black { "B" } else { "W" };
        tag(color, &move_text(record, n + 1, mv));
    }
    text + ";)\n"
}

fn without_control(text: &str) -> String {
    text.replace(char::is_control, " ")
}

fn without_bracket(text: &str) -> String {
    if text.contains(']') { text.replace('[', "(").replace(']', ")") } else { text.to_owned() }
}

fn result_text(verdict: Verdict) -> String {
    let ending = match verdict.ending {
        Ending::Played => "",
        Ending::Resigned => ":r",
        Ending::TimedOut => ":t",
        Ending::Agreed => ":s",
        Ending::Forfeited => ":l",
        Ending::Void => ":v",
    };
    format!("{:+}{ending}", verdict.margin)
}

/// A move with the evaluation and the thinking time, `F5/1.5/0.2`.
fn move_text(record: &Record, ply: usize, mv: Move) -> String {
    let mut text = match mv {
        Move::Place(square) => square.to_string().to_ascii_uppercase(),
        Move::Pass => "PA".to_owned(),
    };
    let note = record.notes.get(&ply);
    let (eval, seconds) = note.map_or((None, None), |note| (note.eval, note.seconds));
    // Writing to a string cannot fail.
    let _ = match (eval, seconds) {
        (None, None) => Ok(()),
        (Some(eval), None) => write!(text, "/{eval}"),
        (None, Some(seconds)) => write!(text, "//{seconds}"),
        (Some(eval), Some(seconds)) => write!(text, "/{eval}/{seconds}"),
    };
    text
}
