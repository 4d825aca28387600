//! Where a plain game is kept: by this program, or on a server.

use outflank_engine::{Engine, Limits, Options};
use outflank_play::remote::Report;
use outflank_play::worker::Worker;
use outflank_play::{Command, LiveGame, Refusal, Time};
use outflank_rules::{Color, Position};

use crate::screen::Links;
use crate::screen::remote_view::RemoteView;
use crate::{OnAnswer, Session, Update, now};

/// The game behind the console.
pub(super) enum Backend {
    /// A session of this program, and who is told what its worker finds.
    Here(Box<Session>, OnAnswer),
    /// A game on a server.
    Elsewhere(Box<RemoteGame>),
}

/// What becomes of a command.
pub(super) enum Applied {
    /// This happened.
    Done(Update),
    /// Nothing happened.
    Refused(Refusal),
    /// It is on its way; the answer comes as news.
    Sent,
}

/// A game on a server, as far as it is known here.
pub(super) struct RemoteGame {
    pub(super) live: LiveGame,
    pub(super) view: RemoteView,
    send: Box<dyn FnMut(Command, usize)>,
    engine: Options,
    tell: OnAnswer,
    /// Started with the first question.
    worker: Option<Worker>,
}

impl RemoteGame {
    pub(super) fn new(
        found: Report,
        links: Links,
        send: Box<dyn FnMut(Command, usize)>,
        engine: Options,
        tell: OnAnswer,
    ) -> RemoteGame {
        let mut view = RemoteView::new(links);
        view.hear(&found, now());
        RemoteGame { live: found.game, view, send, engine, tell, worker: None }
    }
}

impl Backend {
    pub(super) fn game(&self) -> &LiveGame {
        match self {
            Backend::Here(session, _) => session.game(),
            Backend::Elsewhere(remote) => &remote.live,
        }
    }

    /// Whether a colour is played from here.
    pub(super) fn plays(&self, color: Color) -> bool {
        match self {
            Backend::Here(session, _) => session.game().seat(color).is_human(),
            Backend::Elsewhere(remote) => remote.view.sides.contains(&color),
        }
    }

    /// For whom a command is given that concerns a player: for them, if they are played from here.
    pub(super) fn speaker(&self, concerned: Option<Color>) -> Color {
        let turn = self.game().position().turn();
        match self {
            Backend::Here(..) => concerned.unwrap_or(turn),
            // Those who only watch are told so by the server.
            Backend::Elsewhere(remote) => {
                let sides = &remote.view.sides;
                concerned.filter(|color| sides.contains(color)).or(sides.first().copied()).unwrap_or(turn)
            }
        }
    }

    /// The time by which the clocks run.
    pub(super) fn now(&self) -> Time {
        match self {
            Backend::Here(..) => now(),
            Backend::Elsewhere(remote) => remote.view.time_there(now()),
        }
    }

    pub(super) fn apply(&mut self, command: Command) -> Applied {
        match self {
            Backend::Here(session, _) => match session.apply(command) {
                Ok(update) => Applied::Done(update),
                Err(refusal) => Applied::Refused(refusal),
            },
            Backend::Elsewhere(remote) => {
                (remote.send)(command, remote.live.game().moves().len());
                Applied::Sent
            }
        }
    }

    /// Asks what a position is worth; the answers bear the number `id`.
    pub(super) fn analyse(&mut self, id: u64, position: Position, limits: Limits) {
        match self {
            Backend::Here(session, _) => session.analyse(id, position, limits),
            Backend::Elsewhere(remote) => {
                let (engine, tell) = (remote.engine, &remote.tell);
                let worker = remote.worker.get_or_insert_with(|| {
                    let tell = tell.clone();
                    Worker::start(Engine::new(engine), now().0, move |answer| tell(answer))
                });
                worker.analyse(id, position, limits);
            }
        }
    }

    /// Whether the engine may help: nobody is helped against someone else while the game goes on.
    pub(super) fn may_help(&self) -> bool {
        let game = self.game();
        let people = game.settings().seats.iter().all(outflank_play::Seat::is_human);
        matches!(self, Backend::Here(..)) || game.is_over() || !people
    }
}
