use std::time::Duration;

use outflank_engine::Level;
use outflank_play as play;
use outflank_rules::{Bitboard, Color, Position, Square};
use serde::{Deserialize, Serialize};

use crate::position::names;
use crate::{Greeting, Pair, Setup, Side};

/// Something that happened in a game, as stored in the log and sent to clients.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "what", rename_all = "snake_case")]
#[allow(missing_docs, reason = "each is the event of outflank-play with the same name")]
pub enum Event {
    Started {
        beginning: Beginning,
        settings: Box<Settings>,
    },
    Placed {
        by: Side,
        square: String,
        flips: Vec<String>,
    },
    Passed {
        by: Side,
        automatic: bool,
    },
    UndoAsked {
        by: Side,
    },
    TookBack {
        by: Side,
        square: String,
        ply: usize,
    },
    RematchOffered {
        by: Side,
        #[serde(default = "yes")]
        swap: bool,
    },
    Declined {
        by: Side,
    },
    Seated {
        side: Side,
        seat: Seat,
    },
    Paused,
    Continued,
    Credited {
        ms: u64,
    },
    Ended {
        result: Outcome,
    },
    Rated {
        before: Pair<Rating>,
        after: Pair<Rating>,
    },
    Greeted {
        by: Side,
        greeting: Greeting,
    },
}

/// An event as clients get it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ToldEvent {
    /// The entry of the log it belongs to.
    pub seq: u64,
    /// When it happened.
    pub at: u64,
    /// What happened, in a sentence.
    pub sentence: String,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

/// How a game came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "each is the beginning of outflank-play with the same name")]
pub enum Beginning {
    New,
    Restart,
    /// Another game with the colours swapped.
    Rematch,
    /// Another game with the same colours.
    Again,
}

/// What was agreed before a game started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(clippy::struct_excessive_bools, reason = "each is a field of the log by itself")]
pub struct Settings {
    /// Who plays.
    pub seats: Pair<Seat>,
    /// From where.
    pub start: Setup,
    /// How often moves may be taken back.
    pub undo: Undo,
    /// Whether people have to say that they pass.
    pub confirm_pass: bool,
    /// Main time and increment in milliseconds.
    pub clock_ms: Option<(u64, u64)>,
    /// Whether the main time is for each move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub per_move: bool,
    /// Whether the players are apart and ask each other.
    pub apart: bool,
    /// How long each player has for their first disc before the game is called off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_move_ms: Option<u64>,
    /// Whether the result counts for the ratings of the players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// Whether the computer plays from the opening book; left out where it does.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub book: bool,
}

/// How strong a player is, in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Rating {
    /// The points.
    pub points: u16,
    /// Whether too little is known of the player for the points to mean much.
    pub provisional: bool,
}

impl From<play::Rating> for Rating {
    fn from(rating: play::Rating) -> Rating {
        Rating { points: rating.points, provisional: rating.provisional }
    }
}

impl From<Rating> for play::Rating {
    fn from(rating: Rating) -> play::Rating {
        play::Rating { points: rating.points, provisional: rating.provisional }
    }
}

/// How often each player may take a move back in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "each is the allowance of outflank-play with the same name")]
pub enum Undo {
    None,
    Once,
    Unlimited,
}

impl From<play::UndoAllowance> for Undo {
    fn from(allowance: play::UndoAllowance) -> Undo {
        match allowance {
            play::UndoAllowance::None => Undo::None,
            play::UndoAllowance::Once => Undo::Once,
            play::UndoAllowance::Unlimited => Undo::Unlimited,
        }
    }
}

impl From<Undo> for play::UndoAllowance {
    fn from(undo: Undo) -> play::UndoAllowance {
        match undo {
            Undo::None => play::UndoAllowance::None,
            Undo::Once => play::UndoAllowance::Once,
            Undo::Unlimited => play::UndoAllowance::Unlimited,
        }
    }
}

/// Who sits on one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Seat {
    /// The level, if it is the computer.
    pub level: Option<u8>,
    /// Whether that level follows from the player's past games.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub auto: bool,
    /// The name, if there is one. Logs of the first version have the word for the colour, or `Computer`, instead.
    #[serde(default)]
    pub name: Option<String>,
    /// How strong a person is known to be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<Rating>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Outcome {
    /// Black discs on the board.
    pub black: u8,
    /// White discs on the board.
    pub white: u8,
    /// What ended it.
    pub reason: EndReason,
    /// Whom that happened to, where it happens to one side.
    pub loser: Option<Side>,
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "each is the end reason of outflank-play with the same name")]
pub enum EndReason {
    BoardFull,
    WipedOut,
    NoMoves,
    OutOfDiscs,
    Resigned,
    OutOfTime,
    Left,
    CalledOff,
}

/// The log says something that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the log says {0:?}, which cannot be")]
pub struct BadEvent(String);

impl From<&play::Event> for Event {
    fn from(event: &play::Event) -> Event {
        match event {
            play::Event::Started { beginning, settings } => {
                Event::Started { beginning: (*beginning).into(), settings: Box::new((&**settings).into()) }
            }
            play::Event::Placed { by, square, flips } => {
                Event::Placed { by: (*by).into(), square: square.to_string(), flips: names(*flips) }
            }
            play::Event::Passed { by, automatic } => {
                Event::Passed { by: (*by).into(), automatic: *automatic }
            }
            play::Event::UndoAsked { by } => Event::UndoAsked { by: (*by).into() },
            play::Event::TookBack { by, square, ply } => {
                Event::TookBack { by: (*by).into(), square: square.to_string(), ply: *ply }
            }
            play::Event::RematchOffered { by, swap } => {
                Event::RematchOffered { by: (*by).into(), swap: *swap }
            }
            play::Event::Declined { by } => Event::Declined { by: (*by).into() },
            play::Event::Seated { color, seat } => Event::Seated { side: (*color).into(), seat: seat.into() },
            play::Event::Paused => Event::Paused,
            play::Event::Continued => Event::Continued,
            play::Event::Credited { time } => Event::Credited { ms: millis(*time) },
            play::Event::Ended { result } => Event::Ended { result: result.into() },
            play::Event::Rated { before, after } => {
                let pair = |ratings: &[play::Rating; 2]| Pair::of(|color| ratings[color.index()].into());
                Event::Rated { before: pair(before), after: pair(after) }
            }
            play::Event::Greeted { by, greeting } => {
                Event::Greeted { by: (*by).into(), greeting: (*greeting).into() }
            }
        }
    }
}

impl TryFrom<&Event> for play::Event {
    type Error = BadEvent;

    fn try_from(event: &Event) -> Result<play::Event, BadEvent> {
        let by = |side: &Side| Color::from(*side);
        Ok(match event {
            Event::Started { beginning, settings } => play::Event::Started {
                beginning: (*beginning).into(),
                settings: Box::new((&**settings).try_into()?),
            },
            Event::Placed { by: side, square, flips } => {
                let mut set = Bitboard::EMPTY;
                for name in flips {
                    set = set.with(read_square(name)?);
                }
                play::Event::Placed { by: by(side), square: read_square(square)?, flips: set }
            }
            Event::Passed { by: side, automatic } => {
                play::Event::Passed { by: by(side), automatic: *automatic }
            }
            Event::UndoAsked { by: side } => play::Event::UndoAsked { by: by(side) },
            Event::TookBack { by: side, square, ply } => {
                play::Event::TookBack { by: by(side), square: read_square(square)?, ply: *ply }
            }
            Event::RematchOffered { by: side, swap } => {
                play::Event::RematchOffered { by: by(side), swap: *swap }
            }
            Event::Declined { by: side } => play::Event::Declined { by: by(side) },
            Event::Seated { side, seat } => play::Event::Seated { color: by(side), seat: seat.on(by(side))? },
            Event::Paused => play::Event::Paused,
            Event::Continued => play::Event::Continued,
            Event::Credited { ms } => play::Event::Credited { time: Duration::from_millis(*ms) },
            Event::Ended { result } => play::Event::Ended { result: result.try_into()? },
            Event::Rated { before, after } => {
                let both = |pair: &Pair<Rating>| [pair.black.into(), pair.white.into()];
                play::Event::Rated { before: both(before), after: both(after) }
            }
            Event::Greeted { by: side, greeting } => {
                play::Event::Greeted { by: by(side), greeting: (*greeting).into() }
            }
        })
    }
}

impl From<play::Beginning> for Beginning {
    fn from(beginning: play::Beginning) -> Beginning {
        match beginning {
            play::Beginning::New => Beginning::New,
            play::Beginning::Restart => Beginning::Restart,
            play::Beginning::Rematch { swap: true } => Beginning::Rematch,
            play::Beginning::Rematch { swap: false } => Beginning::Again,
        }
    }
}

impl From<Beginning> for play::Beginning {
    fn from(beginning: Beginning) -> play::Beginning {
        match beginning {
            Beginning::New => play::Beginning::New,
            Beginning::Restart => play::Beginning::Restart,
            Beginning::Rematch => play::Beginning::Rematch { swap: true },
            Beginning::Again => play::Beginning::Rematch { swap: false },
        }
    }
}

impl From<&play::Settings> for Settings {
    fn from(settings: &play::Settings) -> Settings {
        Settings {
            seats: Pair::of(|color| settings.seat(color).into()),
            start: (&settings.start).into(),
            undo: settings.undo.into(),
            confirm_pass: settings.confirm_pass,
            clock_ms: settings.clock.map(|clock| (millis(clock.main), millis(clock.increment))),
            per_move: settings.clock.is_some_and(|clock| clock.per_move),
            apart: settings.consent == play::Consent::Asked,
            first_move_ms: settings.first_move.map(millis),
            rated: settings.rated,
            book: settings.book,
        }
    }
}

impl TryFrom<&Settings> for play::Settings {
    type Error = BadEvent;

    fn try_from(settings: &Settings) -> Result<play::Settings, BadEvent> {
        let start = Position::try_from(&settings.start).map_err(|error| BadEvent(error.to_string()))?;
        Ok(play::Settings {
            seats: [settings.seats.black.on(Color::Black)?, settings.seats.white.on(Color::White)?],
            start,
            undo: settings.undo.into(),
            confirm_pass: settings.confirm_pass,
            clock: settings.clock_ms.map(|(main, increment)| play::ClockSetting {
                main: Duration::from_millis(main),
                increment: Duration::from_millis(increment),
                per_move: settings.per_move,
            }),
            consent: if settings.apart { play::Consent::Asked } else { play::Consent::Implied },
            first_move: settings.first_move_ms.map(Duration::from_millis),
            rated: settings.rated,
            book: settings.book,
        })
    }
}

impl From<&play::Seat> for Seat {
    fn from(seat: &play::Seat) -> Seat {
        let level = seat.level().map(Level::number);
        Seat {
            level,
            auto: seat.is_adaptive(),
            name: seat.name.as_ref().map(ToString::to_string),
            rating: seat.rating.map(Rating::from),
        }
    }
}

impl Seat {
    /// The seat of a colour.
    fn on(&self, color: Color) -> Result<play::Seat, BadEvent> {
        let player = match self.level {
            None => play::Player::Human,
            Some(number) => {
                let level = Level::new(number).ok_or_else(|| BadEvent(format!("level {number}")))?;
                if self.auto { play::Player::Adaptive(level) } else { play::Player::Computer(level) }
            }
        };
        let unnamed = play::Seat { player, name: None, rating: self.rating.map(play::Rating::from) };
        let name = match &self.name {
            Some(name) if *name != unnamed.shown_name(color) => {
                Some(play::Name::new(name).ok_or_else(|| BadEvent(name.clone()))?)
            }
            _ => None,
        };
        Ok(play::Seat { name, ..unnamed })
    }
}

impl From<&play::GameResult> for Outcome {
    fn from(result: &play::GameResult) -> Outcome {
        let (reason, loser) = match result.reason {
            play::EndReason::BoardFull => (EndReason::BoardFull, None),
            play::EndReason::WipedOut(color) => (EndReason::WipedOut, Some(color)),
            play::EndReason::NoMoves => (EndReason::NoMoves, None),
            play::EndReason::OutOfDiscs(color) => (EndReason::OutOfDiscs, Some(color)),
            play::EndReason::Resigned(color) => (EndReason::Resigned, Some(color)),
            play::EndReason::OutOfTime(color) => (EndReason::OutOfTime, Some(color)),
            play::EndReason::Left(color) => (EndReason::Left, Some(color)),
            play::EndReason::CalledOff => (EndReason::CalledOff, None),
        };
        let (black, white) = (result.discs.black, result.discs.white);
        Outcome { black, white, reason, loser: loser.map(Side::from) }
    }
}

impl TryFrom<&Outcome> for play::GameResult {
    type Error = BadEvent;

    fn try_from(outcome: &Outcome) -> Result<play::GameResult, BadEvent> {
        let loser = outcome.loser.map(Color::from);
        let named = || loser.ok_or_else(|| BadEvent(format!("{:?} of nobody", outcome.reason)));
        let reason = match outcome.reason {
            EndReason::BoardFull => play::EndReason::BoardFull,
            EndReason::WipedOut => play::EndReason::WipedOut(named()?),
            EndReason::NoMoves => play::EndReason::NoMoves,
            EndReason::OutOfDiscs => play::EndReason::OutOfDiscs(named()?),
            EndReason::Resigned => play::EndReason::Resigned(named()?),
            EndReason::OutOfTime => play::EndReason::OutOfTime(named()?),
            EndReason::Left => play::EndReason::Left(named()?),
            EndReason::CalledOff => play::EndReason::CalledOff,
        };
        let discs = outflank_rules::Outcome { black: outcome.black, white: outcome.white };
        Ok(play::GameResult { discs, reason })
    }
}

pub(super) fn millis(duration: Duration) -> u64 {
    duration.as_millis() as u64
}

fn read_square(name: &str) -> Result<Square, BadEvent> {
    name.parse().map_err(|_| BadEvent(name.to_owned()))
}

/// Rematches of the first version always swapped the colours.
fn yes() -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "---------------------------OX------XO---------------------------";

    fn read(json: &str) -> play::Event {
        play::Event::try_from(&serde_json::from_str::<Event>(json).unwrap()).unwrap()
    }

    /// As the first version wrote it: whoever had no name was called by the colour, rematches swapped colours.
    #[test]
    fn logs_of_the_first_version_are_read() {
        let started = read(&format!(
            r#"{{"what":"started","beginning":"rematch","settings":{{
            "seats":{{"black":{{"level":null,"name":"Black"}},"white":{{"level":5,"name":"Computer"}}}},
            "start":{{"board":"{BOARD}","turn":"black","rules":"standard","discs_left":null}},
            "undo":"once","confirm_pass":false,"clock_ms":null,"apart":false}}}}"#
        ));
        let play::Event::Started { beginning, settings } = started else { panic!("{started:?}") };
        assert_eq!(beginning, play::Beginning::Rematch { swap: true });
        assert_eq!(settings.seats, [play::Seat::human(None), play::Seat::computer(None, Level::MEDIUM)]);

        let seated = |name: &str| {
            read(&format!(r#"{{"what":"seated","side":"white","seat":{{"level":null,"name":"{name}"}}}}"#))
        };
        let white = |name| play::Event::Seated { color: Color::White, seat: play::Seat::human(name) };
        assert_eq!(seated("White"), white(None));
        assert_eq!(seated("Black"), white(play::Name::new("Black")));
        assert_eq!(seated("Anna"), white(play::Name::new("Anna")));
        let offered = read(r#"{"what":"rematch_offered","by":"black"}"#);
        assert_eq!(offered, play::Event::RematchOffered { by: Color::Black, swap: true });
    }

    #[test]
    fn whoever_has_no_name_has_none_in_the_log() {
        for swap in [false, true] {
            let beginning = play::Beginning::Rematch { swap };
            let settings = Box::default();
            let started = play::Event::Started { beginning, settings };
            let json = serde_json::to_string(&Event::from(&started)).unwrap();
            assert!(json.contains(r#""name":null"#), "{json}");
            assert_eq!(read(&json), started);
        }
    }
}
