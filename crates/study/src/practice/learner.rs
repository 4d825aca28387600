//! From a finished game to what is kept of it: the review, then the cards.

use std::fmt;

use outflank_engine::Analysis;
use outflank_records::Record;
use outflank_rules::Color;

use super::maker::{CardMaker, game_name};
use super::{Deck, Event};
use crate::{Effort, Question, Reviewer};

/// Reviews a game and makes cards of one player's mistakes.
#[derive(Clone, Debug)]
pub struct Learner {
    record: Record,
    you: Color,
    stage: Stage,
}

#[derive(Clone, Debug)]
enum Stage {
    Reviewing(Box<Reviewer>),
    Making(Box<CardMaker>),
}

impl Learner {
    /// A game of which nothing is known yet.
    pub fn new(record: Record, you: Color) -> Result<Learner, CannotLearn> {
        if !record.game.start().variant().is_standard() {
            return Err(CannotLearn::OtherRules);
        }
        let reviewer = Reviewer::new(&record, Effort::Usual, Some(you)).map_err(|_| CannotLearn::NoMoves)?;
        Ok(Learner { record, you, stage: Stage::Reviewing(Box::new(reviewer)) })
    }

    /// The name by which the game is known in a deck.
    pub fn game(&self) -> String {
        game_name(&self.record)
    }

    /// The question to be answered next, the same until it is; `None` when there is nothing left to ask.
    #[allow(
        clippy::should_implement_trait,
        reason = "nothing is consumed: a question is asked until it is answered"
    )]
    pub fn next(&self) -> Option<Question> {
        match &self.stage {
            Stage::Reviewing(reviewer) => reviewer.next(),
            Stage::Making(maker) => maker.next(),
        }
    }

    /// Takes the answer to a question.
    pub fn answer(&mut self, id: u64, analysis: &Analysis) {
        match &mut self.stage {
            Stage::Reviewing(reviewer) => {
                reviewer.answer(id, analysis);
                if reviewer.next().is_none() {
                    let maker = CardMaker::new(reviewer.review(), &self.record, self.you);
                    self.stage = Stage::Making(Box::new(maker));
                }
            }
            Stage::Making(maker) => maker.answer(id, analysis),
        }
    }

    /// How much is done, in parts of a hundred.
    pub fn percent(&self) -> usize {
        match &self.stage {
            Stage::Reviewing(reviewer) => {
                let (done, all) = reviewer.progress();
                90 * done / all.max(1)
            }
            Stage::Making(maker) if maker.next().is_some() => 95,
            Stage::Making(_) => 100,
        }
    }

    /// What is to be kept, once there is nothing left to ask; nothing before.
    pub fn events(&self, deck: &Deck) -> Vec<Event> {
        match &self.stage {
            Stage::Making(maker) if maker.next().is_none() => maker.events(deck),
            _ => Vec::new(),
        }
    }
}

/// Why nothing can be learnt from a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CannotLearn {
    /// It has no moves.
    NoMoves,
    /// It was played by other rules than the standard ones, for which there are no reasons.
    OtherRules,
}

impl fmt::Display for CannotLearn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CannotLearn::NoMoves => "the game has no moves",
            CannotLearn::OtherRules => "only games by the standard rules can be practised",
        })
    }
}

impl std::error::Error for CannotLearn {}
