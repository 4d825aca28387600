//! The puzzles in a file, and which one is today's or next.

use std::fmt;
use std::sync::OnceLock;

use outflank_records::board;
use outflank_rules::{Color, Move, Position, Square};

use super::{Puzzle, PuzzleKind};
use crate::reasons::Cause;

/// Puzzles in the order of their file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pack {
    /// All of them.
    pub puzzles: Vec<Puzzle>,
}

impl Pack {
    /// The puzzles that come with the program.
    pub fn embedded() -> &'static Pack {
        static PACK: OnceLock<Pack> = OnceLock::new();
        PACK.get_or_init(|| Pack::parse(include_str!("../../data/puzzles.txt")).unwrap_or_default())
    }

    /// Reads lines of puzzles; a `#` starts a comment.
    pub fn parse(text: &str) -> Result<Pack, PackError> {
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let puzzles = lines.map(|(line, text)| parse(text).ok_or(PackError { line }));
        Ok(Pack { puzzles: puzzles.collect::<Result<_, _>>()? })
    }

    /// The lines of the puzzles, as they are read.
    pub fn text(&self) -> String {
        self.puzzles.iter().map(|puzzle| line(puzzle) + "\n").collect()
    }

    /// The puzzle of a day, counted from 1 January 1970 (UTC): the same for everybody, and none again before all have
    /// had their day.
    pub fn daily(&self, day: u64) -> Option<&Puzzle> {
        let count = self.puzzles.len() as u64;
        if count == 0 {
            return None;
        }
        // Steps of about a golden section of the pack, so that neighbours in the file are not neighbours in time.
        let stride = (count * 618 / 1000..=count).find(|step| gcd(*step, count) == 1).unwrap_or(1);
        self.puzzles.get((day % count * stride % count) as usize)
    }

    /// The puzzle with an id.
    pub fn find(&self, id: u64) -> Option<&Puzzle> {
        self.puzzles.iter().find(|puzzle| puzzle.id() == id)
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A line of a pack that holds no puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackError {
    /// Which, counting from 1.
    pub line: usize,
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: a puzzle is expected: kind, grade, theme, board, values, answer", self.line)
    }
}

impl std::error::Error for PackError {}

fn line(puzzle: &Puzzle) -> String {
    let theme = puzzle.theme.map_or("-", Cause::name);
    let (shown, last) = match puzzle.before {
        Some((before, square)) => (before, Some(square)),
        None => (puzzle.position, None),
    };
    let [best, other] = puzzle.values;
    let mut words = vec![
        puzzle.kind.to_string(),
        puzzle.grade.to_string(),
        theme.to_owned(),
        board::squares(&shown),
        format!("{best:+}/{other:+}"),
        puzzle.answer.to_string(),
    ];
    words.extend(last.map(|square| square.to_string()));
    let moves: Vec<String> = puzzle.moves.iter().map(Square::to_string).collect();
    if !moves.is_empty() {
        words.push(moves.join(","));
    }
    if let Some((mistake, causes)) = puzzle.why {
        words.extend([mistake.to_string(), causes.map(Cause::name).join(",")]);
    }
    words.join(" ")
}

fn parse(line: &str) -> Option<Puzzle> {
    let mut words = line.split_whitespace();
    let kind: PuzzleKind = words.next()?.parse().ok()?;
    let grade = words.next()?.parse().ok().filter(|grade| (1..=10).contains(grade))?;
    let theme = match words.next()? {
        "-" => None,
        name => Some(cause(name)?),
    };
    let squares = words.next().filter(|squares| squares.len() == 64)?;
    let values = words.next()?.split_once('/')?;
    let values = [values.0.parse().ok()?, values.1.parse().ok()?];
    let answer: Square = words.next()?.parse().ok()?;
    let solver = |letter: char| board::position(&format!("{squares} {letter}")).ok();
    let (mut position, mut before) = (solver(Color::Black.letter())?, None);
    let (mut moves, mut why) = (Vec::new(), None);
    match kind {
        PuzzleKind::Punish => {
            let square: Square = words.next()?.parse().ok()?;
            let start: Position = solver(Color::White.letter())?;
            position = start.play(Move::Place(square)).ok()?;
            before = Some((start, square));
        }
        PuzzleKind::WhichIsWrong => {
            moves =
                words.next()?.split(',').map(|name| name.parse().ok()).collect::<Option<Vec<Square>>>()?;
        }
        PuzzleKind::Why => {
            let mistake: Square = words.next()?.parse().ok()?;
            let causes = words.next()?.split(',').map(cause).collect::<Option<Vec<Cause>>>()?;
            why = Some((mistake, causes.try_into().ok()?));
        }
        PuzzleKind::Win | PuzzleKind::MostDiscs | PuzzleKind::Midgame => {}
    }
    let legal = position.legal_moves();
    let squares = [answer].into_iter().chain(moves.iter().copied()).chain(why.map(|why| why.0));
    let sound = words.next().is_none() && squares.into_iter().all(|square| legal.contains(square));
    sound.then_some(Puzzle { kind, grade, theme, position, before, values, answer, moves, why })
}

fn cause(name: &str) -> Option<Cause> {
    Cause::ALL.iter().copied().find(|cause| cause.name() == name)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_pack_is_read_as_written_and_a_bad_line_is_named() {
        let text = Pack::embedded().text();
        let again = Pack::parse(&text).unwrap();
        assert_eq!(&again, Pack::embedded());
        let error = Pack::parse(&format!("# about\n\n{text}win 11 - x +1/-1 a1\n")).unwrap_err();
        assert_eq!(error.line, text.lines().count() + 3);
    }

    #[test]
    fn every_puzzle_has_its_day_before_one_comes_again() {
        let pack = Pack::embedded();
        let count = pack.puzzles.len() as u64;
        let mut days: Vec<u64> = (20_000..20_000 + count).map(|day| pack.daily(day).unwrap().id()).collect();
        days.sort_unstable();
        days.dedup();
        assert_eq!(days.len() as u64, count);
        assert_eq!(pack.daily(20_000), pack.daily(20_000 + count));
        assert_eq!(Pack::default().daily(7), None);
    }
}
