use super::*;

fn phrases(game: &LiveGame) -> Vec<String> {
    game.undo_options().iter().map(|option| option.phrase(game.settings())).collect()
}

#[test]
fn each_player_has_their_own_undo() {
    let mut game = start(two_people());
    assert_eq!(game.undo_options(), []);
    play_all(&mut game, "d3");
    assert_eq!(phrases(&game), ["Anna's d3"]);
    play_all(&mut game, "c3");
    assert_eq!(phrases(&game), ["Bert's c3", "Anna's d3 with the reply c3"]);

    // Anna's goes back before her own disc and leaves Bert's allowance alone.
    apply(&mut game, Command::Undo { by: Black });
    assert_eq!((moves(&game).as_str(), game.turn()), ("", Some(Black)));
    assert_eq!((game.undos_left(Black), game.undos_left(White)), (Some(0), Some(1)));
    play_all(&mut game, "d3 c3");
    let [option] = &game.undo_options()[..] else { panic!("Anna has none left") };
    assert_eq!((option.by, option.left, option.is_last()), (White, Some(1), true));
}

#[test]
fn the_replies_are_all_discs_since() {
    let settings = Settings { start: white_must_pass(), undo: UndoAllowance::Unlimited, ..two_people() };
    let mut game = start(settings);
    play_all(&mut game, "c1 c8");
    // Passes of White lie between.
    assert_eq!(moves(&game), "pass c1 pass c8");
    assert!(game.is_over());
    assert_eq!(game.undo_options(), [], "nothing is taken back after the end");

    let mut game = start(Settings { undo: UndoAllowance::Unlimited, ..against_the_computer() });
    play_all(&mut game, "d3 c3 c4 e3");
    assert_eq!(phrases(&game), ["Anna's c4 with the reply e3"]);
    assert!(!game.undo_options()[0].is_last());
}

#[test]
fn without_undo_there_is_no_option() {
    let mut game = start(Settings { undo: UndoAllowance::None, ..two_people() });
    play_all(&mut game, "d3 c3");
    assert_eq!(game.undo_options(), []);
    assert_eq!(game.undo_option(Black), Err(Refusal::UndoForbidden));
}
