//! The book as a replay of its log: its positions, their values, and which matter most.

use std::collections::HashMap;

use outflank_engine::Score;
use outflank_engine::book::{self, After, Bias, Book, Kind, PER_DISC, after};
use outflank_rules::{Bitboard, Board, Square};

use crate::Entry;

/// All positions of the book, by canonical board. The order of the log does not matter.
#[derive(Default)]
pub struct Tree {
    nodes: HashMap<Board, Node>,
}

/// A position and its searches.
#[derive(Default)]
struct Node {
    searched: Vec<Searched>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Searched {
    kind: Kind,
    value: i32,
    mv: Square,
}

/// A position with what follows from the whole tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rated {
    /// The position.
    pub board: Board,
    /// Its value for the side to move, in 1/128 disc.
    pub value: i32,
    /// The best move that leads out of the book.
    pub leaf: Option<Leaf>,
    /// How unlikely this position is to occur: 1 for each move from the start, and more for moves that lose.
    pub cost: f64,
    /// The same for the position after the leaf.
    pub leaf_cost: f64,
}

/// A move out of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The move.
    pub mv: Square,
    /// Its value for the side to move, in 1/128 disc.
    pub value: i32,
    /// How the value was found.
    pub kind: Kind,
}

/// Which part of the tree is worth growing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The longest line from the start, in moves.
    pub plies: usize,
    /// The most discs a move may lose against the best.
    pub loss: f64,
    /// The most discs a position may be from even.
    pub value: f64,
}

impl Bounds {
    /// No bounds.
    pub const NONE: Bounds = Bounds { plies: 60, loss: 64.0, value: 64.0 };
}

/// The cost of a lost disc for a player who may err, and for one who plays the book. It is computed once with Black
/// erring and once with White: so the book answers the plausible mistakes of either side, and has no position where
/// both have erred.
const COSTS: [f64; 2] = [1.5, 8.0];

impl Extend<Entry> for Tree {
    fn extend<T: IntoIterator<Item = Entry>>(&mut self, entries: T) {
        for entry in entries {
            self.add(entry);
        }
    }
}

impl Tree {
    /// Adds a search.
    pub fn add(&mut self, entry: Entry) {
        let Entry { board, mv, value, kind } = entry;
        let searched = &mut self.nodes.entry(board).or_default().searched;
        let new = Searched { kind, value, mv };
        match searched.iter_mut().find(|old| old.mv == mv) {
            Some(old) => *old = new.max(*old),
            None => searched.push(new),
        }
    }

    /// The tree of a book.
    pub fn of_book(book: &Book) -> Tree {
        let mut tree = Tree::default();
        tree.extend(Tree::entries_of(book));
        tree
    }

    /// A log entry for every position of a book. One without a move out of the book gets its best move, which says only
    /// that the position is there.
    pub fn entries_of(book: &Book) -> Vec<Entry> {
        let raw = |eighths: i16| i32::from(eighths) * (Score::PER_DISC / PER_DISC);
        let mut entries: Vec<Entry> = book
            .leaves()
            .filter_map(|(board, leaf)| {
                if let Some(leaf) = leaf {
                    return Some(Entry { board, mv: leaf.mv, value: raw(leaf.value), kind: leaf.kind });
                }
                let best = *book.moves(board).first()?;
                Some(Entry { board, mv: best.square, value: best.value.raw(), kind: best.kind })
            })
            .collect();
        entries.sort_by_key(|entry| entry.board);
        entries
    }

    /// The book that follows from all searches.
    pub fn book(&self, bias: Bias) -> Book {
        let eighths = |raw: i32| (f64::from(raw * PER_DISC) / f64::from(Score::PER_DISC)).round() as i16;
        let leaf = |leaf: Leaf| book::Leaf { mv: leaf.mv, value: eighths(leaf.value), kind: leaf.kind };
        Book::new(self.nodes.iter().map(|(&board, node)| (board, self.leaf(board, node).map(leaf))), bias)
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether a canonical board is in the book.
    pub fn contains(&self, board: Board) -> bool {
        self.nodes.contains_key(&board)
    }

    /// The moves that lead to positions of the book.
    pub fn moves_inside(&self, board: Board) -> Bitboard {
        board
            .legal_moves()
            .iter()
            .filter(|&mv| self.child(board, mv).is_some())
            .fold(Bitboard::EMPTY, Bitboard::with)
    }

    fn child(&self, board: Board, mv: Square) -> Option<(Board, i32)> {
        match after(board, mv) {
            After::Position(child, sign) if self.contains(child) => Some((child, sign)),
            _ => None,
        }
    }

    /// The best move out of the book. A move that a deeper search passed over is worth no more than the move it chose.
    fn leaf(&self, board: Board, node: &Node) -> Option<Leaf> {
        let outside: Vec<Searched> =
            node.searched.iter().filter(|found| self.child(board, found.mv).is_none()).copied().collect();
        let capped = |found: &Searched| {
            let deeper =
                outside.iter().filter(|other| other.kind > found.kind).map(|other| other.value).min();
            Leaf {
                mv: found.mv,
                value: deeper.map_or(found.value, |cap| cap.min(found.value)),
                kind: found.kind,
            }
        };
        outside.iter().map(capped).max_by_key(|leaf| (leaf.value, leaf.kind, std::cmp::Reverse(leaf.mv)))
    }

    /// The best move out of the book from one of its positions.
    pub fn leaf_of(&self, board: Board) -> Option<Leaf> {
        self.nodes.get(&board).and_then(|node| self.leaf(board, node))
    }

    /// All positions rated by the whole tree, those with the fewest discs first. Positions that cannot be reached from
    /// the root within the bounds have infinite cost.
    pub fn rate(&self, root: Board, bounds: &Bounds) -> Vec<Rated> {
        let mut boards: Vec<Board> = self.nodes.keys().copied().collect();
        boards.sort_by_key(|board| (discs(*board), *board));
        let index: HashMap<Board, usize> =
            boards.iter().enumerate().map(|(at, &board)| (board, at)).collect();

        // Children have more discs, so they come later: compute values backwards, costs forwards.
        let mut rated: Vec<Rated> = Vec::with_capacity(boards.len());
        let mut links: Vec<Vec<(usize, i32)>> = Vec::with_capacity(boards.len());
        for &board in &boards {
            let leaf = self.leaf(board, &self.nodes[&board]);
            rated.push(Rated { board, value: i32::MIN, leaf, cost: f64::INFINITY, leaf_cost: f64::INFINITY });
            let children = board.legal_moves().iter().filter_map(|mv| self.child(board, mv));
            links.push(children.map(|(child, sign)| (index[&child], sign)).collect());
        }
        for at in (0..boards.len()).rev() {
            let children = links[at].iter().map(|&(child, sign)| sign * rated[child].value);
            let leaf = rated[at].leaf.map(|leaf| leaf.value);
            rated[at].value = children.chain(leaf).max().unwrap_or(0);
        }
        let Some(&root) = index.get(&root.canonical()) else { return rated };
        for erring in 0..2 {
            let mut cost = vec![f64::INFINITY; boards.len()];
            cost[root] = 0.0;
            for at in 0..boards.len() {
                let position = rated[at];
                let played = discs(position.board) - 4;
                let side = played % 2;
                let far = (f64::from(position.value) / 128.0).abs() > bounds.value;
                if cost[at].is_infinite() || far || played >= bounds.plies {
                    continue;
                }
                let price = |value: i32| {
                    let loss = f64::from(position.value - value) / 128.0;
                    (loss <= bounds.loss).then_some(1.0 + COSTS[usize::from(side != erring)] * loss)
                };
                if let Some(price) = position.leaf.and_then(|leaf| price(leaf.value)) {
                    rated[at].leaf_cost = rated[at].leaf_cost.min(cost[at] + price);
                }
                for &(child, sign) in &links[at] {
                    if let Some(price) = price(sign * rated[child].value) {
                        cost[child] = cost[child].min(cost[at] + price);
                    }
                }
            }
            for (rated, cost) in rated.iter_mut().zip(cost) {
                rated.cost = rated.cost.min(cost);
            }
        }
        rated
    }
}

fn discs(board: Board) -> usize {
    (board.player | board.opponent).len()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const BOUNDS: Bounds = Bounds { plies: 28, loss: 6.0, value: 10.0 };

    fn entry(board: Board, mv: Square, discs: i32, depth: u8) -> Entry {
        Entry { board, mv, value: discs * 128, kind: Kind::Depth(depth) }
    }

    fn start() -> (Board, Square, Board) {
        let board = Board::default().canonical();
        let mv = board.legal_moves().first().unwrap();
        let After::Position(child, -1) = after(board, mv) else { panic!("the game goes on") };
        (board, mv, child)
    }

    #[test]
    fn values_come_from_the_best_move_whatever_the_order_of_the_log() {
        let (board, mv, child) = start();
        let reply = child.legal_moves().first().unwrap();
        let second = child.legal_moves().iter().nth(1).unwrap();
        let log = [entry(board, mv, 1, 18), entry(child, reply, 2, 18), entry(child, second, 0, 18)];
        for log in [log, [log[2], log[1], log[0]]] {
            let mut tree = Tree::default();
            tree.extend(log);
            let rated = tree.rate(Board::default(), &BOUNDS);
            assert_eq!(rated[0].board, board);
            assert_eq!((rated[0].value, rated[0].leaf), (-2 * 128, None), "all four first moves are one");
            assert_eq!((rated[1].value, rated[1].leaf.unwrap().mv), (2 * 128, reply));
            assert_eq!((rated[1].cost, rated[1].leaf_cost), (1.0, 2.0));
        }
    }

    #[test]
    fn a_deeper_search_caps_the_value_of_a_shallow_one() {
        let (_, _, child) = start();
        let (first, second) =
            (child.legal_moves().first().unwrap(), child.legal_moves().iter().nth(1).unwrap());
        let mut tree = Tree::default();
        tree.add(entry(child, first, 5, 18));
        tree.add(entry(child, second, 1, 24));
        let leaf = tree.rate(Board::default(), &BOUNDS)[0].leaf.unwrap();
        assert_eq!((leaf.mv, leaf.value), (second, 128));
        // The same move searched twice: the deeper one counts.
        tree.add(entry(child, second, 9, 18));
        assert_eq!(tree.rate(Board::default(), &BOUNDS)[0].leaf.unwrap().value, 128);
    }

    #[test]
    fn positions_where_both_have_erred_cost_more_than_where_one_has() {
        let (board, mv, child) = start();
        let replies: Vec<Square> = child.legal_moves().iter().collect();
        let mut tree = Tree::default();
        tree.add(entry(board, mv, 0, 18));
        tree.add(entry(child, replies[0], 0, 18));
        tree.add(entry(child, replies[1], -2, 18));
        let After::Position(best, -1) = after(child, replies[0]) else { panic!() };
        let After::Position(worse, -1) = after(child, replies[1]) else { panic!() };
        tree.add(entry(best, best.legal_moves().first().unwrap(), 0, 18));
        tree.add(entry(worse, worse.legal_moves().first().unwrap(), 2, 18));
        let rated = tree.rate(Board::default(), &BOUNDS);
        let cost = |board| rated.iter().find(|rated| rated.board == board).unwrap().cost;
        assert!((cost(best) - 2.0).abs() < 1e-9);
        assert!((cost(worse) - 5.0).abs() < 1e-9, "two discs of a player who may err: {}", cost(worse));
    }
}
