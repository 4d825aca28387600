//! Practice over a socket: the page keeps the log, the server runs the drill.

use std::net::SocketAddr;

use outflank_server::store::MemoryStore;
use outflank_server::{Config, Limits};
use outflank_study::lessons::Course;
use outflank_study::practice::{Log, day};
use outflank_study::puzzles::Pack;
use serde_json::{Value, json};

use crate::bot::seats;
use crate::client::{Client, Closed, make};
use crate::people::{by, introduce, key};
use crate::server::{TestServer, config};

/// A browser: a socket and what is kept.
pub(crate) struct Browser {
    client: Client,
    pub(crate) log: String,
    pub(crate) overview: Value,
}

impl Browser {
    pub(crate) async fn open(at: SocketAddr, log: String) -> Result<Browser, Closed> {
        Browser::open_as(at, log, None).await
    }

    /// A browser of a player.
    async fn open_as(at: SocketAddr, log: String, key: Option<&str>) -> Result<Browser, Closed> {
        let mut client = Client::open(at, "/api/practice/socket", None).await?;
        let hello = match key {
            None => json!({"type": "hello", "log": log}),
            Some(key) => json!({"type": "hello", "log": log, "key": key}),
        };
        client.send(&hello).await?;
        let mut browser = Browser { client, log, overview: Value::Null };
        browser.overview = browser.next_until("overview").await?;
        Ok(browser)
    }

    pub(crate) async fn send(&mut self, message: Value) {
        self.client.send(&message).await.unwrap();
    }

    /// The next message of a type; what is to be kept is kept.
    pub(crate) async fn until(&mut self, kind: &str) -> Value {
        self.next_until(kind).await.unwrap()
    }

    async fn next_until(&mut self, kind: &str) -> Result<Value, Closed> {
        loop {
            let message = self.client.next().await?;
            if message["type"] == "keep" {
                for line in message["lines"].as_array().unwrap() {
                    self.log += line.as_str().unwrap();
                    self.log.push('\n');
                }
            }
            assert!(message["type"] != "refused" || kind == "refused", "{message}");
            if message["type"] == kind {
                return Ok(message);
            }
        }
    }

    pub(crate) async fn begin(&mut self, drill: Value) -> Value {
        self.send(json!({"type": "begin", "drill": drill})).await;
        self.until("prompt").await
    }

    pub(crate) async fn reply(&mut self, reply: Value) -> Value {
        self.send(json!({"type": "reply", "reply": reply})).await;
        self.until("prompt").await
    }

    pub(crate) async fn refused(&mut self, message: Value) -> Value {
        self.send(message).await;
        self.until("refused").await
    }
}

pub(crate) fn asks(prompt: &Value) -> &str {
    prompt["ask"]["what"].as_str().unwrap()
}

async fn server() -> TestServer {
    TestServer::start(config(), MemoryStore::default()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_is_walked_through_and_stays_done_on_another_server() {
    let first = server().await;
    let mut browser = Browser::open(first.address, String::new()).await.unwrap();
    assert_eq!(browser.overview["lessons"].as_array().unwrap().len(), 8);
    assert_eq!(browser.overview["lessons"][1]["done"], false);
    let steps = &Course::embedded().lessons[1].steps;
    let mut prompt = browser.begin(json!({"kind": "lesson", "number": 2})).await;
    let mut at = 0;
    let mut linked = Vec::new();
    while asks(&prompt) != "done" {
        linked.extend(prompt["words"].as_array().unwrap().iter().map(|word| word["word"].clone()));
        prompt = match asks(&prompt) {
            "square" => {
                let answer = steps[at].answers().first().unwrap().to_string();
                browser.reply(json!({"square": answer})).await
            }
            "next" => {
                at += 1;
                browser.reply(json!("next")).await
            }
            other => panic!("{other}"),
        };
    }
    assert!(linked.contains(&json!("corner")), "{linked:?}");
    assert!(prompt["done"].as_array().unwrap().iter().all(|right| *right == true), "{prompt}");
    assert_eq!(Log::parse(&browser.log).lines.len(), 1, "{}", browser.log);
    first.stop().await;

    let second = server().await;
    let mut again = Browser::open(second.address, browser.log).await.unwrap();
    assert_eq!(again.overview["lessons"][1]["done"], true);
    let middle = again.begin(json!({"kind": "lesson", "number": 2, "step": 2})).await;
    assert_eq!((&middle["step"], &middle["left"]), (&json!(2), &json!(steps.len() - 2)), "{middle}");
    second.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_puzzle_of_the_day_counts_once() {
    let server = server().await;
    let mut browser = Browser::open(server.address, String::new()).await.unwrap();
    assert_eq!((&browser.overview["daily_done"], &browser.overview["rating"]), (&json!(false), &json!(1200)));
    let prompt = browser.begin(json!({"kind": "daily"})).await;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    let puzzle = Pack::embedded().daily(day(now)).unwrap();
    let right = match asks(&prompt) {
        "choice" => {
            json!({"choice": puzzle.causes().iter().position(|c| *c == puzzle.why.as_ref().unwrap().1[0])})
        }
        _ => json!({"square": puzzle.answer.to_string()}),
    };
    browser.send(json!({"type": "clue"})).await;
    assert!(!browser.until("clue").await["text"].as_str().unwrap().is_empty());
    let told = browser.reply(right).await;
    assert_eq!((asks(&told), &told["done"]), ("next", &json!([true])), "{told}");
    assert_eq!(asks(&browser.reply(json!("next")).await), "done");
    browser.send(json!({"type": "leave"})).await;
    let overview = browser.until("overview").await;
    assert_eq!((&overview["daily_done"], &overview["answered"]), (&json!(true), &json!(1)));
    assert!(overview["rating"].as_u64() > Some(1200), "{overview}");
    server.stop().await;
}

/// A game in which White errs at move 26.
const GAME: &str = "f5d6c3d3c4f4e3f6c6c5d7e7e6c8g3f3g4e2g5g6f7h6h4f8d2h3";

#[tokio::test(flavor = "multi_thread")]
async fn mistakes_become_cards_and_a_session_goes_on_after_a_restart() {
    let first = server().await;
    let mut browser = Browser::open(first.address, String::new()).await.unwrap();
    let learn = json!({"type": "learn", "record": {"text": GAME}, "side": "white"});
    browser.send(learn.clone()).await;
    let learnt = browser.until("learnt").await;
    let cards = learnt["cards"].as_u64().unwrap();
    assert!((1..=5).contains(&cards) && learnt["known"] == false, "{learnt}");
    let overview = browser.until("overview").await;
    assert_eq!(overview["new"], cards);
    assert_eq!(overview["statistics"]["games"], 1);
    browser.send(learn).await;
    assert_eq!(browser.until("learnt").await["known"], true);

    let mut prompt = browser.begin(json!({"kind": "practice"})).await;
    assert!(prompt["place"].as_str().unwrap().starts_with("Card 1 of "), "{prompt}");
    prompt = browser.reply(json!("show")).await;
    if asks(&prompt) == "choice" {
        prompt = browser.reply(json!({"choice": 0})).await;
    }
    assert_eq!(asks(&prompt), "next");
    let best = &prompt["lines"].as_array().unwrap().iter().find(|line| line["name"] == "best").unwrap();
    assert_eq!(best["moves"].as_array().unwrap().len(), best["plies"].as_array().unwrap().len());
    let exported = browser.log.clone();
    first.stop().await;

    let second = server().await;
    let again = Browser::open(second.address, browser.log).await.unwrap();
    assert_eq!(again.overview["new"], cards - 1, "one was asked");
    // Somebody else's browser takes the file.
    let mut other = Browser::open(second.address, String::new()).await.unwrap();
    other.send(json!({"type": "import", "log": format!("{exported}what is this?\n")})).await;
    let imported = other.until("imported").await;
    let lines = exported.lines().count();
    assert_eq!(imported, json!({"type": "imported", "new": lines, "of": lines, "bad": 1}));
    assert_eq!(other.log, exported);
    assert_eq!(other.until("overview").await, again.overview);
    other.send(json!({"type": "import", "log": exported})).await;
    assert_eq!(other.until("imported").await["new"], 0, "twice is once");
    second.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ending_of_the_gym_is_played_out() {
    let server = server().await;
    let mut browser = Browser::open(server.address, String::new()).await.unwrap();
    let mut prompt = browser.begin(json!({"kind": "gym", "empties": 8, "level": 1})).await;
    while asks(&prompt) != "next" {
        prompt = match asks(&prompt) {
            "wait" => browser.until("prompt").await,
            _ => browser.reply(json!({"square": prompt["ask"]["squares"][0]})).await,
        };
    }
    assert_eq!(prompt["position"]["over"], true, "{prompt}");
    browser.send(json!({"type": "leave"})).await;
    assert_eq!(browser.until("overview").await["gym_played"], 1);
    assert!(browser.log.contains("\"gym\""), "{}", browser.log);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_done_is_refused_in_a_sentence() {
    let server = server().await;
    let mut browser = Browser::open(server.address, "nonsense\n".to_owned()).await.unwrap();
    for (message, reason) in [
        (json!({"type": "reply", "reply": "next"}), "bad_drill"),
        (json!({"type": "clue"}), "bad_drill"),
        (json!({"type": "begin", "drill": {"kind": "lesson", "number": 9}}), "bad_drill"),
        (json!({"type": "begin", "drill": {"kind": "lesson", "number": 0}}), "bad_drill"),
        (json!({"type": "begin", "drill": {"kind": "gym", "empties": 9}}), "bad_drill"),
        (json!({"type": "begin", "drill": {"kind": "gym", "empties": 8, "level": 11}}), "bad_level"),
        (json!({"type": "begin", "drill": {"kind": "puzzles", "only": "chess"}}), "bad_drill"),
        (json!({"type": "begin", "drill": {"kind": "chess"}}), "not_understood"),
        (json!({"type": "hello", "log": ""}), "hello_again"),
        (json!({"type": "learn", "side": "black"}), "bad_drill"),
        (json!({"type": "learn", "side": "black", "game": "c0ffeec0ffee"}), "no_such_game"),
        (json!({"type": "learn", "side": "black", "record": {"text": "f5f5"}}), "bad_record"),
        (json!({"type": "learn", "side": "black", "record": {"moves": []}}), "bad_drill"),
    ] {
        let refused = browser.refused(message.clone()).await;
        assert_eq!(refused["reason"], reason, "{message}: {refused}");
        assert!(refused["sentence"].as_str().unwrap().ends_with('.'), "{refused}");
    }
    browser.begin(json!({"kind": "lesson", "number": 1})).await;
    for reply in [json!({"square": "z9"}), json!({"choice": 7}), json!("next")] {
        assert_eq!(browser.refused(json!({"type": "reply", "reply": reply})).await["reason"], "bad_drill");
    }
    // A game that is still played.
    let made = make(server.address, &json!({})).await;
    let running = json!({"type": "learn", "game": made["game"], "side": "black"});
    assert_eq!(browser.refused(running).await["reason"], "not_over");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_learnt_from_a_game_between_people_while_it_is_played() {
    let server = server().await;
    let (game, tokens) = seats(server.address, &json!({"white": {"player": "friend"}})).await;
    let mut black = Client::enter(server.address, &game, Some(&tokens[0]), 0).await.unwrap();
    black.command("command-1", json!({"do": "play", "move": "f5"})).await.unwrap();
    let mut browser = Browser::open(server.address, String::new()).await.unwrap();
    let learn = json!({"type": "learn", "side": "black", "game": game});
    assert_eq!(browser.refused(learn).await["reason"], "live_game");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn logs_and_sessions_are_bounded() {
    let limits = Limits { practices_each: 2, spare_local: false, ..config().limits };
    let server = TestServer::start(Config { limits, ..config() }, MemoryStore::default()).await;
    let large = "x".repeat(3 << 20);
    let closed = Browser::open(server.address, large).await.err().unwrap();
    assert!(matches!(closed, Closed(Some(1009) | None)), "{closed:?}");
    let held = [
        Browser::open(server.address, String::new()).await.unwrap(),
        Browser::open(server.address, String::new()).await.unwrap(),
    ];
    assert!(Browser::open(server.address, String::new()).await.is_err(), "a third one");
    drop(held);
    server.stop().await;
}

/// A line of a log: a lesson was done.
fn lesson(name: &str, time: u64) -> String {
    format!("{{\"v\":1,\"time\":{time},\"is\":\"lesson\",\"lesson\":\"{name}\"}}\n")
}

fn lessons_done(overview: &Value) -> usize {
    overview["lessons"].as_array().unwrap().iter().filter(|lesson| lesson["done"] == true).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn all_devices_of_a_player_go_on_with_one_log() {
    let server = server().await;
    let at = server.address;
    let names: Vec<&str> = Course::embedded().lessons.iter().map(|lesson| lesson.id.as_str()).collect();
    introduce(at, &key(1), "Anna").await;
    introduce(at, &key(2), "Bert").await;
    let mut desktop = Browser::open_as(at, lesson(names[0], 10), Some(&key(1))).await.unwrap();
    assert_eq!((&desktop.overview["with_player"], lessons_done(&desktop.overview)), (&json!(true), 1));
    // The phone was used before it knew who plays, and gets what it lacks.
    let phone = Browser::open_as(at, lesson(names[1], 5), Some(&key(1))).await.unwrap();
    assert_eq!(lessons_done(&phone.overview), 2);
    assert_eq!(phone.log, lesson(names[1], 5) + &lesson(names[0], 10));
    // What is done on the desktop is there when the phone comes again, also without a log of its own.
    desktop.begin(json!({"kind": "daily"})).await;
    desktop.reply(json!("show")).await;
    let phone = Browser::open_as(at, phone.log, Some(&key(1))).await.unwrap();
    assert_eq!((&phone.overview["answered"], &phone.overview["daily_done"]), (&json!(1), &json!(true)));
    let week: u64 = phone.overview["week"].as_array().unwrap().iter().filter_map(Value::as_u64).sum();
    assert_eq!(week, 1, "{}", phone.overview);
    let fresh = Browser::open_as(at, String::new(), Some(&key(1))).await.unwrap();
    assert_eq!(fresh.overview, phone.overview);
    assert_eq!(fresh.log.lines().count(), 3, "each line once: {}", fresh.log);
    // It is nobody else's, and nobody's without a key.
    for key in [Some(key(2)), None] {
        let other = Browser::open_as(at, String::new(), key.as_deref()).await.unwrap();
        assert_eq!(other.log, "");
        assert_eq!(other.overview["with_player"], key.is_some());
    }
    // Whoever is forgotten leaves no practice; the device has its own.
    assert_eq!(by(at, &key(1), "DELETE", "/api/me", &Value::Null).await.status, 204);
    let forgotten = Browser::open_as(at, fresh.log, Some(&key(1))).await.unwrap();
    assert_eq!(forgotten.overview["with_player"], false);
    assert_eq!(lessons_done(&forgotten.overview), 2);
    desktop.reply(json!("next")).await;
    introduce(at, &key(1), "Anna").await;
    let again = Browser::open_as(at, String::new(), Some(&key(1))).await.unwrap();
    assert_eq!((again.log.as_str(), &again.overview["with_player"]), ("", &json!(true)));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn practice_is_forgotten_with_the_player_too() {
    let server = server().await;
    let at = server.address;
    introduce(at, &key(1), "Anna").await;
    let name = &Course::embedded().lessons[0].id;
    let mut browser = Browser::open_as(at, lesson(name, 10), Some(&key(1))).await.unwrap();
    browser.send(json!({"type": "forget"})).await;
    browser.until("forgotten").await;
    let overview = browser.until("overview").await;
    assert_eq!((lessons_done(&overview), &overview["with_player"]), (0, &json!(true)));
    let fresh = Browser::open_as(at, String::new(), Some(&key(1))).await.unwrap();
    assert_eq!(fresh.log, "");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn logs_that_are_too_large_together_stay_apart() {
    let server = server().await;
    let at = server.address;
    introduce(at, &key(1), "Anna").await;
    let log = |from: u64| -> String { (from..from + 20_000).map(|time| lesson("corners", time)).collect() };
    let first = Browser::open_as(at, log(0), Some(&key(1))).await.unwrap();
    assert_eq!(first.overview["with_player"], true);
    let second = Browser::open_as(at, log(20_000), Some(&key(1))).await.unwrap();
    assert_eq!(second.overview["with_player"], false);
    assert_eq!(second.log.len(), log(20_000).len(), "it can be brought along again");
    server.stop().await;
}
