//! What practice, puzzles, lessons and the gym have in common: the full screen where there is one, or else lines.

use std::io::{self, BufReader, IsTerminal};

use outflank_engine::{Engine, Options, Random};
use outflank_play::setup::Pace;
use outflank_study::drill::Drill;
use outflank_study::practice::Seconds;
use outflank_terminal::plain::drill::{self, Surroundings};
use outflank_terminal::practice::PracticeFile;
use outflank_terminal::{Places, SessionConfig, now, screen};

use super::play::{ScreenArgs, variable};
use crate::diagram;
use crate::exit::Answer;

/// How a drill is shown.
#[derive(Debug, clap::Args)]
pub(super) struct DrillArgs {
    /// Use plain lines of text; the default when input or output is not a terminal.
    #[arg(long)]
    pub(super) plain: bool,
    #[command(flatten)]
    pub(super) screen: ScreenArgs,
}

/// The time.
pub(super) fn seconds_now() -> Seconds {
    now().0 / 1000
}

/// Goes through a drill until the player leaves.
pub(super) fn run(
    mut drill: Box<dyn Drill>,
    args: &DrillArgs,
    file: Option<&PracticeFile>,
) -> anyhow::Result<Answer> {
    let input = io::stdin();
    let echo = !input.is_terminal();
    if !args.plain && !echo && io::stdout().is_terminal() && screen::can_draw(variable) {
        let config = SessionConfig {
            places: Places::of_user(),
            pace: Pace::NATURAL,
            engine: Options::default(),
            book: crate::own_book::book,
        };
        screen::drill(drill, file, &config, args.screen.options())?;
        return Ok(Answer::Yes);
    }
    let mut engine = Engine::new(Options::default());
    let world = Surroundings {
        file,
        engine: &mut engine,
        random: Random::new(now().0),
        now: &seconds_now,
        draw: &diagram::for_stdout,
    };
    drill::drill(drill.as_mut(), world, &mut BufReader::new(input), echo, &mut io::stdout().lock())?;
    Ok(Answer::Yes)
}
