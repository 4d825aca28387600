//! The sockets in a room, and what they are sent.

use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use outflank_play::Time;
use outflank_rules::Color;

use super::{RESTARTING, Room};
use crate::api_error::ApiError;
use crate::outbox::{Outbox, Unsent};
use crate::secret::{self, Hash};
use crate::served_game::{Players, ServedGame};
use crate::visitor::Visitor;
use crate::wire::{Hello, Presence, Reason, ServerMessage, Update, You};

/// A socket that is now in the room.
pub(crate) struct Entered {
    /// Its number.
    pub(crate) client: u64,
    /// Whether it has a token to do anything.
    pub(crate) plays: bool,
}

/// A socket in the room.
pub(super) struct Client {
    pub(super) players: Option<Players>,
    pub(super) visitor: Visitor,
    /// The token it came with, hashed.
    pub(super) token: Option<Hash>,
    pub(super) out: Outbox,
    /// How much of the way here and back is not charged to this player's clock.
    pub(super) lag: Duration,
}

/// The shortest time between two messages about who is present.
pub(super) const PRESENCE_EVERY: Duration = Duration::from_millis(250);

impl Room {
    pub(super) fn enter(
        &mut self,
        hello: &Hello,
        visitor: Visitor,
        out: Outbox,
    ) -> Result<Entered, ApiError> {
        let token = hello.token.as_deref().map(secret::hash);
        let players = match token.map(|token| self.game.holder_of(&token)) {
            Some(None) => return Err(Reason::BadToken.into()),
            players => players.flatten(),
        };
        let watching = self.clients.values().filter(|client| client.players.is_none()).count();
        if players.is_none() && watching >= self.app.config.limits.spectators {
            return Err(Reason::TooManySpectators.into());
        }
        let client = self.next_client;
        self.next_client += 1;
        self.clients.insert(client, Client { players, visitor, token, out, lag: Duration::ZERO });
        self.note_absence(None);
        self.push_update(client, Unsent { have: hello.have, welcome: true });
        let presence = self.update_presence();
        if let Some(there) = self.clients.get(&client)
            && let Some(text) = json::<Update>(&ServerMessage::Presence(presence))
        {
            there.out.presence(text);
        }
        Ok(Entered { client, plays: players.is_some() })
    }

    /// Puts the state into a client's outbox.
    pub(super) fn push_update(&self, client: u64, new: Unsent) {
        if let Some(Client { players, out, .. }) = self.clients.get(&client) {
            let write = |unsent: Unsent| {
                let you = self.you(*players);
                let written = update(&self.game, you, unsent.have, self.app.now(), unsent.welcome);
                written.map_err(|error| tracing::error!(%error, "an update could not be written")).ok()
            };
            out.update(new, |unsent| write(unsent).map(Into::into));
        }
    }

    /// Tells everybody what happened after an entry of the log.
    pub(super) fn broadcast(&mut self, have: u64) {
        self.quiet_since = Instant::now();
        let shared = self.game.told_events(have).and_then(|events| {
            Ok((events, serde_json::value::to_raw_value(&self.game.state(self.app.now()))?))
        });
        let (events, state) = match shared {
            Ok(shared) => shared,
            Err(error) => return tracing::error!(%error, "an update could not be written"),
        };
        let (game, seq, now) = (self.game.id(), self.game.seq(), self.app.now());
        let usual = Unsent { have, welcome: false };
        for Client { players, out, .. } in self.clients.values() {
            out.update(usual, |unsent| {
                if unsent == usual {
                    let (game, you) = (game.to_owned(), self.you(*players));
                    let update = Update { game, seq, now: now.0, events: &events, state: &state, you };
                    json(&ServerMessage::Update(update))
                } else {
                    // This client has not read the last one: it gets one for both.
                    let you = self.you(*players);
                    update(&self.game, you, unsent.have, now, unsent.welcome).ok().map(Into::into)
                }
            });
        }
        self.update_presence();
    }

    /// Whether the player of a colour has the game open; a computer always has.
    pub(super) fn is_here(&self, color: Color) -> bool {
        let plays =
            |client: &Client| client.players.is_some_and(|players| self.game.sides(players).contains(&color));
        !self.game.live().seat(color).is_human() || self.clients.values().any(plays)
    }

    /// Tells everybody who is present if that has changed, now or soon.
    pub(super) fn update_presence(&mut self) -> Presence {
        let presence = Presence {
            black: self.is_here(Color::Black),
            white: self.is_here(Color::White),
            watching: self.clients.values().filter(|client| client.players.is_none()).count(),
        };
        let changed = self.presence != Some(presence);
        if changed && (self.presence.is_none() || self.presence_told.elapsed() >= PRESENCE_EVERY) {
            self.presence = Some(presence);
            self.presence_told = Instant::now();
            if let Some(text) = json::<Update>(&ServerMessage::Presence(presence)) {
                for client in self.clients.values() {
                    client.out.presence(text.clone());
                }
            }
        }
        self.presence_due = self.presence != Some(presence);
        presence
    }

    /// Puts an answer into a client's outbox. A client that does not read them is given up.
    pub(super) fn send(&mut self, client: u64, message: &ServerMessage) {
        if let Some(text) = json(message)
            && let Some(there) = self.clients.get(&client)
            && there.out.answer(text).is_err()
        {
            self.clients.remove(&client);
        }
    }

    pub(super) fn bye(&mut self, sentence: &'static str) {
        for client in self.clients.keys().copied().collect::<Vec<u64>>() {
            self.send(client, &ServerMessage::Bye { sentence: sentence.to_owned() });
        }
        for client in self.clients.values() {
            client.out.close(RESTARTING, sentence);
        }
    }
}

fn json<U: serde::Serialize>(message: &ServerMessage<U>) -> Option<Utf8Bytes> {
    let text = serde_json::to_string(message);
    text.map_err(|error| tracing::error!(%error, "a message could not be written")).ok().map(Into::into)
}

/// The message that brings a client up to date which has seen everything up to `have`.
pub(crate) fn update(
    game: &ServedGame,
    you: You,
    have: u64,
    now: Time,
    welcome: bool,
) -> serde_json::Result<String> {
    let events = game.told_events(have)?;
    let state = serde_json::value::to_raw_value(&game.state(now))?;
    let (id, seq) = (game.id().to_owned(), game.seq());
    let update = Update { game: id, seq, now: now.0, events: &events, state: &state, you };
    if welcome {
        serde_json::to_string(&ServerMessage::Welcome(update))
    } else {
        serde_json::to_string(&ServerMessage::Update(update))
    }
}
