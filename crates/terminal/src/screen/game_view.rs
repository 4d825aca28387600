//! The game as it is seen: the live game, the cursor, the messages, the discs that are turning.

use std::time::Duration;

use outflank_play::{Awaited, Consent, Event, LiveGame, Request, Time, UndoOption};
use outflank_rules::{Bitboard, Color, Game, Move, Position, Square};

use super::analysis::AnalysisState;
use super::board::{Preview, Turning};
use super::keys::{Action, Elsewhere, Scene};
use super::pointer::Pointer;
use super::remote_view::RemoteView;

/// A game on the screen.
#[derive(Clone, Debug)]
pub(crate) struct GameView {
    pub(crate) live: LiveGame,
    pub(crate) pointer: Pointer,
    pub(crate) log: Log,
    flip: Option<Flip>,
    pub(crate) analysis: AnalysisState,
    /// What is known of the server that has the game, if one has.
    pub(crate) remote: Option<RemoteView>,
}

/// What was said, oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log(Vec<Message>);

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

impl Log {
    const MOST: usize = 200;

    pub(crate) fn say(&mut self, kind: Kind, text: impl Into<String>) {
        self.forget_refusals();
        self.0.push(Message { text: text.into(), kind });
        if self.0.len() > Log::MOST {
            self.0.remove(0);
        }
    }

    /// A refusal is of no interest once something else is tried.
    pub(crate) fn forget_refusals(&mut self) {
        self.0.retain(|message| message.kind != Kind::Refused);
    }

    pub(crate) fn messages(&self) -> &[Message] {
        &self.0
    }

    pub(crate) fn last(&self) -> Option<&Message> {
        self.0.last()
    }
}

/// A move whose discs are turning over.
#[derive(Clone, Copy, Debug)]
struct Flip {
    at: Time,
    by: Color,
    square: Square,
    flips: Bitboard,
}

/// Each disc begins to turn so much later than its neighbour nearer to the placed disc.
const STAGGER: Duration = Duration::from_millis(30);
/// How long each of the pictures of a turning disc is seen.
const STEP: Duration = Duration::from_millis(45);
/// How wide a disc looks in these pictures; it changes its colour at the edge.
const WIDTHS: [f64; 4] = [1.0, 0.62, 0.0, 0.62];
/// How often the screen is painted while something moves.
const FRAME: Duration = Duration::from_millis(15);

impl GameView {
    pub(crate) fn new(live: LiveGame) -> GameView {
        GameView {
            live,
            pointer: Pointer::default(),
            log: Log::default(),
            flip: None,
            analysis: AnalysisState::default(),
            remote: None,
        }
    }

    /// Takes note of what happened.
    pub(crate) fn hear(&mut self, live: LiveGame, events: &[Event], now: Time) {
        self.live = live;
        for event in events {
            match event {
                Event::Placed { by, square, flips } => {
                    self.flip = Some(Flip { at: now, by: *by, square: *square, flips: *flips });
                }
                Event::Started { .. } => {
                    self.log = Log::default();
                    self.flip = None;
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
            self.analysis.forget_question();
        }
    }

    /// Adds a message.
    pub(crate) fn say(&mut self, kind: Kind, text: impl Into<String>) {
        self.log.say(kind, text);
    }

    /// Like the game's own sentence, but which discs were turned can be seen.
    fn sentence(&self, event: &Event) -> String {
        let settings = self.live.settings();
        match event {
            Event::Placed { by, square, flips } => {
                format!("{} plays {square} and turns {}.", settings.name(*by), flips.len())
            }
            other => other.sentence(settings),
        }
    }

    pub(crate) fn game(&self) -> &Game {
        self.live.game()
    }

    /// The position on the board.
    pub(crate) fn position(&self) -> &Position {
        self.live.position()
    }

    /// The number of discs placed: the number of the last move, as people count.
    pub(crate) fn placed(&self) -> usize {
        self.game().moves().iter().filter(|mv| **mv != Move::Pass).count()
    }

    /// What a player has on the board. While discs are turning they count as what they were.
    pub(crate) fn discs(&self, color: Color, now: Time) -> u8 {
        let count = self.position().count(color);
        match self.flip {
            Some(flip) if !self.turning(now).is_empty() => {
                let turned = flip.flips.len() as u8;
                if color == flip.by { count - turned } else { count + turned }
            }
            _ => count,
        }
    }

    /// What the cursor would do, if it is on a legal square of a person here.
    pub(crate) fn preview(&self) -> Option<Preview> {
        let by = self.mover()?;
        let square = self.pointer.shown()?;
        let position = self.position();
        position.legal_moves().contains(square).then(|| Preview { by, square, flips: position.flips(square) })
    }

    /// The person who moves now, if it is one who plays here.
    pub(crate) fn mover(&self) -> Option<Color> {
        let missing = self.remote.as_ref().and_then(|remote| remote.awaited(&self.live));
        match self.live.awaited() {
            Awaited::Move(color) | Awaited::Pass(color) if missing.is_none() && self.plays(color) => {
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
        let turn = self.position().turn();
        if self.plays(turn) || !self.plays(!turn) { turn } else { !turn }
    }

    /// The take-backs that are possible from here.
    pub(crate) fn undo_options(&self) -> Vec<UndoOption> {
        self.live.undo_options().into_iter().filter(|option| self.plays(option.by)).collect()
    }

    /// What the other player asks this one for.
    pub(crate) fn asked(&self) -> Option<Request> {
        let remote = self.remote.as_ref()?;
        self.live.request().filter(|request| remote.sides.contains(&!request.by))
    }

    /// Whether the engine may be asked: not by someone who plays against a person on another device.
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
        let computers = Color::ALL.into_iter().all(|color| !self.live.seat(color).is_human());
        Scene::Game { over: self.live.is_over(), computers, elsewhere }
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
        let Some(flip) = self.flip else { return Vec::new() };
        let gone = now.since(flip.at);
        let picture = |square: Square| {
            let starts = STAGGER * (distance(flip.square, square) - 1);
            let step = (gone.saturating_sub(starts).as_millis() / STEP.as_millis()) as usize;
            let width = *WIDTHS.get(step)?;
            let color = if step < 2 { !flip.by } else { flip.by };
            Some((square, Turning { color, width }))
        };
        flip.flips.iter().filter_map(picture).collect()
    }

    /// Ends the animation, if one is under way.
    pub(crate) fn settle(&mut self) {
        self.flip = None;
    }

    /// When the board has to be painted again because discs are turning.
    pub(crate) fn next_frame(&self, now: Time) -> Option<Duration> {
        (!self.turning(now).is_empty()).then_some(FRAME)
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
    fn discs_turn_one_after_the_other_and_are_counted_when_they_lie() {
        let game = outflank_records::transcript::game(Position::default(), "f5d6c3d3c4f4").unwrap();
        let settings = Settings { start: *game.position(), ..Settings::default() };
        let (mut live, events) = LiveGame::new(settings, Time(0));
        let mut view = GameView::new(live.clone());
        view.hear(live.clone(), &events, Time(0));
        assert_eq!(view.next_frame(Time(0)), None);

        let before = Color::ALL.map(|color| view.discs(color, Time(0)));
        let events =
            live.apply(Command::Play { by: Color::Black, mv: Square::E3.into() }, Time(1000)).unwrap();
        view.hear(live, &events, Time(1000));
        let (_, flips) = view.live.last_placed().unwrap();
        let seen = |ms: u64| view.turning(Time(1000 + ms));
        assert_eq!(seen(0).len(), flips.len());
        assert!(seen(0).iter().all(|(_, turning)| turning.color == Color::White && turning.width > 0.9));
        assert_eq!(Color::ALL.map(|color| view.discs(color, Time(1000))), [before[0] + 1, before[1]]);
        let edge = seen(100);
        assert!(edge.contains(&(Square::D3, Turning { color: Color::Black, width: 0.0 })), "{edge:?}");
        assert!(view.next_frame(Time(1070)).is_some());
        assert_eq!(seen(400), [], "no move takes longer");
        assert_eq!(view.next_frame(Time(1400)), None);
        assert_eq!(view.discs(Color::White, Time(1400)), before[1] - flips.len() as u8);
    }
}
