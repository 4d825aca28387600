//! `outflank book`: what the opening book and tournament players know of a position.

use std::io::{self, Write};

use outflank_records::openings;
use outflank_study::{Explorer, ExplorerMove};
use outflank_wire as wire;

use crate::exit::Answer;
use crate::input::InputArgs;

const HELP: &str = "\
Values are discs ahead at the end for the side to move, searched long before (estimates, unless said otherwise).
Games are those of the WTHOR database of tournaments that the French Othello federation publishes; won and drawn
are the shares of the side to move. Moves that are images of each other are shown once. The exit code is 1 where
neither the book nor the games know the position.

Examples:
  outflank book f5d6c3d3c4
  outflank book game.sgf --json";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Print one JSON object with the keys `value`, `games`, `opening` and `moves` (each with `move`, `value`, `certainty`, `depth`, `games`, `won`, `drawn`, `opening`).
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let position = args.input.position()?;
    let explorer = Explorer::of(&position);
    let opening = openings::of_position(&position).map(|opening| opening.name);
    let mut out = io::stdout();
    if args.json {
        let opening = opening.map(ToOwned::to_owned);
        writeln!(out, "{}", serde_json::to_string(&wire::Explorer::new(&explorer, opening))?)?;
    } else if explorer.moves.is_empty() {
        writeln!(out, "This position is not in the book.")?;
    } else {
        let games = if explorer.games == 1 { "game" } else { "games" };
        if let Some(opening) = opening {
            writeln!(out, "{opening}")?;
        }
        writeln!(out, "{} to move, {} {games}", position.turn(), explorer.games)?;
        writeln!(out)?;
        writeln!(out, "  move   value    games   share    won  drawn  opening")?;
        for mv in &explorer.moves {
            writeln!(out, "{}", row(&explorer, mv).trim_end())?;
        }
    }
    Ok(if explorer.moves.is_empty() { Answer::No } else { Answer::Yes })
}

fn row(explorer: &Explorer, mv: &ExplorerMove) -> String {
    let value = mv.value.map_or(String::new(), |value| value.to_string());
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let [games, share, won, drawn] = if mv.games == 0 {
        Default::default()
    } else {
        [mv.games.to_string(), percent(explorer.share(mv)), percent(mv.won), percent(mv.drawn)]
    };
    let (square, opening) = (mv.square.to_string(), mv.opening.unwrap_or_default());
    format!("  {square:<4}  {value:>6}  {games:>7}  {share:>6}  {won:>5}  {drawn:>5}  {opening}")
}
