//! Othello in the browser: an HTTP and WebSocket server that loses no move, and the page it serves.
//!
//! `PROTOCOL.md` beside this crate is the reference for what goes over the wire.

pub mod wire;
