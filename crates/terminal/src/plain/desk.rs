//! Input and output of the plain game, the names and the unfinished games: all there is without a game.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use outflank_engine::Level;
use outflank_play::worker::Answer;
use outflank_play::{Name, Player, rulebook};
use outflank_rules::Color;

use super::order::{self, Order};
use super::table::Table;
use super::{WIDTH, Wake};
use crate::saves::{self, SavedGame};
use crate::{Kit, Preset, Session, Tell};

/// Input and output, with or without a game.
pub(super) struct Desk<'a, W> {
    pub(super) kit: &'a Kit,
    pub(super) tell: Tell,
    pub(super) output: W,
    pub(super) echo: bool,
    pub(super) wakes: Receiver<Wake>,
    /// Lines that wait for their turn.
    pub(super) typed: VecDeque<String>,
    pub(super) input_ended: bool,
}

/// Why a wait was over.
pub(super) enum Woken {
    Line(String),
    End,
    Answer(Answer),
    Late,
}

impl<W: Write> Desk<'_, W> {
    /// Greets, asks for the names and plays.
    pub(super) fn welcome(mut self, preset: &Preset) -> io::Result<()> {
        self.say("Outflank: Othello in plain lines.")?;
        self.say("Type rules to read the rules, help for the commands.")?;
        self.tell_saved()?;
        let mut preset = preset.clone();
        let is_asked = |preset: &Preset, color: Color| {
            let computer =
                matches!(preset.players[color.index()], Some(Player::Computer(_) | Player::Adaptive(_)));
            !computer && preset.names[color.index()].is_none()
        };
        if Color::ALL.into_iter().any(|color| is_asked(&preset, color)) {
            self.say("For the computer, type computer and easy, medium, hard, 1 to 10 or auto as a name.")?;
        }
        for color in Color::ALL {
            if !is_asked(&preset, color) {
                continue;
            }
            match self.ask_name(color, &preset)? {
                Introduced::As(player, name) => {
                    preset.players[color.index()] = Some(player);
                    preset.names[color.index()] = name;
                }
                Introduced::Resume(saved) => return self.resume(*saved),
                Introduced::Leave => return Ok(()),
            }
        }
        let (session, update) = Session::start(preset.settings(), self.kit.clone(), Arc::clone(&self.tell));
        Table::new(self, session).play(&update)
    }

    fn ask_name(&mut self, color: Color, preset: &Preset) -> io::Result<Introduced> {
        loop {
            self.write(&format!("Name of {color} ({}): ", color.letter()))?;
            let Some(line) = self.line()? else {
                self.say("\nThe input has ended.")?;
                return Ok(Introduced::Leave);
            };
            let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            if word.eq_ignore_ascii_case("computer") {
                let player =
                    if rest.is_empty() { Ok(Player::Computer(Level::MEDIUM)) } else { rest.trim().parse() };
                match player {
                    Ok(Player::Human) => self.say("A person needs no word before the name.")?,
                    Ok(player) => return Ok(Introduced::As(player, None)),
                    Err(_) => self.say(&format!(
                        "After computer comes easy, medium, hard, a number from 1 to 10 or auto, not {rest:?}."
                    ))?,
                }
                continue;
            }
            match order::parse(&line) {
                Ok(Order::Rules) => {
                    self.say(&rulebook::text(preset.start.variant(), preset.undo, WIDTH))?;
                }
                Ok(Order::Help) => self.say(order::HELP)?,
                Ok(Order::Quit) => return Ok(Introduced::Leave),
                Ok(Order::Forget(number)) => self.forget(number)?,
                Ok(Order::Resume(number)) => {
                    if let Some(saved) = self.saved(number)? {
                        return Ok(Introduced::Resume(Box::new(saved)));
                    }
                }
                _ => return Ok(Introduced::As(Player::Human, Name::new(&line))),
            }
        }
    }

    pub(super) fn resume(mut self, saved: SavedGame) -> io::Result<()> {
        match Session::resume(saved, self.kit.clone(), Arc::clone(&self.tell)) {
            Ok((session, update)) => Table::new(self, session).go_on(&update),
            Err(error) => self.say(&format!("The game cannot go on: {error}.")),
        }
    }

    fn tell_saved(&mut self) -> io::Result<()> {
        let (games, faults) = saves::list(&self.kit.places);
        for fault in faults {
            self.say(&format!("An unfinished game cannot be read: {fault}."))?;
        }
        match games.as_slice() {
            [] => Ok(()),
            [saved] => {
                self.say(&format!("An unfinished game is kept: {}.", saved.description()))?;
                self.say("Type resume to go on with it.")
            }
            several => {
                self.say("Unfinished games are kept:")?;
                for (n, saved) in several.iter().enumerate() {
                    self.say(&format!("{}. {}", n + 1, saved.description()))?;
                }
                self.say("Type resume and the number to go on with one.")
            }
        }
    }

    pub(super) fn saved(&mut self, number: usize) -> io::Result<Option<SavedGame>> {
        let (mut games, _) = saves::list(&self.kit.places);
        if games.len() >= number {
            return Ok(Some(games.swap_remove(number - 1)));
        }
        self.say(&match games.len() {
            0 => "There is no unfinished game.".to_owned(),
            1 => "There is one unfinished game only.".to_owned(),
            count => format!("There are {count} unfinished games only."),
        })?;
        Ok(None)
    }

    pub(super) fn forget(&mut self, number: usize) -> io::Result<()> {
        if let Some(saved) = self.saved(number)? {
            let description = saved.description();
            match saved.delete() {
                Ok(()) => self.say(&format!("Forgotten: {description}."))?,
                Err(error) => self.say(&format!("The game cannot be deleted ({error})."))?,
            }
        }
        Ok(())
    }

    /// The next line, when nothing but a line can come.
    fn line(&mut self) -> io::Result<Option<String>> {
        loop {
            match self.wait(true, None)? {
                Woken::Line(line) => return Ok(Some(line)),
                Woken::End => return Ok(None),
                Woken::Answer(_) | Woken::Late => {}
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
            let wake = match at_most {
                Some(at_most) => self.wakes.recv_timeout(at_most),
                None => self.wakes.recv().map_err(RecvTimeoutError::from),
            };
            match wake {
                Ok(Wake::Line(line)) => self.typed.push_back(line),
                Ok(Wake::End) => self.input_ended = true,
                Ok(Wake::Answer(Answer::Failed)) => return Err(io::Error::other("the engine has failed")),
                Ok(Wake::Answer(answer)) => return Ok(Woken::Answer(answer)),
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

/// How a player answers when asked for a name.
enum Introduced {
    As(Player, Option<Name>),
    Resume(Box<SavedGame>),
    Leave,
}
