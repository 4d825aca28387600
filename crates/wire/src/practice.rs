//! Practice, puzzles, the gym and lessons on a page: what is asked and answered, and what the page is to keep.

use outflank_rules::{Color, Game};
use outflank_study::drill::{Ask, Drill, Reply};
use outflank_study::gym::{Against, EMPTIES, Gym};
use outflank_study::lessons::{self, Course};
use outflank_study::practice::{Cost, Deck, Line, Seconds, Statistics, Status, day, week};
use outflank_study::puzzles::{Pack, PuzzleKind};
use outflank_study::reasons::Cause;
use outflank_study::{Phase, coach, glossary};
use serde::{Deserialize, Serialize};

use crate::position::names;
use crate::{OpeningProgress, OpeningState, Pair, Placed, Position, Refusal, ReviewRequest, Side};

/// What a page says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum PracticeRequest {
    /// The first message: everything that was kept so far, one JSON object a line.
    Hello {
        /// The lines.
        log: String,
        /// The key of a player with whom the lines are to be kept, too.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
    },
    /// Begins a drill.
    Begin {
        /// Which.
        drill: DrillChoice,
    },
    /// Answers what is asked.
    Reply {
        /// The answer.
        reply: DrillReply,
    },
    /// Asks for a clue.
    Clue,
    /// Ends the drill.
    Leave,
    /// Asks which openings there are to train.
    Openings,
    /// Makes cards of a player's mistakes in a game that is over.
    Learn(LearnRequest),
    /// Adds lines that were kept elsewhere.
    Import {
        /// The lines.
        log: String,
    },
    /// Forgets everything, also what is kept with the player.
    Forget,
    /// Is answered by a pong.
    Ping,
}

/// A game to learn from: one of the server, or a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct LearnRequest {
    /// The id of a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Or a record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<ReviewRequest>,
    /// Whose mistakes.
    pub side: Side,
}

/// A drill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum DrillChoice {
    /// A session of cards.
    Practice,
    /// The puzzle of the day.
    Daily,
    /// Puzzle after puzzle.
    Puzzles {
        /// `win`, `most`, `midgame`, `punish`, `wrong` or `why`; all if it is not said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        only: Option<String>,
    },
    /// Even endings.
    Gym {
        /// 8, 12, 16 or 20.
        empties: usize,
        /// The level of the other side; best play if it is not said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<u8>,
    },
    /// A lesson.
    Lesson {
        /// Counting from 1.
        number: usize,
        /// After how many of its steps to continue.
        #[serde(default)]
        step: usize,
    },
    /// Lines of an opening against what people play, those that are due first.
    Opening {
        /// Its name or its moves; the first moves of the game if it is not said.
        #[serde(default)]
        opening: String,
        /// The player's side; by default the side that made the last move of the opening.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
    },
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum DrillReply {
    /// A square.
    Square(String),
    /// The sentence with this number, counting from 0.
    Choice(usize),
    /// Go on.
    Next,
    /// Show the answer.
    Show,
    /// Leave this one out.
    Skip,
}

impl DrillReply {
    /// The reply, unless its square is none.
    pub fn read(&self) -> Option<Reply> {
        Some(match self {
            DrillReply::Square(name) => Reply::Square(name.parse().ok()?),
            DrillReply::Choice(number) => Reply::Choice(*number),
            DrillReply::Next => Reply::Next,
            DrillReply::Show => Reply::Show,
            DrillReply::Skip => Reply::Skip,
        })
    }
}

/// What the server says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PracticeMessage {
    /// What there is to do, when nothing is open.
    Overview(Box<Overview>),
    /// What is asked.
    Prompt(Box<DrillPrompt>),
    /// A clue.
    Clue {
        /// In words; nothing where there is none.
        text: Option<String>,
    },
    /// Lines to append to the log, sent before anything that follows from them.
    Keep {
        /// Each is one JSON object.
        lines: Vec<String>,
    },
    /// The openings that can be trained, the first moves of the game before all others.
    Openings {
        /// The openings.
        openings: Vec<OpeningState>,
    },
    /// A game is being reviewed.
    Learning {
        /// Parts of a hundred that are done.
        percent: usize,
    },
    /// A game has been reviewed.
    Learnt {
        /// The cards of mistakes that were made.
        cards: usize,
        /// How many existing cards were played right in it.
        found: usize,
        /// Whether it had been reviewed before; then nothing was done.
        known: bool,
    },
    /// Lines were added.
    Imported {
        /// How many were new.
        new: usize,
        /// Of how many that could be read.
        of: usize,
        /// Lines that could not be read, and are left out.
        bad: usize,
    },
    /// Everything was forgotten here.
    Forgotten,
    /// What was asked for is not done.
    Refused(Refusal),
    /// The answer to a ping.
    Pong,
}

/// What is on the board and what is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DrillPrompt {
    /// `practice`, `puzzle`, `gym`, `lesson` or `coach`.
    pub drill: String,
    /// Where in the drill this is.
    pub place: String,
    /// The board.
    pub position: Position,
    /// The disc that was placed last.
    pub last: Option<String>,
    /// Squares that the text is about.
    pub marks: Vec<String>,
    /// The text, in paragraphs; the task comes last.
    pub text: Vec<String>,
    /// Words of the glossary in the text.
    pub words: Vec<Mention>,
    /// What can be replied.
    pub ask: DrillAsk,
    /// Whether `show` shows an answer.
    pub answer: bool,
    /// Lines that can be looked at, from the position on the board.
    pub lines: Vec<DrillLine>,
    /// How each task so far went.
    pub done: Vec<bool>,
    /// How many are left, this one included.
    pub left: usize,
    /// How many steps of a lesson are done, to continue from there.
    pub step: usize,
}

/// A word of the glossary in a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Mention {
    /// As it is written in the text.
    pub written: String,
    /// As the glossary has it.
    pub word: String,
}

/// What can be replied.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum DrillAsk {
    /// One of these squares.
    Square {
        /// The squares.
        squares: Vec<String>,
    },
    /// One of these sentences.
    Choice {
        /// The sentences.
        sentences: Vec<String>,
    },
    /// Nothing: continue after reading.
    Next,
    /// Nothing yet: the engine is asked.
    Wait,
    /// Nothing: this is the end.
    Done,
}

/// A line that can be looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DrillLine {
    /// `yours`, `best` or `game`.
    pub name: String,
    /// The moves.
    pub moves: Vec<String>,
    /// The position after each of them, and the disc that was placed.
    pub plies: Vec<DrillPly>,
}

/// A position in a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DrillPly {
    /// The position.
    pub position: Position,
    /// The disc placed last.
    pub last: Option<Placed>,
}

impl DrillPrompt {
    /// What a drill asks.
    pub fn new(drill: &dyn Drill) -> DrillPrompt {
        let prompt = drill.prompt();
        let mut words: Vec<Mention> = Vec::new();
        for (written, word) in prompt.text.iter().flat_map(|text| glossary::mentions(text)) {
            let mention = Mention { written: written.to_owned(), word: word.to_owned() };
            if !words.contains(&mention) {
                words.push(mention);
            }
        }
        let lines = prompt.lines.iter().map(|(name, moves)| {
            let mut game = Game::new(prompt.position);
            let legal = moves.iter().take_while(|mv| game.play(**mv).is_ok()).count();
            let plies = (1..=legal).filter_map(|ply| {
                let position = game.position_at(ply).map(Position::from)?;
                Some(DrillPly { position, last: Placed::last(&game, ply) })
            });
            let moves = moves[..legal].iter().map(ToString::to_string).collect();
            DrillLine { name: (*name).to_owned(), moves, plies: plies.collect() }
        });
        DrillPrompt {
            drill: drill.title().to_owned(),
            place: prompt.place.clone(),
            position: Position::from(&prompt.position),
            last: prompt.last.map(|square| square.to_string()),
            marks: names(prompt.marks),
            text: prompt.text.clone(),
            words,
            ask: match &prompt.ask {
                Ask::Square(squares) => DrillAsk::Square { squares: names(*squares) },
                Ask::Choice(sentences) => DrillAsk::Choice { sentences: sentences.clone() },
                Ask::Next => DrillAsk::Next,
                Ask::Wait => DrillAsk::Wait,
                Ask::Done => DrillAsk::Done,
            },
            answer: drill.has_answer(),
            lines: lines.collect(),
            done: prompt.done.clone(),
            left: prompt.left,
            step: drill.step(),
        }
    }
}

/// What there is to do, and how it went so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Overview {
    /// Cards that are due now.
    pub due: usize,
    /// Cards that were never asked.
    pub new: usize,
    /// Cards that are still to be learnt, those above among them.
    pub learning: usize,
    /// Cards that are known.
    pub known: usize,
    /// In how many days the next card is due, if none is now.
    pub next_in_days: Option<u64>,
    /// The rating against puzzles.
    pub rating: u32,
    /// Puzzles that were answered.
    pub answered: usize,
    /// Whether the puzzle of the day was.
    pub daily_done: bool,
    /// The kinds of puzzles, each with how many were not answered yet.
    pub kinds: Vec<KindLeft>,
    /// The numbers of empty squares that the gym has.
    pub gym_empties: Vec<usize>,
    /// Endings that were played to the end.
    pub gym_played: usize,
    /// Discs lost in each of them on average.
    pub gym_lost: f64,
    /// How many there were in a row without losing a result.
    pub gym_streak: usize,
    /// The lessons.
    pub lessons: Vec<LessonState>,
    /// How far one has come with openings, with either colour.
    pub openings: Pair<OpeningProgress>,
    /// What the last games say, if there are any.
    pub statistics: Option<PracticeStatistics>,
    /// How many tasks were done on each day of this week, Monday first.
    pub week: [usize; 7],
    /// Which of these days is today, counting from 0.
    pub today: usize,
    /// Whether the lines are kept with the player, too, for their other devices.
    pub with_player: bool,
}

/// A kind of puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KindLeft {
    /// Its name.
    pub kind: String,
    /// How many were not answered yet.
    pub left: usize,
}

/// A lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LessonState {
    /// Counting from 1.
    pub number: usize,
    /// What it is called.
    pub title: String,
    /// What one can do afterwards.
    pub goal: String,
    /// Whether it was done.
    pub done: bool,
}

/// What the last games say, per game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PracticeStatistics {
    /// How many games these are.
    pub games: usize,
    /// Accuracies, the oldest game first.
    pub accuracy: Vec<f64>,
    /// Discs lost in the opening, the midgame and the last twenty squares.
    pub phases: [f64; 3],
    /// Discs lost with each colour that was played.
    pub colors: Pair<Option<f64>>,
    /// What costs most, costliest first.
    pub causes: Vec<CauseCost>,
    /// What is to be done about it, in words, if anything is.
    pub advice: Option<Advice>,
}

/// What an idea costs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CauseCost {
    /// The idea in words.
    pub title: String,
    /// The word of the glossary that explains it.
    pub word: String,
    /// Discs per game.
    pub discs: f64,
    /// How often it happened.
    pub count: usize,
}

/// What helps most.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Advice {
    /// What costs most.
    pub sentence: String,
    /// The lesson about it.
    pub lesson: Option<usize>,
}

impl Overview {
    /// What the lines that were kept add up to.
    pub fn new(lines: &[Line], now: Seconds) -> Overview {
        let deck = Deck::new(lines);
        let gym = Gym::new(EMPTIES[0], Against::Solver, lines);
        let active =
            |status: Status| deck.cards().filter(|state| state.status == status && !state.card.fine).count();
        let answered = &deck.puzzles;
        let pack = Pack::embedded();
        let daily = pack.daily(day(now));
        let due = deck.due(now).len();
        let (week, today) = week(lines, now);
        Overview {
            due,
            new: deck.new_cards().len(),
            learning: active(Status::Active),
            known: active(Status::Retired),
            next_in_days: deck.next_day(now).filter(|_| due == 0).map(|next| next - day(now)),
            rating: deck.rating.value.round() as u32,
            answered: answered.len(),
            daily_done: daily.is_some_and(|puzzle| answered.contains(&puzzle.id())),
            kinds: PuzzleKind::ALL
                .into_iter()
                .map(|kind| KindLeft {
                    kind: kind.to_string(),
                    left: pack
                        .puzzles
                        .iter()
                        .filter(|puzzle| puzzle.kind == kind && !answered.contains(&puzzle.id()))
                        .count(),
                })
                .collect(),
            gym_empties: EMPTIES.to_vec(),
            gym_played: gym.past().len(),
            gym_lost: gym.past().iter().map(|entry| f64::from(entry.lost)).sum::<f64>()
                / gym.past().len().max(1) as f64,
            gym_streak: gym.streak(),
            lessons: (1..)
                .zip(&Course::embedded().lessons)
                .map(|(number, lesson)| LessonState {
                    number,
                    title: lesson.title.clone(),
                    goal: lessons::plain(&lesson.goal),
                    done: deck.lessons.contains(&lesson.id),
                })
                .collect(),
            openings: OpeningProgress::pair(coach::overall(lines, now)),
            statistics: (!deck.games().is_empty()).then(|| PracticeStatistics::from(&Statistics::new(&deck))),
            week,
            today,
            with_player: false,
        }
    }
}

impl From<&Statistics> for PracticeStatistics {
    fn from(found: &Statistics) -> PracticeStatistics {
        let phase = |of: Phase| found.phases.iter().find(|cost| cost.of == of).map_or(0.0, |cost| cost.discs);
        let color = |of: Color| found.colors.iter().find(|cost| cost.of == of).map(|cost| cost.discs);
        let cost = |cost: &Cost<Cause>| CauseCost {
            title: cost.of.title().to_owned(),
            word: cost.of.word().to_owned(),
            discs: cost.discs,
            count: cost.count,
        };
        PracticeStatistics {
            games: found.games,
            accuracy: found.accuracy.clone(),
            phases: Phase::ALL.map(phase),
            colors: Pair::of(color),
            causes: found.causes.iter().map(cost).collect(),
            advice: found
                .costliest()
                .map(|cost| Advice { sentence: cost.sentence(), lesson: lessons::number_for_cause(cost.of) }),
        }
    }
}
