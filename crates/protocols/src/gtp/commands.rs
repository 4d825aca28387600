#![allow(clippy::unnecessary_wraps, reason = "every command has the type of the table")]

use std::borrow::Cow;
use std::fmt;
use std::time::{Duration, Instant};

use outflank_engine::{Level, StopToken, Strength};
use outflank_records::{Format, Reader, board};
use outflank_rules::{Color, Game, Move, Square};

use super::Server;
use super::request::Request;

/// Runs a command and returns the text of its answer.
pub(super) fn run(server: &mut Server, request: &Request) -> Result<String, Failure> {
    let handler = find(&request.command).ok_or(Failure::from("unknown command"))?;
    let arguments: Vec<&str> = request.arguments.iter().map(String::as_str).collect();
    handler(server, &arguments)
}

/// Why a command failed, in words of the protocol.
pub(super) struct Failure(Cow<'static, str>);

impl From<&'static str> for Failure {
    fn from(text: &'static str) -> Failure {
        Failure(Cow::Borrowed(text))
    }
}

impl From<String> for Failure {
    fn from(text: String) -> Failure {
        Failure(Cow::Owned(text))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

type Handler = fn(&mut Server, &[&str]) -> Result<String, Failure>;

/// Every command, in the order of `list_commands`.
const COMMANDS: [(&str, Handler); 30] = [
    ("protocol_version", |_, _| text("2")),
    ("name", |_, _| text("Outflank")),
    ("version", |_, _| text(env!("CARGO_PKG_VERSION"))),
    ("known_command", known_command),
    ("list_commands", list_commands),
    ("quit", quit),
    ("boardsize", boardsize),
    ("clear_board", clear_board),
    ("komi", komi),
    ("play", play),
    ("genmove", genmove),
    ("reg_genmove", reg_genmove),
    ("undo", undo),
    ("time_settings", time_settings),
    ("time_left", time_left),
    ("final_score", final_score),
    ("showboard", showboard),
    ("set_game", set_game),
    ("list_games", |_, _| text("Othello")),
    ("set_level", set_level),
    ("grhino-auto_play", auto_play),
    ("grhino-setup_board", setup_board),
    ("grhino-show_history", show_history),
    ("loadsgf", loadsgf),
    ("gogui-rules_game_id", |_, _| text("Othello")),
    ("gogui-rules_board", rules_board),
    ("gogui-rules_board_size", |_, _| text("8")),
    ("gogui-rules_legal_moves", rules_legal_moves),
    ("gogui-rules_side_to_move", rules_side_to_move),
    ("gogui-rules_final_result", rules_final_result),
];

fn find(name: &str) -> Option<Handler> {
    COMMANDS.iter().find(|(command, _)| *command == name).map(|(_, handler)| *handler)
}

const SYNTAX: &str = "syntax error";

fn text(text: &str) -> Result<String, Failure> {
    Ok(text.to_owned())
}

/// The argument at a place, read as `T`.
fn argument<T: std::str::FromStr>(arguments: &[&str], place: usize) -> Result<T, Failure> {
    let word = arguments.get(place).ok_or(SYNTAX)?;
    word.parse().map_err(|_| SYNTAX.into())
}

/// A number of seconds, whole or not.
fn seconds(arguments: &[&str], place: usize) -> Result<Duration, Failure> {
    let seconds: f64 = argument(arguments, place)?;
    Duration::try_from_secs_f64(seconds).map_err(|_| SYNTAX.into())
}

/// A move as other programs write it: `F5`, `pass`.
fn vertex(mv: Move) -> String {
    match mv {
        Move::Place(square) => square.to_string().to_ascii_uppercase(),
        Move::Pass => "pass".to_owned(),
    }
}

fn known_command(_: &mut Server, arguments: &[&str]) -> Result<String, Failure> {
    let name = arguments.first().copied().unwrap_or_default();
    text(if find(name).is_some() { "true" } else { "false" })
}

fn list_commands(_: &mut Server, _: &[&str]) -> Result<String, Failure> {
    Ok(COMMANDS.map(|(command, _)| command).join("\n"))
}

fn quit(server: &mut Server, _: &[&str]) -> Result<String, Failure> {
    server.over = true;
    text("")
}

fn boardsize(server: &mut Server, arguments: &[&str]) -> Result<String, Failure> {
    match argument::<u32>(arguments, 0)? {
        8 => clear_board(server, &[]),
        _ => Err("unacceptable size".into()),
    }
}

fn clear_board(server: &mut Server, _: &[&str]) -> Result<String, Failure> {
    start(server, Game::default());
    text("")
}

/// Begins anew with a game.
fn start(server: &mut Server, game: Game) {
    server.game = game;
    server.undo.clear();
    server.clocks.restart();
    server.engine.reset();
}

/// Othello has no komi; clients for several games send it all the same.
fn komi(_: &mut Server, arguments: &[&str]) -> Result<String, Failure> {
    argument::<f64>(arguments, 0)?;
    text("")
}

fn play(server: &mut Server, arguments: &[&str]) -> Result<String, Failure> {
    let color: Color = argument(arguments, 0)?;
    let mv: Move = argument(arguments, 1)?;
    let before = server.game.moves().len();
    let result = turn_to(&mut server.game, color).and_then(|()| {
        let refused = |error| Failure::from(format!("illegal move: {error}"));
        server.game.play(mv).map_err(refused)
    });
    if result.is_err() {
        server.game.truncate(before);
    } else {
        server.undo.push(before);
    }
    result.map(|()| String::new())
}

/// Makes it a colour's turn, by the pass a client may have left out, or says why it is not.
fn turn_to(game: &mut Game, color: Color) -> Result<(), Failure> {
    if game.position().turn() == color {
        return Ok(());
    }
    let passed = game.play(Move::Pass);
    passed.map_err(|_| Failure::from(format!("illegal move: it is {}'s turn", game.position().turn())))
}

fn genmove(server: &mut Server, arguments: &[&str]) -> Result<String, Failure> {
    let color: Color = argument(arguments, 0)?;
    let before = server.game.moves().len();
    if server.game.is_over() {
        return text("pass");
    }
    turn_to(&mut server.game, color)?;
    let asked = Instant::now();
    let mv = choose(server, server.clocks.left(color))?;
    server.clocks.spend(color, asked.elapsed());
    if let Err(error) = server.game.play(mv) {
        server.game.truncate(before);
        return Err(format!("the engine chose an illegal move: {error}").into());
    }
    server.undo.push(before);
    Ok(vertex(mv))
}

/// Like `genmove`, without playing the move and without a clock.
fn reg_genmove(server: &mut Server, arguments: &[&str]) -> Result<String, Failure> {
    let color: Color = argument(arguments, 0)?;
    if server.game.is_over() {
        return text("pass");
    }
    let game = server.game.clone();
    let mv = turn_to(&mut server.game, color).and_then(|()| choose(server, None));
    server.game = game;
    mv.map(vertex)
}

fn choose(server: &mut Server, clock: Option<outflank_engine::Clock>) -> Result<Move, Failure> {
    let position = *server.game.position();
    if position.must_pass() {
        return Ok(Move::Pass);
    }
    let (engine, random) = (&mut server.engine, &mut server.random);
    let choice = server.strength.choose(engine, &position, clock, random, &StopToken::new());
    choice.map(|choice| choice.mv).ok_or(Failure::from("no move found"))
}

fn undo(server: &mut Server, _: &[&str]) -> Result<String, Failure> {
    let before = server.undo.pop().ok_or("cannot undo")?;
    server.game.truncate(before);
    text("")
}

fn time_settings(server: &mut Server, arguments: &[&str]) -> Result<String, Failure> {
    let (main, period) = (seconds(arguments, 0)?, seconds(arguments, 1)?);
    server.clocks.set(main, period, argument(arguments, 2)?);
    text("")
}

fn time_left(server: &mut Server, arguments: &[&str]) -> Result<String, Failure> {
    let moves = if arguments.len() > 2 { argument(arguments, 2)? } else { 0 };
    server.clocks.set_left(argument(arguments, 0)?, seconds(arguments, 1)?, moves);
    text("")
}

fn final_score(server: &mut Server, _: &[&str]) -> Result<String, Failure> {
    let outcome = server.game.position().outcome().ok_or("cannot score")?;
    Ok(match outcome.tournament_margin() {
        0 => "0".to_owned(),
        margin if margin > 0 => format!("B+{margin}"),
        margin => format!("W+{}", -margin),
    })
}

fn showboard(server: &mut Server, _: &[&str]) -> Result<String, Failure> {
    let position = server.game.position();
    let score = position.score();
    let state = match position.outcome() {
        Some(outcome) => format!("The game is over: {outcome}"),
        None => format!("{} to move; black {}, white {}", position.turn(), score.black, score.white),
    };
    Ok(format!("{state}\n{}", position.to_string().trim_end()))
}

fn set_game(_: &mut Server, arguments: &[&str]) -> Result<String, Failure> {
    let [game] = arguments else { return Err(SYNTAX.into()) };
    if game.eq_ignore_ascii_case("othello") { text("") } else { Err("unsupported game".into()) }
}

fn set_level(server: &mut Server, arguments: &[&str]) -> Result<String, Failure> {
    let word = arguments.first().ok_or(SYNTAX)?;
    let level: Level = word.parse().map_err(|error: outflank_engine::ParseLevelError| error.to_string())?;
    server.strength = Strength::Level(level);
    text("")
}

/// Plays the game to its end.
fn auto_play(server: &mut Server, _: &[&str]) -> Result<String, Failure> {
    while !server.game.is_over() {
        let color = server.game.position().turn().to_string();
        genmove(server, &[&color])?;
    }
    text("")
}

/// A board of 64 squares and the side to move.
fn setup_board(server: &mut Server, arguments: &[&str]) -> Result<String, Failure> {
    let [squares, turn] = arguments else { return Err(SYNTAX.into()) };
    let position = board::position(&format!("{squares} {turn}")).map_err(|_| SYNTAX)?;
    start(server, Game::new(position));
    text("")
}

/// `loadsgf FILE [MOVE]`: the game of a file, up to but not including the move with this number.
fn loadsgf(server: &mut Server, arguments: &[&str]) -> Result<String, Failure> {
    let path = arguments.first().ok_or(SYNTAX)?;
    let input = std::fs::read(path).map_err(|error| format!("cannot load file: {error}"))?;
    let record = Reader::with_format(&input, Format::Sgf).next().ok_or("cannot load file: no game in it")?;
    let mut game = record.map_err(|error| format!("cannot load file: {error}"))?.game;
    if !game.start().variant().is_standard() {
        return Err("cannot load file: it follows other rules than the standard ones".into());
    }
    if arguments.len() > 1 {
        game.truncate(argument::<usize>(arguments, 1)?.saturating_sub(1));
    }
    let plies = game.moves().len();
    start(server, game);
    server.undo = (0..plies).collect();
    text("")
}

fn show_history(server: &mut Server, _: &[&str]) -> Result<String, Failure> {
    let moves: Vec<String> = server.game.moves().iter().copied().map(vertex).collect();
    Ok(moves.join(" "))
}

/// The board as GoGui draws it: its first row is at the bottom.
fn rules_board(server: &mut Server, _: &[&str]) -> Result<String, Failure> {
    let position = server.game.position();
    let letter = |square| position.disc_at(square).map_or('.', Color::letter).to_string();
    let rows = Square::ALL.chunks(8).rev();
    let rows: Vec<String> =
        rows.map(|row| row.iter().map(|square| letter(*square)).collect::<Vec<_>>().join(" ")).collect();
    Ok(rows.join("\n"))
}

fn rules_legal_moves(server: &mut Server, _: &[&str]) -> Result<String, Failure> {
    let position = server.game.position();
    if position.must_pass() {
        return text("pass");
    }
    let moves: Vec<String> = position.legal_moves().iter().map(|square| vertex(square.into())).collect();
    Ok(moves.join(" "))
}

fn rules_side_to_move(server: &mut Server, _: &[&str]) -> Result<String, Failure> {
    Ok(server.game.position().turn().to_string().to_lowercase())
}

fn rules_final_result(server: &mut Server, _: &[&str]) -> Result<String, Failure> {
    let outcome = server.game.position().outcome().ok_or("cannot score")?;
    Ok(outcome.to_string())
}
