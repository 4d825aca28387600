//! Draws a position as SVG.

use std::fmt::Write;

use outflank_rules::{Color, Square};

use crate::{HEIGHT, Picture, WIDTH, glyphs};

/// The side of a square of the board.
const CELL: usize = 80;
/// Width of the frame with the coordinates.
const FRAME: usize = 40;
/// The vertical position of the disc counts, below the board.
const COUNTS: usize = 738;

/// The distance between the digits of a count.
const DIGIT: usize = 22;
/// Opens a group of characters.
const STROKES: &str = r##"<g fill="none" stroke="#e4e7e2" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">
"##;

/// Gradients of the discs and of the board. Discs are lit from the upper left.
const DEFINITIONS: &str = r##"<defs>
<radialGradient id="black" cx=".38" cy=".32" r=".8"><stop offset="0" stop-color="#5a5f63"/><stop offset=".45" stop-color="#25282b"/><stop offset="1" stop-color="#0c0d0e"/></radialGradient>
<radialGradient id="white" cx=".38" cy=".32" r=".8"><stop offset="0" stop-color="#ffffff"/><stop offset=".6" stop-color="#f1efe8"/><stop offset="1" stop-color="#cfccc0"/></radialGradient>
<linearGradient id="felt" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#2f9160"/><stop offset="1" stop-color="#21754b"/></linearGradient>
</defs>
"##;

pub(crate) fn draw(picture: &Picture) -> String {
    let mut svg = String::with_capacity(16_384);
    let _ = writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img">"#
    );
    let _ = writeln!(svg, "<title>{}</title>", title(picture));
    svg.push_str(DEFINITIONS);
    board(&mut svg);
    for square in Square::ALL {
        if let Some(color) = picture.position.disc_at(square) {
            let (x, y) = center(square);
            disc(&mut svg, x, y, 33, color);
        }
    }
    marks(&mut svg, picture);
    counts(&mut svg, picture);
    svg.push_str("</svg>\n");
    svg
}

/// The text for someone who cannot see the picture.
fn title(picture: &Picture) -> String {
    let score = picture.position.score();
    if picture.position.is_over() {
        format!("Othello: {score}")
    } else {
        let turn = picture.position.turn();
        format!("Othello: {turn} to move, {} black and {} white discs", score.black, score.white)
    }
}

/// The frame with coordinates, the felt, its lines and the four dots.
fn board(svg: &mut String) {
    let (side, end) = (8 * CELL, FRAME + 8 * CELL);
    let _ = writeln!(svg, r##"<rect width="{WIDTH}" height="{HEIGHT}" rx="14" fill="#23282b"/>"##);
    let _ = writeln!(
        svg,
        r##"<rect x="{FRAME}" y="{FRAME}" width="{side}" height="{side}" fill="url(#felt)" stroke="#123f29" stroke-width="4"/>"##
    );
    let mut lines = String::new();
    for n in 1..8 {
        let at = FRAME + n * CELL;
        let _ = write!(lines, "M{at} {FRAME}V{end}M{FRAME} {at}H{end}");
    }
    let _ = writeln!(svg, r##"<path d="{lines}" fill="none" stroke="#123f29" stroke-width="2"/>"##);
    for (x, y) in [(2, 2), (6, 2), (2, 6), (6, 6)] {
        let (x, y) = (FRAME + x * CELL, FRAME + y * CELL);
        let _ = writeln!(svg, r##"<circle cx="{x}" cy="{y}" r="6" fill="#123f29"/>"##);
    }
    svg.push_str(STROKES);
    for (n, (letter, digit)) in ('a'..='h').zip('1'..='8').enumerate() {
        let along = FRAME + n * CELL + CELL / 2;
        character(svg, letter, along - 5, 12, 1.0);
        character(svg, digit, 15, along - 7, 1.0);
    }
    svg.push_str("</g>\n");
}

/// A disc with its shadow.
fn disc(svg: &mut String, x: usize, y: usize, radius: usize, color: Color) {
    let (fill, edge) = match color {
        Color::Black => ("black", "#000"),
        Color::White => ("white", "#a9a698"),
    };
    let _ = writeln!(
        svg,
        r##"<circle cx="{}" cy="{}" r="{radius}" fill="#000" fill-opacity=".28"/><circle cx="{x}" cy="{y}" r="{radius}" fill="url(#{fill})" stroke="{edge}" stroke-width="1"/>"##,
        x + 2,
        y + 3
    );
}

/// The disc placed last has a dot in its middle; legal moves have a ring in the colour of the side to move.
fn marks(svg: &mut String, picture: &Picture) {
    if let Some(square) = picture.last {
        let (x, y) = center(square);
        let _ = writeln!(svg, r##"<circle cx="{x}" cy="{y}" r="8" fill="#e8582c"/>"##);
    }
    if !picture.legal_moves {
        return;
    }
    let color = match picture.position.turn() {
        Color::Black => "#0c0d0e",
        Color::White => "#ffffff",
    };
    for square in picture.position.legal_moves() {
        let (x, y) = center(square);
        let _ = writeln!(svg, r#"<circle cx="{x}" cy="{y}" r="10" fill="{color}" fill-opacity=".5"/>"#);
    }
}

/// How many discs each side has, with a ring around the disc of the side to move.
fn counts(svg: &mut String, picture: &Picture) {
    let position = &picture.position;
    let _ = writeln!(
        svg,
        r##"<rect x="190" y="{}" width="340" height="60" rx="30" fill="url(#felt)" stroke="#123f29" stroke-width="2"/>"##,
        COUNTS - 30
    );
    for (color, x) in [(Color::Black, 310), (Color::White, 410)] {
        if !position.is_over() && position.turn() == color {
            let _ = writeln!(
                svg,
                r##"<circle cx="{x}" cy="{COUNTS}" r="24" fill="none" stroke="#e8582c" stroke-width="4"/>"##
            );
        }
        disc(svg, x, COUNTS, 19, color);
        let count = position.count(color).to_string();
        let first = match color {
            Color::Black => x - 38 - DIGIT * count.len(),
            Color::White => x + 40,
        };
        svg.push_str(STROKES);
        for (n, digit) in count.chars().enumerate() {
            character(svg, digit, first + n * DIGIT, COUNTS - 12, 1.7);
        }
        svg.push_str("</g>\n");
    }
}

fn character(svg: &mut String, character: char, x: usize, y: usize, scale: f32) {
    let strokes = glyphs::strokes(character);
    let _ = writeln!(svg, r#"<path transform="translate({x} {y}) scale({scale})" d="{strokes}"/>"#);
}

fn center(square: Square) -> (usize, usize) {
    (FRAME + square.column() * CELL + CELL / 2, FRAME + square.row() * CELL + CELL / 2)
}
