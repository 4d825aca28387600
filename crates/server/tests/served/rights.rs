//! Who may do what: every role against every route and every command, all cells.

use std::collections::BTreeSet;
use std::net::SocketAddr;

use outflank_server::store::MemoryStore;
use serde_json::{Value, json};

use crate::client::{Client, post, request};
use crate::lobby::enter;
use crate::people::{by, introduce, key};
use crate::server::{TestServer, config};

/// Somebody who asks, and what they show: a key, or the token of the administrator.
struct Role {
    name: &'static str,
    shows: Option<String>,
}

impl Role {
    fn header(&self) -> String {
        self.shows.as_ref().map_or(String::new(), |key| format!("Authorization: Bearer {key}\r\n"))
    }
}

/// How many roles there are.
const ROLES: usize = 10;

/// The roles, in the order of all tables here.
async fn roles(server: &TestServer) -> [Role; ROLES] {
    let at = server.address;
    for (number, name) in [(1, "Black"), (2, "White"), (3, "Stranger"), (4, "Banned"), (5, "Forgotten")] {
        introduce(at, &key(number), &format!("Player {name}")).await;
    }
    let ban = json!({"do": "ban", "name": "Player Banned"});
    assert_eq!(by(at, &server.admin, "POST", "/api/admin", &ban).await.status, 204);
    assert_eq!(by(at, &key(5), "DELETE", "/api/me", &Value::Null).await.status, 204);
    let role = |name, number| Role { name, shows: Some(key(number)) };
    [
        role("black", 1),
        role("white", 2),
        role("other device of black", 1),
        role("stranger", 3),
        role("banned", 4),
        Role { name: "administrator", shows: Some(server.admin.clone()) },
        role("forgotten", 5),
        role("unknown key", 6),
        Role { name: "spectator", shows: None },
        Role { name: "nonsense", shows: Some("nonsense".to_owned()) },
    ]
}

/// A game between the first two, with Black to move and some discs placed; another one for each number.
async fn game(at: SocketAddr, number: usize) -> String {
    let mut blacks = enter(at, Some(&key(1))).await.unwrap();
    let terms = json!({"clock": {"main_s": 300}, "colour": "black"});
    let posted =
        blacks.command(&format!("an offer {number}"), json!({"do": "offer", "terms": terms})).await.unwrap();
    let mut whites = enter(at, Some(&key(2))).await.unwrap();
    let take = json!({"do": "take", "offer": posted["offer"]});
    let game = whites.command(&format!("taken by white {number}"), take).await.unwrap();
    let game = game["game"].as_str().unwrap().to_owned();
    for number in 0..4 {
        let mut seat = Client::enter(at, &game, Some(&key(1 + number % 2)), 0).await.unwrap();
        let square = seat.state()["position"]["legal"].as_object().unwrap().keys().next().unwrap().clone();
        let done =
            seat.command(&format!("opening {number}"), json!({"do": "play", "move": square})).await.unwrap();
        assert_eq!(done["type"], "done", "{done}");
    }
    game
}

/// A request and how it is answered to each role.
struct Row {
    method: &'static str,
    path: String,
    body: Value,
    expected: [u16; ROLES],
}

fn row(method: &'static str, path: impl Into<String>, body: Value, expected: [u16; ROLES]) -> Row {
    Row { method, path: path.into(), body, expected }
}

/// All that the router knows, with `{}` where something is to be named.
fn routes() -> BTreeSet<String> {
    let router = include_str!("../../src/http.rs");
    let routes = router.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next());
    routes.map(str::to_owned).collect()
}

/// Whether a path is of a route.
fn is_of(path: &str, route: &str) -> bool {
    let path = path.split('?').next().unwrap_or_default();
    let (mut path, mut route) = (path.split('/'), route.split('/'));
    loop {
        match (path.next(), route.next()) {
            (None, None) => return true,
            (Some(part), Some(name)) if part == name || name.starts_with('{') => {}
            _ => return false,
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_role_and_every_route() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let at = server.address;
    let roles = roles(&server).await;
    let game = game(at, 0).await;
    let of_game = |rest: &str| format!("/api/games/{game}{rest}");
    // Players, those who are nobody here (the token of the administrator is nobody's key), whoever shows nothing, and
    // what is no key.
    let known = |status| [status, status, status, status, status, 404, 404, 404, 403, 400];
    let admin_only = |status| [403, 403, 403, 403, 403, status, 403, 403, 403, 403];
    let sixteen = "sixteen letters.";
    let admin = |command: Value, status| row("POST", "/api/admin", command, admin_only(status));
    let table = [
        row("GET", "/api/me", Value::Null, known(200)),
        row("GET", "/api/me/games", Value::Null, known(200)),
        row("GET", "/api/me/played", Value::Null, known(200)),
        row("GET", "/api/me/export?format=ggf", Value::Null, known(200)),
        row(
            "POST",
            of_game("/join"),
            json!({"invite": "x", "key": sixteen}),
            [403, 403, 403, 403, 403, 403, 403, 403, 403, 400],
        ),
        row("POST", of_game("/renew"), json!({"token": "x", "key": sixteen}), [403; ROLES]),
        // Players once, their other devices not again, strangers not at all.
        row(
            "POST",
            of_game("/report"),
            json!({"reason": "stalling"}),
            [204, 204, 422, 403, 403, 404, 404, 404, 403, 400],
        ),
        // The computer plays with everybody; who is banned plays with nobody else, not by link either.
        row("POST", "/api/games", json!({}), [201, 201, 201, 201, 201, 201, 201, 201, 201, 400]),
        row(
            "POST",
            "/api/games",
            json!({"white": {"player": "friend"}}),
            [201, 201, 201, 201, 403, 201, 201, 201, 201, 400],
        ),
        row("GET", "/api/admin", Value::Null, admin_only(200)),
        row("GET", "/api/admin/games?name=player%20black", Value::Null, admin_only(200)),
        row("GET", "/api/admin/export", Value::Null, admin_only(200)),
        admin(json!({"do": "rename", "name": "Player Stranger", "to": "Somebody"}), 204),
        admin(json!({"do": "ban", "name": "Somebody"}), 204),
        admin(json!({"do": "unban", "name": "Somebody"}), 204),
        admin(json!({"do": "stop"}), 204),
        admin(json!({"do": "resume"}), 204),
        admin(json!({"do": "close", "report": "nonsense"}), 204),
        admin(json!({"do": "void", "game": game, "round": 1}), 404),
        admin(json!({"do": "end", "game": game}), 204),
        // The name of a banned player is up to the administrator; for others this one is taken.
        row(
            "PUT",
            "/api/me",
            json!({"name": "Somebody"}),
            [422, 422, 422, 200, 403, 422, 422, 422, 403, 400],
        ),
        // Making oneself known is for everybody with a key, also again after being forgotten.
        row(
            "PUT",
            "/api/me",
            json!({"vacation_days": 0}),
            [200, 200, 200, 200, 200, 200, 200, 200, 403, 400],
        ),
        // The other device is gone with the player, and whoever made themselves known just now is gone again.
        row("DELETE", "/api/me", Value::Null, [204, 204, 404, 204, 204, 204, 204, 204, 403, 400]),
    ];
    let ask = async |role: &Role, method, path: &str, body: &Value| {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        request(at, method, path, &role.header(), &body).await.unwrap()
    };
    // What is not in the table is the same for everybody, whatever it is.
    for route in routes() {
        if table.iter().any(|row| is_of(&row.path, &route)) {
            continue;
        }
        let path =
            route.replace("{id}", &game).replace("{file}", "nonsense.atom").replace("{drill}", "daily");
        assert!(!path.contains('{'), "{route} has something to be named");
        for method in ["GET", "POST", "DELETE"] {
            let mut answers = BTreeSet::new();
            for role in &roles {
                answers.insert(ask(role, method, &path, &Value::Null).await.status);
            }
            assert_eq!(answers.len(), 1, "{method} {path} needs a row: {answers:?}");
        }
    }
    for Row { method, path, body, expected } in &table {
        for (role, status) in roles.iter().zip(expected) {
            let answer = ask(role, method, path, body).await;
            assert_eq!(answer.status, *status, "{} {method} {path} {body}: {}", role.name, answer.text());
        }
    }
    server.stop().await;
}

/// What a command leads to, for Black, White, Black's other device and a spectator.
type Cells = [&'static str; 4];

/// What is refused to a player for the same reason, whoever they are.
const fn refused(reason: &'static str) -> Cells {
    [reason, reason, reason, "watching"]
}

#[tokio::test(flavor = "multi_thread")]
async fn every_role_and_every_command() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let at = server.address;
    let roles = roles(&server).await;
    // It is Black's turn. What changes the game comes last, and each role has a game of its own.
    let commands: [(&str, Value, Cells); 15] = [
        ("accept", json!({}), refused("nothing_asked")),
        ("decline", json!({}), refused("nothing_asked")),
        ("rematch", json!({}), refused("not_over")),
        ("restart", json!({}), refused("restart_alone")),
        ("claim", json!({}), refused("not_absent")),
        ("name", json!({"name": "X"}), refused("name_of_player")),
        ("level", json!({"level": 3}), refused("level_agreed")),
        ("pause", json!({}), refused("pause_with_people")),
        ("continue", json!({}), refused("not_paused")),
        ("pass", json!({}), ["pass_with_moves", "not_your_turn", "pass_with_moves", "watching"]),
        ("play", json!({"move": "a1"}), ["flips_nothing", "not_your_turn", "flips_nothing", "watching"]),
        ("greet", json!({}), refused("not_understood")),
        ("greet", json!({"greeting": "hello"}), refused("done")),
        ("undo", json!({}), refused("done")),
        ("resign", json!({}), refused("done")),
    ];
    for (place, role) in [&roles[0], &roles[1], &roles[2], &roles[8]].into_iter().enumerate() {
        let game = game(at, place).await;
        // Both players are here all the time, so that nobody is absent.
        let _here = [
            Client::enter(at, &game, Some(&key(1)), 0).await.unwrap(),
            Client::enter(at, &game, Some(&key(2)), 0).await.unwrap(),
        ];
        let mut client = Client::enter(at, &game, role.shows.as_deref(), 0).await.unwrap();
        for (n, (action, fields, expected)) in commands.iter().enumerate() {
            let mut command = fields.clone();
            command["do"] = json!(action);
            let answer = client.command(&format!("{place} {n} here"), command).await.unwrap();
            let outcome = if answer["type"] == "done" { "done" } else { answer["reason"].as_str().unwrap() };
            assert_eq!(outcome, expected[place], "{} {action}: {answer}", role.name);
        }
        // Whoever shows what has no seat is not let in, be it a key or the token of the administrator.
        for role in roles[3..8].iter().chain([&roles[9]]) {
            let entered = Client::enter(at, &game, role.shows.as_deref(), 0).await;
            assert!(entered.is_err(), "{}", role.name);
        }
    }
    server.stop().await;
}

/// Whoever is banned loses their games, and has no other round of them.
#[tokio::test(flavor = "multi_thread")]
async fn a_banned_player_sees_their_games_and_plays_none() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let at = server.address;
    let _ = roles(&server).await;
    let game = game(at, 0).await;
    let ban = json!({"do": "ban", "name": "Player Black"});
    assert_eq!(by(at, &server.admin, "POST", "/api/admin", &ban).await.status, 204);
    let mut black = Client::enter(at, &game, Some(&key(1)), 0).await.unwrap();
    let mut white = Client::enter(at, &game, Some(&key(2)), 0).await.unwrap();
    assert_eq!(black.state()["result"]["winner"], "white", "{}", black.state()["result"]);
    let rematch = || json!({"do": "rematch"});
    let refused = black.command("black asks", rematch()).await.unwrap();
    assert_eq!(refused["reason"], "banned", "{refused}");
    let asked = white.command("white asks", rematch()).await.unwrap();
    assert_eq!(asked["type"], "done", "{asked}");
    let refused = black.command("black accepts", json!({"do": "accept"})).await.unwrap();
    assert_eq!(refused["reason"], "banned", "{refused}");
    // Nor by a friend's link, which is still good for others; whoever shows no key is nobody that could be banned.
    let made = post(at, "/api/games", &json!({"white": {"player": "friend"}})).await.json();
    let path = format!("/api/games/{}/join", made["game"].as_str().unwrap());
    let join = json!({"invite": made["invites"]["white"], "key": "sixteen letters."});
    let refused = by(at, &key(1), "POST", &path, &join).await;
    assert_eq!((refused.status, &refused.json()["reason"]), (403, &json!("banned")));
    let invite = json!({"white": {"player": "friend"}});
    let refused = by(at, &key(1), "POST", "/api/games", &invite).await;
    assert_eq!((refused.status, &refused.json()["reason"]), (403, &json!("banned")));
    assert_eq!(post(at, &path, &join).await.status, 200);
    // And under no other name, until the ban is over.
    let rename = json!({"name": "Somebody New"});
    let refused = by(at, &key(1), "PUT", "/api/me", &rename).await;
    assert_eq!((refused.status, &refused.json()["reason"]), (403, &json!("banned")));
    let unban = json!({"do": "unban", "name": "Player Black"});
    assert_eq!(by(at, &server.admin, "POST", "/api/admin", &unban).await.status, 204);
    assert_eq!(by(at, &key(1), "PUT", "/api/me", &rename).await.status, 200);
    assert_eq!(by(at, &key(1), "POST", "/api/games", &invite).await.status, 201);
    server.stop().await;
}

/// Practice is for everybody; it is kept with those who are known, also with somebody who may not play with others.
#[tokio::test(flavor = "multi_thread")]
async fn every_role_and_the_log_of_practice() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let roles = roles(&server).await;
    let (kept, not_kept, outside) = (Some(true), Some(false), None);
    let table = [kept, kept, kept, kept, kept, not_kept, not_kept, not_kept, not_kept, outside];
    for (role, expected) in roles.iter().zip(table) {
        let mut client = Client::open(server.address, "/api/practice/socket", None).await.unwrap();
        let hello = match &role.shows {
            None => json!({"type": "hello", "log": ""}),
            Some(key) => json!({"type": "hello", "log": "", "key": key}),
        };
        client.send(&hello).await.unwrap();
        let overview = client.until("overview").await.ok();
        let kept = overview.map(|overview| overview["with_player"].as_bool().unwrap());
        assert_eq!(kept, expected, "{}", role.name);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_role_in_the_lobby() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let at = server.address;
    let roles = roles(&server).await;
    let terms = json!({"clock": null});
    // Somebody else's offer.
    introduce(at, &key(7), "Somebody Else").await;
    let mut other = enter(at, Some(&key(7))).await.unwrap();
    let foreign = other.command("an offer", json!({"do": "offer", "terms": terms})).await.unwrap();
    let foreign = &foreign["offer"];
    // Offer, withdraw what is somebody else's, take what is none, take one's own. Players act, those without a key look
    // on, unknown keys stay outside.
    let player = Some(["done", "offer_gone", "offer_gone", "own_offer"]);
    let banned = Some(["banned", "offer_gone", "banned", "banned"]);
    let watching = Some(["key_missing"; 4]);
    let table = [player, player, player, player, banned, None, None, None, watching, None];
    for (n, (role, expected)) in roles.iter().zip(table).enumerate() {
        let entered = enter(at, role.shows.as_deref()).await;
        assert_eq!(entered.is_ok(), expected.is_some(), "{}", role.name);
        let (Ok(mut client), Some(expected)) = (entered, expected) else { continue };
        let mut own = json!("AAAAAAAAAAAA");
        for (m, expected) in expected.into_iter().enumerate() {
            let command = match m {
                0 => json!({"do": "offer", "terms": terms}),
                1 => json!({"do": "withdraw", "offer": foreign}),
                2 => json!({"do": "take", "offer": "AAAAAAAAAAAA"}),
                _ => json!({"do": "take", "offer": own}),
            };
            let answer = client.command(&format!("command {n} {m}"), command).await.unwrap();
            let outcome = if answer["type"] == "done" { "done" } else { answer["reason"].as_str().unwrap() };
            assert_eq!(outcome, expected, "{} {m}: {answer}", role.name);
            if m == 0 && expected == "done" {
                own = answer["offer"].clone();
            }
        }
        if expected[0] == "done" {
            let withdraw = json!({"do": "withdraw", "offer": own});
            let done = client.command(&format!("command {n} is done"), withdraw).await.unwrap();
            assert_eq!(done["type"], "done", "{}", role.name);
        }
    }
    server.stop().await;
}
