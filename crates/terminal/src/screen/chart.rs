//! Who was ahead over the game: a column for every move, up for Black, down for White.

use outflank_engine::Score;
use outflank_rules::Color;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::game_view::GameView;
use super::model::Model;
use super::text::columns;

/// What the chart shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// How many discs more than the other one had.
    Discs,
    /// What the engine expects at the end.
    Values,
}

/// What there is to show: values where they are on and known, and otherwise discs.
pub(crate) fn measure(view: &GameView) -> Measure {
    let known = view.analysis.scores().iter().flatten().count();
    if view.analysis.on && known > view.game().moves().len() / 2 { Measure::Values } else { Measure::Discs }
}

/// How far ahead Black was after every number of moves, in discs.
fn leads(view: &GameView) -> Vec<i32> {
    match measure(view) {
        Measure::Discs => {
            let lead = |position: &outflank_rules::Position| {
                i32::from(position.count(Color::Black)) - i32::from(position.count(Color::White))
            };
            view.game().positions().iter().map(lead).collect()
        }
        Measure::Values => {
            let plies = view.game().positions().len();
            (0..plies).map(|ply| view.analysis.score(ply).map_or(0, Score::round)).collect()
        }
    }
}

/// Draws the chart with its axis in the middle, and a mark below the move that is shown.
pub(crate) fn draw(view: &GameView, area: Rect, model: &Model, buffer: &mut Buffer) {
    let leads = leads(view);
    if area.height < 3 || area.width < 8 || leads.len() < 2 {
        return;
    }
    let theme = model.look.theme;
    let scale = Scale::of(&leads, area.height);
    let axis = area.y + scale.above;
    let (top, bottom) = (format!("+{}", scale.up), format!("{}{}", model.look.glyphs.minus, scale.down));
    let gutter = columns(&top).max(columns(&bottom)) as u16 + 1;
    let mut label = |y: u16, text: &str| {
        let x = area.x + gutter - 1 - columns(text) as u16;
        buffer.set_string(x, y, text, theme.faint);
    };
    label(area.y, &top);
    label(axis, "0");
    label(axis + scale.below, &bottom);

    let plot = Rect { x: area.x + gutter, width: area.width - gutter, ..area };
    // Wide terminals give a move two columns, narrow ones leave moves out.
    let count = if plot.width as usize >= 2 * leads.len() { 2 * leads.len() } else { leads.len() };
    let count = count.min(plot.width as usize);
    let ply_of = |column: usize| column * leads.len() / count;
    for column in 0..count {
        let x = plot.x + column as u16;
        let ply = ply_of(column);
        buffer.set_string(x, axis, model.look.glyphs.lines.horizontal, theme.faint);
        draw_column(leads[ply], &scale, x, axis, model, buffer);
    }
    let shown = view.ply();
    if let Some(column) = (0..count).find(|&column| ply_of(column) >= shown) {
        buffer.set_string(plot.x + column as u16, axis, "|", theme.strong);
    }
}

/// How many rows lie above and below the axis, and how many discs they stand for.
struct Scale {
    above: u16,
    below: u16,
    up: u32,
    down: u32,
}

impl Scale {
    /// Each side gets as much room as it was ahead, and a row at least.
    fn of(leads: &[i32], height: u16) -> Scale {
        let most =
            |sign: i32| leads.iter().map(|lead| (lead * sign).max(0).unsigned_abs()).max().unwrap_or(0);
        let (up, down) = (most(1).max(4), most(-1).max(4));
        let rows = u32::from(height - 1);
        let above = (rows * up / (up + down)).clamp(1, rows - 1);
        Scale { above: above as u16, below: (rows - above) as u16, up, down }
    }

    /// The halves of rows that a lead takes; even the smallest is seen.
    fn halves(&self, lead: i32) -> u16 {
        let (rows, most) = if lead > 0 { (self.above, self.up) } else { (self.below, self.down) };
        (lead.unsigned_abs() * u32::from(rows) * 2).div_ceil(most) as u16
    }
}

fn draw_column(lead: i32, scale: &Scale, x: u16, axis: u16, model: &Model, buffer: &mut Buffer) {
    let (theme, glyphs) = (model.look.theme, model.look.glyphs);
    let halves = scale.halves(lead);
    let up = lead > 0;
    let style = if up { theme.chart_black } else { theme.chart_white };
    for n in 0..halves.div_ceil(2) {
        let whole = halves - 2 * n >= 2;
        let symbol = match (whole, up) {
            (true, _) => glyphs.full,
            (false, true) => glyphs.lower,
            (false, false) => glyphs.upper,
        };
        let y = if up { axis - 1 - n } else { axis + 1 + n };
        buffer.set_string(x, y, symbol, style);
    }
}
