//! Reads the lines of games that the first version of the program kept.
//!
//! The fields are separated by tabs: the time in milliseconds since 1970, what happened, and by whom and what
//! as below. Names never hold a tab.
//!
//! ```text
//! 1794775267000  started    black=human:Anna  white=5:Computer  rules=standard  start=--…-- X  left=30,30
//!                           undo=once  confirm-pass=no  clock=none  (or 300000+2000)
//! 1794775271000  placed     black  d3  d4
//! 1794775273000  passed     white  automatic  (or said)
//! 1794775275000  took-back  black  d3  0
//! 1794775276000  seated     white  human:Bert  (or auto 3:Computer)
//! 1794775277000  credited   1500
//! ```

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use outflank_engine::Level;
use outflank_play::{Beginning, ClockSetting, Event, Name, Player, Seat, Settings, Time};
use outflank_records::board;
use outflank_rules::{Bitboard, Color, Position, Square};

/// A line that holds no event, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadLine(String);

/// The event in a line, or what is wrong with it.
pub(super) fn decode(line: &str) -> Result<(Time, Event), BadLine> {
    let mut fields = Fields(line.split('\t'));
    let time = Time(fields.parse("the time")?);
    let event = match fields.text("what happened")? {
        "started" => {
            let settings = Box::new(decode_settings(&mut fields)?);
            Event::Started { beginning: Beginning::New, settings }
        }
        "placed" => Event::Placed {
            by: fields.parse("the colour")?,
            square: fields.parse("the square")?,
            flips: decode_squares(fields.text("the flips")?)?,
        },
        "passed" => Event::Passed {
            by: fields.parse("the colour")?,
            automatic: yes_or_no(fields.text("how")?, "automatic", "said")?,
        },
        "took-back" => Event::TookBack {
            by: fields.parse("the colour")?,
            square: fields.parse("the square")?,
            ply: fields.parse("the ply")?,
        },
        "seated" => {
            let color = fields.parse("the colour")?;
            Event::Seated { color, seat: decode_seat(fields.text("the player")?, color)? }
        }
        "credited" => Event::Credited { time: Duration::from_millis(fields.parse("the time given back")?) },
        other => return Err(BadLine(format!("nothing is called {other:?}"))),
    };
    match fields.0.next() {
        None => Ok((time, event)),
        Some(more) => Err(BadLine(format!("{more:?} is too much"))),
    }
}

fn decode_settings(fields: &mut Fields<'_>) -> Result<Settings, BadLine> {
    let seats = [
        decode_seat(fields.named("black")?, Color::Black)?,
        decode_seat(fields.named("white")?, Color::White)?,
    ];
    let variant = parse(fields.named("rules")?)?;
    let start: Position = board::position(fields.named("start")?).map_err(bad)?;
    let (black, white) = pair(fields.named("left")?, ',')?;
    let mut setup = start.setup();
    setup.variant = variant;
    setup.discs_left = [parse(black)?, parse(white)?];
    let undo = parse(fields.named("undo")?)?;
    let confirm_pass = yes_or_no(fields.named("confirm-pass")?, "yes", "no")?;
    let clock = match fields.named("clock")? {
        "none" => None,
        clock => {
            let (main, increment) = pair(clock, '+')?;
            let duration = |text| parse(text).map(Duration::from_millis);
            Some(ClockSetting::new(duration(main)?, duration(increment)?))
        }
    };
    let start = setup.position().map_err(bad)?;
    Ok(Settings { seats, start, undo, confirm_pass, clock, ..Settings::default() })
}

/// Whoever has no name was written down by the word for the colour, or as `Computer`.
fn decode_seat(text: &str, color: Color) -> Result<Seat, BadLine> {
    let (player, name) = pair(text, ':')?;
    let player = match player {
        "human" => Player::Human,
        player => match player.strip_prefix("auto ") {
            Some(level) => Player::Adaptive(parse::<Level>(level)?),
            None => Player::Computer(parse::<Level>(player)?),
        },
    };
    let name = Name::new(name).ok_or_else(|| BadLine("a player has no name".to_owned()))?;
    let unnamed = Seat { player, name: None, rating: None };
    let is_named = name.as_str() != unnamed.shown_name(color);
    Ok(Seat { name: is_named.then_some(name), ..unnamed })
}

fn decode_squares(text: &str) -> Result<Bitboard, BadLine> {
    text.split(' ').map(parse::<Square>).collect()
}

fn yes_or_no(text: &str, yes: &str, no: &str) -> Result<bool, BadLine> {
    if text == yes {
        Ok(true)
    } else if text == no {
        Ok(false)
    } else {
        Err(BadLine(format!("{yes} or {no} is expected, not {text:?}")))
    }
}

fn pair(text: &str, separator: char) -> Result<(&str, &str), BadLine> {
    text.split_once(separator).ok_or_else(|| BadLine(format!("{separator:?} is missing in {text:?}")))
}

fn parse<T: FromStr<Err: Display>>(field: &str) -> Result<T, BadLine> {
    field.parse().map_err(bad)
}

#[allow(clippy::needless_pass_by_value, reason = "to be handed to map_err")]
fn bad(error: impl Display) -> BadLine {
    BadLine(error.to_string())
}

/// What is left of a line.
struct Fields<'a>(std::str::Split<'a, char>);

impl<'a> Fields<'a> {
    fn text(&mut self, what: &str) -> Result<&'a str, BadLine> {
        self.0.next().ok_or_else(|| BadLine(format!("{what} is missing")))
    }

    fn parse<T: FromStr<Err: Display>>(&mut self, what: &str) -> Result<T, BadLine> {
        parse(self.text(what)?)
    }

    fn named(&mut self, name: &str) -> Result<&'a str, BadLine> {
        let field = self.text(name)?;
        let value = field.strip_prefix(name).and_then(|rest| rest.strip_prefix('='));
        value.ok_or_else(|| BadLine(format!("{name}= is expected, not {field:?}")))
    }
}

#[cfg(test)]
mod tests {
    use outflank_play::UndoAllowance;
    use outflank_rules::Variant;

    use super::*;

    const STARTED: &str = "1\tstarted\tblack=human:Black\twhite=8:Computer\trules=standard\t\
        start=---------------------------OX------XO--------------------------- X\tleft=30,30\t\
        undo=once\tconfirm-pass=no\tclock=none";

    #[test]
    fn lines_are_read_as_they_were_meant() {
        let (by, square) = (Color::White, Square::C4);
        let mut settings =
            Settings { seats: [Seat::human(None), Seat::computer(None, Level::HARD)], ..Settings::default() };
        let started = |settings: &Settings| Event::Started {
            beginning: Beginning::New,
            settings: Box::new(settings.clone()),
        };
        assert_eq!(decode(STARTED), Ok((Time(1), started(&settings))));

        let other = STARTED
            .replace("human:Black", "human:Anna = x: \"B\"")
            .replace("rules=standard", "rules=orthogonal,thirty")
            .replace("left=30,30", "left=4,0")
            .replace("undo=once", "undo=unlimited")
            .replace("confirm-pass=no", "confirm-pass=yes")
            .replace("clock=none", "clock=1500+20");
        let mut setup = Position::start(Variant { orthogonal: true, thirty: true }).setup();
        setup.discs_left = [4, 0];
        settings.seats[0].name = Name::new("Anna = x: \"B\"");
        settings.start = setup.position().unwrap();
        settings.undo = UndoAllowance::Unlimited;
        settings.confirm_pass = true;
        let (main, increment) = (Duration::from_millis(1500), Duration::from_millis(20));
        settings.clock = Some(ClockSetting::new(main, increment));
        assert_eq!(decode(&other), Ok((Time(1), started(&settings))));

        for (line, event) in [
            (
                "placed\twhite\tc4\ta1 h8",
                Event::Placed { by, square, flips: Square::A1.bitboard().with(Square::H8) },
            ),
            ("passed\twhite\tautomatic", Event::Passed { by, automatic: true }),
            ("passed\twhite\tsaid", Event::Passed { by, automatic: false }),
            ("took-back\twhite\tc4\t7", Event::TookBack { by, square, ply: 7 }),
            ("seated\twhite\thuman:White", Event::Seated { color: by, seat: Seat::human(None) }),
            (
                "seated\twhite\t2:Computer",
                Event::Seated { color: by, seat: Seat::computer(None, Level::EASY) },
            ),
            (
                "seated\twhite\tauto 8:Computer",
                Event::Seated { color: by, seat: Seat::adaptive(None, Level::HARD) },
            ),
            ("credited\t12345", Event::Credited { time: Duration::from_millis(12345) }),
        ] {
            assert_eq!(decode(&format!("99\t{line}")), Ok((Time(99), event)));
        }
    }

    #[test]
    fn bad_lines_are_refused() {
        let good = STARTED;
        for line in [
            "",
            "x",
            "1",
            "1\t",
            "1\tdanced",
            "-1\tcredited\t5",
            "1\tcredited\tfive",
            "1\tcredited\t5\t6",
            "1\tplaced\tgreen\td3\td4",
            "1\tplaced\tblack\td3",
            "1\tplaced\tblack\td3\t",
            "1\tplaced\tblack\ti3\td4",
            "1\tpassed\tblack\tmaybe",
            "1\ttook-back\tblack\td3\t-1",
            "1\tseated\tblack\thuman",
            "1\tseated\tblack\thuman:",
            "1\tseated\tblack\t11:Computer",
            "1\tseated\tblack\tauto:Computer",
            "1\tseated\tblack\tauto 0:Computer",
            &good.replace("left=30,30", "left=30"),
            &good.replace("rules=standard", "rules=thirty").replace("left=30,30", "left=31,30"),
            &good.replace("clock=none", "clock=5"),
            &good.replace("start=---", "start=--"),
            &good.replace("black=human:Black\t", ""),
            &good.replace("confirm-pass=no", "confirm-pass=perhaps"),
        ] {
            assert!(decode(line).is_err(), "{line:?}");
        }
        assert!(decode(good).is_ok());
    }
}
