//! The plain game once the players sit at the board.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use outflank_engine::{Goal, Limits};
use outflank_play::worker::Answer;
use outflank_play::{Awaited, Command, Event, Refusal, rulebook};
use outflank_rules::{Color, Square};

use super::desk::{Desk, Woken};
use super::order::{self, Order};
use super::{WIDTH, words};
use crate::saves::SavedGame;
use crate::{Session, Update, export, now};

/// How long a hint may take.
const HINT_TIME: Duration = Duration::from_secs(1);

/// A game on the table.
pub(super) struct Table<'a, W> {
    desk: Desk<'a, W>,
    session: Session,
    /// Numbers the hints asked for.
    hints: u64,
    /// What is done if the next line says yes.
    pending: Option<Command>,
}

/// What to do after an order.
enum Next {
    Stay,
    Resume(Box<SavedGame>),
    Leave,
}

impl<'a, W: Write> Table<'a, W> {
    pub(super) fn new(desk: Desk<'a, W>, session: Session) -> Table<'a, W> {
        Table { desk, session, hints: 0, pending: None }
    }

    /// Plays a game that has just begun.
    pub(super) fn play(mut self, update: &Update) -> io::Result<()> {
        self.show(update)?;
        self.rounds()
    }

    /// Tells how a game stands that was left.
    pub(super) fn go_on(mut self, update: &Update) -> io::Result<()> {
        let game = self.session.game();
        let [black, white] = Color::ALL.map(|color| game.settings().introduction(color));
        self.desk.say(&format!("The game goes on: {black} against {white}."))?;
        if update.events.is_empty() {
            self.board()?;
        } else {
            self.show(update)?;
        }
        self.rounds()
    }

    fn rounds(mut self) -> io::Result<()> {
        loop {
            let next = if self.thinking() { self.computer()? } else { self.person()? };
            match next {
                Next::Stay => {}
                Next::Resume(saved) => {
                    // The game on the table is left first, so that it is kept and its file free.
                    let Table { desk, session, .. } = self;
                    drop(session);
                    return desk.resume(*saved);
                }
                Next::Leave => return Ok(()),
            }
        }
    }

    fn thinking(&self) -> bool {
        matches!(self.session.game().awaited(), Awaited::Engine(_))
    }

    /// Waits for the computer. Lines wait too, unless no person plays and they could not be said otherwise.
    fn computer(&mut self) -> io::Result<Next> {
        let alone = Color::ALL.iter().all(|&color| !self.session.game().seat(color).is_human());
        let lines = alone && !(self.desk.input_ended && self.desk.typed.is_empty());
        match self.desk.wait(lines, self.until_flag_falls())? {
            Woken::Line(line) => return self.obey(&line),
            Woken::End => {}
            Woken::Late => self.apply(Command::Tick)?,
            Woken::Answer(answer) => match self.session.answer(&answer) {
                Ok(update) => self.show(&update)?,
                Err(refusal) => {
                    let why = refusal.sentence(self.session.game().settings());
                    return Err(io::Error::other(format!("the engine has failed: {why}")));
                }
            },
        }
        Ok(Next::Stay)
    }

    fn person(&mut self) -> io::Result<Next> {
        let game = self.session.game();
        let prompt = match game.turn() {
            Some(color) => format!("{} ({}): ", game.settings().name(color), color.letter()),
            None => "What next: ".to_owned(),
        };
        self.desk.write(&prompt)?;
        loop {
            match self.desk.wait(true, self.until_flag_falls())? {
                Woken::Line(line) => return self.obey(&line),
                // An answer that nobody waits for any more.
                Woken::Answer(_) => {}
                Woken::Late => {
                    self.desk.say("")?;
                    self.apply(Command::Tick)?;
                    return Ok(Next::Stay);
                }
                Woken::End => {
                    self.desk.say("\nThe input has ended.")?;
                    return self.leave();
                }
            }
        }
    }

    fn until_flag_falls(&self) -> Option<Duration> {
        self.session.game().deadline().map(|deadline| deadline.since(now()))
    }

    fn obey(&mut self, line: &str) -> io::Result<Next> {
        let order = match order::parse(line) {
            Ok(order) => order,
            Err(misread) => {
                self.desk.say(&misread.sentence())?;
                return Ok(Next::Stay);
            }
        };
        let pending = self.pending.take();
        let game = self.session.game();
        let position = *game.position();
        let turn = position.turn();
        match order {
            Order::Nothing => {}
            Order::Play(mv) => self.apply(Command::Play { by: turn, mv })?,
            Order::Undo(whose) => self.undo(whose.as_deref())?,
            Order::Resign => self.apply(Command::Resign { by: turn })?,
            Order::Restart => self.restart()?,
            Order::Again { swap } => self.apply(Command::Rematch { by: turn, swap })?,
            Order::Yes => match pending {
                Some(command) => self.apply(command)?,
                None => self.desk.say("There is no question to answer.")?,
            },
            Order::No => {
                let said =
                    if pending.is_some() { "The game goes on." } else { "There is no question to answer." };
                self.desk.say(said)?;
            }
            Order::Hint(wanted) => self.hint(wanted)?,
            Order::Moves => self.desk.say(&words::moves(&position))?,
            Order::Board => self.board()?,
            Order::Score => self.desk.say(&words::score(self.session.game(), now()))?,
            Order::Last => self.last()?,
            Order::Row(row) => {
                let squares = Square::ALL.into_iter().filter(|square| square.row() == row);
                self.desk.say(&words::line(&position, squares))?;
            }
            Order::Column(column) => {
                let squares = Square::ALL.into_iter().filter(|square| square.column() == column);
                self.desk.say(&words::line(&position, squares))?;
            }
            Order::Rules => {
                let undo = game.settings().undo;
                self.desk.say(&rulebook::text(position.variant(), undo, WIDTH))?;
            }
            Order::Save(name) => {
                let said = match export::save(game, Path::new(&name)) {
                    Ok(()) => format!("The game is in {name}."),
                    Err(error) => format!("{error}."),
                };
                self.desk.say(&said)?;
            }
            Order::Help => self.desk.say(order::HELP)?,
            Order::Forget(number) => self.desk.forget(number)?,
            Order::Resume(number) => {
                if let Some(saved) = self.desk.saved(number)? {
                    return Ok(Next::Resume(Box::new(saved)));
                }
            }
            Order::Quit => return self.leave(),
        }
        Ok(Next::Stay)
    }

    fn apply(&mut self, command: Command) -> io::Result<()> {
        match self.session.apply(command) {
            Ok(update) => self.show(&update),
            Err(refusal) => {
                let game = self.session.game();
                let more = match refusal {
                    Refusal::GameOver => "Type again, swap or quit.".to_owned(),
                    Refusal::Illegal { .. } | Refusal::PassWithMoves => words::moves(game.position()),
                    _ => String::new(),
                };
                let said = format!("{} {more}", refusal.sentence(game.settings()));
                self.desk.say(said.trim_end())
            }
        }
    }

    /// Starts again. A game that has begun would be lost, so that is asked first.
    fn restart(&mut self) -> io::Result<()> {
        let game = self.session.game();
        if game.is_over() || game.game().moves().is_empty() {
            return self.apply(Command::Restart);
        }
        self.pending = Some(Command::Restart);
        self.desk.say("Start again? The game so far is lost. Type yes or no.")
    }

    /// Takes back for whoever is named. Without a name the only take-back possible is made at once, unless it
    /// is a player's last; otherwise the players choose.
    fn undo(&mut self, whose: Option<&str>) -> io::Result<()> {
        let game = self.session.game();
        let Some(text) = whose else {
            let options = game.undo_options();
            return match &options[..] {
                // Why there is none is best told to the player to move.
                [] => self.apply(Command::Undo { by: game.position().turn() }),
                [option] if !option.is_last() => self.apply(Command::Undo { by: option.by }),
                several => {
                    let offer = words::undo_offer(several, game.settings());
                    if let [option] = several {
                        self.pending = Some(Command::Undo { by: option.by });
                    }
                    self.desk.say(&offer)
                }
            };
        };
        let named = |color: &Color| game.seat(*color).shown_name(*color).eq_ignore_ascii_case(text);
        match Color::ALL.into_iter().find(named).or_else(|| text.parse().ok()) {
            Some(by)
                if game.undo_option(by) == Err(Refusal::UndoUsed(by)) && game.undo_option(!by).is_ok() =>
            {
                self.apply(Command::Undo { by })?;
                self.undo(None)
            }
            Some(by) => self.apply(Command::Undo { by }),
            None => self.desk.say("After undo comes black, white or the name of a player."),
        }
    }

    fn hint(&mut self, wanted: usize) -> io::Result<()> {
        if self.session.game().position().legal_moves().is_empty() || self.session.game().is_over() {
            return self.desk.say(&words::turn(self.session.game()));
        }
        self.hints += 1;
        let limits =
            Limits { goal: Goal::Strongest, time: Some(HINT_TIME), lines: wanted, ..Limits::default() };
        let position = *self.session.game().position();
        self.session.analyse(self.hints, position, limits);
        loop {
            if let Woken::Answer(Answer::Analysis { id, analysis }) = self.desk.wait(false, None)?
                && id == self.hints
            {
                return self.desk.say(&words::hint(&analysis, wanted));
            }
        }
    }

    fn last(&mut self) -> io::Result<()> {
        let game = self.session.game();
        let said = match game.last_placed() {
            None => "No disc has been placed yet.".to_owned(),
            Some((square, flips)) => {
                let by = if game.position().disc_at(square) == Some(Color::Black) {
                    Color::Black
                } else {
                    Color::White
                };
                Event::Placed { by, square, flips }.sentence(game.settings())
            }
        };
        self.desk.say(&said)
    }

    /// The board and how things stand.
    fn board(&mut self) -> io::Result<()> {
        let game = self.session.game();
        let told = format!("\n{}\n{}", game.position(), words::score(game, now()));
        let turn = words::turn(game);
        self.desk.say(&told)?;
        self.desk.say(&turn)
    }

    /// Tells what happened and shows the board once after it.
    fn show(&mut self, update: &Update) -> io::Result<()> {
        let settings = self.session.game().settings().clone();
        let ended = |event: &&Event| matches!(event, Event::Ended { .. });
        for event in update.events.iter().filter(|event| !ended(event)) {
            self.desk.say(&event.sentence(&settings))?;
        }
        if update.events.is_empty() {
            // A move that came too late.
        } else if let Some(event) = update.events.iter().find(ended) {
            let game = self.session.game();
            let board = format!("\n{}\n{}", game.position(), words::score(game, now()));
            self.desk.say(&board)?;
            self.desk.say(&event.sentence(&settings))?;
        } else {
            self.board()?;
        }
        for notice in &update.notices {
            self.desk.say(&notice.to_string())?;
        }
        if self.session.game().is_over() {
            self.desk.say("Type again to play again, swap to swap colours, save FILE or quit.")?;
        }
        Ok(())
    }

    fn leave(&mut self) -> io::Result<Next> {
        if self.session.is_kept() {
            self.desk.say("The unfinished game is kept and offered at the next start.")?;
        }
        Ok(Next::Leave)
    }
}
