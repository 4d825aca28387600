//! Games as people play them: with the computer, on one screen, with a friend, watched by others.

use std::time::Duration;

use outflank_server::Config;
use outflank_server::store::{MemoryStore, SqliteStore};
use serde_json::{Value, json};

use crate::bot::{Bot, Style, check, seats};
use crate::client::{Client, Closed, get, make, post, request};
use crate::server::{Folder, TestServer, config};

const AT_ONCE: Style = Style { think_ms: (0, 0), doubled: 10 };

async fn server() -> TestServer {
    TestServer::start(config(), MemoryStore::default()).await
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[tokio::test]
async fn a_whole_game_against_the_computer() {
    let server = server().await;
    let made = make(server.address, &json!({"white": {"player": "computer", "level": 1}})).await;
    assert_eq!(made["seats"], json!(["black"]));
    let bot = Bot::new(server.address, text(&made["game"]), text(&made["token"]), 7, AT_ONCE);
    let bot = bot.play().await;
    check(server.address, text(&made["game"]), &[&bot]).await;
    server.stop().await;
}

#[tokio::test]
async fn two_people_on_one_screen_hold_both_seats() {
    let server = server().await;
    let request =
        json!({"black": {"player": "human", "name": "Anna"}, "white": {"player": "human", "name": "Ben"}});
    let made = make(server.address, &request).await;
    assert_eq!(made["seats"], json!(["black", "white"]));
    let mut client =
        Client::enter(server.address, text(&made["game"]), made["token"].as_str(), 0).await.unwrap();
    assert_eq!(client.latest["events"][0]["sentence"], "A new game: Anna (Black) against Ben (White).");
    for (id, square) in [("command-1", "f5"), ("command-2", "d6"), ("command-3", "c3")] {
        let done = client.command(id, json!({"do": "play", "move": square})).await.unwrap();
        assert_eq!(done["type"], "done", "{done}");
    }
    client.until_seq(4).await.unwrap();
    assert_eq!(client.state()["moves"], json!(["f5", "d6", "c3"]));
    assert_eq!(client.state()["last"], json!({"by": "black", "square": "c3", "flips": ["d4"]}));
    assert_eq!(client.state()["turn"], "white");

    // An undo is for whoever placed last, happens at once, and may be had once.
    let undo = json!({"do": "undo"});
    assert_eq!(client.command("command-4", undo.clone()).await.unwrap()["type"], "done");
    client.until_seq(5).await.unwrap();
    assert_eq!(client.state()["moves"], json!(["f5", "d6"]));
    assert_eq!(client.state()["seats"]["black"]["undos_left"], 0);
    client.command("command-5", json!({"do": "play", "move": "c3"})).await.unwrap();
    let refused = client.command("command-6", undo).await.unwrap();
    assert_eq!(refused["sentence"], "Anna has used the one undo of this game.");

    // The same command again changes nothing, whatever it says.
    let again = client.command("command-5", json!({"do": "resign"})).await.unwrap();
    assert_eq!((&again["type"], &again["seq"]), (&json!("done"), &json!(6)));

    for (fields, code, sentence) in [
        (json!({"do": "play", "move": "a1"}), "refused", "a1 flips nothing."),
        (json!({"do": "play", "move": "c3", "ply": 3}), "refused", "c3 is taken by a black disc."),
        (json!({"do": "play", "move": "d3", "ply": 1}), "stale", "The game has moved on since."),
        (json!({"do": "play", "move": "pass"}), "refused", "You have a legal move, so you cannot pass."),
        (json!({"do": "play", "move": "z9"}), "bad_request", "\"z9\" is neither a square nor a pass."),
        (json!({"do": "rematch"}), "refused", "The game is not over yet."),
        (json!({"do": "accept"}), "refused", "There is nothing to answer."),
        (json!({"do": "level", "level": 3}), "refused", "No computer plays in this game."),
        (
            json!({"do": "name", "name": "\u{202e}"}),
            "refused",
            "A name needs at least one visible character.",
        ),
    ] {
        let refused = client.command("command-7", fields).await.unwrap();
        assert_eq!((text(&refused["code"]), text(&refused["sentence"])), (code, sentence));
    }
    let done = client.command("command-8", json!({"do": "restart"})).await.unwrap();
    client.until_seq(done["seq"].as_u64().unwrap()).await.unwrap();
    assert_eq!((&client.state()["round"], &client.state()["moves"]), (&json!(2), &json!([])));
    server.stop().await;
}

#[tokio::test]
async fn a_friend_comes_by_invite_and_is_asked() {
    let server = server().await;
    let address = server.address;
    let request = json!({"black": {"player": "human", "name": "Anna"}, "white": {"player": "friend"}});
    let made = make(address, &request).await;
    let (game, invite) = (text(&made["game"]), &made["invites"]["white"]);
    let mut anna = Client::enter(address, game, made["token"].as_str(), 0).await.unwrap();
    assert_eq!(anna.state()["seats"]["white"]["joined"], false);
    assert_eq!(anna.until("presence").await.unwrap()["white"], false);

    let join = |key: &str| json!({"invite": invite, "key": key, "name": "<b>Ben</b>"});
    let path = format!("/api/games/{game}/join");
    let joined = post(address, &path, &join("ben's own long key")).await;
    assert_eq!(joined.status, 200, "{}", joined.text());
    let again = post(address, &path, &join("ben's own long key")).await;
    assert_eq!(again.json(), joined.json());
    let late = post(address, &path, &join("somebody else's key")).await;
    assert_eq!((late.status, &late.json()["code"]), (410, &json!("gone")));
    let wrong = post(address, &path, &json!({"invite": "x", "key": "somebody else's key"})).await;
    assert_eq!(wrong.status, 403);

    let token = joined.json()["token"].as_str().map(str::to_owned);
    let mut ben = Client::enter(address, game, token.as_deref(), 0).await.unwrap();
    let mut watcher = Client::enter(address, game, None, 0).await.unwrap();
    assert_eq!(ben.state()["seats"]["white"]["name"], "<b>Ben</b>");
    assert_eq!(watcher.latest["you"], json!({"seats": [], "may": []}));
    assert_eq!(watcher.command("watching-1", json!({"do": "resign"})).await.unwrap()["code"], "forbidden");
    assert_eq!(Client::enter(address, game, Some("wrong"), 0).await.err(), Some(Closed(Some(4403))));

    // Nobody plays for the other.
    assert_eq!(
        ben.command("command-1", json!({"do": "play", "move": "f5"})).await.unwrap()["code"],
        "refused"
    );
    let stolen =
        ben.command("command-1", json!({"do": "play", "move": "f5", "seat": "black"})).await.unwrap();
    assert_eq!(stolen["code"], "forbidden");

    let done = anna.command("command-2", json!({"do": "play", "move": "f5"})).await.unwrap();
    ben.until_seq(done["seq"].as_u64().unwrap()).await.unwrap();
    assert_eq!(ben.latest["events"][0]["flips"], json!(["e5"]));
    assert_eq!(watcher.until_seq(3).await.unwrap()["state"]["moves"], json!(["f5"]));

    // A take-back is asked for.
    anna.command("command-3", json!({"do": "undo"})).await.unwrap();
    let asked = ben.until_seq(4).await.unwrap();
    assert_eq!(asked["state"]["request"], json!({"by": "black", "what": "undo"}));
    assert!(asked["you"]["may"].as_array().unwrap().contains(&json!("accept")));
    ben.command("command-4", json!({"do": "accept"})).await.unwrap();
    assert_eq!(anna.until_seq(5).await.unwrap()["state"]["moves"], json!([]));
    assert_eq!(ben.command("command-5", json!({"do": "restart"})).await.unwrap()["code"], "refused");

    // After the end the colours are swapped, and with them the seats.
    ben.command("command-6", json!({"do": "resign"})).await.unwrap();
    let ended = anna.until_seq(6).await.unwrap();
    assert_eq!(ended["state"]["result"]["winner"], "black");
    anna.command("command-7", json!({"do": "rematch"})).await.unwrap();
    ben.command("command-8", json!({"do": "rematch"})).await.unwrap();
    let second = anna.until_seq(8).await.unwrap();
    assert_eq!((&second["state"]["round"], &second["you"]["seats"]), (&json!(2), &json!(["white"])));
    assert_eq!(second["state"]["seats"]["white"]["name"], "Anna");
    let done = ben.command("command-9", json!({"do": "play", "move": "d3"})).await;
    ben.until_seq(8).await.unwrap();
    assert_eq!(done.unwrap()["type"], "done");

    // The right survives a restart, and a client is told what it has missed.
    drop(anna);
    let back = Client::enter(address, game, made["token"].as_str(), 7).await.unwrap();
    let seqs: Vec<u64> =
        back.latest["events"].as_array().unwrap().iter().filter_map(|event| event["seq"].as_u64()).collect();
    assert_eq!(seqs, [8, 9]);
    server.stop().await;
}

#[tokio::test]
async fn a_game_with_a_clock_begins_when_both_are_there_and_ends_when_time_runs_out() {
    let server = server().await;
    let request = json!({"white": {"player": "friend"}, "clock": {"main_s": 1}});
    let made = make(server.address, &request).await;
    let game = text(&made["game"]);
    let mut client = Client::enter(server.address, game, made["token"].as_str(), 0).await.unwrap();
    assert_eq!(client.state()["awaits"], "friend");
    let early = client.command("command-1", json!({"do": "play", "move": "f5"})).await.unwrap();
    assert_eq!(early["sentence"], "The clock starts when both players are here.");
    let join = json!({"invite": made["invites"]["white"], "key": "a key of sufficient length"});
    post(server.address, &format!("/api/games/{game}/join"), &join).await;
    client.command("command-2", json!({"do": "play", "move": "f5"})).await.unwrap();
    let update = client.until_seq(3).await.unwrap();
    assert_eq!(update["state"]["clock"]["running"], "white");
    let ended = client.until_seq(4).await.unwrap();
    assert_eq!(ended["state"]["result"]["reason"], "out_of_time");
    assert_eq!(ended["state"]["result"]["winner"], "black");
    server.stop().await;
}

#[tokio::test]
async fn the_way_to_the_server_is_not_charged_up_to_a_bound() {
    let server = server().await;
    let person = json!({"player": "human"});
    let request = json!({"black": person, "white": person, "clock": {"main_s": 60}});
    for (away, least) in [(150, 100), (900, 300)] {
        let made = make(server.address, &request).await;
        let mut client = Client::connect(server.address, text(&made["game"])).await.unwrap();
        client.send(&json!({"type": "hello", "token": made["token"], "have": 0})).await.unwrap();
        // A far client: the server's ping waits as long as everything else.
        tokio::time::sleep(Duration::from_millis(away)).await;
        client.until("welcome").await.unwrap();
        client.command("command-1", json!({"do": "play", "move": "f5"})).await.unwrap();
        client.command("command-2", json!({"do": "play", "move": "d6"})).await.unwrap();
        let events = client.until_seq(3).await.unwrap()["events"].clone();
        assert_eq!(events[0]["what"], "credited", "{events}");
        let given = events[0]["ms"].as_u64().unwrap();
        assert!((least..=300).contains(&given), "{given} ms after {away}");
        assert_eq!(events[1]["what"], "placed");
    }
    server.stop().await;
}

#[tokio::test]
async fn computers_play_each_other_while_somebody_watches() {
    let server = server().await;
    let computer = json!({"player": "computer", "level": 1});
    let made = make(server.address, &json!({"black": computer, "white": computer})).await;
    let game = text(&made["game"]);
    let mut owner = Client::enter(server.address, game, made["token"].as_str(), 0).await.unwrap();
    assert_eq!(owner.latest["you"]["may"], json!(["pause", "restart", "level"]));
    let paused = owner.command("command-0", json!({"do": "pause"})).await.unwrap();
    owner.until_seq(paused["seq"].as_u64().unwrap()).await.unwrap();
    assert_eq!(owner.latest["you"]["may"], json!(["continue", "restart", "level"]));
    assert_eq!(owner.state()["awaits"], "continue");
    drop(owner);
    // Whoever comes back finds it as it was left, and only the owner may let it go on.
    let mut owner = Client::enter(server.address, game, made["token"].as_str(), 0).await.unwrap();
    assert_eq!(owner.state()["awaits"], "continue");
    let mut eve = Client::enter(server.address, game, None, 0).await.unwrap();
    let refused = eve.command("command-1", json!({"do": "continue"})).await.unwrap();
    assert_eq!(refused["code"], "forbidden", "{refused}");
    let done = owner.command("command-1", json!({"do": "continue"})).await.unwrap();
    assert_eq!(done["type"], "done", "{done}");
    while owner.state()["result"].is_null() {
        owner.next().await.unwrap();
    }
    let done = owner.command("command-2", json!({"do": "rematch"})).await.unwrap();
    assert_eq!(done["type"], "done", "{done}");
    server.stop().await;
}

#[tokio::test]
async fn a_stop_in_good_order_keeps_everything_and_says_goodbye() {
    let folder = Folder::new("stop");
    let server = TestServer::start(config(), SqliteStore::open(&folder.games()).unwrap()).await;
    let (game, tokens) = seats(server.address, &json!({"white": {"player": "friend"}})).await;
    let mut client = Client::enter(server.address, &game, Some(&tokens[0]), 0).await.unwrap();
    client.command("command-1", json!({"do": "play", "move": "f5"})).await.unwrap();
    let stopping = tokio::spawn(server.stop());
    client.until("bye").await.unwrap();
    assert_eq!(client.until("never").await, Err(Closed(Some(1012))));
    drop(client);
    stopping.await.unwrap();

    let server = TestServer::start(config(), SqliteStore::open(&folder.games()).unwrap()).await;
    let bots = tokens.iter().map(|token| Bot::new(server.address, &game, token, 3, AT_ONCE));
    let played: Vec<_> = bots.map(|bot| tokio::spawn(bot.play())).collect();
    for bot in played {
        bot.await.unwrap();
    }
    let view = get(server.address, &format!("/api/games/{game}/view")).await.json();
    assert_eq!(view["moves"][0], "f5");
    assert!(view["result"].is_string());
    server.stop().await;
}

#[tokio::test]
async fn requests_that_make_no_sense_are_refused_in_a_sentence() {
    let server = server().await;
    let address = server.address;
    let deep = "[".repeat(10_000);
    let large = format!("{{\"start\": \"{}\"}}", "x".repeat(20_000));
    for (method, path, headers, body, status, code) in [
        ("POST", "/api/games", "", "{", 400, "bad_request"),
        ("POST", "/api/games", "", &deep, 400, "bad_request"),
        ("POST", "/api/games", "", "{\"colour\": 1}", 400, "bad_request"),
        ("POST", "/api/games", "", "{\"rules\": \"fair\"}", 400, "bad_request"),
        ("POST", "/api/games", "", "{\"clock\": {\"main_s\": 0}}", 400, "bad_request"),
        (
            "POST",
            "/api/games",
            "",
            "{\"white\": {\"player\": \"computer\", \"level\": 11}}",
            400,
            "bad_request",
        ),
        ("POST", "/api/games", "", "{\"start\": \"f5f5\"}", 422, "unprocessable"),
        ("POST", "/api/games", "", &large, 413, "too_large"),
        ("POST", "/api/games", "Origin: http://evil.example\r\n", "{}", 403, "forbidden"),
        ("POST", "/api/games", "Sec-Fetch-Site: cross-site\r\n", "{}", 403, "forbidden"),
        ("GET", "/api/games/AAAAAAAAAAAA", "", "", 404, "not_found"),
        ("GET", "/api/games/AAAAAAAAAAAA/socket", "", "", 400, "bad_request"),
        ("GET", "/api/games/..%2f..%2fetc", "", "", 404, "not_found"),
        ("GET", "/../Cargo.toml", "", "", 404, "not_found"),
        ("GET", &format!("/{}", "a".repeat(3000)), "", "", 400, "bad_request"),
    ] {
        let answer = request(address, method, path, headers, body).await.unwrap();
        let shown = &path[..path.len().min(60)];
        assert_eq!(
            (answer.status, text(&answer.json()["code"])),
            (status, code),
            "{shown} {}",
            answer.text()
        );
        assert!(text(&answer.json()["sentence"]).ends_with('.'), "{}", answer.text());
        assert!(answer.head.contains("content-security-policy: default-src 'none'"), "{}", answer.head);
    }
    let own =
        request(address, "POST", "/api/games", &format!("Origin: http://{address}\r\n"), "{}").await.unwrap();
    assert_eq!(own.status, 201);
    assert!(Client::connect(address, "AAAAAAAAAAAA").await.is_err());
    assert_eq!(get(address, "/healthz").await.text(), "ok\n");
    server.stop().await;
}

#[tokio::test]
async fn rooms_that_nobody_needs_close_and_open_again() {
    let mut config = config();
    config.idle = Duration::from_millis(50);
    let server = TestServer::start(config, MemoryStore::default()).await;
    let (game, tokens) = seats(server.address, &json!({"white": {"player": "friend"}})).await;
    for n in 0..8 {
        let mut client = Client::enter(server.address, &game, Some(&tokens[n % 2]), 0).await.unwrap();
        let legal = client.state()["position"]["legal"].as_object().unwrap().keys().next().unwrap().clone();
        let done =
            client.command(&format!("command-{n}"), json!({"do": "play", "move": legal})).await.unwrap();
        assert_eq!(done["seq"], n as u64 + 3);
        drop(client);
        // Sometimes before the room has closed, sometimes after.
        tokio::time::sleep(Duration::from_millis(n as u64 * 20)).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn a_seat_whose_link_is_known_to_others_gets_another() {
    let server = server().await;
    let (game, tokens) = seats(server.address, &json!({"white": {"player": "friend"}})).await;
    let mut thief = Client::enter(server.address, &game, Some(&tokens[1]), 0).await.unwrap();
    let renew = json!({"token": tokens[1], "key": "a key of sufficient length"});
    let path = format!("/api/games/{game}/renew");
    let renewed = post(server.address, &path, &renew).await;
    assert_eq!(renewed.status, 200, "{}", renewed.text());
    assert_eq!(thief.until("never").await, Err(Closed(Some(4403))));
    assert_eq!(
        Client::enter(server.address, &game, Some(&tokens[1]), 0).await.err(),
        Some(Closed(Some(4403)))
    );
    let owner = Client::enter(server.address, &game, renewed.json()["token"].as_str(), 0).await.unwrap();
    assert_eq!(owner.latest["you"]["seats"], json!(["white"]));
    assert_eq!(
        post(server.address, &path, &renew).await.json(),
        renewed.json(),
        "a lost answer is told again"
    );
    server.stop().await;
}

#[tokio::test]
async fn any_name_can_be_downloaded_in_any_format() {
    let server = server().await;
    let new_game =
        json!({"black": {"player": "human", "name": "a]b;[\\\"\u{fc}"}, "white": {"player": "human"}});
    let made = make(server.address, &new_game).await;
    let game = text(&made["game"]);
    let mut client = Client::enter(server.address, game, made["token"].as_str(), 0).await.unwrap();
    client.command("command-1", json!({"do": "play", "move": "f5"})).await.unwrap();
    for format in ["transcript", "board", "obf", "ggf", "sgf", "json"] {
        let path = format!("/api/games/{game}/record?format={format}");
        assert_eq!(get(server.address, &path).await.status, 200, "{format}");
    }
    server.stop().await;
}

/// Computers with a clock stand still, with their clock, while nobody watches.
#[tokio::test]
async fn computers_that_nobody_watches_do_not_lose_on_time() {
    let server = server().await;
    let computer = json!({"player": "computer", "level": 1});
    let new_game = json!({"black": computer, "white": computer, "clock": {"main_s": 2}});
    let made = make(server.address, &new_game).await;
    let game = text(&made["game"]);
    let mut watcher = Client::enter(server.address, game, None, 0).await.unwrap();
    while watcher.state()["moves"].as_array().unwrap().len() < 4 {
        watcher.next().await.unwrap();
    }
    drop(watcher);
    tokio::time::sleep(Duration::from_secs(3)).await;
    let mut watcher = Client::enter(server.address, game, None, 0).await.unwrap();
    while watcher.state()["result"].is_null() {
        watcher.next().await.unwrap();
    }
    assert_ne!(watcher.state()["result"]["reason"], "out_of_time");
    server.stop().await;
}

#[tokio::test]
async fn finished_games_are_added_to_the_file_of_results_where_one_is_kept() {
    let folder = Folder::new("results");
    let server =
        TestServer::start(Config { results: Some(folder.0.clone()), ..config() }, MemoryStore::default())
            .await;
    let new_game =
        json!({"black": {"player": "human", "name": "Anna"}, "white": {"player": "human", "name": "Ben"}});
    let made = make(server.address, &new_game).await;
    let game = text(&made["game"]);
    let mut client = Client::enter(server.address, game, made["token"].as_str(), 0).await.unwrap();
    client.command("command-1", json!({"do": "play", "move": "f5"})).await.unwrap();
    assert!(!folder.0.join("othello-results.txt").exists(), "nothing before the end");
    client.command("command-2", json!({"do": "resign"})).await.unwrap();
    let download = get(server.address, &format!("/api/games/{game}/record?format=results")).await;
    assert!(download.text().contains("Winner: Anna (Black)\nEnded: White resigned\n"), "{}", download.text());
    assert!(download.head.contains("othello-results.txt"), "{}", download.head);
    server.stop().await;
    let mut kept = String::new();
    for _ in 0..100 {
        kept = std::fs::read_to_string(folder.0.join("othello-results.txt")).unwrap_or_default();
        if !kept.is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(kept, download.text(), "the file and the download are the same");
}
