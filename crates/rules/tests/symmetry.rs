//! Turning or mirroring the board changes only the names of the squares.
#![allow(clippy::unwrap_used)]

#[path = "support/random.rs"]
mod random;

use outflank_rules::{Bitboard, Game, Move, Passes, Position, Square, Symmetry, Variant, perft};
use random::Random;

/// The positions of a few random games under every variant.
fn positions() -> Vec<Position> {
    let mut random = Random(11);
    let mut positions = Vec::new();
    for variant in Variant::ALL {
        for _ in 0..50 {
            let mut game = Game::new(Position::start(variant));
            while !game.is_over() {
                let moves: Vec<Square> = game.position().legal_moves().iter().collect();
                let mv = match moves.len() {
                    0 => Move::Pass,
                    len => Move::Place(moves[random.below(len)]),
                };
                game.play(mv).unwrap();
            }
            positions.extend_from_slice(game.positions());
        }
    }
    positions
}

#[test]
fn moves_flips_and_ends_follow_the_symmetry() {
    for position in positions() {
        for symmetry in Symmetry::ALL {
            let image = position.transform(symmetry);
            assert_eq!(image.legal_moves(), symmetry.apply(position.legal_moves()));
            assert_eq!(image.is_over(), position.is_over());
            assert_eq!(image.score(), position.score());
            for square in position.legal_moves() {
                let there = symmetry.apply_square(square);
                assert_eq!(image.flips(there), symmetry.apply(position.flips(square)));
                let next = position.play(Move::Place(square)).unwrap();
                assert_eq!(image.play(Move::Place(there)).unwrap(), next.transform(symmetry));
            }
        }
    }
}

#[test]
fn the_canonical_board_is_the_same_for_all_eight() {
    for position in positions() {
        let board = position.board();
        let (canonical, symmetry) = board.canonical_with_symmetry();
        assert_eq!(board.transform(symmetry), canonical);
        assert_eq!(canonical.transform(symmetry.inverse()), board);
        for symmetry in Symmetry::ALL {
            assert_eq!(board.transform(symmetry).canonical(), canonical);
        }
    }
}

#[test]
fn symmetries_are_closed_under_composition() {
    let set = Bitboard::from_bits(0x0123_4567_89ab_cdef);
    for first in Symmetry::ALL {
        for second in Symmetry::ALL {
            let both = second.apply(first.apply(set));
            let found = Symmetry::ALL.iter().filter(|one| one.apply(set) == both).count();
            assert_eq!(found, 1, "{first:?} then {second:?}");
        }
    }
}

#[test]
fn perft_is_the_same_under_every_symmetry() {
    let position = positions()[20];
    let count = perft(&position, 5, Passes::TakeAPly);
    for symmetry in Symmetry::ALL {
        assert_eq!(perft(&position.transform(symmetry), 5, Passes::TakeAPly), count);
    }
}
