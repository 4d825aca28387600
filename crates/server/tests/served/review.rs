//! Reviews: streamed, kept with their game, refused while people play, and given up by those who leave.

use std::net::SocketAddr;
use std::time::Duration;

use outflank_server::Limits;
use outflank_server::store::{MemoryStore, SqliteStore};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::bot::seats;
use crate::client::{Client, get, make, post, request};
use crate::server::{Folder, TestServer, config};

const MOVES: [&str; 6] = ["f5", "d6", "c3", "d3", "c4", "f4"];

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

async fn resign(address: SocketAddr, game: &str, token: &str, seat: &str) {
    let mut player = Client::enter(address, game, Some(token), 0).await.unwrap();
    let done = player.command("command-resign", json!({"do": "resign", "seat": seat})).await.unwrap();
    assert!(done["seq"].is_number(), "{done}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_is_streamed_once_and_kept_with_its_game() {
    let folder = Folder::new("review");
    let server = TestServer::start(config(), SqliteStore::open(&folder.games()).unwrap()).await;
    let made =
        make(server.address, &json!({"black": {"player": "human"}, "white": {"player": "human"}})).await;
    let (game, token) = (made["game"].as_str().unwrap(), made["token"].as_str().unwrap());
    let mut player = Client::enter(server.address, game, Some(token), 0).await.unwrap();
    for (n, mv) in MOVES.iter().enumerate() {
        player.command(&format!("command-{n}"), json!({"do": "play", "move": mv})).await.unwrap();
    }
    let path = format!("/api/games/{game}/review");
    let early = get(server.address, &path).await;
    assert_eq!(early.json()["reason"], "not_over", "{}", early.text());
    resign(server.address, game, token, "white").await;

    let told = lines(&get(server.address, &path).await.text());
    let (last, parts) = told.split_last().unwrap();
    let parts: Vec<&Value> = parts.iter().filter(|line| line["type"] == "part").collect();
    let plies = parts.iter().flat_map(|part| part["moves"].as_array().into_iter().flatten());
    let mut plies: Vec<u64> = plies.map(|mv| mv["ply"].as_u64().unwrap()).collect();
    assert_eq!(plies[0], 5, "the end comes first");
    plies.sort_unstable();
    assert_eq!(plies, [0, 1, 2, 3, 4, 5], "each move is told once");
    assert!(parts.iter().all(|part| part["done"].as_u64() <= part["of"].as_u64()));
    assert_eq!(last["type"], "done");
    assert_eq!(last["moves"].as_array().unwrap().len(), 6);
    assert_eq!(last["values"].as_array().unwrap().len(), 7);
    assert_eq!(last["opening"], "Tiger");

    let again = lines(&get(server.address, &path).await.text());
    assert_eq!(again, std::slice::from_ref(last), "it is not made again");
    server.stop().await;
    let server = TestServer::start(config(), SqliteStore::open(&folder.games()).unwrap()).await;
    assert_eq!(lines(&get(server.address, &path).await.text()), std::slice::from_ref(last));

    // One that another version has made, and one that cannot be read, are made anew.
    for change in ["UPDATE review SET key = 'older'", "UPDATE review SET review = '{}'"] {
        let file = rusqlite::Connection::open(folder.games()).unwrap();
        assert_eq!(file.execute(change, []).unwrap(), 1);
        drop(file);
        let anew = lines(&get(server.address, &path).await.text());
        assert!(anew.len() > 1, "{change}");
        assert_eq!(anew.last().unwrap()["moves"].as_array().unwrap().len(), 6, "{change}");
    }
    server.stop().await;
}

/// A game of two people at one screen that is over after some moves.
async fn finished_game(address: SocketAddr) -> String {
    let made = make(address, &json!({"black": {"player": "human"}, "white": {"player": "human"}})).await;
    let (game, token) = (made["game"].as_str().unwrap(), made["token"].as_str().unwrap());
    let mut player = Client::enter(address, game, Some(token), 0).await.unwrap();
    for (n, mv) in MOVES.iter().enumerate() {
        player.command(&format!("command-{n}"), json!({"do": "play", "move": mv})).await.unwrap();
    }
    resign(address, game, token, "white").await;
    game.to_owned()
}

/// How many searches the server has made for studies.
async fn searches(server: &TestServer) -> u64 {
    let metrics = get(server.metrics.unwrap(), "/metrics").await.text();
    let count = metrics.lines().find_map(|line| line.strip_prefix("outflank_analyses_total "));
    count.unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn many_who_ask_at_once_wait_for_one_review() {
    let mut config = config();
    config.metrics = Some(config.bind);
    let server = TestServer::start(config, MemoryStore::default()).await;
    let address = server.address;
    let path = format!("/api/games/{}/review", finished_game(address).await);
    let before = searches(&server).await;
    let (one, two, three) = tokio::join!(get(address, &path), get(address, &path), get(address, &path));
    let told = [one, two, three].map(|told| lines(&told.text()));
    let together = searches(&server).await - before;
    assert_eq!(told[0].last().unwrap()["type"], "done");
    assert_eq!(told[0].last(), told[1].last());
    assert_eq!(told[0].last(), told[2].last());
    // The same game of its own takes as many searches for one.
    let alone = format!("/api/games/{}/review", finished_game(address).await);
    let before = searches(&server).await;
    get(address, &alone).await;
    assert_eq!(together, searches(&server).await - before, "three make as many searches as one");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deeper_review_takes_the_place_of_the_one_that_was_kept() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let address = server.address;
    let path = format!("/api/games/{}/review", finished_game(address).await);
    let usual = lines(&get(address, &path).await.text()).pop().unwrap();
    assert_eq!((&usual["deep"], &usual["moves"][5]["best"]["depth"]), (&json!(false), &json!(14)));
    let deep = lines(&get(address, &format!("{path}?deep=true")).await.text()).pop().unwrap();
    assert_eq!((&deep["deep"], &deep["moves"][5]["best"]["depth"]), (&json!(true), &json!(18)));
    for path in [path.clone(), format!("{path}?deep=true")] {
        assert_eq!(lines(&get(address, &path).await.text()), std::slice::from_ref(&deep), "{path}");
    }
    assert_eq!(get(address, &format!("{path}?deep=very")).await.status, 400);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_round_has_a_review_of_its_own() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let address = server.address;
    let made = make(address, &json!({"black": {"player": "human"}, "white": {"player": "human"}})).await;
    let (game, token) = (made["game"].as_str().unwrap(), made["token"].as_str().unwrap());
    let path = format!("/api/games/{game}/review");
    let mut player = Client::enter(address, game, Some(token), 0).await.unwrap();
    player.command("command-1", json!({"do": "play", "move": "f5"})).await.unwrap();
    resign(address, game, token, "white").await;
    let first = lines(&get(address, &path).await.text()).pop().unwrap();
    assert_eq!(first["moves"][0]["move"], "f5");
    player.command("command-2", json!({"do": "rematch"})).await.unwrap();
    assert_eq!(get(address, &path).await.json()["reason"], "not_over");
    player.command("command-3", json!({"do": "play", "move": "d3"})).await.unwrap();
    let mut other = Client::enter(address, game, Some(token), 0).await.unwrap();
    other.command("command-4", json!({"do": "resign", "seat": "white"})).await.unwrap();
    let second = lines(&get(address, &path).await.text()).pop().unwrap();
    assert_eq!(second["moves"][0]["move"], "d3");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_between_people_is_not_reviewed_while_it_is_played() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let address = server.address;
    let (game, tokens) = seats(address, &json!({"white": {"player": "friend"}})).await;
    let mut black = Client::enter(address, &game, Some(&tokens[0]), 0).await.unwrap();
    black.command("command-1", json!({"do": "play", "move": "f5"})).await.unwrap();
    let path = format!("/api/games/{game}/review");
    let refused = get(address, &path).await;
    assert_eq!((refused.status, refused.json()["reason"].as_str()), (403, Some("live_game")));
    resign(address, &game, &tokens[1], "white").await;
    let told = lines(&get(address, &path).await.text());
    assert_eq!(told.last().unwrap()["type"], "done");
    assert_eq!(get(address, "/api/games/c0ffeec0ffee/review").await.status, 404);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn records_of_all_kinds_are_reviewed_or_refused_with_a_sentence() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let address = server.address;
    let review =
        async |request: Value| lines(&post(address, "/api/review", &request).await.text()).pop().unwrap();

    let one = review(json!({"text": "f5"})).await;
    assert_eq!((&one["accuracy"]["black"], &one["accuracy"]["white"]), (&json!(100.0), &Value::Null));
    // Black leaves White without a disc.
    let wipe_out = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];
    let over = review(json!({"moves": wipe_out, "seconds": 0.02})).await;
    assert_eq!(over["values"][9], 64.0);
    let start = json!({"board": format!("XO{}", "-".repeat(62)), "turn": "white"});
    let passes = review(json!({"start": start, "moves": ["pass", "c1"]})).await;
    assert_eq!((&passes["moves"][0]["label"], &passes["moves"][0]["number"]), (&json!("forced"), &json!(1)));
    assert_eq!(
        (&passes["accuracy"]["black"], &passes["values"][2]),
        (&Value::Null, &json!(64.0)),
        "{passes}"
    );
    let start = json!({
        "board": "---------------------------OX------XO---------------------------", "turn": "black", "rules": "orthogonal",
    });
    let variant = review(json!({"start": start, "moves": ["d3", "c5"], "seconds": 0.02})).await;
    assert_eq!((&variant["trained"], &variant["opening"]), (&json!(false), &Value::Null), "{variant}");

    let refused = async |request: Value| {
        let answer = post(address, "/api/review", &request).await;
        (answer.status, answer.json()["reason"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(refused(json!({"moves": []})).await, (422, "no_moves".to_owned()));
    assert_eq!(refused(json!({"text": "f5f5"})).await, (422, "bad_record".to_owned()));
    assert_eq!(refused(json!({"text": "f5d6", "game": 2})).await, (422, "no_such_record".to_owned()));
    assert_eq!(refused(json!({"text": "f5", "moves": ["f5"]})).await, (400, "text_and_moves".to_owned()));
    assert_eq!(refused(json!({"text": "f5", "seconds": 60})).await, (400, "bad_seconds".to_owned()));

    let words = get(address, "/api/glossary").await.json();
    let corner = words.as_array().unwrap().iter().find(|entry| entry["word"] == "corner").unwrap();
    assert_eq!(corner["board"].as_str().unwrap().len(), 64);
    server.stop().await;
}

/// Whoever leaves gives their place back at once: one place is enough for many reviews that nobody waits for.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_a_stream_gives_the_place_back() {
    let mut config = config();
    config.limits = Limits { analyses_at_once: 1, spare_local: false, ..config.limits };
    let server = TestServer::start(config, MemoryStore::default()).await;
    let address = server.address;
    let body = json!({"moves": MOVES, "seconds": 2}).to_string();
    for _ in 0..5 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let head = format!(
            "POST /api/review HTTP/1.1\r\nHost: {address}\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut first = [0; 12];
        stream.read_exact(&mut first).await.unwrap();
        assert_eq!(&first, b"HTTP/1.1 200");
        let busy =
            request(address, "POST", "/api/review", "", &json!({"text": "f5"}).to_string()).await.unwrap();
        assert_eq!(busy.json()["reason"], "too_many_analyses");
        drop(stream);
        // The server learns of it from the system, in its own time.
        let mut left = 200;
        while get_one(address).await == 429 {
            left -= 1;
            assert!(left > 0, "the place was not given back");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    server.stop().await;
}

async fn get_one(address: SocketAddr) -> u16 {
    post(address, "/api/review", &json!({"text": "f5", "seconds": 0.01})).await.status
}
