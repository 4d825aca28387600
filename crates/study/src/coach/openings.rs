//! The openings that can be trained, and how far a player has come with each.

use std::collections::HashMap;

use outflank_engine::book::Played;
use outflank_records::openings::{self, FindError, Opening};
use outflank_records::transcript;
use outflank_rules::{Color, Game, Position};

use super::Progress;
use super::ledger::Ledger;
use crate::practice::{Event, Line, Seconds};

/// What is trained where no opening is chosen.
pub const FIRST_MOVES: Opening = Opening { name: "The first moves", aliases: "", line: "" };

/// An opening that can be trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trained {
    /// Which.
    pub opening: Opening,
    /// The share of tournament games that come through it, as far as they are counted.
    pub share: f64,
    /// How far the player has come with Black and with White.
    pub progress: [Progress; 2],
}

/// The opening that a name or moves tell; without either the first moves.
pub fn opening(text: &str) -> Result<Game, FindError> {
    if text.is_empty() {
        return Ok(Game::default());
    }
    let named = openings::find(text);
    let moves = named.as_ref().map_or(text, |opening| opening.line);
    match transcript::game(Position::default(), moves) {
        Ok(game) if !game.moves().is_empty() => Ok(game),
        _ => Err(named.err().unwrap_or_else(|| FindError::Unknown(text.to_owned()))),
    }
}

/// How far a player has come with Black and with White in all openings together.
pub fn overall<'a>(log: impl IntoIterator<Item = &'a Line>, now: Seconds) -> [Progress; 2] {
    let mut ledgers = <[Ledger; 2]>::default();
    for (at, game, right) in answers(log) {
        ledgers[side(&game)].hear(at, &game, right);
    }
    ledgers.map(|ledger| ledger.progress(now))
}

/// The first moves and all openings with a name, shorter lines first, with what a log says of them.
pub fn trained<'a>(log: impl IntoIterator<Item = &'a Line>, now: Seconds) -> Vec<Trained> {
    let mut ledgers: HashMap<&str, [Ledger; 2]> = HashMap::new();
    for (at, game, right) in answers(log) {
        let passed = game.positions().iter().filter_map(openings::of_position);
        for opening in passed.chain([&FIRST_MOVES]) {
            ledgers.entry(opening.line).or_default()[side(&game)].hear(at, &game, right);
        }
    }
    let all = games(&FIRST_MOVES);
    let trained = |opening: Opening| {
        let progress = |both: &[Ledger; 2]| both.each_ref().map(|ledger| ledger.progress(now));
        let progress = ledgers.get(opening.line).map_or_else(Default::default, progress);
        Trained { opening, share: games(&opening) / all, progress }
    };
    std::iter::once(FIRST_MOVES).chain(openings::all()).map(trained).collect()
}

/// The answers of a log: when, at the end of which line, and whether that was right.
fn answers<'a>(log: impl IntoIterator<Item = &'a Line>) -> impl Iterator<Item = (Seconds, Game, bool)> {
    log.into_iter().filter_map(|line| match &line.event {
        Event::Opening(answer) => Some((line.time, answer.game()?, answer.right)),
        _ => None,
    })
}

/// Who is asked at the end of a line: 0 for Black, 1 for White.
fn side(game: &Game) -> usize {
    usize::from(game.position().turn() == Color::White)
}

/// How many tournament games come through an opening.
fn games(opening: &Opening) -> f64 {
    let Ok(game) = transcript::game(Position::default(), opening.line) else { return 0.0 };
    // The sum of nothing would be -0.
    Played::embedded().moves(game.position().board()).iter().map(|mv| mv.games).sum::<u32>().into()
}
