//! Reads and writes Othello games and positions in every common format.
//!
//! [`read`] takes text or bytes in any [`Format`], detects which it is and returns [`Record`]s; [`write()`] writes
//! them in any format. [`Reader`] and [`Writer`] do the same for more games than fit into memory. [`openings`]
//! knows the names of openings.
//!
//! ```
//! use outflank_records::{Format, openings, read, write};
//!
//! let records = read(b"f5d6c3d3c4f4f6")?;
//! assert_eq!(openings::of_game(&records[0].game).unwrap().name, "Stephenson");
//!
//! let board = write(&records, Format::Board)?;
//! assert_eq!(
//!     String::from_utf8(board)?,
//!     "------------------XO------XXXO-----OXX-----O-X------------------ O\n"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Reading is lenient, writing is strict: output is canonical, and reading it back gives the same record. Bad input
//! is one [`ReadError`], a sentence that says what is wrong and where. Memory use is proportional to the size of the
//! input, whatever it contains.
//!
//! The crate follows semantic versioning: before 1.0, only a new minor version (0.2, 0.3, …) may break builds.

mod builder;
mod error;
mod format;
mod reader;
mod record;
mod text;
mod tree;
mod writer;

pub mod board;
pub mod ggf;
pub mod json;
pub mod obf;
pub mod openings;
pub mod results;
pub mod sgf;
pub mod transcript;
pub mod wthor;

pub use error::{Place, Problem, ReadError, Unwritable, WriteError};
pub use format::{Format, ParseFormatError};
pub use reader::{DAMAGED_LIMIT, READ_LIMIT, Reader, read};
pub use record::{Ending, MoveScore, Note, Player, Record, Verdict};
pub use text::{is_unprintable, printable, shorten};
pub use writer::{Writer, write};

/// Runs the example of the README with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
