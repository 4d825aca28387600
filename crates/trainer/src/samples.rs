//! Training positions from games, with their values.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Mutex;

use outflank_engine::Random;
use outflank_rules::Board;

use crate::Failure;
use crate::games::{self, Game, Moment, UNITS_PER_DISC};

/// Positions with more empties than this occur in many games: equal ones are merged, with the mean value.
const OPENING_EMPTIES: usize = 46;

/// One of this many games is held out.
const HELD_OUT: u64 = 20;

/// A position to train on.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    pub board: Board,
    /// The value for the side to move, in discs.
    pub value: f32,
    /// Its weight in the loss.
    pub weight: f32,
}

/// Training positions in random order, and held-out positions.
pub(crate) struct Samples {
    pub training: Vec<Sample>,
    pub held_out: Vec<Sample>,
    pub games: usize,
}

/// A file of games and the weight of its positions.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub path: PathBuf,
    pub weight: f32,
}

impl std::str::FromStr for Source {
    type Err = ParseSourceError;

    /// `FILE` or `FILE=WEIGHT`.
    fn from_str(text: &str) -> Result<Source, ParseSourceError> {
        let Some((path, weight)) = text.rsplit_once('=') else {
            return Ok(Source { path: text.into(), weight: 1.0 });
        };
        match weight.parse() {
            Ok(weight) if weight > 0.0 => Ok(Source { path: path.into(), weight }),
            _ => Err(ParseSourceError(weight.to_owned())),
        }
    }
}

/// The text after the = is not a weight.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a weight: a number above 0 is expected after the =")]
pub(crate) struct ParseSourceError(String);

/// How positions are valued and weighted.
#[derive(Clone, Copy)]
pub(crate) struct Values {
    /// The share of the search score in the value of a position.
    pub share: f32,
    /// A position this far from even, in discs, has weight 1/2; further away less.
    pub half: f32,
}

impl Values {
    /// The weight of a position by its expected value: games are decided where they are close, and far from even the
    /// sum of weights hits the edge of the board. It must be the expected value, not the later one: selecting positions
    /// by that would teach that lost positions are less lost than they are.
    fn focus(self, expected: f32) -> f32 {
        1.0 / (1.0 + (expected / self.half).powi(2))
    }
}

/// Opening positions, with the held-out ones separate: the sum of their values, their count and their weight.
type Openings = HashMap<(Board, bool), (f32, f32, f32)>;

/// Loads games and extracts their positions. The value of a position is a mix: a share of it is its search score, the
/// rest is the value of the next position. So the further away the end of the game is, the less it counts, and the more
/// the searches in between do. At a random move, for which the players are not to blame, it is the search score alone.
/// Without a share for scores it is always the result.
pub(crate) fn load(sources: &[Source], values: Values, threads: usize) -> Result<Samples, Failure> {
    let mut blocks = Vec::new();
    for source in sources {
        let (read, _) = games::read(&source.path)?;
        blocks.extend(read.into_iter().map(|block| (block, source)));
    }
    let games = blocks.iter().map(|(block, _)| block.len()).sum();
    let openings: Mutex<Openings> = Mutex::default();
    let work = |thread: usize| -> Result<(Vec<Sample>, Vec<Sample>), Failure> {
        let (mut training, mut held_out) = (Vec::new(), Vec::new());
        for (block, source) in blocks.iter().skip(thread).step_by(threads) {
            let damaged = || Failure::content(&source.path, games::NO_GAME);
            for game in block.unpack().ok_or_else(damaged)? {
                let apart = is_held_out(&game);
                for Valued { board, value, expected } in valued(&game, values.share).ok_or_else(damaged)? {
                    let weight = source.weight * values.focus(expected);
                    if board.empties().len() > OPENING_EMPTIES {
                        let mut openings = openings.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                        let entry = openings.entry((board.canonical(), apart)).or_default();
                        entry.0 += value;
                        entry.1 += 1.0;
                        entry.2 = entry.2.max(weight);
                    } else {
                        let samples = if apart { &mut held_out } else { &mut training };
                        samples.push(Sample { board, value, weight });
                    }
                }
            }
        }
        Ok((training, held_out))
    };
    let parts = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        workers.into_iter().map(crate::join).collect::<Result<Vec<_>, Failure>>()
    })?;
    let (mut training, mut held_out) = (Vec::new(), Vec::new());
    for (mut learn, mut test) in parts {
        training.append(&mut learn);
        held_out.append(&mut test);
    }
    let openings = openings.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut openings: Vec<_> = openings.into_iter().collect();
    openings.sort_unstable_by_key(|&((board, _), _)| (board.player.bits(), board.opponent.bits()));
    for ((board, apart), (sum, count, weight)) in openings {
        let samples = if apart { &mut held_out } else { &mut training };
        samples.push(Sample { board, value: sum / count, weight });
    }
    let mut random = Random::new(1);
    for last in (1..training.len()).rev() {
        training.swap(last, random.below(last + 1));
    }
    Ok(Samples { training, held_out, games })
}

/// Whether a game is held out: decided by its first moves, so that it is the same in every run and games that branch
/// off one another are on the same side.
fn is_held_out(game: &Game) -> bool {
    let hash = game.moves.iter().take(8).fold(0x9e37_79b9_7f4a_7c15_u64, |hash, played| {
        (hash ^ played.square.index() as u64).wrapping_mul(0xff51_afd7_ed55_8ccd).rotate_left(29)
    });
    hash % HELD_OUT == 0
}

/// A position of a game.
struct Valued {
    board: Board,
    /// The value for the side to move, in discs.
    value: f32,
    /// The expected value, from the last search that did not see the end.
    expected: f32,
}

/// The positions after the opening with their values; `None` if the game is not legal.
fn valued(game: &Game, share: f32) -> Option<Vec<Valued>> {
    let (moments, result) = game.replay()?;
    let mut values = Vec::with_capacity(moments.len());
    let solved = |moment: &Moment| moment.board.empties().len() <= game.exact.into();
    let score = |moment: &Moment| f32::from(moment.played.score) / UNITS_PER_DISC as f32;
    // The expected value of solved positions, for Black: even, if there was no search.
    let before = moments.iter().skip(game.opening.into()).rfind(|moment| !solved(moment));
    let before = before.map_or(0.0, |moment| if moment.black { score(moment) } else { -score(moment) });
    // The value of the next position, for Black; at first the result of the game.
    let mut next_value = result as f32;
    for moment in moments.iter().skip(game.opening.into()).rev() {
        let sign = if moment.black { 1.0 } else { -1.0 };
        let (score, solved) = (score(moment), solved(moment));
        let trusted = solved || moment.played.random && share > 0.0;
        let value = if trusted { score } else { share * score + (1.0 - share) * sign * next_value };
        next_value = sign * value;
        let expected = if solved { sign * before } else { score };
        values.push(Valued { board: moment.board, value, expected });
    }
    Some(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::searcher::Searcher;
    use crate::selfplay::{Plan, play};
    use outflank_engine::Random;

    fn random_game(seed: u64) -> Game {
        let plan = Plan {
            file: PathBuf::new(),
            games: 1,
            seed: 1,
            depth: 1,
            exact: 6,
            random: 10,
            random_solved: 0,
            shortest: 10,
            longest: 10,
            branch: None,
            bootstrap: true,
            weights: None,
        };
        play(&plan, &[], &mut Searcher::classic(), &mut Random::new(seed)).unwrap()
    }

    #[test]
    fn values_stop_at_random_moves() {
        let game = random_game(4);
        let (moments, result) = game.replay().unwrap();
        let last_random = moments.iter().rposition(|m| m.played.random).unwrap();
        assert!(last_random > 10, "the sample game has a random move after its opening");
        let sign = |i: usize| if moments[i].black { 1.0 } else { -1.0 };
        let value = |share, i: usize| {
            let values = valued(&game, share).unwrap();
            values[moments.len() - 1 - i].value
        };
        let score = |i: usize| f32::from(moments[i].played.score) / 4.0;
        let exactly = moments.iter().position(|m| m.board.empties().len() <= 6).unwrap();
        let end = moments.len() - 1;
        let expected = [
            (0.0, 10, sign(10) * result as f32),
            (0.5, last_random, score(last_random)),
            (0.5, exactly - 1, 0.5 * (score(exactly - 1) + sign(exactly - 1) * result as f32)),
            (
                0.5,
                exactly - 2,
                0.5 * score(exactly - 2)
                    + sign(exactly - 2) * sign(exactly - 1) * 0.5 * value(0.5, exactly - 1),
            ),
            (0.9, end, sign(end) * result as f32),
        ];
        for (share, i, expected) in expected {
            assert!((value(share, i) - expected).abs() < 1e-6, "share {share} at move {i}");
        }
    }

    #[test]
    fn games_that_branch_off_are_held_out_together() {
        let games: Vec<Game> = (0..200).map(random_game).collect();
        let count = games.iter().filter(|game| is_held_out(game)).count();
        assert!((2..=25).contains(&count), "{count} of 200");
        for mut game in games {
            let apart = is_held_out(&game);
            game.moves.truncate(9);
            assert_eq!(is_held_out(&game), apart);
        }
    }

    #[test]
    fn a_source_may_have_a_weight() {
        let source: Source = "a=b/g1.games=0.25".parse().unwrap();
        assert_eq!((source.path, source.weight), (PathBuf::from("a=b/g1.games"), 0.25));
        assert!("g1.games=much".parse::<Source>().is_err());
    }
}
