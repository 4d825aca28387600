//! What an event does to the model: a pure function that changes the model and returns the effects.

mod game;
mod overlay;
mod remote;
mod saved;
mod study;

use outflank_engine::Analysis;
use outflank_play::worker::Answer;
use outflank_play::{Command, Event, LiveGame, Time};
use outflank_rules::Game;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::analysis::Heard;
use super::draw;
use super::events::{Effect, ScreenEvent};
use super::form::{self, Outcome};
use super::game_view::{GameView, Kind};
use super::hits::{Target, target_at};
use super::keys::Action;
use super::layout::layout;
use super::model::{Model, Overlay, Page, TextPage};

/// Handles one event.
pub(crate) fn update(model: &mut Model, event: ScreenEvent, now: Time) -> Vec<Effect> {
    model.now = now;
    match event {
        ScreenEvent::Key(key) => press(model, key),
        ScreenEvent::Click(x, y) => click(model, x, y),
        ScreenEvent::Hover(x, y) => hover(model, x, y),
        ScreenEvent::Scroll(by) => scroll(model, by),
        ScreenEvent::Paste(text) => paste(model, &text),
        ScreenEvent::Resize => vec![],
        ScreenEvent::Tick => tick(model),
        ScreenEvent::Begun(session, live) => {
            model.session = session;
            model.game = Some(GameView::new(*live));
            model.page = Page::Game;
            model.overlay = None;
            model.form.behind = form::Behind::Game;
            vec![]
        }
        ScreenEvent::Game(live, events) => hear(model, *live, &events, now),
        ScreenEvent::News(news) => remote::listen(model, news, now),
        ScreenEvent::Saved(games, auto) => {
            model.form.auto = auto;
            model.form.offer(games.len());
            model.saved.offer(games);
            if model.saved.games.is_empty() && model.page == Page::Saved {
                model.page = Page::Start;
            }
            vec![]
        }
        ScreenEvent::Waiting(waiting) => {
            model.form.waiting = waiting;
            vec![]
        }
        ScreenEvent::Statistics(lines, week) => {
            model.statistics = (lines, week);
            model.overlay = Some(Overlay::Text(TextPage::Statistics, 0));
            vec![]
        }
        ScreenEvent::Recalled(game, text) => recall(model, &game, &text),
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
        ScreenEvent::Answer(_, Answer::Progress { id, analysis }) => think(model, id, &analysis, false),
        ScreenEvent::Answer(_, Answer::Analysis { id, analysis }) => think(model, id, &analysis, true),
        ScreenEvent::Answer(_, Answer::Failed) | ScreenEvent::Failed => vec![Effect::Fail],
        ScreenEvent::Terminated => vec![Effect::Quit],
    }
}

/// Asks for what a study wants to know from the start.
pub(crate) fn begin_study(model: &mut Model) -> Vec<Effect> {
    watch(model)
}

/// Shows what happened in the game.
fn hear(model: &mut Model, live: LiveGame, events: &[Event], now: Time) -> Vec<Effect> {
    let Some(view) = &mut model.game else { return vec![] };
    view.hear(live, events, now);
    if !model.look.motion {
        view.settle();
    }
    if let [Event::Started { .. }, ..] = events {
        // Another game has begun: whoever still studies the last one is brought back.
        model.study = None;
        model.page = Page::Game;
        let variant = view.position().variant();
        if !variant.is_standard() {
            view.say(Kind::Important, super::words::variant_sentence(variant));
        } else if view.mover().is_some() {
            view.say(Kind::Told, "Type a square such as d3, use the arrow keys and Enter, or click.");
        }
    }
    view.analysis.on &= view.may_study();
    watch(model)
}

fn tell(model: &mut Model, kind: Kind, text: String) {
    match (&mut model.game, &mut model.study, model.page) {
        (Some(view), _, Page::Game) => view.say(kind, text),
        (_, Some(study), Page::Study) => study.log.say(kind, text),
        _ => model.form_error = Some(text),
    }
}

/// The flag falls without anybody doing anything.
fn tick(model: &Model) -> Vec<Effect> {
    // A server sees to that itself.
    let view = model.game.as_ref().filter(|view| view.remote.is_none());
    let deadline = view.and_then(|view| view.live.deadline());
    if deadline.is_some_and(|deadline| deadline <= model.now) {
        vec![Effect::Do(Command::Tick)]
    } else {
        vec![]
    }
}

/// Asks for what the screen wants to know, if nobody else needs the engine: the values of the position where values
/// are on, or the next step of the review of a game that is over.
fn watch(model: &mut Model) -> Vec<Effect> {
    if let (Page::Study, Some(study)) = (model.page, &mut model.study) {
        let position = *study.position();
        let asked = if study.analysis.on { study.analysis.values(&position) } else { None };
        let record = study.game_record();
        return asked.map_or_else(|| study.analysis.next_of_review(&record), |effect| vec![effect]);
    }
    let Some(view) = &mut model.game else { return vec![] };
    if view.thinking() || !view.may_study() {
        return vec![];
    }
    let position = *view.position();
    if view.live.is_over() {
        view.analysis.next_of_review(&outflank_play::setup::record(&view.live, "Outflank"))
    } else if view.analysis.on {
        view.analysis.values(&position).into_iter().collect()
    } else {
        vec![]
    }
}

/// A review that was kept with the game on the screen.
fn recall(model: &mut Model, game: &Game, text: &str) -> Vec<Effect> {
    match (model.page, &mut model.study, &mut model.game) {
        (Page::Study, Some(study), _) if study.game_record().game == *game => {
            let record = study.game_record();
            study.analysis.recall(&record, text);
        }
        (_, _, Some(view)) if view.game() == game => {
            let record = outflank_play::setup::record(&view.live, "Outflank");
            view.analysis.recall(&record, text);
        }
        _ => return vec![],
    }
    let mut effects = vec![Effect::StopAnalysis];
    effects.extend(watch(model));
    effects
}

/// The engine has said something about a position.
fn think(model: &mut Model, id: u64, analysis: &Analysis, done: bool) -> Vec<Effect> {
    let (state, log) = match (model.page, &mut model.study, &mut model.game) {
        (Page::Study, Some(study), _) => (&mut study.analysis, &mut study.log),
        (_, _, Some(view)) => (&mut view.analysis, &mut view.log),
        _ => return vec![],
    };
    match state.hear(id, analysis, done) {
        Heard::Hint(said, next) => {
            let told = !said.is_empty();
            for text in said {
                log.say(Kind::Told, text);
            }
            if told {
                show_hint(model);
            }
            next.map_or_else(|| watch(model), |effect| vec![effect])
        }
        Heard::Reviewed(keep) => keep.into_iter().chain(watch(model)).collect(),
        Heard::Complete => watch(model),
        Heard::Something | Heard::Nothing => vec![],
    }
}

/// A step of a hint was told: where there is little room the line of words is for it, and a long sentence has a page.
fn show_hint(model: &mut Model) {
    let Some(layout) = layout(model.area, &model.look) else { return };
    let pointer = match (model.page, &mut model.study, &mut model.game) {
        (Page::Study, Some(study), _) => &mut study.pointer,
        (_, _, Some(view)) => &mut view.pointer,
        _ => return,
    };
    if layout.panel.is_none() && pointer.column.is_none() {
        pointer.hover(None);
    }
    let typing = pointer.column.is_some();
    let open = matches!(model.overlay, None | Some(Overlay::Text(TextPage::Hint, _)));
    if open && !typing && !draw::shows_hint(model) {
        model.overlay = Some(Overlay::Text(TextPage::Hint, 0));
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
    if layout(model.area, &model.look).is_none() && matches!(key.code, KeyCode::Char('q' | 'Q')) {
        return vec![Effect::Quit];
    }
    match (&mut model.overlay, model.page) {
        (Some(_), _) => overlay::press(model, key),
        (None, Page::Start) => {
            let outcome = model.form.key(key);
            after_form(model, outcome)
        }
        (None, Page::Saved) => saved::press(model, key),
        (None, Page::Game) => game::press(model, key),
        (None, Page::Study) => study::press(model, key),
    }
}

fn click(model: &mut Model, x: u16, y: u16) -> Vec<Effect> {
    match (target_at(model, x, y), model.page) {
        (Some(Target::Square(square)), Page::Study) => study::click(model, square),
        (Some(Target::Square(square)), _) => game::click(model, square),
        (Some(Target::Action(action)), page) => act(model, page, action),
        (Some(Target::Saved(number)), _) => saved::click(model, number),
        (Some(Target::Field(field)), _) => {
            model.form.focus = field;
            if field.is_text() {
                return vec![];
            }
            let outcome = model.form.activate();
            after_form(model, outcome)
        }
        (Some(Target::Answer(answer)), _) => overlay::answer(model, answer),
        (Some(Target::Close), _) => {
            model.overlay = None;
            vec![]
        }
        (None, _) => vec![],
    }
}

fn act(model: &mut Model, page: Page, action: Action) -> Vec<Effect> {
    match page {
        Page::Study => study::act(model, action),
        Page::Saved => saved::act(model, action),
        Page::Start | Page::Game => game::act(model, action),
    }
}

/// The mouse shows what a square would do, as the cursor does.
fn hover(model: &mut Model, x: u16, y: u16) -> Vec<Effect> {
    if model.overlay.is_some() {
        return vec![];
    }
    let square = layout(model.area, &model.look).and_then(|layout| layout.board.square_at(x, y));
    match (model.page, &mut model.game, &mut model.study) {
        (Page::Game, Some(view), _) => {
            let legal = view.position().legal_moves();
            view.pointer.hover(square.filter(|square| legal.contains(*square)));
        }
        (Page::Study, _, Some(study)) => {
            let legal = study.position().legal_moves();
            study.pointer.hover(square.filter(|square| legal.contains(*square)));
        }
        _ => {}
    }
    vec![]
}

fn scroll(model: &mut Model, by: i16) -> Vec<Effect> {
    match (&model.overlay, model.page) {
        (Some(_), _) => overlay::scroll(model, by),
        (None, Page::Start) => model.form.step(by.signum()),
        (None, Page::Saved) => model.saved.step(by.signum().into()),
        (None, Page::Study) => return study::step(model, by.signum().into()),
        (None, Page::Game) => {}
    }
    vec![]
}

fn paste(model: &mut Model, text: &str) -> Vec<Effect> {
    match (&mut model.overlay, model.page) {
        (Some(Overlay::Save(field)), _) => {
            field.paste(text);
            vec![]
        }
        (None, Page::Start) => {
            let outcome = model.form.paste(text);
            after_form(model, outcome)
        }
        _ => vec![],
    }
}

fn after_form(model: &mut Model, outcome: Outcome) -> Vec<Effect> {
    model.form_error = None;
    match outcome {
        Outcome::Stay => {}
        Outcome::Play(settings) => {
            return vec![Effect::RememberNames(model.form.chosen_names()), Effect::Start(settings)];
        }
        Outcome::Saved => model.page = Page::Saved,
        Outcome::Back => return leave_form(model),
        Outcome::Exercise(exercise) => return vec![Effect::Exercise(exercise)],
        Outcome::Openings => return study::explore(model),
        Outcome::Statistics => return vec![Effect::Statistics],
        Outcome::Rules => model.overlay = Some(Overlay::Text(TextPage::Rules, 0)),
        Outcome::Help => model.overlay = Some(Overlay::Text(TextPage::Help, 0)),
        // A game that waits behind the form is kept by itself.
        Outcome::Quit => return vec![Effect::Quit],
        Outcome::Wrong(text) => model.form_error = Some(text),
    }
    vec![]
}

/// Opens the start screen.
fn open_form(model: &mut Model) -> Vec<Effect> {
    model.form.behind = if model.game.is_some() { form::Behind::Game } else { form::Behind::Nothing };
    model.form_error = None;
    model.page = Page::Start;
    vec![Effect::ListSaved]
}

/// Goes back to what waits behind the start screen.
fn leave_form(model: &mut Model) -> Vec<Effect> {
    match std::mem::replace(&mut model.form.behind, form::Behind::Nothing) {
        form::Behind::Study(before) => {
            model.form = *before;
            model.page = Page::Study;
            return watch(model);
        }
        behind => model.form.behind = behind,
    }
    model.page = Page::Game;
    vec![]
}
