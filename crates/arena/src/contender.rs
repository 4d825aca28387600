use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use outflank_engine::book::{self, Book};
use outflank_engine::{Engine, Options, ParseStrengthError, Strength};
use thiserror::Error;

use crate::players::{ClassicPlayer, EnginePlayer, GtpPlayer};
use crate::{Fault, Player};

/// A participant of a match: a name, and a way to make a player for every thread.
///
/// As text: `level:5`, `depth:6`, `time:0.1`, `nodes:10000` or `clock` for the engine, each with `,book` to play from
/// the opening book, `classic:depth=6` for the classic search, `gtp:COMMAND` for another program.
///
/// ```
/// use outflank_arena::Contender;
///
/// let rhino: Contender = "gtp:gtp-rhino -l 3".parse()?;
/// assert_eq!(rhino.name(), "gtp-rhino -l 3");
/// # Ok::<(), outflank_arena::ParseContenderError>(())
/// ```
pub struct Contender {
    name: String,
    make: Make,
}

type Make = Box<dyn Fn() -> Result<Box<dyn Player>, Fault> + Send + Sync>;

impl Contender {
    /// A contender that makes players with the given function.
    pub fn new(
        name: impl Into<String>,
        make: impl Fn() -> Result<Box<dyn Player>, Fault> + Send + Sync + 'static,
    ) -> Contender {
        Contender { name: name.into(), make: Box::new(make) }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A player, ready for its first game.
    pub fn player(&self) -> Result<Box<dyn Player>, Fault> {
        (self.make)()
    }

    fn read(text: &str) -> Result<Contender, Reason> {
        if let Some(command) = text.strip_prefix("gtp:") {
            let words = words(command)?;
            let make = move || Ok(Box::new(GtpPlayer::new(words.clone(), PATIENCE)) as Box<dyn Player>);
            return Ok(Contender::new(command.trim(), make));
        }
        if let Some(strength) = text.strip_prefix("classic:") {
            let Strength::Limits(limits) = strength.parse()? else { return Err(Reason::Classic) };
            return Ok(Contender::new(text, move || Ok(Box::new(ClassicPlayer::new(limits)))));
        }
        let (strength, book) = match text.strip_suffix(",book") {
            Some(strength) => (strength, Some(Book::embedded as book::Source)),
            None => (text, None),
        };
        let strength: Strength = strength.parse()?;
        Ok(Contender::new(text, move || {
            let mut engine = Engine::new(OPTIONS);
            engine.set_book(book);
            Ok(Box::new(EnginePlayer::new(engine, strength)))
        }))
    }
}

/// How long a program may take to answer without a clock.
const PATIENCE: Duration = Duration::from_mins(1);

/// Games are played in parallel, so each engine gets one thread and little memory.
const OPTIONS: Options = Options { threads: 1, table_mb: 16 };

/// Splits a command into words like a shell: at blanks, except between quotes.
fn words(command: &str) -> Result<Vec<String>, Reason> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match (quote, words.is_empty()) {
        (Some(_), _) => Err(Reason::Quote),
        (None, true) => Err(Reason::NoCommand),
        (None, false) => Ok(words),
    }
}

impl fmt::Debug for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Contender({:?})", self.name)
    }
}

/// The text does not name a player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} names no player: {reason}")]
pub struct ParseContenderError {
    text: String,
    reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum Reason {
    #[error("level:L, depth:D, time:S, nodes:N, clock, classic:depth=D or gtp:COMMAND is expected")]
    Unknown,
    #[error("classic: goes with depth=D, time=S or nodes=N")]
    Classic,
    #[error("a command is expected after gtp:")]
    NoCommand,
    #[error("a quote is not closed")]
    Quote,
}

impl From<ParseStrengthError> for Reason {
    fn from(_: ParseStrengthError) -> Reason {
        Reason::Unknown
    }
}

impl FromStr for Contender {
    type Err = ParseContenderError;

    fn from_str(text: &str) -> Result<Contender, ParseContenderError> {
        Contender::read(text).map_err(|reason| ParseContenderError { text: text.to_owned(), reason })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_recognised_by_their_text() {
        for text in [
            "level:5",
            "depth:6",
            "time:0.1",
            "clock",
            "level:5,book",
            "time:0.1,book",
            "classic:depth=6",
            "gtp:gtp-rhino -l 3",
        ] {
            assert!(text.parse::<Contender>().is_ok(), "{text}");
        }
        for text in [
            "",
            "level",
            "level:12",
            "book",
            ",book",
            "classic:",
            "classic:level:3",
            "classic:clock",
            "gtp:",
            "gtp: ",
            "gtp:a 'b",
        ] {
            assert!(text.parse::<Contender>().is_err(), "{text}");
        }
    }

    #[test]
    fn commands_are_split_like_in_a_shell() {
        assert_eq!(words(r#"a  -l 3 "b c"'d' ''"#).unwrap(), ["a", "-l", "3", "b cd", ""]);
    }
}
