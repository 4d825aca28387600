//! Keys and clicks in the list of unfinished games.

use ratatui::crossterm::event::{KeyCode, KeyEvent};

use crate::screen::events::Effect;
use crate::screen::keys::{Action, Scene};
use crate::screen::model::{Model, Overlay, Page, Question};

pub(super) fn press(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    match key.code {
        KeyCode::Up => model.saved.step(-1),
        KeyCode::Down | KeyCode::Tab => model.saved.step(1),
        KeyCode::Home => model.saved.step(isize::MIN),
        KeyCode::End => model.saved.step(isize::MAX),
        KeyCode::Char('x' | 'X') | KeyCode::Backspace => return act(model, Action::Remove),
        code => return Scene::Saved.action(code).map_or(vec![], |action| act(model, action)),
    }
    vec![]
}

/// A click chooses a game, and goes on with the one that is chosen.
pub(super) fn click(model: &mut Model, number: usize) -> Vec<Effect> {
    if model.saved.chosen == number {
        return vec![Effect::Resume(number)];
    }
    model.saved.chosen = number;
    vec![]
}

pub(super) fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    let chosen = model.saved.chosen;
    match action {
        Action::Resume => vec![Effect::Resume(chosen)],
        Action::Remove => {
            model.overlay = Some(Overlay::Ask(Question::Remove(chosen)));
            vec![]
        }
        Action::Back => {
            model.page = Page::Start;
            vec![]
        }
        Action::Quit => vec![Effect::Quit],
        _ => vec![],
    }
}
