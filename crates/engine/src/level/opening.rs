//! Openings: what a level plays from the book, and without one the second move of the game as people play it.

use outflank_rules::{Board, Move, Position, Square};

use super::Level;
use crate::book::{After, Book, BookMove, Kind, Played, after};
use crate::{Analysis, Certainty, Choice, Line, Random};

/// What a level knows about openings.
#[derive(Clone, Copy, Debug)]
enum Repertoire {
    /// Nothing: it searches.
    Nothing,
    /// Book moves that lose at most `within` discs. The temperature, in discs, says how much less often a worse move is
    /// chosen.
    Book { within: f64, temperature: f64 },
    /// Moves that people play, unless they lose more discs than the level ever does. At temperature 1 as often as
    /// people play them; a higher temperature favours rare moves, which are also worse.
    People { temperature: f64 },
}

/// One for each level. The middle levels were fitted so that they lose as much as without a book.
static REPERTOIRES: [Repertoire; 10] = [
    Repertoire::Nothing,
    Repertoire::Nothing,
    Repertoire::People { temperature: 4.0 },
    Repertoire::People { temperature: 2.6 },
    Repertoire::People { temperature: 2.0 },
    Repertoire::People { temperature: 1.7 },
    Repertoire::People { temperature: 1.3 },
    Repertoire::Book { within: 1.5, temperature: 1.5 },
    Repertoire::Book { within: 0.5, temperature: 1.0 },
    Repertoire::Book { within: 0.25, temperature: 8.0 },
];

/// A book move as a level plays it. `None` if the position is not in the book, or if the book searched it less deeply
/// than the `seen` plies that the engine would search: with 8,000,000 nodes a move, which is about a second, the engine
/// lost 13 of 20 games to itself without the book and drew 7 when it followed the whole book; it lost 11 and drew 9
/// when it followed only what it could trust.
pub(crate) fn from_book(
    book: &Book,
    position: &Position,
    level: Level,
    seen: u32,
    random: &mut Random,
) -> Option<Choice> {
    let board = position.board();
    if !position.variant().is_standard() || board.legal_moves().len() < 2 {
        return None;
    }
    let repertoire = REPERTOIRES[usize::from(level.number()) - 1];
    if matches!(repertoire, Repertoire::Nothing) {
        return None;
    }
    let moves = book.moves(board);
    let best = moves.first()?;
    let is_trusted = |mv: &BookMove| match mv.kind {
        Kind::Depth(depth) => u32::from(depth) >= seen,
        Kind::Selective(_) | Kind::Exact => true,
    };
    // A move out of the book is based on one search, and the strongest level has time for a deeper one.
    let is_left = level == Level::STRONGEST && !best.inside && matches!(best.kind, Kind::Depth(_));
    if is_left || !is_trusted(best) {
        return None;
    }
    let loss = |mv: &BookMove| best.value.discs() - mv.value.discs();
    let square = match repertoire {
        Repertoire::Nothing => return None,
        Repertoire::Book { within, temperature } => {
            let known = distinct(board, &moves);
            let known: Vec<_> = known.iter().filter(|mv| loss(mv) <= within && is_trusted(mv)).collect();
            weighted_choice(&known, |mv| (-loss(mv) / temperature).exp(), random)?.square
        }
        Repertoire::People { temperature } => {
            let cap = level.character().cap;
            let weight = |played: &crate::book::PlayedMove| {
                let there = after(board, played.square);
                let known = moves.iter().find(|mv| after(board, mv.square) == there);
                // A move that is not in the book is worse than all that are.
                let loss = known.or(moves.last()).map_or(0.0, loss);
                if loss > cap { 0.0 } else { f64::from(played.games).powf(1.0 / temperature) }
            };
            weighted_choice(&Played::embedded().moves(board), weight, random)?.square
        }
    };
    let images: Vec<Square> = images(board, square).collect();
    let square = images[random.below(images.len())];
    Some(Choice { mv: square.into(), analysis: analysis(&moves, board) })
}

/// The book moves in the form of a search result.
fn analysis(moves: &[BookMove], board: Board) -> Analysis {
    let line = |mv: &BookMove| {
        let solved = board.empties().len() as u8;
        let (certainty, depth) = match mv.kind {
            Kind::Depth(plies) => (Certainty::Estimate, plies),
            Kind::Selective(percent) => (Certainty::Selective(percent), solved),
            Kind::Exact => (Certainty::Exact, solved),
        };
        Line { score: mv.value, certainty, depth, moves: vec![mv.square.into()] }
    };
    Analysis { lines: moves.iter().map(line).collect(), ..Analysis::default() }
}

/// The moves that lead to the same position up to symmetry.
fn images(board: Board, square: Square) -> impl Iterator<Item = Square> {
    let there: After = after(board, square);
    board.legal_moves().iter().filter(move |&other| other == square || after(board, other) == there)
}

/// The first of each group of moves that are images of each other.
fn distinct(board: Board, moves: &[BookMove]) -> Vec<BookMove> {
    let is_first = |mv: &&BookMove| images(board, mv.square).next() == Some(mv.square);
    moves.iter().filter(is_first).copied().collect()
}

/// A random choice, with probabilities proportional to the weights.
fn weighted_choice<'a, T>(
    choices: &'a [T],
    weight: impl Fn(&T) -> f64,
    random: &mut Random,
) -> Option<&'a T> {
    let possible = || choices.iter().filter(|choice| weight(choice) > 0.0);
    let mut left = random.unit() * possible().map(&weight).sum::<f64>();
    let chosen = possible().find(|choice| {
        left -= weight(choice);
        left < 0.0
    });
    chosen.or(possible().last())
}

/// White's first move relative to Black's, and how often people choose it (from the games in Zebra's book).
const REPLIES: [(Shape, f64); 3] =
    [(Shape::Perpendicular, 0.656), (Shape::Diagonal, 0.328), (Shape::Parallel, 0.016)];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Perpendicular,
    Diagonal,
    Parallel,
}

/// A reply to Black's first move with the frequencies of human games; `None` in any other position and without
/// diagonals, where there are no records. The best levels know that parallel loses.
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

/// How a reply relates to the first move, if the position is one move from the usual start.
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
    fn replies_have_the_frequencies_of_human_games_after_any_first_move() {
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

    fn after_moves(moves: &str) -> Position {
        let squares =
            moves.as_bytes().chunks(2).map(|two| std::str::from_utf8(two).unwrap().parse().unwrap());
        *Game::from_moves(Position::default(), squares.map(Move::Place)).unwrap().position()
    }

    /// How often a level chooses each book move in this many tries.
    fn chosen(position: &Position, level: u8, tries: u32) -> Vec<(Square, u32)> {
        let mut random = Random::new(u64::from(level));
        let mut counts: Vec<(Square, u32)> = Vec::new();
        for _ in 0..tries {
            let choice =
                from_book(Book::embedded(), position, Level::new(level).unwrap(), 0, &mut random).unwrap();
            let square = choice.mv.square().unwrap();
            match counts.iter_mut().find(|(other, _)| *other == square) {
                Some((_, count)) => *count += 1,
                None => counts.push((square, 1)),
            }
        }
        counts
    }

    #[test]
    fn the_strongest_level_varies_among_the_best_moves_only() {
        let start = chosen(&Position::default(), 10, 400);
        assert_eq!(start.len(), 4, "the four first moves are one");
        assert!(start.iter().all(|(_, count)| (60..140).contains(count)), "{start:?}");
        let position = after_moves("f5");
        let moves = Book::embedded().moves(position.board());
        for (level, within) in [(10, 0.25), (9, 0.5), (8, 1.5)] {
            for (square, _) in chosen(&position, level, 300) {
                let mv = moves.iter().find(|mv| mv.square == square).unwrap();
                let loss = moves[0].value.discs() - mv.value.discs();
                assert!(loss <= within, "level {level} plays {square}, which loses {loss}");
            }
        }
    }

    #[test]
    fn the_middle_levels_play_what_people_play_and_weaker_ones_more_rare_moves() {
        let position = after_moves("f5d6c3d3c4");
        let played = Played::embedded().moves(position.board());
        let total: u32 = played.iter().map(|mv| mv.games).sum();
        let most_played = |level: u8| {
            let counts = chosen(&position, level, 2000);
            let most = counts.iter().find(|(square, _)| *square == played[0].square).unwrap().1;
            f64::from(most) / 2000.0
        };
        let shares: Vec<f64> = (3..=7).map(most_played).collect();
        assert!(shares.is_sorted(), "{shares:?}");
        assert!(shares[0] < f64::from(played[0].games) / f64::from(total));
        // As often as the temperature says, among the moves that the level would play.
        let cap = Level::new(5).unwrap().character().cap;
        let known = Book::embedded().moves(position.board());
        let allowed = played.iter().filter(|mv| {
            let value = known.iter().find(|known| known.square == mv.square).or(known.last()).unwrap().value;
            known[0].value.discs() - value.discs() <= cap
        });
        let roots: f64 = allowed.map(|mv| f64::from(mv.games).sqrt()).sum();
        let expected = f64::from(played[0].games).sqrt() / roots;
        assert!((shares[2] - expected).abs() < 0.05, "{} and not {expected}", shares[2]);
    }

    #[test]
    fn beginners_and_other_rules_have_no_book() {
        let thirty = outflank_rules::Variant { thirty: true, orthogonal: false };
        let ask = |position: &Position, level: u8| {
            from_book(Book::embedded(), position, Level::new(level).unwrap(), 0, &mut Random::new(1))
        };
        assert!(ask(&Position::default(), 3).is_some());
        assert!(ask(&Position::default(), 2).is_none());
        assert!(ask(&Position::start(thirty), 10).is_none());
    }

    /// How many moves of a game between the strongest level and level 8 come from the book.
    fn moves_from_book(seed: u64) -> u64 {
        let mut random = Random::numbered(3, seed);
        let mut position = Position::default();
        for plies in 0.. {
            let level = Level::new(if plies % 2 == seed % 2 { 10 } else { 8 }).unwrap();
            let Some(choice) = from_book(Book::embedded(), &position, level, 0, &mut random) else {
                return plies;
            };
            position = position.play(choice.mv).unwrap();
        }
        unreachable!("the book ends before the game")
    }

    #[test]
    fn the_strongest_level_leaves_the_book_late_against_one_that_knows_less() {
        let early = (0..100).filter(|&seed| moves_from_book(seed) < 12).count();
        assert!(early <= 5, "{early} of 100 games left the book before move 12");
    }

    #[test]
    fn a_deep_engine_follows_only_book_moves_searched_to_the_end() {
        let book = Book::embedded();
        let ask = |position: &Position, seen, random: &mut Random| {
            from_book(book, position, Level::STRONGEST, seen, random).and_then(|choice| choice.mv.square())
        };
        let (mut followed, mut left) = (0, 0);
        for seed in 0..50 {
            let mut random = Random::numbered(3, seed);
            let mut position = Position::default();
            while let Some(any) = ask(&position, 0, &mut random) {
                match ask(&position, 60, &mut random) {
                    Some(square) => {
                        let moves = book.moves(position.board());
                        let kind = moves.iter().find(|mv| mv.square == square).map(|mv| mv.kind);
                        assert!(matches!(kind, Some(Kind::Exact | Kind::Selective(_))), "{square}: {kind:?}");
                        followed += 1;
                    }
                    None => left += 1,
                }
                position = position.play(any.into()).unwrap();
            }
        }
        assert!(followed > 100 && left > 100, "{followed} and {left}");
    }

    #[test]
    fn other_positions_have_no_reply() {
        assert_eq!(reply(&Position::default(), Level::MEDIUM, &mut Random::new(1)), None);
    }
}
