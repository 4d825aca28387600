use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use outflank_engine::book;
use outflank_engine::{Engine, Level, Limits, Options};
use outflank_play::setup::Pace;
use outflank_play::worker::{Answer, Worker};
use outflank_play::{Command, Event, LiveGame, Player, Refusal, Seat, Settings, Ticket, Time};
use outflank_rules::{Color, Position};

use crate::results::{self, Kept};
use crate::saves::{Logged, SaveError, SaveFile, SavedGame};
use crate::{Places, auto};

/// A game played in a terminal: the live game, the worker that thinks for the computer, the file in which the
/// unfinished game is kept and the result of the finished one.
///
/// Front ends send commands with [`Session::apply`] and hand back what the worker says with
/// [`Session::answer`]; both tell what happened.
pub struct Session {
    game: LiveGame,
    config: SessionConfig,
    tell: OnAnswer,
    keeping: Keeping,
    /// What happened and is not in the file yet.
    log: Vec<Logged>,
    /// Started with the first question, since a game between people needs no engine.
    worker: Option<Worker>,
    asked: Option<Ticket>,
}

/// What a session works with.
#[derive(Clone, Debug)]
pub struct SessionConfig {
    /// Where results and unfinished games go.
    pub places: Places,
    /// How fast the computer answers.
    pub pace: Pace,
    /// The engine to start when it is needed.
    pub engine: Options,
    /// The opening book that it plays from.
    pub book: book::Source,
}

/// Is told everything the worker finds out, on the worker's thread.
pub type OnAnswer = Arc<dyn Fn(Answer) + Send + Sync>;

/// What happened, and what there is to say about the files.
#[derive(Debug, Default)]
pub struct Update {
    /// What happened in the game.
    pub events: Vec<Event>,
    /// What happened around it.
    pub notices: Vec<Notice>,
}

/// Something to tell the players that is not part of the game.
#[derive(Debug)]
pub enum Notice {
    /// The result was written to this file.
    Result(PathBuf),
    /// The result was written to this file because of an error in the current folder.
    ResultElsewhere(PathBuf, io::Error),
    /// The result could not be written anywhere, so here it is.
    ResultNowhere(io::Error, String),
    /// The unfinished game is not being kept.
    NotKept(io::Error),
    /// The adaptive computer played at the first level and will play at the second.
    Adapted(Level, Level),
    /// The past games of the adaptive computer cannot be read or added to.
    NotAdapted(io::Error),
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::Result(path) => write!(f, "The result is in {}.", path.display()),
            Notice::ResultElsewhere(path, error) => {
                let name = results::FILE_NAME;
                write!(f, "{name} cannot be written here ({error}): the result is in {}.", path.display())
            }
            Notice::ResultNowhere(error, block) => {
                write!(f, "The result cannot be written ({error}). This is it:\n{}", block.trim_end())
            }
            Notice::NotKept(error) => write!(f, "The unfinished game cannot be kept ({error})."),
            Notice::Adapted(from, to) if from == to => write!(f, "Auto stays at level {to}, {}.", to.name()),
            Notice::Adapted(_, to) => write!(f, "Auto plays at level {to}, {}, next time.", to.name()),
            Notice::NotAdapted(error) => write!(f, "Auto cannot remember games ({error})."),
        }
    }
}

/// Where the unfinished game is kept.
enum Keeping {
    /// Nowhere before the first move.
    Later,
    File(SaveFile),
    /// It cannot be kept, and the players know.
    Off,
}

/// The time of the computer's clock.
pub fn now() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time(since.as_millis() as u64)
}

impl Session {
    /// Starts a new game. An adaptive computer plays at the level its past games call for, whatever it was given.
    pub fn start(mut settings: Settings, config: SessionConfig, tell: OnAnswer) -> (Session, Update) {
        let adapted = settings.seats.iter_mut().try_for_each(|seat| adapt(seat, &config.places));
        let now = now();
        let (game, events) = LiveGame::new(settings, now);
        let keeping = Keeping::Later;
        let mut session = Session { game, config, tell, keeping, log: Vec::new(), worker: None, asked: None };
        let mut update = session.follow(events, now);
        update.notices.extend(adapted.err().map(Notice::NotAdapted));
        (session, update)
    }

    /// Goes on with an unfinished game. The time since it was left is not charged to the clock.
    pub fn resume(
        saved: SavedGame,
        config: SessionConfig,
        tell: OnAnswer,
    ) -> Result<(Session, Update), SaveError> {
        let (file, game) = saved.open()?;
        let keeping = Keeping::File(file);
        let mut session = Session { game, config, tell, keeping, log: Vec::new(), worker: None, asked: None };
        let away = now().since(session.game.latest());
        let mut update = Update::default();
        // The tick completes a log that was cut off. Neither command is ever refused.
        for command in [Command::Credit { time: away }, Command::Tick] {
            update = session.apply(command).unwrap_or(update);
        }
        Ok((session, update))
    }

    /// Carries out a command, or says why not.
    pub fn apply(&mut self, command: Command) -> Result<Update, Refusal> {
        let now = now();
        if self.game.is_over() && matches!(command, Command::Restart | Command::Rematch { .. }) {
            self.adapt(now)?;
        }
        let events = self.game.apply(command, now)?;
        Ok(self.follow(events, now))
    }

    /// Has an adaptive computer learn from the game that is over before the next one starts, which will say so.
    fn adapt(&mut self, now: Time) -> Result<(), Refusal> {
        for color in Color::ALL {
            let mut seat = self.game.seat(color).clone();
            // If its games cannot be read, which was told when this one ended, it stays as it is.
            if seat.is_adaptive() && adapt(&mut seat, &self.config.places).is_ok() {
                self.game.apply(Command::Seat { color, seat }, now)?;
            }
        }
        Ok(())
    }

    /// Plays what the worker found, if it is a move that is still wanted. Analyses are for the front end.
    pub fn answer(&mut self, answer: &Answer) -> Result<Update, Refusal> {
        match answer {
            Answer::Move { ticket, choice } => {
                self.apply(Command::EngineMove { ticket: *ticket, mv: choice.mv })
            }
            Answer::Progress { .. } | Answer::Analysis { .. } | Answer::Failed => Ok(Update::default()),
        }
    }

    /// The game as it stands.
    pub fn game(&self) -> &LiveGame {
        &self.game
    }

    /// What the session works with.
    pub fn config(&self) -> &SessionConfig {
        &self.config
    }

    /// Whether the game would be there at the next start. Without a disc there is nothing to go on with.
    pub fn is_kept(&self) -> bool {
        matches!(self.keeping, Keeping::File(_)) && self.game.last_placed().is_some()
    }

    /// Asks what a position is worth; the answers bear the number `id`.
    pub fn analyse(&mut self, id: u64, position: Position, limits: Limits) {
        self.worker().analyse(id, position, limits);
    }

    /// Ends an analysis that nobody waits for any more.
    pub fn cancel_analysis(&mut self) {
        if let Some(worker) = &self.worker {
            worker.cancel_analysis();
        }
    }

    /// Makes the computer play what it has found so far.
    pub fn hurry(&mut self) {
        if let Some(worker) = &self.worker {
            worker.hurry();
        }
    }

    /// Sees to everything that follows from events.
    fn follow(&mut self, events: Vec<Event>, now: Time) -> Update {
        let mut notices = Vec::new();
        for event in &events {
            match event {
                Event::Started { .. } => {
                    self.forget();
                    self.log.clear();
                }
                Event::Ended { .. } => {
                    // First, since the unfinished game is forgotten with its result, and a game counts only once.
                    let learned = auto::learn(&self.config.places, &self.game);
                    notices.push(self.keep_result());
                    match learned {
                        Ok(None) => {}
                        Ok(Some((from, to))) => notices.push(Notice::Adapted(from, to)),
                        Err(error) => notices.push(Notice::NotAdapted(error)),
                    }
                }
                _ => {}
            }
            self.log.push((now, event.clone()));
        }
        if let Err(error) = self.keep_log() {
            self.keeping = Keeping::Off;
            notices.push(Notice::NotKept(error));
        }
        self.think();
        Update { events, notices }
    }

    /// The computer begins to think when it has to, and stops when it need not.
    fn think(&mut self) {
        let task = self.game.task();
        let ticket = task.map(|task| task.ticket);
        if ticket == self.asked {
            return;
        }
        self.asked = ticket;
        let clock = self.game.engine_clock(now());
        let pace = clock.map_or(self.config.pace, |clock| self.config.pace.within(clock.remaining));
        match (task, &self.worker) {
            (Some(task), _) => self.worker().find_move(task, pace, clock),
            (None, Some(worker)) => worker.cancel_move(),
            (None, None) => {}
        }
    }

    fn worker(&mut self) -> &Worker {
        self.worker.get_or_insert_with(|| {
            let tell = Arc::clone(&self.tell);
            let engine = Engine::new(self.config.engine).with_book(self.config.book);
            Worker::start(engine, now().0, move |answer| tell(answer))
        })
    }

    /// Writes what has not been written yet, in one piece, from the first disc on.
    fn keep_log(&mut self) -> io::Result<()> {
        if self.game.is_over() {
            return Ok(());
        }
        match &mut self.keeping {
            Keeping::Off => {}
            Keeping::File(file) => file.append(&self.log)?,
            Keeping::Later if self.game.game().moves().is_empty() => return Ok(()),
            Keeping::Later => self.keeping = Keeping::File(SaveFile::create(&self.config.places, &self.log)?),
        }
        self.log.clear();
        Ok(())
    }

    fn keep_result(&mut self) -> Notice {
        match results::keep(&self.game, &self.config.places) {
            Kept::Here(path) => {
                self.forget();
                Notice::Result(path)
            }
            Kept::Elsewhere(path, error) => {
                self.forget();
                Notice::ResultElsewhere(path, error)
            }
            Kept::Nowhere(error) => Notice::ResultNowhere(error, results::block(&self.game)),
        }
    }

    /// The game so far is not wanted any more.
    fn forget(&mut self) {
        let keeping = std::mem::replace(&mut self.keeping, Keeping::Later);
        if let Keeping::File(file) = keeping {
            file.delete();
        }
    }
}

/// Gives an adaptive computer the level that its past games call for.
fn adapt(seat: &mut Seat, places: &Places) -> io::Result<()> {
    if seat.is_adaptive() {
        seat.player = Player::Adaptive(auto::level(places)?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use outflank_play::UndoAllowance;
    use outflank_rules::Square;

    use super::*;
    use crate::saves;

    fn config(folder: &std::path::Path) -> SessionConfig {
        let engine = Options { threads: 1, table_mb: 1 };
        let book = book::Book::embedded;
        SessionConfig { places: Places::below(folder), pace: Pace::INSTANT, engine, book }
    }

    fn tell() -> (OnAnswer, Receiver<Answer>) {
        let (sender, answers) = channel();
        (Arc::new(move |answer| drop(sender.send(answer))), answers)
    }

    fn play(session: &mut Session, square: Square) -> Update {
        let by = session.game().position().turn();
        session.apply(Command::Play { by, mv: square.into() }).unwrap()
    }

    #[test]
    fn a_game_is_kept_from_the_first_disc_on_and_goes_on_where_it_stopped() {
        let folder = saves::tests::folder("session-kept");
        let config = config(&folder);
        let (mut session, _) = Session::start(Settings::default(), config.clone(), tell().0);
        assert!(!session.is_kept());
        play(&mut session, Square::D3);
        play(&mut session, Square::C3);
        session.apply(Command::Undo { by: Color::White }).unwrap();
        assert!(session.is_kept());
        let game = session.game().clone();
        drop(session);

        let saved = saves::list(&config.places).0.pop().unwrap();
        let (mut session, update) = Session::resume(saved, config.clone(), tell().0).unwrap();
        assert!(update.events.is_empty());
        assert_eq!(session.game().game(), game.game());
        assert_eq!(session.game().undos_left(Color::White), Some(0));
        // A restart gives the old game up.
        session.apply(Command::Restart).unwrap();
        assert!(saves::list(&config.places).0.is_empty());
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_end_writes_the_result_and_keeps_the_game_no_longer() {
        let folder = saves::tests::folder("session-end");
        let config = config(&folder);
        let (mut session, _) = Session::start(Settings::default(), config.clone(), tell().0);
        play(&mut session, Square::D3);
        let update = session.apply(Command::Resign { by: Color::Black }).unwrap();
        let path = folder.join(results::FILE_NAME);
        assert_eq!(update.notices[0].to_string(), format!("The result is in {}.", path.display()));
        assert_eq!(std::fs::read_to_string(path).unwrap(), results::block(session.game()));
        drop(session);
        assert!(saves::list(&config.places).0.is_empty());
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn without_a_place_to_keep_games_the_players_are_told_once() {
        let folder = saves::tests::folder("session-off");
        let mut config = config(&folder);
        config.places.state = None;
        let (mut session, _) = Session::start(Settings::default(), config, tell().0);
        let told = play(&mut session, Square::D3).notices;
        assert_eq!(told[0].to_string(), "The unfinished game cannot be kept (there is no home folder).");
        assert!(play(&mut session, Square::C3).notices.is_empty());
        assert!(!session.is_kept());
        std::fs::remove_dir_all(folder).unwrap();
    }

    /// Plays until it is the person's turn or the game is over, and plays a first legal move then.
    fn play_on(session: &mut Session, answers: &Receiver<Answer>) -> Update {
        if session.game().task().is_some() {
            return session.answer(&answers.recv().unwrap()).unwrap();
        }
        let square = session.game().position().legal_moves().first().unwrap();
        play(session, square)
    }

    #[test]
    fn auto_adapts_from_game_to_game_and_a_game_goes_on_at_its_level() {
        let folder = saves::tests::folder("session-auto");
        let config = config(&folder);
        let level = |session: &Session| session.game().settings().seats.iter().find_map(Seat::level).unwrap();
        let mut settings = Settings { undo: UndoAllowance::None, ..Settings::default() };
        settings.seats[1] = Seat::adaptive(None, Level::STRONGEST);
        let (tell, answers) = tell();
        let (mut session, _) = Session::start(settings, config.clone(), Arc::clone(&tell));
        assert_eq!(level(&session).number(), 2, "what it was given does not count");
        for _ in 0..12 {
            play_on(&mut session, &answers);
        }
        drop(session);

        // The program was killed; meanwhile another game was lost.
        let path = folder.join("state/auto-games.txt");
        std::fs::write(&path, "outflank auto 1\n1 2 lost\n2 1 lost\n").unwrap();
        let saved = saves::list(&config.places).0.pop().unwrap();
        let (mut session, _) = Session::resume(saved, config.clone(), tell).unwrap();
        assert_eq!(level(&session).number(), 2, "the same in the whole game");
        assert!(session.game().settings().introduction(Color::White).ends_with("at level 2, auto (White)"));
        let update = session.apply(Command::Resign { by: Color::Black }).unwrap();
        let next = auto::level(&config.places).unwrap();
        assert_eq!(auto::games(&config.places).unwrap().len(), 3);
        assert_eq!(
            update.notices.last().unwrap().to_string(),
            format!("Auto plays at level {next}, {}, next time.", next.name())
        );
        assert_eq!(level(&session).number(), 2, "the game that is over does not change");
        session.apply(Command::Rematch { by: Color::Black, swap: true }).unwrap();
        assert_eq!(level(&session), next);
        assert!(session.game().seat(Color::Black).is_adaptive());

        // A file that cannot be read is told of, and the game is played all the same.
        std::fs::write(&path, "nonsense\n").unwrap();
        let settings = session.game().settings().clone();
        let (_, update) = Session::start(settings, config, self::tell().0);
        assert_eq!(
            update.notices[0].to_string(),
            "Auto cannot remember games (auto-games.txt, line 1: this was not written by this version of auto)."
        );
        drop(session);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn computers_play_whole_games_under_all_rules() {
        let folder = saves::tests::folder("session-computers");
        for variant in outflank_rules::Variant::ALL {
            let (tell, answers) = tell();
            let settings = Settings {
                seats: [(); 2].map(|()| Seat::computer(None, Level::EASY)),
                start: outflank_rules::Position::start(variant),
                ..Settings::default()
            };
            let (mut session, _) = Session::start(settings, config(&folder), tell);
            while !session.game().is_over() {
                session.answer(&answers.recv().unwrap()).unwrap();
            }
        }
        let results = std::fs::read_to_string(folder.join(results::FILE_NAME)).unwrap();
        assert_eq!(results.matches("Winner:").count(), 4);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
