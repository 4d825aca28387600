//! The unfinished games that are kept, told, chosen and forgotten in plain lines.

use std::io::{self, Write};

use super::console::Console;
use crate::Places;
use crate::saves::{self, SavedGame};

/// Tells which games can go on.
pub(super) fn tell(console: &mut Console<impl Write>, places: &Places) -> io::Result<()> {
    let (games, broken) = saves::list(places);
    for save in broken {
        console.say(&format!("An unfinished game cannot be read: {save}."))?;
    }
    match games.as_slice() {
        [] => Ok(()),
        [saved] => {
            console.say(&format!("An unfinished game is kept: {}.", saved.description()))?;
            console.say("Type resume to go on with it.")
        }
        several => {
            console.say("Unfinished games are kept:")?;
            for (n, saved) in several.iter().enumerate() {
                console.say(&format!("{}. {}", n + 1, saved.description()))?;
            }
            console.say("Type resume and the number to go on with one.")
        }
    }
}

/// The game with a number, the latest being number 1; or tells that there is none.
pub(super) fn choose(
    console: &mut Console<impl Write>,
    places: &Places,
    number: usize,
) -> io::Result<Option<SavedGame>> {
    let (mut games, _) = saves::list(places);
    if games.len() >= number {
        return Ok(Some(games.swap_remove(number - 1)));
    }
    console.say(&match games.len() {
        0 => "There is no unfinished game.".to_owned(),
        1 => "There is one unfinished game only.".to_owned(),
        count => format!("There are {count} unfinished games only."),
    })?;
    Ok(None)
}

/// Deletes the game with a number.
pub(super) fn forget(console: &mut Console<impl Write>, places: &Places, number: usize) -> io::Result<()> {
    if let Some(saved) = choose(console, places, number)? {
        let description = saved.description();
        match saved.delete() {
            Ok(()) => console.say(&format!("Forgotten: {description}."))?,
            Err(error) => console.say(&format!("The game cannot be deleted ({error})."))?,
        }
    }
    Ok(())
}
