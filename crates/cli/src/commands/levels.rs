//! `outflank levels`: how strong the levels are, and the measurement that says so.

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::Context;
use outflank_engine::level::measure::{Measured, Plan, measure};
use outflank_engine::{Level, PastGame, PastResult, adapt};
use outflank_terminal::{Places, auto};
use serde::Serialize;

use crate::exit::Answer;

const HELP: &str = "\
Discs lost per game: what the level's own moves lose against best play, added up over a game. Score: points of
100 in games against the level below, colours swapped, from random openings.

Examples:
  outflank levels                                        the table
  outflank levels --json                                 the same, a line per level
  outflank levels --reset-auto                           let auto forget you
  outflank levels --measure --games 20 --level 4         play level 4 against level 3 anew
  outflank levels --measure > crates/engine/data/levels.txt   the data behind the table, made again";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    /// Only this level.
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,
    /// Print one JSON object per level.
    #[arg(long)]
    json: bool,
    /// Let auto forget the games it has learned from, so that it starts again as for someone new.
    #[arg(long, exclusive = true)]
    reset_auto: bool,
    /// Play the games again instead of showing what came with the program; takes long.
    #[arg(long)]
    measure: bool,
    /// Games between each level and the one below.
    #[arg(long, value_name = "N", default_value = "200", requires = "measure", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// Measure on this many threads; all cores if not given.
    #[arg(long, value_name = "N", requires = "measure")]
    threads: Option<NonZeroUsize>,
}

/// What the strongest level is given for a move while measuring.
const STRONGEST_TIME: Duration = Duration::from_millis(200);

/// A line of `--json`.
#[derive(Serialize)]
struct Row {
    level: u8,
    name: &'static str,
    group: &'static str,
    description: &'static str,
    seconds: f64,
    loss: f64,
    score: Option<f64>,
    games: u32,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let places = Places::of_user();
    if args.reset_auto {
        auto::reset(&places).context("the games of auto cannot be forgotten")?;
        writeln!(io::stdout(), "Auto starts again at level {}.", auto::level(&places)?)?;
        return Ok(Answer::Yes);
    }
    let levels: Vec<Level> =
        Level::all().filter(|level| args.level.is_none_or(|only| only == *level)).collect();
    let rows: Vec<(Level, Measured)> = if args.measure {
        remeasure(&levels, args)
    } else {
        levels.iter().map(|&level| (level, level.measured())).collect()
    };
    let mut out = io::stdout().lock();
    if args.json {
        for (level, measured) in rows {
            writeln!(out, "{}", serde_json::to_string(&row(level, measured))?)?;
        }
    } else if args.measure {
        write_data(&mut out, &rows)?;
    } else {
        write_table(&mut out, &rows)?;
        if args.level.is_none() {
            writeln!(out, "\n{}", about_auto(auto::games(&places)))?;
        }
    }
    out.flush()?;
    Ok(Answer::Yes)
}

fn remeasure(levels: &[Level], args: &Args) -> Vec<(Level, Measured)> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let plan = Plan {
        games: args.games,
        checked: args.games.div_ceil(4),
        strongest_time: STRONGEST_TIME,
        threads: args.threads.map_or(cores, NonZeroUsize::get),
    };
    let watched = io::stderr().is_terminal();
    let rows = measure(levels, &plan, &|level, played| {
        if watched {
            // Nobody is there to miss it if standard error is closed.
            let _ = write!(
                io::stderr(),
                "\rlevel {level} against level {}: {played} of {} games ",
                level.number() - 1,
                args.games
            );
        }
    });
    if watched {
        let _ = writeln!(io::stderr());
    }
    rows
}

fn row(level: Level, measured: Measured) -> Row {
    Row {
        level: level.number(),
        name: level.name(),
        group: level.group(),
        description: level.description(),
        seconds: level.time_cap().as_secs_f64(),
        loss: measured.loss,
        score: measured.score,
        games: measured.games,
    }
}

/// The table for people.
fn write_table(out: &mut impl Write, rows: &[(Level, Measured)]) -> io::Result<()> {
    writeln!(
        out,
        "level  name         group   longest move  discs lost per game  score against the one below"
    )?;
    for (level, measured) in rows {
        let score = measured.score.map_or("-".to_owned(), |score| format!("{:.0} %", score * 100.0));
        writeln!(
            out,
            "{level:>5}  {:<11}  {:<6}  {:>10.1} s  {:>19.0}  {score:>27}",
            level.name(),
            level.group(),
            level.time_cap().as_secs_f64(),
            measured.loss,
        )?;
    }
    writeln!(out)?;
    for (level, _) in rows {
        writeln!(out, "{level:>5}  {}", level.description())?;
    }
    if rows.len() > 1 {
        writeln!(out, "\nEasy is level {}, medium {}, hard {}.", Level::EASY, Level::MEDIUM, Level::HARD)?;
    }
    Ok(())
}

/// What auto plays at and why.
fn about_auto(games: io::Result<Vec<PastGame>>) -> String {
    let games = match games {
        Ok(games) => games,
        Err(error) => return format!("Auto cannot remember games ({error})."),
    };
    let count = |result| games.iter().filter(|game| game.result == result).count();
    let played = match games.len() {
        0 => "for someone new".to_owned(),
        1 => "after 1 game".to_owned(),
        games => {
            format!(
                "after {games} games ({} won, {} drawn)",
                count(PastResult::Won),
                count(PastResult::Drawn)
            )
        }
    };
    format!("Auto adapts to you: it plays at level {} {played}.", adapt(&games))
}

/// The file `data/levels.txt` of the engine.
fn write_data(out: &mut impl Write, rows: &[(Level, Measured)]) -> io::Result<()> {
    writeln!(
        out,
        "# Made by `outflank levels --measure`; the strongest level had {STRONGEST_TIME:?} a move."
    )?;
    writeln!(out, "# level, discs lost per game, score against the level below, games")?;
    for (level, measured) in rows {
        let score = measured.score.map_or("-".to_owned(), |score| format!("{score:.3}"));
        writeln!(out, "{level} {:.1} {score} {}", measured.loss, measured.games)?;
    }
    Ok(())
}
