//! What players who are apart say to each other.

use super::*;
use crate::Greeting;

#[test]
fn a_greeting_changes_nothing_but_is_told() {
    let settings = Settings { consent: Consent::Asked, ..two_people() };
    let mut game = start(settings);
    let before = (game.position().to_owned(), game.turn(), game.turn_began());
    let greet = |greeting| Command::Greet { by: White, greeting };
    let events = game.apply(greet(Greeting::GoodLuck), Time(5)).unwrap();
    assert_eq!(events[0].sentence(game.settings()), "Bert (White): Good luck.");
    assert_eq!((game.position().to_owned(), game.turn(), game.turn_began()), before);
    // Also after the end.
    apply(&mut game, Command::Resign { by: Black });
    assert!(game.apply(greet(Greeting::GoodGame), Time(6)).is_ok());
    let texts: Vec<&str> = Greeting::ALL.into_iter().map(Greeting::text).collect();
    assert!((1..texts.len()).all(|n| !texts[..n].contains(&texts[n])), "{texts:?}");
}

#[test]
fn nobody_greets_the_computer_or_themselves() {
    for settings in [two_people(), Settings { consent: Consent::Asked, ..against_the_computer() }] {
        let mut game = start(settings);
        let greet = Command::Greet { by: Black, greeting: Greeting::Hello };
        assert_eq!(game.apply(greet, Time(5)), Err(Refusal::NobodyToGreet));
    }
}
