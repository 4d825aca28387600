//! The server is killed again and again while bots play. Nothing acknowledged may be lost or doubled, and every
//! game ends.

use std::time::Instant;

use crate::bot::{Span, Style};
use crate::kills::{Games, Plan};
use crate::server::{Folder, ServerProcess};

fn run(plan: &Plan) {
    let folder = Folder::new(plan.name);
    let mut server = Some(ServerProcess::start(&folder.games(), 0));
    let address = server.as_ref().unwrap().address;
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let began = Instant::now();
    let mut restarts = Vec::new();
    let played = runtime.block_on(async {
        let games = Games::begin(plan, &[address]).await;
        for _ in 0..plan.kills {
            tokio::time::sleep(plan.life()).await;
            let down = Instant::now();
            server.take().unwrap().kill();
            let path = folder.games();
            server = tokio::task::spawn_blocking(move || Some(ServerProcess::start(&path, address.port())))
                .await
                .unwrap();
            restarts.push(Span::since(down));
        }
        games.end(&[address]).await
    });
    let took = began.elapsed();
    server.take().unwrap().kill();
    let connection = rusqlite::Connection::open(folder.games()).unwrap();
    let sound: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok");
    let (middle, p99) = played.latencies();
    println!(
        "{} games, {} moves acknowledged, {} kills in {took:.1?}; longest restart {:.0?}, then {}; \
         acknowledgement p50 {middle:.1?}, p99 {p99:.1?} (time down included)",
        plan.pairs,
        played.moves,
        plan.kills,
        restarts.iter().map(Span::time).max().unwrap(),
        played.check_back(&restarts),
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
