//! The game as lines of text, which reads well aloud, through a pipe and from a script.
//!
//! Output is only ever added. Input is a line at a time, asked for only when a person has to say something;
//! what is typed ahead waits for its turn, so a script is answered the same way every time. The end of the
//! input ends the game in order: it is kept and offered at the next start.

mod order;
mod words;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use outflank_engine::{Goal, Level, Limits};
use outflank_play::worker::Answer;
use outflank_play::{Awaited, Command, Event, Name, Player, rulebook};
use outflank_rules::{Color, Square};

use crate::saves::{self, SavedGame};
use crate::session::Tell;
use crate::{Kit, Preset, Session, Update, export, now};
use order::Order;

/// Lines are at most this long, apart from what players and files are called.
const WIDTH: usize = 76;
/// How long a hint may take.
const HINT_TIME: Duration = Duration::from_secs(1);

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

/// Input and output, with or without a game.
struct Desk<'a, W> {
    kit: &'a Kit,
    tell: Tell,
    output: W,
    echo: bool,
    wakes: Receiver<Wake>,
    /// Lines that wait for their turn.
    typed: VecDeque<String>,
    input_ended: bool,
}

/// Why a wait was over.
enum Woken {
    Line(String),
    End,
    Answer(Answer),
    Late,
}

impl<W: Write> Desk<'_, W> {
    /// Greets, asks for the names and plays.
    fn welcome(mut self, preset: &Preset) -> io::Result<()> {
        self.say("Outflank: Othello in plain lines. Type rules for the rules, help for the commands.")?;
        self.tell_saved()?;
        let mut preset = preset.clone();
        for color in Color::ALL {
            let computer = matches!(preset.players[color.index()], Some(Player::Computer(_)));
            if computer || preset.names[color.index()].is_some() {
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
        Table { desk: self, session, hints: 0 }.play(&update)
    }

    fn ask_name(&mut self, color: Color, preset: &Preset) -> io::Result<Introduced> {
        loop {
            self.write(&format!(
                "Name of {color} ({}); or Enter, or computer easy, medium, hard or 1 to 10: ",
                color.letter()
            ))?;
            let Some(line) = self.line()? else {
                self.say("\nThe input has ended.")?;
                return Ok(Introduced::Leave);
            };
            let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            if word.eq_ignore_ascii_case("computer") {
                let level = if rest.is_empty() { Ok(Level::MEDIUM) } else { rest.trim().parse() };
                match level {
                    Ok(level) => return Ok(Introduced::As(Player::Computer(level), None)),
                    Err(error) => self.say(&words::sentence(&error.to_string()))?,
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

    fn resume(mut self, saved: SavedGame) -> io::Result<()> {
        match Session::resume(saved, self.kit.clone(), Arc::clone(&self.tell)) {
            Ok((session, update)) => Table { desk: self, session, hints: 0 }.go_on(&update),
            Err(error) => self.say(&words::sentence(&format!("the game cannot go on: {error}"))),
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

    fn saved(&mut self, number: usize) -> io::Result<Option<SavedGame>> {
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

    fn forget(&mut self, number: usize) -> io::Result<()> {
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
    fn wait(&mut self, lines: bool, at_most: Option<Duration>) -> io::Result<Woken> {
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
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        self.output.write_all(text.trim_end_matches('\n').as_bytes())?;
        self.output.write_all(b"\n")?;
        self.output.flush()
    }
}

/// How a player answers when asked for a name.
enum Introduced {
    As(Player, Option<Name>),
    Resume(Box<SavedGame>),
    Leave,
}

/// A game on the table.
struct Table<'a, W> {
    desk: Desk<'a, W>,
    session: Session,
    /// Numbers the hints asked for.
    hints: u64,
}

/// What to do after an order.
enum Next {
    Stay,
    Resume(Box<SavedGame>),
    Leave,
}

impl<W: Write> Table<'_, W> {
    fn play(mut self, update: &Update) -> io::Result<()> {
        self.show(update)?;
        self.rounds()
    }

    /// Tells how a game stands that was left.
    fn go_on(mut self, update: &Update) -> io::Result<()> {
        let game = self.session.game();
        let [black, white] = Color::ALL.map(|color| game.settings().who(color));
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
                Err(refusal) => return Err(io::Error::other(format!("the engine failed: {refusal}"))),
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
            Err(fault) => {
                self.desk.say(&words::sentence(&fault))?;
                return Ok(Next::Stay);
            }
        };
        let game = self.session.game();
        let position = *game.position();
        let turn = position.turn();
        match order {
            Order::Nothing => {}
            Order::Play(mv) => self.apply(Command::Play { by: turn, mv })?,
            Order::Undo(whose) => self.undo(whose.as_deref())?,
            Order::Resign => self.apply(Command::Resign { by: turn })?,
            Order::Restart => self.apply(Command::Restart)?,
            Order::Rematch => self.apply(Command::Rematch { by: turn })?,
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
                    Err(error) => words::sentence(&error.to_string()),
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
        let place = matches!(command, Command::Play { .. });
        match self.session.apply(command) {
            Ok(update) => self.show(&update),
            Err(refusal) => {
                let mut said = words::sentence(&refusal.to_string());
                let game = self.session.game();
                if game.is_over() {
                    said += " Type rematch, restart or quit.";
                } else if place && !self.thinking() {
                    said = format!("{said} {}", words::moves(game.position()));
                }
                self.desk.say(&said)
            }
        }
    }

    /// Takes back for whoever is named, or for the person who placed a disc last.
    fn undo(&mut self, whose: Option<&str>) -> io::Result<()> {
        let game = self.session.game();
        let by = match whose {
            None => Some(game.last_to_place().unwrap_or(game.position().turn())),
            Some(text) => {
                let named = |color: &Color| game.seat(*color).name.as_str().eq_ignore_ascii_case(text);
                text.parse().ok().or_else(|| Color::ALL.into_iter().find(named))
            }
        };
        match by {
            Some(by) => self.apply(Command::Undo { by }),
            None => self.desk.say("undo takes black, white or the name of a player."),
        }
    }

    fn hint(&mut self, wanted: usize) -> io::Result<()> {
        if self.session.game().position().legal_moves().is_empty() || self.session.game().is_over() {
            return self.desk.say(&words::turn(self.session.game()));
        }
        self.hints += 1;
        let limits =
            Limits { goal: Goal::Strongest, time: Some(HINT_TIME), lines: wanted, ..Limits::default() };
        self.session.analyse(self.hints, limits);
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
            self.desk.say("Type rematch to play again with colours swapped, restart, save FILE or quit.")?;
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
