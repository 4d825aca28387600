//! Othello in the browser: an HTTP and WebSocket server that loses no move, and the page it serves.
//!
//! `PROTOCOL.md` beside this crate describes the protocol. A move goes through these modules: `socket` (text to [`wire`]
//! types) → `room` (the task that owns the game) → `served_game` (decides what happens, without I/O) → `journal` (the log,
//! on disk) → and only then to everybody in the room.
//!
//! ```
//! use outflank_server::store::MemoryStore;
//! use outflank_server::{Config, Server};
//!
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let mut config = Config::default();
//! config.bind.set_port(0);
//! let server = Server::start(config, MemoryStore::default()).await?;
//! println!("http://{}", server.address()?);
//! server.run(async { /* ready when it is to stop */ }).await;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # }).unwrap();
//! ```

pub mod store;
pub mod work;

mod api_error;
mod app;
mod clock;
mod cluster;
mod config;
mod connection;
mod engine_pool;
mod engines;
mod http;
mod journal;
mod kept_review;
mod limits;
mod lobby;
mod metered;
mod metrics;
mod mime;
mod outbox;
mod page;
mod people;
mod practice;
mod reviews;
mod room;
mod secret;
mod serve;
mod served_game;
mod socket;
mod study;
mod visitor;

pub use outflank_wire as wire;

pub use config::{Config, Limits};
pub use connection::Capacity;
pub use serve::{Server, StartError};
pub use visitor::{BadNetwork, Network};
