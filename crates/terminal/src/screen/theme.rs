//! How things look, as data: colours for four kinds of terminal, and glyphs with and without Unicode.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Span;

/// How the game looks on this terminal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub(crate) theme: &'static Theme,
    pub(crate) glyphs: &'static Glyphs,
    /// Whether discs are seen turning over.
    pub(crate) motion: bool,
}

/// How many colours the terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// None: marks are characters and the text is bold, dim or underlined at most.
    None,
    /// The sixteen whose shades the user of the terminal has chosen.
    Sixteen,
    /// The palette of 256.
    Palette,
    /// Any.
    True,
}

impl Look {
    /// A disc on a patch of the board, so that it has its colour on any background.
    pub(crate) fn chip(&self, color: outflank_rules::Color) -> Span<'static> {
        let chip = self.narrow_chip(color);
        Span::styled(format!(" {} ", chip.content), chip.style)
    }

    /// The same without the space around the disc.
    pub(crate) fn narrow_chip(&self, color: outflank_rules::Color) -> Span<'static> {
        let theme = self.theme;
        let disc = [theme.black, theme.white][color.index()];
        // On whatever was there before, dim or bright.
        Span::styled(self.glyphs.discs[color.index()], Style::reset().patch(theme.board).patch(disc))
    }
}

impl Colors {
    pub(crate) fn theme(self) -> &'static Theme {
        match self {
            Colors::None => &PLAIN,
            Colors::Sixteen => &SIXTEEN,
            Colors::Palette => &PALETTE,
            Colors::True => &TRUE,
        }
    }
}

/// The colours. Text outside the board keeps the terminal's own foreground and background, so that it is
/// readable on light and dark ones; the board is painted.
#[derive(Debug)]
pub(crate) struct Theme {
    /// An empty square and the lines between squares.
    pub(crate) board: Style,
    /// Laid over the square of the last move.
    pub(crate) last: Style,
    /// Laid over discs that have just been flipped.
    pub(crate) flipped: Style,
    /// Laid over the square the cursor is on.
    pub(crate) cursor: Style,
    pub(crate) black: Style,
    pub(crate) white: Style,
    /// The middle of a large white disc.
    pub(crate) white_core: Option<Color>,
    /// A disc seen from its edge while it turns.
    pub(crate) edge: Style,
    /// The mark of a legal move.
    pub(crate) legal: Style,
    /// The value of a move on its square, and of the best one.
    pub(crate) value: Style,
    pub(crate) best: Style,
    /// The shares of the bar that shows a value.
    pub(crate) bar: [Color; 2],
    /// Columns of the chart, which stand on the terminal's own background.
    pub(crate) chart_black: Style,
    pub(crate) chart_white: Style,
    pub(crate) strong: Style,
    pub(crate) faint: Style,
    pub(crate) accent: Style,
    pub(crate) error: Style,
    /// What has the focus on the start screen and in questions.
    pub(crate) focus: Style,
    /// How the marks of the last move and of flipped discs are told on the help page.
    pub(crate) last_word: &'static str,
    pub(crate) flipped_word: &'static str,
    /// Whether marks need characters because there is no colour to make them.
    pub(crate) marks: bool,
}

const fn fg(color: Color) -> Style {
    Style::new().fg(color)
}

const fn bg(color: Color) -> Style {
    Style::new().bg(color)
}

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const DIM: Style = Style::new().add_modifier(Modifier::DIM);
const REVERSED: Style = Style::new().add_modifier(Modifier::REVERSED);

static PLAIN: Theme = Theme {
    board: Style::new(),
    last: BOLD,
    flipped: Style::new().add_modifier(Modifier::UNDERLINED),
    cursor: BOLD,
    black: Style::new(),
    white: Style::new(),
    white_core: None,
    edge: Style::new(),
    legal: Style::new(),
    value: Style::new(),
    best: BOLD,
    bar: [Color::Reset; 2],
    chart_black: Style::new(),
    chart_white: Style::new(),
    strong: BOLD,
    faint: DIM,
    accent: BOLD,
    error: BOLD,
    focus: REVERSED,
    last_word: "*",
    flipped_word: "underlined",
    marks: true,
};

/// Only colours that people's schemes leave apart from each other: black and bright white on green, with
/// yellow and cyan for the two squares that stand out.
static SIXTEEN: Theme = Theme {
    board: fg(Color::Black).bg(Color::Green),
    last: bg(Color::Cyan),
    flipped: Style::new().add_modifier(Modifier::UNDERLINED),
    cursor: fg(Color::Black).bg(Color::Yellow),
    black: fg(Color::Black),
    white: fg(Color::White).add_modifier(Modifier::BOLD),
    white_core: Some(Color::Gray),
    edge: fg(Color::Black),
    legal: fg(Color::LightYellow),
    value: fg(Color::Black),
    best: fg(Color::White).add_modifier(Modifier::BOLD),
    bar: [Color::DarkGray, Color::White],
    chart_black: fg(Color::Green),
    chart_white: fg(Color::Magenta),
    strong: BOLD,
    faint: DIM,
    accent: fg(Color::Green).add_modifier(Modifier::BOLD),
    error: fg(Color::Red).add_modifier(Modifier::BOLD),
    focus: REVERSED,
    last_word: "cyan",
    flipped_word: "underlined",
    marks: false,
};

static PALETTE: Theme = Theme {
    board: fg(Color::Indexed(22)).bg(Color::Indexed(29)),
    last: bg(Color::Indexed(37)),
    flipped: bg(Color::Indexed(35)),
    cursor: fg(Color::Indexed(16)).bg(Color::Indexed(179)),
    black: fg(Color::Indexed(16)),
    white: fg(Color::Indexed(231)).add_modifier(Modifier::BOLD),
    white_core: Some(Color::Indexed(254)),
    edge: fg(Color::Indexed(245)),
    legal: fg(Color::Indexed(121)),
    value: fg(Color::Indexed(194)),
    best: fg(Color::Indexed(228)).add_modifier(Modifier::BOLD),
    bar: [Color::Indexed(239), Color::Indexed(254)],
    chart_black: fg(Color::Indexed(35)),
    chart_white: fg(Color::Indexed(173)),
    accent: fg(Color::Indexed(35)).add_modifier(Modifier::BOLD),
    error: fg(Color::Indexed(167)).add_modifier(Modifier::BOLD),
    last_word: "teal",
    flipped_word: "light green",
    ..SIXTEEN
};

static TRUE: Theme = Theme {
    board: fg(Color::Rgb(0, 82, 46)).bg(Color::Rgb(0, 120, 68)),
    last: bg(Color::Rgb(22, 152, 158)),
    flipped: bg(Color::Rgb(38, 158, 90)),
    cursor: fg(Color::Rgb(20, 20, 20)).bg(Color::Rgb(214, 172, 72)),
    black: fg(Color::Rgb(14, 14, 14)),
    white: fg(Color::Rgb(250, 250, 244)).add_modifier(Modifier::BOLD),
    white_core: Some(Color::Rgb(222, 222, 214)),
    edge: fg(Color::Rgb(150, 150, 144)),
    legal: fg(Color::Rgb(128, 214, 160)),
    value: fg(Color::Rgb(206, 240, 216)),
    best: fg(Color::Rgb(255, 236, 130)).add_modifier(Modifier::BOLD),
    bar: [Color::Rgb(72, 72, 72), Color::Rgb(232, 232, 224)],
    chart_black: fg(Color::Rgb(38, 158, 90)),
    chart_white: fg(Color::Rgb(214, 142, 72)),
    accent: fg(Color::Rgb(38, 158, 90)).add_modifier(Modifier::BOLD),
    error: fg(Color::Rgb(214, 80, 70)).add_modifier(Modifier::BOLD),
    last_word: "teal",
    flipped_word: "light green",
    ..SIXTEEN
};

/// The characters.
#[derive(Debug)]
pub(crate) struct Glyphs {
    /// A black and a white disc in one cell.
    pub(crate) discs: [&'static str; 2],
    /// Discs of five columns and three rows, as lines.
    pub(crate) large: [[&'static str; 3]; 2],
    /// Discs of five columns and two rows.
    pub(crate) medium: [[&'static str; 2]; 2],
    /// A disc seen from its edge.
    pub(crate) edge: &'static str,
    pub(crate) legal: &'static str,
    /// The same where its colour tells it from a disc.
    pub(crate) legal_painted: &'static str,
    /// The mark of a legal move on two rows.
    pub(crate) legal_rows: [&'static str; 2],
    pub(crate) lines: Lines,
    /// Points at the player to move.
    pub(crate) turn: &'static str,
    pub(crate) spinner: &'static [&'static str],
    pub(crate) ellipsis: &'static str,
    /// Between short pieces of text on one line.
    pub(crate) dot: &'static str,
    /// Around a choice that the arrow keys change.
    pub(crate) choice: [&'static str; 2],
    pub(crate) arrows: &'static str,
    pub(crate) left_right: &'static str,
    pub(crate) up_down: &'static str,
    /// A filled cell, its upper and its lower half.
    pub(crate) full: &'static str,
    pub(crate) upper: &'static str,
    pub(crate) lower: &'static str,
    pub(crate) minus: &'static str,
}

/// The lines of the board and of boxes.
#[derive(Debug)]
pub(crate) struct Lines {
    pub(crate) horizontal: &'static str,
    pub(crate) vertical: &'static str,
    /// Left, middle and right of the top, of the rows between, and of the bottom.
    pub(crate) joints: [[&'static str; 3]; 3],
}

pub(crate) static UNICODE: Glyphs = Glyphs {
    discs: ["●", "○"],
    large: [["▗▄▄▄▖", "█████", "▝▀▀▀▘"], ["▗▄▄▄▖", "█   █", "▝▀▀▀▘"]],
    medium: [["▗███▖", "▝███▘"], ["▗▛▀▜▖", "▝▙▄▟▘"]],
    edge: "┃",
    legal: "·",
    legal_painted: "•",
    legal_rows: ["▄", "▀"],
    lines: Lines {
        horizontal: "─",
        vertical: "│",
        joints: [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]],
    },
    turn: "▶",
    spinner: &["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"],
    ellipsis: "…",
    dot: "·",
    choice: ["‹", "›"],
    arrows: "←↑↓→",
    left_right: "←→",
    up_down: "↑↓",
    full: "█",
    upper: "▀",
    lower: "▄",
    minus: "−",
};

pub(crate) static ASCII: Glyphs = Glyphs {
    discs: ["X", "O"],
    large: [[" \\ / ", "  X  ", " / \\ "], [" .-. ", "(   )", " '-' "]],
    medium: [[" \\_/ ", " / \\ "], [" .-. ", " '-' "]],
    edge: "|",
    legal: ".",
    legal_painted: ".",
    legal_rows: [" ", "."],
    lines: Lines {
        horizontal: "-",
        vertical: "|",
        joints: [["+", "+", "+"], ["+", "+", "+"], ["+", "+", "+"]],
    },
    turn: ">",
    spinner: &["|", "/", "-", "\\"],
    ellipsis: "...",
    dot: "-",
    choice: ["<", ">"],
    arrows: "arrows",
    left_right: "left/right",
    up_down: "up/down",
    full: "#",
    upper: "'",
    lower: ".",
    minus: "-",
};
