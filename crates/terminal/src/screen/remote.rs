//! The full-screen game with a game that is kept elsewhere: commands go there, news come from there.

use std::io;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};

use outflank_engine::{Engine, Options as EngineOptions};
use outflank_play::Command;
use outflank_play::remote::{News, Report};
use outflank_play::worker::Worker;

use super::guest::Links;
use super::host::{Perform, saved};
use super::options::Options;
use super::table::Table;
use super::wake::{Request, Wake};
use super::{Stage, present};
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
    let (sender, wakes) = channel();
    let host = RemoteHost { send, engine, wakes: sender.clone(), worker: None };
    let mut stage = Stage::joined(Box::new(host), options.look(), links);
    stage.wake(Wake::News(News::Game(found)));
    let forward = sender.clone();
    std::thread::spawn(move || {
        for news in news {
            if forward.send(Wake::News(news)).is_err() {
                return;
            }
        }
    });
    present(&mut stage, options, &sender, &wakes)
}

/// Does what the screen wants for a game that is kept elsewhere.
struct RemoteHost {
    send: Box<dyn FnMut(Command, usize)>,
    engine: EngineOptions,
    wakes: Sender<Wake>,
    /// Started with the first question.
    worker: Option<Worker>,
}

impl Perform for RemoteHost {
    fn perform(&mut self, request: Request, table: Option<&Table>) -> Vec<Wake> {
        let Some(table) = table else { return vec![] };
        match request {
            Request::Do(command) => (self.send)(command, table.game().moves().len()),
            Request::Analyse { id, position, limits } => self.worker().analyse(id, position, limits),
            Request::StopAnalysis => {
                if let Some(worker) = &self.worker {
                    worker.cancel_analysis();
                }
            }
            Request::Save(name) => return saved(export::save(&table.live, Path::new(&name)), &name),
            // Whoever keeps the game sees to the computer's moves and to other games; the rest concerns the terminal.
            Request::Hear(_)
            | Request::Hurry
            | Request::Start(_)
            | Request::ListSaved
            | Request::Resume(_)
            | Request::Repaint
            | Request::Suspend
            | Request::Quit
            | Request::Fail => {}
        }
        vec![]
    }
}

impl RemoteHost {
    fn worker(&mut self) -> &Worker {
        self.worker.get_or_insert_with(|| {
            let wakes = self.wakes.clone();
            let tell = move |answer| drop(wakes.send(Wake::Answer(Stage::JOINED, answer)));
            Worker::start(Engine::new(self.engine), now().0, tell)
        })
    }
}
