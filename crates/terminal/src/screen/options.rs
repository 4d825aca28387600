//! How the terminal wants to be drawn on: from the command line and the environment.

use std::str::FromStr;

use super::glyphs::{ASCII, PIXELS, WIDE};
use super::theme::{Colors, Look};

/// How the full-screen game is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many colours there are.
    pub colors: Colors,
    /// Whether discs and lines are drawn with characters beyond ASCII.
    pub unicode: bool,
    /// Whether clicks play.
    pub mouse: bool,
    /// Whether discs are seen turning over.
    pub motion: bool,
}

/// Whether colours are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorChoice {
    /// As the environment says.
    #[default]
    Auto,
    /// In any case.
    Always,
    /// Not at all.
    Never,
}

/// The text is not a choice of colours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("auto, always or never is expected")]
pub struct ParseColorChoiceError;

impl FromStr for ColorChoice {
    type Err = ParseColorChoiceError;

    fn from_str(text: &str) -> Result<ColorChoice, ParseColorChoiceError> {
        match text {
            "auto" => Ok(ColorChoice::Auto),
            "always" => Ok(ColorChoice::Always),
            "never" => Ok(ColorChoice::Never),
            _ => Err(ParseColorChoiceError),
        }
    }
}

impl std::fmt::Display for ColorChoice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            ColorChoice::Auto => "auto",
            ColorChoice::Always => "always",
            ColorChoice::Never => "never",
        })
    }
}

impl Options {
    /// What the environment allows, with everything it allows switched on. `variable` looks one up.
    ///
    /// ```
    /// use outflank_terminal::screen::{ColorChoice, Colors, Options};
    ///
    /// let variable = |name: &str| match name {
    ///     "TERM" => Some("xterm-256color".to_owned()),
    ///     "LANG" => Some("en_GB.UTF-8".to_owned()),
    ///     _ => None,
    /// };
    /// let options = Options::of_environment(ColorChoice::Auto, variable);
    /// assert_eq!(options.colors, Colors::Palette);
    /// assert!(options.unicode && options.mouse && options.motion);
    /// ```
    pub fn of_environment(choice: ColorChoice, variable: impl Fn(&str) -> Option<String>) -> Options {
        let said = |name: &str| variable(name).filter(|value| !value.is_empty());
        let on = |name: &str| said(name).is_some_and(|value| value != "0");
        let forced = choice == ColorChoice::Always || on("CLICOLOR_FORCE");
        let refused = choice == ColorChoice::Never || (said("NO_COLOR").is_some() && !forced);
        let colors = if refused { Colors::None } else { colors(&said) };
        Options { colors, unicode: is_unicode(&said), mouse: true, motion: !on("OUTFLANK_REDUCED_MOTION") }
    }

    /// How the game looks on a terminal that draws half blocks two cells wide, or does not.
    pub(crate) fn look(self, wide: bool) -> Look {
        let glyphs = match (self.unicode, wide) {
            (false, _) => &ASCII,
            (true, true) => &WIDE,
            (true, false) => &PIXELS,
        };
        Look { theme: self.colors.theme(), glyphs, motion: self.motion }
    }
}

/// Whether the environment describes a terminal that can be drawn on, which one called dumb cannot.
pub fn can_draw(variable: impl Fn(&str) -> Option<String>) -> bool {
    match variable("TERM") {
        Some(term) => term != "dumb" && !term.is_empty(),
        // Windows does not use it.
        None => cfg!(windows),
    }
}

fn colors(said: &impl Fn(&str) -> Option<String>) -> Colors {
    let term = said("TERM").unwrap_or_default();
    let is_true = |value: String| matches!(value.as_str(), "truecolor" | "24bit");
    if said("COLORTERM").is_some_and(is_true) || term.ends_with("-direct") || cfg!(windows) {
        Colors::True
    } else if term.contains("256color") {
        Colors::Palette
    } else {
        Colors::Sixteen
    }
}

/// The first of the three that is set decides, as for every program.
fn is_unicode(said: &impl Fn(&str) -> Option<String>) -> bool {
    let locale = said("LC_ALL").or_else(|| said("LC_CTYPE")).or_else(|| said("LANG"));
    let utf8 = |locale: String| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    };
    locale.map_or(cfg!(windows) || cfg!(target_os = "macos"), utf8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(choice: ColorChoice, environment: &str) -> Options {
        let variable = |name: &str| {
            let pairs = environment.split(' ').filter_map(|pair| pair.split_once('='));
            pairs.filter(|(key, _)| *key == name).map(|(_, value)| value.to_owned()).next()
        };
        Options::of_environment(choice, variable)
    }

    #[test]
    fn colours_are_what_the_terminal_says_it_has() {
        let colors = |environment| options(ColorChoice::Auto, environment).colors;
        assert_eq!(colors("TERM=xterm"), Colors::Sixteen);
        assert_eq!(colors("TERM=linux"), Colors::Sixteen);
        assert_eq!(colors("TERM=tmux-256color"), Colors::Palette);
        assert_eq!(colors("TERM=xterm-256color COLORTERM=truecolor"), Colors::True);
    }

    #[test]
    fn colour_can_be_refused_and_insisted_on() {
        use ColorChoice::{Always, Auto, Never};
        assert_eq!(options(Auto, "TERM=xterm NO_COLOR=1").colors, Colors::None);
        assert_eq!(options(Auto, "TERM=xterm NO_COLOR=").colors, Colors::Sixteen);
        assert_eq!(options(Auto, "TERM=xterm NO_COLOR=1 CLICOLOR_FORCE=1").colors, Colors::Sixteen);
        assert_eq!(options(Always, "TERM=xterm NO_COLOR=1").colors, Colors::Sixteen);
        assert_eq!(options(Never, "TERM=xterm CLICOLOR_FORCE=1").colors, Colors::None);
    }

    #[test]
    fn unicode_needs_a_locale_that_has_it() {
        let unicode = |environment| options(ColorChoice::Auto, environment).unicode;
        assert!(unicode("LANG=de_DE.UTF-8"));
        assert!(unicode("LANG=C LC_ALL=C.utf8"));
        assert!(!unicode("LANG=de_DE.UTF-8 LC_ALL=C"));
        assert!(!unicode("LANG=de_DE.ISO-8859-1"));
    }

    #[test]
    fn motion_can_be_switched_off() {
        assert!(options(ColorChoice::Auto, "").motion);
        assert!(options(ColorChoice::Auto, "OUTFLANK_REDUCED_MOTION=0").motion);
        assert!(!options(ColorChoice::Auto, "OUTFLANK_REDUCED_MOTION=1").motion);
    }

    #[test]
    fn a_dumb_terminal_is_not_drawn_on() {
        assert!(!can_draw(|_| Some("dumb".to_owned())));
        assert!(can_draw(|_| Some("xterm".to_owned())));
    }
}
