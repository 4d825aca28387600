//! How much the server carries: a thousand games with two sockets each.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::task::JoinSet;

use crate::bot::percentiles;
use crate::client::Client;
use crate::server::{Folder, ServerProcess};

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

/// Plays, prints figures, and returns the kilobytes of memory that each game takes.
fn run(games: u32, moves_per_second: u32, seconds: u64) -> f64 {
    let folder = Folder::new("load");
    let server = ServerProcess::start(&folder.games(), 0);
    let address = server.address;
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let empty_kb = server.memory_kb().unwrap_or(0);
    let mut latencies = runtime.block_on(async {
        let mut pairs = Vec::new();
        for _ in 0..games {
            let (game, tokens) = crate::bot::seats(address, &json!({"white": {"player": "friend"}})).await;
            let black = Client::enter(address, &game, Some(&tokens[0]), 0).await.unwrap();
            let white = Client::enter(address, &game, Some(&tokens[1]), 0).await.unwrap();
            pairs.push([black, white]);
        }
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
    let full_kb = server.memory_kb().unwrap_or(0);
    let (middle, p99) = percentiles(&mut latencies);
    println!(
        "{games} games, {} sockets, {:.0} moves/s for {seconds} s: acknowledgement p50 {middle:.2?}, p99 {p99:.2?}; \
         memory {} MB empty, {} MB full, {:.1} KB per game with its two sockets",
        2 * games,
        latencies.len() as f64 / seconds as f64,
        empty_kb / 1024,
        full_kb / 1024,
        full_kb.saturating_sub(empty_kb) as f64 / f64::from(games),
    );
    assert!(latencies.len() as u64 > u64::from(moves_per_second) * seconds * 9 / 10);
    full_kb.saturating_sub(empty_kb) as f64 / f64::from(games)
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
    let (each, documented) = (run(1000, 500, 10), documented_kb());
    assert!(each < documented * 1.5 && each > documented * 0.5, "{each:.0} KB per game, not {documented}");
}
