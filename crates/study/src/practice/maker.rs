//! The state machine that makes cards from the review of a game: it asks what all moves of a position are worth.

use outflank_engine::{Analysis, Limits, Line as Found};
use outflank_records::Record;
use outflank_rules::{Color, Move, fnv};

use super::Deck;
use super::line::{Card, CardId, Event, GameEntry, Loss};
use crate::reasons::Reason;
use crate::words::{self, Voice};
use crate::{Effort, Label, MomentKind, Phase, Question, Review, ReviewedMove, Value, is_accepted};

/// Makes cards for one player of a reviewed game.
#[derive(Clone, Debug)]
pub struct CardMaker {
    review: Review,
    you: Color,
    game: String,
    opponent: String,
    date: String,
    /// The moves of which cards are to be made, as indices into the moves of the review.
    wanted: Vec<usize>,
    cards: Vec<Card>,
    next_id: u64,
}

/// Points lost by a move that becomes a card.
const MISTAKE: f64 = 0.10;
/// Cards of mistakes from one game.
const MOST: usize = 5;
/// With less chance than this before the move there was nothing left to lose.
const LOST: f64 = 0.05;
/// So many moves of a line are kept.
const LINE: usize = 8;

impl CardMaker {
    /// Of a complete review.
    pub fn new(review: Review, record: &Record, you: Color) -> CardMaker {
        let mut wanted = mistakes(&review, you);
        wanted.extend(fine(&review, you));
        CardMaker {
            you,
            game: game_name(record),
            opponent: record.player(!you).name.clone(),
            date: record.date.clone(),
            wanted,
            cards: Vec::new(),
            next_id: 1,
            review,
        }
    }

    /// The question to be answered next, the same until it is; `None` when all cards are made.
    #[allow(
        clippy::should_implement_trait,
        reason = "nothing is consumed: a question is asked until it is answered"
    )]
    pub fn next(&self) -> Option<Question> {
        let position = self.review.game.positions()[self.review.moves[*self.wanted.first()?].ply];
        let lines = position.legal_moves().len();
        let limits = Limits { lines, ..Effort::Usual.best(&position) };
        Some(Question { id: self.next_id, position, limits })
    }

    /// Takes the answer to a question.
    pub fn answer(&mut self, id: u64, analysis: &Analysis) {
        if id != self.next_id || analysis.lines.is_empty() || self.wanted.is_empty() {
            return;
        }
        self.next_id += 1;
        let mv = self.review.moves[self.wanted.remove(0)].clone();
        self.cards.extend(self.card(&mv, &analysis.lines));
    }

    /// A card, unless the deeper look at all moves finds that the move was no mistake after all.
    fn card(&self, mv: &ReviewedMove, lines: &[Found]) -> Option<Card> {
        let position = self.review.game.positions()[mv.ply];
        let best = lines.first()?;
        let exact = mv.best.value.is_exact() && mv.played.value.is_exact();
        let worth = |line: &Found| Value::of_line(line, self.you);
        let good = |line: &&Found| is_accepted(worth(best), worth(line), mv.empties);
        let accepted: Vec<Move> = lines.iter().filter(good).map(Found::mv).collect();
        let fine = accepted.contains(&mv.played.mv);
        if fine != is_fine(mv) {
            return None;
        }
        let moment = self.review.moments.iter().find(|moment| moment.ply == mv.ply);
        let explanation = moment.and_then(|moment| moment.explanation.as_ref());
        let voice = Voice { you: Some(self.you), ..Voice::default() };
        let sentence = moment.filter(|_| !fine).map(|moment| words::sentence(&self.review, moment, voice));
        let short = |line: &[Move]| line[..line.len().min(LINE)].to_vec();
        let played = lines.iter().find(|line| line.mv() == mv.played.mv);
        Some(Card {
            position,
            played: mv.played.mv,
            accepted,
            values: [
                best.score.discs(),
                played.map_or(mv.played.value.score.discs(), |line| line.score.discs()),
            ],
            exact,
            cause: explanation.and_then(|found| found.reason.as_ref()).map(Reason::cause),
            sentence: sentence.unwrap_or_default(),
            best_line: short(&best.moves),
            played_line: short(&mv.played.line),
            fine,
            game: self.game.clone(),
            opponent: self.opponent.clone(),
            number: mv.number,
        })
    }

    /// What is to be written down once there is nothing left to ask: the game, its cards, and the cards of before that
    /// were played right in it.
    pub fn events(&self, deck: &Deck) -> Vec<Event> {
        let own = self.review.moves.iter().filter(|mv| mv.turn == self.you);
        let lost = Phase::ALL
            .map(|phase| own.clone().filter(|mv| mv.phase() == phase).map(|mv| mv.loss).sum::<f64>());
        let mistakes = self.review.moments.iter().filter(|moment| moment.kind == MomentKind::Mistake);
        let mistakes = mistakes.filter_map(|moment| {
            let mv = own.clone().find(|mv| mv.ply == moment.ply)?;
            let reason = moment.explanation.as_ref()?.reason.as_ref()?;
            Some(Loss { cause: Some(reason.cause()), discs: mv.loss })
        });
        let game = GameEntry {
            game: self.game.clone(),
            color: self.you,
            opponent: self.opponent.clone(),
            date: self.date.clone(),
            accuracy: self.review.players[self.you.index()].accuracy,
            lost,
            mistakes: mistakes.collect(),
        };
        let found = own.filter_map(|mv| {
            let position = &self.review.game.positions()[mv.ply];
            let id = CardId::of(position);
            let state = deck.card(id).filter(|state| !state.card.fine)?;
            let (_, there) = position.board().canonical_with_symmetry();
            let (_, back) = state.card.position.board().canonical_with_symmetry();
            let played = back.inverse().apply_move(there.apply_move(mv.played.mv));
            state.is_right(played).then(|| Event::Found { card: id, game: self.game.clone() })
        });
        let mut events = vec![Event::Game(game)];
        events.extend(found);
        events.extend(self.cards.iter().cloned().map(Event::Card));
        events
    }
}

/// A name that tells games apart: of the players, the date and the moves.
pub fn game_name(record: &Record) -> String {
    let moves: String = record.game.moves().iter().map(Move::to_string).collect();
    let text = [&record.black.name, &record.white.name, &record.date, &moves].map(String::as_str).join("\n");
    format!("{:016x}", text.bytes().fold(fnv::OFFSET, |hash, byte| fnv::add(hash, byte.into())))
}

/// The moves that become cards, costliest first.
fn mistakes(review: &Review, you: Color) -> Vec<usize> {
    let wanted = |mv: &ReviewedMove| {
        mv.turn == you && mv.had_choice() && mv.chance_lost() >= MISTAKE && mv.chance_before >= LOST
    };
    let mut found: Vec<usize> = (0..review.moves.len()).filter(|at| wanted(&review.moves[*at])).collect();
    found.sort_by(|a, b| review.moves[*b].chance_lost().total_cmp(&review.moves[*a].chance_lost()));
    found.truncate(MOST);
    found
}

fn is_fine(mv: &ReviewedMove) -> bool {
    mv.chance_lost() < MISTAKE
}

/// The good move that had the most to lose, if there is one.
fn fine(review: &Review, you: Color) -> Option<usize> {
    let good = |mv: &ReviewedMove| {
        let label = matches!(mv.label, Label::Best | Label::OnlyMove | Label::Sacrifice | Label::Good);
        mv.turn == you && label && (0.1..=0.9).contains(&mv.chance_before) && mv.empties <= 50
    };
    (0..review.moves.len()).filter(|at| good(&review.moves[*at])).max_by(|a, b| {
        review.moves[*a].margin.unwrap_or(0.0).total_cmp(&review.moves[*b].margin.unwrap_or(0.0))
    })
}
