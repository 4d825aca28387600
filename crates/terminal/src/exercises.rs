//! What there is to do besides a game: practice, puzzles, lessons, endgames and openings.

use std::io;

use outflank_engine::book::Book;
use outflank_records::openings::Opening;
use outflank_rules::Color;
use outflank_study::coach::{self, Coach, FIRST_MOVES, Progress, Trained, Training};
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

/// Openings that people play most.
const COMMON: [&str; 9] =
    ["Tiger", "Rose", "Buffalo", "Cat", "Heath", "Cow", "Chimney", "Parallel Opening", "Aubrey"];
/// So many openings are offered; `outflank coach` has all of them.
const OFFERED: usize = 13;

/// The first moves, then what was trained before, what is due first, then what people play most.
fn coach(lines: &[Line], book: &'static Book, now: Seconds) -> Chooser {
    let trained = coach::trained(lines, now);
    let mut offered: Vec<(Opening, Color, Progress)> = Vec::new();
    for Trained { opening, progress, .. } in &trained {
        let before = Color::ALL.into_iter().zip(*progress).filter(|(_, progress)| progress.answers > 0);
        offered.extend(before.map(|(side, progress)| (*opening, side, progress)));
    }
    offered.retain(|(opening, ..)| *opening != FIRST_MOVES);
    // What was trained in an opening was trained in those that lead to it, too: the last of them tells it best.
    let led_to = offered.clone();
    offered.retain(|(opening, side, progress)| {
        let goes_on = |line: &str| line.len() > opening.line.len() && line.starts_with(opening.line);
        !led_to.iter().any(|(other, s, p)| s == side && p == progress && goes_on(other.line))
    });
    offered.sort_by_key(|(_, _, progress)| std::cmp::Reverse((progress.due, progress.answers)));
    for name in COMMON {
        let Some(Trained { opening, progress, .. }) = trained.iter().find(|one| one.opening.name == name)
        else {
            continue;
        };
        let Ok(game) = coach::opening(opening.line) else { continue };
        let side = !game.position().turn();
        if !offered.iter().any(|(other, s, _)| other == opening && *s == side) {
            offered.push((*opening, side, progress[usize::from(side == Color::White)]));
        }
    }
    let first = coach::overall(lines, now);
    let first = Color::ALL.into_iter().zip(first).map(|(side, progress)| (FIRST_MOVES, side, progress));
    let options = first.chain(offered).take(OFFERED).filter_map(|(opening, side, progress)| {
        let game = coach::opening(opening.line).ok()?;
        let due = match (progress.answers, progress.due) {
            (0, _) => String::new(),
            (_, 0) => ", known".to_owned(),
            (_, due) => format!(", {due} due"),
        };
        let drill: Box<dyn Drill> =
            Box::new(Training::new(Coach::new(book, game, side, lines), None, now, now));
        Some((format!("{}, {side}{due}", opening.name), drill))
    });
    Chooser::new("coach", "Which opening, and with which colour?", options.collect())
}

#[cfg(test)]
mod tests {
    use outflank_rules::Square;
    use outflank_study::drill::Ask;
    use outflank_study::practice::{Event, OpeningEntry};

    use super::*;
    use crate::Places;

    #[test]
    fn what_was_trained_is_offered_first_and_what_is_due_before_all() {
        let answer = |line: &str, right: bool| {
            let entry = OpeningEntry { line: line.to_owned(), mv: Square::F4, right };
            Line::new(1_000_000, Event::Opening(entry))
        };
        let lines = [answer("f5f6e6f4g6", true), answer("f5d6c3d3c4", false)];
        let Ask::Choice(offered) = coach(&lines, Book::embedded(), 1_000_000).prompt().ask else { panic!() };
        assert_eq!(
            offered[..5],
            [
                "The first moves, Black",
                "The first moves, White, 1 due",
                "Tiger, White, 1 due",
                "Snake, White, known",
                "Tiger, Black"
            ]
        );
        assert_eq!(offered.len(), OFFERED);
    }

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
