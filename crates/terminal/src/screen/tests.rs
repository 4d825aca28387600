//! Whole screens, kept as text, and whole games, played through the keys.

mod games;
mod remote;
pub(super) mod snapshots;
mod study;

use outflank_engine::Level;
use outflank_play::{Command, Event, LiveGame, Name, Seat, Settings, Time};
use outflank_rules::{Color, Move};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

use super::draw::draw_into;
use super::events::{Effect, ScreenEvent};
use super::form::Form;
use super::model::Model;
use super::options::Options;
use super::theme::Colors;
use super::update::update;

const LATER: Time = Time(1_000_000);

/// The shortest game that can be played.
const SHORTEST: &str = "e6 f4 e3 f6 g5 d6 e7 f5 c5";

/// A screen of this size with the start screen on it.
fn start(width: u16, height: u16, colors: Colors) -> Model {
    let options = Options { colors, unicode: true, mouse: true, motion: true };
    let form = Form::new(&anna_against_easy(), 0);
    Model::new(options.look(false), Rect::new(0, 0, width, height), Time(0), form)
}

fn anna_against_easy() -> Settings {
    let mut settings = Settings::default();
    settings.seats[0] = Seat::human(Name::new("Anna"));
    settings.seats[1] = Seat::computer(None, Level::EASY);
    settings
}

fn two_people() -> Settings {
    let mut settings = anna_against_easy();
    settings.seats[1] = Seat::human(Name::new("Bert"));
    settings
}

/// Puts a game on the screen in which these moves have been played.
fn play(model: &mut Model, settings: Settings, moves: &str) -> LiveGame {
    let (mut live, events) = LiveGame::new(settings, Time(0));
    update(model, ScreenEvent::Begun(1, Box::new(live.clone())), Time(0));
    tell(model, &live, events);
    for mv in moves.split(' ').filter(|mv| !mv.is_empty()) {
        let mv: Move = mv.parse().unwrap();
        let command = match live.task() {
            Some(task) => Command::EngineMove { ticket: task.ticket, mv },
            None => Command::Play { by: live.turn().unwrap(), mv },
        };
        let events = live.apply(command, Time(0)).unwrap();
        tell(model, &live, events);
    }
    live
}

fn tell(model: &mut Model, live: &LiveGame, events: Vec<Event>) {
    update(model, ScreenEvent::Game(Box::new(live.clone()), events), Time(0));
}

fn press(model: &mut Model, code: KeyCode) -> Vec<Effect> {
    update(model, ScreenEvent::Key(KeyEvent::new(code, KeyModifiers::NONE)), LATER)
}

fn type_keys(model: &mut Model, keys: &str) -> Vec<Effect> {
    keys.chars().flat_map(|key| press(model, KeyCode::Char(key))).collect()
}

/// The text on the screen.
fn screen(model: &Model) -> String {
    let mut buffer = Buffer::empty(model.area);
    draw_into(&mut buffer, model);
    let lines = buffer.content().chunks(usize::from(model.area.width));
    let line =
        |cells: &[ratatui::buffer::Cell]| cells.iter().map(ratatui::buffer::Cell::symbol).collect::<String>();
    lines.map(|cells| line(cells).trim_end().to_owned() + "\n").collect()
}

/// Lets the engine answer everything that is asked, with a short look.
fn answer_all(model: &mut Model, mut asked: Vec<Effect>) {
    let options = outflank_engine::Options { threads: 1, table_mb: 1 };
    let mut engine = outflank_engine::Engine::new(options);
    while let Some(Effect::Analyse { id, position, limits }) = asked.pop() {
        let limits = outflank_engine::Limits { goal: outflank_engine::Goal::Depth(4), ..limits };
        let stop = outflank_engine::StopToken::new();
        let analysis = engine.search(&position, &limits, &stop, &mut |_| {});
        let answer = outflank_play::worker::Answer::Analysis { id, analysis };
        asked = update(model, ScreenEvent::Answer(model.session, answer), LATER);
    }
}
