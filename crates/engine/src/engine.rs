use outflank_rules::{Move, Position};

use std::sync::Arc;

use crate::eval::Weights;
use crate::search::Searcher;
use crate::{Analysis, Budget, Level, Limits, Random, StopToken, book, classic, level, sys};

/// The threads and memory of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Threads that search one position together; a single one is deterministic.
    pub threads: usize,
    /// The largest size of the transposition table in mebibytes; it grows as searches need it.
    pub table_mb: usize,
}

impl Default for Options {
    /// One thread per core, and 256 MiB.
    fn default() -> Options {
        Options { threads: sys::cores(), table_mb: 256 }
    }
}

/// Searches positions. Results of one search help the next, until [`Engine::reset`].
pub struct Engine {
    options: Options,
    weights: Arc<Weights>,
    /// Created for the first position under standard rules.
    searcher: Option<Searcher>,
    book: Option<book::Source>,
}

/// The move a level chose, and its search.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move to play.
    pub mv: Move,
    /// The search behind it. A weak level may play another move than the first one here.
    pub analysis: Analysis,
}

impl Engine {
    /// An engine ready to search. The first one in a program takes a moment to load the weights.
    pub fn new(options: Options) -> Engine {
        Engine::with_weights(options, Weights::embedded())
    }

    /// An engine with other weights than those that come with it.
    pub fn with_weights(options: Options, weights: Arc<Weights>) -> Engine {
        Engine { options, weights, searcher: None, book: None }
    }

    /// The options it was made with.
    pub fn options(&self) -> Options {
        self.options
    }

    /// The same engine with an opening book to play from. Only moves chosen for a game use it, not searches.
    #[must_use]
    pub fn with_book(mut self, book: book::Source) -> Engine {
        self.set_book(Some(book));
        self
    }

    /// Sets or removes the book to play from.
    pub fn set_book(&mut self, book: Option<book::Source>) {
        self.book = book;
    }

    /// The book it plays from, if any.
    pub fn book(&self) -> Option<book::Source> {
        self.book
    }

    /// Clears everything that earlier searches left behind.
    pub fn reset(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            searcher.reset();
        }
    }

    /// Searches a position within limits. `observer` sees every improvement. After a stop, the best so far is returned:
    /// at least one legal move, unless the game is over.
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

    /// The searcher for standard rules.
    pub(crate) fn searcher(&mut self) -> &mut Searcher {
        let (options, weights) = (self.options, &self.weights);
        self.searcher.get_or_insert_with(|| Searcher::new(options, Arc::clone(weights)))
    }

    /// Chooses a move as a level would play it, within the level's time; `None` when the game is over. `random` makes
    /// games vary.
    pub fn choose(
        &mut self,
        position: &Position,
        level: Level,
        random: &mut Random,
        stop: &StopToken,
    ) -> Option<Choice> {
        self.choose_within(position, level, Budget { time: level.time_cap(), nodes: None }, random, stop)
    }

    /// Like [`choose`](Engine::choose), with another budget than the level's own.
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
