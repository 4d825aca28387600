use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use outflank_engine::{Clock, Random, StopToken};
use outflank_rules::{Color, Game};
use thiserror::Error;

use crate::{Contender, Decision, Fault, Played, Player, Sprt, Tally, referee};

/// A match of two contenders over a set of openings.
pub struct Match<'a> {
    contenders: [&'a Contender; 2],
    openings: &'a [Game],
    settings: Settings,
    stop: StopToken,
}

/// How a match is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Pairs of games. If there are more pairs than openings, the openings are reused from the first.
    pub pairs: usize,
    /// Pairs played in parallel.
    pub threads: usize,
    /// The clock of each player in each game.
    pub clock: Option<Clock>,
    /// A test that ends the match as soon as it is decided.
    pub sprt: Option<Sprt>,
    /// The seed of the players' randomness.
    pub seed: u64,
}

impl Default for Settings {
    /// 50 pairs without a clock or a test, on all cores.
    fn default() -> Settings {
        let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Settings { pairs: 50, threads, clock: None, sprt: None, seed: 0 }
    }
}

/// Two games from one opening: in the first, the first contender has Black.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The games.
    pub games: [Played; 2],
}

/// What an observer sees after each pair.
pub struct Progress<'a> {
    /// The pair.
    pub pair: &'a Pair,
    /// The tally, including this pair.
    pub tally: Tally,
    /// The decision of the test, if there is one.
    pub decision: Decision,
}

/// The result of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The tally.
    pub tally: Tally,
    /// The decision of the test, if there was one.
    pub decision: Decision,
    /// All games, in order.
    pub pairs: Vec<Pair>,
}

/// A match that cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StartError {
    /// There is nothing to start games from.
    #[error("a match needs at least one opening")]
    NoOpenings,
    /// A contender cannot play at all.
    #[error("{0} cannot play: {1}")]
    Player(String, Fault),
}

impl<'a> Match<'a> {
    /// A match, ready to run.
    pub fn new(
        first: &'a Contender,
        second: &'a Contender,
        openings: &'a [Game],
        settings: Settings,
    ) -> Match<'a> {
        Match { contenders: [first, second], openings, settings, stop: StopToken::new() }
    }

    /// The match ends early when this is stopped: pairs that are not finished then do not count.
    #[must_use]
    pub fn until(self, stop: StopToken) -> Match<'a> {
        Match { stop, ..self }
    }

    /// Plays the match. The observer sees the pairs in order.
    ///
    /// Pairs are counted in order however many run in parallel, and those after the one that decides a test are
    /// dropped, so the report does not depend on the order in which threads finish.
    pub fn run(&self, observer: &mut dyn FnMut(&Progress)) -> Result<Report, StartError> {
        if self.openings.is_empty() {
            return Err(StartError::NoOpenings);
        }
        self.check_contenders()?;
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let mut report = Report { tally: Tally::default(), decision: Decision::Undecided, pairs: Vec::new() };
        thread::scope(|scope| {
            let (send, receive) = mpsc::channel();
            for _ in 0..self.settings.threads.clamp(1, self.settings.pairs.max(1)) {
                let (send, next, stop) = (send.clone(), &next, &stop);
                scope.spawn(move || {
                    let mut players = [None, None];
                    while !stop.load(Ordering::Relaxed) && !self.stop.is_stopped() {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.settings.pairs {
                            break;
                        }
                        let pair = self.play_pair(number, &mut players);
                        if self.stop.is_stopped() || send.send((number, pair)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let mut waiting = BTreeMap::new();
            for (number, pair) in receive {
                waiting.insert(number, pair);
                while report.decision == Decision::Undecided
                    && let Some(pair) = waiting.remove(&report.pairs.len())
                {
                    self.count(&mut report, pair, observer);
                }
                if report.decision != Decision::Undecided {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        Ok(report)
    }

    fn count(&self, report: &mut Report, pair: Pair, observer: &mut dyn FnMut(&Progress)) {
        report.tally.add(&pair);
        if let Some(sprt) = &self.settings.sprt {
            report.decision = sprt.decision(&report.tally);
        }
        observer(&Progress { pair: &pair, tally: report.tally, decision: report.decision });
        report.pairs.push(pair);
    }

    /// A contender that cannot even start is a mistake in the setup of the match, not a lost game.
    fn check_contenders(&self) -> Result<(), StartError> {
        for contender in self.contenders {
            let begin = || contender.player()?.new_game(0, self.settings.clock);
            begin().map_err(|fault| StartError::Player(contender.name().to_owned(), fault))?;
        }
        Ok(())
    }

    fn play_pair(&self, number: usize, players: &mut [LazyPlayer; 2]) -> Pair {
        let opening = &self.openings[number % self.openings.len()];
        let [black_first, white_first] = seeds(self.settings.seed, number);
        let mut play = |first_has: Color, seeds| {
            let [first, second] = &mut *players;
            let (first, second) = (ready(first, self.contenders[0]), ready(second, self.contenders[1]));
            let stop = &self.stop;
            let (mut first, mut second) = (Stoppable(first, stop), Stoppable(second, stop));
            let players: [&mut dyn Player; 2] = match first_has {
                Color::Black => [&mut first, &mut second],
                Color::White => [&mut second, &mut first],
            };
            referee::play(players, opening, self.settings.clock, seeds)
        };
        Pair { games: [play(Color::Black, black_first), play(Color::White, white_first)] }
    }
}

/// The seeds of the players in each game of a pair: Black, then White.
fn seeds(seed: u64, pair: usize) -> [[u64; 2]; 2] {
    let mut random = Random::numbered(seed, pair as u64);
    [(); 2].map(|()| [(); 2].map(|()| random.next_u64()))
}

/// A player that is made for the first game and reused for the others.
type LazyPlayer = Option<Box<dyn Player>>;

fn ready<'a>(player: &'a mut LazyPlayer, contender: &Contender) -> &'a mut dyn Player {
    let make = || contender.player().unwrap_or_else(|fault| Box::new(Absent(fault)));
    player.get_or_insert_with(make).as_mut()
}

/// Plays on only while the match does. What a game that was broken off says is never counted.
struct Stoppable<'a>(&'a mut dyn Player, &'a StopToken);

impl Stoppable<'_> {
    fn check(&self) -> Result<(), Fault> {
        if self.1.is_stopped() { Err(Fault::NoMove) } else { Ok(()) }
    }
}

impl Player for Stoppable<'_> {
    fn new_game(&mut self, seed: u64, clock: Option<Clock>) -> Result<(), Fault> {
        self.check()?;
        self.0.new_game(seed, clock)
    }

    fn choose(&mut self, game: &Game, clock: Option<Clock>) -> Result<outflank_rules::Move, Fault> {
        self.check()?;
        self.0.choose(game, clock)
    }
}

/// Stands in for a player that could not be made: forfeits each game with the reason.
struct Absent(Fault);

impl Player for Absent {
    fn new_game(&mut self, _: u64, _: Option<Clock>) -> Result<(), Fault> {
        Err(self.0.clone())
    }

    fn choose(&mut self, _: &Game, _: Option<Clock>) -> Result<outflank_rules::Move, Fault> {
        Err(self.0.clone())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn all_players_of_all_games_have_different_seeds() {
        let drawn: Vec<u64> = (0..500).flat_map(|pair| seeds(0, pair)).flatten().collect();
        let different: HashSet<u64> = drawn.iter().copied().collect();
        assert_eq!(different.len(), drawn.len());
        assert_eq!(drawn.len(), 2000);
    }
}
