//! The board: squares, discs and marks, on any [`Grid`](super::layout::Grid).
//!
//! A ring says where (the cursor, the best move), a core says what (the disc placed last, a disc that would turn),
//! text says how much. Marks never hide the colour of a disc.

mod blocks;
mod pixels;
mod tiles;

use outflank_rules::{Bitboard, Color, Position, Square};
use outflank_study::Label;
use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};

use super::layout::{BoardArea, Grid};
use super::theme::Look;

pub(crate) use pixels::draw_chip;

/// What to show on the squares.
pub(crate) struct BoardView<'a> {
    pub(crate) position: &'a Position,
    /// Squares to mark as legal.
    pub(crate) legal: Bitboard,
    pub(crate) cursor: Option<Square>,
    /// A column whose letter has been typed.
    pub(crate) column: Option<usize>,
    pub(crate) last: Option<Square>,
    /// The disc that the cursor would place, and those that it would turn.
    pub(crate) preview: Option<Preview>,
    /// Discs that are still turning and what is seen of them.
    pub(crate) turning: &'a [(Square, Turning)],
    /// Values of moves to show on their squares, the best first.
    pub(crate) values: &'a [(Square, i32)],
    /// What a review says about the disc placed last.
    pub(crate) verdict: Option<Verdict>,
    /// Black's share of the bar that shows a value.
    pub(crate) share: Option<f64>,
}

impl<'a> BoardView<'a> {
    /// A position without any marks.
    pub(crate) fn bare(position: &'a Position) -> BoardView<'a> {
        BoardView {
            position,
            legal: Bitboard::EMPTY,
            cursor: None,
            column: None,
            last: None,
            preview: None,
            turning: &[],
            values: &[],
            verdict: None,
            share: None,
        }
    }
}

/// A move that was labelled, and the better one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    pub(crate) by: Color,
    pub(crate) played: Square,
    pub(crate) label: Label,
    pub(crate) better: Option<Square>,
}

/// What a move would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Preview {
    pub(crate) by: Color,
    pub(crate) square: Square,
    pub(crate) flips: Bitboard,
}

/// What is seen of a disc that turns over: its colour and how wide it looks, nothing being its edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Turning {
    pub(crate) color: Color,
    pub(crate) width: f64,
}

/// What lies on a square, as it is seen now.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Piece {
    Empty,
    Disc(Color),
    Turning(Turning),
    /// A disc that the cursor would place.
    Ghost(Color),
}

/// The mark in the middle of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Core {
    None,
    Legal,
    Last,
    /// The disc would turn to this colour.
    Turns(Color),
}

impl BoardView<'_> {
    fn piece(&self, square: Square) -> Piece {
        let turning = self.turning.iter().find(|(turning, _)| *turning == square);
        match (self.position.disc_at(square), turning, self.preview) {
            (Some(_), Some((_, turning)), _) => Piece::Turning(*turning),
            (Some(color), None, _) => Piece::Disc(color),
            (None, _, Some(preview)) if preview.square == square => Piece::Ghost(preview.by),
            (None, _, _) => match self.verdict {
                Some(verdict) if verdict.better == Some(square) => Piece::Ghost(verdict.by),
                _ => Piece::Empty,
            },
        }
    }

    fn core(&self, square: Square) -> Core {
        if let Some(preview) = self.preview.filter(|preview| preview.flips.contains(square)) {
            Core::Turns(preview.by)
        } else if self
            .verdict
            .is_some_and(|verdict| verdict.played == square || verdict.better == Some(square))
        {
            Core::None
        } else if self.last == Some(square) {
            Core::Last
        } else if self.legal.contains(square) && self.value(square).is_none() && self.cursor != Some(square) {
            Core::Legal
        } else {
            Core::None
        }
    }

    /// The rank and the value of a move that has one. On the cursor's square the panel shows it.
    fn value(&self, square: Square) -> Option<(usize, i32)> {
        if self.cursor == Some(square) {
            return None;
        }
        let rank = self.values.iter().position(|(of, _)| *of == square)?;
        Some((rank, self.values[rank].1))
    }
}

/// Draws the board with its coordinates.
pub(crate) fn draw(view: &BoardView, area: &BoardArea, look: &Look, buffer: &mut Buffer) {
    if look.theme.painted() && area.grid != Grid::Tiles {
        buffer.set_style(area.whole, Style::new().bg(look.theme.rim));
    }
    draw_coordinates(view, area, look, buffer);
    match area.grid {
        Grid::Pixels(pitch) => pixels::draw(view, area, pitch, look, buffer),
        Grid::Blocks => blocks::draw(view, area, look, buffer),
        Grid::Tiles => tiles::draw(view, area, look, buffer),
    }
    if let Some(verdict) = view.verdict.filter(|_| area.grid != Grid::Tiles) {
        draw_label(verdict, area, look, buffer);
    }
    if let Some(share) = view.share {
        draw_bar(share, area, look, buffer);
    }
}

fn draw_coordinates(view: &BoardView, area: &BoardArea, look: &Look, buffer: &mut Buffer) {
    let theme = look.theme;
    let style = if area.grid == Grid::Tiles { theme.faint } else { theme.rim_text };
    for n in 0..8 {
        let Some(square) = Square::from_column_row(n, n) else { continue };
        let middle = area.middle(square);
        let letter = char::from(b'a' + n as u8).to_string();
        let chosen = view.column == Some(n);
        let letter_style = if chosen { theme.badge(theme.cursor) } else { style };
        buffer.set_string(middle.x, area.whole.y, letter, letter_style);
        let digit_x = area.whole.x + (area.squares.x - area.whole.x - 1) / 2;
        buffer.set_string(digit_x, middle.y, (n + 1).to_string(), style);
    }
}

/// The value of a move as text in the middle of its square, where the square has room for it.
fn draw_values(view: &BoardView, area: &BoardArea, look: &Look, buffer: &mut Buffer) {
    let theme = look.theme;
    for (rank, (square, value)) in view.values.iter().enumerate() {
        if view.value(*square).is_none() {
            continue;
        }
        let inside = area.square(*square);
        let text = match value {
            0 => "0".to_owned(),
            1.. => format!("+{value}"),
            _ => format!("{}{}", look.glyphs.minus, -value),
        };
        let width = text.chars().count() as u16;
        if width > inside.width {
            continue;
        }
        let middle = area.middle(*square);
        let x = inside.x + (inside.width - width).div_ceil(2);
        let style = match rank {
            0 => theme.badge(theme.best),
            _ if theme.painted() => Style::new().fg(theme.value).bg(theme.felt),
            _ => Style::new(),
        };
        let (left, text) =
            if rank == 0 && width + 2 <= inside.width { (x - 1, format!(" {text} ")) } else { (x, text) };
        buffer.set_string(left, middle.y, text, style);
    }
}

/// The mark of a labelled move on its disc.
fn draw_label(verdict: Verdict, area: &BoardArea, look: &Look, buffer: &mut Buffer) {
    let (theme, mark) = (look.theme, verdict.label.mark());
    let Some(color) = theme.label(verdict.label) else { return };
    let (inside, middle) = (area.square(verdict.played), area.middle(verdict.played));
    let width = mark.len() as u16;
    if width <= inside.width {
        let x = inside.x + (inside.width - width).div_ceil(2);
        buffer.set_string(x, middle.y, mark, theme.badge(color));
    }
}

/// Who is ahead, as an upright bar: Black from the top.
fn draw_bar(share: f64, area: &BoardArea, look: &Look, buffer: &mut Buffer) {
    let bar = area.bar();
    let black = ((share * f64::from(bar.height)).round() as u16).min(bar.height);
    let [black_paint, white_paint] = &look.theme.discs;
    for (n, y) in (bar.top()..bar.bottom()).enumerate() {
        let is_black = (n as u16) < black;
        let cell = &mut buffer[(bar.x, y)];
        if look.theme.painted() {
            cell.set_symbol(" ").set_bg(if is_black { black_paint.other } else { white_paint.flat });
        } else {
            cell.set_symbol(if is_black { "X" } else { "O" }).set_style(look.theme.faint);
        }
    }
}

/// The letter of a colour where there is nothing else to tell them apart.
fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "X",
        Color::White => "O",
    }
}

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
