//! The task that owns a game. Everything that happens to the game goes through its inbox, one thing at a time:
//! decide, store, and only then tell everybody.

mod clients;
mod engine_turn;
mod people;
mod sharing;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use outflank_play::Time;
use tokio::sync::{mpsc, oneshot};

use crate::api_error::ApiError;
use crate::app::{App, WAKE_AHEAD};
use crate::config::{LEAST_LAG, MOST_LAG};
use crate::limits::Bucket;
use crate::outbox::Outbox;
use crate::secret::Hash;
use crate::served_game::{Change, Credit, Joining, Renewal, ServedGame};
use crate::store::StoreError;
use crate::visitor::Visitor;
use crate::wire::{self, Hello, JoinRequest, Joined, Presence, Reason, RenewRequest, ServerMessage};
use clients::{Client, PRESENCE_EVERY};
pub(crate) use clients::{Entered, update};
use engine_turn::EngineTurn;
use people::Absence;
use sharing::Lease;

/// What a room is asked to do.
pub(crate) enum Message {
    /// A socket said hello.
    Enter { hello: Hello, visitor: Visitor, out: Outbox, reply: oneshot::Sender<Result<Entered, ApiError>> },
    /// A socket is gone; its client has said so, or the connection was lost.
    Leave { client: u64, closed: bool },
    /// How long it takes a socket to answer.
    Lag { client: u64, lag: Duration },
    /// A client wants to do something.
    Command { client: u64, command: wire::Command },
    /// Somebody came with an invite.
    Join { request: JoinRequest, key: Option<Hash>, reply: oneshot::Sender<Result<Joined, ApiError>> },
    /// A holder wants another token.
    Renew { request: RenewRequest, reply: oneshot::Sender<Result<Joined, ApiError>> },
    /// Another server may have written this entry.
    News(u64),
    /// A player gives the game up for good.
    GiveUp { key: Hash, reply: oneshot::Sender<()> },
    /// The administrator calls the game off.
    CallOff { reply: oneshot::Sender<Result<(), ApiError>> },
    /// What is stored has changed: the room closes, and the next one reads it again.
    Reload,
    /// Somebody looks at the game.
    Inspect(Inspection),
    /// The server stops.
    Stop,
}

/// Looks at the game from outside, without changing it.
pub(crate) type Inspection = Box<dyn FnOnce(&ServedGame, Time) + Send>;

/// How many messages a room takes before its callers wait.
pub(crate) const INBOX: usize = 64;

/// How long a room waits before it tries again, while nothing can be stored.
const STORE_RETRY: Duration = Duration::from_millis(250);
/// The time over which the commands of a seat are counted.
const COMMANDS_WINDOW: Duration = Duration::from_secs(20);

/// How often a command is decided again that meets another server's writes.
const TRIES: usize = 5;

/// The close code for a token that opens no seat.
pub(crate) const FORBIDDEN: u16 = 4403;
/// The close code that tells a client to come back.
pub(crate) const RESTARTING: u16 = 1012;

pub(crate) struct Room {
    app: Arc<App>,
    game: ServedGame,
    inbox: mpsc::Receiver<Message>,
    clients: HashMap<u64, Client>,
    next_client: u64,
    presence: Option<Presence>,
    presence_told: Instant,
    /// Whether it has changed since.
    presence_due: bool,
    /// Commands of each seat, by the bits of its players.
    allowances: HashMap<u8, Bucket>,
    engine_turn: Option<EngineTurn>,
    quiet_since: Instant,
    /// Who sent the last command: whoever goes away still pays for the answer.
    last_visitor: Option<Visitor>,
    /// Since when the players of Black and White are not here.
    absent: [Option<Absence>; 2],
    /// Whether it has been told that the game can be claimed.
    claim_told: bool,
    /// How far the game is, for those who want to know whether the room knows something.
    seq: Arc<AtomicU64>,
    lease: Lease,
}

/// Why a room closes.
enum CloseReason {
    /// Nobody is here, and nothing goes on.
    Idle,
    /// What is stored has changed.
    Reload,
    /// The server stops.
    Stop,
    /// What is stored cannot be read, or there is nobody to wait for that.
    Store(StoreError),
}

impl From<StoreError> for CloseReason {
    fn from(error: StoreError) -> CloseReason {
        CloseReason::Store(error)
    }
}

impl Room {
    pub(crate) fn new(
        app: Arc<App>,
        game: ServedGame,
        inbox: mpsc::Receiver<Message>,
        seq: Arc<AtomicU64>,
    ) -> Room {
        let now = Instant::now();
        let mut room = Room {
            app,
            game,
            inbox,
            clients: HashMap::new(),
            next_client: 0,
            presence: None,
            presence_told: now,
            presence_due: false,
            allowances: HashMap::new(),
            engine_turn: None,
            quiet_since: now,
            last_visitor: None,
            absent: [None; 2],
            claim_told: false,
            seq,
            lease: Lease::default(),
        };
        room.note_absence(None);
        room
    }

    /// Lives until nobody needs the room.
    pub(crate) async fn run(mut self) {
        self.app.metrics.rooms.change(1);
        self.tell_lobby().await;
        let close = self.live().await;
        self.release().await;
        self.app.forget(self.game.id());
        self.app.lobby.show(self.game.id(), None);
        match &close {
            CloseReason::Idle => {}
            CloseReason::Reload => self.bye("Something has changed; please wait a moment."),
            CloseReason::Stop => self.bye("The server stops; it will be back soon."),
            CloseReason::Store(error) => {
                self.app.metrics.store_failures.add();
                tracing::error!(game = self.game.id(), %error, "a game could not be stored");
                self.bye("Something went wrong; please wait a moment.");
            }
        }
        self.app.metrics.rooms.change(-1);
    }

    async fn live(&mut self) -> CloseReason {
        loop {
            self.see_to_lease().await;
            self.update_engine_turn();
            let wake = tokio::time::sleep(self.until_wake());
            let outcome = tokio::select! {
                message = self.inbox.recv() => match message {
                    Some(Message::Stop) | None => Err(CloseReason::Stop),
                    Some(message) => self.handle(message).await,
                },
                answer = engine_turn::answer(&mut self.engine_turn) => {
                    self.engine_turn = None;
                    match answer {
                        Some((ticket, mv)) => self.engine_move(ticket, mv).await,
                        None => Ok(()),
                    }
                },
                () = wake => self.wake().await,
            };
            let outcome = match outcome {
                Err(CloseReason::Store(StoreError::Failed(why))) => self.recover(why).await,
                outcome => outcome,
            };
            if let Err(close) = outcome {
                return close;
            }
        }
    }

    async fn handle(&mut self, message: Message) -> Result<(), CloseReason> {
        if let Message::News(seq) = message {
            return self.hear_news(seq).await;
        }
        self.quiet_since = Instant::now();
        self.tick().await?;
        match message {
            Message::News(_) => {}
            Message::Enter { hello, visitor, out, reply } => {
                self.be_current().await?;
                self.unpause().await?;
                let answer = self.enter(&hello, visitor, out);
                if let Err(Ok(entered)) = reply.send(answer) {
                    self.clients.remove(&entered.client);
                }
            }
            Message::Leave { client, closed } => {
                let gone = self.clients.remove(&client).and_then(|client| client.players);
                self.note_absence(gone.filter(|_| closed));
                self.update_presence();
                self.let_others_see_to_game().await;
            }
            Message::Lag { client, lag } => {
                if let Some(client) = self.clients.get_mut(&client) {
                    client.lag = if lag < LEAST_LAG { Duration::ZERO } else { lag.min(MOST_LAG) };
                }
            }
            Message::Command { client, command } => self.command(client, &command).await?,
            Message::Join { request, key, reply } => {
                let answer = self.join(&request, key).await?;
                let _ = reply.send(answer);
            }
            Message::Renew { request, reply } => {
                let answer = self.renew(&request).await?;
                let _ = reply.send(answer);
            }
            Message::GiveUp { key, reply } => {
                self.give_up(&key).await?;
                let _ = reply.send(());
            }
            Message::CallOff { reply } => {
                let answer = self.call_off().await?;
                let _ = reply.send(answer);
            }
            Message::Reload => return Err(CloseReason::Reload),
            Message::Inspect(look) => look(&self.game, self.app.now()),
            Message::Stop => return Err(CloseReason::Stop),
        }
        Ok(())
    }

    /// Carries a command out. Only when it is stored is it done.
    async fn command(&mut self, client: u64, command: &wire::Command) -> Result<(), CloseReason> {
        let known = self.clients.get(&client).map(|client| (client.players, client.lag, client.visitor));
        let Some((players, lag, visitor)) = known else {
            return Ok(());
        };
        let id = command.id.clone();
        if let Some(seq) = players.and_then(|players| self.game.entry_of(players, &id)) {
            self.send(client, &ServerMessage::Done { id, seq });
            return Ok(());
        }
        let seat_limit = self.app.config.limits.player_messages;
        let within_limit = players.is_none_or(|players| {
            let now = Instant::now();
            let new = || Bucket::new(seat_limit, COMMANDS_WINDOW, now);
            self.allowances.entry(players.0).or_insert_with(new).take(now)
        });
        if !within_limit {
            let refusal = Reason::TooManyCommands.into();
            self.send(client, &ServerMessage::Refused { id, refusal });
            return Ok(());
        }
        if let Some(reason) = self.objection(players, command.action).await {
            self.send(client, &ServerMessage::Refused { id, refusal: reason.into() });
            return Ok(());
        }
        let mut current = self.app.cluster.is_none();
        for _ in 0..TRIES {
            // Somebody else may have brought it to another server.
            if let Some(seq) = players.and_then(|players| self.game.entry_of(players, &id)) {
                self.send(client, &ServerMessage::Done { id, seq });
                return Ok(());
            }
            let credit = Credit { lag, missed: self.missed() + self.time_off().await };
            let change = match self.game.decide(players, command, credit, self.app.now()) {
                Ok(change) => change,
                Err(_) if !current => {
                    // Whoever is refused something is refused it for what is true now.
                    self.catch_up().await?;
                    current = true;
                    continue;
                }
                Err(ApiError(refusal)) => {
                    self.app.metrics.refusals.add();
                    self.send(client, &ServerMessage::Refused { id, refusal });
                    return Ok(());
                }
            };
            self.last_visitor = Some(visitor);
            let began = Instant::now();
            let have = self.game.seq();
            match self.store(change).await {
                Ok(()) => {
                    self.app.metrics.commits.note(began.elapsed());
                    self.app.metrics.commands.add();
                    self.send(client, &ServerMessage::Done { id, seq: self.game.seq() });
                    self.broadcast(have);
                    return Ok(());
                }
                Err(StoreError::Conflict { .. }) => self.catch_up().await?,
                Err(error) => {
                    let refusal = Reason::NotStored.into();
                    self.send(client, &ServerMessage::Refused { id, refusal });
                    return Err(error.into());
                }
            }
        }
        self.send(client, &ServerMessage::Refused { id, refusal: Reason::NotStored.into() });
        Ok(())
    }

    /// What comes of an invite.
    async fn join(
        &mut self,
        request: &JoinRequest,
        key: Option<Hash>,
    ) -> Result<Result<Joined, ApiError>, CloseReason> {
        self.be_current().await?;
        for _ in 0..TRIES {
            match self.game.join(request, self.app.now()) {
                Err(error) => return Ok(Err(error)),
                Ok(Joining { change: None, joined, .. }) => return Ok(Ok(joined)),
                Ok(Joining { change: Some(mut change), joined, players }) => {
                    if let Some(key) = key.filter(|key| !self.game.keys().contains(key)) {
                        change.add_key(key, players);
                    }
                    if self.make(change).await? {
                        return Ok(Ok(joined));
                    }
                }
            }
        }
        Ok(Err(Reason::NotStored.into()))
    }

    /// Gives a holder another token.
    async fn renew(&mut self, request: &RenewRequest) -> Result<Result<Joined, ApiError>, CloseReason> {
        self.be_current().await?;
        for _ in 0..TRIES {
            let joined = match self.game.renew(request, self.app.now()) {
                Err(error) => return Ok(Err(error)),
                Ok(Renewal { change: None, joined }) => joined,
                Ok(Renewal { change: Some(change), joined }) => {
                    if !self.make(change).await? {
                        continue;
                    }
                    joined
                }
            };
            self.dismiss();
            return Ok(Ok(joined));
        }
        Ok(Err(Reason::NotStored.into()))
    }

    /// Whoever came with a token that has been replaced has to show the new one.
    fn dismiss(&mut self) {
        let game = &self.game;
        let is_holder = |client: &Client| client.token.is_none_or(|token| game.holder_of(&token).is_some());
        for client in self.clients.values().filter(|client| !is_holder(client)) {
            client.out.close(FORBIDDEN, "this link has been replaced by another");
        }
        self.clients.retain(|_, client| is_holder(client));
        self.update_presence();
    }

    async fn engine_move(
        &mut self,
        ticket: outflank_play::Ticket,
        mv: outflank_rules::Move,
    ) -> Result<(), CloseReason> {
        self.tick().await?;
        if let Some(change) = self.game.engine_move(ticket, mv, self.missed(), self.app.now())
            && self.make(change).await?
        {
            self.app.metrics.engine_moves.add();
        }
        Ok(())
    }

    /// When the flag falls: a move that was made in time may still be on its way.
    fn deadline(&self) -> Option<Time> {
        if self.is_paused() {
            return None;
        }
        let live = self.game.live();
        let turn = live.turn()?;
        let foreign = if self.sees_to_game() { Duration::ZERO } else { sharing::FOREIGN_FLAG };
        let lags = self.clients.values().filter_map(|client| {
            client.players.filter(|players| self.game.sides(*players).contains(&turn)).and(Some(client.lag))
        });
        Some(live.deadline()?.after(lags.max().unwrap_or_default() + foreign))
    }

    /// Computers among themselves stop when nobody watches, and so do their clocks.
    fn is_paused(&self) -> bool {
        self.clients.is_empty() && !self.game.has_people()
    }

    /// The time that is to be given back to the clock that runs.
    fn missed(&self) -> Duration {
        self.app.journal.health().missed(self.game.live().latest(), self.app.now())
    }

    /// Gives back time in which nobody could play, and lets the flag fall if its time has come; neither while nothing
    /// can be stored.
    async fn tick(&mut self) -> Result<(), CloseReason> {
        if self.deadline().is_none() || self.app.journal.health().is_down() {
            return Ok(());
        }
        self.give_time_back().await?;
        let now = self.app.now();
        if self.deadline().is_some_and(|deadline| deadline <= now)
            && let Some(change) = self.game.tick(now)
        {
            self.make(change).await?;
        }
        Ok(())
    }

    /// Somebody watches computers that have stood still: their clock goes on where it was.
    async fn unpause(&mut self) -> Result<(), CloseReason> {
        let now = self.app.now();
        let stood = now.since(self.game.live().latest());
        if self.is_paused()
            && self.take_lease().await
            && let Some(change) = self.game.credit(stood, now)
        {
            self.make(change).await?;
        }
        Ok(())
    }

    /// Stores a change and tells everybody. `false` if another server has been quicker; then the room knows what that
    /// wrote, and whatever is to be done has to be decided anew.
    async fn make(&mut self, change: Change) -> Result<bool, CloseReason> {
        let have = self.game.seq();
        let silent = change.is_silent();
        match self.store(change).await {
            Ok(()) => {}
            Err(StoreError::Conflict { .. }) => {
                self.catch_up().await?;
                return Ok(false);
            }
            Err(error) => return Err(error.into()),
        }
        if !silent {
            self.broadcast(have);
        }
        Ok(true)
    }

    async fn store(&mut self, change: Change) -> Result<(), StoreError> {
        let change = self.store_change(change).await?;
        let was_over = self.game.live().is_over();
        self.game.adopt(change);
        self.tell_lobby().await;
        self.seq.store(self.game.seq(), Ordering::Relaxed);
        if self.game.live().is_over() && !was_over {
            self.app.add_result(&self.game);
        }
        Ok(())
    }

    /// When the room has to look at the time: a flag falls, or it may close.
    fn until_wake(&self) -> Duration {
        let idle = || self.app.config.idle.saturating_sub(self.quiet_since.elapsed());
        let goes_on = self.deadline().is_some() || self.game.live().task().is_some();
        let wake = match self.deadline() {
            _ if goes_on && self.app.journal.health().is_down() => STORE_RETRY,
            // A room that sleeps for longer than it may be idle looks whether it is still needed.
            Some(deadline) => {
                let left = self.app.wait(deadline.since(self.app.now()));
                if self.is_needed() { left } else { left.min(idle()).max(Duration::from_millis(50)) }
            }
            None => idle().max(Duration::from_millis(50)),
        };
        let wake = self.until_claim().map_or(wake, |claim| wake.min(claim + Duration::from_millis(1)));
        let wake = self.until_lease().map_or(wake, |lease| wake.min(lease));
        if self.presence_due {
            wake.min(PRESENCE_EVERY.saturating_sub(self.presence_told.elapsed()))
        } else {
            wake
        }
    }

    /// Whether somebody is here, or something is about to happen by itself.
    fn is_needed(&self) -> bool {
        !self.clients.is_empty() || (self.sees_to_game() && self.is_soon_due())
    }

    /// Whether something is about to happen by itself.
    fn is_soon_due(&self) -> bool {
        let soon = self.app.now().after(2 * WAKE_AHEAD);
        self.game.wake_at().is_some_and(|wake| wake <= soon)
    }

    async fn wake(&mut self) -> Result<(), CloseReason> {
        self.tick().await?;
        if self.presence_due {
            self.update_presence();
        }
        let claimable = self.clients.values().filter_map(|client| client.players);
        let claimable = claimable.into_iter().any(|players| self.may_claim(players));
        if claimable && !self.claim_told {
            self.broadcast(self.game.seq());
        }
        self.claim_told = claimable;
        if self.is_needed() {
            self.quiet_since = Instant::now();
        } else if self.quiet_since.elapsed() >= self.app.config.idle
            && self.app.forget_if(self.game.id(), || self.inbox.is_empty())
        {
            return Err(CloseReason::Idle);
        }
        Ok(())
    }
}
