//! The board in squares of five columns and two rows, for terminals that draw half blocks two cells wide, and in
//! ASCII.

use outflank_rules::{Color, Square};
use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::{BOLD, BoardView, Core, Piece};
use crate::screen::glyphs::GlyphSet;
use crate::screen::layout::BoardArea;
use crate::screen::theme::Look;

/// A disc in letters: a cross for Black, a ring for White.
const SHAPES: [[&str; 2]; 2] = [["\\/", "/\\"], ["/\\", "\\/"]];

pub(super) fn draw(view: &BoardView, area: &BoardArea, look: &Look, buffer: &mut Buffer) {
    let theme = look.theme;
    if !theme.painted() {
        for n in 0..81 {
            let (x, y) = (area.squares.x + n % 9 * 5, area.squares.y + n / 9 * 2);
            buffer.set_string(x, y, "+", theme.faint);
        }
    }
    for square in Square::ALL {
        if theme.painted() {
            paint(view, square, area, look, buffer);
        }
        if look.glyphs.set == GlyphSet::Ascii || !theme.painted() {
            write(view, square, area, look, buffer);
        }
    }
    super::draw_values(view, area, look, buffer);
}

/// Felt and disc as painted spaces with rounded corners, in two shades in a chequer.
fn paint(view: &BoardView, square: Square, area: &BoardArea, look: &Look, buffer: &mut Buffer) {
    let theme = look.theme;
    let other = (square.column() + square.row()) % 2 == 1;
    let felt = if other { theme.felt_other } else { theme.felt };
    let inside = area.square(square);
    let left = inside.x - 1;
    for y in inside.top()..inside.bottom() {
        for x in left..left + 5 {
            buffer[(x, y)].set_symbol(" ").set_style(Style::new().bg(felt));
        }
    }
    let color = match view.piece(square) {
        Piece::Disc(color) => Some(color),
        Piece::Turning(turning) if turning.width > 0.0 => Some(turning.color),
        _ => None,
    };
    if let Some(color) = color {
        let paint = &theme.discs[color.index()];
        let disc = if other { paint.other } else { paint.flat };
        let rounded = look.glyphs.set == GlyphSet::Wide;
        for (row, corners) in [["▗", "▖"], ["▝", "▘"]].into_iter().enumerate() {
            let y = inside.y + row as u16;
            for x in left + 1..left + 4 {
                buffer[(x, y)].set_bg(disc);
            }
            for (x, corner) in [(left, corners[0]), (left + 4, corners[1])] {
                if rounded {
                    buffer[(x, y)].set_symbol(corner).set_fg(disc);
                }
            }
        }
    }
    if let Piece::Ghost(color) = view.piece(square) {
        let paint = &theme.discs[color.index()];
        let ghost = paint.ghost.unwrap_or(crate::screen::theme::mix(paint.flat, felt, 0.62));
        for y in inside.top()..inside.bottom() {
            for x in left + 1..left + 4 {
                buffer[(x, y)].set_bg(ghost);
            }
        }
    }
    let middle = left + 2;
    let mut core = |color, rows: std::ops::Range<u16>| {
        for y in rows {
            buffer[(middle, y)].set_symbol(" ").set_bg(color);
        }
    };
    match view.core(square) {
        Core::None => {}
        Core::Legal => core(theme.legal, inside.y + 1..inside.bottom()),
        Core::Last => core(theme.last, inside.y..inside.y + 1),
        Core::Turns(color) => core(theme.discs[color.index()].core, inside.y..inside.bottom()),
    }
    if view.cursor == Some(square) {
        for y in inside.top()..inside.bottom() {
            for x in [left, left + 4] {
                buffer[(x, y)].set_symbol(" ").set_bg(theme.cursor);
            }
        }
    }
}

/// Disc and marks as letters.
fn write(view: &BoardView, square: Square, area: &BoardArea, look: &Look, buffer: &mut Buffer) {
    let inside = area.square(square);
    let (x, y) = (inside.x, inside.y);
    let ink = match view.position.disc_at(square) {
        Some(color) if look.theme.painted() => Style::new().fg(look.theme.discs[(!color).index()].flat),
        _ => Style::new(),
    };
    match view.piece(square) {
        Piece::Disc(color) => shape(color, x + 1, y, ink, buffer),
        Piece::Turning(turning) if turning.width > 0.0 => shape(turning.color, x + 1, y, ink, buffer),
        Piece::Turning(_) => {
            for row in 0..2 {
                buffer.set_string(x + 1, y + row, "||", ink);
            }
        }
        Piece::Empty | Piece::Ghost(_) => {}
    }
    let brackets = match (view.core(square), view.cursor == Some(square)) {
        (_, true) => Some(["[", "]"]),
        (Core::Turns(_), _) => Some(["(", ")"]),
        _ => None,
    };
    match view.core(square) {
        Core::Legal => buffer.set_string(x + 1, y + 1, ".", ink),
        Core::Last => buffer.set_string(x + 3, y, "*", BOLD.patch(ink)),
        _ => {}
    }
    if let Some([left, right]) = brackets {
        for row in 0..2 {
            buffer.set_string(x, y + row, left, BOLD);
            buffer.set_string(x + 3, y + row, right, BOLD);
        }
    }
}

fn shape(color: Color, x: u16, y: u16, style: Style, buffer: &mut Buffer) {
    for (row, text) in SHAPES[color.index()].iter().enumerate() {
        buffer.set_string(x, y + row as u16, text, style);
    }
}
