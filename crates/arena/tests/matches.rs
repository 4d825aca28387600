//! Whole matches between in-process players.

use outflank_arena::{Contender, Decision, Ending, Match, Settings, Sprt, StartError, openings};
use outflank_engine::StopToken;

fn contender(text: &str) -> Contender {
    text.parse().expect("a contender")
}

#[test]
fn a_match_is_reproducible_on_any_number_of_threads() {
    let openings = openings::balanced(3, 1);
    let (first, second) = (contender("level:2"), contender("classic:depth=2"));
    let run = |threads| {
        let settings = Settings { pairs: 4, threads, seed: 5, ..Settings::default() };
        let mut report = Match::new(&first, &second, &openings, settings).run(&mut |_| {}).unwrap();
        for game in report.pairs.iter_mut().flat_map(|pair| &mut pair.games) {
            game.times.clear();
        }
        report
    };
    let alone = run(1);
    assert_eq!(alone.tally.games(), 8);
    assert_eq!(alone, run(1));
    assert_eq!(alone, run(3));
}

#[test]
fn each_opening_is_played_with_both_colours() {
    let openings = openings::balanced(2, 3);
    let player = contender("depth:1");
    let settings = Settings { pairs: 3, ..Settings::default() };
    let report = Match::new(&player, &player, &openings, settings).run(&mut |_| {}).unwrap();
    for (n, pair) in report.pairs.iter().enumerate() {
        let [first, second] = &pair.games;
        assert_eq!(first.game, second.game, "the same player plays the same game with either colour");
        assert!(first.game.moves().starts_with(openings[n % 2].moves()));
        assert!(matches!(first.ending, Ending::Finished(_)));
    }
    assert_eq!(report.tally.pairs, [0, 0, 3, 0, 0]);
}

#[test]
fn a_match_ends_when_its_test_is_decided() {
    let openings = openings::balanced(8, 2);
    let (strong, weak) = (contender("classic:depth=4"), contender("classic:depth=1"));
    let sprt = Some(Sprt { alpha: 0.2, beta: 0.2, ..Sprt::new(0.0, 400.0) });
    let settings = Settings { pairs: 200, threads: 2, sprt, ..Settings::default() };
    let mut seen = 0;
    let report = Match::new(&strong, &weak, &openings, settings).run(&mut |_| seen += 1).unwrap();
    assert_eq!(report.decision, Decision::Accepted);
    assert!(report.pairs.len() < 100, "{}", report.pairs.len());
    assert_eq!(report.pairs.len(), seen);
}

#[test]
fn a_match_that_is_stopped_counts_whole_pairs_alone() {
    let openings = openings::balanced(2, 1);
    let player = contender("depth:1");
    let settings = Settings { pairs: 2000, threads: 2, ..Settings::default() };
    let stop = StopToken::new();
    let run = |stop: &StopToken| {
        let stopping = stop.clone();
        let game = Match::new(&player, &player, &openings, settings).until(stop.clone());
        game.run(&mut |_| stopping.stop()).unwrap()
    };
    let report = run(&stop);
    assert!((1..100).contains(&report.pairs.len()), "{}", report.pairs.len());
    assert_eq!(report.tally.games(), 2 * report.pairs.len() as u64);
    assert_eq!(report.tally.faults, [0, 0]);
    assert_eq!(run(&stop).tally.games(), 0);
}

#[test]
fn a_match_that_cannot_begin_says_why() {
    let (real, missing) = (contender("depth:1"), contender("gtp:no-such-program-anywhere"));
    let openings = openings::balanced(1, 1);
    let error = Match::new(&real, &missing, &openings, Settings::default()).run(&mut |_| {}).unwrap_err();
    assert!(error.to_string().starts_with("no-such-program-anywhere cannot play: crashed:"), "{error}");
    let error = Match::new(&real, &real, &[], Settings::default()).run(&mut |_| {}).unwrap_err();
    assert_eq!(error, StartError::NoOpenings);
}
