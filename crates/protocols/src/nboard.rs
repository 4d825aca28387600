//! The protocol of NBoard, versions 1 and 2, in which a viewer asks for hints, moves and analyses.
//!
//! Input is read on a thread of its own, because a `ping` that arrives during a search ends it. Commands are
//! carried out one after the other on the thread that called [`serve`]. What cannot be understood is ignored,
//! as the protocol wants; what can be but makes no sense, a game with an illegal move say, is answered with
//! `status` and a sentence.

mod clock;
mod command;
mod interrupt;
mod session;

use std::io::{self, BufRead, Write};
use std::sync::{Arc, mpsc};
use std::thread;

use outflank_engine::Engine;

use command::Command;
use interrupt::Interrupts;
use session::Session;

/// Carries out commands until `quit` or the end of the input. The end of the input does not break a search
/// off, so that commands can be piped in; `ping` and `quit` do.
pub fn serve(engine: Engine, input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    let interrupts = Arc::new(Interrupts::default());
    let (send, commands) = mpsc::channel();
    let announced = Arc::clone(&interrupts);
    // Not joined: after `quit` it may wait for a line that never comes.
    thread::spawn(move || read(input, &announced, &send));
    let mut session = Session::new(engine, output, interrupts);
    for command in commands {
        if command == Command::Quit {
            break;
        }
        session.run(command)?;
    }
    Ok(())
}

fn read(mut input: impl BufRead, interrupts: &Interrupts, send: &mpsc::Sender<Command>) {
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
        if let Some(command) = Command::read(&String::from_utf8_lossy(&line)) {
            if matches!(command, Command::Ping(_) | Command::Quit) {
                interrupts.announce();
            }
            if send.send(command).is_err() {
                break;
            }
        }
        line.clear();
    }
}
