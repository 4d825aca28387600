//! What is known about a mistake: both lines, the best answers to both moves, and searches of "what if".

use outflank_engine::{Analysis, Goal, Limits};
use outflank_rules::{Bitboard, Color, Game, Move, Position, Square};

use super::{Explanation, Scene, features};
use crate::Candidate;

/// One of the two moves that are compared, and what follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// The move of the game.
    Played,
    /// The best one.
    Best,
}

impl Branch {
    /// Both.
    pub const ALL: [Branch; 2] = [Branch::Played, Branch::Best];
}

/// Everything that ideas look at.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// Before the move.
    pub position: Position,
    /// Who moves.
    pub mover: Color,
    /// Discs lost, by the searches that gave the lines.
    pub loss: f64,
    /// Whether both values are proved, so that both lines go to the end of the game.
    pub solved: bool,
    /// The values of the two moves to the mover, by the search of whoever asks.
    pub values: [f64; 2],
    /// From the position on, one move after the other: the move of the game, the best one.
    pub lines: [Game; 2],
    /// The other side's best two answers to each, and their values to it.
    pub replies: [Vec<(Move, f64)>; 2],
    /// What each move would be worth to the mover if the other side had to pass after it.
    pub passed: [Option<f64>; 2],
    /// The discs turned by the move of the game along each direction, and what the move would be worth without turning
    /// those.
    pub undone: Vec<(Bitboard, f64)>,
}

impl Evidence {
    /// The squares of both moves and the lines.
    pub fn scene(&self) -> Scene {
        Scene {
            mover: self.mover,
            played: self.square(Branch::Played),
            best: self.square(Branch::Best),
            played_line: self.line(Branch::Played).moves().to_vec(),
            best_line: self.line(Branch::Best).moves().to_vec(),
        }
    }

    /// The square of a move. Both place a disc: a pass is never compared.
    pub(super) fn square(&self, branch: Branch) -> Square {
        self.line(branch).moves()[0].square().unwrap_or(Square::A1)
    }

    /// Squares empty before the move.
    pub(super) fn empties(&self) -> usize {
        self.position.empties().len()
    }

    pub(super) fn other(&self) -> Color {
        !self.mover
    }

    pub(super) fn line(&self, branch: Branch) -> &Game {
        &self.lines[branch as usize]
    }

    /// The position after a move.
    pub(super) fn after(&self, branch: Branch) -> &Position {
        &self.line(branch).positions()[1]
    }

    /// The discs that a move turns.
    pub(super) fn turned(&self, branch: Branch) -> Bitboard {
        self.position.flips(self.square(branch))
    }

    /// The moves along a line with their ply and who makes them.
    pub(super) fn moves(&self, branch: Branch) -> impl Iterator<Item = (usize, Color, Move)> + '_ {
        let line = self.line(branch);
        (0..).zip(line.positions()).zip(line.moves()).map(|((ply, position), mv)| (ply, position.turn(), *mv))
    }

    /// The ply at which a side plays on a square.
    pub(super) fn ply_of(&self, branch: Branch, color: Color, square: Square) -> Option<usize> {
        let found = |(_, turn, mv): &(usize, Color, Move)| *turn == color && *mv == Move::Place(square);
        self.moves(branch).find(found).map(|(ply, ..)| ply)
    }

    /// What the answers say the loss is, at the depth of the searches of "what if".
    fn loss_by_replies(&self) -> Option<f64> {
        let value = |branch: Branch| self.replies[branch as usize].first().map(|reply| -reply.1);
        Some(value(Branch::Best)? - value(Branch::Played)?)
    }

    /// Whether the searches of "what if" see the loss too, or at least half of it.
    fn replies_agree(&self) -> bool {
        self.loss_by_replies().is_some_and(|loss| loss >= self.loss / 2.0)
    }

    /// How much better the best answer is than the second.
    pub(super) fn gap(&self, branch: Branch) -> Option<f64> {
        match self.replies[branch as usize].as_slice() {
            [first, second, ..] => Some(first.1 - second.1),
            _ => None,
        }
    }

    /// The one answer that makes the move a mistake: clearly better than the next, by at least half of the loss, and
    /// with no such answer to the best move.
    pub(super) fn single_reply(&self) -> Option<(Square, f64)> {
        let gap = self.gap(Branch::Played)?;
        let reply = self.replies[0].first()?.0.square()?;
        let other = self.gap(Branch::Best).unwrap_or(0.0);
        (self.replies_agree() && gap >= 4.0 && gap >= self.loss / 2.0 && gap - other >= 3.0)
            .then_some((reply, gap))
    }

    /// How much better the move of the game would have been with this value, one of a search of "what if".
    pub(super) fn saved(&self, value: f64) -> f64 {
        self.replies[0].first().map_or(0.0, |reply| value + reply.1)
    }

    /// How much of the loss this many discs are.
    pub(super) fn share(&self, discs: f64) -> f64 {
        if self.loss <= 0.0 { 1.0 } else { (discs / self.loss).clamp(0.0, 1.0) }
    }

    /// The last ply that both lines reach.
    pub(super) fn horizon(&self) -> usize {
        let len = |branch: Branch| self.line(branch).moves().len();
        len(Branch::Played).min(len(Branch::Best)).min(HORIZON)
    }
}

/// So many plies are looked at in lines that do not reach the end of the game.
pub(super) const HORIZON: usize = 10;

/// Asks what is needed to explain why one move is worse than another of the same position.
///
/// Everything that is compared comes from searches of one depth, whatever the depth at which the mistake was found: the
/// answers, the searches of "what if" and the lines. They use nothing of earlier searches and one thread. So the reason
/// depends on the two moves alone: it is the same in a short review and in a deep one, today and tomorrow. Where they
/// do not see the mistake they are made again, deeper; only where that does not show it either are the lines those of
/// whoever asks.
#[derive(Clone, Debug)]
pub struct Explainer {
    evidence: Evidence,
    /// What follows the best answer to each move.
    answered: [Option<Game>; 2],
    needs: Vec<Need>,
    /// Whether the searches are the deeper ones, since the others did not see the mistake.
    deeper: bool,
    /// How often a line was asked for more moves.
    asked: usize,
}

#[derive(Clone, Debug)]
enum Need {
    Replies(Branch),
    Passed(Branch),
    Undone(Bitboard),
}

/// With so many empty squares after the move searches are exact, and before that they see so many plies.
const EXACT: usize = 20;
const DEPTH: u8 = 14;
const DEEPER: u8 = 18;

/// A line is not asked for more moves than this many times.
const ASKED: usize = 12;

impl Explainer {
    /// `None` for passes, which are not compared.
    pub fn new(position: Position, played: &Candidate, best: &Candidate) -> Option<Explainer> {
        let lines = [played, best].map(|candidate| follow(position, &candidate.line));
        if lines.iter().any(|line| line.moves().is_empty()) {
            return None;
        }
        let (square, _) = (played.mv.square()?, best.mv.square()?);
        let values = [played, best].map(|candidate| candidate.value.score.discs());
        let evidence = Evidence {
            position,
            mover: position.turn(),
            loss: (values[1] - values[0]).max(0.0),
            solved: is_exact(&position) && played.value.is_exact() && best.value.is_exact(),
            values,
            lines,
            replies: [Vec::new(), Vec::new()],
            passed: [None, None],
            undone: Vec::new(),
        };
        let mut needs: Vec<Need> = Vec::new();
        let directions = features::flips_by_direction(&position, square);
        if directions.len() > 1 {
            needs.extend(directions.into_iter().map(Need::Undone));
        }
        needs.extend([Need::Passed(Branch::Best), Need::Passed(Branch::Played)]);
        needs.extend([Need::Replies(Branch::Best), Need::Replies(Branch::Played)]);
        let mut explainer = Explainer { evidence, answered: [None, None], needs, deeper: false, asked: 0 };
        explainer.skip();
        Some(explainer)
    }

    /// The position to be searched next, and how.
    pub fn next(&self) -> Option<(Position, Limits)> {
        let Some(need) = self.needs.last() else { return self.next_of_line() };
        let position = self.position(need)?;
        let lines = if matches!(need, Need::Replies(_)) { 2 } else { 1 };
        let goal = match self.deeper {
            _ if is_exact(&self.evidence.position) => Goal::Exact,
            false => Goal::Depth(DEPTH),
            true => Goal::Depth(DEEPER),
        };
        Some((position, Limits { goal, lines, repeatable: true, ..Limits::default() }))
    }

    /// Takes the answer.
    pub fn answer(&mut self, analysis: &Analysis) {
        let Some(need) = self.needs.pop() else { return self.answer_line(analysis) };
        let Some(first) = analysis.lines.first() else { return };
        let value = first.score.discs();
        match need {
            Need::Replies(branch) => {
                let replies = analysis.lines.iter().map(|line| (line.mv(), line.score.discs()));
                self.evidence.replies[branch as usize] = replies.collect();
                let mut moves = vec![self.evidence.square(branch).into()];
                moves.extend(&first.moves);
                self.answered[branch as usize] = Some(follow(self.evidence.position, &moves));
                self.settle();
            }
            Need::Passed(branch) => self.evidence.passed[branch as usize] = Some(value),
            Need::Undone(discs) => self.evidence.undone.push((discs, -value)),
        }
        self.skip();
    }

    /// Once both moves are answered: the lines and the loss are those of these searches, if they see the mistake.
    fn settle(&mut self) {
        let [Some(played), Some(best)] = &self.answered else { return };
        let evidence = &mut self.evidence;
        let solved = is_exact(&evidence.position);
        if let Some(loss) = evidence.loss_by_replies().filter(|_| evidence.replies_agree()) {
            evidence.lines = [played.clone(), best.clone()];
            evidence.loss = loss.max(0.0);
            evidence.solved = solved;
        } else if !self.deeper && !solved {
            self.deeper = true;
            self.answered = [None, None];
            self.needs.extend([Need::Replies(Branch::Best), Need::Replies(Branch::Played)]);
        }
    }

    /// What was found, once there is nothing left to ask.
    pub fn explanation(&self) -> Explanation {
        Explanation::new(&self.evidence)
    }

    /// What was found, for measuring.
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// Drops questions about games that are over.
    fn skip(&mut self) {
        while let Some(need) = self.needs.last() {
            match self.position(need) {
                Some(position) if !position.is_over() => return,
                _ => drop(self.needs.pop()),
            }
        }
    }

    fn position(&self, need: &Need) -> Option<Position> {
        match need {
            Need::Replies(branch) => Some(*self.evidence.after(*branch)),
            Need::Passed(branch) => {
                let mut setup = self.evidence.after(*branch).setup();
                setup.turn = self.evidence.mover;
                setup.position().ok()
            }
            Need::Undone(discs) => {
                let mut setup = self.evidence.after(Branch::Played).setup();
                (setup.black, setup.white) = match self.evidence.mover {
                    Color::Black => (setup.black & !*discs, setup.white | *discs),
                    Color::White => (setup.black | *discs, setup.white & !*discs),
                };
                setup.position().ok()
            }
        }
    }

    /// The line that is too short, if there is one.
    fn short(&self) -> Option<Branch> {
        Branch::ALL.into_iter().find(|branch| {
            let line = self.evidence.line(*branch);
            let enough = if self.is_whole(*branch) { 64 } else { HORIZON };
            self.asked < ASKED && line.moves().len() < enough && !line.is_over()
        })
    }

    /// Whether a line is to go to the end of the game: if that is proved, and of a wipe-out.
    fn is_whole(&self, branch: Branch) -> bool {
        let wiped_out = self.evidence.replies[branch as usize].first().is_some_and(|reply| reply.1 >= 64.0);
        self.evidence.solved || wiped_out
    }

    fn next_of_line(&self) -> Option<(Position, Limits)> {
        let position = *self.evidence.line(self.short()?).position();
        let goal = if self.evidence.solved { Goal::Exact } else { Goal::Depth(10) };
        Some((position, Limits { goal, repeatable: true, ..Limits::default() }))
    }

    fn answer_line(&mut self, analysis: &Analysis) {
        let (Some(branch), Some(line)) = (self.short(), analysis.lines.first()) else { return };
        self.asked += 1;
        let whole = self.is_whole(branch);
        let game = &mut self.evidence.lines[branch as usize];
        for mv in &line.moves {
            if (!whole && game.moves().len() >= HORIZON) || game.play(*mv).is_err() {
                break;
            }
        }
    }
}

/// Whether the two moves of a position are compared by exact values.
fn is_exact(position: &Position) -> bool {
    position.empties().len() <= EXACT + 1
}

/// A position and the moves from there on, as far as they can be played.
fn follow(position: Position, moves: &[Move]) -> Game {
    let mut game = Game::new(position);
    for mv in moves {
        if game.play(*mv).is_err() {
            break;
        }
    }
    game
}
