//! Reasons for mistakes: drawn positions for every idea, three samples told in full, symmetry, and no false sentence.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::Path;

use outflank_engine::{Engine, Options, StopToken};
use outflank_records::{Record, transcript};
use outflank_rules::{Bitboard, Color, Game, Move, Position, Setup, Square, Symmetry, fnv};
use outflank_study::reasons::{Cause, Evidence, Explainer, Explanation, Reason, present};
use outflank_study::{Chart, Effort, MomentKind, REVIEW_VERSION, Review, Reviewer, Voice, words};

fn engine() -> Engine {
    Engine::new(Options { threads: 1, table_mb: 16 })
}

/// What is known about a move of a position.
fn evidence(engine: &mut Engine, position: Position, played: Square) -> Evidence {
    let game = Game::from_moves(position, [Move::Place(played)]).unwrap();
    let mut chart = Chart::with_second(game, Effort::Usual);
    let mut search =
        |position: &Position, limits| engine.search(position, &limits, &StopToken::new(), &mut |_| {});
    while let Some(question) = chart.next() {
        chart.answer(question.id, &search(&question.position, question.limits));
    }
    let point = chart.point(0).unwrap();
    let (played, best) = (point.played.as_ref().unwrap(), point.best.as_ref().unwrap());
    let mut explainer = Explainer::new(position, played, best).unwrap();
    while let Some((position, limits)) = explainer.next() {
        explainer.answer(&search(&position, limits));
    }
    explainer.evidence().clone()
}

/// A drawn position, the move played and the best one.
struct Fixture {
    /// Everything but the sentence.
    drawn: String,
    sentence: String,
    position: Position,
    played: Square,
    best: Square,
}

fn fixtures(text: &str) -> Vec<Fixture> {
    let blocks = text.split("\n\n").map(str::trim_end).filter(|block| !block.is_empty());
    blocks
        .map(|block| {
            let lines: Vec<&str> = block.lines().collect();
            let mut setup = Setup::default();
            for (row, line) in lines[1..9].iter().enumerate() {
                for (column, cell) in line.split(' ').skip(1).take(8).enumerate() {
                    let square = Square::from_column_row(column, row).unwrap();
                    match cell {
                        "X" => setup.black = setup.black.with(square),
                        "O" => setup.white = setup.white.with(square),
                        _ => {}
                    }
                }
            }
            let words: Vec<&str> = lines[10].split([' ', ',', '.']).filter(|word| !word.is_empty()).collect();
            setup.turn = if words[0] == "Black" { Color::Black } else { Color::White };
            let square =
                |after: &str| words[words.iter().position(|word| *word == after).unwrap() + 1].parse();
            let (played, best) = (square("Played").unwrap(), square("best").unwrap());
            Fixture {
                drawn: lines[..11].join("\n"),
                sentence: lines[11].to_owned(),
                position: setup.position().unwrap(),
                played,
                best,
            }
        })
        .collect()
}

/// Every idea is found where it is drawn, and told in the words below the board. `UPDATE_SNAPSHOTS=1` writes the words
/// anew, and of more than five positions keeps the first five that show the idea.
#[test]
fn every_idea_is_found_where_it_is_drawn() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reasons");
    let updates = std::env::var_os("UPDATE_SNAPSHOTS").is_some();
    let mut missed = Vec::new();
    for cause in Cause::ALL {
        let file = folder.join(format!("{}.txt", cause.name()));
        let fixtures = fixtures(&std::fs::read_to_string(&file).unwrap());
        let mut engine = engine();
        let mut told = Vec::new();
        for (n, fixture) in (1..).zip(&fixtures) {
            engine.reset();
            let evidence = evidence(&mut engine, fixture.position, fixture.played);
            let found = present(&evidence);
            assert!(found.iter().all(|(_, holds)| *holds), "{cause:?} {n}: {found:?}");
            let scene = evidence.scene();
            let reason = found.iter().map(|(reason, _)| reason).find(|reason| reason.cause() == *cause);
            let sentence = reason.map(|reason| reason.sentence(&scene, Voice::default()));
            let same = scene.best == fixture.best && sentence.as_ref() == Some(&fixture.sentence);
            if !same && !updates {
                missed.push(format!("{} {n}: best {}, {sentence:?}, {found:?}", cause.name(), scene.best));
            }
            if let Some(sentence) = sentence.filter(|_| scene.best == fixture.best && told.len() < 5) {
                told.push(format!("{}\n{sentence}\n", fixture.drawn));
            }
        }
        if updates {
            std::fs::write(&file, told.join("\n")).unwrap();
        }
        if told.len() != 5 {
            missed.push(format!("{}: {} positions of {}", cause.name(), told.len(), fixtures.len()));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

/// The explanation of the last move of a game.
fn explained(moves: &str, voice: Voice) -> (Explanation, String) {
    let game = transcript::game(Position::default(), moves).unwrap();
    let ply = game.moves().len() - 1;
    let played = game.moves()[ply].square().unwrap();
    let evidence = evidence(&mut engine(), game.positions()[ply], played);
    let explanation = Explanation::new(&evidence);
    let sentence = explanation.sentence(voice).unwrap();
    (explanation, sentence)
}

#[test]
fn a_quiet_move_was_missed() {
    let moves = "f5d6c3d3c4f4e3f6c6c5d7e7e6c8g3f3g4e2g5g6f7h6h4f8d2h3";
    let (explanation, sentence) = explained(moves, Voice { you: Some(Color::White), ..Voice::default() });
    assert_eq!(explanation.scene.best, Square::F2);
    assert!(
        sentence.contains(
            "f2 is quiet: it turns only e3 and d4, surrounded on all sides. h3 turns g3 and g4 on the outside"
        ),
        "{sentence}"
    );
}

#[test]
fn a_corner_could_wait_and_both_sides_want_a_square() {
    let moves = "f5d6c4d3c3f4c5b3f3c6d7e3e2f2d2e7c7e6a3d8c8e8f8f7f1d1e1f6c1g6g5h5g4h4c2b2h6h7a1";
    let (explanation, sentence) = explained(moves, Voice::default());
    assert_eq!(explanation.scene.best, Square::B4);
    assert!(sentence.contains("White g3, a quiet move"), "{sentence}");
    assert!(sentence.contains("better than any other answer"), "{sentence}");
    assert!(sentence.contains("The corner could wait: White cannot play a1"), "{sentence}");
}

#[test]
fn the_last_move_in_an_area_was_given_away() {
    let moves = "f5f6e6f4e3c5g5g3g6f3d3e2c4c3b5d6c6a6a4b6b4d7e7g4d8h5h3h4h6c7a5a3h2f7e8a7f2g7d1e1d2g8f8h8b2f1g1b3c2c8g2a1";
    let (explanation, sentence) = explained(moves, Voice { you: Some(Color::White), ..Voice::default() });
    assert_eq!(explanation.scene.best, Square::B7);
    assert!(sentence.contains("last in") || sentence.contains("to pass"), "{sentence}");
}

/// The same evidence with the board turned and the colours exchanged.
fn turned(evidence: &Evidence, symmetry: Symmetry) -> Evidence {
    let position = |position: &Position| {
        let setup = position.transform(symmetry).setup();
        let exchanged = Setup { black: setup.white, white: setup.black, turn: !setup.turn, ..setup };
        exchanged.position().unwrap()
    };
    let line = |game: &Game| {
        let moves: Vec<Move> = game.moves().iter().map(|mv| symmetry.apply_move(*mv)).collect();
        Game::from_moves(position(game.start()), moves).unwrap()
    };
    let replies = |replies: &Vec<(Move, f64)>| {
        replies.iter().map(|(mv, value)| (symmetry.apply_move(*mv), *value)).collect::<Vec<_>>()
    };
    Evidence {
        position: position(&evidence.position),
        mover: !evidence.mover,
        lines: [line(&evidence.lines[0]), line(&evidence.lines[1])],
        replies: [replies(&evidence.replies[0]), replies(&evidence.replies[1])],
        undone: evidence.undone.iter().map(|(discs, value)| (symmetry.apply(*discs), *value)).collect(),
        ..evidence.clone()
    }
}

#[test]
fn reasons_turn_with_the_board_and_the_colours() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reasons");
    let mut engine = engine();
    for cause in Cause::ALL {
        let Ok(text) = std::fs::read_to_string(folder.join(format!("{}.txt", cause.name()))) else {
            continue;
        };
        let Some(fixture) = fixtures(&text).into_iter().next() else { continue };
        let evidence = evidence(&mut engine, fixture.position, fixture.played);
        let causes = |evidence: &Evidence| {
            present(evidence).iter().map(|(reason, _)| reason.cause()).collect::<BTreeSet<Cause>>()
        };
        let told = |evidence: &Evidence| {
            let explanation = Explanation::new(evidence);
            let reason = explanation.reason.as_ref().map(Reason::cause);
            let only_first = Explanation { second: None, ..explanation };
            (reason, only_first.squares())
        };
        let (reason, squares) = told(&evidence);
        for symmetry in Symmetry::ALL {
            let other = turned(&evidence, symmetry);
            assert_eq!(causes(&evidence), causes(&other), "{cause:?} {symmetry:?}");
            let expected: (Option<Cause>, Bitboard) = (reason, symmetry.apply(squares));
            assert_eq!(told(&other), expected, "{cause:?} {symmetry:?}");
        }
    }
}

fn reviewed(record: &Record, engine: &mut Engine) -> Review {
    let mut reviewer = Reviewer::new(record, Effort::Depth(8), None).unwrap();
    while let Some(question) = reviewer.next() {
        let analysis = engine.search(&question.position, &question.limits, &StopToken::new(), &mut |_| {});
        reviewer.answer(question.id, &analysis);
    }
    reviewer.review()
}

/// Games of our own levels: every sentence names only squares that exist in its facts, and every moment is told.
#[test]
fn whole_games_are_told_without_a_false_sentence() {
    let games = include_str!("games.txt");
    let mut engine = engine();
    for game in games.lines() {
        let record = Record::from(transcript::game(Position::default(), game).unwrap());
        let review = reviewed(&record, &mut engine);
        assert!(review.moments.len() <= 5);
        for moment in review.moments.iter().filter(|moment| moment.kind == MomentKind::Mistake) {
            let sentence = words::sentence(&review, moment, Voice::default());
            assert!(sentence.ends_with('.') && !sentence.contains("  "), "{sentence}");
            let explanation = moment.explanation.as_ref().unwrap();
            for line in [&explanation.scene.played_line, &explanation.scene.best_line] {
                let from = review.game.positions()[moment.ply];
                assert!(Game::from_moves(from, line.iter().copied()).is_ok(), "{line:?}");
            }
        }
    }
}

/// What reviews come to, in numbers and words: every idea in its five positions and a whole game.
fn everything_told() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reasons");
    let drawn =
        |cause: &Cause| std::fs::read_to_string(folder.join(format!("{}.txt", cause.name()))).unwrap();
    let mut text: String = Cause::ALL.iter().map(drawn).collect();
    let game = include_str!("games.txt").lines().next().unwrap();
    let record = Record::from(transcript::game(Position::default(), game).unwrap());
    let review = reviewed(&record, &mut engine());
    for mv in &review.moves {
        let label = mv.label.name();
        text += &[mv.played.mv.to_string(), mv.best.mv.to_string(), mv.loss.to_string(), label.to_owned()]
            .join(" ");
        text.push('\n');
    }
    text += &words::opening(&review, Voice::default()).unwrap();
    for moment in &review.moments {
        text += &words::headline(&review, moment);
        text += &words::sentence(&review, moment, Voice::default());
    }
    text
}

/// Reviews that come out otherwise have another version, so that those that were kept are made anew: whoever changes what is
/// told raises [`REVIEW_VERSION`] and adds a line here. Lines that are there stay as they are.
#[test]
fn what_is_told_has_a_version() {
    // Version 5 tells what people play where there is no reason, which is not the case in any of these.
    const VERSIONS: [(u32, u64); 4] = [
        (2, 0x4ca8_eb53_e9ba_ef4b),
        (3, 0x40a1_2b51_aa8c_c277),
        (4, 0xd8fe_8ae3_a931_8458),
        (5, 0xd8fe_8ae3_a931_8458),
    ];
    let digest = everything_told().bytes().fold(fnv::OFFSET, |sum, byte| fnv::add(sum, byte.into()));
    assert_eq!(
        VERSIONS.last(),
        Some(&(REVIEW_VERSION, digest)),
        "reviews come out otherwise: raise REVIEW_VERSION and add it here with {digest:#x}"
    );
    assert!(VERSIONS.windows(2).all(|pair| pair[0].0 < pair[1].0));
}
