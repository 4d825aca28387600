//! How much the server carries: thousands of games with two sockets each, and many more at rest.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use futures_util::{StreamExt, stream};
use outflank_server::store::SqliteStore;
use serde_json::json;
use tokio::task::JoinSet;

use crate::bot::percentiles;
use crate::client::Client;
use crate::database::Postgres;
use crate::server::{Folder, ServerProcess, TestServer, config};

/// Both seats of a game: whoever is to move plays the first legal square, one move every so often.
async fn play(mut seats: [Client; 2], every: Duration, start: Instant, end: Instant) -> Vec<Duration> {
    let mut latencies = Vec::new();
    let mut due = start;
    let mut number = 0;
    while due < end {
        tokio::time::sleep_until(due.into()).await;
        let state = seats[0].state();
        let mover = usize::from(state["turn"] == "white");
        let legal = state["position"]["legal"].as_object().unwrap();
        let command = match legal.keys().nth(number % legal.len().max(1)) {
            Some(square) if state["result"].is_null() => json!({"do": "play", "move": square}),
            _ => return latencies,
        };
        number += 1;
        let began = Instant::now();
        let done = seats[mover].command(&format!("command-{number}"), command).await.unwrap();
        latencies.push(began.elapsed());
        let seq = done["seq"].as_u64().unwrap();
        for seat in &mut seats {
            seat.until_seq(seq).await.unwrap();
        }
        due += every;
    }
    latencies
}

/// What a run has shown.
struct Carried {
    /// The memory that each game takes.
    kb_each: f64,
    /// Acknowledgements took no longer than this, but for one in a hundred.
    p99: Duration,
}

/// Plays, and prints figures.
fn run(games: u32, moves_per_second: u32, seconds: u64) -> Carried {
    let folder = Folder::new("load");
    run_on(&[ServerProcess::start(&folder.games(), 0)], games, moves_per_second, seconds)
}

/// The same on several servers; the two players of a game are on different ones.
fn run_on(servers: &[ServerProcess], games: u32, moves_per_second: u32, seconds: u64) -> Carried {
    let memory = || servers.iter().filter_map(ServerProcess::memory_kb).sum::<u64>();
    let address = |n: u32| servers[n as usize % servers.len()].address;
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let empty_kb = memory();
    let mut latencies = runtime.block_on(async {
        // Many at a time: whoever reads nothing for 40 seconds is taken for dead.
        let pair = async |n: u32| {
            let (game, tokens) = crate::bot::seats(address(n), &json!({"white": {"player": "friend"}})).await;
            let black = Client::enter(address(n), &game, Some(&tokens[0]), 0).await.unwrap();
            let white = Client::enter(address(n + 1), &game, Some(&tokens[1]), 0).await.unwrap();
            [black, white]
        };
        let pairs: Vec<[Client; 2]> = stream::iter(0..games).map(pair).buffered(32).collect().await;
        let every = Duration::from_secs(1) * games / moves_per_second;
        let start = Instant::now() + Duration::from_millis(200);
        let mut tasks = JoinSet::new();
        for (n, pair) in (0..).zip(pairs) {
            let first = start + every * n / games;
            tasks.spawn(play(pair, every, first, start + Duration::from_secs(seconds)));
        }
        let mut latencies = Vec::new();
        while let Some(played) = tasks.join_next().await {
            latencies.extend(played.unwrap());
        }
        latencies
    });
    let full_kb = memory();
    let kb_each = full_kb.saturating_sub(empty_kb) as f64 / f64::from(games);
    let (middle, p99) = percentiles(&mut latencies);
    println!(
        "{games} games, {} sockets, {:.0} moves/s for {seconds} s: acknowledgement p50 {middle:.2?}, p99 {p99:.2?}; \
         memory {} MB empty, {} MB full, {:.1} KB per game with its two sockets",
        2 * games,
        latencies.len() as f64 / seconds as f64,
        empty_kb / 1024,
        full_kb / 1024,
        kb_each,
    );
    assert!(latencies.len() as u64 > u64::from(moves_per_second) * seconds * 9 / 10);
    Carried { kb_each, p99 }
}

/// What `README.md` says that a game with its two sockets takes.
fn documented_kb() -> f64 {
    let readme = include_str!("../../README.md");
    let (before, _) =
        readme.split_once(" KB per game").expect("the README says how much memory a game takes");
    before.rsplit(' ').next().and_then(|number| number.parse().ok()).expect("a number")
}

#[test]
fn thirty_games_at_once() {
    run(30, 60, 1);
}

#[test]
#[ignore = "takes half a minute of both cores"]
fn a_thousand_games_at_five_hundred_moves_a_second() {
    let (each, documented) = (run(1000, 500, 10).kb_each, documented_kb());
    assert!(each < documented * 1.5 && each > documented * 0.5, "{each:.0} KB per game, not {documented}");
}

#[test]
#[ignore = "takes a minute of a machine that has nothing else to do"]
fn two_thousand_games_at_five_hundred_moves_a_second() {
    let Carried { p99, .. } = run(2000, 500, 20);
    assert!(p99 < Duration::from_millis(50), "{p99:?}");
}

#[test]
#[ignore = "takes a minute of both cores"]
fn two_thousand_games_on_two_servers() {
    let Some(database) = Postgres::start_safe("load") else { return };
    let url = database.url();
    let servers = [0, 1].map(|_| ServerProcess::start(Path::new(&url), 0));
    run_on(&servers, 2000, 500, 20);
}

/// A game over days with one move.
async fn begin_over_days(address: SocketAddr) {
    let new_game = json!({"white": {"player": "friend"}, "clock": {"main_s": 3 * 86400, "per_move": true}});
    let (game, tokens) = crate::bot::seats(address, &new_game).await;
    let mut black = Client::enter(address, &game, Some(&tokens[0]), 0).await.unwrap();
    let done = black.command("command-1", json!({"do": "play", "move": "f5"})).await.unwrap();
    assert_eq!(done["type"], "done", "{done}");
}

/// Games over days with a move each, and nobody there.
fn rest(games: u32) {
    let folder = Folder::new("rest");
    let server = ServerProcess::start(&folder.games(), 0);
    let (address, empty_kb) = (server.address, server.memory_kb().unwrap_or(0));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        stream::iter(0..games).map(|_| begin_over_days(address)).buffered(32).collect::<Vec<()>>().await;
    });
    server.kill();
    let again = Instant::now();
    let server = ServerProcess::start(&folder.games(), 0);
    let (started, kb) = (again.elapsed(), server.memory_kb().unwrap_or(0));
    println!(
        "{games} games over days at rest: a new server has them after {started:.0?}, with {} KB more than without them",
        kb.saturating_sub(empty_kb)
    );
    assert!(kb < empty_kb + 4096 && started < Duration::from_secs(5), "{kb} KB, {started:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn games_over_days_at_rest_cost_nothing_but_disk() {
    let folder = Folder::new("rest-few");
    let start = async || {
        let mut config = config();
        config.idle = Duration::from_millis(50);
        config.metrics = Some(config.bind);
        TestServer::start(config, SqliteStore::open(&folder.games()).unwrap()).await
    };
    let server = start().await;
    for _ in 0..20 {
        begin_over_days(server.address).await;
    }
    let began = Instant::now();
    while server.gauge("rooms").await > 0 {
        assert!(began.elapsed() < Duration::from_secs(10), "games stay in memory");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    server.stop().await;
    let server = start().await;
    assert_eq!(server.gauge("rooms").await, 0, "nor are they read by the next server");
    server.stop().await;
}

#[test]
#[ignore = "takes a minute of both cores"]
fn ten_thousand_games_over_days_at_rest() {
    rest(10_000);
}
