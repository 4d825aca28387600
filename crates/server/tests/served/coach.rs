//! Openings over the socket of practice, and that they do not help in a game that is still played.

use outflank_server::store::MemoryStore;
use outflank_study::practice::{Event, Line, OpeningEntry};
use serde_json::{Value, json};

use crate::bot::two_people;
use crate::practice::{Browser, asks};
use crate::server::{TestServer, config};

/// Plays what the book plays until the line is at its end.
async fn play_line(browser: &mut Browser, mut prompt: Value) -> Value {
    while asks(&prompt) == "square" {
        prompt = browser.reply(json!({"square": best(&prompt)})).await;
    }
    prompt
}

/// What the book plays in the position of a prompt.
fn best(prompt: &Value) -> String {
    let board = prompt["position"]["board"].as_str().unwrap();
    let turn = if prompt["position"]["turn"] == "black" { "X" } else { "O" };
    let position = outflank_records::read(format!("{board} {turn}").as_bytes()).unwrap().remove(0);
    let moves = outflank_engine::book::Book::embedded().moves(position.game.position().board());
    moves[0].square.to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_lines_are_coached_and_known_on_another_server() {
    let first = TestServer::start(config(), MemoryStore::default()).await;
    let mut browser = Browser::open(first.address, String::new()).await.unwrap();
    let nothing = json!({"known": 0, "due": 0, "right": 0, "answers": 0});
    assert_eq!(browser.overview["openings"], json!({"black": nothing, "white": nothing}));
    let tiger = json!({"kind": "opening", "opening": "tiger", "side": "black"});
    let mut prompt = browser.begin(tiger.clone()).await;
    assert_eq!((&prompt["drill"], &prompt["place"]), (&json!("coach"), &json!("Tiger, line 1 of 10")));
    assert!(prompt["text"][0].as_str().unwrap().contains("You play Black."), "{prompt}");
    for line in 1..=10 {
        assert_eq!(asks(&prompt), "square", "line {line}: {prompt}");
        let told = play_line(&mut browser, prompt).await;
        assert!(told["text"].as_array().unwrap().last().unwrap().as_str().unwrap().contains("known, 0 due"));
        prompt = browser.reply(json!("next")).await;
    }
    assert_eq!(asks(&prompt), "done");
    first.stop().await;

    let second = TestServer::start(config(), MemoryStore::default()).await;
    let mut again = Browser::open(second.address, browser.log.clone()).await.unwrap();
    let black = &again.overview["openings"]["black"];
    assert_eq!(black["answers"], browser.log.lines().count());
    assert_eq!((&black["right"], &black["due"]), (&black["answers"], &json!(0)));
    // What is not known is due at once, here and in the list.
    let prompt = again.begin(tiger).await;
    assert!(prompt["text"][0].as_str().unwrap().contains("0 due"), "{prompt}");
    let told = again.reply(json!("show")).await;
    assert_eq!((asks(&told), told["done"].as_array().unwrap().last()), ("next", Some(&json!(false))));
    assert_eq!(told["lines"][0]["name"], "best");
    again.send(json!({"type": "openings"})).await;
    let list = again.until("openings").await;
    let of =
        |name: &str| list["openings"].as_array().unwrap().iter().find(|one| one["name"] == name).unwrap();
    assert_eq!(of("Tiger")["progress"]["black"]["due"], 1, "{}", of("Tiger"));
    assert_eq!(of("The first moves")["moves"], "");
    assert_eq!(of("Tiger")["progress"]["white"], nothing);
    second.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_answer_is_shown_with_what_punishes_it() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let mut browser = Browser::open(server.address, String::new()).await.unwrap();
    let prompt = browser.begin(json!({"kind": "opening", "opening": "f5d6c3d3c4", "side": "white"})).await;
    assert_eq!(prompt["position"]["turn"], "white");
    // The book does not know g6, so the engine is asked.
    let mut told = browser.reply(json!({"square": "g6"})).await;
    if !told["text"][0].as_str().unwrap().contains("It goes on") {
        told = browser.until("prompt").await;
    }
    assert!(told["text"][0].as_str().unwrap().starts_with("Wrong: g6 loses"), "{told}");
    let names: Vec<&Value> = told["lines"].as_array().unwrap().iter().map(|line| &line["name"]).collect();
    assert_eq!(names, ["yours", "best"]);
    assert_eq!(told["lines"][0]["moves"][0], "g6");
    assert!(told["lines"][0]["plies"].as_array().unwrap().len() > 1);
    for (message, reason) in [
        (json!({"kind": "opening", "opening": "nonsense"}), "bad_drill"),
        (json!({"kind": "opening", "opening": "f5f5"}), "bad_drill"),
        (json!({"kind": "opening", "opening": "ta"}), "bad_drill"),
        (json!({"kind": "opening", "side": "red"}), "not_understood"),
    ] {
        let refused = browser.refused(json!({"type": "begin", "drill": message})).await;
        assert_eq!(refused["reason"], reason, "{refused}");
    }
    server.stop().await;
}

/// The opening is named, or the log says that the position is due, or the line leads there: none of it helps.
#[tokio::test(flavor = "multi_thread")]
async fn the_coach_says_nothing_about_a_game_between_people_while_it_is_played() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let address = server.address;
    let moves = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7"];
    let line = moves.concat();
    let entry = OpeningEntry { line: line.clone(), mv: "d7".parse().unwrap(), right: false };
    let due = format!("{}\n", Line::new(1_700_000_000, Event::Opening(entry)).encode());
    let named = json!({"kind": "opening", "opening": line, "side": "black"});
    let begin = json!({"type": "begin", "drill": named.clone()});

    // Somebody is asked there before the game comes there.
    let mut early = Browser::open(address, String::new()).await.unwrap();
    let asked = early.begin(named.clone()).await;
    assert_eq!((asks(&asked), &asked["position"]["empties"]), ("square", &json!(50)));
    let mut before = Browser::open(address, String::new()).await.unwrap();
    let nine = json!({"kind": "opening", "opening": moves[..9].concat(), "side": "white"});

    let mut players = two_people(address, &moves).await;
    for message in [
        json!({"type": "clue"}),
        json!({"type": "reply", "reply": "show"}),
        json!({"type": "reply", "reply": {"square": "d7"}}),
    ] {
        assert_eq!(early.refused(message).await["reason"], "live_game");
    }
    assert_eq!(early.log, "", "nothing was answered");
    // Turned, it is the same position.
    let turned = json!({"kind": "opening", "opening": "d3c5f6f5e6e3c3f3c4b4", "side": "black"});
    for message in [begin.clone(), json!({"type": "begin", "drill": turned})] {
        let mut named = Browser::open(address, String::new()).await.unwrap();
        assert_eq!(named.refused(message).await["reason"], "live_game");
    }
    let mut forged = Browser::open(address, due).await.unwrap();
    let first = json!({"type": "begin", "drill": {"kind": "opening", "side": "black"}});
    assert_eq!(forged.refused(first).await["reason"], "live_game");
    assert_eq!(forged.refused(json!({"type": "reply", "reply": "show"})).await["reason"], "bad_drill");
    // A move before it everybody may be asked; what follows e7 is not shown.
    let asked = before.begin(nine).await;
    assert_eq!((asks(&asked), &asked["position"]["empties"]), ("square", &json!(51)));
    let after = before.reply(json!({"square": "e7"})).await;
    assert_eq!(after["position"]["empties"], 51, "another line was begun: {after}");
    assert!(!after["text"].to_string().contains("Black plays"), "{after}");

    players[1].command("command-z", json!({"do": "resign"})).await.unwrap();
    let told = early.reply(json!({"square": "d7"})).await;
    assert!(told["text"][0].as_str().unwrap().starts_with("Right: d7"), "the game is over: {told}");
    server.stop().await;
}
