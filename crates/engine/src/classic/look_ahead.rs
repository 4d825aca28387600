//! A search with human mistakes: the deeper in a line, the more likely it forgets to turn some discs over.

use std::time::Duration;

use outflank_rules::{Bitboard, Move, Position, Square, Variant};

use super::at_a_glance;
use super::node::{Node, Turn};
use crate::sys::Instant;
use crate::{Random, Score, StopToken};

/// How far a level looks ahead, and how reliably.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LookAhead {
    /// Plies looked ahead, at least 1.
    pub(crate) depth: u8,
    /// The chance to turn over too few discs in the second ply; it grows by the same amount with every further ply.
    pub(crate) forget: f64,
}

/// The value of every legal placement as such a player sees it; `None` if there was no time to finish. The moves
/// themselves are seen correctly, only what follows may be wrong.
pub(crate) fn look_ahead(
    position: &Position,
    look: LookAhead,
    random: &mut Random,
    (started, time): (Instant, Duration),
    stop: &StopToken,
) -> Option<Vec<(Move, Score)>> {
    let (variant, forget) = (position.variant(), look.forget);
    let mut search = FallibleSearch { variant, forget, random, started, time, stop, nodes: 0 };
    let node = Node::new(position);
    let value = |square| {
        let child = node.after(search.variant, square);
        let score = -search.value(&child, look.depth - 1, 2, -Score::MAX.raw(), Score::MAX.raw())?;
        Some((Move::Place(square), Score::from_raw(score)))
    };
    position.legal_moves().iter().map(value).collect()
}

struct FallibleSearch<'a> {
    variant: Variant,
    forget: f64,
    random: &'a mut Random,
    started: Instant,
    time: Duration,
    stop: &'a StopToken,
    nodes: u32,
}

impl FallibleSearch<'_> {
    /// Plain alpha-beta; `ply` is the number of the next move, counted from 1 at the root.
    fn value(&mut self, node: &Node, depth: u8, ply: u8, mut alpha: i32, beta: i32) -> Option<i32> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(512) && (self.started.elapsed() >= self.time || self.stop.is_stopped()) {
            return None;
        }
        let moves = match node.turn(self.variant) {
            Turn::Over => return Some(node.board.final_margin() * Score::PER_DISC),
            _ if depth == 0 => return Some(at_a_glance(self.variant, node).raw()),
            Turn::Pass => return self.value(&node.passed(), depth, ply, -beta, -alpha).map(|score| -score),
            Turn::Place(moves) => moves,
        };
        // Corners first: a cheap order, good enough for the few plies that people look ahead.
        let corners = moves & Bitboard::CORNERS;
        for square in corners.iter().chain((moves & !corners).iter()) {
            let child = self.after(node, square, ply);
            alpha = alpha.max(-self.value(&child, depth - 1, ply + 1, -beta, -alpha)?);
            if alpha >= beta {
                break;
            }
        }
        Some(alpha)
    }

    /// The node after a placement, possibly with some flips forgotten.
    fn after(&mut self, node: &Node, square: Square, ply: u8) -> Node {
        let mut child = node.after(self.variant, square);
        if self.forget > 0.0 && self.random.unit() < self.forget * f64::from(ply - 1) {
            let flips = self.variant.flips(node.board, square);
            let forgotten = beyond(square, flips, self.random.below(flips.len()));
            child.board.player ^= forgotten;
            child.board.opponent ^= forgotten;
        }
        child
    }
}

/// The nth of the flips and those behind it in the same direction: where the eye lost track of the line.
fn beyond(placed: Square, flips: Bitboard, n: usize) -> Bitboard {
    let offset = |square: Square| {
        let dx = square.column() as i32 - placed.column() as i32;
        let dy = square.row() as i32 - placed.row() as i32;
        ((dx.signum(), dy.signum()), dx.abs().max(dy.abs()))
    };
    let Some(missed) = flips.iter().nth(n) else { return Bitboard::EMPTY };
    let (direction, distance) = offset(missed);
    flips.iter().filter(|&flip| offset(flip).0 == direction && offset(flip).1 >= distance).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(position: &Position, forget: f64, seed: u64) -> Vec<(Move, Score)> {
        let minute = (Instant::now(), Duration::from_mins(1));
        look_ahead(
            position,
            LookAhead { depth: 3, forget },
            &mut Random::new(seed),
            minute,
            &StopToken::new(),
        )
        .unwrap()
    }

    #[test]
    fn without_forgetting_it_agrees_with_the_search() {
        for variant in Variant::ALL {
            let position = Position::start(variant).play(Move::Place(Square::F5)).unwrap();
            for (mv, score) in look(&position, 0.0, 1) {
                let child = position.play(mv).unwrap();
                let limits = crate::Limits::depth(2);
                let searched = super::super::search(&child, &limits, &StopToken::new(), &mut |_| {});
                assert_eq!(score, -searched.lines[0].score, "{variant} {mv}");
            }
        }
    }

    #[test]
    fn with_forgetting_the_values_vary() {
        let position = Position::default();
        assert_ne!(look(&position, 0.5, 1), look(&position, 0.5, 2));
        assert_eq!(look(&position, 0.5, 1), look(&position, 0.5, 1));
    }

    #[test]
    fn discs_beyond_the_forgotten_one_are_forgotten_too() {
        let flips: Bitboard =
            [Square::B1, Square::C1, Square::D1, Square::A2, Square::A3].into_iter().collect();
        assert_eq!(beyond(Square::A1, flips, 1).to_string(), "c1 d1");
        assert_eq!(beyond(Square::A1, flips, 3).to_string(), "a2 a3");
    }
}
