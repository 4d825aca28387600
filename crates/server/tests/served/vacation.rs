//! Days off: clocks of days stand still, whatever else happens, and the lists say until when.

use std::sync::atomic::Ordering;
use std::time::Duration;

use outflank_server::Config;
use outflank_server::store::MemoryStore;
use serde_json::{Value, json};

use crate::client::{Client, get};
use crate::faults::{Faulty, until_health};
use crate::lobby::enter;
use crate::people::{by, introduce, key};
use crate::server::{TestServer, config};

const HOUR_MS: u64 = 3_600_000;
/// A day takes 4.3 seconds.
const SPEED: u32 = 20_000;

/// Until so many hours have passed on the server's clock.
async fn hours(count: u32) {
    tokio::time::sleep(Duration::from_hours(1) * count / SPEED).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_clock_of_a_player_on_vacation_stands_still() {
    let (store, faults) = Faulty::new(MemoryStore::default());
    // A game that nobody has open is at rest at once.
    let settings = Config { speed: SPEED, idle: Duration::from_millis(20), ..config() };
    let server = TestServer::start(settings, store).await;
    let at = server.address;
    let (anna, ben) = (key(1), key(2));
    introduce(at, &anna, "Anna").await;
    introduce(at, &ben, "Ben").await;
    let mut annas = enter(at, Some(&anna)).await.unwrap();
    let mut bens = enter(at, Some(&ben)).await.unwrap();
    let terms = json!({"clock": {"main_s": 86400, "per_move": true}, "colour": "black"});
    let posted = annas.command("a day a move", json!({"do": "offer", "terms": terms})).await.unwrap();
    let taken = bens.command("ben takes it", json!({"do": "take", "offer": posted["offer"]})).await.unwrap();
    let game = taken["game"].as_str().unwrap().to_owned();
    let mut black = Client::enter(at, &game, Some(&anna), 0).await.unwrap();
    let mut white = Client::enter(at, &game, Some(&ben), 0).await.unwrap();
    for (number, square) in ["f5", "d6", "c3"].into_iter().enumerate() {
        let seat = if number == 1 { &mut white } else { &mut black };
        let play = json!({"do": "play", "move": square});
        let done = seat.command(&format!("command {number}"), play).await.unwrap();
        assert_eq!(done["type"], "done", "{done}");
    }
    let listed = async |key: &str| {
        let mine = by(at, key, "GET", "/api/me/games", &Value::Null).await.json();
        (mine["now"].as_u64().unwrap(), mine["games"][0]["deadline"].as_u64().unwrap())
    };
    let me = by(at, &ben, "PUT", "/api/me", &json!({"vacation_days": 3})).await.json();
    let until = me["vacation"]["until"].as_u64().unwrap();
    let (began, deadline) = listed(&ben).await;
    // What was left of the day is there when they are back.
    let left = deadline - until;
    assert!(until > began + 60 * HOUR_MS && left < 25 * HOUR_MS, "{left} after the vacation");
    assert!(listed(&anna).await.1.abs_diff(deadline) < HOUR_MS, "both are told the same");

    // While the game is at rest nothing can be stored for a while; then the other player says something.
    drop((annas, bens, black, white));
    hours(15).await;
    faults.broken.store(true, Ordering::Relaxed);
    until_health(&server, 503).await;
    faults.broken.store(false, Ordering::Relaxed);
    until_health(&server, 200).await;
    let mut black = Client::enter(at, &game, Some(&anna), 0).await.unwrap();
    black.command("hurry up", json!({"do": "greet", "greeting": "one_moment"})).await.unwrap();
    assert!(listed(&ben).await.1 + HOUR_MS > deadline, "nothing was lost");

    drop(black);
    // The flag falls a day after the vacation and not before.
    let ended = loop {
        hours(1).await;
        let spectator = Client::enter(at, &game, None, 0).await.unwrap();
        let events = spectator.latest["events"].as_array().unwrap().clone();
        if let Some(ended) = events.into_iter().find(|event| event["what"] == "ended") {
            break ended;
        }
    };
    assert_eq!(ended["result"]["reason"], "out_of_time", "{ended}");
    assert!(ended["at"].as_u64().unwrap() + HOUR_MS > deadline, "{ended}: {deadline}");
    assert_eq!(get(at, &format!("/api/games/{game}")).await.json()["state"]["result"]["winner"], "black");
    server.stop().await;
}
