//! Does what the screen wants: the only place where it meets the session and its files.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use outflank_engine::{Level, adapt};
use outflank_play::Settings;

use super::table::Table;
use super::wake::{Request, Wake};
use crate::export::{self, ExportError};
use crate::saves::{self, SavedGame};
use crate::{Kit, Session, Tell, Update, auto};

/// Whoever does what the screen wants.
pub(crate) trait Perform {
    /// Does one thing, with the game on the screen, and tells what came of it.
    fn perform(&mut self, request: Request, table: Option<&Table>) -> Vec<Wake>;
}

/// The session, once there is one, and what it takes to begin another.
pub(crate) struct Host {
    kit: Kit,
    wakes: Sender<Wake>,
    session: Option<Session>,
    /// How many sessions there have been.
    sessions: u64,
    saved: Vec<SavedGame>,
}

impl Host {
    /// Workers tell what they find through `wakes`.
    pub(crate) fn new(kit: Kit, wakes: Sender<Wake>) -> Host {
        Host { kit, wakes, session: None, sessions: 0, saved: Vec::new() }
    }

    /// What is known of unfinished games. Their order is that of [`Request::Resume`].
    pub(crate) fn saved_games(&mut self) -> Vec<String> {
        self.saved = saves::list(&self.kit.places).0;
        self.saved.iter().map(SavedGame::description).collect()
    }

    /// The level *auto* would play at.
    pub(crate) fn auto_level(&self) -> Level {
        // Someone whose games cannot be read is told so when the game starts.
        auto::level(&self.kit.places).unwrap_or_else(|_| adapt(&[]))
    }

    fn with_session(&mut self, act: impl FnOnce(&mut Session) -> Vec<Wake>) -> Vec<Wake> {
        self.session.as_mut().map_or(vec![], act)
    }

    fn start(&mut self, settings: Settings) -> Vec<Wake> {
        let (session, update) = Session::start(settings, self.kit.clone(), self.tell());
        self.begin(session, update)
    }

    fn resume(&mut self, number: usize) -> Vec<Wake> {
        if number >= self.saved.len() {
            return vec![];
        }
        let saved = self.saved.remove(number);
        match Session::resume(saved, self.kit.clone(), self.tell()) {
            Ok((session, update)) => {
                let mut wakes = self.begin(session, update);
                wakes.push(Wake::Notice("The game goes on where it was left.".to_owned()));
                wakes
            }
            Err(error) => {
                let saved = self.saved_games();
                vec![Wake::Saved(saved, self.auto_level()), Wake::Refused(sentence(&error.to_string()))]
            }
        }
    }

    /// The ear for the worker of the next session.
    fn tell(&mut self) -> Tell {
        self.sessions += 1;
        let (session, wakes) = (self.sessions, self.wakes.clone());
        Arc::new(move |answer| drop(wakes.send(Wake::Answer(session, answer))))
    }

    fn begin(&mut self, session: Session, update: Update) -> Vec<Wake> {
        let session = self.session.insert(session);
        let begun = Wake::Begun(self.sessions, Box::new(session.game().clone()));
        let mut wakes = vec![begun];
        wakes.extend(told(session, update));
        wakes
    }

    fn save(&mut self, name: &str) -> Vec<Wake> {
        self.with_session(|session| saved(export::save(session.game(), Path::new(name)), name))
    }
}

impl Perform for Host {
    fn perform(&mut self, request: Request, _: Option<&Table>) -> Vec<Wake> {
        match request {
            Request::Start(settings) => self.start(*settings),
            Request::ListSaved => vec![Wake::Saved(self.saved_games(), self.auto_level())],
            Request::Resume(number) => self.resume(number),
            Request::Save(name) => self.save(&name),
            Request::Do(command) => self.with_session(|session| match session.apply(command) {
                Ok(update) => told(session, update),
                Err(refusal) => vec![Wake::Refused(sentence(&refusal.to_string()))],
            }),
            Request::Hear(answer) => self.with_session(|session| match session.answer(&answer) {
                Ok(update) => told(session, update),
                Err(refusal) => vec![Wake::Refused(sentence(&refusal.to_string()))],
            }),
            Request::Analyse { id, position, limits } => self.with_session(|session| {
                session.analyse(id, position, limits);
                vec![]
            }),
            Request::StopAnalysis => self.with_session(|session| {
                session.cancel_analysis();
                vec![]
            }),
            Request::Hurry => self.with_session(|session| {
                session.hurry();
                vec![]
            }),
            // These concern the terminal.
            Request::Repaint | Request::Suspend | Request::Quit | Request::Fail => vec![],
        }
    }
}

fn told(session: &Session, update: Update) -> Vec<Wake> {
    let Update { events, notices } = update;
    let mut wakes = Vec::new();
    if !events.is_empty() {
        wakes.push(Wake::Game(Box::new(session.game().clone()), events));
    }
    wakes.extend(notices.iter().map(|notice| Wake::Notice(notice.to_string())));
    wakes
}

/// What to say after a game was written to a file, or was not.
pub(crate) fn saved(outcome: Result<(), ExportError>, name: &str) -> Vec<Wake> {
    match outcome {
        Ok(()) => vec![Wake::Notice(format!("The game is saved as {name}."))],
        Err(error) => vec![Wake::Refused(sentence(&error.to_string()))],
    }
}

/// A clause as a sentence. The name of a square stays as it is written.
pub(crate) fn sentence(clause: &str) -> String {
    let square = clause.split(' ').next().is_some_and(|word| word.parse::<outflank_rules::Square>().is_ok());
    let mut chars = clause.chars();
    match chars.next() {
        Some(first) if !square => format!("{}{}.", first.to_uppercase(), chars.as_str()),
        _ => format!("{clause}."),
    }
}
