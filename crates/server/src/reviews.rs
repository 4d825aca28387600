//! Reviews that are being made: simultaneous requests for the same one share it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::watch;

use crate::wire::{Moment, Review, ReviewedMove};

/// How far a review has come.
#[derive(Clone, Debug, Default)]
pub(crate) struct Progress {
    /// Steps that are done.
    pub(crate) done: usize,
    /// Steps in all, as far as that is known.
    pub(crate) of: usize,
    /// What is known of the moves, in the order of the game.
    pub(crate) moves: Vec<ReviewedMove>,
    /// What is known of the moments.
    pub(crate) moments: Vec<Moment>,
    /// Everything, at the end.
    pub(crate) whole: Option<Box<Review>>,
}

/// Those who make a review tell all who wait for it how far they are.
pub(crate) type ProgressSender = Arc<watch::Sender<Progress>>;

/// A game, and the depth and the key of its review.
type ReviewKey = (String, String);

/// The reviews of games that are being made.
#[derive(Default)]
pub(crate) struct Reviews(Mutex<HashMap<ReviewKey, Weak<watch::Sender<Progress>>>>);

impl Reviews {
    /// Waits for a review, which is begun if nobody makes it yet.
    pub(crate) fn join(
        &self,
        game: ReviewKey,
        begin: impl FnOnce(ProgressSender),
    ) -> watch::Receiver<Progress> {
        let mut making = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        making.retain(|_, sender| sender.strong_count() > 0);
        if let Some(sender) = making.get(&game).and_then(Weak::upgrade) {
            return sender.subscribe();
        }
        let (sender, progress) = watch::channel(Progress::default());
        let sender = Arc::new(sender);
        making.insert(game, Arc::downgrade(&sender));
        begin(sender);
        progress
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_made_for_all_who_wait() {
        let reviews = Reviews::default();
        let game = || ("game".to_owned(), "key".to_owned());
        let mut made = Vec::new();
        let one = reviews.join(game(), |sender| made.push(sender));
        let two = reviews.join(game(), |_| panic!("it is being made"));
        made[0].send_modify(|progress| progress.done = 7);
        assert_eq!((one.borrow().done, two.borrow().done), (7, 7));
        let mut other = None;
        let _other = reviews.join(("game".to_owned(), "deep".to_owned()), |sender| other = Some(sender));
        assert!(other.is_some(), "another one is begun");
        // Nobody makes it any more: then it is begun anew.
        drop(made.pop());
        let _again = reviews.join(game(), |sender| made.push(sender));
        assert_eq!(made.len(), 1);
    }
}
