//! The score sheet: a number, Black's move and White's, for all sixty moves.

use outflank_rules::{Color, Move};
use outflank_study::Label;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::theme::Look;

/// A move of the sheet.
#[derive(Clone, Debug)]
pub(crate) struct SheetMove {
    pub(crate) by: Color,
    pub(crate) mv: Move,
    /// Whether it led to the position that is shown.
    pub(crate) shown: bool,
    /// What the review calls it.
    pub(crate) label: Option<Label>,
    /// Whether it is part of a variation.
    pub(crate) variation: bool,
    /// Whether other moves were tried in its place.
    pub(crate) has_others: bool,
}

/// The columns that a pair of moves takes at least.
const PAIR: u16 = 8;
/// Pairs in a whole game.
const PAIRS: usize = 30;

/// Draws the moves in as many columns as fit; the numbers of moves to come are faint.
pub(crate) fn draw(moves: &[SheetMove], area: Rect, look: &Look, buffer: &mut Buffer) {
    if area.height == 0 || area.width < PAIR {
        return;
    }
    let theme = look.theme;
    let rows = pairs(moves);
    let height = usize::from(area.height.min(10));
    let columns = usize::from((area.width + 3) / (PAIR + 3)).clamp(1, 3);
    let pitch = ((area.width + 3) / columns as u16).clamp(PAIR + 3, PAIR + 7);
    // Whole columns go, so that what is left stays where it is while the game goes on.
    let current = rows.iter().rposition(|row| row.iter().flatten().any(|mv| mv.shown));
    let current = current.unwrap_or(rows.len().saturating_sub(1));
    let last = (current + 1).div_ceil(height).max(columns);
    let first = (last - columns) * height;
    for n in first..(first + columns * height).min(PAIRS.max(rows.len())) {
        let at = n - first;
        let x = area.x + (at / height) as u16 * pitch;
        let y = area.y + (at % height) as u16;
        buffer.set_string(x, y, format!("{:>2}", n + 1), theme.faint);
        let Some(row) = rows.get(n) else { continue };
        for (column, mv) in row.iter().enumerate() {
            let Some(mv) = mv else { continue };
            buffer.set_string(x + 3 + 3 * column as u16, y, text(mv.mv), style(mv, look));
        }
    }
}

/// Draws the moves around the one that is shown in one row, with their numbers below if there is another.
pub(crate) fn draw_strip(moves: &[SheetMove], area: Rect, look: &Look, buffer: &mut Buffer) {
    const EACH: u16 = 3;
    let theme = look.theme;
    let room = usize::from((area.width + 1) / EACH);
    let shown = moves.iter().position(|mv| mv.shown).unwrap_or(0);
    let first = shown.saturating_sub(room / 2).min(moves.len().saturating_sub(room));
    let mut number = moves[..first].iter().filter(|mv| mv.mv != Move::Pass).count();
    for (n, mv) in moves.iter().skip(first).take(room).enumerate() {
        number += usize::from(mv.mv != Move::Pass);
        let x = area.x + n as u16 * EACH;
        buffer.set_string(x, area.y, text(mv.mv), style(mv, look));
        if area.height > 1 && (n == 0 || mv.shown || n + 1 == room) {
            buffer.set_string(x, area.y + 1, number.to_string(), theme.faint);
        }
    }
}

fn text(mv: Move) -> String {
    match mv {
        Move::Place(square) => square.to_string(),
        Move::Pass => "--".to_owned(),
    }
}

fn style(mv: &SheetMove, look: &Look) -> Style {
    let theme = look.theme;
    let label = mv.label.and_then(|label| theme.label(label));
    match (mv, label) {
        (SheetMove { shown: true, .. }, Some(color)) if theme.painted() => theme.badge(color),
        (SheetMove { shown: true, .. }, _) => theme.selected,
        (_, Some(color)) => Style::new().fg(color).add_modifier(Modifier::BOLD),
        (SheetMove { variation: true, .. }, _) => theme.accent,
        (SheetMove { has_others: true, .. }, _) => theme.strong,
        _ => Style::new(),
    }
}

fn pairs(moves: &[SheetMove]) -> Vec<[Option<&SheetMove>; 2]> {
    let mut rows: Vec<[Option<&SheetMove>; 2]> = Vec::new();
    for mv in moves {
        if mv.by == Color::Black || rows.is_empty() {
            rows.push([None, None]);
        }
        if let Some(row) = rows.last_mut() {
            row[mv.by.index()] = Some(mv);
        }
    }
    rows
}
