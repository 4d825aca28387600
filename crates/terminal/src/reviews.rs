//! Reviews of finished games, kept so that they are not made again: a file for each game in the folder `reviews` of the state folder.

use std::path::PathBuf;
use std::{fs, io};

use outflank_records::{board, transcript};
use outflank_rules::{Game, fnv};

use crate::Places;

/// The review of a game as text, if one is kept.
pub(crate) fn read(places: &Places, game: &Game) -> Option<String> {
    fs::read_to_string(path(places, game)?).ok()
}

/// Keeps the review of a game, in place of one that was kept before. A file that was cut off is not read again.
pub(crate) fn write(places: &Places, game: &Game, text: &str) -> io::Result<()> {
    let Some(path) = path(places, game) else { return Ok(()) };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}

fn path(places: &Places, game: &Game) -> Option<PathBuf> {
    let name = board::text(game.start()) + &transcript::text(game);
    let name = name.bytes().fold(fnv::OFFSET, |sum, byte| fnv::add(sum, byte.into()));
    Some(places.state.as_ref()?.join("reviews").join(format!("{name:016x}.txt")))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn every_game_has_a_review_of_its_own() {
        let folder = crate::saves::tests::folder("reviews");
        let places = Places::below(&folder);
        let game = |text: &[u8]| outflank_records::read(text).unwrap().remove(0).game;
        assert_eq!(read(&places, &game(b"f5d6")), None);
        write(&places, &game(b"f5d6"), "first").unwrap();
        write(&places, &game(b"f5f6"), "second").unwrap();
        write(&places, &game(b"f5d6"), "third").unwrap();
        assert_eq!(read(&places, &game(b"f5d6")).as_deref(), Some("third"));
        assert_eq!(read(&places, &game(b"f5f6")).as_deref(), Some("second"));
        fs::remove_dir_all(folder).unwrap();
    }
}
