//! What an event does to the model: a pure function that changes the model and returns the effects.

mod game;
mod overlay;
mod remote;

use outflank_engine::Analysis;
use outflank_play::worker::Answer;
use outflank_play::{Command, Event, LiveGame, Time};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::analysis::Heard;
use super::events::{Effect, ScreenEvent};
use super::form::Outcome;
use super::game_view::{GameView, Kind};
use super::hits::{Target, target_at};
use super::layout::{Panel, layout};
use super::model::{Model, Overlay, Page};

/// Handles one event.
pub(crate) fn update(model: &mut Model, event: ScreenEvent, now: Time) -> Vec<Effect> {
    model.now = now;
    match event {
        ScreenEvent::Key(key) => press(model, key),
        ScreenEvent::Click(x, y) => click(model, x, y),
        ScreenEvent::Scroll(by) => scroll(model, by),
        ScreenEvent::Paste(text) => paste(model, &text),
        ScreenEvent::Resize => vec![],
        ScreenEvent::Tick => tick(model),
        ScreenEvent::Begun(session, live) => {
            model.session = session;
            let mut view = GameView::new(*live);
            // Whoever wants values wants them in the next game too.
            view.analysis.on = model.game.as_ref().is_some_and(|view| view.analysis.on);
            model.game = Some(view);
            model.page = Page::Game;
            model.overlay = None;
            model.form.game_waits = true;
            watch(model)
        }
        ScreenEvent::Game(live, events) => hear(model, *live, &events, now),
        ScreenEvent::News(news) => remote::listen(model, news, now),
        ScreenEvent::Saved(saved, auto) => {
            model.form.auto = auto;
            model.form.offer(saved);
            vec![]
        }
        ScreenEvent::Refused(text) => {
            tell(model, Kind::Refused, text);
            vec![]
        }
        ScreenEvent::Notice(text) => {
            tell(model, Kind::Told, text);
            vec![]
        }
        // What the worker of an earlier session had still to say.
        ScreenEvent::Answer(session, _) if session != model.session => vec![],
        ScreenEvent::Answer(_, answer @ Answer::Move { .. }) => vec![Effect::Hear(answer)],
        ScreenEvent::Answer(_, Answer::Progress { id, analysis }) => think(model, id, analysis, false),
        ScreenEvent::Answer(_, Answer::Analysis { id, analysis }) => think(model, id, analysis, true),
        ScreenEvent::Answer(_, Answer::Failed) | ScreenEvent::Failed => vec![Effect::Fail],
        ScreenEvent::Terminated => vec![Effect::Quit],
    }
}

/// Shows what happened in the game.
fn hear(model: &mut Model, live: LiveGame, events: &[Event], now: Time) -> Vec<Effect> {
    let Some(view) = &mut model.game else { return vec![] };
    let was_over = view.live.is_over();
    view.hear(live, events, now);
    if !model.look.motion {
        view.settle();
    }
    if let [Event::Started { .. }, ..] = events
        && view.mover().is_some()
    {
        view.say(Kind::Told, "Type a square such as d3, use the arrow keys and Enter, or click.");
    }
    view.analysis.on &= view.may_study();
    if view.live.is_over() && !was_over {
        summarise(model);
    }
    watch(model)
}

fn tell(model: &mut Model, kind: Kind, text: String) {
    match (&mut model.game, model.page) {
        (Some(view), Page::Game) => view.say(kind, text),
        _ => model.form_error = Some(text),
    }
}

/// The flag falls without anybody doing anything.
fn tick(model: &Model) -> Vec<Effect> {
    // Elsewhere they see to that themselves.
    let view = model.game.as_ref().filter(|view| view.remote.is_none());
    let deadline = view.and_then(|view| view.live.deadline());
    if deadline.is_some_and(|deadline| deadline <= model.now) {
        vec![Effect::Do(Command::Tick)]
    } else {
        vec![]
    }
}

/// Asks for the value of the position on the screen, if values are on and nobody else needs the engine.
fn watch(model: &mut Model) -> Vec<Effect> {
    let Some(view) = &mut model.game else { return vec![] };
    if !view.analysis.on || view.thinking() {
        return vec![];
    }
    let ply = view.ply();
    let asked = view.analysis.values(view.live.game(), ply);
    if asked.is_none() {
        return continue_chart(view);
    }
    asked.into_iter().collect()
}

/// Asks for the next value of the chart of a finished game.
fn continue_chart(view: &mut GameView) -> Vec<Effect> {
    if view.analysis.on && view.live.is_over() {
        return view.analysis.chart(view.live.game()).into_iter().collect();
    }
    vec![]
}

/// The engine has said something about a position.
fn think(model: &mut Model, id: u64, analysis: Analysis, done: bool) -> Vec<Effect> {
    let Some(view) = &mut model.game else { return vec![] };
    match view.analysis.hear(id, analysis, done, view.live.game()) {
        Heard::Hint(text) => {
            view.say(Kind::Told, text);
            vec![]
        }
        Heard::Complete => continue_chart(view),
        Heard::Something | Heard::Nothing => vec![],
    }
}

/// Shows how the game went where there is no room for that beside the board.
fn summarise(model: &mut Model) {
    if let Some(Panel::Lines { .. }) = layout(model.area).map(|layout| layout.panel) {
        model.overlay = Some(Overlay::Summary);
    }
}

fn press(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    if key.kind == KeyEventKind::Release {
        return vec![];
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        match key.code {
            KeyCode::Char('c' | 'C') => return vec![Effect::Quit],
            KeyCode::Char('l' | 'L') => return vec![Effect::Repaint],
            KeyCode::Char('z' | 'Z') => return vec![Effect::Suspend],
            _ => {}
        }
    }
    // Nobody can answer a question that is not shown; the game is kept.
    if layout(model.area).is_none() && matches!(key.code, KeyCode::Char('q' | 'Q')) {
        return vec![Effect::Quit];
    }
    match (&mut model.overlay, model.page) {
        (Some(_), _) => overlay::press(model, key),
        (None, Page::Start) => {
            let outcome = model.form.key(key);
            after_form(model, outcome)
        }
        (None, Page::Game) => game::press(model, key),
    }
}

fn click(model: &mut Model, x: u16, y: u16) -> Vec<Effect> {
    match target_at(model, x, y) {
        Some(Target::Square(square)) => game::click(model, square),
        Some(Target::Action(action)) => game::act(model, action),
        Some(Target::Field(field)) => {
            model.form.focus = field;
            if field.is_text() {
                return vec![];
            }
            let outcome = model.form.activate();
            after_form(model, outcome)
        }
        Some(Target::Answer(yes)) => overlay::answer(model, yes),
        Some(Target::Close) => {
            model.overlay = None;
            vec![]
        }
        None => vec![],
    }
}

fn scroll(model: &mut Model, by: i16) -> Vec<Effect> {
    match (&model.overlay, model.page) {
        (Some(_), _) => overlay::scroll(model, by),
        (None, Page::Start) => model.form.step(by.signum()),
        (None, Page::Game) => {}
    }
    vec![]
}

fn paste(model: &mut Model, text: &str) -> Vec<Effect> {
    match (&mut model.overlay, model.page) {
        (Some(Overlay::Save(field)), _) => field.paste(text),
        (None, Page::Start) => model.form.paste(text),
        _ => {}
    }
    vec![]
}

fn after_form(model: &mut Model, outcome: Outcome) -> Vec<Effect> {
    model.form_error = None;
    match outcome {
        Outcome::Stay => {}
        Outcome::Play(settings) => return vec![Effect::Start(settings)],
        Outcome::Resume(number) => return vec![Effect::Resume(number)],
        Outcome::Back => model.page = Page::Game,
        Outcome::Rules => model.overlay = Some(Overlay::Rules(0)),
        Outcome::Help => model.overlay = Some(Overlay::Help(0)),
        // A game that waits behind the form is kept by itself.
        Outcome::Quit => return vec![Effect::Quit],
        Outcome::Wrong(text) => model.form_error = Some(text),
    }
    vec![]
}
