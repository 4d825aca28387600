//! What each command leads to: checks here, changes in `replay`.

use super::{
    Beginning, Color, Command, Consent, EndReason, Event, GameResult, LiveGame, Move, Refusal, Request,
    RequestKind, Seat, Settings, Square, Ticket, Time, UndoAllowance,
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
            Command::Restart => self.restart(now, events),
            Command::Rematch { by } => self.rematch(by, now, events),
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
        let name = || self.settings.name(by);
        match self.settings.undo {
            UndoAllowance::None => return Err(Refusal::UndoForbidden),
            UndoAllowance::Once if self.undos_left(by) == Some(0) => return Err(Refusal::UndoUsed(name())),
            UndoAllowance::Once | UndoAllowance::Unlimited => {}
        }
        self.last_placement(|position| position.turn() == by).ok_or_else(|| Refusal::NothingToUndo(name()))
    }

    fn play(&mut self, by: Color, mv: Move, now: Time, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.check_person(by)?;
        if self.position().turn() != by {
            return Err(Refusal::NotYourTurn(self.settings.name(!by)));
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
        position.check(mv).map_err(|reason| Refusal::illegal(mv, reason))?;
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
            RequestKind::Rematch => self.start(Beginning::Rematch, self.settings.swapped(), now, events),
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

    fn restart(&mut self, now: Time, events: &mut Vec<Event>) -> Result<(), Refusal> {
        if self.settings.consent == Consent::Asked && self.settings.seats.iter().all(Seat::is_human) {
            return Err(Refusal::RestartAlone);
        }
        self.start(Beginning::Restart, self.settings.clone(), now, events);
        Ok(())
    }

    fn rematch(&mut self, by: Color, now: Time, events: &mut Vec<Event>) -> Result<(), Refusal> {
        if !self.is_over() {
            return Err(Refusal::NotOver);
        }
        if matches!(self.request, Some(Request { by: other, kind: RequestKind::Rematch }) if other != by) {
            return self.accept(by, now, events);
        }
        if self.must_ask(by)? {
            self.happen(Event::RematchOffered { by }, now, events);
        } else {
            self.start(Beginning::Rematch, self.settings.swapped(), now, events);
        }
        Ok(())
    }

    fn sit(&mut self, color: Color, seat: Seat, now: Time, events: &mut Vec<Event>) {
        self.happen(Event::Seated { color, seat }, now, events);
        // A computer does not wait to be told to pass.
        self.settle(now, events);
    }

    fn start(&mut self, beginning: Beginning, settings: Settings, now: Time, events: &mut Vec<Event>) {
        let settings = Box::new(settings);
        self.happen(Event::Started { beginning, settings }, now, events);
        self.settle(now, events);
    }

    /// A person plays this colour and the game goes on.
    fn check_person(&self, by: Color) -> Result<(), Refusal> {
        if self.is_over() {
            Err(Refusal::GameOver)
        } else if !self.seat(by).is_human() {
            Err(Refusal::ComputerSeat(self.settings.name(by)))
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
            Some(request) if request.by == by => Err(Refusal::AlreadyAsked(self.settings.name(by))),
            Some(request) => Err(Refusal::AnswerFirst(self.settings.name(request.by))),
        }
    }
}
