//! The coach: an opening is trained as a game against what people play.
//!
//! The book decides what is right, people's games what the other side plays, and spaced repetition when a position comes
//! again. Every answer is a line of the practice log ([`Event::Opening`]), from which follows what a player knows.
//! [`Training`] goes through an opening line by line.

mod ledger;
mod openings;
mod training;

use outflank_engine::Random;
use outflank_engine::book::{After, Book, BookMove, Played, after};
use outflank_rules::{Color, Game, Move, Position, Square};

use crate::Value;
use crate::explorer::certainty;
use crate::practice::{Event, Line, OpeningEntry, Seconds};
use ledger::Ledger;
pub use openings::{FIRST_MOVES, Trained, opening, overall, trained};
pub use training::Training;

/// An answer that loses no more discs than this is right: the book is not more exact than that.
pub const HOLDS: f64 = 0.5;
/// Lines end after this many moves of the game, or where the book does.
const LONGEST: usize = 30;
/// Moves of a punishing line that are shown.
const PUNISHMENT: usize = 6;

/// Trains one opening with one colour.
///
/// ```
/// use outflank_engine::book::Book;
/// use outflank_records::{openings, transcript};
/// use outflank_rules::{Color, Position, Square};
/// use outflank_study::coach::{Coach, Verdict};
///
/// let tiger = transcript::game(Position::default(), openings::find("tiger")?.line)?;
/// let coach = Coach::new(Book::embedded(), tiger.clone(), Color::White, &[]);
/// assert!(matches!(coach.judge(&tiger, Square::F4), Some(Verdict { wrong: None, .. })));
/// assert!(coach.judge(&tiger, Square::G6).unwrap().wrong.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Coach<'a> {
    book: &'a Book,
    opening: Game,
    side: Color,
    ledger: Ledger,
}

/// What the coach says to an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The moves that hold the value, the best first.
    pub right: Vec<Square>,
    /// What the best of them is worth to the side to move.
    pub value: Value,
    /// The share of people who play the answer, where they are counted.
    pub share: Option<f64>,
    /// Why it is wrong, if it is.
    pub wrong: Option<Wrong>,
}

/// What is wrong with an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrong {
    /// Discs it loses, if the book knows; else it is worse than everything that the book has.
    pub loss: Option<f64>,
    /// How the other side punishes it, as far as the book knows.
    pub punishment: Vec<Square>,
}

/// How far a player has come with an opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Positions that are remembered.
    pub known: usize,
    /// Positions that are to come again now.
    pub due: usize,
    /// Answers that were right, of all.
    pub right: usize,
    /// All answers.
    pub answers: usize,
}

impl<'a> Coach<'a> {
    /// A coach for an opening, with the log of practice.
    pub fn new<'b>(
        book: &'a Book,
        opening: Game,
        side: Color,
        log: impl IntoIterator<Item = &'b Line>,
    ) -> Coach<'a> {
        let mut coach = Coach { book, opening, side, ledger: Ledger::default() };
        for line in log {
            if let Event::Opening(answer) = &line.event {
                coach.hear(line.time, answer);
            }
        }
        coach
    }

    /// Records an answer. One from another opening, or for the other colour, is ignored.
    pub fn hear(&mut self, at: Seconds, answer: &OpeningEntry) {
        let Some(game) = answer.game() else { return };
        let through = self.opening.position().board().canonical();
        let passes = game.positions().iter().any(|position| position.board().canonical() == through);
        if game.position().turn() == self.side && passes {
            self.ledger.hear(at, &game, answer.right);
        }
    }

    /// The opening.
    pub fn opening(&self) -> &Game {
        &self.opening
    }

    /// Who the player is.
    pub fn side(&self) -> Color {
        self.side
    }

    /// How far the player has come.
    pub fn progress(&self, now: Seconds) -> Progress {
        self.ledger.progress(now)
    }

    /// A game in which the player is to move: to a position that is due, the most forgotten first, or else along the
    /// opening and what people play there. `None` where the book knows nothing of the opening.
    pub fn lesson(&self, now: Seconds, random: &mut Random) -> Option<Game> {
        if let Some(due) = self.ledger.due(now) {
            return Some(due);
        }
        let mut game = self.opening.clone();
        self.go_on(&mut game, now, random).then_some(game)
    }

    /// Plays for the other side until it is the player's turn; `false` where the line ends.
    pub fn go_on(&self, game: &mut Game, now: Seconds, random: &mut Random) -> bool {
        while game.position().turn() != self.side || game.position().must_pass() {
            let mv = if game.position().must_pass() {
                Move::Pass
            } else {
                match self.reply(game.position(), now, random) {
                    Some(square) => Move::Place(square),
                    None => return false,
                }
            };
            if game.play(mv).is_err() {
                return false;
            }
        }
        game.moves().len() < LONGEST && self.has_answer(game.position())
    }

    /// Whether the book knows what is right.
    fn has_answer(&self, position: &Position) -> bool {
        position.variant().is_standard() && !self.book.moves(position.board()).is_empty()
    }

    /// A move of the other side with the chances of human games, of those after which the book knows an answer.
    /// What leads to a position that was answered wrongly or never is four times as likely.
    fn reply(&self, position: &Position, now: Seconds, random: &mut Random) -> Option<Square> {
        let board = position.board();
        let inside = |square: Square| matches!(after(board, square), After::Position(child, _) if self.book.value(child).is_some());
        let mut chances: Vec<(Square, f64)> = Played::embedded()
            .moves(board)
            .iter()
            .filter(|mv| inside(mv.square))
            .map(|mv| (mv.square, f64::from(mv.games)))
            .collect();
        if chances.is_empty() {
            // Where nobody is counted, what is nearly best.
            let moves = self.book.moves(board);
            let best = moves.first()?.value.discs();
            let near = moves.iter().filter(|mv| mv.inside && best - mv.value.discs() <= 2.0);
            chances = near.map(|mv| (mv.square, 1.0)).collect();
        }
        for (square, chance) in &mut chances {
            let After::Position(child, _) = after(board, *square) else { continue };
            if !self.ledger.knows(child, now) {
                *chance *= 4.0;
            }
        }
        let mut left = random.unit() * chances.iter().map(|(_, chance)| chance).sum::<f64>();
        let chosen = chances.iter().find(|(_, chance)| {
            left -= chance;
            left < 0.0
        });
        chosen.or(chances.last()).map(|(square, _)| *square)
    }

    /// The share of people who play a move, where they are counted.
    pub fn share(&self, position: &Position, square: Square) -> Option<f64> {
        let board = position.board();
        let played = Played::embedded().moves(board);
        let all: u32 = played.iter().map(|mv| mv.games).sum();
        let there = after(board, square);
        let games = played.iter().find(|mv| after(board, mv.square) == there).map_or(0, |mv| mv.games);
        (all > 0).then(|| f64::from(games) / f64::from(all))
    }

    /// What is to be said to an answer; `None` where the book knows nothing, or the move is not legal.
    pub fn judge(&self, game: &Game, answer: Square) -> Option<Verdict> {
        let position = game.position();
        if !position.legal_moves().contains(answer) || !self.has_answer(position) {
            return None;
        }
        let moves = self.book.moves(position.board());
        let best = moves.first()?;
        let loss = |mv: &BookMove| best.value.discs() - mv.value.discs();
        let right: Vec<Square> = moves.iter().filter(|mv| loss(mv) <= HOLDS).map(|mv| mv.square).collect();
        let wrong = (!right.contains(&answer)).then(|| Wrong {
            loss: moves.iter().find(|mv| mv.square == answer).map(loss),
            punishment: self.punishment(position, answer),
        });
        let (certainty, _) = certainty(best, position.empties().len() as u8);
        let value = Value { side: position.turn(), score: best.value, certainty };
        Some(Verdict { right, value, share: self.share(position, answer), wrong })
    }

    /// The best moves of both sides after an answer, as far as the book goes.
    fn punishment(&self, position: &Position, answer: Square) -> Vec<Square> {
        let mut line = Vec::new();
        let mut at = position.play(answer.into()).ok();
        while let Some(position) = at.filter(|_| line.len() < PUNISHMENT) {
            if position.must_pass() {
                at = position.play(Move::Pass).ok();
                continue;
            }
            let Some(best) = self.book.moves(position.board()).first().copied() else { break };
            line.push(best.square);
            at = position.play(best.square.into()).ok();
        }
        line
    }
}

#[cfg(test)]
mod tests;
