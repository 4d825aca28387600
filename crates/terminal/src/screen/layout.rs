//! Where everything is, computed from the size of the terminal and what a board can be drawn with.
//!
//! The board grows with the window in steps of its pitch, the number of pixels from one line to the next. The panel
//! beside it is text and does not grow much.

use outflank_rules::Square;
use ratatui::layout::{Position, Rect};

use super::glyphs::GlyphSet;
use super::theme::Look;

/// The least columns and rows a game can be shown in.
pub(crate) const LEAST: (u16, u16) = (20, 11);

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grid {
    /// In pixels, so many from one line to the next.
    Pixels(u16),
    /// Squares of 5 columns and 2 rows.
    Blocks,
    /// Squares of 2 columns and 1 row.
    Tiles,
}

/// Columns beside the squares.
struct Rim {
    left: u16,
    right: u16,
}

impl Grid {
    /// The squares and the lines between them.
    fn squares(self) -> (u16, u16) {
        match self {
            // The last row of cells is half line, half rim.
            Grid::Pixels(pitch) => (8 * pitch + 1, 4 * pitch + 1),
            Grid::Blocks => (41, 17),
            Grid::Tiles => (16, 8),
        }
    }

    fn rim(self) -> Rim {
        match self {
            Grid::Pixels(5..) | Grid::Blocks => Rim { left: 3, right: 2 },
            Grid::Pixels(_) | Grid::Tiles => Rim { left: 2, right: 1 },
        }
    }

    /// With the rim and the letters above.
    fn size(self) -> (u16, u16) {
        let (width, height) = self.squares();
        let rim = self.rim();
        (width + rim.left + rim.right, height + 1)
    }

    /// The pixels from one line to the next, or what comes nearest to it.
    fn pitch(self) -> u16 {
        match self {
            Grid::Pixels(pitch) => pitch,
            Grid::Blocks => 5,
            Grid::Tiles => 2,
        }
    }

    /// The boards that can be drawn, the largest first.
    fn all(look: &Look) -> Vec<Grid> {
        let mut grids: Vec<Grid> = match look.glyphs.set {
            GlyphSet::Pixels => {
                // Above 5 even pitches only, so that text sits alike in all squares.
                let small = if look.theme.painted() { [5, 4, 3].as_slice() } else { &[5, 4] };
                let large = (6..=60).step_by(2).rev().map(Grid::Pixels);
                large.chain(small.iter().map(|&pitch| Grid::Pixels(pitch))).collect()
            }
            GlyphSet::Wide | GlyphSet::Ascii => vec![Grid::Blocks],
        };
        grids.push(Grid::Tiles);
        grids
    }
}

/// Where the squares of a board are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardArea {
    pub(crate) grid: Grid,
    /// With its rim and letters.
    pub(crate) whole: Rect,
    /// The squares and the lines between them.
    pub(crate) squares: Rect,
}

impl BoardArea {
    /// A board with its corner at a cell.
    pub(crate) fn at(x: u16, y: u16, grid: Grid) -> BoardArea {
        let ((width, height), (columns, rows), rim) = (grid.size(), grid.squares(), grid.rim());
        BoardArea {
            grid,
            whole: Rect::new(x, y, width, height),
            squares: Rect::new(x + rim.left, y + 1, columns, rows),
        }
    }

    /// The cells that show a square, without the lines around it where those have cells of their own.
    pub(crate) fn square(&self, square: Square) -> Rect {
        let (column, row) = (square.column() as u16, square.row() as u16);
        let (x, y, width, height) = match self.grid {
            Grid::Pixels(pitch) => {
                let top = (row * pitch).div_ceil(2);
                let bottom = (row * pitch + pitch - 1) / 2;
                (column * pitch + 1, top, pitch - 1, bottom - top + 1)
            }
            Grid::Blocks => (column * 5 + 1, row * 2, 4, 2),
            Grid::Tiles => (column * 2, row, 2, 1),
        };
        Rect::new(self.squares.x + x, self.squares.y + y, width, height)
    }

    /// The cell in the middle of a square, where text is written.
    pub(crate) fn middle(&self, square: Square) -> Position {
        let area = self.square(square);
        let y = match self.grid {
            Grid::Pixels(pitch) => self.squares.y + u16::midpoint(square.row() as u16 * pitch, pitch / 2),
            _ => area.y + (area.height - 1) / 2,
        };
        Position::new(area.x + (area.width - 1) / 2, y)
    }

    /// The square that a cell of the terminal belongs to; lines belong to none.
    pub(crate) fn square_at(&self, x: u16, y: u16) -> Option<Square> {
        Square::ALL.into_iter().find(|&square| self.square(square).contains((x, y).into()))
    }

    /// The column of the rim in which a value is shown as a bar.
    pub(crate) fn bar(&self) -> Rect {
        Rect { x: self.whole.right() - 1, width: 1, ..Rect { height: self.squares.height, ..self.squares } }
    }
}

/// Where everything is while a board is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Title, above a large board.
    pub(crate) header: Option<Rect>,
    pub(crate) board: BoardArea,
    /// Beside the board or below it; in small windows there is none.
    pub(crate) panel: Option<Rect>,
    /// Both players in one line, where there is no panel.
    pub(crate) score: Option<Rect>,
    /// What is said, and what is asked.
    pub(crate) message: Rect,
    pub(crate) keys: Option<Rect>,
}

/// A panel at least this wide has score cards with large digits.
pub(crate) const PANEL_LARGE: u16 = 31;
const PANEL_MOST: u16 = 56;
/// Rows in which a panel beside the board shows everything that matters, and in which one below it is of use.
const PANEL_ROWS_BESIDE: u16 = 22;
const PANEL_ROWS_BELOW: u16 = 14;

/// The layout for an area, or `None` if it is too small for any.
pub(crate) fn layout(area: Rect, look: &Look) -> Option<Layout> {
    let grids = Grid::all(look);
    let side = grids.iter().find_map(|&grid| beside(area, grid));
    let under = grids.iter().find_map(|&grid| stacked(area, grid));
    match (side, under) {
        (Some(side), Some(under)) => {
            let (wide, tall) = (side.board.grid.pitch(), under.board.grid.pitch());
            // A panel is worth a step of the pitch, but a tall window has room for one below the board.
            let better = wide >= 5 || wide >= tall || (wide == 4 && under.panel.is_none());
            Some(if better { side } else { under })
        }
        (side, under) => side.or(under),
    }
}

/// The board on the left, the panel on the right, message and keys below.
fn beside(area: Rect, grid: Grid) -> Option<Layout> {
    let (width, height) = grid.size();
    let large = matches!(grid, Grid::Pixels(6..));
    let (gap, panel_least, margin) = match grid {
        Grid::Pixels(6..) => (3, 38, 0),
        Grid::Pixels(5) | Grid::Blocks => (2, PANEL_LARGE, 1),
        Grid::Pixels(_) => (2, 22, 0),
        Grid::Tiles => (2, 15, 0),
    };
    // Large boards have a header and air between everything. A low board leaves the panel the rows it needs.
    let panel_rows =
        if large { height } else { height.max(PANEL_ROWS_BESIDE.min(area.height.saturating_sub(2))) };
    let rows = if large { height + 6 } else { panel_rows + 2 };
    if area.width < width + gap + panel_least + margin || area.height < rows {
        return None;
    }
    if grid == Grid::Tiles && area.height < 14 {
        return None;
    }
    let room = area.width - width - gap - margin;
    let panel_width = room.saturating_sub(if large { 2 } else { 0 }).min(PANEL_MOST).max(panel_least);
    let spare = area.width - width - gap - margin - panel_width;
    // A very wide window moves board and panel apart a little before everything is centred.
    let gap = gap + if large { (spare / 4).min(3) } else { 0 };
    let used = width + gap + panel_width;
    let left = area.x + (area.width - used - margin) / 2;
    let spare = area.height - rows;
    let air = if large { (spare / 4).min(2) } else { 0 };
    let top = area.y + (spare - 2 * air) / 2;
    let (header, top) = if large { (Some(Rect::new(left, top, used, 1)), top + 2) } else { (None, top) };
    let board = BoardArea::at(left, top, grid);
    let bottom = top + panel_rows;
    let message_y = bottom + u16::from(large) + air;
    let keys_y = message_y + 1 + u16::from(large) + air;
    let text = Rect::new(left + 1, message_y, used - 1, 1);
    Some(Layout {
        header,
        board,
        panel: Some(Rect::new(left + width + gap, top, panel_width, panel_rows)),
        score: None,
        message: text,
        keys: Some(Rect { y: keys_y, ..text }),
    })
}

/// One under the other: players, board, message, and with enough rows a panel and the keys.
fn stacked(area: Rect, grid: Grid) -> Option<Layout> {
    let (width, height) = grid.size();
    if area.width < width.max(LEAST.0) || area.height < height + 2 {
        return None;
    }
    let text = area.width.min(width.max(60));
    let line = |y: u16, height: u16| Rect::new(area.x + (area.width - text) / 2, y, text, height);
    let spare = area.height - height - 2;
    let keys = u16::from(spare > 0);
    let panel_rows = if text >= PANEL_LARGE && spare > PANEL_ROWS_BELOW { (spare - 2).min(24) } else { 0 };
    let score = u16::from(panel_rows == 0);
    let used = score + height + 1 + keys + if panel_rows > 0 { panel_rows + 1 } else { 0 };
    let top = area.y + (area.height - used) / 2;
    let board = BoardArea::at(area.x + (area.width - width) / 2, top + score, grid);
    let below = board.whole.bottom();
    let panel = (panel_rows > 0).then(|| {
        let line = line(below + 1, panel_rows);
        Rect { x: line.x + 1, width: line.width - 1, ..line }
    });
    let message_y = panel.map_or(below, |panel: Rect| panel.bottom());
    Some(Layout {
        header: None,
        board,
        panel,
        score: (score > 0).then(|| line(top, 1)),
        message: line(message_y, 1),
        keys: (keys > 0).then(|| line(message_y + 1, 1)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::glyphs::{ASCII, PIXELS, WIDE};
    use crate::screen::theme::Colors;

    fn looks() -> [Look; 4] {
        let look = |colors: Colors, glyphs| Look { theme: colors.theme(), glyphs, motion: true };
        [
            look(Colors::True, &PIXELS),
            look(Colors::None, &PIXELS),
            look(Colors::True, &WIDE),
            look(Colors::None, &ASCII),
        ]
    }

    fn all_sizes() -> impl Iterator<Item = Rect> {
        let widths = (0..140).chain([200, 260, 400]);
        widths.flat_map(|width| (0..60).chain([80, 120]).map(move |height| Rect::new(0, 0, width, height)))
    }

    #[test]
    fn every_part_is_inside_the_terminal_and_no_two_overlap() {
        for look in looks() {
            for area in all_sizes() {
                let Some(layout) = layout(area, &look) else { continue };
                let mut parts = vec![layout.board.whole, layout.message];
                parts.extend(layout.header);
                parts.extend(layout.keys);
                parts.extend(layout.score);
                parts.extend(layout.panel);
                for (n, part) in parts.iter().enumerate() {
                    assert_eq!(area.intersection(*part), *part, "{area:?} {layout:?}");
                    for other in &parts[..n] {
                        assert!(!part.intersects(*other), "{area:?} {part:?} {other:?}");
                    }
                }
                if let Some(panel) = layout.panel {
                    assert!(panel.x > layout.board.whole.right() || panel.x > 0, "room for the turn bar");
                }
            }
        }
    }

    #[test]
    fn the_least_size_is_the_least() {
        for look in looks() {
            for area in all_sizes() {
                let fits = area.width >= LEAST.0 && area.height >= LEAST.1;
                assert_eq!(layout(area, &look).is_some(), fits, "{area:?}");
            }
        }
    }

    #[test]
    fn the_board_grows_with_the_window() {
        let look = &looks()[0];
        for (width, height, grid) in [
            (20, 11, Grid::Tiles),
            (36, 14, Grid::Tiles),
            (28, 16, Grid::Pixels(3)),
            (52, 16, Grid::Pixels(3)),
            (40, 20, Grid::Pixels(4)),
            (60, 20, Grid::Pixels(4)),
            (80, 24, Grid::Pixels(5)),
            (100, 32, Grid::Pixels(6)),
            (120, 40, Grid::Pixels(8)),
            (150, 48, Grid::Pixels(10)),
            (200, 60, Grid::Pixels(12)),
            (300, 100, Grid::Pixels(22)),
        ] {
            let layout = layout(Rect::new(0, 0, width, height), look).unwrap();
            assert_eq!(layout.board.grid, grid, "{width}x{height}");
        }
    }

    #[test]
    fn squares_are_found_where_they_are_drawn() {
        for look in looks() {
            for (width, height) in [(200, 60), (120, 40), (100, 32), (80, 24), (40, 20), (36, 14), (20, 11)] {
                let board = layout(Rect::new(0, 0, width, height), &look).unwrap().board;
                for square in Square::ALL {
                    for position in board.square(square).positions() {
                        assert_eq!(board.square_at(position.x, position.y), Some(square));
                    }
                    let middle = board.middle(square);
                    assert_eq!(board.square_at(middle.x, middle.y), Some(square));
                }
                assert_eq!(board.square_at(board.whole.right(), board.whole.y), None);
            }
        }
    }
}
