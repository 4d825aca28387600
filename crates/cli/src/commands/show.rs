//! `outflank show`: the board, whose turn it is, the count, the legal moves and the opening; or a picture.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{bail, ensure};
use outflank_picture::{Picture, WIDTHS};
use outflank_records::{ReadError, Record, openings, printable};
use outflank_rules::{Color, Game, Move, Position};
use outflank_wire::{self as wire, Placed};
use serde::Serialize;

use crate::exit::{Answer, complain};
use crate::input::{Input, InputArgs, no_such_game};
use crate::number::whole;
use crate::output::is_stdout;
use crate::{diagram, output};

const HELP: &str = "\
Black is X or ●, White is O or ○. In a terminal the legal moves and the last move are marked. A damaged game is named,
and the others are still shown.

Examples:
  outflank show f5d6c3d3c4f4f6
  outflank show game.sgf --at 20 --png move20.png
  outflank show games.wtb --game 3
  outflank show game.sgf games.ggf --game all
  cat game.txt | outflank show --json
  outflank show f5d6 --svg - > board.svg";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Show the position after N moves, not counting passes.
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0..=u64::MAX))]
    at: Option<usize>,
    /// Which games of the input to show: N, N-M or all.
    #[arg(long, value_name = "N|N-M|all", default_value = "1")]
    game: Choice,
    /// Save a picture as SVG; - is standard output.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Save a picture as PNG; - is standard output.
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Width of the PNG picture in pixels.
    #[arg(long, value_name = "PIXELS", default_value = "1080", requires = "png", value_parser = whole::<u32>(u64::from(*WIDTHS.start())..=u64::from(*WIDTHS.end())))]
    width: u32,
    /// Print a JSON object for each position shown, with the names of the server's protocol: `board`, `turn`,
    /// `rules`, `discs_left`, `score`, `empties`, `legal`, `must_pass`, `over`, and `last`, `opening`, `game`,
    /// `games`.
    #[arg(long)]
    json: bool,
}

/// Which games of an input to show, counting from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Choice {
    first: usize,
    last: usize,
}

/// The text chooses no game.
#[derive(Debug, thiserror::Error)]
#[error("the number of a game, a range as 2-5, or all is expected")]
struct BadChoice;

impl FromStr for Choice {
    type Err = BadChoice;

    fn from_str(text: &str) -> Result<Choice, BadChoice> {
        if text == "all" {
            return Ok(Choice { first: 1, last: usize::MAX });
        }
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let number = |text: &str| text.parse().map_err(|_| BadChoice);
        let choice = Choice { first: number(first)?, last: number(last)? };
        if choice.first >= 1 && choice.first <= choice.last { Ok(choice) } else { Err(BadChoice) }
    }
}

impl Choice {
    fn has(self, number: usize) -> bool {
        (self.first..=self.last).contains(&number)
    }

    fn is_one(self) -> bool {
        self.first == self.last
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    args.check_outputs()?;
    let inputs = args.input.open()?;
    if args.svg.is_some() || args.png.is_some() {
        ensure!(
            inputs.len() == 1 && args.game.is_one(),
            "a picture is of one game: choose one with --game N"
        );
    }
    let mut pages = Pages::default();
    let mut first_fault = None;
    for input in &inputs {
        let name = input.source().filter(|_| inputs.len() > 1);
        if let Err(error) = args.show(input, name, &mut pages) {
            // Of several complaints the last one is left to the exit code.
            if let Some(fault) = first_fault.replace(error) {
                complain(&format!("{fault:#}"));
            }
        }
    }
    first_fault.map_or(Ok(Answer::Yes), Err)
}

impl Args {
    /// Refuses outputs that would mix.
    fn check_outputs(&self) -> anyhow::Result<()> {
        let outputs = [&self.svg, &self.png].into_iter().flatten().filter(|path| is_stdout(path)).count();
        ensure!(
            outputs + usize::from(self.json) < 2 || outputs == 0,
            "standard output has room for one of --svg, --png and --json"
        );
        let png = self.png.as_deref().is_some_and(is_stdout);
        ensure!(!png || !io::stdout().is_terminal(), "PNG is not text: name a file, or pipe it somewhere");
        Ok(())
    }

    /// Shows the games of an input that were asked for. Damaged ones are named, and an error if they were asked for.
    fn show(&self, input: &Input, name: Option<&str>, pages: &mut Pages) -> anyhow::Result<()> {
        let count = input.read()?.count();
        ensure!(self.game.first <= count, no_such_game(self.game.first, count));
        let mut faults = Vec::new();
        let mut others = Vec::new();
        let mut shown = false;
        for (number, record) in (1..).zip(input.read()?) {
            match record {
                Ok(record) if self.game.has(number) => {
                    self.show_one(&record, Place { name, number, count }, pages)?;
                    shown = true;
                }
                Ok(_) => {}
                Err(error) if self.game.has(number) => faults.push(input.located(&error).to_string()),
                Err(error) => {
                    let source = input.source().map(|source| format!("{source}: ")).unwrap_or_default();
                    let error = ReadError { game: None, ..error };
                    others.push(format!("{source}game {number} of {count} is damaged and left out: {error}"));
                }
            }
        }
        if shown {
            complain_briefly(&others);
        }
        // The last fault is left to the exit code.
        let last = faults.pop();
        complain_briefly(&faults);
        last.map_or(Ok(()), |fault| bail!(fault))
    }

    fn show_one(&self, record: &Record, place: Place<'_>, pages: &mut Pages) -> anyhow::Result<()> {
        let ply = ply(&record.game, self.at)?;
        // Pictures are made before any is saved: an error leaves nothing behind.
        let picture = Picture::at(&record.game, ply);
        let png = self.png.as_ref().map(|_| picture.png(self.width)).transpose()?;
        if let Some(path) = &self.svg {
            save(path, picture.svg().as_bytes())?;
        }
        if let (Some(path), Some(png)) = (&self.png, &png) {
            save(path, png)?;
        }
        let mut out = io::stdout();
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&Report::new(&record.game, ply, place))?)?;
        } else if ![&self.svg, &self.png].into_iter().flatten().any(is_stdout) {
            out.write_all(pages.separator().as_bytes())?;
            out.write_all(page(record, place, ply, &picture).as_bytes())?;
        }
        out.flush()?;
        Ok(())
    }
}

/// Names the first of what is wrong and counts the rest.
fn complain_briefly(sentences: &[String]) {
    const MOST: usize = 5;
    for sentence in sentences.iter().take(MOST) {
        complain(sentence);
    }
    if sentences.len() > MOST {
        complain(&format!("{} more games are damaged", sentences.len() - MOST));
    }
}

/// Keeps a blank line between what is shown.
#[derive(Default)]
struct Pages {
    begun: bool,
}

impl Pages {
    fn separator(&mut self) -> &'static str {
        if std::mem::replace(&mut self.begun, true) { "\n" } else { "" }
    }
}

fn save(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    if is_stdout(path) { Ok(io::stdout().write_all(content)?) } else { output::write_file(path, content) }
}

/// Where a game stands among those of the input.
#[derive(Clone, Copy)]
struct Place<'a> {
    /// The name of the file, if there are several.
    name: Option<&'a str>,
    number: usize,
    count: usize,
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
    #[serde(flatten)]
    position: wire::Position,
    last: Option<Placed>,
    opening: Option<&'static str>,
    game: usize,
    games: usize,
}

impl Report {
    fn new(game: &Game, ply: usize, place: Place<'_>) -> Report {
        Report {
            position: (&game.positions()[ply]).into(),
            last: Placed::last(game, ply),
            opening: openings::at_ply(game, ply).map(|opening| opening.name),
            game: place.number,
            games: place.count,
        }
    }
}

/// What people read.
fn page(record: &Record, place: Place<'_>, ply: usize, picture: &Picture) -> String {
    let position = &record.game.positions()[ply];
    let mut lines = Vec::new();
    lines.extend(place.name.map(|name| printable(name).into_owned()));
    lines.extend((place.count > 1).then(|| format!("Game {} of {}", place.number, place.count)));
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
    // A file may say anything, and not all of it may reach the terminal.
    let line = printable(&parts.join(", ")).into_owned();
    (!line.is_empty()).then_some(line)
}
