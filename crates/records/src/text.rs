//! What all text readers share: decoding, lines, positions and short quotations.

use std::borrow::Cow;

/// Decodes bytes: as UTF-8 if valid, otherwise as Latin-1, which always is.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(latin1(bytes)),
    }
}

/// Decodes the first bytes of an input, at most `most` and without a partial character.
pub(crate) fn head(bytes: &[u8], most: usize) -> Cow<'_, str> {
    let head = &bytes[..bytes.len().min(most)];
    match std::str::from_utf8(head) {
        Err(error) if error.error_len().is_none() && bytes.len() > most => {
            decode(&head[..error.valid_up_to()])
        }
        _ => decode(head),
    }
}

/// The text with full-width letters, digits and punctuation, as Japanese keyboards write them, replaced by ASCII.
pub(crate) fn halfwidth(text: &str) -> Cow<'_, str> {
    let plain = |c: char| match c {
        // The block repeats ASCII from the exclamation mark to the tilde.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{3000}' => ' ',
        '、' => ',',
        '。' | '・' => '.',
        '–' | '—' | '−' | '‐' | '‑' => '-',
        _ => c,
    };
    if text.chars().all(|c| plain(c) == c) {
        text.into()
    } else {
        text.chars().map(plain).collect::<String>().into()
    }
}

/// Decodes Latin-1: each byte is one character.
pub(crate) fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// The input without the byte order mark that some editors put before UTF-8.
pub(crate) fn without_bom(input: &[u8]) -> &[u8] {
    input.strip_prefix(b"\xef\xbb\xbf").unwrap_or(input)
}

/// A text from a file or a network made safe to show: in one line, without characters that move the cursor, change how
/// the text around them is shown, or are invisible.
///
/// ```
/// use outflank_records::printable;
///
/// assert_eq!(printable("Zoë 李"), "Zoë 李");
/// assert_eq!(printable("one\ntwo\u{1b}[2J\u{202e}three"), "one two[2Jthree");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    let is_break = |c: char| matches!(c, '\t'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
    if !text.contains(is_unprintable) {
        return Cow::Borrowed(text);
    }
    let shown = text.chars().map(|c| if is_break(c) { ' ' } else { c });
    Cow::Owned(shown.filter(|&c| !is_unprintable(c)).collect())
}

/// Whether a character disturbs the text around it or is invisible. The joiner in emoji and some scripts is allowed.
pub fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}' | '\u{200c}'
            | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{ffff}' | '\u{e0000}'..='\u{e0fff}')
}

/// A piece of the input for an error message, shortened if it is long.
pub(crate) fn quote(bytes: &[u8]) -> String {
    const MOST: usize = 24;
    let head = head(bytes, 4 * MOST);
    if bytes.len() <= 4 * MOST && head.chars().count() <= MOST {
        return head.into_owned();
    }
    head.chars().take(MOST).chain(['…']).collect()
}

/// An external message, which may quote the input, as one short line.
pub fn shorten(message: &str) -> String {
    const MOST: usize = 160;
    let line = message.chars().map(|c| if c.is_control() { ' ' } else { c });
    let short: String = line.clone().take(MOST).collect();
    if line.count() > MOST { short + "…" } else { short }
}

/// The lines of an input with their numbers from 1, ended by `\n`, `\r\n` or `\r`.
#[derive(Clone, Debug)]
pub(crate) struct Lines<'a> {
    rest: &'a [u8],
    number: usize,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(input: &'a [u8]) -> Lines<'a> {
        Lines { rest: without_bom(input), number: 0 }
    }

    /// Whether only white space is left.
    pub(crate) fn is_blank(&self) -> bool {
        self.rest.iter().all(u8::is_ascii_whitespace)
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<(usize, &'a [u8])> {
        if self.rest.is_empty() {
            return None;
        }
        self.number += 1;
        let end = self.rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let (line, rest) = match end {
            None => (self.rest, &[][..]),
            Some(end) => {
                let length = if self.rest[end..].starts_with(b"\r\n") { 2 } else { 1 };
                (&self.rest[..end], &self.rest[end + length..])
            }
        };
        self.rest = rest;
        Some((self.number, line))
    }
}

/// The line and column, both from 1, of a byte of the input.
pub(crate) fn line_column(input: &[u8], offset: usize) -> (usize, usize) {
    let head = &input[..offset.min(input.len())];
    let (line, start) = Lines::new(head).last().map_or((1, head), |(number, line)| {
        if ends_line(head) { (number + 1, &[][..]) } else { (number, line) }
    });
    (line, decode(start).chars().count() + 1)
}

fn ends_line(text: &[u8]) -> bool {
    text.ends_with(b"\n") || text.ends_with(b"\r")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_may_end_in_any_usual_way() {
        let lines: Vec<_> = Lines::new(b"\xef\xbb\xbfone\r\ntwo\rthree\n\nfive").collect();
        let expected: [(usize, &[u8]); 5] = [(1, b"one"), (2, b"two"), (3, b"three"), (4, b""), (5, b"five")];
        assert_eq!(lines, expected);
    }

    #[test]
    fn columns_count_characters_from_one() {
        let input = "aé\nb".as_bytes();
        let places: Vec<_> = [0, 1, 3, 4, 5].map(|offset| line_column(input, offset)).into();
        assert_eq!(places, [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2)]);
    }

    #[test]
    fn quotations_are_short_and_decoded() {
        assert_eq!(quote(b"e9"), "e9");
        assert_eq!(quote(b"Caf\xe9"), "Café");
        assert_eq!(quote(&[b'x'; 1000]).chars().count(), 25);
    }
}
