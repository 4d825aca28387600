//! A search respects its limits.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use outflank_engine::{Clock, Engine, Goal, Level, Limits, Options, Random, StopToken, Strength, Weights};
use outflank_rules::{Bitboard, Game, Move, Position, Variant};

fn engine(threads: usize) -> Engine {
    Engine::with_weights(Options { threads, table_mb: 16 }, Weights::embedded())
}

/// A middle game with 42 empty squares.
fn middle_game() -> Position {
    after("f5d6c3d3c4f4c5b4b5c6f3e6e3g6f6g5d7g3")
}

fn after(squares: &str) -> Position {
    let moves = squares.as_bytes().chunks(2).map(|name| std::str::from_utf8(name).unwrap().parse().unwrap());
    *Game::from_moves(Position::default(), moves.map(|mv: Move| mv)).unwrap().position()
}

#[test]
fn the_node_limit_is_respected() {
    let limits = Limits { nodes: Some(200_000), ..Limits::default() };
    let analysis = engine(1).search(&middle_game(), &limits, &StopToken::new(), &mut |_| {});
    assert!((100_000..300_000).contains(&analysis.nodes), "{}", analysis.nodes);
    assert!(!analysis.lines.is_empty());
}

#[test]
fn a_stop_from_another_thread_is_answered_with_a_move() {
    for threads in [1, 2] {
        let mut engine = engine(threads);
        let stop = StopToken::new();
        let mut seen = 0;
        let limits = Limits { goal: Goal::Exact, ..Limits::default() };
        let handle = stop.clone();
        let analysis = engine.search(&Position::default(), &limits, &stop, &mut |_| {
            seen += 1;
            if seen == 4 {
                handle.stop();
            }
        });
        assert!(Position::default().check(analysis.lines[0].mv()).is_ok());
    }
}

#[test]
fn a_search_stopped_before_it_begins_still_has_a_legal_move() {
    let stop = StopToken::new();
    stop.stop();
    let analysis = engine(1).search(&middle_game(), &Limits::default(), &stop, &mut |_| {});
    assert!(middle_game().check(analysis.lines[0].mv()).is_ok());
}

#[test]
fn a_repeatable_search_depends_on_nothing_but_the_question() {
    for goal in [Goal::Depth(10), Goal::Depth(12)] {
        let limits = Limits { goal, lines: 2, repeatable: true, ..Limits::default() };
        let first = engine(1).search(&middle_game(), &limits, &StopToken::new(), &mut |_| {});
        let mut other = engine(2);
        let deeper = Limits { goal: Goal::Depth(14), ..Limits::default() };
        other.search(&middle_game(), &deeper, &StopToken::new(), &mut |_| {});
        let again = other.search(&middle_game(), &limits, &StopToken::new(), &mut |_| {});
        assert_eq!(
            (again.lines, again.nodes),
            (first.lines, first.nodes),
            "after another search, with two threads"
        );
    }
}

#[test]
fn the_time_limit_is_respected() {
    let mut engine = engine(1);
    let limit = Duration::from_millis(30);
    let mut slowest = Duration::ZERO;
    for _ in 0..10 {
        let started = Instant::now();
        engine.search(&middle_game(), &Limits::time(limit), &StopToken::new(), &mut |_| {});
        slowest = slowest.max(started.elapsed());
    }
    // Generous, since the machine may be busy; the overrun itself is measured by a benchmark.
    assert!(slowest < limit + Duration::from_secs(1), "{slowest:?}");
}

#[test]
fn a_time_beyond_the_range_of_clocks_is_no_limit() {
    for position in [middle_game(), Position::start(Variant { orthogonal: true, thirty: false })] {
        let limits = Limits { time: Some(Duration::MAX), ..Limits::depth(4) };
        let analysis = engine(2).search(&position, &limits, &StopToken::new(), &mut |_| {});
        assert_eq!(analysis.lines[0].depth, 4);
    }
}

#[test]
fn a_level_with_a_clock_uses_only_its_share() {
    let clock = Clock::remaining(Duration::from_millis(100));
    let (strength, stop) = (Strength::Level(Level::STRONGEST), StopToken::new());
    let started = Instant::now();
    strength.choose(&mut engine(1), &middle_game(), Some(clock), &mut Random::new(1), &stop).unwrap();
    // Without the clock it would be five seconds.
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    assert!(!stop.is_stopped(), "the token belongs to whoever asked");
}

#[test]
fn one_thread_visits_the_same_nodes_every_time() {
    let mut engine = engine(1);
    let mut counts = Vec::new();
    for _ in 0..2 {
        engine.reset();
        counts.push(engine.search(&middle_game(), &Limits::depth(9), &StopToken::new(), &mut |_| {}).nodes);
    }
    assert_eq!(counts[0], counts[1]);
}

#[test]
fn an_interrupted_search_keeps_a_line_for_every_requested_move() {
    let position = middle_game();
    let mut engine = engine(1);
    for nodes in (1..40).map(|n| n * 20_000) {
        engine.reset();
        let limits = Limits { nodes: Some(nodes), lines: 60, ..Limits::default() };
        let mut complete = true;
        let mut check = |analysis: &outflank_engine::Analysis| {
            let moves: outflank_rules::Bitboard =
                analysis.lines.iter().filter_map(|line| line.mv().square()).collect();
            complete &= moves == position.legal_moves() && analysis.lines.len() == moves.len();
        };
        let analysis = engine.search(&position, &limits, &StopToken::new(), &mut check);
        check(&analysis);
        assert!(complete, "with {nodes} nodes");
    }
}

#[test]
fn a_better_move_counts_even_if_its_search_is_interrupted() {
    let mut position = Position::default();
    let mut engine = engine(1);
    let mut search = |position: &Position, goal: Goal, nodes: Option<u64>| {
        engine.reset();
        let limits = Limits { goal, nodes, ..Limits::default() };
        let analysis = engine.search(position, &limits, &StopToken::new(), &mut |_| {});
        (analysis.lines[0].mv(), analysis.nodes)
    };
    let (mut changes, mut noticed) = (0, 0);
    for _ in 0..30 {
        let (before, _) = search(&position, Goal::Depth(11), None);
        let (after, nodes) = search(&position, Goal::Depth(12), None);
        if before != after {
            let (found, _) = search(&position, Goal::Depth(12), Some(nodes - nodes / 20));
            changes += 1;
            noticed += u32::from(found == after);
        }
        position = position.play(after).unwrap();
    }
    assert!(changes > 0 && 2 * noticed > changes, "{noticed} of {changes} better moves");
}

/// Selective searches of two windows can contradict each other, as they do here.
#[test]
fn a_search_ends_even_if_its_windows_contradict_each_other() {
    let mut engine = engine(1);
    for squares in
        ["e6f6f5d6c3b2c4d3c6b3b4g6b1b6f4a5e7f3", "c4c3e6d6c7b3c5b6d3e3b2d8d2e2f3f2e1c2b8a2g1g4a7a5"]
    {
        engine.reset();
        let nodes = 20_000_000;
        let limits = Limits { goal: Goal::Depth(9), lines: 60, nodes: Some(nodes), ..Limits::default() };
        let analysis = engine.search(&after(squares), &limits, &StopToken::new(), &mut |_| {});
        assert!(analysis.nodes < nodes / 10, "{} nodes", analysis.nodes);
    }
}

#[test]
fn excluded_moves_are_left_out_under_all_rules() {
    for variant in [Variant::STANDARD, Variant { orthogonal: true, ..Variant::STANDARD }] {
        let position = Position::start(variant);
        let mut engine = engine(1);
        let mut exclude = Bitboard::EMPTY;
        for _ in 0..position.legal_moves().len() {
            let limits = Limits { exclude, ..Limits::depth(4) };
            let analysis = engine.search(&position, &limits, &StopToken::new(), &mut |_| {});
            let best = analysis.lines[0].mv().square().unwrap();
            assert!(!exclude.contains(best), "{best} was left out");
            exclude = exclude.with(best);
        }
        let limits = Limits { exclude, ..Limits::depth(4) };
        let analysis = engine.search(&position, &limits, &StopToken::new(), &mut |_| {});
        assert!(analysis.lines.is_empty(), "no move is left");
    }
}
