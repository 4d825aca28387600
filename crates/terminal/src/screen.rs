//! The full-screen game.
//!
//! One loop: whatever can wake it comes through one channel as a `Wake`, `update` changes
//! the `Model` and says what is wanted, a host does that with the [`Session`](crate::Session), or with a game
//! that is kept elsewhere ([`join`]), and `draw` shows the model. Only this file and `tty` touch the terminal; only the worker thinks.

mod bar;
mod board;
mod chart;
mod draw;
mod form;
mod form_view;
mod guest;
mod hits;
mod host;
mod insight;
mod keys;
mod layout;
mod model;
mod options;
mod pages;
mod panel;
mod popup;
mod remote;
mod table;
mod text;
mod theme;
mod tty;
mod update;
mod wake;

#[cfg(test)]
mod tests;

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use outflank_engine::Level;
use outflank_play::{LiveGame, Player, Settings};
use outflank_rules::Color;
use ratatui::Terminal;
use ratatui::backend::Backend;
use ratatui::layout::Rect;

use crate::{Kit, Preset, now};
use form::Form;
use guest::Guest;
use host::{Host, Perform};
use model::{Model, Page};
use table::Table;
use wake::{Request, Wake};

pub use guest::Links;
pub use options::{ColorChoice, Options, ParseColorChoiceError, can_draw};
pub use remote::{Remote, join};
pub use theme::Colors;

/// Plays games on the whole screen until the players leave.
pub fn run(preset: &Preset, kit: &Kit, options: Options) -> io::Result<()> {
    let (sender, wakes) = channel();
    let host = Host::new(kit.clone(), sender.clone());
    let mut stage = Stage::new(preset, host, options.look());
    present(&mut stage, options, &sender, &wakes)
}

/// Takes the terminal and plays until the players leave.
fn present(
    stage: &mut Stage,
    options: Options,
    sender: &Sender<Wake>,
    wakes: &Receiver<Wake>,
) -> io::Result<()> {
    let mut tty = tty::Tty::open(options, sender)?;
    tty::listen(sender);
    loop {
        match stage.play(tty.terminal(), wakes)? {
            Leave::Quit => return Ok(()),
            Leave::Fail => {
                return Err(io::Error::other(
                    "the game could not go on; it is kept and offered at the next start",
                ));
            }
            Leave::Suspend => tty.suspend()?,
        }
    }
}

/// The model and whoever does what it wants.
struct Stage {
    model: Model,
    host: Box<dyn Perform>,
    /// Whether the next drawing is to paint every cell.
    repaint: bool,
}

/// Why the loop was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leave {
    Quit,
    Suspend,
    /// Something is broken.
    Fail,
}

/// Longer than anyone waits.
const LONG: Duration = Duration::from_hours(1);

impl Stage {
    /// The start screen; or the game itself, if it was said who plays.
    fn new(preset: &Preset, mut host: Host, look: theme::Look) -> Stage {
        let said = preset.players.iter().any(Option::is_some);
        let mut preset = preset.clone();
        if !said {
            // Someone alone wants to play at once, and to win the first time.
            preset.players[Color::White.index()] = Some(Player::Computer(Level::EASY));
        }
        let settings = preset.settings();
        let saved = host.saved_games();
        let waiting = saved.len();
        let mut form = Form::new(&settings, saved);
        form.auto = host.auto_level();
        let model = Model::new(look, Rect::default(), now(), form);
        let mut stage = Stage { model, host: Box::new(host), repaint: true };
        if said {
            stage.perform(vec![Request::Start(Box::new(settings))]);
            if waiting > 0 {
                let games = if waiting == 1 { "An unfinished game is" } else { "Unfinished games are" };
                stage.wake(Wake::Notice(format!("{games} kept: n offers to go on.")));
            }
        }
        stage
    }

    /// The number of the only session of a game that is kept elsewhere.
    const JOINED: u64 = 0;

    /// An empty table, for a game that is kept elsewhere.
    fn joined(host: Box<dyn Perform>, look: theme::Look, links: Links) -> Stage {
        let settings = Settings::default();
        let mut model = Model::new(look, Rect::default(), now(), Form::new(&settings, Vec::new()));
        let (live, _) = LiveGame::new(settings, now());
        let mut table = Table::new(live);
        table.guest = Some(Guest::new(links));
        model.table = Some(table);
        model.page = Page::Game;
        model.session = Stage::JOINED;
        Stage { model, host, repaint: true }
    }

    /// Reacts to wakes and draws, until the players leave.
    fn play<B: Backend>(&mut self, terminal: &mut Terminal<B>, wakes: &Receiver<Wake>) -> io::Result<Leave>
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
            let mut wake = match wakes.recv_timeout(wait) {
                Ok(wake) => wake,
                Err(RecvTimeoutError::Timeout) => Wake::Tick,
                Err(RecvTimeoutError::Disconnected) => Wake::Terminated,
            };
            // Everything that has come in the meantime is seen to before anything is drawn.
            loop {
                if let Some(leave) = self.wake(wake) {
                    return Ok(leave);
                }
                match wakes.try_recv() {
                    Ok(next) => wake = next,
                    Err(_) => break,
                }
            }
        }
    }

    /// Reacts to one wake; tells if it is the last.
    fn wake(&mut self, wake: Wake) -> Option<Leave> {
        let requests = update::update(&mut self.model, wake, now());
        for request in &requests {
            match request {
                Request::Quit => return Some(Leave::Quit),
                Request::Fail => return Some(Leave::Fail),
                Request::Suspend => return Some(Leave::Suspend),
                Request::Repaint => self.repaint = true,
                _ => {}
            }
        }
        self.perform(requests);
        None
    }

    /// Has requests done, and those that follow from what came of them.
    fn perform(&mut self, mut requests: Vec<Request>) {
        while !requests.is_empty() {
            let wakes: Vec<Wake> = requests
                .into_iter()
                .flat_map(|request| self.host.perform(request, self.model.table.as_ref()))
                .collect();
            requests =
                wakes.into_iter().flat_map(|wake| update::update(&mut self.model, wake, now())).collect();
        }
    }
}

/// Makes the next drawing paint every cell. (`Terminal::clear` would ask the terminal where its cursor is, and the
/// thread that reads the keys would get the answer.)
fn repaint<B: Backend>(terminal: &mut Terminal<B>) -> Result<(), B::Error> {
    let size = terminal.size()?;
    terminal.resize(Rect::new(0, 0, size.width, size.height))
}
