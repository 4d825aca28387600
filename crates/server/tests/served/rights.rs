//! Who may do what: every role against every route and command that concerns people, all cells.

use std::net::SocketAddr;

use outflank_server::store::MemoryStore;
use serde_json::{Value, json};

use crate::client::{Client, request};
use crate::lobby::enter;
use crate::people::{introduce, key};
use crate::server::{TestServer, config};

/// Somebody who asks, and the key they show.
struct Role {
    name: &'static str,
    key: Option<String>,
}

async fn roles(at: SocketAddr) -> Vec<Role> {
    for (number, name) in [(1, "Black"), (2, "White"), (3, "Stranger"), (4, "Forgotten")] {
        introduce(at, &key(number), &format!("Player {name}")).await;
    }
    let header = format!("Authorization: Bearer {}\r\n", key(4));
    assert_eq!(request(at, "DELETE", "/api/me", &header, "").await.unwrap().status, 204);
    let role = |name, number| Role { name, key: Some(key(number)) };
    vec![
        role("black", 1),
        role("white", 2),
        role("other device of black", 1),
        role("stranger", 3),
        role("forgotten", 4),
        role("unknown key", 5),
        Role { name: "spectator", key: None },
        Role { name: "nonsense", key: Some("nonsense".to_owned()) },
    ]
}

/// A game between the first two, with Black to move and some discs placed.
async fn game(at: SocketAddr) -> String {
    let mut blacks = enter(at, Some(&key(1))).await.unwrap();
    let terms = json!({"clock": {"main_s": 300}, "colour": "black"});
    let posted = blacks.command("an offer", json!({"do": "offer", "terms": terms})).await.unwrap();
    let mut whites = enter(at, Some(&key(2))).await.unwrap();
    let take = json!({"do": "take", "offer": posted["offer"]});
    let game = whites.command("taken by white", take).await.unwrap()["game"].as_str().unwrap().to_owned();
    for number in 0..4 {
        let mut seat = Client::enter(at, &game, Some(&key(1 + number % 2)), 0).await.unwrap();
        let square = seat.state()["position"]["legal"].as_object().unwrap().keys().next().unwrap().clone();
        let done =
            seat.command(&format!("opening {number}"), json!({"do": "play", "move": square})).await.unwrap();
        assert_eq!(done["type"], "done", "{done}");
    }
    game
}

#[tokio::test(flavor = "multi_thread")]
async fn every_role_and_every_route() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let at = server.address;
    let roles = roles(at).await;
    let game = game(at).await;
    // In the order of the roles: the two players and the other device, the stranger, then those who are nobody here.
    let known = |status: u16, missing: u16| [status, status, status, status, missing, missing, 403, 400];
    let everybody = [200; 8];
    let rename = json!({"vacation_days": 0}).to_string();
    let words = json!({"words": "babad babad babad babad babad babad babad babad"}).to_string();
    let report = json!({"reason": "stalling"}).to_string();
    let routes: Vec<(&str, String, &str, [u16; 8])> = vec![
        ("GET", "/api/me".to_owned(), "", known(200, 404)),
        ("GET", "/api/me/games".to_owned(), "", known(200, 404)),
        ("GET", "/api/me/played".to_owned(), "", known(200, 404)),
        ("GET", "/api/me/export?format=ggf".to_owned(), "", known(200, 404)),
        ("GET", "/api/lobby".to_owned(), "", everybody),
        ("GET", "/api/players".to_owned(), "", everybody),
        ("GET", format!("/api/games/{game}"), "", everybody),
        ("GET", format!("/api/games/{game}/record"), "", everybody),
        ("GET", "/feed/nonsense.atom".to_owned(), "", [404; 8]),
        ("POST", "/api/key".to_owned(), &words, [404; 8]),
        ("DELETE", "/api/lobby".to_owned(), "", [405; 8]),
        ("GET", "/admin".to_owned(), "", everybody),
        ("GET", "/api/admin".to_owned(), "", [403; 8]),
        ("GET", "/api/admin/games?name=x".to_owned(), "", [403; 8]),
        ("GET", "/api/admin/export".to_owned(), "", [403; 8]),
        // Players once, their other devices not again, strangers not at all.
        ("POST", format!("/api/games/{game}/report"), &report, [204, 204, 422, 403, 404, 404, 403, 400]),
    ];
    for (method, path, body, expected) in &routes {
        for (role, status) in roles.iter().zip(expected) {
            let header =
                role.key.as_ref().map_or(String::new(), |key| format!("Authorization: Bearer {key}\r\n"));
            let answer = request(at, method, path, &header, body).await.unwrap();
            assert_eq!(answer.status, *status, "{} {method} {path}: {}", role.name, answer.text());
        }
    }
    // Making oneself known is for everybody with a key, also again after being forgotten.
    for (role, status) in roles.iter().zip([200, 200, 200, 200, 200, 200, 403, 400]) {
        let header =
            role.key.as_ref().map_or(String::new(), |key| format!("Authorization: Bearer {key}\r\n"));
        let answer = request(at, "PUT", "/api/me", &header, &rename).await.unwrap();
        assert_eq!(answer.status, status, "{} PUT /api/me: {}", role.name, answer.text());
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_role_and_every_command() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let at = server.address;
    let roles = roles(at).await;
    let game = game(at).await;
    // What is refused to whom, of those whose key or lack of one lets them in; it is Black's turn.
    let commands: [(&str, Value, [&str; 4]); 10] = [
        ("accept", json!({}), ["nothing_asked", "nothing_asked", "nothing_asked", "watching"]),
        ("decline", json!({}), ["nothing_asked", "nothing_asked", "nothing_asked", "watching"]),
        ("rematch", json!({}), ["not_over", "not_over", "not_over", "watching"]),
        ("restart", json!({}), ["restart_alone", "restart_alone", "restart_alone", "watching"]),
        ("claim", json!({}), ["not_absent", "not_absent", "not_absent", "watching"]),
        ("name", json!({"name": "X"}), ["name_of_player", "name_of_player", "name_of_player", "watching"]),
        ("level", json!({"level": 3}), ["level_agreed", "level_agreed", "level_agreed", "watching"]),
        ("pause", json!({}), ["pause_with_people", "pause_with_people", "pause_with_people", "watching"]),
        ("greet", json!({}), ["not_understood", "not_understood", "not_understood", "watching"]),
        ("play", json!({"move": "a1"}), ["flips_nothing", "not_your_turn", "flips_nothing", "watching"]),
    ];
    let places = [Some(&roles[0]), Some(&roles[1]), Some(&roles[2]), None];
    // Both players are here all the time, so that nobody is absent.
    let _here = [
        Client::enter(at, &game, Some(&key(1)), 0).await.unwrap(),
        Client::enter(at, &game, Some(&key(2)), 0).await.unwrap(),
    ];
    for (place, role) in places.into_iter().enumerate() {
        let name = role.map_or("spectator", |role| role.name);
        let token = role.and_then(|role| role.key.as_deref());
        let mut client = Client::enter(at, &game, token, 0).await.unwrap();
        for (n, (action, fields, expected)) in commands.iter().enumerate() {
            let mut command = fields.clone();
            command["do"] = json!(action);
            let answer = client.command(&format!("{name} {n} here"), command).await.unwrap();
            assert_eq!(answer["reason"], expected[place], "{name} {action}: {answer}");
        }
    }
    // Whoever shows a key that has no seat is not let in; nobody plays with another's.
    for role in &roles[3..6] {
        let entered = Client::enter(at, &game, role.key.as_deref(), 0).await;
        assert!(entered.is_err(), "{}", role.name);
    }
    // In the lobby: players act, those without a key look on, unknown keys stay outside.
    let terms = json!({"clock": null});
    for (n, role) in roles.iter().enumerate() {
        let entered = enter(at, role.key.as_deref()).await;
        if ["forgotten", "unknown key", "nonsense"].contains(&role.name) {
            assert!(entered.is_err(), "{}", role.name);
            continue;
        }
        let mut client = entered.unwrap();
        let lets = role.key.is_some();
        let offer =
            client.command(&format!("{n} offers"), json!({"do": "offer", "terms": terms})).await.unwrap();
        assert_eq!(offer["type"] == "done", lets, "{} offer: {offer}", role.name);
        let foreign = json!({"do": "withdraw", "offer": "AAAAAAAAAAAA"});
        let answer = client.command(&format!("{n} withdraws"), foreign).await.unwrap();
        assert_eq!(answer["reason"], if lets { "offer_gone" } else { "key_missing" }, "{}", role.name);
        let own =
            client.command(&format!("{n} takes it"), json!({"do": "take", "offer": offer["offer"]})).await;
        assert_eq!(own.unwrap()["reason"], if lets { "own_offer" } else { "key_missing" }, "{}", role.name);
        if lets {
            let withdraw = json!({"do": "withdraw", "offer": offer["offer"]});
            let done = client.command(&format!("{n} is done"), withdraw).await.unwrap();
            assert_eq!(done["type"], "done", "{}", role.name);
        }
    }
    server.stop().await;
}
