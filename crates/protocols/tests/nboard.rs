//! Plays the conversations in `tests/nboard/`. Lines that begin with `> ` are sent; the others must come back in that
//! order, where `*` stands for any text. `...` skips any lines until the next one comes. Nothing more may come at the
//! end.

use std::fs;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use outflank_engine::{Engine, Options};
use outflank_protocols::nboard;

#[test]
fn conversations_go_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/nboard");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        play(&fs::read_to_string(&file).unwrap(), &file.display().to_string());
    }
}

fn play(conversation: &str, file: &str) {
    let viewer = Viewer::start();
    let mut skipping = false;
    for (number, line) in (1..).zip(conversation.lines()) {
        let place = format!("{file}, line {number}");
        if let Some(command) = line.strip_prefix("> ") {
            viewer.send(command);
        } else if line == "..." {
            skipping = true;
        } else if !line.is_empty() && !line.starts_with('#') {
            let came = loop {
                let came = viewer.receive(&place);
                if !skipping || matches(line, &came) {
                    break came;
                }
            };
            assert!(matches(line, &came), "{place}: expected {line:?}, got {came:?}");
            skipping = false;
        }
    }
    assert_eq!(viewer.rest(), Vec::<String>::new(), "{file}");
}

/// Whether a line matches a pattern, with `*` for any text.
fn matches(pattern: &str, line: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == line,
        Some((start, rest)) => line.strip_prefix(start).is_some_and(|line| {
            (0..=line.len()).any(|end| line.is_char_boundary(end) && matches(rest, &line[end..]))
        }),
    }
}

/// The viewer's side of a session that runs on a thread.
struct Viewer {
    input: Sender<Vec<u8>>,
    output: Receiver<String>,
}

impl Viewer {
    fn start() -> Viewer {
        let (input, receive) = mpsc::channel();
        let (send, output) = mpsc::channel();
        thread::spawn(move || {
            let engine = Engine::new(Options { threads: 1, table_mb: 4 });
            nboard::serve(
                engine,
                BufReader::new(Incoming { receive, rest: Vec::new() }),
                Outgoing { send, line: Vec::new() },
                &mut |game, _| format!("Learned {} moves", game.moves().len()),
            )
        });
        Viewer { input, output }
    }

    fn send(&self, line: &str) {
        self.input.send(format!("{line}\n").into_bytes()).expect("the session reads");
    }

    fn receive(&self, place: &str) -> String {
        self.output.recv_timeout(Duration::from_secs(30)).unwrap_or_else(|error| panic!("{place}: {error}"))
    }

    /// What comes after the end of the input.
    fn rest(self) -> Vec<String> {
        drop(self.input);
        self.output.iter().collect()
    }
}

struct Incoming {
    receive: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Incoming {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.receive.recv().unwrap_or_default();
        }
        let length = self.rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

struct Outgoing {
    send: Sender<String>,
    line: Vec<u8>,
}

impl Write for Outgoing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend(bytes);
        Ok(bytes.len())
    }

    /// Lines reach the viewer only when they are flushed, as through a pipe.
    fn flush(&mut self) -> io::Result<()> {
        for line in String::from_utf8_lossy(&std::mem::take(&mut self.line)).lines() {
            self.send.send(line.to_owned()).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        }
        Ok(())
    }
}
