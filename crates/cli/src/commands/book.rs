//! `outflank book`: what the opening book and tournament players know of a position.

mod exchange;
mod grow;
pub(super) mod learn;

use std::io::{self, Write};

use outflank_records::openings;
use outflank_study::{Explorer, ExplorerMove, Trust};
use outflank_wire as wire;

use crate::exit::Answer;
use crate::input::InputArgs;
use crate::own_book;

const HELP: &str = "\
Values are discs ahead at the end for the side to move, from long searches (estimates, unless said otherwise).

The grade says what a value rests on, following all moves that lose at most a disc: A exact results, B exact results
and searches to the end, C searches to the end, D some exact results, E some searches to the end, F estimates. Lines
are how many lines Black and White must know to hold the value (the umigame number).

Games are those of the WTHOR database of tournament games, published by the French Othello federation; won and drawn
are shares of the side to move. Of moves that mirror each other one is shown. The exit code is 1 if neither the book
nor the games have the position.

Examples:
  outflank book f5d6c3d3c4
  outflank book tiger                  an opening by its name
  outflank book game.sgf --json
  outflank book --openings             the names of openings
  outflank book learn games.sgf        add your games to a book of your own
  outflank book grow f5d6c3 --time 1h  let it grow there";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP, args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    input: InputArgs,
    /// Print one JSON object with the keys `value`, `trust`, `games`, `opening` and `moves` (each with `move`, `value`, `certainty`, `depth`, `trust`, `games`, `won`, `drawn`, `opening`).
    #[arg(long)]
    json: bool,
    /// List the names of all openings.
    #[arg(long, exclusive = true)]
    openings: bool,
}

/// What can be done with a user's own book, which is used in addition to the built-in one.
#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Add the positions of games to your own book.
    Learn(learn::Args),
    /// Extend your own book from a position on.
    Grow(grow::Args),
    /// Add a book in Edax's text format to your own.
    Import(exchange::ImportArgs),
    /// Write your own book in Edax's text format.
    Export(exchange::ExportArgs),
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    match &args.command {
        Some(Command::Learn(args)) => return learn::run(args),
        Some(Command::Grow(args)) => return grow::run(args),
        Some(Command::Import(args)) => return exchange::import(args),
        Some(Command::Export(args)) => return exchange::export(args),
        None => {}
    }
    if args.openings {
        return list();
    }
    let position = args.input.position_or_opening()?;
    let explorer = Explorer::of(&position, own_book::checked()?);
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&wire::Explorer::new(&explorer))?)?;
    } else if explorer.moves.is_empty() {
        writeln!(out, "This position is not in the book.")?;
    } else {
        if let Some(opening) = explorer.opening {
            writeln!(out, "{opening}")?;
        }
        let games = if explorer.games == 1 { "game" } else { "games" };
        writeln!(out, "{} to move, {} {games}", position.turn(), explorer.games)?;
        if let (Some(value), Some(Trust { bounds, grade, lines: [black, white] })) =
            (explorer.value, explorer.trust)
        {
            let (least, most) = (bounds.at_least.discs(), bounds.at_most.discs());
            writeln!(out, "Worth {value}, between {least:+.1} and {most:+.1}, grade {grade}")?;
            writeln!(out, "Lines to know: Black {black}, White {white}")?;
        }
        writeln!(out)?;
        writeln!(out, "  move   value grade    games   share    won  drawn  lines    opening")?;
        for mv in &explorer.moves {
            writeln!(out, "{}", row(&explorer, mv).trim_end())?;
        }
    }
    Ok(if explorer.moves.is_empty() { Answer::No } else { Answer::Yes })
}

/// Writes the names of all openings with their moves.
fn list() -> anyhow::Result<Answer> {
    let mut out = io::stdout().lock();
    for opening in openings::all() {
        let name = match opening.aliases {
            "" => opening.name.to_owned(),
            aliases => format!("{} ({aliases})", opening.name),
        };
        writeln!(out, "{name:<34}  {}", opening.line)?;
    }
    Ok(Answer::Yes)
}

fn row(explorer: &Explorer, mv: &ExplorerMove) -> String {
    let value = mv.value.map_or(String::new(), |value| value.to_string());
    let percent = |share: f64| format!("{:.0}%", 100.0 * share);
    let [games, share, won, drawn] = if mv.games == 0 {
        Default::default()
    } else {
        [mv.games.to_string(), percent(explorer.share(mv)), percent(mv.won), percent(mv.drawn)]
    };
    let (square, opening) = (mv.square.to_string(), mv.opening.unwrap_or_default());
    let grade = mv.trust.map_or(String::new(), |trust| trust.grade.to_string());
    let lines = mv.trust.map_or(String::new(), |trust| format!("{}:{}", trust.lines[0], trust.lines[1]));
    format!(
        "  {square:<4}  {value:>6} {grade:>5}  {games:>7}  {share:>6}  {won:>5}  {drawn:>5}  {lines:<7}  {opening}"
    )
}
