#![allow(clippy::unwrap_used)]

use outflank_engine::{Engine, Options, StopToken};
use outflank_rules::{Color, Move, Position, Symmetry};

use super::*;
use crate::reasons::Cause;
use crate::{Effort, Reviewer};

const DAY: Seconds = 86_400;
/// Noon of some day.
const START: Seconds = 20_000 * DAY + DAY / 2;

/// A card of the position after some moves; all moves but the last are accepted.
fn card(moves: &str, cause: Option<Cause>, fine: bool) -> Card {
    let game = outflank_records::read(moves.as_bytes()).unwrap().remove(0).game;
    let position = *game.position();
    let legal: Vec<Move> = position.legal_moves().iter().map(Move::Place).collect();
    let (played, accepted) = legal.split_last().unwrap();
    Card {
        position,
        played: if fine { accepted[0] } else { *played },
        accepted: accepted.to_vec(),
        values: [4.0, if fine { 4.0 } else { -4.0 }],
        exact: false,
        cause,
        sentence: "Because.".to_owned(),
        best_line: vec![accepted[0]],
        played_line: vec![*played],
        fine,
        game: "g".to_owned(),
        opponent: "Ben".to_owned(),
        number: moves.len() / 2 + 1,
    }
}

fn line(time: Seconds, event: Event) -> Line {
    Line::new(time, event)
}

fn answer(time: Seconds, card: &Card, grade: Grade) -> Line {
    let answer = Answered { card: card.id(), mv: card.accepted[0], grade, took: 9, idea: None };
    line(time, Event::Answer(answer))
}

#[test]
fn lines_are_read_as_written_and_bad_ones_are_named_and_kept() {
    let card = card("f5d6c3", Some(Cause::Quiet), false);
    let lines = [
        line(START, Event::Card(card.clone())),
        answer(START + 5, &card, Grade::Hard),
        line(START, Event::Found { card: card.id(), game: "x".to_owned() }),
        line(START, Event::Puzzle(PuzzleEntry { puzzle: u64::MAX, right: true, rating: 1400.0 })),
        line(
            START,
            Event::Gym(GymEntry {
                empties: 12,
                against: "solver".to_owned(),
                lost: 4,
                result_lost: true,
                cause: Some(Cause::Parity),
            }),
        ),
        line(START, Event::Lesson { lesson: "corners".to_owned() }),
    ];
    let text: String = lines.iter().map(|line| line.encode() + "\n").collect();
    let log = Log::parse(&text);
    assert_eq!((log.lines.as_slice(), log.bad.len()), (lines.as_slice(), 0));

    let damaged = text.replacen("\"card\"", "\"kard\"", 1) + "{\"v\":2,\"time\":1}\n" + "{\"v\":1,\"ti";
    let log = Log::parse(&damaged);
    assert_eq!(log.lines, &lines[1..], "what can be read is read");
    let bad: Vec<usize> = log.bad.iter().map(|(number, _)| *number).collect();
    assert_eq!(bad, [1, 7], "a line cut off by a kill is no fault");
    assert_eq!(log.bad[1].1, BadLine::Newer(2));
}

#[test]
fn two_logs_are_merged_without_doubles() {
    let (a, b) = (card("f5d6", None, false), card("f5f6", None, false));
    let ours = Log { lines: vec![line(1, Event::Card(a.clone()))], bad: Vec::new() };
    let theirs = Log { lines: vec![line(1, Event::Card(a)), line(2, Event::Card(b))], bad: Vec::new() };
    assert_eq!(ours.missing(&theirs).collect::<Vec<_>>(), [&theirs.lines[1]]);
    assert_eq!(theirs.missing(&ours).count(), 0);
}

#[test]
fn one_card_per_position_however_it_is_turned() {
    let card = card("f5d6c3", Some(Cause::Quiet), false);
    for symmetry in Symmetry::ALL {
        let turn = |moves: &[Move]| moves.iter().map(|mv| symmetry.apply_move(*mv)).collect::<Vec<_>>();
        let other = Card {
            position: card.position.transform(symmetry),
            played: symmetry.apply_move(card.played),
            accepted: turn(&card.accepted),
            ..card.clone()
        };
        assert_eq!(other.id(), card.id());
        let deck = Deck::new(&[line(1, Event::Card(card.clone())), line(2, Event::Card(other))]);
        let state = deck.cards().next().unwrap();
        assert_eq!((deck.cards().count(), state.games), (1, 2));
        assert_eq!(state.card.position, card.position);
        assert!(state.card.accepted.iter().all(|mv| state.card.position.check(*mv).is_ok()));
    }
}

#[test]
fn a_card_comes_back_when_the_schedule_says() {
    let card = card("f5d6c3", None, false);
    let mut lines = vec![line(START, Event::Card(card.clone()))];
    let deck = Deck::new(&lines);
    assert_eq!((deck.new_cards().len(), deck.due(START).len()), (1, 0));
    let mut now = START;
    for days in [2, 11] {
        lines.push(answer(now, &card, Grade::Good));
        let deck = Deck::new(&lines);
        assert_eq!(deck.next_day(now), Some(day(now) + days));
        assert_eq!(deck.due(now + (days - 1) * DAY).len(), 0);
        assert_eq!(deck.due(now + days * DAY).len(), 1);
        now += days * DAY;
    }
    // A miss, and a second answer on the same day that changes nothing.
    lines.push(answer(now, &card, Grade::Again));
    let missed = Deck::new(&lines);
    lines.push(answer(now + 60, &card, Grade::Good));
    let repeated = Deck::new(&lines);
    assert_eq!(missed.card(card.id()).unwrap().memory, repeated.card(card.id()).unwrap().memory);
    assert!(missed.card(card.id()).unwrap().is_missed_today(now));
    assert!(!repeated.card(card.id()).unwrap().is_missed_today(now));
}

#[test]
fn cards_retire_when_known_or_played_right_and_are_parked_when_forgotten() {
    let card = card("f5d6c3", None, false);
    let made = line(START, Event::Card(card.clone()));
    let status = |answers: &[Line]| {
        let lines: Vec<&Line> = std::iter::once(&made).chain(answers).collect();
        Deck::new(lines).card(card.id()).unwrap().status
    };
    let good = |days: Seconds| answer(START + days * DAY, &card, Grade::Good);
    let again = |days: Seconds| answer(START + days * DAY, &card, Grade::Again);
    assert_eq!(status(&[good(0), good(2), good(29)]), Status::Active);
    assert_eq!(status(&[good(0), good(2), good(30)]), Status::Retired);
    assert_eq!(status(&[good(0), again(2), good(30)]), Status::Active);
    let found = line(START + DAY, Event::Found { card: card.id(), game: "h".to_owned() });
    assert_eq!(status(std::slice::from_ref(&found)), Status::Retired);
    let mistaken_again = line(START + 2 * DAY, Event::Card(card.clone()));
    assert_eq!(status(&[found, mistaken_again]), Status::Active);
    let lapses: Vec<Line> = (0..4).flat_map(|n| [good(20 * n), again(20 * n + 10)]).collect();
    assert_eq!(status(&lapses), Status::Parked);
}

#[test]
fn quick_answers_are_easy_the_second_time() {
    let card = card("f5d6c3", None, false);
    let mut deck = Deck::new(&[line(START, Event::Card(card.clone()))]);
    let grades = |deck: &Deck| {
        let state = deck.card(card.id()).unwrap();
        [state.grade(false, false, 1), state.grade(true, true, 1), state.grade(true, false, 1)]
    };
    assert_eq!(grades(&deck), [Grade::Again, Grade::Hard, Grade::Good]);
    let quick = Answered { card: card.id(), mv: card.accepted[0], grade: Grade::Good, took: 3, idea: None };
    deck.add(&line(START, Event::Answer(quick)));
    assert_eq!(grades(&deck)[2], Grade::Easy);
    assert_eq!(deck.card(card.id()).unwrap().grade(true, false, 30), Grade::Good);
}

/// Positions three and four moves into the game, none of them the same.
fn many() -> Vec<Card> {
    let mut found: Vec<Card> = Vec::new();
    let mut positions = vec![(Position::default(), String::new())];
    for _ in 0..4 {
        let next = |(position, moves): &(Position, String)| {
            let (position, moves) = (*position, moves.clone());
            position
                .legal_moves()
                .iter()
                .map(move |square| (position.play(Move::Place(square)).unwrap(), format!("{moves}{square}")))
                .collect::<Vec<_>>()
        };
        positions = positions.iter().flat_map(next).collect();
    }
    for (number, (_, moves)) in positions.iter().enumerate() {
        let cause = [Cause::Quiet, Cause::Corner, Cause::Parity][number % 3];
        let card = card(moves, Some(cause), number % 4 == 3);
        if found.iter().all(|other| other.id() != card.id()) {
            found.push(card);
        }
    }
    found
}

#[test]
fn a_session_has_due_cards_first_and_every_fifth_was_fine() {
    let cards = many();
    let mut lines: Vec<Line> = cards.iter().map(|card| line(START, Event::Card(card.clone()))).collect();
    let due: Vec<&Card> = cards.iter().filter(|card| !card.fine).take(3).collect();
    lines.extend(due.iter().map(|card| answer(START, card, Grade::Good)));
    let now = START + 3 * DAY;
    let deck = Deck::new(&lines);
    let mut session = Session::new(&deck, now);
    let mut asked = Vec::new();
    while let Some(id) = session.next(now) {
        asked.push(id);
        session.answered(true);
    }
    assert_eq!(asked.len(), 12);
    let state = |id: &CardId| deck.card(*id).unwrap();
    let fine: Vec<usize> = (0..12).filter(|at| state(&asked[*at]).card.fine).collect();
    assert_eq!(fine, [3, 8]);
    assert!(asked[..3].iter().all(|id| due.iter().any(|card| card.id() == *id)), "due cards come first");
    let causes: Vec<_> = asked.iter().map(state).filter(|s| !s.card.fine).map(|s| s.card.cause).collect();
    assert!(causes.windows(2).all(|two| two[0] != two[1]), "{causes:?}");
}

#[test]
fn a_miss_comes_back_once_and_ten_minutes_are_enough() {
    let cards = many();
    let lines: Vec<Line> = cards.iter().map(|card| line(START, Event::Card(card.clone()))).collect();
    let mut session = Session::new(&Deck::new(&lines), START);
    let first = session.next(START).unwrap();
    session.answered(false);
    let mut again = 0;
    while let Some(id) = session.next(START + 599) {
        again += usize::from(id == first);
        session.answered(id != first);
    }
    assert_eq!((again, session.answers().len()), (1, 13));
    let session = Session::new(&Deck::new(&lines), START);
    assert_eq!(session.next(START + 600), None);
}

#[test]
fn a_session_goes_on_after_a_restart() {
    let cards: Vec<Card> = many().into_iter().filter(|card| !card.fine).take(3).collect();
    let mut lines: Vec<Line> = cards.iter().map(|card| line(START, Event::Card(card.clone()))).collect();
    let first = Session::new(&Deck::new(&lines), START).next(START).unwrap();
    let missed = cards.iter().find(|card| card.id() == first).unwrap();
    lines.push(answer(START, missed, Grade::Again));
    // The program was killed here.
    let mut session = Session::new(&Deck::new(&lines), START + 30);
    let mut asked = Vec::new();
    while let Some(id) = session.next(START + 30) {
        asked.push(id);
        session.answered(true);
    }
    assert_eq!(asked.len(), 3);
    assert_eq!(asked[2], first, "what was missed comes again at the end");
}

#[test]
fn a_board_is_shown_as_in_the_game_twice_and_then_turned() {
    let card = card("f5d6c3", None, false);
    let mut deck = Deck::new(&[line(START, Event::Card(card.clone()))]);
    let mut views = Vec::new();
    for n in 0..6 {
        views.push(deck.card(card.id()).unwrap().view());
        deck.add(&answer(START + n * 40 * DAY, &card, Grade::Good));
    }
    assert_eq!(views[..2], [Symmetry::Identity; 2]);
    assert!(views[2..].iter().all(|view| *view != Symmetry::Identity));
}

/// The game of the review's tests: Black errs in it.
const GAME: &str = "f5d6c3d3c4f4e3f6c6c5d7e7e6c8g3f3g4e2g5g6f7h6h4f8d2h3f1h5f2";

fn events(deck: &Deck, you: Color) -> Vec<Event> {
    let record = outflank_records::read(GAME.as_bytes()).unwrap().remove(0);
    let mut reviewer = Reviewer::new(&record, Effort::Depth(8), Some(you)).unwrap();
    let mut engine = Engine::new(Options { threads: 1, table_mb: 16 });
    while let Some(question) = reviewer.next() {
        let found = engine.search(&question.position, &question.limits, &StopToken::new(), &mut |_| {});
        reviewer.answer(question.id, &found);
    }
    let mut maker = CardMaker::new(reviewer.review(), &record, you);
    while let Some(question) = maker.next() {
        let found = engine.search(&question.position, &question.limits, &StopToken::new(), &mut |_| {});
        maker.answer(question.id, &found);
    }
    maker.events(deck)
}

#[test]
fn cards_are_made_from_the_mistakes_of_a_game() {
    let events = events(&Deck::default(), Color::White);
    let lines: Vec<Line> = events.into_iter().map(|event| line(START, event)).collect();
    let deck = Deck::new(&lines);
    assert_eq!(deck.games().len(), 1);
    let mistakes: Vec<&CardState> = deck.cards().filter(|state| !state.card.fine).collect();
    assert!((1..=5).contains(&mistakes.len()), "{}", mistakes.len());
    let blunder = mistakes.iter().find(|state| state.card.played.to_string() == "h3").unwrap();
    assert_eq!(blunder.card.best().to_string(), "f2");
    assert!(!blunder.card.sentence.is_empty() && blunder.card.loss() > 6.0, "{:?}", blunder.card);
    for state in deck.cards() {
        let card = &state.card;
        assert_eq!(card.position.turn(), Color::White);
        assert_eq!(card.accepted.contains(&card.played), card.fine, "{card:?}");
        let ideas = state.ideas();
        assert!(ideas.is_empty() || ideas.len() == 3 && ideas.contains(&card.cause.unwrap()));
    }
    let statistics = Statistics::new(&deck);
    assert_eq!((statistics.games, statistics.accuracy.len()), (1, 1));
    assert!(statistics.phases.iter().map(|cost| cost.discs).sum::<f64>() > 6.0);
    assert_eq!(statistics.colors.len(), 1);
}

#[test]
fn a_card_that_is_played_right_in_a_game_is_found() {
    // The first move that White of the game plays well becomes the card of an older mistake.
    let game = outflank_records::read(GAME.as_bytes()).unwrap().remove(0).game;
    let mv = game.moves()[7];
    let position = game.positions()[7].transform(Symmetry::Rotate90);
    let older = Card {
        position,
        accepted: vec![Symmetry::Rotate90.apply_move(mv)],
        fine: false,
        ..card("f5d6c3", None, false)
    };
    let deck = Deck::new(&[line(START, Event::Card(older.clone()))]);
    let found = events(&deck, Color::White);
    assert!(found.iter().any(|event| matches!(event, Event::Found { card, .. } if *card == older.id())));
}
