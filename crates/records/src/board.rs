//! Positions as text: 64 squares from a1 to h8, row by row, and the side to move.
//!
//! Reading accepts `X`, `*`, `b` or `●` for Black, `O`, `w` or `○` for White and `-`, `.`, `_` or `+` for empty
//! squares, in one line or drawn in eight rows with or without coordinates; the side to move as `X`, `O`, `black`,
//! `white to move` and the like. A text may hold several positions. After a row that ends with its number, and before
//! the letters of the columns, other text is allowed: Edax writes whose turn it is beside the board, and the server GGS
//! begins every line with a bar.
//!
//! Writing uses `X`, `O` and `-`, a blank and the side to move. The format only supports standard rules.

use std::borrow::Cow;

use outflank_rules::{Color, Position, Setup, Square};

use crate::text::{Lines, decode, halfwidth, quote};
use crate::{Problem, ReadError, Record, Unwritable};

/// The 64 squares of a position.
///
/// ```
/// use outflank_records::board;
/// use outflank_rules::Position;
///
/// let start = "---------------------------OX------XO---------------------------";
/// assert_eq!(board::squares(&Position::default()), start);
/// assert_eq!(board::position(&format!("{start} X"))?, Position::default());
/// # Ok::<(), outflank_records::ReadError>(())
/// ```
pub fn squares(position: &Position) -> String {
    Square::ALL.iter().map(|&square| position.disc_at(square).map_or('-', Color::letter)).collect()
}

/// The 64 squares and the side to move.
pub fn text(position: &Position) -> String {
    format!("{} {}", squares(position), position.turn().letter())
}

/// The position in a text, in one line or drawn, under standard rules.
pub fn position(text: &str) -> Result<Position, ReadError> {
    let mut boards = Boards::new(text.as_bytes());
    let record = boards.next().unwrap_or_else(|| Err(ReadError::new(Problem::Empty)))?;
    match boards.lines.find(|(_, line)| !is_decoration(&plain(line)) && !is_comment(&plain(line))) {
        None => Ok(*record.position()),
        Some((line, text)) => Err(ReadError::at_line(line, 1, unexpected(text))),
    }
}

pub(crate) fn write(record: &Record) -> Result<String, Unwritable> {
    crate::writer::standard_rules(record)?;
    Ok(text(record.position()) + "\n")
}

/// What a character can mean as a square.
pub(crate) enum Cell {
    Disc(Color),
    Empty,
}

/// The square that a character stands for.
pub(crate) fn cell(c: char) -> Option<Cell> {
    match c {
        'X' | 'x' | '*' | 'B' | 'b' | '●' | '⚫' | '⬤' => Some(Cell::Disc(Color::Black)),
        'O' | 'o' | 'W' | 'w' | '0' | '○' | '⚪' | '◯' | '〇' => Some(Cell::Disc(Color::White)),
        '-' | '.' | '_' | '·' | '+' => Some(Cell::Empty),
        _ => None,
    }
}

/// How many characters of a text could be squares.
pub(crate) fn cells(text: &str) -> usize {
    text.chars().filter(|&c| cell(c).is_some()).count()
}

pub(crate) fn unexpected(text: &[u8]) -> Problem {
    Problem::Syntax(format!("{:?} is not expected here", quote(text.trim_ascii())))
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
        let is_board = |line: &[u8]| {
            let text = plain(line);
            cells(&text) > 0 && !is_decoration(&text) && !is_comment(&text)
        };
        let (number, line) = self.lines.find(|(_, line)| is_board(line))?;
        let text = plain(line);
        // Half a board is too long for a row.
        if cells(&text) > 32 {
            return Some(one_line(number, &text).map(Record::from));
        }
        let position = self.drawn(number, &text).or_else(|error| match self.skip_to_columns(&text) {
            Some((number, line)) => self.drawn(number, &plain(line)),
            None => Err(error),
        });
        if position.is_err() {
            self.skip_drawing();
        }
        Some(position.map(Record::from))
    }

    /// A position drawn in eight rows, of which this line is the first.
    fn drawn(&mut self, number: usize, first: &str) -> Result<Position, ReadError> {
        let mut cells = Cells::default();
        let mut turn = cells.add_row(number, first)?;
        let mut last = number;
        while cells.count < 64 {
            let mut lines = self.lines.by_ref().map(|(number, line)| (number, plain(line)));
            let row = lines.find(|(_, text)| !is_decoration(text));
            let Some((number, row)) = row.filter(|(_, text)| self::cells(text) >= 8 || side(text).is_none())
            else {
                let missing = format!("{} rows where 8 are expected", cells.count / 8);
                return Err(ReadError::at_line(last + 1, 1, Problem::Syntax(missing)));
            };
            turn = cells.add_row(number, &row)?.or(turn);
            last = number;
        }
        if let Some(turn) = turn {
            cells.setup.turn = turn;
            return cells.position(last);
        }
        // Programs write more about a position than whose turn it is, and in any order.
        let is_comment = |text: &str| is_comment(text) && side(text).is_none();
        let mut lines = self.lines.by_ref().map(|(number, line)| (number, plain(line)));
        let Some((number, text)) = lines.find(|(_, text)| !is_decoration(text) && !is_comment(text)) else {
            return Err(ReadError::at_line(last + 1, 1, Problem::syntax(NO_SIDE)));
        };
        cells.setup.turn =
            side(&text).ok_or_else(|| ReadError::at_line(number, 1, unexpected_side(text.as_bytes())))?;
        cells.position(number)
    }

    /// Skips to the line after the column letters, if they follow soon after a line that is not a row, and returns that
    /// line.
    fn skip_to_columns(&mut self, text: &str) -> Option<(usize, &'a [u8])> {
        const SOON: usize = 12;
        if Cells::default().add_row(1, text).is_ok() {
            return None;
        }
        let mut ahead = self.lines.clone();
        ahead.by_ref().take(SOON).find(|(_, line)| is_columns(&plain(line)))?;
        let first = ahead.next()?;
        self.lines = ahead;
        Some(first)
    }

    /// Skips the rest of a drawing that is wrong.
    fn skip_drawing(&mut self) {
        let mut ahead = self.lines.clone();
        while let Some((_, line)) = ahead.next()
            && !line.trim_ascii().is_empty()
            && cells(&plain(line)) <= 32
        {
            self.lines = ahead.clone();
        }
    }
}

/// The text of a line in half width.
fn plain(line: &[u8]) -> Cow<'_, str> {
    match decode(line) {
        Cow::Borrowed(text) => halfwidth(text),
        Cow::Owned(text) => Cow::Owned(halfwidth(&text).into_owned()),
    }
}

/// Whether a line is blank, a comment, a rule or the row of column letters.
fn is_decoration(line: &str) -> bool {
    line.chars().all(|c| c.is_whitespace() || c == '|')
        || line.trim_start().starts_with('%')
        || is_columns(line)
        || (line.contains('+') && line.chars().all(|c| "+- ".contains(c)))
}

/// Whether a line begins with the letters of the columns.
fn is_columns(line: &str) -> bool {
    let mut words = line.split(|c: char| c.is_whitespace() || c == '|').filter(|word| !word.is_empty());
    let together = words.clone().next().is_some_and(|word| word.eq_ignore_ascii_case("abcdefgh"));
    let mut is_next =
        |letter: char| words.next().is_some_and(|word| word.eq_ignore_ascii_case(&letter.to_string()));
    together || ('a'..='h').all(&mut is_next)
}

/// Whether a line is text under a heading, such as `Discs: Black 7, White 4` below a drawn board.
fn is_comment(line: &str) -> bool {
    let heading = line.split(':').next().unwrap_or_default();
    heading.len() < line.len() && heading.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b' ')
}

const NO_SIDE: &str = "the side to move, X or O, is missing";

/// A position in one line, with nothing after it.
fn one_line(number: usize, text: &str) -> Result<Position, ReadError> {
    let (position, rest) = position_and_rest(number, text)?;
    let rest = rest.trim_start_matches([';', ' ', '\t']);
    if rest.trim().is_empty() {
        Ok(position)
    } else {
        let column = text.chars().count() - rest.chars().count() + 1;
        Err(ReadError::at_line(number, column, unexpected(rest.as_bytes())))
    }
}

/// The position at the start of a line, up to a semicolon or the end, and the rest of the line.
pub(crate) fn position_and_rest(number: usize, line: &str) -> Result<(Position, &str), ReadError> {
    let (text, rest) = line.split_at(line.find(';').unwrap_or(line.len()));
    let fail =
        |end: usize, problem| Err(ReadError::at_line(number, line[..end].chars().count() + 1, problem));
    let mut cells = Cells::default();
    let mut chars = text.char_indices();
    while cells.count < 64 {
        let Some((at, c)) = chars.next() else {
            let squares = without_side(text);
            return fail(squares.len(), wrong_count(self::cells(squares)));
        };
        if let Err(problem) = cells.add_char(c) {
            return fail(at, problem);
        }
    }
    let side = chars.as_str().trim_start();
    let start = text.len() - side.len();
    let side = side.trim_end();
    let more = self::cells(side);
    if side.is_empty() {
        fail(text.trim_end().len(), Problem::syntax(NO_SIDE))
    } else if more > 1 && more == side.chars().count() {
        fail(start, wrong_count(64 + more))
    } else if let Some(turn) = self::side(side) {
        cells.setup.turn = turn;
        Ok((cells.position(number)?, rest))
    } else {
        fail(start, unexpected_side(side.as_bytes()))
    }
}

/// A line with too few squares, without a disc after a blank, which is more likely the side to move.
fn without_side(text: &str) -> &str {
    let text = text.trim_end();
    match text.rsplit_once(char::is_whitespace) {
        Some((squares, word))
            if single(word).is_some()
                && squares.trim().chars().nth(1).is_some_and(|c| !c.is_whitespace()) =>
        {
            squares.trim_end()
        }
        _ => text,
    }
}

/// The 64 squares in a text that has nothing else.
pub(crate) fn setup(text: &str) -> Result<Setup, Problem> {
    let mut cells = Cells::default();
    text.chars().try_for_each(|c| cells.add_char(c))?;
    if cells.count == 64 { Ok(cells.setup) } else { Err(wrong_count(cells.count)) }
}

fn wrong_count(count: usize) -> Problem {
    Problem::Syntax(format!("{count} squares where 64 are expected"))
}

pub(crate) fn unexpected_side(text: &[u8]) -> Problem {
    Problem::Syntax(format!("{:?} is not a side to move: X or O is expected", quote(text.trim_ascii())))
}

/// The colour named by a text such as `X`, `white to move`, `Turn: O` or `To move: White (O)`.
fn side(text: &str) -> Option<Color> {
    let mut named = None;
    for word in text.split(|c: char| c.is_whitespace() || ":|".contains(c)).filter(|word| !word.is_empty()) {
        let repeated = word.strip_prefix('(').and_then(|word| word.strip_suffix(')'));
        if let Some(again) = repeated {
            named = named.filter(|_| named == color(again));
            named?;
        } else if let Some(color) = color(word.trim_end_matches(['.', ',']).trim_end_matches("'s")) {
            if named.replace(color).is_some() {
                return None;
            }
        } else if !SIDE_WORDS.iter().any(|known| word.eq_ignore_ascii_case(known)) {
            return None;
        }
    }
    named
}

const SIDE_WORDS: [&str; 6] = ["to", "move", "plays", "turn", "side", "next"];

/// The colour named by a word or a disc.
fn color(word: &str) -> Option<Color> {
    match single(word).and_then(cell) {
        Some(Cell::Disc(color)) => Some(color),
        _ => word.parse().ok(),
    }
}

fn single(word: &str) -> Option<char> {
    let mut chars = word.chars();
    chars.next().filter(|_| chars.next().is_none())
}

/// The squares read so far.
#[derive(Default)]
struct Cells {
    setup: Setup,
    count: usize,
}

impl Cells {
    fn add(&mut self, cell: Cell) {
        if let (Cell::Disc(color), Some(square)) = (cell, Square::from_index(self.count)) {
            let discs = match color {
                Color::Black => &mut self.setup.black,
                Color::White => &mut self.setup.white,
            };
            *discs = discs.with(square);
        }
        self.count += 1;
    }

    fn add_char(&mut self, c: char) -> Result<(), Problem> {
        match cell(c) {
            Some(cell) => self.add(cell),
            None if c.is_whitespace() || c == '|' || c == '/' => {}
            None => return Err(Problem::Syntax(format!("{c:?} is not X, O or -"))),
        }
        Ok(())
    }

    /// Adds a row of a drawing; its number may be at either end. Returns the side to move if it is named beside the
    /// row.
    fn add_row(&mut self, line: usize, text: &str) -> Result<Option<Color>, ReadError> {
        let label = char::from_digit(self.count as u32 / 8 + 1, 10).unwrap_or('8');
        let start = text.len() - text.trim_start_matches(['|', ' ', '\t']).trim_start_matches(label).len();
        let (row, beside) = text[start..].split_once(label).unwrap_or((text[start..].trim_end(), ""));
        let before = self.count;
        let column = text[..start].chars().count() + 1;
        for (n, c) in row.chars().enumerate() {
            self.add_char(c).map_err(|problem| ReadError::at_line(line, column + n, problem))?;
        }
        match self.count - before {
            // Text beside a board is separated by two blanks.
            8 => Ok(side(beside.trim_start().split("  ").next().unwrap_or_default())),
            count => {
                let what = Problem::Syntax(format!("{count} squares where a row has 8"));
                Err(ReadError::at_line(line, column, what))
            }
        }
    }

    fn position(self, line: usize) -> Result<Position, ReadError> {
        self.setup.position().map_err(|error| ReadError::at_line(line, 1, Problem::Setup(error)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO---------------------------";

    #[test]
    fn the_start_can_be_written_in_many_ways() {
        let start = Position::default();
        for text in [
            format!("{START} X"),
            format!("{START}X"),
            format!("{START}; black to move").replace(';', ""),
            format!("{START} *;"),
            START.replace('O', "w").replace('X', "b").replace('-', ".") + " b",
            START.replace('O', "○").replace('X', "●") + "\t●",
            format!("{start}X to move"),
            format!("{start}Turn: black\n"),
            START.as_bytes().chunks(8).map(|row| String::from_utf8_lossy(row) + "\n").collect::<String>()
                + "X",
        ] {
            assert_eq!(position(&text), Ok(start), "{text}");
        }
        assert_eq!(position(&format!("{START} white")).unwrap().turn(), Color::White);
    }

    #[test]
    fn a_drawn_board_without_a_side_to_move_is_refused() {
        let error = position(&Position::default().to_string()).unwrap_err();
        assert_eq!(error.to_string(), "line 10, column 1: the side to move, X or O, is missing");
    }
}
