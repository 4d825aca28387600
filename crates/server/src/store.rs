//! Where games are kept: an append-only log for each, behind a small trait.
//!
//! The log is the truth. A game is what replaying its entries gives; nothing else is stored of it but the
//! tokens of its players and what the server has to know before it reads a log.

mod health;
mod memory;
mod people;
mod postgres;
mod sqlite;

#[cfg(test)]
pub(crate) mod conformance;

pub use health::Outage;
pub use memory::MemoryStore;
pub use people::{
    Forgotten, GameChange, OfferRow, People, PeopleChange, Person, PlayedRow, ReportRow, Standing,
};
pub use postgres::{PostgresStore, Shared};
pub use sqlite::SqliteStore;

pub(crate) use postgres::{Connection, Link, sentence};

pub(crate) use health::{OUTAGE_KEPT, StoreHealth};

use crate::secret::{self, Hash};

/// A place that keeps games. One thread owns it: see the journal.
pub trait Store: Send {
    /// Carries out the writes in their order, each wholly or not at all, and returns when all that succeeded
    /// are safe: one answer for each.
    fn commit(&mut self, writes: &[Write]) -> Vec<Result<(), StoreError>>;

    /// A game with its whole log.
    fn load(&mut self, game: &str) -> Result<Option<StoredGame>, StoreError>;

    /// What is new in a game after an entry, and all its tokens.
    fn load_after(&mut self, game: &str, seq: u64) -> Result<Option<StoredGame>, StoreError> {
        let mut stored = self.load(game)?;
        if let Some(stored) = &mut stored {
            stored.entries.retain(|entry| entry.seq > seq);
        }
        Ok(stored)
    }

    /// What servers that share this store need to work together; nothing if it is for one server alone.
    fn shared(&self) -> Option<Shared> {
        None
    }

    /// The games that have to be looked at by a time, by this server and no other.
    fn due(&mut self, by_ms: u64) -> Result<Vec<String>, StoreError>;

    /// Notes that the server was alive at a time. It is a write like any other, so that its success proves that
    /// moves can be stored.
    fn note_alive(&mut self, now_ms: u64) -> Result<(), StoreError>;

    /// When the server was last known to be alive, or another one that shares the store: that is now if one runs.
    fn last_alive(&mut self) -> Result<Option<u64>, StoreError>;

    /// Notes a time in which nothing could be stored.
    fn note_outage(&mut self, outage: Outage) -> Result<(), StoreError>;

    /// The outages that ended at `since_ms` or later; older ones are forgotten.
    fn outages(&mut self, since_ms: u64) -> Result<Vec<Outage>, StoreError>;

    /// Deletes old games and returns how many. A game is deleted only if it was found old a day before, too, and
    /// never in between found young: a clock that is wrong for a while must not cost a game. A game with a player who
    /// has a key is deleted only if it has one entry and is older than `before_ms`: such players have an archive.
    fn sweep(&mut self, sweep: Sweep) -> Result<usize, StoreError>;

    /// Forgets which games were found old before.
    fn forget_sightings(&mut self) -> Result<(), StoreError>;

    /// Whether one of these boards is on the board of a game between people that is still played.
    fn is_live(&mut self, boards: &[BoardKey]) -> Result<bool, StoreError>;

    /// Keeps a review with its game, in place of one that was kept before. A game that is gone keeps nothing.
    fn save_review(&mut self, game: &str, review: &KeptReview) -> Result<(), StoreError>;

    /// The review that is kept with a game.
    fn load_review(&mut self, game: &str) -> Result<Option<KeptReview>, StoreError>;

    /// How much space is left, where that can be known.
    fn free_bytes(&mut self) -> Option<u64>;

    /// Where the people are kept who play here, if they are.
    fn people(&mut self) -> Option<&mut dyn People> {
        None
    }
}

/// A board, the same for all its symmetries and for both sides to move.
pub type BoardKey = [u8; 16];

/// Which games are old.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// The time now.
    pub now_ms: u64,
    /// Those last written before this.
    pub before_ms: u64,
    /// Those with one entry only that were written before this.
    pub unplayed_before_ms: u64,
}

impl Sweep {
    /// Between finding a game old and deleting it.
    pub(crate) const GRACE_MS: u64 = 24 * 60 * 60 * 1000;

    /// Whether a game with this many entries that was last written then is old.
    fn is_old(&self, entries: usize, touched_ms: u64, keyed: bool) -> bool {
        if keyed {
            return entries == 1 && touched_ms < self.before_ms;
        }
        touched_ms < self.before_ms || (entries == 1 && touched_ms < self.unplayed_before_ms)
    }
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
    /// When the game has to be looked at, if nobody does anything: when a flag falls, or at once if the computer has
    /// to move.
    pub wake_ms: Option<u64>,
    /// What becomes of its live boards.
    pub live_boards: LiveBoards,
}

/// What becomes of the boards of a game that the engine does not help with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiveBoards {
    /// They stay as they are.
    Keep,
    /// One more.
    Add(BoardKey),
    /// The game is over, or a new round has begun.
    Clear,
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
    /// Was a seat until its holder asked for another token.
    Revoked,
    /// Plays: the key of a player, which opens all games of that player.
    Key,
}

impl TokenKind {
    /// As it is stored.
    fn number(self) -> u8 {
        match self {
            TokenKind::Seat => 0,
            TokenKind::Invite => 1,
            TokenKind::UsedInvite => 2,
            TokenKind::Revoked => 3,
            TokenKind::Key => 4,
        }
    }

    /// The other way round.
    fn of_number(number: u8) -> TokenKind {
        match number {
            0 => TokenKind::Seat,
            1 => TokenKind::Invite,
            2 => TokenKind::UsedInvite,
            4 => TokenKind::Key,
            _ => TokenKind::Revoked,
        }
    }
}

/// A game as it was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Its log, complete and in order.
    pub entries: Vec<Entry>,
    /// All tokens.
    pub tokens: Vec<Token>,
}

/// What was worked out from a game. It can be worked out again, so nothing depends on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptReview {
    /// What it is a review of and by which version; if another one is wanted, it is made again.
    pub key: String,
    /// The review as JSON.
    pub review: String,
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
    /// A game cannot be read.
    #[error("the log of game {game} cannot be read: {reason}")]
    Damaged {
        /// The game.
        game: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Something that was to be changed is no longer what it was: an offer is gone, a name is taken, somebody else
    /// has changed a person.
    #[error("what was to be changed has changed: {0}")]
    Changed(String),
    /// Another server uses the same place.
    #[error("another server uses {0}: stop that one first, or name another folder")]
    InUse(String),
    /// The address of a database cannot be used.
    #[error("{0}")]
    BadAddress(String),
    /// The store does not work.
    #[error("the store failed: {0}")]
    Failed(String),
}
