//! Runs effects: the only place where the screen meets the session and its files.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use outflank_engine::{Engine, Level, adapt, book};
use outflank_play::worker::Worker;
use outflank_play::{Name, Settings};
use outflank_study::practice::{Deck, report, week};

use super::events::{Effect, ScreenEvent};
use super::game_view::GameView;
use super::model::SavedEntry;
use super::names;
use crate::exercises::Waiting;
use crate::export::{self, ExportError};
use crate::practice::PracticeFile;
use crate::saves::{self, SavedGame};
use crate::{OnAnswer, Session, SessionConfig, Update, auto, now, reviews};

/// Runs the effects of `update`.
pub(crate) trait Runner {
    /// Runs one effect, with the game on the screen, and returns what happened.
    fn run(&mut self, effect: Effect, view: Option<&GameView>) -> Vec<ScreenEvent>;
}

/// Runs effects with a session on this computer.
pub(crate) struct LocalRunner {
    config: SessionConfig,
    events: Sender<ScreenEvent>,
    session: Option<Session>,
    /// How many sessions there have been.
    sessions: u64,
    saved: Vec<SavedGame>,
    /// Thinks about positions while there is no session that could.
    worker: Option<Worker>,
}

impl LocalRunner {
    /// Workers tell what they find through `events`.
    pub(crate) fn new(config: SessionConfig, events: Sender<ScreenEvent>) -> LocalRunner {
        LocalRunner { config, events, session: None, sessions: 0, saved: Vec::new(), worker: None }
    }

    /// The unfinished games in which a disc was placed. Their order is that of [`Effect::Resume`].
    pub(crate) fn saved_games(&mut self) -> Vec<SavedEntry> {
        self.saved = saves::list(&self.config.places).0;
        self.saved.retain(|saved| !saved.game.game().moves().is_empty());
        let entry = |saved: &SavedGame| SavedEntry {
            game: saved.game.clone(),
            date: saved.game.latest().utc().chars().take(16).collect(),
        };
        self.saved.iter().map(entry).collect()
    }

    /// What waits in practice. Without a file, or with one that cannot be read, that is nothing; who opens it is told why.
    pub(crate) fn waiting(&self) -> Waiting {
        let log = PracticeFile::of(&self.config.places).and_then(|file| file.read()).unwrap_or_default();
        Waiting::of(&log.lines, now().0 / 1000)
    }

    fn statistics(&self) -> Vec<ScreenEvent> {
        let time = now().0 / 1000;
        let log = match PracticeFile::of(&self.config.places).and_then(|file| file.read()) {
            Ok(log) => log,
            Err(error) => {
                return vec![ScreenEvent::Refused(format!("Your practice cannot be read: {error}."))];
            }
        };
        let deck = Deck::new(&log.lines);
        let lines = if deck.games().is_empty() {
            vec!["No game is reviewed yet: finish one against the computer and practise.".to_owned()]
        } else {
            report(&deck, time, |number| format!("lesson {number}"))
        };
        vec![ScreenEvent::Statistics(lines, week(&log.lines, time))]
    }

    /// What sessions work with.
    pub(crate) fn config(&self) -> &SessionConfig {
        &self.config
    }

    /// The opening book of the session.
    pub(crate) fn book(&self) -> book::Source {
        self.config.book
    }

    /// What the players of the last game were called.
    pub(crate) fn names(&self) -> [Option<Name>; 2] {
        names::read(&self.config.places)
    }

    /// The level *auto* would play at.
    pub(crate) fn auto_level(&self) -> Level {
        // Someone whose games cannot be read is told so when the game starts.
        auto::level(&self.config.places).unwrap_or_else(|_| adapt(&[]))
    }

    fn with_session(&mut self, act: impl FnOnce(&mut Session) -> Vec<ScreenEvent>) -> Vec<ScreenEvent> {
        self.session.as_mut().map_or(vec![], act)
    }

    fn start(&mut self, settings: Settings) -> Vec<ScreenEvent> {
        let (session, update) = Session::start(settings, self.config.clone(), self.tell());
        self.begin(session, update)
    }

    fn resume(&mut self, number: usize) -> Vec<ScreenEvent> {
        if number >= self.saved.len() {
            return vec![];
        }
        let saved = self.saved.remove(number);
        match Session::resume(saved, self.config.clone(), self.tell()) {
            Ok((session, update)) => {
                let mut events = self.begin(session, update);
                events.push(ScreenEvent::Notice("The game goes on where it was left.".to_owned()));
                events
            }
            Err(error) => {
                let saved = self.saved_games();
                vec![
                    ScreenEvent::Saved(saved, self.auto_level()),
                    ScreenEvent::Refused(format!("The game cannot go on: {error}.")),
                ]
            }
        }
    }

    fn remove(&mut self, number: usize) -> Vec<ScreenEvent> {
        if number >= self.saved.len() {
            return vec![];
        }
        let removed = self.saved.remove(number).delete();
        let mut events = vec![ScreenEvent::Saved(self.saved_games(), self.auto_level())];
        if let Err(error) = removed {
            events.push(ScreenEvent::Refused(format!("The game cannot be removed ({error}).")));
        }
        events
    }

    fn worker(&mut self) -> &Worker {
        self.worker.get_or_insert_with(|| {
            let (session, events) = (self.sessions, self.events.clone());
            let tell = move |answer| drop(events.send(ScreenEvent::Answer(session, answer)));
            Worker::start(Engine::new(self.config.engine), now().0, tell)
        })
    }

    /// The ear for the worker of the next session.
    fn tell(&mut self) -> OnAnswer {
        self.sessions += 1;
        let (session, events) = (self.sessions, self.events.clone());
        Arc::new(move |answer| drop(events.send(ScreenEvent::Answer(session, answer))))
    }

    fn begin(&mut self, session: Session, update: Update) -> Vec<ScreenEvent> {
        self.worker = None;
        let session = self.session.insert(session);
        let begun = ScreenEvent::Begun(self.sessions, Box::new(session.game().clone()));
        let mut events = vec![begun];
        events.extend(told(session, update));
        events
    }

    fn save(&mut self, name: &str) -> Vec<ScreenEvent> {
        self.with_session(|session| saved(export::save(session.game(), Path::new(name)), name))
    }
}

impl Runner for LocalRunner {
    fn run(&mut self, effect: Effect, _: Option<&GameView>) -> Vec<ScreenEvent> {
        match effect {
            Effect::Start(settings) => self.start(*settings),
            Effect::ListSaved => vec![
                ScreenEvent::Saved(self.saved_games(), self.auto_level()),
                ScreenEvent::Waiting(self.waiting()),
            ],
            Effect::Statistics => self.statistics(),
            Effect::Resume(number) => self.resume(number),
            Effect::Remove(number) => self.remove(number),
            Effect::RememberNames(names) => {
                // A game is played without it just as well.
                let _ = names::write(&self.config.places, &names);
                vec![]
            }
            Effect::Save(name) => self.save(&name),
            Effect::SaveRecord(record, name) => saved(export::save_record(&record, Path::new(&name)), &name),
            Effect::Do(command) => self.with_session(|session| match session.apply(command) {
                Ok(update) => told(session, update),
                Err(refusal) => vec![ScreenEvent::Refused(refusal.sentence(session.game().settings()))],
            }),
            Effect::Hear(answer) => self.with_session(|session| match session.answer(&answer) {
                Ok(update) => told(session, update),
                Err(refusal) => vec![ScreenEvent::Refused(refusal.sentence(session.game().settings()))],
            }),
            Effect::Analyse { id, position, limits } if self.session.is_none() => {
                self.worker().analyse(id, position, limits);
                vec![]
            }
            Effect::Analyse { id, position, limits } => self.with_session(|session| {
                session.analyse(id, position, limits);
                vec![]
            }),
            Effect::StopAnalysis if self.session.is_none() => {
                self.worker().cancel_analysis();
                vec![]
            }
            Effect::StopAnalysis => self.with_session(|session| {
                session.cancel_analysis();
                vec![]
            }),
            Effect::RecallReview(game) => {
                let kept = reviews::read(&self.config.places, &game);
                kept.map(|text| ScreenEvent::Recalled(game, text)).into_iter().collect()
            }
            Effect::KeepReview(game, text) => {
                // If it cannot be kept it is made again.
                let _ = reviews::write(&self.config.places, &game, &text);
                vec![]
            }
            Effect::Hurry => self.with_session(|session| {
                session.hurry();
                vec![]
            }),
            // These concern the terminal.
            Effect::Exercise(_) | Effect::Repaint | Effect::Suspend | Effect::Quit | Effect::Fail => vec![],
        }
    }
}

fn told(session: &Session, update: Update) -> Vec<ScreenEvent> {
    let Update { events, notices } = update;
    let mut told = Vec::new();
    if !events.is_empty() {
        told.push(ScreenEvent::Game(Box::new(session.game().clone()), events));
    }
    told.extend(notices.iter().map(|notice| ScreenEvent::Notice(notice.to_string())));
    told
}

/// What to say after a game was written to a file, or was not.
pub(crate) fn saved(outcome: Result<(), ExportError>, name: &str) -> Vec<ScreenEvent> {
    match outcome {
        Ok(()) => vec![ScreenEvent::Notice(format!("The game is saved as {name}."))],
        Err(error) => vec![ScreenEvent::Refused(format!("{error}."))],
    }
}
