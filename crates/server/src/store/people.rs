//! The people who play here, what they offer and what they have played.
//!
//! A person is the hash of a key. What a game does to people (it begins, it ends, it changes ratings) is stored
//! together with the entry of its log that says so, or not at all.

use serde::{Deserialize, Serialize};

use super::{Entry, StoreError, Write};
use crate::secret::Hash;

/// A place that keeps people.
pub trait People {
    /// Carries out the changes in their order, each wholly or not at all, and returns when all that succeeded are
    /// safe: one answer for each.
    fn commit_people(&mut self, changes: &[PeopleChange]) -> Vec<Result<(), StoreError>>;

    /// The people with these keys, in their order.
    fn with_keys(&mut self, keys: &[Hash]) -> Result<Vec<Option<Person>>, StoreError>;

    /// Whoever has a name that looks like this.
    fn called(&mut self, skeleton: &str) -> Result<Option<Person>, StoreError>;

    /// Whose feed has this hash.
    fn with_feed(&mut self, feed: &Hash) -> Result<Option<Person>, StoreError>;

    /// All people.
    fn everybody(&mut self) -> Result<Vec<Person>, StoreError>;

    /// All open offers, the oldest first.
    fn offers(&mut self) -> Result<Vec<OfferRow>, StoreError>;

    /// The games of a person that go on.
    fn games_of(&mut self, key: &Hash) -> Result<Vec<String>, StoreError>;

    /// All games in which a person has a seat, also those that are over.
    fn seats_of(&mut self, key: &Hash) -> Result<Vec<String>, StoreError>;

    /// The rounds that a person has played to their end, the newest first; those of everybody without one.
    fn played(&mut self, key: Option<&Hash>) -> Result<Vec<PlayedRow>, StoreError>;

    /// All open reports, the oldest first.
    fn reports(&mut self) -> Result<Vec<ReportRow>, StoreError>;

    /// What a person has practised: lines in the order in which they came.
    fn practice(&mut self, key: &Hash) -> Result<Vec<String>, StoreError>;

    /// Deletes a person and everything that names them. Games stay, with a seat that is nobody's.
    fn forget(&mut self, forgotten: &Forgotten) -> Result<(), StoreError>;
}

/// A person who plays here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Person {
    /// The hash of their key.
    #[serde(skip)]
    pub key: Hash,
    /// The hash of the secret in the addresses of their feeds.
    #[serde(skip)]
    pub feed: Hash,
    /// Their name as it looks.
    #[serde(skip)]
    pub skeleton: String,
    /// How often they have been stored; 0 for somebody new. A change to an older version is refused.
    #[serde(skip)]
    pub version: u64,
    /// Their name.
    pub name: String,
    /// Since when they are known.
    pub since_ms: u64,
    /// When they were last seen, give or take a day.
    pub seen_ms: u64,
    /// In live games.
    pub live: Standing,
    /// In games over days and without a clock.
    pub days: Standing,
    /// Times off, from when to when.
    #[serde(default)]
    pub vacations: Vec<(u64, u64)>,
    /// Whether they may not play with others here.
    #[serde(default)]
    pub banned: bool,
    /// How much more often they had Black than White lately.
    #[serde(default)]
    pub blacks: i8,
}

/// How strong somebody is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// The rating.
    pub points: f64,
    /// Its deviation at the time of the last rated game.
    pub deviation: f64,
    /// When that was.
    pub at_ms: u64,
    /// Rated games so far.
    pub games: u32,
}

/// An offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferRow {
    /// Its id.
    pub id: String,
    /// Whose it is.
    pub key: Hash,
    /// When it was posted.
    pub posted_ms: u64,
    /// What is offered, as JSON.
    pub terms: String,
}

/// A round that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedRow {
    /// The game.
    pub game: String,
    /// Which round of it.
    pub round: u32,
    /// When it ended.
    pub ended_ms: u64,
    /// Who had Black, if they have a key and want to be remembered.
    pub black: Option<Hash>,
    /// Who had White.
    pub white: Option<Hash>,
    /// What is to be known of it, as JSON.
    pub body: String,
}

/// What a player has reported of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportRow {
    /// Its id.
    pub id: String,
    /// When.
    pub at_ms: u64,
    /// In which game.
    pub game: String,
    /// In which round of it.
    pub round: u32,
    /// Who has reported.
    pub reporter: Hash,
    /// Whom.
    pub against: Hash,
    /// Why.
    pub reason: String,
}

/// A change to people.
#[derive(Clone, Debug, PartialEq)]
pub enum PeopleChange {
    /// A person is new or different. Refused if the name is taken or the person has changed since.
    Save(Person),
    /// An offer is made.
    Post(OfferRow),
    /// An offer ends, if it is still there.
    Withdraw(String),
    /// A round that is over is different.
    Correct(PlayedRow),
    /// Somebody is reported. Refused if the same player has reported the same round before.
    Report(ReportRow),
    /// Closes a report, if it is still there.
    CloseReport(String),
    /// A person has practised: lines are added, those that are there already left out. Refused if nobody has the key.
    Practise {
        /// The person.
        key: Hash,
        /// The lines.
        lines: Vec<String>,
    },
    /// A person's practice is to be forgotten.
    ForgetPractice(Hash),
    /// A game changes in a way that concerns people.
    Game(Box<GameChange>),
}

impl PeopleChange {
    /// The error for a change that could not be made.
    pub(super) fn refused(&self) -> StoreError {
        StoreError::Changed(match self {
            PeopleChange::Save(person) => person.name.clone(),
            PeopleChange::Post(offer) => offer.id.clone(),
            PeopleChange::Withdraw(offer) => offer.clone(),
            PeopleChange::Correct(row) => row.game.clone(),
            PeopleChange::Report(report) => report.id.clone(),
            PeopleChange::CloseReport(report) => report.clone(),
            PeopleChange::Practise { .. } | PeopleChange::ForgetPractice(_) => "practice".to_owned(),
            PeopleChange::Game(change) => change.write.game.clone(),
        })
    }
}

/// A write of a game together with what it means for people.
#[derive(Clone, Debug, PartialEq)]
pub struct GameChange {
    /// The write.
    pub write: Write,
    /// Offers that become this game: refused if one of them is no longer there.
    pub take: Vec<String>,
    /// Offers that end with it.
    pub end: Vec<String>,
    /// The people for whom it goes on from now on; none if it does not; `None` to leave that alone.
    pub playing: Option<Vec<Hash>>,
    /// The round that is over.
    pub played: Option<PlayedRow>,
    /// People who are different: refused if they have changed since.
    pub people: Vec<Person>,
}

impl GameChange {
    /// A write that means nothing for people.
    pub fn new(write: Write) -> GameChange {
        GameChange {
            write,
            take: Vec::new(),
            end: Vec::new(),
            playing: None,
            played: None,
            people: Vec::new(),
        }
    }
}

/// A person who wants to be forgotten, and what is to be stored in place of that which names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forgotten {
    /// The person.
    pub key: Hash,
    /// Entries of logs in their new words.
    pub entries: Vec<(String, Entry)>,
    /// Rounds in their new words.
    pub played: Vec<PlayedRow>,
}

/// What is stored of a person besides the columns.
pub(super) fn body(person: &Person) -> String {
    // Nothing in the type can fail to become JSON.
    serde_json::to_string(person).unwrap_or_default()
}

/// A person from what is stored.
pub(super) fn person(
    key: Hash,
    feed: Hash,
    skeleton: String,
    version: u64,
    body: &str,
) -> Result<Person, StoreError> {
    let person: Person = serde_json::from_str(body)
        .map_err(|error| StoreError::Failed(format!("a person cannot be read: {error}")))?;
    Ok(Person { key, feed, skeleton, version, ..person })
}
