//! Finds the positions of a game that make a puzzle.

use outflank_engine::{Engine, Goal, Level, Limits, Line, Random, StopToken};
use outflank_rules::{Bitboard, Color, Game, Move, Position, Setup, Square};
use outflank_study::puzzles::{EXACT_EMPTIES, Puzzle, PuzzleKind};
use outflank_study::reasons::{Cause, Explainer, present};
use outflank_study::{Candidate, win_chance};

use super::{budget, corners, grade, turned};

/// The most puzzles from one game, so that none is seen too often.
const MOST: usize = 4;
/// The least plies between them.
const APART: usize = 4;
/// The least legal moves in a puzzle.
const CHOICES: usize = 4;
/// Empty squares of solved positions, and of midgame positions.
const SOLVED: std::ops::RangeInclusive<usize> = 8..=EXACT_EMPTIES;
const MIDGAME: std::ops::RangeInclusive<usize> = 24..=46;
/// The depth of the first search, the same for hard puzzles, whose answers level 9 does not see with 12, and the depth
/// that confirms a puzzle.
const LOOK: u8 = 12;
const LOOK_HARD: u8 = 14;
const SURE: u8 = 18;
/// The first grade that counts as hard.
const HARD: u8 = 8;
/// Points lost by a clear mistake, by one that can be punished, and by a move that is still fine.
const CLEAR: f64 = 0.15;
const ERROR: f64 = 0.10;
const FINE: f64 = 0.02;
/// Discs by which an answer must be better than the next move.
const MARGIN: f64 = 4.0;

/// The puzzles of a game of at least a grade, at most one of each open kind. The kinds are ordered, the one with the
/// most missing first.
pub(super) fn puzzles(
    game: &Game,
    open: &[PuzzleKind],
    least_grade: u8,
    engine: &mut Engine,
    random: &mut Random,
) -> Vec<Puzzle> {
    let mut found: Vec<(usize, Puzzle)> = Vec::new();
    // Starts at a random ply, so that no part of the game is preferred.
    let plies = game.moves().len();
    let first = random.below(plies.max(1));
    for kind in open {
        for ply in (first..plies).chain(0..first) {
            if found.len() >= MOST {
                break;
            }
            if found.iter().any(|(other, _)| ply.abs_diff(*other) < APART) {
                continue;
            }
            let mut finder = Finder { game, ply, least_grade, engine };
            if let Some(puzzle) = finder.find(*kind, random) {
                found.push((ply, puzzle));
                break;
            }
        }
    }
    found.into_iter().map(|(_, puzzle)| puzzle).collect()
}

struct Finder<'a> {
    game: &'a Game,
    ply: usize,
    least_grade: u8,
    engine: &'a mut Engine,
}

impl Finder<'_> {
    fn find(&mut self, kind: PuzzleKind, random: &mut Random) -> Option<Puzzle> {
        let position = as_black(&self.game.positions()[self.ply])?;
        let empties = position.empties().len();
        let solved = SOLVED.contains(&empties);
        let suits = match kind {
            PuzzleKind::Win | PuzzleKind::MostDiscs => solved,
            PuzzleKind::Midgame => MIDGAME.contains(&empties),
            _ => solved || MIDGAME.contains(&empties),
        };
        if position.legal_moves().len() < CHOICES || !suits {
            return None;
        }
        // Skip what the level below the least grade already sees.
        let mut seen = None;
        if self.least_grade > 1 {
            let goal = grade::sight(&position, self.least_grade - 1);
            if goal == Goal::Exact {
                return None;
            }
            seen = self.search(&position, goal, 1, Bitboard::EMPTY).first().map(Line::mv);
        }
        let lines = self.search(&position, self.look(&position), 2, Bitboard::EMPTY);
        let [best, second] = lines.as_slice() else { return None };
        if seen == Some(best.mv()) && kind != PuzzleKind::WhichIsWrong {
            return None;
        }
        let chance = |line: &Line| win_chance(line.score.discs(), empties - 1);
        let margin = best.score.discs() - second.score.discs();
        let points = chance(best) - chance(second);
        let single = (margin >= MARGIN || best.score.raw().signum() > second.score.raw().signum()) && solved
            || points >= CLEAR - 0.03 && margin >= MARGIN;
        let puzzle = match kind {
            PuzzleKind::WhichIsWrong if points <= FINE => self.wrong(&position),
            PuzzleKind::Why => self.why(&position),
            PuzzleKind::WhichIsWrong => None,
            kind if single => self.single(kind, &position, best, second),
            _ => None,
        };
        self.complete(puzzle?, random)
    }

    /// The goal of the first search.
    fn look(&self, position: &Position) -> Goal {
        match (SOLVED.contains(&position.empties().len()), self.least_grade >= HARD) {
            (true, _) => Goal::Exact,
            (false, true) => Goal::Depth(LOOK_HARD),
            (false, false) => Goal::Depth(LOOK),
        }
    }

    /// A position with a single best move, if it suits a kind.
    fn single(
        &mut self,
        kind: PuzzleKind,
        position: &Position,
        best: &Line,
        second: &Line,
    ) -> Option<Puzzle> {
        let solved = SOLVED.contains(&position.empties().len());
        let answer = best.mv().square()?;
        if is_given_away(position, answer) || is_twofold(position, answer) {
            return None;
        }
        let mut values = [best.score.round() as i8, second.score.round() as i8];
        let margin = best.score.discs() - second.score.discs();
        let mut before = None;
        let suits = match kind {
            PuzzleKind::Win => {
                let kept = values[0] >= 0 && values[1].signum() < values[0].signum();
                solved && kept && !loses_by_corners(position, answer)
            }
            PuzzleKind::MostDiscs => solved && margin >= MARGIN && values[0].signum() == values[1].signum(),
            PuzzleKind::Midgame => !solved,
            PuzzleKind::Punish => {
                before = self.error_before();
                before.is_some() && margin >= MARGIN
            }
            PuzzleKind::WhichIsWrong | PuzzleKind::Why => false,
        };
        if !suits {
            return None;
        }
        if !solved {
            values = self.sure(position, answer)?;
        }
        let position = *position;
        Some(Puzzle {
            kind,
            grade: 1,
            theme: None,
            position,
            before,
            values,
            answer,
            moves: Vec::new(),
            why: None,
        })
    }

    /// The values of the best and the next move in a midgame position, if deeper searches agree.
    fn sure(&mut self, position: &Position, answer: Square) -> Option<[i8; 2]> {
        let empties = position.empties().len();
        let mut values = None;
        for depth in [SURE - 2, SURE - 1, SURE] {
            let lines = self.search(position, Goal::Depth(depth), 2, Bitboard::EMPTY);
            let [best, second] = lines.as_slice() else { return None };
            let chance = |line: &Line| win_chance(line.score.discs(), empties - 1);
            let clear = chance(best) - chance(second) >= CLEAR;
            let margin = best.score.discs() - second.score.discs();
            if best.mv() != Move::Place(answer) || !clear || margin < MARGIN {
                return None;
            }
            values = Some([best.score.round() as i8, second.score.round() as i8]);
        }
        values
    }

    /// The position before the last move and that move, if it was a mistake.
    fn error_before(&mut self) -> Option<(Position, Square)> {
        let ply = self.ply.checked_sub(1)?;
        let square = self.game.moves()[ply].square()?;
        // The solver is Black here too, so White has moved.
        let before = swapped(&as_black(&self.game.positions()[ply])?)?;
        let empties = before.empties().len();
        if before.legal_moves().len() < 2 {
            return None;
        }
        let goal = if empties <= EXACT_EMPTIES + 1 { Goal::Exact } else { Goal::Depth(SURE - 2) };
        let lines = self.search(&before, goal, 1, Bitboard::EMPTY);
        let others = before.legal_moves() & !square.bitboard();
        let played = self.search(&before, goal, 1, others);
        let chance = |line: &Line| win_chance(line.score.discs(), empties - 1);
        (chance(lines.first()?) - chance(played.first()?) >= ERROR).then_some((before, square))
    }

    /// Two good moves and a mistake that looks like them.
    fn wrong(&mut self, position: &Position) -> Option<Puzzle> {
        let empties = position.empties().len();
        let solved = SOLVED.contains(&empties);
        let legal = position.legal_moves();
        let lines = self.search(position, self.look(position), legal.len(), Bitboard::EMPTY);
        let lost = |line: &Line, best: &Line| {
            win_chance(best.score.discs(), empties - 1) - win_chance(line.score.discs(), empties - 1)
        };
        let best = lines.first()?;
        let good: Vec<Square> = lines
            .iter()
            .filter(|line| lost(line, best) <= FINE)
            .filter_map(|line| line.mv().square())
            .take(2)
            .collect();
        let bad: Vec<Square> = lines
            .iter()
            .filter(|line| lost(line, best) >= CLEAR)
            .filter_map(|line| line.mv().square())
            .collect();
        // The mistake that looks best in a shallow search.
        let glance = self.search(position, Goal::Depth(2), legal.len(), Bitboard::EMPTY);
        let tempting =
            glance.iter().filter_map(|line| line.mv().square()).find(|square| bad.contains(square))?;
        if good.len() < 2 {
            return None;
        }
        let mut moves = vec![good[0], good[1], tempting];
        moves.sort_unstable();
        let others = legal & !moves.iter().copied().collect::<Bitboard>();
        let goal = if solved { Goal::Exact } else { Goal::Depth(SURE) };
        let lines = self.search(position, goal, 3, others);
        let [first, second, third] = lines.as_slice() else { return None };
        let clear = lost(second, first) <= FINE && lost(third, first) >= CLEAR;
        if third.mv() != Move::Place(tempting) || !clear {
            return None;
        }
        Some(Puzzle {
            kind: PuzzleKind::WhichIsWrong,
            grade: 1,
            theme: None,
            position: *position,
            before: None,
            values: [second.score.round() as i8, third.score.round() as i8],
            answer: tempting,
            moves,
            why: None,
        })
    }

    /// The move of the game, if it was a mistake for one reason.
    fn why(&mut self, position: &Position) -> Option<Puzzle> {
        let empties = position.empties().len();
        let solved = SOLVED.contains(&empties);
        let goal = if solved { Goal::Exact } else { Goal::Depth(SURE - 4) };
        let mistake = self.game.moves()[self.ply].square()?;
        let lines = self.search(position, goal, 1, Bitboard::EMPTY);
        let played = self.search(position, goal, 1, position.legal_moves() & !mistake.bitboard());
        let (best, played) = (lines.first()?, played.first()?);
        let chance = |line: &Line| win_chance(line.score.discs(), empties - 1);
        let answer = best.mv().square().filter(|answer| *answer != mistake)?;
        let discs = best.score.discs() - played.score.discs();
        if chance(best) - chance(played) < CLEAR || discs < MARGIN {
            return None;
        }
        let (cause, applying) = self.reasons(position, played, best)?;
        let causes = [cause, others(cause, &applying, position)?[0], others(cause, &applying, position)?[1]];
        Some(Puzzle {
            kind: PuzzleKind::Why,
            grade: 1,
            theme: Some(cause),
            position: *position,
            before: None,
            values: [best.score.round() as i8, played.score.round() as i8],
            answer,
            moves: Vec::new(),
            why: Some((mistake, causes)),
        })
    }

    /// The main reason why one move is worse than another, and all that apply.
    fn reasons(&mut self, position: &Position, worse: &Line, best: &Line) -> Option<(Cause, Vec<Cause>)> {
        let side = position.turn();
        let mut explainer =
            Explainer::new(*position, &Candidate::of_line(worse, side), &Candidate::of_line(best, side))?;
        while let Some((position, limits)) = explainer.next() {
            explainer.answer(&self.engine.search(&position, &limits, &StopToken::new(), &mut |_| {}));
        }
        let told = explainer.explanation().reason?.cause();
        let applying = present(explainer.evidence()).into_iter().map(|(reason, _)| reason.cause()).collect();
        Some((told, applying))
    }

    /// The puzzle with its grade and theme.
    fn complete(&mut self, puzzle: Puzzle, random: &mut Random) -> Option<Puzzle> {
        let grade = grade::grade(&puzzle, self.engine, random);
        if grade < self.least_grade {
            return None;
        }
        // A free corner or the greedy move: it teaches nothing beyond the first steps.
        let asks_best = !matches!(puzzle.kind, PuzzleKind::Why | PuzzleKind::WhichIsWrong);
        if grade > 2 && asks_best && is_obvious(&puzzle.position, puzzle.answer) {
            return None;
        }
        let theme = puzzle.theme.or_else(|| self.theme(&puzzle, random));
        Some(Puzzle { grade, theme, ..puzzle })
    }

    /// Why the move that tempts a casual player most is worse.
    fn theme(&mut self, puzzle: &Puzzle, random: &mut Random) -> Option<Cause> {
        let position = &puzzle.position;
        let wrong_one = puzzle.kind == PuzzleKind::WhichIsWrong;
        let tempting = if wrong_one { puzzle.answer } else { self.tempting(puzzle, random)? };
        let goal = if puzzle.is_exact() { Goal::Exact } else { Goal::Depth(SURE - 4) };
        let worse = self.search(position, goal, 1, position.legal_moves() & !tempting.bitboard());
        let best = self.search(position, goal, 1, tempting.bitboard());
        Some(self.reasons(position, worse.first()?, best.first()?)?.0)
    }

    /// What level 3 plays most often besides the answer.
    fn tempting(&mut self, puzzle: &Puzzle, random: &mut Random) -> Option<Square> {
        let level = Level::new(3)?;
        let mut counts = [0; 64];
        for _ in 0..8 {
            let choice =
                self.engine.choose_within(&puzzle.position, level, budget(), random, &StopToken::new())?;
            if let Some(square) = choice.mv.square().filter(|square| *square != puzzle.answer) {
                counts[square.index()] += 1;
            }
        }
        let most = Square::ALL.into_iter().max_by_key(|square| counts[square.index()])?;
        if counts[most.index()] > 0 {
            return Some(most);
        }
        let next = self.search(&puzzle.position, Goal::Depth(4), 1, puzzle.answer.bitboard());
        next.first()?.mv().square()
    }

    fn search(&mut self, position: &Position, goal: Goal, lines: usize, exclude: Bitboard) -> Vec<Line> {
        let limits = Limits { goal, lines, exclude, ..Limits::default() };
        self.engine.search(position, &limits, &StopToken::new(), &mut |_| {}).lines
    }
}

/// The same discs with Black to move.
fn as_black(position: &Position) -> Option<Position> {
    let board = position.board();
    let setup = Setup { black: board.player, white: board.opponent, turn: Color::Black, ..Setup::default() };
    setup.position().ok()
}

/// The position with colours exchanged and White to move.
fn swapped(position: &Position) -> Option<Position> {
    let setup = position.setup();
    Setup { black: setup.white, white: setup.black, turn: Color::White, ..setup }.position().ok()
}

/// Two reasons that do not apply and that puzzles of this part of the game ask for.
fn others(cause: Cause, applying: &[Cause], position: &Position) -> Option<[Cause; 2]> {
    let late = position.empties().len() <= EXACT_EMPTIES;
    let usual: &[Cause] = if late {
        &[Cause::Parity, Cause::Pass, Cause::Corner, Cause::KeySquare, Cause::Sacrifice, Cause::Access]
    } else {
        &[Cause::Corner, Cause::Quiet, Cause::KeySquare, Cause::Mobility, Cause::Noisy, Cause::SafeMoves]
    };
    // Reasons that share a word of the glossary cannot be told apart.
    let near = |a: Cause, b: Cause| a.word() == b.word();
    let mut free = usual
        .iter()
        .copied()
        .filter(|other| !near(*other, cause) && !applying.iter().any(|applies| near(*other, *applies)));
    // Which two varies by position.
    let skip = position.board().player.bits().count_ones() as usize % 2;
    let found: Vec<Cause> = free.by_ref().skip(skip).take(2).collect();
    found.try_into().ok()
}

/// Whether the answer is an undisputed corner: there is no other corner to choose, and the other side has none.
fn is_given_away(position: &Position, answer: Square) -> bool {
    let board = position.board();
    let corner = Bitboard::CORNERS.contains(answer);
    corner && corners(board).len() == 1 && !corners(board.passed()).contains(answer)
}

/// Whether another move leads to the same board up to symmetry.
fn is_twofold(position: &Position, answer: Square) -> bool {
    let board = position.board();
    let after = board.after(answer).canonical();
    board.legal_moves().iter().any(|square| square != answer && board.after(square).canonical() == after)
}

/// Whether every wrong move gives up a corner and the answer does not.
fn loses_by_corners(position: &Position, answer: Square) -> bool {
    let board = position.board();
    let gives = |square: Square| !corners(board.after(square)).is_empty();
    !gives(answer) && board.legal_moves().iter().all(|square| square == answer || gives(square))
}

/// Whether the answer is what one would play without thinking: it turns the most discs, and is a corner if there is
/// one.
fn is_obvious(position: &Position, answer: Square) -> bool {
    let board = position.board();
    let most = board.legal_moves().iter().map(|square| turned(board, square)).max();
    let greedy = Some(turned(board, answer)) == most;
    greedy && (corners(board).is_empty() || Bitboard::CORNERS.contains(answer))
}
