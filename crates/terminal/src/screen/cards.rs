//! The players: disc, score in large digits, name, and what there is to say of them.

use outflank_rules::Color;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::board::draw_chip;
use super::digits::{NUMBER_WIDTH, draw_number};
use super::glyphs::GlyphSet;
use super::layout::PANEL_LARGE;
use super::text::{columns, fit};
use super::theme::Look;

/// What is shown of a player.
#[derive(Clone, Debug, Default)]
pub(crate) struct Card {
    pub(crate) name: String,
    pub(crate) discs: u8,
    /// What they do now, or who they are.
    pub(crate) status: String,
    /// What they have left: time, take-backs, discs.
    pub(crate) left: Vec<String>,
    pub(crate) to_move: bool,
    pub(crate) won: bool,
    pub(crate) lost: bool,
}

/// The rows that the cards of both players take in a panel.
pub(crate) fn rows(panel: Rect) -> u16 {
    if is_large(panel) { 6 } else { 4 }
}

fn is_large(panel: Rect) -> bool {
    panel.width >= PANEL_LARGE && panel.height >= 12
}

/// Columns from the left edge of a large card to the name.
const NAME_AT: u16 = 16;

/// Draws both cards, one below the other. The sign of the turn stands in the column before the panel.
pub(crate) fn draw(cards: &[Card; 2], panel: Rect, look: &Look, buffer: &mut Buffer) {
    let height = rows(panel) / 2;
    for (color, card) in Color::ALL.into_iter().zip(cards) {
        let y = panel.y + color.index() as u16 * height;
        let area = Rect { y, height, ..panel }.intersection(panel);
        if area.height < height {
            continue;
        }
        if is_large(panel) {
            draw_large(color, card, area, look, buffer);
        } else {
            draw_small(color, card, area, look, buffer);
        }
    }
}

/// Draws the sign of the turn beside a card.
pub(crate) fn draw_turn(area: Rect, look: &Look, buffer: &mut Buffer) {
    let theme = look.theme;
    let Some(x) = area.x.checked_sub(1) else { return };
    let style = if theme.painted() { Style::new().fg(theme.cursor) } else { theme.strong };
    let rows = if look.glyphs.set == GlyphSet::Ascii { 1 } else { area.height };
    for y in area.y..area.y + rows {
        buffer.set_string(x, y, look.glyphs.turn, style);
    }
}

fn draw_large(color: Color, card: &Card, area: Rect, look: &Look, buffer: &mut Buffer) {
    let theme = look.theme;
    if card.to_move {
        draw_turn(area, look, buffer);
    }
    let digits = match (card.won, card.lost) {
        (_, true) => theme.faint,
        _ => Style::new(),
    };
    if look.glyphs.set == GlyphSet::Pixels {
        draw_chip(color, Position::new(area.x, area.y), look, buffer);
        draw_number(card.discs, Position::new(area.x + 8, area.y), digits, buffer);
    } else {
        draw_patch(color, Rect::new(area.x, area.y, 6, 2), look, buffer);
        let text = format!("{:>2}", card.discs);
        buffer.set_string(area.x + 8 + NUMBER_WIDTH - 2, area.y, text, digits.add_modifier(Modifier::BOLD));
    }
    let x = area.x + NAME_AT;
    let room = usize::from(area.right().saturating_sub(x));
    let name = fit(&card.name, room, look.glyphs.ellipsis);
    buffer.set_string(x, area.y, name, if card.won { theme.accent } else { theme.strong });
    let status = fit(&card.status, room, look.glyphs.ellipsis);
    let style = if card.to_move || card.won { Style::new() } else { theme.faint };
    buffer.set_string(x, area.y + 1, status, style);
    let left = first_that_fits(&card.left, room);
    let row = if card.status.is_empty() { 1 } else { 2 };
    buffer.set_string(x, area.y + row, left, theme.faint);
}

/// Everything that fits, in the order of importance.
fn first_that_fits(parts: &[String], room: usize) -> String {
    let between = ", ";
    let mut text = String::new();
    for part in parts {
        let next = if text.is_empty() { part.clone() } else { format!("{text}{between}{part}") };
        if columns(&next) > room {
            break;
        }
        text = next;
    }
    text
}

fn draw_small(color: Color, card: &Card, area: Rect, look: &Look, buffer: &mut Buffer) {
    let theme = look.theme;
    if card.to_move {
        draw_turn(Rect { height: 1, ..area }, look, buffer);
    }
    draw_patch(color, Rect::new(area.x, area.y, 4, 1), look, buffer);
    let text = format!("{:>2} ", card.discs);
    let (x, _) = buffer.set_stringn(area.x + 5, area.y, text, area.width.into(), theme.strong);
    let room = usize::from(area.right().saturating_sub(x));
    let name = fit(&card.name, room, look.glyphs.ellipsis);
    buffer.set_string(x, area.y, name, if card.won { theme.accent } else { theme.strong });
    let room = usize::from(area.width.saturating_sub(5));
    let left = first_that_fits(&card.left, room);
    let text = if left.is_empty() || card.won { fit(&card.status, room, look.glyphs.ellipsis) } else { left };
    buffer.set_string(area.x + 5, area.y + 1, text, theme.faint);
}

/// A disc on a patch of felt, in spaces and letters only.
pub(crate) fn draw_patch(color: Color, area: Rect, look: &Look, buffer: &mut Buffer) {
    let theme = look.theme;
    let shapes = [["\\/", "/\\"], ["/\\", "\\/"]];
    let letters = ["X", "O"];
    if theme.painted() && look.glyphs.set != GlyphSet::Ascii {
        buffer.set_style(area, Style::new().bg(theme.felt));
        let inside = Rect::new(area.x + area.width / 2 - 1, area.y, 2, area.height);
        buffer.set_style(inside, Style::new().bg(theme.discs[color.index()].flat));
    } else if area.height == 2 {
        for (row, text) in shapes[color.index()].iter().enumerate() {
            buffer.set_string(area.x + 2, area.y + row as u16, text, Style::new());
        }
    } else {
        buffer.set_string(area.x + area.width / 2, area.y, letters[color.index()], theme.strong);
    }
}

/// Both players in one line, each in a half of it.
pub(crate) fn draw_line(cards: &[Card; 2], line: Rect, look: &Look, buffer: &mut Buffer) {
    let theme = look.theme;
    let half = line.width / 2;
    for (n, (color, card)) in Color::ALL.into_iter().zip(cards).enumerate() {
        let x = line.x + n as u16 * half;
        if card.to_move {
            draw_turn(Rect::new(x + 1, line.y, half, 1), look, buffer);
        }
        let wide = if half >= 14 { 4 } else { 2 };
        draw_patch(color, Rect::new(x + 1, line.y, wide, 1), look, buffer);
        let text = format!("{:>2} ", card.discs);
        let (name_x, _) = buffer.set_stringn(x + 2 + wide, line.y, text, half.into(), theme.strong);
        let room = usize::from((x + half).saturating_sub(name_x + 1));
        let left = card.left.first().filter(|left| columns(left) + columns(&card.name) < room);
        let name = fit(&card.name, room, look.glyphs.ellipsis);
        let style = if card.won { theme.accent } else { theme.strong };
        let (end, _) = buffer.set_stringn(name_x, line.y, name, half.into(), style);
        if let Some(left) = left {
            buffer.set_string(end + 1, line.y, left, theme.faint);
        }
    }
}
