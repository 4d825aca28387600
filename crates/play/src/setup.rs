//! What all front ends share before a game and after it: where it may start, the clocks to choose from, the pace of
//! the computer, and the game as a record for files.

use std::time::Duration;

use outflank_engine::Random;
use outflank_records::openings::{self, FindError, Opening};
use outflank_records::{Ending, Format, Player, ReadError, Reader, Record, Verdict, transcript};
use outflank_rules::{Color, Game, Move, Position, SetupError, Variant};

use crate::{ClockSetting, EndReason, GameResult, LiveGame};

/// The times to think that are offered, from the shortest on.
pub const CLOCKS: [ClockSetting; 6] =
    [clock(1, 0), clock(3, 2), clock(5, 5), clock(10, 5), clock(15, 10), clock(30, 0)];

/// The times to think for games with strangers, few enough that people meet: live, over days, and without a clock.
pub const OFFER_CLOCKS: [Option<ClockSetting>; 9] = [
    Some(clock(1, 0)),
    Some(clock(3, 2)),
    Some(clock(5, 0)),
    Some(clock(10, 0)),
    Some(clock(30, 0)),
    Some(ClockSetting::days(1)),
    Some(ClockSetting::days(3)),
    Some(ClockSetting::days(7)),
    None,
];

const fn clock(minutes: u64, seconds: u64) -> ClockSetting {
    ClockSetting::new(Duration::from_mins(minutes), Duration::from_secs(seconds))
}

/// How fast the computer answers: it waits a random time between two durations, even if it finds the move sooner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The least time it takes.
    pub least: Duration,
    /// The longest an answer is held back.
    pub most: Duration,
}

impl Pace {
    /// As soon as a move is found.
    pub const INSTANT: Pace = Pace { least: Duration::ZERO, most: Duration::ZERO };
    /// Like a person, who never answers at once.
    pub const NATURAL: Pace = Pace { least: Duration::from_millis(300), most: Duration::from_millis(1200) };

    /// A pace that a player with this much time left can afford.
    #[must_use]
    pub fn within(self, left: Duration) -> Pace {
        Pace { least: self.least.min(left / 20), most: self.most.min(left / 20) }
    }

    /// How long one answer is held back.
    pub fn wait(self, random: &mut Random) -> Duration {
        self.least + self.most.saturating_sub(self.least).mul_f64(random.unit())
    }
}

/// Why no game can start from a text.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StartError {
    /// It may be the beginning of several openings' names.
    #[error(transparent)]
    Opening(#[from] openings::FindError),
    /// It is not a game or a position.
    #[error(transparent)]
    Unreadable(#[from] ReadError),
    /// There is more than one game in it, or none.
    #[error("one game or position is expected, and there are {0}")]
    Count(usize),
    /// A move is not legal under the rules chosen.
    #[error("move {number}, {mv}, is not legal under the rules {rules}")]
    OtherRules {
        /// Which move, counting from 1.
        number: usize,
        /// The move.
        mv: Move,
        /// The rules chosen.
        rules: Variant,
    },
    /// The position cannot be under the rules chosen.
    #[error(transparent)]
    Invalid(#[from] SetupError),
    /// Nobody can move.
    #[error("the game is over in this position")]
    Over,
}

/// The start position that a text describes: the last position of the one game or position in it, in any
/// format, or the opening of that name. `rules` overrides the rules of the text. Under *thirty* the discs
/// placed in the text are no longer in hand.
///
/// ```
/// use outflank_play::setup;
/// use outflank_rules::{Color, Variant};
///
/// let thirty = Variant { thirty: true, ..Variant::STANDARD };
/// let start = setup::start(b"f5d6c3", Some(thirty))?;
/// assert_eq!(start.turn(), Color::White);
/// assert_eq!(start.discs_left(Color::Black), Some(28));
/// assert!(setup::start(b"f5d6c3 f5f6e6", None).is_err());
/// # Ok::<(), setup::StartError>(())
/// ```
pub fn start(text: &[u8], rules: Option<Variant>) -> Result<Position, StartError> {
    match openings::find(&String::from_utf8_lossy(text)) {
        Ok(opening) => return self::opening(&opening, rules),
        Err(FindError::Unknown(_)) => {}
        Err(several) => return Err(several.into()),
    }
    let reader = Reader::new(text)?;
    let position = match rules {
        Some(rules) if reader.format() == Format::Transcript => {
            *transcript::game(Position::start(rules), &String::from_utf8_lossy(text))?.position()
        }
        _ => {
            let records = reader.collect::<Result<Vec<Record>, ReadError>>()?;
            let [record] = &records[..] else { return Err(StartError::Count(records.len())) };
            match rules {
                Some(rules) => under(&record.game, rules)?,
                None => *record.position(),
            }
        }
    };
    if position.is_over() { Err(StartError::Over) } else { Ok(position) }
}

/// Where a game from an opening starts.
pub fn opening(opening: &Opening, rules: Option<Variant>) -> Result<Position, StartError> {
    let game = transcript::game(Position::default(), opening.line)?;
    rules.map_or(Ok(*game.position()), |rules| under(&game, rules))
}

/// The last position of a game, played under other rules.
fn under(game: &Game, rules: Variant) -> Result<Position, StartError> {
    let mut setup = game.start().setup();
    setup.variant = rules;
    let mut replayed = Game::new(setup.position()?);
    for (number, mv) in (1..).zip(game.moves()) {
        replayed.play(*mv).map_err(|_| StartError::OtherRules { number, mv: *mv, rules })?;
    }
    Ok(*replayed.position())
}

/// A game as a record, with the names, the day it was last played, the place and how it ended.
pub fn record(game: &LiveGame, place: &str) -> Record {
    let player = |color: Color| {
        let seat = game.seat(color);
        let name = match (seat.level(), &seat.name) {
            (Some(level), _) => format!("{} (level {level})", seat.shown_name(color)),
            (None, Some(name)) => name.to_string(),
            (None, None) => String::new(),
        };
        Player { name, rating: seat.rating.map(|rating| rating.points.into()), ..Player::default() }
    };
    Record {
        game: game.game().clone(),
        black: player(Color::Black),
        white: player(Color::White),
        date: game.latest().utc(),
        place: place.to_owned(),
        verdict: game.result().copied().and_then(verdict),
        ..Record::default()
    }
}

/// What a record says about the end of a game that was not played to its end.
pub fn verdict(result: GameResult) -> Option<Verdict> {
    let (loser, ending) = match result.reason {
        EndReason::Resigned(loser) => (loser, Ending::Resigned),
        EndReason::OutOfTime(loser) | EndReason::Left(loser) => (loser, Ending::TimedOut),
        EndReason::CalledOff
        | EndReason::BoardFull
        | EndReason::WipedOut(_)
        | EndReason::NoMoves
        | EndReason::OutOfDiscs(_) => {
            return None;
        }
    };
    let margin = if loser == Color::Black { -64.0 } else { 64.0 };
    Some(Verdict { margin, ending })
}

#[cfg(test)]
mod tests {
    use outflank_engine::Level;
    use outflank_records::{Format, results, write};

    use super::*;
    use crate::{Command, Name, Seat, Settings, Time};

    const THIRTY: Variant = Variant { thirty: true, orthogonal: false };
    const ORTHOGONAL: Variant = Variant { thirty: false, orthogonal: true };

    fn refused(text: &str, rules: Option<Variant>) -> String {
        start(text.as_bytes(), rules).unwrap_err().to_string()
    }

    #[test]
    fn every_front_end_starts_from_a_text_by_the_same_rule() {
        let standard = start(b"f5d6c3", None).unwrap();
        assert_eq!(start(b"f5d6c3", Some(Variant::STANDARD)).unwrap(), standard);
        assert_eq!(standard.variant(), Variant::STANDARD);

        // Rules that a text tells hold unless others are chosen; placed discs are not in hand any more.
        let ggf =
            write(&[Record::from(Game::new(start(b"f5d6c3", Some(THIRTY)).unwrap()))], Format::Ggf).unwrap();
        for rules in [None, Some(THIRTY)] {
            let position = start(&ggf, rules).unwrap();
            assert_eq!(position.variant(), THIRTY);
            assert_eq!(position.discs_left(Color::Black), Some(28));
        }
        assert_eq!(start(&ggf, Some(Variant::STANDARD)).unwrap(), standard);

        // d6 flips along a diagonal only after f5: another game under other rules.
        let record = outflank_records::read(b"f5f6e6d6").unwrap().remove(0);
        let sgf = write(&[record], Format::Sgf).unwrap();
        assert!(start(&sgf, Some(ORTHOGONAL)).is_err());
    }

    #[test]
    fn the_name_of_an_opening_is_a_start() {
        assert_eq!(start(b"tiger", None).unwrap(), start(b"f5d6c3d3c4", None).unwrap());
        assert_eq!(start(b" Rose-Bill ", Some(THIRTY)).unwrap().discs_left(Color::Black), Some(25));
        assert_eq!(refused("mi", None), "several openings begin with \"mi\": Mimura, Mimura Variation II");
        // A diagonal flip of the line is none without diagonals.
        assert!(matches!(start(b"tiger", Some(ORTHOGONAL)), Err(StartError::OtherRules { .. })));
    }

    #[test]
    fn what_cannot_be_a_start_is_told() {
        let two = "f5d6c3\n\nf5f6e6\n";
        let sgf = |moves: &str| {
            let record = outflank_records::read(moves.as_bytes()).unwrap().remove(0);
            String::from_utf8(write(&[record], Format::Sgf).unwrap()).unwrap()
        };
        let both = sgf("f5d6c3") + &sgf("f5f6e6");
        assert_eq!(refused(&both, None), "one game or position is expected, and there are 2");
        assert_eq!(refused(&both, Some(THIRTY)), "one game or position is expected, and there are 2");
        assert!(start(two.as_bytes(), None).is_err());
        let over = "e6f4e3f6g5d6e7f5c5";
        assert_eq!(refused(over, None), "the game is over in this position");
        assert_eq!(refused(over, Some(THIRTY)), "the game is over in this position");
        assert!(matches!(start(b"nonsense", None), Err(StartError::Unreadable(_))));
    }

    #[test]
    fn a_record_has_names_date_place_and_verdict() {
        let seats = [Seat::human(None), Seat::computer(None, Level::MEDIUM)];
        let (mut game, _) = LiveGame::new(Settings { seats, ..Settings::default() }, Time(0));
        game.apply(Command::Resign { by: Color::Black }, Time(1_794_775_267_000)).unwrap();
        let told = record(&game, "Outflank");
        assert_eq!((told.black.name.as_str(), told.white.name.as_str()), ("", "Computer (level 5)"));
        assert_eq!((told.date.as_str(), told.place.as_str()), ("2026-11-15 20:41:07 UTC", "Outflank"));
        assert_eq!(told.verdict, Some(Verdict { margin: -64.0, ending: Ending::Resigned }));
        assert_eq!(
            results::block(&told),
            "Date: 2026-11-15 20:41:07 UTC\n\
             Black: Black, 2 discs\n\
             White: Computer (level 5), 2 discs\n\
             Winner: Computer (White)\n\
             Ended: Black resigned\n\
             Moves:\n\
             \n"
        );
        let anna = Seat::human(Name::new("Anna"));
        game.apply(Command::Seat { color: Color::Black, seat: anna }, Time(0)).unwrap();
        assert_eq!(record(&game, "").black.name, "Anna");
    }

    #[test]
    fn presets_are_what_their_text_says() {
        let texts: Vec<String> = CLOCKS.iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["1+0", "3+2", "5+5", "10+5", "15+10", "30+0"]);
        for (text, clock) in texts.iter().zip(CLOCKS) {
            assert_eq!(text.parse(), Ok(clock));
        }
        let offered: Vec<String> = OFFER_CLOCKS
            .iter()
            .map(|clock| clock.map_or("none".to_owned(), |clock| clock.to_string()))
            .collect();
        assert_eq!(offered, ["1+0", "3+2", "5+0", "10+0", "30+0", "1d", "3d", "7d", "none"]);
    }
}
