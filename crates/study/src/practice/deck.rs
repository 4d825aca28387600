//! The state after all lines of a log: cards and what is known of each.

use std::collections::{BTreeMap, HashSet};

use outflank_rules::{Bitboard, Color, Game, Move, Position, Symmetry};

use super::line::{Answered, Card, CardId, Event, GameEntry, Line};
use super::{Grade, Memory, RETENTION, Rating, Seconds, day, retrievability};
use crate::reasons::{Cause, Merit, merit};

/// All cards of a player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deck {
    cards: BTreeMap<CardId, CardState>,
    games: Vec<GameEntry>,
    /// Their names.
    known: HashSet<String>,
    /// The rating against puzzles.
    pub rating: Rating,
    /// The puzzles that were answered.
    pub puzzles: HashSet<u64>,
    /// The lessons that were done.
    pub lessons: Vec<String>,
}

/// A card and what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct CardState {
    /// The card as it was made first.
    pub card: Card,
    /// How many games it comes from.
    pub games: usize,
    /// What is expected of the memory; `None` for a card that was never asked.
    pub memory: Option<Memory>,
    /// When it was answered last.
    pub last: Option<Seconds>,
    /// How often it was asked.
    pub asked: usize,
    /// How often it was forgotten after it had been known.
    pub lapses: usize,
    /// Whether it is still asked.
    pub status: Status,
    /// When the answers began to be right without a miss in between, and how many they are, counting one a day.
    row: Option<(Seconds, usize)>,
    /// Whether the last answer was wrong.
    missed: bool,
    /// How quickly it was right the last times.
    quick: usize,
}

/// Whether a card is still asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is.
    Active,
    /// It is known, or was played right in a game.
    Retired,
    /// It was forgotten too often: the lesson of its idea helps more.
    Parked,
}

/// A card is known after this many right answers over this many days.
const KNOWN: (usize, u64) = (3, 30);
/// A card that was forgotten this often is no longer asked.
const PARKED: usize = 4;
/// Seconds in which an answer is quick.
const QUICK: u64 = 5;

impl Deck {
    /// The deck after all lines of a log.
    pub fn new<'a>(lines: impl IntoIterator<Item = &'a Line>) -> Deck {
        let mut deck = Deck::default();
        for line in lines {
            deck.add(line);
        }
        deck
    }

    /// Takes one more line.
    pub fn add(&mut self, line: &Line) {
        match &line.event {
            Event::Card(card) => self.add_card(card),
            Event::Answer(answer) => {
                if let Some(state) = self.cards.get_mut(&answer.card) {
                    state.answer(answer, line.time);
                }
            }
            Event::Found { card, .. } => {
                if let Some(state) = self.cards.get_mut(card) {
                    state.status = Status::Retired;
                }
            }
            Event::Game(game) => {
                if self.known.insert(game.game.clone()) {
                    self.games.push(game.clone());
                }
            }
            Event::Puzzle(puzzle) => {
                // A puzzle that comes again says less: only the first answer counts.
                if self.puzzles.insert(puzzle.puzzle) {
                    self.rating = self.rating.after_puzzle(puzzle);
                }
            }
            Event::Lesson { lesson } => {
                if !self.lessons.contains(lesson) {
                    self.lessons.push(lesson.clone());
                }
            }
            Event::Gym(_) | Event::Opening(_) => {}
        }
    }

    fn add_card(&mut self, card: &Card) {
        match self.cards.get_mut(&card.id()) {
            None => {
                self.cards.insert(card.id(), CardState::new(card));
            }
            Some(state) => {
                state.games += 1;
                // The same mistake again: it is to be learnt after all.
                if !card.fine {
                    state.card = Card { position: state.card.position, ..turned(card, &state.card) };
                    if state.status == Status::Retired {
                        state.status = Status::Active;
                        state.row = None;
                    }
                }
            }
        }
    }

    /// The card with a name.
    pub fn card(&self, id: CardId) -> Option<&CardState> {
        self.cards.get(&id)
    }

    /// All cards.
    pub fn cards(&self) -> impl Iterator<Item = &CardState> {
        self.cards.values()
    }

    /// The games that were reviewed, in the order in which they came.
    pub fn games(&self) -> &[GameEntry] {
        &self.games
    }

    /// Whether a game was reviewed already.
    pub fn has_game(&self, game: &str) -> bool {
        self.known.contains(game)
    }

    /// The cards that are to be asked, those most likely forgotten first; cards that were never asked are not among
    /// them.
    pub fn due(&self, now: Seconds) -> Vec<&CardState> {
        let mut due: Vec<&CardState> = self.cards().filter(|state| state.is_due(now)).collect();
        due.sort_by(|a, b| a.retrievability(now).total_cmp(&b.retrievability(now)));
        due
    }

    /// The cards of mistakes that were never asked, costliest first.
    pub fn new_cards(&self) -> Vec<&CardState> {
        let is_new =
            |state: &&CardState| state.memory.is_none() && state.status == Status::Active && !state.card.fine;
        let mut new: Vec<&CardState> = self.cards().filter(is_new).collect();
        new.sort_by(|a, b| b.card.loss().total_cmp(&a.card.loss()));
        new
    }

    /// The day on which the next card is due after today, if there is one.
    pub fn next_day(&self, now: Seconds) -> Option<u64> {
        let days = self.cards().filter(|state| state.status == Status::Active && !state.card.fine);
        days.filter_map(CardState::due_day).filter(|due| *due > day(now)).min()
    }
}

/// A card as it lies on the board of another card of the same position.
fn turned(card: &Card, onto: &Card) -> Card {
    let (_, there) = card.position.board().canonical_with_symmetry();
    let (_, back) = onto.position.board().canonical_with_symmetry();
    let turn = |mv: &Move| back.inverse().apply_move(there.apply_move(*mv));
    let line = |moves: &[Move]| moves.iter().map(turn).collect();
    // The sentence names squares, so that it goes with its own board only.
    let same = card.position.board() == onto.position.board();
    let sentence = if same { card.sentence.clone() } else { String::new() };
    Card {
        played: turn(&card.played),
        accepted: line(&card.accepted),
        best_line: line(&card.best_line),
        played_line: line(&card.played_line),
        sentence,
        ..card.clone()
    }
}

impl CardState {
    fn new(card: &Card) -> CardState {
        CardState {
            card: card.clone(),
            games: 1,
            memory: None,
            last: None,
            asked: 0,
            lapses: 0,
            status: Status::Active,
            row: None,
            missed: false,
            quick: 0,
        }
    }

    /// The grade of an answer. Right at once for the second time running is easy.
    pub fn grade(&self, right: bool, helped: bool, took: u64) -> Grade {
        match (right, helped) {
            (false, _) => Grade::Again,
            (true, true) => Grade::Hard,
            (true, false) if took <= QUICK && self.quick > 0 => Grade::Easy,
            (true, false) => Grade::Good,
        }
    }

    fn answer(&mut self, answer: &Answered, time: Seconds) {
        let days = self.last.map(|last| day(time).saturating_sub(day(last)));
        self.asked += 1;
        self.missed = answer.grade == Grade::Again;
        self.quick = if answer.took <= QUICK && answer.grade >= Grade::Good { self.quick + 1 } else { 0 };
        // Repeats on the same day change nothing.
        if days == Some(0) {
            return;
        }
        self.last = Some(time);
        if self.missed {
            self.lapses += usize::from(self.row.is_some());
            self.row = None;
        } else {
            let (since, count) = self.row.unwrap_or((time, 0));
            self.row = Some((since, count + 1));
            if count + 1 >= KNOWN.0 && day(time) - day(since) >= KNOWN.1 {
                self.status = Status::Retired;
            }
        }
        if self.lapses >= PARKED {
            self.status = Status::Parked;
        }
        self.memory = Some(match self.memory {
            None => Memory::new(answer.grade),
            Some(memory) => memory.review(answer.grade, days.unwrap_or(1)),
        });
    }

    /// The day on which it is to be asked again; `None` if it never was.
    pub fn due_day(&self) -> Option<u64> {
        Some(day(self.last?) + self.memory?.interval(RETENTION))
    }

    /// Whether it is to be asked now.
    pub fn is_due(&self, now: Seconds) -> bool {
        let due = self.due_day().is_some_and(|due| due <= day(now));
        self.status == Status::Active && !self.card.fine && due
    }

    /// Whether it was missed today and has not been answered since.
    pub fn is_missed_today(&self, now: Seconds) -> bool {
        self.missed && self.last.is_some_and(|last| day(last) == day(now))
    }

    /// The chance that it is still known.
    pub fn retrievability(&self, now: Seconds) -> f64 {
        match (self.memory, self.last) {
            (Some(memory), Some(last)) => {
                retrievability(day(now).saturating_sub(day(last)) as f64, memory.stability)
            }
            _ => 0.0,
        }
    }

    /// How the board is shown: as in the game for the first two times, then turned, so that the idea and not the picture
    /// is remembered.
    pub fn view(&self) -> Symmetry {
        match self.asked {
            0 | 1 => Symmetry::Identity,
            asked => Symmetry::ALL[1 + (self.card.id().0 as usize + asked) % 7],
        }
    }

    /// Whether a move is good enough, as it lies on the board of the card.
    pub fn is_right(&self, mv: Move) -> bool {
        self.card.accepted.contains(&mv)
    }

    /// Three ideas of which one is that of the card, in an order that does not give it away; none where there is no
    /// name for it.
    pub fn ideas(&self) -> Vec<Cause> {
        let Some(cause) = self.card.cause.filter(|_| !self.card.fine) else { return Vec::new() };
        // Only what is plainly not so is offered besides.
        let card = &self.card;
        let given = |line: &[Move]| takes_corner(card, !card.position.turn(), line);
        let quiet = matches!(merit(&card.position, &card.best_line), Merit::Quiet(_));
        let passes = card.best_line.iter().chain(&card.played_line).any(|mv| *mv == Move::Pass);
        let offered = [
            (Cause::Corner, !given(&card.played_line)),
            (Cause::Quiet, !quiet),
            (Cause::Sacrifice, !given(&card.best_line)),
            (Cause::Pass, !passes),
            (Cause::WipeOut, true),
        ];
        let others = offered.into_iter().filter(|(other, is_not)| *is_not && other.word() != cause.word());
        let mut ideas: Vec<Cause> = others.map(|(other, _)| other).take(2).chain([cause]).collect();
        ideas.sort_unstable();
        ideas
    }
}

/// Whether a side takes a corner along a line, or could after its first move.
fn takes_corner(card: &Card, side: Color, line: &[Move]) -> bool {
    let mut game = Game::new(card.position);
    for mv in line {
        if game.play(*mv).is_err() {
            break;
        }
    }
    let takes = |(position, mv): (&Position, &Move)| {
        position.turn() == side && mv.square().is_some_and(|square| Bitboard::CORNERS.contains(square))
    };
    let at_once = game
        .position_at(1)
        .is_some_and(|after| after.turn() == side && !(after.legal_moves() & Bitboard::CORNERS).is_empty());
    at_once || game.positions().iter().zip(game.moves()).any(takes)
}
