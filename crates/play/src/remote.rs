//! A game that is kept elsewhere, as a front end hears of it.

use outflank_rules::Color;

use crate::{Event, LiveGame, Time};

/// Something there is to tell about a game that is kept elsewhere.
#[derive(Clone, Debug)]
pub enum News {
    /// The game as it is now.
    Game(Box<Report>),
    /// Who has the game open.
    Presence(Presence),
    /// An invite was turned into a seat, and this is the link back to it.
    Seat(String),
    /// What was asked for is done, and what came of it has been told.
    Done,
    /// What was asked for is refused, and why, in a sentence.
    Refused(String),
    /// The connection is lost; it is being tried again.
    Lost,
    /// There is no way to take part any longer, and why.
    Ended(String),
}

/// A game that is kept elsewhere, and what happened in it.
#[derive(Clone, Debug)]
pub struct Report {
    /// The game as it is now.
    pub game: LiveGame,
    /// What happened since the last report.
    pub events: Vec<Event>,
    /// The sides that are played from here; none for those who only watch.
    pub sides: Vec<Color>,
    /// Whether the players of Black and White have come, in this order.
    pub joined: [bool; 2],
    /// The time there.
    pub now: Time,
}

/// Who has a game open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presence {
    /// Whether the players of Black and White have, in this order. A computer always has.
    pub players: [bool; 2],
    /// How many others watch.
    pub watching: usize,
}
