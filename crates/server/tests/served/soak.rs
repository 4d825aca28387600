//! Days in fast time: games are made, played, watched, left and forgotten, and nothing of them stays in memory.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::task::JoinSet;

use crate::bot::{Bot, Style, seats};
use crate::client::{Client, get};
use crate::server::{Folder, ServerProcess};

/// The server's clock runs so many times as fast.
const SPEED: u32 = 1000;
const DAY: Duration = Duration::from_hours(24);

/// A game that was left in the middle with its clock running.
struct Left(String);

/// One visit: every third game is left in the middle, every third is watched, every other has a clock of a day.
async fn visit(address: SocketAddr, n: u64) -> Option<Left> {
    let timed = !n.is_multiple_of(2);
    let new_game = if timed {
        json!({"white": {"player": "friend"}, "clock": {"main_s": 86400}})
    } else {
        json!({"white": {"player": "computer", "level": 1}})
    };
    let (game, tokens) = seats(address, &new_game).await;
    let spectator = match n % 3 {
        0 => Client::enter(address, &game, None, 0).await.ok(),
        _ => None,
    };
    let style = Style { think_ms: (0, 0), doubled: 0 };
    let mut bots = JoinSet::new();
    for token in &tokens {
        bots.spawn(Bot::new(address, &game, token, n + 1, style).play());
    }
    let left = n % 3 == 1;
    if left {
        tokio::time::sleep(Duration::from_millis(30)).await;
        bots.abort_all();
    }
    while bots.join_next().await.is_some() {}
    let view = get(address, &format!("/api/games/{game}/view")).await;
    assert_eq!(view.status, 200, "{}", view.text());
    drop(spectator);
    (left && timed).then_some(Left(game))
}

/// What the server holds.
#[derive(Clone, Copy)]
struct Held {
    kb: u64,
    handles: usize,
}

/// Runs so many visits, some at a time.
async fn visits(server: &ServerProcess, from: u64, count: u64) -> (Held, Vec<Left>) {
    let mut running = JoinSet::new();
    let mut left = Vec::new();
    for n in from..from + count {
        if running.len() >= 8 {
            left.extend(running.join_next().await.unwrap().unwrap());
        }
        running.spawn(visit(server.address, n));
    }
    while let Some(done) = running.join_next().await {
        left.extend(done.unwrap());
    }
    // Rooms close when nobody has been there for a while.
    tokio::time::sleep(Duration::from_millis(1500)).await;
    (Held { kb: server.memory_kb().unwrap_or(0), handles: server.handles() }, left)
}

/// How long a run is.
struct Plan {
    /// Games before memory is looked at: they fill what is filled once.
    warm_up: u64,
    count: u64,
    /// The server's days, at least.
    days: u32,
}

/// Memory is told so often.
const STEP: u64 = 500;

/// Runs visits, and goes on until so many days have passed on the server's clock.
fn run(plan: &Plan) {
    let Plan { warm_up, count, days } = *plan;
    let folder = Folder::new("soak");
    let server = ServerProcess::start_fast(&folder.games(), SPEED);
    let began = Instant::now();
    let day = || began.elapsed().as_secs_f64() * f64::from(SPEED) / DAY.as_secs_f64();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let mut left = Vec::new();
        let mut held = Vec::new();
        // Each part is as long as the steps, but for the last.
        for (from, to) in [(0, warm_up), (warm_up, warm_up + count)] {
            for n in (from..to).step_by(STEP as usize) {
                let (now, new) = visits(&server, n, STEP.min(to - n)).await;
                println!("day {:.1}: {} games, {} MB", day(), STEP.min(to - n) + n, now.kb / 1024);
                if day() < 1.5 {
                    left.extend(new);
                }
                held.push((n >= warm_up, now));
            }
        }
        let over = DAY * days / SPEED;
        if began.elapsed() < over {
            tokio::time::sleep(over.saturating_sub(began.elapsed())).await;
            held.push((true, visits(&server, warm_up + count, 0).await.0));
        }
        let before = held.iter().rfind(|(later, _)| !later).unwrap().1;
        let after = held.last().unwrap().1;
        let grown = after.kb.saturating_sub(before.kb);
        println!(
            "{count} games after {warm_up} in {:.1} days: memory {} to {} MB ({:.2} KB a game), {} to {} open files",
            day(),
            before.kb / 1024,
            after.kb / 1024,
            grown as f64 / count as f64,
            before.handles,
            after.handles,
        );
        // A game that stayed would take tens of kilobytes.
        assert!(grown < 4096, "{grown} KB more after {count} games");
        assert!(after.handles <= before.handles + 4, "{} to {} open files", before.handles, after.handles);
        if days >= 3 {
            check_left(server.address, &left).await;
        }
    });
    server.kill();
}

/// Games that were left days ago were lost on time when it was time, although nobody was there. Without a disc no clock
/// runs: such games wait, or were deleted because not even a guest had come.
async fn check_left(address: SocketAddr, left: &[Left]) {
    let (mut lost, mut waiting, mut deleted, mut finished) = (0, 0, 0, 0);
    for Left(game) in left {
        if get(address, &format!("/api/games/{game}/view")).await.status == 404 {
            deleted += 1;
            continue;
        }
        let client = Client::enter(address, game, None, 0).await.unwrap();
        if client.state()["moves"] == json!([]) {
            assert!(client.state()["result"].is_null(), "{game}: {}", client.state());
            waiting += 1;
            continue;
        }
        if client.state()["position"]["over"] == true {
            // It was quicker than whoever was to leave.
            finished += 1;
            continue;
        }
        assert_eq!(client.state()["result"]["reason"], "out_of_time", "{game}: {}", client.state());
        let events = client.latest["events"].as_array().unwrap();
        let times: Vec<u64> = events.iter().rev().filter_map(|event| event["at"].as_u64()).collect();
        let waited = Duration::from_millis(times[0] - times[1]);
        // Seconds of a busy machine are hours here.
        assert!(waited > DAY / 2 && waited < DAY + DAY / 4, "{game} ended after {waited:?}");
        lost += 1;
    }
    println!(
        "of {} games left in the first days {lost} were lost on time, {waiting} wait for their first disc, {deleted} were deleted, \
         {finished} were over before",
        left.len()
    );
    assert!(lost > 0, "some of them had a move");
}

#[test]
fn games_that_are_over_or_left_leave_nothing_in_memory() {
    run(&Plan { warm_up: 15, count: 25, days: 0 });
}

#[test]
#[ignore = "takes minutes of both cores"]
fn three_days_of_three_thousand_games() {
    // SQLite keeps up to 16 MB of the file in memory, which is full after about two thousand games.
    run(&Plan { warm_up: 2500, count: 3000, days: 3 });
}
