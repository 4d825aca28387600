//! Turns what the engine knows into words: how long a hint thinks, what a value is and how it is written, the chart
//! of a game, its review with reasons in words, hints that teach, and a glossary.
//!
//! Nothing here searches, waits or starts a thread. A [`Chart`] (like a [`Reviewer`] or an [`Adviser`]) says
//! which [`Question`] is next; whatever has an engine (a command, a worker of the terminal, a thread of the
//! server, a browser) answers it:
//!
//! ```
//! use outflank_engine::{Engine, Options, StopToken};
//! use outflank_rules::{Game, Move, Square};
//! use outflank_study::{Chart, Effort};
//!
//! let game = Game::from_moves(Default::default(), [Square::F5, Square::D6].map(Move::Place))?;
//! let mut engine = Engine::new(Options { threads: 1, table_mb: 4 });
//! let mut chart = Chart::new(game, Effort::Depth(4));
//! while let Some(question) = chart.next() {
//!     let analysis = engine.search(&question.position, &question.limits, &StopToken::new(), &mut |_| {});
//!     chart.answer(question.id, &analysis);
//! }
//! let first = chart.points().next().unwrap();
//! assert_eq!(first.played.as_ref().unwrap().mv.to_string(), "f5");
//! assert_eq!(first.loss(), Some(0.0), "all first moves are the same move");
//! # Ok::<(), outflank_rules::GameError>(())
//! ```
//!
//! The interface may change with each minor version (0.2, 0.3, …).

mod advice;
mod chance;
mod chart;
pub mod coach;
pub mod drill;
mod explorer;
pub mod glossary;
pub mod gym;
pub mod lessons;
mod limits;
pub mod practice;
pub mod puzzles;
pub mod reasons;
mod review;
mod tree;
mod value;
pub mod words;

pub use advice::{Advice, Adviser, Lure, Tempting};
pub use chance::win_chance;
pub use chart::{Chart, Point, Question};
pub use explorer::{Explorer, ExplorerMove, Trust, known_plies};
pub use limits::{Effort, HINT_MOVES, HINT_TIME, VALUES_TIME, hint, values};
pub use review::{
    Label, LeftBook, Moment, MomentKind, Phase, REVIEW_VERSION, Review, ReviewRefusal, ReviewedMove,
    Reviewer, Summary, Theory, is_accepted,
};
pub use tree::{NodeId, Tree};
pub use value::{Candidate, Value, candidates};
pub use words::Voice;
