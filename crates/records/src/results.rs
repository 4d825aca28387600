//! The results file: finished games as text that people can read.
//!
//! ```text
//! Date: 2026-11-15 20:41:07 UTC
//! Black: Anna, 40 discs
//! White: Computer (level 5), 24 discs
//! Winner: Anna (Black)
//! Moves: d3c3c4c5b4e3
//!
//! ```
//!
//! Each block has these lines, a word and a colon first, always in this order, and ends with an empty line. `Winner` is
//! `none, a draw` when the discs are equal, and missing if the game is not over. Four more lines come before `Moves`
//! when they apply: `Ended: White resigned` for games that were not played to the end (or `ran out of time`,
//! `forfeited`, `by agreement`, `void`), `Rules: orthogonal, thirty` for rules other than the standard ones, `Start:`
//! with the 64 squares, row by row, and the side to move for games from another position, `In hand: Black 12, White 11`
//! if the rule *thirty* did not begin with 30 discs each. Passes are left out of `Moves`; without moves nothing follows
//! the colon.
//!
//! A player without a name is written as the colour. Reading skips text between blocks, and lines with an unknown word.
//! Comments, ratings, clocks, the event and the place are not stored.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use outflank_rules::{Color, Outcome, Position, Variant};

use crate::text::{Lines, decode, printable, quote};
use crate::{Ending, Problem, ReadError, Record, Verdict, board, transcript, tree};

/// The name of the file.
pub const FILE_NAME: &str = "othello-results.txt";

/// The block of a game; without `Winner` and `Ended` if the game is not over.
///
/// ```
/// use outflank_records::{read, results};
///
/// let mut record = read(b"e6f4e3f6g5d6e7f5c5")?.remove(0);
/// record.black.name = "Anna".into();
/// let block = results::block(&record);
/// assert_eq!(block.lines().nth(3), Some("Winner: Anna (Black)"));
/// assert_eq!(read(block.as_bytes())?, [record]);
/// # Ok::<(), outflank_records::ReadError>(())
/// ```
pub fn block(record: &Record) -> String {
    let mut block = String::new();
    let mut line = |word: &str, text: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(block, "{}", format!("{word}: {text}").trim_end());
    };
    line("Date", &printable(&record.date));
    let discs = discs(record);
    for color in Color::ALL {
        let count = discs[color as usize];
        let word = if count == 1 { "disc" } else { "discs" };
        line(&color.to_string(), &format!("{}, {count} {word}", name(record, color)));
    }
    if let Some(verdict) = record.result() {
        let winner = match verdict.margin {
            margin if margin > 0.0 => Some(Color::Black),
            margin if margin < 0.0 => Some(Color::White),
            _ => None,
        };
        match winner {
            Some(color) => line("Winner", &winner_text(&name(record, color), color)),
            None if verdict.ending == Ending::Void => line("Winner", "none"),
            None => line("Winner", "none, a draw"),
        }
        let loser = winner.map_or("nobody".to_owned(), |color| (!color).to_string());
        match verdict.ending {
            Ending::Played => {}
            Ending::Resigned => line("Ended", &format!("{loser} resigned")),
            Ending::TimedOut => line("Ended", &format!("{loser} ran out of time")),
            Ending::Forfeited => line("Ended", &format!("{loser} forfeited")),
            Ending::Agreed => line("Ended", "by agreement"),
            Ending::Void => line("Ended", "void"),
        }
    }
    let start = record.game.start();
    let variant = start.variant();
    if !variant.is_standard() {
        line("Rules", &variant.to_string().replace(',', ", "));
    }
    if board::text(start) != board::text(&Position::start(variant)) {
        line("Start", &board::text(start));
    }
    if let Some([black, white]) = tree::discs_left(start) {
        line("In hand", &format!("Black {black}, White {white}"));
    }
    line("Moves", &transcript::text(&record.game));
    block + "\n"
}

/// Appends a block to a file completely or not at all: the file is locked while it is written, and a block that does
/// not fit on the disk is removed again. It is here because the terminal game and the server write the same file.
pub fn append(path: &Path, block: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
    // If the file cannot be locked, the block is written anyway, always at the end.
    let _ = file.lock();
    let length = file.metadata()?.len();
    // Someone may have edited the file and removed the last line break.
    let open = length > 0 && last_byte(&mut file)? != b'\n';
    let text = if open { format!("\n\n{block}") } else { block.to_owned() };
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_data());
    if written.is_err() {
        // If this fails too, nothing more can be done; the first error is the one to report.
        let _ = file.set_len(length);
    }
    written
}

fn last_byte(file: &mut File) -> io::Result<u8> {
    let mut byte = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut byte)?;
    Ok(byte[0])
}

/// The name of a player, or the colour.
fn name(record: &Record, color: Color) -> String {
    let name = printable(record.player(color).name.trim()).into_owned();
    if name.is_empty() { color.to_string() } else { name }
}

/// The winner is named without the level.
fn winner_text(name: &str, color: Color) -> String {
    let level = |(_, number): &(&str, &str)| number.bytes().all(|byte| byte.is_ascii_digit());
    let short = name.strip_suffix(')').and_then(|name| name.rsplit_once(" (level ")).filter(level);
    let name = short.map_or(name, |(name, _)| name);
    if name == color.to_string() { name.to_owned() } else { format!("{name} ({color})") }
}

/// The discs of Black and White: as the record counts them if it has a score that the board does not show.
fn discs(record: &Record) -> [u8; 2] {
    let counted = matches!(record.verdict, Some(Verdict { ending: Ending::Played | Ending::Agreed, .. }));
    let black = record.verdict.filter(|_| counted).map(|verdict| 32.0 + verdict.margin / 2.0);
    match black.filter(|black| (0.0..=64.0).contains(black) && black.fract().abs() < f64::EPSILON) {
        Some(black) => [black as u8, 64 - black as u8],
        None => Color::ALL.map(|color| record.position().score().count(color)),
    }
}

/// The blocks of a text.
#[derive(Debug)]
pub(crate) struct Blocks<'a> {
    lines: Lines<'a>,
    /// The first line of the next block, if it was what ended the one before.
    ahead: Option<(usize, &'a [u8])>,
}

impl<'a> Blocks<'a> {
    pub(crate) fn new(input: &'a [u8]) -> Blocks<'a> {
        Blocks { lines: Lines::new(input), ahead: None }
    }

    pub(crate) fn more(&self) -> bool {
        self.ahead.is_some() || self.lines.clone().any(|(_, line)| begins_block(line))
    }

    pub(crate) fn next(&mut self) -> Option<Result<Record, ReadError>> {
        let (number, first) =
            self.ahead.take().or_else(|| self.lines.find(|(_, line)| begins_block(line)))?;
        let mut block = vec![(number, first)];
        for (number, line) in self.lines.by_ref() {
            if begins_block(line) {
                self.ahead = Some((number, line));
                break;
            }
            if line.trim_ascii().is_empty() {
                break;
            }
            // No valid block has more lines.
            if block.len() < 100 {
                block.push((number, line));
            }
        }
        Some(read_block(&block))
    }
}

/// Whether a block begins with this line.
pub(crate) fn begins_block(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"Date:")
}

/// Where the first block begins in a text, if there is one: a date and then Black.
pub(crate) fn find(text: &str) -> Option<usize> {
    let black = |at: usize| {
        let next = text[at..].lines().nth(1);
        next.is_some_and(|line| line.trim_start().starts_with("Black:"))
    };
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
    starts.into_iter().find(|&at| begins_block(&text.as_bytes()[at..]) && black(at))
}

fn read_block(lines: &[(usize, &[u8])]) -> Result<Record, ReadError> {
    let mut draft = Draft::default();
    for &(number, line) in lines {
        let text = decode(line);
        let text = printable(&text);
        let Some((word, value)) = text.split_once(':') else { continue };
        let fault = |problem| ReadError::at_line(number, word.chars().count() + 2, problem);
        draft.line(word.trim(), value.trim()).map_err(fault)?;
    }
    draft.finish(lines[0].0)
}

/// A block that is being read.
#[derive(Default)]
struct Draft {
    record: Record,
    discs: [Option<i8>; 2],
    winner: Option<Winner>,
    ended: Option<Ending>,
    variant: Variant,
    start: Option<Position>,
    left: Option<[u8; 2]>,
    moves: Option<String>,
}

#[derive(Clone, Copy, PartialEq)]
enum Winner {
    Color(Color),
    Nobody,
}

impl Draft {
    fn line(&mut self, word: &str, value: &str) -> Result<(), Problem> {
        let bad = |what: &str| Problem::Syntax(format!("{:?} is not {what}", quote(value.as_bytes())));
        match word {
            "Date" => value.clone_into(&mut self.record.date),
            "Black" => self.player(Color::Black, value),
            "White" => self.player(Color::White, value),
            "Winner" => self.winner = Some(winner(value).ok_or_else(|| bad("a winner, as in Anna (Black)"))?),
            "Ended" => self.ended = Some(ending(value).ok_or_else(|| bad("a way to end a game"))?),
            "Rules" => self.variant = tree::variant(&value.replace(' ', ""))?,
            "Start" => self.start = Some(board::position(value).map_err(|error| error.problem)?),
            "In hand" => self.left = Some(in_hand(value).ok_or_else(|| bad("Black 12, White 11"))?),
            "Moves" => self.moves = Some(value.to_owned()),
            _ => {}
        }
        Ok(())
    }

    /// `Anna, 40 discs`; a text without discs is a name.
    fn player(&mut self, color: Color, value: &str) {
        let discs = |text: &str| {
            text.strip_suffix(" discs")
                .or(text.strip_suffix(" disc"))?
                .parse()
                .ok()
                .filter(|count| (0..=64).contains(count))
        };
        let (name, count) = match value.rsplit_once(',').map(|(name, text)| (name, discs(text.trim()))) {
            Some((name, Some(count))) => (name.trim(), Some(count)),
            _ => (value, None),
        };
        self.discs[color as usize] = count;
        let player = match color {
            Color::Black => &mut self.record.black,
            Color::White => &mut self.record.white,
        };
        if name != color.to_string() {
            name.clone_into(&mut player.name);
        }
    }

    fn finish(mut self, number: usize) -> Result<Record, ReadError> {
        let fault = |problem| ReadError::at_line(number, 1, problem);
        let Some(moves) = self.moves.take() else {
            return Err(fault(Problem::syntax("the block that begins here has no line Moves")));
        };
        let mut setup = self.start.unwrap_or(Position::start(self.variant)).setup();
        setup.variant = self.variant;
        setup.discs_left = self.left.unwrap_or(setup.discs_left);
        let start = setup.position().map_err(|error| fault(Problem::Setup(error)))?;
        self.record.game = transcript::game(start, &moves)?;
        if let Some(verdict) = self.verdict() {
            self.record.set_verdict(verdict);
        }
        Ok(self.record)
    }

    /// How the game ended according to the block.
    fn verdict(&self) -> Option<Verdict> {
        let won: i8 = match self.winner? {
            Winner::Color(Color::Black) => 64,
            Winner::Color(Color::White) => -64,
            Winner::Nobody => 0,
        };
        // A count of more discs than on the board includes the empty squares.
        let counted = match self.discs {
            [Some(black), Some(white)] if black + white == 64 => Some(black - white),
            _ => self.record.position().outcome().map(Outcome::tournament_margin),
        };
        let counted = counted.filter(|margin| margin.signum() == won.signum());
        let ending = self.ended.unwrap_or(Ending::Played);
        let margin = match ending {
            Ending::Played | Ending::Agreed => counted.unwrap_or(won),
            _ => won,
        };
        Some(Verdict { margin: margin.into(), ending })
    }
}

fn winner(value: &str) -> Option<Winner> {
    // Look for the colour first: a player may be called "none, as always".
    let color = Color::ALL.into_iter().find(|color| {
        let color = color.to_string();
        value == color || value.ends_with(&format!("({color})"))
    });
    let nobody = value == "none" || value.starts_with("none,");
    color.map(Winner::Color).or(nobody.then_some(Winner::Nobody))
}

fn ending(value: &str) -> Option<Ending> {
    let endings = [
        ("resigned", Ending::Resigned),
        ("ran out of time", Ending::TimedOut),
        ("forfeited", Ending::Forfeited),
        ("by agreement", Ending::Agreed),
        ("void", Ending::Void),
    ];
    endings.into_iter().find(|(words, _)| value.ends_with(words)).map(|(_, ending)| ending)
}

/// `Black 12, White 11`.
fn in_hand(value: &str) -> Option<[u8; 2]> {
    let (black, white) = value.split_once(',')?;
    let count = |text: &str, color: &str| text.trim().strip_prefix(color)?.trim().parse().ok();
    Some([count(black, "Black")?, count(white, "White")?])
}
