//! Players: engines in this process, and other programs through GTP.

mod gtp;
mod local;

pub use gtp::{GtpPlayer, Refused};
pub use local::{ClassicPlayer, EnginePlayer};
