//! A practice session as a drill.

use outflank_engine::{Analysis, Limits};
use outflank_rules::{Bitboard, Color, Game, Move, Position, Symmetry};

use super::line::{Answered, Event};
use super::{CardId, CardState, Deck, Grade, Line, Seconds, Session, Statistics, day};
use crate::drill::{Ask, Drill, Need, Prompt, Reply};
use crate::lessons;
use crate::reasons::merit;
use crate::words::{self, Voice};
use crate::{Effort, Question};

/// A session, card after card.
#[derive(Clone, Debug)]
pub struct Practice {
    deck: Deck,
    session: Session,
    card: Option<Asked>,
    now: Seconds,
}

/// The card that is on the board.
#[derive(Clone, Debug)]
struct Asked {
    state: CardState,
    view: Symmetry,
    since: Seconds,
    helped: bool,
    /// The first answer that was wrong.
    tried: Option<Move>,
    stage: Stage,
    /// What the player has just read.
    told: Vec<String>,
    /// The answer, on the board of the card.
    mv: Option<Move>,
    /// What follows the answer, on the board of the card, once the engine has said it.
    line: Option<Vec<Move>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Which move?
    Move,
    /// What is the idea?
    Idea(Grade),
    /// The explanation is shown.
    Told,
}

impl Practice {
    /// A session with the cards for now.
    pub fn new(deck: Deck, now: Seconds) -> Practice {
        let session = Session::new(&deck, now);
        let mut practice = Practice { deck, session, card: None, now };
        practice.deal(now);
        practice
    }

    /// The cards.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    fn deal(&mut self, now: Seconds) {
        self.now = now;
        let state = self.session.next(now).and_then(|id: CardId| self.deck.card(id)).cloned();
        self.card = state.map(|state| Asked {
            view: state.view(),
            since: now,
            helped: false,
            tried: None,
            stage: Stage::Move,
            told: Vec::new(),
            mv: None,
            line: None,
            state,
        });
    }

    /// The move was answered: asks for the idea, or tells.
    fn answered(&mut self, mv: Option<Move>, right: bool, now: Seconds) -> Vec<Event> {
        let Some(card) = &mut self.card else { return Vec::new() };
        let took = now.saturating_sub(card.since);
        let grade = card.state.grade(right, card.helped || card.tried.is_some(), took);
        card.mv = mv;
        let mut told = vec![card.verdict(right)];
        told.extend(card.state.card.fine.then(|| "In the game you played it right, too.".to_owned()));
        card.told = told;
        if card.state.ideas().is_empty() {
            return self.finish(grade, None, now);
        }
        card.stage = Stage::Idea(grade);
        Vec::new()
    }

    /// Writes the answer down.
    fn finish(&mut self, grade: Grade, idea: Option<bool>, now: Seconds) -> Vec<Event> {
        let Some(card) = &mut self.card else { return Vec::new() };
        card.stage = Stage::Told;
        if let Some(cause) = card.state.card.cause.filter(|_| !card.state.card.fine) {
            card.told.extend(match idea {
                Some(true) => Some(format!("And the idea: {}.", cause.title())),
                Some(false) => Some(format!("The idea is another: {}.", cause.title())),
                None => None,
            });
        }
        let card_card = &card.state.card;
        // A sentence names squares: it belongs to the board as it stood in the game.
        if card.view == Symmetry::Identity && !card_card.sentence.is_empty() {
            card.told.push(card_card.sentence.clone());
        }
        let mv = card.mv.unwrap_or(card_card.played);
        let event = Event::Answer(Answered {
            card: card_card.id(),
            mv,
            grade,
            took: now.saturating_sub(card.since),
            idea,
        });
        self.deck.add(&Line::new(now, event.clone()));
        self.session.answered(grade != Grade::Again);
        if let Some(state) = self.card.as_ref().and_then(|card| self.deck.card(card.state.card.id())) {
            let next = state.due_day().filter(|_| !state.card.fine).map(|due| due.saturating_sub(day(now)));
            let again = next.map(|days| match days {
                0 | 1 => "It comes again tomorrow.".to_owned(),
                days => format!("It comes again in {days} days."),
            });
            if let Some(card) = &mut self.card {
                card.told.extend(again);
            }
        }
        vec![event]
    }

    /// The text for when there is nothing left to ask.
    fn farewell(&self) -> Vec<String> {
        let answers = self.session.answers();
        let right = answers.iter().filter(|right| **right).count();
        let mut text = Vec::new();
        if !answers.is_empty() {
            text.push(format!("{right} of {} right.", answers.len()));
        }
        match self.deck.next_day(self.now) {
            _ if self.session.left() > 0 => text.push("Ten minutes are over; the rest can wait.".to_owned()),
            Some(due) => {
                let days = (due - day(self.now)) as usize;
                let when = if days == 1 { "tomorrow".to_owned() } else { format!("in {days} days") };
                text.push(format!("Nothing is due. The next card comes {when}."));
            }
            None if self.deck.cards().next().is_none() => {
                text.push(
                    "There are no cards yet: they are made from the mistakes in your games.".to_owned(),
                );
            }
            None => text.push("Nothing is due.".to_owned()),
        }
        if let Some(cost) = Statistics::new(&self.deck).costliest() {
            let lesson = lessons::for_cause(cost.of)
                .map_or(String::new(), |lesson| format!(" The lesson “{}” is about it.", lesson.title));
            text.push(cost.sentence() + &lesson);
        }
        text
    }
}

impl Asked {
    fn position(&self) -> Position {
        self.state.card.position.transform(self.view)
    }

    /// Moves of the card as they lie on the board that is shown.
    fn shown(&self, moves: &[Move]) -> Vec<Move> {
        moves.iter().map(|mv| self.view.apply_move(*mv)).collect()
    }

    /// What is said of the answer.
    fn verdict(&self, right: bool) -> String {
        let card = &self.state.card;
        let name = |mv: Move| self.view.apply_move(mv).to_string();
        let best = name(card.best());
        let you = Voice { you: Some(card.position.turn()), ..Voice::default() };
        let praise = match self.view.apply_move(card.best()).square() {
            Some(square) => {
                let merit = merit(&self.position(), &self.shown(&card.best_line));
                words::merit(&merit, square, card.position.turn(), you)
            }
            None => String::new(),
        };
        let others: Vec<String> =
            card.accepted.iter().skip(1).take(3).map(|mv| format!("{} is as good", name(*mv))).collect();
        let others = if others.is_empty() { String::new() } else { format!(" ({})", words::list(&others)) };
        match (right, self.mv) {
            (true, Some(mv)) if mv == card.best() => format!("Right. {praise}"),
            (true, Some(mv)) => format!("Right: {} is good enough. {praise}", name(mv)),
            (_, Some(mv)) => format!("Not {}. Better: {best}{others}. {praise}", name(mv)),
            (_, None) => format!("The answer is {best}{others}. {praise}"),
        }
    }

    /// Where the card comes from.
    fn source(&self) -> String {
        let card = &self.state.card;
        let against =
            if card.opponent.is_empty() { String::new() } else { format!(" against {}", card.opponent) };
        let times = if self.state.games > 1 {
            format!(", and {} more times", self.state.games - 1)
        } else {
            String::new()
        };
        format!("You had this position{against}, at move {}{times}.", card.number)
    }

    /// After a wrong answer: what follows it.
    fn need(&self) -> Option<(Position, Limits)> {
        let card = &self.state.card;
        let mv = self.mv.filter(|mv| self.line.is_none() && *mv != card.best() && *mv != card.played)?;
        let after = card.position.play(mv).ok().filter(|after| !after.is_over())?;
        (self.stage == Stage::Told).then(|| (after, Effort::Usual.best(&after)))
    }
}

impl Drill for Practice {
    fn title(&self) -> &'static str {
        "practice"
    }

    fn prompt(&self) -> Prompt {
        let done = self.session.answers().to_vec();
        let Some(card) = &self.card else {
            return Prompt::end("Practice", self.farewell(), done);
        };
        let told = card.stage == Stage::Told;
        let number = done.len() + usize::from(!told);
        let position = card.position();
        let color = match position.turn() {
            Color::Black => "Black",
            Color::White => "White",
        };
        let mut text = vec![card.source()];
        let mut lines = Vec::new();
        let ask = match card.stage {
            Stage::Move => {
                text.extend(card.told.clone());
                text.push(format!("You are {color}. What do you play?"));
                Ask::Square(position.legal_moves())
            }
            Stage::Idea(_) => {
                text.clone_from(&card.told);
                text.push(format!(
                    "In the game you played {}. What is wrong with it?",
                    card.shown(&[card.state.card.played])[0]
                ));
                Ask::Choice(card.state.ideas().iter().map(|cause| cause.title().to_owned()).collect())
            }
            Stage::Told => {
                text.clone_from(&card.told);
                lines.push(("best", card.shown(&card.state.card.best_line)));
                if card.state.card.played != card.state.card.best() {
                    lines.push(("game", card.shown(&card.state.card.played_line)));
                }
                if let Some(line) = &card.line {
                    lines.insert(0, ("yours", card.shown(line)));
                }
                Ask::Next
            }
        };
        let all = done.len() + self.session.left();
        let marks = Bitboard::EMPTY;
        let left = self.session.left();
        let place = format!("Card {number} of {}", all.max(number));
        Prompt { place, position, last: None, marks, text, ask, lines, done, left }
    }

    fn reply(&mut self, reply: Reply, now: Seconds) -> Vec<Event> {
        let Some(card) = &mut self.card else { return Vec::new() };
        match (reply, card.stage) {
            (Reply::Square(square), Stage::Move) => {
                let mv = card.view.inverse().apply_move(Move::Place(square));
                let right = card.state.is_right(mv);
                if card.position().check(Move::Place(square)).is_err() {
                    return Vec::new();
                }
                if !right && card.tried.is_none() {
                    card.tried = Some(mv);
                    let again = if mv == card.state.card.played {
                        "That is the move of the game"
                    } else {
                        "Not that one"
                    };
                    card.told = vec![format!("{square}? {again}. Once more.")];
                    return Vec::new();
                }
                self.answered(Some(mv), right, now)
            }
            (Reply::Show, Stage::Move) => self.answered(None, false, now),
            (Reply::Choice(number), Stage::Idea(grade)) => {
                let Some(idea) = card.state.ideas().get(number).copied() else { return Vec::new() };
                let right = Some(idea) == card.state.card.cause;
                self.finish(grade, Some(right), now)
            }
            (Reply::Show | Reply::Skip | Reply::Next, Stage::Idea(grade)) => self.finish(grade, None, now),
            (Reply::Skip, Stage::Move) => {
                self.session.skip();
                self.deal(now);
                Vec::new()
            }
            (Reply::Next | Reply::Skip, Stage::Told) => {
                self.deal(now);
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn clue(&mut self) -> Option<String> {
        let card = self.card.as_mut().filter(|card| card.stage == Stage::Move)?;
        card.helped = true;
        let accepted = card.state.card.accepted.len();
        let legal = card.state.card.position.legal_moves().len();
        let good = match accepted {
            1 => format!("One of the {legal} legal moves is right."),
            n => format!("{} of the {legal} legal moves are right.", words::capital(&words::number(n))),
        };
        let cause = card.state.card.cause.filter(|_| !card.state.card.fine);
        Some(cause.map_or(good.clone(), |cause| format!("{good} Think of this: {}.", cause.title())))
    }

    fn need(&self) -> Option<Need> {
        let (position, limits) = self.card.as_ref()?.need()?;
        Some(Need::Search(Question { id: self.deck.cards().count() as u64, position, limits }))
    }

    fn hear(&mut self, _: u64, analysis: &Analysis) -> Vec<Event> {
        let Some(card) = self.card.as_mut().filter(|card| card.need().is_some()) else { return Vec::new() };
        let Some(mv) = card.mv else { return Vec::new() };
        let line = analysis.lines.first().map_or(&[][..], |line| &line.moves);
        let mut game = Game::new(card.state.card.position);
        for mv in std::iter::once(&mv).chain(line).take(8) {
            if game.play(*mv).is_err() {
                break;
            }
        }
        card.line = Some(game.moves().to_vec());
        Vec::new()
    }
}
