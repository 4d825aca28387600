//! A session: ten minutes of cards.

use std::collections::VecDeque;

use super::{CardId, CardState, Deck, Seconds};

/// How long a session lasts.
pub const MINUTES: u64 = 10;
/// Cards in a session, repeats not counted.
const CARDS: usize = 12;
/// One card in this many is a position in which the player's move was fine.
const FINE: usize = 5;

/// The cards of a session, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    started: Seconds,
    queue: VecDeque<CardId>,
    /// Those that come a second time, because they were missed.
    again: Vec<CardId>,
    /// Whether each answer so far was right.
    answers: Vec<bool>,
}

impl Session {
    /// The cards for now: due cards first, those most likely forgotten at the front, then new ones. No two of one idea in
    /// a row where that can be avoided; every fifth is a position that was fine. A card that was missed today and not
    /// answered right since comes again at the end.
    pub fn new(deck: &Deck, now: Seconds) -> Session {
        let fine = fine(deck);
        let wanted = CARDS - if fine.is_empty() { 0 } else { CARDS / FINE };
        let mut cards: Vec<&CardState> = deck.due(now);
        cards.extend(deck.new_cards());
        cards.truncate(wanted);
        let mut queue: VecDeque<CardId> = VecDeque::new();
        let mut fine = fine.into_iter();
        let mut before = None;
        while !cards.is_empty() {
            if queue.len() % FINE == FINE - 2
                && let Some(state) = fine.next()
            {
                queue.push_back(state.card.id());
            }
            let other = cards.iter().position(|state| before.is_none() || state.card.cause != before);
            let state = cards.remove(other.unwrap_or(0));
            before = state.card.cause;
            queue.push_back(state.card.id());
        }
        let missed: Vec<CardId> =
            deck.cards().filter(|state| state.is_missed_today(now)).map(|state| state.card.id()).collect();
        queue.extend(&missed);
        Session { started: now, queue, again: missed, answers: Vec::new() }
    }

    /// The card to be asked; `None` when the time is over or all are done.
    pub fn next(&self, now: Seconds) -> Option<CardId> {
        let in_time = now < self.started + MINUTES * 60;
        self.queue.front().copied().filter(|_| in_time)
    }

    /// The card was answered. One that was missed comes back once.
    pub fn answered(&mut self, right: bool) {
        let Some(card) = self.queue.pop_front() else { return };
        self.answers.push(right);
        if !right && !self.again.contains(&card) {
            self.again.push(card);
            self.queue.push_back(card);
        }
    }

    /// The card is left out this time.
    pub fn skip(&mut self) {
        self.queue.pop_front();
    }

    /// Whether each answer so far was right.
    pub fn answers(&self) -> &[bool] {
        &self.answers
    }

    /// How many cards are left.
    pub fn left(&self) -> usize {
        self.queue.len()
    }
}

/// Positions in which the player's move was fine, those that were asked least first.
fn fine(deck: &Deck) -> Vec<&CardState> {
    let mut fine: Vec<&CardState> = deck.cards().filter(|state| state.card.fine).collect();
    fine.sort_by_key(|state| (state.asked, state.last));
    fine
}
