//! The protocol of NBoard, versions 1 and 2, in which a viewer asks for hints, moves and analyses.
//!
//! Input is read on its own thread, because a `ping` that arrives during a search ends it. Commands are carried out in
//! order on the thread that called [`serve`]. Unknown commands are ignored, as the protocol requires; known ones that
//! make no sense, such as a game with an illegal move, are answered with `status` and a sentence.

mod clock;
mod command;
mod interrupt;
mod session;

use std::io::{self, BufRead, Write};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use outflank_engine::{Engine, StopToken};
use outflank_rules::Game;

use command::Command;
use interrupt::Interrupts;
use session::Session;

/// Carries out commands until `quit` or the end of the input. `ping` and `quit` stop a search at once; the end of the
/// input does so after [`AFTER_END`](crate::AFTER_END), so that commands can be piped in.
pub fn serve(
    engine: Engine,
    input: impl BufRead + Send + 'static,
    output: impl Write,
    learn: Learn<'_>,
) -> io::Result<()> {
    serve_until(engine, input, output, learn, crate::AFTER_END)
}

/// Adds a game to an opening book when the viewer says `learn`, and returns a message about the result.
pub type Learn<'a> = &'a mut dyn FnMut(&Game, &StopToken) -> String;

fn serve_until(
    engine: Engine,
    input: impl BufRead + Send + 'static,
    output: impl Write,
    learn: Learn<'_>,
    after_end: Duration,
) -> io::Result<()> {
    let interrupts = Arc::new(Interrupts::default());
    let (send, commands) = mpsc::channel();
    let announced = Arc::clone(&interrupts);
    // Not joined: after `quit` it may wait for a line that never comes.
    thread::spawn(move || {
        let quit = read(input, &announced, &send);
        drop(send);
        if !quit {
            thread::sleep(after_end);
            announced.announce();
        }
    });
    let mut session = Session::new(engine, output, interrupts, learn);
    for command in commands {
        if command == Command::Quit {
            break;
        }
        session.run(command)?;
    }
    Ok(())
}

/// Forwards commands until `quit` or the end of the input; returns whether it was `quit`.
fn read(mut input: impl BufRead, interrupts: &Interrupts, send: &mpsc::Sender<Command>) -> bool {
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
        if let Some(command) = Command::read(&String::from_utf8_lossy(&line)) {
            let quit = command == Command::Quit;
            if quit || matches!(command, Command::Ping(_)) {
                interrupts.announce();
            }
            if send.send(command).is_err() || quit {
                return quit;
            }
        }
        line.clear();
    }
    false
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use outflank_engine::Options;

    use super::*;

    #[test]
    fn a_search_ends_soon_after_the_input_has() {
        let engine = Engine::new(Options { threads: 1, table_mb: 4 });
        let began = Instant::now();
        let input = &b"nboard 2\nset depth 60\nhint 1\n"[..];
        serve_until(engine, input, Vec::new(), &mut |_, _| String::new(), Duration::from_millis(50)).unwrap();
        assert!(began.elapsed() < Duration::from_mins(1), "{:?}", began.elapsed());
    }
}
