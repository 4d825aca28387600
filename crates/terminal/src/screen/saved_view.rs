//! The list of unfinished games, with the board of the one that is chosen.

use outflank_rules::Color;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::bar;
use super::board::{self, BoardView};
use super::draw::draw_title;
use super::layout::Layout;
use super::model::{Model, SavedEntry};
use super::text::{count, fit};

/// Where the games of the list are, and their numbers.
pub(crate) fn rows(model: &Model, layout: &Layout) -> Vec<(Rect, usize)> {
    let list = list(model, layout);
    let height = usize::from(list.height / ROWS).max(1);
    let chosen = model.saved.chosen;
    let first = (chosen + 1).saturating_sub(height);
    let shown = (first..model.saved.games.len()).take(height);
    shown
        .enumerate()
        .map(|(row, n)| (Rect { y: list.y + row as u16 * ROWS, height: ROWS - 1, ..list }, n))
        .collect()
}

/// Rows of a game: who plays, how it stands, air.
const ROWS: u16 = 3;

/// The part of the screen that the list has: the panel, or everything where there is none.
fn list(model: &Model, layout: &Layout) -> Rect {
    if let Some(panel) = layout.panel {
        let title = if layout.header.is_none() && panel.height >= 20 && panel.width >= 22 { 2 } else { 0 };
        Rect { y: panel.y + title, height: panel.height - title, ..panel }
    } else {
        let area = model.area;
        let foot = 1 + u16::from(layout.keys.is_some());
        Rect { x: area.x + 1, y: area.y, width: area.width - 2, height: area.height.saturating_sub(foot) }
    }
}

pub(crate) fn draw(model: &Model, layout: &Layout, buffer: &mut Buffer) {
    let theme = model.look.theme;
    let Some(chosen) = model.saved.games.get(model.saved.chosen) else { return };
    if layout.panel.is_some() {
        draw_title(&[], &count(model.saved.games.len(), "unfinished game"), layout, model, buffer);
        let game = chosen.game.game();
        let view = BoardView {
            last: chosen.game.last_placed().map(|(square, _)| square),
            ..BoardView::bare(game.position())
        };
        board::draw(&view, &layout.board, &model.look, buffer);
    }
    for (area, n) in rows(model, layout) {
        let Some(entry) = model.saved.games.get(n) else { continue };
        let style = if n == model.saved.chosen { theme.selected } else { Style::new() };
        let [first, second] = describe(entry);
        let mark = model.look.glyphs.ellipsis;
        buffer.set_style(Rect { height: 1, ..area }, style);
        buffer.set_string(area.x, area.y, fit(&first, area.width.into(), mark), style);
        if area.height > 1 {
            buffer.set_string(area.x, area.y + 1, fit(&second, area.width.into(), mark), theme.faint);
        }
    }
    let text = fit(
        "Unfinished games are kept on this computer until they are over or removed.",
        layout.message.width.into(),
        model.look.glyphs.ellipsis,
    );
    buffer.set_string(layout.message.x, layout.message.y, text, theme.faint);
    if let Some(keys) = layout.keys {
        bar::draw(model, keys, buffer);
    }
}

/// Who plays, and how it stands.
fn describe(entry: &SavedEntry) -> [String; 2] {
    let settings = entry.game.settings();
    let [black, white] = Color::ALL.map(|color| settings.name(color));
    let score = entry.game.position().score();
    let placed = entry.game.game().moves().iter().filter(|mv| mv.square().is_some()).count();
    [
        format!("{black} - {white}"),
        format!("{}, {} to {}, {}", count(placed, "move"), score.black, score.white, entry.date),
    ]
}
