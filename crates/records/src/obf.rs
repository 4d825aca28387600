//! OBF: one position per line with the values of its moves, the format of test suites for solvers.
//!
//! ```text
//! O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36; % FFO 40
//! ```
//!
//! Fields end with `;`, a comment runs from `%` to the end of the line. Scores are discs ahead for the side to move,
//! best move first; a score without a move is that of the position. A pass is `PA`, `--` or `ps`. Edax writes 127 for a
//! move it knows nothing about, as in `--:-127` where there is none: such values are ignored. A game is written as its
//! last position. The format only supports standard rules.

use std::fmt::Write as _;

use outflank_rules::{Move, Position};

use crate::builder::parse;
use crate::text::{Lines, decode, quote};
use crate::{MoveScore, Problem, ReadError, Record, Unwritable, board};

pub(crate) fn write(record: &Record) -> Result<String, Unwritable> {
    crate::writer::standard_rules(record)?;
    let mut text = board::text(record.position()) + ";";
    for MoveScore { mv, score } in &record.scores {
        // Writing to a string cannot fail.
        let _ = match mv {
            Some(mv) => write!(text, " {}:{score:+};", name(*mv)),
            None => write!(text, " {score:+};"),
        };
    }
    Ok(text + "\n")
}

fn name(mv: Move) -> String {
    match mv {
        Move::Place(square) => square.to_string().to_ascii_uppercase(),
        Move::Pass => "PA".to_owned(),
    }
}

/// The positions of a text.
#[derive(Debug)]
pub(crate) struct Boards<'a> {
    lines: Lines<'a>,
}

impl<'a> Boards<'a> {
    pub(crate) fn new(input: &'a [u8]) -> Boards<'a> {
        Boards { lines: Lines::new(input) }
    }

    pub(crate) fn more(&self) -> bool {
        !self.lines.is_blank()
    }

    pub(crate) fn next(&mut self) -> Option<Result<Record, ReadError>> {
        loop {
            let (number, line) = self.lines.next()?;
            let code = line.split(|&byte| byte == b'%').next().unwrap_or_default();
            if !code.trim_ascii().is_empty() {
                return Some(record(number, &decode(code)));
            }
        }
    }
}

fn record(number: usize, line: &str) -> Result<Record, ReadError> {
    let (position, fields) = board::position_and_rest(number, line)?;
    let mut record = Record::from(position);
    let mut column = line.chars().count() - fields.chars().count() + 1;
    for field in fields.split(';') {
        let start = column + field.chars().take_while(|c| c.is_whitespace()).count();
        if !field.trim().is_empty() {
            let score = score(&position, field.trim())
                .map_err(|problem| ReadError::at_line(number, start, problem))?;
            record.scores.extend(score);
        }
        column += field.chars().count() + 1;
    }
    Ok(record)
}

/// The value that Edax writes for what it has not searched.
const UNKNOWN: i32 = 127;

/// The value of a field; `None` if it is unknown.
fn score(position: &Position, field: &str) -> Result<Option<MoveScore>, Problem> {
    let value = field.rsplit(':').next().unwrap_or_default().trim();
    if value.parse().is_ok_and(|score: i32| score.abs() == UNKNOWN) {
        return Ok(None);
    }
    let (mv, value) = match field.split_once(':') {
        None => (None, field),
        Some((name, value)) => {
            let quoted = quote(name.trim().as_bytes());
            let Some(mv) = parse(name.trim().as_bytes()) else {
                return Err(Problem::Syntax(format!("{quoted:?}: {}", Problem::NoSuchSquare)));
            };
            if mv == Move::Pass && position.is_over() {
                // The value of a pass at the end of the game is the value of the position.
                (None, value.trim())
            } else {
                position.check(mv).map_err(|reason| Problem::Syntax(format!("{quoted:?}: {reason}")))?;
                (Some(mv), value.trim())
            }
        }
    };
    let score = value.parse().ok().filter(|score| (-64..=64).contains(score));
    let score = score.ok_or_else(|| {
        Problem::Syntax(format!("{:?} is not a score from -64 to +64", quote(value.as_bytes())))
    })?;
    Ok(Some(MoveScore { mv, score }))
}
