//! Who was winning over a game: values, never numbers of discs, which say little before the end.
//!
//! A painted strip, black from above and white from below, so that more black is better for Black. Every column shows
//! two moves. Without colours there are bars, up for Black and down for White.

use outflank_study::{Chart, Review};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::glyphs::GlyphSet;
use super::theme::Look;

/// The columns that a game of 60 moves takes.
pub(crate) const WIDTH: u16 = 31;

/// What the strip shows, in words.
pub(crate) fn title(black: &str, look: &Look) -> String {
    if look.theme.painted() {
        format!("More black is better for {black}")
    } else {
        format!("Values: up is better for {black}")
    }
}

/// How many half columns a ply takes: wide terminals give it more.
fn scale(plies: usize, width: u16) -> usize {
    (usize::from(width) * 2 / plies.max(1)).clamp(1, 2)
}

/// Draws the strip with the move that is shown.
pub(crate) fn draw(chart: &Chart, shown: Option<usize>, area: Rect, look: &Look, buffer: &mut Buffer) {
    let plies = chart.game().positions().len();
    if area.height < 2 || area.width < 4 || plies < 2 {
        return;
    }
    let area = Rect { height: area.height / 2 * 2, ..area };
    let wide = scale(plies, area.width);
    let value = |half: usize| Some(chart.point(half / wide)?.value.score.discs());
    let most = chart.points().map(|point| point.value.score.discs().abs()).fold(8.0_f64, f64::max);
    let most = (most / 4.0).ceil() * 4.0;
    let columns = (plies * wide).div_ceil(2).min(usize::from(area.width));
    for column in 0..columns {
        let x = area.x + column as u16;
        let halves = [value(2 * column), value(2 * column + 1).or(value(2 * column))];
        let marked =
            shown.is_some_and(|shown| (2 * column / wide..=(2 * column + 1) / wide).contains(&shown));
        if look.theme.painted() {
            paint(halves, most, x, area, look, buffer);
        } else {
            bars(halves, most, x, area, look, buffer);
        }
        if marked {
            mark(x, area, look, buffer);
        }
    }
}

/// Marks the bad moves in the row below the strip.
pub(crate) fn draw_labels(review: &Review, area: Rect, look: &Look, buffer: &mut Buffer) {
    let theme = look.theme;
    let wide = scale(review.game.positions().len(), area.width);
    for mv in review.moves.iter().filter(|mv| mv.label.is_error()) {
        let x = area.x + ((mv.ply + 1) * wide / 2) as u16;
        let style = match theme.label(mv.label) {
            Some(color) if theme.painted() => Style::new().fg(color).add_modifier(Modifier::BOLD),
            _ => theme.strong,
        };
        if x < area.right() {
            buffer.set_string(x, area.y, "?", style);
        }
    }
}

/// The quadrants of a cell by which of its quarters are White's: upper left 1, upper right 2, lower left 4, lower
/// right 8.
const QUADRANTS: [&str; 16] =
    [" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", " "];

fn paint(halves: [Option<f64>; 2], most: f64, x: u16, area: Rect, look: &Look, buffer: &mut Buffer) {
    let [black, white] = look.theme.chart;
    let half_rows = area.height * 2;
    // How many half rows from the top are Black's.
    let black_rows = halves
        .map(|value| value.map(|value| ((0.5 + value / (2.0 * most)) * f64::from(half_rows)).round() as u16));
    let [Some(left), Some(right)] = black_rows else { return };
    for row in 0..area.height {
        let lower = usize::from(row >= area.height / 2);
        let (top, bottom) = (2 * row, 2 * row + 1);
        let quarters = [left <= top, right <= top, left <= bottom, right <= bottom];
        let pattern: usize = quarters.iter().enumerate().map(|(n, white)| usize::from(*white) << n).sum();
        let cell = &mut buffer[(x, area.y + row)];
        // Where quadrants may be two cells wide a cell is one colour.
        let pattern = match look.glyphs.set {
            GlyphSet::Pixels => pattern,
            GlyphSet::Wide | GlyphSet::Ascii => {
                if pattern.count_ones() >= 2 {
                    15
                } else {
                    0
                }
            }
        };
        let back = if pattern == 15 { white[lower] } else { black[lower] };
        cell.set_symbol(QUADRANTS[pattern]).set_fg(white[lower]).set_bg(back);
    }
}

fn bars(halves: [Option<f64>; 2], most: f64, x: u16, area: Rect, look: &Look, buffer: &mut Buffer) {
    let Some(value) = halves[0] else { return };
    let middle = area.height / 2;
    let ascii = look.glyphs.set != GlyphSet::Pixels;
    // In half rows, at least one if anybody is ahead.
    let long = (value.abs() / most * f64::from(middle * 2)).ceil() as u16;
    for row in 0..middle {
        let filled = long.saturating_sub(2 * row).min(2);
        let y = if value > 0.0 { area.y + middle - 1 - row } else { area.y + middle + row };
        let (symbol, style) = match (filled, ascii) {
            (0, _) => continue,
            (_, true) => ("#", Style::new()),
            (1, false) if value > 0.0 => ("▄", Style::new()),
            (1, false) => ("▀", Style::new()),
            _ => (" ", Style::new().add_modifier(Modifier::REVERSED)),
        };
        buffer.set_string(x, y, symbol, style);
    }
}

/// The column of the move that is shown.
fn mark(x: u16, area: Rect, look: &Look, buffer: &mut Buffer) {
    for y in area.top()..area.bottom() {
        if look.theme.painted() {
            buffer[(x, y)].set_symbol(" ").set_style(Style::reset().bg(look.theme.cursor));
        } else {
            buffer[(x, y)].set_symbol("|").set_style(Style::reset());
        }
    }
}
