//! Forgetting a person: everything that names them goes, their games stay with a seat that is nobody's.

use std::sync::Arc;

use outflank_rules::Color;

use super::Key;
use super::archive::Played;
use crate::api_error::ApiError;
use crate::app::App;
use crate::secret::Hash;
use crate::store::{Entry, Forgotten, PlayedRow, StoreError, StoredGame, TokenKind};
use crate::wire::{Beginning, Event, Pair, Seat, Side};

impl App {
    /// Forgets a person. Games that go on are given up first, so that nobody waits for them.
    pub(crate) async fn forget_person(self: &Arc<App>, key: &Key) -> Result<(), ApiError> {
        self.known(key).await?;
        let hash = key.hash;
        let fault = |error: StoreError| self.unavailable(&error);
        self.give_up_all(hash).await?;
        let seats = self.journal.people(move |people| people.seats_of(&hash)).await.map_err(fault)?;
        self.close_rooms(&seats).await;
        let forgotten = self.journal.ask(move |store| forget(store, hash));
        forgotten.await.map_err(fault)?;
        // A room that was opened in the meantime knows the old names.
        self.close_rooms(&seats).await;
        self.lobby.changed(hash);
        Ok(())
    }
}

fn forget(store: &mut dyn crate::store::Store, key: Hash) -> Result<(), StoreError> {
    let no_people = || StoreError::Failed("this store keeps no people".to_owned());
    let seats = store.people().ok_or_else(no_people)?.seats_of(&key)?;
    let mut entries = Vec::new();
    for game in seats {
        if let Some(stored) = store.load(&game)? {
            entries.extend(without(&stored, &key).into_iter().map(|entry| (game.clone(), entry)));
        }
    }
    let people = store.people().ok_or_else(no_people)?;
    let played = people.played(Some(&key))?;
    let played = played.into_iter().map(|row| nameless(row, &key)).collect();
    people.forget(&Forgotten { key, entries, played })
}

/// The entries of a log that name whoever has a key, without the name.
fn without(game: &StoredGame, key: &Hash) -> Vec<Entry> {
    let own = game.tokens.iter().find(|token| token.hash == *key && token.kind == TokenKind::Key);
    let players = own.map_or(0, |token| token.players);
    let mut swapped = false;
    let mut changed = Vec::new();
    for entry in &game.entries {
        let Ok(mut events) = serde_json::from_str::<Vec<Event>>(&entry.events) else { continue };
        let before = events.clone();
        for event in &mut events {
            if let Event::Started { beginning, .. } = event {
                swapped ^= *beginning == Beginning::Rematch;
            }
            let theirs =
                |side: Side| players & (1 << (Color::from(side).index() ^ usize::from(swapped))) != 0;
            let erase = |seat: &mut Seat| (seat.name, seat.rating) = (None, None);
            match event {
                Event::Started { settings, .. } => {
                    let Pair { black, white } = &mut settings.seats;
                    for (side, seat) in [(Side::Black, black), (Side::White, white)] {
                        if theirs(side) {
                            erase(seat);
                        }
                    }
                }
                Event::Seated { side, seat } if theirs(*side) => erase(seat),
                _ => {}
            }
        }
        if events != before {
            let events = serde_json::to_string(&events).unwrap_or_default();
            changed.push(Entry { events, ..entry.clone() });
        }
    }
    changed
}

/// A round without the name of whoever has a key.
fn nameless(row: PlayedRow, key: &Hash) -> PlayedRow {
    let Some(mut played) = Played::read(&row) else { return row };
    let Pair { black, white } = &mut played.players;
    for (side, card) in [(row.black, black), (row.white, white)] {
        if side == Some(*key) {
            card.name = String::new();
            card.rating = None;
        }
    }
    let body = serde_json::to_string(&played).unwrap_or_default();
    PlayedRow { body, ..row }
}
