//! What was done on each day of this week, as bars.

use outflank_study::practice::WEEKDAYS;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::theme::Look;

/// Columns from a day's name to its bar, and for the number behind it.
const NAME: u16 = 5;
const NUMBER: u16 = 5;

/// Draws a row for each day, as far as they fit; today's bar stands out.
pub(super) fn draw(week: &([usize; 7], usize), area: Rect, look: &Look, buffer: &mut Buffer) {
    let (done, today) = week;
    let most = done.iter().copied().max().unwrap_or(0).max(1);
    let room = usize::from(area.width.saturating_sub(NAME + NUMBER));
    for ((n, (name, count)), y) in WEEKDAYS.iter().zip(done).enumerate().zip(area.top()..area.bottom()) {
        buffer.set_stringn(
            area.x,
            y,
            name,
            area.width.into(),
            if n == *today { Style::new() } else { look.theme.faint },
        );
        if *count == 0 {
            continue;
        }
        let width = (count * room).div_ceil(most) as u16;
        let bar = Rect::new(area.x + NAME, y, width, 1).intersection(area);
        // A bar is painted where there is paint, and drawn where there is none.
        let (mark, style) = match (look.theme.painted(), look.theme.accent.fg) {
            (true, _) if n == *today => (" ", Style::new().bg(look.theme.cursor)),
            (true, Some(color)) => (" ", Style::new().bg(color)),
            _ => ("=", look.theme.accent),
        };
        buffer.set_string(bar.x, y, mark.repeat(bar.width.into()), style);
        buffer.set_stringn(bar.right() + 1, y, count.to_string(), NUMBER.into(), look.theme.faint);
    }
}
