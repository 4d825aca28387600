//! The lobby: where people who want to play find each other.

use serde::{Deserialize, Serialize};

use crate::{Clock, Me, MyGame, Pair, PlayerCard, Refusal, Side};

/// A message from a client on the lobby's socket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LobbyRequest {
    /// The first message.
    Hello(LobbyHello),
    /// Something to be done.
    Command(LobbyCommand),
    /// To measure how long an answer takes.
    Ping,
}

/// Who a client is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct LobbyHello {
    /// The player's key; none to look only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// Something to be done in the lobby, once, however often it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct LobbyCommand {
    /// Unique among the commands of a player, made by the client.
    pub id: String,
    /// What to do.
    #[serde(rename = "do")]
    pub action: LobbyAction,
    /// Which offer, to take or to withdraw it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<String>,
    /// What to offer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms: Option<Terms>,
}

/// What can be done in the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum LobbyAction {
    /// Post an offer.
    Offer,
    /// Play at once: take an offer that fits, or else post one.
    Now,
    /// Take back one of your own offers.
    Withdraw,
    /// Take somebody's offer.
    Take,
}

/// The game that is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// Time to think, one of those on offer; none for as long as one likes.
    #[serde(default)]
    pub clock: Option<Clock>,
    /// Where the game starts.
    #[serde(default)]
    pub opening: OpeningChoice,
    /// Whether it counts for ratings.
    #[serde(default)]
    pub rated: bool,
    /// The colour of the player who makes the offer.
    #[serde(default)]
    pub colour: ColourChoice,
}

impl Terms {
    /// Whether both players have to be there, which games over days and without a clock do not ask.
    pub fn is_live(&self) -> bool {
        self.clock.is_some_and(|clock| !clock.per_move)
    }
}

/// Where a game starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum OpeningChoice {
    /// At the usual start.
    #[default]
    Standard,
    /// After eight moves by which neither side has won anything, chosen at random.
    Random,
}

/// The colour of the player who offers a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ColourChoice {
    /// Black.
    Black,
    /// White.
    White,
    /// Whoever had Black less often lately gets it.
    #[default]
    Any,
}

/// An offer to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Offer {
    /// Its id.
    pub id: String,
    /// Whose it is.
    pub by: PlayerCard,
    /// What is offered.
    pub terms: Terms,
    /// Since when.
    pub posted: u64,
}

/// A game that is being played, for those who want to watch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Playing {
    /// The game.
    pub game: String,
    /// Who plays.
    pub players: Pair<PlayerCard>,
    /// Time to think.
    pub clock: Option<Clock>,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// How many moves were played.
    pub moves: usize,
}

/// The lobby as everybody sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LobbyState {
    /// The server's time.
    pub now: u64,
    /// Open offers, the oldest first; at most 100.
    pub offers: Vec<Offer>,
    /// Games to watch, those with the strongest players first; at most 20.
    pub playing: Vec<Playing>,
    /// How many players are here.
    pub here: usize,
    /// Whether no offers are taken now.
    pub stopped: bool,
}

/// A message from the server on the lobby's socket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LobbyWelcome {
    /// The lobby.
    pub lobby: LobbyState,
    /// Who the client is.
    pub you: Option<Me>,
    /// The ids of its own offers.
    pub mine: Vec<String>,
    /// Its games in progress.
    pub games: Vec<MyGame>,
}

/// A message from the server on the lobby's socket.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LobbyMessage {
    /// The answer to hello.
    Welcome(Box<LobbyWelcome>),
    /// The lobby has changed; this is all of it.
    Lobby(LobbyState),
    /// A command is stored.
    Done {
        /// The command.
        id: String,
        /// The offer that was posted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        offer: Option<String>,
        /// The game that came of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<String>,
    },
    /// A command changed nothing.
    Refused {
        /// The command, as far as it could be read.
        id: String,
        /// Why.
        #[serde(flatten)]
        refusal: Refusal,
    },
    /// Two players have found each other, and this client is one of them.
    Paired(Paired),
    /// An offer of this client is no longer there.
    Gone {
        /// The offer.
        offer: String,
    },
    /// Nobody has come so far: the computer at this level is about as strong as the player.
    Computer {
        /// The offer, which stays open.
        offer: String,
        /// The level.
        level: u8,
    },
    /// Something has happened in a game of this client.
    Game(MyGame),
    /// The answer to ping.
    Pong,
    /// The socket is about to be closed.
    Bye {
        /// Why.
        sentence: String,
    },
    /// Something that only a newer version says.
    #[serde(other, skip_serializing)]
    #[cfg_attr(test, ts(skip))]
    Unknown,
}

/// A game between two who have found each other. The player's key is the token for the seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Paired {
    /// The game.
    pub game: String,
    /// Where the page shows it.
    pub path: String,
    /// The side of this client.
    pub side: Side,
    /// The other player.
    pub opponent: PlayerCard,
    /// What was offered.
    pub terms: Terms,
}
