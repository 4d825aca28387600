//! Levels as players meet them.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use outflank_engine::{Engine, Level, Options, Random, StopToken};
use outflank_rules::{Bitboard, Color, Move, Position, Variant};

fn engine() -> Engine {
    Engine::new(Options { threads: 1, table_mb: 4 })
}

fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

/// A position from random play with at most this many empty squares, not yet over.
fn random_position(variant: Variant, empties: usize, random: &mut Random) -> Position {
    'game: loop {
        let mut position = Position::start(variant);
        while position.empties().len() > empties {
            let moves = position.legal_moves();
            let mv = match moves.iter().nth(random.below(moves.len().max(1))) {
                Some(square) => Move::Place(square),
                None if position.is_over() => continue 'game,
                None => Move::Pass,
            };
            position = position.play(mv).unwrap();
        }
        if !position.is_over() {
            return position;
        }
    }
}

/// Plays to the end; every move is checked by the rules.
fn finish(engine: &mut Engine, mut position: Position, players: [Level; 2], random: &mut Random) -> Position {
    while let Some(choice) =
        engine.choose(&position, players[position.turn().index()], random, &StopToken::new())
    {
        assert!(!choice.analysis.lines.is_empty());
        position = position.play(choice.mv).unwrap();
    }
    assert!(position.is_over());
    position
}

#[test]
fn every_level_plays_to_the_end_under_every_rule() {
    let mut random = Random::new(1);
    for variant in Variant::ALL {
        let mut engine = engine();
        for level in Level::all() {
            // Strong levels think longer, so they play only the end of a game.
            let empties = if level.number() <= 5 { 60 } else { 16 };
            let start = random_position(variant, empties, &mut random);
            finish(&mut engine, start, [level; 2], &mut random);
        }
    }
}

#[test]
fn a_level_far_above_another_wins_under_every_rule() {
    for (number, variant) in Variant::ALL.into_iter().enumerate() {
        let mut random = Random::numbered(2, number as u64);
        let mut engine = engine();
        let mut won = 0;
        for game in 0..12 {
            let strong = if game % 2 == 0 { Color::Black } else { Color::White };
            let mut players = [level(1); 2];
            players[strong.index()] = Level::MEDIUM;
            let end = finish(&mut engine, Position::start(variant), players, &mut random);
            won += i32::from(end.score().winner() == Some(strong));
        }
        assert!(won >= 9, "{variant}: level 5 won {won} of 12 against level 1");
    }
}

#[test]
fn no_move_takes_longer_than_the_level_says() {
    let mut random = Random::new(3);
    for variant in Variant::ALL {
        let mut engine = engine();
        for level in Level::all().take(9) {
            let position = random_position(variant, 20 + random.below(36), &mut random);
            // A busy machine may delay one move, but not all of them.
            let in_time = (0..5).any(|_| {
                let started = Instant::now();
                engine.choose(&position, level, &mut random, &StopToken::new()).unwrap();
                started.elapsed() <= level.time_cap() + Duration::from_millis(150)
            });
            assert!(in_time, "level {level}");
        }
    }
}

#[test]
fn a_stopped_level_answers_immediately() {
    let stop = StopToken::new();
    stop.stop();
    let mut engine = engine();
    for level in Level::all() {
        let choice = engine.choose(&Position::default(), level, &mut Random::new(4), &stop).unwrap();
        assert!(Position::default().check(choice.mv).is_ok());
        // Counted in nodes, which a busy machine does not change.
        assert!(choice.analysis.nodes < 50_000, "level {level}: {} nodes", choice.analysis.nodes);
    }
}

#[test]
fn a_free_corner_is_taken_from_level_3_on() {
    let (mut random, mut engine) = (Random::new(5), engine());
    let mut corners = 0;
    while corners < 40 {
        let position = random_position(Variant::STANDARD, 14 + random.below(30), &mut random);
        if position.legal_moves().is_disjoint(Bitboard::CORNERS) {
            continue;
        }
        let level = level(3 + random.below(4) as u8);
        let choice = engine.choose(&position, level, &mut random, &StopToken::new()).unwrap();
        let best = choice.analysis.lines[0].mv().square().unwrap();
        if Bitboard::CORNERS.contains(best) {
            let played = choice.mv.square().unwrap();
            assert!(Bitboard::CORNERS.contains(played), "level {level} played {played} in\n{position}");
            corners += 1;
        }
    }
}

#[test]
fn a_winning_last_move_is_never_missed_from_level_2_on() {
    let (mut random, mut engine) = (Random::new(6), engine());
    let mut wins = 0;
    while wins < 60 {
        let position = random_position(Variant::STANDARD, 1 + random.below(8), &mut random);
        let wins_at_once = |mv: Move| {
            let end = position.play(mv).unwrap();
            end.outcome().is_some_and(|outcome| outcome.winner() == Some(position.turn()))
        };
        if !position.legal_moves().iter().any(|square| wins_at_once(Move::Place(square))) {
            continue;
        }
        let level = level(2 + random.below(5) as u8);
        let choice = engine.choose(&position, level, &mut random, &StopToken::new()).unwrap();
        let exact = choice.analysis.lines[0].score.raw() > 0 && choice.mv == choice.analysis.lines[0].mv();
        assert!(wins_at_once(choice.mv) || exact, "level {level} played {} in\n{position}", choice.mv);
        wins += 1;
    }
}

#[test]
fn no_level_plays_an_absurd_move() {
    let (mut random, mut engine) = (Random::new(7), engine());
    for (number, cap) in [(2, 11.0), (3, 10.0), (5, 6.0), (6, 4.8)] {
        for _ in 0..30 {
            let position = random_position(Variant::STANDARD, 12 + random.below(40), &mut random);
            let Some(choice) = engine.choose(&position, level(number), &mut random, &StopToken::new()) else {
                continue;
            };
            let lines = &choice.analysis.lines;
            if let Some(played) = lines.iter().find(|line| line.mv() == choice.mv) {
                let cost = lines[0].score.discs() - played.score.discs();
                assert!(
                    cost <= cap,
                    "level {number} played {} for {cost:.1} discs in\n{position}",
                    choice.mv
                );
            }
        }
    }
}

#[test]
fn openings_vary_at_every_level() {
    for level in Level::all() {
        let mut engine = engine();
        let mut seen = std::collections::HashSet::new();
        for seed in 0..8 {
            let mut random = Random::new(seed);
            let mut position = Position::default();
            for _ in 0..4 {
                let mv = engine.choose(&position, level, &mut random, &StopToken::new()).unwrap().mv;
                position = position.play(mv).unwrap();
            }
            seen.insert(position);
        }
        assert!(seen.len() >= 4, "level {level} opened {} ways in 8 games", seen.len());
    }
}

#[test]
fn every_level_describes_itself() {
    for level in Level::all() {
        assert!(level.description().ends_with('.'));
        assert!(level.time_cap() <= Duration::from_secs(5));
    }
    let groups: Vec<&str> = Level::all().map(Level::group).collect();
    assert_eq!(groups.join(" "), "easy easy easy medium medium medium hard hard hard hard");
    for level in [Level::EASY, Level::MEDIUM, Level::HARD] {
        assert_eq!(level.group().parse(), Ok(level));
    }
}
