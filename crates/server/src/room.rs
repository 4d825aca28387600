//! The task that owns a game. Everything that happens to the game goes through its inbox, one thing at a time:
//! decide, store, and only then tell everybody.

mod thinking;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use outflank_play::Time;
use outflank_rules::Color;
use tokio::sync::{mpsc, oneshot};

use crate::config::{LEAST_LAG, MOST_LAG};
use crate::hall::Hall;
use crate::store::StoreError;
use crate::table::{Change, Denial, Joining, Players, Table};
use crate::wire::{self, Code, Hello, JoinRequest, Joined, Presence, ServerMessage, Update};
use thinking::Thinking;

/// What a room is asked to do.
pub(crate) enum Message {
    /// A socket said hello.
    Enter { hello: Hello, out: mpsc::Sender<Out>, reply: oneshot::Sender<Result<Entered, Denial>> },
    /// A socket is gone.
    Leave(u64),
    /// How long it takes a socket to answer.
    Lag { visitor: u64, lag: Duration },
    /// A client wants to do something.
    Command { visitor: u64, command: wire::Command },
    /// Somebody came with an invite.
    Join { request: JoinRequest, reply: oneshot::Sender<Result<Joined, Denial>> },
    /// Somebody looks at the game.
    Look(Look),
    /// The server stops.
    Stop,
}

/// Somebody's eyes.
pub(crate) type Look = Box<dyn FnOnce(&Table, Time) + Send>;

/// What a room has to say to a socket. When the channel closes, the socket was too slow.
pub(crate) enum Out {
    Text(Utf8Bytes),
    Close(u16, &'static str),
}

/// A socket that is now in the room.
pub(crate) struct Entered {
    /// Its number.
    pub(crate) visitor: u64,
    /// Whether it has a right to do anything.
    pub(crate) plays: bool,
}

/// How many messages a room takes before its callers wait.
pub(crate) const INBOX: usize = 64;
/// How many messages a socket may be behind.
pub(crate) const OUTBOX: usize = 64;

/// The close code that tells a client to come back.
pub(crate) const RESTARTING: u16 = 1012;

pub(crate) struct Room {
    hall: Arc<Hall>,
    table: Table,
    inbox: mpsc::Receiver<Message>,
    visitors: HashMap<u64, Visitor>,
    next_visitor: u64,
    presence: Option<Presence>,
    thinking: Option<Thinking>,
    quiet_since: Instant,
}

struct Visitor {
    players: Option<Players>,
    out: mpsc::Sender<Out>,
    /// How much of the way here and back is not charged to this player's clock.
    lag: Duration,
}

/// Why a room closes.
enum Close {
    /// Nobody is here, and nothing goes on.
    Idle,
    /// The server stops.
    Stop,
    /// The store does not work, so that what the room has may not be what is stored.
    Store(StoreError),
}

impl From<StoreError> for Close {
    fn from(error: StoreError) -> Close {
        Close::Store(error)
    }
}

impl Room {
    pub(crate) fn new(hall: Arc<Hall>, table: Table, inbox: mpsc::Receiver<Message>) -> Room {
        Room {
            hall,
            table,
            inbox,
            visitors: HashMap::new(),
            next_visitor: 0,
            presence: None,
            thinking: None,
            quiet_since: Instant::now(),
        }
    }

    /// Lives until nobody needs the room. `down` is how long the server was down before.
    pub(crate) async fn run(mut self, down: Option<Duration>) {
        self.hall.metrics.rooms.change(1);
        let close = self.live(down).await;
        self.hall.forget(self.table.id());
        match &close {
            Close::Idle => {}
            Close::Stop => self.bye("The server stops; it will be back soon."),
            Close::Store(error) => {
                self.hall.metrics.store_failures.add();
                tracing::error!(game = self.table.id(), %error, "a game could not be stored");
                self.bye("Something went wrong; please wait a moment.");
            }
        }
        self.hall.metrics.rooms.change(-1);
    }

    async fn live(&mut self, down: Option<Duration>) -> Close {
        if let Some(down) = down
            && let Some(change) = self.table.credit(down, self.hall.now())
            && let Err(error) = self.make(change).await
        {
            return error.into();
        }
        loop {
            self.think();
            let wake = tokio::time::sleep(self.until_wake());
            let outcome = tokio::select! {
                message = self.inbox.recv() => match message {
                    Some(Message::Stop) | None => Err(Close::Stop),
                    Some(message) => self.handle(message).await,
                },
                answer = thinking::answer(&mut self.thinking) => {
                    self.thinking = None;
                    match answer {
                        Some((ticket, mv)) => self.engine_move(ticket, mv).await,
                        None => Ok(()),
                    }
                },
                () = wake => self.wake().await,
            };
            if let Err(close) = outcome {
                return close;
            }
        }
    }

    async fn handle(&mut self, message: Message) -> Result<(), Close> {
        self.quiet_since = Instant::now();
        self.tick().await?;
        match message {
            Message::Enter { hello, out, reply } => self.enter(&hello, out, reply),
            Message::Leave(visitor) => {
                self.visitors.remove(&visitor);
                self.tell_presence();
            }
            Message::Lag { visitor, lag } => {
                if let Some(visitor) = self.visitors.get_mut(&visitor) {
                    visitor.lag = if lag < LEAST_LAG { Duration::ZERO } else { lag.min(MOST_LAG) };
                }
            }
            Message::Command { visitor, command } => self.command(visitor, &command).await?,
            Message::Join { request, reply } => {
                let answer = match self.table.join(&request, self.hall.now()) {
                    Ok(Joining { change, joined }) => {
                        if let Some(change) = change {
                            self.make(change).await?;
                        }
                        Ok(joined)
                    }
                    Err(denial) => Err(denial),
                };
                let _ = reply.send(answer);
            }
            Message::Look(look) => look(&self.table, self.hall.now()),
            Message::Stop => return Err(Close::Stop),
        }
        Ok(())
    }

    /// Carries a command out. Only when it is stored is it done.
    async fn command(&mut self, visitor: u64, command: &wire::Command) -> Result<(), Close> {
        let known = self.visitors.get(&visitor).map(|visitor| (visitor.players, visitor.lag));
        let Some((players, lag)) = known else {
            return Ok(());
        };
        let id = &command.id[..];
        if let Some(seq) = players.and_then(|players| self.table.entry_of(players, id)) {
            self.send(visitor, &ServerMessage::Done { id, seq });
            return Ok(());
        }
        match self.table.decide(players, command, lag, self.hall.now()) {
            Err(Denial { code, sentence }) => {
                self.hall.metrics.refusals.add();
                self.send(visitor, &ServerMessage::Refused { id, code, sentence: &sentence });
            }
            Ok(change) => {
                let began = Instant::now();
                let have = self.table.seq();
                if let Err(error) = self.store(change).await {
                    let sentence = "the move could not be stored: send it again";
                    self.send(visitor, &ServerMessage::Refused { id, code: Code::Unavailable, sentence });
                    return Err(error.into());
                }
                self.hall.metrics.commits.note(began.elapsed());
                self.hall.metrics.commands.add();
                self.send(visitor, &ServerMessage::Done { id, seq: self.table.seq() });
                self.tell(have);
            }
        }
        Ok(())
    }

    async fn engine_move(
        &mut self,
        ticket: outflank_play::Ticket,
        mv: outflank_rules::Move,
    ) -> Result<(), Close> {
        self.tick().await?;
        if let Some(change) = self.table.engine_move(ticket, mv, self.hall.now()) {
            self.hall.metrics.engine_moves.add();
            self.make(change).await?;
        }
        Ok(())
    }

    /// When the flag falls: a move that was made in time may still be on its way.
    fn deadline(&self) -> Option<Time> {
        let live = self.table.live();
        let turn = live.turn()?;
        let lags = self.visitors.values().filter_map(|visitor| {
            visitor
                .players
                .filter(|players| self.table.sides(*players).contains(&turn))
                .and(Some(visitor.lag))
        });
        Some(live.deadline()?.after(lags.max().unwrap_or_default()))
    }

    /// Lets the flag fall if its time has come.
    async fn tick(&mut self) -> Result<(), Close> {
        let now = self.hall.now();
        if self.deadline().is_some_and(|deadline| deadline <= now)
            && let Some(change) = self.table.tick(now)
        {
            self.make(change).await?;
        }
        Ok(())
    }

    /// Stores a change and tells everybody.
    async fn make(&mut self, change: Change) -> Result<(), StoreError> {
        let have = self.table.seq();
        self.store(change).await?;
        self.tell(have);
        Ok(())
    }

    async fn store(&mut self, change: Change) -> Result<(), StoreError> {
        self.hall.journal.write(self.table.write(&change)).await?;
        self.table.adopt(change);
        Ok(())
    }

    fn enter(
        &mut self,
        hello: &Hello,
        out: mpsc::Sender<Out>,
        reply: oneshot::Sender<Result<Entered, Denial>>,
    ) {
        let players = hello.token.as_deref().map(|token| self.table.holder(token));
        if players == Some(None) {
            let _ = reply.send(Err(Denial::new(Code::Forbidden, "This token opens no seat here.")));
            return;
        }
        let players = players.flatten();
        let visitor = self.next_visitor;
        if reply.send(Ok(Entered { visitor, plays: players.is_some() })).is_err() {
            return;
        }
        self.next_visitor += 1;
        self.visitors.insert(visitor, Visitor { players, out, lag: Duration::ZERO });
        match update(&self.table, players, hello.have, self.hall.now(), true) {
            Ok(text) => self.push(visitor, Out::Text(text.into())),
            Err(error) => tracing::error!(%error, "a welcome could not be written"),
        }
        self.presence = None;
        self.tell_presence();
    }

    /// Tells everybody what happened after an entry of the log.
    fn tell(&mut self, have: u64) {
        self.quiet_since = Instant::now();
        let shared = self.table.happenings(have).and_then(|events| {
            Ok((events, serde_json::value::to_raw_value(&self.table.state(self.hall.now()))?))
        });
        let (events, state) = match shared {
            Ok(shared) => shared,
            Err(error) => return tracing::error!(%error, "an update could not be written"),
        };
        let (game, seq, now) = (self.table.id(), self.table.seq(), self.hall.now().0);
        let messages: Vec<(u64, Out)> = self
            .visitors
            .iter()
            .filter_map(|(number, visitor)| {
                let you = &self.table.you(visitor.players);
                let update = Update { game, seq, now, events: &events, state: &state, you };
                let text = serde_json::to_string(&ServerMessage::Update(&update)).ok()?;
                Some((*number, Out::Text(text.into())))
            })
            .collect();
        for (visitor, out) in messages {
            self.push(visitor, out);
        }
        self.tell_presence();
    }

    fn tell_presence(&mut self) {
        let here = |color: Color| {
            !self.table.live().seat(color).is_human()
                || self.visitors.values().any(|visitor| {
                    visitor.players.is_some_and(|players| self.table.sides(players).contains(&color))
                })
        };
        let presence = Presence {
            black: here(Color::Black),
            white: here(Color::White),
            watching: self.visitors.values().filter(|visitor| visitor.players.is_none()).count(),
        };
        if self.presence.replace(presence) == Some(presence) {
            return;
        }
        if let Ok(text) = serde_json::to_string(&ServerMessage::Presence(presence)) {
            let text = Utf8Bytes::from(text);
            for visitor in self.visitors.keys().copied().collect::<Vec<u64>>() {
                self.push(visitor, Out::Text(text.clone()));
            }
        }
    }

    fn send(&mut self, visitor: u64, message: &ServerMessage<'_>) {
        match serde_json::to_string(message) {
            Ok(text) => self.push(visitor, Out::Text(text.into())),
            Err(error) => tracing::error!(%error, "a message could not be written"),
        }
    }

    /// Hands a message to a socket. One that is too far behind has to come again.
    fn push(&mut self, visitor: u64, out: Out) {
        if let Some(there) = self.visitors.get(&visitor)
            && there.out.try_send(out).is_err()
        {
            self.visitors.remove(&visitor);
        }
    }

    fn bye(&mut self, sentence: &'static str) {
        let visitors: Vec<u64> = self.visitors.keys().copied().collect();
        for visitor in visitors {
            self.send(visitor, &ServerMessage::Bye { sentence });
            self.push(visitor, Out::Close(RESTARTING, sentence));
        }
    }

    /// When the room has to look at the time: a flag falls, or it may close.
    fn until_wake(&self) -> Duration {
        match self.deadline() {
            Some(deadline) => deadline.since(self.hall.now()),
            None => self
                .hall
                .config
                .idle
                .saturating_sub(self.quiet_since.elapsed())
                .max(Duration::from_millis(50)),
        }
    }

    async fn wake(&mut self) -> Result<(), Close> {
        self.tick().await?;
        let busy = !self.visitors.is_empty() || self.table.wants_attention();
        if busy {
            self.quiet_since = Instant::now();
        } else if self.quiet_since.elapsed() >= self.hall.config.idle
            && self.hall.forget_if(self.table.id(), || self.inbox.is_empty())
        {
            return Err(Close::Idle);
        }
        Ok(())
    }
}

/// What a client that has seen everything up to `have` is told now.
pub(crate) fn update(
    table: &Table,
    players: Option<Players>,
    have: u64,
    now: Time,
    welcome: bool,
) -> serde_json::Result<String> {
    let events = table.happenings(have)?;
    let state = serde_json::value::to_raw_value(&table.state(now))?;
    let you = &table.you(players);
    let update =
        Update { game: table.id(), seq: table.seq(), now: now.0, events: &events, state: &state, you };
    if welcome {
        serde_json::to_string(&ServerMessage::Welcome(&update))
    } else {
        serde_json::to_string(&ServerMessage::Update(&update))
    }
}
