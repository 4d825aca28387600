//! Who a player is, and the games of a player.

use serde::{Deserialize, Serialize};

use crate::{Clock, Rating, Side};

/// What a server knows of the player who asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Me {
    /// The name, unique on this server.
    pub name: String,
    /// The key in eight words, to be written down.
    pub words: String,
    /// The strength in live games.
    pub live: Strength,
    /// The strength in games over days.
    pub days: Strength,
    /// Days off.
    pub vacation: Vacation,
    /// Addresses that tell a feed reader or a calendar whose turn it is. Whoever knows one can read it.
    pub feeds: Feeds,
    /// Since when this player is known.
    pub since: u64,
    /// Whether this player may not play with others here.
    pub banned: bool,
}

/// How strong a player is, and how well that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Strength {
    /// The points, and whether they are provisional.
    #[serde(flatten)]
    pub rating: Rating,
    /// Two thirds of all players with these points are within so many of them.
    pub deviation: u16,
    /// Rated games so far.
    pub games: u32,
}

/// Days off from games over days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Vacation {
    /// Until when it lasts, if it has begun.
    pub until: Option<u64>,
    /// Days that are left this year.
    pub days_left: u32,
}

/// Paths of feeds, to be put after the origin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Feeds {
    /// For feed readers.
    pub atom: String,
    /// For calendars.
    pub calendar: String,
}

/// What a player wants to be known as.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct MeRequest {
    /// Another name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Days off from now on; 0 ends them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vacation_days: Option<u32>,
}

/// A key in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct WordsRequest {
    /// The eight words.
    pub words: String,
}

/// The key that words say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeyFound {
    /// The key.
    pub key: String,
    /// The name of the player who has it.
    pub name: String,
}

/// A player as others see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayerCard {
    /// The name.
    pub name: String,
    /// The strength, if it is known.
    pub rating: Option<Rating>,
    /// The computer's level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
}

/// The games of the player who asks, in which it is their turn first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MyGames {
    /// The server's time.
    pub now: u64,
    /// Games in progress.
    pub games: Vec<MyGame>,
}

/// A game of the player who asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MyGame {
    /// The game.
    pub game: String,
    /// Where the page shows it.
    pub path: String,
    /// The sides of the player who asks.
    pub seats: Vec<Side>,
    /// Who plays the other side.
    pub opponent: PlayerCard,
    /// Whether the player who asks has to move.
    pub my_turn: bool,
    /// Whether it is over.
    pub over: bool,
    /// How many moves were played.
    pub moves: usize,
    /// The board as in a setup.
    pub board: String,
    /// Whose turn it is.
    pub turn: Option<Side>,
    /// The disc placed last.
    pub last: Option<String>,
    /// Time to think.
    pub clock: Option<Clock>,
    /// When whoever has to move runs out of time.
    pub deadline: Option<u64>,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// When something last happened.
    pub touched: u64,
    /// How it ended, in a sentence.
    pub result: Option<String>,
}

impl MyGame {
    /// Whether another person waits for the player who asks. The computer waits for nobody.
    pub fn somebody_waits(&self) -> bool {
        self.my_turn && self.opponent.level.is_none()
    }

    /// Sorts games for their player: those in which somebody waits for them first, the most urgent of them at the top,
    /// and those against the computer last.
    pub fn sort(games: &mut [MyGame]) {
        games.sort_by_key(|game| {
            let computer = game.opponent.level.is_some();
            let (urgent, newest) = (game.deadline.unwrap_or(u64::MAX), std::cmp::Reverse(game.touched));
            (game.over, !game.somebody_waits(), computer, urgent, newest)
        });
    }
}
