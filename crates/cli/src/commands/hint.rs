//! `outflank hint`: the best moves of a position with their values.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::time::Duration;

use outflank_engine::{Analysis, Certainty, Engine, Level, Limits, Line, Options, StopToken};
use serde::Serialize;

use crate::exit::Answer;
use crate::input::InputArgs;
use crate::strength::seconds;

const HELP: &str = "\
Values are discs ahead at the end for the side to move: exact, proved with the confidence given, or an estimate.

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
    #[arg(long, value_name = "PLIES", conflicts_with = "time", value_parser = clap::value_parser!(u8).range(1..=60))]
    depth: Option<u8>,
    /// Think this many seconds; 2 if nothing else is said.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// How many moves to value.
    #[arg(long, value_name = "N", default_value = "3")]
    moves: NonZeroUsize,
    /// Search on this many threads; all cores if not given.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Print one JSON object with the keys `moves` (each with `move`, `score`, `kind`, `depth`, `line`), `nodes` and `seconds`.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    moves: Vec<Hint>,
    nodes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Hint {
    #[serde(rename = "move")]
    mv: String,
    score: f64,
    kind: String,
    depth: u8,
    line: Vec<String>,
}

/// Seconds to think when nothing is said about it.
const USUAL: Duration = Duration::from_secs(2);

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let position = args.input.open()?.position()?;
    let limits = match (args.depth, args.time, args.level) {
        (Some(depth), _, _) => Limits::depth(depth),
        (_, Some(time), _) => Limits::time(time),
        (_, _, Some(level)) => Limits::time(level.time_cap()),
        _ => Limits::time(USUAL),
    };
    let limits = Limits { lines: args.moves.get(), ..limits };
    let threads = args.threads.map_or(Options::default().threads, NonZeroUsize::get);
    let mut engine = Engine::new(Options { threads, ..Options::default() });
    let analysis = engine.search(&position, &limits, &StopToken::new(), &mut |_| {});
    let mut out = io::stdout();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report(&analysis))?)?;
    } else if analysis.lines.is_empty() {
        writeln!(out, "The game is over: {}.", position.score())?;
    } else {
        writeln!(out, "{} to move", position.turn())?;
        for line in &analysis.lines {
            writeln!(out, "{}", text(line))?;
        }
        let seconds = analysis.time.as_secs_f64();
        writeln!(out, "{} nodes in {seconds:.2} s", analysis.nodes)?;
    }
    Ok(Answer::Yes)
}

fn text(line: &Line) -> String {
    let moves: Vec<String> = line.moves.iter().map(ToString::to_string).collect();
    let kind = match line.certainty {
        Certainty::Estimate => format!("depth {}", line.depth),
        certainty => certainty.to_string(),
    };
    format!("  {:<4}  {:>7}  {kind:<9}  {}", moves[0], line.score.to_string(), moves.join(" "))
}

fn report(analysis: &Analysis) -> Report {
    let hint = |line: &Line| Hint {
        mv: line.mv().to_string(),
        score: line.score.discs(),
        kind: line.certainty.to_string(),
        depth: line.depth,
        line: line.moves.iter().map(ToString::to_string).collect(),
    };
    Report {
        moves: analysis.lines.iter().map(hint).collect(),
        nodes: analysis.nodes,
        seconds: analysis.time.as_secs_f64(),
    }
}
