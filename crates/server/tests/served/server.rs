//! Servers to test: in this process, or in one of their own that can be killed.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use outflank_play::setup::Pace;
use outflank_server::store::{PostgresStore, SqliteStore, Store};
use outflank_server::work::Worker;
use outflank_server::{Config, Limits, Network, Server, StartError};
use tokio::sync::oneshot;

use crate::client::get;

/// A configuration for tests: any port, a computer that answers at once, and nobody is kept from playing fast.
pub(crate) fn config() -> Config {
    let mut config = Config { table_mb: 1, ..Config::default() };
    config.bind.set_port(0);
    config.pace = Pace::INSTANT;
    config.limits = Limits { player_messages: 1_000_000, ..Limits::default() };
    config
}

/// The same for a server whose clients are visitors as a proxy names them.
pub(crate) fn behind_proxy() -> Config {
    Config { proxies: Network::LOOPBACK.to_vec(), ..config() }
}

/// A server in this process.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    pub(crate) metrics: Option<SocketAddr>,
    /// The token of the administrator.
    pub(crate) admin: String,
    stop: oneshot::Sender<()>,
    task: tokio::task::JoinHandle<()>,
}

impl TestServer {
    pub(crate) async fn start(config: Config, store: impl Store + 'static) -> TestServer {
        TestServer::try_start(config, store).await.unwrap()
    }

    /// Starts it, if it starts.
    pub(crate) async fn try_start(
        config: Config,
        store: impl Store + 'static,
    ) -> Result<TestServer, StartError> {
        let server = Server::start(config, store).await?;
        let (address, metrics) = (server.address().unwrap(), server.metrics_address().unwrap());
        let admin = server.admin_token().to_owned();
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(server.run(async { drop(stopped.await) }));
        Ok(TestServer { address, metrics, admin, stop, task })
    }

    /// One of the numbers that it tells on the address for metrics.
    pub(crate) async fn gauge(&self, name: &str) -> usize {
        let told = get(self.metrics.unwrap(), "/metrics").await.text();
        let line = told.lines().find_map(|line| line.strip_prefix(&format!("outflank_{name} ")));
        line.and_then(|number| number.parse().ok()).expect("the metrics tell it")
    }

    /// Stops it in good order.
    pub(crate) async fn stop(self) {
        drop(self.stop);
        self.task.await.unwrap();
    }
}

/// A folder that goes away with its owner.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("outflank-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn games(&self) -> PathBuf {
        self.0.join("games.sqlite")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A server in a process of its own.
pub(crate) struct ServerProcess {
    child: Child,
    pub(crate) address: SocketAddr,
}

const GAMES: &str = "OUTFLANK_TEST_GAMES";
const PORT: &str = "OUTFLANK_TEST_PORT";
const SPEED: &str = "OUTFLANK_TEST_SPEED";

impl ServerProcess {
    /// Starts this very test program again as a server; port 0 for any.
    pub(crate) fn start(games: &Path, port: u16) -> ServerProcess {
        ServerProcess::start_with(games, port, None)
    }

    /// Starts it on any port with a clock that runs so many times as fast.
    pub(crate) fn start_fast(games: &Path, speed: u32) -> ServerProcess {
        ServerProcess::run(
            Command::new(std::env::current_exe().unwrap()).env(SPEED, speed.to_string()),
            games,
            0,
        )
    }

    /// Starts it with so many file handles.
    pub(crate) fn start_with(games: &Path, port: u16, handles: Option<u32>) -> ServerProcess {
        let program = std::env::current_exe().unwrap();
        let mut command = match handles {
            None => Command::new(program),
            Some(handles) => {
                let mut shell = Command::new("sh");
                shell.args(["-c", &format!("ulimit -n {handles}; exec \"$0\" \"$@\"")]).arg(program);
                shell
            }
        };
        ServerProcess::run(&mut command, games, port)
    }

    fn run(command: &mut Command, games: &Path, port: u16) -> ServerProcess {
        let mut child = command
            .args(["--ignored", "--exact", "server::serve_for_another_test", "--nocapture"])
            .env(GAMES, games)
            .env(PORT, port.to_string())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let said = lines.find_map(|line| line.split_once("READY ").map(|(_, at)| at.to_owned()));
        // Whatever else it says has to be read, or it ends because nobody listens.
        std::thread::spawn(move || lines.for_each(drop));
        let address = said.expect("the server says where it is").parse().unwrap();
        ServerProcess { child, address }
    }

    /// `kill -9`.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Open files.
    pub(crate) fn handles(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/fd", self.child.id())).map_or(0, Iterator::count)
    }

    /// Memory in use, in kilobytes.
    pub(crate) fn memory_kb(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().trim_end_matches(" kB").parse().ok()
    }
}

/// A worker in a process of its own.
pub(crate) struct WorkerProcess(Child);

impl WorkerProcess {
    /// Starts this very test program again as a worker with one thread.
    pub(crate) fn start(database: &str) -> WorkerProcess {
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "server::work_for_another_test", "--nocapture"])
            .env(GAMES, database)
            .stdout(Stdio::null())
            .spawn();
        WorkerProcess(child.unwrap())
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Not a test: the worker that other tests start and kill.
#[test]
#[ignore = "a worker for other tests"]
fn work_for_another_test() {
    let Ok(database) = std::env::var(GAMES) else { return };
    let worker = Worker::open(&database, 1, 16).unwrap();
    tokio::runtime::Runtime::new().unwrap().block_on(worker.run(std::future::pending()));
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Not a test: the server that other tests start and kill.
#[test]
#[ignore = "a server for other tests"]
fn serve_for_another_test() {
    let (Ok(games), Ok(port)) = (std::env::var(GAMES), std::env::var(PORT)) else {
        return;
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let mut config = config();
        config.bind.set_port(port.parse().unwrap());
        config.idle = Duration::from_secs(1);
        config.speed = std::env::var(SPEED).map_or(1, |speed| speed.parse().unwrap());
        let server = if games.starts_with("postgres:") {
            Server::start(config, PostgresStore::open(&games).unwrap()).await.unwrap()
        } else {
            Server::start(config, SqliteStore::open(Path::new(&games)).unwrap()).await.unwrap()
        };
        println!("READY {}", server.address().unwrap());
        server.run(std::future::pending()).await;
    });
}
