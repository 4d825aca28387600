//! Clients that mean harm, while others play.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use outflank_server::store::MemoryStore;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::bot::{Bot, Span, Style, percentiles, seats};
use crate::client::make;
use crate::server::{TestServer, config};

/// A WebSocket frame with a length of the sender's choice, masked with zeros.
fn frame(opcode: u8, length: u64, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x80 | opcode];
    match length {
        0..126 => frame.push(0x80 | length as u8),
        126..65536 => {
            frame.push(0xfe);
            frame.extend_from_slice(&(length as u16).to_be_bytes());
        }
        _ => {
            frame.push(0xff);
            frame.extend_from_slice(&length.to_be_bytes());
        }
    }
    frame.extend_from_slice(&[0; 4]);
    frame.extend_from_slice(payload);
    frame
}

fn text(payload: &[u8]) -> Vec<u8> {
    frame(1, payload.len() as u64, payload)
}

/// What each hostile client sends, after an upgrade or without one.
fn attacks(game: &str) -> Vec<(&'static str, Vec<u8>)> {
    let upgrade = format!(
        "GET /api/games/{game}/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    let hello = text(br#"{"type": "hello"}"#);
    let after = |frames: Vec<u8>| [upgrade.as_bytes(), &frames].concat();
    let greeted = |frames: Vec<u8>| after([hello.clone(), frames].concat());
    let mut unmasked = text(b"{}");
    unmasked[1] &= 0x7f;
    vec![
        ("silent", Vec::new()),
        ("half a header", b"GET / HTTP/1.1\r\nHost: loc".to_vec()),
        ("an endless header", [b"GET / HTTP/1.1\r\nA: ".as_slice(), &[b'a'; 100_000]].concat()),
        ("no HTTP at all", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 this is TLS".to_vec()),
        (
            "half a body",
            b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{".to_vec(),
        ),
        ("a socket without hello", after(Vec::new())),
        ("a terabyte", after(frame(1, 1 << 40, b"x"))),
        ("a large frame", greeted(text(&[b'x'; 5000]))),
        ("broken UTF-8", greeted(text(b"\xff\xfe\xfd"))),
        ("binary", greeted(frame(2, 3, b"abc"))),
        ("unmasked", greeted(unmasked)),
        ("a reserved opcode", greeted(frame(11, 2, b"ab"))),
        ("no hello but a command", after(text(br#"{"type": "command", "id": "12345678", "do": "resign"}"#))),
        ("a flood of text", greeted(text(b"[[[[[[[[[[").repeat(1000))),
        (
            "a flood of empty pieces",
            greeted([vec![0x01, 0x80, 0, 0, 0, 0], [0x00, 0x80, 0, 0, 0, 0].repeat(30_000)].concat()),
        ),
        ("a flood of pings", greeted(frame(9, 0, b"").repeat(1000))),
    ]
}

/// Sends and waits until the server has had enough; the connection is never closed from this side.
async fn attack(address: SocketAddr, bytes: Vec<u8>) -> Duration {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let began = Instant::now();
    // The server may well hang up before it has read everything.
    let _ = stream.write_all(&bytes).await;
    let mut sink = [0; 4096];
    while matches!(stream.read(&mut sink).await, Ok(1..)) {}
    began.elapsed()
}

/// Runs every attack so many times at once while pairs of bots play, and returns the latencies of the bots.
async fn siege(times: usize, pairs: usize, style: Style) -> Vec<Duration> {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let address = server.address;
    let target = make(address, &json!({})).await;
    let attacks = attacks(target["game"].as_str().unwrap());
    let mut hostile = JoinSet::new();
    for (name, bytes) in attacks.iter().cycle().take(attacks.len() * times) {
        let (name, bytes) = (*name, bytes.clone());
        hostile.spawn(async move {
            (name, tokio::time::timeout(Duration::from_secs(30), attack(address, bytes)).await)
        });
    }
    let mut bots = JoinSet::new();
    for n in 0..pairs {
        let (game, tokens) = seats(address, &json!({"white": {"player": "friend"}})).await;
        for token in tokens {
            bots.spawn(Bot::new(address, &game, &token, n as u64 + 1, style).play());
        }
    }
    let mut latencies = Vec::new();
    while let Some(bot) = bots.join_next().await {
        latencies.extend(bot.unwrap().waits.iter().map(Span::time));
    }
    while let Some(outcome) = hostile.join_next().await {
        let (name, took) = outcome.unwrap();
        let took = took.unwrap_or_else(|_| panic!("{name}: still open after 30 s"));
        assert!(took < Duration::from_secs(10), "{name}: closed only after {took:.1?}");
    }
    server.stop().await;
    latencies
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_clients_are_closed_while_others_play() {
    let latencies = siege(3, 3, Style { think_ms: (0, 10), doubled: 0 }).await;
    assert!(latencies.len() > 100);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes half a minute of both cores"]
async fn a_thousand_hostile_clients_and_fifty_games() {
    let mut latencies = siege(70, 50, Style { think_ms: (200, 600), doubled: 0 }).await;
    let (middle, p99) = percentiles(&mut latencies);
    println!(
        "{} moves beside 1050 hostile clients: acknowledgement p50 {middle:.2?}, p99 {p99:.2?}",
        latencies.len()
    );
    assert!(p99 < Duration::from_millis(100), "{p99:?}");
}

/// A spectator that never reads is given up, and does not keep the players waiting.
#[tokio::test(flavor = "multi_thread")]
async fn a_spectator_who_never_reads_holds_nobody_up() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let (game, tokens) = seats(server.address, &json!({"white": {"player": "friend"}})).await;
    let bytes = attacks(&game).into_iter().find(|(name, _)| *name == "a large frame").unwrap().1;
    let mut deaf = TcpStream::connect(server.address).await.unwrap();
    // The upgrade and the hello, and then nothing.
    deaf.write_all(&bytes[..bytes.len() - 5008]).await.unwrap();
    let style = Style { think_ms: (0, 0), doubled: 0 };
    let mut bots = JoinSet::new();
    for token in tokens {
        bots.spawn(Bot::new(server.address, &game, &token, 9, style).play());
    }
    while let Some(bot) = bots.join_next().await {
        bot.unwrap();
    }
    drop(deaf);
    server.stop().await;
}
