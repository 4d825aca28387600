use outflank_rules::Move;

/// What a viewer can ask for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Command {
    /// `nboard 2`: begin.
    Begin,
    /// `set depth 10`.
    Depth(u8),
    /// `set game (;GM[Othello]…;)`.
    Game(String),
    /// `move F5/1.2/3.4`, or `F5` alone: the move and the seconds it took.
    Move(Move, Option<f64>),
    /// `hint 3`: this many of the best moves.
    Hint(usize),
    /// `go`: choose a move.
    Go,
    /// `analyze`: a value for every position of the game.
    Analyze,
    /// `learn`: remember the game.
    Learn,
    /// `ping 7`, with the rest of the line unchanged.
    Ping(String),
    /// `quit`.
    Quit,
}

impl Command {
    /// Reads a line; `None` if we do not know it, or if it has no effect here.
    ///
    /// `set contempt` is known but has no effect: it is about draws in an opening book, and ours only has values in
    /// discs. The word `set` may be left out, as some viewers do.
    pub(super) fn read(line: &str) -> Option<Command> {
        let line = line.trim();
        let line = after(line, "set").unwrap_or(line);
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word.to_ascii_lowercase().as_str() {
            "nboard" => Some(Command::Begin),
            "depth" => Some(Command::Depth(rest.parse::<u64>().ok()?.clamp(1, 60) as u8)),
            "game" => Some(Command::Game(rest.to_owned())),
            "move" => read_move(rest),
            "hint" => Some(Command::Hint(rest.parse::<usize>().unwrap_or(1).clamp(1, 64))),
            "go" => Some(Command::Go),
            "analyze" | "analyse" => Some(Command::Analyze),
            "learn" => Some(Command::Learn),
            "ping" => Some(Command::Ping(rest.to_owned())),
            "quit" | "exit" => Some(Command::Quit),
            _ => read_move(line),
        }
    }
}

/// The text after a word and a blank.
fn after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let (first, rest) = line.split_once(char::is_whitespace)?;
    first.eq_ignore_ascii_case(word).then(|| rest.trim_start())
}

/// `F5`, `F5/eval/seconds` with parts missing or empty, or the same with blanks for slashes.
fn read_move(text: &str) -> Option<Command> {
    let mut parts = text.split(|c: char| c == '/' || c.is_whitespace());
    let mv = parts.next()?.parse().ok()?;
    let seconds = parts.nth(1).and_then(|seconds| seconds.parse().ok());
    Some(Command::Move(mv, seconds.filter(|seconds: &f64| *seconds >= 0.0 && seconds.is_finite())))
}

#[cfg(test)]
mod tests {
    use outflank_rules::Square;

    use super::*;

    #[test]
    fn lines_are_read_leniently() {
        let place = |square: Square, seconds| Some(Command::Move(square.into(), seconds));
        for (line, command) in [
            ("nboard 2\r\n", Some(Command::Begin)),
            ("set depth 12", Some(Command::Depth(12))),
            ("depth 6", Some(Command::Depth(6))),
            ("set depth 1000", Some(Command::Depth(60))),
            ("set depth much", None),
            ("set contempt -100", None),
            ("set game (;GM[Othello];)", Some(Command::Game("(;GM[Othello];)".to_owned()))),
            ("move F5", place(Square::F5, None)),
            ("move f5/1.5/2.5", place(Square::F5, Some(2.5))),
            ("move F5//12.3", place(Square::F5, Some(12.3))),
            ("move F5 1.5 2.5", place(Square::F5, Some(2.5))),
            ("F5", place(Square::F5, None)),
            ("move PA", Some(Command::Move(Move::Pass, None))),
            ("move Z9", None),
            ("hint 4", Some(Command::Hint(4))),
            ("hint", Some(Command::Hint(1))),
            ("  GO ", Some(Command::Go)),
            ("ping 12", Some(Command::Ping("12".to_owned()))),
            ("analyze", Some(Command::Analyze)),
            ("learn", Some(Command::Learn)),
            ("quit", Some(Command::Quit)),
            ("", None),
            ("set", None),
            ("dance now", None),
        ] {
            assert_eq!(Command::read(line), command, "{line:?}");
        }
    }
}
