//! Practice, puzzles, lessons and the gym on the whole screen: the same loop as the game's, with a model of its own.
//!
//! `update` changes the [`DrillModel`] and returns effects, `view` draws it; the engine thinks on a thread.

mod update;
mod view;

#[cfg(test)]
mod tests;

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use outflank_engine::{Analysis, Engine, Random, StopToken};
use outflank_rules::{Game, Position, Square};
use outflank_study::drill::{Ask, Drill, Need, Prompt};
use outflank_study::practice::{self, Deck, Event, Line, game_name};
use ratatui::layout::Rect;

use super::events::ScreenEvent;
use super::options::Options;
use super::pointer::Pointer;
use super::theme::Look;
use super::tty;
use crate::exercises::Exercise;
use crate::plain::drill::answer;
use crate::practice::{PracticeFile, finished_games, learn, side_of};
use crate::{SessionConfig, now};

/// Goes through a drill on the whole screen until the player leaves. What happens is kept in the file.
pub fn drill(
    drill: Box<dyn Drill>,
    file: Option<&PracticeFile>,
    config: &SessionConfig,
    options: Options,
) -> io::Result<()> {
    let (sender, events) = channel();
    let mut tty = tty::Tty::open(options, &sender)?;
    tty::listen(&sender);
    let look = options.look(tty.draws_wide());
    go_through(drill, file, config, look, &mut tty, &events).map(drop)
}

/// Does an exercise on a screen that belongs to a game, and returns what was heard of the game in the meantime.
pub(super) fn exercise(
    exercise: Exercise,
    tty: &mut tty::Tty,
    events: &Receiver<ScreenEvent>,
    config: &SessionConfig,
    look: Look,
) -> io::Result<Vec<ScreenEvent>> {
    let file = PracticeFile::of(&config.places)?;
    let mut heard = Vec::new();
    if exercise == Exercise::Practice {
        review_games(&file, config, look, tty, events, &mut heard)?;
    }
    let drill = exercise.open(&file, (config.book)(), now().0 / 1000)?;
    heard.extend(go_through(drill, Some(&file), config, look, tty, events)?);
    Ok(heard)
}

/// Makes cards of the finished games that are new; any key leaves the rest for the next time.
fn review_games(
    file: &PracticeFile,
    config: &SessionConfig,
    look: Look,
    tty: &mut tty::Tty,
    events: &Receiver<ScreenEvent>,
    heard: &mut Vec<ScreenEvent>,
) -> io::Result<()> {
    let mut deck = Deck::new(&file.read()?.lines);
    let stop = StopToken::new();
    let mut engine = None;
    for record in finished_games(&config.places) {
        let Some(you) = side_of(&record, None).filter(|_| !deck.has_game(&game_name(&record))) else {
            continue;
        };
        let engine = engine.get_or_insert_with(|| Engine::new(config.engine));
        let mut progress = |percent: usize| {
            // A screen that cannot be drawn now is drawn later.
            let _ =
                tty.terminal().draw(|frame| view::draw_progress(frame.buffer_mut(), &record, percent, &look));
            for event in events.try_iter() {
                match event {
                    ScreenEvent::Key(_) => stop.stop(),
                    ScreenEvent::Terminated | ScreenEvent::Failed => {
                        stop.stop();
                        heard.push(event);
                    }
                    event => heard.extend(of_the_game(event)),
                }
            }
        };
        let Some(found) = learn(&record, you, &deck, engine, &stop, &mut progress) else { continue };
        let time = now().0 / 1000;
        file.append(time, &found)?;
        for event in found {
            deck.add(&Line::new(time, event));
        }
        if stop.is_stopped() {
            break;
        }
    }
    Ok(())
}

/// What concerns a game behind the drill.
fn of_the_game(event: ScreenEvent) -> Option<ScreenEvent> {
    let mine = matches!(
        event,
        ScreenEvent::Key(_)
            | ScreenEvent::Click(..)
            | ScreenEvent::Hover(..)
            | ScreenEvent::Scroll(_)
            | ScreenEvent::Paste(_)
            | ScreenEvent::Resize
            | ScreenEvent::Tick
    );
    (!mine).then_some(event)
}

/// Goes through a drill until the player leaves; returns what was heard of a game behind it.
fn go_through(
    drill: Box<dyn Drill>,
    file: Option<&PracticeFile>,
    config: &SessionConfig,
    look: Look,
    tty: &mut tty::Tty,
    events: &Receiver<ScreenEvent>,
) -> io::Result<Vec<ScreenEvent>> {
    let mut model = DrillModel::new(drill, look);
    let (found_sender, found) = channel();
    let needs = think(config, found_sender);
    let mut heard = Vec::new();
    model.begin();
    model.count_week(file);
    super::repaint(tty.terminal()).map_err(io::Error::other)?;
    loop {
        while let Some(need) = model.asks() {
            if needs.send(need).is_err() {
                return Err(io::Error::other("the engine has failed"));
            }
        }
        let drawn = tty.terminal().draw(|frame| {
            model.area = frame.area();
            if let Some(cursor) = view::draw(frame.buffer_mut(), &model) {
                frame.set_cursor_position(cursor);
            }
        });
        drawn.map_err(io::Error::other)?;
        let effects = wait(&mut model, events, &found, &mut heard);
        for effect in effects {
            match effect {
                Effect::Quit => return Ok(heard),
                Effect::Suspend => {
                    tty.suspend()?;
                    super::repaint(tty.terminal()).map_err(io::Error::other)?;
                }
                Effect::Keep(happened) => {
                    let kept = file.map_or(Ok(()), |file| file.append(now().0 / 1000, &happened));
                    if let Err(error) = kept {
                        model.message = Some(format!("This could not be kept: {error}."));
                    }
                    model.count_week(file);
                }
            }
        }
    }
}

/// How often it is looked whether the engine has found something, while it thinks.
const GLANCE: Duration = Duration::from_millis(40);
/// Longer than anyone waits.
const LONG: Duration = Duration::from_hours(1);

/// The next thing that happens.
fn wait(
    model: &mut DrillModel,
    events: &Receiver<ScreenEvent>,
    found: &Receiver<(u64, Analysis)>,
    heard: &mut Vec<ScreenEvent>,
) -> Vec<Effect> {
    if let Ok((id, analysis)) = found.try_recv() {
        return model.hear(id, &analysis);
    }
    match events.recv_timeout(if model.is_thinking() { GLANCE } else { LONG }) {
        Ok(event) => {
            let effects = update::update(model, &event, now().0 / 1000);
            heard.extend(of_the_game(event));
            effects
        }
        Err(std::sync::mpsc::RecvTimeoutError::Timeout) => vec![],
        Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => vec![Effect::Quit],
    }
}

/// A thread that answers what a drill wants to know. It ends with the drill.
fn think(config: &SessionConfig, found: Sender<(u64, Analysis)>) -> Sender<Need> {
    let (sender, needs) = channel();
    let options = config.engine;
    std::thread::spawn(move || {
        let mut engine = Engine::new(options);
        let mut random = Random::new(now().0);
        for need in needs {
            if found.send(answer(&mut engine, &mut random, &need)).is_err() {
                return;
            }
        }
    });
    sender
}

/// Something to be done outside the model.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Effect {
    Keep(Vec<Event>),
    Suspend,
    Quit,
}

/// Everything the screen of a drill shows.
#[derive(Debug)]
pub(super) struct DrillModel {
    pub(super) look: Look,
    pub(super) area: Rect,
    drill: Box<dyn Drill>,
    /// What the drill says now.
    pub(super) prompt: Prompt,
    pub(super) pointer: Pointer,
    /// Which of several sentences is chosen.
    pub(super) choice: usize,
    /// Which line is looked at, and how many moves of it.
    pub(super) line: Option<(usize, usize)>,
    /// The clue that was asked for; it stays as long as the task.
    pub(super) clue: Option<String>,
    /// What is said in the line of messages.
    pub(super) message: Option<String>,
    /// What was done on each day of this week, and which day it is.
    pub(super) week: ([usize; 7], usize),
    /// Whether the keys are explained.
    pub(super) help: bool,
    /// Rows of the text that are scrolled away; `None` while the board is looked at. In a window that has no room for
    /// both, what is new is read first.
    pub(super) read: Option<usize>,
    /// What was asked of the engine and is not answered.
    asked: Option<Need>,
}

impl DrillModel {
    pub(super) fn new(drill: Box<dyn Drill>, look: Look) -> DrillModel {
        DrillModel {
            look,
            area: Rect::default(),
            prompt: drill.prompt(),
            drill,
            pointer: Pointer::default(),
            choice: 0,
            line: None,
            clue: None,
            message: None,
            week: Default::default(),
            help: false,
            read: Some(0),
            asked: None,
        }
    }

    fn begin(&mut self) {
        let how = "Arrow keys and Enter, a typed square such as d3, or a click. ? shows the keys.";
        self.message = matches!(self.prompt.ask, Ask::Square(_)).then(|| how.to_owned());
    }

    /// Counts what was done this week.
    fn count_week(&mut self, file: Option<&PracticeFile>) {
        if let Some(log) = file.and_then(|file| file.read().ok()) {
            self.week = practice::week(&log.lines, now().0 / 1000);
        }
    }

    /// What the engine is to be asked, once.
    fn asks(&mut self) -> Option<Need> {
        let need = self.drill.need().filter(|need| self.asked != Some(*need))?;
        self.asked = Some(need);
        Some(need)
    }

    fn is_thinking(&self) -> bool {
        self.drill.need().is_some()
    }

    fn hear(&mut self, id: u64, analysis: &Analysis) -> Vec<Effect> {
        let events = self.drill.hear(id, analysis);
        self.asked = None;
        self.refresh();
        kept(events)
    }

    /// Takes over what the drill says now.
    fn refresh(&mut self) {
        let before = std::mem::replace(&mut self.prompt, self.drill.prompt());
        if before.ask != self.prompt.ask || before.position != self.prompt.position {
            (self.choice, self.line, self.clue) = (0, None, None);
        }
        if before.text != self.prompt.text || before.ask != self.prompt.ask {
            // One sentence after a move of the other side can wait: that move is what one wants to see.
            let short = before.ask == Ask::Wait
                && matches!(self.prompt.ask, Ask::Square(_))
                && self.prompt.text.len() == 1;
            self.read = (self.prompt.ask != Ask::Wait && !short).then_some(0);
        }
    }

    /// The board to be shown, and its last move: of the task, or somewhere along a line.
    pub(super) fn board(&self) -> (Position, Option<Square>) {
        let Some((line, plies)) = self.line else { return (self.prompt.position, self.prompt.last) };
        let mut game = Game::new(self.prompt.position);
        let moves = self.prompt.lines.get(line).map_or(&[][..], |(_, moves)| moves);
        for mv in moves.iter().take(plies) {
            if game.play(*mv).is_err() {
                break;
            }
        }
        (*game.position(), game.moves().last().and_then(|mv| mv.square()).or(self.prompt.last))
    }

    /// What the drill is called.
    pub(super) fn title(&self) -> &'static str {
        self.drill.title()
    }
}

fn kept(events: Vec<Event>) -> Vec<Effect> {
    if events.is_empty() { vec![] } else { vec![Effect::Keep(events)] }
}
