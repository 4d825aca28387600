//! Records, values of moves, graphs, pictures.

use outflank_server::store::MemoryStore;
use serde_json::{Value, json};

use crate::bot::two_people;
use crate::client::{get, make, post};
use crate::server::{TestServer, config};

/// The board at the start.
pub(crate) const START: &str = "---------------------------OX------XO---------------------------";

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test]
async fn everything_the_page_needs_to_study_a_game() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let address = server.address;

    let view = post(address, "/api/view", &json!({"text": "F5 d6 C3"})).await.json();
    assert_eq!(view["moves"], json!(["f5", "d6", "c3"]));
    assert_eq!(view["plies"].as_array().unwrap().len(), 4);
    let tried = json!({"start": view["plies"][0]["position"], "moves": ["f5", "d6", "c3", "d3"]});
    let more = post(address, "/api/view", &tried).await;
    assert_eq!(more.json()["transcript"], "f5d6c3d3", "{}", more.text());
    let bad = post(address, "/api/view", &json!({"text": "hello?"})).await;
    assert_eq!(bad.status, 422);

    let question = json!({"position": {"board": START, "turn": "black"}, "seconds": 0.05});
    let told = lines(&post(address, "/api/analyse", &question).await.text());
    let last = told.last().unwrap();
    assert_eq!((&last["type"], last["moves"].as_array().unwrap().len()), (&json!("done"), 4));
    let too_long = json!({"position": {"board": START, "turn": "black"}, "seconds": 60});
    assert_eq!(post(address, "/api/analyse", &too_long).await.status, 400);

    // A game that ends by wiping Black's opponent out: the end is certain, and every ply is told once.
    let wipe_out = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];
    let graph =
        lines(&post(address, "/api/graph", &json!({"moves": wipe_out, "seconds": 0.02})).await.text());
    let plies: Vec<u64> = graph.iter().filter_map(|line| line["ply"].as_u64()).collect();
    assert_eq!(plies, (0..=9).rev().collect::<Vec<u64>>());
    let first = graph.iter().find(|line| line["ply"] == 9).unwrap();
    assert_eq!((&first["value"], &first["certainty"]), (&json!(64.0), &json!("exact")));
    assert_eq!(graph.last().unwrap()["plies"], 10);

    let about = get(address, "/api/about").await.json();
    assert_eq!((about["levels"].as_array().unwrap().len(), &about["medium"]), (10, &json!(5)));
    let rules = get(address, "/api/rules?rules=orthogonal").await;
    assert!(rules.text().contains("diagonals do not count"));
    let code = post(address, "/api/qr", &json!({"text": "http://localhost/g/x#i=secret"})).await;
    assert!(code.text().starts_with("<svg") && code.head.contains("image/svg+xml"));
    let picture = get(address, &format!("/api/picture.png?board={START}&last=d3&width=100")).await;
    assert!(picture.body.starts_with(b"\x89PNG"), "{}", picture.text());
    assert_eq!(get(address, "/api/picture.svg?board=x").await.status, 422);

    let made = make(address, &json!({"start": "f5d6c3", "white": {"player": "human"}})).await;
    let path = format!("/api/games/{}", made["game"].as_str().unwrap());
    assert_eq!(get(address, &path).await.json()["state"]["turn"], "white");
    let board = get(address, &format!("{path}/record?format=board")).await;
    assert!(board.text().ends_with(" O\n"), "{}", board.text());
    server.stop().await;
}

/// While two people play, the engine helps nobody with their position, in whatever form it is asked about.
#[tokio::test(flavor = "multi_thread")]
async fn positions_of_a_game_between_people_are_not_analysed_while_it_is_played() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let address = server.address;
    let moves = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7", "d7"];
    let mut players = two_people(address, &moves).await;
    let analyse = async |moves: &[&str], turned: bool| {
        let view = post(address, "/api/view", &json!({"moves": moves})).await.json();
        let position = &view["plies"][moves.len()]["position"];
        let mut board = position["board"].as_str().unwrap().to_owned();
        if turned {
            board = board.chars().rev().collect();
        }
        let setup = json!({"board": board, "turn": position["turn"]});
        post(address, "/api/analyse", &json!({"position": setup, "seconds": 0.01})).await
    };
    for turned in [false, true] {
        assert_eq!(analyse(&moves[..9], turned).await.status, 200, "what everybody knows");
        for length in [10, 11] {
            let refused = analyse(&moves[..length], turned).await;
            assert_eq!(
                (refused.status, refused.json()["code"].as_str()),
                (403, Some("live_game")),
                "{length}"
            );
        }
    }
    let graph = json!({"moves": moves, "seconds": 0.01});
    assert_eq!(post(address, "/api/graph", &graph).await.json()["code"], "live_game");
    let start = json!({"start": moves.concat(), "white": {"player": "computer"}});
    assert_eq!(post(address, "/api/games", &start).await.json()["code"], "live_game");
    players[1].command("command-z", json!({"do": "resign"})).await.unwrap();
    assert_eq!(analyse(&moves, true).await.status, 200, "the game is over");
    assert_eq!(post(address, "/api/graph", &graph).await.status, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_that_is_cut_says_so() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let address = server.address;
    let question = json!({"position": {"board": START, "turn": "black"}, "seconds": 10});
    let asking = tokio::spawn(async move { post(address, "/api/analyse", &question).await.text() });
    let graph = json!({"moves": ["f5", "d6", "c3"], "seconds": 2});
    let drawing = tokio::spawn(async move { post(address, "/api/graph", &graph).await.text() });
    tokio::time::sleep(std::time::Duration::from_millis(700)).await;
    server.stop().await;
    for answer in [asking.await.unwrap(), drawing.await.unwrap()] {
        let last = lines(&answer).pop().unwrap_or_default();
        assert_eq!(last["type"], "stopped", "{answer}");
    }
}
