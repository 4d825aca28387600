//! A picture of the error over the course of the game.

use std::fmt::Write;

use crate::errors::Errors;

/// A curve with its name and colour.
pub(crate) struct Curve<'a> {
    pub name: &'a str,
    pub colour: &'a str,
    pub errors: &'a [Errors],
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 60.0;
const BOTTOM: f64 = 50.0;
const TOP: f64 = 50.0;
const RIGHT: f64 = 20.0;

/// An SVG of root mean square errors in discs against the number of empties.
pub(crate) fn svg(title: &str, curves: &[Curve]) -> String {
    let points = |curve: &Curve| -> Vec<(f64, f64)> {
        let indexed = curve.errors.iter().enumerate();
        indexed.filter(|(_, e)| e.count >= 20.0).map(|(n, e)| (n as f64, e.rmse())).collect()
    };
    let highest = curves.iter().flat_map(points).map(|(_, y)| y).fold(1.0, f64::max).ceil();
    let x = |empties: f64| LEFT + (60.0 - empties) / 60.0 * (WIDTH - LEFT - RIGHT);
    let y = |error: f64| HEIGHT - BOTTOM - error / highest * (HEIGHT - BOTTOM - TOP);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" font-size=\"15\" fill=\"#222\">{title}</text>\n"
    );
    for error in 0..=highest as usize {
        let at = y(error as f64);
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {at:.1}H{:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" \
             text-anchor=\"end\" fill=\"#555\">{error}</text>",
            WIDTH - RIGHT,
            LEFT - 8.0,
            at + 4.0
        );
    }
    for empties in (0..=60).step_by(10) {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#555\">{empties}</text>",
            x(f64::from(empties)),
            HEIGHT - BOTTOM + 18.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#555\">empty squares</text>\
         <text x=\"16\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#555\" \
         transform=\"rotate(-90 16 {:.1})\">error (RMSE) in discs</text>",
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 12.0,
        HEIGHT / 2.0,
        HEIGHT / 2.0
    );
    for (n, curve) in curves.iter().enumerate() {
        let path: Vec<String> =
            points(curve).iter().map(|&(e, rmse)| format!("{:.1} {:.1}", x(e), y(rmse))).collect();
        let legend = LEFT + n as f64 * 190.0;
        let _ = writeln!(
            svg,
            "<path d=\"M{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\
             <path d=\"M{legend} 38h24\" stroke=\"{}\" stroke-width=\"2\"/>\
             <text x=\"{:.1}\" y=\"42\" fill=\"#222\">{}</text>",
            path.join("L"),
            curve.colour,
            curve.colour,
            legend + 30.0,
            curve.name
        );
    }
    svg.push_str("</svg>\n");
    svg
}
