//! Keys on what lies over a page.

use outflank_play::{Command, Greeting};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::game;
use crate::screen::events::Effect;
use crate::screen::game_view::Kind;
use crate::screen::keys::Binding;
use crate::screen::model::{Answer, Model, Overlay, Page, Question, TextPage};
use crate::screen::{pages, prompt};

pub(super) fn press(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    if let (Some(Overlay::Text(TextPage::Greet, _)), KeyCode::Char(key)) = (&model.overlay, key.code)
        && let Some(effects) = greet(model, key)
    {
        model.overlay = None;
        return effects;
    }
    match &mut model.overlay {
        Some(Overlay::Text(..)) => {
            let page = i16::try_from(pages::rows(model)).unwrap_or(1).max(1);
            match key.code {
                KeyCode::Down => scroll(model, 1),
                KeyCode::Up => scroll(model, -1),
                KeyCode::PageDown | KeyCode::Char(' ') => scroll(model, page),
                KeyCode::PageUp => scroll(model, -page),
                KeyCode::Home => scroll(model, i16::MIN),
                KeyCode::End => scroll(model, i16::MAX),
                _ => return close(model, key),
            }
            vec![]
        }
        Some(Overlay::Ask(question)) => {
            let question = *question;
            let choice = match key.code {
                KeyCode::Char(c) => {
                    let c = c.to_ascii_lowercase();
                    prompt::choices(&question, model).into_iter().find(|choice| choice.key == c)
                }
                _ => None,
            };
            match (choice, key.code) {
                (Some(choice), _) => answer(model, choice.answer),
                (None, KeyCode::Esc) => answer(model, Answer::No),
                (None, KeyCode::Enter) if question != Question::Undo => answer(model, Answer::Yes),
                _ => vec![],
            }
        }
        Some(Overlay::Save(field)) => match key.code {
            KeyCode::Enter => {
                let name = field.text().trim().to_owned();
                model.overlay = None;
                if name.is_empty() { vec![] } else { vec![save(model, name)] }
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
        None => vec![],
    }
}

/// A digit says something, 0 is for those who want to hear nothing.
fn greet(model: &mut Model, key: char) -> Option<Vec<Effect>> {
    let number = key.to_digit(10)? as usize;
    if number == 0 {
        let view = model.game.as_mut()?;
        let said = view.remote.as_mut()?.mute();
        view.say(Kind::Told, said);
        return Some(vec![]);
    }
    let greeting = *Greeting::ALL.get(number - 1)?;
    Some(game::order(model, |by| Command::Greet { by, greeting }))
}

/// Any other key leaves a page; the keys that the result offers work from there, and after a hint all of them.
fn close(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    if matches!(model.overlay, Some(Overlay::Text(TextPage::Hint, _))) {
        model.overlay = None;
        return if matches!(key.code, KeyCode::Esc | KeyCode::Enter) {
            vec![]
        } else {
            super::press(model, key)
        };
    }
    let summary = matches!(model.overlay, Some(Overlay::Text(TextPage::Summary, _)));
    model.overlay = None;
    let offered = |binding: &&Binding| binding.offered() && binding.answers(key.code);
    let action = model.scene().filter(|_| summary).and_then(|scene| scene.in_use().find(offered));
    action.map_or(vec![], |binding| game::act(model, binding.action))
}

fn save(model: &Model, name: String) -> Effect {
    match (&model.study, model.page) {
        (Some(study), Page::Study) => Effect::SaveRecord(Box::new(study.record()), name),
        _ => Effect::Save(name),
    }
}

/// The question on the screen is answered.
pub(super) fn answer(model: &mut Model, answer: Answer) -> Vec<Effect> {
    let Some(Overlay::Ask(question)) = model.overlay.take() else { return vec![] };
    match (question, answer) {
        (_, Answer::No) => vec![],
        (_, Answer::Undo(by)) => game::order(model, |_| Command::Undo { by }),
        (Question::Undo, Answer::Yes) => {
            let by = model.game.as_ref().and_then(|view| Some(view.undo_options().first()?.by));
            by.map_or(vec![], |by| game::order(model, |_| Command::Undo { by }))
        }
        (Question::Quit, Answer::Yes) => vec![Effect::Quit],
        (Question::Resign, Answer::Yes) => game::order(model, |by| Command::Resign { by }),
        (Question::Restart, Answer::Yes) => game::order(model, |_| Command::Restart),
        (Question::Remove(number), Answer::Yes) => vec![Effect::Remove(number)],
    }
}

/// Moves through a page of text; what is beyond the end is not remembered.
pub(super) fn scroll(model: &mut Model, by: i16) {
    if let Some(Overlay::Text(page, at)) = model.overlay {
        let last = pages::last_line(model, page);
        model.overlay = Some(Overlay::Text(page, at.saturating_add_signed(by).min(last)));
    }
}
