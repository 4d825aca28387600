//! Self-play games from random openings.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use outflank_engine::{Limits, Random, Score};
use outflank_rules::{Board, Square};

use crate::Failure;
use crate::games::{self, Block, Game, GamesError, Played, UNITS_PER_DISC, to_move};
use crate::progress::Progress;
use crate::searcher::{self, Searcher};

/// Games per block; a block is the most that a killed run loses on each thread.
const BLOCK: usize = 256;

/// What is to be played.
#[derive(clap::Args)]
pub(crate) struct Plan {
    /// The file the games are added to
    pub file: PathBuf,
    /// How many games the file is to hold in the end
    #[arg(long, default_value_t = 10_000)]
    pub games: usize,
    /// Plies each search looks ahead
    #[arg(long, default_value_t = 6)]
    pub depth: u8,
    /// Solve from this many empties on
    #[arg(long, default_value_t = 14)]
    pub exact: u8,
    /// Seed of the openings and of everything else that is random
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Percentage of random moves after the opening, before positions are solved
    #[arg(long, default_value_t = 3)]
    pub random: usize,
    /// Percentage of random moves in solved positions
    #[arg(long, default_value_t = 0)]
    pub random_solved: usize,
    /// Fewest moves of an opening; short ones are more frequent
    #[arg(long, default_value_t = 6)]
    pub shortest: usize,
    /// Most moves of an opening
    #[arg(long, default_value_t = 44)]
    pub longest: usize,
    /// Branch off the games in this file: only the last move of an opening is random, those before it are the beginning of
    /// one of these games
    #[arg(long)]
    pub branch: Option<PathBuf>,
    /// Play with the classic search, which needs no weights: the very first generation
    #[arg(long)]
    pub bootstrap: bool,
    /// Play with these weights instead of those of the engine
    #[arg(long, conflicts_with = "bootstrap")]
    pub weights: Option<PathBuf>,
}

/// Plays until the file has as many games as planned. Existing blocks are kept, so a stopped run resumes where it was.
pub(crate) fn run(plan: &Plan, threads: usize) -> Result<(), Failure> {
    let &Plan { depth, exact, shortest, longest, .. } = plan;
    if shortest > longest || longest > 58 {
        return Err(Failure::Openings(shortest, longest));
    }
    if depth == 0 || depth > 60 || exact > 60 {
        return Err(Failure::Depth);
    }
    let stems = plan.branch.as_deref().map_or(Ok(Vec::new()), read_stems)?;
    if plan.bootstrap {
        play_all(plan, &stems, threads, Searcher::classic)
    } else {
        let weights = searcher::weights(plan.weights.as_deref())?;
        play_all(plan, &stems, threads, || Searcher::new(weights.clone()))
    }
}

/// A game that others branch off: its moves.
pub(crate) type Stem = Vec<Square>;

fn read_stems(path: &Path) -> Result<Vec<Stem>, Failure> {
    let fault = |fault| Failure::content(path, fault);
    let mut stems = Vec::new();
    for block in games::read(path)?.0 {
        let games = block.unpack().ok_or_else(|| fault(games::NO_GAME))?;
        stems
            .extend(games.iter().map(|game| game.moves.iter().map(|played| played.square).collect::<Stem>()));
    }
    if stems.is_empty() { Err(fault("there is no game in it to branch off")) } else { Ok(stems) }
}

fn play_all(
    plan: &Plan,
    stems: &[Stem],
    threads: usize,
    searcher: impl Fn() -> Searcher + Sync,
) -> Result<(), Failure> {
    let io = |e| GamesError::Io(plan.file.display().to_string(), e);
    let mut present = HashSet::new();
    let mut done = 0;
    let mut valid = 0;
    if plan.file.exists() {
        let (blocks, bytes) = games::read(&plan.file)?;
        done = blocks.iter().map(Block::len).sum();
        present = blocks.iter().map(|block| block.number).collect();
        valid = bytes;
    }
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&plan.file).map_err(io)?;
    file.set_len(valid as u64).map_err(io)?;
    let missing: Vec<u32> =
        (0..plan.games.div_ceil(BLOCK) as u32).filter(|number| !present.contains(number)).collect();
    let next = AtomicUsize::new(0);
    let output = Mutex::new((file, valid as u64));
    let progress = Progress::new("games", done, done + missing.len() * BLOCK)?;
    std::thread::scope(|scope| {
        let worker = || -> Result<(), Failure> {
            let mut searcher = searcher();
            while let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                let mut random = Random::numbered(plan.seed, number.into());
                let mut block = Vec::with_capacity(BLOCK);
                while block.len() < BLOCK {
                    if let Some(game) = play(plan, stems, &mut searcher, &mut random) {
                        block.push(game);
                        progress.advance(1);
                    }
                }
                let bytes = Block::pack(number, &block).to_bytes();
                let mut output = output.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                append(&mut output, &bytes).map_err(io)?;
            }
            Ok(())
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_for_each(crate::join)
    })?;
    progress.finish();
    Ok(())
}

fn append(output: &mut (File, u64), bytes: &[u8]) -> std::io::Result<()> {
    use std::io::{Seek, SeekFrom};
    output.0.seek(SeekFrom::Start(output.1))?;
    output.0.write_all(bytes)?;
    output.0.sync_data()?;
    output.1 += bytes.len() as u64;
    Ok(())
}

/// One game, which branches off one of the stems if there are any; `None` if it ended within the opening.
pub(crate) fn play(
    plan: &Plan,
    stems: &[Stem],
    searcher: &mut Searcher,
    random: &mut Random,
) -> Option<Game> {
    let draw = |random: &mut Random| plan.shortest + random.below(plan.longest - plan.shortest + 1);
    let opening = draw(random).min(draw(random));
    let stem: &[Square] = if stems.is_empty() { &[] } else { &stems[random.below(stems.len())] };
    let stem = &stem[..stem.len().min(opening.saturating_sub(1))];
    let mut game =
        Game { depth: plan.depth, exact: plan.exact, opening: opening as u8, moves: Vec::with_capacity(60) };
    let (mut board, mut black) = (Board::default(), true);
    while let Some(next) = to_move(board, black) {
        (board, black) = next;
        let legal = board.legal_moves();
        let any = |random: &mut Random| legal.iter().nth(random.below(legal.len()));
        let played = if game.moves.len() < opening {
            let square = stem.get(game.moves.len()).copied().or_else(|| any(random))?;
            Played { square, random: true, score: 0 }
        } else {
            let solved = board.empties().len() <= plan.exact.into();
            let limits = if solved { Limits::exact() } else { Limits::depth(plan.depth) };
            let (best, value) = searcher.best(board, &limits);
            let at_random = random.below(100) < if solved { plan.random_solved } else { plan.random };
            let limit = 64 * UNITS_PER_DISC;
            Played {
                square: if at_random { any(random)? } else { best },
                random: at_random,
                score: (value * UNITS_PER_DISC / Score::PER_DISC).clamp(-limit, limit) as i16,
            }
        };
        board = board.after(played.square);
        black = !black;
        game.moves.push(played);
    }
    (game.moves.len() > opening).then_some(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(name: &str, games: usize) -> Plan {
        Plan {
            file: std::env::temp_dir().join(format!("outflank-{name}-{}", std::process::id())),
            games,
            seed: 11,
            depth: 1,
            exact: 4,
            random: 5,
            random_solved: 0,
            shortest: 6,
            longest: 44,
            branch: None,
            bootstrap: true,
            weights: None,
        }
    }

    #[test]
    fn a_stopped_run_resumes_and_ends_with_the_same_games() {
        let (whole, halved) = (plan("whole", 3 * BLOCK), plan("halved", 3 * BLOCK));
        run(&whole, 2).unwrap();
        run(&Plan { games: BLOCK, ..plan("halved", 0) }, 2).unwrap();
        // The killed run was in the middle of a write.
        let mut bytes = std::fs::read(&halved.file).unwrap();
        bytes.extend(&bytes.clone()[..100]);
        std::fs::write(&halved.file, bytes).unwrap();
        run(&halved, 2).unwrap();
        let sorted = |plan: &Plan| {
            let (mut blocks, _) = games::read(&plan.file).unwrap();
            blocks.sort_by_key(|block| block.number);
            blocks.iter().flat_map(|block| block.unpack().unwrap()).collect::<Vec<_>>()
        };
        let games = sorted(&whole);
        let different: HashSet<Vec<Square>> =
            games.iter().map(|game| game.moves.iter().map(|played| played.square).collect()).collect();
        assert_eq!((games.len(), different.len()), (3 * BLOCK, 3 * BLOCK), "no game twice");
        assert_eq!(games, sorted(&halved));
        for game in &games {
            let (moments, result) = game.replay().expect("a whole, legal game");
            // Solved moves lead to the result they promise.
            if let Some(solved) =
                moments.iter().skip(game.opening.into()).find(|m| m.board.empties().len() <= 4)
            {
                let sign = if solved.black { 1 } else { -1 };
                assert_eq!(i32::from(solved.played.score), sign * result * UNITS_PER_DISC);
            }
        }
        std::fs::remove_file(&whole.file).unwrap();
        std::fs::remove_file(&halved.file).unwrap();
    }

    #[test]
    fn games_branch_off_others() {
        let stems: Vec<Stem> = (0..3)
            .map(|seed| {
                let game = play(&plan("", 1), &[], &mut Searcher::classic(), &mut Random::new(seed));
                game.unwrap().moves.iter().map(|played| played.square).collect()
            })
            .collect();
        let branching = Plan { shortest: 20, longest: 30, ..plan("", 1) };
        let mut random = Random::new(3);
        let mut left = 0;
        for _ in 0..50 {
            let game = play(&branching, &stems, &mut Searcher::classic(), &mut random).unwrap();
            let squares: Stem = game.moves.iter().map(|played| played.square).collect();
            let in_common = usize::from(game.opening) - 1;
            let stem = stems.iter().find(|stem| stem[..in_common] == squares[..in_common]);
            left += usize::from(stem.expect("one of the stems")[in_common] != squares[in_common]);
        }
        assert!(left > 25, "{left} of 50 games leave their stem with the random move");
    }

    #[test]
    fn moves_in_solved_positions_are_random_only_if_asked_for() {
        let random_moves = |random_solved| {
            let plan = Plan { random_solved, ..plan("", 1) };
            let mut random = Random::new(5);
            let games = (0..20).filter_map(|_| play(&plan, &[], &mut Searcher::classic(), &mut random));
            let late = games.flat_map(|game| {
                let moments = game.replay().expect("a whole, legal game").0;
                moments.into_iter().skip(game.opening.into()).collect::<Vec<_>>()
            });
            late.filter(|moment| moment.board.empties().len() <= 4 && moment.played.random).count()
        };
        assert_eq!(random_moves(0), 0);
        assert!((20..=60).contains(&random_moves(50)), "{} of some 80", random_moves(50));
    }
}
