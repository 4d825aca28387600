//! The server as a whole: the store, the threads, the listeners, and how it all stops.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use axum::{Router, middleware};
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::watch;

use crate::app::App;
use crate::clock::ServerClock;
use crate::cluster::Cluster;
use crate::config::Config;
use crate::connection::{Capacity, accept};
use crate::engine_pool::EnginePool;
use crate::http;
use crate::journal::Journal;
use crate::lobby::{self, Lobby};
use crate::secret;
use crate::store::{Store, StoreError, Sweep};

/// A server that is ready to answer.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    metrics: Option<TcpListener>,
    capacity: Capacity,
    journal: JoinHandle<()>,
    engines: Vec<JoinHandle<()>>,
    cluster: Option<tokio::task::JoinHandle<()>>,
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
    /// The system has no random numbers to give.
    #[error("the system gives no random numbers")]
    NoRandomness,
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How often the server notes that it is alive: the time given back to a clock is short by at most this.
const ALIVE: Duration = Duration::from_secs(2);
/// Between two looks for games that need a room: less than the time by which rooms are opened early.
const DUE: Duration = Duration::from_secs(10);
/// Between two looks for old games.
const SWEEP: Duration = Duration::from_hours(1);
/// A game in which nobody moved is not worth keeping longer.
const KEEP_UNPLAYED: Duration = Duration::from_hours(24);
/// How many connections may wait to be accepted: all clients come back at once after a restart.
const WAITING: u32 = 4096;
/// Whoever reads metrics needs few connections.
const METRICS_CAPACITY: Capacity = Capacity { open: 8, reserve: 1 };
/// The longest a stop takes.
const STOP: Duration = Duration::from_secs(3);

impl Server {
    /// Opens the doors and takes up the games that go on by themselves.
    pub async fn start(config: Config, store: impl Store + 'static) -> Result<Server, StartError> {
        let listener = listen(config.bind)?;
        Server::start_on(listener, config, store).await
    }

    /// Starts on a socket that listens already: whoever holds it open keeps it while servers are exchanged.
    pub async fn start_on(
        listener: TcpListener,
        config: Config,
        store: impl Store + 'static,
    ) -> Result<Server, StartError> {
        let metrics = match config.metrics {
            None => None,
            Some(address) => Some(listen(address)?),
        };
        let shared = store.shared();
        let ahead_ms = shared.as_ref().map_or(0, |shared| shared.ahead_ms);
        let clock = ServerClock::start(ahead_ms, config.speed);
        let cluster = shared.map(|shared| Arc::new(Cluster::new(shared)));
        let (journal, journal_thread) = Journal::start(store, clock, cluster.clone());
        let seed = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), 0);
        let (engines, threads) = EnginePool::start(config.engine_threads, config.table_mb, seed);
        let (lobby, messages) = Lobby::new();
        let admin = secret::token().map_err(|_| StartError::NoRandomness)?;
        let app = Arc::new(App::new(config, clock, journal, engines, lobby, cluster, admin));
        let cluster_task = match &app.cluster {
            None => None,
            Some(cluster) => Some(cluster.start(&app).await),
        };
        app.resume().await?;
        tokio::spawn(lobby::Task::start(Arc::clone(&app), messages).await?.run());
        let games = app.open_due().await?;
        tracing::info!(games, "took up the games that go on by themselves");
        let capacity = Capacity::new(app.config.limits.connections);
        let Capacity { open, reserve } = capacity;
        tracing::info!(open, reserve, "connections that the server can carry");
        Ok(Server {
            app,
            listener,
            metrics,
            capacity,
            journal: journal_thread,
            engines: threads,
            cluster: cluster_task,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Where it tells its metrics, if anywhere.
    pub fn metrics_address(&self) -> io::Result<Option<SocketAddr>> {
        self.metrics.as_ref().map(TcpListener::local_addr).transpose()
    }

    /// The administrator's token, a new one each time the server starts.
    pub fn admin_token(&self) -> &str {
        self.app.admin_token()
    }

    /// How many connections it can carry: what was configured, or less if the system allows fewer open files.
    pub fn capacity(&self) -> Capacity {
        self.capacity
    }

    /// Serves until `stop` is ready, then says goodbye to everybody and returns when all is stored.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Server { app, listener, metrics, capacity, journal, engines, cluster } = self;
        let (closing, closed) = watch::channel(false);
        let maintenance = tokio::spawn(maintain(Arc::clone(&app)));
        let metrics_task = metrics.map(|listener| {
            let (app, closed) = (Arc::clone(&app), closed.clone());
            tokio::spawn(async move {
                accept(&app, listener, metrics_router(&app), METRICS_CAPACITY, closed).await;
            })
        });
        let router = http::router(&app);
        tokio::select! {
            () = accept(&app, listener, router, capacity, closed) => {}
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
        let _ = app.journal.note_alive().await;
        if let Some(cluster) = &app.cluster {
            let _ = tokio::time::timeout(STOP, cluster.leave()).await;
        }
        if let Some(cluster) = cluster {
            cluster.abort();
            let _ = cluster.await;
        }
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

/// What has to be done now and then: note that the server is alive, open rooms in time, delete old games.
async fn maintain(app: Arc<App>) {
    let mut alive = tokio::time::interval(ALIVE);
    let mut due = tokio::time::interval(app.wait(DUE));
    let mut sweep = tokio::time::interval(app.wait(SWEEP));
    loop {
        let outcome = tokio::select! {
            _ = alive.tick() => {
                let noted = app.journal.note_alive().await;
                // Until it works again, it is tried more often: as soon as it does, clocks go on.
                if noted.is_err() {
                    alive.reset_after(ALIVE / 8);
                }
                noted
            }
            _ = due.tick() => app.open_due().await.map(drop),
            _ = sweep.tick() => {
                let now_ms = app.now().0;
                let sweep = Sweep {
                    now_ms,
                    before_ms: now_ms.saturating_sub(app.config.keep.as_millis() as u64),
                    unplayed_before_ms: now_ms.saturating_sub(KEEP_UNPLAYED.as_millis() as u64),
                };
                let swept = app.journal.ask(move |store| store.sweep(sweep)).await;
                swept.map(|games| tracing::info!(games, "deleted old games"))
            }
        };
        if let Err(error) = outcome {
            tracing::error!(%error, "the store failed");
        }
    }
}

fn metrics_router(app: &Arc<App>) -> Router {
    let guard = middleware::from_fn_with_state(Arc::clone(app), http::guard::guard_metrics);
    let app = Arc::clone(app);
    let tell = move || async move { app.metrics.text(app.engines.waiting()) };
    Router::new().route("/metrics", axum::routing::get(tell)).layer(guard)
}
