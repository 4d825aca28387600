//! The lobby on several servers: the offers are in the store, and each server looks there once a second.

use std::collections::HashMap;
use std::time::Instant;

use super::{LobbyMessage, Task, lock};
use crate::secret::Hash;
use crate::served_game::ServedGame;
use crate::wire::{Paired, Terms};

impl Task {
    /// Learns what has happened in the lobby on other servers.
    pub(super) async fn hear_of_others(&mut self) {
        let Some(cluster) = self.app.cluster.clone() else { return };
        let here: Vec<Hash> = lock(&self.app.lobby.here).keys().copied().collect();
        let Some(elsewhere) = cluster.share_lobby(here).await else { return };
        let elsewhere = elsewhere.into_iter().collect();
        if elsewhere != self.elsewhere {
            self.elsewhere = elsewhere;
            self.dirty = true;
        }
        let before: HashMap<String, (Hash, Terms)> =
            self.offers.values().map(|open| (open.id.clone(), (open.by.key, open.terms))).collect();
        let was_dirty = self.dirty;
        if let Err(error) = self.reload().await {
            tracing::warn!(%error, "offers could not be read");
            return;
        }
        self.dirty = was_dirty || self.offers.keys().any(|id| !before.contains_key(id));
        let gone = before.into_iter().filter(|(id, _)| !self.offers.contains_key(id));
        for (id, (maker, terms)) in gone.collect::<Vec<_>>() {
            self.dirty = true;
            self.absent.remove(&id);
            self.proposed.remove(&id);
            if lock(&self.app.lobby.here).contains_key(&maker) {
                self.tell_taken(&id, maker, terms).await;
            }
        }
    }

    /// An offer of somebody who is here ended elsewhere: mostly because it has become a game, which says so in its first
    /// entry.
    async fn tell_taken(&mut self, offer: &str, maker: Hash, terms: Terms) {
        let taken = offer.to_owned();
        let found = self.app.journal.ask(move |store| {
            let games = store.people().map_or_else(|| Ok(Vec::new()), |people| people.games_of(&maker))?;
            for id in games {
                let Some(stored) = store.load(&id)? else { continue };
                let first = stored.entries.first().and_then(|entry| entry.command.as_deref());
                if first.is_some_and(|command| command.split(' ').any(|part| part == taken)) {
                    return Ok(Some((id, stored)));
                }
            }
            Ok(None)
        });
        let now = self.app.now();
        let game = found.await.ok().flatten().and_then(|(id, stored)| {
            let game = ServedGame::load(id, stored).ok()?;
            game.for_player(&maker, None, now)
        });
        let paired = game.and_then(|game| {
            let side = *game.seats.first()?;
            Some(Paired {
                side,
                path: format!("/g/{}", game.game),
                game: game.game,
                opponent: game.opponent,
                terms,
            })
        });
        if let Some(paired) = paired {
            self.send_to(&maker, &LobbyMessage::Paired(paired.clone()));
            self.paired.push((Instant::now(), maker, paired));
        } else {
            self.send_to(&maker, &LobbyMessage::Gone { offer: offer.to_owned() });
        }
    }
}
