//! Pixels on a terminal: every cell shows two square ones, one above the other.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};

/// A picture made of pixels. [`CLEAR`] pixels show whatever the terminal's own background is.
pub(crate) struct Canvas {
    width: u16,
    height: u16,
    pixels: Vec<Color>,
}

/// A pixel that is not painted.
pub(crate) const CLEAR: Color = Color::Reset;

impl Canvas {
    pub(crate) fn new(width: u16, height: u16, fill: Color) -> Canvas {
        Canvas { width, height, pixels: vec![fill; usize::from(width) * usize::from(height)] }
    }

    pub(crate) fn get(&self, x: u16, y: u16) -> Color {
        self.pixels[usize::from(y) * usize::from(self.width) + usize::from(x)]
    }

    pub(crate) fn set(&mut self, x: u16, y: u16, color: Color) {
        if x < self.width && y < self.height {
            self.pixels[usize::from(y) * usize::from(self.width) + usize::from(x)] = color;
        }
    }

    pub(crate) fn fill(&mut self, area: Rect, color: Color) {
        for Position { x, y } in area.positions() {
            self.set(x, y, color);
        }
    }

    /// A frame one pixel wide along the inside of an area.
    pub(crate) fn ring(&mut self, area: Rect, color: Color) {
        for x in area.left()..area.right() {
            self.set(x, area.top(), color);
            self.set(x, area.bottom() - 1, color);
        }
        for y in area.top()..area.bottom() {
            self.set(area.left(), y, color);
            self.set(area.right() - 1, y, color);
        }
    }

    /// Paints cells in the colours of the pixels. Where both are equal the cell is a space with a background, so
    /// that fonts leave no seams.
    pub(crate) fn paint(&self, at: Position, buffer: &mut Buffer) {
        self.cells(at, buffer, |cell, upper, lower| {
            if upper == lower {
                if upper != CLEAR {
                    cell.set_symbol(" ").set_bg(upper);
                }
            } else if upper == CLEAR {
                cell.set_symbol("▄").set_fg(lower);
            } else {
                cell.set_symbol("▀").set_fg(upper).set_bg(lower);
            }
        });
    }

    /// Paints every pixel that is not clear in one ink: the foreground of the style.
    pub(crate) fn ink(&self, at: Position, style: Style, buffer: &mut Buffer) {
        self.cells(at, buffer, |cell, upper, lower| {
            let (symbol, style) = match (upper != CLEAR, lower != CLEAR) {
                (true, true) => (" ", style.add_modifier(Modifier::REVERSED)),
                (true, false) => ("▀", style),
                (false, true) => ("▄", style),
                (false, false) => return,
            };
            // Nothing of what was there before shines through.
            cell.reset();
            cell.set_symbol(symbol).set_style(style);
        });
    }

    fn cells(
        &self,
        at: Position,
        buffer: &mut Buffer,
        paint: impl Fn(&mut ratatui::buffer::Cell, Color, Color),
    ) {
        for y in 0..self.height.div_ceil(2) {
            for x in 0..self.width {
                let upper = self.get(x, 2 * y);
                let lower = if 2 * y + 1 < self.height { self.get(x, 2 * y + 1) } else { CLEAR };
                if let Some(cell) = buffer.cell_mut(Position::new(at.x + x, at.y + y)) {
                    paint(cell, upper, lower);
                }
            }
        }
    }
}

/// How much of each pixel an ellipse covers that fills `height` pixels and is `width` times as wide as high.
pub(crate) fn coverage(size: u16, radius: f64, width: f64) -> Vec<f64> {
    const SAMPLES: u16 = 6;
    let middle = f64::from(size) / 2.0;
    let inside = |x: f64, y: f64| {
        let (dx, dy) = ((x - middle) / width.max(0.01), y - middle);
        dx * dx + dy * dy <= radius * radius
    };
    let sample = |pixel: u16, n: u16| f64::from(pixel) + (f64::from(n) + 0.5) / f64::from(SAMPLES);
    let mut covered = Vec::with_capacity(usize::from(size * size));
    for y in 0..size {
        for x in 0..size {
            let hits = (0..SAMPLES * SAMPLES)
                .filter(|n| inside(sample(x, n % SAMPLES), sample(y, n / SAMPLES)))
                .count();
            covered.push(hits as f64 / f64::from(SAMPLES * SAMPLES));
        }
    }
    covered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_pixels_share_a_cell_and_equal_ones_are_a_space() {
        let mut canvas = Canvas::new(3, 4, Color::Green);
        canvas.set(1, 0, Color::Black);
        canvas.set(2, 0, CLEAR);
        canvas.set(0, 2, CLEAR);
        canvas.set(0, 3, CLEAR);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 3, 2));
        canvas.paint(Position::new(0, 0), &mut buffer);
        let cell = |x, y| (buffer[(x, y)].symbol(), buffer[(x, y)].fg, buffer[(x, y)].bg);
        assert_eq!(cell(0, 0), (" ", Color::Reset, Color::Green));
        assert_eq!(cell(1, 0), ("▀", Color::Black, Color::Green));
        assert_eq!(cell(2, 0), ("▄", Color::Green, Color::Reset));
        assert_eq!(cell(0, 1), (" ", Color::Reset, Color::Reset), "nothing is painted there");
    }

    #[test]
    fn a_disc_covers_its_middle_and_not_its_corners() {
        let disc = coverage(7, 3.5, 1.0);
        assert!((disc[24] - 1.0).abs() < 1e-9);
        assert!(disc[0] < 0.2 && disc[3] > 0.6);
        let turned = coverage(7, 3.5, 0.3);
        assert!(turned[21] < 1e-9, "a disc that turns is narrow");
        assert!(turned[24] > 0.9);
    }
}
