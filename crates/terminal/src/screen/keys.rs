//! What the keys do where there is a board, as data: the same table answers keys, fills the line of keys and the help
//! page. The letters a to h are columns of the board and never in it.

use ratatui::crossterm::event::KeyCode;

use super::glyphs::Glyphs;

/// What a key or a click on its name can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Undo,
    Hint,
    Values,
    Pass,
    Hurry,
    /// Stops computers that play each other, or lets them go on.
    Pause,
    Resign,
    Restart,
    /// Another game with the same colours.
    PlayAgain,
    /// Another game with the colours swapped.
    SwapColors,
    Agree,
    Decline,
    Links,
    Greet,
    Review,
    Deeper,
    Summary,
    /// Steps through the moves of a study.
    Forward,
    /// The next moment of a game that is worth a look.
    Moment,
    /// What the review says of the move that is shown, on a page of its own.
    Why,
    /// The next move of the openings.
    Choose,
    /// The openings on a page of their own.
    Whole,
    /// Another move that was tried in the same position.
    Variation,
    /// What the book and people play in a position of a study, on or off; after a game where it has left them.
    Openings,
    /// Practises one's own mistakes.
    Practise,
    /// Plays on from the position of a study.
    PlayOn,
    /// Leaves a variation, or the study.
    Back,
    Save,
    New,
    Rules,
    Help,
    Quit,
    /// Goes on with an unfinished game.
    Resume,
    /// Removes an unfinished game.
    Remove,
}

/// When a key is of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// While a game goes on.
    Playing,
    /// When it is over.
    Over,
    /// In any game.
    Game,
    /// In a study.
    Study,
    /// In a study that has the review beside the board.
    Review,
    /// In a study that has the openings beside the board.
    Openings,
    /// Wherever there is a board to play on.
    Board,
    /// In the list of unfinished games.
    Saved,
}

/// The part of the line of keys that a key stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Right,
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
    key: KeyCode,
    name: &'static str,
    word: &'static str,
    rank: Option<u8>,
    (action, when): (Action, When),
    help: &'static str,
) -> Binding {
    Binding { key, name, word, help, action, when, rank }
}

const fn c(letter: char) -> KeyCode {
    KeyCode::Char(letter)
}

/// All keys, in the order in which they are shown.
#[rustfmt::skip]
pub(crate) static BINDINGS: [Binding; 38] = {
    use Action as A;
    use When::{Board, Game, Openings, Over, Playing, Review, Saved, Study};
    [
        key(c('y'), "y", "agree", Some(0), (A::Agree, Game), "agree to what the other player asks for"),
        key(c('n'), "n", "decline", Some(0), (A::Decline, Game), "decline what the other player asks for"),
        key(c('l'), "l", "review", Some(2), (A::Review, Over), "review it, try other moves"),
        key(c('m'), "m", "play again", Some(1), (A::PlayAgain, Over), "play again, the same colours"),
        key(c('w'), "w", "swap colours", Some(2), (A::SwapColors, Over), "play again, colours swapped"),
        key(c('p'), "p", "practise", Some(3), (A::Practise, Over), "practise your mistakes"),
        key(c('o'), "o", "opening", Some(4), (A::Openings, Over), "where it left the openings"),
        key(c('u'), "u", "undo", Some(1), (A::Undo, Playing), "take back: your own last move, or the other player's"),
        key(KeyCode::Right, "arrows", "moves", Some(1), (A::Forward, Study), "go through the moves; Home and End go to the ends"),
        key(KeyCode::Down, "up/down", "moments", Some(2), (A::Moment, Review), "the moments of the game that are worth a look"),
        key(c('w'), "w", "why", Some(3), (A::Why, Review), "what the review says of this move, with both lines"),
        key(KeyCode::Down, "up/down", "choose", Some(2), (A::Choose, Openings), "choose a move of the list; Enter plays it"),
        key(c('w'), "w", "all", Some(3), (A::Whole, Openings), "the openings on a page of their own"),
        key(KeyCode::Tab, "Tab", "variations", Some(6), (A::Variation, Study), "the other moves that were tried here"),
        key(c('i'), "i", "hint", Some(2), (A::Hint, Board), "where to look; again: the move; again: the line"),
        key(c('v'), "v", "values", Some(4), (A::Values, Board), "what every move is worth, on or off"),
        key(c('o'), "o", "openings", Some(3), (A::Openings, Study), "what the opening book and people play here, on or off"),
        key(c('l'), "l", "deeper", Some(5), (A::Deeper, Review), "review the game again, deeper"),
        key(c('m'), "m", "play on", Some(2), (A::PlayOn, Study), "play on from this position against the computer"),
        key(KeyCode::Esc, "Esc", "back", Some(1), (A::Back, Study), "back: from the openings, from a move that was tried, from the study"),
        key(c('p'), "p", "pass", None, (A::Pass, Playing), "pass, when there is no legal move"),
        key(c('p'), "p", "pause", Some(1), (A::Pause, Playing), "stop the computers, or let them go on"),
        key(c(' '), "Space", "hurry", None, (A::Hurry, Playing), "let the computer move at once"),
        key(c('x'), "x", "resign", Some(5), (A::Resign, Playing), "give the game up"),
        key(c('t'), "t", "restart", Some(7), (A::Restart, Playing), "start this game again"),
        key(c('n'), "n", "new", Some(3), (A::New, Game), "other players or rules"),
        key(c('n'), "n", "new", Some(7), (A::New, Study), "a new game"),
        key(c('k'), "k", "links", Some(3), (A::Links, Game), "the links for watching and back to your seat"),
        key(c('j'), "j", "say", Some(6), (A::Greet, Game), "say something to the other player, or mute them"),
        key(c('s'), "s", "save", Some(6), (A::Save, Board), "save the moves as a file"),
        key(KeyCode::Enter, "Enter", "result", None, (A::Summary, Over), "the result in words"),
        key(c('r'), "r", "rules", Some(8), (A::Rules, Board), "read the rules"),
        key(KeyCode::Enter, "Enter", "go on", Some(0), (A::Resume, Saved), "go on with the game"),
        key(KeyCode::Delete, "Del", "remove", Some(1), (A::Remove, Saved), "remove the game"),
        key(KeyCode::Esc, "Esc", "back", Some(0), (A::Back, Saved), "back"),
        key(c('?'), "?", "help", Some(0), (A::Help, Board), "this page"),
        key(c('q'), "q", "quit", Some(0), (A::Quit, Board), "leave"),
        key(c('q'), "q", "quit", Some(2), (A::Quit, Saved), "leave"),
    ]
};

/// What decides which keys are of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scene {
    Game {
        /// Whether the game is over.
        over: bool,
        /// Whether no person plays.
        computers: bool,
        /// What is different in a game on a server.
        elsewhere: Option<Elsewhere>,
    },
    Study {
        /// Whether there is a game to review, and not only a position.
        game: bool,
        /// Whether there is something to go back to.
        back: bool,
    },
    /// A study that has the openings beside the board.
    Openings,
    Saved,
}

/// Where someone stands in a game on a server.
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
        self.sometime().filter(move |binding| match (binding.when, self) {
            (When::Playing, Scene::Game { over, .. }) => !over,
            (When::Over, Scene::Game { over, .. }) => over,
            (When::Board, Scene::Game { over: true, .. }) => {
                !matches!(binding.action, Action::Hint | Action::Values)
            }
            (When::Review, Scene::Study { game, .. }) => game,
            (When::Study, Scene::Study { back, .. }) => back || binding.action != Action::Back,
            _ => true,
        })
    }

    /// The keys that are of use now, earlier or later on this screen.
    pub(crate) fn sometime(self) -> impl Iterator<Item = &'static Binding> {
        BINDINGS.iter().filter(move |binding| match (self, binding.when) {
            (Scene::Saved, when) => when == When::Saved,
            (Scene::Study { .. }, when) => matches!(when, When::Study | When::Review | When::Board),
            (Scene::Openings, when) => matches!(when, When::Study | When::Openings | When::Board),
            (Scene::Game { .. }, When::Study | When::Review | When::Openings | When::Saved) => false,
            (Scene::Game { over, computers, elsewhere }, _) => match (binding.action, elsewhere) {
                (Action::Pause, there) => computers && there.is_none(),
                (Action::Undo | Action::Pass | Action::Resign, _) if computers => false,
                (Action::Agree | Action::Decline | Action::Links | Action::Greet, None)
                | (Action::Hurry | Action::New | Action::Practise, Some(_)) => false,
                (Action::Practise, None) => !computers,
                (Action::Agree | Action::Decline, Some(there)) => there.asked,
                (
                    Action::Undo | Action::Pass | Action::Resign | Action::PlayAgain | Action::SwapColors,
                    Some(there),
                ) => there.plays,
                (Action::Greet, Some(there)) => there.plays && there.apart,
                (Action::Restart, Some(there)) => there.plays && !there.apart,
                (Action::Hint | Action::Values, Some(there)) => over || !there.plays || !there.apart,
                _ => true,
            },
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

    /// What the key is called with these characters.
    pub(crate) fn name(&self, glyphs: &Glyphs) -> &'static str {
        match self.action {
            Action::Forward => glyphs.left_right,
            Action::Moment | Action::Choose => glyphs.up_down,
            _ => self.name,
        }
    }

    /// Help and the way out keep their place at the right.
    pub(crate) fn side(&self) -> Side {
        match self.action {
            Action::Help | Action::Quit => Side::Right,
            _ => Side::Left,
        }
    }

    /// Whether the result of a game offers it.
    pub(crate) fn offered(&self) -> bool {
        matches!(
            self.action,
            Action::Review
                | Action::Practise
                | Action::Openings
                | Action::PlayAgain
                | Action::SwapColors
                | Action::Save
                | Action::New
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_never_commands_and_no_key_has_two_meanings() {
        let there =
            (0..8).map(|n: u8| Some(Elsewhere { plays: n & 1 != 0, apart: n & 2 != 0, asked: n & 4 != 0 }));
        let games =
            there.chain([None]).flat_map(|elsewhere| [false, true].map(|over| (over, elsewhere))).flat_map(
                |(over, elsewhere)| [false, true].map(|computers| Scene::Game { over, computers, elsewhere }),
            );
        let studies = [Scene::Study { game: true, back: true }, Scene::Openings, Scene::Saved];
        for scene in games.chain(studies) {
            let bindings: Vec<&Binding> = scene.in_use().collect();
            for (n, binding) in bindings.iter().enumerate() {
                assert!(bindings[..n].iter().all(|other| other.key != binding.key), "{} twice", binding.name);
                let KeyCode::Char(letter) = binding.key else { continue };
                assert!(!('a'..='h').contains(&letter), "{letter} is a column");
                assert!(!letter.is_ascii_digit(), "{letter} is a row");
            }
        }
    }

    #[test]
    fn capitals_do_the_same() {
        let scene = |over| Scene::Game { over, computers: false, elsewhere: None };
        assert_eq!(scene(false).action(KeyCode::Char('U')), Some(Action::Undo));
        assert_eq!(scene(true).action(KeyCode::Char('u')), None);
    }

    #[test]
    fn after_the_end_one_can_play_again_with_either_colours() {
        let over = Scene::Game { over: true, computers: false, elsewhere: None };
        let offered: Vec<Action> = over.in_use().filter(|key| key.offered()).map(|key| key.action).collect();
        assert!(offered.contains(&Action::PlayAgain) && offered.contains(&Action::SwapColors));
    }
}
