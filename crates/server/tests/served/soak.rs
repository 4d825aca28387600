//! A day in fast time: games are made, played, watched, left and forgotten, and nothing of them stays in memory.

use serde_json::json;
use tokio::task::JoinSet;

use crate::bot::{Bot, Style, seats};
use crate::client::{Client, get};
use crate::server::{Folder, ServerProcess};

/// What one visit leaves behind: every third game is left in the middle, every third is watched.
async fn visit(address: std::net::SocketAddr, n: u64) {
    let new_game = if n.is_multiple_of(2) {
        json!({"white": {"player": "computer", "level": 1}})
    } else {
        json!({"white": {"player": "friend"}, "clock": {"main_s": 86400}})
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
    if n % 3 == 1 {
        tokio::time::sleep(std::time::Duration::from_millis(30)).await;
        bots.abort_all();
    }
    while bots.join_next().await.is_some() {}
    let view = get(address, &format!("/api/games/{game}/view")).await;
    assert_eq!(view.status, 200, "{}", view.text());
    drop(spectator);
}

/// Runs so many visits, some at a time, and returns the memory in kilobytes that the server has then.
async fn visits(server: &ServerProcess, from: u64, count: u64) -> (u64, usize) {
    let mut running = JoinSet::new();
    for n in from..from + count {
        if running.len() >= 8 {
            running.join_next().await.unwrap().unwrap();
        }
        running.spawn(visit(server.address, n));
    }
    while let Some(done) = running.join_next().await {
        done.unwrap();
    }
    // Rooms close when nobody has been there for a while.
    tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
    (server.memory_kb().unwrap_or(0), server.handles())
}

fn run(warm_up: u64, day: u64) {
    let folder = Folder::new("soak");
    let server = ServerProcess::start(&folder.games(), 0);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let ((before_kb, before_handles), (after_kb, after_handles)) = runtime.block_on(async {
        let before = visits(&server, 0, warm_up).await;
        (before, visits(&server, warm_up, day).await)
    });
    println!(
        "{day} games: memory {} to {} MB, {before_handles} to {after_handles} open files",
        before_kb / 1024,
        after_kb / 1024
    );
    let grown = after_kb.saturating_sub(before_kb);
    // A game that stayed would take tens of kilobytes.
    assert!(grown < 4096 + day * 2, "{grown} KB more after {day} games");
    assert!(after_handles <= before_handles + 4, "{before_handles} to {after_handles} open files");
    server.kill();
}

#[test]
fn games_that_are_over_or_left_leave_nothing_in_memory() {
    run(15, 25);
}

#[test]
#[ignore = "takes minutes of both cores"]
fn a_day_of_three_thousand_games() {
    run(300, 3000);
}
