//! The task that owns the lobby. Offers go through its inbox like moves through a room's: decide, store, and only then
//! tell everybody. Commands that come in while the last group is being stored form the next one.

mod batch;
mod pairing;
mod session;
mod sharing;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use outflank_play::Time;
use tokio::sync::{mpsc, oneshot};

use crate::app::App;
use crate::limits::Bucket;
use crate::outbox::Outbox;
use crate::people::{Key, anchors};
use crate::room::RESTARTING;
use crate::secret::Hash;
use crate::store::{OfferRow, PeopleChange, Person, StoreError};
use crate::wire::{
    LobbyCommand, LobbyMessage, LobbyState, LobbyWelcome, Me, MyGame, Offer, Paired, Playing, Terms,
};
use pairing::Open;

pub(crate) use session::run;

/// What the lobby is asked to do.
pub(crate) enum Message {
    /// A socket said hello.
    Enter { who: Option<Guest>, out: Outbox, reply: oneshot::Sender<u64> },
    /// A socket is gone.
    Leave(u64),
    /// A client wants something.
    Command { client: u64, command: LobbyCommand },
    /// Something has happened in a game of somebody who is here.
    Game { player: Hash, game: Box<MyGame> },
    /// The games to watch have changed.
    Playing,
    /// A person is called otherwise, stronger, banned or gone.
    Changed(Hash),
    /// Whether offers are refused from now on.
    Stopped(bool),
    /// Somebody asks what everybody sees.
    Look(oneshot::Sender<LobbyState>),
    /// The server stops.
    Stop,
}

/// Somebody with a key.
pub(crate) struct Guest {
    pub(crate) key: Hash,
    pub(crate) you: Me,
    pub(crate) games: Vec<MyGame>,
}

/// How many messages the lobby takes before its callers wait.
const INBOX: usize = 1024;
/// The shortest time between two messages with the public lobby.
const TELL_EVERY: Duration = Duration::from_secs(1);
/// How long a live offer outlives its socket, so that a lost connection costs nothing.
const LIVE_GRACE: Duration = Duration::from_secs(10);
/// How long an offer for a game over days lasts.
const DAYS_KEPT: Duration = Duration::from_hours(24 * 14);
/// After this wait, the computer is suggested as an opponent.
const PROPOSE_AFTER: Duration = Duration::from_secs(15);
/// How long answers are kept, for clients that ask again.
const KEPT: Duration = Duration::from_mins(1);
/// The most offers and games that are listed.
const MOST_OFFERS: usize = 100;
const MOST_PLAYING: usize = 20;

/// The way to the lobby.
pub(crate) struct Lobby {
    inbox: mpsc::Sender<Message>,
    /// How many sockets each player has here.
    here: Mutex<HashMap<Hash, usize>>,
    playing: Mutex<HashMap<String, Playing>>,
}

impl Lobby {
    /// The lobby and its inbox, which [`Task`] empties.
    pub(crate) fn new() -> (Lobby, mpsc::Receiver<Message>) {
        let (inbox, messages) = mpsc::channel(INBOX);
        (Lobby { inbox, here: Mutex::default(), playing: Mutex::default() }, messages)
    }

    pub(crate) async fn send(&self, message: Message) -> bool {
        self.inbox.send(message).await.is_ok()
    }

    /// Whether a player has the lobby open.
    pub(crate) fn has(&self, player: &Hash) -> bool {
        lock(&self.here).contains_key(player)
    }

    /// Tells a player who is here of a game. If the lobby is too busy, the next change will be told.
    pub(crate) fn tell(&self, player: Hash, game: MyGame) {
        let _ = self.inbox.try_send(Message::Game { player, game: Box::new(game) });
    }

    /// A person has changed.
    pub(crate) fn changed(&self, player: Hash) {
        let _ = self.inbox.try_send(Message::Changed(player));
    }

    /// Lists a game to watch, or takes it off the list.
    pub(crate) fn show(&self, game: &str, playing: Option<Playing>) {
        let mut all = lock(&self.playing);
        match playing {
            Some(playing) => drop(all.insert(game.to_owned(), playing)),
            None if all.remove(game).is_none() => return,
            None => {}
        }
        drop(all);
        let _ = self.inbox.try_send(Message::Playing);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The lobby's own.
pub(crate) struct Task {
    app: Arc<App>,
    inbox: mpsc::Receiver<Message>,
    offers: BTreeMap<String, Open>,
    /// Live offers whose maker is not here, since when.
    absent: HashMap<String, Instant>,
    /// Offers whose maker has been told of the computer.
    proposed: HashSet<String>,
    clients: HashMap<u64, Client>,
    next_client: u64,
    allowances: HashMap<Hash, Bucket>,
    /// Recent answers, by player and command.
    answered: HashMap<(Hash, String), (Instant, LobbyMessage)>,
    /// Recent pairings, for those who were not here.
    paired: Vec<(Instant, Hash, Paired)>,
    /// Players who have the lobby open on another server.
    elsewhere: HashSet<Hash>,
    told: Instant,
    dirty: bool,
    stopped: bool,
}

struct Client {
    key: Option<Hash>,
    out: Outbox,
}

impl Task {
    /// Takes up the offers that are stored.
    pub(crate) async fn start(app: Arc<App>, inbox: mpsc::Receiver<Message>) -> Result<Task, StoreError> {
        let mut task = Task {
            app,
            inbox,
            offers: BTreeMap::new(),
            absent: HashMap::new(),
            proposed: HashSet::new(),
            clients: HashMap::new(),
            next_client: 0,
            allowances: HashMap::new(),
            answered: HashMap::new(),
            paired: Vec::new(),
            elsewhere: HashSet::new(),
            told: Instant::now(),
            dirty: false,
            stopped: false,
        };
        task.reload().await?;
        Ok(task)
    }

    /// Lives until the server stops.
    pub(crate) async fn run(mut self) {
        let mut tick = tokio::time::interval(TELL_EVERY);
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut group = Vec::new();
        loop {
            tokio::select! {
                count = self.inbox.recv_many(&mut group, batch::MOST) => {
                    let stop = count == 0 || group.iter().any(|message| matches!(message, Message::Stop));
                    self.handle(std::mem::take(&mut group)).await;
                    if stop {
                        return self.bye();
                    }
                }
                _ = tick.tick() => self.tick().await,
            }
            if self.dirty && self.told.elapsed() >= TELL_EVERY {
                self.tell_everybody();
            }
        }
    }

    async fn handle(&mut self, group: Vec<Message>) {
        let mut commands = Vec::new();
        for message in group {
            match message {
                Message::Command { client, command } => commands.push((client, command)),
                Message::Enter { who, out, reply } => {
                    let client = self.enter(who, out);
                    if reply.send(client).is_err() {
                        self.leave(client);
                    }
                }
                Message::Leave(client) => {
                    // What it has asked for before it left is done before.
                    self.carry_out(std::mem::take(&mut commands)).await;
                    self.leave(client);
                }
                Message::Game { player, game } => self.send_to(&player, &LobbyMessage::Game(*game)),
                Message::Playing => self.dirty = true,
                Message::Changed(player) => self.refresh(player).await,
                Message::Stopped(stopped) => {
                    self.stopped = stopped;
                    self.dirty = true;
                }
                Message::Look(reply) => drop(reply.send(self.state())),
                Message::Stop => {}
            }
        }
        self.carry_out(commands).await;
    }

    fn enter(&mut self, who: Option<Guest>, out: Outbox) -> u64 {
        let client = self.next_client;
        self.next_client += 1;
        let key = who.as_ref().map(|guest| guest.key);
        let (you, games) = who.map_or((None, Vec::new()), |guest| (Some(guest.you), guest.games));
        let mine = self.offers.values().filter(|open| Some(open.by.key) == key).map(|open| open.id.clone());
        let welcome = LobbyWelcome { lobby: self.state(), you, mine: mine.collect(), games: games.clone() };
        send(&out, &LobbyMessage::Welcome(Box::new(welcome)));
        if let Some(key) = key {
            *lock(&self.app.lobby.here).entry(key).or_default() += 1;
            self.dirty = true;
            // Whoever was paired while on the way here is told now.
            for (_, player, paired) in &self.paired {
                if *player == key && !games.iter().any(|game| game.game == paired.game) {
                    send(&out, &LobbyMessage::Paired(paired.clone()));
                }
            }
        }
        self.clients.insert(client, Client { key, out });
        client
    }

    fn leave(&mut self, client: u64) {
        let Some(Client { key: Some(key), .. }) = self.clients.remove(&client) else {
            return;
        };
        let mut here = lock(&self.app.lobby.here);
        if let Some(sockets) = here.get_mut(&key) {
            *sockets -= 1;
            if *sockets == 0 {
                here.remove(&key);
                drop(here);
                self.note_absence();
            }
        }
        self.dirty = true;
    }

    /// Notes since when the makers of live offers are not here.
    fn note_absence(&mut self) {
        let here = lock(&self.app.lobby.here);
        for open in self.offers.values().filter(|open| open.terms.is_live()) {
            if here.contains_key(&open.by.key) || self.elsewhere.contains(&open.by.key) {
                self.absent.remove(&open.id);
            } else {
                self.absent.entry(open.id.clone()).or_insert_with(Instant::now);
            }
        }
    }

    /// Once a second: offers that have had their time end, those who wait for long are brought together or told of the
    /// computer.
    async fn tick(&mut self) {
        self.hear_of_others().await;
        self.note_absence();
        let now = self.app.now();
        let ended = |open: &&Open| {
            let lonely = self.absent.get(&open.id).is_some_and(|since| since.elapsed() >= LIVE_GRACE);
            lonely || (!open.terms.is_live() && now.since(open.posted) >= DAYS_KEPT)
        };
        let ended: Vec<String> = self.offers.values().filter(ended).map(|open| open.id.clone()).collect();
        self.end(ended).await;
        self.bring_together().await;
        self.propose();
        self.answered.retain(|_, (at, _)| at.elapsed() < KEPT);
        self.paired.retain(|(at, _, _)| at.elapsed() < KEPT);
        let now = Instant::now();
        self.allowances.retain(|_, bucket| !bucket.is_full(now));
    }

    /// Ends offers.
    async fn end(&mut self, ids: Vec<String>) {
        if ids.is_empty() {
            return;
        }
        let changes = ids.iter().cloned().map(PeopleChange::Withdraw).collect();
        // What cannot be stored now is tried again with the next tick.
        if self.app.change_people(changes).await.is_ok() {
            for id in ids {
                self.remove(&id);
            }
        }
    }

    /// Takes an offer off the list and tells its maker.
    fn remove(&mut self, id: &str) {
        if let Some(open) = self.offers.remove(id) {
            self.absent.remove(id);
            self.proposed.remove(id);
            self.dirty = true;
            self.send_to(&open.by.key, &LobbyMessage::Gone { offer: id.to_owned() });
        }
    }

    fn propose(&mut self) {
        let now = self.app.now();
        let waits = |open: &&Open| {
            open.eager && now.since(open.posted) >= PROPOSE_AFTER && !self.proposed.contains(&open.id)
        };
        let waiting: Vec<(String, Hash, u8)> = self
            .offers
            .values()
            .filter(waits)
            .map(|open| {
                let points = open.by.standing(open.terms.is_live()).points;
                (open.id.clone(), open.by.key, anchors::nearest(points).number())
            })
            .collect();
        for (offer, key, level) in waiting {
            self.proposed.insert(offer.clone());
            self.send_to(&key, &LobbyMessage::Computer { offer, level });
        }
    }

    /// Reads all offers from the store, because what is here may not be what is there.
    async fn reload(&mut self) -> Result<(), StoreError> {
        let rows = self.app.journal.ask(|store| {
            let Some(people) = store.people() else {
                return Ok(Vec::new());
            };
            let rows = people.offers()?;
            let keys: Vec<Hash> = rows.iter().map(|row| row.key).collect();
            let makers = people.with_keys(&keys)?;
            Ok(rows.into_iter().zip(makers).collect())
        });
        let rows: Vec<(OfferRow, Option<Person>)> = rows.await?;
        self.offers = rows
            .into_iter()
            .filter_map(|(row, by)| open(row, by?))
            .map(|open| (open.id.clone(), open))
            .collect();
        self.absent.retain(|id, _| self.offers.contains_key(id));
        self.note_absence();
        self.dirty = true;
        Ok(())
    }

    /// A person has changed: their offers say so, or end.
    async fn refresh(&mut self, player: Hash) {
        let Ok(person) = self.app.person(player).await else {
            return;
        };
        self.dirty = true;
        match person {
            Some(person) if !person.banned => {
                for open in self.offers.values_mut().filter(|open| open.by.key == player) {
                    open.by = person.clone();
                }
            }
            _ => {
                let own = self.offers.values().filter(|open| open.by.key == player);
                let own = own.map(|open| open.id.clone()).collect();
                self.end(own).await;
            }
        }
    }

    /// What everybody sees.
    fn state(&self) -> LobbyState {
        let now = self.app.now();
        let mut offers: Vec<&Open> = self.offers.values().collect();
        offers.sort_by(|a, b| (a.posted, &a.id).cmp(&(b.posted, &b.id)));
        let strength = |playing: &Playing| {
            let points =
                |card: &crate::wire::PlayerCard| card.rating.map_or(0, |rating| u32::from(rating.points));
            points(&playing.players.black) + points(&playing.players.white)
        };
        let mut playing: Vec<Playing> = lock(&self.app.lobby.playing).values().cloned().collect();
        playing.sort_by(|a, b| strength(b).cmp(&strength(a)).then_with(|| a.game.cmp(&b.game)));
        playing.truncate(MOST_PLAYING);
        LobbyState {
            now: now.0,
            offers: offers.into_iter().take(MOST_OFFERS).map(|open| offer(open, now)).collect(),
            playing,
            here: {
                let here = lock(&self.app.lobby.here);
                here.len() + self.elsewhere.iter().filter(|key| !here.contains_key(*key)).count()
            },
            stopped: self.stopped,
        }
    }

    fn tell_everybody(&mut self) {
        self.dirty = false;
        self.told = Instant::now();
        if let Some(text) = json(&LobbyMessage::Lobby(self.state())) {
            for client in self.clients.values() {
                client.out.presence(text.clone());
            }
        }
    }

    /// Tells a player, on all their sockets.
    fn send_to(&self, player: &Hash, message: &LobbyMessage) {
        if let Some(text) = json(message) {
            for client in self.clients.values().filter(|client| client.key.as_ref() == Some(player)) {
                // One that does not read will be closed by its own session.
                let _ = client.out.answer(text.clone());
            }
        }
    }

    fn answer(&self, client: u64, message: &LobbyMessage) {
        if let Some(there) = self.clients.get(&client) {
            send(&there.out, message);
        }
    }

    fn bye(&self) {
        let sentence = "The server stops; it will be back soon.";
        for client in self.clients.values() {
            send(&client.out, &LobbyMessage::Bye { sentence: sentence.to_owned() });
            client.out.close(RESTARTING, sentence);
        }
    }
}

fn send(out: &Outbox, message: &LobbyMessage) {
    if let Some(text) = json(message)
        && out.answer(text).is_err()
    {
        out.close(crate::socket::TOO_SLOW, "you read too slowly");
    }
}

fn json(message: &LobbyMessage) -> Option<Utf8Bytes> {
    let text = serde_json::to_string(message);
    text.map_err(|error| tracing::error!(%error, "a message could not be written")).ok().map(Into::into)
}

/// What is stored of the terms of an offer.
#[derive(serde::Serialize, serde::Deserialize)]
struct Stored {
    terms: Terms,
    eager: bool,
}

fn open(row: OfferRow, by: Person) -> Option<Open> {
    let Stored { terms, eager } = serde_json::from_str(&row.terms).ok()?;
    Some(Open { id: row.id, by, terms, eager, posted: Time(row.posted_ms) })
}

fn offer(open: &Open, now: Time) -> Offer {
    let by = open.by.card(open.terms.is_live(), now.0);
    Offer { id: open.id.clone(), by, terms: open.terms, posted: open.posted.0 }
}

/// Who a socket says it is.
pub(crate) async fn guest(app: &Arc<App>, key: &Key) -> Result<Guest, crate::api_error::ApiError> {
    let person = app.known(key).await?;
    app.note_seen(&person).await;
    let games = app.my_games(key.hash).await?;
    Ok(Guest { key: key.hash, you: person.me(key, app.now().0), games })
}
