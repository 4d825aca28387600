//! The smallest board: squares of two columns and one row, painted, or with letters.

use outflank_rules::Square;
use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::{BOLD, BoardView, Core, Piece, letter};
use crate::screen::glyphs::GlyphSet;
use crate::screen::layout::BoardArea;
use crate::screen::theme::Look;

pub(super) fn draw(view: &BoardView, area: &BoardArea, look: &Look, buffer: &mut Buffer) {
    let painted = look.theme.painted() && look.glyphs.set != GlyphSet::Ascii;
    for square in Square::ALL {
        if painted {
            paint(view, square, area, look, buffer);
        } else {
            write(view, square, area, look, buffer);
        }
    }
}

/// Tiles in two shades in a chequer; marks are quadrants.
fn paint(view: &BoardView, square: Square, area: &BoardArea, look: &Look, buffer: &mut Buffer) {
    let theme = look.theme;
    let other = (square.column() + square.row()) % 2 == 1;
    let inside = area.square(square);
    let tile = match view.piece(square) {
        Piece::Disc(color) => Some(color),
        Piece::Turning(turning) => Some(turning.color),
        Piece::Empty | Piece::Ghost(_) => None,
    };
    let back = match tile {
        Some(color) if other => theme.discs[color.index()].other,
        Some(color) => theme.discs[color.index()].flat,
        None if other => theme.felt_other,
        None => theme.felt,
    };
    for x in inside.left()..inside.right() {
        buffer[(x, inside.y)].set_symbol(" ").set_style(Style::new().bg(back));
    }
    let best = view.values.first().is_some_and(|(best, _)| *best == square);
    let marks = match view.core(square) {
        _ if best => Some((["▗", "▖"], theme.best)),
        Core::Legal => Some((["▗", "▖"], theme.legal)),
        Core::Last => Some(([" ", "▖"], theme.last)),
        Core::None | Core::Turns(_) => None,
    };
    if let Some((symbols, color)) = marks {
        for (x, symbol) in (inside.x..).zip(symbols) {
            buffer[(x, inside.y)].set_symbol(symbol).set_fg(color);
        }
    }
    if view.cursor == Some(square) {
        buffer[(inside.x, inside.y)].set_symbol(" ").set_bg(theme.cursor);
    }
}

/// A mark and a letter.
fn write(view: &BoardView, square: Square, area: &BoardArea, look: &Look, buffer: &mut Buffer) {
    let inside = area.square(square);
    let core = view.core(square);
    let symbol = match view.piece(square) {
        Piece::Disc(color) => letter(color),
        Piece::Turning(turning) if turning.width > 0.0 => letter(turning.color),
        Piece::Turning(_) => "|",
        Piece::Empty | Piece::Ghost(_) if core == Core::Legal => ".",
        Piece::Empty | Piece::Ghost(_) => " ",
    };
    let mark = match core {
        _ if view.cursor == Some(square) => "[",
        Core::Last => "*",
        Core::Turns(_) => "(",
        Core::None | Core::Legal => " ",
    };
    let best = view.values.first().is_some_and(|(best, _)| *best == square);
    let style = if look.theme.painted() {
        Style::new().fg(look.theme.value).bg(look.theme.felt)
    } else {
        Style::new()
    };
    buffer.set_string(inside.x, inside.y, mark, BOLD.patch(style));
    buffer.set_string(inside.x + 1, inside.y, if best { "!" } else { symbol }, style);
}
