//! Keys on what lies over a page.

use outflank_play::Command;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::game;
use crate::screen::events::Effect;
use crate::screen::model::{Model, Overlay, Question};
use crate::screen::pages;

pub(super) fn press(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    match &mut model.overlay {
        Some(Overlay::Help(_) | Overlay::Rules(_)) => {
            let page = i16::try_from(pages::rows(model)).unwrap_or(1).max(1);
            match key.code {
                KeyCode::Down => scroll(model, 1),
                KeyCode::Up => scroll(model, -1),
                KeyCode::PageDown | KeyCode::Char(' ') => scroll(model, page),
                KeyCode::PageUp => scroll(model, -page),
                KeyCode::Home => scroll(model, i16::MIN),
                KeyCode::End => scroll(model, i16::MAX),
                _ => model.overlay = None,
            }
            vec![]
        }
        Some(Overlay::Ask(_)) => match key.code {
            KeyCode::Char('y' | 'Y') | KeyCode::Enter => answer(model, true),
            KeyCode::Char('n' | 'N') | KeyCode::Esc => answer(model, false),
            _ => vec![],
        },
        Some(Overlay::Save(field)) => match key.code {
            KeyCode::Enter => {
                let name = field.text().trim().to_owned();
                model.overlay = None;
                if name.is_empty() { vec![] } else { vec![Effect::Save(name)] }
            }
            KeyCode::Esc => {
                model.overlay = None;
                vec![]
            }
            _ => {
                field.key(key);
                vec![]
            }
        },
        Some(Overlay::Links) => {
            model.overlay = None;
            vec![]
        }
        Some(Overlay::Summary) | None => {
            model.overlay = None;
            match key.code {
                KeyCode::Esc | KeyCode::Enter | KeyCode::Char('w' | 'W') => vec![],
                // The keys named on the summary work from there.
                _ => game::press(model, key),
            }
        }
    }
}

/// The question on the screen is answered.
pub(super) fn answer(model: &mut Model, yes: bool) -> Vec<Effect> {
    let Some(Overlay::Ask(question)) = model.overlay.take() else { return vec![] };
    if !yes {
        return vec![];
    }
    match question {
        Question::Quit => vec![Effect::Quit],
        Question::Resign => game::order(model, |by| Command::Resign { by }),
        Question::Restart => game::order(model, |_| Command::Restart),
    }
}

/// Moves through a page of text; what is beyond the end is not remembered.
pub(super) fn scroll(model: &mut Model, by: i16) {
    let last = pages::last_line(model);
    if let Some(Overlay::Help(at) | Overlay::Rules(at)) = &mut model.overlay {
        *at = at.saturating_add_signed(by).min(last);
    }
}
