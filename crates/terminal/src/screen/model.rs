//! Everything the screen shows.

use std::time::Duration;

use outflank_play::{Settings, Time};
use ratatui::layout::Rect;

use super::form::Form;
use super::game_view::GameView;
use super::remote_view::Connection;
use super::text::TextField;
use super::theme::Look;

/// The state of the screen. [`update`](super::update::update) changes it, [`draw`](super::draw::draw) shows
/// it; neither does anything else.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) look: Look,
    pub(crate) area: Rect,
    pub(crate) now: Time,
    pub(crate) page: Page,
    /// What lies over the page.
    pub(crate) overlay: Option<Overlay>,
    pub(crate) form: Form,
    /// What is wrong with the form.
    pub(crate) form_error: Option<String>,
    /// The number of the session that the game belongs to.
    pub(crate) session: u64,
    /// The game, once one has begun.
    pub(crate) game: Option<GameView>,
}

/// What fills the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Page {
    Start,
    Game,
}

/// What lies over a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Overlay {
    /// The keys, scrolled by a number of lines.
    Help(u16),
    /// The rules, scrolled by a number of lines.
    Rules(u16),
    Ask(Question),
    /// The name of a file to save the game in.
    Save(TextField),
    /// How the game went, where there is no room for it beside the board.
    Summary,
    /// The links to a game that is kept elsewhere.
    Links,
}

/// Something to be answered with yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    Quit,
    Resign,
    Restart,
}

/// How often the clock, and how often the sign of thinking, is painted anew.
const CLOCK_STEP: Duration = Duration::from_millis(200);
const SPINNER_STEP: Duration = Duration::from_millis(120);

impl Model {
    pub(crate) fn new(look: Look, area: Rect, now: Time, form: Form) -> Model {
        Model {
            look,
            area,
            now,
            page: Page::Start,
            overlay: None,
            form,
            form_error: None,
            session: 0,
            game: None,
        }
    }

    /// The agreement of the game on the screen, or of the form.
    pub(crate) fn settings(&self) -> Settings {
        match (&self.game, self.page) {
            (Some(view), Page::Game) => view.live.settings().clone(),
            _ => self.form.settings().unwrap_or_default(),
        }
    }

    /// How long nothing needs to be painted if nothing happens; `None` for ever.
    pub(crate) fn next_tick(&self) -> Option<Duration> {
        let view = self.game.as_ref().filter(|_| self.page == Page::Game)?;
        let frame = view.next_frame(self.now);
        let clock = view.live.deadline().map(|_| CLOCK_STEP);
        let lost = view.remote.as_ref().is_some_and(|remote| remote.connection == Connection::Lost);
        let busy = view.thinking() || view.analysis.seeking_hint() || lost;
        let spinner = (busy && self.look.motion).then_some(SPINNER_STEP);
        [frame, clock, spinner].into_iter().flatten().min()
    }

    /// The sign that something is going on.
    pub(crate) fn spinner(&self) -> &'static str {
        let frames = self.look.glyphs.spinner;
        if !self.look.motion {
            return self.look.glyphs.ellipsis;
        }
        frames[(self.now.0 as usize / SPINNER_STEP.as_millis() as usize) % frames.len()]
    }
}
