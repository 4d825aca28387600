//! A search and its answer as data.

use std::time::Duration;

use outflank_engine::book;
use outflank_engine::{
    Analysis, Bounds, Budget, Certainty, Engine, Goal, Level, Limits, Line, Random, Score, StopToken,
};
use outflank_rules::{Bitboard, Move, Position};
use serde::{Deserialize, Serialize};

use crate::wire::Setup;

/// A search to be done, by whoever has an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// What is searched.
    pub position: Position,
    /// What for.
    pub ask: Ask,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// A move as a level would play it.
    Move {
        /// The level.
        level: Level,
        /// The longest it may take.
        time: Duration,
        /// Whether it may come from the opening book.
        book: bool,
    },
    /// What positions are worth.
    Search {
        /// How far.
        limits: Limits,
        /// Whether it begins with an empty table, so that it does not matter what was searched before.
        fresh: bool,
    },
}

/// What came of a search.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The move to play; none when the game is over.
    Move(Option<Move>),
    /// What was found.
    Search(Analysis),
}

impl Answer {
    /// The move, if that was asked for and there is one.
    pub(crate) fn into_move(self) -> Option<Move> {
        match self {
            Answer::Move(mv) => mv,
            Answer::Search(_) => None,
        }
    }

    /// What was found, if that was asked for.
    pub fn into_analysis(self) -> Option<Analysis> {
        match self {
            Answer::Move(_) => None,
            Answer::Search(analysis) => Some(analysis),
        }
    }
}

impl Task {
    /// Does it, with this opening book where one is wanted.
    pub(crate) fn run(
        &self,
        source: book::Source,
        engine: &mut Engine,
        random: &mut Random,
        stop: &StopToken,
        observer: &mut dyn FnMut(&Analysis),
    ) -> Answer {
        match self.ask {
            Ask::Move { level, time, book } => {
                engine.set_book(book.then_some(source));
                let budget = Budget { time: level.time_cap().min(time), nodes: None };
                let choice = engine.choose_within(&self.position, level, budget, random, stop);
                Answer::Move(choice.map(|choice| choice.mv))
            }
            Ask::Search { limits, fresh } => {
                if fresh {
                    engine.reset();
                }
                Answer::Search(engine.search(&self.position, &limits, stop, observer))
            }
        }
    }

    pub(super) fn to_json(self) -> serde_json::Result<String> {
        let ask = match self.ask {
            Ask::Move { level, time, book } => {
                AskData::Move { level: level.number(), time_us: micros(time), book }
            }
            Ask::Search { limits, fresh } => AskData::Search {
                goal: match limits.goal {
                    Goal::Strongest => GoalData::Strongest,
                    Goal::Depth(depth) => GoalData::Depth(depth),
                    Goal::Exact => GoalData::Exact,
                    Goal::WinLossDraw => GoalData::Wld,
                },
                time_us: limits.time.map(micros),
                nodes: limits.nodes,
                lines: limits.lines,
                exclude: limits.exclude.bits(),
                repeatable: limits.repeatable,
                fresh,
            },
        };
        serde_json::to_string(&TaskData { position: Setup::from(&self.position), ask })
    }

    /// Reads what another program wrote.
    pub(super) fn of_json(text: &str) -> Result<Task, String> {
        let data: TaskData = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let position = Position::try_from(&data.position).map_err(|error| error.to_string())?;
        let ask = match data.ask {
            AskData::Move { level, time_us, book } => Ask::Move {
                book,
                level: Level::new(level).ok_or_else(|| format!("there is no level {level}"))?,
                time: Duration::from_micros(time_us),
            },
            AskData::Search { goal, time_us, nodes, lines, exclude, repeatable, fresh } => {
                let goal = match goal {
                    GoalData::Strongest => Goal::Strongest,
                    GoalData::Depth(depth) => Goal::Depth(depth),
                    GoalData::Exact => Goal::Exact,
                    GoalData::Wld => Goal::WinLossDraw,
                };
                let time = time_us.map(Duration::from_micros);
                let exclude = Bitboard::from_bits(exclude);
                Ask::Search { limits: Limits { goal, time, nodes, lines, exclude, repeatable }, fresh }
            }
        };
        Ok(Task { position, ask })
    }
}

impl Answer {
    pub(super) fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string(&match self {
            Answer::Move(mv) => AnswerData::Move { mv: mv.map(|mv| mv.to_string()) },
            Answer::Search(analysis) => AnswerData::Search(AnalysisData::from(analysis)),
        })
    }

    pub(super) fn of_json(text: &str) -> Result<Answer, String> {
        let data: AnswerData = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let mv = |text: String| text.parse::<Move>().map_err(|error| error.to_string());
        Ok(match data {
            AnswerData::Move { mv: None } => Answer::Move(None),
            AnswerData::Move { mv: Some(text) } => Answer::Move(Some(mv(text)?)),
            AnswerData::Search(data) => {
                let lines = data.lines.into_iter().map(|line| {
                    let moves = line.moves.into_iter().map(mv).collect::<Result<Vec<Move>, String>>()?;
                    if moves.is_empty() {
                        return Err("a line without a move".to_owned());
                    }
                    Ok(Line {
                        score: Score::from_raw(line.score),
                        certainty: match line.certainty {
                            CertaintyData::Estimate => Certainty::Estimate,
                            CertaintyData::Selective(percent) => Certainty::Selective(percent),
                            CertaintyData::Wld => Certainty::WinLossDraw,
                            CertaintyData::Exact => Certainty::Exact,
                        },
                        depth: line.depth,
                        moves,
                    })
                });
                Answer::Search(Analysis {
                    lines: lines.collect::<Result<Vec<Line>, String>>()?,
                    nodes: data.nodes,
                    time: Duration::from_micros(data.time_us),
                    bounds: Bounds {
                        at_least: Score::from_raw(data.at_least),
                        at_most: Score::from_raw(data.at_most),
                    },
                })
            }
        })
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[derive(Serialize, Deserialize)]
struct TaskData {
    position: Setup,
    #[serde(flatten)]
    ask: AskData,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
enum AskData {
    Move {
        level: u8,
        time_us: u64,
        book: bool,
    },
    Search {
        goal: GoalData,
        time_us: Option<u64>,
        nodes: Option<u64>,
        lines: usize,
        exclude: u64,
        repeatable: bool,
        fresh: bool,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum GoalData {
    Strongest,
    Depth(u8),
    Exact,
    Wld,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
enum AnswerData {
    Move {
        #[serde(rename = "move")]
        mv: Option<String>,
    },
    Search(AnalysisData),
}

#[derive(Serialize, Deserialize)]
struct AnalysisData {
    lines: Vec<LineData>,
    nodes: u64,
    time_us: u64,
    at_least: i32,
    at_most: i32,
}

#[derive(Serialize, Deserialize)]
struct LineData {
    score: i32,
    certainty: CertaintyData,
    depth: u8,
    moves: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum CertaintyData {
    Estimate,
    Selective(u8),
    Wld,
    Exact,
}

impl From<&Analysis> for AnalysisData {
    fn from(analysis: &Analysis) -> AnalysisData {
        let line = |line: &Line| LineData {
            score: line.score.raw(),
            certainty: match line.certainty {
                Certainty::Estimate => CertaintyData::Estimate,
                Certainty::Selective(percent) => CertaintyData::Selective(percent),
                Certainty::WinLossDraw => CertaintyData::Wld,
                Certainty::Exact => CertaintyData::Exact,
            },
            depth: line.depth,
            moves: line.moves.iter().map(ToString::to_string).collect(),
        };
        AnalysisData {
            lines: analysis.lines.iter().map(line).collect(),
            nodes: analysis.nodes,
            time_us: micros(analysis.time),
            at_least: analysis.bounds.at_least.raw(),
            at_most: analysis.bounds.at_most.raw(),
        }
    }
}
