use super::*;

fn apart() -> LiveGame {
    start(Settings { consent: Consent::Asked, ..two_people() })
}

#[test]
fn a_take_back_is_asked_for_and_counts_when_it_is_granted() {
    let mut game = apart();
    play_all(&mut game, "d3");
    let events = apply(&mut game, Command::Undo { by: Black });
    assert_eq!(sentences(&events, &game), ["Anna (Black) asks to take back the last move."]);
    assert_eq!(moves(&game), "d3");
    let again = refused(&mut game, Command::Undo { by: Black });
    assert_eq!(again, "Anna has asked already and waits for an answer.");
    let own = refused(&mut game, Command::Accept { by: Black });
    assert_eq!(own, "There is nothing to answer.");

    let events = apply(&mut game, Command::Decline { by: White });
    assert_eq!(sentences(&events, &game), ["Bert (White) says no."]);
    assert_eq!((game.request(), game.undos_left(Black)), (None, Some(1)));

    apply(&mut game, Command::Undo { by: Black });
    apply(&mut game, Command::Accept { by: White });
    assert_eq!((moves(&game).as_str(), game.request(), game.undos_left(Black)), ("", None, Some(0)));
    play_all(&mut game, "d3");
    let used = refused(&mut game, Command::Undo { by: Black });
    assert_eq!(used, "Anna has used the one undo of this game.");
}

#[test]
fn a_request_is_withdrawn_by_declining_it_oneself_or_by_playing_on() {
    let mut game = apart();
    play_all(&mut game, "d3 c3");
    apply(&mut game, Command::Undo { by: White });
    assert_eq!(game.request(), Some(Request { by: White, kind: RequestKind::Undo }));
    let first = refused(&mut game, Command::Undo { by: Black });
    assert_eq!(first, "Bert waits for an answer first.");
    apply(&mut game, Command::Decline { by: White });
    assert_eq!(game.request(), None);
    apply(&mut game, Command::Undo { by: White });
    play_all(&mut game, "c4");
    assert_eq!(game.request(), None);
}

#[test]
fn the_computer_always_agrees() {
    let mut game = start(Settings { consent: Consent::Asked, ..against_the_computer() });
    play_all(&mut game, "d3 c3");
    apply(&mut game, Command::Undo { by: Black });
    assert_eq!(moves(&game), "");
    apply(&mut game, Command::Restart);
    apply(&mut game, Command::Resign { by: Black });
    apply(&mut game, Command::Rematch { by: Black, swap: true });
    assert!(game.task().is_some());
}

#[test]
fn another_game_takes_both_and_either_way_of_saying_yes() {
    for swap in [false, true] {
        for yes in [Command::Rematch { by: White, swap }, Command::Accept { by: White }] {
            let mut game = apart();
            assert_eq!(
                refused(&mut game, Command::Restart),
                "A game with someone else is not restarted: resign, and play again after the end."
            );
            apply(&mut game, Command::Resign { by: Black });
            let events = apply(&mut game, Command::Rematch { by: Black, swap });
            let colours = if swap { "colours swapped" } else { "the same colours" };
            assert_eq!(
                sentences(&events, &game),
                [format!("Anna (Black) offers another game with {colours}.")]
            );
            assert!(game.is_over());
            // The other way of playing again is another question.
            let other = refused(&mut game, Command::Rematch { by: White, swap: !swap });
            assert_eq!(other, "Anna waits for an answer first.");
            apply(&mut game, yes);
            assert_eq!(game.settings().name(Black), if swap { "Bert" } else { "Anna" });
            assert!(!game.is_over());
        }
    }
}
