use std::time::Duration;

use outflank_rules::{Bitboard, Color, Square};

use crate::{GameResult, Seat, Settings, UndoAllowance};

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A game began.
    Started {
        /// How it came about.
        beginning: Beginning,
        /// What is agreed.
        settings: Box<Settings>,
    },
    /// A player placed a disc.
    Placed {
        /// Who.
        by: Color,
        /// Where.
        square: Square,
        /// The discs that turned over.
        flips: Bitboard,
    },
    /// A player passed.
    Passed {
        /// Who.
        by: Color,
        /// Whether it happened by itself.
        automatic: bool,
    },
    /// A player asked to take back.
    UndoAsked {
        /// Who.
        by: Color,
    },
    /// A player took back their own last disc and all that came after.
    TookBack {
        /// Who.
        by: Color,
        /// Where the disc was.
        square: Square,
        /// How many moves remain, passes counted.
        ply: usize,
    },
    /// A player offered a rematch.
    RematchOffered {
        /// Who.
        by: Color,
    },
    /// What was asked for was declined or withdrawn.
    Declined {
        /// Who declined.
        by: Color,
    },
    /// Somebody sat down, or changed their name or level.
    Seated {
        /// On which side.
        color: Color,
        /// Who.
        seat: Seat,
    },
    /// The running clock got time back.
    Credited {
        /// How much.
        time: Duration,
    },
    /// The game is over.
    Ended {
        /// How.
        result: GameResult,
    },
}

/// How a game came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Beginning {
    /// It is the first one.
    New,
    /// The game before was begun again.
    Restart,
    /// The game before was over and the colours were swapped.
    Rematch,
}

impl Event {
    /// Whether there is nothing to tell: the clock is given back what the network took, with nearly every move.
    pub fn is_silent(&self) -> bool {
        matches!(self, Event::Credited { time } if *time < Duration::from_secs(1))
    }

    /// What happened, told to the players.
    pub fn sentence(&self, settings: &Settings) -> String {
        let who = |color: &Color| settings.who(*color);
        match self {
            Event::Started { beginning, settings } => {
                let [black, white] = Color::ALL.map(|color| settings.introduction(color));
                let players = format!("{black} against {white}");
                match beginning {
                    Beginning::New => format!("A new game: {players}."),
                    Beginning::Restart => format!("The game starts again: {players}."),
                    Beginning::Rematch => format!("A rematch with colours swapped: {players}."),
                }
            }
            Event::Placed { by, square, flips } => {
                let squares: Vec<String> = flips.iter().map(|square| square.to_string()).collect();
                format!("{} plays {square}, flips {}: {}.", who(by), squares.len(), squares.join(", "))
            }
            Event::Passed { by, automatic: true } => format!("{} has no legal move and passes.", who(by)),
            Event::Passed { by, automatic: false } => format!("{} passes.", who(by)),
            Event::UndoAsked { by } => format!("{} asks to take back the last move.", who(by)),
            Event::TookBack { by, square, .. } => {
                let used = match settings.undo {
                    UndoAllowance::Once => " and has used the one undo of this game",
                    _ => "",
                };
                format!("{} takes back {square}{used}.", who(by))
            }
            Event::RematchOffered { by } => format!("{} offers a rematch with colours swapped.", who(by)),
            Event::Declined { by } => format!("{} says no.", who(by)),
            Event::Seated { color, seat } => match seat.level() {
                None => format!("{} plays {color}.", seat.name),
                Some(level) => format!("{} plays {color} at level {level}.", seat.name),
            },
            Event::Credited { time } => format!("The clock gives back {} s.", time.as_secs()),
            Event::Ended { result } => result.sentence(settings),
        }
    }
}
