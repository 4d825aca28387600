//! Matches between Othello players, and the statistics of their results.
//!
//! A [`Match`] plays pairs of games: each opening twice, with colours swapped, so that the opening favours nobody.
//! Pairs are played in parallel, but counted in order, so a match between deterministic players gives the same report
//! on any number of threads. Players are in-process engines, or other programs through GTP ([`players`]). [`levels`]
//! measures the levels of the engine with such matches.
//!
//! ```
//! use outflank_arena::{Contender, Match, Settings, openings};
//!
//! let [strong, weak] = ["depth:4", "depth:1"].map(|text| text.parse::<Contender>().unwrap());
//! let openings = openings::balanced(2, 1);
//! let settings = Settings { pairs: 2, threads: 1, ..Settings::default() };
//! let report = Match::new(&strong, &weak, &openings, settings).run(&mut |_| {})?;
//! assert_eq!(report.tally.games(), 4);
//! assert!(report.tally.score() >= 0.5);
//! # Ok::<(), outflank_arena::StartError>(())
//! ```

pub mod levels;
pub mod openings;
pub mod players;

mod contender;
mod elo;
mod matches;
mod player;
mod record;
mod referee;
mod sprt;
mod tally;

pub use contender::{Contender, ParseContenderError};
pub use elo::{Elo, expected_score};
pub use matches::{Match, Pair, Progress, Report, Settings, StartError};
pub use player::{Fault, Player};
pub use referee::{Ending, Played};
pub use sprt::{Decision, ParseSprtError, Sprt};
pub use tally::Tally;
