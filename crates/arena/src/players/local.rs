use outflank_engine::{Clock, Engine, Goal, Limits, Random, StopToken, Strength, classic};
use outflank_rules::{Game, Move};

use crate::{Fault, Player};

/// An in-process engine that plays with a given strength.
///
/// It is cleared at the start of a game, so that games can be repeated.
pub struct EnginePlayer {
    engine: Engine,
    strength: Strength,
    random: Random,
}

impl EnginePlayer {
    /// A player with this engine.
    pub fn new(engine: Engine, strength: Strength) -> EnginePlayer {
        EnginePlayer { engine, strength, random: Random::new(0) }
    }
}

impl Player for EnginePlayer {
    fn new_game(&mut self, seed: u64, _: Option<Clock>) -> Result<(), Fault> {
        self.engine.reset();
        self.random = Random::new(seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game, clock: Option<Clock>) -> Result<Move, Fault> {
        let (engine, random) = (&mut self.engine, &mut self.random);
        let choice = self.strength.choose(engine, game.position(), clock, random, &StopToken::new());
        choice.map(|choice| choice.mv).ok_or(Fault::NoMove)
    }
}

/// The classic search with its documented utility function: a yardstick that does not change when trained weights do.
pub struct ClassicPlayer {
    limits: Limits,
}

impl ClassicPlayer {
    /// A player that searches within limits, and within its clock if it has one.
    pub fn new(limits: Limits) -> ClassicPlayer {
        ClassicPlayer { limits }
    }
}

impl Player for ClassicPlayer {
    fn new_game(&mut self, _: u64, clock: Option<Clock>) -> Result<(), Fault> {
        let endless = self.limits.time.is_none() && self.limits.nodes.is_none();
        if clock.is_none() && endless && self.limits.goal == Goal::Strongest {
            return Err(Fault::Protocol(
                "the classic search needs a depth, a time, nodes or a clock".to_owned(),
            ));
        }
        Ok(())
    }

    fn choose(&mut self, game: &Game, clock: Option<Clock>) -> Result<Move, Fault> {
        let empties = game.position().empties().len() as u32;
        let share = clock.map(|clock| clock.time_for_move(empties));
        let time = self.limits.time.into_iter().chain(share).min();
        let limits = Limits { time, ..self.limits };
        let analysis = classic::search(game.position(), &limits, &StopToken::new(), &mut |_| {});
        analysis.lines.first().map(outflank_engine::Line::mv).ok_or(Fault::NoMove)
    }
}
