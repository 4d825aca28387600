//! Written records read back unchanged, in every format, for random games under all rules.
#![allow(clippy::unwrap_used, clippy::format_push_string, clippy::format_collect)]

use std::collections::BTreeMap;

use outflank_records::{
    Ending, Format, MoveScore, Note, Player, Reader, Record, Verdict, board, openings, read, transcript,
    write, wthor,
};
use outflank_rules::{Bitboard, Game, Move, Position, Setup, Variant};
use proptest::prelude::*;

/// A game of random moves, which may stop early or after a pass.
fn play_random(start: Position, choices: &[usize]) -> Game {
    let mut game = Game::new(start);
    for &choice in choices {
        if game.is_over() {
            break;
        }
        let moves: Vec<_> = game.position().legal_moves().into_iter().collect();
        let mv = if moves.is_empty() { Move::Pass } else { Move::Place(moves[choice % moves.len()]) };
        game.play(mv).unwrap();
    }
    game
}

fn choices() -> impl Strategy<Value = Vec<usize>> {
    prop_oneof![prop::collection::vec(0..32_usize, 100), prop::collection::vec(0..32_usize, 0..70)]
}

fn standard_game() -> impl Strategy<Value = Game> {
    choices().prop_map(|choices| play_random(Position::default(), &choices))
}

/// A position with any discs, under any rules.
fn any_start() -> impl Strategy<Value = Position> {
    let discs = (any::<u64>(), any::<u64>(), any::<u64>());
    (discs, any::<bool>(), 0..4_usize, (0..=30_u8, 0..=30_u8)).prop_filter_map(
        "no disc on the board",
        |((a, b, c), white, variant, (left, right))| {
            let mut setup = Setup {
                black: Bitboard::from_bits(a & b),
                white: Bitboard::from_bits(a & !b & c),
                variant: Variant::ALL[variant],
                ..Setup::default()
            };
            if white {
                setup.turn = !setup.turn;
            }
            if setup.variant.thirty {
                setup.discs_left = [left, right];
            }
            setup.position().ok()
        },
    )
}

fn any_game() -> impl Strategy<Value = Game> {
    let usual = (0..4_usize).prop_map(|n| Position::start(Variant::ALL[n]));
    (prop_oneof![usual, any_start()], choices()).prop_map(|(start, choices)| play_random(start, &choices))
}

/// A text that every format but WTHOR supports, with characters that are special in one of them.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), r#"[a-zA-Zé日 ;:()\[/\\"%-]{1,12}"#]
}

/// A number as programs print them.
fn number() -> impl Strategy<Value = Option<f64>> {
    prop::option::of((-64_000..64_000_i32).prop_map(|n| f64::from(n) / 1000.0))
}

fn player() -> impl Strategy<Value = Player> {
    (text(), number()).prop_map(|(name, rating)| Player { name, rating, clock: String::new() })
}

fn verdict() -> impl Strategy<Value = Option<Verdict>> {
    let won = prop::sample::select(vec![64.0, -64.0]);
    let how = prop::sample::select(vec![Ending::Resigned, Ending::TimedOut, Ending::Forfeited]);
    // No board gives 65, so it is never taken for what the board shows.
    let score = prop::sample::select(vec![65.0, -65.5]).prop_map(Verdict::played);
    prop_oneof![
        Just(None),
        (won, how).prop_map(|(margin, ending)| Some(Verdict { margin, ending })),
        score.prop_map(Some),
        Just(Some(Verdict { margin: 0.0, ending: Ending::Void })),
    ]
}

/// A record with everything that both GGF and SGF support.
fn record() -> impl Strategy<Value = Record> {
    let tags = (text(), text(), text());
    let notes = prop::collection::vec((1..60_usize, number(), number()), 0..5);
    (any_game(), player(), player(), tags, verdict(), notes).prop_map(
        |(game, black, white, (event, place, date), verdict, notes)| {
            let notes: BTreeMap<_, _> = notes
                .into_iter()
                .filter(|&(ply, eval, seconds)| ply <= game.moves().len() && (eval, seconds) != (None, None))
                .map(|(ply, eval, seconds)| (ply, Note { comment: String::new(), eval, seconds }))
                .collect();
            Record { game, black, white, event, place, date, verdict, notes, ..Record::default() }
        },
    )
}

fn there_and_back(records: &[Record], format: Format) -> Vec<Record> {
    let written = write(records, format).unwrap();
    assert_eq!(Format::detect(&written), Some(format), "{}", String::from_utf8_lossy(&written));
    read(&written).unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(&written)))
}

/// The game without a forced pass at its end, which WTHOR cannot store.
fn without_last_pass(mut game: Game) -> Game {
    if game.moves().last() == Some(&Move::Pass) {
        game.undo();
    }
    game
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn transcript(games in prop::collection::vec(standard_game(), 1..5)) {
        prop_assume!(games.iter().all(|game| !game.moves().is_empty()));
        let records: Vec<Record> = games.into_iter().map(Record::from).collect();
        prop_assert_eq!(there_and_back(&records, Format::Transcript), records);
    }

    #[test]
    fn transcript_in_many_styles(game in standard_game(), style in 0..5_usize) {
        let mut text = String::new();
        for (n, mv) in game.moves().iter().enumerate() {
            let written = mv.to_string();
            text += &match style {
                0 => written,
                1 => format!("{}. {written} ", n + 1),
                2 => written.to_uppercase() + "-",
                3 => written.replace("pass", "--") + ", ",
                _ => written.replace("pass", "PS") + "\n",
            };
        }
        prop_assert_eq!(transcript::game(Position::default(), &text), Ok(game));
    }

    #[test]
    fn board(starts in prop::collection::vec(any_start(), 1..5)) {
        let starts = starts.into_iter().map(|start| {
            Setup { variant: Variant::STANDARD, discs_left: [30; 2], ..start.setup() }.position().unwrap()
        });
        let records: Vec<Record> = starts.map(Record::from).collect();
        prop_assert_eq!(there_and_back(&records, Format::Board), records.clone());
        let drawn: String =
            records.iter().map(|record| format!("{}{} to move\n\n", record.position(), record.position().turn())).collect();
        prop_assert_eq!(read(drawn.as_bytes()).unwrap(), records);
    }

    #[test]
    fn obf(game in standard_game(), scores in prop::collection::vec(-64..=64_i8, 0..20)) {
        let mut record = Record::from(*game.position());
        let position = *record.position();
        let mut moves: Vec<_> = position.legal_moves().into_iter().map(|square| Some(Move::Place(square))).collect();
        if moves.is_empty() {
            moves.push(position.must_pass().then_some(Move::Pass));
        }
        record.scores = moves.into_iter().zip(scores).map(|(mv, score)| MoveScore { mv, score }).collect();
        let records = vec![record; 2];
        prop_assert_eq!(there_and_back(&records, Format::Obf), records);
    }

    #[test]
    fn ggf(records in prop::collection::vec(record(), 1..4), clock in "[0-9:/]{0,9}") {
        let mut records = records;
        records[0].black.clock = clock.clone();
        records[0].white.clock = clock;
        prop_assert_eq!(there_and_back(&records, Format::Ggf), records);
    }

    #[test]
    fn sgf(records in prop::collection::vec(record(), 1..4), comment in r"[a-zé\]\[\\\n:;() ]{1,20}") {
        let mut records = records;
        let ply = records[0].game.moves().len() / 2;
        records[0].notes.entry(ply).or_default().comment = comment.clone();
        records[0].black.name = comment;
        prop_assert_eq!(there_and_back(&records, Format::Sgf), records);
    }

    #[test]
    fn json(records in prop::collection::vec(record(), 1..4), comment in any::<String>(), score in any::<i8>()) {
        let mut records = records;
        let record = &mut records[0];
        record.white.clock = comment.clone();
        record.scores = vec![MoveScore { mv: None, score }];
        record.theoretical = Some(33);
        if !comment.is_empty() {
            record.notes.entry(0).or_default().comment = comment;
        }
        prop_assert_eq!(there_and_back(&records, Format::Json), records.clone());
        let lines = String::from_utf8(write(&records, Format::Json).unwrap()).unwrap();
        let array = format!("[{}]", lines.trim_end().replace('\n', ","));
        prop_assert_eq!(read(array.as_bytes()).unwrap(), records);
    }

    #[test]
    fn results(
        games in prop::collection::vec((any_game(), "([a-zé日,:()] ?){0,12}", "([a-z;] ?){0,12}"), 1..4),
        date in "[0-9: -]{0,19}[Z]",
        verdict in (-32..=32_i8, 0..7_usize),
    ) {
        let mut records = Vec::new();
        for (game, black, white) in games {
            let mut record = Record::from(game);
            record.black.name = black.trim().to_owned();
            record.white.name = white.trim().to_owned();
            record.date = date.trim().to_owned();
            records.push(record);
        }
        let (half, kind) = verdict;
        let won = if half < 0 { -64.0 } else { 64.0 };
        records[0].verdict = [
            None,
            Some(Verdict { margin: won, ending: Ending::Resigned }),
            Some(Verdict { margin: won, ending: Ending::TimedOut }),
            Some(Verdict { margin: won, ending: Ending::Forfeited }),
            Some(Verdict { margin: 0.0, ending: Ending::Void }),
            Some(Verdict { margin: 2.0 * f64::from(half), ending: Ending::Agreed }),
            // If the board shows the same result, the record does not repeat it.
            (!records[0].game.is_over()).then_some(Verdict::played(2.0 * f64::from(half))),
        ][kind];
        prop_assert_eq!(there_and_back(&records, Format::Results), records);
    }

    #[test]
    fn wthor(
        games in prop::collection::vec((standard_game(), "[A-Zé]{0,19}", "[A-Zé]{0,19}", "[A-Zé]{0,25}"), 1..4),
        theoretical in prop::option::of(65..200_u8),
    ) {
        let mut base = wthor::Base::default();
        let mut records = Vec::new();
        for (game, black, white, event) in games {
            let mut record = Record::from(without_last_pass(game));
            (record.black.name, record.white.name, record.event) = (black, white, event);
            record.date = "1988".into();
            record.theoretical = theoretical;
            base.add(&record).unwrap();
            records.push(record);
        }
        let names = wthor::Names::read(&base.players(), &base.tournaments()).unwrap();
        let file = base.games();
        prop_assert_eq!(Format::detect(&file), Some(Format::Wthor));
        let again: Result<Vec<_>, _> = Reader::wthor(&file, &names).collect();
        prop_assert_eq!(again.unwrap(), records);
    }

    /// One game through all formats that hold games, and back to the first.
    #[test]
    fn all_formats_in_turn(game in standard_game()) {
        prop_assume!(!game.moves().is_empty());
        let first = Record::from(without_last_pass(game));
        let mut record = first.clone();
        for format in Format::ALL.into_iter().filter(|format| format.holds_moves()) {
            record = there_and_back(&[record], format).remove(0);
        }
        prop_assert_eq!(record, first);
    }

    /// Formats that do not support other rules say so, the others keep them.
    #[test]
    fn other_rules_are_kept_or_refused(game in any_game()) {
        prop_assume!(!game.start().variant().is_standard());
        let record = Record::from(game);
        for format in Format::ALL {
            let written = write(std::slice::from_ref(&record), format);
            prop_assert_eq!(written.is_ok(), matches!(format, Format::Ggf | Format::Sgf | Format::Json | Format::Results));
        }
    }

    /// The name of the opening never gets shallower during a game.
    #[test]
    fn openings_deepen(game in standard_game()) {
        let mut depth = 0;
        for ply in 0..=game.moves().len() {
            let found = openings::at_ply(&game, ply).map_or(0, |opening| opening.line.len());
            prop_assert!(found >= depth && found <= 2 * ply);
            depth = found;
        }
    }

    /// A position is written as one line that reads back, whatever the rules.
    #[test]
    fn board_text(start in any_start()) {
        let again = board::position(&board::text(&start)).unwrap();
        prop_assert_eq!((again.board(), again.turn()), (start.board(), start.turn()));
    }
}

/// GGF has no escape, and neither format has control characters: names are altered, games are always written.
#[test]
fn no_name_keeps_a_game_from_being_written() {
    let mut record = read(b"f5d6").unwrap().remove(0);
    record.black.name = "[x] Ann ]:-)\u{7}".into();
    record.white.name = "[half".into();
    let ggf = there_and_back(std::slice::from_ref(&record), Format::Ggf).remove(0);
    assert_eq!((ggf.black.name.as_str(), ggf.white.name.as_str()), ("(x) Ann ):-) ", "[half"));
    assert_eq!(ggf.game, record.game);
    let sgf = there_and_back(std::slice::from_ref(&record), Format::Sgf).remove(0);
    assert_eq!((sgf.black.name.as_str(), sgf.white.name.as_str()), ("[x] Ann ]:-) ", "[half"));
    let results = there_and_back(&[record], Format::Results).remove(0);
    assert_eq!(results.black.name, "[x] Ann ]:-)");
}
