//! The classic opponent: alpha-beta with a documented utility function, for every variant of the rules.
//!
//! The standard rules have a trained evaluation and a search made for it. The variants have too few players to train
//! for, so this search plays them all. Training also starts from its games.
//!
//! The pieces: `node` is a position as the search sees it, `utility` evaluates it (with `weights`), `tree` searches,
//! `transposition_table` stores results, `control` stops in time, and this file is the root: iterative deepening and
//! the reported lines.

mod control;
mod look_ahead;
mod node;
mod transposition_table;
mod tree;
pub(crate) mod utility;
mod weights;

use outflank_rules::{Move, Position, Variant};

use crate::{Analysis, Bounds, Certainty, Goal, Limits, Line, Score, StopToken};
use control::{Control, Stopped};
pub(crate) use look_ahead::{LookAhead, look_ahead};
use node::{Node, Turn};
use tree::{Tree, WIDEST};

/// Searches a position under any rules.
///
/// At the end of the game, empty squares count for the winner, as in tournaments, under every variant.
pub fn search(
    position: &Position,
    limits: &Limits,
    stop: &StopToken,
    observer: &mut dyn FnMut(&Analysis),
) -> Analysis {
    Root::new(position, limits, stop).run(limits, observer)
}

/// The utility function, or the result if the game is over.
fn at_a_glance(variant: Variant, node: &Node) -> Score {
    if matches!(node.turn(variant), Turn::Over) {
        return Score::from_discs(node.board.final_margin());
    }
    let (moves, replies) = (variant.placements(node.board), variant.placements(node.board.passed()));
    Score::from_raw(utility::utility(variant, node.board, moves, replies))
}

/// How many plies a search to the end may go beyond the midgame pass before it: its nodes are cheaper, so it gets about
/// this much deeper in the same time.
const SOLVE_AHEAD: u8 = 8;

/// The depth of the midgame passes that only order moves for a requested search to the end.
const ORDERING_DEPTH: u8 = 10;

/// The root of a search.
struct Root<'a> {
    tree: Tree<'a>,
    node: Node,
    /// The legal moves, best first as far as known.
    moves: Vec<Move>,
    lines: Vec<Line>,
}

/// How deep one pass over the root moves searches.
#[derive(Clone, Copy)]
enum Horizon {
    Depth(u8),
    End,
    WinLossDraw,
}

impl<'a> Root<'a> {
    fn new(position: &Position, limits: &Limits, stop: &'a StopToken) -> Root<'a> {
        let node = Node::new(position);
        let variant = position.variant();
        let tree = Tree::new(variant, Control::new(limits, stop));
        let moves: Vec<Move> = match node.turn(variant) {
            Turn::Over => Vec::new(),
            Turn::Pass => vec![Move::Pass],
            Turn::Place(squares) => (squares & !limits.exclude).iter().map(Move::Place).collect(),
        };
        let mut root = Root { tree, node, moves, lines: Vec::new() };
        // Have an answer whatever happens next: every move with its static value.
        root.lines = root.moves.iter().map(|&mv| root.glance(mv)).collect();
        root.lines.sort_by_key(|line| -line.score);
        root.moves = root.lines.iter().map(Line::mv).collect();
        root
    }

    /// A line of one move, with its static value.
    fn glance(&self, mv: Move) -> Line {
        let variant = self.tree.variant;
        let child = self.node.play(variant, mv);
        Line {
            score: -at_a_glance(variant, &child),
            certainty: Certainty::Estimate,
            depth: 0,
            moves: vec![mv],
        }
    }

    fn run(mut self, limits: &Limits, observer: &mut dyn FnMut(&Analysis)) -> Analysis {
        let wanted = limits.lines.clamp(1, self.moves.len().max(1));
        if !self.moves.is_empty() {
            for horizon in plan(limits.goal, self.node.placements_left()) {
                if self.pass(horizon, wanted, observer).is_err() {
                    break;
                }
            }
        }
        self.analysis(wanted)
    }

    /// One pass: the best move, then the best of the others, until the wanted number of moves have a value. Its lines
    /// replace those of earlier passes; a stopped pass leaves what it finished.
    fn pass(
        &mut self,
        horizon: Horizon,
        wanted: usize,
        observer: &mut dyn FnMut(&Analysis),
    ) -> Result<(), Stopped> {
        for done in 0..wanted {
            let mut best = None;
            let stopped = self.best_of(done, horizon, &mut best);
            // Of a stopped midgame pass, only the first move counts: values of different depths cannot be compared.
            let usable = stopped.is_ok() || done == 0 || !matches!(horizon, Horizon::Depth(_));
            if let Some(line) = best.filter(|_| usable) {
                let mv = line.mv();
                self.moves.retain(|&other| other != mv);
                self.moves.insert(done, mv);
                self.lines.retain(|other| other.mv() != mv);
                self.lines.insert(done, line);
                observer(&self.analysis(wanted));
            }
            stopped?;
        }
        Ok(())
    }

    /// The best root move after the first `skip`. `best` is set as soon as one move is finished, so that a stop leaves
    /// something.
    fn best_of(&mut self, skip: usize, horizon: Horizon, best: &mut Option<Line>) -> Result<(), Stopped> {
        // Aspiration window: start narrow around the expected score and widen on the side where it fails.
        let (mut low, mut high) = match horizon {
            Horizon::Depth(_) => (-WIDEST, WIDEST),
            Horizon::WinLossDraw => (-1, 1),
            Horizon::End => {
                let guess = self.lines[skip].score.round();
                ((guess - 5).clamp(-65, 63), (guess + 5).clamp(-63, 65))
            }
        };
        loop {
            let score = self.window(skip, horizon, low, high, best)?;
            match horizon {
                Horizon::End if score <= low && low > -65 => low = -65,
                Horizon::End if score >= high && high < 65 => high = 65,
                _ => return Ok(()),
            }
        }
    }

    /// Principal variation search over the root moves after the first `skip`.
    fn window(
        &mut self,
        skip: usize,
        horizon: Horizon,
        low: i32,
        high: i32,
        best: &mut Option<Line>,
    ) -> Result<i32, Stopped> {
        let (mut alpha, mut best_score) = (low, -WIDEST);
        for n in skip..self.moves.len() {
            let mv = self.moves[n];
            let mut rest = Vec::new();
            let mut score;
            if n == skip {
                score = self.child(mv, horizon, alpha, high, &mut rest)?;
            } else {
                score = self.child(mv, horizon, alpha, alpha + 1, &mut rest)?;
                if score > alpha && score < high {
                    score = self.child(mv, horizon, alpha, high, &mut rest)?;
                }
            }
            if score > best_score {
                best_score = score;
                // A score outside the window is only a bound, which is all that win, loss or draw needs.
                if (low < score && score < high) || matches!(horizon, Horizon::WinLossDraw) {
                    *best = Some(self.line(mv, horizon, score, rest));
                }
                alpha = alpha.max(score);
                if score >= high {
                    break;
                }
            }
        }
        Ok(best_score)
    }

    /// The value of a root move.
    fn child(
        &mut self,
        mv: Move,
        horizon: Horizon,
        alpha: i32,
        beta: i32,
        rest: &mut Vec<Move>,
    ) -> Result<i32, Stopped> {
        let child = self.node.play(self.tree.variant, mv);
        Ok(-match horizon {
            Horizon::Depth(depth) => {
                let depth = if mv == Move::Pass { depth } else { depth - 1 };
                self.tree.midgame(&child, depth, -beta, -alpha, rest)?
            }
            Horizon::End | Horizon::WinLossDraw => self.tree.endgame(&child, -beta, -alpha, rest)?,
        })
    }

    fn line(&self, mv: Move, horizon: Horizon, score: i32, rest: Vec<Move>) -> Line {
        let mut moves = vec![mv];
        moves.extend(rest);
        let end = self.node.board.empties().len() as u8;
        let (score, certainty, depth) = match horizon {
            Horizon::Depth(depth) => (Score::from_raw(score), Certainty::Estimate, depth),
            Horizon::End => (Score::from_discs(score), Certainty::Exact, end),
            Horizon::WinLossDraw => (Score::from_discs(score), Certainty::WinLossDraw, end),
        };
        Line { score, certainty, depth, moves }
    }

    fn analysis(&self, wanted: usize) -> Analysis {
        let lines = self.lines[..wanted.min(self.lines.len())].to_vec();
        let solved = lines.first().filter(|line| line.certainty == Certainty::Exact);
        let bounds = solved.map(|line| Bounds { at_least: line.score, at_most: line.score });
        Analysis {
            lines,
            nodes: self.tree.control.nodes(),
            time: self.tree.control.elapsed(),
            bounds: bounds.unwrap_or_default(),
        }
    }
}

/// The passes that lead to a goal. Each orders moves for the next, and is the fallback if that is stopped.
fn plan(goal: Goal, placements_left: u8) -> Vec<Horizon> {
    let midgame = |to: u8| (1..=to).map(Horizon::Depth);
    let ahead = placements_left.saturating_sub(SOLVE_AHEAD);
    let ordering = ahead.min(ORDERING_DEPTH);
    match goal {
        Goal::Depth(depth) if depth < placements_left => midgame(depth).collect(),
        Goal::Strongest => midgame(ahead).chain([Horizon::End]).collect(),
        Goal::Depth(_) | Goal::Exact => midgame(ordering).chain([Horizon::End]).collect(),
        Goal::WinLossDraw => midgame(ordering).chain([Horizon::WinLossDraw]).collect(),
    }
}
