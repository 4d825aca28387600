use outflank_rules::{Move, Position};

use std::sync::Arc;

use crate::eval::Weights;
use crate::search::Searcher;
use crate::{Analysis, Budget, Level, Limits, Random, StopToken, book, classic, level, sys};

/// How many threads and how much memory an engine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Threads that search one position together; one is deterministic.
    pub threads: usize,
    /// Most mebibytes of the transposition table, which grows as searches need it.
    pub table_mb: usize,
}

impl Default for Options {
    /// A thread for each core, and 256 MiB.
    fn default() -> Options {
        Options { threads: sys::cores(), table_mb: 256 }
    }
}

/// Searches positions. Keeps what it learned from one search for the next, until [`Engine::reset`].
pub struct Engine {
    options: Options,
    weights: Arc<Weights>,
    /// Made when the first position under standard rules comes.
    searcher: Option<Searcher>,
    book: Option<book::Source>,
}

/// The move a level settled on and what it saw.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move to play.
    pub mv: Move,
    /// The search behind it. A weak level may play another than the first move of this.
    pub analysis: Analysis,
}

impl Engine {
    /// An engine ready to search. The first one in a program takes a moment to lay out the weights.
    pub fn new(options: Options) -> Engine {
        Engine::with_weights(options, Weights::embedded())
    }

    /// An engine that evaluates with other weights than those that come with it.
    pub fn with_weights(options: Options, weights: Arc<Weights>) -> Engine {
        Engine { options, weights, searcher: None, book: None }
    }

    /// The options it was made with.
    pub fn options(&self) -> Options {
        self.options
    }

    /// The same engine with an opening book to play from. Searches do not use it: only moves chosen for a game do.
    #[must_use]
    pub fn with_book(mut self, book: book::Source) -> Engine {
        self.set_book(Some(book));
        self
    }

    /// Gives it a book to play from, or takes it away.
    pub fn set_book(&mut self, book: Option<book::Source>) {
        self.book = book;
    }

    /// The book it plays from, if any.
    pub fn book(&self) -> Option<book::Source> {
        self.book
    }

    /// Forgets everything earlier searches have left behind.
    pub fn reset(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            searcher.reset();
        }
    }

    /// Searches a position within limits. `observer` sees every improvement on the way. After a stop the best
    /// so far comes back: at least one legal move, unless the game is over.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopToken,
        observer: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        if position.variant().is_standard() {
            return self.searcher().search(position.board(), limits, stop, observer);
        }
        classic::search(position, limits, stop, observer)
    }

    /// What searches under standard rules need.
    pub(crate) fn searcher(&mut self) -> &mut Searcher {
        let (options, weights) = (self.options, &self.weights);
        self.searcher.get_or_insert_with(|| Searcher::new(options, Arc::clone(weights)))
    }

    /// Chooses a move as a level would play it, within the level's time; `None` when the game is over. `random`
    /// makes games vary.
    pub fn choose(
        &mut self,
        position: &Position,
        level: Level,
        random: &mut Random,
        stop: &StopToken,
    ) -> Option<Choice> {
        self.choose_within(position, level, Budget { time: level.time_cap(), nodes: None }, random, stop)
    }

    /// [`choose`](Engine::choose) with another budget than the level's own.
    pub fn choose_within(
        &mut self,
        position: &Position,
        level: Level,
        budget: Budget,
        random: &mut Random,
        stop: &StopToken,
    ) -> Option<Choice> {
        level::choice::choose(self, position, level, budget, random, stop)
    }
}
