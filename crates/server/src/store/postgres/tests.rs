//! What is special about a store that several servers share.

use super::tls::Tls;
use super::*;
use crate::store::conformance::database::Postgres;

fn write(game: &str, seq: u64, command: Option<&str>) -> Write {
    let command = command.map(str::to_owned);
    Write {
        game: game.to_owned(),
        entry: Entry { seq, at_ms: seq, command, events: "[]".to_owned() },
        tokens: Vec::new(),
        wake_ms: None,
        live_boards: LiveBoards::Keep,
    }
}

#[test]
fn servers_that_start_at_once_make_the_tables_once() {
    let Some(database) = Postgres::start("migrate") else { return };
    let url = database.url();
    std::thread::scope(|scope| {
        let opened: Vec<_> = (0..4).map(|_| scope.spawn(|| PostgresStore::open(&url).map(drop))).collect();
        for one in opened {
            one.join().unwrap().unwrap();
        }
    });
}

#[test]
fn of_many_writers_of_one_entry_exactly_one_is_first() {
    let Some(database) = Postgres::start("fence") else { return };
    let url = database.url();
    let (games, entries) = (10, 30_u64);
    // Each writes all entries of all games in groups, in an order of its own, and so fights for every one.
    let won: Vec<usize> = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..3)
            .map(|writer| {
                let url = &url;
                scope.spawn(move || {
                    let mut store = PostgresStore::open(url).unwrap();
                    let mut won = 0;
                    for seq in 1..=entries {
                        let mut group: Vec<Write> =
                            (0..games).map(|game| write(&format!("game-{game}"), seq, None)).collect();
                        group.rotate_left(writer * 3);
                        for answer in store.commit(&group) {
                            match answer {
                                Ok(()) => won += 1,
                                Err(error) => {
                                    assert!(matches!(error, StoreError::Conflict { .. }), "{error}");
                                }
                            }
                        }
                    }
                    won
                })
            })
            .collect();
        writers.into_iter().map(|writer| writer.join().unwrap()).collect()
    });
    assert_eq!(won.iter().sum::<usize>(), games * entries as usize, "{won:?}");
    let mut store = PostgresStore::open(&url).unwrap();
    for game in 0..games {
        let stored = store.load(&format!("game-{game}")).unwrap().unwrap();
        let numbers: Vec<u64> = stored.entries.iter().map(|entry| entry.seq).collect();
        assert_eq!(numbers, (1..=entries).collect::<Vec<u64>>());
    }
}

#[test]
fn a_command_is_written_once_whoever_brings_it() {
    let Some(database) = Postgres::start("once") else { return };
    let mut one = PostgresStore::open(&database.url()).unwrap();
    let mut two = PostgresStore::open(&database.url()).unwrap();
    assert_eq!(one.commit(&[write("g", 1, None), write("g", 2, Some("a"))]), [Ok(()), Ok(())]);
    let late = StoreError::Conflict { game: "g".to_owned(), seq: 3 };
    assert_eq!(two.commit(&[write("g", 3, Some("a"))]), [Err(late)]);
    assert_eq!(two.load("g").unwrap().unwrap().entries.len(), 2);
    assert_eq!(two.load("no\0game"), Ok(None));
}

#[test]
fn one_write_that_the_database_refuses_leaves_the_others_of_its_group_alone() {
    let Some(database) = Postgres::start("refused") else { return };
    let mut store = PostgresStore::open(&database.url()).unwrap();
    let answers = store.commit(&[write("a", 1, None), write("b", 1, Some("no\0text")), write("c", 1, None)]);
    assert!(answers[0].is_ok() && answers[2].is_ok() && matches!(answers[1], Err(StoreError::Failed(_))));
    assert!(store.load("a").unwrap().is_some() && store.load("b").unwrap().is_none());
}

#[test]
fn a_database_that_is_restarted_is_found_again_and_one_that_is_away_is_told() {
    let Some(mut database) = Postgres::start_safe("restart") else { return };
    let mut store = PostgresStore::open(&database.url()).unwrap();
    assert_eq!(store.commit(&[write("g", 1, None)]), [Ok(())]);
    for (seq, crash) in [(2, false), (3, true)] {
        database.restart(crash);
        assert_eq!(store.commit(&[write("g", seq, None)]), [Ok(())], "the connection is made anew");
    }
    database.stop("INT");
    let away = Instant::now();
    assert!(matches!(store.commit(&[write("g", 4, None)])[..], [Err(StoreError::Failed(_))]));
    assert!(matches!(store.load("g"), Err(StoreError::Failed(_))));
    assert!(away.elapsed() < Duration::from_secs(8), "it is waited for, but not for long");
    database.run();
    // A try that failed is the answer for all who ask within this time.
    std::thread::sleep(RETRY);
    assert_eq!(store.commit(&[write("g", 4, None)]), [Ok(())]);
    assert_eq!(store.load("g").unwrap().unwrap().entries.len(), 4);
}

#[test]
fn tables_of_a_newer_version_are_left_alone() {
    let Some(database) = Postgres::start("newer") else { return };
    let mut store = PostgresStore::open(&database.url()).unwrap();
    store.execute("INSERT INTO migration (number) VALUES (1000)", &[]).unwrap();
    let error = PostgresStore::open(&database.url()).err().unwrap();
    assert!(error.to_string().contains("newer version"), "{error}");
}

#[test]
fn a_certificate_is_checked_where_tls_is_asked_for() {
    let Some(mut database) = Postgres::start("tls") else { return };
    let made = |name: &str| rcgen::generate_simple_self_signed([name.to_owned()]).unwrap();
    let (right, other) = (made("localhost"), made("localhost"));
    let port = database.listen_with_tls(&right.cert.pem(), &right.signing_key.serialize_pem());
    let open = |host: &str, roots: &rcgen::CertifiedKey<rcgen::KeyPair>| {
        let link = Link::parse(&format!("postgres://postgres@{host}:{port}/postgres")).unwrap();
        let tls = Tls::trusting([roots.cert.der().clone()]).unwrap();
        PostgresStore::open_link(link.trusting(tls)).map(drop)
    };
    open("localhost", &right).unwrap();
    let error = open("localhost", &other).err().unwrap();
    assert!(error.to_string().contains("certificate"), "{error}");
    let error = open("127.0.0.1", &right).err().unwrap();
    assert!(error.to_string().contains("certificate"), "{error}");
}
