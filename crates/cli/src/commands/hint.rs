//! `outflank hint`: the best moves of a position with their values.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::time::Duration;

use outflank_engine::{Certainty, Engine, Level, Limits, Options};
use outflank_study::{Candidate, HINT_MOVES, candidates};
use outflank_wire as wire;

use crate::exit::Answer;
use crate::input::InputArgs;
use crate::interrupt::stop_on_interrupt;
use crate::number::{seconds, threads, whole};

const HELP: &str = "\
Values are discs ahead at the end for the side to move: exact, proved with the confidence given, or an estimate.
Ctrl-C ends the thinking, not the answer.

Examples:
  outflank hint f5d6c3d3c4
  outflank hint game.sgf --time 10 --moves 5
  outflank hint f5 --depth 12 --json";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Think as long as this level may: 1 to 10, or easy, medium, hard.
    #[arg(long, value_name = "LEVEL", conflicts_with_all = ["depth", "time"])]
    level: Option<Level>,
    /// Look this many plies ahead.
    #[arg(long, value_name = "PLIES", conflicts_with = "time", value_parser = whole::<u8>(1..=60))]
    depth: Option<u8>,
    /// Think this many seconds; as long as any hint if nothing else is said.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// How many moves to value.
    #[arg(long, value_name = "N", default_value_t = HINT_MOVES, value_parser = whole::<usize>(1..=64))]
    moves: usize,
    /// Search on this many threads; all cores if not given.
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZeroUsize>,
    /// Print one JSON object with the keys `moves` (each with `move`, `value`, `certainty`, `depth`, `line`), `nodes` and `seconds`.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let position = args.input.position()?;
    let limits = match (args.depth, args.time, args.level) {
        (Some(depth), _, _) => Limits::depth(depth),
        (_, Some(time), _) => Limits::time(time),
        (_, _, Some(level)) => Limits::time(level.time_cap()),
        _ => outflank_study::hint(args.moves),
    };
    let limits = Limits { lines: args.moves, ..limits };
    let threads = args.threads.map_or(Options::default().threads, NonZeroUsize::get);
    let mut engine = Engine::new(Options { threads, ..Options::default() });
    let stop = stop_on_interrupt();
    let analysis = engine.search(&position, &limits, &stop, &mut |_| {});
    let mut out = io::stdout();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&wire::Analysis::new(&analysis, position.turn()))?)?;
    } else if analysis.lines.is_empty() {
        writeln!(out, "The game is over: {}.", position.score())?;
    } else {
        writeln!(out, "{} to move", position.turn())?;
        for candidate in candidates(&analysis, position.turn()) {
            writeln!(out, "{}", text(&candidate))?;
        }
        let seconds = analysis.time.as_secs_f64();
        writeln!(out, "{} nodes in {seconds:.2} s", analysis.nodes)?;
    }
    Ok(Answer::Yes)
}

fn text(candidate: &Candidate) -> String {
    let kind = match candidate.value.certainty {
        Certainty::Estimate => format!("depth {}", candidate.depth),
        certainty => certainty.to_string(),
    };
    let line: Vec<String> = candidate.line.iter().map(ToString::to_string).collect();
    let line = line.join(" ");
    format!("  {:<4}  {:>7}  {kind:<9}  {line}", candidate.mv.to_string(), candidate.value.to_string())
}
