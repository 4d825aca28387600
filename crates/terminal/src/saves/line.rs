//! One event of a game as a line of text.
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
use outflank_play::{Beginning, ClockSetting, Consent, Event, Name, Player, Seat, Settings, Time};
use outflank_records::board;
use outflank_rules::{Bitboard, Color, Position, Square};

/// The line of an event; none for those that do not matter when the game goes on.
pub fn encode(time: Time, event: &Event) -> Option<String> {
    let fields = match event {
        Event::Started { settings, .. } => format!("started\t{}", encode_settings(settings)),
        Event::Placed { by, square, flips } => format!("placed\t{}\t{square}\t{flips}", word(*by)),
        Event::Passed { by, automatic } => {
            format!("passed\t{}\t{}", word(*by), if *automatic { "automatic" } else { "said" })
        }
        Event::TookBack { by, square, ply } => format!("took-back\t{}\t{square}\t{ply}", word(*by)),
        Event::Seated { color, seat } => format!("seated\t{}\t{}", word(*color), encode_seat(seat, *color)),
        Event::Credited { time } => format!("credited\t{}", time.as_millis()),
        Event::UndoAsked { .. }
        | Event::RematchOffered { .. }
        | Event::Declined { .. }
        | Event::Ended { .. } => return None,
    };
    Some(format!("{}\t{fields}", time.0))
}

/// The event in a line, or what is wrong with it.
pub fn decode(line: &str) -> Result<(Time, Event), String> {
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
        other => return Err(format!("nothing is called {other:?}")),
    };
    match fields.0.next() {
        None => Ok((time, event)),
        Some(more) => Err(format!("{more:?} is too much")),
    }
}

fn encode_settings(settings: &Settings) -> String {
    let setup = settings.start.setup();
    let clock = settings.clock.map_or("none".to_owned(), |clock| {
        format!("{}+{}", clock.main.as_millis(), clock.increment.as_millis())
    });
    [
        format!("black={}", encode_seat(settings.seat(Color::Black), Color::Black)),
        format!("white={}", encode_seat(settings.seat(Color::White), Color::White)),
        format!("rules={}", setup.variant),
        format!("start={}", board::text(&settings.start)),
        format!("left={},{}", setup.discs_left[0], setup.discs_left[1]),
        format!("undo={}", settings.undo),
        format!("confirm-pass={}", if settings.confirm_pass { "yes" } else { "no" }),
        format!("clock={clock}"),
    ]
    .join("\t")
}

fn decode_settings(fields: &mut Fields<'_>) -> Result<Settings, String> {
    let seats = [
        decode_seat(fields.named("black")?, Color::Black)?,
        decode_seat(fields.named("white")?, Color::White)?,
    ];
    let variant = parse(fields.named("rules")?)?;
    let start: Position = board::position(fields.named("start")?).map_err(text)?;
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
            Some(ClockSetting { main: duration(main)?, increment: duration(increment)? })
        }
    };
    let start = setup.position().map_err(text)?;
    Ok(Settings { seats, start, undo, confirm_pass, clock, consent: Consent::Implied })
}

fn encode_seat(seat: &Seat, color: Color) -> String {
    let name = seat.shown_name(color);
    match seat.player {
        Player::Human => format!("human:{name}"),
        Player::Computer(level) => format!("{level}:{name}"),
        Player::Adaptive(level) => format!("auto {level}:{name}"),
    }
}

/// Whoever has no name was written down by the word for the colour, or as `Computer`.
fn decode_seat(text: &str, color: Color) -> Result<Seat, String> {
    let (player, name) = pair(text, ':')?;
    let player = match player {
        "human" => Player::Human,
        player => match player.strip_prefix("auto ") {
            Some(level) => Player::Adaptive(parse::<Level>(level)?),
            None => Player::Computer(parse::<Level>(player)?),
        },
    };
    let name = Name::new(name).ok_or("a player has no name")?;
    let unnamed = Seat { player, name: None };
    let is_named = name.as_str() != unnamed.shown_name(color);
    Ok(Seat { name: is_named.then_some(name), ..unnamed })
}

fn decode_squares(text: &str) -> Result<Bitboard, String> {
    text.split(' ').map(parse::<Square>).collect()
}

fn word(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn yes_or_no(text: &str, yes: &str, no: &str) -> Result<bool, String> {
    if text == yes {
        Ok(true)
    } else if text == no {
        Ok(false)
    } else {
        Err(format!("{yes} or {no} is expected, not {text:?}"))
    }
}

fn pair(text: &str, separator: char) -> Result<(&str, &str), String> {
    text.split_once(separator).ok_or_else(|| format!("{separator:?} is missing in {text:?}"))
}

fn parse<T: FromStr<Err: Display>>(field: &str) -> Result<T, String> {
    field.parse().map_err(text)
}

#[allow(clippy::needless_pass_by_value, reason = "to be handed to map_err")]
fn text(error: impl Display) -> String {
    error.to_string()
}

/// What is left of a line.
struct Fields<'a>(std::str::Split<'a, char>);

impl<'a> Fields<'a> {
    fn text(&mut self, what: &str) -> Result<&'a str, String> {
        self.0.next().ok_or_else(|| format!("{what} is missing"))
    }

    fn parse<T: FromStr<Err: Display>>(&mut self, what: &str) -> Result<T, String> {
        parse(self.text(what)?)
    }

    fn named(&mut self, name: &str) -> Result<&'a str, String> {
        let field = self.text(name)?;
        let value = field.strip_prefix(name).and_then(|rest| rest.strip_prefix('='));
        value.ok_or_else(|| format!("{name}= is expected, not {field:?}"))
    }
}

#[cfg(test)]
mod tests {
    use outflank_play::UndoAllowance;
    use outflank_rules::Variant;

    use super::*;

    fn settings() -> Settings {
        let mut setup = Position::start(Variant { orthogonal: true, thirty: true }).setup();
        setup.discs_left = [4, 0];
        setup.turn = Color::White;
        Settings {
            seats: [Seat::human(Name::new("Anna = x: \"B\"")), Seat::computer(None, Level::HARD)],
            start: setup.position().unwrap(),
            undo: UndoAllowance::Unlimited,
            confirm_pass: true,
            clock: Some(ClockSetting {
                main: Duration::from_millis(1500),
                increment: Duration::from_millis(20),
            }),
            consent: Consent::Implied,
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let (by, square) = (Color::White, Square::C4);
        for event in [
            Event::Started { beginning: Beginning::New, settings: Box::new(settings()) },
            Event::Started { beginning: Beginning::New, settings: Box::default() },
            Event::Placed { by, square, flips: Square::A1.bitboard().with(Square::H8) },
            Event::Passed { by, automatic: true },
            Event::Passed { by, automatic: false },
            Event::TookBack { by, square, ply: 7 },
            Event::Seated { color: by, seat: Seat::computer(None, Level::EASY) },
            Event::Seated { color: by, seat: Seat::adaptive(None, Level::HARD) },
            Event::Credited { time: Duration::from_millis(12345) },
        ] {
            let line = encode(Time(99), &event).unwrap();
            assert!(!line.contains('\n'));
            assert_eq!(decode(&line), Ok((Time(99), event)));
        }
    }

    #[test]
    fn bad_lines_are_refused() {
        let good = encode(Time(1), &Event::Started { beginning: Beginning::New, settings: Box::default() });
        let good = good.unwrap();
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
        assert!(decode(&good).is_ok());
    }
}
