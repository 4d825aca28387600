//! What happens on the screen when something wakes it: a pure function from the model and the wake to the
//! model and the requests.

mod game;
mod news;
mod overlay;

use outflank_engine::Analysis;
use outflank_play::worker::Answer;
use outflank_play::{Command, Event, LiveGame, Time};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::form::Outcome;
use super::hits::{Target, target_at};
use super::insight::Heard;
use super::layout::{Panel, layout};
use super::model::{Model, Overlay, Page};
use super::table::{Kind, Table};
use super::wake::{Request, Wake};

/// Lets the model react.
pub(crate) fn update(model: &mut Model, wake: Wake, now: Time) -> Vec<Request> {
    model.now = now;
    match wake {
        Wake::Key(key) => press(model, key),
        Wake::Click(x, y) => click(model, x, y),
        Wake::Scroll(by) => scroll(model, by),
        Wake::Paste(text) => paste(model, &text),
        Wake::Resize => vec![],
        Wake::Tick => tick(model),
        Wake::Begun(session, live) => {
            model.session = session;
            let mut table = Table::new(*live);
            // Whoever wants values wants them in the next game too.
            table.insight.on = model.table.as_ref().is_some_and(|table| table.insight.on);
            model.table = Some(table);
            model.page = Page::Game;
            model.overlay = None;
            model.form.game_waits = true;
            watch(model)
        }
        Wake::Game(live, events) => hear(model, *live, &events, now),
        Wake::News(news) => news::listen(model, news, now),
        Wake::Saved(saved, auto) => {
            model.form.auto = auto;
            model.form.offer(saved);
            vec![]
        }
        Wake::Refused(text) => {
            tell(model, Kind::Refused, text);
            vec![]
        }
        Wake::Notice(text) => {
            tell(model, Kind::Told, text);
            vec![]
        }
        // What the worker of an earlier session had still to say.
        Wake::Answer(session, _) if session != model.session => vec![],
        Wake::Answer(_, answer @ Answer::Move { .. }) => vec![Request::Hear(answer)],
        Wake::Answer(_, Answer::Progress { id, analysis }) => think(model, id, analysis, false),
        Wake::Answer(_, Answer::Analysis { id, analysis }) => think(model, id, analysis, true),
        Wake::Answer(_, Answer::Failed) | Wake::Failed => vec![Request::Fail],
        Wake::Terminated => vec![Request::Quit],
    }
}

/// Shows what happened in the game.
fn hear(model: &mut Model, live: LiveGame, events: &[Event], now: Time) -> Vec<Request> {
    let Some(table) = &mut model.table else { return vec![] };
    let was_over = table.live.is_over();
    table.hear(live, events, now);
    if !model.look.motion {
        table.settle();
    }
    if let [Event::Started { .. }, ..] = events
        && table.mover().is_some()
    {
        table.say(Kind::Told, "Type a square such as d3, use the arrow keys and Enter, or click.");
    }
    table.insight.on &= table.may_study();
    if table.live.is_over() && !was_over {
        summarise(model);
    }
    watch(model)
}

fn tell(model: &mut Model, kind: Kind, text: String) {
    match (&mut model.table, model.page) {
        (Some(table), Page::Game) => table.say(kind, text),
        _ => model.form_error = Some(text),
    }
}

/// The flag falls without anybody doing anything.
fn tick(model: &Model) -> Vec<Request> {
    // Elsewhere they see to that themselves.
    let table = model.table.as_ref().filter(|table| table.guest.is_none());
    let deadline = table.and_then(|table| table.live.deadline());
    if deadline.is_some_and(|deadline| deadline <= model.now) {
        vec![Request::Do(Command::Tick)]
    } else {
        vec![]
    }
}

/// Asks for the value of the position on the screen, if values are on and nobody else needs the engine.
fn watch(model: &mut Model) -> Vec<Request> {
    let Some(table) = &mut model.table else { return vec![] };
    if !table.insight.on || table.thinking() {
        return vec![];
    }
    let ply = table.ply();
    let asked = table.insight.values(table.live.game(), ply);
    if asked.is_none() {
        return continue_chart(table);
    }
    asked.into_iter().collect()
}

/// Asks for the next value of the chart of a finished game.
fn continue_chart(table: &mut Table) -> Vec<Request> {
    if table.insight.on && table.live.is_over() {
        return table.insight.chart(table.live.game()).into_iter().collect();
    }
    vec![]
}

/// The engine has said something about a position.
fn think(model: &mut Model, id: u64, analysis: Analysis, done: bool) -> Vec<Request> {
    let Some(table) = &mut model.table else { return vec![] };
    match table.insight.hear(id, analysis, done, table.live.game()) {
        Heard::Hint(text) => {
            table.say(Kind::Told, text);
            vec![]
        }
        Heard::Complete => continue_chart(table),
        Heard::Something | Heard::Nothing => vec![],
    }
}

/// Shows how the game went where there is no room for that beside the board.
fn summarise(model: &mut Model) {
    if let Some(Panel::Lines { .. }) = layout(model.area).map(|layout| layout.panel) {
        model.overlay = Some(Overlay::Summary);
    }
}

fn press(model: &mut Model, key: KeyEvent) -> Vec<Request> {
    if key.kind == KeyEventKind::Release {
        return vec![];
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        match key.code {
            KeyCode::Char('c' | 'C') => return vec![Request::Quit],
            KeyCode::Char('l' | 'L') => return vec![Request::Repaint],
            KeyCode::Char('z' | 'Z') => return vec![Request::Suspend],
            _ => {}
        }
    }
    // Nobody can answer a question that is not shown; the game is kept.
    if layout(model.area).is_none() && matches!(key.code, KeyCode::Char('q' | 'Q')) {
        return vec![Request::Quit];
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

fn click(model: &mut Model, x: u16, y: u16) -> Vec<Request> {
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

fn scroll(model: &mut Model, by: i16) -> Vec<Request> {
    match (&model.overlay, model.page) {
        (Some(_), _) => overlay::scroll(model, by),
        (None, Page::Start) => model.form.step(by.signum()),
        (None, Page::Game) => {}
    }
    vec![]
}

fn paste(model: &mut Model, text: &str) -> Vec<Request> {
    match (&mut model.overlay, model.page) {
        (Some(Overlay::Save(field)), _) => field.paste(text),
        (None, Page::Start) => model.form.paste(text),
        _ => {}
    }
    vec![]
}

fn after_form(model: &mut Model, outcome: Outcome) -> Vec<Request> {
    model.form_error = None;
    match outcome {
        Outcome::Stay => {}
        Outcome::Play(settings) => return vec![Request::Start(settings)],
        Outcome::Resume(number) => return vec![Request::Resume(number)],
        Outcome::Back => model.page = Page::Game,
        Outcome::Rules => model.overlay = Some(Overlay::Rules(0)),
        Outcome::Help => model.overlay = Some(Overlay::Help(0)),
        // A game that waits behind the form is kept by itself.
        Outcome::Quit => return vec![Request::Quit],
        Outcome::Wrong(text) => model.form_error = Some(text),
    }
    vec![]
}
