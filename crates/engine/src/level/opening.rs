//! The second move of the game, as people play it.

use outflank_rules::{Move, Position, Square};

use super::Level;
use crate::Random;

/// How White's first move lies to Black's, and how often people choose it (out of the games in Zebra's book).
const REPLIES: [(Shape, f64); 3] =
    [(Shape::Perpendicular, 0.656), (Shape::Diagonal, 0.328), (Shape::Parallel, 0.016)];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Perpendicular,
    Diagonal,
    Parallel,
}

/// A reply to Black's first move with the chances of human games; `None` in any other position and where
/// diagonals do not count, of which there are no records. The best levels know that parallel loses.
pub(super) fn reply(position: &Position, level: Level, random: &mut Random) -> Option<Move> {
    if position.empties().len() != 59 || position.variant().orthogonal {
        return None;
    }
    let known = if level.number() >= 9 { &REPLIES[..2] } else { &REPLIES[..] };
    let total: f64 = known.iter().map(|(_, chance)| chance).sum();
    let mut left = random.unit() * total;
    let wanted = known.iter().find(|(_, chance)| {
        left -= chance;
        left < 0.0
    })?;
    position.legal_moves().iter().find(|&square| shape(position, square) == Some(wanted.0)).map(Move::Place)
}

/// How a reply lies to the first move, if the position is one move from the usual start.
fn shape(position: &Position, square: Square) -> Option<Shape> {
    let centre = [Square::D4, Square::E4, Square::D5, Square::E5];
    let first = (!position.empties()).iter().find(|disc| !centre.contains(disc))?;
    let flipped = position.flips(square).first()?;
    let first_in_row = matches!(first.column(), 2 | 5);
    Some(match (flipped.row() == square.row(), flipped.column() == square.column()) {
        (false, false) => Shape::Diagonal,
        (in_row, _) if in_row == first_in_row => Shape::Parallel,
        _ => Shape::Perpendicular,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_rules::Game;

    #[test]
    fn replies_have_the_chances_of_human_games_whatever_the_first_move() {
        for (first, replies) in [
            ("f5", ["d6", "f6", "f4"]),
            ("c4", ["e3", "c3", "c5"]),
            ("d3", ["c5", "c3", "e3"]),
            ("e6", ["f4", "f6", "d6"]),
        ] {
            let game = Game::from_moves(Position::default(), [first.parse().unwrap()]).unwrap();
            let mut random = Random::new(1);
            let mut counts = [0; 3];
            for _ in 0..2000 {
                let mv = reply(game.position(), Level::MEDIUM, &mut random).unwrap().to_string();
                counts[replies.iter().position(|reply| *reply == mv).unwrap()] += 1;
            }
            assert!((1200..1420).contains(&counts[0]), "{first}: {counts:?}");
            assert!((560..760).contains(&counts[1]), "{first}: {counts:?}");
            assert!((10..60).contains(&counts[2]), "{first}: {counts:?}");
        }
    }

    #[test]
    fn other_positions_have_no_such_reply() {
        assert_eq!(reply(&Position::default(), Level::MEDIUM, &mut Random::new(1)), None);
    }
}
