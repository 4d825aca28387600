//! The game as lines of text, which reads well aloud, through a pipe and from a script.
//!
//! Output is only ever added. Input is a line at a time, asked for only when a person has to say something;
//! what is typed ahead waits for its turn, so a script is answered the same way every time. The end of the
//! input ends the game in order: it is kept and offered at the next start.

mod desk;
mod order;
mod table;
mod words;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use outflank_play::worker::Answer;

use crate::{Kit, Preset};
use desk::Desk;

/// Lines are at most this long, apart from what players and files are called.
const WIDTH: usize = 76;

/// Plays games until the players leave or the input ends. With `echo` what was read is repeated in the
/// output, for input that nobody sees being typed.
pub fn run(
    preset: &Preset,
    kit: &Kit,
    input: impl BufRead + Send + 'static,
    echo: bool,
    output: impl Write,
) -> io::Result<()> {
    let (sender, wakes) = channel();
    let answers = sender.clone();
    std::thread::spawn(move || read_lines(input, &sender));
    let desk = Desk {
        kit,
        tell: Arc::new(move |answer| drop(answers.send(Wake::Answer(answer)))),
        output,
        echo,
        wakes,
        typed: VecDeque::new(),
        input_ended: false,
    };
    desk.welcome(preset)
}

/// What the game waits for.
enum Wake {
    Line(String),
    End,
    Answer(Answer),
}

fn read_lines(mut input: impl BufRead, wakes: &Sender<Wake>) {
    let mut bytes = Vec::new();
    // An input that cannot be read has ended.
    while input.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
        let line = String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned();
        if wakes.send(Wake::Line(line)).is_err() {
            return;
        }
        bytes.clear();
    }
    // Nobody listens any more if the game is over.
    let _ = wakes.send(Wake::End);
}
