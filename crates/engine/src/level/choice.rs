//! How a level picks a move.

use std::time::Duration;

use outflank_rules::{Bitboard, Move, Position};

use super::character::{Character, Likes};
use super::{Level, opening};
use crate::classic::look_ahead;
use crate::sys::Instant;
use crate::{Analysis, Choice, Engine, Goal, Limits, Random, StopToken};

/// From this level on, a move that wins at once is never missed.
const SEES_THE_WIN: Level = Level::EASY;
/// From this level on, a corner that costs nothing is taken.
const TAKES_CORNERS: u8 = 3;
/// From this level on, the first moves are those people play.
const KNOWS_OPENINGS: u8 = 3;
/// Games are varied down to this many empty squares.
const OPENING: usize = 50;
/// The same for the strongest level.
const FIRST_MOVES: usize = 57;
/// The least randomness of a choice in the opening, in discs, so that games vary at every level.
const OPENING_TEMPERATURE: f64 = 0.5;
/// The honest search solves from this many empty squares, whatever its depth: it costs no more.
const SOLVE: usize = 10;
/// Without diagonals, values swing about twice as far (the errors in `classic/weights.rs`: 43 discs to 22), so a disc
/// counts half. Otherwise the weakest levels would have to play nearly the best move.
const ORTHOGONAL_STAKES: f64 = 2.0;
/// Time reserved for everything that is not search.
const SPARE: Duration = Duration::from_millis(30);

/// What a level may spend on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The time limit of the move.
    pub time: Duration,
    /// The node limit of the strongest level, which has no depth limit.
    pub nodes: Option<u64>,
}

/// Chooses a move as the level would; `None` when the game is over.
pub(crate) fn choose(
    engine: &mut Engine,
    position: &Position,
    level: Level,
    budget: Budget,
    random: &mut Random,
    stop: &StopToken,
) -> Option<Choice> {
    let started = Instant::now();
    // 0. Play from the book.
    if let Some(book) = engine.book()
        && let Some(choice) = opening::from_book(book(), position, level, 0, random)
    {
        return Some(choice);
    }
    if position.variant().is_standard() {
        engine.searcher(); // Making it takes time, which is part of the budget.
    }
    let time = budget.time.saturating_sub(SPARE + started.elapsed());
    let character = level.character();
    let squares = position.legal_moves();
    let empties = position.empties().len();
    let stakes = if position.variant().orthogonal { ORTHOGONAL_STAKES } else { 1.0 };
    let mut search = |goal, time, lines| {
        let nodes = budget.nodes.filter(|_| goal == Goal::Strongest);
        engine.search(
            position,
            &Limits { goal, time: Some(time), lines, nodes, ..Limits::default() },
            stop,
            &mut |_| {},
        )
    };

    // 1. With nothing to choose, a shallow search is enough to report something.
    if squares.len() <= 1 {
        return best(search(Goal::Depth(4), time / 2, 1));
    }

    // 2. The strongest level plays the best move found, except for the first moves, where many are equally good.
    let opening = empties >= if level == Level::STRONGEST { FIRST_MOVES } else { OPENING };
    if level == Level::STRONGEST && !opening {
        return best(search(Goal::Strongest, time, 1));
    }

    // 3. Near the end every level solves the position, some earlier than others.
    if empties <= usize::from(character.solve) {
        return best(search(Goal::Exact, time, 1));
    }

    // 4. The true value of every move. Levels with their own look-ahead need it only to rule out
    //    absurd moves.
    let goal = if empties <= SOLVE { Goal::Exact } else { Goal::Depth(character.depth) };
    let analysis = search(goal, time / 2, squares.len());
    let top = analysis.lines.first()?.score.discs();
    let mut moves: Vec<Candidate> = analysis
        .lines
        .iter()
        .map(|line| {
            let cost = (top - line.score.discs()).max(0.0) / stakes;
            Candidate {
                mv: line.mv(),
                cost,
                seen: cost,
                appeal: appeal(position, line.mv(), character.likes),
            }
        })
        .collect();

    // 5. Never miss the obvious: a move that wins the game at once, a free corner.
    if level >= SEES_THE_WIN
        && let Some(mv) = winning_move(position, &moves)
    {
        return Some(Choice { mv, analysis });
    }
    let corner = |candidate: &&Candidate| {
        candidate.mv.square().is_some_and(|square| Bitboard::CORNERS.contains(square))
            && candidate.cost <= character.cap
    };
    if level.number() >= TAKES_CORNERS
        && let Some(candidate) = moves.iter().find(corner)
    {
        return Some(Choice { mv: candidate.mv, analysis });
    }

    // 6. Play the second move of the game as people do.
    if level.number() >= KNOWS_OPENINGS
        && let Some(mv) = opening::reply(position, level, random)
    {
        return Some(Choice { mv, analysis });
    }

    // 7. The level's own look-ahead.
    if let Some(look) = character.look_ahead
        && let Some(seen) = look_ahead(position, look, random, (started, time), stop)
    {
        let top = seen.iter().map(|(_, score)| score.discs()).fold(f64::MIN, f64::max);
        for candidate in &mut moves {
            if let Some((_, score)) = seen.iter().find(|(mv, _)| *mv == candidate.mv) {
                candidate.seen = (top - score.discs()) / stakes;
            }
        }
    }

    // 8. A random move: the better it seems, the likelier, and none that costs too much.
    let floor = if opening { OPENING_TEMPERATURE } else { 0.0 };
    let mv = pick(&moves, character, character.temperature.max(floor), random);
    Some(Choice { mv, analysis })
}

/// A move that the level may play.
struct Candidate {
    mv: Move,
    /// Discs it really loses against the best move, scaled for the variant.
    cost: f64,
    /// Discs it seems to lose.
    seen: f64,
    /// How attractive it looks at a glance, in discs.
    appeal: f64,
}

fn best(analysis: Analysis) -> Option<Choice> {
    let mv = analysis.lines.first()?.mv();
    Some(Choice { mv, analysis })
}

/// How good a move looks at a glance.
fn appeal(position: &Position, mv: Move, likes: Likes) -> f64 {
    let Some(square) = mv.square() else { return 0.0 };
    let flips = position.flips(square).len() as f64;
    let on_edge = EDGES.contains(square) && !Bitboard::CORNERS.contains(square);
    let replies = position.play(mv).map_or(0, |next| next.legal_moves().len());
    likes.flips * flips
        + likes.edges * f64::from(u8::from(on_edge))
        + likes.corners * f64::from(u8::from(Bitboard::CORNERS.contains(square)))
        + likes.quiet * 8usize.saturating_sub(replies) as f64
}

const EDGES: Bitboard = Bitboard::from_bits(0xff81_8181_8181_81ff);

/// The move that ends the game with the largest win, if there is one.
fn winning_move(position: &Position, moves: &[Candidate]) -> Option<Move> {
    let margin = |mv: Move| {
        let outcome = position.play(mv).ok()?.outcome()?;
        (outcome.winner() == Some(position.turn())).then(|| outcome.margin().abs())
    };
    moves
        .iter()
        .filter_map(|candidate| Some((margin(candidate.mv)?, candidate.mv)))
        .max_by_key(|win| win.0)
        .map(|win| win.1)
}

/// A random move, with a probability that falls exponentially with how much worse it seems.
fn pick(moves: &[Candidate], character: &Character, temperature: f64, random: &mut Random) -> Move {
    let weight = |candidate: &Candidate| {
        if candidate.cost > character.cap {
            return 0.0;
        }
        ((candidate.appeal - character.insight * candidate.seen) / temperature).exp()
    };
    let total: f64 = moves.iter().map(weight).sum();
    let mut left = random.unit() * total;
    for candidate in moves {
        left -= weight(candidate);
        if left < 0.0 {
            return candidate.mv;
        }
    }
    moves[0].mv
}
