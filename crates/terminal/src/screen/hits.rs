//! What lies under the mouse: computed from the same geometry that is drawn.

use outflank_rules::Square;
use ratatui::layout::{Position, Rect};

use super::form::Field;
use super::keys::Action;
use super::layout::layout;
use super::model::{Answer, Model, Overlay, Page};
use super::{bar, form_view, prompt, saved_view};

/// Something that can be clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Square(Square),
    Action(Action),
    Field(Field),
    /// A game in the list of unfinished ones.
    Saved(usize),
    Answer(Answer),
    /// Whatever lies over the page goes away.
    Close,
}

/// What is at a cell of the terminal.
pub(crate) fn target_at(model: &Model, x: u16, y: u16) -> Option<Target> {
    let at = Position::new(x, y);
    let layout = layout(model.area, &model.look)?;
    let first = |parts: Vec<(Rect, Target)>| {
        parts.into_iter().find(|(area, _)| area.contains(at)).map(|(_, target)| target)
    };
    let keys = |line: Option<Rect>| {
        let keys = line.map(|line| bar::keys(model, line)).unwrap_or_default();
        first(keys.into_iter().map(|(area, key)| (area, Target::Action(key.action))).collect())
    };
    match (&model.overlay, model.page) {
        (Some(Overlay::Ask(question)), _) => {
            let answers = prompt::answers(question, model, &layout).into_iter();
            first(answers.map(|(area, choice)| (area, Target::Answer(choice.answer))).collect())
        }
        (Some(Overlay::Save(_)), _) => None,
        (Some(_), _) => Some(Target::Close),
        (None, Page::Start) => {
            let fields = form_view::places(model, &layout).into_iter();
            first(fields.map(|(area, field)| (area, Target::Field(field))).collect())
        }
        (None, Page::Saved) => {
            let rows = saved_view::rows(model, &layout).into_iter();
            first(rows.map(|(area, n)| (area, Target::Saved(n))).collect()).or_else(|| keys(layout.keys))
        }
        (None, Page::Game | Page::Study) => {
            let square = layout.board.square_at(x, y).map(Target::Square);
            square.or_else(|| keys(layout.keys))
        }
    }
}
