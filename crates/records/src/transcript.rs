//! Transcripts: the squares of a game in a row, `f5d6c3d3c4`.
//!
//! Reading accepts any case, half or full width (`ｆ５ｄ６`), with or without move numbers, separators (`f5-d6`, `f5, d6`)
//! and passes (`pass`, `pa`, `ps`, `--`, `パス`). Comments are in braces or run from `%`, `#` or `//` to the end of the
//! line; PGN tags, `[Black "Ann"]`, say who played. A file may hold many games, one per line; a game may also span
//! several lines. A line starts a new game if it is legal from the start position and follows a blank line or tags, or
//! cannot continue the line above, or has more than two moves and no move number above 1.
//!
//! Writing uses lower case without separators and without passes, except a pass at the very end of an unfinished game.
//! Only the moves of a standard game are stored.

use std::borrow::Cow;
use std::ops::Range;

use outflank_rules::{Game, Move, Position};

use crate::builder::{Builder, parse};
use crate::text::{Lines, decode, halfwidth, without_bom};
use crate::{ReadError, Record, Unwritable};

/// The game in a text, from a start position of the caller's choice.
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
    let mut comment = false;
    for (_, line) in Lines::new(text.as_bytes()) {
        if comment || !tag(line, &mut Record::default()) {
            Line::new(line, &mut comment).play(&mut builder)?;
        }
    }
    Ok(builder.game)
}

/// The moves of a game, whatever its start and rules: the reader has to know them.
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

/// What must be between two written games for them to be read as two.
pub(crate) fn separator(next: &Record) -> &'static str {
    if next.game.moves().len() <= FEW { "\n" } else { "" }
}

/// A line of at most this many moves is more likely part of a game than a game, unless it follows a blank line.
const FEW: usize = 2;

/// The games of a text.
#[derive(Debug)]
pub(crate) struct Games<'a> {
    lines: Lines<'a>,
    /// Where all of them start.
    pub(crate) start: Position,
    /// The line that ended the last game.
    ahead: Option<Line<'a>>,
    /// Whether a brace comment is open.
    comment: bool,
    /// What tags say about the next game.
    tags: Record,
    /// Whether the game before this was damaged, so that some of its lines may follow.
    damaged: bool,
}

impl<'a> Games<'a> {
    pub(crate) fn new(input: &'a [u8]) -> Games<'a> {
        let lines = Lines::new(without_bom(input));
        let (start, tags) = (Position::default(), Record::default());
        Games { lines, start, ahead: None, comment: false, tags, damaged: false }
    }

    pub(crate) fn more(&self) -> bool {
        self.ahead.is_some() || !self.lines.is_blank()
    }

    pub(crate) fn next(&mut self) -> Option<Result<Record, ReadError>> {
        let mut first = self.ahead.take().or_else(|| self.next_line())?;
        while self.damaged && !first.looks_like_a_start(self.start) {
            first = self.next_line()?;
        }
        self.damaged = false;
        let tags = std::mem::take(&mut self.tags);
        let mut builder = Builder::new(self.start);
        // An illegal move of a later line belongs to a later game only if that line starts one.
        let mut played = first.play(&mut builder);
        while played.is_ok() {
            let Some(line) = self.next_line() else { break };
            if line.starts_game(self.start, &builder) {
                self.ahead = Some(line);
                break;
            }
            played = line.play(&mut builder);
        }
        self.damaged = played.is_err();
        Some(played.map(|()| Record { game: builder.game, ..tags }))
    }

    /// The next line with moves; tags before it are kept.
    fn next_line(&mut self) -> Option<Line<'a>> {
        let mut after_blank = false;
        loop {
            let (_, text) = self.lines.next()?;
            if !self.comment && tag(text, &mut self.tags) {
                after_blank = true;
                continue;
            }
            let line = Line { after_blank, ..Line::new(text, &mut self.comment) };
            if !line.tokens.is_empty() {
                return Some(line);
            }
            after_blank |= text.trim_ascii().is_empty();
        }
    }
}

/// Whether a line is a tag, `[Black "Ann"]`; if so, adds its content to `tags`.
fn tag(line: &[u8], tags: &mut Record) -> bool {
    let inside = line.trim_ascii().strip_prefix(b"[").and_then(|line| line.strip_suffix(b"]"));
    let Some(inside) = inside.map(decode) else { return false };
    let Some((name, value)) = inside.split_once(char::is_whitespace) else { return false };
    let Some(value) = value.trim().strip_prefix('"').and_then(|value| value.strip_suffix('"')) else {
        return false;
    };
    // A question mark means unknown.
    let value = if value.trim_matches(['?', '.', '-']).is_empty() { "" } else { value }.replace("\\\"", "\"");
    match name.to_ascii_lowercase().as_str() {
        "black" => tags.black.name = value,
        "white" => tags.white.name = value,
        "event" => tags.event = value,
        "site" => tags.place = value,
        "date" => tags.date = value,
        _ => {}
    }
    true
}

/// The part of a line that is not a comment, as far as one can tell without the lines before it.
pub(crate) fn without_comment(line: &str) -> &str {
    let end = ["%", "#", "//", "{"].iter().filter_map(|mark| line.find(mark)).min();
    let tag = line.trim().starts_with('[') && line.trim().ends_with(']');
    if tag { "" } else { &line[..end.unwrap_or(line.len())] }
}

/// A line of moves, possibly empty.
#[derive(Debug)]
struct Line<'a> {
    text: Cow<'a, [u8]>,
    tokens: Vec<Range<usize>>,
    after_blank: bool,
    /// Whether it begins with a number above 1.
    numbered: bool,
}

impl<'a> Line<'a> {
    /// Reads a line; `comment` says whether a brace is open before it, and then whether one is open after it.
    fn new(text: &'a [u8], comment: &mut bool) -> Line<'a> {
        // No game is longer, so if there are more, one of these is illegal.
        const MOST: usize = 200;
        let text = without_comments(plain(text), comment);
        let digits = text.trim_ascii_start();
        let digits = &digits[..digits.iter().take_while(|byte| byte.is_ascii_digit()).count()];
        let numbered = !digits.is_empty() && digits != b"1";
        let tokens = Tokens::new(&text).take(MOST).collect();
        Line { text, tokens, after_blank: false, numbered }
    }

    fn tokens(&self) -> impl Iterator<Item = &[u8]> {
        self.tokens.iter().map(|range| &self.text[range.clone()])
    }

    fn play(&self, builder: &mut Builder) -> Result<(), ReadError> {
        self.tokens().try_for_each(|token| builder.play_text(token))
    }

    fn starts_game(&self, start: Position, above: &Builder) -> bool {
        let continues = self.play(&mut above.clone()).is_ok();
        let alone = self.play(&mut Builder::new(start)).is_ok();
        if alone {
            self.after_blank || !continues || (self.tokens.len() > FEW && !self.numbered)
        } else {
            // Neither works as a whole: the first move shows what was meant.
            !continues
                && !self.first_move_plays(above.game.clone())
                && self.first_move_plays(Game::new(start))
        }
    }

    /// Whether a game may begin here, after a damaged one.
    fn looks_like_a_start(&self, start: Position) -> bool {
        (self.after_blank || self.tokens.len() > FEW) && self.first_move_plays(Game::new(start))
    }

    fn first_move_plays(&self, mut game: Game) -> bool {
        let first = self.tokens().next().and_then(parse);
        first.is_some_and(|mv| game.play_through(mv).is_ok())
    }
}

/// The text of a line in half width and with the English word for a pass.
fn plain(line: &[u8]) -> Cow<'_, [u8]> {
    if line.is_ascii() {
        return Cow::Borrowed(line);
    }
    match std::str::from_utf8(line) {
        Ok(text) => Cow::Owned(halfwidth(text).replace("パス", "pass").into_bytes()),
        Err(_) => Cow::Borrowed(line),
    }
}

/// A line with its comments replaced by blanks.
fn without_comments<'a>(line: Cow<'a, [u8]>, comment: &mut bool) -> Cow<'a, [u8]> {
    if !*comment && !line.iter().any(|byte| b"{}%#/".contains(byte)) {
        return line;
    }
    let mut line = line.into_owned();
    for at in 0..line.len() {
        match line[at] {
            b'{' => *comment = true,
            b'}' if *comment => {
                *comment = false;
                line[at] = b' ';
            }
            b'%' | b'#' if !*comment => {
                line.truncate(at);
                break;
            }
            b'/' if !*comment && line.get(at + 1) == Some(&b'/') => {
                line.truncate(at);
                break;
            }
            _ => {}
        }
        if *comment {
            line[at] = b' ';
        }
    }
    Cow::Owned(line)
}

/// Splits a text into moves; numbers and punctuation between them are dropped.
#[derive(Debug)]
struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Tokens<'a> {
    fn new(text: &'a [u8]) -> Tokens<'a> {
        Tokens { text, at: 0 }
    }
}

impl Iterator for Tokens<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let text = self.text;
        let is_dropped = |at: usize| match text[at] {
            b'-' => !text[at + 1..].starts_with(b"-"),
            byte => byte.is_ascii_whitespace() || byte.is_ascii_digit() || b",.;:|/()!?+=*>_".contains(&byte),
        };
        let start = (self.at..text.len()).find(|&at| !is_dropped(at))?;
        self.at = start + token_length(&text[start..]);
        Some(start..self.at)
    }
}

/// The length of the move, or of what is in its place, at the start of a text that is not empty.
fn token_length(text: &[u8]) -> usize {
    let starts_with =
        |word: &[u8]| text.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word));
    if let Some(pass) = [&b"pass"[..], b"pa", b"ps", b"--"].into_iter().find(|word| starts_with(word)) {
        return pass.len();
    }
    let count =
        |from: usize, is_part: fn(&u8) -> bool| text[from..].iter().take_while(|byte| is_part(byte)).count();
    // All digits after a letter belong to it, so that "e10" is not read as e1.
    let digits = if text[0].is_ascii_alphabetic() { count(1, u8::is_ascii_digit) } else { 0 };
    if digits > 0 { 1 + digits } else { count(0, |byte| !byte.is_ascii_whitespace() && *byte != b',').max(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<String> {
        Tokens::new(text.as_bytes()).map(|range| text[range].to_owned()).collect()
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
    fn a_game_may_span_lines() {
        assert_eq!(games("f5 d6\nc3 d3\n"), ["f5d6c3d3"]);
        assert_eq!(games("f5\nd6\nc4\nd3\n"), ["f5d6c4d3"], "c4 alone would be a game too");
        assert_eq!(games("1. f5 d6\n\n2. c3 d3"), ["f5d6c3d3"]);
    }

    #[test]
    fn a_line_that_is_a_legal_game_starts_one() {
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

    #[test]
    fn comments_and_tags_are_not_moves() {
        for text in [
            "f5 {best} d6 {a comment
            over two lines} c3",
            "% a note\nf5 d6 # and one\nc3 // and another",
            "[Event \"Cup\"]\n[Result \"*\"]\n\n1. f5 d6 2. c3 *",
            "ｆ５ ｄ６、Ｃ３。",
        ] {
            assert_eq!(games(text), ["f5d6c3"], "{text}");
        }
    }

    #[test]
    fn reading_continues_after_a_damaged_game() {
        let error = r#"move 3, "c9": no such square"#;
        assert_eq!(games("f5d6c9\nd3c4\nf5f6e6"), [error, "f5f6e6"]);
        assert_eq!(games("f5d6c9\n\nf5\n\nf5f6e9")[..2], [error, "f5"]);
        assert_eq!(games("f5d6c9\n\nf5\n\nf5f6e9")[2], r#"move 3, "e9": no such square"#);
    }
}
