//! Protocols through which other programs use the engine: a line in, a line out, over [`std::io::Read`] and
//! [`std::io::Write`].
//!
//! [`gtp`] is what referees and board programs for many games speak, [`nboard`] what the analysis program
//! NBoard speaks. Protocols read leniently and write
//! strictly. Games follow the standard rules: there are no words for others.

pub mod gtp;
pub mod nboard;

/// How long a search may go on after the input has ended: long enough for commands that were piped in, and not for ever
/// when the program that asked is gone.
pub const AFTER_END: std::time::Duration = std::time::Duration::from_secs(5);
