//! Which games have something new: collected for a moment, sent in one message.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

/// A game has an entry with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Notification<'a> {
    pub(super) game: &'a str,
    pub(super) seq: u64,
}

/// Notifications that have not been sent.
#[derive(Default)]
pub(super) struct Notifications {
    /// The newest entry of each game.
    waiting: Mutex<BTreeMap<String, u64>>,
    changed: Notify,
}

/// Notifications are collected for this long.
const DELAY: Duration = Duration::from_millis(5);
/// PostgreSQL takes fewer than 8,000 bytes in a message.
const MOST_BYTES: usize = 7900;
/// While nothing can be sent, at most this many are remembered; whoever comes back polls anyway.
const MOST_GAMES: usize = 10_000;

impl Notifications {
    pub(super) fn add(&self, game: &str, seq: u64) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < MOST_GAMES {
            waiting.insert(game.to_owned(), seq);
        }
        drop(waiting);
        self.changed.notify_one();
    }

    /// The next messages, as soon as there is something to send. Nothing is lost if the future is dropped.
    pub(super) async fn next(&self, instance: &str) -> Vec<String> {
        loop {
            if !self.waiting.lock().unwrap_or_else(PoisonError::into_inner).is_empty() {
                break;
            }
            self.changed.notified().await;
        }
        tokio::time::sleep(DELAY).await;
        let waiting = std::mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        write(instance, &waiting)
    }
}

/// Notifications as messages: the sender, then games and numbers.
fn write(instance: &str, notifications: &BTreeMap<String, u64>) -> Vec<String> {
    let mut messages = vec![instance.to_owned()];
    for (game, seq) in notifications {
        if messages.last().is_none_or(|message| message.len() + game.len() + 22 > MOST_BYTES) {
            messages.push(instance.to_owned());
        }
        if let Some(message) = messages.last_mut() {
            // Writing to a String cannot fail.
            let _ = write!(message, " {game} {seq}");
        }
    }
    messages
}

/// The notifications in a message, unless it is our own. What cannot be read is skipped.
pub(super) fn read<'a>(message: &'a str, own: &str) -> Vec<Notification<'a>> {
    let mut words = message.split(' ');
    if words.next() == Some(own) {
        return Vec::new();
    }
    let mut notifications = Vec::new();
    while let (Some(game), Some(seq)) = (words.next(), words.next()) {
        if let Ok(seq) = seq.parse() {
            notifications.push(Notification { game, seq });
        }
    }
    notifications
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_by_others_in_messages_that_are_short_enough() {
        let notifications: BTreeMap<String, u64> = (0..2000).map(|n| (format!("game-{n:08}"), n)).collect();
        let messages = write("me", &notifications);
        assert!(messages.len() > 1 && messages.iter().all(|message| message.len() < 8000));
        let read_by =
            |own| messages.iter().flat_map(|message| read(message, own)).collect::<Vec<Notification>>();
        assert_eq!(read_by("me"), []);
        let theirs: BTreeMap<String, u64> = read_by("other")
            .iter()
            .map(|notification| (notification.game.to_owned(), notification.seq))
            .collect();
        assert_eq!(theirs, notifications);
        assert_eq!(read("other game x game-2 7", "me"), [Notification { game: "game-2", seq: 7 }]);
    }

    #[tokio::test]
    async fn notifications_of_a_moment_are_sent_together_and_the_newest_counts() {
        let notifications = Notifications::default();
        notifications.add("g", 3);
        notifications.add("h", 1);
        notifications.add("g", 4);
        assert_eq!(notifications.next("me").await, ["me g 4 h 1"]);
        let waiting = tokio::time::timeout(Duration::from_millis(20), notifications.next("me")).await;
        assert!(waiting.is_err(), "there is nothing to send");
    }
}
