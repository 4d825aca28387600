//! Pieces of text: one line being typed, and lines broken to fit.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A line being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TextField {
    text: String,
}

impl TextField {
    /// Longer lines are not taken: a whole game and a board both fit.
    const MOST: usize = 400;

    pub(crate) fn new(text: impl Into<String>) -> TextField {
        TextField { text: text.into() }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Takes a key if it is one for text.
    pub(crate) fn key(&mut self, key: KeyEvent) -> bool {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('u') if control => self.text.clear(),
            KeyCode::Char('w') if control => {
                let kept = self.text.trim_end().rfind(' ').map_or(0, |space| space + 1);
                self.text.truncate(kept);
            }
            KeyCode::Char('h') if control => drop(self.text.pop()),
            KeyCode::Char(c) if !control && !key.modifiers.contains(KeyModifiers::ALT) => self.push(c),
            KeyCode::Backspace => drop(self.text.pop()),
            _ => return false,
        }
        true
    }

    /// Takes text from the clipboard: what is on several lines there comes on one.
    pub(crate) fn paste(&mut self, text: &str) {
        text.chars().for_each(|c| self.push(if c.is_whitespace() { ' ' } else { c }));
    }

    fn push(&mut self, c: char) {
        if !c.is_control() && self.text.chars().count() < TextField::MOST {
            self.text.push(c);
        }
    }
}

/// Breaks a text into lines of at most `width` columns, at spaces where there are any.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for mut word in paragraph.split(' ') {
            if !line.is_empty() && columns(&line) + 1 + columns(word) > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            while columns(&line) + columns(word) > width {
                let (head, tail) = split(word, width - columns(&line));
                line.push_str(head);
                lines.push(std::mem::take(&mut line));
                word = tail;
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

/// A text cut to a width, with `mark` at the end if anything is missing.
pub(crate) fn fit(text: &str, width: usize, mark: &str) -> String {
    if columns(text) <= width {
        return text.to_owned();
    }
    let (head, _) = split(text, width.saturating_sub(columns(mark)).max(1));
    let cut = format!("{head}{mark}");
    if columns(&cut) <= width { cut } else { split(text, width).0.to_owned() }
}

/// How many columns a text takes on the terminal.
pub(crate) fn columns(text: &str) -> usize {
    ratatui::text::Span::raw(text).width()
}

/// The part of a text that fits, but at least one character, and the rest.
fn split(text: &str, width: usize) -> (&str, &str) {
    let mut end = 0;
    for (at, c) in text.char_indices() {
        let next = at + c.len_utf8();
        if end > 0 && columns(&text[..next]) > width {
            break;
        }
        end = next;
    }
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_spaces_and_long_words_anywhere() {
        assert_eq!(wrap("Anna plays d3 and flips 1.", 13), ["Anna plays d3", "and flips 1."]);
        assert_eq!(wrap("abcdefghij kl", 4), ["abcd", "efgh", "ij", "kl"]);
        assert_eq!(wrap("李小龍 plays", 5), ["李小", "龍", "plays"]);
        assert_eq!(wrap("", 5), Vec::<String>::new());
    }

    #[test]
    fn cut_text_says_so() {
        assert_eq!(fit("Annabella", 9, "…"), "Annabella");
        assert_eq!(fit("Annabella", 6, "…"), "Annab…");
        assert_eq!(fit("李小龍", 5, "…"), "李小…");
        assert_eq!(fit("Annabella", 2, "..."), "An");
    }

    #[test]
    fn keys_edit_a_line() {
        let mut field = TextField::new("Anna Mar");
        let key = |code, modifiers| KeyEvent::new(code, modifiers);
        assert!(field.key(key(KeyCode::Char('i'), KeyModifiers::NONE)));
        assert!(field.key(key(KeyCode::Backspace, KeyModifiers::NONE)));
        assert_eq!(field.text(), "Anna Mar");
        assert!(field.key(key(KeyCode::Char('w'), KeyModifiers::CONTROL)));
        assert_eq!(field.text(), "Anna ");
        assert!(!field.key(key(KeyCode::Enter, KeyModifiers::NONE)));
        field.paste("x\ny\u{7}");
        assert_eq!(field.text(), "Anna x y");
    }
}
