//! What all requests share: the configuration, the store, the engine pool, limits, and the open rooms.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::HeaderMap;
use outflank_play::Time;
use tokio::sync::{mpsc, oneshot};

use crate::api_error::ApiError;
use crate::clock::ServerClock;
use crate::config::{Config, MOST_CREDIT};
use crate::engine_pool::EnginePool;
use crate::journal::Journal;
use crate::limits::RateLimiter;
use crate::metrics::Metrics;
use crate::room::{INBOX, Message, Room};
use crate::served_game::{Creation, ServedGame};
use crate::store::StoreError;
use crate::visitor::Visitor;
use crate::wire::{Code, Created, NewGame};

/// The state of a server. A game is in at most one room; a game that nobody needs is in none.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) journal: Journal,
    pub(crate) engines: EnginePool,
    pub(crate) metrics: Metrics,
    pub(crate) limiter: RateLimiter,
    clock: ServerClock,
    rooms: Mutex<HashMap<String, mpsc::Sender<Message>>>,
    stopping: AtomicBool,
}

impl App {
    pub(crate) fn new(config: Config, journal: Journal, engines: EnginePool) -> App {
        App {
            limiter: RateLimiter::new(config.limits),
            config,
            journal,
            engines,
            metrics: Metrics::default(),
            clock: ServerClock::start(),
            rooms: Mutex::default(),
            stopping: AtomicBool::new(false),
        }
    }

    pub(crate) fn now(&self) -> Time {
        self.clock.now()
    }

    /// Who sends a request on a connection from an address.
    pub(crate) fn visitor(&self, peer: IpAddr, headers: &HeaderMap) -> Visitor {
        Visitor::of(peer, headers, &self.config.proxies, self.config.limits.spare_local)
    }

    /// Opens the rooms of all games that go on by themselves, and gives their clocks back the time in which the
    /// server was down.
    pub(crate) async fn reopen(self: &Arc<App>) -> Result<usize, StoreError> {
        let alive = self.journal.ask(|store| store.last_alive()).await?;
        let down = alive.map(|alive| self.now().since(Time(alive)).min(MOST_CREDIT));
        let games = self.journal.ask(|store| store.attention()).await?;
        let mut count = 0;
        for game in games {
            // One game that cannot be read must not keep all others from going on.
            match self.open(&game, down).await {
                Ok(_) => count += 1,
                Err(error) => tracing::error!(game, %error, "a game does not go on"),
            }
        }
        Ok(count)
    }

    /// The room of a game, if there is such a game.
    pub(crate) async fn room(
        self: &Arc<App>,
        game: &str,
    ) -> Result<Option<mpsc::Sender<Message>>, StoreError> {
        let open = self.rooms().get(game).cloned();
        match open {
            Some(room) => Ok(Some(room)),
            None => self.open(game, None).await,
        }
    }

    async fn open(
        self: &Arc<App>,
        game: &str,
        down: Option<Duration>,
    ) -> Result<Option<mpsc::Sender<Message>>, StoreError> {
        let Some(stored) = self.journal.load(game.to_owned()).await? else {
            return Ok(None);
        };
        match ServedGame::load(game.to_owned(), stored) {
            Ok(game) => self.enter(game, down).map(Some),
            Err(error) => {
                tracing::error!(game, %error, "the log of a game cannot be read");
                Err(StoreError::Failed("the log of this game cannot be read".to_owned()))
            }
        }
    }

    /// Puts a game into a room, unless it is in one already.
    fn enter(
        self: &Arc<App>,
        game: ServedGame,
        down: Option<Duration>,
    ) -> Result<mpsc::Sender<Message>, StoreError> {
        let mut rooms = self.rooms();
        if let Some(room) = rooms.get(game.id()) {
            return Ok(room.clone());
        }
        if self.is_stopping() || rooms.len() >= self.config.limits.rooms {
            return Err(StoreError::Failed("the server is full or stopping".to_owned()));
        }
        let (sender, inbox) = mpsc::channel(INBOX);
        rooms.insert(game.id().to_owned(), sender.clone());
        tokio::spawn(Room::new(Arc::clone(self), game, inbox).run(down));
        Ok(sender)
    }

    /// Makes a game.
    pub(crate) async fn create(self: &Arc<App>, request: &NewGame) -> Result<Created, ApiError> {
        let Creation { mut game, change, created } = ServedGame::create(request, self.now())?;
        let stored = self.journal.write(game.write(&change)).await;
        stored.map_err(|error| self.unavailable(&error))?;
        game.adopt(change);
        self.enter(game, None).map_err(|error| self.unavailable(&error))?;
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
            let room = room.ok_or_else(|| ApiError::new(Code::NotFound, "There is no such game."))?;
            let (reply, answer) = oneshot::channel();
            if room.send(question(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return Ok((answer, room));
            }
        }
        Err(ApiError::new(Code::Unavailable, "The game cannot be reached now; try again."))
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

    /// What is told to clients when the store fails; the details are for the log.
    fn unavailable(&self, error: &StoreError) -> ApiError {
        self.metrics.store_failures.add();
        tracing::error!(%error, "the store failed");
        ApiError::new(Code::Unavailable, "The server cannot do this now; try again.")
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
        let rooms: Vec<mpsc::Sender<Message>> = self.rooms().values().cloned().collect();
        let all = async {
            for room in rooms {
                let _ = room.send(Message::Stop).await;
                room.closed().await;
            }
        };
        let _ = tokio::time::timeout(most, all).await;
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, mpsc::Sender<Message>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
