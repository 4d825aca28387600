//! What lies under the mouse: computed from the same geometry that is drawn.

use outflank_rules::Square;
use ratatui::layout::{Position, Rect};

use super::form::Field;
use super::keys::Action;
use super::layout::layout;
use super::model::{Model, Overlay, Page};
use super::{bar, form_view, popup};

/// Something that can be clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Square(Square),
    Action(Action),
    Field(Field),
    /// Yes or no to the question on the screen.
    Answer(bool),
    /// Whatever lies over the page goes away.
    Close,
}

/// What is at a cell of the terminal.
pub(crate) fn target_at(model: &Model, x: u16, y: u16) -> Option<Target> {
    let at = Position::new(x, y);
    let first = |parts: Vec<(Rect, Target)>| {
        parts.into_iter().find(|(area, _)| area.contains(at)).map(|(_, target)| target)
    };
    match (&model.overlay, model.page) {
        (Some(Overlay::Ask(question)), _) => first(popup::answers(*question, model)),
        (Some(Overlay::Save(_)), _) => None,
        (Some(Overlay::Help(_) | Overlay::Rules(_) | Overlay::Summary | Overlay::Links), _) => {
            Some(Target::Close)
        }
        (None, Page::Start) => first(
            form_view::rows(model).into_iter().map(|(area, field)| (area, Target::Field(field))).collect(),
        ),
        (None, Page::Game) => {
            let layout = layout(model.area)?;
            if let Some(square) = layout.board.square_at(x, y) {
                return Some(Target::Square(square));
            }
            let keys = bar::keys(model, layout.keys?).into_iter();
            first(keys.map(|(area, key)| (area, Target::Action(key.action))).collect())
        }
    }
}
