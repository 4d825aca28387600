//! An opening trained line by line, as a drill.

use outflank_engine::{Analysis, Limits, Random};
use outflank_records::{openings, transcript};
use outflank_rules::{Bitboard, Game, Move, Position, Square};

use super::{Coach, FIRST_MOVES, HOLDS, PUNISHMENT, Progress, Verdict};
use crate::Question;
use crate::drill::{Ask, Drill, Need, Prompt, Reply};
use crate::practice::{Event, OpeningEntry, Seconds};
use crate::words;

/// Plies a wrong answer is searched that the book does not know.
const DEPTH: u8 = 16;

/// Line after line of an opening.
#[derive(Debug)]
pub struct Training {
    coach: Coach<'static>,
    random: Random,
    /// How many lines are still to come; without end if it is not said.
    most: Option<usize>,
    /// The line so far; nothing at the end of the drill.
    game: Option<Game>,
    lines: usize,
    stage: Stage,
    /// The text beside the task.
    told: Vec<String>,
    progress: Progress,
    done: Vec<bool>,
}

/// Where in a line this is.
#[derive(Debug)]
enum Stage {
    /// The player is to answer.
    Asked,
    /// A wrong answer is shown: what was played, if anything was, and what is right.
    Wrong(Option<Square>, Verdict),
    /// The same, and the engine has said how it is punished where the book does not know.
    Punished(Square, Verdict),
    /// The line is at its end.
    Ended,
}

impl Training {
    /// A training of this many lines.
    pub fn new(coach: Coach<'static>, lines: Option<usize>, seed: u64, now: Seconds) -> Training {
        let mut training = Training {
            progress: coach.progress(now),
            coach,
            random: Random::new(seed),
            most: lines,
            game: None,
            lines: 0,
            stage: Stage::Asked,
            told: Vec::new(),
            done: Vec::new(),
        };
        training.begin(now);
        training.told.insert(0, training.introduction());
        training
    }

    /// What is trained, who the player is, and how far they are.
    pub fn introduction(&self) -> String {
        let game = self.coach.opening();
        let name = match openings::of_game(game) {
            _ if game.moves().is_empty() => FIRST_MOVES.name.to_owned(),
            Some(opening) => format!("{}, {}", opening.name, transcript::text(game)),
            None => format!("This opening, {}", transcript::text(game)),
        };
        format!("{name}. You play {}. {}", self.coach.side(), self.progress)
    }

    /// The moves that are right where the player is asked.
    pub fn right(&self) -> Vec<Square> {
        self.verdict(None).map_or_else(Vec::new, |verdict| verdict.right)
    }

    /// What is to be said to an answer, or of the position.
    fn verdict(&self, answer: Option<Square>) -> Option<Verdict> {
        let game = self.game.as_ref()?;
        self.coach.judge(game, answer.or(game.position().legal_moves().first())?)
    }

    /// The next line, if one is to come.
    fn begin(&mut self, now: Seconds) {
        self.told.clear();
        self.stage = Stage::Asked;
        self.game = None;
        if self.most.is_none_or(|most| self.lines < most) {
            self.game = self.coach.lesson(now, &mut self.random);
            self.lines += 1;
        }
        if let Some(game) = &self.game
            && !game.moves().is_empty()
        {
            self.told.push(format!("From the start: {}", transcript::text(game)));
        }
    }

    /// Takes note of an answer and plays on, or shows what was wrong.
    fn answer(&mut self, answer: Option<Square>, now: Seconds) -> Vec<Event> {
        let (Some(verdict), Some(game)) = (self.verdict(answer), &self.game) else { return Vec::new() };
        let right = answer.is_some() && verdict.wrong.is_none();
        let Some(mv) = answer.or(verdict.right.first().copied()) else { return Vec::new() };
        let entry = OpeningEntry { line: transcript::text(game), mv, right };
        self.coach.hear(now, &entry);
        self.progress = self.coach.progress(now);
        self.done.push(right);
        self.told = vec![match answer {
            Some(answer) => verdict.sentence(answer),
            None => format!("The book plays {}.", either(&verdict.right)),
        }];
        if right {
            self.play_on(mv, now);
        } else {
            self.stage = Stage::Wrong(answer, verdict);
        }
        vec![Event::Opening(entry)]
    }

    /// Plays a move of the player, and the other side's replies.
    fn play_on(&mut self, mv: Square, now: Seconds) {
        let Some(game) = &mut self.game else { return };
        if game.play(mv.into()).is_err() {
            return;
        }
        let from = game.moves().len();
        let goes_on = self.coach.go_on(game, now, &mut self.random);
        for (position, mv) in game.positions().iter().zip(game.moves()).skip(from) {
            let share = mv.square().and_then(|square| self.coach.share(position, square));
            let turn = position.turn();
            self.told.push(match share.filter(|_| turn != self.coach.side()) {
                Some(share) => format!("{turn} plays {mv}, as {:.0}% of people do.", 100.0 * share),
                None => format!("{turn} plays {mv}."),
            });
        }
        self.stage = if goes_on { Stage::Asked } else { Stage::Ended };
    }

    /// The lines that a wrong answer is shown with.
    fn shown(&self, answer: Option<Square>, verdict: &Verdict) -> Vec<(&'static str, Vec<Move>)> {
        let moves = |first: Square, then: &[Square]| -> Vec<Move> {
            std::iter::once(first).chain(then.iter().copied()).map(Move::Place).collect()
        };
        let yours = answer.zip(verdict.wrong.as_ref());
        let best = verdict.right.first().zip(self.game.as_ref());
        let yours = yours.map(|(answer, wrong)| ("yours", moves(answer, &wrong.punishment)));
        let best =
            best.map(|(best, game)| ("best", moves(*best, &self.coach.punishment(game.position(), *best))));
        yours.into_iter().chain(best).collect()
    }
}

impl Drill for Training {
    fn title(&self) -> &'static str {
        "coach"
    }

    fn prompt(&self) -> Prompt {
        let place = openings::of_game(self.coach.opening()).map_or(FIRST_MOVES.name, |opening| opening.name);
        let done = self.done.clone();
        let Some(game) = &self.game else {
            let nothing = self.most.is_none_or(|most| self.lines < most) && self.done.is_empty();
            let text = if nothing {
                vec!["The book has nothing to ask here.".to_owned()]
            } else {
                vec![format!("Until the next time: {}", self.progress)]
            };
            return Prompt::end(place, text, done);
        };
        let mut text = self.told.clone();
        let (ask, lines) = match &self.stage {
            Stage::Asked => {
                text.push("Your move?".to_owned());
                (Ask::Square(game.position().legal_moves()), Vec::new())
            }
            Stage::Wrong(answer, verdict) => (Ask::Next, self.shown(*answer, verdict)),
            Stage::Punished(answer, verdict) => (Ask::Next, self.shown(Some(*answer), verdict)),
            Stage::Ended => {
                text.push(format!("The book ends here. {}", self.progress));
                (Ask::Next, Vec::new())
            }
        };
        Prompt {
            place: match self.most {
                Some(most) => format!("{place}, line {} of {most}", self.lines),
                None => format!("{place}, line {}", self.lines),
            },
            position: *game.position(),
            last: game.moves().iter().rev().find_map(|mv| mv.square()),
            marks: Bitboard::EMPTY,
            text,
            ask,
            lines,
            done,
            left: 1,
        }
    }

    fn reply(&mut self, reply: Reply, now: Seconds) -> Vec<Event> {
        match (reply, &self.stage) {
            (Reply::Square(square), Stage::Asked) => return self.answer(Some(square), now),
            (Reply::Show, Stage::Asked) => return self.answer(None, now),
            (Reply::Next, Stage::Wrong(_, verdict) | Stage::Punished(_, verdict)) => {
                self.told.clear();
                match verdict.right.first().copied() {
                    Some(best) => {
                        self.told.push(format!("The line goes on with {best}."));
                        self.play_on(best, now);
                    }
                    None => self.begin(now),
                }
            }
            (Reply::Next, Stage::Ended) | (Reply::Skip, _) => self.begin(now),
            _ => {}
        }
        Vec::new()
    }

    fn need(&self) -> Option<Need> {
        let Stage::Wrong(Some(answer), verdict) = &self.stage else { return None };
        let unknown = verdict.wrong.as_ref().is_some_and(|wrong| wrong.punishment.is_empty());
        let position = self.game.as_ref()?.position().play((*answer).into()).ok()?;
        let search = unknown && !position.must_pass() && !position.is_over();
        let limits = Limits::depth(DEPTH);
        search.then_some(Need::Search(Question { id: self.done.len() as u64, position, limits }))
    }

    fn hear(&mut self, _: u64, analysis: &Analysis) -> Vec<Event> {
        let Stage::Wrong(Some(answer), verdict) = &self.stage else { return Vec::new() };
        let (answer, mut verdict) = (*answer, verdict.clone());
        if let (Some(wrong), Some(line)) = (&mut verdict.wrong, analysis.lines.first()) {
            wrong.punishment = line.moves.iter().map_while(|mv| mv.square()).take(PUNISHMENT).collect();
            let loss = verdict.value.score.discs() + line.score.discs();
            wrong.loss = wrong.loss.or(Some(loss).filter(|loss| *loss > HOLDS));
        }
        self.told = vec![verdict.sentence(answer)];
        self.stage = Stage::Punished(answer, verdict);
        Vec::new()
    }

    fn shown(&self) -> Vec<Position> {
        let Some(game) = &self.game else { return Vec::new() };
        let mut shown = game.positions().to_vec();
        for (_, moves) in self.prompt().lines {
            let mut line = Game::new(*game.position());
            let legal = moves.into_iter().take_while(|mv| line.play(*mv).is_ok()).count();
            shown.extend(line.positions().iter().skip(1).take(legal));
        }
        shown
    }

    fn clue(&mut self) -> Option<String> {
        let right = self.right();
        let mut columns: Vec<String> =
            right.iter().map(|square| square.to_string()[..1].to_owned()).collect();
        columns.sort();
        columns.dedup();
        let asked = matches!(self.stage, Stage::Asked) && !columns.is_empty();
        asked.then(|| format!("Look at column {}.", words::list(&columns).replace(" and ", " or ")))
    }
}

impl Verdict {
    /// The text about an answer.
    pub fn sentence(&self, answer: Square) -> String {
        let people = match self.share {
            Some(share) if share < 0.005 => format!(" Hardly anybody plays {answer}."),
            Some(share) => format!(" {:.0}% of people play {answer}.", 100.0 * share),
            None => String::new(),
        };
        let Some(wrong) = &self.wrong else {
            let others: Vec<Square> = self.right.iter().copied().filter(|square| *square != answer).collect();
            let others = match others.len() {
                0 => String::new(),
                1 => format!(" So does {}.", others[0]),
                _ => format!(" So do {}.", words::squares(others.into_iter().collect())),
            };
            return format!("Right: {answer} holds {}.{others}{people}", self.value);
        };
        let loss = match wrong.loss {
            Some(loss) => format!("{answer} loses {loss:.1} discs."),
            None => format!("{answer} is worse than anything in the book."),
        };
        let punished = if wrong.punishment.is_empty() {
            String::new()
        } else {
            let line: Vec<String> = wrong.punishment.iter().map(ToString::to_string).collect();
            format!(" It goes on {answer} {}.", line.join(" "))
        };
        format!("Wrong: {loss}{punished} The book plays {}.{people}", either(&self.right))
    }
}

impl std::fmt::Display for Progress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Progress { known, due, right, answers } = self;
        let positions = if *known == 1 { "position" } else { "positions" };
        match answers {
            0 => f.write_str("Nothing trained yet."),
            _ => write!(f, "{known} {positions} known, {due} due; {right} of {answers} answers right."),
        }
    }
}

/// "f4", "f4 or c5", best first.
fn either(squares: &[Square]) -> String {
    words::list(&squares.iter().map(ToString::to_string).collect::<Vec<_>>()).replace(" and ", " or ")
}
