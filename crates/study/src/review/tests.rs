#![allow(clippy::unwrap_used)]
use outflank_engine::{Engine, Options, StopToken};
use outflank_records::{Ending, Record, Verdict, transcript};
use outflank_rules::{Position, Variant};

use super::*;
use crate::Effort;

pub(super) fn review(record: &Record, effort: Effort, player: Option<Color>) -> Review {
    let mut reviewer = Reviewer::new(record, effort, player).unwrap();
    let mut engine = Engine::new(Options { threads: 1, table_mb: 16 });
    while let Some(question) = reviewer.next() {
        let (done, all) = reviewer.progress();
        assert!(done < all);
        let analysis = engine.search(&question.position, &question.limits, &StopToken::new(), &mut |_| {});
        reviewer.answer(question.id, &analysis);
    }
    reviewer.review()
}

fn record(moves: &str) -> Record {
    Record::from(transcript::game(Position::default(), moves).unwrap())
}

/// A game of level 2 against itself, played to the end.
const WHOLE_GAME: &str = "f5f6e6f4f3c5c6d6g4d3g6h4e3d2h3g5g3h7h5d7h6h2c8d8b5b4e8e7c4f7f2c3a3e2c7f1c1b3c2a4a5a6a7b6f8d1a2g7h8b1e1b2a1g8b7a8b8h1g2g1";

#[test]
fn a_whole_game_has_labels_accuracies_and_moments() {
    let review = review(&record(WHOLE_GAME), Effort::Depth(6), None);
    assert_eq!(review.moves.len(), review.game.moves().len());
    let [black, white] = &review.players;
    for side in [black, white] {
        assert!((0.0..=100.0).contains(&side.accuracy.unwrap()), "{side:?}");
        assert!(side.best <= side.choices && side.lost >= 0.0);
        assert!(side.phases.iter().flatten().all(|accuracy| (0.0..=100.0).contains(accuracy)));
    }
    assert!(!review.moments.is_empty() && review.moments.len() <= 5);
    assert!(review.moments.is_sorted_by_key(|moment| moment.ply));
    assert!(review.trained);
    assert!(review.opening.unwrap().moves >= 2);
    for mv in &review.moves {
        assert!(mv.chance_before >= mv.chance_after, "{mv:?}");
        assert!(!mv.label.is_error() || mv.loss > 0.0, "{mv:?}");
    }
}

#[test]
fn the_loser_is_known_from_the_record_when_the_board_does_not_say_it() {
    let mut record = record("f5d6c3d3c4f4f6g5e3f3g6e2h5c5g4g3f2");
    record.verdict = Some(Verdict { margin: 64.0, ending: Ending::Resigned });
    let reviewer = Reviewer::new(&record, Effort::Depth(4), None).unwrap();
    assert_eq!(reviewer.next().unwrap().position, *record.position());
    review(&record, Effort::Depth(4), None);
}

#[test]
fn one_player_hears_of_his_own_moments_only() {
    let review = review(&record(WHOLE_GAME), Effort::Depth(4), Some(Color::White));
    for moment in &review.moments {
        let mv = review.move_of(moment).unwrap();
        assert_eq!(mv.turn, Color::White);
    }
}

#[test]
fn a_position_without_moves_is_refused_and_one_move_is_enough() {
    let refusal = Reviewer::new(&Record::default(), Effort::Usual, None).unwrap_err();
    assert_eq!(refusal.to_string(), "there is no move to review");
    let review = review(&record("f5"), Effort::Depth(4), None);
    assert_eq!(review.players[0].accuracy, Some(100.0));
    assert_eq!(review.players[1].accuracy, None);
    assert!(review.moments.is_empty());
}

#[test]
fn other_rules_are_reviewed_without_trained_values() {
    let start = Position::start(Variant { orthogonal: true, thirty: false });
    let legal = start.legal_moves().first().unwrap();
    let game = Game::from_moves(start, [Move::Place(legal)]).unwrap();
    let review = review(&Record::from(game), Effort::Usual, None);
    assert!(!review.trained && review.moves.len() == 1 && review.opening.is_none());
}
