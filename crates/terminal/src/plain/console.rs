//! Input and output of the plain game.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use outflank_play::remote::News;
use outflank_play::worker::Answer;

use super::Input;

/// Lines in and out, and whatever else happens.
pub(super) struct Console<W> {
    pub(super) output: W,
    /// Whether what was read is repeated.
    pub(super) echo: bool,
    pub(super) inputs: Receiver<Input>,
    /// Lines that wait for their turn.
    pub(super) typed: VecDeque<String>,
    pub(super) input_ended: bool,
}

/// Why a wait was over.
pub(super) enum Woken {
    Line(String),
    End,
    Answer(Answer),
    News(News),
    Late,
}

impl<W: Write> Console<W> {
    /// The next line, when nothing but a line can come.
    pub(super) fn line(&mut self) -> io::Result<Option<String>> {
        loop {
            match self.wait(true, None)? {
                Woken::Line(line) => return Ok(Some(line)),
                Woken::End => return Ok(None),
                Woken::Answer(_) | Woken::News(_) | Woken::Late => {}
            }
        }
    }

    /// Waits for something to happen; for lines and their end only if they are wanted.
    pub(super) fn wait(&mut self, lines: bool, at_most: Option<Duration>) -> io::Result<Woken> {
        loop {
            if lines {
                if let Some(line) = self.typed.pop_front() {
                    if self.echo {
                        self.say(&line)?;
                    }
                    return Ok(Woken::Line(line));
                }
                if self.input_ended {
                    return Ok(Woken::End);
                }
            }
            let input = match at_most {
                Some(at_most) => self.inputs.recv_timeout(at_most),
                None => self.inputs.recv().map_err(RecvTimeoutError::from),
            };
            match input {
                Ok(Input::Line(line)) => self.typed.push_back(line),
                Ok(Input::End) => self.input_ended = true,
                Ok(Input::Answer(Answer::Failed)) => return Err(io::Error::other("the engine has failed")),
                Ok(Input::Answer(answer)) => return Ok(Woken::Answer(answer)),
                Ok(Input::News(news)) => return Ok(Woken::News(news)),
                Err(RecvTimeoutError::Timeout) => return Ok(Woken::Late),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(io::Error::other("the input has failed"));
                }
            }
        }
    }

    /// Writes without ending the line.
    pub(super) fn write(&mut self, text: &str) -> io::Result<()> {
        // What was typed or a file is called may hold anything; nothing of it may steer the terminal.
        let shown: String = text.chars().filter(|&c| c == '\n' || !c.is_control()).collect();
        self.output.write_all(shown.as_bytes())?;
        self.output.flush()
    }

    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        self.write(&format!("{}\n", text.trim_end_matches('\n')))
    }
}
