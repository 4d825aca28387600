//! The pack of puzzles: every claimed solution is proved again, by searches that know nothing of how it was made.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, HashSet};

use outflank_engine::{Budget, Certainty, Engine, Goal, Level, Limits, Line, Options, Random, StopToken};
use outflank_rules::{Bitboard, Move, Position, Square};
use outflank_study::puzzles::{EXACT_EMPTIES, Pack, Puzzle, PuzzleAnswer, PuzzleKind};
use outflank_study::reasons::{Explainer, present};
use outflank_study::{Candidate, win_chance};

fn engine() -> Engine {
    Engine::new(Options { threads: 1, table_mb: 32 })
}

fn search(engine: &mut Engine, position: &Position, lines: usize, among: Bitboard) -> Vec<Line> {
    // One more than the puzzles have: the position before a mistake is searched, too.
    let exact = position.empties().len() <= EXACT_EMPTIES + 1;
    let goal = if exact { Goal::Exact } else { Goal::Depth(17) };
    let exclude = position.legal_moves() & !among;
    let limits = Limits { goal, lines, exclude, ..Limits::default() };
    let lines = engine.search(position, &limits, &StopToken::new(), &mut |_| {}).lines;
    assert!(!exact || lines.iter().all(|line| line.certainty == Certainty::Exact));
    lines
}

/// The value of one move.
fn value(engine: &mut Engine, position: &Position, square: Square) -> f64 {
    search(engine, position, 1, square.bitboard())[0].score.discs()
}

/// What is wrong with a puzzle, if anything is.
fn fault(engine: &mut Engine, puzzle: &Puzzle) -> Option<String> {
    let position = &puzzle.position;
    let legal = position.legal_moves();
    if legal.len() < 4 {
        return Some("fewer than four moves".to_owned());
    }
    let answer = value(engine, position, puzzle.answer);
    let rest = search(engine, position, 1, legal & !puzzle.answer.bitboard())[0].score.discs();
    let points = |discs: f64| win_chance(discs, position.empties().len() - 1);
    // What is proved holds to the disc; an estimate may differ a little at another depth.
    let (exact, slack) = if puzzle.is_exact() { (true, 0.0) } else { (false, 2.0) };
    let told = |found: f64, told: i8| {
        (found - f64::from(told)).abs() <= slack + 0.5 + f64::from(u8::from(!exact)) * 2.0
    };
    let [best, other] = puzzle.values;
    let claim = match puzzle.kind {
        PuzzleKind::Win => exact && answer >= 0.0 && (rest < 0.0 || answer > 0.0 && rest <= 0.0),
        PuzzleKind::MostDiscs => exact && answer - rest >= 4.0,
        PuzzleKind::Midgame => points(answer) - points(rest) >= 0.10 && answer - rest >= 4.0 - slack,
        PuzzleKind::Punish => {
            let (before, square) = puzzle.before.unwrap();
            let best_then = search(engine, &before, 1, before.legal_moves())[0].score.discs();
            let played = value(engine, &before, square);
            let then = |discs: f64| win_chance(discs, before.empties().len() - 1);
            let erred = then(best_then) - then(played) >= if exact { 0.10 } else { 0.06 };
            erred && answer - rest >= 4.0 - slack
        }
        PuzzleKind::WhichIsWrong => {
            let good = puzzle.moves.iter().filter(|square| **square != puzzle.answer);
            let values: Vec<f64> = good.map(|square| value(engine, position, *square)).collect();
            let least = values.iter().copied().fold(f64::MAX, f64::min);
            let best = search(engine, position, 1, legal)[0].score.discs();
            let near = points(best) - points(least) <= if exact { 0.03 } else { 0.06 };
            values.len() == 2 && near && points(least) - points(answer) >= if exact { 0.12 } else { 0.08 }
        }
        PuzzleKind::Why => {
            let (mistake, _) = puzzle.why.unwrap();
            points(answer) - points(value(engine, position, mistake)) >= 0.10
        }
    };
    let values = match puzzle.kind {
        // What is told besides the claim: the best value and the next, or the mistake's.
        PuzzleKind::WhichIsWrong => told(answer, other),
        PuzzleKind::Why => told(answer, best),
        _ => told(answer, best) && told(rest, other),
    };
    (!claim || !values).then(|| {
        format!(
            "{:?} {} at {answer:+.1}, others {rest:+.1}, told {best:+} {other:+}\n{position}",
            puzzle.kind, puzzle.answer
        )
    })
}

/// How many of some puzzles are wrong. Estimates may change sides with the evaluation: one in twenty is let pass.
fn check<'a>(puzzles: impl Iterator<Item = &'a Puzzle>) {
    let mut engine = engine();
    let (mut estimates, mut doubtful) = (0, Vec::new());
    for puzzle in puzzles {
        let fault = fault(&mut engine, puzzle);
        if puzzle.is_exact() {
            assert_eq!(fault, None);
        } else {
            estimates += 1;
            doubtful.extend(fault);
        }
    }
    assert!(doubtful.len() * 20 <= estimates, "{} of {estimates}:\n{}", doubtful.len(), doubtful.join("\n"));
}

/// Whether the true reason applies and the two others do not.
fn reasons_hold(engine: &mut Engine, puzzle: &Puzzle) -> bool {
    let (mistake, causes) = puzzle.why.unwrap();
    let mut candidate = |square: Square| {
        let lines = search(engine, &puzzle.position, 1, square.bitboard());
        Candidate::of_line(&lines[0], puzzle.position.turn())
    };
    let (worse, better) = (candidate(mistake), candidate(puzzle.answer));
    let mut explainer = Explainer::new(puzzle.position, &worse, &better).unwrap();
    while let Some((position, limits)) = explainer.next() {
        explainer.answer(&engine.search(&position, &limits, &StopToken::new(), &mut |_| {}));
    }
    let present = present(explainer.evidence());
    let applies = |cause| present.iter().any(|(reason, holds)| *holds && reason.cause() == cause);
    applies(causes[0]) && !applies(causes[1]) && !applies(causes[2])
}

#[test]
#[ignore = "a minute: run it when the reasons change, and make the puzzles of this kind anew if it fails"]
fn the_reasons_of_why_apply() {
    let mut engine = engine();
    let why: Vec<&Puzzle> = Pack::embedded().puzzles.iter().filter(|puzzle| puzzle.why.is_some()).collect();
    let held = why.iter().filter(|puzzle| reasons_hold(&mut engine, puzzle)).count();
    assert!(held * 20 >= why.len() * 19, "{held} of {}", why.len());
}

#[test]
fn a_sample_of_the_solutions_holds() {
    let puzzles = &Pack::embedded().puzzles;
    let mut random = Random::new(1);
    check((0..40).map(|_| &puzzles[random.below(puzzles.len())]));
}

#[test]
#[ignore = "a few minutes: run it when the pack, the weights or the reasons change"]
fn every_solution_holds() {
    check(Pack::embedded().puzzles.iter());
}

#[test]
fn there_are_a_thousand_of_every_kind_and_grade_and_none_twice() {
    let pack = Pack::embedded();
    assert!(pack.puzzles.len() >= 1000, "{}", pack.puzzles.len());
    assert!(pack.text().len() <= 200 * 1024, "{} bytes", pack.text().len());
    let boards: HashSet<_> = pack.puzzles.iter().map(|puzzle| puzzle.position.board().canonical()).collect();
    assert_eq!(boards.len(), pack.puzzles.len(), "the same under symmetry");
    let ids: HashSet<u64> = pack.puzzles.iter().map(Puzzle::id).collect();
    assert_eq!(ids.len(), pack.puzzles.len());
    for kind in PuzzleKind::ALL {
        let grades: HashSet<u8> =
            pack.puzzles.iter().filter(|puzzle| puzzle.kind == kind).map(|puzzle| puzzle.grade).collect();
        assert!(grades.len() >= 5, "{kind}: grades {grades:?}");
    }
}

#[test]
fn answers_are_told_from_others() {
    for puzzle in &Pack::embedded().puzzles {
        let right = match puzzle.kind {
            PuzzleKind::Why => puzzle
                .causes()
                .into_iter()
                .filter(|cause| puzzle.is_right(PuzzleAnswer::Cause(*cause)))
                .count(),
            _ => puzzle.choices().into_iter().filter(|mv| puzzle.is_right(PuzzleAnswer::Move(*mv))).count(),
        };
        assert_eq!(right, 1, "{puzzle:?}");
        assert!(puzzle.task().ends_with('?') && puzzle.solution().ends_with('.'));
    }
}

/// Of the puzzles that ask for the best move, the share that a level solves falls with the grade.
#[test]
fn grades_rise_with_the_level_that_solves_them() {
    let asks_best = |puzzle: &&Puzzle| {
        !matches!(puzzle.kind, PuzzleKind::WhichIsWrong | PuzzleKind::Why) && puzzle.is_exact()
    };
    let mut by_grade: BTreeMap<u8, Vec<&Puzzle>> = BTreeMap::new();
    for puzzle in Pack::embedded().puzzles.iter().filter(asks_best) {
        by_grade.entry(puzzle.grade.div_ceil(3).min(3)).or_default().push(puzzle);
    }
    let (mut engine, mut random) = (engine(), Random::new(7));
    let budget = Budget { time: std::time::Duration::from_mins(1), nodes: None };
    let level = Level::new(4).unwrap();
    let mut shares = Vec::new();
    for puzzles in by_grade.values() {
        let sample: Vec<&&Puzzle> = puzzles.iter().step_by((puzzles.len() / 24).max(1)).collect();
        let solved = sample.iter().filter(|puzzle| {
            let choice =
                engine.choose_within(&puzzle.position, level, budget, &mut random, &StopToken::new());
            choice.unwrap().mv == Move::Place(puzzle.answer)
        });
        shares.push(solved.count() as f64 / sample.len() as f64);
    }
    assert!(shares.windows(2).all(|two| two[0] > two[1]), "easy, middling, hard: {shares:?}");
    assert!(shares[0] >= 0.7, "{shares:?}");
}
