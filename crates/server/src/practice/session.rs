//! The state of a practice session: the log, the open drill, and the game that is being turned into cards.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use outflank_engine::{Analysis, Level, StopToken};
use outflank_rules::Color;
use outflank_study::drill::{Drill, Need, chosen};
use outflank_study::gym::{Against, EMPTIES, Gym};
use outflank_study::lessons::{Course, Lessons};
use outflank_study::practice::{Deck, Event, Learner, Line, Log, Practice, Seconds, day};
use outflank_study::puzzles::{PuzzleKind, Puzzles};
use tokio::sync::{OwnedSemaphorePermit, mpsc};

use super::LOG_BYTES;
use super::player_log::{self, Merged, PlayerLog};
use crate::api_error::ApiError;
use crate::app::App;
use crate::config::RECORD_BYTES;
use crate::engine_pool::{Owner, Priority};
use crate::engines::Search;
use crate::http::review::finished;
use crate::limits::{Permit, Resource};
use crate::outbox::Outbox;
use crate::room::RESTARTING;
use crate::socket::TOO_SLOW;
use crate::study;
use crate::visitor::Visitor;
use crate::wire::{
    DrillChoice, DrillPrompt, DrillReply, LearnRequest, Overview, PracticeMessage, PracticeRequest, Reason,
};
use crate::work::{Answer, Ask, Task};

/// A session of practice.
pub(super) struct Session<'a> {
    pub(super) app: &'a Arc<App>,
    visitor: Visitor,
    out: Outbox,
    /// Where the lines are kept with their player, if that is so.
    player_log: Option<PlayerLog>,
    lines: Vec<Line>,
    /// What the device lacked when it came.
    to_device: Vec<String>,
    /// How large the lines were when they came.
    bytes: usize,
    memory: OwnedSemaphorePermit,
    pub(super) drill: Option<Box<dyn Drill + Send>>,
    /// What was asked last.
    pub(super) prompt: Option<DrillPrompt>,
    learning: Option<(Learner, Permit)>,
    percent: usize,
}

/// What the engine is being asked.
struct Thinking {
    what: (Whose, Need),
    stop: StopToken,
    answer: Pin<Box<dyn Future<Output = Option<Analysis>> + Send>>,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// Who asks the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    Drill,
    Learner,
}

/// When the engine has too much to do, it is asked again after this.
const BUSY: Duration = Duration::from_millis(500);

impl<'a> Session<'a> {
    pub(super) fn new(
        app: &'a Arc<App>,
        visitor: Visitor,
        out: Outbox,
        player_log: Option<PlayerLog>,
        log: Merged,
        bytes: usize,
        memory: OwnedSemaphorePermit,
    ) -> Session<'a> {
        let Merged { lines, to_device, .. } = log;
        let bytes = bytes + player_log::size(&to_device);
        let (drill, prompt, learning, percent) = (None, None, None, 0);
        Session {
            app,
            visitor,
            out,
            player_log,
            lines,
            to_device,
            bytes,
            memory,
            drill,
            prompt,
            learning,
            percent,
        }
    }

    /// Takes requests until there are no more.
    pub(super) async fn run(mut self, mut inbox: mpsc::Receiver<PracticeRequest>) {
        let lines = std::mem::take(&mut self.to_device);
        if !lines.is_empty() {
            self.say(&PracticeMessage::Keep { lines });
        }
        self.overview();
        let mut thinking: Option<Thinking> = None;
        loop {
            let need = self.need();
            if thinking.as_ref().map(|thinking| thinking.what) != need {
                thinking = need.map(|(whose, need)| self.think(whose, need));
            }
            let answer = async {
                match &mut thinking {
                    Some(thinking) => (&mut thinking.answer).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                request = inbox.recv() => {
                    let Some(request) = request else { return };
                    if let Err(error) = self.take(request).await {
                        self.say(&PracticeMessage::Refused(error.0));
                    }
                }
                analysis = answer => {
                    let asked = thinking.take().map(|thinking| thinking.what);
                    if let (Some((whose, need)), Some(analysis)) = (asked, analysis) {
                        if let Err(error) = self.hear(whose, &need, &analysis).await {
                            self.say(&PracticeMessage::Refused(error.0));
                        }
                    } else if self.app.is_stopping() {
                        self.out.close(RESTARTING, "the server is restarting");
                    }
                }
            }
        }
    }

    /// Does what a page asks for.
    async fn take(&mut self, request: PracticeRequest) -> Result<(), ApiError> {
        match request {
            PracticeRequest::Begin { drill } => {
                self.drill = Some(self.drill(&drill).await?);
                self.prompt = None;
                self.ask().await?;
            }
            PracticeRequest::Reply { reply } => self.reply(&reply).await?,
            PracticeRequest::Clue => {
                self.refuse_live().await?;
                let text = self.drill.as_mut().ok_or_else(nothing_open)?.clue();
                self.say(&PracticeMessage::Clue { text });
            }
            PracticeRequest::Leave => {
                (self.drill, self.prompt) = (None, None);
                self.overview();
            }
            PracticeRequest::Openings => self.openings().await?,
            PracticeRequest::Learn(request) => self.learn(request).await?,
            PracticeRequest::Import { log } => self.import(log).await?,
            PracticeRequest::Forget => {
                if let Some(player_log) = &mut self.player_log
                    && !player_log.clear().await
                {
                    return Err(Reason::StoreFailed.into());
                }
                self.lines.clear();
                (self.drill, self.prompt, self.learning) = (None, None, None);
                self.say(&PracticeMessage::Forgotten);
                self.overview();
            }
            // These two are answered before they come here.
            PracticeRequest::Hello { .. } | PracticeRequest::Ping => {}
        }
        Ok(())
    }

    pub(super) fn say(&self, message: &PracticeMessage) {
        if let Some(text) = super::json(message)
            && self.out.answer(text.into()).is_err()
        {
            self.out.close(TOO_SLOW, "you read too slowly");
        }
    }

    pub(super) fn now(&self) -> Seconds {
        self.app.now().0 / 1000
    }

    /// What there is to do, unless something is being done.
    fn overview(&self) {
        if self.drill.is_none() {
            let with_player = self.player_log.is_some();
            let overview = Overview { with_player, ..Overview::new(&self.lines, self.now()) };
            self.say(&PracticeMessage::Overview(Box::new(overview)));
        }
    }

    // ------------------------------------------------------------ drills

    async fn drill(&mut self, choice: &DrillChoice) -> Result<Box<dyn Drill + Send>, ApiError> {
        let bad = |detail: String| ApiError::from(Reason::BadDrill { detail });
        let deck = || Deck::new(&self.lines);
        Ok(match choice {
            DrillChoice::Practice => Box::new(Practice::new(deck(), self.now())),
            DrillChoice::Daily => Box::new(Puzzles::daily(deck(), day(self.now()))),
            DrillChoice::Puzzles { only } => {
                let kind = only.as_deref().map(str::parse::<PuzzleKind>).transpose();
                Box::new(Puzzles::new(deck(), kind.map_err(|error| bad(error.to_string()))?))
            }
            DrillChoice::Gym { empties, level } => {
                if !EMPTIES.contains(empties) {
                    return Err(bad(format!("there are no endings with {empties} empty squares")));
                }
                let against = match level {
                    None => Against::Solver,
                    Some(level) => {
                        Against::Level(Level::new(*level).ok_or_else(|| ApiError::from(Reason::BadLevel))?)
                    }
                };
                Box::new(Gym::new(*empties, against, &self.lines))
            }
            DrillChoice::Lesson { number, step } => {
                let count = Course::embedded().lessons.len();
                let lesson = Lessons::new(*number);
                let lesson = lesson.ok_or_else(|| bad(format!("there are {count} lessons")))?;
                Box::new(lesson.after(*step))
            }
            DrillChoice::Opening { opening, side } => self.training(opening, *side).await?,
        })
    }

    async fn reply(&mut self, reply: &DrillReply) -> Result<(), ApiError> {
        let now = self.now();
        if matches!(reply, DrillReply::Square(_) | DrillReply::Show) {
            self.refuse_live().await?;
        }
        let drill = self.drill.as_mut().ok_or_else(nothing_open)?;
        let before = drill.prompt();
        let events = reply.read().map(|reply| drill.reply(reply, now)).unwrap_or_default();
        if events.is_empty() && drill.prompt() == before {
            return Err(Reason::BadDrill { detail: "this is no answer to what is asked".to_owned() }.into());
        }
        self.keep(events).await;
        self.ask().await
    }

    /// Tells what is asked, if that has changed.
    async fn ask(&mut self) -> Result<(), ApiError> {
        self.leave_live_lines_out().await?;
        let Some(drill) = &self.drill else { return Ok(()) };
        let prompt = DrillPrompt::new(drill.as_ref());
        if self.prompt.as_ref() != Some(&prompt) {
            self.say(&PracticeMessage::Prompt(Box::new(prompt.clone())));
            self.prompt = Some(prompt);
        }
        Ok(())
    }

    /// Has events kept.
    async fn keep(&mut self, events: Vec<Event>) {
        let now = self.now();
        self.keep_lines(events.into_iter().map(|event| Line::new(now, event)).collect()).await;
    }

    async fn keep_lines(&mut self, lines: Vec<Line>) {
        if lines.is_empty() {
            return;
        }
        let texts: Vec<String> = lines.iter().map(Line::encode).collect();
        // What cannot be stored now is stored when the device comes again.
        if let Some(player_log) = &mut self.player_log
            && !player_log.add(&texts).await
        {
            self.player_log = None;
        }
        self.say(&PracticeMessage::Keep { lines: texts });
        self.lines.extend(lines);
    }

    // ------------------------------------------------------------ games and lines from elsewhere

    async fn learn(&mut self, request: LearnRequest) -> Result<(), ApiError> {
        if self.learning.is_some() {
            return Err(Reason::TooManyAnalyses.into());
        }
        let record = match (request.game, request.record) {
            (Some(game), None) => finished(self.app, &game).await?,
            (None, Some(record)) => {
                if record.text.as_ref().is_some_and(|text| text.len() > RECORD_BYTES) {
                    return Err(Reason::RecordTooLarge.into());
                }
                let record = tokio::task::spawn_blocking(move || study::record(&record)).await;
                record.map_err(|_| ApiError::from(Reason::Broken))??
            }
            _ => return Err(Reason::BadDrill { detail: "a game or a record is expected".to_owned() }.into()),
        };
        self.app.refuse_live(record.game.positions()).await?;
        let learner = Learner::new(record, Color::from(request.side))
            .map_err(|error| ApiError::from(Reason::BadDrill { detail: error.to_string() }))?;
        if Deck::new(&self.lines).has_game(&learner.game()) {
            self.say(&PracticeMessage::Learnt { cards: 0, found: 0, known: true });
            return Ok(());
        }
        let permit = self.app.limiter.hold(self.visitor, Resource::Analysis);
        self.learning = Some((learner, permit.ok_or_else(|| ApiError::from(Reason::TooManyAnalyses))?));
        self.percent = 0;
        Ok(())
    }

    /// A game has been looked at: what is kept of it.
    async fn learnt(&mut self) {
        let Some((learner, _)) = self.learning.take() else { return };
        let events = learner.events(&Deck::new(&self.lines));
        let cards = events.iter().filter(|event| matches!(event, Event::Card(card) if !card.fine)).count();
        let found = events.iter().filter(|event| matches!(event, Event::Found { .. })).count();
        self.keep(events).await;
        self.say(&PracticeMessage::Learnt { cards, found, known: false });
        self.overview();
    }

    async fn import(&mut self, text: String) -> Result<(), ApiError> {
        let bytes = self.bytes + text.len();
        let more = Arc::clone(&self.app.practice).try_acquire_many_owned(text.len().div_ceil(1024) as u32);
        let (true, Ok(more)) = (bytes <= LOG_BYTES, more) else {
            return Err(Reason::RequestTooLarge.into());
        };
        let merged = self.aside(move |lines| {
            let ours = Log { lines: std::mem::take(lines), bad: Vec::new() };
            let theirs = Log::parse(&text);
            let new: Vec<Line> = ours.missing(&theirs).cloned().collect();
            *lines = ours.lines;
            (new, theirs)
        });
        let (new, theirs) = merged.await?;
        self.bytes = bytes;
        self.memory.merge(more);
        let (count, of, bad) = (new.len(), theirs.lines.len(), theirs.bad.len());
        self.keep_lines(new).await;
        // Also what is old, so that cards are answered in the order in which they were.
        self.lines.sort_by_key(|line| line.time);
        self.say(&PracticeMessage::Imported { new: count, of, bad });
        self.overview();
        Ok(())
    }

    /// Does what takes its time with the lines, so that other people's games do not wait for it.
    pub(super) async fn aside<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&mut Vec<Line>) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let mut lines = std::mem::take(&mut self.lines);
        let done = tokio::task::spawn_blocking(move || {
            let found = work(&mut lines);
            (lines, found)
        });
        let (lines, found) = done.await.map_err(|_| ApiError::from(Reason::Broken))?;
        self.lines = lines;
        Ok(found)
    }

    // ------------------------------------------------------------ the engine

    /// What the engine is to find out next. A drill comes first: somebody waits for it.
    fn need(&self) -> Option<(Whose, Need)> {
        let drill = self.drill.as_ref().and_then(|drill| drill.need()).map(|need| (Whose::Drill, need));
        drill.or_else(|| {
            let (learner, _) = self.learning.as_ref()?;
            Some((Whose::Learner, Need::Search(learner.next()?)))
        })
    }

    fn think(&self, whose: Whose, need: Need) -> Thinking {
        let (ask, position, priority) = match need {
            Need::Search(question) => {
                let ask = Ask::Search { limits: question.limits, fresh: false };
                (ask, question.position, Priority::Background)
            }
            Need::Choose { position, level, .. } => {
                let ask = Ask::Move { level, time: self.app.config.longest_think, book: false };
                (ask, position, Priority::Move)
            }
        };
        // The positions of cards and openings are the client's: they may be of a game that is still played.
        let is_theirs =
            self.drill.as_ref().is_some_and(|drill| matches!(drill.title(), "practice" | "coach"));
        let (stop, app) = (StopToken::new(), Arc::clone(self.app));
        let search = Search {
            task: Task { position, ask },
            priority,
            owner: Owner::of(Some(self.visitor), "practice"),
            stop: stop.clone(),
            observer: None,
        };
        let answer = Box::pin(async move {
            if is_theirs && app.refuse_live(&[position]).await.is_err() {
                return std::future::pending().await;
            }
            app.metrics.analyses.add();
            match app.search(search).await {
                Ok(Answer::Search(analysis)) if !analysis.lines.is_empty() => Some(analysis),
                Ok(Answer::Move(Some(mv))) => Some(chosen(mv)),
                _ => {
                    tokio::time::sleep(BUSY).await;
                    None
                }
            }
        });
        Thinking { what: (whose, need), stop, answer }
    }

    async fn hear(&mut self, whose: Whose, need: &Need, analysis: &Analysis) -> Result<(), ApiError> {
        let id = match need {
            Need::Search(question) => question.id,
            Need::Choose { id, .. } => *id,
        };
        match (whose, &mut self.drill, &mut self.learning) {
            (Whose::Drill, Some(drill), _) => {
                let events = drill.hear(id, analysis);
                self.keep(events).await;
                return self.ask().await;
            }
            (Whose::Learner, _, Some((learner, _))) => {
                learner.answer(id, analysis);
                let (percent, done) = (learner.percent(), learner.next().is_none());
                if done {
                    self.learnt().await;
                } else if percent > self.percent {
                    self.percent = percent;
                    self.say(&PracticeMessage::Learning { percent });
                }
            }
            _ => {}
        }
        Ok(())
    }
}

fn nothing_open() -> ApiError {
    Reason::BadDrill { detail: "nothing is being asked".to_owned() }.into()
}
