//! The board in pixels, at any pitch from 3 on; without colours from 4 on.

use outflank_rules::{Color, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color as Paint, Style};

use super::{BoardView, Core, Piece, Turning};
use crate::screen::canvas::{CLEAR, Canvas, coverage};
use crate::screen::layout::BoardArea;
use crate::screen::theme::{Colors, DiscPaint, Look, Theme, mix};

pub(super) fn draw(view: &BoardView, area: &BoardArea, pitch: u16, look: &Look, buffer: &mut Buffer) {
    let theme = look.theme;
    let side = 8 * pitch + 1;
    let mut canvas = Canvas::new(side, side + 1, theme.line);
    // The half row of cells below the last line is rim.
    canvas.fill(Rect::new(0, side, side, 1), theme.rim);
    let sprites = Sprites::new(pitch);
    for square in Square::ALL {
        let corner = (square.column() as u16 * pitch + 1, square.row() as u16 * pitch + 1);
        canvas.fill(Rect::new(corner.0, corner.1, pitch - 1, pitch - 1), theme.felt);
        let mut pen = Pen { canvas: &mut canvas, corner, sprites: &sprites, theme };
        pen.square(view, square);
    }
    for (x, y) in [(2, 2), (6, 2), (2, 6), (6, 6)] {
        canvas.set(x * pitch, y * pitch, theme.star);
    }
    let frame = |square: Square| {
        Rect::new(square.column() as u16 * pitch, square.row() as u16 * pitch, pitch + 1, pitch + 1)
    };
    if !theme.painted()
        && let Some(last) = view.last
    {
        corners(frame(last), &mut canvas, theme.last);
    }
    if let (Some((best, _)), true) = (view.values.first(), pitch < 5) {
        canvas.ring(frame(*best), theme.best);
    }
    if let Some(verdict) = view.verdict {
        canvas.ring(frame(verdict.played), theme.labelled);
        if let Some(better) = verdict.better {
            canvas.ring(frame(better), theme.best);
        }
    }
    if let Some(cursor) = view.cursor {
        canvas.ring(frame(cursor), theme.cursor);
    }
    let at = Position::new(area.squares.x, area.squares.y);
    if theme.painted() {
        canvas.paint(at, buffer);
    } else {
        crossings(area, pitch, theme, buffer);
        canvas.ink(at, Style::new(), buffer);
    }
    super::draw_values(view, area, look, buffer);
}

/// Without colours dim crosses at every second crossing of lines guide the eye.
fn crossings(area: &BoardArea, pitch: u16, theme: &Theme, buffer: &mut Buffer) {
    for n in 0..25 {
        let (column, row) = (n % 5 * 2, n / 5 * 2);
        let (x, y) = (area.squares.x + column * pitch, area.squares.y + row * pitch / 2);
        buffer.set_string(x, y, "+", theme.faint);
    }
}

/// The corners of a frame.
fn corners(frame: Rect, canvas: &mut Canvas, color: Paint) {
    let (right, bottom) = (frame.right() - 1, frame.bottom() - 1);
    for (x, y) in [(frame.x, frame.y), (right, frame.y), (frame.x, bottom), (right, bottom)] {
        canvas.set(x, y, color);
    }
}

/// How much of each pixel of a square a disc and a core cover.
struct Sprites {
    /// Pixels of a square, without the lines.
    size: u16,
    disc: Vec<f64>,
    core: Vec<f64>,
}

impl Sprites {
    fn new(pitch: u16) -> Sprites {
        let size = pitch - 1;
        Sprites { size, disc: disc(pitch, 1.0), core: core(pitch) }
    }
}

fn radius(pitch: u16) -> f64 {
    let radius = f64::from(pitch - 1) / 2.0;
    if pitch >= 10 { radius * 0.95 } else { radius }
}

/// A disc that looks so wide. Small ones are squares with faint corners, large ones circles.
fn disc(pitch: u16, width: f64) -> Vec<f64> {
    let size = pitch - 1;
    if pitch >= 6 {
        let covered = coverage(size, radius(pitch), width);
        return covered.into_iter().map(|part| ((part - 0.12) / 0.72).clamp(0.0, 1.0)).collect();
    }
    let corner = match pitch {
        3 => 1.0,
        4 => 0.5,
        _ => 0.3,
    };
    let margin = ((1.0 - width) * f64::from(size) / 2.0).round() as u16;
    let part = |x: u16, y: u16| {
        let end = size - 1;
        if x < margin || x > end - margin.min(end) {
            0.0
        } else if (x == margin || x == end - margin) && (y == 0 || y == end) {
            corner
        } else {
            1.0
        }
    };
    (0..size * size).map(|n| part(n % size, n / size)).collect()
}

/// The mark in the middle: a square in small ones, a disc in large ones.
fn core(pitch: u16) -> Vec<f64> {
    let size = pitch - 1;
    if pitch >= 10 {
        let covered = coverage(size, radius(pitch) * 0.42, 1.0);
        return covered.into_iter().map(|part| ((part - 0.12) / 0.72).clamp(0.0, 1.0)).collect();
    }
    let wide = match pitch {
        3 | 4 => 1,
        5 => 2,
        _ => 3,
    };
    let first = (size - wide) / 2;
    // Two pixels have no middle: the core lies at the lower right.
    let first = if pitch == 3 { 1 } else { first };
    let inside = |n: u16| (first..first + wide).contains(&n);
    (0..size * size).map(|n| f64::from(u8::from(inside(n % size) && inside(n / size)))).collect()
}

/// Paints one square.
struct Pen<'a> {
    canvas: &'a mut Canvas,
    corner: (u16, u16),
    sprites: &'a Sprites,
    theme: &'static Theme,
}

impl Pen<'_> {
    fn square(&mut self, view: &BoardView, square: Square) {
        let theme = self.theme;
        let piece = view.piece(square);
        let core = view.core(square);
        if !theme.painted() {
            return self.shape(piece, core);
        }
        match piece {
            Piece::Empty => {}
            Piece::Disc(color) => self.disc(&self.sprites.disc.clone(), &theme.discs[color.index()], 1.0),
            Piece::Turning(turning) => self.turning(turning),
            Piece::Ghost(color) => self.ghost(color),
        }
        match core {
            Core::None => {}
            // On two pixels a pip would be half a disc: the whole square is tinted.
            Core::Legal if self.sprites.size == 2 => self.layer(&[0.45; 4], theme.legal),
            Core::Legal => self.layer(&self.sprites.core.clone(), theme.legal),
            Core::Last => self.layer(&self.sprites.core.clone(), theme.last),
            Core::Turns(color) if self.sprites.size == 2 => {
                self.layer(&[0.0, 1.0, 0.0, 1.0], theme.discs[color.index()].core);
            }
            Core::Turns(color) => self.layer(&self.sprites.core.clone(), theme.discs[color.index()].core),
        }
    }

    fn pixels(&self) -> impl Iterator<Item = (usize, u16, u16)> + use<> {
        let (size, (left, top)) = (self.sprites.size, self.corner);
        (0..size * size).map(move |n| (usize::from(n), left + n % size, top + n / size))
    }

    /// Lays a colour over what is there.
    fn layer(&mut self, parts: &[f64], color: Paint) {
        for (n, x, y) in self.pixels() {
            let under = self.canvas.get(x, y);
            self.canvas.set(x, y, mix(color, under, parts[n]));
        }
    }

    fn disc(&mut self, parts: &[f64], paint: &DiscPaint, opacity: f64) {
        let size = self.sprites.size;
        for (n, x, y) in self.pixels() {
            let part = parts[n];
            let under = self.canvas.get(x, y);
            let height = (n / usize::from(size)) as f64 / f64::from(size - 1).max(1.0);
            let color = if size >= 5 { paint.shade(height) } else { paint.flat };
            let painted = match paint.corner {
                Some(corner) if (0.2..0.6).contains(&part) => corner,
                Some(_) if part < 0.2 => under,
                Some(_) => color,
                None => mix(color, under, part * opacity),
            };
            self.canvas.set(x, y, painted);
        }
    }

    fn turning(&mut self, turning: Turning) {
        let theme = self.theme;
        let pitch = self.sprites.size + 1;
        if turning.width > 0.0 {
            let parts = disc(pitch, turning.width);
            return self.disc(&parts, &theme.discs[turning.color.index()], 1.0);
        }
        let (size, (left, top)) = (self.sprites.size, self.corner);
        let wide = 2 - size % 2;
        self.canvas.fill(Rect::new(left + (size - wide) / 2, top, wide, size), theme.edge);
    }

    /// A disc that is not placed yet: thin, or a core where colours do not mix.
    fn ghost(&mut self, color: Color) {
        let paint = &self.theme.discs[color.index()];
        match (self.theme.colors, paint.ghost) {
            (Colors::True, _) => self.disc(&self.sprites.disc.clone(), paint, 0.62),
            (_, Some(ghost)) => self.layer(&self.sprites.disc.clone(), ghost),
            _ => self.layer(&self.sprites.core.clone(), paint.flat),
        }
    }

    /// Without colours a black disc is a cross and a white one a ring, with about as much ink.
    fn shape(&mut self, piece: Piece, core: Core) {
        let (color, turning) = match piece {
            Piece::Disc(color) => (Some(color), None),
            Piece::Turning(turning) => (Some(turning.color), Some(turning.width)),
            Piece::Empty | Piece::Ghost(_) => (None, None),
        };
        let size = self.sprites.size;
        let ink = self.theme.last;
        for (n, x, y) in self.pixels() {
            let (column, row) = (n as u16 % size, n as u16 / size);
            let drawn = match (color, turning) {
                (Some(_), Some(width)) if width < 1.0 => {
                    let middle = size / 2;
                    column == middle || (size.is_multiple_of(2) && column + 1 == middle)
                }
                (Some(color), _) => {
                    let hollow = core == Core::Turns(Color::White) && color == Color::Black;
                    let filled = core == Core::Turns(Color::Black) && color == Color::White;
                    let inside = self.sprites.core[n] > 0.5;
                    (shape(color, size, column, row) && !(hollow && inside)) || (filled && inside)
                }
                (None, _) => core == Core::Legal && pip(size, column, row),
            };
            self.canvas.set(x, y, if drawn { ink } else { CLEAR });
        }
    }
}

/// Whether a pixel belongs to the cross of Black or to the ring of White.
fn shape(color: Color, size: u16, column: u16, row: u16) -> bool {
    let middle = f64::from(size - 1) / 2.0;
    let (dx, dy) = ((f64::from(column) - middle).abs(), (f64::from(row) - middle).abs());
    // Small ones are lines one pixel wide.
    let thick = if size < 7 { 0.0 } else { (f64::from(size) / 8.0).round() };
    match color {
        Color::Black => (dx - dy).abs() <= thick,
        Color::White => {
            let distance = dx.hypot(dy);
            let outer = if size == 3 { 1.0 } else { f64::from(size) / 2.0 };
            distance <= outer && distance > outer - 1.0 - thick
        }
    }
}

/// Whether a pixel belongs to the pip of a legal move.
fn pip(size: u16, column: u16, row: u16) -> bool {
    let wide = (size / 4).max(1);
    let first = (size - wide) / 2;
    (first..first + wide).contains(&column) && (first..first + wide).contains(&row)
}

/// Draws a disc on a patch of felt, 6 columns and 3 rows: the disc of the board at 80 columns.
pub(crate) fn draw_chip(color: Color, at: Position, look: &Look, buffer: &mut Buffer) {
    const PITCH: u16 = 5;
    let theme = look.theme;
    let mut canvas = Canvas::new(6, 6, theme.felt);
    let sprites = Sprites::new(PITCH);
    let mut pen = Pen { canvas: &mut canvas, corner: (1, 1), sprites: &sprites, theme };
    if theme.painted() {
        pen.disc(&sprites.disc, &theme.discs[color.index()], 1.0);
        canvas.paint(at, buffer);
    } else {
        pen.shape(Piece::Disc(color), Core::None);
        canvas.ink(at, Style::new(), buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crosses_and_rings_weigh_about_the_same() {
        for size in [3, 4, 5, 7, 9, 11, 13, 15, 19] {
            let count =
                |color| (0..size * size).filter(|n| shape(color, size, n % size, n / size)).count() as f64;
            let (cross, ring) = (count(Color::Black), count(Color::White));
            assert!(cross / ring < 1.5 && ring / cross < 1.5, "{size}: {cross} and {ring}");
        }
    }

    #[test]
    fn discs_are_filled_and_cores_leave_a_rim_of_them() {
        for pitch in [3, 4, 5, 6, 8, 10, 12, 20] {
            let (disc, core) = (disc(pitch, 1.0), core(pitch));
            let (disc, core): (f64, f64) = (disc.iter().sum(), core.iter().sum());
            let square = f64::from((pitch - 1) * (pitch - 1));
            assert!(disc > 0.6 * square, "pitch {pitch}");
            assert!(core > 0.0 && core < 0.5 * disc, "pitch {pitch}");
        }
    }
}
