//! How long a game may become. A round always has room for its remaining moves and its end; everything else (undo,
//! names, levels, requests, pauses) is refused before that room is used up.

use std::time::Duration;

use outflank_play::{self as play, Time};
use outflank_rules::Color;

use super::ServedGame;
use crate::wire::Action;

/// The most entries of a round, all of which are sent to everyone who opens the game.
pub(super) const LONGEST_ROUND: usize = 600;
/// More than the moves, the passes and the end of a game.
const ROOM_FOR_MOVES: usize = 130;
/// The most entries of all rounds before the last.
const LONGEST_LOG: usize = 5000;
/// How often a seat may be changed in a round: by a new name, a new level, a new link.
const MOST_CHANGES: usize = 20;
/// How often a player may greet in a round, and how soon again.
const MOST_GREETINGS: usize = 16;
const BETWEEN_GREETINGS: Duration = Duration::from_secs(3);

impl ServedGame {
    /// Whether the game has become too long for this.
    pub(super) fn is_too_long_for(&self, action: Action) -> bool {
        match action {
            Action::Play
            | Action::Pass
            | Action::Resign
            | Action::Claim
            | Action::Decline
            | Action::Continue => false,
            Action::Restart => self.log.len() >= LONGEST_LOG,
            Action::Undo
            | Action::Accept
            | Action::Pause
            | Action::Name
            | Action::Level
            | Action::Greet
            | Action::Rematch => {
                self.round_length() >= LONGEST_ROUND - ROOM_FOR_MOVES || self.log.len() >= LONGEST_LOG
            }
        }
    }

    /// Whether the seat of a colour has been changed often enough in this round.
    pub(super) fn is_changed_enough(&self, color: Color) -> bool {
        let changes = self.log[self.round_start..].iter().flat_map(|entry| &entry.events);
        let of_color =
            |event: &&play::Event| matches!(event, play::Event::Seated { color: c, .. } if *c == color);
        changes.filter(of_color).count() >= MOST_CHANGES
    }

    /// Whether a player has said enough in this round, or just now.
    pub(super) fn has_greeted_enough(&self, color: Color, now: Time) -> bool {
        let said = self.log[self.round_start..].iter().filter(|entry| {
            let theirs =
                |event: &play::Event| matches!(event, play::Event::Greeted { by, .. } if *by == color);
            entry.events.iter().any(theirs)
        });
        let times: Vec<Time> = said.map(|entry| entry.at).collect();
        let just_now = times.last().is_some_and(|last| now.since(*last) < BETWEEN_GREETINGS);
        times.len() >= MOST_GREETINGS || just_now
    }

    /// The entries of this round.
    fn round_length(&self) -> usize {
        self.log.len() - self.round_start
    }
}
