#![allow(clippy::unwrap_used)]
use outflank_engine::{Certainty, Engine, Options, StopToken};
use outflank_records::transcript;
use outflank_rules::{Setup, Square};

use super::*;

/// A game in which Black gave a win away with a1, its 39th move.
const CORNER_TOO_EARLY: &str =
    "f5d6c4d3c3f4c5b3f3c6d7e3e2f2d2e7c7e6a3d8c8e8f8f7f1d1e1f6c1g6g5h5g4h4c2b2h6h7a1g3";

fn drawn(start: Position, moves: &str, effort: Effort) -> Chart {
    let mut chart = Chart::new(transcript::game(start, moves).unwrap(), effort);
    let mut engine = Engine::new(Options { threads: 1, table_mb: 16 });
    while let Some(question) = chart.next() {
        assert_eq!(chart.next(), Some(question), "the same until it is answered");
        let analysis = engine.search(&question.position, &question.limits, &StopToken::new(), &mut |_| {});
        chart.answer(question.id, &analysis);
    }
    chart
}

#[test]
fn a_loss_is_the_difference_between_two_moves_of_one_position() {
    let chart = drawn(Position::default(), CORNER_TOO_EARLY, Effort::Usual);
    let point = chart.point(38).unwrap();
    let (best, played) = (point.best.as_ref().unwrap(), point.played.as_ref().unwrap());
    assert_eq!((best.mv.to_string(), best.value.to_string()), ("b4".to_owned(), "+6".to_owned()));
    assert_eq!((played.mv.to_string(), played.value.to_string()), ("a1".to_owned(), "-8".to_owned()));
    assert_eq!(point.loss(), Some(14.0));
    assert_eq!(point.value.to_string(), "+6");
    assert_eq!(played.line[0], played.mv);
    assert_eq!(chart.points().count(), chart.game().positions().len());
    assert!(chart.points().filter_map(Point::loss).all(|loss| loss >= 0.0));
    assert!(chart.lost(Color::Black) >= 14.0);
    let last = chart.points().last().unwrap();
    assert!(last.played.is_none() && last.loss().is_none() && last.best.is_some(), "the game was broken off");
}

#[test]
fn a_finished_game_ends_with_its_result_and_empty_squares_to_the_winner() {
    let chart =
        Chart::new(transcript::game(Position::default(), "e6f4e3f6g5d6e7f5c5").unwrap(), Effort::Usual);
    assert_eq!(chart.left(), 9);
    let last = chart.points().next_back().unwrap();
    assert_eq!((last.value.to_string().as_str(), last.best.is_none()), ("+64", true));
}

#[test]
fn an_answer_that_was_not_asked_for_or_says_nothing_changes_nothing() {
    let mut chart = Chart::new(transcript::game(Position::default(), "f5d6").unwrap(), Effort::Usual);
    let question = chart.next().unwrap();
    let line = Line {
        score: outflank_engine::Score::ZERO,
        certainty: Certainty::Estimate,
        depth: 14,
        moves: vec![Square::C3.into()],
    };
    let analysis = Analysis { lines: vec![line], ..Analysis::default() };
    chart.answer(question.id + 1, &analysis);
    chart.answer(question.id, &Analysis::default());
    assert_eq!((chart.left(), chart.next()), (3, Some(question)));
    chart.answer(question.id, &analysis);
    assert_eq!(chart.left(), 2);
    chart.answer(question.id, &analysis);
    assert_eq!(chart.left(), 2);
}

#[test]
fn a_pass_is_worth_what_follows_it_and_loses_nothing() {
    // X O - - - - - -   White has no move, Black takes c1 and f8.
    // - - - - - - O X
    let start = Setup {
        black: Square::A1.bitboard().with(Square::H8),
        white: Square::B1.bitboard().with(Square::G8),
        turn: Color::White,
        ..Setup::default()
    };
    let chart = drawn(start.position().unwrap(), "c1f8", Effort::Usual);
    let [pass, first] = [chart.point(0).unwrap(), chart.point(1).unwrap()];
    assert_eq!(pass.played.as_ref().unwrap().mv, Move::Pass);
    assert_eq!((pass.loss(), pass.value), (Some(0.0), first.value));
    assert_eq!(pass.value.to_string(), "+64.0", "depth 14 does not see the end of 60 empty squares");
}

#[test]
fn a_time_for_each_position_searches_the_move_of_the_game_as_deep_as_the_best() {
    let effort = Effort::Time(std::time::Duration::from_millis(20));
    let chart = drawn(Position::default(), "f5d6c3g5", effort);
    for point in chart.points().filter(|point| point.played.is_some()) {
        let (best, played) = (point.best.as_ref().unwrap(), point.played.as_ref().unwrap());
        assert_eq!(best.depth, played.depth);
    }
    assert!(chart.point(3).unwrap().loss().unwrap() > 2.0, "g5 is a poor reply");
}
