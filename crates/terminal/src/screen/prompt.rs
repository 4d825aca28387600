//! Questions and the name of a file, in the lines below the board, so that nothing covers it. Where there is no room
//! the question has the screen for itself.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::bar;
use super::layout::Layout;
use super::model::{Answer, Model, Overlay, Question};
use super::study_view::StudyView;
use super::text::{columns, wrap};

/// A key that answers, and what it means.
pub(crate) struct Choice {
    pub(crate) key: char,
    pub(crate) word: String,
    pub(crate) answer: Answer,
}

/// Whether something is asked.
pub(crate) fn is_open(model: &Model) -> bool {
    matches!(model.overlay, Some(Overlay::Ask(_) | Overlay::Save(_)))
}

/// Whether the question needs the whole screen.
pub(crate) fn covers_screen(model: &Model, layout: &Layout) -> bool {
    let Some(Overlay::Ask(question)) = &model.overlay else {
        return is_open(model) && layout.keys.is_none();
    };
    let answers: usize = choices(question, model).iter().map(|choice| columns(&choice.word) + 4).sum();
    let width = usize::from(layout.message.width);
    layout.keys.is_none() || answers > width || columns(&text(question, model)) > width
}

/// What is asked.
pub(crate) fn text(question: &Question, model: &Model) -> String {
    let game = model.game.as_ref();
    let elsewhere = game.is_some_and(|view| view.remote.is_some());
    match question {
        Question::Quit if model.study.as_ref().is_some_and(StudyView::has_variations) => {
            "Leave? The moves you tried are not kept; s saves the line on the board.".to_owned()
        }
        Question::Quit if elsewhere => "Leave the game? Your link brings you back to your seat.".to_owned(),
        Question::Quit => "Leave the game? It is kept and offered at the next start.".to_owned(),
        Question::Restart => "Start this game again from the beginning?".to_owned(),
        Question::Resign => {
            let who = game.map_or(String::new(), |view| view.live.settings().name(view.speaker()));
            format!("Does {who} give the game up?")
        }
        Question::Remove(_) => "Remove this game for good?".to_owned(),
        Question::Undo => {
            let Some(view) = game else { return String::new() };
            let settings = view.live.settings();
            match &view.undo_options()[..] {
                [option] if option.is_last() => {
                    format!("Take back {}? There is only one in a game.", option.phrase(settings))
                }
                options => {
                    let phrases: Vec<String> = options.iter().map(|option| option.phrase(settings)).collect();
                    format!("Take back {}?", phrases.join(", or "))
                }
            }
        }
    }
}

/// What can be answered.
pub(crate) fn choices(question: &Question, model: &Model) -> Vec<Choice> {
    let no = || Choice { key: 'n', word: "no".to_owned(), answer: Answer::No };
    if let (Question::Undo, Some(view)) = (question, &model.game) {
        let options = view.undo_options();
        if options.len() > 1 {
            let choice = |option: &outflank_play::UndoOption| Choice {
                key: option.by.to_string().to_ascii_lowercase().chars().next().unwrap_or('y'),
                word: view.live.settings().name(option.by),
                answer: Answer::Undo(option.by),
            };
            return options.iter().map(choice).chain([no()]).collect();
        }
    }
    vec![Choice { key: 'y', word: "yes".to_owned(), answer: Answer::Yes }, no()]
}

/// Where the answers are.
pub(crate) fn answers(question: &Question, model: &Model, layout: &Layout) -> Vec<(Rect, Choice)> {
    let covers = covers_screen(model, layout);
    let mut at = match layout.keys {
        Some(keys) if !covers => keys,
        _ => {
            let lines = wrap(&text(question, model), page(model).width.into()).len() as u16;
            let page = page(model);
            Rect { y: (page.y + lines + 1).min(page.bottom() - 1), height: 1, ..page }
        }
    };
    let mut placed = Vec::new();
    for choice in choices(question, model) {
        let width = columns(&choice.word) as u16 + 2;
        placed.push((Rect { width: width.min(at.width), ..at }, choice));
        if covers {
            at.y = (at.y + 1).min(page(model).bottom() - 1);
        } else {
            at.x += width + 2;
            at.width = at.width.saturating_sub(width + 2);
        }
    }
    placed
}

fn page(model: &Model) -> Rect {
    let area = model.area;
    let width = area.width.saturating_sub(2).min(60);
    Rect::new(area.x + (area.width - width) / 2, area.y + 1, width, area.height.saturating_sub(1))
}

/// Draws what is asked; the cursor is where text is typed.
pub(crate) fn draw(model: &Model, layout: &Layout, buffer: &mut Buffer) -> Option<Position> {
    let covers = covers_screen(model, layout);
    let lines = if covers { page(model) } else { layout.message };
    for line in [Some(layout.message), layout.keys].into_iter().flatten().filter(|_| !covers) {
        clear(line, buffer);
    }
    match &model.overlay {
        Some(Overlay::Ask(question)) => {
            let text = wrap(&text(question, model), lines.width.into());
            for (y, line) in (lines.top()..lines.bottom()).zip(text) {
                buffer.set_string(lines.x, y, line, model.look.theme.strong);
            }
            for (area, choice) in answers(question, model, layout) {
                bar::draw_key(&choice.key.to_string(), &choice.word, area, model, buffer);
            }
            None
        }
        Some(Overlay::Save(field)) => {
            const LABEL: &str = "Save as ";
            let (x, y) =
                buffer.set_stringn(lines.x, lines.y, LABEL, lines.width.into(), model.look.theme.strong);
            let room = lines.right().saturating_sub(x);
            let (seen, cursor) = field.window(room.into());
            buffer.set_style(Rect::new(x, y, room.min(48), 1), model.look.theme.field);
            buffer.set_string(x, y, seen, Style::new());
            let keys = if covers { Rect { y: lines.y + 2, height: 1, ..lines } } else { layout.keys? };
            bar::draw_key("Enter", "save", keys, model, buffer);
            bar::draw_key("Esc", "back", Rect { x: keys.x + 12, ..keys }.intersection(keys), model, buffer);
            Some(Position::new((x + cursor as u16).min(lines.right() - 1), y))
        }
        _ => None,
    }
}

fn clear(line: Rect, buffer: &mut Buffer) {
    for position in line.positions() {
        buffer[position].reset();
    }
}
