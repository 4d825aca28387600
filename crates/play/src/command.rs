use std::time::Duration;

use outflank_rules::{Color, Move};

use crate::{Greeting, Rating, Seat, Ticket};

/// What a player, the computer or the passing of time wants to do to a game. Whoever sends a command has
/// made sure that it comes from the player named in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A person places a disc or passes.
    Play {
        /// Who.
        by: Color,
        /// Where, or a pass.
        mv: Move,
    },
    /// The computer's answer to a [`Task`](crate::Task). With a ticket that is no longer valid nothing happens.
    EngineMove {
        /// The ticket of the task.
        ticket: Ticket,
        /// The move it found.
        mv: Move,
    },
    /// A person takes back their own last disc and all that came after, or asks to.
    Undo {
        /// Who.
        by: Color,
    },
    /// A person agrees to what the other asked for.
    Accept {
        /// Who.
        by: Color,
    },
    /// A person declines what the other asked for, or withdraws what they asked for themselves.
    Decline {
        /// Who.
        by: Color,
    },
    /// A person resigns.
    Resign {
        /// Who.
        by: Color,
    },
    /// A person claims the game because the other has gone away. Whoever sends this has seen that they are.
    Claim {
        /// Who stayed.
        by: Color,
    },
    /// The game is called off: it counts for nobody.
    CallOff,
    /// After the end of a rated game, what its result did to the ratings of Black and White.
    Rate {
        /// The ratings from now on.
        after: [Rating; 2],
    },
    /// The game begins again, the same players on the same sides, at any time. Not where players are apart: they
    /// play on or ask for another game after the end.
    Restart,
    /// After the end, another game, or the offer of one where the players are apart.
    Rematch {
        /// Who wants it.
        by: Color,
        /// Whether the colours are swapped.
        swap: bool,
    },
    /// A person says something to the other, who is somewhere else.
    Greet {
        /// Who.
        by: Color,
        /// What.
        greeting: Greeting,
    },
    /// A game between computers is paused, and so are their clocks.
    Pause,
    /// They continue where they stopped.
    Continue,
    /// Someone else sits down, or someone changes their name or level.
    Seat {
        /// Which side.
        color: Color,
        /// Who sits there from now on.
        seat: Seat,
    },
    /// Time passes: the flag falls if the player to move has none left. After a replay of events that were cut
    /// off, this adds what was missing: an automatic pass, or the end.
    Tick,
    /// The running clock gets time back during which its owner could not play (the program was down, the
    /// network slow).
    Credit {
        /// How much; never more than has run in this turn.
        time: Duration,
    },
}
