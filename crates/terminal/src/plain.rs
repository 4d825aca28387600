//! The game as lines of text, which reads well aloud, through a pipe and from a script.
//!
//! Output is only ever added. Input is a line at a time, asked for only when a person has to say something;
//! what is typed ahead waits for its turn, so a script is answered the same way every time. The end of the
//! input ends the game in order: it is kept and offered at the next start.
//!
//! A game on a server is played by the same code ([`join`]). There lines do not wait, since people ask for things
//! while others think.

mod action;
mod backend;
mod console;
pub mod drill;
mod game;
mod unfinished;
mod welcome;
mod words;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use outflank_engine::Options;
use outflank_play::remote::News;
use outflank_play::worker::Answer;

use crate::screen::Remote;
use crate::{OnAnswer, Preset, SessionConfig};
use backend::RemoteGame;
use console::Console;
use game::PlainGame;

/// Lines are at most this long, apart from what players and files are called.
const WIDTH: usize = 76;

/// Plays games until the players leave or the input ends. With `echo` what was read is repeated in the
/// output, for input that nobody sees being typed.
pub fn run(
    preset: &Preset,
    config: &SessionConfig,
    input: impl BufRead + Send + 'static,
    echo: bool,
    output: impl Write,
) -> io::Result<()> {
    let (console, sender) = open(input, echo, output);
    let tell: OnAnswer = Arc::new(move |answer| drop(sender.send(Input::Answer(answer))));
    welcome::welcome(console, preset, config, tell)
}

/// Plays a game on a server until the player leaves, or until a script has said everything and seen what came of it.
pub fn join(
    remote: Remote,
    engine: Options,
    input: impl BufRead + Send + 'static,
    echo: bool,
    output: impl Write,
) -> io::Result<()> {
    let (console, sender) = open(input, echo, output);
    let Remote { found, news, send, links } = remote;
    let answers = sender.clone();
    let tell: OnAnswer = Arc::new(move |answer| drop(answers.send(Input::Answer(answer))));
    std::thread::spawn(move || {
        for news in news {
            if sender.send(Input::News(news)).is_err() {
                return;
            }
        }
    });
    let said = found.greetings();
    PlainGame::joined(console, RemoteGame::new(*found, links, send, engine, tell)).sit_down(&said)
}

/// Everything that can happen to the plain game.
enum Input {
    Line(String),
    /// Nobody types any more.
    End,
    Answer(Answer),
    News(News),
}

/// A console that hears the lines of an input, and whatever else is sent to it.
fn open<W: Write>(
    input: impl BufRead + Send + 'static,
    echo: bool,
    output: W,
) -> (Console<W>, Sender<Input>) {
    let (sender, inputs) = channel();
    let lines = sender.clone();
    std::thread::spawn(move || read_lines(input, &lines));
    (Console { output, echo, inputs, typed: VecDeque::new(), input_ended: false }, sender)
}

fn read_lines(mut input: impl BufRead, inputs: &Sender<Input>) {
    let mut bytes = Vec::new();
    // An input that cannot be read has ended.
    while input.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
        let line = String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned();
        if inputs.send(Input::Line(line)).is_err() {
            return;
        }
        bytes.clear();
    }
    // Nobody listens any more if the game is over.
    let _ = inputs.send(Input::End);
}
