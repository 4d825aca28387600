//! The Go Text Protocol, version 2, as Othello programs speak it.
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
//! A pass is played when the protocol says so (`play white pass`, or `genmove` answers `pass`) and also
//! filled in when a client leaves it out and goes on with the other colour: programs differ, and both ways
//! lead to the same game.

mod clocks;
mod commands;
mod error;
mod request;

use std::io::{self, BufRead, Write};

use outflank_engine::{Engine, Random, Strength};
use outflank_rules::Game;

use clocks::Clocks;
use request::Request;

/// One conversation: a game, its clocks and the engine that plays it.
pub struct Server {
    engine: Engine,
    strength: Strength,
    random: Random,
    game: Game,
    /// The length of the game before each command that changed it, so that an undo takes back a move and a
    /// pass filled in before it together.
    undo: Vec<usize>,
    clocks: Clocks,
    over: bool,
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
        }
    }

    /// The server with its random choices (those of the lower levels) started from a seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Server {
        Server { random: Random::new(seed), ..self }
    }

    /// Whether `quit` was asked for.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The answer to one line, with the empty line that ends it; nothing for an empty line or a comment.
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

/// Answers line by line until `quit` or the end of the input.
pub fn serve(server: &mut Server, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    while !server.is_over() {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        if let Some(answer) = server.answer(&String::from_utf8_lossy(&line)) {
            output.write_all(answer.as_bytes())?;
            output.flush()?;
        }
    }
    Ok(())
}
