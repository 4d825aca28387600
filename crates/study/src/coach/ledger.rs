//! What a player knows, from all their answers.

use std::collections::HashMap;

use outflank_rules::{Board, Game, Move, Position};

use super::Progress;
use crate::practice::{Grade, Memory, RETENTION, Seconds, day, retrievability};

/// The positions of an opening that were asked, for one colour.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    cards: HashMap<Board, Card>,
    answers: usize,
    right: usize,
}

/// A position that was asked before.
#[derive(Debug)]
struct Card {
    /// How to get there from the start.
    line: Vec<Move>,
    memory: Memory,
    last: Seconds,
}

impl Ledger {
    /// Takes note of an answer at the end of a line.
    pub(super) fn hear(&mut self, at: Seconds, line: &Game, right: bool) {
        self.answers += 1;
        self.right += usize::from(right);
        let grade = if right { Grade::Good } else { Grade::Again };
        let card = self.cards.entry(line.position().board().canonical());
        card.and_modify(|card| {
            card.memory = card.memory.review(grade, day(at).saturating_sub(day(card.last)));
            card.last = at;
        })
        .or_insert_with(|| Card {
            line: line.moves().to_vec(),
            memory: Memory::new(grade),
            last: at,
        });
    }

    /// Whether a position was answered before and is not due.
    pub(super) fn knows(&self, board: Board, now: Seconds) -> bool {
        self.cards.get(&board).is_some_and(|card| !card.is_due(now))
    }

    /// The line to the position that is due and forgotten most.
    pub(super) fn due(&self, now: Seconds) -> Option<Game> {
        let due = self.cards.iter().filter(|(_, card)| card.is_due(now));
        let urgency = |card: &Card| (card.recall(now) * 1e6) as u64;
        let (_, card) = due.min_by_key(|(board, card)| (urgency(card), card.line.len(), **board))?;
        Game::from_moves(Position::default(), card.line.iter().copied()).ok()
    }

    pub(super) fn progress(&self, now: Seconds) -> Progress {
        let known = |card: &&Card| !card.is_due(now) && card.recall(now) >= RETENTION;
        Progress {
            known: self.cards.values().filter(known).count(),
            due: self.cards.values().filter(|card| card.is_due(now)).count(),
            right: self.right,
            answers: self.answers,
        }
    }
}

impl Card {
    fn is_due(&self, now: Seconds) -> bool {
        day(now) >= day(self.last) + self.memory.interval(RETENTION) || self.memory.stability < 1.0
    }

    /// How likely it is remembered.
    fn recall(&self, now: Seconds) -> f64 {
        retrievability(day(now).saturating_sub(day(self.last)) as f64, self.memory.stability)
    }
}
