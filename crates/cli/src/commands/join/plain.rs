//! A served game in plain lines.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, Sender, channel};

use outflank_play::remote::{News, Report};
use outflank_play::{Awaited, Command, LiveGame, Time};
use outflank_rules::{Color, Move};
use tokio::sync::mpsc;

use super::COMMANDS;
use crate::exit::Answer;

/// Everything that can wake the conversation.
enum Wake {
    News(News),
    Line(String),
    /// Nobody types any more.
    End,
}

/// Plays until the player leaves, or until a script has said everything and seen what came of it.
pub(super) fn run(news: Receiver<News>, commands: &mpsc::Sender<(Command, usize)>) -> anyhow::Result<Answer> {
    let (sender, wakes) = channel();
    std::thread::spawn(move || {
        // What a script says is for a game that is there.
        let mut unheard = Some(sender.clone());
        for told in news {
            if matches!(told, News::Game(_))
                && let Some(sender) = unheard.take()
            {
                listen(sender);
            }
            if sender.send(Wake::News(told)).is_err() {
                return;
            }
        }
    });
    let mut player = Player::default();
    for wake in wakes {
        match wake {
            Wake::News(news) => {
                player.hear(news)?;
            }
            Wake::Line(line) => match player.read(&line)? {
                Line::Command(command, ply) => {
                    player.unanswered += 1;
                    commands.blocking_send((command, ply))?;
                }
                Line::Nothing => {}
                Line::Quit => player.leaving = Some(Leaving::AtOnce),
            },
            Wake::End => player.leaving = player.leaving.or(Some(Leaving::WhenDone)),
        }
        if player.may_leave() {
            return Ok(Answer::Yes);
        }
    }
    Ok(Answer::Yes)
}

/// Reads lines on a thread of its own.
fn listen(sender: Sender<Wake>) {
    std::thread::spawn(move || {
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            if sender.send(Wake::Line(line)).is_err() {
                return;
            }
        }
        let _ = sender.send(Wake::End);
    });
}

/// What a line asks for.
enum Line {
    /// With the number of moves that were seen.
    Command(Command, usize),
    Nothing,
    Quit,
}

#[derive(Default)]
struct Player {
    game: Option<LiveGame>,
    sides: Vec<Color>,
    /// How many commands have not been answered.
    unanswered: usize,
    leaving: Option<Leaving>,
    lost: bool,
}

/// How someone wants to leave. What was said before is done in any case.
#[derive(Clone, Copy)]
enum Leaving {
    AtOnce,
    /// A script that has said everything still wants to see what comes of it.
    WhenDone,
}

impl Player {
    /// Tells the player what happened.
    fn hear(&mut self, news: News) -> anyhow::Result<()> {
        let mut out = io::stdout().lock();
        match news {
            News::Game(report) => {
                let Report { game, events, sides, now, .. } = *report;
                if std::mem::take(&mut self.lost) && self.game.is_some() {
                    writeln!(out, "Connected again.")?;
                }
                for event in events.iter().filter(|event| !event.is_silent()) {
                    writeln!(out, "{}", event.sentence(game.settings()))?;
                }
                if self.game.is_none() || !events.is_empty() {
                    show(&mut out, &game, &sides, now)?;
                }
                (self.game, self.sides) = (Some(game), sides);
            }
            News::Done => self.unanswered = self.unanswered.saturating_sub(1),
            News::Refused(why) => {
                self.unanswered = self.unanswered.saturating_sub(1);
                writeln!(out, "{why}")?;
            }
            News::Seat(link) => writeln!(out, "You have a seat. The link back to it, for you alone: {link}")?,
            News::Lost if !self.lost => {
                self.lost = true;
                writeln!(out, "The connection is lost; trying again.")?;
            }
            News::Lost | News::Presence(_) => {}
            News::Ended(why) => anyhow::bail!("{}", why.trim_end_matches('.')),
        }
        out.flush()?;
        Ok(())
    }

    /// Whether nothing is left to be done, or to be seen by someone who types no more.
    fn may_leave(&self) -> bool {
        let awaited = || self.game.as_ref().is_some_and(|game| game.is_over() || self.is_awaited(game));
        match self.leaving {
            None => false,
            Some(Leaving::AtOnce) => self.unanswered == 0,
            Some(Leaving::WhenDone) => self.unanswered == 0 && awaited(),
        }
    }

    fn is_awaited(&self, game: &LiveGame) -> bool {
        matches!(game.awaited(), Awaited::Move(turn) | Awaited::Pass(turn) if self.sides.contains(&turn))
    }

    fn read(&self, line: &str) -> anyhow::Result<Line> {
        let word = line.trim().to_ascii_lowercase();
        let mut out = io::stdout().lock();
        let answer = match (&word[..], &self.game) {
            ("", _) => Line::Nothing,
            ("quit" | "exit", _) => Line::Quit,
            ("help" | "?", _) => {
                writeln!(out, "{COMMANDS}")?;
                Line::Nothing
            }
            (_, None) => {
                writeln!(out, "The game has not been reached yet.")?;
                Line::Nothing
            }
            ("board", Some(game)) => {
                show(&mut out, game, &self.sides, game.latest())?;
                Line::Nothing
            }
            (word, Some(game)) => {
                if let Some(command) = self.command(word, game) {
                    Line::Command(command, game.game().moves().len())
                } else {
                    writeln!(out, "{word:?} is neither a square nor a command: `help` lists them.")?;
                    Line::Nothing
                }
            }
        };
        out.flush()?;
        Ok(answer)
    }

    fn command(&self, word: &str, game: &LiveGame) -> Option<Command> {
        // Someone who plays both sides speaks for whoever is concerned; those who only watch are told so by the server.
        let speaker = |concerned: Option<Color>| {
            let own = concerned.filter(|color| self.sides.contains(color));
            own.or(self.sides.first().copied()).unwrap_or(Color::Black)
        };
        let turn = game.turn();
        let asked = game.request().map(|request| !request.by);
        Some(match word {
            "accept" | "yes" => Command::Accept { by: speaker(asked) },
            "decline" | "no" => Command::Decline { by: speaker(asked) },
            "undo" => Command::Undo { by: speaker(game.undo_options().first().map(|option| option.by)) },
            "resign" => Command::Resign { by: speaker(turn) },
            "again" => Command::Rematch { by: speaker(None), swap: false },
            "swap" | "rematch" => Command::Rematch { by: speaker(None), swap: true },
            "restart" => Command::Restart,
            word => Command::Play { by: speaker(turn), mv: word.parse::<Move>().ok()? },
        })
    }
}

/// The board and what is to be known about it.
fn show(out: &mut impl Write, game: &LiveGame, sides: &[Color], now: Time) -> io::Result<()> {
    let position = game.position();
    write!(out, "\n{position}")?;
    writeln!(out, "Black {}, White {}.", position.count(Color::Black), position.count(Color::White))?;
    if let (Some(black), Some(white)) = (game.time_left(Color::Black, now), game.time_left(Color::White, now))
    {
        writeln!(out, "Clocks: Black {} s, White {} s.", black.as_secs(), white.as_secs())?;
    }
    let Some(turn) = game.turn() else {
        return Ok(());
    };
    let who = game.settings().who(turn);
    if sides.contains(&turn) {
        let moves: Vec<String> = position.legal_moves().iter().map(|square| square.to_string()).collect();
        writeln!(out, "Your turn, {who}. Moves: {}.", moves.join(", "))
    } else {
        writeln!(out, "{who} to move.")
    }
}
