//! Transcripts: the squares of a game one after the other, `f5d6c3d3c4`.
//!
//! Read in any case, with or without move numbers, separators (`f5-d6`, `f5, d6`) and passes (`pass`, `pa`,
//! `ps`, `--`). A file may hold many games, one per line; a game may also run over several lines. A line starts
//! a new game if it is legal from the start position and stands after a blank line, or cannot go on from the line
//! above, or has more than two moves and no move number above 1.
//!
//! Written in lower case without separators and without passes, except a pass at the very end of an unfinished
//! game. There is no place for anything but the moves of a standard game.

use outflank_rules::{Game, Move, Position};

use crate::builder::{Builder, parse};
use crate::text::{Lines, without_bom};
use crate::{ReadError, Record, Unwritable};

/// The game that a text holds, from a start position of the caller's choice.
///
/// ```
/// use outflank_records::transcript;
/// use outflank_rules::Position;
///
/// let game = transcript::game(Position::default(), "1. F5 d6  2. C3 d3")?;
/// assert_eq!(game.moves().len(), 4);
/// assert_eq!(transcript::text(&game), "f5d6c3d3");
///
/// let error = transcript::game(Position::default(), "f5 f5").unwrap_err();
/// assert_eq!(error.to_string(), r#"move 2, "f5": is taken by a black disc"#);
/// # Ok::<(), outflank_records::ReadError>(())
/// ```
pub fn game(start: Position, text: &str) -> Result<Game, ReadError> {
    let mut builder = Builder::new(start);
    for token in Tokens::new(text.as_bytes()) {
        builder.play_text(token)?;
    }
    Ok(builder.game)
}

/// The moves of a game, whatever its start and rules: the reader has to know those.
pub fn text(game: &Game) -> String {
    let mut text: String =
        game.moves().iter().filter_map(|mv| mv.square()).map(|square| square.to_string()).collect();
    if game.moves().last() == Some(&Move::Pass) {
        text.push_str("pa");
    }
    text
}

pub(crate) fn write(record: &Record) -> Result<String, Unwritable> {
    crate::writer::standard_start(record)?;
    if record.game.moves().is_empty() {
        return Err(Unwritable::NoMoves);
    }
    Ok(text(&record.game) + "\n")
}

/// What has to stand between two written games so that they are read as two.
pub(crate) fn separator(next: &Record) -> &'static str {
    if next.game.moves().len() <= FEW { "\n" } else { "" }
}

/// A line of no more moves than this is more likely a part of a game than a game, unless a blank line says so.
const FEW: usize = 2;

/// The games of a text.
#[derive(Debug)]
pub(crate) struct Games<'a> {
    lines: Lines<'a>,
    /// The line that showed the last game to be complete.
    ahead: Option<Line<'a>>,
}

impl<'a> Games<'a> {
    pub(crate) fn new(input: &'a [u8]) -> Games<'a> {
        Games { lines: Lines::new(without_bom(input)), ahead: None }
    }

    pub(crate) fn more(&self) -> bool {
        self.ahead.is_some() || !self.lines.is_blank()
    }

    pub(crate) fn next(&mut self) -> Option<Result<Record, ReadError>> {
        let first = self.ahead.take().or_else(|| self.next_line())?;
        let mut builder = Builder::new(Position::default());
        if let Err(error) = first.play(&mut builder) {
            // A wrong move of a later line is a move of a later game only if that line starts one.
            return Some(Err(error));
        }
        while let Some(line) = self.next_line() {
            if line.starts_game(&builder) {
                self.ahead = Some(line);
                break;
            }
            if let Err(error) = line.play(&mut builder) {
                return Some(Err(error));
            }
        }
        Some(Ok(builder.game.into()))
    }

    fn next_line(&mut self) -> Option<Line<'a>> {
        let mut after_blank = false;
        loop {
            let (_, text) = self.lines.next()?;
            let line = Line::new(text, after_blank);
            if !line.tokens.is_empty() {
                return Some(line);
            }
            after_blank = true;
        }
    }
}

/// A line with moves.
#[derive(Debug)]
struct Line<'a> {
    tokens: Vec<&'a [u8]>,
    after_blank: bool,
    /// Begins with a number above 1.
    numbered: bool,
}

impl<'a> Line<'a> {
    fn new(text: &'a [u8], after_blank: bool) -> Line<'a> {
        // No game is longer, so that one of these is wrong if there are more.
        const MOST: usize = 200;
        let digits = text.trim_ascii_start();
        let digits = &digits[..digits.iter().take_while(|byte| byte.is_ascii_digit()).count()];
        Line {
            tokens: Tokens::new(text).take(MOST).collect(),
            after_blank,
            numbered: !digits.is_empty() && digits != b"1",
        }
    }

    fn play(&self, builder: &mut Builder) -> Result<(), ReadError> {
        self.tokens.iter().try_for_each(|token| builder.play_text(token))
    }

    fn starts_game(&self, above: &Builder) -> bool {
        let continues = self.play(&mut above.clone()).is_ok();
        let alone = self.play(&mut Builder::new(Position::default())).is_ok();
        if alone {
            self.after_blank || !continues || (self.tokens.len() > FEW && !self.numbered)
        } else {
            // Neither works as a whole: the first move tells what was meant.
            let first = self.tokens.first().and_then(|token| parse(token));
            let plays = |mut game: Game| first.is_some_and(|mv| game.play_through(mv).is_ok());
            !continues && !plays(above.game.clone()) && plays(Game::default())
        }
    }
}

/// Cuts a text into moves; numbers and punctuation between them are dropped.
#[derive(Debug)]
struct Tokens<'a> {
    rest: &'a [u8],
}

impl<'a> Tokens<'a> {
    fn new(text: &'a [u8]) -> Tokens<'a> {
        Tokens { rest: text }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let rest = self.rest;
        let is_dropped = |at: usize| match rest[at] {
            b'-' => !rest[at + 1..].starts_with(b"-"),
            byte => byte.is_ascii_whitespace() || byte.is_ascii_digit() || b",.;:|/()!?+=".contains(&byte),
        };
        let start = (0..rest.len()).find(|&at| !is_dropped(at))?;
        let rest = &rest[start..];
        let length = token_length(rest);
        self.rest = &rest[length..];
        Some(&rest[..length])
    }
}

/// The length of the move, or of what stands in the place of one, at the start of a text that is not empty.
fn token_length(text: &[u8]) -> usize {
    let starts_with =
        |word: &[u8]| text.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word));
    if let Some(pass) = [&b"pass"[..], b"pa", b"ps", b"--"].into_iter().find(|word| starts_with(word)) {
        return pass.len();
    }
    let count =
        |from: usize, is_part: fn(&u8) -> bool| text[from..].iter().take_while(|byte| is_part(byte)).count();
    // All digits after a letter belong to it, so that "e10" is not taken for e1.
    let digits = if text[0].is_ascii_alphabetic() { count(1, u8::is_ascii_digit) } else { 0 };
    if digits > 0 { 1 + digits } else { count(0, |byte| !byte.is_ascii_whitespace() && *byte != b',').max(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<String> {
        Tokens::new(text.as_bytes()).map(|token| String::from_utf8_lossy(token).into_owned()).collect()
    }

    fn games(text: &str) -> Vec<String> {
        let mut games = Games::new(text.as_bytes());
        std::iter::from_fn(|| games.next())
            .map(|game| game.map_or_else(|error| error.to_string(), |record| self::text(&record.game)))
            .collect()
    }

    #[test]
    fn numbers_and_punctuation_are_dropped() {
        for text in [
            "f5D6pac3",
            "1. f5 D6 2. pa c3",
            "f5-D6-pa-c3",
            "1f5 2D6 3pa 4c3",
            "f5,D6;pa | c3!",
            "f5D6 pa c3 33-31",
        ] {
            assert_eq!(tokens(text), ["f5", "D6", "pa", "c3"], "{text}");
        }
        assert_eq!(tokens("f5 -- D6 pass"), ["f5", "--", "D6", "pass"]);
        assert_eq!(tokens("f10 hello i5"), ["f10", "hello", "i5"]);
    }

    #[test]
    fn one_game_may_run_over_lines() {
        assert_eq!(games("f5 d6\nc3 d3\n"), ["f5d6c3d3"]);
        assert_eq!(games("f5\nd6\nc4\nd3\n"), ["f5d6c4d3"], "c4 alone would be a game too");
        assert_eq!(games("1. f5 d6\n\n2. c3 d3"), ["f5d6c3d3"]);
    }

    #[test]
    fn a_line_that_makes_sense_as_a_game_starts_one() {
        assert_eq!(games("f5d6\nf5f6\r\nf5f4"), ["f5d6", "f5f6", "f5f4"]);
        assert_eq!(games("f5d6\nc4e3f4c5"), ["f5d6", "c4e3f4c5"]);
        assert_eq!(games("f5d6\n\nc4"), ["f5d6", "c4"], "c4 could go on, but for the blank line");
        assert_eq!(games("1. f5d6c3\n2. f5f6e6"), ["f5d6c3", "f5f6e6"]);
    }

    #[test]
    fn an_error_is_in_the_game_that_the_line_belongs_to() {
        assert_eq!(games("f5d6c3\nf5d6e9")[1], r#"move 3, "e9": no such square"#);
        assert_eq!(games("f5d6c3\nd3e9")[0], r#"move 5, "e9": no such square"#);
    }
}
