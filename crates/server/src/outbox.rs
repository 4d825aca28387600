//! The messages of a room that a socket has yet to send. Answers to commands are kept in order; of states and presence
//! only the newest is kept, so that a slow reader is behind by one message and never by a hundred.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Notify;

/// The room's end. When it is dropped, the socket is to be closed.
pub(crate) struct Outbox(Arc<Shared>);

/// The socket's end.
pub(crate) struct OutboxReader(Arc<Shared>);

/// What is to be sent next.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outgoing {
    Text(Utf8Bytes),
    Close(u16, &'static str),
}

/// A socket that does not take the answers to its own commands.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Overflow;

/// The most answers that wait: they are as many as the commands that a client sent without reading.
const MOST_ANSWERS: usize = 64;

#[derive(Default)]
struct Shared {
    waiting: Mutex<Waiting>,
    changed: Notify,
}

#[derive(Default)]
struct Waiting {
    answers: VecDeque<Utf8Bytes>,
    update: Option<Update>,
    presence: Option<Utf8Bytes>,
    close: Option<(u16, &'static str)>,
    dropped: bool,
}

/// An update that has not been taken yet: the last entry of the log that was told before it.
#[derive(Clone, Debug)]
struct Update {
    unsent: Unsent,
    text: Utf8Bytes,
}

/// What an update that replaces an unsent one has to cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unsent {
    /// The last entry of the log that the client knows.
    pub(crate) have: u64,
    /// Whether it waits for its welcome.
    pub(crate) welcome: bool,
}

/// A new outbox.
pub(crate) fn channel() -> (Outbox, OutboxReader) {
    let shared = Arc::new(Shared::default());
    (Outbox(Arc::clone(&shared)), OutboxReader(shared))
}

impl Outbox {
    /// Puts an answer to a command.
    pub(crate) fn answer(&self, text: Utf8Bytes) -> Result<(), Overflow> {
        let mut waiting = self.0.lock();
        if waiting.answers.len() >= MOST_ANSWERS {
            return Err(Overflow);
        }
        waiting.answers.push_back(text);
        self.0.changed.notify_one();
        Ok(())
    }

    /// Puts a state. If the last one has not been taken, `write` gets what the new one has to cover.
    pub(crate) fn update(&self, new: Unsent, write: impl FnOnce(Unsent) -> Option<Utf8Bytes>) {
        let mut waiting = self.0.lock();
        let unsent = waiting.update.as_ref().map_or(new, |update| update.unsent);
        if let Some(text) = write(unsent) {
            waiting.update = Some(Update { unsent, text });
            self.0.changed.notify_one();
        }
    }

    /// Puts who is present.
    pub(crate) fn presence(&self, text: Utf8Bytes) {
        self.0.lock().presence = Some(text);
        self.0.changed.notify_one();
    }

    /// Puts the end, which comes after everything else.
    pub(crate) fn close(&self, code: u16, reason: &'static str) {
        self.0.lock().close = Some((code, reason));
        self.0.changed.notify_one();
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        self.0.lock().dropped = true;
        self.0.changed.notify_one();
    }
}

impl OutboxReader {
    /// What is to be sent next; nothing any more if the room has given this client up.
    pub(crate) async fn next(&mut self) -> Option<Outgoing> {
        loop {
            {
                let mut waiting = self.0.lock();
                let text = waiting
                    .answers
                    .pop_front()
                    .or_else(|| waiting.update.take().map(|update| update.text))
                    .or_else(|| waiting.presence.take());
                if let Some(text) = text {
                    return Some(Outgoing::Text(text));
                }
                if let Some((code, reason)) = waiting.close.take() {
                    return Some(Outgoing::Close(code, reason));
                }
                if waiting.dropped {
                    return None;
                }
            }
            self.0.changed.notified().await;
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_slow_reader_gets_every_answer_and_the_newest_state() {
        let (outbox, mut reader) = channel();
        let mut asked = Vec::new();
        for seq in 1..100 {
            outbox.update(Unsent { have: seq - 1, welcome: seq == 1 }, |unsent| {
                asked.push(unsent);
                Some(format!("state {seq}").into())
            });
            outbox.presence(format!("{seq} watch").into());
        }
        assert!(asked.iter().all(|unsent| *unsent == Unsent { have: 0, welcome: true }));
        outbox.answer("done 1".into()).unwrap();
        outbox.answer("done 2".into()).unwrap();
        let mut read = Vec::new();
        for _ in 0..4 {
            read.push(reader.next().await.unwrap());
        }
        let text = |text: &str| Outgoing::Text(text.to_owned().into());
        assert_eq!(read, [text("done 1"), text("done 2"), text("state 99"), text("99 watch")]);
        // Once taken, the next state starts from there.
        outbox.update(Unsent { have: 99, welcome: false }, |unsent| {
            assert_eq!(unsent, Unsent { have: 99, welcome: false });
            Some("state 100".into())
        });
        outbox.close(1012, "stopping");
        drop(outbox);
        assert_eq!(reader.next().await, Some(text("state 100")));
        assert_eq!(reader.next().await, Some(Outgoing::Close(1012, "stopping")));
        assert_eq!(reader.next().await, None);
    }

    #[test]
    fn answers_that_nobody_takes_are_bounded() {
        let (outbox, _reader) = channel();
        assert!((0..MOST_ANSWERS).all(|_| outbox.answer("done".into()).is_ok()));
        assert_eq!(outbox.answer("done".into()), Err(Overflow));
    }
}
