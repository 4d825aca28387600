use std::fmt;
use std::str::FromStr;

use crate::{board, results, text, transcript, wthor};

/// A file format for games or positions.
///
/// ```
/// use outflank_records::Format;
///
/// assert_eq!(Format::detect(b"f5d6c3"), Some(Format::Transcript));
/// assert_eq!(Format::detect(b"(;GM[Othello]PC[GGS];)"), Some(Format::Ggf));
/// assert_eq!("sgf".parse(), Ok(Format::Sgf));
/// assert_eq!(Format::Wthor.extension(), "wtb");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// The moves of a game in a row, `f5d6c3`: see [`transcript`](crate::transcript).
    Transcript,
    /// A position as 64 squares and the side to move: see [`board`](crate::board).
    Board,
    /// Positions with the values of their moves, one per line: see [`obf`](crate::obf).
    Obf,
    /// Generic Game Format, of the game server GGS: see [`ggf`](crate::ggf).
    Ggf,
    /// Smart Game Format, FF\[4\] with GM\[2\]: see [`sgf`](crate::sgf).
    Sgf,
    /// The tournament database of the French federation: see [`wthor`](crate::wthor).
    Wthor,
    /// Our own record as JSON, which holds everything: see [`json`](crate::json).
    Json,
    /// The results file that the programs append finished games to: see [`results`](crate::results).
    Results,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 8] = [
        Format::Transcript,
        Format::Board,
        Format::Obf,
        Format::Ggf,
        Format::Sgf,
        Format::Wthor,
        Format::Json,
        Format::Results,
    ];

    /// The name for use in commands, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Transcript => "transcript",
            Format::Board => "board",
            Format::Obf => "obf",
            Format::Ggf => "ggf",
            Format::Sgf => "sgf",
            Format::Wthor => "wthor",
            Format::Json => "json",
            Format::Results => "results",
        }
    }

    /// The name for use in sentences.
    pub const fn title(self) -> &'static str {
        match self {
            Format::Transcript => "a transcript",
            Format::Board => "a board string",
            Format::Obf => "OBF",
            Format::Ggf => "GGF",
            Format::Sgf => "SGF",
            Format::Wthor => "WTHOR",
            Format::Json => "JSON",
            Format::Results => "a results file",
        }
    }

    /// The usual file extension, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Transcript | Format::Board | Format::Results => "txt",
            Format::Obf => "obf",
            Format::Ggf => "ggf",
            Format::Sgf => "sgf",
            Format::Wthor => "wtb",
            Format::Json => "json",
        }
    }

    /// Whether this format holds whole games; the others hold only the final position.
    pub const fn holds_moves(self) -> bool {
        !matches!(self, Format::Board | Format::Obf)
    }

    /// The format of an input, detected by its content. Only the beginning is examined, so the rest may still be
    /// invalid.
    pub fn detect(input: &[u8]) -> Option<Format> {
        let input = text::without_bom(input);
        // Text never holds a NUL, and the sixteenth byte of every WTHOR header is one.
        if input.iter().take(HEAD).any(|&byte| byte == 0) {
            return wthor::is_header(input).then_some(Format::Wthor);
        }
        let head = text::head(input, HEAD);
        let head = text::halfwidth(&head);
        let first = head.trim_start().chars().next()?;
        let tree = tree_start(&head);
        if results::find(&head).is_some_and(|block| tree.is_none_or(|tree| block < tree)) {
            return Some(Format::Results);
        }
        if is_json(first, &head)
            || (first == '[' && head.trim_start()[1..].trim_start().starts_with(['{', ']']))
        {
            return Some(Format::Json);
        }
        if let Some(tree) = tree {
            return Some(detect_tree(&head[tree..]));
        }
        detect_plain(&head)
    }
}

/// How much of an input is enough to detect its format.
const HEAD: usize = 4096;

/// Whether a brace opens JSON, rather than a comment of a transcript.
fn is_json(first: char, text: &str) -> bool {
    first == '{' && text.trim_start()[1..].trim_start().starts_with(['"', '}'])
}

/// Where a bracket followed by a semicolon opens a game in GGF or SGF.
fn tree_start(text: &str) -> Option<usize> {
    text.match_indices('(').map(|(at, _)| at).find(|&at| text[at + 1..].trim_start().starts_with(';'))
}

/// Distinguishes GGF from SGF, which begin alike: by the name of the game, then by what only one of them has.
fn detect_tree(text: &str) -> Format {
    let text = text.to_ascii_uppercase();
    let has = |pattern: &str| text.contains(pattern);
    if has("GM[OTHELLO]") {
        Format::Ggf
    } else if has("GM[") || has("FF[") {
        Format::Sgf
    } else if has("BO[") || has(";)") {
        Format::Ggf
    } else {
        Format::Sgf
    }
}

/// Distinguishes transcripts, boards and OBF by the characters of the first lines.
fn detect_plain(text: &str) -> Option<Format> {
    let (mut squares, mut cells) = (0, 0);
    for line in text.lines() {
        let code = line.split([';', '%']).next().unwrap_or_default();
        // Only OBF has something after a whole board; the squares named there are not moves of a transcript.
        if code.len() < line.len() && board::cells(code) > 32 {
            return Some(Format::Obf);
        }
        let code = transcript::without_comment(line);
        let is_square = |pair: &&[u8]| pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit();
        squares += code.as_bytes().windows(2).filter(is_square).count();
        cells += board::cells(code);
    }
    let comment = text.trim_start().starts_with('%');
    match (cells, squares) {
        _ if cells >= 8 && cells > 2 * squares => Some(if comment { Format::Obf } else { Format::Board }),
        (_, 0) => comment.then_some(Format::Obf),
        _ => Some(Format::Transcript),
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text does not name a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no format is called {0:?}: transcript, board, obf, ggf, sgf, wthor, json or results is expected")]
pub struct ParseFormatError(String);

impl FromStr for Format {
    type Err = ParseFormatError;

    /// Reads a name in any case, or the usual file extension.
    fn from_str(text: &str) -> Result<Format, ParseFormatError> {
        let name = text.to_ascii_lowercase();
        Format::ALL
            .into_iter()
            .find(|format| format.name() == name || format.extension() == name)
            .ok_or_else(|| ParseFormatError(text.to_owned()))
    }
}
