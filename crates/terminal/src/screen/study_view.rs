//! A game being studied: its moves, and whatever is tried beside them.

use outflank_play::{LiveGame, Seat};
use outflank_records::Record;
use outflank_rules::{Color, Move, Position, Square};
use outflank_study::{Moment, NodeId, Review, ReviewedMove, Tree};

use super::analysis::AnalysisState;
use super::board::Preview;
use super::game_view::Log;
use super::keys::Scene;
use super::pointer::Pointer;

/// A game on the study screen.
#[derive(Clone, Debug)]
pub(crate) struct StudyView {
    pub(crate) tree: Tree,
    /// The position on the board.
    pub(crate) at: NodeId,
    pub(crate) pointer: Pointer,
    pub(crate) log: Log,
    pub(crate) analysis: AnalysisState,
    pub(crate) names: [String; 2],
    /// Who played, for going on from here.
    pub(crate) seats: Option<[Seat; 2]>,
    /// Where and when, as far as it is known, or how the game ended.
    pub(crate) about: String,
    /// What is known of the game besides its moves.
    source: Record,
    /// Where it was opened from, and leads back to.
    pub(crate) behind: Behind,
    /// Whether the openings are beside the board.
    pub(crate) openings: bool,
    /// Whether it was opened for the openings, so that whoever leaves them leaves it.
    pub(crate) for_openings: bool,
}

/// What lies behind a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Behind {
    /// It was opened from a file.
    Nothing,
    /// The start screen.
    Start,
    /// A game that is over.
    Game,
}

impl StudyView {
    /// A game or position from a record, shown after `at` moves, passes not counted, or else at its end.
    pub(crate) fn of_record(record: &Record, at: Option<usize>) -> StudyView {
        let name = |color: Color| {
            // A file may say anything: control characters must not reach the terminal.
            let name = record.player(color).name.replace(char::is_control, " ");
            if name.trim().is_empty() { color.to_string() } else { name.trim().to_owned() }
        };
        let known = [&record.event, &record.place, &record.date].into_iter().filter(|text| !text.is_empty());
        let about = known.map(String::as_str).collect::<Vec<_>>().join(", ").replace(char::is_control, " ");
        let mut study = StudyView::new(record.clone(), Color::ALL.map(name), None, about);
        if let Some(at) = at {
            let line = study.line();
            study.at = line.into_iter().find(|&node| study.tree.number(node) == at).unwrap_or(study.at);
        }
        study
    }

    /// A game that is over, shown at its end.
    pub(crate) fn of_game(live: &LiveGame) -> StudyView {
        let settings = live.settings();
        let about = live.result().map_or(String::new(), |result| result.sentence(settings));
        let names = Color::ALL.map(|color| settings.name(color));
        let mut study = StudyView::new(
            outflank_play::setup::record(live, "Outflank"),
            names,
            Some(settings.seats.clone()),
            about,
        );
        study.behind = Behind::Game;
        study
    }

    /// What decides which keys are of use.
    pub(crate) fn scene(&self) -> Scene {
        let back = self.behind != Behind::Nothing || !self.tree.is_game(self.at);
        if self.openings { Scene::Openings } else { Scene::Study { game: self.has_game(), back } }
    }

    /// Whether there is a game, and not only a position.
    pub(crate) fn has_game(&self) -> bool {
        self.tree.ply(self.tree.game_end()) > 0
    }

    /// Whether moves were tried that are not in the game. Where the openings are looked at, none are worth keeping.
    pub(crate) fn has_variations(&self) -> bool {
        if self.behind == Behind::Start {
            return false;
        }
        let beside = |node| self.tree.children(node).iter().any(|child| !self.tree.is_game(*child));
        self.tree.line(self.tree.game_end()).into_iter().any(beside)
    }

    fn new(source: Record, names: [String; 2], seats: Option<[Seat; 2]>, about: String) -> StudyView {
        let tree = Tree::new(&source.game);
        StudyView {
            at: tree.game_end(),
            tree,
            pointer: Pointer::default(),
            log: Log::default(),
            analysis: AnalysisState::default(),
            names,
            seats,
            about,
            source,
            behind: Behind::Nothing,
            openings: false,
            for_openings: false,
        }
    }

    /// The position on the board.
    pub(crate) fn position(&self) -> &Position {
        self.tree.position(self.at)
    }

    /// The disc that led to the position.
    pub(crate) fn last(&self) -> Option<Square> {
        let way = std::iter::successors(Some(self.at), |&node| self.tree.parent(node));
        way.map_while(|node| self.tree.mv(node)).find_map(Move::square)
    }

    /// What the cursor would do on a legal square.
    pub(crate) fn preview(&self) -> Option<Preview> {
        let square = self.pointer.shown()?;
        let position = self.position();
        let by = position.turn();
        position.legal_moves().contains(square).then(|| Preview { by, square, flips: position.flips(square) })
    }

    /// The game itself, without what was tried.
    pub(crate) fn game_record(&self) -> Record {
        self.source.clone()
    }

    /// What the review says about the move that is shown; nothing in a variation.
    pub(crate) fn reviewed(&self) -> Option<&ReviewedMove> {
        self.analysis.reviewed(self.game_ply()?)
    }

    /// The moment worth a look that is shown.
    pub(crate) fn moment(&self) -> Option<(&Review, &Moment)> {
        let (review, ply) = (self.analysis.review()?, self.game_ply()?);
        Some((review, review.moments.iter().find(|moment| moment.ply + 1 == ply)?))
    }

    /// The next moment worth a look, or the one before.
    pub(crate) fn next_moment(&self, forward: bool) -> Option<NodeId> {
        let review = self.analysis.review()?;
        let at = self.tree.ply(self.tree.back_to_game(self.at));
        let mut plies = review.moments.iter().map(|moment| moment.ply + 1);
        let ply = if forward { plies.find(|ply| *ply > at) } else { plies.rfind(|ply| *ply < at) };
        ply.map(|ply| self.tree.game_node(ply))
    }

    /// The line that is shown, with the names of the players.
    pub(crate) fn record(&self) -> Record {
        let player = |color: Color| {
            let name = &self.names[color.index()];
            let name = if *name == color.to_string() { String::new() } else { name.clone() };
            outflank_records::Player { name, ..outflank_records::Player::default() }
        };
        let game = self.tree.game_to(self.tree.end(self.at));
        Record { black: player(Color::Black), white: player(Color::White), ..Record::from(game) }
    }

    /// The nodes of the line that is shown: the game, or the way to a variation and on to its end.
    pub(crate) fn line(&self) -> Vec<NodeId> {
        self.tree.line(self.tree.end(self.at))
    }

    /// How many moves of the game are shown; `None` in a variation.
    pub(crate) fn game_ply(&self) -> Option<usize> {
        self.tree.is_game(self.at).then(|| self.tree.ply(self.at))
    }

    pub(crate) fn go(&mut self, node: NodeId) {
        self.at = node;
        self.log.forget_refusals();
        self.pointer.column = None;
        self.analysis.forget_question();
    }

    /// Goes so many moves along the line, back if negative.
    pub(crate) fn step(&mut self, by: isize) {
        let line = self.line();
        let at = self.tree.ply(self.at).saturating_add_signed(by).min(line.len() - 1);
        self.go(line[at]);
    }
}
