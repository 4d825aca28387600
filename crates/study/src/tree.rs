use outflank_rules::{Color, Game, Move, PlayError, Position};

/// A game with variations beside it. The game stays whatever is tried.
///
/// ```
/// use outflank_records::transcript;
/// use outflank_rules::{Move, Square};
/// use outflank_study::Tree;
///
/// let game = transcript::game(Default::default(), "f5d6c3")?;
/// let mut tree = Tree::new(&game);
/// let after_f5 = tree.next(Tree::ROOT).unwrap();
/// let f6 = tree.play(after_f5, Move::Place(Square::F6))?;
/// assert!(!tree.is_game(f6));
/// assert_eq!(tree.back_to_game(f6), after_f5);
/// assert_eq!(tree.next(after_f5).and_then(|node| tree.mv(node)), Some(Move::Place(Square::D6)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tree {
    /// The start first, then the game, then whatever was tried.
    nodes: Vec<Node>,
    /// How many of the nodes are the game, the start among them.
    game: usize,
}

/// Names a position in a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(usize);

#[derive(Clone, Debug)]
struct Node {
    parent: Option<NodeId>,
    /// The move that leads here.
    mv: Option<Move>,
    position: Position,
    /// What was played or tried from here, the game first.
    children: Vec<NodeId>,
}

impl Tree {
    /// The start of the game.
    pub const ROOT: NodeId = NodeId(0);

    /// A game without variations.
    pub fn new(game: &Game) -> Tree {
        let root = Node { parent: None, mv: None, position: *game.start(), children: Vec::new() };
        let mut tree = Tree { nodes: vec![root], game: game.positions().len() };
        let mut at = Tree::ROOT;
        for (mv, position) in game.moves().iter().zip(&game.positions()[1..]) {
            at = tree.add(at, *mv, *position);
        }
        tree
    }

    /// The position of a node.
    pub fn position(&self, node: NodeId) -> &Position {
        &self.nodes[node.0].position
    }

    /// The move that leads to a node; `None` for the start.
    pub fn mv(&self, node: NodeId) -> Option<Move> {
        self.nodes[node.0].mv
    }

    /// Who made the move that leads to a node.
    pub fn mover(&self, node: NodeId) -> Option<Color> {
        Some(self.position(self.parent(node)?).turn())
    }

    /// The node before.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.0].parent
    }

    /// What was played or tried from a node; the move of the game comes first.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[node.0].children
    }

    /// The next node along the game or the variation.
    pub fn next(&self, node: NodeId) -> Option<NodeId> {
        self.children(node).first().copied()
    }

    /// Where the game or variation that a node belongs to ends.
    pub fn end(&self, node: NodeId) -> NodeId {
        std::iter::successors(Some(node), |&node| self.next(node)).last().unwrap_or(node)
    }

    /// The end of the game.
    pub fn game_end(&self) -> NodeId {
        NodeId(self.game - 1)
    }

    /// Whether a node is part of the game.
    pub fn is_game(&self, node: NodeId) -> bool {
        node.0 < self.game
    }

    /// The last node of the game on the way to a node.
    pub fn back_to_game(&self, node: NodeId) -> NodeId {
        self.way(node).find(|&node| self.is_game(node)).unwrap_or(Tree::ROOT)
    }

    /// The node after this many moves of the game, passes counted, or its end if there are fewer.
    pub fn game_node(&self, ply: usize) -> NodeId {
        NodeId(ply.min(self.game - 1))
    }

    /// The nodes from the start to a node, both among them.
    pub fn line(&self, node: NodeId) -> Vec<NodeId> {
        let mut line: Vec<NodeId> = self.way(node).collect();
        line.reverse();
        line
    }

    /// How many moves lead to a node, passes counted.
    pub fn ply(&self, node: NodeId) -> usize {
        self.way(node).count() - 1
    }

    /// How many discs have been placed on the way to a node: the number of the move, as people count.
    pub fn number(&self, node: NodeId) -> usize {
        self.way(node).filter(|&node| matches!(self.mv(node), Some(Move::Place(_)))).count()
    }

    /// The moves that lead to a node, as a game.
    pub fn game_to(&self, node: NodeId) -> Game {
        let moves = self.line(node).into_iter().filter_map(|node| self.mv(node));
        // Every move was legal when it was added.
        Game::from_moves(*self.position(Tree::ROOT), moves).unwrap_or_default()
    }

    /// Plays a move from a node, after a pass if that is forced. What is there already is found, not added again.
    pub fn play(&mut self, from: NodeId, mv: Move) -> Result<NodeId, PlayError> {
        if mv != Move::Pass && self.position(from).must_pass() {
            let passed = self.position(from).play(Move::Pass)?;
            let after = passed.play(mv)?;
            let pass = self.child_or_add(from, Move::Pass, passed);
            return Ok(self.child_or_add(pass, mv, after));
        }
        let after = self.position(from).play(mv)?;
        Ok(self.child_or_add(from, mv, after))
    }

    /// The neighbour of a node among the moves tried from the same position, so many places further; around at the
    /// end.
    pub fn sibling(&self, node: NodeId, by: isize) -> NodeId {
        let Some(parent) = self.parent(node) else { return node };
        let siblings = self.children(parent);
        let at = siblings.iter().position(|&other| other == node).unwrap_or(0);
        siblings[(at as isize + by).rem_euclid(siblings.len() as isize) as usize]
    }

    fn child_or_add(&mut self, from: NodeId, mv: Move, position: Position) -> NodeId {
        let known = self.children(from).iter().copied().find(|&child| self.mv(child) == Some(mv));
        known.unwrap_or_else(|| self.add(from, mv, position))
    }

    fn add(&mut self, from: NodeId, mv: Move, position: Position) -> NodeId {
        let node = NodeId(self.nodes.len());
        self.nodes.push(Node { parent: Some(from), mv: Some(mv), position, children: Vec::new() });
        self.nodes[from.0].children.push(node);
        node
    }

    /// A node and those before it, back to the start.
    fn way(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(node), |&node| self.parent(node))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use outflank_records::transcript;
    use outflank_rules::Square;

    use super::*;

    fn tree(moves: &str) -> Tree {
        Tree::new(&transcript::game(Position::default(), moves).unwrap())
    }

    #[test]
    fn the_game_stays_whatever_is_tried() {
        let mut tree = tree("f5d6c3d3c4");
        let before = tree.game_to(tree.game_end());
        let at = tree.game_node(2);
        let variation = tree.play(at, Square::C4.into()).unwrap();
        let deeper = tree.play(variation, Square::D3.into()).unwrap();
        assert_eq!(tree.game_to(tree.game_end()), before);
        assert!(!tree.is_game(deeper) && tree.is_game(at));
        assert_eq!(tree.back_to_game(deeper), at);
        assert_eq!(tree.end(variation), deeper);
        assert_eq!(tree.end(at), tree.game_end(), "the game goes before what was tried");
        assert_eq!((tree.ply(deeper), tree.number(deeper)), (4, 4));
        assert_eq!(transcript::text(&tree.game_to(deeper)), "f5d6c4d3");
    }

    #[test]
    fn a_move_that_is_known_is_found_again() {
        let mut tree = tree("f5d6");
        assert_eq!(tree.play(Tree::ROOT, Square::F5.into()), Ok(tree.game_node(1)));
        let other = tree.play(Tree::ROOT, Square::D3.into()).unwrap();
        assert_eq!(tree.play(Tree::ROOT, Square::D3.into()), Ok(other));
        assert_eq!(tree.children(Tree::ROOT), [tree.game_node(1), other]);
        assert_eq!(tree.sibling(other, 1), tree.game_node(1));
        assert_eq!(tree.sibling(other, -1), tree.game_node(1));
        assert!(tree.play(Tree::ROOT, Square::A1.into()).is_err());
    }

    #[test]
    fn passes_have_no_number_and_come_by_themselves() {
        let start = outflank_records::board::position(
            "XO------ -------- -------- -------- -------- -------- -------- ------OX O",
        )
        .unwrap();
        let mut tree = Tree::new(&Game::new(start));
        let end = tree.play(Tree::ROOT, Square::C1.into()).unwrap();
        assert_eq!((tree.ply(end), tree.number(end)), (2, 1));
        assert_eq!(tree.mover(end), Some(Color::Black));
    }
}
