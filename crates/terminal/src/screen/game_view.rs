//! The game as it is seen: the live game, the cursor, the messages, the discs that are turning.

use std::time::Duration;

use outflank_play::{Awaited, Consent, Event, LiveGame, Request, Time};
use outflank_rules::{Bitboard, Color, Game, Move, Position, Square};

use super::analysis::AnalysisState;
use super::board::Turning;
use super::keys::{Action, Elsewhere, Scene};
use super::remote_view::RemoteView;

/// A game on the screen.
#[derive(Clone, Debug)]
pub(crate) struct GameView {
    pub(crate) live: LiveGame,
    pub(crate) cursor: Square,
    /// The cursor is seen from the first arrow key on, until the mouse is used.
    pub(crate) cursor_shown: bool,
    /// The column whose letter has been typed.
    pub(crate) column: Option<usize>,
    /// What was said, oldest first.
    pub(crate) log: Vec<Message>,
    flip: Option<Flip>,
    pub(crate) analysis: AnalysisState,
    /// The number of moves shown, when not all of them are.
    pub(crate) review: Option<usize>,
    /// What is known of the place where the game is kept, if that is not here.
    pub(crate) remote: Option<RemoteView>,
}

/// Something said to the players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) text: String,
    pub(crate) kind: Kind,
}

/// What a message is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Something that happened.
    Told,
    /// Something that must not be missed.
    Important,
    /// Something that could not be done; forgotten as soon as anything else is said.
    Refused,
}

/// A move whose discs are turning over.
#[derive(Clone, Copy, Debug)]
struct Flip {
    at: Time,
    square: Square,
    flips: Bitboard,
}

/// Discs turn one after the other, from the placed disc outwards.
const STAGGER: Duration = Duration::from_millis(60);
const EDGE: Duration = Duration::from_millis(90);
/// How often the screen is painted while something moves.
const FRAME: Duration = Duration::from_millis(30);

const LOG_MOST: usize = 200;

impl GameView {
    pub(crate) fn new(live: LiveGame) -> GameView {
        GameView {
            live,
            cursor: Square::D3,
            cursor_shown: false,
            column: None,
            log: Vec::new(),
            flip: None,
            analysis: AnalysisState::default(),
            review: None,
            remote: None,
        }
    }

    /// Takes note of what happened.
    pub(crate) fn hear(&mut self, live: LiveGame, events: &[Event], now: Time) {
        self.live = live;
        for event in events {
            match event {
                Event::Placed { square, flips, .. } => {
                    self.flip = Some(Flip { at: now, square: *square, flips: *flips });
                }
                Event::Started { .. } => {
                    self.log.clear();
                    self.flip = None;
                    self.review = None;
                    self.analysis.start_anew();
                }
                Event::TookBack { .. } => self.flip = None,
                _ => {}
            }
            if event.is_silent() {
                continue;
            }
            let kind = match event {
                Event::Passed { .. } | Event::Ended { .. } => Kind::Important,
                _ => Kind::Told,
            };
            self.say(kind, self.sentence(event));
        }
        if !events.is_empty() {
            self.analysis.forget_position(self.live.game().moves().len());
        }
    }

    /// Adds a message.
    pub(crate) fn say(&mut self, kind: Kind, text: impl Into<String>) {
        self.log.retain(|message| message.kind != Kind::Refused);
        self.log.push(Message { text: text.into(), kind });
        if self.log.len() > LOG_MOST {
            self.log.remove(0);
        }
    }

    /// Like the game's own sentence, but which discs were flipped can be seen.
    fn sentence(&self, event: &Event) -> String {
        let settings = self.live.settings();
        match event {
            Event::Placed { by, square, flips } => {
                format!("{} plays {square} and flips {}.", settings.name(*by), flips.len())
            }
            other => other.sentence(settings),
        }
    }

    /// How many moves are shown.
    pub(crate) fn ply(&self) -> usize {
        self.review.unwrap_or_else(|| self.game().moves().len())
    }

    pub(crate) fn game(&self) -> &Game {
        self.live.game()
    }

    /// The position on the board.
    pub(crate) fn shown(&self) -> &Position {
        self.game().position_at(self.ply()).unwrap_or_else(|| self.live.position())
    }

    /// The last disc placed before the position shown, and the discs it flipped.
    pub(crate) fn last_placed(&self) -> Option<(Square, Bitboard)> {
        let moves = &self.game().moves()[..self.ply()];
        let placed = |(ply, mv): (usize, &Move)| Some((ply, mv.square()?));
        let (ply, square) = moves.iter().enumerate().rev().find_map(placed)?;
        Some((square, self.game().positions()[ply].flips(square)))
    }

    /// The person who moves now, if it is one who plays here.
    pub(crate) fn mover(&self) -> Option<Color> {
        let missing = self.remote.as_ref().and_then(|remote| remote.awaited(&self.live));
        match self.live.awaited() {
            Awaited::Move(color) | Awaited::Pass(color)
                if self.review.is_none() && missing.is_none() && self.plays(color) =>
            {
                Some(color)
            }
            _ => None,
        }
    }

    /// Whether a colour is played by a person here.
    pub(crate) fn plays(&self, color: Color) -> bool {
        match &self.remote {
            None => self.live.seat(color).is_human(),
            Some(remote) => remote.sides.contains(&color),
        }
    }

    /// Who speaks when a key is pressed: the person to move, or the only person there is.
    pub(crate) fn speaker(&self) -> Color {
        let turn = self.live.position().turn();
        if self.plays(turn) || !self.plays(!turn) { turn } else { !turn }
    }

    /// What the other player asks this one for.
    pub(crate) fn asked(&self) -> Option<Request> {
        let remote = self.remote.as_ref()?;
        self.live.request().filter(|request| remote.sides.contains(&!request.by))
    }

    /// Whether the engine may be asked: not by someone who plays against someone elsewhere.
    pub(crate) fn may_study(&self) -> bool {
        self.scene().sometime().any(|binding| binding.action == Action::Values)
    }

    /// What decides which keys are of use.
    pub(crate) fn scene(&self) -> Scene {
        let elsewhere = self.remote.as_ref().map(|remote| Elsewhere {
            plays: remote.plays(),
            apart: self.live.settings().consent == Consent::Asked,
            asked: self.asked().is_some(),
        });
        Scene { over: self.live.is_over(), elsewhere }
    }

    /// The time by which the clocks of this game go.
    pub(crate) fn clock_time(&self, now: Time) -> Time {
        self.remote.as_ref().map_or(now, |remote| remote.time_there(now))
    }

    pub(crate) fn thinking(&self) -> bool {
        self.live.task().is_some()
    }

    /// The discs that are not yet seen as they lie.
    pub(crate) fn turning(&self, now: Time) -> Vec<(Square, Turning)> {
        let Some(flip) = self.flip.filter(|_| self.review.is_none()) else { return Vec::new() };
        let gone = now.since(flip.at);
        let phase = |square: Square| {
            let starts = STAGGER * distance(flip.square, square);
            if gone < starts {
                Some((square, Turning::Before))
            } else if gone < starts + EDGE {
                Some((square, Turning::Edge))
            } else {
                None
            }
        };
        flip.flips.iter().filter_map(phase).collect()
    }

    /// Ends the animation, if one is under way.
    pub(crate) fn settle(&mut self) {
        self.flip = None;
    }

    /// When the board has to be painted again because discs are turning.
    pub(crate) fn next_frame(&self, now: Time) -> Option<Duration> {
        let flip = self.flip?;
        let farthest = flip.flips.iter().map(|square| distance(flip.square, square)).max()?;
        (now.since(flip.at) < STAGGER * farthest + EDGE).then_some(FRAME)
    }
}

fn distance(from: Square, to: Square) -> u32 {
    from.column().abs_diff(to.column()).max(from.row().abs_diff(to.row())) as u32
}

#[cfg(test)]
mod tests {
    use outflank_play::{Command, Settings};

    use super::*;

    #[test]
    fn discs_turn_one_after_the_other_and_then_lie_still() {
        let game = outflank_records::transcript::game(Position::default(), "f5d6c3d3c4f4").unwrap();
        let settings = Settings { start: *game.position(), ..Settings::default() };
        let (mut live, events) = LiveGame::new(settings, Time(0));
        let mut view = GameView::new(live.clone());
        view.hear(live.clone(), &events, Time(0));
        assert_eq!(view.next_frame(Time(0)), None);

        let by = live.turn().unwrap();
        let events = live.apply(Command::Play { by, mv: Square::E3.into() }, Time(1000)).unwrap();
        view.hear(live, &events, Time(1000));
        let (_, flips) = view.last_placed().unwrap();
        let seen = |ms: u64| view.turning(Time(1000 + ms));
        assert_eq!(seen(0).len(), flips.len());
        assert!(seen(0).iter().all(|(_, turning)| *turning == Turning::Before));
        assert!(seen(70).contains(&(Square::D3, Turning::Edge)));
        assert!(view.next_frame(Time(1070)).is_some());
        assert_eq!(seen(700), []);
        assert_eq!(view.next_frame(Time(1700)), None);
    }
}
