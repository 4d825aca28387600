//! `outflank show`: the board, whose turn it is, the count, the legal moves and the opening; or a picture.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::ensure;
use outflank_picture::Picture;
use outflank_records::{Record, board, openings};
use outflank_rules::{Color, Game, Move, Position};
use serde::Serialize;

use crate::exit::Answer;
use crate::input::InputArgs;
use crate::{diagram, output};

const HELP: &str = "\
Black is X or ●, White is O or ○. In a terminal legal moves and the last move are marked.

Examples:
  outflank show f5d6c3d3c4f4f6
  outflank show game.sgf --at 20 --png move20.png
  outflank show games.wtb --game 3
  cat game.txt | outflank show - --json";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Show the position after N moves; passes do not count.
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Show game N of an input that has several.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    game: u32,
    /// Save a picture as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Save a picture as PNG.
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Width of the PNG picture in pixels.
    #[arg(long, value_name = "PIXELS", default_value = "1080", requires = "png")]
    width: u32,
    /// Print one JSON object with the keys `board`, `turn`, `black`, `white`, `legal`, `opening` and `over`.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let (record, several) = args.input.open()?.record(args.game as usize)?;
    let ply = ply(&record.game, args.at)?;
    // Pictures are made before any is saved: an error leaves nothing behind.
    let picture = Picture::at(&record.game, ply);
    let png = args.png.as_ref().map(|_| picture.png(args.width)).transpose()?;
    if let Some(path) = &args.svg {
        output::write_file(path, picture.svg().as_bytes())?;
    }
    if let (Some(path), Some(png)) = (&args.png, &png) {
        output::write_file(path, png)?;
    }
    let mut out = io::stdout();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&Report::new(&record.game, ply))?)?;
    } else {
        let number = several.then_some(args.game);
        out.write_all(page(&record, number, ply, &picture).as_bytes())?;
    }
    out.flush()?;
    Ok(Answer::Yes)
}

/// How many moves of the game, passes counted, come before the position after `at` discs placed.
fn ply(game: &Game, at: Option<usize>) -> anyhow::Result<usize> {
    let Some(at) = at else { return Ok(game.moves().len()) };
    let placed = game.moves().iter().filter(|mv| **mv != Move::Pass).count();
    ensure!(at <= placed, "--at {at}: the game ends after move {placed}");
    let after = |(ply, mv): (usize, &Move)| (*mv != Move::Pass).then_some(ply + 1);
    Ok(std::iter::once(0).chain(game.moves().iter().enumerate().filter_map(after)).nth(at).unwrap_or(0))
}

#[derive(Serialize)]
struct Report {
    board: String,
    turn: Option<&'static str>,
    black: u8,
    white: u8,
    legal: Vec<String>,
    opening: Option<&'static str>,
    over: bool,
}

impl Report {
    fn new(game: &Game, ply: usize) -> Report {
        let position = &game.positions()[ply];
        let score = position.score();
        Report {
            board: board::squares(position),
            turn: (!position.is_over()).then_some(match position.turn() {
                Color::Black => "black",
                Color::White => "white",
            }),
            black: score.black,
            white: score.white,
            legal: position.legal_moves().iter().map(|square| square.to_string()).collect(),
            opening: openings::at_ply(game, ply).map(|opening| opening.name),
            over: position.is_over(),
        }
    }
}

/// What people read.
fn page(record: &Record, number: Option<u32>, ply: usize, picture: &Picture) -> String {
    let position = &record.game.positions()[ply];
    let mut lines = Vec::new();
    lines.extend(number.map(|number| format!("Game {number}")));
    lines.extend(heading(record));
    lines.push(diagram::for_stdout(position, picture.last));
    let mut say = |label: &str, value: &str| lines.push(format!("{:<12} {value}", format!("{label}:")));
    let score = position.score();
    if position.is_over() {
        say("Game over", &format!("{score}."));
    } else {
        say("To move", &turn(position));
        say("Discs", &format!("Black {}, White {}", score.black, score.white));
    }
    for color in Color::ALL {
        if let Some(left) = position.discs_left(color) {
            say(&format!("{color} holds"), &format!("{left} discs"));
        }
    }
    let placed = record.game.moves()[..ply].iter().filter(|mv| **mv != Move::Pass).count();
    if let Some(last) = picture.last {
        say("Last move", &format!("{last}, move {placed}"));
    }
    if !position.legal_moves().is_empty() {
        say("Legal moves", &position.legal_moves().to_string());
    }
    if let Some(opening) = openings::at_ply(&record.game, ply) {
        let also = if opening.aliases.is_empty() { String::new() } else { format!(" ({})", opening.aliases) };
        say("Opening", &format!("{}{also}", opening.name));
    }
    if !position.variant().is_standard() {
        say("Rules", &position.variant().to_string());
    }
    lines.join("\n") + "\n"
}

fn turn(position: &Position) -> String {
    let turn = position.turn();
    let (name, letter) = (turn.to_string(), turn.letter());
    if position.must_pass() {
        format!("{name} ({letter}), who must pass")
    } else {
        format!("{name} ({letter})")
    }
}

/// Who played, and where and when, as far as it is known.
fn heading(record: &Record) -> Option<String> {
    let name = |name: &str| if name.is_empty() { "?" } else { name }.to_owned();
    let players = (!record.black.name.is_empty() || !record.white.name.is_empty())
        .then(|| format!("{} (Black) – {} (White)", name(&record.black.name), name(&record.white.name)));
    let known = [&record.event, &record.place, &record.date].into_iter().filter(|text| !text.is_empty());
    let parts: Vec<String> = players.into_iter().chain(known.cloned()).collect();
    // A file may say anything: control characters must not reach the terminal.
    let line = parts.join(", ").replace(char::is_control, " ");
    (!line.is_empty()).then_some(line)
}
