//! How long an honest visitor waits for the weakest computer while another one has many games of the strongest.

use std::time::{Duration, Instant};

use outflank_server::Limits;
use outflank_server::store::MemoryStore;
use serde_json::{Value, json};

use crate::client::{Client, GREEDY, HONEST, make_from};
use crate::server::{TestServer, behind_proxy};

/// Moves that no book knows, so that the computers have to think.
const UNUSUAL: &str = "f5f4e3f6g5d6";

async fn enter(server: &TestServer, visitor: &str, new_game: &Value) -> Client {
    let made = make_from(server.address, visitor, new_game).await;
    let game = made["game"].as_str().unwrap();
    let client = Client::connect_from(server.address, game, Some(visitor)).await.unwrap();
    client.hello(made["token"].as_str(), 0).await.unwrap()
}

/// The waits for so many answers, on a server whose computers think as long as they do in earnest.
async fn waits(games: usize, answers: usize) -> Vec<Duration> {
    let mut config = behind_proxy();
    config.limits = Limits { games_per_minute: 100, ..config.limits };
    config.engine_threads = 2;
    config.metrics = Some(config.bind);
    let server = TestServer::start(config, MemoryStore::default()).await;
    let strong = json!({"player": "computer", "level": 10});
    let mut greedy = Vec::new();
    for _ in 0..games {
        let new_game = json!({"black": strong, "white": strong, "start": UNUSUAL});
        let mut client = enter(&server, GREEDY, &new_game).await;
        // Somebody watches, or the computers would not think; and reads, as a page does.
        greedy.push(tokio::spawn(async move { while client.next().await.is_ok() {} }));
    }
    // All of them want to think, and two at the most do.
    while server.gauge("engine_queue").await < games - 2 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let mut honest = enter(&server, HONEST, &json!({"white": {"player": "computer", "level": 1}})).await;
    let mut waits = Vec::new();
    while waits.len() < answers {
        let state = honest.state();
        let square = state["position"]["legal"].as_object().unwrap().keys().next();
        let move_ = square.map_or("pass", String::as_str).to_owned();
        let id = format!("command-{}", waits.len());
        let done = honest.command(&id, json!({"do": "play", "move": move_})).await.unwrap();
        assert_eq!(done["type"], "done", "{done}");
        let began = Instant::now();
        honest.until_seq(done["seq"].as_u64().unwrap() + 1).await.unwrap();
        waits.push(began.elapsed());
    }
    for task in greedy {
        task.abort();
    }
    server.stop().await;
    waits
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes half a minute of both cores"]
async fn twenty_games_of_strong_computers_beside_an_honest_visitor() {
    let mut waits = waits(20, 10).await;
    waits.sort_unstable();
    let (middle, longest) = (waits[waits.len() / 2], *waits.last().unwrap());
    println!(
        "{} answers of the weakest computer beside 20 games of the strongest: p50 {middle:.2?}, longest {longest:.2?}",
        waits.len()
    );
    // One thread looks only for moves that people wait for, so that nobody waits for a search of another visitor.
    assert!(longest < Duration::from_secs(1), "{longest:.2?}");
}
