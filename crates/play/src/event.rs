use std::time::Duration;

use outflank_rules::{Bitboard, Color, Square};

use crate::{GameResult, Greeting, Rating, Seat, Settings};

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
        /// Whether it was automatic.
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
    /// A player offered another game after the end.
    RematchOffered {
        /// Who.
        by: Color,
        /// Whether with the colours swapped.
        swap: bool,
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
    /// A game between computers was paused.
    Paused,
    /// They continued.
    Continued,
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
    /// The result counted for the ratings of Black and White, in this order.
    Rated {
        /// What they were.
        before: [Rating; 2],
        /// What they are from now on.
        after: [Rating; 2],
    },
    /// A player said something to the other, which changes nothing in the game.
    Greeted {
        /// Who.
        by: Color,
        /// What.
        greeting: Greeting,
    },
}

/// How a game came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Beginning {
    /// It is the first one.
    New,
    /// The game before was begun again.
    Restart,
    /// The game before was over and the players play another one.
    Rematch {
        /// Whether they have swapped colours.
        swap: bool,
    },
}

impl Event {
    /// Whether it is not worth a sentence: nearly every move gives the clock back what the network took.
    pub fn is_silent(&self) -> bool {
        matches!(self, Event::Credited { time } if *time < Duration::from_secs(1))
    }
}
