//! A room whose game may be played through another server at the same time.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::{CloseReason, Room, STORE_RETRY};
use crate::store::StoreError;

/// Whether this server is responsible for the game's clock and the computer's moves. It only saves work.
#[derive(Default)]
pub(super) struct Lease {
    held: bool,
    asked: Option<Instant>,
}

/// Whoever does not get the lease asks again after this.
const RETRY: Duration = Duration::from_secs(1);
/// If another server fails to end a game on time, this one does, this much later.
pub(super) const FOREIGN_FLAG: Duration = Duration::from_secs(1);

impl Room {
    /// Reads what has been written elsewhere, and tells everybody.
    pub(super) async fn catch_up(&mut self) -> Result<(), CloseReason> {
        let (game, have) = (self.game.id().to_owned(), self.game.seq());
        let Some(news) = self.app.journal.load_after(game.clone(), have).await? else {
            // It was deleted.
            return Err(CloseReason::Idle);
        };
        let is_new = !news.entries.is_empty();
        let damaged = |reason: String| CloseReason::Store(StoreError::Damaged { game, reason });
        self.game.follow(news).map_err(|error| damaged(error.to_string()))?;
        self.seq.store(self.game.seq(), Ordering::Relaxed);
        self.dismiss();
        self.tell_lobby().await;
        if is_new {
            self.broadcast(have);
        }
        Ok(())
    }

    /// The store has failed, so that what the room has may not be what is stored: waits until that can be read again.
    /// Whoever is here stays meanwhile. A store that is read but not written to is not tried in a hurry, either.
    pub(super) async fn recover(&mut self, why: String) -> Result<(), CloseReason> {
        if self.clients.is_empty() {
            return Err(CloseReason::Store(StoreError::Failed(why)));
        }
        self.app.metrics.store_failures.add();
        tracing::error!(game = self.game.id(), why, "a game could not be stored; it waits");
        loop {
            tokio::time::sleep(STORE_RETRY).await;
            if self.app.is_stopping() {
                return Err(CloseReason::Stop);
            }
            match self.catch_up().await {
                Err(CloseReason::Store(StoreError::Failed(_))) => {}
                outcome => {
                    // Clocks and computers go on as soon as a write succeeds, and somebody has to try one.
                    self.app.health().await;
                    return outcome;
                }
            }
        }
    }

    /// Makes sure that nothing is missing that was written before now.
    pub(super) async fn be_current(&mut self) -> Result<(), CloseReason> {
        if self.app.cluster.is_some() { self.catch_up().await } else { Ok(()) }
    }

    /// Another server may have written an entry. That alone does not keep the room open.
    pub(super) async fn hear_news(&mut self, seq: u64) -> Result<(), CloseReason> {
        let quiet_since = self.quiet_since;
        if seq > self.game.seq() {
            self.catch_up().await?;
        }
        self.quiet_since = quiet_since;
        Ok(())
    }

    /// Whether this server lets flags fall and makes the computer's moves.
    pub(super) fn sees_to_game(&self) -> bool {
        self.app.cluster.is_none() || self.lease.held
    }

    /// Whether somebody has to see to the game.
    fn needs_lease(&self) -> bool {
        let thinks = self.game.live().task().is_some() && !self.is_paused();
        thinks || self.is_soon_due()
    }

    /// Asks for the lease when there is something to see to.
    pub(super) async fn see_to_lease(&mut self) {
        let asked = self.lease.asked.is_some_and(|asked| asked.elapsed() < RETRY);
        if !self.sees_to_game() && !asked && self.needs_lease() {
            self.take_lease().await;
        }
    }

    /// Asks for the lease.
    pub(super) async fn take_lease(&mut self) -> bool {
        if let Some(cluster) = &self.app.cluster {
            self.lease.held = cluster.lease(self.game.id()).await;
            self.lease.asked = Some(Instant::now());
        }
        self.sees_to_game()
    }

    /// When to ask for the lease again.
    pub(super) fn until_lease(&self) -> Option<Duration> {
        let wanted = !self.sees_to_game() && self.needs_lease();
        wanted.then(|| self.lease.asked.map_or(Duration::ZERO, |asked| RETRY.saturating_sub(asked.elapsed())))
    }

    /// The last player has gone, maybe to another server, which should then look after the game.
    pub(super) async fn let_others_see_to_game(&mut self) {
        let players = self.clients.values().any(|client| client.players.is_some());
        if !players && self.engine_turn.is_none() {
            self.release().await;
        }
    }

    /// Gives the lease back.
    pub(super) async fn release(&mut self) {
        if let Some(cluster) = self.app.cluster.as_ref().filter(|_| self.lease.held) {
            cluster.release(self.game.id()).await;
            self.lease = Lease { held: false, asked: Some(Instant::now()) };
        }
    }
}
