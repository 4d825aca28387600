//! The beginning of a plain game: who plays, or which unfinished game goes on.

use std::io::{self, Write};

use outflank_engine::Level;
use outflank_play::{Name, Player, rulebook};
use outflank_rules::Color;

use super::action::{self, Action};
use super::console::Console;
use super::game::PlainGame;
use super::{WIDTH, unfinished};
use crate::saves::SavedGame;
use crate::{OnAnswer, Preset, Session, SessionConfig};

/// Greets, asks for the names and plays.
pub(super) fn welcome<W: Write>(
    mut console: Console<W>,
    preset: &Preset,
    config: &SessionConfig,
    tell: OnAnswer,
) -> io::Result<()> {
    console.say("Outflank: Othello in plain lines.")?;
    console.say("Type rules to read the rules, help for the commands.")?;
    unfinished::tell(&mut console, &config.places)?;
    let mut preset = preset.clone();
    let is_asked = |preset: &Preset, color: Color| {
        let computer =
            matches!(preset.players[color.index()], Some(Player::Computer(_) | Player::Adaptive(_)));
        !computer && preset.names[color.index()].is_none()
    };
    if Color::ALL.into_iter().any(|color| is_asked(&preset, color)) {
        console.say("Type computer easy as a name to play the computer (or medium, hard, 1 to 10, auto).")?;
    }
    for color in Color::ALL {
        if !is_asked(&preset, color) {
            continue;
        }
        match ask_name(&mut console, color, &preset, config)? {
            Introduced::As(player, name) => {
                preset.players[color.index()] = Some(player);
                preset.names[color.index()] = name;
            }
            Introduced::Resume(saved) => return resume(console, *saved, config.clone(), tell),
            Introduced::Leave => return Ok(()),
        }
    }
    let (session, update) = Session::start(preset.settings(), config.clone(), tell.clone());
    PlainGame::here(console, session, tell).play(&update)
}

/// Goes on with an unfinished game.
pub(super) fn resume<W: Write>(
    mut console: Console<W>,
    saved: SavedGame,
    config: SessionConfig,
    tell: OnAnswer,
) -> io::Result<()> {
    match Session::resume(saved, config, tell.clone()) {
        Ok((session, update)) => PlainGame::here(console, session, tell).go_on(&update),
        Err(error) => console.say(&format!("The game cannot go on: {error}.")),
    }
}

/// How a player answers when asked for a name.
enum Introduced {
    As(Player, Option<Name>),
    Resume(Box<SavedGame>),
    Leave,
}

fn ask_name(
    console: &mut Console<impl Write>,
    color: Color,
    preset: &Preset,
    config: &SessionConfig,
) -> io::Result<Introduced> {
    loop {
        console.write(&format!("Name of {color} ({}): ", color.letter()))?;
        let Some(line) = console.line()? else {
            console.say("\nThe input has ended.")?;
            return Ok(Introduced::Leave);
        };
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        if word.eq_ignore_ascii_case("computer") {
            let player =
                if rest.is_empty() { Ok(Player::Computer(Level::MEDIUM)) } else { rest.trim().parse() };
            match player {
                Ok(Player::Human) => console.say("A person needs no word before the name.")?,
                Ok(player) => return Ok(Introduced::As(player, None)),
                Err(_) => console.say(&format!(
                    "After computer comes easy, medium, hard, a number from 1 to 10 or auto, not {rest:?}."
                ))?,
            }
            continue;
        }
        match action::parse(&line) {
            Ok(Action::Rules) => {
                console.say(&rulebook::text(preset.start.variant(), preset.undo, WIDTH))?;
            }
            Ok(Action::Help) => console.say(action::HELP)?,
            Ok(Action::Quit) => return Ok(Introduced::Leave),
            Ok(Action::Forget(number)) => unfinished::forget(console, &config.places, number)?,
            Ok(Action::Resume(number)) => {
                if let Some(saved) = unfinished::choose(console, &config.places, number)? {
                    return Ok(Introduced::Resume(Box::new(saved)));
                }
            }
            _ => {
                let name = Name::new(&line);
                if let Some(name) = name.as_ref().filter(|_| Name::is_too_long(&line)) {
                    let most = Name::MAX_CHARS;
                    console.say(&format!("A name has at most {most} characters: you are called {name}."))?;
                }
                return Ok(Introduced::As(Player::Human, name));
            }
        }
    }
}
