//! The test suite for stores that keep people.

use super::write;
use crate::secret::Hash;
use crate::store::{
    Entry, Forgotten, GameChange, OfferRow, People, PeopleChange, Person, PlayedRow, ReportRow, Standing,
    Store, StoreError, Token, TokenKind, Write,
};

fn person(n: u8) -> Person {
    let standing = Standing { points: 1500.5, deviation: 350.0, at_ms: 7, games: u32::from(n) };
    Person {
        key: key(n),
        feed: [100 + n; 32],
        skeleton: format!("name {n}"),
        version: 0,
        name: format!("Name {n}"),
        since_ms: 1,
        seen_ms: 2,
        live: standing,
        days: standing,
        vacations: vec![(3, 4)],
        banned: false,
        blacks: -1,
    }
}

fn offer(id: &str, by: u8, posted_ms: u64) -> OfferRow {
    OfferRow { id: id.to_owned(), key: key(by), posted_ms, terms: "{}".to_owned() }
}

fn played(game: &str, round: u32, ended_ms: u64, players: [Option<u8>; 2], body: &str) -> PlayedRow {
    let [black, white] = players.map(|player| player.map(key));
    PlayedRow { game: game.to_owned(), round, ended_ms, black, white, body: body.to_owned() }
}

/// The first entry of a game between two.
fn first(game: &str, players: [u8; 2]) -> Write {
    let token = |n: usize| Token { hash: key(players[n]), players: 1 << n, kind: TokenKind::Key };
    Write { tokens: vec![token(0), token(1)], ..write(game, 1, None) }
}

fn key(n: u8) -> Hash {
    [n; 32]
}

fn report(id: &str, at_ms: u64, round: u32, [reporter, against]: [u8; 2]) -> ReportRow {
    ReportRow {
        id: id.to_owned(),
        at_ms,
        game: "h".to_owned(),
        round,
        reporter: key(reporter),
        against: key(against),
        reason: "\"name\"".to_owned(),
    }
}

fn save(people: &mut dyn People, person: &Person) -> Result<(), StoreError> {
    people.commit_people(&[PeopleChange::Save(person.clone())]).remove(0)
}

/// Which of these changes are made.
fn made(people: &mut dyn People, changes: &[PeopleChange]) -> Vec<bool> {
    people.commit_people(changes).iter().map(Result::is_ok).collect()
}

fn changed(answer: &Result<(), StoreError>) -> bool {
    matches!(answer, Err(StoreError::Changed(_)))
}

/// The suite. Each part goes on from what the parts before it have stored.
pub(super) fn conforms(mut store: impl Store) {
    people_come_and_change(people(&mut store));
    offers_are_posted_and_withdrawn(people(&mut store));
    an_offer_becomes_a_game_once(&mut store);
    a_game_ends_with_what_that_does_to_its_players(people(&mut store));
    rounds_are_listed_and_corrected(people(&mut store));
    a_round_is_reported_once(people(&mut store));
    practice_is_kept_in_order(people(&mut store));
    a_forgotten_person_leaves_nothing_behind(&mut store);
}

fn people(store: &mut impl Store) -> &mut dyn People {
    store.people().expect("it keeps people")
}

/// People come, change, and are not changed by those who have not seen the last change.
fn people_come_and_change(people: &mut dyn People) {
    for n in 1..=3 {
        save(people, &person(n)).unwrap();
    }
    assert!(changed(&save(people, &person(1))), "there already");
    let known = people.with_keys(&[key(2), key(9), key(1)]).unwrap();
    assert_eq!(known[0], Some(Person { version: 1, ..person(2) }));
    assert_eq!((known[1].as_ref(), known[2].as_ref().unwrap().name.as_str()), (None, "Name 1"));
    let renamed = Person { name: "New".to_owned(), skeleton: "new".to_owned(), ..known[2].clone().unwrap() };
    save(people, &renamed).unwrap();
    assert!(changed(&save(people, &renamed)), "an older version");
    assert_eq!(people.called("name 1").unwrap(), None);
    assert_eq!(people.called("new").unwrap(), Some(Person { version: 2, ..renamed.clone() }));
    let taken = Person { skeleton: "new".to_owned(), ..known[0].clone().unwrap() };
    assert!(changed(&save(people, &taken)), "the name is taken");
    assert_eq!(people.with_feed(&[102; 32]).unwrap().unwrap().key, key(2));
    assert_eq!(people.with_feed(&key(2)).unwrap(), None);
    assert_eq!(people.everybody().unwrap().len(), 3);
}

/// Offers are posted and withdrawn, each change by itself and in order.
fn offers_are_posted_and_withdrawn(people: &mut dyn People) {
    let changes = [
        PeopleChange::Post(offer("b", 1, 20)),
        PeopleChange::Post(offer("a", 2, 20)),
        PeopleChange::Post(offer("a", 1, 30)),
        PeopleChange::Post(offer("c", 1, 10)),
        PeopleChange::Withdraw("b".to_owned()),
        PeopleChange::Withdraw("x".to_owned()),
        PeopleChange::Post(offer("d", 9, 10)),
    ];
    assert_eq!(made(people, &changes), [true, true, false, true, true, true, false]);
    assert_eq!(people.offers().unwrap(), [offer("c", 1, 10), offer("a", 2, 20)]);
}

/// An offer becomes a game once, together with the game's first entry, or not at all.
fn an_offer_becomes_a_game_once(store: &mut impl Store) {
    let people = people(store);
    let begin = |game: &str, take: &[&str], end: &[&str]| {
        PeopleChange::Game(Box::new(GameChange {
            take: take.iter().map(|&id| id.to_owned()).collect(),
            end: end.iter().map(|&id| id.to_owned()).collect(),
            playing: Some(vec![key(1), key(2)]),
            ..GameChange::new(first(game, [1, 2]))
        }))
    };
    let changes = [
        begin("g", &["a", "x"], &["c"]),
        begin("h", &["a"], &["c", "x"]),
        begin("i", &["a"], &[]),
        begin("h", &[], &[]),
    ];
    assert_eq!(made(people, &changes), [false, true, false, false]);
    assert!(people.offers().unwrap().is_empty());
    assert_eq!(people.games_of(&key(1)).unwrap(), ["h"]);
    assert_eq!(people.seats_of(&key(2)).unwrap(), ["h"]);
    assert!(people.games_of(&key(3)).unwrap().is_empty());
    assert!(store.load("g").unwrap().is_none() && store.load("i").unwrap().is_none());
    assert_eq!(store.load("h").unwrap().unwrap().tokens.len(), 2);
}

/// A game ends together with what that does to its players.
fn a_game_ends_with_what_that_does_to_its_players(people: &mut dyn People) {
    let two = people.with_keys(&[key(2)]).unwrap().remove(0).unwrap();
    let stronger = Person { blacks: 2, ..two.clone() };
    let end = |seq, person: &Person| {
        PeopleChange::Game(Box::new(GameChange {
            playing: Some(Vec::new()),
            played: Some(played("h", 1, 50, [Some(1), Some(2)], "{\"x\":1}")),
            people: vec![person.clone()],
            ..GameChange::new(write("h", seq, None))
        }))
    };
    let old = Person { version: 0, ..stronger.clone() };
    let changes = [end(3, &stronger), end(2, &old), end(2, &stronger), end(3, &stronger)];
    assert_eq!(made(people, &changes), [false, false, true, false]);
    assert_eq!(people.with_keys(&[key(2)]).unwrap()[0].as_ref().unwrap().blacks, 2);
    assert!(people.games_of(&key(1)).unwrap().is_empty());
    assert_eq!(people.seats_of(&key(1)).unwrap(), ["h"]);
    let row = played("h", 1, 50, [Some(1), Some(2)], "{\"x\":1}");
    assert_eq!(people.played(Some(&key(2))).unwrap(), std::slice::from_ref(&row));
    assert_eq!(people.played(None).unwrap(), [row]);
    assert!(people.played(Some(&key(3))).unwrap().is_empty());
}

/// Later rounds come first; what is known of a round can be corrected.
fn rounds_are_listed_and_corrected(people: &mut dyn People) {
    let again = |seq, round, ended_ms| {
        PeopleChange::Game(Box::new(GameChange {
            played: Some(played("h", round, ended_ms, [Some(2), None], "{}")),
            ..GameChange::new(write("h", seq, None))
        }))
    };
    assert!(people.commit_people(&[again(3, 2, 60), again(4, 3, 70)]).iter().all(Result::is_ok));
    let void = played("h", 2, 60, [Some(2), None], "{\"void\":true}");
    let missing = played("h", 9, 60, [Some(2), None], "{}");
    let answers =
        people.commit_people(&[PeopleChange::Correct(void.clone()), PeopleChange::Correct(missing)]);
    assert!(answers[0].is_ok() && changed(&answers[1]));
    let rows = people.played(Some(&key(2))).unwrap();
    assert_eq!(rows.iter().map(|row| row.round).collect::<Vec<u32>>(), [3, 2, 1]);
    assert_eq!(rows[1], void);
}

/// A player reports a round once; a closed report is gone.
fn a_round_is_reported_once(people: &mut dyn People) {
    let changes = [
        PeopleChange::Report(report("r1", 20, 1, [1, 2])),
        PeopleChange::Report(report("r2", 30, 1, [1, 2])),
        PeopleChange::Report(report("r3", 10, 2, [1, 3])),
        PeopleChange::Report(report("r4", 40, 1, [2, 1])),
        PeopleChange::Report(report("r5", 50, 1, [9, 1])),
        PeopleChange::Report(ReportRow { game: "x".to_owned(), ..report("r6", 60, 1, [3, 1]) }),
        PeopleChange::Report(report("r7", 70, 2, [3, 1])),
        PeopleChange::CloseReport("r7".to_owned()),
        PeopleChange::CloseReport("r7".to_owned()),
    ];
    assert_eq!(made(people, &changes), [true, false, true, true, false, false, true, true, true]);
    let listed = [report("r3", 10, 2, [1, 3]), report("r1", 20, 1, [1, 2]), report("r4", 40, 1, [2, 1])];
    assert_eq!(people.reports().unwrap(), listed);
}

/// What was practised is kept in order, each line once, for people who are there, and can be forgotten.
fn practice_is_kept_in_order(people: &mut dyn People) {
    let practise = |n: u8, lines: &[&str]| PeopleChange::Practise {
        key: key(n),
        lines: lines.iter().map(|line| (*line).to_owned()).collect(),
    };
    let changes = [
        practise(2, &["b", "a"]),
        practise(9, &["a"]),
        practise(2, &["c", "a", "d", "c"]),
        practise(3, &["a", "ä\u{1F600}"]),
        practise(1, &["a"]),
        PeopleChange::ForgetPractice(key(1)),
        PeopleChange::ForgetPractice(key(9)),
    ];
    assert_eq!(made(people, &changes), [true, false, true, true, true, true, true]);
    assert_eq!(people.practice(&key(2)).unwrap(), ["b", "a", "c", "d"]);
    assert_eq!(people.practice(&key(3)).unwrap(), ["a", "ä\u{1F600}"]);
    assert!(people.practice(&key(1)).unwrap().is_empty() && people.practice(&key(9)).unwrap().is_empty());
}

/// A person who is forgotten leaves a seat that is nobody's, and nothing else.
fn a_forgotten_person_leaves_nothing_behind(store: &mut impl Store) {
    let people = people(store);
    people.commit_people(&[PeopleChange::Post(offer("e", 2, 10))]).remove(0).unwrap();
    let entry = Entry { seq: 1, at_ms: 0, command: None, events: "[\"nobody\"]".to_owned() };
    let forgotten = Forgotten {
        key: key(2),
        entries: vec![("h".to_owned(), entry)],
        played: vec![played("h", 1, 50, [Some(1), None], "{\"x\":2}")],
    };
    people.forget(&forgotten).unwrap();
    assert_eq!(people.with_keys(&[key(2)]).unwrap(), [None]);
    assert!(people.offers().unwrap().is_empty() && people.seats_of(&key(2)).unwrap().is_empty());
    assert_eq!(people.reports().unwrap(), [report("r3", 10, 2, [1, 3])], "neither by them nor of them");
    assert!(people.practice(&key(2)).unwrap().is_empty());
    assert_eq!(people.practice(&key(3)).unwrap().len(), 2);
    assert!(people.played(Some(&key(2))).unwrap().is_empty());
    assert_eq!(people.played(Some(&key(1))).unwrap(), [played("h", 1, 50, [Some(1), None], "{\"x\":2}")]);
    let game = store.load("h").unwrap().unwrap();
    assert_eq!(game.entries[0].events, "[\"nobody\"]");
    assert_eq!(game.tokens.iter().map(|token| token.hash).collect::<Vec<Hash>>(), [key(1)]);
    // The name is free again.
    let people = store.people().unwrap();
    let namesake = Person { skeleton: "name 2".to_owned(), ..person(4) };
    assert!(people.commit_people(&[PeopleChange::Save(namesake)])[0].is_ok());
}
