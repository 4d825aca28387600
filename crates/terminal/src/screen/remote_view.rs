//! What the screen knows of a game on a server, besides the game.

use outflank_play::remote::{Presence, Report};
use outflank_play::{Event, LiveGame, Time};
use outflank_rules::Color;

/// The links to a game that is kept elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links {
    /// For everybody who wants to watch.
    pub watch: String,
    /// Back to the player's own seat, if there is one.
    pub back: Option<String>,
}

/// Whoever takes part in a game that is kept elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct RemoteView {
    pub(crate) links: Links,
    pub(crate) connection: Connection,
    /// The sides played from here.
    pub(crate) sides: Vec<Color>,
    /// Whether greetings of others are not told.
    pub(crate) muted: bool,
    joined: [bool; 2],
    presence: Option<Presence>,
    /// By how many milliseconds the clock there is ahead of the one here.
    ahead: i64,
}

/// How the game can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Connection {
    Up,
    /// It is being tried again.
    Lost,
    /// Never again, and why.
    Ended(String),
}

impl RemoteView {
    pub(crate) fn new(links: Links) -> RemoteView {
        RemoteView {
            links,
            connection: Connection::Up,
            sides: Vec::new(),
            muted: false,
            joined: [true; 2],
            presence: None,
            ahead: 0,
        }
    }

    /// Takes note of everything but the game itself; tells if the connection was lost before.
    pub(crate) fn hear(&mut self, report: &Report, now: Time) -> bool {
        self.sides.clone_from(&report.sides);
        self.joined = report.joined;
        self.ahead = report.now.0.cast_signed() - now.0.cast_signed();
        let was_lost = std::mem::replace(&mut self.connection, Connection::Up) == Connection::Lost;
        if was_lost {
            self.presence = None;
        }
        was_lost
    }

    /// Hears nothing of the other player from now on, or hears them again; tells which.
    pub(crate) fn mute(&mut self) -> &'static str {
        self.muted = !self.muted;
        if self.muted { "Greetings are no longer shown." } else { "Greetings are shown again." }
    }

    /// Whether an event is told here: greetings of others are not to those who have muted them.
    pub(crate) fn hears(&self, event: &Event) -> bool {
        !matches!(event, Event::Greeted { by, .. } if self.muted && !self.sides.contains(by))
    }

    /// Takes note of who has come and gone, and tells who has come or gone besides those played from here.
    pub(crate) fn meet(&mut self, presence: Presence) -> Vec<(Color, bool)> {
        // After a break it is not known who came and went.
        let before = self.presence.replace(presence).unwrap_or(presence);
        let changed = |color: &Color| {
            let here = presence.players[color.index()];
            here != before.players[color.index()] && !self.sides.contains(color) && self.joined[color.index()]
        };
        let changed = Color::ALL.into_iter().filter(changed);
        changed.map(|color| (color, presence.players[color.index()])).collect()
    }

    /// The time at the place where the game is kept.
    pub(crate) fn time_there(&self, here: Time) -> Time {
        Time(here.0.saturating_add_signed(self.ahead))
    }

    /// Whether the player has a seat.
    pub(crate) fn plays(&self) -> bool {
        !self.sides.is_empty()
    }

    /// The player who has not come yet and is waited for: the one to move, or either if there is a clock.
    pub(crate) fn awaited(&self, live: &LiveGame) -> Option<Color> {
        let turn = live.turn()?;
        let clock = live.settings().clock.is_some();
        Color::ALL.into_iter().find(|color| !self.joined[color.index()] && (clock || *color == turn))
    }

    /// What there is to say of a player.
    pub(crate) fn word(&self, color: Color) -> Option<&'static str> {
        let here = self.presence.is_none_or(|presence| presence.players[color.index()]);
        if self.sides == [color] {
            Some("you")
        } else if !self.joined[color.index()] {
            Some("not here yet")
        } else if !here {
            Some("away")
        } else {
            None
        }
    }

    /// How many others watch.
    pub(crate) fn watching(&self) -> usize {
        // Someone who watches is one of them.
        self.presence.map_or(0, |presence| presence.watching.saturating_sub(usize::from(!self.plays())))
    }
}
