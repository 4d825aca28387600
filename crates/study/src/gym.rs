//! The endgame gym: even positions near the end, played out; what counts is the discs lost against best play.

use outflank_engine::{Analysis, Goal, Level, Limits};
use outflank_rules::{Bitboard, Color, Game, Move, Position, Square};

use crate::drill::{Ask, Drill, Need, Prompt, Reply};
use crate::practice::{Event, GymEntry, Line, Seconds};
use crate::reasons::{Cause, Explainer};
use crate::words::{self, Voice};
use crate::{Candidate, Question, candidates};

/// Who plays the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// Best play.
    Solver,
    /// A level.
    Level(Level),
}

impl std::fmt::Display for Against {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Against::Solver => f.write_str("solver"),
            Against::Level(level) => write!(f, "level {level}"),
        }
    }
}

/// How many squares may be empty at the start.
pub const EMPTIES: [usize; 4] = [8, 12, 16, 20];
/// At the start neither side is ahead by more with best play.
const EVEN: f64 = 4.0;

/// One position after another.
#[derive(Clone, Debug)]
pub struct Gym {
    empties: usize,
    against: Against,
    game: Game,
    /// How many moves had been played when the player took over.
    start: usize,
    you: Color,
    stage: Stage,
    /// What every move of the player is worth, once it is known.
    values: Vec<Candidate>,
    /// What the position was worth to the player at the start.
    worth: f64,
    lost: f64,
    /// The costliest move: the position, the move and the best one.
    worst: Option<(Position, Candidate, Candidate)>,
    told: Vec<String>,
    past: Vec<GymEntry>,
    done: Vec<bool>,
    next_id: u64,
}

#[derive(Clone, Debug)]
enum Stage {
    /// Two levels play until the position is there.
    Finding,
    /// It is looked whether the position is even.
    Judging,
    /// The values of the player's moves are looked up.
    Looking,
    /// The player's turn.
    Yours,
    /// The other side's turn.
    Theirs,
    /// The game is over; why the costliest move was bad is being found out.
    Explaining(Box<Explainer>),
    /// The result is shown.
    Told,
}

impl Gym {
    /// A gym with positions of this many empty squares; the log says how earlier ones went.
    pub fn new<'a>(empties: usize, against: Against, lines: impl IntoIterator<Item = &'a Line>) -> Gym {
        let past = lines.into_iter().filter_map(|line| match &line.event {
            Event::Gym(entry) => Some(entry.clone()),
            _ => None,
        });
        Gym {
            empties,
            against,
            game: Game::default(),
            start: 0,
            you: Color::Black,
            stage: Stage::Finding,
            values: Vec::new(),
            worth: 0.0,
            lost: 0.0,
            worst: None,
            told: Vec::new(),
            past: past.collect(),
            done: Vec::new(),
            next_id: 1,
        }
    }

    /// How it went so far, the newest last.
    pub fn past(&self) -> &[GymEntry] {
        &self.past
    }

    /// How many positions in a row the player has not thrown a result away.
    pub fn streak(&self) -> usize {
        self.past.iter().rev().take_while(|entry| !entry.result_lost).count()
    }

    fn again(&mut self) {
        self.game = Game::default();
        self.stage = Stage::Finding;
        (self.lost, self.worst, self.told) = (0.0, None, Vec::new());
    }

    /// Plays passes, then lets the side to move go on.
    fn turn(&mut self) {
        while self.game.position().must_pass() {
            if self.game.play(Move::Pass).is_err() {
                break;
            }
        }
        let position = self.game.position();
        self.values.clear();
        self.stage = match () {
            () if position.is_over() => match &self.worst {
                Some((before, played, best)) => Explainer::new(*before, played, best)
                    .map_or(Stage::Told, |explainer| Stage::Explaining(Box::new(explainer))),
                None => Stage::Told,
            },
            () if position.turn() == self.you => Stage::Looking,
            () => Stage::Theirs,
        };
    }

    /// The end of a game: what it came to, once the reason of the costliest move is known.
    fn finish(&mut self) -> Vec<Event> {
        let (cause, reason) = match &self.stage {
            Stage::Explaining(explainer) if explainer.next().is_none() => {
                let found = explainer.explanation();
                let voice = Voice { you: Some(self.you), ..Voice::default() };
                (found.reason.as_ref().map(crate::reasons::Reason::cause), found.sentence(voice))
            }
            Stage::Told if self.told.is_empty() => (None, None),
            _ => return Vec::new(),
        };
        self.stage = Stage::Told;
        let outcome = self.game.position().score();
        let margin = f64::from(outcome.margin()) * if self.you == Color::Black { 1.0 } else { -1.0 };
        let sign = |discs: f64| (discs > 0.0) as i8 - (discs < 0.0) as i8;
        let result_lost = sign(margin) < sign(self.worth);
        let lost = self.lost.round() as u32;
        let entry =
            GymEntry { empties: self.empties, against: self.against.to_string(), lost, result_lost, cause };
        let (own, other) = (outcome.count(self.you), outcome.count(!self.you));
        let mut told = vec![match lost {
            0 => format!("{own}-{other}. No disc lost: that was best play to the end."),
            1.. => format!(
                "{own}-{other}. You gave away {}{}.",
                words::count(lost as usize, "disc", "discs"),
                if result_lost { ", and the result with them" } else { "" }
            ),
        }];
        if let Some((_, played, best)) = &self.worst {
            let sentence = reason.map_or(String::new(), |reason| format!(" {reason}"));
            told.push(format!(
                "The costliest move was {}: {} was worth {:.0} more.{sentence}",
                played.mv,
                best.mv,
                best.value.score.discs() - played.value.score.discs()
            ));
        }
        self.past.push(entry.clone());
        self.done.push(!result_lost);
        told.push(format!("In a row without losing a result: {}.", self.streak()));
        told.extend(self.in_common());
        self.told = told;
        vec![Event::Gym(entry)]
    }

    /// What the losses had in common.
    fn in_common(&self) -> Option<String> {
        let causes: Vec<Cause> =
            self.past.iter().filter(|entry| entry.lost > 0).filter_map(|e| e.cause).collect();
        let most =
            Cause::ALL.iter().copied().max_by_key(|cause| causes.iter().filter(|c| *c == cause).count())?;
        let count = causes.iter().filter(|cause| **cause == most).count();
        (count >= 2).then(|| {
            let all = words::count(causes.len(), "loss", "losses");
            format!("What your losses have in common: {} ({count} of {all}).", most.title())
        })
    }

    fn question(&self, limits: Limits) -> Need {
        Need::Search(Question { id: self.next_id, position: *self.game.position(), limits })
    }

    fn play(&mut self, square: Square) {
        let mv = Move::Place(square);
        let (Some(best), Some(played)) =
            (self.values.first().cloned(), self.values.iter().find(|value| value.mv == mv).cloned())
        else {
            return;
        };
        let loss = best.value.score.discs() - played.value.score.discs();
        let before = *self.game.position();
        if self.game.play(mv).is_err() {
            return;
        }
        self.lost += loss;
        let so_far = self
            .worst
            .as_ref()
            .map_or(0.0, |(_, played, best)| best.value.score.discs() - played.value.score.discs());
        if loss > so_far {
            self.worst = Some((before, played, best));
        }
        self.turn();
    }
}

impl Drill for Gym {
    fn title(&self) -> &'static str {
        "gym"
    }

    fn prompt(&self) -> Prompt {
        let position = *self.game.position();
        let shown =
            self.game.moves().len() >= self.start && !matches!(self.stage, Stage::Finding | Stage::Judging);
        let last = self.game.moves().last().and_then(|mv| mv.square()).filter(|_| shown);
        let color = words::capital(&self.you.to_string());
        let (text, ask) = match &self.stage {
            Stage::Finding | Stage::Judging => (vec!["Looking for an even position.".to_owned()], Ask::Wait),
            Stage::Explaining(_) => (vec!["The game is over.".to_owned()], Ask::Wait),
            Stage::Told => (self.told.clone(), Ask::Next),
            Stage::Looking | Stage::Theirs => (vec![format!("You are {color}.")], Ask::Wait),
            Stage::Yours => {
                let empties = position.empties().len();
                let task = format!("You are {color}, {empties} squares are empty. Your move.");
                (vec![task], Ask::Square(position.legal_moves()))
            }
        };
        Prompt {
            place: format!(
                "{} empties, against {}",
                self.empties,
                match self.against {
                    Against::Solver => "best play".to_owned(),
                    Against::Level(level) => format!("level {level}"),
                }
            ),
            position: if shown { position } else { Position::default() },
            last,
            marks: Bitboard::EMPTY,
            text,
            ask,
            lines: Vec::new(),
            done: self.done.clone(),
            left: 1,
        }
    }

    fn reply(&mut self, reply: Reply, _: Seconds) -> Vec<Event> {
        match (reply, &self.stage) {
            (Reply::Square(square), Stage::Yours) => {
                self.play(square);
                self.finish()
            }
            (Reply::Next | Reply::Skip, Stage::Told) | (Reply::Skip, Stage::Yours) => {
                self.again();
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn clue(&mut self) -> Option<String> {
        let (Stage::Yours, Some(best)) = (&self.stage, self.values.first()) else { return None };
        let good = self.values.iter().filter(|value| value.value.score == best.value.score).count();
        let all = self.values.len();
        Some(format!("{good} of {all} moves {} nothing.", if good == 1 { "loses" } else { "lose" }))
    }

    fn has_answer(&self) -> bool {
        false
    }

    fn need(&self) -> Option<Need> {
        let all = Limits { lines: 64, goal: Goal::Exact, ..Limits::default() };
        match &self.stage {
            Stage::Finding => {
                let level = Level::new(4 + (self.game.moves().len() % 2) as u8)?;
                Some(Need::Choose { id: self.next_id, position: *self.game.position(), level })
            }
            Stage::Judging => Some(self.question(Limits::exact())),
            Stage::Looking => Some(self.question(all)),
            Stage::Theirs => match self.against {
                Against::Solver => Some(self.question(Limits::exact())),
                Against::Level(level) => {
                    Some(Need::Choose { id: self.next_id, position: *self.game.position(), level })
                }
            },
            Stage::Explaining(explainer) => {
                let (position, limits) = explainer.next()?;
                Some(Need::Search(Question { id: self.next_id, position, limits }))
            }
            Stage::Yours | Stage::Told => None,
        }
    }

    fn hear(&mut self, id: u64, analysis: &Analysis) -> Vec<Event> {
        if id != self.next_id {
            return Vec::new();
        }
        self.next_id += 1;
        let first = analysis.lines.first();
        match &mut self.stage {
            Stage::Finding => {
                if first.is_none_or(|line| self.game.play(line.mv()).is_err()) || self.game.is_over() {
                    self.game = Game::default();
                }
                let position = self.game.position();
                if position.empties().len() == self.empties && position.legal_moves().len() > 1 {
                    self.stage = Stage::Judging;
                } else if position.empties().len() < self.empties {
                    self.game = Game::default();
                }
            }
            Stage::Judging => match first.map(|line| line.score.discs()) {
                Some(worth) if worth.abs() <= EVEN => {
                    self.worth = worth;
                    self.you = self.game.position().turn();
                    self.start = self.game.moves().len();
                    self.turn();
                }
                _ => self.game = Game::default(),
            },
            Stage::Looking => {
                self.values = candidates(analysis, self.you);
                self.stage = Stage::Yours;
            }
            Stage::Theirs => {
                if first.is_some_and(|line| self.game.play(line.mv()).is_ok()) {
                    self.turn();
                }
            }
            Stage::Explaining(explainer) => explainer.answer(analysis),
            Stage::Yours | Stage::Told => {}
        }
        if matches!(self.stage, Stage::Judging) && self.game.moves().is_empty() {
            self.stage = Stage::Finding;
        }
        self.finish()
    }
}
