//! Games that an older version has stored: `old/games.sqlite`, with what that version said of each in
//! `old/games.json`, and `old/people.sqlite` with the people of a later one. They have to open as they were for as long
//! as there are such files.

use std::time::{SystemTime, UNIX_EPOCH};

use outflank_server::store::SqliteStore;
use serde_json::{Value, json};

use crate::client::{Client, get, post};
use crate::lobby::enter;
use crate::people::by;
use crate::server::{Folder, TestServer, config};

/// Copies an old file, as if it had been written until just now: games are deleted and flags fall with time.
fn copy(name: &str, folder: &Folder) {
    let old = format!("{}/tests/served/old/{name}.sqlite", env!("CARGO_MANIFEST_DIR"));
    std::fs::copy(old, folder.games()).unwrap();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64;
    let file = rusqlite::Connection::open(folder.games()).unwrap();
    let last: i64 = file.query_row("SELECT MAX(at_ms) FROM entry", [], |row| row.get(0)).unwrap();
    let has = |table: &str| {
        let sql = "SELECT COUNT(*) FROM sqlite_master WHERE name = ?1";
        file.query_row(sql, [table], |row| row.get::<_, i64>(0)).unwrap() > 0
    };
    for (table, column) in [
        ("entry", "at_ms"),
        ("game", "touched_ms"),
        ("server", "alive_ms"),
        ("offer", "posted_ms"),
        ("played", "ended_ms"),
    ] {
        if has(table) {
            file.execute(&format!("UPDATE {table} SET {column} = {column} + ?1"), [now - last]).unwrap();
        }
    }
    for table in ["person", "played"].into_iter().filter(|table| has(table)) {
        let mut rows = file.prepare(&format!("SELECT body FROM {table}")).unwrap();
        let rows = rows.query_map([], |row| row.get(0)).unwrap();
        for old in rows.collect::<Result<Vec<String>, _>>().unwrap() {
            let mut body: Value = serde_json::from_str(&old).unwrap();
            shift(&mut body, now - last);
            let sql = format!("UPDATE {table} SET body = ?1 WHERE body = ?2");
            file.execute(&sql, [body.to_string(), old]).unwrap();
        }
    }
}

/// Moves all times of day in what was stored as JSON.
fn shift(value: &mut Value, by: i64) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| shift(item, by)),
        Value::Object(fields) => fields.values_mut().for_each(|field| shift(field, by)),
        Value::Number(number) => {
            if let Some(time) = number.as_i64().filter(|number| *number > 1_700_000_000_000) {
                *value = json!(time + by);
            }
        }
        _ => {}
    }
}

/// What of a state must not change between versions; the sentences and times may.
fn essence(state: &Value) -> Value {
    let mut essence = json!({});
    for field in ["round", "turn", "awaits", "moves", "last", "passed", "undo", "confirm_pass", "apart"] {
        essence[field] = state[field].clone();
    }
    for field in ["board", "turn", "rules", "discs_left", "score", "legal", "over"] {
        essence["position"][field] = state["position"][field].clone();
    }
    for field in ["board", "turn", "rules", "discs_left"] {
        essence["start"][field] = state["start"][field].clone();
    }
    for field in ["winner", "black", "white", "reason", "loser", "past"] {
        essence["result"][field] = state["result"][field].clone();
    }
    for field in ["running", "main_ms", "increment_ms"] {
        essence["clock"][field] = state["clock"][field].clone();
    }
    for side in ["black", "white"] {
        for field in ["player", "level", "auto", "joined", "undos_left", "undo"] {
            essence[side][field] = state["seats"][side][field].clone();
        }
        // Someone without a name was called by the colour, the computer by its kind.
        let name = state["seats"][side]["name"].as_str().unwrap_or_default();
        let unnamed = ["", "Black", "White", "Computer"].contains(&name);
        essence[side]["name"] = if unnamed { Value::Null } else { json!(name) };
    }
    essence
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_an_older_version_open_as_they_were_and_go_on() {
    let folder = Folder::new("old");
    copy("games", &folder);
    let server = TestServer::start(config(), SqliteStore::open(&folder.games()).unwrap()).await;
    let games: Vec<Value> = serde_json::from_str(include_str!("old/games.json")).unwrap();
    for old in &games {
        let about = old["about"].as_str().unwrap();
        let game = old["made"]["game"].as_str().unwrap();
        let state = get(server.address, &format!("/api/games/{game}")).await.json()["state"].clone();
        assert_eq!(essence(&state), essence(&old["state"]), "{about}");
        // The whole round is told to someone who has seen nothing, and old tokens still open their seats.
        for holder in [&old["made"], &old["joined"]].into_iter().filter(|holder| !holder.is_null()) {
            let token = holder["token"].as_str();
            let mut client = Client::enter(server.address, game, token, 0).await.unwrap();
            assert_eq!(client.latest["events"][0]["what"], "started", "{about}");
            let may = client.latest["you"]["may"].as_array().unwrap().clone();
            if may.contains(&json!("play")) {
                let legal = client.state()["position"]["legal"].as_object().unwrap().clone();
                let mv = legal.keys().next().unwrap();
                let done = client.command("one more move", json!({"do": "play", "move": mv})).await.unwrap();
                assert_eq!(done["type"], "done", "{about}: {done}");
            }
        }
        for (side, invite) in old["made"]["invites"].as_object().unwrap() {
            let join = json!({"invite": invite, "key": "a key of sixteen characters"});
            let answer = post(server.address, &format!("/api/games/{game}/join"), &join).await;
            let used = old["joined"].is_object();
            assert_eq!(answer.status, if used { 410 } else { 200 }, "{about}: the invite for {side}");
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_of_an_older_version_are_who_they_were_and_play_on() {
    let folder = Folder::new("old-people");
    copy("people", &folder);
    let server = TestServer::start(config(), SqliteStore::open(&folder.games()).unwrap()).await;
    let at = server.address;
    let old: Value = serde_json::from_str(include_str!("old/people.json")).unwrap();
    let pick = |value: &Value, fields: &[&str]| {
        fields.iter().map(|field| value[field].clone()).collect::<Vec<Value>>()
    };
    let offers = get(at, "/api/lobby").await.json()["offers"].clone();
    assert_eq!(pick(&offers[0], &["id", "by", "terms"]), pick(&old["offers"][0], &["id", "by", "terms"]));
    for person in old["people"].as_array().unwrap() {
        let key = person["key"].as_str().unwrap();
        let now = async |path: &str| by(at, key, "GET", path, &Value::Null).await.json();
        let me = now("/api/me").await;
        let fields = ["name", "words", "live", "days", "feeds", "banned"];
        assert_eq!(pick(&me, &fields), pick(&person["me"], &fields));
        assert_eq!(me["vacation"]["days_left"], person["me"]["vacation"]["days_left"], "{me}");
        assert_eq!(me["vacation"]["until"].is_null(), person["me"]["vacation"]["until"].is_null());
        let (games, played) = (now("/api/me/games").await, now("/api/me/played").await);
        for (listed, before, fields) in [
            (
                &games["games"],
                &person["games"],
                &["game", "seats", "opponent", "my_turn", "board", "clock", "rated"][..],
            ),
            (
                &played["games"],
                &person["played"]["games"],
                &["game", "side", "opponent", "result", "black", "white", "rated"],
            ),
        ] {
            let all = |list: &Value| -> Vec<Vec<Value>> {
                list.as_array().unwrap().iter().map(|game| pick(game, fields)).collect()
            };
            assert_eq!(all(listed), all(before), "{}", me["name"]);
        }
        let mut lobby = enter(at, Some(key)).await.unwrap();
        let offer = json!({"do": "offer", "terms": {"clock": null}});
        let answer = lobby.command("one more offer", offer).await.unwrap();
        assert_eq!(answer["reason"] == "banned", me["banned"] == true, "{answer}");
        // A game that waits for them goes on, and what the newer version has besides can be done with old games.
        if let Some(game) = games["games"].as_array().unwrap().iter().find(|game| game["my_turn"] == true) {
            let mut seat = Client::enter(at, game["game"].as_str().unwrap(), Some(key), 0).await.unwrap();
            let square =
                seat.state()["position"]["legal"].as_object().unwrap().keys().next().unwrap().clone();
            let done = seat.command("one more move", json!({"do": "play", "move": square})).await.unwrap();
            assert_eq!(done["type"], "done", "{done}");
        }
        if let Some(game) = played["games"][0]["game"].as_str() {
            let report = json!({"reason": "stalling"});
            let answer = by(at, key, "POST", &format!("/api/games/{game}/report"), &report).await;
            assert_eq!(answer.status, 204, "{}", answer.text());
        }
    }
    server.stop().await;
}
