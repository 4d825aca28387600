//! What the keys do in a game, as data: the same table answers keys, fills the line of keys and the help page.
//! The letters a to h are columns of the board and never in it.

use ratatui::crossterm::event::KeyCode;

/// What a key or a click on its name can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Undo,
    Hint,
    Values,
    Pass,
    Hurry,
    Resign,
    Restart,
    Rematch,
    Review,
    Chart,
    Save,
    New,
    Rules,
    Help,
    Quit,
}

/// When a key is of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// While a game goes on.
    Playing,
    /// When it is over.
    Over,
    Always,
}

/// One key.
pub(crate) struct Binding {
    pub(crate) key: KeyCode,
    /// What it is called on screen.
    pub(crate) name: &'static str,
    /// What it does, in a word.
    pub(crate) word: &'static str,
    /// What it does, for the help page.
    pub(crate) help: &'static str,
    pub(crate) action: Action,
    pub(crate) when: When,
    /// How soon it loses its place in the line of keys when that is short; `None` if it has none.
    pub(crate) rank: Option<u8>,
}

const fn key(
    letter: char,
    name: &'static str,
    word: &'static str,
    rank: Option<u8>,
    (action, when): (Action, When),
    help: &'static str,
) -> Binding {
    Binding { key: KeyCode::Char(letter), name, word, help, action, when, rank }
}

/// All keys, in the order in which they are shown.
pub(crate) static BINDINGS: [Binding; 15] = {
    use Action as A;
    use When::{Always, Over, Playing};
    [
        key('m', "m", "rematch", Some(1), (A::Rematch, Over), "another game with the colours swapped"),
        key('u', "u", "undo", Some(1), (A::Undo, Playing), "take your last move back"),
        key('i', "i", "hint", Some(2), (A::Hint, Playing), "the best moves and what they are worth"),
        key('l', "l", "review", Some(2), (A::Review, Over), "go through the moves with the arrow keys"),
        key('w', "w", "chart", None, (A::Chart, Over), "who was ahead, as a chart"),
        key('v', "v", "values", Some(5), (A::Values, Always), "what every move is worth, on or off"),
        key('p', "p", "pass", None, (A::Pass, Playing), "pass, when there is no legal move"),
        key(' ', "Space", "hurry", None, (A::Hurry, Playing), "let the computer move at once"),
        key('x', "x", "resign", None, (A::Resign, Playing), "give the game up"),
        key('t', "t", "restart", Some(7), (A::Restart, Always), "start this game again"),
        key('n', "n", "new", Some(3), (A::New, Always), "a new game with other players or rules"),
        key('s', "s", "save", Some(6), (A::Save, Always), "save the game as a text file"),
        key('r', "r", "rules", Some(4), (A::Rules, Always), "read the rules"),
        key('?', "?", "help", Some(0), (A::Help, Always), "this page"),
        key('q', "q", "quit", Some(0), (A::Quit, Always), "leave"),
    ]
};

/// What a key asks for now.
pub(crate) fn action(key: KeyCode, over: bool) -> Option<Action> {
    let key = match key {
        KeyCode::Char(c) => KeyCode::Char(c.to_ascii_lowercase()),
        other => other,
    };
    in_use(over).find(|binding| binding.key == key).map(|binding| binding.action)
}

/// The keys of use now.
pub(crate) fn in_use(over: bool) -> impl Iterator<Item = &'static Binding> {
    BINDINGS.iter().filter(move |binding| match binding.when {
        When::Always => true,
        When::Playing => !over,
        When::Over => over,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_never_commands_and_no_key_has_two_meanings() {
        for (n, binding) in BINDINGS.iter().enumerate() {
            let KeyCode::Char(letter) = binding.key else { continue };
            assert!(!('a'..='h').contains(&letter), "{letter} is a column");
            assert!(!letter.is_ascii_digit(), "{letter} is a row");
            assert!(BINDINGS[..n].iter().all(|other| other.key != binding.key), "{letter} twice");
        }
    }

    #[test]
    fn capitals_do_the_same() {
        assert_eq!(action(KeyCode::Char('U'), false), Some(Action::Undo));
        assert_eq!(action(KeyCode::Char('u'), true), None);
    }
}
