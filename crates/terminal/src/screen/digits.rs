//! Digits and letters made of pixels: the scores and the name of the game.

use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use ratatui::style::{Color, Style};

use super::canvas::{CLEAR, Canvas};

/// Rows of a digit from the top; three pixels wide, the left one being the highest bit.
const DIGITS: [[u8; 5]; 10] = [
    [0b111, 0b101, 0b101, 0b101, 0b111],
    [0b110, 0b010, 0b010, 0b010, 0b111],
    [0b111, 0b001, 0b111, 0b100, 0b111],
    [0b111, 0b001, 0b111, 0b001, 0b111],
    [0b101, 0b101, 0b111, 0b001, 0b001],
    [0b111, 0b100, 0b111, 0b001, 0b111],
    [0b111, 0b100, 0b111, 0b101, 0b111],
    [0b111, 0b001, 0b001, 0b001, 0b001],
    [0b111, 0b101, 0b111, 0b101, 0b111],
    [0b111, 0b101, 0b111, 0b001, 0b111],
];

/// The columns of a number of two digits.
pub(crate) const NUMBER_WIDTH: u16 = 7;

/// Draws a number of at most two digits, at the right of [`NUMBER_WIDTH`] columns and three rows.
pub(crate) fn draw_number(number: u8, at: Position, style: Style, buffer: &mut Buffer) {
    let mut canvas = Canvas::new(NUMBER_WIDTH, 5, CLEAR);
    let digits = [number / 10 % 10, number % 10];
    for (n, digit) in digits.into_iter().enumerate() {
        if n == 0 && digit == 0 {
            continue;
        }
        draw(DIGITS[usize::from(digit)], 3, 4 * n as u16, &mut canvas);
    }
    canvas.ink(at, style, buffer);
}

/// The letters of OUTFLANK and how wide they are.
const LOGO: [([u8; 5], u16); 8] = [
    ([0b111, 0b101, 0b101, 0b101, 0b111], 3),
    ([0b101, 0b101, 0b101, 0b101, 0b111], 3),
    ([0b111, 0b010, 0b010, 0b010, 0b010], 3),
    ([0b111, 0b100, 0b110, 0b100, 0b100], 3),
    ([0b100, 0b100, 0b100, 0b100, 0b111], 3),
    ([0b111, 0b101, 0b111, 0b101, 0b101], 3),
    ([0b1001, 0b1101, 0b1111, 0b1011, 0b1001], 4),
    ([0b101, 0b101, 0b110, 0b101, 0b101], 3),
];

/// The columns of the name; it has three rows.
pub(crate) const LOGO_WIDTH: u16 = 32;

/// Draws the name of the game.
pub(crate) fn draw_logo(at: Position, style: Style, buffer: &mut Buffer) {
    let mut canvas = Canvas::new(LOGO_WIDTH, 5, CLEAR);
    let mut x = 0;
    for (letter, width) in LOGO {
        draw(letter, width, x, &mut canvas);
        x += width + 1;
    }
    canvas.ink(at, style, buffer);
}

fn draw(rows: [u8; 5], width: u16, x: u16, canvas: &mut Canvas) {
    for (y, row) in rows.iter().enumerate() {
        for column in 0..width {
            if row & (1 << (width - 1 - column)) != 0 {
                canvas.set(x + column, y as u16, Color::White);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;

    use super::*;

    #[test]
    fn a_number_is_seen() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, NUMBER_WIDTH, 3));
        draw_number(15, Position::new(0, 0), Style::new(), &mut buffer);
        let row = |y| {
            (0..NUMBER_WIDTH)
                .map(|x| {
                    let cell = &buffer[(x, y)];
                    let full = cell.modifier.contains(ratatui::style::Modifier::REVERSED);
                    if full { "█" } else { cell.symbol() }
                })
                .collect::<String>()
        };
        assert_eq!([row(0), row(1), row(2)], ["▀█  █▀▀", " █  ▀▀█", "▀▀▀ ▀▀▀"]);
    }

    #[test]
    fn the_logo_has_the_width_it_says() {
        assert_eq!(LOGO.iter().map(|(_, width)| width + 1).sum::<u16>() - 1, LOGO_WIDTH);
    }
}
