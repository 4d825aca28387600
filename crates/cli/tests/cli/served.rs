//! `serve` and `join`: a game between two scripts, through a server.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::support::{Folder, OUTFLANK};

/// A server with an empty folder for its games.
pub(crate) struct Server {
    child: Child,
    /// Host and port.
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    pub(crate) fn start(folder: &Folder) -> Server {
        Server::start_with(folder, &[])
    }

    /// The same with more options.
    fn start_with(folder: &Folder, options: &[&str]) -> Server {
        let data = folder.path("games");
        let mut child = Command::new(OUTFLANK)
            .args(["serve", "--fast", "--port", "0", "--data"])
            .arg(data)
            .args(options)
            .env("HOME", folder.path("."))
            .env_remove("XDG_DATA_HOME")
            .current_dir(folder.path("."))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut told = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut told).unwrap();
        let address = told.split(['/', ' ']).find(|part| part.contains(':') && part.contains('.'));
        let address = address.expect("the server tells its address").to_owned();
        Server { child, address }
    }

    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Posts something, with the key of a player or without.
    fn post(&self, path: &str, key: Option<&str>, body: &Value) -> Value {
        let (body, address) = (body.to_string(), &self.address);
        let right = key.map_or(String::new(), |key| format!("Authorization: Bearer {key}\r\n"));
        let mut stream = TcpStream::connect(address).unwrap();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: {address}\r\n{right}Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    }

    /// Makes a game and returns its links: back to the maker's seat, for the friend, for watching.
    pub(crate) fn game(&self, new_game: &Value) -> [String; 3] {
        let address = &self.address;
        let made = self.post("/api/games", None, new_game);
        let paths = &made["paths"];
        [&paths["play"], &paths["invite"]["white"], &paths["watch"]]
            .map(|path| format!("http://{address}{}", path.as_str().unwrap_or_default()))
    }
}

#[test]
fn scripts_play_through_a_server_and_leave_when_all_is_done() {
    let folder = Folder::new("served");
    let server = Server::start(&folder);
    let new_game = json!({"black": {"player": "human", "name": "Anna"}, "white": {"player": "friend"}});
    let [anna, ben, watch] = server.game(&new_game);

    let run = folder.outflank_with(&["join", &anna], b"c2\nnonsense\nd3\nquit\n");
    let text = run.text();
    for told in [
        "c2 flips nothing.",
        "\"nonsense\" is neither a move such as d3 nor a command",
        "Anna (Black) plays d3",
    ] {
        assert!(text.contains(told), "{told:?} is not in {text}");
    }

    let run = folder.outflank_with(&["join", &ben, "--name", "Ben", "--plain"], b"c3\nresign\n");
    let text = run.text();
    assert!(text.contains("The link back to your seat, for you alone: http://"), "{text}");
    assert!(text.contains("Ben (White) plays c3"), "{text}");
    assert!(text.contains("Ben resigns."), "{text}");

    let run = folder.outflank(&["join", &watch]);
    assert!(run.text().contains("Anna wins"), "{}", run.text());
    let run = folder.outflank(&["join", &ben]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("Someone else has used this invite"), "{}", run.err);
}

/// What people ask each other for, in the same plain lines as at home.
#[test]
fn undo_and_another_game_are_asked_for_across_the_server() {
    let folder = Folder::new("served-asked");
    let server = Server::start(&folder);
    let new_game = json!({"black": {"player": "human", "name": "Anna"}, "white": {"player": "friend"},
        "rules": "orthogonal"});
    let [anna, ben, _] = server.game(&new_game);
    let join = |link: &str, lines: &str, told: &[&str]| {
        let run = folder.outflank_with(&["join", link, "--name", "Ben"], lines.as_bytes());
        let text = run.text().to_owned();
        let mut rest = &text[..];
        for told in told {
            let Some(at) = rest.find(told) else { panic!("{told:?} is missing in\n{text}") };
            rest = &rest[at + told.len()..];
        }
        text
    };
    join(
        &anna,
        "d3\nhint\nquit\n",
        &[
            "Anna (Black) against White.",
            "Rules: Orthogonal. Only rows and columns outflank; diagonals do not.\n",
            "Anna (X): d3\nAnna (Black) plays d3, flips 1: d4.\n",
            "Nobody is helped while people play each other.\n",
            "The link back to your seat, for you alone: http://",
        ],
    );
    let said = join(
        &ben,
        "e3\nsay good luck\nsay hi\nundo\nyes\nquit\n",
        &[
            "Anna (Black) against Ben (White).",
            "Ben (O): e3\nBen (White) plays e3",
            "Ben (White): Good luck.\n",
            "\"hi\" cannot be said; say alone lists what can.\n",
            "Take back Ben's e3 (Ben's only undo)? Type yes.\n",
            "Ben (White) asks to take back the last move.\n",
        ],
    );
    let back = said.lines().find_map(|line| line.strip_prefix("The link back to your seat, for you alone: "));
    let back = back.unwrap().to_owned();
    join(
        &anna,
        "yes\nresume\nresign\nagain\n",
        &[
            "Ben asks to take back the last move. Type yes or no.\n",
            "Ben (White) takes back e3 and has used the one undo of this game.\n",
            "This game is kept on a server; quit first.\n",
            "Anna resigns. Ben wins",
            "Anna (Black) offers another game with the same colours.\n",
        ],
    );
    join(
        &back,
        "swap\nyes\nquit\n",
        &[
            "Anna offers another game. Type yes or no.\n",
            "Anna waits for an answer first.\n",
            "Another game: Anna (Black) against Ben (White).\n",
        ],
    );
}

#[test]
fn a_link_that_leads_nowhere_is_an_error_in_one_sentence() {
    let folder = Folder::new("served-nowhere");
    let server = Server::start(&folder);
    let run = folder.outflank(&["join", &format!("http://{}/g/c0ffeec0ffee", server.address)]);
    assert_eq!((run.code, &run.err[..]), (2, "outflank: There is no such game\n"));
}

#[test]
fn an_address_that_is_no_database_is_refused_before_anything_is_served() {
    let folder = Folder::new("served-no-database");
    let said = "cannot use the database: the address of a PostgreSQL database looks like postgres://user@host/database";
    assert_eq!(folder.outflank(&["serve", "--store", "games.sqlite"]).complaint(), said);
    assert_eq!(folder.files(), [""; 0]);
}

#[test]
#[cfg(unix)]
fn under_systemd_the_server_takes_its_socket_and_tells_how_it_is() {
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixDatagram;

    let folder = Folder::new("served-systemd");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let notices = UnixDatagram::bind(folder.path("notify")).unwrap();
    // The shell becomes the server, so that it knows its process number; the socket is handle 3.
    let script = r#"exec 3<&0; LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" serve --port 1 --data games"#;
    let mut child = Command::new("sh")
        .args(["-c", script, OUTFLANK])
        .current_dir(folder.path("."))
        .env("NOTIFY_SOCKET", folder.path("notify"))
        .env("WATCHDOG_USEC", "100000")
        .stdin(Stdio::from(OwnedFd::from(listener)))
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let told = |wanted: &str| {
        let mut notice = [0; 256];
        loop {
            let length = notices.recv(&mut notice).unwrap();
            if notice[..length].trim_ascii() == wanted.as_bytes() {
                return;
            }
        }
    };
    told("READY=1");
    told("WATCHDOG=1");
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    let stopped = Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert!(stopped.success());
    told("STOPPING=1");
    assert!(child.wait().unwrap().success());
}

/// A player is known by a key that stays in a file, and finds their games with it.
#[test]
fn games_lists_what_goes_on_and_knows_its_player_again() {
    let folder = Folder::new("served-games");
    let server = Server::start(&folder);
    let at = format!("http://{}", server.address);
    let run = folder.outflank(&["games", &at, "--name", "Anna"]);
    assert_eq!((run.code, &run.out[..]), (0, &b"No games go on.\n"[..]), "{}", run.err);
    assert!(run.err.contains("On paper: ") && run.err.contains("Anna: 1500? live"), "{}", run.err);
    let words = run.err.lines().find_map(|line| line.split_once("On paper: ")).unwrap().1.to_owned();
    // The second time the key is there, and on another computer the words bring it back.
    let again = folder.outflank(&["games", &at]);
    assert!(again.err.contains("Anna: 1500?") && !again.err.contains("On paper"), "{}", again.err);
    let elsewhere = folder.outflank(&["games", &at, "--words", &words, "--key", "elsewhere"]);
    assert!(elsewhere.err.contains("Anna: 1500?"), "{}", elsewhere.err);
    for (args, told) in [
        (&["games", &at, "--open", "1"][..], "no game of yours"),
        (&["games", &at, "--words", "one two three"], "a key has 22 letters, or eight words"),
        (&["games", "http://127.0.0.1:1", "--key", "nowhere"], "cannot be reached"),
    ] {
        let run = folder.outflank(args);
        assert_eq!(run.code, 2, "{args:?}: {}", run.err);
        assert!(run.err.contains(told) && !run.err.contains("Your key"), "{args:?}: {}", run.err);
    }
    assert!(!folder.path("nowhere").exists(), "a server that was not there leaves no key behind");
}

/// A game is opened by its number and played, and whoever waits is told when it is their turn.
#[test]
fn games_opens_a_game_and_waits_for_ones_turn() {
    let folder = Folder::new("served-turns");
    let server = Server::start(&folder);
    let at = format!("http://{}", server.address);
    let key = |name: &str| {
        let run = folder.outflank(&["games", &at, "--name", name, "--key", name]);
        assert_eq!(run.code, 0, "{}", run.err);
        std::fs::read_to_string(folder.path(name)).unwrap().trim().to_owned()
    };
    // Who one is there is told besides.
    let out = |args: &[&str], input: &[u8]| {
        let run = folder.outflank_with(&[&["games", &at], args].concat(), input);
        assert_eq!(run.code, 0, "{}", run.err);
        String::from_utf8(run.out).unwrap()
    };
    let (anna, ben) = (key("Anna"), key("Ben"));
    let new_game = json!({"black": {"player": "human", "name": "Anna"}, "white": {"player": "friend"}});
    let made = server.post("/api/games", Some(&anna), &new_game);
    let join = json!({"invite": made["invites"]["white"], "key": "0123456789abcdef", "name": "Ben"});
    let game = made["game"].as_str().unwrap();
    server.post(&format!("/api/games/{game}/join"), Some(&ben), &join);

    assert_eq!(out(&["--key", "Anna"], b""), "  1  your turn  against Ben, Black, 0 moves\n");
    // What was said before she comes is told, once she has answered it with a move no longer.
    out(&["--key", "Ben", "--open", game], b"say good luck\nquit\n");
    let played = out(&["--key", "Anna", "--open", "1"], b"d3\nquit\n");
    assert!(played.contains("Ben (White): Good luck.\n"), "{played}");
    assert!(played.contains("Anna (Black) plays d3"), "{played}");
    let again = out(&["--key", "Anna", "--open", "1"], b"quit\n");
    assert!(!again.contains("Good luck"), "{again}");
    assert_eq!(out(&["--key", "Ben", "--wait"], b""), "  1  your turn  against Anna, White, 1 move\n");

    // Anna waits until Ben has moved.
    let mut waits = Command::new(OUTFLANK)
        .args(["games", &at, "--key", "Anna", "--wait"])
        .current_dir(folder.path("."))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = String::new();
    BufReader::new(waits.stderr.take().unwrap()).read_line(&mut told).unwrap();
    assert!(told.starts_with("Anna: 1500?"), "{told}");
    assert!(waits.try_wait().unwrap().is_none(), "it is not her turn");
    let played = out(&["--key", "Ben", "--open", game], b"c3\nquit\n");
    assert!(played.contains("Ben (White) plays c3"), "{played}");
    let run = waits.wait_with_output().unwrap();
    assert!(run.status.success());
    assert_eq!(String::from_utf8(run.stdout).unwrap(), "  1  your turn  against Ben, Black, 2 moves\n");
}

#[test]
fn a_server_shows_a_book_of_ones_own_if_it_is_told_to() {
    let folder = Folder::new("served-own-book");
    // Nobody plays this, and no book has it.
    let odd = "f5f4g3g6f6";
    folder.outflank(&["book", "learn", odd, "--depth", "4", "--threads", "1"]).text();
    let board = folder.outflank(&["convert", odd, "--to", "obf"]).text()[..64].to_owned();
    let position = json!({ "board": board, "turn": "white" });
    for (options, known) in [(&["--own-book"][..], true), (&[], false)] {
        let server = Server::start_with(&folder, options);
        let explorer = server.post("/api/book", None, &json!({ "position": position }));
        assert_eq!(explorer["moves"].as_array().map(|moves| !moves.is_empty()), Some(known), "{explorer}");
    }
}
