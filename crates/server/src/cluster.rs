//! Servers that share a database, seen from one of them.
//!
//! The log is the truth, and the numbers of its entries keep writers apart, so a message sent here may be lost or late
//! without doing harm. A server notifies the others of games that have something new, on a separate connection and never in
//! the transaction that writes (`NOTIFY` there would make all writers wait for each other). In case a notification is lost,
//! each server also polls the database every second. Leases decide which server looks after a game's clock and the
//! computer's moves, so that work is not done twice; a lease counts as long as its server is alive.

mod notifications;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio_postgres::AsyncMessage;

use crate::app::App;
use crate::secret::Hash;
use crate::store::{Connection, PeopleChange, Shared, sentence};
use crate::work::{self, Answer, Request, Requests};
use notifications::{Notification, Notifications};

/// A handle to what this server shares with others.
pub(crate) struct Cluster {
    shared: Shared,
    connection: Mutex<Option<Arc<Connection>>>,
    notifications: Notifications,
    /// What this server has workers do.
    requests: Requests,
    connected: watch::Sender<bool>,
}

/// How often a server says that it is alive, and how long it counts as alive after that.
const BEAT: Duration = Duration::from_millis(500);
const ALIVE: &str = "2 seconds";
/// How often to check whether games that are open here have been played elsewhere.
const POLL: Duration = Duration::from_secs(1);
/// How often to clean up what dead servers have left behind.
const TIDY: Duration = Duration::from_mins(1);
/// How long to wait before trying to reach the database again.
const RETRY: Duration = Duration::from_millis(200);
/// How many games to ask about at a time.
const POLL_GAMES: usize = 1000;

/// The channel on which servers notify each other.
const CHANNEL: &str = "outflank";

impl Cluster {
    pub(crate) fn new(shared: Shared) -> Cluster {
        Cluster {
            requests: Requests::new(shared.instance.clone()),
            shared,
            connection: Mutex::default(),
            notifications: Notifications::default(),
            connected: watch::channel(false).0,
        }
    }

    /// Says that a game has a new entry.
    pub(crate) fn written(&self, game: &str, seq: u64) {
        self.notifications.add(game, seq);
    }

    /// Says that something about people has changed.
    pub(crate) fn changed(&self, change: &PeopleChange) {
        if let PeopleChange::Game(change) = change {
            self.written(&change.write.game, change.write.entry.seq);
        }
    }

    /// Says who has the lobby open here, and returns who has it open elsewhere.
    pub(crate) async fn share_lobby(&self, here: Vec<Hash>) -> Option<Vec<Hash>> {
        let connection = self.connection()?;
        let keys: Vec<&[u8]> = here.iter().map(|key| &key[..]).collect();
        let instance = &self.shared.instance;
        let sql = "UPDATE instance SET here = $2 WHERE id = $1 AND here <> $2";
        connection.client.execute(sql, &[instance, &keys]).await.ok()?;
        let sql = "SELECT DISTINCT unnest(here) FROM instance WHERE id <> $1 AND until > now()";
        let rows = connection.client.query(sql, &[instance]).await.ok()?;
        Some(rows.iter().filter_map(|row| row.get::<_, &[u8]>(0).try_into().ok()).collect())
    }

    /// Takes it over to see to a game, unless another server that is alive does.
    pub(crate) async fn lease(&self, game: &str) -> bool {
        let sql = "INSERT INTO lease (game, instance) VALUES ($1, $2)
                   ON CONFLICT (game) DO UPDATE SET instance = $2 WHERE lease.instance = $2 OR NOT EXISTS (
                     SELECT 1 FROM instance WHERE instance.id = lease.instance AND instance.until > now())";
        match self.connection() {
            // Work that is done twice is better than work that is not done.
            None => true,
            Some(connection) => {
                let leased = connection.client.execute(sql, &[&game, &self.shared.instance]).await;
                leased.is_ok_and(|rows| rows > 0)
            }
        }
    }

    /// Leaves it to others to see to a game.
    pub(crate) async fn release(&self, game: &str) {
        if let Some(connection) = self.connection() {
            let sql = "DELETE FROM lease WHERE game = $1 AND instance = $2";
            let _ = connection.client.execute(sql, &[&game, &self.shared.instance]).await;
        }
    }

    /// Whether there are workers who search for servers.
    pub(crate) fn has_workers(&self) -> bool {
        self.requests.has_workers()
    }

    /// Has workers do a search. Without an answer it has to be done here, unless it was stopped.
    pub(crate) async fn ask(&self, request: Request) -> Option<Answer> {
        let connection = self.connection()?;
        self.requests.ask(&connection, request).await
    }

    fn connection(&self) -> Option<Arc<Connection>> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set_connection(&self, connection: Option<Arc<Connection>>) {
        let there = connection.is_some();
        *self.connection.lock().unwrap_or_else(PoisonError::into_inner) = connection;
        self.connected.send_replace(there);
    }

    /// Starts the task that keeps the connection and listens. Returns once it is connected, or after a while.
    pub(crate) async fn start(self: &Arc<Cluster>, app: &Arc<App>) -> JoinHandle<()> {
        let mut connected = self.connected.subscribe();
        let (cluster, app) = (Arc::clone(self), Arc::downgrade(app));
        let task = tokio::spawn(async move {
            while let Some(app) = app.upgrade() {
                if let Err(error) = cluster.stay(&app).await {
                    tracing::warn!(error = sentence(&error), "not connected to other servers");
                }
                cluster.set_connection(None);
                cluster.requests.abandon();
                drop(app);
                tokio::time::sleep(RETRY).await;
            }
        });
        let _ = tokio::time::timeout(BEAT, connected.wait_for(|connected| *connected)).await;
        task
    }

    /// This server goes away: the others need not wait for it.
    pub(crate) async fn leave(&self) {
        if let Some(connection) = self.connection() {
            let client = &connection.client;
            let _ = client.execute("DELETE FROM lease WHERE instance = $1", &[&self.shared.instance]).await;
            let _ = client.execute("DELETE FROM instance WHERE id = $1", &[&self.shared.instance]).await;
        }
    }

    /// Connects and does what there is to do until the connection is lost.
    async fn stay(&self, app: &Arc<App>) -> Result<(), tokio_postgres::Error> {
        let (heard, mut hear) = mpsc::unbounded_channel();
        let connection = self.shared.link.connect(move |message| {
            if let AsyncMessage::Notification(notification) = message {
                let _ = heard.send((notification.channel() == CHANNEL, notification.payload().to_owned()));
            }
        });
        let connection = Arc::new(connection.await?);
        let client = &connection.client;
        // Nothing here has to survive anything.
        client
            .batch_execute("SET synchronous_commit = off; LISTEN outflank; LISTEN outflank_answers")
            .await?;
        self.beat(&connection).await?;
        self.set_connection(Some(Arc::clone(&connection)));
        let mut beat = tokio::time::interval(BEAT);
        // The first look is at once: what was said before is lost.
        let mut poll = tokio::time::interval(POLL);
        let mut tidy = tokio::time::interval(TIDY);
        let tell = async {
            loop {
                for payload in self.notifications.next(&self.shared.instance).await {
                    client.execute("SELECT pg_notify($1, $2)", &[&CHANNEL, &payload]).await?;
                }
            }
        };
        let listen = async {
            loop {
                tokio::select! {
                        payload = hear.recv() => match payload {
                            Some((true, payload)) => self.hear(app, &payload),
                            Some((false, asker)) => self.requests.hear(&asker),
                            // The connection ended, and so did whoever heard for it.
                            None => return Ok(()),
                        },
                    _ = beat.tick() => {
                        self.beat(&connection).await?;
                        self.requests.count_workers(&connection).await?;
                    }
                    _ = poll.tick() => self.poll(app, &connection).await?,
                    _ = tidy.tick() => {
                        client
                            .batch_execute(
                                "DELETE FROM lease WHERE NOT EXISTS (
                               SELECT 1 FROM instance WHERE instance.id = lease.instance AND until > now());
                             DELETE FROM instance WHERE until < now() - interval '1 hour'",
                            )
                            .await?;
                        work::tidy(client).await?;
                    }
                }
            }
        };
        tokio::select! {
            ended = self.requests.attend(&connection) => ended,
            ended = tell => ended,
            ended = listen => ended,
        }
    }

    /// Says that this server is alive.
    async fn beat(&self, connection: &Connection) -> Result<(), tokio_postgres::Error> {
        let sql = "INSERT INTO instance (id, until) VALUES ($1, now() + $2::text::interval)
                   ON CONFLICT (id) DO UPDATE SET until = excluded.until";
        connection.client.execute(sql, &[&self.shared.instance, &ALIVE]).await.map(drop)
    }

    /// Passes on what another server has said.
    fn hear(&self, app: &App, payload: &str) {
        for Notification { game, seq } in notifications::read(payload, &self.shared.instance) {
            app.news(game, seq);
        }
    }

    /// Looks for news of all games that are open here.
    async fn poll(&self, app: &App, connection: &Connection) -> Result<(), tokio_postgres::Error> {
        for games in app.open_games().chunks(POLL_GAMES) {
            let sql = "SELECT id, seq FROM game WHERE id = ANY ($1)";
            for row in connection.client.query(sql, &[&games]).await? {
                app.news(row.get(0), row.get::<_, i64>(1) as u64);
            }
        }
        Ok(())
    }
}
