//! `outflank hint`: the best moves of a position with their values, and in words what the best one does.

use std::io::{self, Write};
use std::time::Duration;

use outflank_engine::{Certainty, Engine, Level, Limits, StopToken};
use outflank_rules::Position;
use outflank_study::{Advice, Adviser, Candidate, HINT_MOVES, candidates};
use outflank_wire as wire;
use serde::Serialize;

use crate::exit::Answer;
use crate::input::InputArgs;
use crate::interrupt::stop_on_interrupt;
use crate::number::{seconds, whole};
use crate::output::wrapped;
use crate::strength::EngineArgs;

const HELP: &str = "\
Values are discs ahead at the end for the side to move: exact, proved with the confidence given, or an estimate. Below
them it says what the best move does and, if another move is tempting, what that one would allow. With --step only the
words are printed. Ctrl-C ends the search and prints what was found.

Examples:
  outflank hint f5d6c3d3c4
  outflank hint game.sgf --step 1
  outflank hint game.sgf --time 10 --moves 5
  outflank hint f5 --depth 12 --json";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Think as long as this level does: 1 to 10, or easy, medium, hard.
    #[arg(long, value_name = "LEVEL", conflicts_with_all = ["depth", "time"])]
    level: Option<Level>,
    /// Look this many plies ahead.
    #[arg(long, value_name = "PLIES", conflicts_with = "time", value_parser = whole::<u8>(1..=60))]
    depth: Option<u8>,
    /// Think this many seconds [default: 1.5].
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// How many moves to evaluate.
    #[arg(long, value_name = "N", default_value_t = HINT_MOVES, value_parser = whole::<usize>(1..=64))]
    moves: usize,
    /// How much to give away: 1 where to look, 2 the move and what it does, 3 the line.
    #[arg(long, value_name = "N", conflicts_with = "json", value_parser = whole::<usize>(1..=3))]
    step: Option<usize>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print one JSON object with the keys `moves` (each with `move`, `value`, `certainty`, `depth`, `line`), `nodes`,
    /// `seconds`, and `steps`: where to look, what the best move does, and the line, in words.
    #[arg(long)]
    json: bool,
}

/// What `--json` prints: all keys are there, also when the game is over and there is nothing to say.
#[derive(Serialize)]
struct Hint {
    /// Its own steps are empty and left out.
    #[serde(flatten)]
    analysis: wire::Analysis,
    steps: Vec<String>,
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
    let mut engine = Engine::new(args.engine.options());
    let stop = stop_on_interrupt();
    let analysis = engine.search(&position, &limits, &stop, &mut |_| {});
    let advice = advise(&mut engine, &position, candidates(&analysis, position.turn()));
    let steps = advice.map(|advice| advice.steps());
    let mut out = io::stdout();
    if args.json {
        let hint = Hint {
            analysis: wire::Analysis::new(&analysis, position.turn()),
            steps: steps.map_or_else(Vec::new, Vec::from),
        };
        writeln!(out, "{}", serde_json::to_string(&hint)?)?;
        return Ok(Answer::Yes);
    }
    let Some([nudge, the_move, the_line]) = steps else {
        writeln!(out, "The game is over: {}.", position.score())?;
        return Ok(Answer::Yes);
    };
    match args.step {
        Some(1) => writeln!(out, "{nudge}")?,
        Some(2) => writeln!(out, "{the_move}")?,
        Some(_) => out.write_all(wrapped(&the_line).as_bytes())?,
        None => {
            writeln!(out, "{} to move", position.turn())?;
            for candidate in candidates(&analysis, position.turn()) {
                writeln!(out, "{}", text(&candidate))?;
            }
            let seconds = analysis.time.as_secs_f64();
            writeln!(out, "{} nodes in {seconds:.2} s", analysis.nodes)?;
            out.write_all(wrapped(&the_move).as_bytes())?;
            out.write_all(wrapped(&the_line).as_bytes())?;
        }
    }
    Ok(Answer::Yes)
}

/// What is to be said about the best moves; `None` if there are none.
fn advise(engine: &mut Engine, position: &Position, moves: Vec<Candidate>) -> Option<Advice> {
    if moves.is_empty() {
        return None;
    }
    let mut adviser = Adviser::knowing(*position, moves);
    // Ctrl-C ended the search for the best moves; these searches are short.
    while let Some(question) = adviser.next() {
        let analysis = engine.search(&question.position, &question.limits, &StopToken::new(), &mut |_| {});
        adviser.answer(question.id, &analysis);
        if analysis.lines.is_empty() {
            break;
        }
    }
    adviser.advice()
}

/// Moves of a line that fit into a row of 80 characters with what stands before them. `--json` has all.
const SHOWN: usize = 17;

fn text(candidate: &Candidate) -> String {
    let kind = match candidate.value.certainty {
        Certainty::Estimate => format!("depth {}", candidate.depth),
        certainty => certainty.to_string(),
    };
    let line: Vec<String> = candidate.line.iter().map(ToString::to_string).collect();
    let line = line[..line.len().min(SHOWN)].join(" ");
    format!("  {:<4}  {:>7}  {kind:<9}  {line}", candidate.mv.to_string(), candidate.value.to_string())
}
