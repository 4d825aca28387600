//! Makes opening books.
//!
//! Every search result is a line of an append-only log ([`log`]). The book is the replay of the log ([`Tree`]), so work
//! may be stopped at any time, and logs are merged with `cat`. [`grow`] adds the positions that matter most, [`learn`]
//! those of games, and [`settle`] searches again where the book contradicts given lines. [`own`] is a user's book
//! beside the one that comes with the engine, and [`edax`] exchanges books with another program.

pub mod edax;
pub mod grow;
pub mod learn;
pub mod log;
pub mod own;
mod search;
pub mod settle;
mod tree;

pub use log::{Entry, LogError};
pub use search::{Job, Search};
pub use tree::{Bounds, Leaf, Rated, Tree};
