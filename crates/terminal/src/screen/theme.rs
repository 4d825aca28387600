//! How things look, as data: colours for four kinds of terminal. `glyphs` has the characters.

use outflank_study::Label;
use ratatui::style::{Color, Modifier, Style};

use super::glyphs::Glyphs;

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
    /// None: discs are crosses and rings, and text is bold, dim or reversed at most.
    None,
    /// The sixteen whose shades the user of the terminal has chosen.
    Sixteen,
    /// The palette of 256.
    Palette,
    /// Any.
    True,
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

/// The colours. Only the board, chips, badges and charts are painted; text keeps the terminal's own foreground and
/// background, so that it can be read on light and dark ones.
#[derive(Debug)]
pub(crate) struct Theme {
    pub(crate) colors: Colors,
    pub(crate) felt: Color,
    /// The other felt of a chequered board, where there is no room for lines.
    pub(crate) felt_other: Color,
    pub(crate) line: Color,
    pub(crate) star: Color,
    pub(crate) rim: Color,
    /// Letters and digits on the rim.
    pub(crate) rim_text: Style,
    /// Black's and White's discs.
    pub(crate) discs: [DiscPaint; 2],
    /// A disc seen from its edge while it turns.
    pub(crate) edge: Color,
    /// The pip of a legal move.
    pub(crate) legal: Color,
    pub(crate) cursor: Color,
    /// The core of the disc placed last.
    pub(crate) last: Color,
    /// The best move.
    pub(crate) best: Color,
    /// The ring around a move that was labelled.
    pub(crate) labelled: Color,
    /// Inaccuracy, mistake and blunder.
    pub(crate) labels: [Color; 3],
    /// Text on a badge, whose background is one of the colours above.
    pub(crate) ink: Color,
    /// Values of moves on the felt.
    pub(crate) value: Color,
    /// Black's and White's part of a chart, above and below its middle.
    pub(crate) chart: [[Color; 2]; 2],
    pub(crate) strong: Style,
    pub(crate) faint: Style,
    pub(crate) accent: Style,
    /// A bar that does something, and text in it.
    pub(crate) button: Style,
    pub(crate) error: Style,
    /// A field that text is typed into.
    pub(crate) field: Style,
    /// The one of several that is chosen or shown.
    pub(crate) selected: Style,
}

/// How the discs of one colour are painted.
#[derive(Debug)]
pub(crate) struct DiscPaint {
    /// Small discs.
    pub(crate) flat: Color,
    /// The second shade of tiles in a chequer, which keeps neighbours apart.
    pub(crate) other: Color,
    /// Large discs from top to bottom.
    pub(crate) shades: &'static [Color],
    /// Where a disc covers less than half of a pixel; only where colours cannot be mixed.
    pub(crate) corner: Option<Color>,
    /// A disc that is not placed yet.
    pub(crate) ghost: Option<Color>,
    /// The core that marks a disc that would turn to this colour.
    pub(crate) core: Color,
}

impl DiscPaint {
    /// The shade at a height, 0 being the top and 1 the bottom.
    pub(crate) fn shade(&self, height: f64) -> Color {
        let (first, last) = (self.shades[0], self.shades[self.shades.len() - 1]);
        if let (Color::Rgb(..), Color::Rgb(..)) = (first, last) {
            return mix(last, first, height);
        }
        let step = (height * self.shades.len() as f64) as usize;
        self.shades[step.min(self.shades.len() - 1)]
    }
}

impl Theme {
    /// Whether there are colours to paint with.
    pub(crate) fn painted(&self) -> bool {
        self.colors != Colors::None
    }

    /// The colour of a label that marks a bad move.
    pub(crate) fn label(&self, label: Label) -> Option<Color> {
        match label {
            Label::Inaccuracy => Some(self.labels[0]),
            Label::Mistake => Some(self.labels[1]),
            Label::Blunder => Some(self.labels[2]),
            _ => None,
        }
    }

    /// Text on a patch of a colour; reversed where there is none.
    pub(crate) fn badge(&self, color: Color) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.painted() { style.fg(self.ink).bg(color) } else { style.add_modifier(Modifier::REVERSED) }
    }
}

/// A colour laid over another, covering a part of it. Only colours of 24 bits mix: of others one wins.
pub(crate) fn mix(over: Color, under: Color, part: f64) -> Color {
    match (over, under) {
        (Color::Rgb(r, g, b), Color::Rgb(r0, g0, b0)) => {
            let mix = |over: u8, under: u8| {
                (f64::from(over) * part + f64::from(under) * (1.0 - part)).round() as u8
            };
            Color::Rgb(mix(r, r0), mix(g, g0), mix(b, b0))
        }
        _ if part >= 0.5 => over,
        _ => under,
    }
}

const fn rgb(hex: u32) -> Color {
    Color::Rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

const fn fg(color: Color) -> Style {
    Style::new().fg(color)
}

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const DIM: Style = Style::new().add_modifier(Modifier::DIM);
const REVERSED: Style = Style::new().add_modifier(Modifier::REVERSED);

/// Any colour but [`CLEAR`](super::canvas::CLEAR): what is painted in it is painted in ink.
const INK: Color = Color::White;
const NO_DISC: DiscPaint =
    DiscPaint { flat: INK, other: INK, shades: &[INK], corner: None, ghost: None, core: INK };

static PLAIN: Theme = Theme {
    colors: Colors::None,
    felt: Color::Reset,
    felt_other: Color::Reset,
    line: Color::Reset,
    star: Color::Reset,
    rim: Color::Reset,
    rim_text: DIM,
    discs: [NO_DISC, NO_DISC],
    edge: INK,
    legal: INK,
    cursor: INK,
    last: INK,
    best: INK,
    labelled: INK,
    labels: [Color::Reset; 3],
    ink: Color::Reset,
    value: Color::Reset,
    chart: [[Color::Reset; 2]; 2],
    strong: BOLD,
    faint: DIM,
    accent: BOLD,
    button: REVERSED,
    error: BOLD,
    field: Style::new().add_modifier(Modifier::UNDERLINED),
    selected: REVERSED,
};

/// Only colours that people's schemes leave apart from each other.
static SIXTEEN: Theme = Theme {
    colors: Colors::Sixteen,
    felt: Color::Green,
    felt_other: Color::Green,
    line: Color::Green,
    star: Color::Black,
    rim: Color::Black,
    rim_text: Style::new().fg(Color::Gray).bg(Color::Black),
    discs: [
        DiscPaint {
            flat: Color::Black,
            other: Color::DarkGray,
            shades: &[Color::Black],
            corner: None,
            ghost: None,
            core: Color::Black,
        },
        DiscPaint {
            flat: Color::White,
            other: Color::Gray,
            shades: &[Color::White],
            corner: None,
            ghost: None,
            core: Color::White,
        },
    ],
    edge: Color::DarkGray,
    legal: Color::LightGreen,
    cursor: Color::LightYellow,
    last: Color::LightRed,
    best: Color::LightCyan,
    labelled: Color::LightRed,
    labels: [Color::LightYellow, Color::Yellow, Color::LightRed],
    ink: Color::Black,
    value: Color::White,
    chart: [[Color::Black, Color::DarkGray], [Color::White, Color::Gray]],
    strong: BOLD,
    faint: fg(Color::DarkGray),
    accent: fg(Color::Green).add_modifier(Modifier::BOLD),
    button: Style::new().fg(Color::Black).bg(Color::Green).add_modifier(Modifier::BOLD),
    error: fg(Color::Red).add_modifier(Modifier::BOLD),
    field: Style::new().add_modifier(Modifier::UNDERLINED),
    selected: REVERSED,
};

static PALETTE: Theme = Theme {
    colors: Colors::Palette,
    felt: Color::Indexed(29),
    felt_other: Color::Indexed(23),
    line: Color::Indexed(22),
    star: Color::Indexed(16),
    rim: Color::Indexed(233),
    rim_text: Style::new().fg(Color::Indexed(151)).bg(Color::Indexed(233)),
    discs: [
        DiscPaint {
            flat: Color::Indexed(233),
            other: Color::Indexed(236),
            shades: &[
                Color::Indexed(237),
                Color::Indexed(236),
                Color::Indexed(235),
                Color::Indexed(234),
                Color::Indexed(233),
            ],
            corner: Some(Color::Indexed(22)),
            ghost: Some(Color::Indexed(237)),
            core: Color::Indexed(16),
        },
        DiscPaint {
            flat: Color::Indexed(255),
            other: Color::Indexed(252),
            shades: &[
                Color::Indexed(231),
                Color::Indexed(255),
                Color::Indexed(254),
                Color::Indexed(253),
                Color::Indexed(252),
            ],
            corner: Some(Color::Indexed(72)),
            ghost: Some(Color::Indexed(151)),
            core: Color::Indexed(231),
        },
    ],
    edge: Color::Indexed(245),
    legal: Color::Indexed(115),
    cursor: Color::Indexed(214),
    last: Color::Indexed(203),
    best: Color::Indexed(117),
    labelled: Color::Indexed(216),
    labels: [Color::Indexed(178), Color::Indexed(172), Color::Indexed(167)],
    ink: Color::Indexed(16),
    value: Color::Indexed(194),
    chart: [[Color::Indexed(236), Color::Indexed(238)], [Color::Indexed(254), Color::Indexed(251)]],
    faint: fg(Color::Indexed(245)),
    accent: fg(Color::Indexed(35)).add_modifier(Modifier::BOLD),
    button: Style::new().fg(Color::Indexed(16)).bg(Color::Indexed(35)).add_modifier(Modifier::BOLD),
    error: fg(Color::Indexed(167)).add_modifier(Modifier::BOLD),
    field: Style::new().fg(Color::Indexed(255)).bg(Color::Indexed(238)),
    ..SIXTEEN
};

static TRUE: Theme = Theme {
    colors: Colors::True,
    felt: rgb(0x1c_764e),
    felt_other: rgb(0x18_6844),
    line: rgb(0x16_6542),
    star: rgb(0x09_3222),
    rim: rgb(0x10_3428),
    rim_text: Style::new().fg(rgb(0x9e_cab4)).bg(rgb(0x10_3428)),
    discs: [
        DiscPaint {
            flat: rgb(0x14_1517),
            other: rgb(0x2a_2c31),
            shades: &[rgb(0x36_393e), rgb(0x0d_0e10)],
            corner: None,
            ghost: None,
            core: rgb(0x0d_0e10),
        },
        DiscPaint {
            flat: rgb(0xf8_f9f5),
            other: rgb(0xdc_dfd9),
            shades: &[rgb(0xff_fffd), rgb(0xce_d3cb)],
            corner: None,
            ghost: None,
            core: rgb(0xff_fffd),
        },
    ],
    edge: rgb(0x8c_908c),
    legal: rgb(0x7c_d0a6),
    cursor: rgb(0xfc_c442),
    last: rgb(0xee_543c),
    best: rgb(0x7a_ceff),
    labelled: rgb(0xff_9e8c),
    labels: [rgb(0xba_860a), rgb(0xd9_6e26), rgb(0xe0_4840)],
    ink: rgb(0x18_1410),
    value: rgb(0xd6_f2e2),
    chart: [[rgb(0x2c_2f34), rgb(0x3e_4248)], [rgb(0xe2_e5de), rgb(0xca_cec6)]],
    faint: fg(rgb(0x84_8b93)),
    accent: fg(rgb(0x23_9d64)).add_modifier(Modifier::BOLD),
    button: Style::new().fg(rgb(0x18_1410)).bg(rgb(0x23_9d64)).add_modifier(Modifier::BOLD),
    error: fg(rgb(0xe0_4840)).add_modifier(Modifier::BOLD),
    field: Style::new().fg(rgb(0xf8_f9f5)).bg(rgb(0x2e_333b)),
    ..SIXTEEN
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_24_bits_mix_and_of_others_one_wins() {
        assert_eq!(mix(rgb(0xff_ffff), rgb(0), 0.5), rgb(0x80_8080));
        assert_eq!(mix(Color::White, Color::Green, 0.4), Color::Green);
        assert_eq!(mix(Color::White, Color::Green, 0.6), Color::White);
    }

    #[test]
    fn a_large_disc_is_lighter_at_the_top_whatever_the_colours() {
        for colors in [Colors::Palette, Colors::True] {
            let theme = colors.theme();
            for disc in &theme.discs {
                assert_eq!(disc.shade(0.0), disc.shades[0]);
                assert_ne!(disc.shade(0.0), disc.shade(1.0));
            }
        }
    }
}
