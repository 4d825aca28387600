#![allow(clippy::unnecessary_wraps, reason = "every command has the type of the table")]

use std::time::{Duration, Instant};

use outflank_engine::Strength;
use outflank_records::{Format, Reader, board};
use outflank_rules::{Color, Game, Move, Square};

use super::Server;
use super::error::CommandError;
use super::request::Request;

/// Runs a command and returns the text of its answer.
pub(super) fn run(server: &mut Server, request: &Request) -> Result<String, CommandError> {
    let handler = find(&request.command).ok_or(CommandError::UnknownCommand)?;
    let arguments: Vec<&str> = request.arguments.iter().map(String::as_str).collect();
    handler(server, &arguments)
}

type Handler = fn(&mut Server, &[&str]) -> Result<String, CommandError>;

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

fn text(text: &str) -> Result<String, CommandError> {
    Ok(text.to_owned())
}

/// The argument at an index, read as `T`.
fn argument<T: std::str::FromStr>(arguments: &[&str], place: usize) -> Result<T, CommandError> {
    let word = arguments.get(place).ok_or(CommandError::Syntax)?;
    word.parse().map_err(|_| CommandError::Syntax)
}

/// A number of seconds, with or without a fraction.
fn seconds(arguments: &[&str], place: usize) -> Result<Duration, CommandError> {
    let seconds: f64 = argument(arguments, place)?;
    Duration::try_from_secs_f64(seconds).map_err(|_| CommandError::Syntax)
}

/// A move in the notation of other programs: `F5`, `pass`.
fn vertex(mv: Move) -> String {
    match mv {
        Move::Place(square) => square.to_string().to_ascii_uppercase(),
        Move::Pass => "pass".to_owned(),
    }
}

fn known_command(_: &mut Server, arguments: &[&str]) -> Result<String, CommandError> {
    let name = arguments.first().copied().unwrap_or_default();
    text(if find(name).is_some() { "true" } else { "false" })
}

fn list_commands(_: &mut Server, _: &[&str]) -> Result<String, CommandError> {
    Ok(COMMANDS.map(|(command, _)| command).join("\n"))
}

fn quit(server: &mut Server, _: &[&str]) -> Result<String, CommandError> {
    server.over = true;
    text("")
}

fn boardsize(server: &mut Server, arguments: &[&str]) -> Result<String, CommandError> {
    match argument::<u32>(arguments, 0)? {
        8 => clear_board(server, &[]),
        _ => Err(CommandError::BoardSize),
    }
}

fn clear_board(server: &mut Server, _: &[&str]) -> Result<String, CommandError> {
    start(server, Game::default());
    text("")
}

/// Replaces the game and clears what belonged to the old one.
fn start(server: &mut Server, game: Game) {
    server.game = game;
    server.undo.clear();
    server.clocks.restart();
    server.engine.reset();
}

/// Othello has no komi, but clients for several games send it anyway.
fn komi(_: &mut Server, arguments: &[&str]) -> Result<String, CommandError> {
    argument::<f64>(arguments, 0)?;
    text("")
}

fn play(server: &mut Server, arguments: &[&str]) -> Result<String, CommandError> {
    let color: Color = argument(arguments, 0)?;
    let mv: Move = argument(arguments, 1)?;
    let before = server.game.moves().len();
    let result = turn_to(&mut server.game, color).and_then(|()| Ok(server.game.play(mv)?));
    if result.is_err() {
        server.game.truncate(before);
    } else {
        server.undo.push(before);
    }
    result.map(|()| String::new())
}

/// Makes it a colour's turn, filling in a pass that the client may have left out, or says why it cannot be.
fn turn_to(game: &mut Game, color: Color) -> Result<(), CommandError> {
    if game.position().turn() == color {
        return Ok(());
    }
    let passed = game.play(Move::Pass);
    passed.map_err(|_| CommandError::OtherTurn(game.position().turn()))
}

fn genmove(server: &mut Server, arguments: &[&str]) -> Result<String, CommandError> {
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
        return Err(error.into());
    }
    server.undo.push(before);
    Ok(vertex(mv))
}

/// Like `genmove`, without playing the move and without a clock.
fn reg_genmove(server: &mut Server, arguments: &[&str]) -> Result<String, CommandError> {
    let color: Color = argument(arguments, 0)?;
    if server.game.is_over() {
        return text("pass");
    }
    let game = server.game.clone();
    let mv = turn_to(&mut server.game, color).and_then(|()| choose(server, None));
    server.game = game;
    mv.map(vertex)
}

fn choose(server: &mut Server, clock: Option<outflank_engine::Clock>) -> Result<Move, CommandError> {
    let position = *server.game.position();
    if position.must_pass() {
        return Ok(Move::Pass);
    }
    let (engine, random) = (&mut server.engine, &mut server.random);
    let choice = server.strength.choose(engine, &position, clock, random, &server.stop);
    choice.map(|choice| choice.mv).ok_or(CommandError::NoMove)
}

fn undo(server: &mut Server, _: &[&str]) -> Result<String, CommandError> {
    let before = server.undo.pop().ok_or(CommandError::NothingToUndo)?;
    server.game.truncate(before);
    text("")
}

fn time_settings(server: &mut Server, arguments: &[&str]) -> Result<String, CommandError> {
    let (main, period) = (seconds(arguments, 0)?, seconds(arguments, 1)?);
    server.clocks.set(main, period, argument(arguments, 2)?);
    text("")
}

fn time_left(server: &mut Server, arguments: &[&str]) -> Result<String, CommandError> {
    let moves = if arguments.len() > 2 { argument(arguments, 2)? } else { 0 };
    server.clocks.set_left(argument(arguments, 0)?, seconds(arguments, 1)?, moves);
    text("")
}

fn final_score(server: &mut Server, _: &[&str]) -> Result<String, CommandError> {
    let outcome = server.game.position().outcome().ok_or(CommandError::NotOver)?;
    Ok(match outcome.tournament_margin() {
        0 => "0".to_owned(),
        margin if margin > 0 => format!("B+{margin}"),
        margin => format!("W+{}", -margin),
    })
}

fn showboard(server: &mut Server, _: &[&str]) -> Result<String, CommandError> {
    let position = server.game.position();
    let score = position.score();
    let state = match position.outcome() {
        Some(outcome) => format!("The game is over: {outcome}"),
        None => format!("{} to move; black {}, white {}", position.turn(), score.black, score.white),
    };
    Ok(format!("{state}\n{}", position.to_string().trim_end()))
}

fn set_game(_: &mut Server, arguments: &[&str]) -> Result<String, CommandError> {
    let [game] = arguments else { return Err(CommandError::Syntax) };
    if game.eq_ignore_ascii_case("othello") { text("") } else { Err(CommandError::OtherGame) }
}

fn set_level(server: &mut Server, arguments: &[&str]) -> Result<String, CommandError> {
    let word = arguments.first().ok_or(CommandError::Syntax)?;
    server.strength = Strength::Level(word.parse()?);
    text("")
}

/// Plays the game to its end.
fn auto_play(server: &mut Server, _: &[&str]) -> Result<String, CommandError> {
    while !server.game.is_over() {
        let color = server.game.position().turn().to_string();
        genmove(server, &[&color])?;
    }
    text("")
}

/// A board of 64 squares and the side to move.
fn setup_board(server: &mut Server, arguments: &[&str]) -> Result<String, CommandError> {
    let [squares, turn] = arguments else { return Err(CommandError::Syntax) };
    let position = board::position(&format!("{squares} {turn}")).map_err(|_| CommandError::Syntax)?;
    start(server, Game::new(position));
    text("")
}

/// `loadsgf FILE [MOVE]`: the game of a file, up to but not including the move with this number.
fn loadsgf(server: &mut Server, arguments: &[&str]) -> Result<String, CommandError> {
    let path = arguments.first().ok_or(CommandError::Syntax)?;
    let input = std::fs::read(path)?;
    let record = Reader::with_format(&input, Format::Sgf).next().ok_or(CommandError::NoGame)?;
    let mut game = record?.game;
    if !game.start().variant().is_standard() {
        return Err(CommandError::OtherRules);
    }
    if arguments.len() > 1 {
        game.truncate(argument::<usize>(arguments, 1)?.saturating_sub(1));
    }
    let plies = game.moves().len();
    start(server, game);
    server.undo = (0..plies).collect();
    text("")
}

fn show_history(server: &mut Server, _: &[&str]) -> Result<String, CommandError> {
    let moves: Vec<String> = server.game.moves().iter().copied().map(vertex).collect();
    Ok(moves.join(" "))
}

/// The board as GoGui draws it: the first row is at the bottom.
fn rules_board(server: &mut Server, _: &[&str]) -> Result<String, CommandError> {
    let position = server.game.position();
    let letter = |square| position.disc_at(square).map_or('.', Color::letter).to_string();
    let rows = Square::ALL.chunks(8).rev();
    let rows: Vec<String> =
        rows.map(|row| row.iter().map(|square| letter(*square)).collect::<Vec<_>>().join(" ")).collect();
    Ok(rows.join("\n"))
}

fn rules_legal_moves(server: &mut Server, _: &[&str]) -> Result<String, CommandError> {
    let position = server.game.position();
    if position.must_pass() {
        return text("pass");
    }
    let moves: Vec<String> = position.legal_moves().iter().map(|square| vertex(square.into())).collect();
    Ok(moves.join(" "))
}

fn rules_side_to_move(server: &mut Server, _: &[&str]) -> Result<String, CommandError> {
    Ok(server.game.position().turn().to_string().to_lowercase())
}

fn rules_final_result(server: &mut Server, _: &[&str]) -> Result<String, CommandError> {
    let outcome = server.game.position().outcome().ok_or(CommandError::NotOver)?;
    Ok(outcome.to_string())
}
