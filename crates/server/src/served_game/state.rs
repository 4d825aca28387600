//! A game as the protocol shows it.

use std::time::Duration;

use outflank_engine::Level;
use outflank_play::{self as play, Awaited, Consent, RequestKind, Time};
use outflank_records::openings;
use outflank_rules::{Color, Move, Square};

use super::bounds::LONGEST_ROUND;
use super::{Players, ServedGame};
use crate::wire::{
    self, Action, Awaits, ClockFace, Pair, Placed, PlayerKind, RequestOpen, ResultState, SeatState, Side,
    State, ToldEvent, You,
};

impl ServedGame {
    /// The state as everybody sees it.
    pub(crate) fn state(&self, now: Time) -> State {
        let live = &self.live;
        let (game, settings) = (live.game(), live.settings());
        let passed = match game.moves().last() {
            Some(Move::Pass) => Some(Side::from(!game.position().turn())),
            _ => None,
        };
        State {
            round: self.round,
            position: game.position().into(),
            turn: live.turn().map(Side::from),
            awaits: match live.awaited() {
                Awaited::Move(_) | Awaited::Pass(_) if self.waits_for_friend() => Awaits::Friend,
                Awaited::Move(_) => Awaits::Move,
                Awaited::Pass(_) => Awaits::Pass,
                Awaited::Engine(_) => Awaits::Computer,
                Awaited::Continue => Awaits::Continue,
                Awaited::Nothing => Awaits::Nothing,
            },
            moves: game.moves().iter().map(Move::to_string).collect(),
            last: Placed::last(game, game.moves().len()),
            passed,
            opening: openings::of_game(game).map(|opening| opening.name.to_owned()),
            seats: Pair::of(|color| self.seat_state(color)),
            undo: settings.undo.into(),
            confirm_pass: settings.confirm_pass,
            apart: settings.consent == Consent::Asked,
            request: live.request().map(|request| RequestOpen {
                by: request.by.into(),
                what: match request.kind {
                    RequestKind::Undo => wire::RequestKind::Undo,
                    RequestKind::Rematch { .. } => wire::RequestKind::Rematch,
                },
                swap: match request.kind {
                    RequestKind::Undo => None,
                    RequestKind::Rematch { swap } => Some(swap),
                },
            }),
            clock: settings.clock.map(|clock| {
                let left = |color| live.time_left(color, now).map_or(0, millis);
                ClockFace {
                    black_ms: left(Color::Black),
                    white_ms: left(Color::White),
                    running: live.flag_falls().and(live.turn()).map(Side::from),
                    main_ms: millis(clock.main),
                    increment_ms: millis(clock.increment),
                    per_move: clock.per_move,
                }
            }),
            result: live.result().map(|result| ResultState {
                winner: result.winner().map(Side::from),
                outcome: result.into(),
                sentence: result.sentence(settings),
                past: live.past_game().map(|past| past.to_string()),
            }),
            start: game.start().into(),
            started: live.started().0,
            rated: settings.rated,
            first_move_by: live.first_move_due().map(|due| due.0),
        }
    }

    fn seat_state(&self, color: Color) -> SeatState {
        let seat = self.live.seat(color);
        let undo = self.live.undo_option(color).ok();
        SeatState {
            player: if seat.is_human() { PlayerKind::Human } else { PlayerKind::Computer },
            name: seat.shown_name(color),
            rating: seat.rating.map(wire::Rating::from),
            level: seat.level().map(Level::number),
            level_name: seat.level().map(|level| level.name().to_owned()),
            auto: seat.is_adaptive(),
            joined: !self.is_awaited(color),
            undos_left: self.live.undos_left(color),
            undo: undo.as_ref().map(|option| option.square.to_string()),
            undo_replies: undo.iter().flat_map(|option| &option.replies).map(Square::to_string).collect(),
        }
    }

    /// What a client is and may do now.
    pub(crate) fn you(&self, players: Option<Players>) -> You {
        let Some(players) = players else {
            return You { seats: Vec::new(), may: Vec::new() };
        };
        let live = &self.live;
        let sides = self.sides(players);
        if sides.is_empty() && self.has_people() {
            return You { seats: Vec::new(), may: Vec::new() };
        }
        let settings = live.settings();
        let both_people = settings.seats.iter().all(play::Seat::is_human);
        let asked = settings.consent == Consent::Asked;
        let request = live.request();
        let asks = request.is_some() && asked && both_people;
        let mut may = Vec::new();
        let mut add = |action, allowed: bool| {
            if allowed && !self.is_too_long_for(action) {
                may.push(action);
            }
        };
        let mine = |color: Color| sides.contains(&color) && !self.waits_for_friend();
        add(Action::Play, matches!(live.awaited(), Awaited::Move(color) if mine(color)));
        add(Action::Pass, matches!(live.awaited(), Awaited::Pass(color) if mine(color)));
        add(Action::Undo, !asks && sides.iter().any(|color| live.undo_option(*color).is_ok()));
        add(Action::Accept, request.is_some_and(|request| sides.contains(&!request.by)));
        add(Action::Decline, request.is_some() && !sides.is_empty());
        add(Action::Resign, !live.is_over() && !sides.is_empty());
        add(Action::Pause, live.can_pause());
        add(Action::Continue, live.is_paused());
        add(Action::Restart, !(asked && both_people));
        let offered_by_me = request.is_some_and(|request| sides.contains(&request.by));
        add(Action::Rematch, live.is_over() && !offered_by_me);
        let nameable = |color: &Color| !self.is_changed_enough(*color) && self.key(*color).is_none();
        add(Action::Name, sides.iter().any(nameable));
        let other_here = sides.iter().all(|color| !self.is_awaited(!*color));
        add(Action::Greet, asked && both_people && !sides.is_empty() && other_here);
        let computers = Color::ALL.into_iter().filter(|color| !live.seat(*color).is_human());
        add(Action::Level, !asked && computers.into_iter().any(|color| !self.is_changed_enough(color)));
        You { seats: sides.into_iter().map(Side::from).collect(), may }
    }

    /// What happened after an entry of the log, in sentences, as JSON.
    pub(crate) fn told_events(&self, have: u64) -> serde_json::Result<Box<serde_json::value::RawValue>> {
        // A longer round was made by an older version.
        let have = have.max(self.round_start as u64).max(self.seq().saturating_sub(LONGEST_ROUND as u64));
        let mut told = Vec::new();
        let mut settings = self.live.settings().clone();
        for (seq, entry) in (1..).zip(&self.log) {
            for event in &entry.events {
                // Names are those of the time.
                match event {
                    play::Event::Started { settings: agreed, .. } => settings = (**agreed).clone(),
                    play::Event::Seated { color, seat } => settings.seats[color.index()] = seat.clone(),
                    _ => {}
                }
                if seq > have {
                    let (sentence, event) = (event.sentence(&settings), event.into());
                    told.push(ToldEvent { seq, at: entry.at.0, sentence, event });
                }
            }
        }
        serde_json::value::to_raw_value(&told)
    }
}

fn millis(duration: Duration) -> u64 {
    duration.as_millis() as u64
}
