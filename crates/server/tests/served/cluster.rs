//! Several servers on one PostgreSQL: any of them serves any game, and may fall at any time.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use outflank_server::store::PostgresStore;
use serde_json::json;

use crate::bot::{Bot, Span, Style, check, seats};
use crate::client::{Client, make, post};
use crate::database::Postgres;
use crate::kills::{Games, Plan};
use crate::lobby::enter;
use crate::people::{introduce, key};
use crate::server::{ServerProcess, TestServer, config};

/// So many servers in this process, on a database of their own.
async fn servers(name: &str, count: usize) -> Option<(Postgres, Vec<TestServer>)> {
    let database = Postgres::start(name)?;
    let mut servers = Vec::new();
    for _ in 0..count {
        let store = PostgresStore::open(&database.url()).unwrap();
        servers.push(TestServer::start(config(), store).await);
    }
    Some((database, servers))
}

async fn stop(servers: Vec<TestServer>) {
    for server in servers {
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_made_through_one_server_is_told_by_the_other() {
    let Some((_database, servers)) = servers("tell", 2).await else { return };
    let (one, two) = (servers[0].address, servers[1].address);
    let (game, tokens) = seats(one, &json!({"white": {"player": "friend"}})).await;
    let mut black = Client::enter(one, &game, Some(&tokens[0]), 0).await.unwrap();
    let mut white = Client::enter(two, &game, Some(&tokens[1]), 0).await.unwrap();
    let mut watching = Client::enter(two, &game, None, 0).await.unwrap();
    let mut told = Vec::new();
    for (n, mv) in ["f5", "d6", "c3", "d3", "c4", "f4"].into_iter().enumerate() {
        let (mover, other) = if n % 2 == 0 { (&mut black, &mut white) } else { (&mut white, &mut black) };
        let done = mover.command(&format!("command-{n}"), json!({"do": "play", "move": mv})).await.unwrap();
        assert_eq!(done["type"], "done", "{done}");
        let at = Instant::now();
        let seq = done["seq"].as_u64().unwrap();
        other.until_seq(seq).await.unwrap();
        told.push(at.elapsed());
        watching.until_seq(seq).await.unwrap();
        assert_eq!(watching.state()["moves"].as_array().unwrap().len(), n + 1);
    }
    told.sort();
    println!("told by the other server after {told:?}");
    // Half of them by a hint: the look behind it comes only once a second.
    assert!(told[told.len() / 2] < Duration::from_millis(500), "{told:?}");
    stop(servers).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_comes_through_two_servers_is_done_once() {
    let Some((_database, servers)) = servers("twice", 2).await else { return };
    let (one, two) = (servers[0].address, servers[1].address);
    let (game, tokens) = seats(one, &json!({"white": {"player": "friend"}})).await;
    let mut here = Client::enter(one, &game, Some(&tokens[0]), 0).await.unwrap();
    let mut there = Client::enter(two, &game, Some(&tokens[0]), 0).await.unwrap();
    let play = || json!({"do": "play", "move": "f5", "ply": 0});
    let (first, second) =
        tokio::join!(here.command("the-same-id", play()), there.command("the-same-id", play()));
    let (first, second) = (first.unwrap(), second.unwrap());
    assert_eq!((&first["type"], &first["seq"]), (&json!("done"), &second["seq"]), "{first} {second}");
    // Another one for the same turn is refused for what is true by then.
    let late = there.command("another-id", json!({"do": "play", "move": "d3", "ply": 0})).await.unwrap();
    assert_eq!((&late["type"], &late["code"]), (&json!("refused"), &json!("stale")), "{late}");
    stop(servers).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_was_replaced_through_one_server_closes_its_sockets_on_the_other() {
    let Some((_database, servers)) = servers("renew", 2).await else { return };
    let (one, two) = (servers[0].address, servers[1].address);
    let made = make(one, &json!({})).await;
    let (game, token) = (made["game"].as_str().unwrap(), made["token"].as_str().unwrap());
    let mut there = Client::enter(two, game, Some(token), 0).await.unwrap();
    let renewed =
        post(one, &format!("/api/games/{game}/renew"), &json!({"token": token, "key": "0123456789abcdef"}))
            .await;
    assert_eq!(renewed.status, 200, "{}", renewed.text());
    let closed = loop {
        if let Err(closed) = there.next().await {
            break closed;
        }
    };
    assert_eq!(closed.0, Some(4403));
    let again = renewed.json()["token"].as_str().unwrap().to_owned();
    Client::enter(two, game, Some(&again), 0).await.unwrap();
    stop(servers).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_computer_answers_once_whoever_watches_where() {
    let Some((_database, servers)) = servers("answers", 3).await else { return };
    let made = make(servers[0].address, &json!({"white": {"player": "computer", "level": 1}})).await;
    let (game, token) = (made["game"].as_str().unwrap(), made["token"].as_str().unwrap());
    let mut watching = Vec::new();
    for server in &servers {
        watching.push(Client::enter(server.address, game, None, 0).await.unwrap());
    }
    let style = Style { think_ms: (0, 0), doubled: 0 };
    let bot = Bot::new(servers[1].address, game, token, 3, style).play().await;
    check(servers[2].address, game, &[&bot]).await;
    for client in &mut watching {
        while client.state()["result"].is_null() {
            client.next().await.unwrap();
        }
    }
    stop(servers).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_leaves_its_games_to_others() {
    let Some((_database, mut servers)) = servers("leave", 2).await else { return };
    let made = make(servers[0].address, &json!({"white": {"player": "computer", "level": 1}})).await;
    let (game, token) = (made["game"].as_str().unwrap(), made["token"].as_str().unwrap());
    let mut here = Client::enter(servers[0].address, game, Some(token), 0).await.unwrap();
    here.command("command-1", json!({"do": "play", "move": "f5"})).await.unwrap();
    servers.remove(0).stop().await;
    let mut there = Client::enter(servers[0].address, game, Some(token), 0).await.unwrap();
    while there.state()["turn"] != "black" {
        there.next().await.unwrap();
    }
    stop(servers).await;
}

fn run(plan: &Plan) {
    let Some(mut database) = Postgres::start_safe(plan.name) else { return };
    let url = database.url();
    let start = |port| ServerProcess::start(Path::new(&url), port);
    let mut servers: Vec<Option<ServerProcess>> = (0..3).map(|_| Some(start(0))).collect();
    let addresses: Vec<SocketAddr> = servers.iter().flatten().map(|server| server.address).collect();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let began = Instant::now();
    let (played, outage) = runtime.block_on(async {
        let games = Games::begin(plan, &addresses).await;
        let mut outage = None;
        for kill in 0..plan.kills {
            tokio::time::sleep(plan.life()).await;
            if kill == plan.kills / 2 {
                let down = Instant::now();
                tokio::task::block_in_place(|| database.restart(true));
                outage = Some(Span::since(down));
            }
            let at = kill % 3;
            servers[at].take().unwrap().kill();
            tokio::time::sleep(plan.life() / 2).await;
            servers[at] = Some(tokio::task::block_in_place(|| start(addresses[at].port())));
        }
        (games.end(&addresses).await, outage.unwrap())
    });
    let took = began.elapsed();
    let (middle, p99) = played.latencies();
    let back = played.check_back(&[outage]);
    println!(
        "{} games on 3 servers, {} moves acknowledged, {} kills and a crash of the database ({:.1?}) in {took:.1?}; \
         {back}; acknowledgement p50 {middle:.1?}, p99 {p99:.1?} (time down included)",
        plan.pairs,
        played.moves,
        plan.kills,
        outage.time(),
    );
    assert!(back.falls > 0, "somebody fell");
}

#[test]
fn nothing_acknowledged_is_lost_when_servers_and_the_database_are_killed() {
    run(&Plan {
        name: "kills",
        pairs: 10,
        kills: 3,
        life_ms: 500,
        style: Style { think_ms: (20, 80), doubled: 20 },
    });
}

#[test]
#[ignore = "takes minutes of both cores"]
fn two_hundred_pairs_on_three_servers() {
    run(&Plan {
        name: "kills-heavy",
        pairs: 200,
        kills: 6,
        life_ms: 13_400,
        style: Style { think_ms: (2000, 6000), doubled: 20 },
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_on_different_servers_find_each_other() {
    let Some((_database, servers)) = servers("lobby", 2).await else { return };
    let (one, two) = (servers[0].address, servers[1].address);
    let (anna, ben) = (key(1), key(2));
    introduce(one, &anna, "Anna").await;
    introduce(two, &ben, "Ben").await;
    let mut annas = enter(one, Some(&anna)).await.unwrap();
    let mut bens = enter(two, Some(&ben)).await.unwrap();
    let terms = json!({"clock": {"main_s": 300}});
    let posted = annas.command("anna offers", json!({"do": "offer", "terms": terms})).await.unwrap();
    let offer = posted["offer"].as_str().unwrap().to_owned();
    let listed = loop {
        let lobby = bens.until("lobby").await.unwrap();
        if let Some(listed) =
            lobby["offers"].as_array().unwrap().iter().find(|listed| listed["id"] == offer.as_str())
        {
            break listed.clone();
        }
    };
    assert_eq!(listed["by"]["name"], "Anna");
    // Anna is not on Ben's server, and yet her offer stands for longer than that of somebody who has gone.
    tokio::time::sleep(Duration::from_secs(12)).await;
    let done = bens.command("ben takes it", json!({"do": "take", "offer": offer})).await.unwrap();
    let game = done["game"].as_str().unwrap_or_else(|| panic!("{done}")).to_owned();
    let paired = annas.until("paired").await.unwrap();
    assert_eq!((paired["game"].as_str(), paired["opponent"]["name"].as_str()), (Some(&*game), Some("Ben")));
    let mut seats = [
        Client::enter(one, &game, Some(&anna), 0).await.unwrap(),
        Client::enter(two, &game, Some(&ben), 0).await.unwrap(),
    ];
    let black = usize::from(seats[0].latest["you"]["seats"][0] != "black");
    let moved = seats[black].command("command-1", json!({"do": "play", "move": "f5"})).await.unwrap();
    seats[1 - black].until_seq(moved["seq"].as_u64().unwrap()).await.unwrap();
    drop(seats);
    stop(servers).await;
}
