//! The Go Text Protocol, version 2, in the dialect of Othello programs.
//!
//! ```
//! use outflank_engine::{Engine, Options, Strength};
//! use outflank_protocols::gtp::Server;
//!
//! let engine = Engine::new(Options { threads: 1, table_mb: 4 });
//! let mut gtp = Server::new(engine, Strength::default());
//! assert_eq!(gtp.answer("1 play black F5").unwrap(), "=1\n\n");
//! assert_eq!(gtp.answer("play white f5").unwrap(), "? illegal move: f5 is taken by a black disc\n\n");
//! assert_eq!(gtp.answer("# a comment"), None);
//! ```
//!
//! A pass is played when the protocol says so (`play white pass`, or `genmove` answers `pass`), and filled in when a
//! client leaves it out and continues with the other colour: programs differ, and both ways lead to the same game.

mod clocks;
mod commands;
mod error;
mod request;

use std::io::{self, BufRead, Write};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use outflank_engine::{Engine, Random, StopToken, Strength};
use outflank_rules::Game;

use clocks::Clocks;
use request::Request;

/// One session: a game, its clocks and the engine that plays it.
pub struct Server {
    engine: Engine,
    strength: Strength,
    random: Random,
    game: Game,
    /// The length of the game before each command that changed it, so that an undo takes back a move together with a
    /// pass filled in before it.
    undo: Vec<usize>,
    clocks: Clocks,
    over: bool,
    /// Stops searches that nobody waits for any more.
    stop: StopToken,
}

impl Server {
    /// A server at the start of a game.
    pub fn new(engine: Engine, strength: Strength) -> Server {
        Server {
            engine,
            strength,
            random: Random::new(0),
            game: Game::default(),
            undo: Vec::new(),
            clocks: Clocks::default(),
            over: false,
            stop: StopToken::new(),
        }
    }

    /// The same server with a seed for its random choices (those of the lower levels).
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Server {
        Server { random: Random::new(seed), ..self }
    }

    /// Whether `quit` was received.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The answer to one line, with the empty line that ends it; `None` for an empty line or a comment.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let request = Request::read(line)?;
        let answer = match commands::run(self, &request) {
            Ok(text) => ('=', text),
            Err(error) => ('?', error.to_string()),
        };
        let (mark, text) = answer;
        let space = if text.is_empty() { "" } else { " " };
        Some(format!("{mark}{}{space}{text}\n\n", request.id))
    }
}

/// Answers line by line until `quit` or the end of the input. Input is read on its own thread: once it has ended,
/// earlier commands are still answered, but no search runs longer than [`AFTER_END`](crate::AFTER_END).
pub fn serve(
    server: &mut Server,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    serve_until(server, input, output, crate::AFTER_END)
}

fn serve_until(
    server: &mut Server,
    mut input: impl BufRead + Send + 'static,
    mut output: impl Write,
    after_end: Duration,
) -> io::Result<()> {
    let (send, lines) = mpsc::sync_channel(64);
    let stop = server.stop.clone();
    // Not joined: after `quit` it may wait for a line that never comes.
    thread::spawn(move || {
        loop {
            let mut line = Vec::new();
            let read = input.read_until(b'\n', &mut line).map(|_| line);
            let over = !matches!(&read, Ok(line) if !line.is_empty());
            if send.send(read).is_err() || over {
                break;
            }
        }
        thread::sleep(after_end);
        stop.stop();
    });
    while !server.is_over()
        && let Ok(line) = lines.recv()
    {
        let line = line?;
        if line.is_empty() {
            break;
        }
        if let Some(answer) = server.answer(&String::from_utf8_lossy(&line)) {
            output.write_all(answer.as_bytes())?;
            output.flush()?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use outflank_engine::{Limits, Options};

    use super::*;

    #[test]
    fn a_search_ends_soon_after_the_input_has() {
        let engine = Engine::new(Options { threads: 1, table_mb: 4 });
        let hour = Strength::Limits(Limits::time(Duration::from_hours(1)));
        let mut server = Server::new(engine, hour);
        let (mut output, began) = (Vec::new(), Instant::now());
        let input = &b"genmove black\n"[..];
        serve_until(&mut server, input, &mut output, Duration::from_millis(50)).unwrap();
        assert!(began.elapsed() < Duration::from_mins(1), "{:?}", began.elapsed());
        assert!(output.starts_with(b"= "), "a move was found all the same");
    }
}
