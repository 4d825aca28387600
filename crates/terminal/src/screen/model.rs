//! Everything the screen shows.

use std::time::Duration;

use outflank_engine::book::{self, Book};
use outflank_play::{LiveGame, Settings, Time};
use outflank_rules::Color;
use ratatui::layout::Rect;

use super::form::Form;
use super::game_view::GameView;
use super::keys::Scene;
use super::remote_view::Connection;
use super::study_view::StudyView;
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
    /// What is asked or read before the page goes on.
    pub(crate) overlay: Option<Overlay>,
    pub(crate) form: Form,
    /// What is wrong with the form.
    pub(crate) form_error: Option<String>,
    /// Unfinished games.
    pub(crate) saved: SavedList,
    /// The number of the session that answers of the engine belong to.
    pub(crate) session: u64,
    /// The game, once one has begun.
    pub(crate) game: Option<GameView>,
    /// The game being studied.
    pub(crate) study: Option<StudyView>,
    /// What the player's games say, and the days of this week.
    pub(crate) statistics: (Vec<String>, ([usize; 7], usize)),
    /// The opening book to look into.
    pub(crate) book: book::Source,
}

/// What fills the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Page {
    Start,
    /// The list of unfinished games.
    Saved,
    Game,
    Study,
}

/// What lies over a page.
#[derive(Clone, Debug)]
pub(crate) enum Overlay {
    /// A page of text, scrolled by a number of lines.
    Text(TextPage, u16),
    Ask(Question),
    /// The name of a file to save the game in.
    Save(TextField),
}

/// What a page of text is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextPage {
    /// The keys.
    Help,
    /// The rules.
    Rules,
    /// The result of a game in words, where there is no room for it beside the board.
    Summary,
    /// What the review says of the move that a study shows.
    Why,
    /// The hint that was told last, where there is no room for it beside the board.
    Hint,
    /// What the book and people play in the position of a study.
    Openings,
    /// The links to a game on a server.
    Links,
    /// What the player's games say.
    Statistics,
    /// What can be said to the other player.
    Greet,
}

/// Something to be answered with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    Quit,
    Resign,
    Restart,
    /// Which move to take back, or whether to.
    Undo,
    /// Whether to remove the unfinished game with this number.
    Remove(usize),
}

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Yes,
    No,
    /// This player takes back.
    Undo(Color),
}

/// The unfinished games, and which of them is chosen.
#[derive(Clone, Debug, Default)]
pub(crate) struct SavedList {
    pub(crate) games: Vec<SavedEntry>,
    pub(crate) chosen: usize,
}

/// An unfinished game.
#[derive(Clone, Debug)]
pub(crate) struct SavedEntry {
    pub(crate) game: LiveGame,
    /// When it was played last.
    pub(crate) date: String,
}

impl SavedList {
    pub(crate) fn offer(&mut self, games: Vec<SavedEntry>) {
        self.chosen = self.chosen.min(games.len().saturating_sub(1));
        self.games = games;
    }

    pub(crate) fn step(&mut self, by: isize) {
        self.chosen = self.chosen.saturating_add_signed(by).min(self.games.len().saturating_sub(1));
    }
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
            saved: SavedList::default(),
            session: 0,
            game: None,
            study: None,
            statistics: Default::default(),
            book: Book::embedded,
        }
    }

    /// The agreement of the game on the screen, or of the form.
    pub(crate) fn settings(&self) -> Settings {
        match (&self.game, &self.study, self.page) {
            (Some(view), _, Page::Game) => view.live.settings().clone(),
            (_, Some(study), Page::Study) => Settings { start: *study.position(), ..Settings::default() },
            _ => self.form.settings().unwrap_or_default(),
        }
    }

    /// What decides which keys are of use; `None` on the start screen, which has its own.
    pub(crate) fn scene(&self) -> Option<Scene> {
        match self.page {
            Page::Start => None,
            Page::Saved => Some(Scene::Saved),
            Page::Study => self.study.as_ref().map(StudyView::scene),
            Page::Game => self.game.as_ref().map(GameView::scene),
        }
    }

    /// How long nothing needs to be painted if nothing happens; `None` for ever.
    pub(crate) fn next_tick(&self) -> Option<Duration> {
        let spinner = |busy: bool| (busy && self.look.motion).then_some(SPINNER_STEP);
        if let Some(study) = self.study.as_ref().filter(|_| self.page == Page::Study) {
            return spinner(!study.analysis.is_idle());
        }
        let view = self.game.as_ref().filter(|_| self.page == Page::Game)?;
        let frame = view.next_frame(self.now);
        let clock = view.live.deadline().map(|_| CLOCK_STEP);
        let lost = view.remote.as_ref().is_some_and(|remote| remote.connection == Connection::Lost);
        let busy = view.thinking() || !view.analysis.is_idle() || lost;
        [frame, clock, spinner(busy)].into_iter().flatten().min()
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
