//! Games that an older version has stored: `old/games.sqlite`, with what that version said of each in
//! `old/games.json`. They have to open as they were for as long as there are such files.

use std::time::{SystemTime, UNIX_EPOCH};

use outflank_server::store::SqliteStore;
use serde_json::{Value, json};

use crate::client::{Client, get, post};
use crate::server::{Folder, TestServer, config};

/// Copies the old file, as if it had been written until just now: games are deleted and flags fall with time.
fn copy(folder: &Folder) {
    let old = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/served/old/games.sqlite");
    std::fs::copy(old, folder.games()).unwrap();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64;
    let file = rusqlite::Connection::open(folder.games()).unwrap();
    let last: i64 = file.query_row("SELECT MAX(at_ms) FROM entry", [], |row| row.get(0)).unwrap();
    for change in [
        "UPDATE entry SET at_ms = at_ms + ?1",
        "UPDATE game SET touched_ms = touched_ms + ?1",
        "UPDATE server SET alive_ms = alive_ms + ?1",
    ] {
        file.execute(change, [now - last]).unwrap();
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
    copy(&folder);
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
