//! A served game without input and output: the live game, its log, and who may do what.
//!
//! Nothing here changes a game at once. A command leads to a [`Change`], which is written to the store first
//! and [adopted](ServedGame::adopt) when it is safe.

mod create;
mod decide;
mod state;

#[cfg(test)]
mod tests;

use std::time::Duration;

use outflank_play::{self as play, LiveGame, Time};
use outflank_rules::{Color, Move};

use crate::api_error::ApiError;
use crate::secret;
use crate::store::{Entry, StoredGame, Token, TokenKind, Write};
use crate::wire::{self, Code};

pub(crate) use create::Creation;
pub(crate) use decide::Joining;

/// A game, its log and its players' tokens.
pub(crate) struct ServedGame {
    id: String,
    live: LiveGame,
    log: Vec<Logged>,
    tokens: Vec<Token>,
    /// Whether the colours are swapped compared to the first round.
    swapped: bool,
    round: u32,
}

/// An entry of the log.
#[derive(Clone)]
struct Logged {
    at: Time,
    command: Option<Box<str>>,
    events: Box<[play::Event]>,
}

/// What is to be stored and then adopted.
pub(crate) struct Change {
    live: LiveGame,
    logged: Logged,
    tokens: Vec<Token>,
}

/// Which players a client stands for: bit 0 for whoever had Black in the first round, bit 1 for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Players(pub(crate) u8);

impl Players {
    /// The id of a command in the log: ids are the affair of each player.
    fn key(self, command: &str) -> String {
        format!("{}.{command}", self.0)
    }
}

/// A log that cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BadLog {
    #[error("entry {0}: {1}")]
    Json(u64, serde_json::Error),
    #[error("entry {0}: {1}")]
    Event(u64, wire::BadEvent),
    #[error(transparent)]
    Replay(#[from] play::ReplayError),
}

impl ServedGame {
    /// The game that was stored.
    pub(crate) fn load(id: String, stored: StoredGame) -> Result<ServedGame, BadLog> {
        let mut log = Vec::with_capacity(stored.entries.len());
        for entry in stored.entries {
            let events: Vec<wire::Event> =
                serde_json::from_str(&entry.events).map_err(|error| BadLog::Json(entry.seq, error))?;
            let events = events.iter().map(play::Event::try_from).collect::<Result<Box<[_]>, _>>();
            let events = events.map_err(|error| BadLog::Event(entry.seq, error))?;
            log.push(Logged { at: Time(entry.at_ms), command: entry.command.map(Into::into), events });
        }
        let timed = log.iter().flat_map(|entry| entry.events.iter().map(|event| (entry.at, event.clone())));
        let live = LiveGame::replay(timed)?;
        let mut game =
            ServedGame { id, live, log: Vec::new(), tokens: stored.tokens, swapped: false, round: 0 };
        for entry in log {
            game.note(entry);
        }
        Ok(game)
    }

    /// The write that makes a change safe.
    pub(crate) fn write(&self, change: &Change) -> Write {
        let events: Vec<wire::Event> = change.logged.events.iter().map(wire::Event::from).collect();
        Write {
            game: self.id.clone(),
            entry: Entry {
                seq: self.seq() + 1,
                at_ms: change.logged.at.0,
                command: change.logged.command.as_deref().map(str::to_owned),
                events: serde_json::to_string(&events).unwrap_or_default(),
            },
            tokens: change.tokens.clone(),
            attention: wants_attention(&change.live),
        }
    }

    /// Makes a change that has been stored.
    pub(crate) fn adopt(&mut self, change: Change) {
        self.live = change.live;
        for token in change.tokens {
            match self.tokens.iter_mut().find(|known| known.hash == token.hash) {
                Some(known) => *known = token,
                None => self.tokens.push(token),
            }
        }
        self.note(change.logged);
    }

    fn note(&mut self, entry: Logged) {
        for event in &entry.events {
            if let play::Event::Started { beginning, .. } = event {
                self.round += 1;
                self.swapped ^= *beginning == play::Beginning::Rematch { swap: true };
            }
        }
        self.log.push(entry);
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    pub(crate) fn live(&self) -> &LiveGame {
        &self.live
    }

    /// The last entry of the log.
    pub(crate) fn seq(&self) -> u64 {
        self.log.len() as u64
    }

    /// The entry that a player's command led to, if it is in the log.
    pub(crate) fn entry_of(&self, players: Players, command: &str) -> Option<u64> {
        let key = players.key(command);
        let found = self.log.iter().rposition(|entry| entry.command.as_deref() == Some(&key));
        found.map(|n| n as u64 + 1)
    }

    /// Whom a token stands for.
    pub(crate) fn holder(&self, token: &str) -> Option<Players> {
        let hash = secret::hash(token);
        self.tokens
            .iter()
            .find(|token| token.hash == hash && token.kind == TokenKind::Seat)
            .map(|token| Players(token.players))
    }

    /// Whether the game goes on by itself.
    pub(crate) fn wants_attention(&self) -> bool {
        wants_attention(&self.live)
    }

    /// Whether a person plays, or only computers.
    pub(crate) fn has_people(&self) -> bool {
        self.live.settings().seats.iter().any(play::Seat::is_human)
    }

    /// The colours that these players have in this round.
    pub(crate) fn sides(&self, players: Players) -> Vec<Color> {
        Color::ALL.into_iter().filter(|color| players.0 & self.player(*color) != 0).collect()
    }

    /// The bit of the player who has a colour in this round.
    fn player(&self, color: Color) -> u8 {
        1 << (color.index() ^ usize::from(self.swapped))
    }

    /// Whether the player of a colour has yet to come.
    fn is_awaited(&self, color: Color) -> bool {
        self.tokens
            .iter()
            .any(|token| token.kind == TokenKind::Invite && token.players & self.player(color) != 0)
    }

    /// The computer has found a move. Nothing happens if it is no longer asked for.
    pub(crate) fn engine_move(&self, ticket: play::Ticket, mv: Move, now: Time) -> Option<Change> {
        self.own(play::Command::EngineMove { ticket, mv }, now)
    }

    /// Time has passed.
    pub(crate) fn tick(&self, now: Time) -> Option<Change> {
        self.own(play::Command::Tick, now)
    }

    /// The server was down.
    pub(crate) fn credit(&self, time: Duration, now: Time) -> Option<Change> {
        self.own(play::Command::Credit { time }, now)
    }

    /// What the server does itself.
    fn own(&self, command: play::Command, now: Time) -> Option<Change> {
        self.change([command], None, now).ok().filter(|change| !change.logged.events.is_empty())
    }

    /// What commands lead to, one after the other.
    fn change(
        &self,
        commands: impl IntoIterator<Item = play::Command>,
        id: Option<&str>,
        now: Time,
    ) -> Result<Change, play::Refusal> {
        let mut live = self.live.clone();
        let mut events = Vec::new();
        for command in commands {
            events.extend(live.apply(command, now)?);
        }
        let events = events.into();
        let logged = Logged { at: live.latest(), command: id.map(Into::into), events };
        Ok(Change { live, logged, tokens: Vec::new() })
    }
}

/// A game goes on by itself while a clock runs, or while the computer has to answer a person. Computers among
/// themselves wait until somebody looks.
fn wants_attention(live: &LiveGame) -> bool {
    let people = live.settings().seats.iter().any(play::Seat::is_human);
    let thinks = live.turn().is_some_and(|turn| !live.seat(turn).is_human());
    people && (live.deadline().is_some() || thinks)
}
