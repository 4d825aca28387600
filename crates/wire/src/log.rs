//! A log as text: one event a line, as the terminal keeps its unfinished games.
//!
//! ```text
//! {"at":1794945163075,"what":"placed","by":"black","square":"d3","flips":["d4"]}
//! ```

use outflank_play::{self as play, Time};
use serde::{Deserialize, Serialize};

use crate::{BadEvent, Event};

/// An event with its time: a line of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LogLine {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

/// A line that holds no event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLine {
    /// Not an event in JSON.
    #[error("{0}")]
    Json(String),
    /// An event that cannot be.
    #[error(transparent)]
    Event(#[from] BadEvent),
}

impl LogLine {
    /// The line of an event, without a line break.
    pub fn encode(at: Time, event: &play::Event) -> String {
        // Nothing in the type can fail to become JSON.
        serde_json::to_string(&LogLine { at: at.0, event: event.into() }).unwrap_or_default()
    }

    /// The event of a line.
    pub fn decode(line: &str) -> Result<(Time, play::Event), BadLine> {
        let line: LogLine = serde_json::from_str(line).map_err(|error| BadLine::Json(error.to_string()))?;
        Ok((Time(line.at), play::Event::try_from(&line.event)?))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use outflank_engine::Level;
    use outflank_rules::{Color, Outcome, Square, Variant};

    use super::*;

    /// Every kind of event, with every kind of seat, rule and end.
    fn events() -> Vec<play::Event> {
        let (mut game, mut events) = play::LiveGame::new(play::Settings::default(), Time(1));
        for (by, square) in [(Color::Black, Square::D3), (Color::White, Square::C3)] {
            events.extend(game.apply(play::Command::Play { by, mv: square.into() }, Time(2)).unwrap());
        }
        events.extend(game.apply(play::Command::Undo { by: Color::White }, Time(3)).unwrap());
        let by = Color::White;
        let settings = play::Settings {
            start: outflank_rules::Position::start(Variant { orthogonal: true, thirty: true }),
            undo: play::UndoAllowance::Unlimited,
            confirm_pass: true,
            clock: Some(play::ClockSetting {
                main: Duration::from_millis(1500),
                increment: Duration::from_millis(20),
                per_move: true,
            }),
            first_move: Some(Duration::from_secs(25)),
            rated: true,
            consent: play::Consent::Asked,
            book: false,
            ..play::Settings::default()
        };
        let discs = Outcome { black: 30, white: 20 };
        let ended = |reason| play::Event::Ended { result: play::GameResult { discs, reason } };
        events.extend([
            play::Event::Started { beginning: play::Beginning::Restart, settings: Box::new(settings) },
            play::Event::Passed { by, automatic: true },
            play::Event::Passed { by, automatic: false },
            play::Event::UndoAsked { by },
            play::Event::Declined { by },
            play::Event::Seated { color: by, seat: play::Seat::computer(None, Level::EASY) },
            play::Event::Seated {
                color: by,
                seat: play::Seat::adaptive(play::Name::new("Zoë \"\\"), Level::HARD),
            },
            play::Event::Paused,
            play::Event::Continued,
            play::Event::Credited { time: Duration::from_millis(12345) },
            ended(play::EndReason::BoardFull),
            ended(play::EndReason::WipedOut(by)),
            ended(play::EndReason::NoMoves),
            ended(play::EndReason::OutOfDiscs(by)),
            ended(play::EndReason::Resigned(by)),
            ended(play::EndReason::OutOfTime(by)),
            ended(play::EndReason::Left(by)),
            ended(play::EndReason::CalledOff),
            play::Event::Seated {
                color: by,
                seat: play::Seat { rating: Some(rating(1500)), ..play::Seat::human(None) },
            },
            play::Event::Greeted { by, greeting: play::Greeting::GoodLuck },
            play::Event::Rated { before: [rating(1500), rating(1400)], after: [rating(1510), rating(1390)] },
        ]);
        events
    }

    fn rating(points: u16) -> play::Rating {
        play::Rating { points, provisional: points == 1500 }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for event in events() {
            let line = LogLine::encode(Time(99), &event);
            assert!(!line.contains('\n'));
            assert_eq!(LogLine::decode(&line), Ok((Time(99), event)), "{line}");
        }
    }

    #[test]
    fn lines_that_hold_no_event_are_refused() {
        for line in [
            "",
            "{}",
            r#"{"at":1}"#,
            r#"{"at":1,"what":"danced"}"#,
            r#"{"at":-1,"what":"credited","ms":5}"#,
            r#"{"at":1,"what":"placed","by":"green","square":"d3","flips":["d4"]}"#,
            r#"{"at":1,"what":"placed","by":"black","square":"d3"}"#,
            r#"{"at":1,"what":"placed","by":"black","square":"d9","flips":["d4"]}"#,
            r#"{"at":1,"what":"seated","side":"black","seat":{"level":11,"name":"Computer"}}"#,
            r#"{"at":1,"what":"ended","result":{"black":1,"white":2,"reason":"resigned","loser":null}}"#,
        ] {
            assert!(LogLine::decode(line).is_err(), "{line}");
        }
        assert!(LogLine::decode(r#"{"at":1,"what":"credited","ms":5}"#).is_ok());
    }
}
