//! Who may do what: every role against every command.

use std::time::Duration;

use outflank_engine::Level;
use outflank_play::Time;
use outflank_rules::Color;

use super::{ApiError, Credit, Players, ServedGame};
use crate::store::{Entry, StoredGame};
use crate::wire::{self, Action, Code, Command, JoinRequest, NewGame, RenewRequest};

/// A game that was made, stored and joined as far as the keys say.
fn new_game(request: &str, guests: &[&str]) -> (ServedGame, Vec<String>) {
    let request: NewGame = serde_json::from_str(request).unwrap();
    let mut creation = ServedGame::create(&request, Time(1000)).unwrap();
    creation.game.adopt(creation.change);
    let mut tokens = vec![creation.created.token];
    let mut game = creation.game;
    for (invite, key) in creation.created.invites.into_values().zip(guests) {
        let request =
            JoinRequest { invite, key: format!("{key} and sixteen more"), name: Some((*key).to_owned()) };
        let joining = game.join(&request, Time(2000)).unwrap();
        game.adopt(joining.change.unwrap());
        tokens.push(joining.joined.token);
    }
    (game, tokens)
}

fn command(action: Action) -> Command {
    Command {
        id: "a command".to_owned(),
        action,
        seat: None,
        ply: None,
        swap: None,
        mv: Some("f5".to_owned()),
        name: Some("Zoë".to_owned()),
        level: Some(3),
        past: None,
        greeting: None,
    }
}

const ACTIONS: [Action; 11] = [
    Action::Play,
    Action::Undo,
    Action::Accept,
    Action::Decline,
    Action::Resign,
    Action::Restart,
    Action::Rematch,
    Action::Name,
    Action::Level,
    Action::Pause,
    Action::Continue,
];

/// For each command `+` if it is accepted, `.` if the game refuses it, `x` if it is none of the client's business.
fn row(game: &ServedGame, players: Option<Players>) -> String {
    ACTIONS
        .iter()
        .map(|action| match game.decide(players, &command(*action), Credit::default(), Time(5000)) {
            Ok(_) => '+',
            Err(error) if error.code == Code::Forbidden => 'x',
            Err(_) => '.',
        })
        .collect()
}

#[test]
fn every_role_and_every_command() {
    const FRIENDS: &str = r#"{"white": {"player": "friend"}}"#;
    const COMPUTERS: &str = r#"{"black": {"player": "computer"}, "white": {"player": "computer"}}"#;
    const ONE_SCREEN: &str = r#"{"black": {"player": "human"}, "white": {"player": "human"}}"#;
    //                                   play, undo, accept, decline, resign, restart, rematch, name, level, pause, continue
    let (friends, tokens) = new_game(FRIENDS, &["Ben"]);
    assert_eq!(row(&friends, friends.holder(&tokens[0])), "+...+..+...", "Black at the start");
    assert_eq!(row(&friends, friends.holder(&tokens[1])), "....+..+...", "White at the start");
    assert_eq!(row(&friends, None), "xxxxxxxxxxx", "a spectator");
    assert_eq!(friends.holder("somebody's guess"), None, "a stranger");

    let (alone, tokens) = new_game("{}", &[]);
    assert_eq!(row(&alone, alone.holder(&tokens[0])), "+...++.++..", "Black against the computer");
    let (both, tokens) = new_game(ONE_SCREEN, &[]);
    assert_eq!(row(&both, both.holder(&tokens[0])), "+...++.+...", "two on one screen");
    let (none, tokens) = new_game(COMPUTERS, &[]);
    assert_eq!(row(&none, none.holder(&tokens[0])), "xxxxx+.x.+.", "the owner of a game of computers");
    assert_eq!(row(&none, None), "xxxxxxxxxxx", "a spectator of a game of computers");
}

#[test]
fn who_made_a_game_for_others_only_watches_it() {
    const BOTH: &str = r#"{"black": {"player": "friend"}, "white": {"player": "friend"}}"#;
    const ONE: &str = r#"{"black": {"player": "friend"}, "white": {"player": "computer"}}"#;
    for (request, guests) in [(BOTH, &["Ann", "Ben"][..]), (ONE, &["Ann"])] {
        let (mut game, tokens) = new_game(request, guests);
        let owner = game.holder(&tokens[0]);
        assert_eq!(row(&game, owner), "xxxxxxxxxxx", "{request}: the owner at the start");
        assert!(game.you(owner).may.is_empty());
        let ann = game.holder(&tokens[1]);
        assert_eq!(
            row(&game, ann),
            if request == BOTH { "+...+..+..." } else { "+...++.+..." },
            "{request}: Black"
        );
        let resign = game.decide(ann, &command(Action::Resign), Credit::default(), Time(4000)).unwrap();
        game.adopt(resign);
        assert_eq!(row(&game, owner), "xxxxxxxxxxx", "{request}: the owner after the end");
        assert_eq!(
            row(&game, ann),
            if request == BOTH { "......++..." } else { ".....+++..." },
            "{request}: Black, after"
        );
    }
}

/// A client that does one thing for ever.
fn repeat(game: &mut ServedGame, players: Option<Players>, mut command: impl FnMut(u32) -> Command) -> u32 {
    for n in 0..9000 {
        let command = Command { id: format!("command {n}"), ..command(n) };
        match game.decide(players, &command, Credit::default(), Time(4000)) {
            Ok(change) => game.adopt(change),
            Err(_) => return n,
        }
    }
    panic!("it is never refused");
}

#[test]
fn nothing_that_a_player_repeats_keeps_a_game_from_going_on_and_ending() {
    let rename = |n: u32| Command { name: Some(format!("Zoë {n}")), ..command(Action::Name) };
    let ask = |n: u32| command(if n.is_multiple_of(2) { Action::Undo } else { Action::Decline });
    let (mut game, tokens) = new_game(r#"{"white": {"player": "friend"}}"#, &["Ben"]);
    let [ann, ben] = [0, 1].map(|n| game.holder(&tokens[n]));
    assert!(repeat(&mut game, ann, rename) <= 20);
    assert!(!game.you(ann).may.contains(&Action::Name));
    assert!(game.you(ben).may.contains(&Action::Name), "the other seat is not concerned");
    let play = game.decide(ann, &command(Action::Play), Credit::default(), Time(4000)).unwrap();
    game.adopt(play);
    assert!(repeat(&mut game, ann, ask) < 600);
    let length = game.seq();
    // Whoever comes is told the whole round, and both can play it to its end.
    let told = game.told_events(0).unwrap();
    assert!(told.get().contains("started"), "the round is told from its start");
    for (players, may) in [(ann, vec![Action::Resign]), (ben, vec![Action::Play, Action::Resign])] {
        assert_eq!(game.you(players).may, may);
    }
    let mut ply = 0;
    while let Some(turn) = game.live().turn() {
        let mover = if turn == Color::Black { ann } else { ben };
        let square = game.live().position().legal_moves().first().unwrap().to_string();
        let mv = Command { id: format!("move {ply:04}"), mv: Some(square), ..command(Action::Play) };
        let change = game.decide(mover, &mv, Credit::default(), Time(5000)).unwrap();
        game.adopt(change);
        ply += 1;
    }
    assert!(game.seq() > length + 50);

    let (mut alone, tokens) = new_game("{}", &[]);
    let owner = alone.holder(&tokens[0]);
    let restarts = repeat(&mut alone, owner, |_| command(Action::Restart));
    assert!(restarts > 1000);
}

#[test]
fn another_name_leaves_a_request_as_it_is() {
    let (mut game, tokens) = new_game(r#"{"white": {"player": "friend"}}"#, &["Ben"]);
    let [ann, ben] = [0, 1].map(|n| game.holder(&tokens[n]));
    for (players, action) in
        [(ann, Action::Play), (ann, Action::Undo), (ben, Action::Name), (ann, Action::Name)]
    {
        let change = game.decide(players, &command(action), Credit::default(), Time(4000)).unwrap();
        game.adopt(change);
    }
    assert!(game.live().request().is_some());
    assert!(game.decide(ben, &command(Action::Accept), Credit::default(), Time(5000)).is_ok());
}

#[test]
fn a_renewed_token_replaces_the_old_one_and_can_be_asked_for_again() {
    let (mut game, tokens) = new_game(r#"{"white": {"player": "friend"}}"#, &["Ben"]);
    let renew = |token: &str, key: &str| RenewRequest {
        token: token.to_owned(),
        key: format!("{key} and sixteen more"),
    };
    let renewal = game.renew(&renew(&tokens[1], "one"), Time(3000)).unwrap();
    let token = renewal.joined.token.clone();
    game.adopt(renewal.change.unwrap());
    assert_eq!(game.holder(&tokens[1]), None, "the old one opens nothing");
    assert_eq!(game.holder(&token), Some(Players(2)));
    let again = game.renew(&renew(&tokens[1], "one"), Time(3000)).unwrap();
    assert!(again.change.is_none() && again.joined.token == token, "a lost answer is told again");
    assert!(game.renew(&renew(&tokens[1], "two"), Time(3000)).is_err(), "not to somebody else");
    assert!(game.renew(&renew("a guess", "one"), Time(3000)).is_err());
    assert_eq!(row(&game, game.holder(&token)), "....+..+...", "the same seat");
}

#[test]
fn a_new_name_leaves_a_request_open() {
    let (mut game, tokens) = new_game(r#"{"white": {"player": "friend"}}"#, &["Ben"]);
    for (n, (seat, action)) in
        [(0, Action::Play), (0, Action::Undo), (1, Action::Name)].into_iter().enumerate()
    {
        let command = Command { id: format!("command {n}"), ..command(action) };
        let change =
            game.decide(game.holder(&tokens[seat]), &command, Credit::default(), Time(4000)).unwrap();
        game.adopt(change);
    }
    assert!(game.live().request().is_some());
}

#[test]
fn a_board_has_one_key_in_all_its_forms() {
    let board = |moves: &str| {
        let moves: Vec<outflank_rules::Move> =
            moves.as_bytes().chunks(2).map(|mv| std::str::from_utf8(mv).unwrap().parse().unwrap()).collect();
        outflank_rules::Game::from_moves(outflank_rules::Position::default(), moves)
            .unwrap()
            .position()
            .board()
    };
    let key = super::board_key(board("f5d6c3d3c4f4"));
    for moves in ["e6f4c3c4d3d6", "c4e3f6e6f5c5", "d3c5f6f5e6e3"] {
        assert_eq!(super::board_key(board(moves)), key, "{moves}");
    }
    assert_eq!(super::board_key(board("f5d6c3d3c4f4").passed()), key, "whoever is to move");
    assert_ne!(super::board_key(board("f5d6c3d3c4b3")), key);
}

#[test]
fn what_a_client_may_do_is_what_is_accepted() {
    for request in [
        "{}",
        r#"{"white": {"player": "friend"}}"#,
        r#"{"black": {"player": "human"}, "white": {"player": "human"}}"#,
        r#"{"black": {"player": "computer"}, "white": {"player": "computer"}}"#,
    ] {
        let (mut game, tokens) = new_game(request, &["Ben"]);
        for moves in 0..2 {
            for token in &tokens {
                let players = game.holder(token);
                let may = game.you(players).may;
                for action in ACTIONS {
                    let mut command = command(action);
                    let legal = game.live().position().legal_moves().first().unwrap();
                    command.mv = Some(legal.to_string());
                    if action == Action::Level && !game.live().seat(Color::Black).is_human() {
                        command.seat = Some(wire::Side::Black);
                    }
                    let accepted = game.decide(players, &command, Credit::default(), Time(5000)).is_ok();
                    assert_eq!(may.contains(&action), accepted, "{request} {action:?} after {moves} moves");
                }
            }
            if let Ok(change) =
                game.decide(game.holder(&tokens[0]), &command(Action::Play), Credit::default(), Time(4000))
            {
                game.adopt(change);
            }
        }
    }
}

#[test]
fn a_stored_game_is_the_same_game() {
    let (mut game, tokens) = new_game(r#"{"white": {"player": "friend"}, "clock": {"main_s": 9}}"#, &["Ben"]);
    let mut stored = StoredGame { entries: Vec::new(), tokens: game.tokens.clone() };
    for (seq, entry) in (1..).zip(&game.log) {
        let events: Vec<wire::Event> = entry.events.iter().map(wire::Event::from).collect();
        let events = serde_json::to_string(&events).unwrap();
        let command = entry.command.as_deref().map(str::to_owned);
        stored.entries.push(Entry { seq, at_ms: entry.at.0, command, events });
    }
    for (n, (seat, action)) in [
        (0, Action::Play),
        (0, Action::Undo),
        (1, Action::Accept),
        (0, Action::Resign),
        (0, Action::Rematch),
        (1, Action::Rematch),
    ]
    .into_iter()
    .enumerate()
    {
        let command = Command { id: format!("command {n}"), ..command(action) };
        let now = Time(5000 + n as u64);
        let change = game.decide(game.holder(&tokens[seat]), &command, Credit::default(), now).unwrap();
        stored.entries.push(game.write(&change).entry);
        game.adopt(change);
        let again = ServedGame::load(game.id().to_owned(), stored.clone()).unwrap();
        assert_eq!(again.live(), game.live(), "after {action:?}");
        assert_eq!((again.round, again.swapped), (game.round, game.swapped));
        assert_eq!(again.you(again.holder(&tokens[0])), game.you(game.holder(&tokens[0])));
    }
    assert_eq!((game.round, game.swapped), (2, true));
    stored.entries[3].events = "[{\"what\": \"passed\", \"by\": \"white\", \"automatic\": true}]".to_owned();
    assert!(ServedGame::load("x".to_owned(), stored).is_err(), "a log that cannot be is not a game");
}

#[test]
fn the_time_a_server_was_down_is_given_back_and_a_flag_falls_once() {
    let (mut game, tokens) = new_game(r#"{"white": {"player": "friend"}, "clock": {"main_s": 9}}"#, &["Ben"]);
    let change = game
        .decide(game.holder(&tokens[0]), &command(Action::Play), Credit::default(), Time(10_000))
        .unwrap();
    game.adopt(change);
    assert!(game.wake_at().is_some());
    // Down from 11 s to 31 s: White has used one second before and one after.
    let change = game.credit(std::time::Duration::from_secs(20), Time(31_000)).unwrap();
    game.adopt(change);
    let clock = game.state(Time(32_000)).clock.unwrap();
    assert_eq!((clock.black_ms, clock.white_ms), (9000, 7000));
    assert!(game.tick(Time(38_900)).is_none());
    let change = game.tick(Time(39_000)).unwrap();
    game.adopt(change);
    assert!(game.tick(Time(40_000)).is_none());
    assert!(game.wake_at().is_none());
}

#[test]
fn the_computer_plays_at_the_level_asked_for_later() {
    let (mut game, tokens) = new_game("{}", &[]);
    let change =
        game.decide(game.holder(&tokens[0]), &command(Action::Level), Credit::default(), Time(3000)).unwrap();
    game.adopt(change);
    assert_eq!(game.live().seat(Color::White).level().map(Level::number), Some(3));
}

#[test]
fn the_way_of_a_move_is_given_back_to_the_clock_of_its_player_only() {
    let request = r#"{"white": {"player": "friend"}, "clock": {"main_s": 10}}"#;
    let (mut game, tokens) = new_game(request, &["Ben"]);
    let lag = Duration::from_millis(200);
    let mut play = |seat: usize, mv: &str, now: u64| {
        let command =
            Command { mv: Some(mv.to_owned()), id: format!("command {mv}"), ..command(Action::Play) };
        let change = game
            .decide(game.holder(&tokens[seat]), &command, Credit { lag, ..Credit::default() }, Time(now))
            .unwrap();
        game.adopt(change);
        let left = |color| game.live().time_left(color, Time(now)).unwrap().as_millis();
        (left(Color::Black), left(Color::White), game.live().is_over())
    };
    assert_eq!(play(0, "f5", 20_000), (10_000, 10_000, false), "nothing runs before the first disc");
    assert_eq!(
        play(1, "d6", 23_000),
        (10_000, 7200, false),
        "three seconds, of which two tenths were the way"
    );
    assert_eq!(play(0, "c3", 23_100), (10_000, 7200, false), "never more than has run");
    assert_eq!(play(1, "d3", 30_600), (10_000, 0, true), "the flag has fallen all the same");
}

#[test]
fn a_move_that_was_on_its_way_when_the_flag_fell_counts() {
    let request = r#"{"white": {"player": "friend"}, "clock": {"main_s": 10}}"#;
    let (mut game, tokens) = new_game(request, &["Ben"]);
    let change =
        game.decide(game.holder(&tokens[0]), &command(Action::Play), Credit::default(), Time(3000)).unwrap();
    game.adopt(change);
    let late = Command { mv: Some("d6".to_owned()), ..command(Action::Play) };
    let lag = Duration::from_millis(200);
    for (now, over) in [(13_150, false), (13_250, true)] {
        let change = game
            .decide(game.holder(&tokens[1]), &late, Credit { lag, ..Credit::default() }, Time(now))
            .unwrap();
        assert_eq!(change.live.is_over(), over, "at {now}");
    }
}

#[test]
fn a_computer_that_adapts_says_what_to_remember_and_learns_from_it() {
    let (game, tokens) = new_game(r#"{"white": {"player": "computer", "past": []}}"#, &[]);
    let seat = game.live().seat(Color::White);
    assert_eq!((seat.is_adaptive(), seat.level().unwrap().number()), (true, 2), "someone new");
    let state = game.state(Time(1000));
    assert!(state.seats.white.auto && state.result.is_none());

    let level = |past: &[&str]| -> Result<u8, ApiError> {
        let past = Some(past.iter().map(|game| (*game).to_owned()).collect());
        let command = Command { level: None, past, ..command(Action::Level) };
        let change = game.decide(game.holder(&tokens[0]), &command, Credit::default(), Time(3000))?;
        Ok(change.live.seat(Color::White).level().unwrap().number())
    };
    assert_eq!(level(&["3 won", "4 won"]), Ok(5));
    assert_eq!(level(&["3 lost"]), Ok(2));
    let error = level(&["3 thrown"]).unwrap_err();
    assert_eq!(error.code, Code::BadRequest);
    assert!(error.sentence.contains("won, drawn or lost"), "{}", error.sentence);
    assert!(level(&["3 won"; 101]).is_err());

    // What is stored comes back as it was.
    let wire = wire::Event::from(&outflank_play::Event::Seated { color: Color::White, seat: seat.clone() });
    let text = serde_json::to_string(&wire).unwrap();
    let back: wire::Event = serde_json::from_str(&text).unwrap();
    assert_eq!(
        outflank_play::Event::try_from(&back).unwrap(),
        outflank_play::Event::Seated { color: Color::White, seat: seat.clone() }
    );
}
