use outflank_engine::{Level, PastGame, PastResult};
use outflank_rules::{Bitboard, Color, Game, Move, Position, Square};

use crate::clock::Clock;
use crate::{
    Beginning, Command, Consent, EndReason, Event, GameResult, Player, Rating, Refusal, Seat, Settings, Time,
    UndoAllowance,
};

mod decide;
mod replay;

#[cfg(test)]
mod tests;

pub use replay::{ReplayError, ReplayFault};

/// A game being played. All changes go through [`LiveGame::apply`].
///
/// It holds one game at a time: a restart or a rematch begins the next one in the same place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveGame {
    settings: Settings,
    game: Game,
    undos_used: [u32; 2],
    pub(crate) clock: Option<Clock>,
    request: Option<Request>,
    result: Option<GameResult>,
    paused: bool,
    /// Changes whenever the player to move has to think again.
    turn_number: u64,
    started: Time,
    /// The time of the last event; time never goes backwards in a game.
    latest: Time,
    /// When the player to move was first to move.
    pub(crate) turn_began: Time,
}

/// What a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// A person to place a disc.
    Move(Color),
    /// A person to say that they pass.
    Pass(Color),
    /// The computer's answer to a task.
    Engine(Task),
    /// Somebody to continue: the game is paused.
    Continue,
    /// Nothing: the game is over.
    Nothing,
}

/// A move the computer has to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// Goes back with the answer.
    pub ticket: Ticket,
    /// Where to find a move.
    pub position: Position,
    /// How strong to play.
    pub level: Level,
    /// Whether it may come from the opening book.
    pub book: bool,
}

/// Identifies one turn of one game, so that a stale answer can be recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(pub u64);

/// Something one player has asked the other for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Who asked.
    pub by: Color,
    /// What for.
    pub kind: RequestKind,
}

/// What a player can ask the other for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RequestKind {
    /// To take back the last move.
    Undo,
    /// Another game.
    Rematch {
        /// Whether with the colours swapped.
        swap: bool,
    },
}

/// A take-back that is possible now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndoOption {
    /// Who may take back.
    pub by: Color,
    /// The disc of theirs that leaves the board.
    pub square: Square,
    /// The discs placed since, which leave it too, in the order in which they were played.
    pub replies: Vec<Square>,
    /// How many take-backs this player has left, this one included; `None` for any number.
    pub left: Option<u32>,
}

impl UndoOption {
    /// Whether this would be the player's last one in this game. Front ends ask before they spend it.
    pub fn is_last(&self) -> bool {
        self.left == Some(1)
    }
}

impl LiveGame {
    /// Starts a game. The events tell of the start and of what follows from it by itself: passes, or even the
    /// end, if the start position calls for that.
    pub fn new(settings: Settings, now: Time) -> (LiveGame, Vec<Event>) {
        let mut game = LiveGame::begin(settings.clone(), now);
        let mut events = vec![Event::Started { beginning: Beginning::New, settings: Box::new(settings) }];
        game.settle(now, &mut events);
        (game, events)
    }

    /// Carries out a command, or says why not and leaves the game as it is. If the player to move has run out
    /// of time before `now`, the game ends with that, whatever was to be done.
    pub fn apply(&mut self, command: Command, now: Time) -> Result<Vec<Event>, Refusal> {
        let now = now.max(self.latest);
        let mut events = Vec::new();
        if self.deadline().is_some_and(|deadline| deadline <= now) && !is_credit(&command) {
            let reason = if self.first_move_due().is_some_and(|due| due <= now) {
                EndReason::CalledOff
            } else {
                EndReason::OutOfTime(self.position().turn())
            };
            self.end(reason, now, &mut events);
        } else {
            self.decide(command, now, &mut events)?;
        }
        Ok(events)
    }

    /// What was agreed, with the seats as they are now.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The start position and the moves so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// The seat of one colour.
    pub fn seat(&self, color: Color) -> &Seat {
        self.settings.seat(color)
    }

    /// Whose turn it is; `None` when the game is over.
    pub fn turn(&self) -> Option<Color> {
        self.result.is_none().then(|| self.position().turn())
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.result.is_some()
    }

    /// How the game ended, if it has.
    pub fn result(&self) -> Option<&GameResult> {
        self.result.as_ref()
    }

    /// Whether a game between computers has been paused.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whether the game can be paused: it is not over, and no person plays.
    pub fn can_pause(&self) -> bool {
        self.check_pause().is_ok()
    }

    /// What an adaptive computer learns about the person from a finished game against it: nothing if it was given
    /// up in the first ten moves, or did not begin at the usual start, where both have the same chances.
    pub fn past_game(&self) -> Option<PastGame> {
        let result = self.result?;
        let person = Color::ALL.into_iter().find(|color| self.seat(*color).is_human())?;
        let level = self.seat(!person).level().filter(|_| self.seat(!person).is_adaptive())?;
        if !result.counts() {
            return None;
        }
        let given_up = matches!(result.reason, EndReason::Resigned(_)) && self.game.moves().len() < 10;
        if given_up || self.settings.start != Position::start(self.settings.start.variant()) {
            return None;
        }
        let result = match result.winner() {
            None => PastResult::Drawn,
            Some(color) if color == person => PastResult::Won,
            Some(_) => PastResult::Lost,
        };
        Some(PastGame { level, result })
    }

    /// When the game started.
    pub fn started(&self) -> Time {
        self.started
    }

    /// When something last happened.
    pub fn latest(&self) -> Time {
        self.latest
    }

    /// When the player to move was first to move; later if time was given back since.
    pub fn turn_began(&self) -> Time {
        self.turn_began
    }

    /// What the game waits for.
    pub fn awaited(&self) -> Awaited {
        let Some(turn) = self.turn() else {
            return Awaited::Nothing;
        };
        if self.paused {
            return Awaited::Continue;
        }
        match self.seat(turn).player {
            Player::Computer(level) | Player::Adaptive(level) => {
                let (ticket, book) = (Ticket(self.turn_number), self.settings.book);
                Awaited::Engine(Task { ticket, position: *self.position(), level, book })
            }
            Player::Human if self.position().must_pass() => Awaited::Pass(turn),
            Player::Human => Awaited::Move(turn),
        }
    }

    /// What the computer has to find now, if it is its turn.
    pub fn task(&self) -> Option<Task> {
        match self.awaited() {
            Awaited::Engine(task) => Some(task),
            _ => None,
        }
    }

    /// What one player has asked the other for, while it is unanswered.
    pub fn request(&self) -> Option<Request> {
        self.request
    }

    /// How many moves a player may still take back; `None` for any number.
    pub fn undos_left(&self, color: Color) -> Option<u32> {
        match self.settings.undo {
            UndoAllowance::None => Some(0),
            UndoAllowance::Once => Some(1_u32.saturating_sub(self.undos_used[color.index()])),
            UndoAllowance::Unlimited => None,
        }
    }

    /// The take-backs that are possible now, that of whoever placed a disc last first. Each belongs to a player:
    /// it leads to the position before that player's own last disc.
    ///
    /// ```
    /// use outflank_play::{Command, LiveGame, Settings, Time};
    /// use outflank_rules::{Color, Square};
    ///
    /// let (mut game, _) = LiveGame::new(Settings::default(), Time(0));
    /// for (by, square) in [(Color::Black, Square::D3), (Color::White, Square::C3)] {
    ///     game.apply(Command::Play { by, mv: square.into() }, Time(0))?;
    /// }
    /// let phrases: Vec<String> =
    ///     game.undo_options().iter().map(|option| option.phrase(game.settings())).collect();
    /// assert_eq!(phrases, ["White's c3", "Black's d3 with the reply c3"]);
    /// # Ok::<(), outflank_play::Refusal>(())
    /// ```
    pub fn undo_options(&self) -> Vec<UndoOption> {
        let mut options: Vec<UndoOption> =
            Color::ALL.into_iter().filter_map(|by| self.undo_option(by).ok()).collect();
        options.sort_by_key(|option| option.replies.len());
        options
    }

    /// What an undo of this player would take back, or why there is none.
    pub fn undo_option(&self, by: Color) -> Result<UndoOption, Refusal> {
        let (ply, square) = self.check_undo(by)?;
        let replies = self.game.moves()[ply + 1..].iter().filter_map(|mv| mv.square()).collect();
        Ok(UndoOption { by, square, replies, left: self.undos_left(by) })
    }

    /// The disc placed last and the discs it turned over.
    pub fn last_placed(&self) -> Option<(Square, Bitboard)> {
        let (ply, square) = self.last_placement(|_| true)?;
        Some((square, self.game.positions()[ply].flips(square)))
    }

    fn begin(settings: Settings, now: Time) -> LiveGame {
        LiveGame {
            game: Game::new(settings.start),
            undos_used: [0; 2],
            clock: settings.clock.map(Clock::new),
            request: None,
            result: None,
            paused: false,
            turn_number: 0,
            started: now,
            latest: now,
            turn_began: now,
            settings,
        }
    }

    /// The last disc placed from a position that fits: the ply before it and where.
    fn last_placement(&self, fits: impl Fn(&Position) -> bool) -> Option<(usize, Square)> {
        let moves = self.game.moves().iter().zip(self.game.positions()).enumerate();
        let placed = |(ply, (mv, position)): (usize, (&Move, &Position))| {
            mv.square().filter(|_| fits(position)).map(|square| (ply, square))
        };
        moves.rev().find_map(placed)
    }
}

/// A credit is given before the clock is looked at, since it may be what saves the player.
fn is_credit(command: &Command) -> bool {
    matches!(command, Command::Credit { .. })
}
