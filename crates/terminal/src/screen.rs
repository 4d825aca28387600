//! The full-screen game.
//!
//! One loop: every event comes through one channel as a `ScreenEvent`. `update` changes the `Model` and returns
//! `Effect`s, a `Runner` carries them out with the [`Session`](crate::Session) or with a game on a server
//! ([`join`]), and `draw` shows the model. Only this file and `tty` touch the terminal; only the worker thinks.

mod analysis;
mod bar;
mod board;
mod canvas;
mod cards;
mod chart;
mod digits;
mod draw;
mod drill;
mod events;
mod form;
mod form_view;
mod game_view;
mod glyphs;
mod hits;
mod keys;
mod layout;
mod model;
mod names;
mod openings;
mod options;
mod pages;
mod panel;
mod pointer;
mod prompt;
mod remote;
pub(crate) mod remote_view;
mod runner;
mod saved_view;
mod sheet;
mod study_view;
mod text;
mod theme;
mod tty;
mod update;
mod week;
mod words;

#[cfg(test)]
mod tests;

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use outflank_engine::Level;
use outflank_play::{LiveGame, Player, Settings};
use outflank_records::Record;
use outflank_rules::Color;
use ratatui::Terminal;
use ratatui::backend::Backend;
use ratatui::layout::Rect;

use crate::exercises::Exercise;
use crate::{Preset, SessionConfig, now};
use events::{Effect, ScreenEvent};
use form::Form;
use game_view::GameView;
use model::{Model, Page};
use remote_view::RemoteView;
use runner::{LocalRunner, Runner};
use study_view::StudyView;

pub use drill::drill;
pub use options::{ColorChoice, Options, ParseColorChoiceError, can_draw};
pub use remote::{Remote, join};
pub use remote_view::Links;
pub use theme::Colors;

/// Plays games on the whole screen until the players leave.
pub fn run(preset: &Preset, config: &SessionConfig, options: Options) -> io::Result<()> {
    let (sender, events) = channel();
    let runner = LocalRunner::new(config.clone(), sender.clone());
    let mut app = App::new(preset, runner, options.look(false));
    present(&mut app, options, &sender, &events)
}

/// Studies a game or position on the whole screen until the player leaves.
/// `at` moves are shown at first, passes not counted; all of them if it is not said.
pub fn study(record: &Record, at: Option<usize>, config: &SessionConfig, options: Options) -> io::Result<()> {
    let (sender, events) = channel();
    let runner = LocalRunner::new(config.clone(), sender.clone());
    let mut app = App::studying(record, at, runner, options.look(false));
    present(&mut app, options, &sender, &events)
}

/// Takes the terminal and plays until the players leave.
fn present(
    app: &mut App,
    options: Options,
    sender: &Sender<ScreenEvent>,
    events: &Receiver<ScreenEvent>,
) -> io::Result<()> {
    let mut tty = tty::Tty::open(options, sender)?;
    app.model.look = options.look(tty.draws_wide());
    tty::listen(sender);
    loop {
        match app.play(tty.terminal(), events)? {
            Exit::Quit => return Ok(()),
            Exit::Fail => {
                return Err(io::Error::other(
                    "the game could not go on; it is kept and offered at the next start",
                ));
            }
            Exit::Suspend => tty.suspend()?,
            Exit::Exercise(exercise) => {
                if app.exercise(exercise, &mut tty, events) == Some(Exit::Quit) {
                    return Ok(());
                }
            }
        }
    }
}

/// The model and the runner of its effects.
struct App {
    model: Model,
    runner: Box<dyn Runner>,
    /// Whether the next drawing is to paint every cell.
    repaint: bool,
    /// What sessions on this computer work with; nothing where the game is kept elsewhere.
    config: Option<SessionConfig>,
}

/// Why the loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    Quit,
    Suspend,
    /// Something else is done for a while.
    Exercise(Exercise),
    /// Something is broken.
    Fail,
}

/// Longer than anyone waits.
const LONG: Duration = Duration::from_hours(1);

impl App {
    /// The start screen; or the game itself, if it was said who plays.
    fn new(preset: &Preset, mut runner: LocalRunner, look: theme::Look) -> App {
        let config = Some(runner.config().clone());
        let said = preset.players.iter().any(Option::is_some);
        let mut preset = preset.clone();
        if !said {
            // Someone alone wants to play at once, and to win the first time.
            preset.players[Color::White.index()] = Some(Player::Computer(Level::EASY));
        }
        let settings = preset.settings();
        let mut model = start_screen(&settings, &mut runner, look);
        model.form.remember(&runner.names());
        let waiting = model.saved.games.len();
        let mut app = App { model, runner: Box::new(runner), repaint: true, config };
        if said {
            app.run(vec![Effect::Start(Box::new(settings))]);
            if waiting > 0 {
                let games = if waiting == 1 { "An unfinished game is" } else { "Unfinished games are" };
                app.handle(ScreenEvent::Notice(format!("{games} kept: n offers to go on.")));
            }
        }
        app
    }

    /// A game or position from a record, to be studied.
    fn studying(record: &Record, at: Option<usize>, mut runner: LocalRunner, look: theme::Look) -> App {
        let config = Some(runner.config().clone());
        let mut model = start_screen(&Settings::default(), &mut runner, look);
        model.form.remember(&runner.names());
        model.study = Some(StudyView::of_record(record, at));
        model.page = Page::Study;
        let mut app = App { model, runner: Box::new(runner), repaint: true, config };
        let effects = update::begin_study(&mut app.model);
        app.run(effects);
        app
    }

    /// The number of the only session of a game on a server.
    const JOINED: u64 = 0;

    /// An empty game, before the server has sent the real one.
    fn joined(runner: Box<dyn Runner>, look: theme::Look, links: Links) -> App {
        let settings = Settings::default();
        let mut model = Model::new(look, Rect::default(), now(), Form::new(&settings, 0));
        let (live, _) = LiveGame::new(settings, now());
        let mut view = GameView::new(live);
        view.remote = Some(RemoteView::new(links));
        model.game = Some(view);
        model.page = Page::Game;
        model.session = App::JOINED;
        App { model, runner, repaint: true, config: None }
    }

    /// Handles events and draws, until the players leave.
    fn play<B: Backend>(
        &mut self,
        terminal: &mut Terminal<B>,
        events: &Receiver<ScreenEvent>,
    ) -> io::Result<Exit>
    where
        B::Error: Send + Sync + 'static,
    {
        self.repaint = true;
        loop {
            if std::mem::take(&mut self.repaint) {
                repaint(terminal).map_err(io::Error::other)?;
            }
            let drawn = terminal.draw(|frame| {
                self.model.area = frame.area();
                self.model.now = now();
                draw::draw(frame, &self.model);
            });
            drawn.map_err(io::Error::other)?;
            let wait = self.model.next_tick().unwrap_or(LONG);
            let mut event = match events.recv_timeout(wait) {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) => ScreenEvent::Tick,
                Err(RecvTimeoutError::Disconnected) => ScreenEvent::Terminated,
            };
            // Everything that has come in the meantime is seen to before anything is drawn.
            loop {
                if let Some(leave) = self.handle(event) {
                    return Ok(leave);
                }
                match events.try_recv() {
                    Ok(next) => event = next,
                    Err(_) => break,
                }
            }
        }
    }

    /// Handles one event; returns why the loop ends, if it does.
    fn handle(&mut self, event: ScreenEvent) -> Option<Exit> {
        let effects = update::update(&mut self.model, event, now());
        for request in &effects {
            match request {
                Effect::Quit => return Some(Exit::Quit),
                Effect::Fail => return Some(Exit::Fail),
                Effect::Suspend => return Some(Exit::Suspend),
                Effect::Exercise(exercise) => return Some(Exit::Exercise(*exercise)),
                Effect::Repaint => self.repaint = true,
                _ => {}
            }
        }
        self.run(effects);
        None
    }

    /// Does something else on the whole screen, and comes back. What happened to the game in the meantime is heard then;
    /// returns why the loop ends, if it does.
    fn exercise(
        &mut self,
        exercise: Exercise,
        tty: &mut tty::Tty,
        events: &Receiver<ScreenEvent>,
    ) -> Option<Exit> {
        let config = self.config.as_ref()?;
        let heard = match drill::exercise(exercise, tty, events, config, self.model.look) {
            Ok(heard) => heard,
            Err(error) => vec![ScreenEvent::Refused(format!("That cannot be opened: {error}."))],
        };
        self.run(vec![Effect::ListSaved]);
        heard.into_iter().fold(None, |exit, event| exit.or(self.handle(event)))
    }

    /// Runs effects, and those that follow from them.
    fn run(&mut self, mut effects: Vec<Effect>) {
        while !effects.is_empty() {
            let events: Vec<ScreenEvent> = effects
                .into_iter()
                .flat_map(|request| self.runner.run(request, self.model.game.as_ref()))
                .collect();
            effects =
                events.into_iter().flat_map(|event| update::update(&mut self.model, event, now())).collect();
        }
    }
}

/// The start screen with everything that is known for it.
fn start_screen(settings: &Settings, runner: &mut LocalRunner, look: theme::Look) -> Model {
    let saved = runner.saved_games();
    let mut form = Form::new(settings, saved.len());
    form.auto = runner.auto_level();
    form.waiting = runner.waiting();
    let mut model = Model::new(look, Rect::default(), now(), form);
    model.saved.offer(saved);
    model.book = runner.book();
    model
}

/// Makes the next drawing paint every cell. (`Terminal::clear` would ask the terminal where its cursor is, and the
/// thread that reads the keys would get the answer.)
fn repaint<B: Backend>(terminal: &mut Terminal<B>) -> Result<(), B::Error> {
    let size = terminal.size()?;
    terminal.resize(Rect::new(0, 0, size.width, size.height))
}
