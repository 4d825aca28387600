//! The board: squares, discs and marks, on any [`Grid`](super::layout::Grid).

use outflank_rules::{Bitboard, Color, Position, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::layout::BoardArea;
use super::theme::Look;

/// What to show on the squares.
pub(crate) struct BoardView<'a> {
    pub(crate) position: &'a Position,
    /// Squares to mark as legal.
    pub(crate) legal: Bitboard,
    pub(crate) cursor: Option<Square>,
    /// A column whose letter has been typed.
    pub(crate) column: Option<usize>,
    pub(crate) last: Option<Square>,
    pub(crate) flipped: Bitboard,
    /// Discs that are still turning and what is seen of them.
    pub(crate) turning: &'a [(Square, Turning)],
    /// Values of moves to show on their squares, the best first.
    pub(crate) values: &'a [(Square, i32)],
}

/// What is seen of a disc that turns over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turning {
    /// Still the colour it had.
    Before,
    /// Its edge.
    Edge,
}

/// Draws the board with its coordinates.
pub(crate) fn draw(view: &BoardView, area: &BoardArea, look: &Look, buffer: &mut Buffer) {
    buffer.set_style(area.painted, look.theme.board);
    draw_coordinates(view, area, look, buffer);
    draw_lines(area, look, buffer);
    for square in Square::ALL {
        draw_square(view, square, area, look, buffer);
    }
}

fn draw_coordinates(view: &BoardView, area: &BoardArea, look: &Look, buffer: &mut Buffer) {
    for n in 0..8 {
        let Some(square) = Square::from_column_row(n, n) else { continue };
        let inside = area.square(square);
        let chosen = view.column == Some(n);
        let letter = char::from(b'a' + n as u8).to_string();
        let style = if chosen { look.theme.focus } else { look.theme.faint };
        buffer.set_string(inside.x + inside.width / 2, area.painted.y - 1, letter, style);
        let digit_y = inside.y + inside.height / 2;
        buffer.set_string(area.painted.x - 2, digit_y, (n + 1).to_string(), look.theme.faint);
    }
}

fn draw_lines(area: &BoardArea, look: &Look, buffer: &mut Buffer) {
    let grid = area.grid;
    if !grid.lines {
        return;
    }
    let lines = &look.glyphs.lines;
    let style = if look.theme.marks { look.theme.faint } else { look.theme.board };
    let painted = area.painted;
    let (step_x, step_y) = (grid.width + 1, grid.height + 1);
    let frame = u16::from(grid.frame);
    for y in 0..painted.height {
        // How many lines lie above this row: the frame, if there is one, counts as the first.
        let on_line = (y + 1 - frame).is_multiple_of(step_y);
        for x in 0..painted.width {
            let on_column = x.is_multiple_of(step_x);
            let outer = x == 0 || x + 1 == painted.width;
            if !grid.frame && outer {
                continue;
            }
            let third = |n: u16, end: u16| if n == 0 { 0 } else { 1 + usize::from(n == end) };
            let symbol = match (on_line, on_column) {
                (true, true) => {
                    let across = third(x, painted.width - 1);
                    let down = if grid.frame { third(y, painted.height - 1) } else { 1 };
                    lines.joints[down][across]
                }
                (true, false) => lines.horizontal,
                (false, true) => lines.vertical,
                (false, false) => continue,
            };
            buffer[(painted.x + x, painted.y + y)].set_symbol(symbol).set_style(style);
        }
    }
}

fn draw_square(view: &BoardView, square: Square, area: &BoardArea, look: &Look, buffer: &mut Buffer) {
    let theme = look.theme;
    let inside = area.square(square);
    let cursor = view.cursor == Some(square);
    let last = view.last == Some(square);
    let turning = view.turning.iter().find(|(turning, _)| *turning == square).map(|(_, turning)| *turning);
    let flipped = view.flipped.contains(square) && turning.is_none();
    if last {
        buffer.set_style(inside, theme.last);
    } else if flipped && !theme.marks {
        buffer.set_style(inside, theme.flipped);
    }
    if cursor {
        buffer.set_style(inside, theme.cursor);
    }
    match (view.position.disc_at(square), turning) {
        (Some(_), Some(Turning::Edge)) => draw_edge(inside, look, buffer),
        (Some(color), Some(Turning::Before)) => draw_disc(!color, inside, look, buffer),
        (Some(color), None) => draw_disc(color, inside, look, buffer),
        (None, _) => match view.values.iter().position(|(of, _)| *of == square) {
            Some(rank) => draw_value(view.values[rank].1, rank, cursor, inside, look, buffer),
            None if view.legal.contains(square) => draw_legal(cursor, inside, look, buffer),
            None => {}
        },
    }
    if theme.marks && flipped {
        // The underline belongs under the disc, not under the space around it.
        let middle = inside.x + inside.width / 2;
        buffer[(middle, inside.bottom() - 1)].set_style(theme.flipped);
    }
    draw_marks(cursor, last, inside, area, look, buffer);
}

fn draw_disc(color: Color, inside: Rect, look: &Look, buffer: &mut Buffer) {
    let (theme, glyphs) = (look.theme, look.glyphs);
    let style = [theme.black, theme.white][color.index()];
    let single = [glyphs.discs[color.index()]];
    let rows: &[&str] = match inside.height {
        1 => &single,
        2 => &glyphs.medium[color.index()],
        _ => &glyphs.large[color.index()],
    };
    let wide = if inside.height == 1 { 1 } else { 5 };
    let x = inside.x + (inside.width - wide) / 2;
    for (row, text) in (inside.y..).zip(rows) {
        buffer.set_string(x, row, text, style);
    }
    // A larger white disc is a ring: where there is colour it is filled.
    if let (Color::White, Some(core)) = (color, theme.white_core) {
        let rows = match inside.height {
            1 => return,
            2 => inside.y..inside.y + 2,
            _ => inside.y + 1..inside.y + 2,
        };
        for y in rows {
            buffer.set_style(Rect::new(x + 1, y, 3, 1), Style::new().bg(core));
        }
    }
}

fn draw_edge(inside: Rect, look: &Look, buffer: &mut Buffer) {
    for y in inside.top()..inside.bottom() {
        buffer.set_string(inside.x + inside.width / 2, y, look.glyphs.edge, look.theme.edge);
    }
}

fn draw_legal(cursor: bool, inside: Rect, look: &Look, buffer: &mut Buffer) {
    let style = if cursor { look.theme.cursor } else { look.theme.legal };
    let x = inside.x + inside.width / 2;
    if inside.height == 2 {
        for (y, symbol) in (inside.y..).zip(look.glyphs.legal_rows) {
            buffer.set_string(x, y, symbol, style);
        }
    } else {
        let symbol = if look.theme.marks { look.glyphs.legal } else { look.glyphs.legal_painted };
        buffer.set_string(x, inside.y + inside.height / 2, symbol, style);
    }
}

/// The value in discs, or the rank where a value has no room.
fn draw_value(value: i32, rank: usize, cursor: bool, inside: Rect, look: &Look, buffer: &mut Buffer) {
    let style = match (cursor, rank) {
        (true, _) => look.theme.cursor,
        (_, 0) => look.theme.best,
        _ => look.theme.value,
    };
    let text = match (inside.width, value) {
        (1, _) => (rank + 1).min(9).to_string(),
        (_, 0) => "0".to_owned(),
        _ => format!("{value:+}"),
    };
    let x = inside.x + inside.width.saturating_sub(text.len() as u16).div_ceil(2);
    buffer.set_string(x, inside.y + (inside.height - 1) / 2, text, style);
}

/// Brackets for the cursor everywhere, an asterisk for the last move where there is no colour. On the bare
/// small board they stand in the gaps between squares.
fn draw_marks(cursor: bool, last: bool, inside: Rect, area: &BoardArea, look: &Look, buffer: &mut Buffer) {
    let (left, right) =
        if area.grid.width == 1 { (inside.x - 1, inside.x + 1) } else { (inside.x, inside.right() - 1) };
    if cursor {
        for y in inside.top()..inside.bottom() {
            buffer.set_string(left, y, "[", look.theme.cursor);
            buffer.set_string(right, y, "]", look.theme.cursor);
        }
    } else if last && look.theme.marks {
        buffer.set_string(right, inside.y, "*", look.theme.last);
    }
}
