//! Lessons: a few positions to solve with sentences, from one file of data. Another language is another file.
//!
//! In the texts `[corner]` is a word of the glossary, and `[corners|corner]` is one that is written otherwise there.

mod drill;

use std::sync::OnceLock;

use outflank_rules::{Bitboard, Color, Position, Setup, Square};
use serde::Deserialize;

pub use drill::Lessons;

use crate::reasons::Cause;

/// All lessons in one language.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub struct Course {
    /// The language, as in `en`.
    pub language: String,
    /// The lessons, easiest first.
    pub lessons: Vec<Lesson>,
}

/// A lesson.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Lesson {
    /// The name under which it is remembered that it was done; the same in every language.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// What one can do afterwards, in a sentence.
    pub goal: String,
    /// The ideas it is about, by the names that programs use.
    pub causes: Vec<String>,
    /// What is shown and asked.
    pub steps: Vec<Step>,
}

/// A position with a text, and mostly a task.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Step {
    /// Eight rows of `X` (Black, to move), `O` and `-`.
    pub board: [String; 8],
    /// The text.
    pub text: String,
    /// The question; `None` where there is only text to read.
    #[serde(default)]
    pub task: String,
    /// The squares that are right, with blanks between.
    #[serde(default)]
    pub answers: String,
    /// What makes them right, for the test that proves it.
    #[serde(default)]
    pub claim: String,
    /// What is said after a right answer.
    #[serde(default)]
    pub right: String,
    /// What is said after a wrong one. What that move does takes the place of `{turns}` (how many discs it turns),
    /// `{moves}` (how many moves White has after it), `{reply}` (one of them) and `{corner}` (one that takes a corner).
    #[serde(default)]
    pub wrong: String,
    /// Squares that the text is about, with blanks between.
    #[serde(default)]
    pub marks: String,
}

impl Course {
    /// The lessons that come with the program, in English.
    pub fn embedded() -> &'static Course {
        static COURSE: OnceLock<Course> = OnceLock::new();
        COURSE.get_or_init(|| {
            // A test holds the file to its form.
            Course::parse(include_str!("../data/lessons.en.json")).unwrap_or_default()
        })
    }

    /// Reads the lessons of another language.
    pub fn parse(text: &str) -> Result<Course, serde_json::Error> {
        serde_json::from_str(text)
    }
}

/// The lesson about an idea.
pub fn for_cause(cause: Cause) -> Option<&'static Lesson> {
    let about = |lesson: &&Lesson| lesson.causes.iter().any(|name| name == cause.name());
    Course::embedded().lessons.iter().find(about)
}

/// The number of the lesson about an idea, counting from 1.
pub fn number_for_cause(cause: Cause) -> Option<usize> {
    let lesson = for_cause(cause)?;
    Course::embedded().lessons.iter().position(|other| other.id == lesson.id).map(|at| at + 1)
}

impl Step {
    /// The board, Black to move.
    pub fn position(&self) -> Option<Position> {
        let mut setup = Setup { turn: Color::Black, ..Setup::default() };
        for (square, cell) in Square::ALL.into_iter().zip(self.board.iter().flat_map(|row| row.chars())) {
            match cell {
                'X' => setup.black = setup.black.with(square),
                'O' => setup.white = setup.white.with(square),
                _ => {}
            }
        }
        setup.position().ok()
    }

    /// The squares that are right.
    pub fn answers(&self) -> Bitboard {
        squares(&self.answers)
    }

    /// The squares that the text is about.
    pub fn marks(&self) -> Bitboard {
        squares(&self.marks)
    }

    /// The words of the glossary in its texts.
    pub fn words(&self) -> Vec<&str> {
        [&self.text, &self.task, &self.right, &self.wrong].into_iter().flat_map(|text| linked(text)).collect()
    }
}

fn squares(text: &str) -> Bitboard {
    text.split_whitespace().filter_map(|name| name.parse::<Square>().ok()).collect()
}

/// The words of the glossary in a text.
pub fn linked(text: &str) -> Vec<&str> {
    let links = text.split('[').skip(1).filter_map(|rest| rest.split_once(']')).map(|(link, _)| link);
    links.map(|link| link.split_once('|').map_or(link, |(_, word)| word)).collect()
}

/// A text as it is read, without the signs of its links.
pub fn plain(text: &str) -> String {
    let mut plain = String::new();
    for (n, part) in text.split('[').enumerate() {
        match part.split_once(']') {
            Some((link, rest)) if n > 0 => {
                plain.push_str(link.split('|').next().unwrap_or_default());
                plain.push_str(rest);
            }
            _ => plain.push_str(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_words_and_text() {
        let text = "Take [corners|corner] and [quiet move]s.";
        assert_eq!(plain(text), "Take corners and quiet moves.");
        assert_eq!(linked(text), ["corner", "quiet move"]);
        assert_eq!((plain("Nothing."), linked("Nothing.")), ("Nothing.".to_owned(), Vec::new()));
    }
}
