//! A lesson as a drill.

use outflank_rules::{Bitboard, Move, Position, Square};

use super::{Course, Lesson, Step, plain};
use crate::drill::{Ask, Drill, Prompt, Reply};
use crate::practice::{Event, Seconds};
use crate::words;

/// One lesson, step by step.
#[derive(Clone, Debug)]
pub struct Lessons {
    lesson: &'static Lesson,
    at: usize,
    /// What was said after the last answer.
    told: Option<String>,
    /// The answer that is shown on the board, once the step is solved.
    solved: Option<Square>,
    /// Whether there was a wrong answer, or help.
    helped: bool,
    done: Vec<bool>,
}

impl Lessons {
    /// The lesson with a number, counting from 1.
    pub fn new(number: usize) -> Option<Lessons> {
        let lesson = Course::embedded().lessons.get(number.checked_sub(1)?)?;
        Some(Lessons { lesson, at: 0, told: None, solved: None, helped: false, done: Vec::new() })
    }

    /// The same lesson after this many steps, but at most at its last one.
    #[must_use]
    pub fn after(mut self, steps: usize) -> Lessons {
        self.at = steps.min(self.lesson.steps.len().saturating_sub(1));
        self
    }

    /// The lesson.
    pub fn lesson(&self) -> &'static Lesson {
        self.lesson
    }

    fn step(&self) -> Option<&'static Step> {
        self.lesson.steps.get(self.at)
    }

    fn solve(&mut self, square: Option<Square>, text: &str) {
        self.told = Some(plain(text));
        self.solved = square;
        self.done.push(!self.helped);
    }

    fn go_on(&mut self) -> Vec<Event> {
        self.at += 1;
        (self.told, self.solved, self.helped) = (None, None, false);
        if self.step().is_some() {
            return Vec::new();
        }
        vec![Event::Lesson { lesson: self.lesson.id.clone() }]
    }
}

/// A text about a move with what the move does in it.
fn about(text: &str, position: &Position, square: Square) -> String {
    let replies = position.play(Move::Place(square)).map_or(Bitboard::EMPTY, |after| after.legal_moves());
    let name = |squares: Bitboard| squares.first().map_or_else(String::new, |square| square.to_string());
    text.replace("{turns}", &position.flips(square).len().to_string())
        .replace("{moves}", &replies.len().to_string())
        .replace("{reply}", &name(replies))
        .replace("{corner}", &name(replies & Bitboard::CORNERS))
}

/// The answers in words.
fn answers(step: &Step) -> String {
    words::squares(step.answers()).replace(" and ", " or ")
}

impl Drill for Lessons {
    fn title(&self) -> &'static str {
        "lesson"
    }

    fn step(&self) -> usize {
        self.at
    }

    fn prompt(&self) -> Prompt {
        let done = self.done.clone();
        let Some((step, position)) = self.step().and_then(|step| Some((step, step.position()?))) else {
            let text = vec![format!("The lesson “{}” is done.", self.lesson.title), plain(&self.lesson.goal)];
            return Prompt::end(&*self.lesson.title, text, done);
        };
        let mut text = Vec::new();
        if self.solved.is_none() {
            text.push(plain(&step.text));
        }
        text.extend(self.told.clone());
        let mut shown = position;
        let ask = if step.task.is_empty() || self.solved.is_some() {
            // What a right answer does is seen on the board.
            if let Some(after) = self.solved.and_then(|square| position.play(Move::Place(square)).ok()) {
                shown = after;
            }
            Ask::Next
        } else {
            text.push(plain(&step.task));
            Ask::Square(position.legal_moves())
        };
        let last = self.solved;
        let left = self.lesson.steps.len() - self.at - usize::from(self.solved.is_some());
        let place = format!("{}, {} of {}", self.lesson.title, self.at + 1, self.lesson.steps.len());
        Prompt { place, position: shown, last, marks: step.marks(), text, ask, lines: Vec::new(), done, left }
    }

    fn reply(&mut self, reply: Reply, _: Seconds) -> Vec<Event> {
        let Some(step) = self.step() else { return Vec::new() };
        let asks = !step.task.is_empty() && self.solved.is_none();
        match reply {
            Reply::Square(square) if asks && step.answers().contains(square) => {
                let right = if step.answers().len() > 1 {
                    format!("{square} is right. {}", step.right)
                } else {
                    step.right.clone()
                };
                self.solve(Some(square), &right);
            }
            Reply::Square(square) if asks => {
                self.helped = true;
                let why = step
                    .position()
                    .map_or_else(String::new, |position| about(&step.wrong, &position, square));
                self.told = Some(format!("Not {square}. {}", plain(&why)));
            }
            Reply::Show if asks => {
                self.helped = true;
                self.solve(step.answers().first(), &format!("It is {}. {}", answers(step), step.right));
            }
            Reply::Next | Reply::Skip if !asks || reply == Reply::Skip => return self.go_on(),
            _ => {}
        }
        Vec::new()
    }

    fn clue(&mut self) -> Option<String> {
        let step = self.step().filter(|step| !step.task.is_empty() && self.solved.is_none())?;
        self.helped = true;
        let columns: Vec<String> =
            step.answers().iter().map(|square| square.to_string()[..1].to_owned()).collect();
        Some(format!("Look at column {}.", words::list(&columns).replace(" and ", " or ")))
    }
}
