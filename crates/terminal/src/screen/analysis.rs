//! What the engine says about the positions of a game, when it is asked.

use std::time::Duration;

use outflank_engine::{Analysis, Certainty, Goal, Limits, Score};
use outflank_rules::{Color, Game, Move, Square};

use super::events::Effect;

/// What is known and what has been asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct AnalysisState {
    /// Whether values are shown for every position.
    pub(crate) on: bool,
    next_id: u64,
    asked: Option<Asked>,
    /// What is known of one position, and after how many moves it stands.
    found: Option<(usize, Analysis)>,
    /// Values after each number of moves, as Black sees them.
    scores: Vec<Option<Score>>,
}

#[derive(Clone, Copy, Debug)]
struct Asked {
    id: u64,
    ply: usize,
    purpose: Purpose,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// A person wants to know what to play.
    Hint,
    /// Values are on.
    Values,
    /// The game is over and the chart is being drawn, from the end backwards.
    Chart,
}

/// How long the engine looks at a position.
const HINT_TIME: Duration = Duration::from_millis(1500);
const VALUES_TIME: Duration = Duration::from_millis(1200);
const CHART_TIME: Duration = Duration::from_millis(120);
const HINT_LINES: usize = 3;

impl AnalysisState {
    /// Another game begins. Numbers go on, so that late answers are known as such.
    pub(crate) fn start_anew(&mut self) {
        *self = AnalysisState { on: self.on, next_id: self.next_id, ..AnalysisState::default() };
    }

    /// The game has gone on or back to a number of moves.
    pub(crate) fn forget_position(&mut self, ply: usize) {
        self.asked = None;
        self.found = None;
        self.scores.truncate(ply);
    }

    /// Asks for the best moves.
    pub(crate) fn hint(&mut self, game: &Game, ply: usize) -> Option<Effect> {
        let limits = Limits { lines: HINT_LINES, ..Limits::time(HINT_TIME) };
        self.ask(game, ply, Purpose::Hint, limits)
    }

    /// Asks what a position and the moves in it are worth, unless that is known.
    pub(crate) fn values(&mut self, game: &Game, ply: usize) -> Option<Effect> {
        if self.found.as_ref().is_some_and(|(of, analysis)| *of == ply && analysis.lines.len() > HINT_LINES) {
            return None;
        }
        let lines = game.position_at(ply)?.legal_moves().len().max(1);
        self.ask(game, ply, Purpose::Values, Limits { lines, ..Limits::time(VALUES_TIME) })
    }

    /// Asks for the last value that the chart of a finished game lacks.
    pub(crate) fn chart(&mut self, game: &Game) -> Option<Effect> {
        let plies = game.moves().len();
        self.scores.resize(plies + 1, None);
        if let Some(outcome) = game.position().outcome() {
            let margin = i32::from(outcome.black) - i32::from(outcome.white);
            self.scores[plies] = Some(Score::from_discs(margin));
        }
        let ply = self.scores.iter().rposition(Option::is_none)?;
        self.ask(game, ply, Purpose::Chart, Limits::time(CHART_TIME))
    }

    fn ask(&mut self, game: &Game, ply: usize, purpose: Purpose, limits: Limits) -> Option<Effect> {
        let position = *game.position_at(ply)?;
        if position.is_over() {
            return None;
        }
        self.next_id += 1;
        self.asked = Some(Asked { id: self.next_id, ply, purpose });
        let limits = Limits { goal: Goal::Strongest, ..limits };
        Some(Effect::Analyse { id: self.next_id, position, limits })
    }

    /// Takes an answer. What a hint says comes back when it is complete.
    pub(crate) fn hear(&mut self, id: u64, analysis: Analysis, done: bool, game: &Game) -> Heard {
        let Some(asked) = self.asked.filter(|asked| asked.id == id) else { return Heard::Nothing };
        let (Some(best), Some(position)) = (analysis.lines.first(), game.position_at(asked.ply)) else {
            return Heard::Nothing;
        };
        let score = if position.turn() == Color::Black { best.score } else { -best.score };
        if self.scores.len() <= asked.ply {
            self.scores.resize(asked.ply + 1, None);
        }
        self.scores[asked.ply] = Some(score);
        let text = done.then(|| describe(&analysis));
        if asked.purpose != Purpose::Chart {
            self.found = Some((asked.ply, analysis));
        }
        match (done, asked.purpose) {
            (false, _) => Heard::Something,
            (true, purpose) => {
                self.asked = None;
                match purpose {
                    Purpose::Hint => Heard::Hint(text.unwrap_or_default()),
                    Purpose::Values | Purpose::Chart => Heard::Complete,
                }
            }
        }
    }

    /// Whether an answer is awaited that somebody has asked for.
    pub(crate) fn seeking_hint(&self) -> bool {
        self.asked.is_some_and(|asked| asked.purpose == Purpose::Hint)
    }

    /// The values of moves in the position after `ply` moves, the best first, in whole discs.
    pub(crate) fn moves(&self, ply: usize) -> Vec<(Square, i32)> {
        let lines = self.found.iter().filter(|(of, _)| *of == ply).flat_map(|(_, analysis)| &analysis.lines);
        lines.filter_map(|line| Some((line.mv().square()?, line.score.round()))).collect()
    }

    /// What the position after `ply` moves is worth to Black, or else what the nearest one before it was.
    pub(crate) fn score(&self, ply: usize) -> Option<Score> {
        let known = self.scores.len().min(ply + 1);
        self.scores[..known].iter().rev().find_map(|score| *score)
    }

    /// The values after every move, as far as they are known, for the chart.
    pub(crate) fn scores(&self) -> &[Option<Score>] {
        &self.scores
    }
}

/// What an answer of the engine led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// It was out of date.
    Nothing,
    /// There is more to come.
    Something,
    /// There is not.
    Complete,
    /// There is not, and this is to be said.
    Hint(String),
}

/// The best moves in a sentence.
fn describe(analysis: &Analysis) -> String {
    let told = |line: &outflank_engine::Line| match line.mv() {
        Move::Pass => "pass".to_owned(),
        Move::Place(square) => format!("{square} ({})", value(line.score, line.certainty)),
    };
    let mut moves = analysis.lines.iter().map(told);
    let best = moves.next().unwrap_or_default();
    let rest: Vec<String> = moves.collect();
    if rest.is_empty() {
        format!("Hint: {best}.")
    } else {
        format!("Hint: {best}; then {}.", rest.join(", "))
    }
}

/// A value in discs: whole when it is proved, with a decimal when it is an estimate.
pub(crate) fn value(score: Score, certainty: Certainty) -> String {
    match certainty {
        Certainty::Exact => format!("{:+}, certain", score.round()),
        _ => format!("{:+.1}", score.discs()),
    }
}
