//! `outflank serve`: the game in a browser.

mod systemd;

use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use etcetera::BaseStrategy;
use outflank_play::setup::Pace;
use outflank_server::store::{PostgresStore, SqliteStore, Store};
use outflank_server::{Config, Network, Server};
use tracing_subscriber::filter::LevelFilter;

use crate::exit::Answer;
use crate::number::{address, address_and_port, log_level, whole};
use crate::own_book;

const HELP: &str = "\
Games are kept in one file and survive a restart or a crash. Only this computer can reach the server unless --bind
says otherwise; on the open internet, put it behind a proxy that does TLS and give the public address with --origin.
crates/server/PROTOCOL.md is for people who write bots. Under systemd the server takes over a socket, says when it is
ready, and feeds the watchdog.

Several servers can share their games in PostgreSQL: start each with the same --store, and any of them serves any
game. The password may be in PGPASSWORD instead of the address.

Examples:
  outflank serve --open                        play in the browser
  outflank serve --bind 0.0.0.0                also from phones in the network
  outflank serve --behind-proxy --origin https://othello.example --log json
  outflank serve --store postgres://outflank@db.example/games?sslmode=verify-full";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct Args {
    /// The address to listen on; 0.0.0.0 lets other computers in.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_parser = address)]
    bind: IpAddr,
    /// The port to listen on; 0 for any free port.
    #[arg(long, value_name = "PORT", default_value_t = 8844, value_parser = whole::<u16>(0..=65535))]
    port: u16,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    /// The folder for the games [default: `outflank` in your data folder, as in ~/.local/share].
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Keep the games in this PostgreSQL database, as in `postgres://user@host/database`.
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    store: Option<String>,
    /// Delete games after this many days without a move.
    #[arg(long, value_name = "DAYS", default_value_t = 90, value_parser = whole::<u32>(1..=36500))]
    keep_days: u32,
    /// Add finished games to othello-results.txt in the current folder, as a server for this computer alone always does.
    #[arg(long)]
    results: bool,
    /// Also use your own opening book (see `outflank book learn`).
    #[arg(long)]
    own_book: bool,
    /// A public address of the page, as in `https://othello.example`; may be given several times.
    #[arg(long, value_name = "ORIGIN")]
    origin: Vec<String>,
    /// Trust the X-Forwarded-For header of a proxy on this computer.
    #[arg(long)]
    behind_proxy: bool,
    /// Also trust the proxy at this address, as in 10.0.0.5 or 10.0.0.0/24; may be given several times.
    #[arg(long, value_name = "ADDRESS")]
    trusted_proxy: Vec<Network>,
    /// Serve metrics for Prometheus on this address, as in 127.0.0.1:9844.
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = address_and_port)]
    metrics: Option<SocketAddr>,
    /// How much to log on standard error: off, error, warn, info or debug.
    #[arg(long, value_name = "LEVEL", default_value_t = LevelFilter::WARN, value_parser = log_level)]
    log_level: LevelFilter,
    /// The format of the log.
    #[arg(long, value_name = "FORM", default_value = "text")]
    log: LogFormat,
    /// Serve the page from this folder, to work on it.
    #[arg(long, value_name = "FOLDER", hide = true)]
    page: Option<PathBuf>,
    /// Let the computer move as soon as it can, without a natural pause.
    #[arg(long)]
    fast: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum LogFormat {
    /// Lines for people.
    Text,
    /// A JSON object per line.
    Json,
}

pub(crate) fn run(args: Args) -> anyhow::Result<Answer> {
    log(&args);
    if let Some(url) = &args.store {
        let store = PostgresStore::open(url).context("cannot use the database")?;
        return serve(args, store);
    }
    let folder = match &args.data {
        Some(folder) => folder.clone(),
        None => data_folder()?,
    };
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let file = folder.join("games.sqlite");
    let store = SqliteStore::open(&file).with_context(|| format!("cannot use {}", file.display()))?;
    serve(args, store)
}

fn serve(args: Args, store: impl Store + 'static) -> anyhow::Result<Answer> {
    let mut proxies = args.trusted_proxy;
    if args.behind_proxy {
        proxies.extend(Network::LOOPBACK);
    }
    let kept = args.results || (args.bind.is_loopback() && proxies.is_empty());
    let mut config = Config {
        bind: SocketAddr::new(args.bind, args.port),
        metrics: args.metrics,
        origins: args.origin,
        proxies,
        page: args.page,
        results: kept.then(|| PathBuf::from(".")),
        keep: Duration::from_hours(24 * u64::from(args.keep_days)),
        ..Config::default()
    };
    if args.own_book {
        own_book::checked()?;
        config.book = own_book::book;
    }
    if args.fast {
        config.pace = Pace::INSTANT;
    }
    let asked_connections = config.limits.connections;
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let server = match systemd::listener()? {
            Some(listener) => Server::start_on(listener, config, store).await?,
            None => Server::start(config, store).await?,
        };
        systemd::ready();
        let page = page_address(server.address()?);
        let admin = server.admin_token();
        // In one piece: whoever starts a server by program may stop reading after the first line.
        let told = format!(
            "Play at {page} (stop with Ctrl-C)\nAdministration, for your eyes only: {page}admin#t={admin}\n"
        );
        io::stdout().write_all(told.as_bytes())?;
        if let Some(outside) = outside_address(server.address()?) {
            writeln!(io::stdout(), "From other devices in the same network: {outside}")?;
        }
        let capacity = server.capacity();
        if capacity.open + capacity.reserve < asked_connections {
            writeln!(
                io::stdout(),
                "The limit of open files leaves room for {} connections; `ulimit -n` raises it.",
                capacity.open + capacity.reserve
            )?;
        }
        if args.open {
            open(&page)?;
        }
        let stop = stop_signal()?;
        let stop = async {
            stop.await;
            systemd::stopping();
        };
        server.run(stop).await;
        anyhow::Ok(())
    })?;
    Ok(Answer::Yes)
}

/// Where people find the page: a server for everybody is found on this computer, too.
fn page_address(address: SocketAddr) -> String {
    let ip = if address.ip().is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { address.ip() };
    format!("http://{}/", SocketAddr::new(ip, address.port()))
}

/// Where other devices find the page of a server for everybody: the address this computer would send from. Nothing is
/// sent to find it out.
fn outside_address(address: SocketAddr) -> Option<String> {
    if !address.ip().is_unspecified() {
        return None;
    }
    let socket = UdpSocket::bind((address.ip(), 0)).ok()?;
    let somewhere: IpAddr = match address.ip() {
        IpAddr::V4(_) => Ipv4Addr::new(192, 0, 2, 1).into(),
        IpAddr::V6(_) => Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into(),
    };
    socket.connect((somewhere, 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_loopback() && !ip.is_unspecified())
        .then(|| format!("http://{}/", SocketAddr::new(ip, address.port())))
}

fn data_folder() -> anyhow::Result<PathBuf> {
    let folders = etcetera::base_strategy::choose_base_strategy()
        .context("there is no home folder to keep games in: name one with --data")?;
    Ok(folders.data_dir().join("outflank"))
}

fn log(args: &Args) {
    let subscriber = tracing_subscriber::fmt().with_writer(io::stderr).with_max_level(args.log_level);
    match args.log {
        LogFormat::Text => subscriber.with_ansi(io::stderr().is_terminal()).init(),
        LogFormat::Json => subscriber.json().init(),
    }
}

/// Resolves when the server should stop.
#[cfg(unix)]
pub(super) fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Resolves when the server should stop.
#[cfg(not(unix))]
pub(super) fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async { drop(tokio::signal::ctrl_c().await) })
}

fn open(page: &str) -> anyhow::Result<()> {
    let opener = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let started = std::process::Command::new(opener)
        .arg(page)
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn();
    if started.is_err() {
        writeln!(io::stderr(), "No browser could be opened with {opener}.")?;
    }
    Ok(())
}
