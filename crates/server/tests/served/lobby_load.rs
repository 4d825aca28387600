//! The lobby under load and under `kill -9`: nobody is paired twice, and no offer is lost.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::bot::percentiles;
use crate::client::{Client, get};
use crate::lobby::enter;
use crate::people::{by, introduce, key};
use crate::server::{Folder, ServerProcess};

/// Terms of one of a few kinds, so that some meet and some wait.
fn terms(number: usize) -> Value {
    let clocks = [
        json!({"main_s": 300}),
        json!({"main_s": 60}),
        json!({"main_s": 86400, "per_move": true}),
        Value::Null,
    ];
    json!({"clock": clocks[number % clocks.len()], "rated": number.is_multiple_of(2)})
}

/// What a player has been told.
#[derive(Default)]
struct Told {
    /// Games by the id of the command that led to them.
    games: Vec<String>,
    latencies: Vec<Duration>,
    /// Offers that were acknowledged and of which nothing else was heard.
    open: HashSet<String>,
}

/// Asks for games, one every so often from a moment on, and listens.
async fn player(mut client: Client, number: usize, every: Duration, mut due: Instant, end: Instant) -> Told {
    let mut told = Told::default();
    let mut asked = 0;
    while due < end {
        tokio::time::sleep_until(due.into()).await;
        let id = format!("command {asked}");
        let command = json!({"type": "command", "id": id, "do": "now", "terms": terms(number + asked)});
        asked += 1;
        due += every;
        let began = Instant::now();
        client.send(&command).await.unwrap();
        while let Ok(message) = tokio::time::timeout_at(due.into(), client.next()).await {
            let message = message.unwrap();
            if message["id"] == id.as_str() {
                told.latencies.push(began.elapsed());
            }
            hear(&mut told, &message);
        }
    }
    told
}

fn hear(told: &mut Told, message: &Value) {
    let text = |field: &str| message[field].as_str().map(str::to_owned);
    match message["type"].as_str() {
        Some("done") => told.open.extend(text("offer")),
        Some("paired") => told.games.extend(text("game")),
        Some("gone") => drop(text("offer").map(|offer| told.open.remove(&offer))),
        _ => {}
    }
}

fn run(players: usize, per_second: f64, seconds: u64) {
    let folder = Folder::new("lobby-load");
    let server = ServerProcess::start(&folder.games(), 0);
    let at = server.address;
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let told: Vec<Told> = runtime.block_on(async {
        let mut clients = Vec::new();
        for number in 0..players {
            let key = key(number as u64);
            introduce(at, &key, &format!("Player {number}")).await;
            clients.push(enter(at, Some(&key)).await.unwrap());
        }
        let every = Duration::from_secs_f64(players as f64 / per_second);
        let start = Instant::now() + Duration::from_millis(200);
        let end = start + Duration::from_secs(seconds);
        let mut tasks = JoinSet::new();
        for (number, client) in clients.into_iter().enumerate() {
            let due = start + every.mul_f64(number as f64 / players as f64);
            tasks.spawn(player(client, number, every, due, end));
        }
        tasks.join_all().await
    });
    // Each game was told to exactly two players, and each player was told of it once.
    let mut games: HashMap<&str, usize> = HashMap::new();
    for player in &told {
        let own: HashSet<&String> = player.games.iter().collect();
        assert_eq!(own.len(), player.games.len(), "somebody was told twice");
        for game in &player.games {
            *games.entry(game).or_default() += 1;
        }
    }
    assert!(games.values().all(|players| *players == 2), "{games:?}");
    let file = rusqlite::Connection::open(folder.games()).unwrap();
    let stored: i64 = file.query_row("SELECT COUNT(*) FROM game", [], |row| row.get(0)).unwrap();
    assert_eq!(stored as usize, games.len(), "every game that is stored was told");
    let mut latencies: Vec<Duration> = told.iter().flat_map(|player| player.latencies.clone()).collect();
    let commands = latencies.len();
    let (middle, p99) = percentiles(&mut latencies);
    println!(
        "{players} sockets, {:.0} offers a second for {seconds} s: {} games, nobody paired twice; \
         answer p50 {middle:.2?}, p99 {p99:.2?}; {} MB",
        commands as f64 / seconds as f64,
        games.len(),
        server.memory_kb().unwrap_or(0) / 1024
    );
    let asked = per_second * seconds as f64;
    assert!(commands as f64 > asked * 0.98, "{commands} of {asked} were answered before the next one");
    assert!(games.len() > commands / 10, "{} games of {commands} commands", games.len());
}

#[test]
fn forty_players_look_for_games() {
    run(40, 20.0, 3);
}

#[test]
#[ignore = "takes half a minute of both cores"]
fn a_thousand_sockets_and_two_hundred_offers_a_second() {
    run(1000, 200.0, 10);
}

/// Offers are made while the server is killed again and again; all that were acknowledged are there, or have become a
/// game of their maker.
#[tokio::test(flavor = "multi_thread")]
async fn no_offer_is_lost_when_the_server_is_killed() {
    let folder = Folder::new("lobby-kill");
    let mut server = ServerProcess::start(&folder.games(), 0);
    let at = server.address;
    let days = json!({"clock": {"main_s": 86400, "per_move": true}});
    let players = 12;
    for number in 0..players {
        introduce(at, &key(number), &format!("Player {number}")).await;
    }
    let mut acknowledged: Vec<(u64, String)> = Vec::new();
    for round in 0..4_u64 {
        let mut tasks = JoinSet::new();
        for number in 0..players {
            let days = days.clone();
            tasks.spawn(async move {
                let Ok(mut client) = enter(at, Some(&key(number))).await else { return Vec::new() };
                let mut done = Vec::new();
                // Every third takes what it finds, the others offer.
                let action = if number % 3 == 0 { "now" } else { "offer" };
                let command = json!({"do": action, "terms": days});
                while let Ok(answer) =
                    client.command(&format!("round {round} {}", done.len()), command.clone()).await
                {
                    let Some(offer) = answer["offer"].as_str() else { break };
                    done.push((number, offer.to_owned()));
                }
                done
            });
        }
        tokio::time::sleep(Duration::from_millis(150 + 60 * round)).await;
        server.kill();
        acknowledged.extend(tasks.join_all().await.into_iter().flatten());
        server = ServerProcess::start(&folder.games(), at.port());
    }
    let open = get(at, "/api/lobby").await.json();
    let open: HashSet<&str> =
        open["offers"].as_array().unwrap().iter().map(|offer| offer["id"].as_str().unwrap()).collect();
    assert!(acknowledged.len() >= 12, "{}", acknowledged.len());
    let file =
        rusqlite::Connection::open_with_flags(folder.games(), rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY)
            .unwrap();
    let sql = "SELECT COUNT(*) FROM entry WHERE seq = 1 AND ' ' || command || ' ' LIKE '% ' || ?1 || ' %'";
    for (number, offer) in &acknowledged {
        let games: i64 = file.query_row(sql, [offer], |row| row.get(0)).unwrap();
        assert_eq!(
            usize::from(open.contains(&**offer)) + games as usize,
            1,
            "offer {offer} of player {number}"
        );
    }
    // What went on before the last kill goes on.
    for number in 0..players {
        let games = by(at, &key(number), "GET", "/api/me/games", &Value::Null).await;
        assert_eq!(games.status, 200, "{}", games.text());
    }
    let _ = Client::open(at, "/api/lobby/socket", None).await.unwrap();
    server.kill();
}
