use std::fmt;
use std::str::FromStr;

use outflank_engine::{Level, adapt};
use outflank_records::is_unprintable;

/// Who sits on one side of the board, and under which name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// A person or the computer.
    pub player: Player,
    /// What they are called, if they have said so; see [`Seat::shown_name`].
    pub name: Option<Name>,
    /// How strong a person is known to be.
    pub rating: Option<Rating>,
}

/// How strong a player is, in points.
///
/// ```
/// use outflank_play::Rating;
///
/// assert_eq!(Rating { points: 1662, provisional: true }.to_string(), "1662?");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rating {
    /// The points.
    pub points: u16,
    /// Whether too little is known of the player for the points to mean much.
    pub provisional: bool,
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", self.points, if self.provisional { "?" } else { "" }))
    }
}

impl Seat {
    /// A person.
    pub fn human(name: Option<Name>) -> Seat {
        Seat { player: Player::Human, name, rating: None }
    }

    /// The computer.
    pub fn computer(name: Option<Name>, level: Level) -> Seat {
        Seat { player: Player::Computer(level), name, rating: None }
    }

    /// The computer at the level that suits the person.
    pub fn adaptive(name: Option<Name>, level: Level) -> Seat {
        Seat { player: Player::Adaptive(level), name, rating: None }
    }

    /// The level, if the computer sits here.
    pub fn level(&self) -> Option<Level> {
        match self.player {
            Player::Human => None,
            Player::Computer(level) | Player::Adaptive(level) => Some(level),
        }
    }

    /// Whether the computer sits here at the level that suits the person.
    pub fn is_adaptive(&self) -> bool {
        matches!(self.player, Player::Adaptive(_))
    }

    /// Whether a person sits here.
    pub fn is_human(&self) -> bool {
        self.player == Player::Human
    }
}

/// A person or the computer.
///
/// ```
/// use outflank_engine::Level;
/// use outflank_play::Player;
///
/// assert_eq!("hard".parse(), Ok(Player::Computer(Level::HARD)));
/// assert_eq!("auto".parse(), Ok(Player::adaptive()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// A person.
    Human,
    /// The computer at a level.
    Computer(Level),
    /// The computer at the level that suits the person, which is this one in this game. Whoever starts games sets it
    /// by [`adapt`] from the person's past ones (see [`LiveGame::past_game`](crate::LiveGame::past_game)).
    Adaptive(Level),
}

impl Player {
    /// The computer at the level of someone who has not played yet.
    pub fn adaptive() -> Player {
        Player::Adaptive(adapt(&[]))
    }
}

/// The text is not a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no player is called {0:?}: human, auto, easy, medium, hard or a number from 1 to 10 is expected")]
pub struct ParsePlayerError(String);

impl FromStr for Player {
    type Err = ParsePlayerError;

    /// Reads `human`, `auto` or a level.
    fn from_str(text: &str) -> Result<Player, ParsePlayerError> {
        match text.to_ascii_lowercase().as_str() {
            "human" => Ok(Player::Human),
            "auto" => Ok(Player::adaptive()),
            level => level.parse().map(Player::Computer).map_err(|_| ParsePlayerError(text.to_owned())),
        }
    }
}

/// A player's name, cleaned so that it can be shown anywhere: one line, no control or direction characters,
/// at most [`Name::MAX_CHARS`] characters, not empty.
///
/// ```
/// use outflank_play::Name;
///
/// assert_eq!(Name::new("  Anna \t\u{1b}[31m Maria\n").unwrap().as_str(), "Anna [31m Maria");
/// assert_eq!(Name::new(" \u{202e} "), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name(String);

impl Name {
    /// Longer names are cut.
    pub const MAX_CHARS: usize = 24;

    /// The name in a text that someone typed; `None` if nothing visible is left of it.
    pub fn new(text: &str) -> Option<Name> {
        let cut: String = clean(text).chars().take(Name::MAX_CHARS).collect();
        let name = cut.trim_end_matches([' ', ZERO_WIDTH_JOINER]);
        let visible = name.chars().any(|c| c != ZERO_WIDTH_JOINER);
        visible.then(|| Name(name.to_owned()))
    }

    /// Whether [`Name::new`] cuts this text, so that a front end can say so.
    pub fn is_too_long(text: &str) -> bool {
        clean(text).chars().count() > Name::MAX_CHARS
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// One line without characters that could disturb a screen.
fn clean(text: &str) -> String {
    let kept: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|&c| !is_unprintable(c))
        .collect();
    let words: Vec<&str> = kept.split(' ').filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// Holds emoji and some scripts together, so it is the one invisible character a name may keep.
const ZERO_WIDTH_JOINER: char = '\u{200d}';

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_what_could_disturb_a_screen_and_nothing_else() {
        for (text, expected) in [
            ("Anna", Some("Anna")),
            (" Zoë  Ångström ", Some("Zoë Ångström")),
            ("<img onerror=x>", Some("<img onerror=x>")),
            ("李小龍", Some("李小龍")),
            ("a\u{200d}b\u{200d}", Some("a\u{200d}b")),
            ("\u{1b}]0;title\u{7}", Some("]0;title")),
            ("right\u{202e}left", Some("rightleft")),
            ("one\r\ntwo", Some("one two")),
            ("1234567890123456789012345", Some("123456789012345678901234")),
            ("12345678901234567890123 x", Some("12345678901234567890123")),
            ("", None),
            ("\n\t ", None),
            ("\u{200b}\u{200d}", None),
        ] {
            assert_eq!(Name::new(text).as_ref().map(Name::as_str), expected, "{text:?}");
            assert_eq!(Name::is_too_long(text), text.starts_with("1234567890"), "{text:?}");
        }
    }
}
