//! The line of keys at the bottom: what can be done on the left, help and the way out on the right.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::keys::{Binding, Side};
use super::model::Model;
use super::text::columns;

const GAP: u16 = 2;

/// The keys that fit into a line and where their names are.
pub(crate) fn keys(model: &Model, line: Rect) -> Vec<(Rect, &'static Binding)> {
    let Some(scene) = model.scene() else { return vec![] };
    let mut keys: Vec<&Binding> = scene.in_use().filter(|binding| binding.rank.is_some()).collect();
    let width = |key: &Binding| (columns(key.name(model.look.glyphs)) + 1 + columns(key.word)) as u16;
    let total = |keys: &[&Binding]| keys.iter().map(|key| width(key) + GAP).sum::<u16>();
    while total(&keys) > line.width + GAP {
        let Some(last) = (0..keys.len()).max_by_key(|&n| keys[n].rank) else { break };
        keys.remove(last);
    }
    let (right, left): (Vec<&Binding>, Vec<&Binding>) =
        keys.into_iter().partition(|key| key.side() == Side::Right);
    let mut placed = Vec::new();
    let mut place = |keys: &[&'static Binding], mut x: u16| {
        for key in keys {
            placed.push((Rect::new(x, line.y, width(key), 1).intersection(line), *key));
            x += width(key) + GAP;
        }
    };
    place(&left, line.x);
    place(&right, line.right().saturating_sub(total(&right)) + GAP);
    placed
}

/// Draws the line of keys.
pub(crate) fn draw(model: &Model, line: Rect, buffer: &mut Buffer) {
    for (area, key) in keys(model, line) {
        let name = key.name(model.look.glyphs);
        draw_key(name, key.word, area, model, buffer);
    }
}

/// Draws a key and what it does.
pub(crate) fn draw_key(name: &str, word: &str, area: Rect, model: &Model, buffer: &mut Buffer) {
    let theme = model.look.theme;
    let (x, _) = buffer.set_stringn(area.x, area.y, name, area.width.into(), theme.accent);
    let room = area.right().saturating_sub(x + 1);
    buffer.set_stringn(x + 1, area.y, word, room.into(), theme.faint);
}
