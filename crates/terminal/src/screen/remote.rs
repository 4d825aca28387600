//! The full-screen game with a game on a server: commands go there, news come back.

use std::io;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};

use outflank_engine::{Engine, Options as EngineOptions};
use outflank_play::Command;
use outflank_play::remote::{News, Report};
use outflank_play::worker::Worker;

use super::events::{Effect, ScreenEvent};
use super::game_view::GameView;
use super::options::Options;
use super::remote_view::Links;
use super::runner::{Runner, saved};
use super::{App, present};
use crate::{export, now};

/// A game that is kept elsewhere.
pub struct Remote {
    /// The game as it was found.
    pub found: Box<Report>,
    /// What happens from then on.
    pub news: Receiver<News>,
    /// Takes a player's command there, with the number of moves the player has seen.
    pub send: Box<dyn FnMut(Command, usize)>,
    /// The links to it.
    pub links: Links,
}

/// Plays a game that is kept elsewhere on the whole screen until the player leaves.
pub fn join(remote: Remote, engine: EngineOptions, options: Options) -> io::Result<()> {
    let Remote { found, news, send, links } = remote;
    let (sender, events) = channel();
    let runner = RemoteRunner { send, engine, events: sender.clone(), worker: None };
    let mut app = App::joined(Box::new(runner), options.look(false), links);
    app.handle(ScreenEvent::News(News::Game(found)));
    let forward = sender.clone();
    std::thread::spawn(move || {
        for news in news {
            if forward.send(ScreenEvent::News(news)).is_err() {
                return;
            }
        }
    });
    present(&mut app, options, &sender, &events)
}

/// Runs effects with a game on a server.
struct RemoteRunner {
    send: Box<dyn FnMut(Command, usize)>,
    engine: EngineOptions,
    events: Sender<ScreenEvent>,
    /// Started with the first question.
    worker: Option<Worker>,
}

impl Runner for RemoteRunner {
    fn run(&mut self, effect: Effect, view: Option<&GameView>) -> Vec<ScreenEvent> {
        let Some(view) = view else { return vec![] };
        match effect {
            Effect::Do(command) => (self.send)(command, view.game().moves().len()),
            Effect::Analyse { id, position, limits } => self.worker().analyse(id, position, limits),
            Effect::StopAnalysis => {
                if let Some(worker) = &self.worker {
                    worker.cancel_analysis();
                }
            }
            Effect::SaveRecord(record, name) => {
                return saved(export::save_record(&record, Path::new(&name)), &name);
            }
            Effect::Save(name) => return saved(export::save(&view.live, Path::new(&name)), &name),
            // Whoever keeps the game sees to the computer's moves and to other games; the rest concerns the terminal.
            Effect::Hear(_)
            | Effect::Hurry
            | Effect::Start(_)
            | Effect::ListSaved
            | Effect::Statistics
            | Effect::Exercise(_)
            | Effect::Resume(_)
            | Effect::Remove(_)
            | Effect::RememberNames(_)
            | Effect::RecallReview(_)
            | Effect::KeepReview(..)
            | Effect::Repaint
            | Effect::Suspend
            | Effect::Quit
            | Effect::Fail => {}
        }
        vec![]
    }
}

impl RemoteRunner {
    fn worker(&mut self) -> &Worker {
        self.worker.get_or_insert_with(|| {
            let events = self.events.clone();
            let tell = move |answer| drop(events.send(ScreenEvent::Answer(App::JOINED, answer)));
            Worker::start(Engine::new(self.engine), now().0, tell)
        })
    }
}
