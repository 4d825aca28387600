use std::time::Duration;

use super::Level;
use crate::classic::LookAhead;

/// How a level plays: the same in every position of every game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Character {
    /// The time limit of a move.
    pub(crate) time: Duration,
    /// The depth of the honest search, which finds the true cost of each move.
    pub(crate) depth: u8,
    /// It plays perfectly with this many empty squares or fewer.
    pub(crate) solve: u8,
    /// Its own look-ahead; `None` sees what the honest search sees.
    pub(crate) look_ahead: Option<LookAhead>,
    /// How much weight its look-ahead has: 0 plays by appearance alone.
    pub(crate) insight: f64,
    pub(crate) likes: Likes,
    /// Randomness of its choice in discs: a move that seems this much worse is chosen 37 times for every 100 of the
    /// better.
    pub(crate) temperature: f64,
    /// It never plays a move whose true cost is more discs than this.
    pub(crate) cap: f64,
}

/// What makes a move look good at a glance, in discs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Likes {
    /// For every disc flipped.
    pub(crate) flips: f64,
    /// For a square on the edge.
    pub(crate) edges: f64,
    /// For a corner.
    pub(crate) corners: f64,
    /// For every reply fewer that the opponent has, up to eight.
    pub(crate) quiet: f64,
}

/// One row per level.
///
/// The order follows how people learn the game: first discs and edges, then corners, then looking ahead and leaving the
/// opponent few moves, then the endgame. The numbers were set so that each level scores about 80 % against the one
/// below; `data/levels.txt` has the result. Depth limits a level, not time, which is a promise to people and far more
/// than it needs: so its strength does not depend on the machine.
//  time ms, depth, solve, look ahead (plies, forget), insight, likes (flips, edges, corners, quiet), temperature, cap
#[rustfmt::skip]
static CHARACTERS: [Character; 10] = [
    character( 500, 4,  0, (1, 0.00), 0.55, (0.8, 1.2, 4.0, 0.0), 2.30, 14.0),
    character( 500, 4,  2, (1, 0.00), 0.95, (0.4, 1.5, 8.0, 0.1), 1.92, 11.0),
    character( 500, 5,  4, (2, 0.13), 1.00, (0.2, 0.7, 6.0, 0.2), 1.25, 10.0),
    character( 500, 5,  6, (3, 0.10), 1.00, (0.0, 0.4, 4.0, 0.3), 0.58,  8.0),
    character( 500, 6,  9, (4, 0.03), 1.00, (0.0, 0.0, 2.0, 0.3), 0.25,  6.0),
    character(1000, 6, 12, (6, 0.010), 1.00, (0.0, 0.0, 1.0, 0.2), 0.13,  4.8),
    character(1000, 6, 12, (0, 0.00), 1.00, (0.0, 0.0, 0.0, 0.0), 0.95,  4.0),
    character(1000, 7, 14, (0, 0.00), 1.00, (0.0, 0.0, 0.0, 0.0), 0.44,  2.8),
    character(1000,12, 16, (0, 0.00), 1.00, (0.0, 0.0, 0.0, 0.0), 0.54,  1.8),
    // The last one plays the best move of the search. Only its time matters and, in the opening, where several moves
    // are equally good, a little variety.
    character(5000, 8,  0, (0, 0.00), 1.00, (0.0, 0.0, 0.0, 0.0), 0.20,  0.5),
];

impl Level {
    pub(crate) fn character(self) -> &'static Character {
        &CHARACTERS[usize::from(self.number()) - 1]
    }
}

#[allow(clippy::too_many_arguments)] // a row of a table
const fn character(
    time: u64,
    depth: u8,
    solve: u8,
    (plies, forget): (u8, f64),
    insight: f64,
    (flips, edges, corners, quiet): (f64, f64, f64, f64),
    temperature: f64,
    cap: f64,
) -> Character {
    Character {
        time: Duration::from_millis(time),
        depth,
        solve,
        look_ahead: if plies == 0 { None } else { Some(LookAhead { depth: plies, forget }) },
        insight,
        likes: Likes { flips, edges, corners, quiet },
        temperature,
        cap,
    }
}
