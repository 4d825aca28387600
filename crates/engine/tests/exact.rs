//! Exact results are exact, whatever shortcuts the search takes.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use outflank_engine::training::{self, patterns};
use outflank_engine::{Certainty, Engine, Goal, Limits, Options, Random, Score, StopToken, Weights};
use outflank_rules::{Board, Color, Move, Position, Setup, Symmetry};

fn engine(threads: usize) -> Engine {
    Engine::with_weights(Options { threads, table_mb: 16 }, Weights::embedded())
}

/// A position from random play with this many empty squares.
fn random_position(random: &mut Random, empties: usize) -> Position {
    loop {
        let mut position = Position::default();
        while position.empties().len() > empties && !position.is_over() {
            let moves = position.legal_moves();
            let mv = moves.iter().nth(random.below(moves.len().max(1))).map_or(Move::Pass, Move::Place);
            position = position.play(mv).unwrap();
        }
        if !position.is_over() {
            return position;
        }
    }
}

/// Plain minimax, with empty squares to the winner.
fn brute_force(board: Board) -> i32 {
    let moves = board.legal_moves();
    if moves.is_empty() {
        if board.passed().legal_moves().is_empty() {
            let (own, theirs) = (board.player.len() as i32, board.opponent.len() as i32);
            let empties = 64 - own - theirs;
            return (own - theirs) + (own - theirs).signum() * empties;
        }
        return -brute_force(board.passed());
    }
    moves.iter().map(|square| -brute_force(board.after(square))).max().unwrap()
}

fn solve(engine: &mut Engine, position: &Position, goal: Goal) -> outflank_engine::Analysis {
    let limits = Limits { goal, ..Limits::default() };
    engine.search(position, &limits, &StopToken::new(), &mut |_| {})
}

/// Wherever a search is stopped, its proved bounds are true, and a search that ends proves one value.
#[test]
fn bounds_hold_wherever_a_search_is_stopped() {
    let mut random = Random::new(17);
    let mut engine = engine(1);
    let mut narrowed = 0;
    for n in 0..40 {
        let position = random_position(&mut random, 14 + n % 3);
        engine.reset();
        let solved = solve(&mut engine, &position, Goal::Exact);
        let value = solved.lines[0].score;
        assert_eq!((solved.bounds.at_least, solved.bounds.at_most), (value, value), "{position}");
        for goal in [Goal::Exact, Goal::WinLossDraw, Goal::Strongest] {
            for nodes in (0..12).map(|power| 100 << power) {
                engine.reset();
                let limits = Limits { goal, nodes: Some(nodes), ..Limits::default() };
                let bounds = engine.search(&position, &limits, &StopToken::new(), &mut |_| {}).bounds;
                assert!(
                    bounds.at_least <= value && value <= bounds.at_most,
                    "{position}{nodes}: {bounds:?} {value}"
                );
                let open = bounds == outflank_engine::Bounds::default();
                narrowed += usize::from(!open && bounds.at_least != bounds.at_most);
            }
        }
    }
    assert!(narrowed > 20, "{narrowed} searches were stopped with something proved");
}

#[test]
fn solving_agrees_with_brute_force() {
    let mut random = Random::new(11);
    let mut engine = engine(1);
    for n in 0..10_000 {
        // Mostly small ones: brute force is slow.
        let empties = if n < 100 { 8 } else { 1 + n % 6 };
        let position = random_position(&mut random, empties);
        let expected = brute_force(position.board());
        let analysis = solve(&mut engine, &position, Goal::Exact);
        let line = &analysis.lines[0];
        assert_eq!(line.score, Score::from_discs(expected), "{position}{:?} to move", position.turn());
        assert_eq!(line.certainty, Certainty::Exact);
        // The line is legal and leads to the score.
        let mut end = position;
        for &mv in &line.moves {
            end = end.play(mv).unwrap();
        }
        let outcome = end.outcome().expect("the line goes to the end");
        let margin = i32::from(outcome.tournament_margin());
        let margin = if position.turn() == Color::Black { margin } else { -margin };
        assert_eq!(margin, expected, "{position}");
        let sign = solve(&mut engine, &position, Goal::WinLossDraw).lines[0].score.raw().signum();
        assert_eq!(sign, expected.signum());
    }
}

#[test]
fn every_line_has_its_own_exact_value() {
    let mut random = Random::new(12);
    let mut engine = engine(1);
    for _ in 0..40 {
        let position = random_position(&mut random, 9);
        let limits = Limits { lines: 60, ..Limits::exact() };
        let analysis = engine.search(&position, &limits, &StopToken::new(), &mut |_| {});
        assert_eq!(analysis.lines.len(), position.legal_moves().len().max(1));
        for line in &analysis.lines {
            let next = position.play(line.mv()).unwrap();
            assert_eq!(line.score, Score::from_discs(-brute_force(next.board())), "{position}{}", line.mv());
        }
        assert!(analysis.lines.is_sorted_by_key(|line| -line.score));
    }
}

#[test]
fn threads_tables_and_symmetries_do_not_change_a_score() {
    let mut random = Random::new(13);
    let (mut one, mut two) = (engine(1), engine(2));
    for n in 0..16 {
        let position = random_position(&mut random, 14 + n % 4);
        one.reset();
        let expected = solve(&mut one, &position, Goal::Exact);
        let score = expected.lines[0].score;
        // Neither earlier table entries nor two threads matter.
        assert_eq!(solve(&mut one, &position, Goal::Exact).lines[0].score, score);
        assert_eq!(solve(&mut two, &position, Goal::Exact).lines[0].score, score);
        let turned = position.transform(Symmetry::ALL[n % 8]);
        one.reset();
        assert_eq!(solve(&mut one, &turned, Goal::Exact).lines[0].score, score);
        // After a reset one thread visits the same nodes again.
        one.reset();
        let again = solve(&mut one, &position, Goal::Exact);
        assert_eq!((again.nodes, &again.lines), (expected.nodes, &expected.lines));
    }
}

#[test]
fn other_weights_change_the_nodes_but_not_the_result() {
    let zero = training::Packed {
        pattern_set: patterns::fingerprint(),
        phases: vec![vec![[0; training::UNITS]; patterns::ROWS]; training::PHASES],
        stages: vec![training::Stage::default(); training::STAGES],
    };
    let options = Options { threads: 1, table_mb: 16 };
    let mut blind = Engine::with_weights(options, Arc::new(Weights::from_packed(&zero)));
    let mut seeing = engine(1);
    let mut random = Random::new(14);
    for _ in 0..10 {
        let position = random_position(&mut random, 15);
        let score = |engine: &mut Engine| solve(engine, &position, Goal::Exact).lines[0].score;
        assert_eq!(score(&mut blind), score(&mut seeing));
    }
}

#[test]
fn a_position_set_up_with_a_forced_pass_is_solved_through_the_pass() {
    let setup = Setup {
        black: "a1".parse::<outflank_rules::Square>().unwrap().bitboard(),
        white: "b1".parse::<outflank_rules::Square>().unwrap().bitboard(),
        turn: Color::White,
        ..Setup::default()
    };
    let position = setup.position().unwrap();
    assert!(position.must_pass());
    let analysis = solve(&mut engine(1), &position, Goal::Depth(3));
    assert_eq!(analysis.lines[0].moves[0], Move::Pass);
    assert_eq!(analysis.lines[0].score, Score::from_discs(-64));
}
