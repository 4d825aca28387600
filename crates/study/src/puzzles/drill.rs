//! Puzzles as a drill.

use std::collections::HashSet;

use outflank_rules::Bitboard;

use super::{Pack, Puzzle, PuzzleAnswer, PuzzleKind};
use crate::drill::{Ask, Drill, Prompt, Reply};
use crate::practice::{Deck, Event, Line, PuzzleEntry, Rating, Seconds, Statistics};

/// Puzzle after puzzle.
#[derive(Clone, Debug)]
pub struct Puzzles {
    deck: Deck,
    kind: Option<PuzzleKind>,
    /// Those that were left out.
    skipped: HashSet<u64>,
    puzzle: Option<&'static Puzzle>,
    /// Whether this is the only one.
    daily: bool,
    /// What was answered first, once it is known whether that was right.
    right: Option<bool>,
    told: Vec<String>,
    done: Vec<bool>,
}

impl Puzzles {
    /// Puzzles that suit the player, of one kind or all.
    pub fn new(deck: Deck, kind: Option<PuzzleKind>) -> Puzzles {
        let mut puzzles = Puzzles::empty(deck);
        puzzles.kind = kind;
        puzzles.deal();
        puzzles
    }

    /// The puzzle of a day, alone.
    pub fn daily(deck: Deck, day: u64) -> Puzzles {
        let mut puzzles = Puzzles::empty(deck);
        puzzles.puzzle = Pack::embedded().daily(day);
        puzzles.daily = true;
        puzzles
    }

    fn empty(deck: Deck) -> Puzzles {
        Puzzles {
            deck,
            kind: None,
            skipped: HashSet::new(),
            puzzle: None,
            daily: false,
            right: None,
            told: Vec::new(),
            done: Vec::new(),
        }
    }

    /// The player's rating.
    pub fn rating(&self) -> Rating {
        self.deck.rating
    }

    /// The puzzle on the board.
    pub fn puzzle(&self) -> Option<&'static Puzzle> {
        self.puzzle
    }

    /// The next one: not seen yet, as hard as the player is strong, and about what costs them most if there is a choice.
    fn deal(&mut self) {
        let rating = self.deck.rating.value;
        let costly = Statistics::new(&self.deck).causes;
        let last = self.puzzle.map(|puzzle| puzzle.kind);
        let fits = |puzzle: &&Puzzle| {
            let id = puzzle.id();
            self.kind.is_none_or(|kind| kind == puzzle.kind)
                && !self.deck.puzzles.contains(&id)
                && !self.skipped.contains(&id)
        };
        // Distance in rating; an idea that costs the player much brings a puzzle nearer, the same kind again takes it away.
        let distance = |puzzle: &Puzzle| {
            let rank = costly.iter().position(|cost| Some(cost.of) == puzzle.theme);
            let wanted = rank.map_or(0.0, |rank| 120.0 / (1.0 + rank as f64));
            let same = if Some(puzzle.kind) == last && self.kind.is_none() { 150.0 } else { 0.0 };
            let spread = (puzzle.id() % 1000) as f64 / 4.0;
            (puzzle.rating() - rating).abs() + same + spread - wanted
        };
        let pack = &Pack::embedded().puzzles;
        self.puzzle = pack.iter().filter(fits).min_by(|a, b| distance(a).total_cmp(&distance(b)));
        self.right = None;
        self.told = Vec::new();
    }

    fn answer(&mut self, answer: Option<PuzzleAnswer>, now: Seconds) -> Vec<Event> {
        let Some(puzzle) = self.puzzle else { return Vec::new() };
        let right = answer.is_some_and(|answer| puzzle.is_right(answer));
        self.right = Some(right);
        self.done.push(right);
        let before = self.deck.rating;
        let first = !self.deck.puzzles.contains(&puzzle.id());
        let event = Event::Puzzle(PuzzleEntry { puzzle: puzzle.id(), right, rating: puzzle.rating() });
        self.deck.add(&Line::new(now, event.clone()));
        let verdict = match (right, answer) {
            (true, _) => "Right.".to_owned(),
            (false, Some(PuzzleAnswer::Move(square))) => format!("Not {square}."),
            (false, Some(PuzzleAnswer::Cause(_))) => "Not that.".to_owned(),
            (false, None) => format!("The answer is {}.", puzzle.answer),
        };
        self.told = vec![format!("{verdict} {}", puzzle.solution())];
        if let Some(theme) = puzzle.theme.filter(|_| puzzle.kind != PuzzleKind::Why) {
            self.told.push(format!("The idea: {} (see {}).", theme.title(), theme.word()));
        }
        if first {
            let (old, new) = (before.value.round(), self.deck.rating.value.round());
            self.told.push(format!(
                "Your rating: {new} ({:+}); the puzzle has {:.0}.",
                new - old,
                puzzle.rating()
            ));
        }
        vec![event]
    }
}

impl Drill for Puzzles {
    fn title(&self) -> &'static str {
        "puzzle"
    }

    fn prompt(&self) -> Prompt {
        let rating = self.deck.rating.value;
        let done = self.done.clone();
        let Some(puzzle) = self.puzzle else {
            let right = done.iter().filter(|right| **right).count();
            let mut text = Vec::new();
            if !done.is_empty() {
                text.push(format!("{right} of {} right. Your rating: {rating:.0}.", done.len()));
            }
            if !self.daily {
                text.push("There are no more puzzles of this kind that you have not seen.".to_owned());
            }
            return Prompt::end("Puzzles", text, done);
        };
        let mut place =
            format!("{}, grade {}", if self.daily { "Puzzle of the day" } else { "Puzzle" }, puzzle.grade);
        if self.daily && self.right.is_none() && self.deck.puzzles.contains(&puzzle.id()) {
            place += ", solved before";
        }
        let mut text = self.told.clone();
        let ask = match (self.right, puzzle.kind) {
            (Some(_), _) => Ask::Next,
            (None, PuzzleKind::Why) => {
                text.push(format!("You are Black. {}", puzzle.task()));
                Ask::Choice(puzzle.causes().iter().map(|cause| cause.title().to_owned()).collect())
            }
            (None, _) => {
                text.push(format!("You are Black. {}", puzzle.task()));
                Ask::Square(puzzle.choices().into_iter().collect())
            }
        };
        let marks = match (puzzle.kind, &puzzle.why) {
            (PuzzleKind::WhichIsWrong, _) if self.right.is_none() => puzzle.moves.iter().copied().collect(),
            (_, Some((mistake, _))) => mistake.bitboard().with(puzzle.answer),
            _ if self.right.is_some() => puzzle.answer.bitboard(),
            _ => Bitboard::EMPTY,
        };
        let last = puzzle.before.map(|(_, square)| square);
        Prompt { place, position: puzzle.position, last, marks, text, ask, lines: Vec::new(), done, left: 1 }
    }

    fn reply(&mut self, reply: Reply, now: Seconds) -> Vec<Event> {
        let Some(puzzle) = self.puzzle else { return Vec::new() };
        match (reply, self.right) {
            (Reply::Square(square), None) if puzzle.choices().contains(&square) => {
                self.answer(Some(PuzzleAnswer::Move(square)), now)
            }
            (Reply::Choice(number), None) => match puzzle.causes().get(number) {
                Some(cause) => self.answer(Some(PuzzleAnswer::Cause(*cause)), now),
                None => Vec::new(),
            },
            (Reply::Show, None) => self.answer(None, now),
            (Reply::Skip, None) if !self.daily => {
                self.skipped.insert(puzzle.id());
                self.deal();
                Vec::new()
            }
            (Reply::Next | Reply::Skip, Some(_)) | (Reply::Skip, None) => {
                if self.daily {
                    self.puzzle = None;
                } else {
                    self.deal();
                }
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn clue(&mut self) -> Option<String> {
        let puzzle = self.puzzle.filter(|_| self.right.is_none())?;
        let theme = puzzle.theme.filter(|_| puzzle.kind != PuzzleKind::Why);
        Some(match theme {
            Some(theme) => format!("Think of this: {}.", theme.title()),
            None => format!("Level {} finds it.", puzzle.grade),
        })
    }
}
