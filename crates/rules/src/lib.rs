//! The rules of Othello: squares, positions, legal moves and whole games.
//!
//! From small to large: a [`Square`] names one of the 64 places, a [`Bitboard`] is a set of them, a
//! [`Board`] holds the discs as seen by the player to move, a [`Position`] adds whose turn it is and which
//! [`Variant`] of the rules is in force, and a [`Game`] is a position with the moves that led to it.
//!
//! ```
//! use outflank_rules::{Game, Move, Square};
//!
//! let mut game = Game::default();
//! game.play(Move::Place(Square::F5))?;
//! game.play(Move::Place(Square::D6))?;
//! assert_eq!(format!("\n{}", game.position()), "
//!   a b c d e f g h
//! 1 - - - - - - - - 1
//! 2 - - - - - - - - 2
//! 3 - - - - - - - - 3
//! 4 - - - O X - - - 4
//! 5 - - - O X X - - 5
//! 6 - - - O - - - - 6
//! 7 - - - - - - - - 7
//! 8 - - - - - - - - 8
//!   a b c d e f g h
//! ");
//! assert!(game.play(Move::Place(Square::A1)).is_err());
//! # Ok::<(), outflank_rules::PlayError>(())
//! ```
//!
//! The crate has no dependencies, does no input or output and starts no threads. File formats (transcripts, GGF, SGF,
//! WTHOR, …) are in `outflank-records`.
//!
//! It follows semantic versioning: before 1.0, only a new minor version (0.2, 0.3, …) may break builds.

mod bitboard;
mod board;
mod color;
#[doc(hidden)]
pub mod fnv;
mod game;
pub mod kernel;
mod moves;
mod outcome;
mod perft;
mod position;
mod setup;
mod square;
mod symmetry;
mod variant;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use color::{Color, ParseColorError};
pub use game::{Game, GameError};
pub use moves::{Move, ParseMoveError};
pub use outcome::Outcome;
pub use perft::{Passes, perft};
pub use position::{IllegalMove, PlayError, Position};
pub use setup::{Setup, SetupError, SetupFault};
pub use square::{ParseSquareError, Square};
pub use symmetry::Symmetry;
pub use variant::{DISCS_EACH, ParseVariantError, Variant};

/// Runs the example of the README with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
