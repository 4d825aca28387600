//! Pieces of text: one line being typed, and text that has to fit.

use ratatui::crossterm::event::{Event, KeyEvent, KeyModifiers};
use tui_input::backend::crossterm::EventHandler as _;
use tui_input::{Input, InputRequest};
use unicode_truncate::UnicodeTruncateStr as _;

/// A line being typed.
#[derive(Clone, Debug)]
pub(crate) struct TextField {
    input: Input,
    /// The most characters it takes.
    most: usize,
}

/// What a key did to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    /// It was taken.
    Taken,
    /// The line is as long as it may be.
    Full,
    /// It was no key for text.
    Ignored,
}

impl TextField {
    /// A field that takes `most` characters.
    pub(crate) fn new(text: impl Into<String>, most: usize) -> TextField {
        TextField { input: Input::new(text.into()), most }
    }

    pub(crate) fn text(&self) -> &str {
        self.input.value()
    }

    /// Takes a key if it is one for text.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Typed {
        // A terminal says Shift with some keys and not with others: it is in the character already.
        let key = KeyEvent { modifiers: key.modifiers - KeyModifiers::SHIFT, ..key };
        let request = tui_input::backend::crossterm::to_input_request(&Event::Key(key));
        match request {
            None => Typed::Ignored,
            Some(InputRequest::InsertChar(c)) => self.insert(c),
            Some(_) => {
                self.input.handle_event(&Event::Key(key));
                Typed::Taken
            }
        }
    }

    /// Takes text from the clipboard: what is on several lines there comes on one.
    pub(crate) fn paste(&mut self, text: &str) -> Typed {
        text.chars().fold(Typed::Taken, |typed, c| {
            let now = self.insert(if c.is_whitespace() { ' ' } else { c });
            if typed == Typed::Full { typed } else { now }
        })
    }

    fn insert(&mut self, c: char) -> Typed {
        if self.text().chars().count() >= self.most {
            return Typed::Full;
        }
        if !c.is_control() {
            self.input.handle(InputRequest::InsertChar(c));
        }
        Typed::Taken
    }

    /// What is seen of the line in a number of columns, and the column of the cursor in it.
    pub(crate) fn window(&self, width: usize) -> (String, usize) {
        let width = width.max(2);
        let scroll = self.input.visual_scroll(width - 1);
        let (text, _) = self.text().unicode_truncate_start(columns(self.text()).saturating_sub(scroll));
        let (text, _) = text.unicode_truncate(width);
        (text.to_owned(), self.input.visual_cursor().saturating_sub(scroll))
    }
}

/// Breaks a text into lines of at most `width` columns, at spaces where there are any.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let options = textwrap::Options::new(width.max(1))
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        // "X-squares" stays together.
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .wrap_algorithm(textwrap::WrapAlgorithm::FirstFit);
    text.lines().flat_map(|line| textwrap::wrap(line, &options)).map(std::borrow::Cow::into_owned).collect()
}

/// A text cut to a width, with `mark` at the end if anything is missing.
pub(crate) fn fit(text: &str, width: usize, mark: &str) -> String {
    if columns(text) <= width {
        return text.to_owned();
    }
    match width.checked_sub(columns(mark)).filter(|room| *room > 0) {
        Some(room) => format!("{}{mark}", text.unicode_truncate(room).0),
        None => text.unicode_truncate(width).0.to_owned(),
    }
}

/// How many columns a text takes on the terminal.
pub(crate) fn columns(text: &str) -> usize {
    ratatui::text::Span::raw(text).width()
}

/// A number of things: `1 disc`, `2 discs`.
pub(crate) fn count(number: usize, word: &str) -> String {
    if number == 1 { format!("1 {word}") } else { format!("{number} {word}s") }
}

/// A number with its thousands apart.
pub(crate) fn grouped(number: u32) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1000), number % 1000),
    }
}

#[cfg(test)]
mod tests {
    use ratatui::crossterm::event::KeyCode;

    use super::*;

    #[test]
    fn lines_are_broken_at_spaces_and_long_words_anywhere() {
        assert_eq!(wrap("Anna plays d3 and turns 1.", 13), ["Anna plays d3", "and turns 1."]);
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
        let mut field = TextField::new("Anna Mar", 12);
        let mut press = |code, modifiers| field.key(KeyEvent::new(code, modifiers));
        assert_eq!(press(KeyCode::Char('i'), KeyModifiers::NONE), Typed::Taken);
        assert_eq!(press(KeyCode::Home, KeyModifiers::NONE), Typed::Taken);
        assert_eq!(press(KeyCode::Char('É'), KeyModifiers::SHIFT), Typed::Taken);
        assert_eq!(press(KeyCode::Delete, KeyModifiers::NONE), Typed::Taken);
        assert_eq!(press(KeyCode::Enter, KeyModifiers::NONE), Typed::Ignored);
        assert_eq!(field.text(), "Énna Mari");
        assert_eq!(field.paste("x\ny\u{7}zz"), Typed::Full, "twelve characters and no more");
        assert_eq!(field.text(), "Éx ynna Mari");
    }

    #[test]
    fn a_long_line_is_seen_around_the_cursor() {
        let mut field = TextField::new("abcdefghij", 20);
        assert_eq!(field.window(6), ("fghij".to_owned(), 5));
        field.key(KeyEvent::new(KeyCode::Home, KeyModifiers::NONE));
        assert_eq!(field.window(6), ("abcdef".to_owned(), 0));
    }
}
