//! Takes part in a game on an Outflank server: the other side of `crates/server/PROTOCOL.md`.
//!
//! A [`Link`] is what people send each other. A [`Client`] creates games, turns invites into seats and
//! [takes part](Client::take_part): it keeps a [`LiveGame`](outflank_play::LiveGame) that mirrors the one on the
//! server, reconnects after every interruption and sends each command until it is answered. The mirror is built from
//! the server's events, so a front end that can show a local game can show this one.
//!
//! A whole bot:
//!
//! ```no_run
//! use outflank_client::{Client, Link};
//! use outflank_play::Command;
//! use outflank_play::remote::News;
//! use tokio::sync::mpsc;
//!
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let link: Link = "https://othello.example/g/c0ffeec0ffee#i=secret".parse()?;
//! let (send, commands) = mpsc::channel(4);
//! let play = move |news| match news {
//!     News::Game(report) => {
//!         let position = report.game.position();
//!         let by = position.turn();
//!         if report.sides.contains(&by) && let Some(square) = position.legal_moves().first() {
//!             let ply = report.game.game().moves().len();
//!             let _ = send.try_send((Command::Play { by, mv: square.into() }, ply));
//!         }
//!     }
//!     News::Ended(why) => eprintln!("{why}"),
//!     _ => {}
//! };
//! Client::default().take_part(link, Some("Bot".to_owned()), commands, play).await;
//! # Ok::<(), outflank_client::BadLink>(()) }).unwrap();
//! ```
//!
//! All text from a server is cleaned where it is read: characters that move a cursor or change how other text is shown
//! are never passed on.

mod connect;
mod error;
mod http;
mod link;
mod people;
mod session;
mod text;

pub use connect::Roots;
pub use error::{Error, TlsFault};
pub use link::{BadLink, Link, Right, Server};
pub use outflank_wire::DeviceKey;
pub use people::{Lobby, seat};
/// Certificates for [`Roots::Only`].
pub use tokio_rustls::rustls::pki_types;

use std::sync::{Arc, OnceLock};

use outflank_wire::{Created, JoinRequest, Joined, NewGame};
use tokio_rustls::rustls::ClientConfig;

/// A client of Outflank servers.
#[derive(Clone, Debug, Default)]
pub struct Client {
    roots: Roots,
    /// Made when it is first needed: reading the system's certificates takes a while.
    tls: Arc<OnceLock<Arc<ClientConfig>>>,
}

impl Client {
    /// A client that trusts certain certificates; [`Client::default`] trusts those of the system.
    pub fn new(roots: Roots) -> Client {
        Client { roots, tls: Arc::default() }
    }

    /// Makes a game.
    pub async fn create(&self, server: &Server, game: &NewGame) -> Result<Created, Error> {
        self.post(server, "/api/games", game).await
    }

    /// Turns an invite into a seat. Repeating the request gives the same seat, so a lost answer does no harm.
    pub async fn join(&self, server: &Server, game: &str, request: &JoinRequest) -> Result<Joined, Error> {
        self.post(server, &format!("/api/games/{game}/join"), request).await
    }
}
