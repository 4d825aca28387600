//! How events change a game: the same code when they happen and when they are read back.

use outflank_rules::{Bitboard, IllegalMove};

use super::{Color, Event, LiveGame, Move, Request, RequestKind, Square, Time};

/// An event that cannot have happened in the game before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {number}: {fault}")]
pub struct ReplayError {
    /// Which event, counting from 1.
    pub number: usize,
    /// What is wrong with it.
    pub fault: ReplayFault,
}

/// Why an event cannot have happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayFault {
    /// There is nothing to replay.
    #[error("there is no event at all")]
    Empty,
    /// Something happened before the start.
    #[error("the game has not started")]
    NotStarted,
    /// A move of the wrong side, or after the end.
    #[error("it is not the turn of {0}")]
    NotTheTurn(Color),
    /// A move against the rules.
    #[error("{mv} {reason}")]
    Illegal {
        /// The move.
        mv: Move,
        /// Why it is not legal.
        reason: IllegalMove,
    },
    /// A disc that flips other discs than it says.
    #[error("{square} flips {real}, not {told}")]
    OtherFlips {
        /// The disc.
        square: Square,
        /// What it flips.
        real: Bitboard,
        /// What was written down.
        told: Bitboard,
    },
    /// A take-back of something that is not the player's last disc.
    #[error("{by} has no {square} to take back")]
    NothingToTakeBack {
        /// Who.
        by: Color,
        /// What.
        square: Square,
    },
    /// Something that needs a game in progress.
    #[error("the game is over")]
    Over,
    /// Something that needs a game that is over.
    #[error("the game is not over")]
    NotOver,
    /// An answer without a question.
    #[error("nothing was asked for")]
    NothingAsked,
    /// A pause of a game with people, of one that is over, or of one that is paused.
    #[error("the game cannot be paused")]
    CannotPause,
    /// A game continues that was not paused.
    #[error("the game is not paused")]
    NotPaused,
}

impl LiveGame {
    /// The game in which these events happened at these times. The first has to be a start.
    ///
    /// ```
    /// use outflank_play::{Command, LiveGame, Settings, Time};
    /// use outflank_rules::{Color, Square};
    ///
    /// let (mut game, mut events) = LiveGame::new(Settings::default(), Time(0));
    /// events.extend(game.apply(Command::Play { by: Color::Black, mv: Square::D3.into() }, Time(5))?);
    /// let again = LiveGame::replay(events.into_iter().map(|event| (Time(5), event))).unwrap();
    /// assert_eq!(again.game(), game.game());
    /// # Ok::<(), outflank_play::Refusal>(())
    /// ```
    pub fn replay(events: impl IntoIterator<Item = (Time, Event)>) -> Result<LiveGame, ReplayError> {
        let mut events = events.into_iter();
        let mut live = match events.next() {
            Some((at, Event::Started { settings, .. })) => LiveGame::begin(*settings, at),
            Some(_) => return Err(ReplayError { number: 1, fault: ReplayFault::NotStarted }),
            None => return Err(ReplayError { number: 0, fault: ReplayFault::Empty }),
        };
        let followed = live.follow(events);
        followed.map_err(|error| ReplayError { number: error.number + 1, ..error })?;
        Ok(live)
    }

    /// Lets events happen that somebody else wrote down after those that this game has seen. After an error the game is
    /// where the last good event left it.
    pub fn follow(&mut self, events: impl IntoIterator<Item = (Time, Event)>) -> Result<(), ReplayError> {
        for (n, (at, event)) in events.into_iter().enumerate() {
            self.check_event(&event).map_err(|fault| ReplayError { number: n + 1, fault })?;
            self.become_after(&event, at);
        }
        Ok(())
    }

    /// Lets an event happen and notes it.
    pub(super) fn happen(&mut self, event: Event, now: Time, events: &mut Vec<Event>) {
        debug_assert_eq!(self.check_event(&event), Ok(()));
        self.become_after(&event, now);
        events.push(event);
    }

    /// Why an event that someone else wrote down cannot have happened now.
    fn check_event(&self, event: &Event) -> Result<(), ReplayFault> {
        let turn = self.position().turn();
        let running = !self.is_over();
        let legal = |by, mv| {
            if !running || by != turn {
                return Err(ReplayFault::NotTheTurn(by));
            }
            self.position().check(mv).map_err(|reason| ReplayFault::Illegal { mv, reason })
        };
        match *event {
            Event::Placed { by, square, flips: told } => {
                legal(by, Move::Place(square))?;
                let real = self.position().flips(square);
                if told == real { Ok(()) } else { Err(ReplayFault::OtherFlips { square, real, told }) }
            }
            Event::Passed { by, .. } => legal(by, Move::Pass),
            Event::TookBack { by, square, ply } => {
                let placed = self.last_placement(|position| position.turn() == by);
                let is_last = running && placed == Some((ply, square));
                if is_last { Ok(()) } else { Err(ReplayFault::NothingToTakeBack { by, square }) }
            }
            Event::UndoAsked { .. } | Event::Ended { .. } if !running => Err(ReplayFault::Over),
            Event::RematchOffered { .. } | Event::Rated { .. } if running => Err(ReplayFault::NotOver),
            Event::Declined { .. } if self.request.is_none() => Err(ReplayFault::NothingAsked),
            Event::Paused if !self.can_pause() => Err(ReplayFault::CannotPause),
            Event::Continued if !self.paused => Err(ReplayFault::NotPaused),
            Event::Started { .. }
            | Event::UndoAsked { .. }
            | Event::RematchOffered { .. }
            | Event::Declined { .. }
            | Event::Seated { .. }
            | Event::Paused
            | Event::Continued
            | Event::Credited { .. }
            | Event::Rated { .. }
            | Event::Greeted { .. }
            | Event::Ended { .. } => Ok(()),
        }
    }

    /// The change itself. The event has been checked.
    fn become_after(&mut self, event: &Event, at: Time) {
        let turn = self.position().turn();
        let at = at.max(self.latest);
        self.latest = at;
        match event {
            Event::Started { settings, .. } => {
                let turn_number = self.turn_number;
                *self = LiveGame::begin((**settings).clone(), at);
                self.turn_number = turn_number;
                self.new_turn();
            }
            Event::Placed { square, .. } => self.advance(Move::Place(*square), at),
            Event::Passed { .. } => self.advance(Move::Pass, at),
            Event::TookBack { by, ply, .. } => {
                if let Some(clock) = &mut self.clock {
                    clock.take_back(turn, *ply, at);
                }
                self.game.truncate(*ply);
                self.turn_began = at;
                self.undos_used[by.index()] += 1;
                self.new_turn();
            }
            Event::UndoAsked { by } => self.ask(*by, RequestKind::Undo),
            Event::RematchOffered { by, swap } => self.ask(*by, RequestKind::Rematch { swap: *swap }),
            Event::Declined { .. } => self.request = None,
            Event::Seated { color, seat } => {
                let old = std::mem::replace(&mut self.settings.seats[color.index()], seat.clone());
                // Another name changes nothing else; another player is asked anew.
                if old.player != seat.player {
                    self.request = None;
                    if *color == turn {
                        self.new_turn();
                    }
                }
            }
            Event::Paused => {
                if let Some(clock) = &mut self.clock {
                    clock.stop(turn, at);
                }
                self.paused = true;
                self.new_turn();
            }
            Event::Continued => {
                let begun = self.last_placed().is_some();
                if let Some(clock) = self.clock.as_mut().filter(|_| begun) {
                    clock.start(at);
                }
                self.paused = false;
            }
            Event::Rated { after, .. } => {
                for (seat, rating) in self.settings.seats.iter_mut().zip(after) {
                    seat.rating = Some(*rating);
                }
            }
            Event::Greeted { .. } => {}
            Event::Credited { time } => {
                self.turn_began = self.turn_began.after(*time).min(at);
                if let Some(clock) = &mut self.clock {
                    clock.credit(*time, at);
                }
            }
            Event::Ended { result } => {
                if let Some(clock) = &mut self.clock {
                    clock.stop(turn, at);
                }
                self.result = Some(*result);
                self.paused = false;
                self.new_turn();
            }
        }
    }

    fn advance(&mut self, mv: Move, at: Time) {
        if let Some(clock) = &mut self.clock {
            clock.press(self.game.position().turn(), mv != Move::Pass, at);
        }
        self.turn_began = at;
        let played = self.game.play(mv);
        debug_assert!(played.is_ok(), "events are checked before they happen");
        self.new_turn();
    }

    /// Questions to the computer and to the other player are about the turn they were asked in.
    fn new_turn(&mut self) {
        self.turn_number += 1;
        self.request = None;
    }

    fn ask(&mut self, by: Color, kind: RequestKind) {
        self.request = Some(Request { by, kind });
    }
}
