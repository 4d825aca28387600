//! People who find each other.

use std::net::SocketAddr;
use std::time::Duration;

use outflank_server::store::{MemoryStore, SqliteStore};
use serde_json::{Value, json};

use crate::client::{Client, Closed, get};
use crate::people::{by, introduce, key};
use crate::server::{Folder, TestServer, config};

/// Opens the lobby.
pub(crate) async fn enter(at: SocketAddr, key: Option<&str>) -> Result<Client, Closed> {
    let mut client = Client::open(at, "/api/lobby/socket", None).await?;
    let hello = match key {
        Some(key) => json!({"type": "hello", "key": key}),
        None => json!({"type": "hello"}),
    };
    client.send(&hello).await?;
    client.until("welcome").await?;
    Ok(client)
}

/// Somebody with a name, in the lobby.
async fn player(at: SocketAddr, number: u64, name: &str) -> (String, Client) {
    let key = key(number);
    introduce(at, &key, name).await;
    let client = enter(at, Some(&key)).await.unwrap();
    (key, client)
}

fn live() -> Value {
    json!({"clock": {"main_s": 300}, "rated": true})
}

fn days() -> Value {
    json!({"clock": {"main_s": 86400, "per_move": true}})
}

/// Plays a game to its end, both with their keys.
pub(crate) async fn play_out(at: SocketAddr, game: &str, keys: [&str; 2]) -> [Client; 2] {
    let mut seats = [
        Client::enter(at, game, Some(keys[0]), 0).await.unwrap(),
        Client::enter(at, game, Some(keys[1]), 0).await.unwrap(),
    ];
    let mut number = 0;
    while seats[0].state()["result"].is_null() {
        let state = seats[0].state().clone();
        let turn = &state["turn"];
        let mover = usize::from(!seats[0].latest["you"]["seats"].as_array().unwrap().contains(turn));
        let square = state["position"]["legal"].as_object().unwrap().keys().next().unwrap().clone();
        number += 1;
        let play = json!({"do": "play", "move": square});
        let done = seats[mover].command(&format!("command-{number}"), play).await.unwrap();
        assert_eq!(done["type"], "done", "{done}");
        for seat in &mut seats {
            seat.until_seq(done["seq"].as_u64().unwrap()).await.unwrap();
        }
    }
    seats
}

#[tokio::test(flavor = "multi_thread")]
async fn two_strangers_meet_and_play_a_rated_game() {
    let folder = Folder::new("meet");
    let server = TestServer::start(config(), SqliteStore::open(&folder.games()).unwrap()).await;
    let at = server.address;
    let (anna, mut annas) = player(at, 1, "Anna").await;
    let (ben, mut bens) = player(at, 2, "Ben").await;
    let posted = annas.command("anna offers", json!({"do": "offer", "terms": live()})).await.unwrap();
    let offer = posted["offer"].as_str().unwrap().to_owned();
    // Sent again, it is the same offer.
    let again = annas.command("anna offers", json!({"do": "offer", "terms": live()})).await.unwrap();
    assert_eq!(again["offer"], posted["offer"]);
    let seen = bens.until("lobby").await.unwrap();
    let listed = seen["offers"].as_array().unwrap().iter().find(|listed| listed["id"] == offer.as_str());
    assert_eq!(listed.unwrap()["by"]["name"], "Anna", "{seen}");
    assert_eq!(get(at, "/api/lobby").await.json()["offers"][0]["id"], offer.as_str());

    let done = bens.command("ben plays now", json!({"do": "now", "terms": live()})).await.unwrap();
    let game = done["game"].as_str().unwrap().to_owned();
    let paired = annas.until("paired").await.unwrap();
    assert_eq!((paired["game"].as_str(), paired["opponent"]["name"].as_str()), (Some(&*game), Some("Ben")));
    let repeated = bens.command("ben plays now", json!({"do": "now", "terms": live()})).await.unwrap();
    assert_eq!(repeated["game"], game.as_str(), "once, however often it is sent");
    assert!(get(at, "/api/lobby").await.json()["offers"].as_array().unwrap().is_empty());
    let mine = by(at, &anna, "GET", "/api/me/games", &Value::Null).await.json();
    assert_eq!(mine["games"][0]["game"], game.as_str(), "{mine}");
    assert_eq!(mine["games"][0]["opponent"]["name"], "Ben");

    let seats = play_out(at, &game, [&anna, &ben]).await;
    let events = seats[0].latest["events"].as_array().unwrap().clone();
    let rated = events.iter().find(|event| event["what"] == "rated").expect("it was rated").clone();
    let winner = seats[0].state()["result"]["winner"].clone();
    for (key, seat) in [(&anna, &seats[0]), (&ben, &seats[1])] {
        let me = by(at, key, "GET", "/api/me", &Value::Null).await.json();
        let side = seat.latest["you"]["seats"][0].as_str().unwrap();
        assert_eq!(me["live"]["points"], rated["after"][side]["points"]);
        assert_eq!((me["live"]["games"].as_u64(), me["days"]["games"].as_u64()), (Some(1), Some(0)));
        let gained = me["live"]["points"].as_u64().unwrap().cmp(&1500);
        let expected = match winner.as_str() {
            None => std::cmp::Ordering::Equal,
            Some(won) if won == side => std::cmp::Ordering::Greater,
            Some(_) => std::cmp::Ordering::Less,
        };
        assert_eq!(gained, expected, "{me}");
        let games = by(at, key, "GET", "/api/me/games", &Value::Null).await.json();
        assert!(games["games"].as_array().unwrap().is_empty(), "{games}");
    }
    let told = annas.until("game").await.unwrap();
    assert_eq!(told["game"], game.as_str());

    // They can still thank each other, though not without end; whoever comes later reads it.
    let [mut one, mut other] = seats;
    let thanks = json!({"do": "greet", "greeting": "good_game"});
    let said = one.command("one says", thanks.clone()).await.unwrap();
    other.until_seq(said["seq"].as_u64().unwrap()).await.unwrap();
    let told = other.latest["events"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&told["what"], &told["greeting"]), (&json!("greeted"), &json!("good_game")));
    assert!(told["sentence"].as_str().unwrap().ends_with("): Good game."), "{told}");
    assert_eq!(one.command("one more", thanks.clone()).await.unwrap()["reason"], "greeted_enough");
    assert_eq!(other.command("the other", thanks).await.unwrap()["type"], "done");

    // Another round is theirs again.
    one.command("once more", json!({"do": "rematch"})).await.unwrap();
    other.command("yes, again", json!({"do": "accept"})).await.unwrap();
    let games = by(at, &ben, "GET", "/api/me/games", &Value::Null).await.json();
    assert_eq!(games["games"][0]["game"], game.as_str());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_are_taken_once_and_bounded() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let at = server.address;
    let (anna, mut annas) = player(at, 1, "Anna").await;
    let (_, mut bens) = player(at, 2, "Ben").await;
    let (_, mut carls) = player(at, 3, "Carl").await;
    let posted = annas.command("over days", json!({"do": "offer", "terms": days()})).await.unwrap();
    let take = json!({"do": "take", "offer": posted["offer"]});
    assert_eq!(annas.command("my own one", take.clone()).await.unwrap()["reason"], "own_offer");
    let (one, other) =
        tokio::join!(bens.command("ben takes", take.clone()), carls.command("carl takes", take));
    let answers = [one.unwrap(), other.unwrap()];
    let taken: Vec<&Value> = answers.iter().filter(|answer| answer["type"] == "done").collect();
    assert_eq!(taken.len(), 1, "{answers:?}");
    let refused = answers.iter().find(|answer| answer["type"] == "refused").unwrap();
    assert_eq!((&refused["code"], &refused["reason"]), (&json!("gone"), &json!("offer_gone")));

    // An offer is taken back by its maker only.
    let posted = annas.command("another one", json!({"do": "offer", "terms": days()})).await.unwrap();
    let withdraw = json!({"do": "withdraw", "offer": posted["offer"]});
    assert_eq!(bens.command("not mine", withdraw.clone()).await.unwrap()["reason"], "offer_gone");
    assert_eq!(annas.command("it is mine", withdraw.clone()).await.unwrap()["type"], "done");
    let late = bens.command("too late", json!({"do": "take", "offer": posted["offer"]})).await.unwrap();
    assert_eq!(late["reason"], "offer_gone");

    // Five are open at a time.
    for n in 0..5 {
        let posted = annas.command(&format!("offer no {n}"), json!({"do": "offer", "terms": days()})).await;
        assert_eq!(posted.unwrap()["type"], "done");
    }
    let sixth = annas.command("the sixth", json!({"do": "offer", "terms": days()})).await.unwrap();
    assert_eq!((&sixth["code"], &sixth["reason"]), (&json!("too_many"), &json!("too_many_offers")));

    // What makes no sense is refused in a sentence.
    for (n, (fields, reason)) in [
        (json!({"do": "offer"}), "bad_offer"),
        (json!({"do": "take"}), "bad_offer"),
        (json!({"do": "offer", "terms": {"clock": {"main_s": 17}}}), "bad_offer"),
        (json!({"do": "dance"}), "not_understood"),
    ]
    .into_iter()
    .enumerate()
    {
        let answer = bens.command(&format!("nonsense {n}"), fields).await.unwrap();
        assert_eq!((&answer["type"], &answer["reason"]), (&json!("refused"), &json!(reason)), "{answer}");
    }
    assert_eq!(
        bens.command("short", json!({"do": "now", "terms": days()})).await.unwrap()["reason"],
        "bad_id"
    );

    // Whoever has no key looks on.
    let mut stranger = enter(at, None).await.unwrap();
    let answer = stranger.command("let me play", json!({"do": "now", "terms": days()})).await.unwrap();
    assert_eq!(answer["reason"], "key_missing");
    assert_eq!(enter(at, Some(&key(99))).await.err(), Some(Closed(Some(4403))));
    assert_eq!(enter(at, Some("nonsense")).await.err(), Some(Closed(Some(4403))));
    drop(anna);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn live_offers_end_with_their_socket_and_those_over_days_survive_a_restart() {
    let folder = Folder::new("offers");
    let server = TestServer::start(config(), SqliteStore::open(&folder.games()).unwrap()).await;
    let (anna, mut annas) = player(server.address, 1, "Anna").await;
    for (n, terms) in [live(), days()].into_iter().enumerate() {
        annas.command(&format!("offer no {n}"), json!({"do": "offer", "terms": terms})).await.unwrap();
    }
    server.stop().await;
    let server = TestServer::start(config(), SqliteStore::open(&folder.games()).unwrap()).await;
    let at = server.address;
    let offers = async || get(at, "/api/lobby").await.json()["offers"].as_array().unwrap().len();
    assert_eq!(offers().await, 2, "both outlive a restart");
    let annas = enter(at, Some(&anna)).await.unwrap();
    let welcome = annas.latest.clone();
    assert_eq!(welcome["mine"].as_array().unwrap().len(), 2, "{welcome}");
    tokio::time::sleep(Duration::from_secs(12)).await;
    assert_eq!(offers().await, 2, "as long as she is here");
    drop(annas);
    tokio::time::sleep(Duration::from_secs(8)).await;
    assert_eq!(offers().await, 2, "she may come back");
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(offers().await, 1, "the live one has ended");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_waits_is_told_of_the_computer_and_a_game_without_a_first_move_is_called_off() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let at = server.address;
    let (_, mut annas) = player(at, 1, "Anna").await;
    let (ben, mut bens) = player(at, 2, "Ben").await;
    let posted = annas.command("anna waits", json!({"do": "now", "terms": live()})).await.unwrap();
    let told = annas.until("computer").await.unwrap();
    assert_eq!((&told["offer"], &told["level"]), (&posted["offer"], &json!(5)));
    let done = bens.command("ben takes", json!({"do": "take", "offer": posted["offer"]})).await.unwrap();
    let game = done["game"].as_str().unwrap();
    let mut seat = Client::enter(at, game, Some(&ben), 0).await.unwrap();
    assert!(seat.state()["first_move_by"].as_u64().unwrap() > seat.latest["now"].as_u64().unwrap());
    let update = seat.until("update").await.unwrap();
    assert_eq!(update["state"]["result"]["reason"], "called_off");
    assert!(update["events"].as_array().unwrap().iter().all(|event| event["what"] != "rated"));
    server.stop().await;
}
