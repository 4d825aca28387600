//! The characters the screen is drawn with: half blocks, or only such as every terminal draws one cell wide, or
//! ASCII.
//!
//! In Chinese, Japanese and Korean settings many terminals draw `▀ ▄ ● ─ │ ← ↑ → ↓ · …` two cells wide, which tears
//! a picture apart. Quadrants (`▗ ▖ ▝ ▘ ▐`), `‹ ›` and braille are always one cell wide.

/// What a board is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GlyphSet {
    /// Half blocks: any size, two pixels in a cell.
    Pixels,
    /// Painted spaces and quadrants, where half blocks are two cells wide.
    Wide,
    /// Letters.
    Ascii,
}

/// The characters.
#[derive(Debug)]
pub(crate) struct Glyphs {
    pub(crate) set: GlyphSet,
    /// A line across, after a heading.
    pub(crate) rule: &'static str,
    /// Stands beside the player to move.
    pub(crate) turn: &'static str,
    pub(crate) spinner: &'static [&'static str],
    pub(crate) ellipsis: &'static str,
    /// Around a choice that the arrow keys change.
    pub(crate) choice: [&'static str; 2],
    pub(crate) arrows: &'static str,
    pub(crate) left_right: &'static str,
    pub(crate) up_down: &'static str,
    pub(crate) minus: &'static str,
}

pub(crate) static PIXELS: Glyphs = Glyphs {
    set: GlyphSet::Pixels,
    rule: "─",
    turn: "▐",
    spinner: &["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"],
    ellipsis: "…",
    choice: ["‹", "›"],
    arrows: "←↑↓→",
    left_right: "←→",
    up_down: "↑↓",
    minus: "−",
};

pub(crate) static WIDE: Glyphs = Glyphs {
    set: GlyphSet::Wide,
    rule: "-",
    ellipsis: "...",
    arrows: "arrow",
    left_right: "left/right",
    up_down: "up/down",
    ..PIXELS
};

pub(crate) static ASCII: Glyphs = Glyphs {
    set: GlyphSet::Ascii,
    turn: ">",
    spinner: &["|", "/", "-", "\\"],
    choice: ["<", ">"],
    minus: "-",
    ..WIDE
};
