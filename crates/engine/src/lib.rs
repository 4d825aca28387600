//! An Othello engine: a position and [`Limits`] go in, an [`Analysis`] comes out.
//!
//! ```
//! use outflank_engine::{Certainty, Engine, Limits, Options, StopToken};
//! use outflank_rules::Game;
//!
//! let game = Game::default();
//! let mut engine = Engine::new(Options { threads: 1, table_mb: 4 });
//! let limits = Limits::depth(4);
//! let analysis = engine.search(game.position(), &limits, &StopToken::new(), &mut |_| {});
//! let best = &analysis.lines[0];
//! println!("{} is worth {} discs", best.mv(), best.score);
//! assert_eq!(best.certainty, Certainty::Estimate);
//! ```
//!
//! [`Engine::search`] finds values and lines, and the exact result with [`Limits::exact`]. [`Engine::choose`] plays at
//! a [`Level`], with human mistakes. [`book`] has the opening book and what people play.
//!
//! The engine does no input or output; the caller stops it through a [`StopToken`] and may watch its progress. It plays
//! standard rules with trained pattern weights, and the variants with the documented utility function of [`classic`].
//!
//! The interface may change with each minor version (0.2, 0.3, …).

pub mod bench;
pub mod book;
pub mod classic;
mod eval;

mod analysis;
mod clock;
#[doc(hidden)]
pub mod coder;
mod engine;
mod level;
mod limits;
mod random;
mod score;
mod search;
mod stability;
mod stop;
mod strength;
mod sys;
#[doc(hidden)]
pub mod training;

pub use analysis::{Analysis, Bounds, Certainty, Line};
pub use clock::{Clock, Period};
pub use engine::{Choice, Engine, Options};
pub use eval::{Weights, WeightsError};
pub use level::{Budget, Level, Measured, ParseLevelError, ParsePastGameError, PastGame, PastResult, adapt};
pub use limits::{Goal, Limits};
pub use random::Random;
pub use score::Score;
pub use stop::StopToken;
pub use strength::{ParseStrengthError, Strength};
#[cfg(target_family = "wasm")]
pub use sys::set_clock;

/// Runs the example of the README with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
