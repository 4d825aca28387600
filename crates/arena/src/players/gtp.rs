use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use outflank_engine::Clock;
use outflank_rules::{Color, Game, Move};

use thiserror::Error;

use crate::{Fault, Player};

/// Another program, through GTP.
///
/// Programs differ in how they treat passes, so none is ever sent: when a side must pass, the other colour is played or
/// asked. Upper or lower case moves, a blank before the id of an answer and unknown optional commands make no
/// difference.
pub struct GtpPlayer {
    command: Vec<String>,
    patience: Duration,
    connection: Option<Connection>,
    /// The moves that were sent to the program.
    sent: Vec<Move>,
}

impl GtpPlayer {
    /// A player run by a command, a program and its arguments. `patience` is how long an answer may take without a
    /// clock.
    pub fn new(command: Vec<String>, patience: Duration) -> GtpPlayer {
        GtpPlayer { command, patience, connection: None, sent: Vec::new() }
    }

    /// What the program calls itself.
    pub fn program_name(&mut self) -> Result<String, Fault> {
        let name = self.ask("name")?.unwrap_or_default();
        let version = self.ask("version")?.unwrap_or_default();
        Ok(format!("{name} {version}").trim().to_owned())
    }

    /// Sends a command. The inner result is the program's own: success or refusal.
    pub fn ask(&mut self, command: &str) -> Result<Result<String, Refused>, Fault> {
        self.ask_within(command, self.patience)
    }

    fn ask_within(&mut self, command: &str, patience: Duration) -> Result<Result<String, Refused>, Fault> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            None => self.connection.insert(Connection::open(&self.command)?),
        };
        // After a fault, answers can no longer be matched to commands: the next game gets a new process.
        connection.ask(command, patience).inspect_err(|_| self.connection = None)
    }

    /// Sends a command that must succeed.
    fn insist(&mut self, command: &str) -> Result<String, Fault> {
        let answer = self.ask(command)?;
        answer.map_err(|refusal| Fault::Protocol(format!("{command:?} is refused: {refusal}")))
    }

    /// Sends the moves that the program does not have yet.
    fn catch_up(&mut self, game: &Game) -> Result<(), Fault> {
        if !game.moves().starts_with(&self.sent) {
            self.insist("clear_board")?;
            self.sent.clear();
        }
        for ply in self.sent.len()..game.moves().len() {
            if let Move::Place(square) = game.moves()[ply] {
                self.insist(&format!("play {} {square}", letter(game.positions()[ply].turn())))?;
            }
            self.sent.push(game.moves()[ply]);
        }
        Ok(())
    }
}

impl Player for GtpPlayer {
    fn new_game(&mut self, _: u64, clock: Option<Clock>) -> Result<(), Fault> {
        // These commands are optional: a program that does not know them refuses.
        let _ = self.ask("set_game Othello")?;
        let _ = self.ask("boardsize 8")?;
        self.insist("clear_board")?;
        self.sent.clear();
        if let Some(clock) = clock {
            let (main, increment) = (clock.remaining.as_secs_f64(), clock.increment.as_secs_f64());
            let (period, moves) = match clock.period {
                Some(period) => (period.time.as_secs_f64(), period.moves),
                None => (increment, 0),
            };
            // GTP times are whole seconds.
            let _ = self.ask(&format!("time_settings {main:.0} {period:.0} {moves}"))?;
        }
        Ok(())
    }

    fn choose(&mut self, game: &Game, clock: Option<Clock>) -> Result<Move, Fault> {
        self.catch_up(game)?;
        let color = letter(game.position().turn());
        let patience = match clock {
            None => self.patience,
            Some(clock) => {
                let _ =
                    self.ask(&format!("time_left {color} {:.0} 0", clock.remaining.as_secs_f64().floor()))?;
                // Long enough for the referee's clock to run out first.
                clock.remaining
                    + clock.period.map_or(Duration::ZERO, |period| period.time)
                    + Duration::from_secs(1)
            }
        };
        let command = format!("genmove {color}");
        let answer = self.ask_within(&command, patience)?;
        let answer =
            answer.map_err(|refusal| Fault::Protocol(format!("{command:?} is refused: {refusal}")))?;
        if answer.eq_ignore_ascii_case("resign") {
            return Err(Fault::Resigned);
        }
        let mv: Move = answer.parse().map_err(|_| {
            Fault::Protocol(format!("{command:?} is answered with {answer:?}, which is no move"))
        })?;
        self.sent.push(mv);
        Ok(mv)
    }
}

/// The refusal of a command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Refused(pub String);

/// All programs know these letters; some know nothing else.
fn letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}

/// A running program. Its own thread reads what it writes, so that waiting can time out.
struct Connection {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Connection {
    fn open(command: &[String]) -> Result<Connection, Fault> {
        let (program, arguments) =
            command.split_first().ok_or_else(|| Fault::Crashed("no command".to_owned()))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| Fault::Crashed(format!("{program:?} does not start: {error}")))?;
        let input = child.stdin.take();
        let (send, lines) = mpsc::channel();
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || {
                let mut output = BufReader::new(output);
                let mut line = Vec::new();
                while output.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
                    let text: String =
                        String::from_utf8_lossy(&line).chars().filter(|c| !c.is_control()).collect();
                    if send.send(text.trim().to_owned()).is_err() {
                        break;
                    }
                    line.clear();
                }
            });
        }
        Ok(Connection { child, input, lines })
    }

    fn ask(&mut self, command: &str, patience: Duration) -> Result<Result<String, Refused>, Fault> {
        let asked = Instant::now();
        let sent = match &mut self.input {
            Some(input) => writeln!(input, "{command}").and_then(|()| input.flush()),
            None => Ok(()),
        };
        if sent.is_err() {
            return Err(self.crash(command));
        }
        let mut answer: Option<(char, Vec<String>)> = None;
        loop {
            let left = patience.saturating_sub(asked.elapsed());
            let line = match self.lines.recv_timeout(left) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => return Err(Fault::OutOfTime(asked.elapsed())),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash(command)),
            };
            match &mut answer {
                None => answer = first_line(&line).map(|(mark, text)| (mark, vec![text])),
                Some((mark, lines)) if line.is_empty() => {
                    let text = lines.join("\n").trim().to_owned();
                    return Ok(if *mark == '=' { Ok(text) } else { Err(Refused(text)) });
                }
                Some((_, lines)) => lines.push(line),
            }
        }
    }

    /// The fault of a program that has exited.
    fn crash(&mut self, command: &str) -> Fault {
        let _ = self.child.kill();
        let status = self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        Fault::Crashed(format!("no answer to {command:?}, {status}"))
    }
}

impl Drop for Connection {
    /// Asks the program to quit, and kills it if it does not.
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            let _ = writeln!(input, "quit");
        }
        let asked = Instant::now();
        while asked.elapsed() < Duration::from_millis(300) {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The first line of an answer: `=` or `?`, perhaps blanks and an id, then text. Anything else is chatter.
fn first_line(line: &str) -> Option<(char, String)> {
    let mark = line.chars().next().filter(|mark| matches!(mark, '=' | '?'))?;
    // We never send an id, so digits are part of the text.
    Some((mark, line[1..].trim_start().to_owned()))
}
