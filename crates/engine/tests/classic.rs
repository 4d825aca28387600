//! The classic search against brute force, and its limits.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use outflank_engine::{Analysis, Certainty, Goal, Limits, Random, Score, StopToken, classic};
use outflank_rules::{Color, Move, Position, Variant};

/// A position from random play with at most this many empty squares, not yet over.
fn random_position(variant: Variant, empties: usize, random: &mut Random) -> Position {
    'game: loop {
        let mut position = Position::start(variant);
        while position.empties().len() > empties {
            let Some(mv) = any_move(&position, random) else {
                continue 'game;
            };
            position = position.play(mv).unwrap();
        }
        if !position.is_over() {
            return position;
        }
    }
}

fn any_move(position: &Position, random: &mut Random) -> Option<Move> {
    if position.is_over() {
        return None;
    }
    let moves = position.legal_moves();
    if moves.is_empty() {
        return Some(Move::Pass);
    }
    moves.iter().nth(random.below(moves.len())).map(Move::Place)
}

/// The result for the side to move under best play, by brute force.
fn brute_force(position: &Position) -> i32 {
    if let Some(outcome) = position.outcome() {
        let black = i32::from(outcome.tournament_margin());
        return if position.turn() == Color::Black { black } else { -black };
    }
    moves_of(position).into_iter().map(|mv| -brute_force(&position.play(mv).unwrap())).max().unwrap()
}

fn moves_of(position: &Position) -> Vec<Move> {
    if position.must_pass() {
        vec![Move::Pass]
    } else {
        position.legal_moves().iter().map(Move::Place).collect()
    }
}

fn search(position: &Position, limits: &Limits) -> Analysis {
    classic::search(position, limits, &StopToken::new(), &mut |_| {})
}

#[test]
fn exact_values_of_all_moves_agree_with_brute_force_under_every_rule() {
    let mut random = Random::new(1);
    for variant in Variant::ALL {
        for n in 0..150 {
            let position = random_position(variant, 1 + n % 8, &mut random);
            let limits = Limits { lines: 64, ..Limits::exact() };
            let analysis = search(&position, &limits);
            assert_eq!(analysis.lines.len(), moves_of(&position).len());
            for line in &analysis.lines {
                let value = -brute_force(&position.play(line.mv()).unwrap());
                assert_eq!(
                    (line.score, line.certainty),
                    (Score::from_discs(value), Certainty::Exact),
                    "{variant}: {} in\n{position}",
                    line.mv()
                );
            }
            assert!(analysis.lines.is_sorted_by(|a, b| a.score >= b.score));
        }
    }
}

#[test]
fn the_exact_line_leads_to_the_exact_result() {
    let mut random = Random::new(2);
    for variant in Variant::ALL {
        for _ in 0..25 {
            let start = random_position(variant, 12, &mut random);
            let analysis = search(&start, &Limits::exact());
            let line = &analysis.lines[0];
            let end = line.moves.iter().fold(start, |position, &mv| position.play(mv).unwrap());
            let black = i32::from(end.outcome().expect("the line ends the game").tournament_margin());
            let value = if start.turn() == Color::Black { black } else { -black };
            assert_eq!(line.score, Score::from_discs(value), "{variant}\n{start}");
        }
    }
}

#[test]
fn win_loss_and_draw_agree_with_the_exact_result() {
    let mut random = Random::new(3);
    for variant in Variant::ALL {
        for _ in 0..40 {
            let position = random_position(variant, 10, &mut random);
            let exact = search(&position, &Limits::exact()).lines[0].score;
            let limits = Limits { goal: Goal::WinLossDraw, ..Limits::default() };
            let line = &search(&position, &limits).lines[0];
            assert_eq!(line.certainty, Certainty::WinLossDraw);
            assert_eq!(line.score.raw().signum(), exact.raw().signum());
        }
    }
}

#[test]
fn a_forced_pass_is_a_line_that_starts_with_the_pass() {
    let mut random = Random::new(4);
    for variant in Variant::ALL {
        let position = std::iter::repeat_with(|| random_position(variant, 8, &mut random))
            .find(Position::must_pass)
            .unwrap();
        for limits in [Limits::exact(), Limits::depth(3), Limits::default()] {
            let analysis = search(&position, &limits);
            assert_eq!(analysis.lines.len(), 1);
            assert_eq!(analysis.lines[0].mv(), Move::Pass);
            assert!(analysis.lines[0].moves.len() > 1);
        }
    }
}

#[test]
fn a_finished_game_has_no_lines() {
    let mut random = Random::new(5);
    let mut position = Position::default();
    while let Some(mv) = any_move(&position, &mut random) {
        position = position.play(mv).unwrap();
    }
    assert!(search(&position, &Limits::default()).lines.is_empty());
}

#[test]
fn time_and_stop_are_honoured() {
    let mut random = Random::new(6);
    for variant in Variant::ALL {
        for empties in [56, 40, 24, 18] {
            let position = random_position(variant, empties, &mut random);
            let time = Duration::from_millis(30);
            // A busy machine may delay one search, but not all of them.
            let in_time = (0..5).any(|_| {
                let started = Instant::now();
                let analysis = search(&position, &Limits { lines: 3, ..Limits::time(time) });
                assert!(position.check(analysis.lines[0].mv()).is_ok());
                started.elapsed() < time + Duration::from_millis(100)
            });
            assert!(in_time, "{variant}, {empties} empty squares");

            let stop = StopToken::new();
            stop.stop();
            let analysis = classic::search(&position, &Limits::default(), &stop, &mut |_| {});
            assert_eq!(analysis.nodes, 0);
            assert!(position.check(analysis.lines[0].mv()).is_ok());
        }
    }
}

#[test]
fn a_search_stops_at_its_node_limit_and_repeats_itself() {
    let position = random_position(Variant::STANDARD, 44, &mut Random::new(7));
    let limits = Limits { nodes: Some(12_345), ..Limits::default() };
    let (first, second) = (search(&position, &limits), search(&position, &limits));
    assert_eq!(first.nodes, 12_345);
    assert_eq!(first.lines, second.lines);
}

#[test]
fn the_observer_sees_every_depth() {
    let mut depths = Vec::new();
    classic::search(&Position::default(), &Limits::depth(5), &StopToken::new(), &mut |seen| {
        depths.push(seen.lines[0].depth);
    });
    assert_eq!(depths, [1, 2, 3, 4, 5]);
}

#[test]
fn deeper_beats_shallower() {
    let mut random = Random::new(8);
    for variant in Variant::ALL {
        let mut points = 0;
        for game in 0..20 {
            let mut position = random_position(variant, 54 + game % 2, &mut random);
            let deep = if game % 4 < 2 { Color::Black } else { Color::White };
            while !position.is_over() {
                let depth = if position.turn() == deep { 5 } else { 1 };
                position = position.play(search(&position, &Limits::depth(depth)).lines[0].mv()).unwrap();
            }
            points += i32::from(position.score().winner() == Some(deep));
        }
        assert!(points >= 14, "{variant}: depth 5 won {points} of 20 against depth 1");
    }
}
