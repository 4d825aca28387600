//! A store that fails now and then: no acknowledgement without a row, and every game goes on.

use outflank_engine::Random;
use outflank_server::store::{MemoryStore, Store, StoreError, StoredGame, Write};
use serde_json::json;

use crate::bot::{Bot, Style, check, seats};
use crate::server::{TestServer, config};

/// Fails sometimes, before or after the write was made: then nobody knows.
struct Unreliable {
    store: MemoryStore,
    random: Random,
}

impl Unreliable {
    fn fails(&mut self) -> bool {
        self.random.below(100) < 4
    }
}

fn failure() -> StoreError {
    StoreError::Failed("this is meant to be".to_owned())
}

impl Store for Unreliable {
    fn commit(&mut self, writes: &[Write]) -> Vec<Result<(), StoreError>> {
        if self.fails() {
            return vec![Err(failure()); writes.len()];
        }
        let answers = self.store.commit(writes);
        if self.fails() { vec![Err(failure()); writes.len()] } else { answers }
    }

    fn load(&mut self, game: &str) -> Result<Option<StoredGame>, StoreError> {
        if self.fails() { Err(failure()) } else { self.store.load(game) }
    }

    fn attention(&mut self) -> Result<Vec<String>, StoreError> {
        self.store.attention()
    }

    fn note_alive(&mut self, now_ms: u64) -> Result<(), StoreError> {
        self.store.note_alive(now_ms)
    }

    fn last_alive(&mut self) -> Result<Option<u64>, StoreError> {
        self.store.last_alive()
    }

    fn sweep(&mut self, before_ms: u64, unplayed_before_ms: u64) -> Result<usize, StoreError> {
        self.store.sweep(before_ms, unplayed_before_ms)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failing_store_loses_nothing_that_was_acknowledged() {
    let store = Unreliable { store: MemoryStore::default(), random: Random::new(5) };
    let server = TestServer::start(config(), store).await;
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
        while crate::client::get(server.address, &format!("/api/games/{game}")).await.status != 200 {}
        check(server.address, &game, &played.iter().collect::<Vec<&Bot>>()).await;
    }
    server.stop().await;
}
