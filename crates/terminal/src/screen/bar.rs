//! The line of keys at the bottom, and the bar that shows a value.

use outflank_engine::Score;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::game_view::GameView;
use super::keys::Binding;
use super::model::Model;

/// The keys that fit into a line and where their names are.
pub(crate) fn keys(model: &Model, line: Rect) -> Vec<(Rect, &'static Binding)> {
    let Some(scene) = model.game.as_ref().map(GameView::scene) else { return vec![] };
    let mut keys: Vec<&Binding> = scene.in_use().filter(|binding| binding.rank.is_some()).collect();
    let width = |key: &Binding| (key.name.len() + 1 + key.word.len()) as u16;
    let total = |keys: &[&Binding]| keys.iter().map(|key| width(key) + GAP).sum::<u16>();
    while total(&keys) > line.width + GAP {
        let Some(last) = (0..keys.len()).max_by_key(|&n| keys[n].rank) else { break };
        keys.remove(last);
    }
    let mut x = line.x;
    let mut placed = Vec::new();
    for key in keys {
        let area = Rect::new(x, line.y, width(key), 1).intersection(line);
        x += width(key) + GAP;
        placed.push((area, key));
    }
    placed
}

const GAP: u16 = 2;

/// Draws the line of keys.
pub(crate) fn draw_keys(model: &Model, line: Rect, buffer: &mut Buffer) {
    for (area, key) in keys(model, line) {
        let (x, _) =
            buffer.set_stringn(area.x, area.y, key.name, area.width as usize, model.look.theme.strong);
        buffer.set_stringn(x + 1, area.y, key.word, area.width as usize, model.look.theme.faint);
    }
}

/// Draws a value as an upright bar: Black's share from the bottom, in halves of a cell.
pub(crate) fn draw_value(score: Score, area: Rect, model: &Model, buffer: &mut Buffer) {
    let (theme, glyphs) = (model.look.theme, model.look.glyphs);
    let halves = area.height * 2;
    let black = ((share(score) * f64::from(halves)).round() as u16).min(halves);
    let [black_color, white_color] = theme.bar;
    for (n, y) in (area.top()..area.bottom()).rev().enumerate() {
        let below = black.saturating_sub(2 * n as u16).min(2);
        for x in area.left()..area.right() {
            let cell = &mut buffer[(x, y)];
            if theme.marks {
                // Filled like a black disc, empty like a white one.
                cell.set_symbol(match below {
                    0 => glyphs.lines.vertical,
                    1 => glyphs.lower,
                    _ => glyphs.full,
                });
                continue;
            }
            match below {
                0 => cell.set_symbol(" ").set_bg(white_color),
                1 => cell.set_symbol(glyphs.lower).set_fg(black_color).set_bg(white_color),
                _ => cell.set_symbol(" ").set_bg(black_color),
            };
        }
    }
}

/// Black's share of the bar: half when even, nearly all of it when all discs are won.
fn share(score: Score) -> f64 {
    0.5 + 0.5 * (score.discs() / 20.0).tanh()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_is_fair() {
        assert!((share(Score::ZERO) - 0.5).abs() < 1e-9);
        assert!((share(Score::MAX) + share(-Score::MAX) - 1.0).abs() < 1e-9);
        assert!(share(Score::from_discs(4)) > 0.55);
    }
}
