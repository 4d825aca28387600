//! What one visitor can take from the others: connections, places, the engine, storage.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use outflank_server::Limits;
use outflank_server::store::MemoryStore;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::client::{Client, Closed, GREEDY, HONEST, get, make, make_from, post, request};
use crate::server::{Folder, ServerProcess, TestServer, behind_proxy, config};
use crate::study::START;

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitors_sockets_are_counted_as_long_as_they_are_open() {
    let mut config = behind_proxy();
    config.limits = Limits { connections_each: 10, ..config.limits };
    let server = TestServer::start(config, MemoryStore::default()).await;
    let made = make_from(server.address, GREEDY, &json!({})).await;
    let game = text(&made["game"]);
    let mut open = Vec::new();
    for _ in 0..40 {
        if let Ok(client) = Client::connect_from(server.address, game, Some(GREEDY)).await {
            open.push(client);
        }
    }
    assert_eq!(open.len(), 10, "no more than a visitor may have");
    // Somebody without a name shares a smaller allowance with all like them.
    let mut unnamed = Vec::new();
    for visitor in [None, Some("unknown"), Some("_hidden"), Some("")].into_iter().cycle().take(40) {
        if let Ok(client) = Client::connect_from(server.address, game, visitor).await {
            unnamed.push(client);
        }
    }
    assert_eq!(unnamed.len(), 5);
    let honest = Client::connect_from(server.address, game, Some(HONEST)).await.unwrap();
    honest.hello(None, 0).await.unwrap();
    // What is closed can be opened again.
    open.truncate(3);
    let mut again = 0;
    for _ in 0..100 {
        again += usize::from(Client::connect_from(server.address, game, Some(GREEDY)).await.is_ok());
        if again > 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(again, 1);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_proxy_a_header_means_nothing() {
    let mut config = config();
    config.limits = Limits { connections_each: 3, spare_local: false, ..config.limits };
    let server = TestServer::start(config, MemoryStore::default()).await;
    let made = make(server.address, &json!({})).await;
    let mut open = Vec::new();
    for n in 0..10 {
        let visitor = format!("192.0.2.{n}");
        if let Ok(client) = Client::connect_from(server.address, text(&made["game"]), Some(&visitor)).await {
            open.push(client);
        }
    }
    assert_eq!(open.len(), 3);
    server.stop().await;
}

/// A client that may have as many sockets as it likes (it is on this machine) takes all that there are.
#[cfg(unix)]
#[test]
fn health_and_players_get_in_when_every_other_connection_is_taken() {
    let folder = Folder::new("handles");
    let server = ServerProcess::start_with(&folder.games(), 0, Some(256));
    let address = server.address;
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let made = make(address, &json!({"white": {"player": "friend"}})).await;
        let (game, token) = (text(&made["game"]), made["token"].as_str());
        let mut spectators = Vec::new();
        for _ in 0..300 {
            match Client::connect(address, game).await {
                Ok(client) => match client.hello(None, 0).await {
                    Ok(client) => spectators.push(client),
                    Err(closed) => {
                        assert!([Closed(Some(1013)), Closed(None)].contains(&closed), "{closed:?}");
                    }
                },
                Err(Closed(code)) => assert_eq!(code, None),
            }
        }
        assert_eq!(spectators.len(), 182, "of 256 handles, less those for other things and the reserve");
        let health = request(address, "GET", "/healthz", "", "").await.unwrap();
        assert_eq!((health.status, health.text().as_str()), (200, "ok\n"));
        assert_eq!(get(address, "/").await.status, 503, "the reserve is not for everybody");
        let mut player = Client::enter(address, game, token, 0).await.unwrap();
        let done = player.command("command-1", json!({"do": "play", "move": "f5"})).await.unwrap();
        assert_eq!(done["type"], "done");
    });
    server.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_bounded_per_visitor() {
    let server = TestServer::start(behind_proxy(), MemoryStore::default()).await;
    let header = format!("X-Forwarded-For: {GREEDY}\r\n");
    let mut made = 0;
    for _ in 0..30 {
        let answer = request(server.address, "POST", "/api/games", &header, "{}").await.unwrap();
        made += usize::from(answer.status == 201);
    }
    assert!((10..=11).contains(&made), "{made}");
    make_from(server.address, HONEST, &json!({})).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn analyses_and_commands_are_bounded_per_visitor() {
    let mut config = behind_proxy();
    config.limits = Limits { analyses_per_minute: 3, commands_per_hour: 5, ..config.limits };
    let server = TestServer::start(config, MemoryStore::default()).await;
    let analyse = async |visitor: &str| {
        let header = format!("X-Forwarded-For: {visitor}\r\n");
        let body = json!({"moves": ["f5"], "seconds": 0.01}).to_string();
        request(server.address, "POST", "/api/graph", &header, &body).await.unwrap()
    };
    for n in 0..6 {
        let answer = analyse(GREEDY).await;
        match answer.status {
            200 => assert!(n < 4, "{n}: {}", answer.text()),
            status => {
                assert_eq!((status, text(&answer.json()["reason"])), (429, "too_many_analyses"));
                assert!(n >= 3, "{n}: {}", answer.text());
            }
        }
    }
    assert_eq!(analyse(HONEST).await.status, 200);

    // In however many games.
    let mut refused = 0;
    for n in 0..3 {
        let made = make_from(server.address, GREEDY, &json!({"white": {"player": "friend"}})).await;
        let client = Client::connect_from(server.address, text(&made["game"]), Some(GREEDY)).await.unwrap();
        let mut client = client.hello(made["token"].as_str(), 0).await.unwrap();
        for m in 0..3 {
            let id = format!("command-{n}-{m}");
            let answer = client.command(&id, json!({"do": "play", "move": "a1"})).await.unwrap();
            refused += usize::from(answer["reason"] == "too_many_commands");
        }
    }
    assert!((3..=4).contains(&refused), "{refused} of 9");
    server.stop().await;
}

/// Two that last, in whatever form; a third has to wait until one of them is over or nobody listens to it.
#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_has_two_analyses_at_a_time() {
    let mut config = behind_proxy();
    config.engine_threads = 4;
    let server = TestServer::start(config, MemoryStore::default()).await;
    let address = server.address;
    let header = |visitor: &str| format!("X-Forwarded-For: {visitor}\r\n");
    let position = |seconds: f64| json!({"position": {"board": START, "turn": "black"}, "seconds": seconds});
    let game = json!({"moves": ["f5", "f4", "e3", "f6", "g5", "d6"], "seconds": 2});
    let analysis = begin(address, "/api/analyse", &header(GREEDY), &position(10.0)).await;
    let graph = begin(address, "/api/graph", &header(GREEDY), &game).await;
    let short = position(0.01).to_string();
    let picture = format!("/api/picture.png?board={START}");
    let asked = async |visitor| {
        let analysis = request(address, "POST", "/api/analyse", &header(visitor), &short).await.unwrap();
        // A picture is worth an analysis.
        let picture = request(address, "GET", &picture, &header(visitor), "").await.unwrap();
        (analysis.status, picture.status)
    };
    assert_eq!(asked(GREEDY).await, (429, 429));
    assert_eq!(asked(HONEST).await, (200, 200));
    // Whoever hangs up leaves their place to their next.
    drop(analysis);
    let began = Instant::now();
    while asked(GREEDY).await.1 == 429 {
        assert!(began.elapsed() < Duration::from_secs(10), "the place is never free");
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    drop(graph);
    server.stop().await;
}

/// Sends a question whose answer takes its time, and waits for the beginning of that.
async fn begin(address: SocketAddr, path: &str, headers: &str, body: &Value) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let body = body.to_string();
    let question = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n{headers}\r\n{body}",
        body.len()
    );
    stream.write_all(question.as_bytes()).await.unwrap();
    let mut start = [0; 15];
    stream.read_exact(&mut start).await.unwrap();
    assert_eq!(&start, b"HTTP/1.1 200 OK");
    stream
}

/// Twenty games of strong computers, and ten against strong computers, of one visitor; another one plays the weakest.
#[tokio::test(flavor = "multi_thread")]
async fn one_visitor_does_not_keep_the_computer_from_answering_others() {
    let mut config = behind_proxy();
    config.limits = Limits { games_per_minute: 100, ..config.limits };
    config.engine_threads = 2;
    let longest = config.longest_think;
    let server = TestServer::start(config, MemoryStore::default()).await;
    let address = server.address;
    let strong = json!({"player": "computer", "level": 10});
    let mut greedy = Vec::new();
    for n in 0..30 {
        let new_game =
            if n < 20 { json!({"black": strong, "white": strong}) } else { json!({"white": strong}) };
        let made = make_from(address, GREEDY, &new_game).await;
        let client = Client::connect_from(address, text(&made["game"]), Some(GREEDY)).await.unwrap();
        let mut client = client.hello(made["token"].as_str(), 0).await.unwrap();
        if n >= 20 {
            client.command("command-1", json!({"do": "play", "move": "f5"})).await.unwrap();
        }
        greedy.push(client);
    }
    let made = make_from(address, HONEST, &json!({"white": {"player": "computer", "level": 1}})).await;
    let client = Client::connect_from(address, text(&made["game"]), Some(HONEST)).await.unwrap();
    let mut client = client.hello(made["token"].as_str(), 0).await.unwrap();
    let mut longest_wait = Duration::ZERO;
    for number in 0..3 {
        let legal = client.state()["position"]["legal"].as_object().unwrap().keys().next().unwrap().clone();
        let done =
            client.command(&format!("command-{number}"), json!({"do": "play", "move": legal})).await.unwrap();
        let began = Instant::now();
        client.until_seq(done["seq"].as_u64().unwrap() + 1).await.unwrap();
        longest_wait = longest_wait.max(began.elapsed());
    }
    println!("the longest answer of the weakest computer took {longest_wait:.1?}");
    assert!(longest_wait < longest, "{longest_wait:.1?}: others were served first");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_who_come_and_go_do_not_close_an_attentive_player() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let made = make(server.address, &json!({"white": {"player": "friend"}})).await;
    let game = text(&made["game"]).to_owned();
    // The player does not read while a hundred spectators come and go.
    let mut player = Client::enter(server.address, &game, made["token"].as_str(), 0).await.unwrap();
    for _ in 0..4 {
        let mut crowd = Vec::new();
        for _ in 0..25 {
            crowd.push(Client::enter(server.address, &game, None, 0).await.unwrap());
        }
    }
    // The last to come stays, so that there is something to wait for.
    let _last = Client::enter(server.address, &game, None, 0).await.unwrap();
    let mut told = 0;
    while player.until("presence").await.unwrap()["watching"] != 1 {
        told += 1;
    }
    assert!(told < 60, "presence is told now and then, not two hundred times: {told}");
    let done = player.command("command-1", json!({"do": "play", "move": "f5"})).await.unwrap();
    assert_eq!(done["type"], "done");
    server.stop().await;
}

/// Ten sockets of one seat together may send what one may send.
#[tokio::test(flavor = "multi_thread")]
async fn the_commands_of_a_seat_are_counted_on_all_its_sockets() {
    let mut config = config();
    config.limits = Limits { player_messages: 20, ..config.limits };
    let server = TestServer::start(config, MemoryStore::default()).await;
    let made = make(server.address, &json!({"white": {"player": "friend"}})).await;
    let mut codes = Vec::new();
    for socket in 0..10 {
        let mut client =
            Client::enter(server.address, text(&made["game"]), made["token"].as_str(), 0).await.unwrap();
        for n in 0..6 {
            let id = format!("command-{socket}-{n}");
            let answer = client.command(&id, json!({"do": "play", "move": "a1"})).await.unwrap();
            codes.push(text(&answer["code"]).to_owned());
        }
    }
    let refused = codes.iter().filter(|code| *code == "too_many").count();
    assert!((35..=40).contains(&refused), "{refused} of 60");
    assert_eq!(post(server.address, "/api/view", &json!({"text": "f5"})).await.status, 200);
    server.stop().await;
}
