//! Where games are kept: an append-only log for each, behind a small trait.
//!
//! The log is the truth. A game is what replaying its entries gives; nothing else is stored of it but the
//! tokens of its players and what the server has to know before it reads a log.

mod memory;
mod sqlite;

#[cfg(test)]
mod conformance;

pub use memory::MemoryStore;
pub use sqlite::SqliteStore;

use crate::secret::{self, Hash};

/// A place that keeps games. One thread owns it: see [`Journal`](crate::journal::Journal).
pub trait Store: Send {
    /// Carries out the writes in their order, each wholly or not at all, and returns when all that succeeded
    /// are safe: one answer for each.
    fn commit(&mut self, writes: &[Write]) -> Vec<Result<(), StoreError>>;

    /// A game with its whole log.
    fn load(&mut self, game: &str) -> Result<Option<StoredGame>, StoreError>;

    /// The games whose last write asked for attention: they go on by themselves.
    fn attention(&mut self) -> Result<Vec<String>, StoreError>;

    /// Notes that the server was alive at a time; it need not be safe at once.
    fn note_alive(&mut self, now_ms: u64) -> Result<(), StoreError>;

    /// When the server was last known to be alive.
    fn last_alive(&mut self) -> Result<Option<u64>, StoreError>;

    /// Deletes games last written before `before_ms`, and those with one entry only before `unplayed_before_ms`;
    /// returns how many.
    fn sweep(&mut self, before_ms: u64, unplayed_before_ms: u64) -> Result<usize, StoreError>;
}

/// One more entry for a game's log. The first entry makes the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Write {
    /// The game.
    pub game: String,
    /// The entry.
    pub entry: Entry,
    /// Rights to be added, or changed where the hash is known.
    pub tokens: Vec<Token>,
    /// Whether the game goes on by itself: the computer moves or a clock runs.
    pub attention: bool,
}

/// What one command led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number in the game, from 1.
    pub seq: u64,
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
    /// The id of the client's command, if it was one.
    pub command: Option<String>,
    /// The events as JSON.
    pub events: String,
}

/// What the holder of a token may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The token's hash.
    pub hash: Hash,
    /// Which players it stands for: bit 0 for whoever had Black in the first round, bit 1 for the other.
    pub players: u8,
    /// What kind of token it is.
    pub kind: TokenKind,
}

impl Token {
    /// The token with this text.
    pub(crate) fn of(text: &str, players: u8, kind: TokenKind) -> Token {
        Token { hash: secret::hash(text), players, kind }
    }
}

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// Plays.
    Seat,
    /// Can be turned into a seat, once.
    Invite,
    /// Was turned into a seat.
    UsedInvite,
}

/// A game as it was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Its log, complete and in order.
    pub entries: Vec<Entry>,
    /// All tokens.
    pub tokens: Vec<Token>,
}

/// Why something was not stored or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The entry does not follow the last one, or its command is already there.
    #[error("entry {seq} of game {game} does not follow the last one")]
    Conflict {
        /// The game.
        game: String,
        /// The entry's number.
        seq: u64,
    },
    /// The store does not work.
    #[error("the store failed: {0}")]
    Failed(String),
}
