//! A store that fails: now and then, for a while, or for want of space.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use outflank_engine::Random;
use outflank_server::store::{
    BoardKey, KeptReview, MemoryStore, Outage, People, SqliteStore, Store, StoreError, StoredGame, Sweep,
    Write,
};
use serde_json::{Value, json};

use crate::bot::{Bot, Style, check, seats};
use crate::client::{Client, get, make, post};
use crate::server::{Folder, TestServer, config};

/// What is wrong with a store.
#[derive(Default)]
pub(crate) struct Faults {
    /// So many of a hundred writes and reads fail, before or after they are made: then nobody knows.
    percent: AtomicUsize,
    /// Whether nothing can be written.
    pub(crate) broken: AtomicBool,
    /// The space that is left, if that is known.
    free: AtomicU64,
    /// How often a game was read.
    pub(crate) loads: AtomicUsize,
}

/// A store with faults.
pub(crate) struct Faulty<S> {
    store: S,
    random: Random,
    faults: Arc<Faults>,
}

impl<S: Store> Faulty<S> {
    pub(crate) fn new(store: S) -> (Faulty<S>, Arc<Faults>) {
        let faults = Arc::new(Faults::default());
        (Faulty { store, random: Random::new(5), faults: Arc::clone(&faults) }, faults)
    }

    fn fails(&mut self) -> bool {
        self.random.below(100) < self.faults.percent.load(Ordering::Relaxed)
    }

    fn is_broken(&self) -> bool {
        self.faults.broken.load(Ordering::Relaxed)
    }
}

fn failure() -> StoreError {
    StoreError::Failed("this is meant to be".to_owned())
}

impl<S: Store> Store for Faulty<S> {
    fn commit(&mut self, writes: &[Write]) -> Vec<Result<(), StoreError>> {
        if self.is_broken() || self.fails() {
            return vec![Err(failure()); writes.len()];
        }
        let answers = self.store.commit(writes);
        if self.fails() { vec![Err(failure()); writes.len()] } else { answers }
    }

    fn load(&mut self, game: &str) -> Result<Option<StoredGame>, StoreError> {
        self.faults.loads.fetch_add(1, Ordering::Relaxed);
        if self.fails() { Err(failure()) } else { self.store.load(game) }
    }

    fn due(&mut self, by_ms: u64) -> Result<Vec<String>, StoreError> {
        self.store.due(by_ms)
    }

    fn note_alive(&mut self, now_ms: u64) -> Result<(), StoreError> {
        if self.is_broken() { Err(failure()) } else { self.store.note_alive(now_ms) }
    }

    fn last_alive(&mut self) -> Result<Option<u64>, StoreError> {
        self.store.last_alive()
    }

    fn note_outage(&mut self, outage: Outage) -> Result<(), StoreError> {
        self.store.note_outage(outage)
    }

    fn outages(&mut self, since_ms: u64) -> Result<Vec<Outage>, StoreError> {
        self.store.outages(since_ms)
    }

    fn sweep(&mut self, sweep: Sweep) -> Result<usize, StoreError> {
        self.store.sweep(sweep)
    }

    fn forget_sightings(&mut self) -> Result<(), StoreError> {
        self.store.forget_sightings()
    }

    fn is_live(&mut self, boards: &[BoardKey]) -> Result<bool, StoreError> {
        self.store.is_live(boards)
    }

    fn save_review(&mut self, game: &str, review: &KeptReview) -> Result<(), StoreError> {
        if self.is_broken() { Err(failure()) } else { self.store.save_review(game, review) }
    }

    fn load_review(&mut self, game: &str) -> Result<Option<KeptReview>, StoreError> {
        self.store.load_review(game)
    }

    fn free_bytes(&mut self) -> Option<u64> {
        Some(self.faults.free.load(Ordering::Relaxed)).filter(|free| *free > 0)
    }

    fn people(&mut self) -> Option<&mut dyn People> {
        self.store.people()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failing_store_loses_nothing_that_was_acknowledged() {
    let (store, faults) = Faulty::new(MemoryStore::default());
    let server = TestServer::start(config(), store).await;
    faults.percent.store(4, Ordering::Relaxed);
    let style = Style { think_ms: (0, 2), doubled: 20 };
    let mut games = Vec::new();
    for n in 0..10 {
        let request = if n % 5 == 4 {
            json!({"white": {"player": "computer", "level": 1}})
        } else {
            json!({"white": {"player": "friend"}})
        };
        let (game, tokens) = seats(server.address, &request).await;
        let bots = tokens.iter().map(|token| Bot::new(server.address, &game, token, n + 1, style));
        games.push((game.clone(), bots.map(|bot| tokio::spawn(bot.play())).collect::<Vec<_>>()));
    }
    for (game, bots) in games {
        let mut played = Vec::new();
        for bot in bots {
            played.push(bot.await.unwrap());
        }
        // Looking at the end may meet a failure, too.
        while get(server.address, &format!("/api/games/{game}")).await.status != 200 {}
        check(server.address, &game, &played.iter().collect::<Vec<&Bot>>()).await;
    }
    server.stop().await;
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Asks for the health until it is as expected.
pub(crate) async fn until_health(server: &TestServer, status: u16) -> String {
    for _ in 0..200 {
        let health = get(server.address, "/healthz").await;
        if health.status == status {
            return health.text();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the health never became {status}");
}

/// Comes and plays, again and again until that is stored.
async fn play(server: &TestServer, game: &str, token: &str, square: &str) -> Client {
    loop {
        let Ok(mut client) = Client::enter(server.address, game, Some(token), 0).await else { continue };
        match client.command(&format!("command-{square}"), json!({"do": "play", "move": square})).await {
            Ok(answer) if answer["type"] == "done" => {
                client.until_seq(answer["seq"].as_u64().unwrap()).await.unwrap();
                return client;
            }
            Ok(answer) => assert_eq!(answer["code"], "unavailable", "{answer}"),
            Err(_) => {}
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// The database is gone for a while: players stay where they are, and go on as soon as it is back.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_sent_away_while_the_store_fails() {
    let (store, faults) = Faulty::new(MemoryStore::default());
    let server = TestServer::start(config(), store).await;
    let new_game = json!({"white": {"player": "friend"}, "clock": {"main_s": 4}});
    let (game, tokens) = seats(server.address, &new_game).await;
    let mut black = Client::enter(server.address, &game, Some(&tokens[0]), 0).await.unwrap();
    let mut white = Client::enter(server.address, &game, Some(&tokens[1]), 0).await.unwrap();
    faults.percent.store(100, Ordering::Relaxed);
    let play = || json!({"do": "play", "move": "f5", "ply": 0});
    let refused = black.command("command-1", play()).await.unwrap();
    assert_eq!((&refused["type"], &refused["code"]), (&json!("refused"), &json!("unavailable")));
    // Whoever comes meanwhile waits, too.
    let coming = tokio::spawn(async move { Client::enter(server.address, &game, None, 0).await });
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert!(!coming.is_finished());
    let back = Instant::now();
    faults.percent.store(0, Ordering::Relaxed);
    let done = black.command("command-1", play()).await.unwrap();
    assert_eq!(done["type"], "done", "{done}");
    white.until_seq(done["seq"].as_u64().unwrap()).await.unwrap();
    let mut spectator = coming.await.unwrap().unwrap();
    spectator.until_seq(done["seq"].as_u64().unwrap()).await.unwrap();
    assert!(back.elapsed() < Duration::from_secs(2), "{:?}", back.elapsed());
    assert_eq!(spectator.state()["moves"], json!(["f5"]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_stand_still_while_nothing_can_be_stored_and_health_says_so() {
    let (store, faults) = Faulty::new(MemoryStore::default());
    let server = TestServer::start(config(), store).await;
    let new_game = json!({"white": {"player": "friend"}, "clock": {"main_s": 4}});
    let (game, tokens) = seats(server.address, &new_game).await;
    play(&server, &game, &tokens[0], "f5").await;
    assert_eq!(until_health(&server, 200).await, "ok\n");
    faults.broken.store(true, Ordering::Relaxed);
    let down = until_health(&server, 503).await;
    assert!(down.contains("moves cannot be stored"), "{down}");
    let refused = post(server.address, "/api/games", &json!({})).await;
    assert_eq!(refused.status, 503);
    // White tries in vain for longer than the clock has.
    let attempt = tokio::time::timeout(Duration::from_secs(6), play(&server, &game, &tokens[1], "d6")).await;
    assert!(attempt.is_err());
    faults.broken.store(false, Ordering::Relaxed);
    let client = play(&server, &game, &tokens[1], "d6").await;
    assert!(client.state()["result"].is_null(), "nobody lost on time: {}", client.state()["result"]);
    assert_eq!(client.state()["moves"], json!(["f5", "d6"]));
    let left = client.state()["clock"]["white_ms"].as_u64().unwrap();
    assert!(left > 500, "White has {left} ms");
    assert_eq!(until_health(&server, 200).await, "ok\n");
    // And the clocks go on.
    let ended = play(&server, &game, &tokens[0], "c3").await;
    let mut ended = ended;
    while ended.state()["result"].is_null() {
        ended.next().await.unwrap();
    }
    assert_eq!(ended.state()["result"]["reason"], "out_of_time");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_does_not_fall_while_nothing_can_be_stored_though_nobody_tries_to_move() {
    let (store, faults) = Faulty::new(MemoryStore::default());
    let server = TestServer::start(config(), store).await;
    let new_game = json!({"white": {"player": "friend"}, "clock": {"main_s": 2}});
    let (game, tokens) = seats(server.address, &new_game).await;
    let mut black = play(&server, &game, &tokens[0], "f5").await;
    faults.broken.store(true, Ordering::Relaxed);
    until_health(&server, 503).await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    faults.broken.store(false, Ordering::Relaxed);
    until_health(&server, 200).await;
    assert!(black.state()["result"].is_null());
    while black.state()["result"].is_null() {
        black.next().await.unwrap();
    }
    let events = black.latest["events"].to_string();
    let told = get(server.address, &format!("/api/games/{game}")).await.json();
    assert_eq!(told["state"]["result"]["reason"], "out_of_time", "{events}");
    let spectator = Client::enter(server.address, &game, None, 0).await.unwrap();
    let credited: u64 = spectator.latest["events"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|event| event["what"] == "credited")
        .filter_map(|event| event["ms"].as_u64())
        .sum();
    assert!((2900..9000).contains(&credited), "{credited} ms were given back");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_space_games_go_on_and_new_ones_are_refused_until_there_is_some() {
    let (store, faults) = Faulty::new(MemoryStore::default());
    let server = TestServer::start(config(), store).await;
    let (game, tokens) = seats(server.address, &json!({"white": {"player": "friend"}})).await;
    faults.free.store(1000, Ordering::Relaxed);
    while get(server.address, "/healthz").await.text() == "ok\n" {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(get(server.address, "/healthz").await.text().starts_with("degraded: the disk is almost full"));
    let refused = post(server.address, "/api/games", &json!({})).await;
    assert_eq!(refused.status, 503);
    assert!(text(&refused.json()["sentence"]).contains("almost full"), "{}", refused.text());
    play(&server, &game, &tokens[0], "f5").await;
    faults.free.store(1 << 40, Ordering::Relaxed);
    while get(server.address, "/healthz").await.text() != "ok\n" {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    make(server.address, &json!({})).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_cannot_be_read_says_so_and_others_are_untouched() {
    let folder = Folder::new("damaged");
    let server = TestServer::start(config(), SqliteStore::open(&folder.games()).unwrap()).await;
    let broken = make(server.address, &json!({})).await;
    let whole = make(server.address, &json!({})).await;
    server.stop().await;
    let file = rusqlite::Connection::open(folder.games()).unwrap();
    let change = "UPDATE entry SET events = '[{\"what\": \"passed\"}]' WHERE game = ?1";
    assert_eq!(file.execute(change, [text(&broken["game"])]).unwrap(), 1);
    drop(file);
    let server = TestServer::start(config(), SqliteStore::open(&folder.games()).unwrap()).await;
    for path in ["", "/view", "/record?format=board"] {
        let answer = get(server.address, &format!("/api/games/{}{path}", text(&broken["game"]))).await;
        assert_eq!((answer.status, text(&answer.json()["code"])), (500, "damaged"), "{}", answer.text());
        assert!(!answer.text().contains("try again"), "{}", answer.text());
        let answer = get(server.address, &format!("/api/games/{}{path}", text(&whole["game"]))).await;
        assert_eq!(answer.status, 200);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_with_a_long_clock_leaves_memory_when_nobody_is_there() {
    let mut config = config();
    config.idle = Duration::from_millis(50);
    let (store, faults) = Faulty::new(MemoryStore::default());
    let server = TestServer::start(config, store).await;
    let new_game = json!({"white": {"player": "friend"}, "clock": {"main_s": 86400}});
    let (game, tokens) = seats(server.address, &new_game).await;
    drop(play(&server, &game, &tokens[0], "f5").await);
    let loads = faults.loads.load(Ordering::Relaxed);
    let mut waited = 0;
    while faults.loads.load(Ordering::Relaxed) == loads {
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert_eq!(get(server.address, &format!("/api/games/{game}")).await.status, 200);
        waited += 1;
        assert!(waited < 100, "the game is never read again");
    }
    let client = play(&server, &game, &tokens[1], "d6").await;
    let left = client.state()["clock"]["white_ms"].as_u64().unwrap();
    assert!((86_300_000..86_400_000).contains(&left), "{left}");
    server.stop().await;
}

/// Moves everything that a stored file says about time.
fn shift(folder: &Folder, ms: i64) {
    let file = rusqlite::Connection::open(folder.games()).unwrap();
    for change in [
        "UPDATE entry SET at_ms = at_ms + ?1",
        "UPDATE game SET touched_ms = touched_ms + ?1, wake_ms = wake_ms + ?1 WHERE wake_ms > 0",
        "UPDATE server SET alive_ms = alive_ms + ?1",
    ] {
        file.execute(change, [ms]).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_jumps_costs_neither_a_game_nor_a_players_time() {
    const DAYS: i64 = 24 * 60 * 60 * 1000;
    let folder = Folder::new("jump");
    let new_game = json!({"white": {"player": "friend"}, "clock": {"main_s": 30}});
    let open = || SqliteStore::open(&folder.games()).unwrap();
    let server = TestServer::start(config(), open()).await;
    let (game, tokens) = seats(server.address, &new_game).await;
    play(&server, &game, &tokens[0], "f5").await;
    server.stop().await;
    // The clock of the machine is now 400 days ahead, and then 400 days behind.
    for (days, seat, square) in [(-400, 1, "d6"), (800, 0, "c3")] {
        shift(&folder, days * DAYS);
        let server = TestServer::start(config(), open()).await;
        let client = play(&server, &game, &tokens[seat], square).await;
        assert!(client.state()["result"].is_null(), "{days} days: {}", client.state()["result"]);
        for side in ["black_ms", "white_ms"] {
            let left = client.state()["clock"][side].as_u64().unwrap();
            assert!(left > 15_000, "{days} days: {side} {left}");
        }
        server.stop().await;
    }
}
