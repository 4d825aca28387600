//! Finds the weakest level that solves a puzzle.

use outflank_engine::{Engine, Goal, Level, Limits, Random, StopToken};
use outflank_rules::{Move, Position, Square};
use outflank_study::puzzles::{Puzzle, PuzzleKind};

use super::budget;

/// How often each level chooses, and after how many equal choices it stops.
const CHOICES: usize = 20;
const SAME: usize = 8;

/// Plies that each level looks ahead, and the empty squares from which it solves.
const PLIES: [u8; 10] = [1, 1, 2, 3, 4, 6, 6, 7, 12, 18];
const COUNTS: [usize; 10] = [0, 2, 4, 6, 9, 12, 12, 14, 16, 20];

/// The weakest level that solves a puzzle, by binary search (10 if level 9 does not solve it), and that also looks far
/// enough to see the answer: weak levels are kept from very bad moves, and so solve some puzzles without seeing why.
pub(super) fn grade(puzzle: &Puzzle, engine: &mut Engine, random: &mut Random) -> u8 {
    let (mut low, mut high) = (1, 10);
    while low < high {
        let middle = u8::midpoint(low, high);
        let solved = Level::new(middle)
            .is_some_and(|level| solves(puzzle.kind, &puzzle.position, puzzle.answer, level, engine, random));
        if solved {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    (low..10).find(|level| sees(puzzle, *level, engine)).unwrap_or(10)
}

/// Whether a search that looks as far as a level finds the answer.
fn sees(puzzle: &Puzzle, level: u8, engine: &mut Engine) -> bool {
    let legal = puzzle.position.legal_moves();
    let wrong_one = puzzle.kind == PuzzleKind::WhichIsWrong;
    let among = if wrong_one { puzzle.moves.iter().copied().collect() } else { legal };
    let exclude = legal & !among;
    let lines = if wrong_one { 3 } else { 1 };
    let limits = Limits { goal: sight(&puzzle.position, level), lines, exclude, ..Limits::default() };
    let analysis = engine.search(&puzzle.position, &limits, &StopToken::new(), &mut |_| {});
    analysis.lines.last().is_some_and(|line| line.mv() == Move::Place(puzzle.answer))
}

/// How far a level looks in a position.
pub(super) fn sight(position: &Position, level: u8) -> Goal {
    let level = usize::from(level - 1);
    if position.empties().len() <= COUNTS[level] { Goal::Exact } else { Goal::Depth(PLIES[level]) }
}

/// Whether a level plays the best move at least every second time; for a wrong move, whether it plays it at most once
/// in twenty times.
fn solves(
    kind: PuzzleKind,
    position: &Position,
    answer: Square,
    level: Level,
    engine: &mut Engine,
    random: &mut Random,
) -> bool {
    let mut hits = 0;
    for n in 1..=CHOICES {
        let choice = engine.choose_within(position, level, budget(), random, &StopToken::new());
        hits += usize::from(choice.is_some_and(|choice| choice.mv == Move::Place(answer)));
        if n == SAME && (hits == 0 || hits == SAME) {
            return if kind == PuzzleKind::WhichIsWrong { hits == 0 } else { hits > 0 };
        }
    }
    if kind == PuzzleKind::WhichIsWrong { hits <= 1 } else { 2 * hits >= CHOICES }
}
