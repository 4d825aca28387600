//! How the start screen looks.

use outflank_rules::{Bitboard, Color, Position};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::board::{self, BoardView};
use super::form::{Field, Form, Value};
use super::layout::BoardArea;
use super::model::Model;
use super::text::{columns, fit, wrap};

/// Where the lines of the form are; those that have no room are left out.
pub(crate) fn rows(model: &Model) -> Vec<(Rect, Field)> {
    let form = &model.form;
    let view = FormArea::of(model);
    let fields = form.fields();
    let at = fields.iter().position(|field| *field == form.focus).unwrap_or(0);
    let breaks = view.roomy;
    // Each line and the rows of space before it.
    let mut placed = Vec::new();
    let mut y = 0;
    for field in fields {
        y += u16::from(breaks && starts_group(field));
        placed.push((y, field));
        y += 1;
    }
    // Scrolled so that the focus is seen.
    let focus = placed[at].0;
    let first = (focus + 2).min(y).saturating_sub(view.list.height).min(focus);
    let seen = |(y, field): (u16, Field)| {
        let row = y.checked_sub(first).filter(|row| *row < view.list.height)?;
        Some((Rect { y: view.list.y + row, height: 1, ..view.list }, field))
    };
    placed.into_iter().filter_map(seen).collect()
}

fn starts_group(field: Field) -> bool {
    matches!(field, Field::Player(Color::Black) | Field::Lines | Field::Rules)
}

/// The parts of the start screen.
struct FormArea {
    title: Rect,
    list: Rect,
    explanation: Rect,
    board: Option<BoardArea>,
    /// Whether there are empty rows between groups of lines.
    roomy: bool,
}

impl FormArea {
    fn of(model: &Model) -> FormArea {
        let area = model.area;
        let form = &model.form;
        let lines = form.fields().len() as u16;
        let roomy = area.height >= lines + 3 + 6;
        let wanted = lines + if roomy { 3 } else { 0 };
        let title_rows = if area.height >= wanted + 4 { 2 } else { 1 };
        let foot_rows = 3.min(area.height.saturating_sub(title_rows + 6)).max(1);
        let list_rows = wanted.min(area.height - title_rows - foot_rows);
        let gap = u16::from(area.height > title_rows + list_rows + foot_rows);
        let used = title_rows + list_rows + gap + foot_rows;
        let top = area.y + (area.height - used) / 2;
        let preview = BoardArea::compact();
        let side = area.width >= 78 && area.height >= 22;
        let width = if side { 40 } else { area.width.saturating_sub(2).min(50) };
        let total = if side { width + 3 + preview.painted.width + 2 } else { width };
        let x = area.x + (area.width - total) / 2;
        let row = |y: u16, height: u16| Rect::new(x, y, width, height);
        let board = side.then(|| BoardArea {
            painted: Rect { x: x + width + 5, y: top + title_rows + 1, ..preview.painted },
            ..preview
        });
        FormArea {
            title: Rect { width: total, ..row(top, 1) },
            list: row(top + title_rows, list_rows),
            explanation: Rect { width: total, ..row(top + title_rows + list_rows + gap, foot_rows) },
            board,
            roomy,
        }
    }
}

/// Draws the start screen.
pub(crate) fn draw(model: &Model, buffer: &mut Buffer) {
    let theme = model.look.theme;
    let view = FormArea::of(model);
    let (x, _) =
        buffer.set_stringn(view.title.x, view.title.y, "Outflank", view.title.width as usize, theme.accent);
    let subtitle = "Othello for one, two or none";
    if view.title.right() > x + 2 {
        let room = (view.title.right() - x - 2) as usize;
        let text = if columns(subtitle) <= room { subtitle } else { "Othello" };
        buffer.set_stringn(x + 2, view.title.y, text, room, theme.faint);
    }
    for (area, field) in rows(model) {
        draw_row(&model.form, field, area, model, buffer);
    }
    let (text, style) = match &model.form_error {
        Some(error) => (error.clone(), theme.error),
        None => (foot(model), theme.faint),
    };
    let lines = wrap(&text, view.explanation.width as usize);
    for (y, line) in (view.explanation.top()..view.explanation.bottom()).zip(lines) {
        buffer.set_string(view.explanation.x, y, line, style);
    }
    if let Some(area) = view.board {
        draw_preview(&model.form.position().unwrap_or_default(), &area, model, buffer);
    }
}

fn foot(model: &Model) -> String {
    let form = &model.form;
    let glyphs = model.look.glyphs;
    let enter = match form.focus {
        Field::Play => "Enter play",
        Field::Resume => "Enter resume",
        Field::Rules | Field::Help => "Enter read",
        Field::Quit => "Enter leave",
        _ => "",
    };
    let change = match form.value(form.focus) {
        Value::Choice(_) => format!("{} change", glyphs.left_right),
        Value::Button | Value::Text { .. } => String::new(),
    };
    let choose = format!("{} choose", glyphs.up_down);
    let back = if form.game_waits { "Esc back to the game" } else { "" };
    let keys: Vec<&str> =
        [&choose, change.as_str(), enter, back].into_iter().filter(|key| !key.is_empty()).collect();
    format!("{}\n{}", form.explanation(), keys.join("  "))
}

fn draw_preview(position: &Position, area: &BoardArea, model: &Model, buffer: &mut Buffer) {
    let view = BoardView {
        position,
        legal: Bitboard::EMPTY,
        cursor: None,
        column: None,
        last: None,
        flipped: Bitboard::EMPTY,
        turning: &[],
        values: &[],
    };
    board::draw(&view, area, &model.look, buffer);
}

fn draw_row(form: &Form, field: Field, area: Rect, model: &Model, buffer: &mut Buffer) {
    let (theme, glyphs) = (model.look.theme, model.look.glyphs);
    let focus = form.focus == field;
    let narrow = area.width < 30;
    let label_width = if narrow { 7 } else { 10 };
    let label = match field {
        Field::Player(_) if narrow => String::new(),
        Field::Player(_) | Field::Name(_) if !narrow => format!("    {}", field.label()),
        _ => field.label().to_owned(),
    };
    let button = matches!(form.value(field), Value::Button);
    let label_style = match (focus, button) {
        (true, true) => theme.focus,
        (false, true) | (true, false) => theme.strong,
        (false, false) => theme.faint,
    };
    let mark = if focus { glyphs.turn } else { " " };
    buffer.set_string(area.x, area.y, mark, theme.accent);
    let label = if button { format!(" {label} ") } else { label };
    let label_x = area.x + if button { 1 } else { 2 };
    buffer.set_stringn(label_x, area.y, label, area.width as usize - 2, label_style);
    if let Field::Player(color) = field {
        buffer.set_span(area.x + 2, area.y, &model.look.chip(color), 3);
    }
    let x = area.x + 2 + label_width;
    let room = (area.right().saturating_sub(x)) as usize;
    match form.value(field) {
        Value::Button => {}
        Value::Choice(text) => {
            let [left, right] = glyphs.choice;
            let text = fit(&text, room.saturating_sub(4), glyphs.ellipsis);
            let style = if focus { theme.focus } else { Style::new() };
            let edge = if focus { theme.accent } else { theme.faint };
            let (x, y) = buffer.set_stringn(x, area.y, left, room, edge);
            let (x, y) = buffer.set_stringn(x, y, format!(" {text} "), room, style);
            buffer.set_stringn(x, y, right, room, edge);
        }
        Value::Text { text, empty } => {
            if text.is_empty() && !focus {
                let empty = fit(&empty, room.saturating_sub(2), glyphs.ellipsis);
                buffer.set_stringn(x + 2, area.y, empty, room, theme.faint);
                return;
            }
            // The end of a long text is where it is typed.
            let skipped = columns(&text).saturating_sub(room.saturating_sub(3));
            let seen: String = if focus {
                text.chars().skip(skipped).collect()
            } else {
                fit(&text, room.saturating_sub(2), glyphs.ellipsis)
            };
            let (end, y) = buffer.set_stringn(x + 2, area.y, &seen, room.saturating_sub(2), Style::new());
            if focus && end < area.right() {
                buffer[(end, y)].set_symbol(" ").set_style(theme.focus);
                if text.is_empty() {
                    let hint = fit(&empty, room.saturating_sub(4), glyphs.ellipsis);
                    buffer.set_stringn(end + 1, y, hint, room.saturating_sub(3), theme.faint);
                }
            }
        }
    }
}
