use outflank_rules::Symmetry;

use super::*;
use crate::Random;

/// A small book: random lines from the start, with random values.
fn random_book(seed: u64) -> Book {
    let mut random = Random::new(seed);
    let mut leaves = HashMap::new();
    for _ in 0..60 {
        let mut board = Board::default().canonical();
        for _ in 0..12 {
            let legal = board.legal_moves();
            let mv = legal.iter().nth(random.below(legal.len())).unwrap();
            let kind = [Kind::Depth(18), Kind::Selective(95), Kind::Exact][random.below(3)];
            let value = random.below(400) as i16 - 200;
            leaves.insert(board, (random.below(5) > 0).then_some(Leaf { mv, value, kind }));
            let next = legal.iter().nth(random.below(legal.len())).unwrap();
            let After::Position(child, _) = after(board, next) else { break };
            board = child;
        }
    }
    // A leaf that leads into the book is not a leaf.
    let boards: std::collections::HashSet<Board> = leaves.keys().copied().collect();
    let outside = |board: Board, mv: Square| match after(board, mv) {
        After::Position(child, _) => !boards.contains(&child),
        After::Over => true,
    };
    let leaves = leaves.into_iter().map(|(board, leaf)| (board, leaf.filter(|leaf| outside(board, leaf.mv))));
    Book::new(leaves, Bias { mover: 11, black: 84 })
}

fn same(one: &Book, other: &Book) -> bool {
    one.nodes == other.nodes && one.bias == other.bias
}

#[test]
fn a_book_survives_a_round_trip_through_its_file() {
    for seed in 0..5 {
        let book = random_book(seed);
        assert!(book.len() > 300, "{} positions", book.len());
        assert!(same(&book, &Book::from_bytes(&book.to_bytes()).unwrap()));
        assert!(same(&book, &Book::new(book.leaves(), book.bias())));
    }
    let empty = Book::new([], Bias::default());
    assert!(Book::from_bytes(&empty.to_bytes()).unwrap().is_empty());
}

#[test]
fn damage_is_refused_and_nothing_that_passes_the_checksum_panics() {
    let bytes = random_book(1).to_bytes();
    assert_eq!(Book::from_bytes(b"").err(), Some(BookError::NotABook));
    assert_eq!(Book::from_bytes(&bytes[..bytes.len() - 1]).err(), Some(BookError::Damaged));
    let mut biased = bytes.clone();
    biased[8..12].fill(0x7f);
    assert_eq!(Book::from_bytes(&biased).err(), Some(BookError::Damaged), "a bias that cannot be");
    let mut random = Random::new(3);
    for _ in 0..300 {
        let mut damaged = bytes.clone();
        let at = file_body() + random.below(bytes.len() - file_body());
        damaged[at] ^= 1 << random.below(8);
        assert_eq!(Book::from_bytes(&damaged).err(), Some(BookError::Damaged));
        // With a matching checksum, it is an error or another book.
        let sum = damaged[file_body()..]
            .iter()
            .fold(outflank_rules::fnv::OFFSET, |sum, &byte| outflank_rules::fnv::add(sum, byte.into()));
        damaged[12..20].copy_from_slice(&sum.to_le_bytes());
        let _ = Book::from_bytes(&damaged);
    }
}

fn file_body() -> usize {
    20
}

/// Checks that the value of a position is that of its best move, and that every position can be reached.
fn check(book: &Book) {
    for (&board, node) in &book.nodes {
        assert_eq!(board, board.canonical());
        let moves = book.moves(board);
        match moves.first() {
            Some(best) => assert_eq!(best.value, score(node.known.value)),
            None => assert_eq!(node.known.value, 0),
        }
        for mv in &moves {
            assert!(board.legal_moves().contains(mv.square));
        }
    }
}

#[test]
fn the_value_of_a_position_is_that_of_its_best_move() {
    check(&random_book(7));
}

#[test]
fn all_images_of_a_position_get_the_same_answer() {
    let book = random_book(2);
    for &board in book.nodes.keys().take(200) {
        let moves = book.moves(board);
        for symmetry in Symmetry::ALL {
            let mut there: Vec<(Square, Score)> =
                book.moves(board.transform(symmetry)).iter().map(|mv| (mv.square, mv.value)).collect();
            let mut here: Vec<(Square, Score)> =
                moves.iter().map(|mv| (symmetry.apply_square(mv.square), mv.value)).collect();
            there.sort();
            here.sort();
            assert_eq!(there, here);
        }
    }
}

#[test]
fn the_embedded_book_is_sound() {
    let book = Book::embedded();
    check(book);
    assert!(same(book, &Book::from_bytes(&book.to_bytes()).unwrap()));
    let start = book.value(Board::default()).unwrap();
    assert!(start.discs().abs() <= 1.0, "Othello is a draw, and the book says {start}");
}
