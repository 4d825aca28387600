//! What each command leads to: checks here, changes in `replay`.

use outflank_rules::IllegalMove;

use super::{
    Beginning, Color, Command, Consent, EndReason, Event, GameResult, LiveGame, Move, Rating, Refusal,
    Request, RequestKind, Seat, Settings, Square, Ticket, Time, UndoAllowance,
};

impl LiveGame {
    pub(super) fn decide(
        &mut self,
        command: Command,
        now: Time,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        match command {
            Command::Play { by, mv } => self.play(by, mv, now, events),
            Command::EngineMove { ticket, mv } => self.engine_move(ticket, mv, now, events),
            Command::Undo { by } => self.undo(by, now, events),
            Command::Accept { by } => self.accept(by, now, events),
            Command::Decline { by } => self.decline(by, now, events),
            Command::Resign { by } => self.resign(by, now, events),
            Command::Claim { by } => {
                self.check_person(by)?;
                self.end(EndReason::Left(!by), now, events);
                Ok(())
            }
            Command::CallOff if self.is_over() => Err(Refusal::GameOver),
            Command::CallOff => {
                self.end(EndReason::CalledOff, now, events);
                Ok(())
            }
            Command::Rate { after } => self.rate(after, now, events),
            Command::Restart => self.restart(now, events),
            Command::Rematch { by, swap } => self.rematch(by, swap, now, events),
            Command::Greet { by, greeting } => {
                let apart = self.settings.consent == Consent::Asked;
                if !apart || Color::ALL.iter().any(|color| !self.seat(*color).is_human()) {
                    return Err(Refusal::NobodyToGreet);
                }
                self.happen(Event::Greeted { by, greeting }, now, events);
                Ok(())
            }
            Command::Pause => {
                self.check_pause()?;
                self.happen(Event::Paused, now, events);
                Ok(())
            }
            Command::Continue if self.paused => {
                self.happen(Event::Continued, now, events);
                Ok(())
            }
            Command::Continue => Err(Refusal::NotPaused),
            Command::Seat { color, seat } => {
                self.sit(color, seat, now, events);
                Ok(())
            }
            Command::Tick => {
                // A flag that has fallen was seen to before; a log may have been cut off before a pass or the end.
                self.settle(now, events);
                Ok(())
            }
            Command::Credit { time } => {
                if self.deadline().is_some() {
                    self.happen(Event::Credited { time }, now, events);
                }
                Ok(())
            }
        }
    }

    /// What follows by itself from a new position: the end, or passes.
    pub(super) fn settle(&mut self, now: Time, events: &mut Vec<Event>) {
        while !self.is_over() {
            if let Some(result) = GameResult::of(self.position()) {
                return self.happen(Event::Ended { result }, now, events);
            }
            let by = self.position().turn();
            let said = self.settings.confirm_pass && self.seat(by).is_human();
            if said || !self.position().must_pass() {
                return;
            }
            self.happen(Event::Passed { by, automatic: true }, now, events);
        }
    }

    pub(super) fn end(&mut self, reason: EndReason, now: Time, events: &mut Vec<Event>) {
        let discs = self.position().score();
        let result = GameResult { discs, reason };
        self.happen(Event::Ended { result }, now, events);
    }

    /// What an undo would take back: the ply it leads to and the disc.
    pub(super) fn check_undo(&self, by: Color) -> Result<(usize, Square), Refusal> {
        self.check_person(by)?;
        match self.settings.undo {
            UndoAllowance::None => return Err(Refusal::UndoForbidden),
            UndoAllowance::Once if self.undos_left(by) == Some(0) => return Err(Refusal::UndoUsed(by)),
            UndoAllowance::Once | UndoAllowance::Unlimited => {}
        }
        self.last_placement(|position| position.turn() == by).ok_or(Refusal::NothingToUndo(by))
    }

    fn play(&mut self, by: Color, mv: Move, now: Time, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.check_person(by)?;
        if self.position().turn() != by {
            return Err(Refusal::NotYourTurn { turn: !by });
        }
        self.make(mv, now, events)
    }

    fn engine_move(
        &mut self,
        ticket: Ticket,
        mv: Move,
        now: Time,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        if self.task().is_some_and(|task| task.ticket == ticket) {
            self.make(mv, now, events)?;
        }
        Ok(())
    }

    fn make(&mut self, mv: Move, now: Time, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let position = self.position();
        position.check(mv).map_err(|reason| refusal(mv, reason))?;
        let by = position.turn();
        let event = match mv {
            Move::Place(square) => Event::Placed { by, square, flips: position.flips(square) },
            Move::Pass => Event::Passed { by, automatic: false },
        };
        self.happen(event, now, events);
        self.settle(now, events);
        Ok(())
    }

    fn undo(&mut self, by: Color, now: Time, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let (ply, square) = self.check_undo(by)?;
        let event =
            if self.must_ask(by)? { Event::UndoAsked { by } } else { Event::TookBack { by, square, ply } };
        self.happen(event, now, events);
        Ok(())
    }

    fn accept(&mut self, by: Color, now: Time, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let Some(request) = self.request.filter(|request| request.by != by) else {
            return Err(Refusal::NothingAsked);
        };
        match request.kind {
            RequestKind::Undo => {
                let (ply, square) = self.check_undo(request.by)?;
                let by = request.by;
                self.happen(Event::TookBack { by, square, ply }, now, events);
            }
            RequestKind::Rematch { swap } => self.play_again(swap, now, events),
        }
        Ok(())
    }

    fn decline(&mut self, by: Color, now: Time, events: &mut Vec<Event>) -> Result<(), Refusal> {
        if self.request.is_none() {
            return Err(Refusal::NothingAsked);
        }
        self.happen(Event::Declined { by }, now, events);
        Ok(())
    }

    fn resign(&mut self, by: Color, now: Time, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.check_person(by)?;
        self.end(EndReason::Resigned(by), now, events);
        Ok(())
    }

    /// Ratings change once, after the end of a game that counts.
    fn rate(&mut self, after: [Rating; 2], now: Time, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let before = Color::ALL.map(|color| self.seat(color).rating);
        match (self.result, before) {
            (None, _) => Err(Refusal::NotOver),
            (Some(result), [Some(black), Some(white)]) if self.settings.rated && result.counts() => {
                self.happen(Event::Rated { before: [black, white], after }, now, events);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn restart(&mut self, now: Time, events: &mut Vec<Event>) -> Result<(), Refusal> {
        if self.settings.consent == Consent::Asked && self.settings.seats.iter().all(Seat::is_human) {
            return Err(Refusal::RestartAlone);
        }
        self.start(Beginning::Restart, self.settings.clone(), now, events);
        Ok(())
    }

    fn rematch(&mut self, by: Color, swap: bool, now: Time, events: &mut Vec<Event>) -> Result<(), Refusal> {
        if !self.is_over() {
            return Err(Refusal::NotOver);
        }
        if self.request == Some(Request { by: !by, kind: RequestKind::Rematch { swap } }) {
            return self.accept(by, now, events);
        }
        if self.must_ask(by)? {
            self.happen(Event::RematchOffered { by, swap }, now, events);
        } else {
            self.play_again(swap, now, events);
        }
        Ok(())
    }

    fn play_again(&mut self, swap: bool, now: Time, events: &mut Vec<Event>) {
        let settings = if swap { self.settings.swapped() } else { self.settings.clone() };
        self.start(Beginning::Rematch { swap }, settings, now, events);
    }

    fn sit(&mut self, color: Color, seat: Seat, now: Time, events: &mut Vec<Event>) {
        // A person plays when it is their turn.
        if self.paused && seat.is_human() {
            self.happen(Event::Continued, now, events);
        }
        self.happen(Event::Seated { color, seat }, now, events);
        // A computer does not wait to be told to pass.
        self.settle(now, events);
    }

    fn start(&mut self, beginning: Beginning, settings: Settings, now: Time, events: &mut Vec<Event>) {
        let settings = Box::new(settings);
        self.happen(Event::Started { beginning, settings }, now, events);
        self.settle(now, events);
    }

    /// A person plays this colour and the game is not over.
    fn check_person(&self, by: Color) -> Result<(), Refusal> {
        if self.is_over() {
            Err(Refusal::GameOver)
        } else if !self.seat(by).is_human() {
            Err(Refusal::ComputerSeat(by))
        } else {
            Ok(())
        }
    }

    /// Only computers are paused: people have their clocks and the other player's patience to think of.
    pub(super) fn check_pause(&self) -> Result<(), Refusal> {
        if self.is_over() {
            Err(Refusal::GameOver)
        } else if self.settings.seats.iter().any(Seat::is_human) {
            Err(Refusal::PauseWithPeople)
        } else if self.paused {
            Err(Refusal::AlreadyPaused)
        } else {
            Ok(())
        }
    }

    /// Whether the other player has to agree; refused while a request is open.
    fn must_ask(&self, by: Color) -> Result<bool, Refusal> {
        if self.settings.consent == Consent::Implied || !self.seat(!by).is_human() {
            return Ok(false);
        }
        match self.request {
            None => Ok(true),
            Some(request) if request.by == by => Err(Refusal::AlreadyAsked(by)),
            Some(request) => Err(Refusal::AnswerFirst(request.by)),
        }
    }
}

/// What it means for a player that a move is not legal.
fn refusal(mv: Move, reason: IllegalMove) -> Refusal {
    match (mv, reason) {
        (_, IllegalMove::GameOver) => Refusal::GameOver,
        (Move::Pass, _) => Refusal::PassWithMoves,
        (Move::Place(square), reason) => Refusal::Illegal { square, reason },
    }
}
