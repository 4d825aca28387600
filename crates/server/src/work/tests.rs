//! The queue, on a real database.

use std::time::{Duration, Instant};

use outflank_engine::book::Book;
use outflank_engine::{Engine, Goal, Level, Limits, Options, Random, StopToken};
use outflank_rules::{Bitboard, Position, Square, Variant};

use super::queue;
use super::task::{Answer, Ask, Task};
use crate::store::conformance::database::Postgres;
use crate::store::{Connection, PostgresStore, Store};

fn task() -> Task {
    let ask = Ask::Move { level: Level::EASY, time: Duration::from_secs(1), book: true };
    Task { position: Position::default(), ask }
}

async fn connect(database: &Postgres) -> Connection {
    let shared = PostgresStore::open(&database.url()).unwrap().shared().unwrap();
    shared.link.connect(drop).await.unwrap()
}

#[test]
fn a_task_and_its_answer_are_the_same_when_they_are_read_again() {
    let limits = Limits {
        goal: Goal::Depth(3),
        time: Some(Duration::from_millis(1500)),
        nodes: Some(1000),
        lines: 4,
        exclude: Bitboard::EMPTY.with(Square::D3),
        repeatable: true,
    };
    for position in Variant::ALL.map(Position::start) {
        for ask in [
            Ask::Move { level: Level::HARD, time: Duration::from_millis(77), book: false },
            Ask::Search { limits, fresh: true },
            Ask::Search { limits: Limits::exact(), fresh: false },
        ] {
            let task = Task { position, ask };
            assert_eq!(Task::of_json(&task.to_json().unwrap()), Ok(task));
        }
    }
    let mut engine = Engine::new(Options { threads: 1, table_mb: 1 });
    let searched = Task { position: Position::default(), ask: Ask::Search { limits, fresh: true } };
    for task in [task(), searched] {
        let answer =
            task.run(Book::embedded, &mut engine, &mut Random::new(1), &StopToken::new(), &mut |_| {});
        let again = Answer::of_json(&answer.to_json().unwrap()).unwrap();
        // Times are kept to the microsecond.
        match (answer, again) {
            (Answer::Search(analysis), Answer::Search(again)) => {
                assert_eq!((analysis.lines, analysis.nodes), (again.lines, again.nodes));
                assert_eq!(analysis.bounds, again.bounds);
            }
            (answer, again) => assert_eq!(answer, again),
        }
    }
    assert!(Task::of_json("{}").is_err() && Answer::of_json("[]").is_err());
}

#[tokio::test]
async fn whoever_has_had_the_least_time_is_next_and_moves_come_first() {
    let Some(database) = Postgres::start("fair") else { return };
    let connection = connect(&database).await;
    let client = &connection.client;
    for owner in ["greedy", "greedy", "greedy", "greedy", "modest"] {
        queue::add(client, "asker", owner, false, &task()).await.unwrap();
    }
    let mut order = Vec::new();
    for n in 0..5 {
        if n == 3 {
            queue::add(client, "asker", "player", true, &task()).await.unwrap();
        }
        let taken = queue::take(client, "worker").await.unwrap().unwrap();
        queue::answer(client, "worker", &taken, "null", 1000).await.unwrap();
        order.push(taken.owner);
    }
    assert_eq!(order, ["greedy", "modest", "greedy", "player", "greedy"]);
    // Somebody new does not have to wait until all that has been caught up with, nor do they have time saved up.
    queue::add(client, "asker", "late", false, &task()).await.unwrap();
    let taken = queue::take(client, "worker").await.unwrap().unwrap();
    assert_eq!(taken.owner, "greedy", "both have had the same, and the older question is first");
    queue::answer(client, "worker", &taken, "null", 1000).await.unwrap();
    assert_eq!(queue::take(client, "worker").await.unwrap().unwrap().owner, "late");
    assert!(queue::take(client, "worker").await.unwrap().is_none());
}

#[tokio::test]
async fn work_of_a_worker_who_has_gone_silent_is_taken_by_another_and_answered_once() {
    let Some(database) = Postgres::start("silent") else { return };
    let connection = connect(&database).await;
    let client = &connection.client;
    let id = queue::add(client, "asker", "owner", false, &task()).await.unwrap();
    let first = queue::take(client, "silent").await.unwrap().unwrap();
    assert!(queue::renew(client, "silent", id, Some("{}")).await.unwrap());
    assert!(queue::take(client, "other").await.unwrap().is_none(), "one at a time");
    let began = Instant::now();
    let second = loop {
        if let Some(taken) = queue::take(client, "other").await.unwrap() {
            break taken;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "the lease runs out");
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert_eq!(second.id, id);
    assert!(!queue::renew(client, "silent", id, None).await.unwrap(), "it is not its any more");
    assert!(!queue::answer(client, "silent", &first, "\"late\"", 1).await.unwrap());
    assert!(queue::answer(client, "other", &second, "\"right\"", 1).await.unwrap());
    assert!(!queue::answer(client, "other", &second, "\"twice\"", 1).await.unwrap());
    let statuses = queue::statuses(client, "asker").await.unwrap();
    assert_eq!(statuses.len(), 1);
    assert_eq!(statuses[0].answer.as_deref(), Some("\"right\""));
}

#[tokio::test]
async fn work_that_brings_down_every_worker_is_left_to_whoever_asked() {
    let Some(database) = Postgres::start("poison") else { return };
    let connection = connect(&database).await;
    let client = &connection.client;
    queue::add(client, "asker", "owner", false, &task()).await.unwrap();
    for _ in 0..3 {
        assert!(queue::take(client, "worker").await.unwrap().is_some());
        client.execute("UPDATE work SET until = now() - interval '1 second'", &[]).await.unwrap();
    }
    assert!(queue::take(client, "worker").await.unwrap().is_none());
    assert!(queue::statuses(client, "asker").await.unwrap()[0].given_up);
}
