use std::time::{Duration, Instant};

use outflank_engine::Clock;
use outflank_rules::{Color, Game, Move, Outcome};

use crate::{Fault, Player};

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The moves, those of the opening first.
    pub game: Game,
    /// How many of the moves (passes included) are the opening's.
    pub opening: usize,
    /// How it ended.
    pub ending: Ending,
    /// The time each move took; zero for passes and the opening.
    pub times: Vec<Duration>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// By the rules.
    Finished(Outcome),
    /// A player forfeited it.
    Forfeited {
        /// The player who lost.
        by: Color,
        /// The fault.
        fault: Fault,
    },
}

impl Played {
    /// The points of a colour: 1, ½ or 0.
    pub fn points(&self, color: Color) -> f64 {
        match &self.ending {
            Ending::Finished(outcome) => match outcome.winner() {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner == color)),
            },
            Ending::Forfeited { by, .. } => f64::from(u8::from(*by != color)),
        }
    }

    /// Black's discs minus White's as tournaments count them; 64 for a game that was forfeited.
    pub fn margin(&self) -> i8 {
        match &self.ending {
            Ending::Finished(outcome) => outcome.tournament_margin(),
            Ending::Forfeited { by: Color::White, .. } => 64,
            Ending::Forfeited { by: Color::Black, .. } => -64,
        }
    }
}

/// How much a move may exceed the clock: delays of a busy machine are nobody's fault.
const GRACE: Duration = Duration::from_millis(50);

/// Plays a game from an opening to its end. Only the referee enforces the rules: it plays passes itself, checks every
/// move and keeps the clocks.
pub(crate) fn play(
    players: [&mut dyn Player; 2],
    opening: &Game,
    clock: Option<Clock>,
    seeds: [u64; 2],
) -> Played {
    let mut played = Played {
        game: opening.clone(),
        opening: opening.moves().len(),
        ending: Ending::Finished(opening.position().score()),
        times: vec![Duration::ZERO; opening.moves().len()],
    };
    let mut referee = Referee { players, clocks: [clock; 2], spent: Duration::ZERO };
    for color in Color::ALL {
        if let Err(fault) = referee.players[color.index()].new_game(seeds[color.index()], clock) {
            played.ending = Ending::Forfeited { by: color, fault };
            return played;
        }
    }
    while !played.game.is_over() {
        referee.spent = Duration::ZERO;
        if let Err(fault) = referee.turn(&mut played.game) {
            played.ending = Ending::Forfeited { by: played.game.position().turn(), fault };
            return played;
        }
        played.times.push(referee.spent);
    }
    played.ending = Ending::Finished(played.game.position().score());
    played
}

/// Keeps the clocks and checks the moves of one game.
struct Referee<'a> {
    players: [&'a mut dyn Player; 2],
    clocks: [Option<Clock>; 2],
    /// The time of the last move.
    spent: Duration,
}

impl Referee<'_> {
    /// One move or pass.
    fn turn(&mut self, game: &mut Game) -> Result<(), Fault> {
        let illegal = |error: outflank_rules::PlayError| Fault::Illegal(error.to_string());
        if game.position().must_pass() {
            return game.play(Move::Pass).map_err(illegal);
        }
        let mover = game.position().turn().index();
        let clock = self.clocks[mover];
        let asked = Instant::now();
        let choice = self.players[mover].choose(game, clock);
        self.spent = asked.elapsed();
        if let Some(clock) = clock {
            let charged = self.spent.saturating_sub(GRACE);
            let left = clock.after_move(charged).ok_or(Fault::OutOfTime(self.spent))?;
            self.clocks[mover] = Some(left);
        }
        game.play(choice?).map_err(illegal)
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::Square;

    use super::*;

    /// Plays the first or last legal move, unless told otherwise at some ply.
    struct Scripted {
        last: bool,
        at: usize,
        act: fn(&Game) -> Result<Move, Fault>,
    }

    impl Player for Scripted {
        fn new_game(&mut self, _: u64, _: Option<Clock>) -> Result<(), Fault> {
            Ok(())
        }

        fn choose(&mut self, game: &Game, _: Option<Clock>) -> Result<Move, Fault> {
            assert!(!game.position().legal_moves().is_empty(), "never asked to pass");
            if game.moves().len() >= self.at {
                return (self.act)(game);
            }
            let mut squares = game.position().legal_moves().iter();
            let square = if self.last { squares.last() } else { squares.next() };
            Ok(Move::Place(square.unwrap()))
        }
    }

    fn good(last: bool) -> Scripted {
        Scripted { last, at: usize::MAX, act: |_| unreachable!() }
    }

    fn ending(at: usize, act: fn(&Game) -> Result<Move, Fault>) -> Ending {
        let mut black = Scripted { last: false, at, act };
        play([&mut black, &mut good(true)], &Game::default(), None, [0; 2]).ending
    }

    #[test]
    fn a_game_is_played_to_the_end_by_the_rules() {
        let played = play([&mut good(false), &mut good(true)], &Game::default(), None, [0; 2]);
        assert!(played.game.is_over());
        assert_eq!(played.ending, Ending::Finished(played.game.position().score()));
        assert_eq!(played.times.len(), played.game.moves().len());
        assert!((played.points(Color::Black) + played.points(Color::White) - 1.0).abs() < f64::EPSILON);
    }

    #[test]
    fn a_fault_loses_with_its_reason() {
        let fault = |fault| Ending::Forfeited { by: Color::Black, fault };
        assert_eq!(
            ending(0, |_| Ok(Move::Pass)),
            fault(Fault::Illegal("pass is not allowed while there is a legal move".to_owned()))
        );
        assert_eq!(
            ending(4, |_| Ok(Square::D4.into())),
            fault(Fault::Illegal("d4 is taken by a black disc".to_owned()))
        );
        assert_eq!(ending(2, |_| Err(Fault::Resigned)), fault(Fault::Resigned));
    }

    #[test]
    fn a_clock_that_runs_out_loses() {
        let mut slow = Scripted {
            last: false,
            at: 2,
            act: |_| {
                std::thread::sleep(Duration::from_millis(80));
                Ok(Move::Pass)
            },
        };
        let clock = Some(Clock::remaining(Duration::from_millis(20)));
        let played = play([&mut slow, &mut good(true)], &Game::default(), clock, [0; 2]);
        let Ending::Forfeited { by: Color::Black, fault: Fault::OutOfTime(time) } = played.ending else {
            panic!("{:?}", played.ending)
        };
        assert!(time >= Duration::from_millis(80));
        assert!(played.points(Color::White) > 0.9);
        assert_eq!(played.margin(), -64);
    }
}
