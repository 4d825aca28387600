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
    Agree,
    Decline,
    Links,
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
pub(crate) static BINDINGS: [Binding; 18] = {
    use Action as A;
    use When::{Always, Over, Playing};
    [
        key('y', "y", "agree", Some(0), (A::Agree, Always), "agree to what the other player asks for"),
        key('n', "n", "decline", Some(0), (A::Decline, Always), "decline what the other player asks for"),
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
        key('k', "k", "links", Some(3), (A::Links, Always), "the links for watching and back to your seat"),
        key('s', "s", "save", Some(6), (A::Save, Always), "save the game as a text file"),
        key('r', "r", "rules", Some(4), (A::Rules, Always), "read the rules"),
        key('?', "?", "help", Some(0), (A::Help, Always), "this page"),
        key('q', "q", "quit", Some(0), (A::Quit, Always), "leave"),
    ]
};

/// What decides which keys are of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scene {
    /// Whether the game is over.
    pub(crate) over: bool,
    /// What is different in a game that is kept elsewhere.
    pub(crate) elsewhere: Option<Elsewhere>,
}

/// Where someone stands in a game that is kept elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Elsewhere {
    /// Whether they play rather than watch.
    pub(crate) plays: bool,
    /// Whether another person plays from another place.
    pub(crate) apart: bool,
    /// Whether that person asks for something.
    pub(crate) asked: bool,
}

impl Scene {
    /// What a key asks for now.
    pub(crate) fn action(self, key: KeyCode) -> Option<Action> {
        self.in_use().find(|binding| binding.answers(key)).map(|binding| binding.action)
    }

    /// The keys of use now.
    pub(crate) fn in_use(self) -> impl Iterator<Item = &'static Binding> {
        self.sometime().filter(move |binding| match binding.when {
            When::Always => true,
            When::Playing => !self.over,
            When::Over => self.over,
        })
    }

    /// The keys that are of use now, earlier or later in this game.
    pub(crate) fn sometime(self) -> impl Iterator<Item = &'static Binding> {
        BINDINGS.iter().filter(move |binding| match (binding.action, self.elsewhere) {
            (Action::Agree | Action::Decline | Action::Links, None)
            | (Action::Hurry | Action::New, Some(_)) => false,
            (Action::Agree | Action::Decline, Some(there)) => there.asked,
            (Action::Undo | Action::Pass | Action::Resign | Action::Rematch, Some(there)) => there.plays,
            (Action::Restart, Some(there)) => there.plays && !there.apart,
            (Action::Hint | Action::Values, Some(there)) => self.over || !there.plays || !there.apart,
            _ => true,
        })
    }
}

impl Binding {
    /// Whether this is the key; capitals do the same.
    pub(crate) fn answers(&self, key: KeyCode) -> bool {
        match key {
            KeyCode::Char(c) => self.key == KeyCode::Char(c.to_ascii_lowercase()),
            other => self.key == other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_never_commands_and_no_key_has_two_meanings() {
        let there =
            (0..8).map(|n: u8| Some(Elsewhere { plays: n & 1 != 0, apart: n & 2 != 0, asked: n & 4 != 0 }));
        for elsewhere in there.chain([None]) {
            let bindings: Vec<&Binding> = Scene { over: false, elsewhere }.sometime().collect();
            for (n, binding) in bindings.iter().enumerate() {
                let KeyCode::Char(letter) = binding.key else { continue };
                assert!(!('a'..='h').contains(&letter), "{letter} is a column");
                assert!(!letter.is_ascii_digit(), "{letter} is a row");
                assert!(bindings[..n].iter().all(|other| other.key != binding.key), "{letter} twice");
            }
        }
    }

    #[test]
    fn capitals_do_the_same() {
        let scene = |over| Scene { over, elsewhere: None };
        assert_eq!(scene(false).action(KeyCode::Char('U')), Some(Action::Undo));
        assert_eq!(scene(true).action(KeyCode::Char('u')), None);
    }
}
