//! What all requests share: the configuration, the store, the engine pool, limits, and the open rooms.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::HeaderMap;
use outflank_play::Time;
use outflank_records::results;
use outflank_rules::Position;
use tokio::sync::{Semaphore, mpsc, oneshot};

use crate::api_error::ApiError;
use crate::clock::ServerClock;
use crate::cluster::Cluster;
use crate::config::Config;
use crate::engine_pool::EnginePool;
use crate::journal::Journal;
use crate::limits::RateLimiter;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::reviews::Reviews;
use crate::room::{INBOX, Message, Room};
use crate::secret::Hash;
use crate::served_game::{Creation, ServedGame, board_key};
use crate::store::{BoardKey, GameChange, OUTAGE_KEPT, Outage, PeopleChange, StoreError, StoredGame};
use crate::visitor::Visitor;
use crate::wire::{Created, NewGame, Reason};

/// The state of a server. A game is in at most one room; a game that nobody needs is in none.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) journal: Journal,
    pub(crate) engines: EnginePool,
    pub(crate) metrics: Metrics,
    pub(crate) limiter: RateLimiter,
    pub(crate) lobby: Lobby,
    /// The memory that sessions of practice share.
    pub(crate) practice: Arc<Semaphore>,
    pub(crate) reviews: Reviews,
    /// The other servers on the same store, if it can be shared.
    pub(crate) cluster: Option<Arc<Cluster>>,
    /// The token of the administrator.
    admin_token: String,
    clock: ServerClock,
    rooms: Mutex<HashMap<String, OpenRoom>>,
    stopping: AtomicBool,
    /// The last answer to a health check, and when it was given.
    checked: tokio::sync::Mutex<Option<(Instant, Health)>>,
}

/// How a room is reached, and how far its game is.
#[derive(Clone)]
struct OpenRoom {
    inbox: mpsc::Sender<Message>,
    seq: Arc<AtomicU64>,
}

/// Whether the server can do its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Health {
    /// It can.
    Good,
    /// Moves are stored, but there is little space left, and no new games are made.
    LowSpace,
    /// Nothing can be stored.
    Down,
}

/// How long before they are needed rooms are opened; they are closed if they are not needed for longer.
pub(crate) const WAKE_AHEAD: Duration = Duration::from_mins(1);
/// The shortest time between two health checks.
const HEALTH_EVERY: Duration = Duration::from_millis(500);
/// A server that was away for longer than this, or whose clock has jumped, starts counting old games again.
const JUMP: Duration = Duration::from_hours(24);

impl App {
    pub(crate) fn new(
        config: Config,
        clock: ServerClock,
        journal: Journal,
        engines: EnginePool,
        lobby: Lobby,
        cluster: Option<Arc<Cluster>>,
        admin_token: String,
    ) -> App {
        App {
            limiter: RateLimiter::new(config.limits),
            config,
            journal,
            engines,
            metrics: Metrics::default(),
            lobby,
            practice: crate::practice::memory(),
            reviews: Reviews::default(),
            cluster,
            admin_token,
            clock,
            checked: tokio::sync::Mutex::default(),
            rooms: Mutex::default(),
            stopping: AtomicBool::new(false),
        }
    }

    pub(crate) fn now(&self) -> Time {
        self.clock.now()
    }

    /// How long to wait until this much time has passed on the server's clock.
    pub(crate) fn wait(&self, time: Duration) -> Duration {
        self.clock.wait(time)
    }

    /// The token of the administrator.
    pub(crate) fn admin_token(&self) -> &str {
        &self.admin_token
    }

    /// Who sends a request on a connection from an address.
    pub(crate) fn visitor(&self, peer: IpAddr, headers: &HeaderMap) -> Visitor {
        Visitor::of(peer, headers, &self.config.proxies, self.config.limits.spare_local)
    }

    /// Takes up where the last server on this store has stopped: the time since then is given back to all clocks that
    /// run, whenever their games are next looked at.
    pub(crate) async fn resume(self: &Arc<App>) -> Result<(), StoreError> {
        let now = self.now();
        let since = now.0.saturating_sub(OUTAGE_KEPT.as_millis() as u64);
        let outages = self.journal.ask(move |store| {
            let alive = store.last_alive()?;
            if let Some(alive) = alive.filter(|alive| *alive < now.0) {
                store.note_outage(Outage { from_ms: alive, to_ms: now.0 })?;
            }
            // After a long time, or with a clock that has jumped, nothing is deleted on the strength of what was seen
            // before.
            if alive.is_none_or(|alive| alive.abs_diff(now.0) > JUMP.as_millis() as u64) {
                store.forget_sightings()?;
            }
            store.outages(since)
        });
        self.journal.health().begin(outages.await?, now);
        self.journal.note_alive().await
    }

    /// Opens the rooms of games that are about to need one: a flag falls soon, or the computer has to move.
    pub(crate) async fn open_due(self: &Arc<App>) -> Result<usize, StoreError> {
        let soon = self.now().after(WAKE_AHEAD).0;
        let games = self.journal.ask(move |store| store.due(soon)).await?;
        let mut count = 0;
        for game in games {
            if self.rooms().contains_key(&game) {
                continue;
            }
            // One game that cannot be read must not keep all others from going on.
            match self.open(&game).await {
                Ok(_) => count += 1,
                Err(error) => tracing::error!(game, %error, "a game does not go on"),
            }
        }
        Ok(count)
    }

    /// Whether the server can do its work, which is proved by a write. Many who ask at once get one answer.
    pub(crate) async fn health(&self) -> Health {
        let mut checked = self.checked.lock().await;
        if let Some((at, health)) = *checked
            && at.elapsed() < HEALTH_EVERY
        {
            return health;
        }
        let health = match self.journal.note_alive().await {
            Err(error) => {
                tracing::error!(%error, "the store failed");
                Health::Down
            }
            Ok(()) if self.is_low() => Health::LowSpace,
            Ok(()) => Health::Good,
        };
        *checked = Some((Instant::now(), health));
        health
    }

    /// Refuses positions of games between people that are still played.
    pub(crate) async fn refuse_live(&self, positions: &[Position]) -> Result<(), ApiError> {
        let boards: Vec<BoardKey> = positions.iter().map(|position| board_key(position.board())).collect();
        let live = self.journal.ask(move |store| store.is_live(&boards)).await;
        if live.map_err(|error| self.unavailable(&error))? {
            return Err(Reason::LiveGame.into());
        }
        Ok(())
    }

    /// The room of a game, if there is such a game.
    pub(crate) async fn room(
        self: &Arc<App>,
        game: &str,
    ) -> Result<Option<mpsc::Sender<Message>>, StoreError> {
        let open = self.rooms().get(game).map(|room| room.inbox.clone());
        match open {
            Some(room) => Ok(Some(room)),
            None => self.open(game).await,
        }
    }

    async fn open(self: &Arc<App>, game: &str) -> Result<Option<mpsc::Sender<Message>>, StoreError> {
        let Some(stored) = self.journal.load(game.to_owned()).await? else {
            return Ok(None);
        };
        match ServedGame::load(game.to_owned(), stored) {
            Ok(game) => self.enter(game).map(Some),
            Err(error) => Err(StoreError::Damaged { game: game.to_owned(), reason: error.to_string() }),
        }
    }

    /// Puts a game into a room, unless it is in one already.
    pub(crate) fn enter(self: &Arc<App>, game: ServedGame) -> Result<mpsc::Sender<Message>, StoreError> {
        let mut rooms = self.rooms();
        if let Some(room) = rooms.get(game.id()) {
            return Ok(room.inbox.clone());
        }
        if self.is_stopping() || rooms.len() >= self.config.limits.rooms {
            return Err(StoreError::Failed("the server is full or stopping".to_owned()));
        }
        let (sender, inbox) = mpsc::channel(INBOX);
        let seq = Arc::new(AtomicU64::new(game.seq()));
        rooms.insert(game.id().to_owned(), OpenRoom { inbox: sender.clone(), seq: Arc::clone(&seq) });
        tokio::spawn(Room::new(Arc::clone(self), game, inbox, seq).run());
        Ok(sender)
    }

    /// Whether there is too little space for new games.
    pub(crate) fn is_low(&self) -> bool {
        self.journal.health().is_low(self.config.limits.free_bytes)
    }

    /// Makes a game.
    pub(crate) async fn create(
        self: &Arc<App>,
        request: &NewGame,
        key: Option<Hash>,
    ) -> Result<Created, ApiError> {
        if self.is_low() {
            return Err(Reason::DiskFull.into());
        }
        let Creation { mut game, mut change, created, players } = ServedGame::create(request, self.now())?;
        if request.start.is_some() && game.live().settings().seats.iter().any(|seat| !seat.is_human()) {
            // A game against the computer is analysis by other means.
            self.refuse_live(&[*game.live().position()]).await?;
        }
        let write = game.write(&change);
        let stored = match key.filter(|_| players.0 != 0) {
            None => self.journal.write(write.clone()).await,
            Some(key) => {
                change.add_key(key, players);
                let write = GameChange { playing: Some(vec![key]), ..GameChange::new(game.write(&change)) };
                self.change_people(vec![PeopleChange::Game(Box::new(write))]).await
            }
        };
        let stored = match stored {
            // It may be there because it was written twice: after a lost connection nobody knows whether the first time
            // succeeded.
            Err(error @ (StoreError::Conflict { .. } | StoreError::Changed(_))) => {
                let stored = self.journal.load(write.game).await.map_err(|error| self.unavailable(&error))?;
                let is_this = |stored: StoredGame| stored.entries.first() == Some(&write.entry);
                if stored.is_some_and(is_this) { Ok(()) } else { Err(error) }
            }
            stored => stored,
        };
        stored.map_err(|error| self.unavailable(&error))?;
        game.adopt(change);
        self.enter(game).map_err(|error| self.unavailable(&error))?;
        self.metrics.games.add();
        Ok(created)
    }

    /// Asks a room something and waits for the answer; the room that gave it comes along.
    pub(crate) async fn ask<T>(
        self: &Arc<App>,
        game: &str,
        mut question: impl FnMut(oneshot::Sender<T>) -> Message,
    ) -> Result<(T, mpsc::Sender<Message>), ApiError> {
        // A room may just be closing; then the next one answers.
        for _ in 0..3 {
            let room = self.room(game).await.map_err(|error| self.unavailable(&error))?;
            let room = room.ok_or_else(|| ApiError::from(Reason::NoSuchGame))?;
            let (reply, answer) = oneshot::channel();
            if room.send(question(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return Ok((answer, room));
            }
        }
        Err(Reason::Unreachable.into())
    }

    /// Lets somebody look at a game.
    pub(crate) async fn inspect<T: Send + 'static>(
        self: &Arc<App>,
        game: &str,
        look: impl Fn(&ServedGame, Time) -> T + Clone + Send + 'static,
    ) -> Result<T, ApiError> {
        let question = move |reply: oneshot::Sender<T>| {
            let look = look.clone();
            Message::Inspect(Box::new(move |game, now| drop(reply.send(look(game, now)))))
        };
        self.ask(game, question).await.map(|(answer, _)| answer)
    }

    /// What clients get when the store fails; the details are for the log.
    pub(crate) fn unavailable(&self, error: &StoreError) -> ApiError {
        self.metrics.store_failures.add();
        tracing::error!(%error, "the store failed");
        match error {
            StoreError::Damaged { .. } => Reason::GameDamaged.into(),
            _ => Reason::StoreFailed.into(),
        }
    }

    /// Adds a finished game to the file of results, where one is kept.
    pub(crate) fn add_result(&self, game: &ServedGame) {
        let Some(folder) = &self.config.results else {
            return;
        };
        let file = folder.join(results::FILE_NAME);
        let block = results::block(&game.record());
        tokio::task::spawn_blocking(move || {
            if let Err(error) = results::append(&file, &block) {
                tracing::error!(file = %file.display(), %error, "a result could not be written");
            }
        });
    }

    /// Another server may have written this entry of a game.
    pub(crate) fn news(&self, game: &str, seq: u64) {
        let rooms = self.rooms();
        if let Some(room) = rooms.get(game).filter(|room| room.seq.load(Ordering::Relaxed) < seq) {
            // A room that has too much to do hears of it again.
            let _ = room.inbox.try_send(Message::News(seq));
        }
    }

    /// The games that are in rooms.
    pub(crate) fn open_games(&self) -> Vec<String> {
        self.rooms().keys().cloned().collect()
    }

    /// Closes the rooms of games whose log has changed, as far as they are open.
    pub(crate) async fn close_rooms(&self, games: &[String]) {
        for game in games {
            let room = self.rooms().get(game).map(|room| room.inbox.clone());
            if let Some(room) = room {
                let _ = room.send(Message::Reload).await;
                room.closed().await;
            }
        }
    }

    /// A room is gone.
    pub(crate) fn forget(&self, game: &str) {
        self.rooms().remove(game);
    }

    /// A room wants to go, unless a message has come in the meantime. Whoever still has the room's address
    /// finds it closed and asks for the next one.
    pub(crate) fn forget_if(&self, game: &str, quiet: impl FnOnce() -> bool) -> bool {
        let mut rooms = self.rooms();
        let goes = quiet();
        if goes {
            rooms.remove(game);
        }
        goes
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Closes all rooms; returns when that is done or `most` has passed.
    pub(crate) async fn stop(&self, most: Duration) {
        self.stopping.store(true, Ordering::Relaxed);
        self.lobby.send(crate::lobby::Message::Stop).await;
        let rooms: Vec<_> = self.rooms().values().map(|room| room.inbox.clone()).collect();
        let all = async {
            for room in rooms {
                let _ = room.send(Message::Stop).await;
                room.closed().await;
            }
        };
        let _ = tokio::time::timeout(most, all).await;
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, OpenRoom>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
