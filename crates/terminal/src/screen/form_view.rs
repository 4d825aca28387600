//! How the start screen looks: the board as it will be, and beside it the names, who plays, and the rest.

use outflank_rules::Color;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::bar::draw_key;
use super::board::{self, BoardView, draw_chip};
use super::cards::draw_patch;
use super::digits::{LOGO_WIDTH, draw_logo};
use super::form::{Behind, Field, Value};
use super::glyphs::GlyphSet;
use super::layout::{Layout, PANEL_LARGE};
use super::model::Model;
use super::text::{columns, fit, wrap};

/// Columns from the left edge of the panel to a name.
const NAME_AT: u16 = 8;

/// The panel of a large start screen; in small windows the form has the screen for itself.
fn panel(layout: &Layout) -> Option<Rect> {
    layout.panel.filter(|panel| panel.width >= PANEL_LARGE && panel.height >= 18 && layout.keys.is_some())
}

/// Where the fields are; in small windows those that have no room are left out.
pub(crate) fn places(model: &Model, layout: &Layout) -> Vec<(Rect, Field)> {
    match panel(layout) {
        Some(panel) => large_places(model, panel),
        None => small_places(model),
    }
}

fn large_places(model: &Model, panel: Rect) -> Vec<(Rect, Field)> {
    let row = |y: u16| Rect { y: panel.y + y, height: 1, ..panel };
    let beside = |y: u16| Rect { x: panel.x + NAME_AT, width: panel.width - NAME_AT, ..row(y) };
    // Rows of air that a high panel has to give away.
    let air = (panel.height.saturating_sub(22) / 4).min(1);
    let top = 4 + air;
    let mut places = Vec::new();
    for color in Color::ALL {
        let y = top + 3 * color.index() as u16;
        places.push((beside(y), Field::Name(color)));
        places.push((beside(y + 1), Field::Player(color)));
    }
    let fields: Vec<Field> = model.form.fields().into_iter().skip(4).collect();
    let (choices, mut ways): (Vec<Field>, Vec<Field>) = fields.into_iter().partition(|field| !is_way(*field));
    // What the line of keys tells as well gives way to air.
    if panel.height < 24 {
        ways.retain(|field| !matches!(field, Field::Help | Field::Quit));
    }
    let mut y = top + 6;
    // Rows that are left over go between the parts.
    let needed = choices.len() + ways.len().div_ceil(2);
    let mut spare = usize::from(panel.height.saturating_sub(y)).saturating_sub(needed);
    let mut gap = |y: &mut u16, most: u16| {
        let rows = most.min(spare as u16);
        spare -= usize::from(rows);
        *y += rows;
    };
    gap(&mut y, 1 + air);
    for field in choices {
        if field == Field::Clock {
            gap(&mut y, 1);
        }
        places.push((row(y), field));
        y += 1;
    }
    gap(&mut y, 1);
    // Two in a row.
    let half = panel.width / 2;
    for (n, field) in ways.into_iter().enumerate() {
        let (line, column) = (y + n as u16 / 2, n as u16 % 2);
        if line < panel.height {
            places.push((Rect { x: panel.x + column * half, width: half - 1 + column, ..row(line) }, field));
        }
    }
    places
}

/// Whether a field leads somewhere else; those stand two in a row.
fn is_way(field: Field) -> bool {
    Field::PLACES.contains(&field) || matches!(field, Field::Rules | Field::Help | Field::Quit)
}

/// One field in a row, scrolled so that the focus is seen.
fn small_places(model: &Model) -> Vec<(Rect, Field)> {
    let area = model.area;
    let width = area.width.saturating_sub(2).min(60);
    let x = area.x + (area.width - width) / 2;
    let foot = foot_rows(area);
    let rows = area.height.saturating_sub(1 + foot);
    let fields = model.form.fields();
    let focus = fields.iter().position(|field| *field == model.form.focus).unwrap_or(0) as u16;
    let first = (focus + 2).min(fields.len() as u16).saturating_sub(rows).min(focus);
    let shown = fields.into_iter().skip(first.into()).take(rows.into());
    (area.y + 1..).zip(shown).map(|(y, field)| (Rect::new(x, y, width, 1), field)).collect()
}

fn foot_rows(area: Rect) -> u16 {
    if area.height >= 16 { 3 } else { 2 }
}

/// Draws the start screen; the cursor is where text is typed.
pub(crate) fn draw(model: &Model, layout: &Layout, buffer: &mut Buffer) -> Option<Position> {
    let theme = model.look.theme;
    let (message, keys) = if let (Some(panel), Some(keys)) = (panel(layout), layout.keys) {
        let position = model.form.position().unwrap_or_default();
        board::draw(&BoardView::bare(&position), &layout.board, &model.look, buffer);
        draw_title(panel, model, buffer);
        draw_chips(model, panel, layout, buffer);
        (layout.message, keys)
    } else {
        let area = model.area;
        let width = area.width.saturating_sub(2).min(60);
        let x = area.x + (area.width - width) / 2;
        buffer.set_stringn(x, area.y, "Outflank", width.into(), theme.accent);
        let foot = foot_rows(area);
        let message = Rect::new(x, area.bottom() - foot, width, foot - 1);
        (message, Rect::new(x, area.bottom() - 1, width, 1))
    };
    let text = model.form_error.clone().unwrap_or_else(|| model.form.explanation());
    let style = if model.form_error.is_some() { theme.error } else { Style::new() };
    let lines = wrap(&text, message.width.into());
    let cut = lines.len() > usize::from(message.height);
    for (n, (y, line)) in (message.top()..message.bottom()).zip(lines).enumerate() {
        let last = cut && n + 1 == usize::from(message.height);
        let line = if last { format!("{line}{}", model.look.glyphs.ellipsis) } else { line };
        buffer.set_stringn(message.x, y, line, message.width.into(), style);
    }
    draw_keys(model, keys, buffer);
    let mut cursor = None;
    for (area, field) in places(model, layout) {
        let at = draw_field(field, area, panel(layout).is_some(), model, buffer);
        cursor = cursor.or(at);
    }
    cursor
}

fn draw_title(panel: Rect, model: &Model, buffer: &mut Buffer) {
    let theme = model.look.theme;
    if model.look.glyphs.set == GlyphSet::Pixels && panel.width >= LOGO_WIDTH - 1 {
        draw_logo(Position::new(panel.x, panel.y), theme.accent, buffer);
    } else {
        buffer.set_string(panel.x, panel.y, "O U T F L A N K", theme.accent);
        buffer.set_string(panel.x, panel.y + 1, "Othello for one, two or many", theme.faint);
    }
}

fn draw_chips(model: &Model, panel: Rect, layout: &Layout, buffer: &mut Buffer) {
    for (area, field) in places(model, layout) {
        let Field::Name(color) = field else { continue };
        if model.look.glyphs.set == GlyphSet::Pixels {
            draw_chip(color, Position::new(panel.x, area.y), &model.look, buffer);
        } else {
            draw_patch(color, Rect::new(panel.x, area.y, 6, 2), &model.look, buffer);
        }
    }
}

fn draw_keys(model: &Model, line: Rect, buffer: &mut Buffer) {
    let form = &model.form;
    let glyphs = model.look.glyphs;
    let enter = match form.focus {
        _ if form.enter_plays() => "play",
        Field::Saved => "choose",
        Field::Exercise(_) => "begin",
        Field::Openings => "look",
        Field::Statistics | Field::Rules | Field::Help => "read",
        Field::Quit => "leave",
        _ => "next",
    };
    let first = match form.value(form.focus) {
        // Enter does it too, but beside "next field" nobody could tell what "next" is.
        Value::Choice(_) => (glyphs.left_right, "change"),
        _ => ("Enter", enter),
    };
    let keys = [first, ("Tab", "next field")];
    let way_out = match &form.behind {
        _ if form.focus.is_text() => "back",
        Behind::Game => "back to the game",
        Behind::Study(_) => "back to the study",
        Behind::Nothing => "quit",
    };
    let right = [("F1", "help"), ("Esc", way_out)];
    let width = |(name, word): &(&str, &str)| (columns(name) + columns(word) + 1) as u16;
    let right_width = right.iter().map(|key| width(key) + 2).sum::<u16>() - 2;
    let mut x = line.x;
    for key in &keys {
        if x + width(key) + 2 + right_width > line.right() {
            break;
        }
        draw_key(key.0, key.1, Rect::new(x, line.y, width(key), 1), model, buffer);
        x += width(key) + 2;
    }
    let mut x = line.right().saturating_sub(right_width).max(line.x);
    for key in &right {
        draw_key(key.0, key.1, Rect::new(x, line.y, width(key), 1).intersection(line), model, buffer);
        x += width(key) + 2;
    }
}

/// A key, what it leads to and what waits there.
fn draw_way(field: Field, area: Rect, model: &Model, buffer: &mut Buffer) {
    let theme = model.look.theme;
    let style = if model.form.focus == field { theme.selected } else { Style::new() };
    let room = |x: u16| usize::from(area.right().saturating_sub(x));
    draw_own_key(field, area, model, buffer);
    let x = area.x + columns(field.key()) as u16;
    let (x, _) = buffer.set_stringn(x + 1, area.y, field.label(), room(x + 1), style);
    if let Value::Button(text) = model.form.value(field) {
        let text = if columns(&text) < room(x) { text } else { String::new() };
        buffer.set_stringn(x + 1, area.y, text, room(x + 1), theme.faint);
    }
}

/// The key of a field at its left edge. Where letters are text it would be typed too, so it is not shown.
fn draw_own_key(field: Field, area: Rect, model: &Model, buffer: &mut Buffer) {
    if !model.form.focus.takes_letters() {
        buffer.set_stringn(area.x, area.y, field.key(), area.width.into(), model.look.theme.accent);
    }
}

/// Draws a field; returns where the cursor is if text is typed there.
fn draw_field(field: Field, area: Rect, large: bool, model: &Model, buffer: &mut Buffer) -> Option<Position> {
    let (theme, glyphs) = (model.look.theme, model.look.glyphs);
    let focus = model.form.focus == field;
    if field == Field::Play {
        let style = if focus { theme.button } else { theme.accent };
        buffer.set_style(area, style);
        buffer.set_string(area.x + 1, area.y, "Play", style);
        if focus {
            buffer.set_string(area.right().saturating_sub(6), area.y, "Enter", style);
        }
        return None;
    }
    if large && is_way(field) {
        draw_way(field, area, model, buffer);
        return None;
    }
    let beside_chip = large && matches!(field, Field::Name(_) | Field::Player(_));
    let label_width = if beside_chip { 0 } else { 11 };
    let button = matches!(model.form.value(field), Value::Button(_));
    let label_style = match (focus, button) {
        (true, _) => theme.selected,
        (false, true) => Style::new(),
        (false, false) => theme.faint,
    };
    let mut x = area.x;
    if button && large {
        draw_own_key(field, area, model, buffer);
        x += 3;
    }
    if !beside_chip {
        let label = fit(field.label(), usize::from(area.right() - x), glyphs.ellipsis);
        let style = if button {
            label_style
        } else if focus {
            theme.strong
        } else {
            theme.faint
        };
        buffer.set_string(x, area.y, label, style);
    }
    let x = x.max(area.x) + label_width;
    let room = usize::from(area.right().saturating_sub(x));
    match model.form.value(field) {
        Value::Button(text) => {
            buffer.set_stringn(x + 1, area.y, text, room.saturating_sub(1), theme.faint);
            None
        }
        Value::Choice(text) => {
            let [left, right] = glyphs.choice;
            let text = fit(&text, room.saturating_sub(4), glyphs.ellipsis);
            let style = if focus { theme.selected } else { Style::new() };
            let edge = if focus { theme.accent } else { theme.faint };
            let (x, y) = buffer.set_stringn(x, area.y, left, room, edge);
            let (x, y) = buffer.set_stringn(x, y, format!(" {text} "), room, style);
            buffer.set_stringn(x, y, right, room, edge);
            None
        }
        Value::Text { text, empty } => {
            let typed = Rect::new(x, area.y, room as u16, 1);
            let (seen, cursor) = text.window(room);
            if focus {
                buffer.set_style(typed, theme.field);
            }
            if text.text().is_empty() {
                let empty = fit(&empty, room, glyphs.ellipsis);
                buffer.set_string(x, area.y, empty, theme.faint);
            } else if focus {
                buffer.set_string(x, area.y, seen, theme.strong);
            } else {
                buffer.set_string(x, area.y, fit(text.text(), room, glyphs.ellipsis), theme.strong);
            }
            focus.then(|| Position::new((x + cursor as u16).min(area.right() - 1), area.y))
        }
    }
}
