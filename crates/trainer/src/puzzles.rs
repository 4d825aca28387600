//! Makes the pack of puzzles from games of the engine's own levels.
//!
//! Levels 3 to 7 play against themselves; `find` looks for puzzles in their games, `grade` lets the levels solve them.
//! Games are processed in batches and puzzles taken in the order of the games, so the pack does not depend on the
//! number of threads.

mod find;
mod grade;

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use outflank_engine::{Budget, Engine, Level, Options, Random, StopToken};
use outflank_rules::{Board, Game, Square};
use outflank_study::puzzles::{Pack, Puzzle, PuzzleKind};

use crate::progress::Progress;
use crate::{Failure, join, say};

/// What is to be made.
#[derive(clap::Args)]
pub(crate) struct Plan {
    /// The file to write
    #[arg(long, short)]
    output: PathBuf,
    /// How many puzzles of each kind, as in win:300,why:100
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "win:280,most:220,midgame:220,punish:220,wrong:150,why:150"
    )]
    kinds: Vec<Wanted>,
    /// Keep the puzzles of this file and add to them
    #[arg(long)]
    keep: Option<PathBuf>,
    /// Take only puzzles of this grade and above
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=10))]
    least_grade: u8,
    /// Look at no more games than this
    #[arg(long, default_value_t = 2_000)]
    games: usize,
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A number of puzzles of a kind.
#[derive(Clone, Copy)]
struct Wanted {
    kind: PuzzleKind,
    count: usize,
}

impl std::str::FromStr for Wanted {
    type Err = ParseWantedError;

    fn from_str(text: &str) -> Result<Wanted, ParseWantedError> {
        let wrong = || ParseWantedError(text.to_owned());
        let (kind, count) = text.split_once(':').ok_or_else(wrong)?;
        Ok(Wanted { kind: kind.parse().map_err(|_| wrong())?, count: count.parse().map_err(|_| wrong())? })
    }
}

/// The text is not a kind with a number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} says nothing: KIND:COUNT is expected, as in win:300")]
struct ParseWantedError(String);

/// Games between two checks of what is still wanted.
const BATCH: usize = 24;

/// No grade has more than this many times an equal share of a kind, as long as there are others.
const SHARE: f64 = 1.5;

/// Makes puzzles until there are as many as wanted.
pub(crate) fn run(plan: &Plan, threads: usize) -> Result<(), Failure> {
    let grades = 11 - plan.least_grade;
    let share = SHARE / f64::from(grades);
    let mut chosen = Chosen { wanted: plan.kinds.clone(), share, ..Chosen::default() };
    if let Some(path) = &plan.keep {
        let text = std::fs::read_to_string(path).map_err(Failure::file(path))?;
        let pack = Pack::parse(&text).map_err(|_| Failure::content(path, "a line is no puzzle"))?;
        chosen.kept = pack.puzzles;
        chosen.seen = chosen.kept.iter().map(|puzzle| puzzle.position.board().canonical()).collect();
    }
    let total = plan.kinds.iter().map(|wanted| wanted.count).sum();
    let progress = Progress::new("puzzles", 0, total)?;
    let mut shown = 0;
    for start in (0..plan.games).step_by(BATCH) {
        let open = chosen.open();
        if open.is_empty() {
            break;
        }
        for puzzle in batch(plan, start, &open, threads) {
            chosen.offer(puzzle);
        }
        let taken = chosen.taken();
        progress.advance(taken - shown);
        shown = taken;
        let text = HEADER.to_owned() + &chosen.pack().text();
        std::fs::write(&plan.output, text).map_err(Failure::file(&plan.output))?;
    }
    progress.finish();
    say!("{}", table(&chosen.pack()));
    Ok(())
}

const HEADER: &str = "\
# Puzzles: kind, grade, theme, board (the solver is X), values of the best move and of the next, answer. For punish the
# board is the one before the last move, which comes last; for wrong the three moves come last, for why the mistake and
# three reasons, the true one first. Made by `outflank-trainer puzzles` (crates/trainer/README.md has the command).
";

/// The puzzles found in some games, in the order of the games.
fn batch(plan: &Plan, start: usize, open: &[PuzzleKind], threads: usize) -> Vec<Puzzle> {
    let next = AtomicUsize::new(start);
    let mut found: Vec<(usize, Vec<Puzzle>)> = std::thread::scope(|scope| {
        let worker = || {
            let mut engine = Engine::new(Options { threads: 1, table_mb: 32 });
            let mut found = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= start + BATCH {
                    return found;
                }
                // Clear the table: which games it remembers depends on the threads.
                engine.reset();
                let mut random = Random::numbered(plan.seed, number as u64);
                let game = play(&mut engine, &mut random);
                found.push((number, find::puzzles(&game, open, plan.least_grade, &mut engine, &mut random)));
            }
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(join).collect()
    });
    found.sort_by_key(|(number, _)| *number);
    found.into_iter().flat_map(|(_, puzzles)| puzzles).collect()
}

/// The budget of a level, with a time that is never reached, since the machine may be busy.
fn budget() -> Budget {
    Budget { time: std::time::Duration::from_mins(10), nodes: None }
}

/// A game of one of the levels 3 to 7 against itself, so that most games are close.
fn play(engine: &mut Engine, random: &mut Random) -> Game {
    let level = Level::new(3 + random.below(5) as u8).unwrap_or(Level::MEDIUM);
    let mut game = Game::default();
    while !game.is_over() {
        let position = *game.position();
        let choice = engine.choose_within(&position, level, budget(), random, &StopToken::new());
        let Some(choice) = choice else { break };
        if game.play(choice.mv).is_err() {
            break;
        }
    }
    game
}

/// The puzzles taken so far.
#[derive(Default)]
struct Chosen {
    wanted: Vec<Wanted>,
    /// The share of a kind that one grade may have.
    share: f64,
    kept: Vec<Puzzle>,
    taken: BTreeMap<PuzzleKind, Vec<Puzzle>>,
    /// Puzzles of frequent grades: used if the others are not enough.
    spare: BTreeMap<PuzzleKind, Vec<Puzzle>>,
    seen: HashSet<Board>,
}

impl Chosen {
    /// The kinds that are still wanted, the one with the most missing first.
    fn open(&self) -> Vec<PuzzleKind> {
        let filled = |wanted: &Wanted| {
            self.taken.get(&wanted.kind).map_or(0, Vec::len) as f64 / wanted.count.max(1) as f64
        };
        let mut open: Vec<&Wanted> = self.wanted.iter().filter(|wanted| filled(wanted) < 1.0).collect();
        open.sort_by(|a, b| filled(a).total_cmp(&filled(b)));
        open.into_iter().map(|wanted| wanted.kind).collect()
    }

    fn offer(&mut self, puzzle: Puzzle) {
        let Some(wanted) = self.wanted.iter().find(|wanted| wanted.kind == puzzle.kind) else { return };
        if !self.seen.insert(puzzle.position.board().canonical()) {
            return;
        }
        let taken = self.taken.entry(puzzle.kind).or_default();
        let same = taken.iter().filter(|other| other.grade == puzzle.grade).count();
        let most = (wanted.count as f64 * self.share).ceil() as usize;
        if taken.len() < wanted.count && same < most {
            taken.push(puzzle);
        } else {
            self.spare.entry(puzzle.kind).or_default().push(puzzle);
        }
    }

    fn taken(&self) -> usize {
        self.taken.values().map(Vec::len).sum()
    }

    /// All puzzles that are kept, filled up with spare ones where too few were taken, by kind and grade.
    fn pack(&self) -> Pack {
        let mut puzzles = self.kept.clone();
        for wanted in &self.wanted {
            let of = |kind: &BTreeMap<_, Vec<Puzzle>>| kind.get(&wanted.kind).cloned().unwrap_or_default();
            puzzles.extend(of(&self.taken).into_iter().chain(of(&self.spare)).take(wanted.count));
        }
        puzzles.sort_by_key(|puzzle| (puzzle.kind, puzzle.grade));
        Pack { puzzles }
    }
}

/// How many puzzles there are by kind and grade, and by theme.
fn table(pack: &Pack) -> String {
    let mut text = String::from("| kind | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | all |\n");
    text += "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
    for kind in PuzzleKind::ALL {
        let of = |grade: u8| {
            pack.puzzles.iter().filter(|puzzle| puzzle.kind == kind && puzzle.grade == grade).count()
        };
        let counts: Vec<String> = (1..=10).map(|grade| of(grade).to_string()).collect();
        let all: usize = (1..=10).map(of).sum();
        let _ = writeln!(text, "| {kind} | {} | {all} |", counts.join(" | "));
    }
    let mut themes: BTreeMap<&str, usize> = BTreeMap::new();
    for puzzle in &pack.puzzles {
        *themes.entry(puzzle.theme.map_or("none", |theme| theme.name())).or_default() += 1;
    }
    let themes: Vec<String> = themes.iter().map(|(name, count)| format!("{name} {count}")).collect();
    text + &format!("\nThemes: {}.", themes.join(", "))
}

/// The corners that the side to move may take.
fn corners(board: Board) -> outflank_rules::Bitboard {
    board.legal_moves() & outflank_rules::Bitboard::CORNERS
}

/// The number of discs that a move turns.
fn turned(board: Board, square: Square) -> usize {
    board.flips(square).len()
}
