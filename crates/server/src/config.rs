use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use outflank_engine::book::{self, Book};
use outflank_play::setup::Pace;

use crate::visitor::Network;

/// How a server is to run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens: on loopback unless told otherwise.
    pub bind: SocketAddr,
    /// Where it tells its metrics, if anywhere.
    pub metrics: Option<SocketAddr>,
    /// Origins of the page besides the one a request was sent to, as in `https://othello.example`.
    pub origins: Vec<String>,
    /// Proxies that are believed when they say in `X-Forwarded-For` whom they speak for.
    pub proxies: Vec<Network>,
    /// A folder to serve the page from, in place of the one inside the program.
    pub page: Option<PathBuf>,
    /// How fast the computer answers.
    pub pace: Pace,
    /// Threads of the engine pool; one of them searches for moves only.
    pub engine_threads: usize,
    /// Size of each one's transposition table in mebibytes.
    pub table_mb: usize,
    /// The longest the computer thinks about a move.
    pub longest_think: Duration,
    /// The opening book that the computer plays from and the explorer shows.
    pub book: book::Source,
    /// How long a room without clients stays in memory.
    pub idle: Duration,
    /// The folder with the file of results, to which finished games are added; none to add them nowhere.
    pub results: Option<PathBuf>,
    /// How long a game is kept after its last move.
    pub keep: Duration,
    /// How many times as fast as others the server's clock runs, by which games are timed and kept: once, except in
    /// tests of what happens in days.
    pub speed: u32,
    /// What clients may ask for at most.
    pub limits: Limits,
}

impl Default for Config {
    fn default() -> Config {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Config {
            bind: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8844),
            metrics: None,
            origins: Vec::new(),
            proxies: Vec::new(),
            page: None,
            pace: Pace::NATURAL,
            engine_threads: cores.max(2),
            table_mb: 32,
            longest_think: Duration::from_secs(5),
            book: Book::embedded,
            idle: Duration::from_secs(30),
            results: None,
            keep: Duration::from_hours(24 * 90),
            speed: 1,
            limits: Limits::default(),
        }
    }
}

/// What clients may ask for at most.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Open connections in all.
    pub connections: usize,
    /// Open connections of one visitor, sockets included.
    pub connections_each: usize,
    /// New games in a minute of one visitor.
    pub games_per_minute: u32,
    /// New games in an hour of one visitor.
    pub games_per_hour: u32,
    /// Commands in an hour of one visitor, in all games together.
    pub commands_per_hour: u32,
    /// Offers in a minute of one visitor, and of one player.
    pub offers_per_minute: u32,
    /// Open offers of one player.
    pub open_offers: usize,
    /// Analyses in a minute of one visitor.
    pub analyses_per_minute: u32,
    /// Analyses at a time of one visitor.
    pub analyses_at_once: usize,
    /// Sessions of practice at a time of one visitor.
    pub practices_each: usize,
    /// Messages in 20 seconds on the socket of a player, and commands of one seat on all its sockets.
    pub player_messages: u32,
    /// Messages in 20 seconds on the socket of a spectator.
    pub spectator_messages: u32,
    /// Spectators of one game.
    pub spectators: usize,
    /// Whether clients on this machine are free of the limits per visitor, as long as no proxy is declared.
    pub spare_local: bool,
    /// Games in memory.
    pub rooms: usize,
    /// No new games are made when the disk has fewer bytes left.
    pub free_bytes: u64,
    /// How long a request may take to send its header.
    pub header_time: Duration,
    /// How long a request may take to send its body, and a socket to say hello or to take what it is sent.
    pub patience: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 10_000,
            connections_each: 50,
            games_per_minute: 10,
            games_per_hour: 200,
            commands_per_hour: 20_000,
            offers_per_minute: 20,
            open_offers: 5,
            analyses_per_minute: 30,
            analyses_at_once: 2,
            practices_each: 8,
            player_messages: 100,
            spectator_messages: 30,
            spectators: 1000,
            spare_local: true,
            rooms: 20_000,
            free_bytes: 200 << 20,
            header_time: Duration::from_secs(5),
            patience: Duration::from_secs(8),
        }
    }
}

/// The most bytes of a body, a record and a message on a socket.
pub(crate) const BODY_BYTES: usize = 16 * 1024;
pub(crate) const RECORD_BYTES: usize = 256 * 1024;
pub(crate) const MESSAGE_BYTES: usize = 4096;
/// Between two pings of the server, and the silence after which a socket counts as dead.
pub(crate) const PING: Duration = Duration::from_secs(15);
pub(crate) const SILENCE: Duration = Duration::from_secs(40);
/// The way to the server and back is not charged to a player's clock: with each move it is given back, if it is long
/// enough to matter and only up to a bound, since a client that answers pings late on purpose looks just the same.
pub(crate) const LEAST_LAG: Duration = Duration::from_millis(20);
pub(crate) const MOST_LAG: Duration = Duration::from_millis(300);
/// The longest an analysis and one position of a graph take.
pub(crate) const ANALYSIS_SECONDS: f64 = 10.0;
pub(crate) const GRAPH_SECONDS: f64 = 2.0;
