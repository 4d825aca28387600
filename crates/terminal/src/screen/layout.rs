//! Where everything is, computed from the size of the terminal alone.

use outflank_rules::Square;
use ratatui::layout::Rect;

/// The least columns and rows a game can be shown in.
pub(crate) const LEAST: (u16, u16) = (20, 11);

/// The sizes of the board, the largest first.
const GRIDS: [Grid; 5] = [
    Grid { width: 7, height: 3, lines: true, frame: true },
    Grid { width: 5, height: 2, lines: true, frame: true },
    Grid { width: 3, height: 1, lines: true, frame: true },
    Grid { width: 3, height: 1, lines: true, frame: false },
    Grid { width: 1, height: 1, lines: false, frame: false },
];

/// How a board is ruled: the inside of a square, and which lines there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    pub(crate) width: u16,
    pub(crate) height: u16,
    /// Whether lines separate the rows. Columns are always a cell apart, which marks can use.
    pub(crate) lines: bool,
    /// Whether lines go around the board.
    pub(crate) frame: bool,
}

impl Grid {
    fn step(self) -> (u16, u16) {
        (self.width + 1, self.height + u16::from(self.lines))
    }

    /// The painted part: squares, lines and frame. Without a frame there is a column on either side for
    /// marks.
    fn painted(self) -> (u16, u16) {
        let (x, y) = self.step();
        let rows = 8 * y - u16::from(self.lines) + 2 * u16::from(self.frame);
        (8 * x + 1, rows)
    }

    /// With the letters above and the digits on the left.
    fn size(self) -> (u16, u16) {
        let (width, height) = self.painted();
        (width + 2, height + 1)
    }
}

/// Where the squares of a board are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardArea {
    pub(crate) grid: Grid,
    /// The painted part.
    pub(crate) painted: Rect,
}

impl BoardArea {
    /// A board of the middle size in the corner of the screen, to be moved.
    pub(crate) fn compact() -> BoardArea {
        board(0, 0, GRIDS[2])
    }

    /// The inside of a square.
    pub(crate) fn square(&self, square: Square) -> Rect {
        let (x, y) = self.grid.step();
        let frame = u16::from(self.grid.frame);
        Rect {
            x: self.painted.x + 1 + square.column() as u16 * x,
            y: self.painted.y + frame + square.row() as u16 * y,
            width: self.grid.width,
            height: self.grid.height,
        }
    }

    /// The square that a cell of the terminal belongs to; the lines belong to none.
    pub(crate) fn square_at(&self, x: u16, y: u16) -> Option<Square> {
        Square::ALL.into_iter().find(|&square| self.square(square).contains((x, y).into()))
    }
}

/// Where everything is while a game is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) header: Option<Rect>,
    pub(crate) board: BoardArea,
    /// Beside the board; where a value is shown as a bar.
    pub(crate) bar: Option<Rect>,
    pub(crate) panel: Panel,
    /// What happened, the newest at the bottom.
    pub(crate) log: Rect,
    pub(crate) keys: Option<Rect>,
}

/// Where players, turn and moves are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Panel {
    /// One column beside the board.
    Side(Rect),
    /// A line above the board and one below it.
    Lines {
        /// The players and their discs.
        players: Rect,
        /// Whose turn it is.
        turn: Rect,
    },
}

/// The layout for an area, or `None` if it is too small for any.
pub(crate) fn layout(area: Rect) -> Option<Layout> {
    let [large, medium, compact, bare, small] = GRIDS;
    None.or_else(|| beside(area, large, 28, 5))
        .or_else(|| beside(area, medium, 26, 4))
        .or_else(|| stacked(area, medium, 6))
        .or_else(|| beside(area, compact, 22, 4))
        .or_else(|| stacked(area, compact, 5))
        .or_else(|| stacked(area, bare, 4))
        .or_else(|| beside(area, small, 14, 3))
        .or_else(|| stacked(area, small, 2))
}

const PANEL_MOST: u16 = 42;
/// The columns between board and panel, and of the bar in the middle of them.
fn gap(grid: Grid) -> (u16, u16) {
    if grid.lines { (4, 2) } else { (3, 1) }
}

/// The board on the left, the panel on the right, a header if there is room, messages and keys below.
fn beside(area: Rect, grid: Grid, panel_least: u16, rows: u16) -> Option<Layout> {
    let (width, height) = grid.size();
    let (gap_columns, bar_columns) = gap(grid);
    if area.width < width + gap_columns + panel_least || area.height < height + rows {
        return None;
    }
    let panel_width = (area.width - width - gap_columns).min(PANEL_MOST);
    let used = width + gap_columns + panel_width;
    let left = area.x + (area.width - used) / 2;
    // The spare rows go to a header, to a gap above the messages, to more messages, then around everything.
    let spare = area.height - height - rows;
    let header_rows = if rows > 3 { 2 } else { 0 };
    let log_rows = (rows - header_rows - 1 + spare / 2).clamp(1, 5);
    let total = header_rows + height + 1 + log_rows + 1;
    let (gap, total) = if total > area.height { (0, total - 1) } else { (1, total) };
    let top = area.y + (area.height - total.min(area.height)) / 2;
    let header = (header_rows > 0).then(|| Rect::new(left, top, used, 1));
    let top = top + header_rows;
    let below = top + height + gap;
    Some(Layout {
        header,
        board: board(left, top, grid),
        bar: Some(Rect::new(left + width + 1, top + 1, bar_columns, height - 1)),
        panel: Panel::Side(Rect::new(left + width + gap_columns, top, panel_width, height)),
        log: Rect::new(left, below, used, log_rows),
        keys: Some(Rect::new(left, below + log_rows, used, 1)),
    })
}

/// One under the other: players, board, turn, messages and, with enough rows, the keys.
fn stacked(area: Rect, grid: Grid, rows: u16) -> Option<Layout> {
    let (width, height) = grid.size();
    if area.width < width.max(LEAST.0) || area.height < height + rows {
        return None;
    }
    let text = area.width.min(width.max(60));
    let text_x = area.x + (area.width - text) / 2;
    let line = |y: u16, height: u16| Rect::new(text_x, y, text, height);
    let rest = area.height - height - 1;
    let keys_rows = u16::from(rest >= 5);
    let log_rows = (rest - 1 - keys_rows).clamp(u16::from(rest > 1), 5);
    let top = area.y + (rest - 1 - keys_rows - log_rows.min(rest - 1 - keys_rows)) / 2;
    let board = board(area.x + (area.width - width) / 2, top + 1, grid);
    let below = top + 1 + height;
    let bar_x = board.painted.right() + 1;
    let fits = bar_x < area.right();
    Some(Layout {
        header: None,
        board,
        bar: fits.then(|| Rect::new(bar_x, board.painted.y, 1, board.painted.height)),
        panel: Panel::Lines { players: line(top, 1), turn: line(below, 1) },
        log: line(below + 1, log_rows),
        keys: (keys_rows > 0).then(|| line(below + 1 + log_rows, 1)),
    })
}

fn board(x: u16, y: u16, grid: Grid) -> BoardArea {
    let (width, height) = grid.painted();
    BoardArea { grid, painted: Rect::new(x + 2, y + 1, width, height) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_sizes() -> impl Iterator<Item = Rect> {
        (0..140).flat_map(|width| (0..60).map(move |height| Rect::new(0, 0, width, height)))
    }

    fn parts(layout: &Layout) -> Vec<Rect> {
        let board = layout.board.painted;
        let mut parts = vec![board, layout.log];
        parts.extend(layout.header);
        parts.extend(layout.keys);
        parts.extend(layout.bar);
        match layout.panel {
            Panel::Side(panel) => parts.push(panel),
            Panel::Lines { players, turn } => parts.extend([players, turn]),
        }
        parts
    }

    #[test]
    fn every_part_is_inside_the_terminal_and_no_two_overlap() {
        for area in all_sizes() {
            let Some(layout) = layout(area) else { continue };
            let parts = parts(&layout);
            for (n, part) in parts.iter().enumerate() {
                assert_eq!(area.intersection(*part), *part, "{area:?} {layout:?}");
                for other in &parts[..n] {
                    assert!(!part.intersects(*other), "{area:?} {part:?} {other:?}");
                }
            }
            let board = layout.board.painted;
            assert!(board.x >= 2 && board.y >= 1, "room for coordinates in {area:?}");
        }
    }

    #[test]
    fn the_least_size_is_the_least() {
        for area in all_sizes() {
            let fits = area.width >= LEAST.0 && area.height >= LEAST.1;
            assert_eq!(layout(area).is_some(), fits, "{area:?}");
        }
    }

    #[test]
    fn a_larger_terminal_never_gets_a_smaller_square() {
        let inside = |width, height| {
            layout(Rect::new(0, 0, width, height)).map_or(0, |layout| layout.board.grid.height)
        };
        for area in all_sizes() {
            let here = inside(area.width, area.height);
            assert!(inside(area.width + 1, area.height) >= here, "{area:?}");
            assert!(inside(area.width, area.height + 1) >= here, "{area:?}");
        }
    }

    #[test]
    fn squares_are_found_where_they_are_drawn() {
        for (width, height) in [(120, 40), (100, 32), (80, 24), (40, 20), (36, 14), (20, 11)] {
            let board = layout(Rect::new(0, 0, width, height)).unwrap().board;
            for square in Square::ALL {
                for position in board.square(square).positions() {
                    assert_eq!(board.square_at(position.x, position.y), Some(square));
                }
            }
            assert_eq!(board.square_at(board.painted.right(), board.painted.y), None);
        }
    }
}
