//! The server is killed again and again while bots play. Nothing acknowledged may be lost or doubled, and every
//! game ends.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::bot::{Bot, Style, check, percentiles, seats};
use crate::server::{Folder, ServerProcess};

struct Plan {
    name: &'static str,
    pairs: usize,
    kills: usize,
    /// Between two kills.
    life_ms: u64,
    style: Style,
}

fn run(plan: &Plan) {
    let folder = Folder::new(plan.name);
    let mut server = Some(ServerProcess::start(&folder.games(), 0));
    let address = server.as_ref().unwrap().address;
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let began = Instant::now();
    let mut restarts = Vec::new();
    let (games, mut latencies) = runtime.block_on(async {
        let mut games = Vec::new();
        for n in 0..plan.pairs {
            // Every fifth game is against the computer, whose turns have to go on, too.
            let request = if n % 5 == 4 {
                json!({"white": {"player": "computer", "level": 1}})
            } else {
                json!({"white": {"player": "friend"}})
            };
            let (game, tokens) = seats(address, &request).await;
            let bots: Vec<_> = (0_u64..)
                .zip(tokens)
                .map(|(seat, token)| {
                    let bot = Bot::new(address, &game, &token, n as u64 * 2 + seat + 1, plan.style);
                    tokio::spawn(bot.play())
                })
                .collect();
            games.push((game, bots));
        }
        for _ in 0..plan.kills {
            tokio::time::sleep(Duration::from_millis(plan.life_ms)).await;
            server.take().unwrap().kill();
            let down = Instant::now();
            let path = folder.games();
            server = tokio::task::spawn_blocking(move || Some(ServerProcess::start(&path, address.port())))
                .await
                .unwrap();
            restarts.push(down.elapsed());
        }
        let mut played = Vec::new();
        let mut latencies = Vec::new();
        for (game, bots) in games {
            let mut finished = Vec::new();
            for bot in bots {
                finished.push(bot.await.unwrap());
            }
            latencies.extend(finished.iter().flat_map(|bot| bot.latencies.clone()));
            played.push((game, finished));
        }
        for (game, bots) in &played {
            check(address, game, &bots.iter().collect::<Vec<&Bot>>()).await;
        }
        (played, latencies)
    });
    let moves: usize = games.iter().flat_map(|(_, bots)| bots).map(|bot| bot.acknowledged.len()).sum();
    let took = began.elapsed();
    server.take().unwrap().kill();
    let connection = rusqlite::Connection::open(folder.games()).unwrap();
    let sound: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok");
    let (middle, p99) = percentiles(&mut latencies);
    println!(
        "{} games, {moves} moves acknowledged, {} kills in {took:.1?}; longest restart {:.0?}; \
         acknowledgement p50 {middle:.1?}, p99 {p99:.1?} (time down included)",
        plan.pairs,
        plan.kills,
        restarts.iter().max().unwrap(),
    );
}

#[test]
fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    run(&Plan {
        name: "crash",
        pairs: 10,
        kills: 3,
        life_ms: 350,
        style: Style { think_ms: (5, 40), doubled: 20 },
    });
}

#[test]
#[ignore = "takes a minute of both cores"]
fn two_hundred_pairs_and_ten_kills() {
    run(&Plan {
        name: "crash-heavy",
        pairs: 200,
        kills: 10,
        life_ms: 2500,
        style: Style { think_ms: (100, 900), doubled: 20 },
    });
}

#[test]
#[ignore = "takes minutes of both cores"]
fn two_hundred_pairs_and_fifty_kills() {
    run(&Plan {
        name: "crash-heaviest",
        pairs: 200,
        kills: 50,
        life_ms: 2500,
        style: Style { think_ms: (1000, 4000), doubled: 20 },
    });
}
