//! Why something was not done: typed for programs, in a sentence for people.
//!
//! The sentence is made here and in `outflank_play::words` and nowhere else: the page, the terminal and bots show the
//! same one. A page in another language makes its own from `reason` and its fields. What a parser found is typed where
//! it arises (`outflank_records::Problem`) and comes as `detail`: a page cannot say it better than the parser.

#[cfg(test)]
mod tests;

use outflank_play::{self as play, setup::StartError};
use outflank_records::Format;
use outflank_rules::{Color, IllegalMove};
use serde::{Deserialize, Serialize};

use crate::Side;

/// Why something was not done: the body of every HTTP answer that is not a success, and part of a refused command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Refusal {
    /// What kind of reason it is; over HTTP it decides the status.
    pub code: Code,
    /// The reason, with what belongs to it.
    #[serde(flatten)]
    pub reason: Reason,
    /// The same in a sentence.
    pub sentence: String,
}

impl Refusal {
    /// A refusal of a game, whose players have names.
    pub fn of_game(refusal: &play::Refusal, settings: &play::Settings) -> Refusal {
        let reason = Reason::from(refusal);
        Refusal { code: reason.code(), sentence: refusal.sentence(settings), reason }
    }
}

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Refusal {
        Refusal { code: reason.code(), sentence: reason.sentence(), reason }
    }
}

/// What kind of reason it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// Not understood.
    BadRequest,
    /// Wrong origin, token or seat.
    Forbidden,
    /// There is no such thing.
    NotFound,
    /// The invite was used by someone else.
    Gone,
    /// Too large.
    TooLarge,
    /// Understood, but not possible.
    Unprocessable,
    /// Too often.
    TooMany,
    /// Not now; later it may work.
    Unavailable,
    /// Against the rules of the game.
    Refused,
    /// Meant for another moment of the game.
    Stale,
    /// The engine does not help with a game between people that is still played.
    LiveGame,
    /// What was stored cannot be read.
    Damaged,
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "reason", rename_all = "snake_case")]
#[allow(missing_docs, reason = "the sentence of each is in this file; those of a game are outflank-play's")]
pub enum Reason {
    // The game's own, as in outflank-play.
    PassWithMoves,
    Occupied {
        square: String,
        by: Side,
    },
    FlipsNothing {
        square: String,
    },
    MustPass {
        square: String,
    },
    NotYourTurn {
        turn: Side,
    },
    ComputerSeat {
        side: Side,
    },
    GameOver,
    NotOver,
    UndoForbidden,
    UndoUsed {
        side: Side,
    },
    NothingToUndo {
        side: Side,
    },
    AlreadyAsked {
        side: Side,
    },
    AnswerFirst {
        side: Side,
    },
    NothingAsked,
    RestartAlone,
    PauseWithPeople,
    AlreadyPaused,
    NotPaused,
    NobodyToGreet,
    // Of a served game.
    FriendMissing,
    NameEmpty,
    ManyChanges,
    LevelAgreed,
    NoComputer,
    NotComputer {
        side: Side,
    },
    GameTooLong,
    Stale,
    Watching,
    NotYourSeat,
    NoSeat,
    BadToken,
    BadInvite,
    InviteUsed,
    NoSuchGame,
    NotStored,
    NotAbsent,
    NameOfPlayer,
    GreetedEnough,
    // Of people and the lobby.
    KeyMissing,
    BadDeviceKey {
        detail: String,
    },
    NobodyKnown,
    NameTaken {
        name: String,
    },
    NameTooLong {
        most: usize,
    },
    VacationUsed {
        left: u32,
    },
    BadOffer {
        detail: String,
    },
    OfferGone,
    OwnOffer,
    OffersStopped,
    TooManyOffers {
        most: usize,
    },
    Banned,
    NotInCharge,
    NobodyToReport,
    AlreadyReported,
    // Of a request.
    NotUnderstood {
        detail: String,
    },
    BadMove {
        text: String,
    },
    BadId,
    BadKey,
    BadLevel,
    LevelOfPerson,
    LevelAndPast,
    BadPast {
        text: String,
    },
    TooManyPast {
        most: usize,
    },
    BadClock {
        main_s: u32,
        increment_s: u32,
    },
    BadRules {
        text: String,
    },
    BadUndo {
        text: String,
    },
    BadFormat {
        text: String,
    },
    BadSeconds {
        most: f64,
    },
    BadWidth {
        least: u32,
        most: u32,
    },
    BadDrill {
        detail: String,
    },
    NameSeat,
    HelloAgain,
    TextAndMoves,
    WebSocketExpected,
    BadPosition {
        detail: String,
    },
    BadRecord {
        detail: String,
    },
    StartOver,
    StartCount {
        count: usize,
    },
    StartRules {
        number: usize,
        #[serde(rename = "move")]
        mv: String,
        rules: String,
    },
    NoSuchRecord {
        game: usize,
        count: usize,
    },
    NoMoves,
    TooManyMoves {
        most: usize,
    },
    Unwritable {
        detail: String,
    },
    RequestCut,
    RequestLate,
    RequestTooLarge,
    RecordTooLarge,
    QrTooLarge {
        most: usize,
    },
    AddressTooLong,
    NothingHere,
    // Of the server.
    ForeignHost {
        host: String,
    },
    ForeignPage,
    TooManyGames,
    TooManyAnalyses,
    TooManyCommands,
    TooManyPictures,
    TooManySpectators,
    TooManyConnections,
    Full,
    DiskFull,
    StoreDown,
    LiveGame,
    GameDamaged,
    EngineBusy,
    Unreachable,
    StoreFailed,
    Stopping,
    NoRandomness,
    Broken,
    /// One that only a newer version gives.
    #[serde(other)]
    #[cfg_attr(test, ts(skip))]
    Unknown,
}

impl Reason {
    /// What kind of reason it is.
    pub fn code(&self) -> Code {
        match self {
            Reason::PassWithMoves
            | Reason::Occupied { .. }
            | Reason::FlipsNothing { .. }
            | Reason::MustPass { .. }
            | Reason::NotYourTurn { .. }
            | Reason::ComputerSeat { .. }
            | Reason::GameOver
            | Reason::NotOver
            | Reason::UndoForbidden
            | Reason::UndoUsed { .. }
            | Reason::NothingToUndo { .. }
            | Reason::AlreadyAsked { .. }
            | Reason::AnswerFirst { .. }
            | Reason::NothingAsked
            | Reason::RestartAlone
            | Reason::PauseWithPeople
            | Reason::AlreadyPaused
            | Reason::NotPaused
            | Reason::NobodyToGreet
            | Reason::GreetedEnough
            | Reason::FriendMissing
            | Reason::NameEmpty
            | Reason::ManyChanges
            | Reason::LevelAgreed
            | Reason::NoComputer
            | Reason::NotComputer { .. }
            | Reason::GameTooLong
            | Reason::NotAbsent
            | Reason::NameOfPlayer
            | Reason::NameTaken { .. }
            | Reason::NameTooLong { .. }
            | Reason::VacationUsed { .. }
            | Reason::OwnOffer
            | Reason::OffersStopped
            | Reason::NobodyToReport
            | Reason::AlreadyReported
            | Reason::Unknown => Code::Refused,
            Reason::Stale => Code::Stale,
            Reason::Watching
            | Reason::NotYourSeat
            | Reason::NoSeat
            | Reason::BadToken
            | Reason::BadInvite
            | Reason::KeyMissing
            | Reason::Banned
            | Reason::NotInCharge
            | Reason::ForeignHost { .. }
            | Reason::ForeignPage => Code::Forbidden,
            Reason::InviteUsed | Reason::OfferGone => Code::Gone,
            Reason::LiveGame => Code::LiveGame,
            Reason::GameDamaged => Code::Damaged,
            Reason::NoSuchGame | Reason::NobodyKnown | Reason::NothingHere => Code::NotFound,
            Reason::NotUnderstood { .. }
            | Reason::BadMove { .. }
            | Reason::BadId
            | Reason::BadKey
            | Reason::BadDeviceKey { .. }
            | Reason::BadOffer { .. }
            | Reason::BadLevel
            | Reason::LevelOfPerson
            | Reason::LevelAndPast
            | Reason::BadPast { .. }
            | Reason::TooManyPast { .. }
            | Reason::BadClock { .. }
            | Reason::BadRules { .. }
            | Reason::BadUndo { .. }
            | Reason::BadFormat { .. }
            | Reason::BadSeconds { .. }
            | Reason::BadWidth { .. }
            | Reason::BadDrill { .. }
            | Reason::NameSeat
            | Reason::HelloAgain
            | Reason::TextAndMoves
            | Reason::WebSocketExpected
            | Reason::RequestCut
            | Reason::RequestLate
            | Reason::AddressTooLong => Code::BadRequest,
            Reason::BadPosition { .. }
            | Reason::BadRecord { .. }
            | Reason::StartOver
            | Reason::StartCount { .. }
            | Reason::StartRules { .. }
            | Reason::NoSuchRecord { .. }
            | Reason::NoMoves
            | Reason::TooManyMoves { .. }
            | Reason::Unwritable { .. } => Code::Unprocessable,
            Reason::RequestTooLarge | Reason::RecordTooLarge | Reason::QrTooLarge { .. } => Code::TooLarge,
            Reason::TooManyGames
            | Reason::TooManyOffers { .. }
            | Reason::TooManyAnalyses
            | Reason::TooManyCommands
            | Reason::TooManyPictures
            | Reason::TooManySpectators
            | Reason::TooManyConnections => Code::TooMany,
            Reason::NotStored
            | Reason::Full
            | Reason::DiskFull
            | Reason::StoreDown
            | Reason::EngineBusy
            | Reason::Unreachable
            | Reason::StoreFailed
            | Reason::Stopping
            | Reason::NoRandomness
            | Reason::Broken => Code::Unavailable,
        }
    }

    /// The reason in a sentence. Players of a game are called by their colours; [`Refusal::of_game`] knows their names.
    pub fn sentence(&self) -> String {
        if let Some(refusal) = self.refusal() {
            return refusal.sentence(&play::Settings::default());
        }
        let sentence = match self {
            Reason::FriendMissing => "The clock starts when both players are here.",
            Reason::NameEmpty => "A name needs at least one visible character.",
            Reason::ManyChanges => "That has been changed often enough in this game.",
            Reason::LevelAgreed => "The level stays as it was agreed.",
            Reason::NoComputer => "No computer plays in this game.",
            Reason::NotComputer { .. } => "The computer does not sit there.",
            Reason::GameTooLong => "So much has happened in this game that only moves and its end are left.",
            Reason::Stale => "The game has moved on since.",
            Reason::Watching => "You watch this game and cannot change it.",
            Reason::NotYourSeat => "That is not your seat.",
            Reason::NoSeat => "You have no seat in this game.",
            Reason::BadToken => "This token opens no seat here.",
            Reason::BadInvite => "This is no invite to this game.",
            Reason::InviteUsed => "Someone else has used this invite. You can watch the game.",
            Reason::NoSuchGame => "There is no such game.",
            Reason::NotStored => "The move could not be stored: send it again.",
            Reason::NotAbsent => "The other player is here, or may still come back.",
            Reason::GreetedEnough => "You have said enough for the moment.",
            Reason::NameOfPlayer => "A player who has a key has one name in all games.",
            Reason::KeyMissing => "This needs the key of a player.",
            Reason::BadDeviceKey { detail } => return format!("This is no key: {detail}."),
            Reason::NobodyKnown => "Nobody here has this key.",
            Reason::NameTaken { name } => {
                return format!(
                    "Somebody here is called {name:?}, or so nearly that people could confuse you."
                );
            }
            Reason::NameTooLong { most } => return format!("A name has at most {most} characters."),
            Reason::VacationUsed { left } => {
                return format!("There are {left} days of vacation left this year.");
            }
            Reason::BadDrill { detail } => return format!("This cannot be practised: {detail}."),
            Reason::BadOffer { detail } => return format!("This cannot be offered: {detail}."),
            Reason::OfferGone => "This offer is no longer there.",
            Reason::OwnOffer => "This is your own offer.",
            Reason::OffersStopped => "No games are offered here at the moment.",
            Reason::TooManyOffers { most } => {
                return format!(
                    "You have made many offers; at most {most} are open at a time. Wait a little."
                );
            }
            Reason::NobodyToReport => "The other player of this game is not known here.",
            Reason::AlreadyReported => "You have reported this game already.",
            Reason::NotInCharge => "This is for the person in charge of the server.",
            Reason::Banned => "This player may not play with others here.",
            Reason::NotUnderstood { detail } => return format!("This is not understood: {detail}."),
            Reason::BadMove { text } => return format!("{text:?} is neither a square nor a pass."),
            Reason::BadId => "The id of a command has from 8 to 64 characters.",
            Reason::BadKey => "A key has from 16 to 64 characters.",
            Reason::BadLevel => "A level is a number from 1 to 10.",
            Reason::LevelOfPerson => "Only the computer has a level.",
            Reason::LevelAndPast => "A level is given or follows from past games, not both.",
            Reason::BadPast { text } => {
                return format!("{text:?} is no past game: a level and won, drawn or lost are expected.");
            }
            Reason::TooManyPast { most } => return format!("At most {most} past games are read."),
            Reason::BadClock { main_s, increment_s } => {
                return format!(
                    "A clock has from 1 to {main_s} seconds and at most {increment_s} for each disc."
                );
            }
            Reason::BadRules { text } => {
                return format!("{text:?} are no rules: standard, orthogonal or thirty is expected.");
            }
            Reason::BadUndo { text } => {
                return format!("{text:?} is no allowance of undo: once, none or unlimited is expected.");
            }
            Reason::BadFormat { text } => {
                let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
                return format!("{text:?} is no format: there are {}.", names.join(", "));
            }
            Reason::BadSeconds { most } => return format!("The seconds have to be from 0.01 to {most}."),
            Reason::BadWidth { least, most } => {
                return format!("A picture is from {least} to {most} pixels wide.");
            }
            Reason::NameSeat => "Both are computers: name a seat.",
            Reason::HelloAgain => "Hello was said already.",
            Reason::TextAndMoves => "Send a text or moves, not both.",
            Reason::WebSocketExpected => "This address wants a WebSocket.",
            Reason::BadPosition { detail } => return format!("This is no position: {detail}."),
            Reason::BadRecord { detail } => return format!("This cannot be read: {detail}."),
            Reason::StartOver => "The game is over in this position.",
            Reason::StartCount { count } => {
                return format!("One game or position is expected, and there are {count}.");
            }
            Reason::StartRules { number, mv, rules } => {
                return format!("Move {number}, {mv}, is not legal under the rules {rules}.");
            }
            Reason::NoSuchRecord { game, count } => {
                return format!("There is no game {game}: the text has {count}.");
            }
            Reason::NoMoves => "There is no move to review.",
            Reason::TooManyMoves { most } => return format!("A game has at most {most} moves."),
            Reason::Unwritable { detail } => return format!("This cannot be written: {detail}."),
            Reason::RequestCut => "The request ended too early.",
            Reason::RequestLate => "The request took too long to come.",
            Reason::RequestTooLarge => "The request is too large.",
            Reason::RecordTooLarge => "The record is too large.",
            Reason::QrTooLarge { most } => return format!("A QR code holds at most {most} bytes here."),
            Reason::AddressTooLong => "The address is too long.",
            Reason::NothingHere => "There is nothing at this address.",
            Reason::ForeignHost { host } => {
                return format!(
                    "This server does not know itself as {host:?}: start it with --origin and the address people use."
                );
            }
            Reason::ForeignPage => "Requests of other pages are not answered.",
            Reason::TooManyGames => "You have made many games; wait a little before the next.",
            Reason::TooManyAnalyses => "You have asked for many analyses; wait a little.",
            Reason::TooManyCommands => "You have sent many commands; wait a little.",
            Reason::TooManyPictures => "You have asked for many pictures; wait a little.",
            Reason::TooManySpectators => "This game has too many spectators.",
            Reason::TooManyConnections => "You have too many connections.",
            Reason::Full => "The server is full; try again later.",
            Reason::DiskFull => "The server's disk is almost full: no new games can be made now.",
            Reason::StoreDown => "Degraded: moves cannot be stored; clocks stand still.",
            Reason::LiveGame => {
                "This position is on the board of a game between people. It can be studied when that game is over."
            }
            Reason::GameDamaged => {
                "What was stored of this game cannot be read. Other games are not affected."
            }
            Reason::EngineBusy => "The computer has too much to think about; try again.",
            Reason::Unreachable => "The game cannot be reached now; try again.",
            Reason::StoreFailed => "The server cannot do this now; try again.",
            Reason::Stopping => "The server stops.",
            Reason::NoRandomness => "The system gives no random numbers.",
            Reason::Broken => "Something went wrong.",
            _ => "The server says no.",
        };
        sentence.to_owned()
    }

    /// The refusal of outflank-play, if it is one.
    pub fn refusal(&self) -> Option<play::Refusal> {
        let illegal =
            |square: &str, reason| Some(play::Refusal::Illegal { square: square.parse().ok()?, reason });
        Some(match self {
            Reason::PassWithMoves => play::Refusal::PassWithMoves,
            Reason::Occupied { square, by } => return illegal(square, IllegalMove::Occupied((*by).into())),
            Reason::FlipsNothing { square } => return illegal(square, IllegalMove::FlipsNothing),
            Reason::MustPass { square } => return illegal(square, IllegalMove::MustPass),
            Reason::NotYourTurn { turn } => play::Refusal::NotYourTurn { turn: (*turn).into() },
            Reason::ComputerSeat { side } => play::Refusal::ComputerSeat((*side).into()),
            Reason::GameOver => play::Refusal::GameOver,
            Reason::NotOver => play::Refusal::NotOver,
            Reason::UndoForbidden => play::Refusal::UndoForbidden,
            Reason::UndoUsed { side } => play::Refusal::UndoUsed((*side).into()),
            Reason::NothingToUndo { side } => play::Refusal::NothingToUndo((*side).into()),
            Reason::AlreadyAsked { side } => play::Refusal::AlreadyAsked((*side).into()),
            Reason::AnswerFirst { side } => play::Refusal::AnswerFirst((*side).into()),
            Reason::NothingAsked => play::Refusal::NothingAsked,
            Reason::RestartAlone => play::Refusal::RestartAlone,
            Reason::PauseWithPeople => play::Refusal::PauseWithPeople,
            Reason::AlreadyPaused => play::Refusal::AlreadyPaused,
            Reason::NotPaused => play::Refusal::NotPaused,
            Reason::NobodyToGreet => play::Refusal::NobodyToGreet,
            _ => return None,
        })
    }
}

impl From<StartError> for Reason {
    fn from(error: StartError) -> Reason {
        match error {
            StartError::Opening(error) => Reason::BadRecord { detail: error.to_string() },
            StartError::Unreadable(error) => Reason::BadRecord { detail: error.to_string() },
            StartError::Invalid(error) => Reason::BadPosition { detail: error.to_string() },
            StartError::Count(count) => Reason::StartCount { count },
            StartError::OtherRules { number, mv, rules } => {
                Reason::StartRules { number, mv: mv.to_string(), rules: rules.to_string() }
            }
            StartError::Over => Reason::StartOver,
        }
    }
}

impl From<&play::Refusal> for Reason {
    fn from(refusal: &play::Refusal) -> Reason {
        let side = |color: &Color| Side::from(*color);
        match refusal {
            play::Refusal::PassWithMoves => Reason::PassWithMoves,
            play::Refusal::Illegal { square, reason } => {
                let square = square.to_string();
                match reason {
                    IllegalMove::Occupied(by) => Reason::Occupied { square, by: side(by) },
                    IllegalMove::FlipsNothing => Reason::FlipsNothing { square },
                    IllegalMove::MustPass => Reason::MustPass { square },
                    IllegalMove::PassWithMoves => Reason::PassWithMoves,
                    IllegalMove::GameOver => Reason::GameOver,
                }
            }
            play::Refusal::NotYourTurn { turn } => Reason::NotYourTurn { turn: side(turn) },
            play::Refusal::ComputerSeat(color) => Reason::ComputerSeat { side: side(color) },
            play::Refusal::GameOver => Reason::GameOver,
            play::Refusal::NotOver => Reason::NotOver,
            play::Refusal::UndoForbidden => Reason::UndoForbidden,
            play::Refusal::UndoUsed(color) => Reason::UndoUsed { side: side(color) },
            play::Refusal::NothingToUndo(color) => Reason::NothingToUndo { side: side(color) },
            play::Refusal::AlreadyAsked(color) => Reason::AlreadyAsked { side: side(color) },
            play::Refusal::AnswerFirst(color) => Reason::AnswerFirst { side: side(color) },
            play::Refusal::NothingAsked => Reason::NothingAsked,
            play::Refusal::RestartAlone => Reason::RestartAlone,
            play::Refusal::PauseWithPeople => Reason::PauseWithPeople,
            play::Refusal::AlreadyPaused => Reason::AlreadyPaused,
            play::Refusal::NotPaused => Reason::NotPaused,
            play::Refusal::NobodyToGreet => Reason::NobodyToGreet,
        }
    }
}
