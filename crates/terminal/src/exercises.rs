//! What there is to do besides a game: practice, puzzles, lessons, endgames and openings.

use std::io;

use outflank_engine::book::Book;
use outflank_records::{openings, transcript};
use outflank_rules::{Color, Position};
use outflank_study::coach::{Coach, FIRST_MOVES, Training};
use outflank_study::drill::{Chooser, Drill};
use outflank_study::gym::{Against, EMPTIES, Gym};
use outflank_study::lessons::{Course, Lessons};
use outflank_study::practice::{Deck, Line, Practice, Seconds, day};
use outflank_study::puzzles::{Pack, Puzzles};

use crate::practice::PracticeFile;

/// Something to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exercise {
    /// One's own mistakes.
    Practice,
    /// The puzzle of the day, and then others.
    Puzzle,
    /// Short lessons with positions to solve.
    Lessons,
    /// Even endings, played out.
    Gym,
    /// Openings, against what people play.
    Coach,
}

/// What waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waiting {
    /// Cards that are due.
    pub due: usize,
    /// Whether the puzzle of the day was answered.
    pub puzzle_done: bool,
    /// Lessons that were done.
    pub lessons: usize,
}

impl Waiting {
    /// What a log says.
    pub fn of(lines: &[Line], now: Seconds) -> Waiting {
        let deck = Deck::new(lines);
        Waiting {
            due: deck.due(now).len(),
            puzzle_done: solved_today(&deck, now),
            lessons: deck.lessons.len(),
        }
    }
}

fn solved_today(deck: &Deck, now: Seconds) -> bool {
    Pack::embedded().daily(day(now)).is_some_and(|puzzle| deck.puzzles.contains(&puzzle.id()))
}

impl Exercise {
    /// Begins it, with what was kept.
    pub fn open(self, file: &PracticeFile, book: &'static Book, now: Seconds) -> io::Result<Box<dyn Drill>> {
        let lines = file.read()?.lines;
        let deck = Deck::new(&lines);
        Ok(match self {
            Exercise::Practice => Box::new(Practice::new(deck, now)),
            Exercise::Puzzle if solved_today(&deck, now) => Box::new(Puzzles::new(deck, None)),
            Exercise::Puzzle => Box::new(Puzzles::daily(deck, day(now))),
            Exercise::Lessons => Box::new(lessons(&deck)),
            Exercise::Gym => Box::new(gym(&lines)),
            Exercise::Coach => Box::new(coach(&lines, book, now)),
        })
    }
}

fn lessons(deck: &Deck) -> Chooser {
    let options = (1..).zip(&Course::embedded().lessons).filter_map(|(number, lesson)| {
        let done = if deck.lessons.contains(&lesson.id) { " (done)" } else { "" };
        let drill: Box<dyn Drill> = Box::new(Lessons::new(number)?);
        Some((format!("{}{done}", lesson.title), drill))
    });
    Chooser::new("lessons", "Which lesson?", options.collect())
}

fn gym(lines: &[Line]) -> Chooser {
    let options = EMPTIES.into_iter().map(|empties| {
        let drill: Box<dyn Drill> = Box::new(Gym::new(empties, Against::Solver, lines));
        (format!("{empties} empty squares, against best play"), drill)
    });
    Chooser::new("gym", "How much of the end do you want to play?", options.collect())
}

/// Openings that people play most, and after these whatever was trained before.
const COMMON: [&str; 9] =
    ["Tiger", "Rose", "Buffalo", "Cat", "Heath", "Cow", "Chimney", "Parallel Opening", "Aubrey"];

fn coach(lines: &[Line], book: &'static Book, now: Seconds) -> Chooser {
    let training = |name: &str, line: &str, side: Option<Color>| -> Option<(String, Box<dyn Drill>)> {
        let game = transcript::game(Position::default(), line).ok()?;
        let side = side.unwrap_or(!game.position().turn());
        let coach = Coach::new(book, game, side, lines);
        let progress = coach.progress(now);
        let due = match (progress.answers, progress.due) {
            (0, _) => String::new(),
            (_, 0) => ", known".to_owned(),
            (_, due) => format!(", {due} due"),
        };
        let drill = Training::new(coach, None, now, now);
        Some((format!("{name}, {side}{due}"), Box::new(drill)))
    };
    let first = [
        training(FIRST_MOVES.name, FIRST_MOVES.line, Some(Color::Black)),
        training(FIRST_MOVES.name, FIRST_MOVES.line, Some(Color::White)),
    ];
    let common = COMMON.iter().filter_map(|name| openings::find(name).ok());
    let options = first.into_iter().chain(common.map(|opening| training(opening.name, opening.line, None)));
    Chooser::new("coach", "Which opening, and with which colour?", options.flatten().collect())
}

#[cfg(test)]
mod tests {
    use outflank_study::drill::Ask;

    use super::*;
    use crate::Places;

    #[test]
    fn everything_opens_without_a_past() {
        let folder = crate::saves::tests::folder("exercises");
        let file = PracticeFile::of(&Places::below(&folder)).unwrap();
        for exercise in
            [Exercise::Practice, Exercise::Puzzle, Exercise::Lessons, Exercise::Gym, Exercise::Coach]
        {
            let drill = exercise.open(&file, Book::embedded(), 1_000_000).unwrap();
            let choices = match drill.prompt().ask {
                Ask::Choice(sentences) => sentences.len(),
                _ => 0,
            };
            let expected = match exercise {
                Exercise::Lessons => 8,
                Exercise::Gym => 4,
                Exercise::Coach => 2 + COMMON.len(),
                _ => choices,
            };
            assert_eq!(choices, expected, "{exercise:?}");
        }
        assert_eq!(Waiting::of(&[], 1_000_000), Waiting::default());
    }
}
