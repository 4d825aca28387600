//! `outflank play`, and plain `outflank`: the game in the terminal.

use std::env;
use std::io::{self, BufReader, IsTerminal};

use anyhow::{Context, ensure};
use outflank_engine::Options;
use outflank_play::setup::Pace;
use outflank_play::{ClockSetting, Name, Player, UndoAllowance, setup};
use outflank_records::openings;
use outflank_rules::{Position, Variant};
use outflank_terminal::screen::{self, ColorChoice};
use outflank_terminal::{Places, Preset, SessionConfig, plain};

use crate::exit::Answer;
use crate::input::Input;
use crate::number::clock;
use crate::own_book;
use crate::strength::Book;

/// What else there is to know.
pub(crate) const HELP: &str = "\
A LEVEL is easy, medium, hard or a number from 1 (for a first game) to 10. The computer at auto gets stronger when
you win and weaker when you lose; `outflank levels --reset-auto` makes it forget you.

The result of each game is added to othello-results.txt in the current folder. Unfinished games are kept and offered
at the next start.

Examples:
  outflank --white easy                       you against the computer
  outflank --white auto                       the computer adapts to you
  outflank --black-name Anna --white-name Bert --undo unlimited
  outflank --rules orthogonal,thirty          other rules
  outflank --start f5d6c3                     from a position of your choice
  outflank --opening tiger --white hard       from an opening
  outflank --black 3 --white 7 --fast --plain watch two computers";

#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct Args {
    /// Who plays Black: human, the computer at a LEVEL, or a computer that adapts to you (auto).
    #[arg(long, value_name = "human|auto|LEVEL")]
    black: Option<Player>,
    /// Who plays White: human, the computer at a LEVEL, or a computer that adapts to you (auto).
    #[arg(long, value_name = "human|auto|LEVEL")]
    white: Option<Player>,
    /// The name of the Black player.
    #[arg(long, value_name = "NAME", value_parser = name)]
    black_name: Option<Name>,
    /// The name of the White player.
    #[arg(long, value_name = "NAME", value_parser = name)]
    white_name: Option<Name>,
    /// The rules: standard, orthogonal (no diagonals), thirty (discs each), or orthogonal,thirty.
    #[arg(long, value_name = "RULES")]
    rules: Option<Variant>,
    /// How often each player may take back a move: once, none or unlimited.
    #[arg(long, value_name = "ALLOWANCE", default_value_t)]
    undo: UndoAllowance,
    /// Let players confirm a pass, even though it is forced.
    #[arg(long)]
    confirm_pass: bool,
    /// The time limit: minutes for each player and seconds added with each move, as in 5+3.
    #[arg(long, value_name = "MIN[+SEC]", value_parser = clock)]
    clock: Option<ClockSetting>,
    /// Start from a game or position: text or a file name, in any format.
    #[arg(long, value_name = "INPUT", allow_hyphen_values = true)]
    start: Option<String>,
    /// Start from an opening: tiger, "rose bill" or any other name from `outflank book --openings`.
    #[arg(long, value_name = "NAME", conflicts_with = "start")]
    opening: Option<String>,
    /// Whether the computer uses the opening book (levels 3 to 10).
    #[arg(long, value_name = "on|off", default_value_t)]
    book: Book,
    /// Use plain lines of text; the default when input or output is not a terminal.
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    screen: ScreenArgs,
    /// Let the computer move as soon as it can, without a natural pause.
    #[arg(long)]
    fast: bool,
}

/// How the full-screen game looks.
#[derive(Debug, clap::Args)]
pub(super) struct ScreenArgs {
    /// Draw with ASCII characters alone; the default where the locale is not UTF-8.
    #[arg(long)]
    ascii: bool,
    /// Ignore the mouse, so that the terminal can use it to select text.
    #[arg(long)]
    no_mouse: bool,
    #[arg(long, help = "Turn animations off, as OUTFLANK_REDUCED_MOTION=1 in the environment does")]
    reduced_motion: bool,
    #[arg(
        long,
        value_name = "WHEN",
        default_value_t,
        help = "When to use colours: auto (unless NO_COLOR is set), always or never"
    )]
    color: ColorChoice,
}

impl ScreenArgs {
    /// What is asked for, as far as the terminal has it.
    pub(super) fn options(&self) -> screen::Options {
        let found = screen::Options::of_environment(self.color, variable);
        screen::Options {
            unicode: found.unicode && !self.ascii,
            mouse: !self.no_mouse,
            motion: found.motion && !self.reduced_motion,
            ..found
        }
    }
}

pub(super) fn variable(name: &str) -> Option<String> {
    env::var(name).ok()
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let preset = Preset {
        players: [args.black, args.white],
        names: [args.black_name.clone(), args.white_name.clone()],
        start: args.start()?,
        undo: args.undo,
        confirm_pass: args.confirm_pass,
        clock: args.clock,
        no_book: args.book == Book::Off,
    };
    let config = SessionConfig {
        places: Places::of_user(),
        pace: if args.fast { Pace::INSTANT } else { Pace::NATURAL },
        engine: Options::default(),
        book: own_book::book,
    };
    own_book::check()?;
    let input = io::stdin();
    let echo = !input.is_terminal();
    if !args.plain && !echo && io::stdout().is_terminal() && screen::can_draw(variable) {
        screen::run(&preset, &config, args.screen.options())?;
        return Ok(Answer::Yes);
    }
    plain::run(&preset, &config, BufReader::new(input), echo, io::stdout().lock())?;
    Ok(Answer::Yes)
}

impl Args {
    fn start(&self) -> anyhow::Result<Position> {
        if let Some(name) = &self.opening {
            let opening = openings::find(name).context("--opening")?;
            return setup::opening(&opening, self.rules).context("--opening");
        }
        let Some(input) = &self.start else {
            return Ok(Position::start(self.rules.unwrap_or_default()));
        };
        ensure!(input != "-", "--start -: standard input is needed for the game");
        let opened = Input::open(input, self.rules.unwrap_or_default()).context("--start")?;
        setup::start(opened.bytes(), self.rules).context("--start")
    }
}

/// Why a name is not taken.
#[derive(Debug, thiserror::Error)]
enum NameError {
    #[error("a name has at least one visible character")]
    Empty,
    #[error("a name has at most {} characters", Name::MAX_CHARS)]
    TooLong,
}

fn name(text: &str) -> Result<Name, NameError> {
    if Name::is_too_long(text) { Err(NameError::TooLong) } else { Name::new(text).ok_or(NameError::Empty) }
}
