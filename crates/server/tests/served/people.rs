//! Who plays here: keys, names, words.

use std::net::SocketAddr;

use outflank_engine::Random;
use outflank_server::store::{MemoryStore, SqliteStore};
use outflank_server::wire::DeviceKey;
use serde_json::{Value, json};

use crate::client::{Answer, Client, Closed, get, post, request};
use crate::lobby::{enter, play_out};
use crate::server::{Folder, TestServer, config};

/// A player's key, the same for the same number.
pub(crate) fn key(number: u64) -> String {
    let mut random = Random::numbered(20, number);
    let bits = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
    DeviceKey::from_bytes(bits.to_be_bytes()).to_string()
}

/// A request of somebody with a key.
pub(crate) async fn by(address: SocketAddr, key: &str, method: &str, path: &str, body: &Value) -> Answer {
    let header = format!("Authorization: Bearer {key}\r\n");
    let body = if body.is_null() { String::new() } else { body.to_string() };
    request(address, method, path, &header, &body).await.unwrap()
}

/// Makes somebody known.
pub(crate) async fn introduce(address: SocketAddr, key: &str, name: &str) -> Value {
    let answer = by(address, key, "PUT", "/api/me", &json!({"name": name})).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_is_known_by_a_key_and_has_a_name_of_their_own() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let at = server.address;
    let (anna, ben) = (key(1), key(2));
    let unknown = by(at, &anna, "GET", "/api/me", &Value::Null).await;
    assert_eq!((unknown.status, unknown.json()["reason"].as_str()), (404, Some("nobody_known")));
    let me = introduce(at, &anna, "Anna").await;
    assert_eq!((me["name"].as_str(), me["live"]["points"].as_u64()), (Some("Anna"), Some(1500)));
    assert_eq!(me["live"]["provisional"], true);
    assert_eq!(by(at, &anna, "GET", "/api/me", &Value::Null).await.json(), me);
    // A name that looks the same is taken, whatever it is written with.
    for name in ["Anna", "anna", "Аnna", "An.na", "ＡＮＮＡ"] {
        let taken = by(at, &ben, "PUT", "/api/me", &json!({"name": name})).await;
        assert_eq!((taken.status, taken.json()["reason"].as_str()), (422, Some("name_taken")), "{name}");
    }
    // Without a name one is given, and it can be changed; the old one is free then.
    let guest = by(at, &ben, "PUT", "/api/me", &json!({})).await.json();
    assert!(guest["name"].as_str().unwrap().starts_with("Guest "), "{guest}");
    introduce(at, &anna, "Anne").await;
    assert_eq!(introduce(at, &ben, "ANNA").await["name"], "ANNA");
    for (body, reason) in [
        (json!({"name": " \u{202e} "}), "name_empty"),
        (json!({"name": "1234567890123456789012345"}), "name_too_long"),
        (json!({"nickname": "x"}), "not_understood"),
        (json!({"vacation_days": 22}), "vacation_used"),
    ] {
        let answer = by(at, &ben, "PUT", "/api/me", &body).await;
        assert_eq!(answer.json()["reason"], reason, "{}", answer.text());
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn eight_words_bring_a_key_back() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let at = server.address;
    let anna = key(1);
    let me = introduce(at, &anna, "Anna").await;
    let words = me["words"].as_str().unwrap();
    let found = post(at, "/api/key", &json!({"words": words.to_uppercase()})).await;
    assert_eq!((found.status, found.json()), (200, json!({"key": anna, "name": "Anna"})));
    let wrong = words.replacen(&words[..5], "babab", 1);
    assert_eq!(post(at, "/api/key", &json!({"words": wrong})).await.status, 404);
    let misspelt = post(at, "/api/key", &json!({"words": words.replacen(&words[..5], "queen", 1)})).await;
    assert_eq!(misspelt.json()["sentence"], "This is no key: word 1 is misspelt.");
    for header in ["", "Authorization: Bearer short\r\n", "Authorization: Basic x\r\n"] {
        let answer = request(at, "GET", "/api/me", header, "").await.unwrap();
        assert!([400, 403].contains(&answer.status), "{header}: {}", answer.text());
    }
    server.stop().await;
}

/// Two players with a finished, rated game between them.
async fn after_a_game(at: SocketAddr) -> (String, String, String) {
    let (anna, ben) = (key(1), key(2));
    introduce(at, &anna, "Anna").await;
    introduce(at, &ben, "Ben").await;
    let terms = json!({"clock": {"main_s": 300}, "opening": "random", "rated": true, "colour": "black"});
    let mut annas = enter(at, Some(&anna)).await.unwrap();
    let posted = annas.command("anna offers", json!({"do": "offer", "terms": terms})).await.unwrap();
    let mut bens = enter(at, Some(&ben)).await.unwrap();
    let done = bens.command("ben takes it", json!({"do": "take", "offer": posted["offer"]})).await.unwrap();
    let game = done["game"].as_str().unwrap().to_owned();
    play_out(at, &game, [&anna, &ben]).await;
    (anna, ben, game)
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_games_are_listed_counted_and_exported() {
    let folder = Folder::new("archive");
    let server = TestServer::start(config(), SqliteStore::open(&folder.games()).unwrap()).await;
    let at = server.address;
    let (anna, _, game) = after_a_game(at).await;
    let archive = by(at, &anna, "GET", "/api/me/played", &Value::Null).await.json();
    assert_eq!((&archive["count"], &archive["games"][0]["game"]), (&json!(1), &json!(game)), "{archive}");
    let result = archive["games"][0]["result"].as_str().unwrap().to_owned();
    assert_eq!(archive["games"][0]["opponent"]["name"], "Ben");
    assert_eq!(archive["statistics"]["colours"][0]["name"], "Black");
    assert_eq!(archive["statistics"]["opponents"][0][&result], 1, "{archive}");
    for (filter, count) in [
        ("opponent=be".to_owned(), 1),
        ("opponent=carl".to_owned(), 0),
        (format!("result={result}"), 1),
        ("result=void".to_owned(), 0),
        ("opening=nothing".to_owned(), 0),
        ("before=1".to_owned(), 0),
    ] {
        let found = by(at, &anna, "GET", &format!("/api/me/played?{filter}"), &Value::Null).await.json();
        assert_eq!(found["count"], count, "{filter}");
    }
    for format in ["ggf", "sgf", "wthor"] {
        let file = by(at, &anna, "GET", &format!("/api/me/export?format={format}"), &Value::Null).await;
        assert_eq!(file.status, 200, "{}", file.text());
        let records = outflank_records::read(&file.body).unwrap();
        assert_eq!(records.len(), 1, "{format}");
        // The moves of the opening are part of it, so that it starts where games start.
        assert_eq!(*records[0].game.start(), outflank_rules::Position::default(), "{format}");
        assert!(records[0].game.moves().len() > 40);
    }
    let players = get(at, "/api/players").await.json();
    let live: Vec<&str> =
        players["live"].as_array().unwrap().iter().map(|player| player["name"].as_str().unwrap()).collect();
    assert!(live.contains(&"Anna") && live.contains(&"Ben") && live.contains(&"Club"), "{live:?}");
    assert_eq!(players["days"].as_array().unwrap().len(), 10, "levels only");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_forgotten_leaves_no_name_behind() {
    let folder = Folder::new("forget");
    let server = TestServer::start(config(), SqliteStore::open(&folder.games()).unwrap()).await;
    let at = server.address;
    let (anna, ben, game) = after_a_game(at).await;
    // A game that goes on, an offer, a feed.
    let mut bens = enter(at, Some(&ben)).await.unwrap();
    let days = json!({"clock": {"main_s": 86400, "per_move": true}});
    let posted = bens.command("over days", json!({"do": "offer", "terms": days})).await.unwrap();
    let mut annas = enter(at, Some(&anna)).await.unwrap();
    let taken = annas.command("anna takes", json!({"do": "take", "offer": posted["offer"]})).await.unwrap();
    annas.command("and offers", json!({"do": "offer", "terms": days})).await.unwrap();
    let me = by(at, &anna, "GET", "/api/me", &Value::Null).await.json();
    let feed = me["feeds"]["calendar"].as_str().unwrap();
    assert_eq!(get(at, feed).await.status, 200);
    let going_on = taken["game"].as_str().unwrap();
    let mut seat = Client::enter(at, going_on, Some(&ben), 0).await.unwrap();

    assert_eq!(by(at, &anna, "DELETE", "/api/me", &Value::Null).await.status, 204);
    for (method, path) in
        [("GET", "/api/me"), ("GET", "/api/me/games"), ("GET", "/api/me/played"), ("DELETE", "/api/me")]
    {
        assert_eq!(by(at, &anna, method, path, &Value::Null).await.status, 404, "{path}");
    }
    assert_eq!(get(at, feed).await.status, 404);
    // Nobody waits for her, her key opens nothing, and nothing that anybody is shown has her name.
    while seat.next().await.is_ok() {}
    let seat = Client::enter(at, going_on, Some(&ben), 0).await.unwrap();
    assert_eq!(seat.state()["result"]["reason"], "called_off");
    assert_eq!(Client::enter(at, &game, Some(&anna), 0).await.err(), Some(Closed(Some(4403))));
    let played = by(at, &ben, "GET", "/api/me/played", &Value::Null).await;
    assert_eq!(played.json()["games"].as_array().unwrap().len(), 2);
    let mut shown =
        vec![played.text(), get(at, "/api/lobby").await.text(), get(at, "/api/players").await.text()];
    for game in [&*game, going_on] {
        shown.push(get(at, &format!("/api/games/{game}")).await.text());
        shown.push(get(at, &format!("/api/games/{game}/record?format=ggf")).await.text());
        shown.push(Client::enter(at, game, None, 0).await.unwrap().latest.to_string());
    }
    assert!(shown.iter().all(|text| !text.contains("Anna")), "{shown:#?}");
    server.stop().await;
    // Nor does the file have it, under any of its tables.
    let file = rusqlite::Connection::open(folder.games()).unwrap();
    for (table, column) in [
        ("entry", "events"),
        ("person", "body"),
        ("played", "body"),
        ("offer", "terms"),
        ("person", "skeleton"),
    ] {
        let sql = format!("SELECT COUNT(*) FROM {table} WHERE {column} LIKE '%anna%'");
        let count: i64 = file.query_row(&sql, [], |row| row.get(0)).unwrap();
        assert_eq!(count, 0, "{table}.{column}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_over_days_goes_on_with_nobody_there_and_is_told_by_feed() {
    let folder = Folder::new("days");
    let server = TestServer::start(config(), SqliteStore::open(&folder.games()).unwrap()).await;
    let (anna, ben) = (key(1), key(2));
    introduce(server.address, &anna, "Anna").await;
    introduce(server.address, &ben, "Ben").await;
    let mut annas = enter(server.address, Some(&anna)).await.unwrap();
    let mut bens = enter(server.address, Some(&ben)).await.unwrap();
    let terms = json!({"clock": {"main_s": 259_200, "per_move": true}, "colour": "black"});
    let posted = annas.command("three days", json!({"do": "offer", "terms": terms})).await.unwrap();
    let done = bens.command("ben takes it", json!({"do": "take", "offer": posted["offer"]})).await.unwrap();
    let game = done["game"].as_str().unwrap().to_owned();
    drop((annas, bens));
    for (number, mover) in [&anna, &ben, &anna].into_iter().enumerate() {
        let mut seat = Client::enter(server.address, &game, Some(mover), 0).await.unwrap();
        let legal = seat.state()["position"]["legal"].as_object().unwrap().clone();
        let play = json!({"do": "play", "move": legal.keys().next().unwrap()});
        let done = seat.command(&format!("command {number}"), play).await.unwrap();
        assert_eq!(done["type"], "done");
    }
    server.stop().await;
    let server = TestServer::start(config(), SqliteStore::open(&folder.games()).unwrap()).await;
    let at = server.address;
    let mine = by(at, &ben, "GET", "/api/me/games", &Value::Null).await.json();
    let first = &mine["games"][0];
    assert_eq!((&first["my_turn"], &first["moves"]), (&json!(true), &json!(3)), "{mine}");
    let left = first["deadline"].as_u64().unwrap() - mine["now"].as_u64().unwrap();
    assert!((259_000_000..=259_200_000).contains(&left), "{left}");
    let waits = by(at, &anna, "GET", "/api/me/games", &Value::Null).await.json();
    assert_eq!(waits["games"][0]["my_turn"], false);
    let me = by(at, &ben, "PUT", "/api/me", &json!({"vacation_days": 7})).await.json();
    assert_eq!(me["vacation"]["days_left"], 14);
    let atom = get(at, me["feeds"]["atom"].as_str().unwrap()).await;
    assert!(atom.head.contains("application/atom+xml") && atom.text().contains("Your turn against Anna"));
    assert!(get(at, me["feeds"]["calendar"].as_str().unwrap()).await.text().contains("BEGIN:VEVENT"));
    let other = by(at, &anna, "GET", "/api/me", &Value::Null).await.json();
    assert!(!get(at, other["feeds"]["atom"].as_str().unwrap()).await.text().contains("<entry>"));
    assert_eq!(get(at, "/feed/wrong.atom").await.status, 404);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_administrator_renames_bans_stops_ends_and_voids() {
    let folder = Folder::new("admin");
    let server = TestServer::start(config(), SqliteStore::open(&folder.games()).unwrap()).await;
    let (at, admin) = (server.address, server.admin.clone());
    let (anna, ben, game) = after_a_game(at).await;
    let wants = async |command: Value| by(at, &admin, "POST", "/api/admin", &command).await;
    // Nobody else, with whatever they show.
    for shown in [&anna, &ben, &key(9), "nonsense"] {
        for (method, path) in [("GET", "/api/admin"), ("POST", "/api/admin"), ("GET", "/api/admin/export")] {
            let answer = by(at, shown, method, path, &json!({"do": "stop"})).await;
            assert_eq!(
                (answer.status, answer.json()["reason"].as_str()),
                (403, Some("not_in_charge")),
                "{path}"
            );
        }
    }
    assert_eq!(get(at, "/api/admin").await.status, 403);
    let exported = by(at, &admin, "GET", "/api/admin/export?format=ggf", &Value::Null).await;
    assert_eq!(outflank_records::read(&exported.body).unwrap().len(), 1);

    // A game that is void leaves the ratings as if it had not been played.
    let points = async |key: &str| by(at, key, "GET", "/api/me", &Value::Null).await.json()["live"].clone();
    assert_eq!(points(&anna).await["games"], 1);
    assert_eq!(wants(json!({"do": "void", "game": game, "round": 2})).await.status, 404);
    assert_eq!(wants(json!({"do": "void", "game": game, "round": 1})).await.status, 204);
    for key in [&anna, &ben] {
        let points = points(key).await;
        assert_eq!((&points["points"], &points["games"]), (&json!(1500), &json!(0)), "{points}");
    }
    let played = by(at, &anna, "GET", "/api/me/played", &Value::Null).await.json();
    assert_eq!((&played["games"][0]["result"], &played["games"][0]["rated"]), (&json!("void"), &Value::Null));

    // What players report is listed until somebody has seen to it.
    let report = format!("/api/games/{game}/report");
    for (body, status) in [
        (json!({"reason": "rude"}), 400),
        (json!({"reason": "program", "round": 2}), 404),
        (json!({"reason": "program"}), 204),
        (json!({"reason": "name"}), 422),
    ] {
        assert_eq!(by(at, &ben, "POST", &report, &body).await.status, status, "{body}");
    }
    assert_eq!(by(at, &key(9), "POST", &report, &json!({"reason": "name"})).await.status, 404);
    let state = by(at, &admin, "GET", "/api/admin", &Value::Null).await.json();
    let listed = &state["reports"][0];
    assert_eq!(
        (&listed["by"], &listed["against"], &listed["reason"], &listed["over"], &listed["game"]),
        (&json!("Ben"), &json!("Anna"), &json!("program"), &json!(true), &json!(game))
    );
    assert_eq!(wants(json!({"do": "close", "report": listed["id"]})).await.status, 204);
    let state = by(at, &admin, "GET", "/api/admin", &Value::Null).await.json();
    assert_eq!(state["reports"], json!([]));
    let games = by(at, &admin, "GET", "/api/admin/games?name=anna", &Value::Null).await.json();
    assert_eq!((&games["played"][0]["game"], &games["playing"]), (&json!(game), &json!([])));
    assert_eq!(by(at, &admin, "GET", "/api/admin/games?name=nobody", &Value::Null).await.status, 404);

    // Another name.
    assert_eq!(
        wants(json!({"do": "rename", "name": "anna", "to": "BEN"})).await.json()["reason"],
        "name_taken"
    );
    assert_eq!(wants(json!({"do": "rename", "name": "anna", "to": "Anne"})).await.status, 204);
    assert_eq!(by(at, &anna, "GET", "/api/me", &Value::Null).await.json()["name"], "Anne");

    // No offers, and offers again.
    let days = json!({"do": "offer", "terms": {"clock": {"main_s": 86400, "per_move": true}}});
    let mut annas = enter(at, Some(&anna)).await.unwrap();
    let mut bens = enter(at, Some(&ben)).await.unwrap();
    wants(json!({"do": "stop"})).await;
    assert_eq!(annas.command("while stopped", days.clone()).await.unwrap()["reason"], "offers_stopped");
    assert_eq!(by(at, &admin, "GET", "/api/admin", &Value::Null).await.json()["stopped"], true);
    wants(json!({"do": "resume"})).await;
    let posted = annas.command("after that", days.clone()).await.unwrap();
    let taken = bens.command("ben takes", json!({"do": "take", "offer": posted["offer"]})).await.unwrap();

    // A game that is called off counts for nobody, once.
    let end = json!({"do": "end", "game": taken["game"]});
    assert_eq!(wants(end.clone()).await.status, 204);
    assert_eq!(wants(end).await.json()["reason"], "game_over");

    // Whoever is banned has no offers and no games, and gets none.
    annas.command("one more", days.clone()).await.unwrap();
    assert_eq!(wants(json!({"do": "ban", "name": "Anne"})).await.status, 204);
    annas.until("gone").await.unwrap();
    assert_eq!(annas.command("please let me", days.clone()).await.unwrap()["reason"], "banned");
    assert_eq!(wants(json!({"do": "unban", "name": "Anne"})).await.status, 204);
    assert_eq!(annas.command("thank you", days).await.unwrap()["type"], "done");
    assert_eq!(wants(json!({"do": "ban", "name": "Nobody"})).await.status, 404);
    server.stop().await;
}
