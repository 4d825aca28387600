//! Compares every kernel and [`Position`] with a naive oracle: more than a million positions of random games under all
//! four variants of the rules, and boards that no game reaches.

#![allow(clippy::unwrap_used)]

#[path = "support/naive.rs"]
mod naive;
#[path = "support/random.rs"]
mod random;

use naive::Naive;
use outflank_rules::kernel::{self, portable};
use outflank_rules::{Bitboard, Color, IllegalMove, Move, Passes, Position, Square, Variant, perft};
use random::Random;

/// Positions per variant; there are four.
const POSITIONS: usize = 260_000;

#[test]
fn standard_rules_agree_with_the_oracle() {
    play_random_games(Variant::ALL[0]);
}

#[test]
fn orthogonal_rules_agree_with_the_oracle() {
    play_random_games(Variant::ALL[1]);
}

#[test]
fn thirty_discs_agree_with_the_oracle() {
    play_random_games(Variant::ALL[2]);
}

#[test]
fn orthogonal_rules_with_thirty_discs_agree_with_the_oracle() {
    play_random_games(Variant::ALL[3]);
}

#[test]
fn kernels_agree_with_the_oracle_on_boards_no_game_reaches() {
    let mut random = Random(5);
    for _ in 0..30_000 {
        let occupied = random.next() | random.next() & random.next();
        let player = random.next() & occupied;
        for variant in [Variant::ALL[0], Variant::ALL[1]] {
            let mut naive = Naive::start(variant);
            for square in Square::ALL {
                let bit = square.bitboard().bits();
                naive.discs[square.row()][square.column()] = match (occupied & bit, player & bit) {
                    (0, _) => None,
                    (_, 0) => Some(Color::White),
                    _ => Some(Color::Black),
                };
            }
            check_kernels(&naive);
        }
    }
}

#[test]
fn perft_agrees_with_the_oracle_under_every_variant() {
    for variant in Variant::ALL {
        let naive = Naive::start(variant);
        for depth in 0..=6 {
            let counted = perft(&Position::start(variant), depth, Passes::TakeAPly);
            assert_eq!(counted, naive_perft(&naive, depth), "{variant}, depth {depth}");
        }
    }
}

/// Plays games to the end with random moves and checks every position on the way.
fn play_random_games(variant: Variant) {
    let mut random = Random(u64::from(variant.orthogonal) + 2 * u64::from(variant.thirty));
    let (mut seen, mut passes, mut short) = (0, 0, 0);
    while seen < POSITIONS {
        let mut naive = Naive::start(variant);
        let mut position = Position::start(variant);
        loop {
            seen += 1;
            let flips = check_kernels(&naive);
            let moves = check_position(&naive, &position, &flips);
            if position.is_over() {
                short += usize::from(!position.empties().is_empty());
                break;
            }
            let moves: Vec<Square> = moves.iter().collect();
            let mv = match moves.len() {
                0 => Move::Pass,
                len => Move::Place(moves[random.below(len)]),
            };
            passes += usize::from(mv == Move::Pass);
            naive.play(mv);
            position = position.play(mv).unwrap();
        }
    }
    assert!(passes > 20 && short > 20, "{passes} passes, {short} games that ended with empty squares");
}

/// Checks the kernels on the board as the side to move sees it; returns the oracle's flips for each square.
fn check_kernels(naive: &Naive) -> [Bitboard; 64] {
    let bits = |color| {
        let there = |square: &Square| naive.disc_at(*square) == Some(color);
        Square::ALL.into_iter().filter(there).collect::<Bitboard>().bits()
    };
    let (player, opponent) = (bits(naive.turn), bits(!naive.turn));
    let all_flips = naive.all_flips(naive.turn);
    let mut moves = 0;
    for (index, flips) in all_flips.into_iter().enumerate() {
        let flips = flips.bits();
        moves |= u64::from(flips != 0) << index;
        if (player | opponent) >> index & 1 != 0 {
            continue;
        }
        if naive.variant.orthogonal {
            assert_eq!(portable::flips_orthogonal(index, player, opponent), flips);
        } else {
            assert_eq!(portable::flips(index, player, opponent), flips);
            assert_eq!(kernel::flips(index, player, opponent), flips);
        }
    }
    if naive.variant.orthogonal {
        assert_eq!(portable::moves_orthogonal(player, opponent), moves);
    } else {
        assert_eq!(portable::moves(player, opponent), moves);
        assert_eq!(kernel::moves(player, opponent), moves);
        let replies = portable::count_replies(moves, player, opponent);
        assert_eq!(kernel::count_replies(moves, player, opponent), replies);
        // The oracle is slow here, so only one position in sixteen is checked.
        if (player ^ opponent << 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60 == 0 {
            assert_eq!(naive_replies(naive, Bitboard::from_bits(moves)), replies);
        }
    }
    all_flips
}

/// Checks everything a [`Position`] reports; returns the legal moves.
fn check_position(naive: &Naive, position: &Position, flips: &[Bitboard; 64]) -> Bitboard {
    let turns_discs = |square: &Square| !flips[square.index()].is_empty();
    let placements: Bitboard = Square::ALL.into_iter().filter(turns_discs).collect();
    let over = naive.is_over(placements);
    let legal = if over { Bitboard::EMPTY } else { placements };
    assert_eq!(position.turn(), naive.turn);
    assert_eq!(position.is_over(), over);
    assert_eq!(position.legal_moves(), legal);
    assert_eq!(position.must_pass(), placements.is_empty() && !over);
    let pass = match () {
        () if over => Err(IllegalMove::GameOver),
        () if placements.is_empty() => Ok(()),
        () => Err(IllegalMove::PassWithMoves),
    };
    assert_eq!(position.check(Move::Pass), pass);
    for square in Square::ALL {
        let flips = flips[square.index()];
        assert_eq!(position.disc_at(square), naive.disc_at(square));
        let expected = match naive.disc_at(square) {
            _ if over => Err(IllegalMove::GameOver),
            Some(color) => Err(IllegalMove::Occupied(color)),
            None if placements.is_empty() => Err(IllegalMove::MustPass),
            None if flips.is_empty() => Err(IllegalMove::FlipsNothing),
            None => Ok(()),
        };
        assert_eq!(position.check(Move::Place(square)), expected);
        if expected.is_ok() {
            assert_eq!(position.flips(square), flips);
        }
    }
    let score = position.score();
    for color in Color::ALL {
        assert_eq!(usize::from(score.count(color)), naive.count(color));
        let left = naive.variant.thirty.then(|| naive.left[color.index()]);
        assert_eq!(position.discs_left(color).map(u32::from), left);
    }
    assert_eq!(position.outcome(), over.then_some(score));
    legal
}

/// The result of [`kernel::count_replies`], counted move by move.
fn naive_replies(naive: &Naive, moves: Bitboard) -> (usize, u64) {
    let (mut total, mut without) = (0, Bitboard::EMPTY);
    for square in moves {
        let mut next = naive.clone();
        next.variant.thirty = false;
        next.play(Move::Place(square));
        let replies = next.placements(next.turn);
        total += replies.len();
        if replies.is_empty() {
            without = without.with(square);
        }
    }
    (total, without.bits())
}

fn naive_perft(naive: &Naive, depth: u32) -> u64 {
    let placements = naive.placements(naive.turn);
    if depth == 0 || naive.is_over(placements) {
        return 1;
    }
    let after = |mv| {
        let mut next = naive.clone();
        next.play(mv);
        naive_perft(&next, depth - 1)
    };
    if placements.is_empty() {
        after(Move::Pass)
    } else {
        placements.iter().map(|square| after(Move::Place(square))).sum()
    }
}
