//! Protocols through which other programs use the engine: a line in, a line out, over [`std::io::Read`] and
//! [`std::io::Write`].
//!
//! [`gtp`] is the protocol of referees and board programs for many games, [`nboard`] that of the analysis program
//! NBoard. Both read leniently and write strictly. Games follow the standard rules, because the protocols have no
//! words for others.

pub mod gtp;
pub mod nboard;

/// How long a search may continue after the input has ended: long enough for commands that were piped in, but not for ever
/// when the program that asked is gone.
pub const AFTER_END: std::time::Duration = std::time::Duration::from_secs(5);
