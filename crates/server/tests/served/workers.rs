//! Workers search for servers and batches, and may be killed at any time: every answer comes, and comes once.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use outflank_engine::{Engine, Limits, Options, Random, StopToken};
use outflank_rules::{Move, Position, Square};
use outflank_server::store::PostgresStore;
use outflank_server::work::{Answer, Ask, Batch, Source, Task, Worker};
use serde_json::json;

use crate::bot::{Bot, Style, check, seats};
use crate::client::post;
use crate::database::Postgres;
use crate::server::{ServerProcess, TestServer, WorkerProcess, config};

/// Positions with so many empty squares from random games.
fn positions(count: usize, empties: usize) -> Vec<Position> {
    let mut random = Random::new(7);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Position::default();
        while position.empties().len() > empties && !position.is_over() {
            let squares: Vec<Square> = position.legal_moves().into_iter().collect();
            let mv = match squares.len() {
                0 => Move::Pass,
                count => Move::Place(squares[random.below(count)]),
            };
            position = position.play(mv).unwrap();
        }
        if !position.is_over() {
            found.push(position);
        }
    }
    found
}

/// Positions to be solved, and how often each was answered.
struct Problems {
    positions: Vec<Position>,
    asked: usize,
    answers: BTreeMap<usize, Vec<Answer>>,
}

impl Problems {
    fn new(positions: Vec<Position>) -> Problems {
        Problems { positions, asked: 0, answers: BTreeMap::new() }
    }

    /// Every position was answered once, as one machine answers it.
    fn check(&self) {
        let mut engine = Engine::new(Options { threads: 1, table_mb: 16 });
        for (n, position) in self.positions.iter().enumerate() {
            engine.reset();
            let own = engine.search(position, &Limits::exact(), &StopToken::new(), &mut |_| {});
            let [Answer::Search(theirs)] = &self.answers[&n][..] else {
                panic!("{n} was answered {:?}", self.answers.get(&n))
            };
            assert_eq!((&theirs.lines, theirs.nodes), (&own.lines, own.nodes), "position {n}");
        }
    }
}

impl Source for Problems {
    fn next(&mut self) -> Option<(usize, Task)> {
        let (n, position) = (self.asked, *self.positions.get(self.asked)?);
        self.asked += 1;
        Some((n, Task { position, ask: Ask::Search { limits: Limits::exact(), fresh: true } }))
    }

    fn answer(&mut self, number: usize, answer: Answer) {
        self.answers.entry(number).or_default().push(answer);
    }

    fn watch(&mut self, _: usize) {}
}

struct Plan {
    name: &'static str,
    games: usize,
    positions: usize,
    empties: usize,
    /// Between two kills.
    life: Duration,
    level: u8,
}

fn run(plan: &Plan) {
    let Some(database) = Postgres::start(plan.name) else { return };
    let url = database.url();
    let servers = [0, 1].map(|_| ServerProcess::start(Path::new(&url), 0));
    let mut workers: Vec<WorkerProcess> = (0..3).map(|_| WorkerProcess::start(&url)).collect();
    let began = Instant::now();
    let batch = {
        let (url, mut problems) = (url.clone(), Problems::new(positions(plan.positions, plan.empties)));
        std::thread::spawn(move || {
            Batch::open(&url).unwrap().run(&mut problems, &StopToken::new()).unwrap();
            problems
        })
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let kills = runtime.block_on(async {
        let mut playing = tokio::task::JoinSet::new();
        for n in 0..plan.games {
            let address = servers[n % 2].address;
            let level = plan.level;
            playing.spawn(async move {
                let request = json!({"white": {"player": "computer", "level": level}});
                let (game, tokens) = seats(address, &request).await;
                let style = Style { think_ms: (0, 20), doubled: 0 };
                let bot = Bot::new(address, &game, &tokens[0], n as u64 + 1, style).play().await;
                check(address, &game, &[&bot]).await;
            });
        }
        let mut kills = 0;
        while !playing.is_empty() || !batch.is_finished() {
            let one = async {
                match playing.join_next().await {
                    Some(played) => played.unwrap(),
                    None => tokio::time::sleep(Duration::from_millis(50)).await,
                }
            };
            let all = async {
                let next_kill = began + plan.life * (kills + 1);
                tokio::time::sleep_until(next_kill.into()).await;
            };
            tokio::select! {
                () = one => {}
                () = all => {
                    workers.remove(0);
                    workers.push(WorkerProcess::start(&url));
                    kills += 1;
                }
            }
        }
        kills
    });
    let problems = batch.join().unwrap();
    let took = began.elapsed();
    problems.check();
    // The queue is left empty, and the games were charged for.
    let (left, owners) = runtime.block_on(async {
        let connected = tokio_postgres::connect(&url, tokio_postgres::NoTls).await;
        let (client, connection) = connected.unwrap();
        tokio::spawn(connection);
        let count = async |sql: &str| client.query_one(sql, &[]).await.unwrap().get::<_, i64>(0);
        (
            count("SELECT count(*) FROM outflank.work").await,
            count("SELECT count(*) FROM outflank.work_owner WHERE spent_ms > 0").await,
        )
    });
    println!(
        "{} games against the computer on 2 servers and {} positions with {} empty squares, 3 workers, {kills} killed, \
         in {took:.1?}: every answer once, {owners} owners served",
        plan.games, plan.positions, plan.empties,
    );
    assert!(left == 0 && owners > 1, "{left} left, {owners} owners");
}

#[test]
fn every_answer_comes_once_when_workers_are_killed() {
    run(&Plan {
        name: "workers",
        games: 4,
        positions: 20,
        empties: 12,
        life: Duration::from_millis(1500),
        level: 3,
    });
}

#[test]
#[ignore = "takes minutes of both cores"]
fn a_hundred_games_and_two_hundred_positions_with_workers() {
    run(&Plan {
        name: "workers-heavy",
        games: 100,
        positions: 200,
        empties: 18,
        life: Duration::from_secs(10),
        level: 5,
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_comes_from_a_worker_and_from_the_server_when_the_worker_is_gone() {
    let Some(database) = Postgres::start("analysis") else { return };
    let server = TestServer::start(config(), PostgresStore::open(&database.url()).unwrap()).await;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let worker = Worker::open(&database.url(), 1, 16).unwrap();
    let worker = tokio::spawn(worker.run(async { drop(stopped.await) }));
    let ask = async || {
        let position = json!({
            "board": "---------------------------OX------XO---------------------------",
            "turn": "black"
        });
        let answer =
            post(server.address, "/api/analyse", &json!({"position": position, "seconds": 0.2})).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let last = answer.text().lines().last().unwrap().to_owned();
        let last: serde_json::Value = serde_json::from_str(&last).unwrap();
        assert_eq!(last["type"], "done", "{last}");
        assert_eq!(last["moves"].as_array().unwrap().len(), 4, "{last}");
    };
    // The server hears of the worker within half a second; until then it searches alone.
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(2) {
        ask().await;
    }
    drop(stop);
    let counted = worker.await.unwrap();
    assert!(counted > 0, "the worker has answered something");
    ask().await;
    server.stop().await;
}
