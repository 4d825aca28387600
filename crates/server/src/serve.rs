//! The server as a whole: the store, the threads, the doors, and how it all stops.

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Semaphore, watch};
use tower::ServiceExt;

use crate::app::App;
use crate::config::Config;
use crate::engine_pool::EnginePool;
use crate::http::{self, Peer};
use crate::journal::Journal;
use crate::limits::Held;
use crate::store::{Store, StoreError};

/// A server that is ready to answer.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    metrics: Option<TcpListener>,
    journal: JoinHandle<()>,
    engines: Vec<JoinHandle<()>>,
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Between two notes that the server is alive: a clock is given back at most so much too little.
const ALIVE: Duration = Duration::from_secs(2);
/// Between two looks for old games.
const SWEEP: Duration = Duration::from_hours(1);
/// A game in which nobody moved is not worth keeping longer.
const KEEP_UNPLAYED: Duration = Duration::from_hours(24);
/// How many connections may wait to be accepted: all clients come back at once after a restart.
const WAITING: u32 = 4096;
/// The longest a stop takes.
const STOP: Duration = Duration::from_secs(3);

impl Server {
    /// Opens the doors and takes up the games that go on by themselves.
    pub async fn start(config: Config, store: impl Store + 'static) -> Result<Server, StartError> {
        let listener = listen(config.bind)?;
        let metrics = match config.metrics {
            None => None,
            Some(address) => Some(listen(address)?),
        };
        let (journal, journal_thread) = Journal::start(store);
        let seed = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), 0);
        let (engines, threads) = EnginePool::start(config.engine_threads, config.table_mb, seed);
        let app = Arc::new(App::new(config, journal, engines));
        let games = app.reopen().await?;
        tracing::info!(games, "took up the games that go on by themselves");
        Ok(Server { app, listener, metrics, journal: journal_thread, engines: threads })
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stop` is ready, then says goodbye to everybody and returns when all is stored.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Server { app, listener, metrics, journal, engines } = self;
        let (closing, closed) = watch::channel(false);
        let maintenance = tokio::spawn(maintain(Arc::clone(&app)));
        let metrics_task = metrics.map(|listener| {
            let (app, closed) = (Arc::clone(&app), closed.clone());
            tokio::spawn(async move { accept(&app, listener, metrics_router(&app), closed).await })
        });
        let router = http::router(&app);
        tokio::select! {
            () = accept(&app, listener, router, closed) => {}
            () = stop => {}
        }
        tracing::info!("stopping");
        app.stop(STOP).await;
        // Connections end by themselves after their answers, or with the runtime.
        let _ = closing.send(true);
        app.engines.quit();
        maintenance.abort();
        if let Some(metrics_task) = metrics_task {
            metrics_task.abort();
        }
        let _ = tokio::time::timeout(STOP, closing.closed()).await;
        let now = app.now().0;
        let _ = app.journal.ask(move |store| store.note_alive(now)).await;
        drop(app);
        let joined = tokio::task::spawn_blocking(move || {
            for thread in engines.into_iter().chain([journal]) {
                let _ = thread.join();
            }
        });
        let _ = tokio::time::timeout(STOP, joined).await;
        tracing::info!("stopped");
    }
}

fn listen(address: SocketAddr) -> Result<TcpListener, StartError> {
    let listen = || {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        // A server that has just stopped leaves connections behind that must not keep the next one out.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(WAITING)
    };
    listen().map_err(|error| StartError::Listen { address, error })
}

/// Notes now and then that the server is alive, and deletes old games.
async fn maintain(app: Arc<App>) {
    let mut alive = tokio::time::interval(ALIVE);
    let mut sweep = tokio::time::interval(SWEEP);
    loop {
        let now = app.now().0;
        let outcome = tokio::select! {
            _ = alive.tick() => app.journal.ask(move |store| store.note_alive(now)).await,
            _ = sweep.tick() => {
                let before = now.saturating_sub(app.config.keep.as_millis() as u64);
                let unplayed = now.saturating_sub(KEEP_UNPLAYED.as_millis() as u64);
                let swept = app.journal.ask(move |store| store.sweep(before, unplayed)).await;
                swept.map(|games| tracing::info!(games, "deleted old games"))
            }
        };
        if let Err(error) = outcome {
            tracing::error!(%error, "the store failed");
        }
    }
}

fn metrics_router(app: &Arc<App>) -> Router {
    let app = Arc::clone(app);
    let tell = move || async move { app.metrics.text(app.engines.waiting()) };
    Router::new().route("/metrics", axum::routing::get(tell))
}

/// Takes connections, as many as there may be. Hyper's own loop is used because it gives up on clients that do
/// not send their header in time.
async fn accept(app: &Arc<App>, listener: TcpListener, router: Router, closed: watch::Receiver<bool>) {
    let places = Arc::new(Semaphore::new(app.config.limits.connections));
    loop {
        let (stream, address) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                // Mostly too many open files: wait until some are closed.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let place = Arc::clone(&places).try_acquire_owned();
        let hold = app.addresses.hold(address.ip(), Held::Connection);
        let (Ok(place), Some(hold)) = (place, hold) else {
            app.metrics.turned_away.add();
            continue;
        };
        let (app, router, closed) = (Arc::clone(app), router.clone(), closed.clone());
        tokio::spawn(async move {
            app.metrics.connections.change(1);
            connection(&app, stream, address.ip(), router, closed).await;
            app.metrics.connections.change(-1);
            drop((place, hold));
        });
    }
}

async fn connection(
    app: &App,
    stream: TcpStream,
    ip: IpAddr,
    router: Router,
    mut closed: watch::Receiver<bool>,
) {
    // Moves are small and must not wait for company.
    let _ = stream.set_nodelay(true);
    let behind_proxy = app.config.behind_proxy;
    let service = hyper::service::service_fn(move |request: Request<Incoming>| {
        let router = router.clone();
        async move {
            let peer = Peer(if behind_proxy { forwarded(ip, request.headers()) } else { ip });
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(peer);
            Ok::<_, Infallible>(router.oneshot(request).await.unwrap_or_else(|never| match never {}))
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.config.limits.header_time)
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let closing = async move { drop(closed.wait_for(|closed| *closed).await) };
    let outcome = tokio::select! {
        outcome = connection.as_mut() => outcome,
        () = closing => {
            connection.as_mut().graceful_shutdown();
            tokio::time::timeout(STOP, connection).await.unwrap_or(Ok(()))
        }
    };
    if let Err(error) = outcome {
        tracing::debug!(%ip, %error, "a connection ended badly");
    }
}

/// Whom a proxy on this machine speaks for: the last address it names is the one it saw itself.
fn forwarded(ip: IpAddr, headers: &HeaderMap) -> IpAddr {
    if !ip.to_canonical().is_loopback() {
        return ip;
    }
    let named = headers.get_all("x-forwarded-for").iter().next_back().and_then(|value| value.to_str().ok());
    named.and_then(|list| list.rsplit(',').next()?.trim().parse().ok()).unwrap_or(ip)
}
