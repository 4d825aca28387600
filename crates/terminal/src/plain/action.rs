//! What a typed line asks for.

use outflank_play::Greeting;
use outflank_rules::{Move, Square};

/// What a typed line means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Nothing: an empty line or a comment.
    Nothing,
    /// A disc or a pass.
    Play(Move),
    /// Take back, perhaps for someone named.
    Undo(Option<String>),
    /// A hint, a step further every time.
    Hint,
    /// So many good moves.
    Best(usize),
    /// What mattered in the game, after its end.
    Review,
    /// The legal moves.
    Moves,
    /// The board.
    Board,
    /// The discs of both.
    Score,
    /// The last move.
    Last,
    /// What is on a row, from 0.
    Row(usize),
    /// What is on a column, from 0.
    Column(usize),
    /// The rules.
    Rules,
    /// Computers among themselves stop.
    Pause,
    /// They go on.
    Continue,
    /// The same game from the start.
    Restart,
    /// Another game after the end.
    Again {
        /// With the colours swapped.
        swap: bool,
    },
    /// Yes, to what was asked.
    Yes,
    /// No, to what was asked.
    No,
    /// Write the game to a file.
    Save(String),
    /// Give up.
    Resign,
    /// Say something to the other player; what there is to say without anything.
    Say(Option<Greeting>),
    /// Hear nothing of the other player, or hear them again.
    Mute,
    /// Go on with an unfinished game, the latest being number 1.
    Resume(usize),
    /// Delete an unfinished game.
    Forget(usize),
    /// What can be typed.
    Help,
    /// Leave.
    Quit,
}

/// What can be typed, as `help` shows it.
pub(super) const HELP: &str = "\
d3            place a disc on column d, row 3
pass          pass, when there is no legal move
undo          take back: tells which moves can be; undo black, undo white or
              undo and a name take back that player's own last disc and all
              that came after
hint          where to look; again: the move and what it does; again: the
              line. hint 3 gives the best three moves
moves         the legal moves
board, score, last, row 3, column d
              tell the board again, the discs, the last move, a row, a column
rules         the rules
restart       start this game again
pause         stop computers that play each other; continue lets them go on
review        after the end, tell what mattered in the game, and why
again         after the end, play again; swap: with colours swapped
save FILE     write the game to FILE.txt, .sgf, .ggf or .json
resign        give up
say           to somebody elsewhere, as in say good luck; say alone lists all;
              mute hears nothing of the other player, and again hears them
yes, no       answer a question, or what the other player asks for
resume        go on with the latest unfinished game; resume 2: with another
forget        delete the latest unfinished game; forget 2: another
quit          leave; the unfinished game is kept
";

/// Why a line is not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ActionError {
    /// The name of a file is missing.
    NoFile,
    /// A word that takes nothing after it.
    Alone(String, String),
    /// Looks like a square and is none.
    NoSquare(String),
    /// Neither a move nor a command.
    Unknown(String),
    /// Not a number from 1 on.
    NoNumber(&'static str, String),
    /// Nothing that can be said.
    NoGreeting(String),
    /// Not a row.
    NoRow,
    /// Not a column.
    NoColumn,
}

impl ActionError {
    /// What is wrong, told to the player.
    pub(super) fn sentence(&self) -> String {
        match self {
            ActionError::NoFile => "Type save and the name of a file, such as save game.txt.".to_owned(),
            ActionError::Alone(word, rest) => format!("Type {word} alone, without {rest:?}."),
            ActionError::NoSquare(word) => {
                format!("There is no square {word}: columns are a to h, rows 1 to 8.")
            }
            ActionError::Unknown(word) => {
                format!("{word:?} is neither a move such as d3 nor a command; help lists them.")
            }
            ActionError::NoNumber(word, text) => {
                format!("After {word} comes a number from 1 on, not {text:?}.")
            }
            ActionError::NoGreeting(text) => format!("{text:?} cannot be said; say alone lists what can."),
            ActionError::NoRow => "After row comes a digit from 1 to 8.".to_owned(),
            ActionError::NoColumn => "After column comes a letter from a to h.".to_owned(),
        }
    }
}

/// Understands a line, or says why not.
pub(super) fn parse(line: &str) -> Result<Action, ActionError> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let action = match word.to_ascii_lowercase().as_str() {
        "save" if rest.is_empty() => return Err(ActionError::NoFile),
        "save" => return Ok(Action::Save(rest.to_owned())),
        "undo" | "u" => return Ok(Action::Undo(Some(rest.to_owned()).filter(|name| !name.is_empty()))),
        "hint" if rest.is_empty() => Action::Hint,
        "hint" => return number(rest, "hint").map(Action::Best),
        "resume" => return number(rest, "resume").map(Action::Resume),
        "forget" => return number(rest, "forget").map(Action::Forget),
        "say" => return greeting(rest),
        "row" => return row(rest),
        "column" | "col" => return column(rest),
        "" => Action::Nothing,
        comment if comment.starts_with('#') => return Ok(Action::Nothing),
        "review" => Action::Review,
        "moves" => Action::Moves,
        "board" => Action::Board,
        "score" => Action::Score,
        "last" => Action::Last,
        "rules" => Action::Rules,
        "pause" => Action::Pause,
        "continue" => Action::Continue,
        "restart" | "new" => Action::Restart,
        "again" => Action::Again { swap: false },
        "swap" | "rematch" => Action::Again { swap: true },
        "yes" | "y" | "accept" => Action::Yes,
        "no" | "n" | "decline" => Action::No,
        "resign" => Action::Resign,
        "mute" => Action::Mute,
        "help" | "?" => Action::Help,
        "quit" | "exit" | "q" => Action::Quit,
        other => match other.parse() {
            Ok(mv) => Action::Play(mv),
            Err(_) => return Err(unknown(word)),
        },
    };
    if rest.is_empty() { Ok(action) } else { Err(ActionError::Alone(word.to_owned(), rest.to_owned())) }
}

fn unknown(word: &str) -> ActionError {
    let mut chars = word.chars();
    match (chars.next(), chars.next(), chars.next()) {
        (Some(column), Some(row), None) if column.is_ascii_alphabetic() && row.is_ascii_digit() => {
            ActionError::NoSquare(word.to_owned())
        }
        _ => ActionError::Unknown(word.to_owned()),
    }
}

/// A number from 1 on, 1 if there is none.
fn number(text: &str, word: &'static str) -> Result<usize, ActionError> {
    if text.is_empty() {
        return Ok(1);
    }
    let number = text.parse().ok().filter(|number| (1..=99).contains(number));
    number.ok_or_else(|| ActionError::NoNumber(word, text.to_owned()))
}

/// Something to say, by its number or its words.
fn greeting(text: &str) -> Result<Action, ActionError> {
    if text.is_empty() {
        return Ok(Action::Say(None));
    }
    let plain = |text: &str| text.to_lowercase().replace([',', '.', '!'], "");
    let numbered = text.parse::<usize>().ok().and_then(|n| Greeting::ALL.get(n.checked_sub(1)?).copied());
    let named = Greeting::ALL.into_iter().find(|greeting| plain(greeting.text()) == plain(text));
    let found = numbered.or(named).ok_or_else(|| ActionError::NoGreeting(text.to_owned()))?;
    Ok(Action::Say(Some(found)))
}

fn row(text: &str) -> Result<Action, ActionError> {
    let square: Result<Square, _> = format!("a{text}").parse();
    square.map(|square| Action::Row(square.row())).map_err(|_| ActionError::NoRow)
}

fn column(text: &str) -> Result<Action, ActionError> {
    let square: Result<Square, _> = format!("{text}1").parse();
    square.map(|square| Action::Column(square.column())).map_err(|_| ActionError::NoColumn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood_in_any_case_and_spacing() {
        for (line, expected) in [
            ("d3", Action::Play(Square::D3.into())),
            ("  D3 \t", Action::Play(Square::D3.into())),
            ("PASS", Action::Play(Move::Pass)),
            ("undo", Action::Undo(None)),
            ("undo  Anna Maria ", Action::Undo(Some("Anna Maria".to_owned()))),
            ("hint", Action::Hint),
            ("review", Action::Review),
            ("Hint 3", Action::Best(3)),
            ("row 8", Action::Row(7)),
            ("col D", Action::Column(3)),
            ("save My Game.sgf", Action::Save("My Game.sgf".to_owned())),
            ("resume 2", Action::Resume(2)),
            ("say", Action::Say(None)),
            ("say 2", Action::Say(Some(Greeting::GoodLuck))),
            ("Say one moment, please!", Action::Say(Some(Greeting::OneMoment))),
            ("mute", Action::Mute),
            ("pause", Action::Pause),
            ("Continue", Action::Continue),
            ("", Action::Nothing),
            ("# a note", Action::Nothing),
            ("?", Action::Help),
            ("q", Action::Quit),
        ] {
            assert_eq!(parse(line), Ok(expected), "{line:?}");
        }
    }

    #[test]
    fn wrong_lines_get_a_sentence() {
        for (line, expected) in [
            ("z9", "There is no square z9: columns are a to h, rows 1 to 8."),
            ("d9", "There is no square d9: columns are a to h, rows 1 to 8."),
            ("3d", "\"3d\" is neither a move such as d3 nor a command; help lists them."),
            ("Dance", "\"Dance\" is neither a move such as d3 nor a command; help lists them."),
            ("é3", "\"é3\" is neither a move such as d3 nor a command; help lists them."),
            ("d3 c3", "Type d3 alone, without \"c3\"."),
            ("save", "Type save and the name of a file, such as save game.txt."),
            ("hint 0", "After hint comes a number from 1 on, not \"0\"."),
            ("resume last", "After resume comes a number from 1 on, not \"last\"."),
            ("say 9", "\"9\" cannot be said; say alone lists what can."),
            ("row x", "After row comes a digit from 1 to 8."),
            ("column 3", "After column comes a letter from a to h."),
        ] {
            assert_eq!(parse(line).unwrap_err().sentence(), expected, "{line:?}");
        }
    }

    #[test]
    fn the_help_fits_a_narrow_terminal() {
        assert!(HELP.lines().all(|line| line.len() <= 78));
    }
}
