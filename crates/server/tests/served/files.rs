//! Files that a crash, a disk or a second server has been at.

use outflank_engine::Random;
use outflank_server::store::{Entry, LiveBoards, SqliteStore, Store, Write};
use serde_json::json;

use crate::bot::seats;
use crate::client::{Client, get, make_from};
use crate::server::{Folder, TestServer, behind_proxy, config};

fn write(seq: u64) -> Write {
    Write {
        game: "a game".to_owned(),
        entry: Entry {
            seq,
            at_ms: 1000 * seq,
            command: Some(format!("1.command {seq}")),
            events: format!("[{seq}]"),
        },
        tokens: Vec::new(),
        wake_ms: None,
        live_boards: LiveBoards::Keep,
    }
}

/// The write-ahead log is cut at every length that a crash of the machine can leave behind, if the disk kept its word up to
/// there: what was committed before is there, and nothing else.
#[test]
fn a_log_that_was_cut_loses_its_end_and_nothing_before() {
    let folder = Folder::new("cut");
    let mut store = SqliteStore::open(&folder.games()).unwrap();
    let log = folder.0.join("games.sqlite-wal");
    // How long the file is after each commit.
    let mut lengths = Vec::new();
    for seq in 1..=40 {
        assert_eq!(store.commit(&[write(seq)]), [Ok(())]);
        lengths.push(std::fs::metadata(&log).unwrap().len());
    }
    let (file, log) = (std::fs::read(folder.games()).unwrap(), std::fs::read(&log).unwrap());
    let mut random = Random::new(1);
    let random_cuts: Vec<u64> = (0..60).map(|_| random.below(log.len()) as u64).collect();
    for cut in lengths.iter().copied().chain(random_cuts) {
        let copy = Folder::new("cut-copy");
        std::fs::write(copy.games(), &file).unwrap();
        std::fs::write(copy.0.join("games.sqlite-wal"), &log[..cut as usize]).unwrap();
        let safe = lengths.iter().filter(|length| **length <= cut).count();
        let mut store = SqliteStore::open(&copy.games()).unwrap();
        let entries = store.load("a game").unwrap().map_or(Vec::new(), |game| game.entries);
        assert_eq!(entries.len(), safe, "cut at {cut} of {}", log.len());
        assert!(entries.iter().zip(1..).all(|(entry, seq)| *entry == write(seq).entry));
        // And it goes on from there.
        assert_eq!(store.commit(&[write(safe as u64 + 1)]), [Ok(())]);
    }
}

/// Bytes of a page of a database.
const PAGE: usize = 4096;

/// Every page is damaged in turn: the server starts and says which games it cannot read, or does not start and says why.
#[tokio::test(flavor = "multi_thread")]
async fn damaged_pages_are_told_and_never_a_crash() {
    let folder = Folder::new("pages");
    let server = TestServer::start(config(), SqliteStore::open(&folder.games()).unwrap()).await;
    let mut games = Vec::new();
    for _ in 0..12 {
        let (game, tokens) = seats(server.address, &json!({"white": {"player": "friend"}})).await;
        let mut client = Client::enter(server.address, &game, Some(&tokens[0]), 0).await.unwrap();
        client.command("command-1", json!({"do": "play", "move": "f5"})).await.unwrap();
        games.push(game);
    }
    server.stop().await;
    let whole = std::fs::read(folder.games()).unwrap();
    let mut random = Random::new(7);
    let (mut shown, mut refused) = (0, 0);
    // Each page in turn, at its end, where SQLite fills it from.
    for page in (0..whole.len() / PAGE).take(16) {
        let mut damaged = whole.clone();
        for byte in &mut damaged[(page + 1) * PAGE - 600..(page + 1) * PAGE] {
            *byte = random.next_u64() as u8;
        }
        std::fs::write(folder.games(), &damaged).unwrap();
        for side_file in ["games.sqlite-wal", "games.sqlite-shm"] {
            let _ = std::fs::remove_file(folder.0.join(side_file));
        }
        let Ok(store) = SqliteStore::open(&folder.games()) else {
            refused += games.len();
            continue;
        };
        let Ok(server) = TestServer::try_start(config(), store).await else {
            refused += games.len();
            continue;
        };
        for game in &games {
            let answer = get(server.address, &format!("/api/games/{game}")).await;
            match answer.status {
                200 => shown += 1,
                404 | 500 | 503 => refused += 1,
                status => panic!("{status}: {}", answer.text()),
            }
        }
        server.stop().await;
    }
    assert!(shown > 0 && refused > 0, "{shown} games were shown, {refused} not");
}

/// A real disk without space: a small file system of its own.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "mounts a file system, for which it has to run as root on Linux"]
async fn a_full_disk_and_space_again() {
    let folder = Folder::new("full");
    let mount = |arguments: &[&str]| {
        let done = std::process::Command::new(arguments[0]).args(&arguments[1..]).status();
        assert!(done.unwrap().success(), "{arguments:?}");
    };
    let path = folder.0.to_str().unwrap();
    mount(&["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", path]);
    let mut config = config();
    config.limits.free_bytes = 0;
    let server = TestServer::start(config, SqliteStore::open(&folder.games()).unwrap()).await;
    let (game, tokens) =
        seats(server.address, &json!({"white": {"player": "friend"}, "clock": {"main_s": 3}})).await;
    let mut black = Client::enter(server.address, &game, Some(&tokens[0]), 0).await.unwrap();
    black.command("command-1", json!({"do": "play", "move": "f5"})).await.unwrap();
    let ballast = folder.0.join("ballast");
    // All that is left: the file system refuses the rest.
    let _ = std::fs::write(&ballast, vec![0; 4 << 20]);
    while get(server.address, "/healthz").await.status == 200 {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    tokio::time::sleep(std::time::Duration::from_secs(4)).await;
    std::fs::remove_file(&ballast).unwrap();
    while get(server.address, "/healthz").await.status != 200 {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    let mut white = Client::enter(server.address, &game, Some(&tokens[1]), 0).await.unwrap();
    let done = white.command("command-2", json!({"do": "play", "move": "d6"})).await.unwrap();
    white.until_seq(done["seq"].as_u64().unwrap()).await.unwrap();
    assert!(white.state()["result"].is_null(), "nobody lost on time: {}", white.state());
    server.stop().await;
    mount(&["umount", path]);
}

/// What is on the disk gives nobody a seat and tells nobody who played.
#[tokio::test(flavor = "multi_thread")]
async fn neither_tokens_nor_addresses_are_in_the_file() {
    const VISITOR: &str = "203.0.113.77";
    let folder = Folder::new("secrets");
    let config = behind_proxy();
    let server = TestServer::start(config, SqliteStore::open(&folder.games()).unwrap()).await;
    let made = make_from(server.address, VISITOR, &json!({"white": {"player": "friend"}})).await;
    let (game, token) = (made["game"].as_str().unwrap(), made["token"].as_str().unwrap());
    let invite = made["invites"]["white"].as_str().unwrap();
    let client = Client::connect_from(server.address, game, Some(VISITOR)).await.unwrap();
    let mut client = client.hello(Some(token), 0).await.unwrap();
    client.command("command-1", json!({"do": "play", "move": "f5"})).await.unwrap();
    let stored: Vec<u8> = ["games.sqlite", "games.sqlite-wal"]
        .iter()
        .flat_map(|file| std::fs::read(folder.0.join(file)).unwrap_or_default())
        .collect();
    let has = |text: &str| stored.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(has(game), "the game is stored");
    for secret in [token, invite, VISITOR] {
        assert!(!has(secret), "{secret} is stored");
    }
    server.stop().await;
}
