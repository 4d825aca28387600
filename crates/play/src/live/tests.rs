use std::time::Duration;

use outflank_rules::Color::{Black, White};
use outflank_rules::{IllegalMove, Setup, Variant};

use super::*;
use crate::{ClockSetting, Name};

mod clocks;
mod consent;
mod greetings;
mod undo;

/// A position drawn row by row, `X` for Black and `O` for White.
fn position(turn: Color, rows: [&str; 8]) -> Position {
    let mut setup = Setup { turn, ..Setup::default() };
    let cells = rows.iter().flat_map(|row| row.split(' '));
    for (square, cell) in Square::ALL.into_iter().zip(cells) {
        match cell {
            "X" => setup.black = setup.black.with(square),
            "O" => setup.white = setup.white.with(square),
            _ => {}
        }
    }
    setup.position().unwrap()
}

/// White cannot move, and cannot after c1 either.
fn white_must_pass() -> Position {
    position(
        White,
        [
            "X O - - - - - -",
            "- - - - - - - -",
            "- - - - - - - -",
            "- - - - - - - -",
            "- - - - - - - -",
            "- - - - - - - -",
            "- - - - - - - -",
            "X O - - - - - -",
        ],
    )
}

fn seat(name: &str) -> Seat {
    Seat::human(Name::new(name))
}

fn two_people() -> Settings {
    Settings { seats: [seat("Anna"), seat("Bert")], ..Settings::default() }
}

fn against_the_computer() -> Settings {
    Settings { seats: [seat("Anna"), Seat::computer(None, Level::MEDIUM)], ..Settings::default() }
}

fn start(settings: Settings) -> LiveGame {
    LiveGame::new(settings, Time(0)).0
}

fn apply(game: &mut LiveGame, command: Command) -> Vec<Event> {
    game.apply(command, Time(0)).unwrap()
}

fn refused(game: &mut LiveGame, command: Command) -> String {
    let before = game.clone();
    let refusal = game.apply(command, Time(0)).unwrap_err();
    assert_eq!(*game, before, "a refusal changes nothing");
    refusal.sentence(game.settings())
}

fn play(game: &mut LiveGame, by: Color, mv: &str) -> Vec<Event> {
    let mv = mv.parse().unwrap();
    apply(game, Command::Play { by, mv })
}

/// Plays squares one after the other for whoever is to move, a person or the computer.
fn play_all(game: &mut LiveGame, moves: &str) {
    for mv in moves.split(' ') {
        let mv: Move = mv.parse().unwrap();
        let command = match game.task() {
            Some(task) => Command::EngineMove { ticket: task.ticket, mv },
            None => Command::Play { by: game.turn().unwrap(), mv },
        };
        apply(game, command);
    }
}

fn moves(game: &LiveGame) -> String {
    let moves: Vec<String> = game.game().moves().iter().map(Move::to_string).collect();
    moves.join(" ")
}

fn sentences(events: &[Event], game: &LiveGame) -> Vec<String> {
    events.iter().map(|event| event.sentence(game.settings())).collect()
}

#[test]
fn a_new_game_waits_for_black() {
    let (game, events) = LiveGame::new(two_people(), Time(7));
    assert_eq!(sentences(&events, &game), ["A new game: Anna (Black) against Bert (White)."]);
    assert_eq!(game.awaited(), Awaited::Move(Black));
    assert_eq!((game.started(), game.latest()), (Time(7), Time(7)));
}

#[test]
fn a_move_is_told_with_its_flips() {
    let mut game = start(two_people());
    let events = play(&mut game, Black, "D3");
    assert_eq!(sentences(&events, &game), ["Anna (Black) plays d3, flips 1: d4."]);
    assert_eq!(game.turn(), Some(White));
    assert_eq!(game.last_placed(), Some((Square::D3, Square::D4.bitboard())));
}

#[test]
fn refusals_are_sentences() {
    let mut game = start(two_people());
    let play = |by, mv: &str| Command::Play { by, mv: mv.parse().unwrap() };
    assert_eq!(refused(&mut game, play(Black, "c2")), "c2 flips nothing.");
    assert_eq!(refused(&mut game, play(Black, "d4")), "d4 is taken by a white disc.");
    assert_eq!(refused(&mut game, play(Black, "pass")), "You have a legal move, so you cannot pass.");
    assert_eq!(refused(&mut game, play(White, "d3")), "It is the turn of Anna.");
    assert_eq!(refused(&mut game, Command::Undo { by: Black }), "Anna has no move to take back.");
    assert_eq!(refused(&mut game, Command::Rematch { by: Black, swap: true }), "The game is not over yet.");
    assert_eq!(refused(&mut game, Command::Accept { by: Black }), "There is nothing to answer.");
    apply(&mut game, Command::Resign { by: White });
    assert_eq!(refused(&mut game, play(Black, "d3")), "The game is over.");
    assert_eq!(refused(&mut game, Command::Undo { by: Black }), "The game is over.");
    assert_eq!(refused(&mut game, Command::Resign { by: Black }), "The game is over.");

    let mut game = start(against_the_computer());
    let computer = "The computer plays White.";
    assert_eq!(refused(&mut game, play(White, "d3")), computer);
    assert_eq!(refused(&mut game, Command::Undo { by: White }), computer);
    assert_eq!(refused(&mut game, Command::Resign { by: White }), computer);
}

#[test]
fn namesakes_are_told_apart_by_colour() {
    let mut settings = two_people();
    settings.seats[1] = seat("Anna");
    let mut game = start(settings);
    let undo = Command::Undo { by: White };
    assert_eq!(refused(&mut game, undo), "Anna (White) has no move to take back.");
}

#[test]
fn a_forced_pass_happens_by_itself_and_is_announced() {
    let settings = Settings { start: white_must_pass(), ..two_people() };
    let (mut game, events) = LiveGame::new(settings, Time(0));
    assert_eq!(sentences(&events[1..], &game), ["Bert (White) has no legal move and passes."]);
    assert_eq!(game.awaited(), Awaited::Move(Black));
    let events = play(&mut game, Black, "c1");
    let passed = Event::Passed { by: White, automatic: true };
    assert_eq!(events[1..], [passed]);
    assert_eq!(moves(&game), "pass c1 pass");
}

#[test]
fn a_forced_pass_waits_for_the_word_if_wanted() {
    let settings = Settings { start: white_must_pass(), confirm_pass: true, ..two_people() };
    let mut game = start(settings.clone());
    assert_eq!(game.awaited(), Awaited::Pass(White));
    let placement = Command::Play { by: White, mv: Square::C1.into() };
    assert_eq!(refused(&mut game, placement), "c1 is not possible: there is no legal move, only a pass.");
    let events = play(&mut game, White, "pass");
    assert_eq!(sentences(&events, &game), ["Bert (White) passes."]);

    // The computer does not need to be told, even when it sits down later.
    let computer = Command::Seat { color: White, seat: Seat::computer(None, Level::EASY) };
    let mut game = start(settings);
    assert_eq!(apply(&mut game, computer).len(), 2);
    assert_eq!(game.awaited(), Awaited::Move(Black));
}

#[test]
fn undo_goes_back_before_the_players_own_last_move() {
    let unlimited = Settings { undo: UndoAllowance::Unlimited, ..two_people() };
    let mut game = start(unlimited);
    play_all(&mut game, "d3 c3 c4");
    assert_eq!(game.undo_option(White).map(|option| option.square), Ok(Square::C3));
    let events = apply(&mut game, Command::Undo { by: White });
    assert_eq!(sentences(&events, &game), ["Bert (White) takes back c3."]);
    assert_eq!(moves(&game), "d3");
    assert_eq!(game.turn(), Some(White));
    apply(&mut game, Command::Undo { by: Black });
    assert_eq!(moves(&game), "");
    assert_eq!(game.undos_left(Black), None);
}

#[test]
fn undo_skips_passes() {
    let settings = Settings { start: white_must_pass(), ..two_people() };
    let mut game = start(settings);
    play_all(&mut game, "c1");
    assert_eq!(moves(&game), "pass c1 pass");
    assert_eq!(refused(&mut game, Command::Undo { by: White }), "Bert has no move to take back.");
    apply(&mut game, Command::Undo { by: Black });
    assert_eq!(moves(&game), "pass");
    assert_eq!(game.awaited(), Awaited::Move(Black));
}

#[test]
fn each_player_has_one_undo_by_default_and_a_restart_gives_it_back() {
    let mut game = start(two_people());
    play_all(&mut game, "d3 c3");
    let events = apply(&mut game, Command::Undo { by: White });
    assert_eq!(
        sentences(&events, &game),
        ["Bert (White) takes back c3 and has used the one undo of this game."]
    );
    apply(&mut game, Command::Undo { by: Black });
    play_all(&mut game, "d3 c3");
    assert_eq!((game.undos_left(Black), game.undos_left(White)), (Some(0), Some(0)));
    for (by, name) in [(Black, "Anna"), (White, "Bert")] {
        let expected = format!("{name} has used the one undo of this game.");
        assert_eq!(refused(&mut game, Command::Undo { by }), expected);
    }
    apply(&mut game, Command::Restart);
    assert_eq!((game.undos_left(Black), game.undos_left(White)), (Some(1), Some(1)));

    let none = Settings { undo: UndoAllowance::None, ..two_people() };
    let mut game = start(none);
    play_all(&mut game, "d3");
    assert_eq!(refused(&mut game, Command::Undo { by: Black }), "This game is played without undo.");
}

#[test]
fn undo_against_the_computer_takes_its_reply_along_and_drops_its_late_answer() {
    let mut game = start(against_the_computer());
    play_all(&mut game, "d3 c3 c4");
    let late = game.task().unwrap();
    apply(&mut game, Command::Undo { by: Black });
    assert_eq!(moves(&game), "d3 c3");
    assert_eq!(game.task(), None);
    let answer = |ticket| Command::EngineMove { ticket, mv: Square::E3.into() };
    assert_eq!(apply(&mut game, answer(late.ticket)), []);
    play_all(&mut game, "c4");
    let task = game.task().unwrap();
    assert_ne!(task.ticket, late.ticket);
    assert_eq!(apply(&mut game, answer(late.ticket)), []);
    assert_eq!(apply(&mut game, answer(task.ticket)).len(), 1);
    assert_eq!(game.undo_options(), [], "Anna has used hers, and the computer takes nothing back");
}

#[test]
fn the_engine_cannot_break_the_rules() {
    let mut game = start(against_the_computer());
    play_all(&mut game, "d3");
    let ticket = game.task().unwrap().ticket;
    let mv = Square::A1.into();
    assert_eq!(
        game.apply(Command::EngineMove { ticket, mv }, Time(0)),
        Err(Refusal::Illegal { square: Square::A1, reason: IllegalMove::FlipsNothing })
    );
}

#[test]
fn resigning_loses_whatever_lies_on_the_board() {
    let mut game = start(two_people());
    play_all(&mut game, "d3");
    let events = apply(&mut game, Command::Resign { by: Black });
    assert_eq!(sentences(&events, &game), ["Anna resigns. Bert wins; the discs stand at Black 4, White 1."]);
    assert_eq!(game.result().unwrap().winner(), Some(White));
    assert_eq!((game.turn(), game.awaited()), (None, Awaited::Nothing));
}

#[test]
fn every_end_has_its_reason() {
    let ends = |start: Position, mv: &str| {
        let mut game = super::tests::start(Settings { start, ..two_people() });
        let turn = game.turn().unwrap();
        let events = play(&mut game, turn, mv);
        sentences(&events, &game).pop().unwrap()
    };
    let full = [
        "X X X X X X O -",
        "X X X X X X X X",
        "X X X X X X X X",
        "X X X X X X X X",
        "O O O O O O O O",
        "O O O O O O O O",
        "O O O O O O O O",
        "O O O O O O O O",
    ];
    assert_eq!(ends(position(Black, full), "h1"), "The board is full. The game is a draw, 32 all.");
    let wiped_out = [
        "X O - - - - - -",
        "- - - - - - - -",
        "- - - - - - - -",
        "- - - - - - - -",
        "- - - - - - - -",
        "- - - - - - - -",
        "- - - - - - - -",
        "- - - - - - - -",
    ];
    assert_eq!(
        ends(position(Black, wiped_out), "c1"),
        "Bert has no disc left on the board. Anna wins 3 to 0."
    );
    let blocked = [
        "X O - - - - - -",
        "- - - - - - - -",
        "- - - - - - - -",
        "- - - - - - - O",
        "- - - - - - - -",
        "- - - - - - - -",
        "- - - - - - - -",
        "- - - - - - - -",
    ];
    assert_eq!(ends(position(Black, blocked), "c1"), "Neither player can move. Anna wins 3 to 1.");
    let mut setup = Position::default().setup();
    setup.variant = Variant { thirty: true, orthogonal: false };
    setup.discs_left = [1, 0];
    assert_eq!(ends(setup.position().unwrap(), "d3"), "Bert has no disc left to place. Anna wins 4 to 1.");
}

#[test]
fn a_start_position_may_be_the_end() {
    let rows = ["X X X X X X X X"; 8];
    let settings = Settings { start: position(Black, rows), ..two_people() };
    let (game, events) = LiveGame::new(settings, Time(0));
    assert_eq!(events[1].sentence(game.settings()), "The board is full. Anna wins 64 to 0.");
    assert!(game.is_over());
}

#[test]
fn a_restart_keeps_the_sides_and_a_rematch_swaps_them() {
    let mut game = start(against_the_computer());
    play_all(&mut game, "d3");
    let late = game.task().unwrap();
    apply(&mut game, Command::Restart);
    assert_eq!((moves(&game).as_str(), game.awaited()), ("", Awaited::Move(Black)));

    apply(&mut game, Command::Resign { by: Black });
    let events = apply(&mut game, Command::Rematch { by: Black, swap: true });
    let sentence = "Another game with colours swapped: Computer at level 5 (Black) against Anna (White).";
    assert_eq!(sentences(&events, &game), [sentence]);
    assert_eq!(game.settings().name(White), "Anna");
    assert_ne!(game.task().unwrap().ticket, late.ticket, "tickets last beyond one game");
    assert_eq!(game.result(), None);
}

#[test]
fn another_game_keeps_the_colours_or_swaps_them() {
    let mut game = start(two_people());
    assert_eq!(refused(&mut game, Command::Rematch { by: Black, swap: false }), "The game is not over yet.");
    apply(&mut game, Command::Resign { by: Black });
    let events = apply(&mut game, Command::Rematch { by: White, swap: false });
    assert_eq!(sentences(&events, &game), ["Another game: Anna (Black) against Bert (White)."]);
    apply(&mut game, Command::Resign { by: Black });
    let events = apply(&mut game, Command::Rematch { by: White, swap: true });
    let swapped = "Another game with colours swapped: Bert (Black) against Anna (White).";
    assert_eq!(sentences(&events, &game), [swapped]);
}

#[test]
fn nameless_players_are_called_by_their_new_colour() {
    let mut game = start(Settings::default());
    apply(&mut game, Command::Resign { by: Black });
    apply(&mut game, Command::Rematch { by: White, swap: true });
    assert_eq!(game.settings(), &Settings::default());
    assert_eq!(game.settings().who(White), "White");

    // Whoever is really called so keeps the name.
    let mut game = start(Settings { seats: [seat("Black"), Seat::human(None)], ..Settings::default() });
    apply(&mut game, Command::Resign { by: Black });
    apply(&mut game, Command::Rematch { by: White, swap: true });
    assert_eq!(game.settings().who(White), "Black (White)");
}

#[test]
fn a_change_of_seat_concerns_only_the_thinking_of_that_seat() {
    let mut game = start(against_the_computer());
    play_all(&mut game, "d3");
    let task = game.task().unwrap();
    let rename = Command::Seat { color: Black, seat: seat("Bea") };
    assert_eq!(apply(&mut game, rename).len(), 1);
    assert_eq!(game.task(), Some(task));
    let stronger = Command::Seat { color: White, seat: Seat::computer(None, Level::HARD) };
    let events = apply(&mut game, stronger);
    assert_eq!(sentences(&events, &game), ["Computer plays White at level 8."]);
    assert_ne!(game.task().unwrap().ticket, task.ticket);
}

#[test]
fn events_that_cannot_have_happened_are_not_replayed() {
    let (_, started) = LiveGame::new(two_people(), Time(0));
    let placed = |by, square: Square, flips: Square| Event::Placed { by, square, flips: flips.bitboard() };
    let d3 = placed(Black, Square::D3, Square::D4);
    let took_back = |square, ply| Event::TookBack { by: Black, square, ply };
    let ended = Event::Ended {
        result: GameResult { discs: Position::default().score(), reason: EndReason::Resigned(Black) },
    };
    let pass = Event::Passed { by: Black, automatic: true };
    for (events, expected) in [
        (vec![placed(Black, Square::A1, Square::D4)], "event 2: a1 flips nothing"),
        (vec![placed(Black, Square::D3, Square::A1)], "event 2: d3 flips d4, not a1"),
        (vec![placed(White, Square::D3, Square::D4)], "event 2: it is not the turn of White"),
        (vec![pass], "event 2: pass is not allowed while there is a legal move"),
        (vec![took_back(Square::D3, 0)], "event 2: Black has no d3 to take back"),
        (vec![d3.clone(), took_back(Square::D3, 1)], "event 3: Black has no d3 to take back"),
        (vec![ended.clone(), ended.clone()], "event 3: the game is over"),
        (vec![ended.clone(), d3.clone()], "event 3: it is not the turn of Black"),
        (vec![ended.clone(), Event::UndoAsked { by: Black }], "event 3: the game is over"),
        (vec![Event::RematchOffered { by: Black, swap: true }], "event 2: the game is not over"),
        (vec![Event::Declined { by: Black }], "event 2: nothing was asked for"),
    ] {
        let log = started.iter().cloned().chain(events).map(|event| (Time(0), event));
        assert_eq!(LiveGame::replay(log).unwrap_err().to_string(), expected);
    }
    let not_started = LiveGame::replay([(Time(0), d3)]).unwrap_err();
    assert_eq!(not_started.to_string(), "event 1: the game has not started");
    let empty = LiveGame::replay([]).unwrap_err();
    assert_eq!(empty.to_string(), "event 0: there is no event at all");
}

#[test]
fn a_tick_completes_what_a_cut_off_log_lacks() {
    let settings = Settings { start: white_must_pass(), ..two_people() };
    let (game, events) = LiveGame::new(settings, Time(0));
    let mut again = LiveGame::replay([(Time(0), events[0].clone())]).unwrap();
    assert_ne!(again, game);
    assert_eq!(apply(&mut again, Command::Tick), events[1..]);
    assert_eq!(again, game);
    assert_eq!(apply(&mut again, Command::Tick), []);
}

#[test]
fn an_adaptive_computer_learns_from_games_that_say_something() {
    let level = Level::MEDIUM;
    let adaptive = Settings {
        seats: [seat("Anna"), Seat::adaptive(None, level)],
        undo: UndoAllowance::None,
        ..two_people()
    };
    // The shortest game there is, won by Black in nine placements.
    let moves = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];
    let play = |settings: Settings, plies: usize| {
        let mut game = start(settings);
        for text in &moves[..plies] {
            let mv = Move::Place(text.parse().unwrap());
            let command = match game.task() {
                Some(task) => Command::EngineMove { ticket: task.ticket, mv },
                None => Command::Play { by: game.position().turn(), mv },
            };
            apply(&mut game, command);
        }
        game
    };
    assert_eq!(play(adaptive.clone(), 8).past_game(), None, "it is not over");
    let won = Some(PastGame { level, result: PastResult::Won });
    assert_eq!(play(adaptive.clone(), 9).past_game(), won);
    let swapped = Settings { seats: [Seat::adaptive(None, level), seat("Bert")], ..adaptive.clone() };
    let lost = Some(PastGame { level, result: PastResult::Lost });
    assert_eq!(play(swapped, 9).past_game(), lost);
    for other in [two_people(), against_the_computer()] {
        assert_eq!(play(other, 9).past_game(), None, "nobody adapts");
    }

    let mut given_up = play(adaptive.clone(), 2);
    apply(&mut given_up, Command::Resign { by: Black });
    assert_eq!(given_up.past_game(), None, "given up at once");
    let mut elsewhere = start(Settings { start: *play(adaptive.clone(), 8).position(), ..adaptive });
    apply(&mut elsewhere, Command::Play { by: Black, mv: Square::C5.into() });
    assert!(elsewhere.is_over());
    assert_eq!(elsewhere.past_game(), None, "an unfair start");
}
