use super::*;

const SECOND: Duration = Duration::from_secs(1);

fn timed(main: u32, increment: u32) -> LiveGame {
    let clock = ClockSetting::new(SECOND * main, SECOND * increment);
    start(Settings { clock: Some(clock), undo: UndoAllowance::Unlimited, ..two_people() })
}

fn at(seconds: u64) -> Time {
    Time(seconds * 1000)
}

fn play_at(game: &mut LiveGame, mv: &str, seconds: u64) -> Vec<Event> {
    let command = Command::Play { by: game.turn().unwrap(), mv: mv.parse().unwrap() };
    game.apply(command, at(seconds)).unwrap()
}

/// Seconds left for Black and White.
fn left(game: &LiveGame, seconds: u64) -> (u64, u64) {
    let left = |color| game.time_left(color, at(seconds)).unwrap().as_secs();
    (left(Black), left(White))
}

#[test]
fn the_clock_starts_with_the_first_disc_and_runs_for_the_player_to_move() {
    let mut game = timed(60, 5);
    assert_eq!(game.deadline(), None);
    play_at(&mut game, "d3", 500);
    assert_eq!(left(&game, 510), (60, 50));
    play_at(&mut game, "c3", 510);
    assert_eq!(left(&game, 512), (58, 55));
    assert_eq!(game.deadline(), Some(at(570)));
}

#[test]
fn a_pass_that_players_say_themselves_takes_their_own_time() {
    let clock = ClockSetting::new(SECOND * 60, SECOND * 5);
    let settings =
        Settings { start: white_must_pass(), confirm_pass: true, clock: Some(clock), ..two_people() };
    let mut game = start(settings);
    play_at(&mut game, "pass", 100);
    assert_eq!((game.deadline(), left(&game, 200)), (None, (60, 60)), "no disc was placed yet");
    play_at(&mut game, "c1", 300);
    assert_eq!(left(&game, 307), (60, 53), "who has to pass thinks in their own time");
    play_at(&mut game, "pass", 310);
    assert_eq!(left(&game, 312), (58, 50), "and gains nothing by it");
    assert_eq!(game.deadline(), Some(at(370)));
}

#[test]
fn a_game_without_a_clock_never_ends_on_time() {
    let mut game = start(two_people());
    assert_eq!(game.time_left(Black, at(9)), None);
    assert_eq!(game.apply(Command::Tick, Time(u64::MAX)), Ok(vec![]));
}

#[test]
fn the_flag_falls_at_a_tick_or_a_late_move() {
    let mut game = timed(60, 0);
    play_at(&mut game, "d3", 0);
    assert_eq!(game.apply(Command::Tick, at(59)), Ok(vec![]));
    let mut late = game.clone();
    let events = game.apply(Command::Tick, at(60)).unwrap();
    let sentence = "Bert has run out of time. Anna wins; the discs stand at Black 4, White 1.";
    assert_eq!(sentences(&events, &game), [sentence]);
    assert_eq!((game.turn(), game.deadline(), left(&game, 99)), (None, None, (60, 0)));
    assert_eq!(play_at(&mut late, "c3", 61), events, "the move comes too late");
    assert_eq!(moves(&late), "d3");
}

#[test]
fn taking_back_returns_no_time_and_wins_no_increment() {
    let mut game = timed(60, 30);
    play_at(&mut game, "d3", 0);
    play_at(&mut game, "c3", 10);
    assert_eq!(left(&game, 10), (60, 80));
    game.apply(Command::Undo { by: White }, at(12)).unwrap();
    assert_eq!(left(&game, 12), (58, 60), "White had 60 before c3, Black thought for 2");
    assert_eq!(left(&game, 15), (58, 57), "and the clock of White runs");
    // Back to the start the clock goes on, since the game has begun.
    game.apply(Command::Undo { by: Black }, at(20)).unwrap();
    assert_eq!(left(&game, 30), (48, 52));
}

#[test]
fn a_pass_gains_no_increment() {
    let clock = ClockSetting::new(SECOND * 60, SECOND * 5);
    let settings =
        Settings { clock: Some(clock), confirm_pass: true, start: white_must_pass(), ..two_people() };
    let mut game = start(settings);
    play_at(&mut game, "pass", 3);
    assert_eq!(game.deadline(), None, "no disc has been placed");
    play_at(&mut game, "c1", 10);
    play_at(&mut game, "pass", 14);
    assert_eq!(left(&game, 14), (60, 56));
}

#[test]
fn a_credit_gives_back_at_most_what_has_run() {
    let mut game = timed(60, 0);
    let credit = |seconds| Command::Credit { time: SECOND * seconds };
    assert_eq!(game.apply(credit(5), at(1)), Ok(vec![]), "no clock runs yet");
    play_at(&mut game, "d3", 10);
    game.apply(credit(4), at(20)).unwrap();
    assert_eq!(left(&game, 20), (60, 54));
    game.apply(credit(400), at(20)).unwrap();
    assert_eq!(left(&game, 20), (60, 60));
    // It comes in time even when the flag would have fallen, and only then.
    game.apply(credit(100), at(130)).unwrap();
    assert_eq!(left(&game, 130), (60, 50));
    assert_eq!(game.apply(Command::Tick, at(179)), Ok(vec![]));
    assert_eq!(game.apply(Command::Tick, at(180)).unwrap().len(), 1);
}

#[test]
fn time_that_goes_backwards_stands_still() {
    let mut game = timed(60, 0);
    play_at(&mut game, "d3", 100);
    play_at(&mut game, "c3", 50);
    assert_eq!(game.latest(), at(100));
    assert_eq!(left(&game, 100), (60, 60));
}

#[test]
fn computers_can_be_paused_and_their_clock_stops_meanwhile() {
    let clock = ClockSetting::new(SECOND * 60, Duration::ZERO);
    let seats = [(); 2].map(|()| Seat::computer(None, Level::MEDIUM));
    let (mut game, mut events) = LiveGame::new(Settings { seats, clock: Some(clock), ..two_people() }, at(0));
    let mut told: Vec<(Time, Event)> = events.drain(..).map(|event| (at(0), event)).collect();
    let asked = game.task().unwrap().ticket;
    let mut happen = |game: &mut LiveGame, command, seconds| {
        let events = game.apply(command, at(seconds)).unwrap();
        told.extend(events.iter().map(|event| (at(seconds), event.clone())));
        sentences(&events, game)
    };
    // Before the first disc nothing runs, and nothing begins to run.
    assert_eq!(happen(&mut game, Command::Pause, 1), ["The game is paused."]);
    assert_eq!((game.awaited(), game.task()), (Awaited::Continue, None));
    let late = Command::EngineMove { ticket: asked, mv: Square::D3.into() };
    assert!(happen(&mut game, late.clone(), 2).is_empty(), "an answer from before the pause");
    assert_eq!(happen(&mut game, Command::Continue, 5), ["The game goes on."]);
    assert!(happen(&mut game, late, 6).is_empty(), "the question is asked anew");
    assert_eq!(game.deadline(), None);

    let ticket = game.task().unwrap().ticket;
    happen(&mut game, Command::EngineMove { ticket, mv: Square::D3.into() }, 10);
    happen(&mut game, Command::Pause, 20);
    assert_eq!((left(&game, 500), game.deadline()), ((60, 50), None));
    assert!(happen(&mut game, Command::Tick, 900).is_empty(), "no flag falls");
    happen(&mut game, Command::Continue, 1000);
    assert_eq!((left(&game, 1005), game.deadline()), ((60, 45), Some(at(1050))));
    assert_eq!(LiveGame::replay(told).unwrap(), game, "the log tells of pauses");
}

#[test]
fn only_computers_that_play_are_paused() {
    for settings in [two_people(), against_the_computer()] {
        let mut game = start(settings);
        assert_eq!(refused(&mut game, Command::Pause), "Only a game between computers can be paused.");
        assert_eq!(refused(&mut game, Command::Continue), "The game is not paused.");
    }
    let seats = [(); 2].map(|()| Seat::computer(None, Level::MEDIUM));
    let mut game = start(Settings { seats, ..two_people() });
    apply(&mut game, Command::Pause);
    assert_eq!(refused(&mut game, Command::Pause), "The game is paused already.");
    // A person who sits down plays at once.
    let events = apply(&mut game, Command::Seat { color: Black, seat: seat("Anna") });
    assert_eq!(sentences(&events, &game), ["The game goes on.", "Anna plays Black."]);
    assert_eq!(game.awaited(), Awaited::Move(Black));
}

#[test]
fn a_clock_of_days_starts_anew_with_every_move() {
    let day = SECOND * 86_400;
    let mut game = start(Settings { clock: Some(ClockSetting::days(1)), ..two_people() });
    let play = |by, square: Square| Command::Play { by, mv: square.into() };
    assert_eq!(game.deadline(), None, "it starts with the first disc");
    game.apply(play(Black, Square::D3), Time(1000)).unwrap();
    assert_eq!(game.deadline(), Some(Time(1000).after(day)));
    game.apply(play(White, Square::C3), Time(1000).after(day / 2)).unwrap();
    assert_eq!(game.deadline(), Some(Time(1000).after(day / 2 + day)), "and again for the other");
    assert_eq!(game.time_left(White, Time(1000).after(day)), Some(day));
    let events = game.apply(Command::Tick, Time(1000).after(day / 2 + day)).unwrap();
    let GameResult { reason, .. } = *game.result().unwrap();
    assert_eq!((events.len(), reason), (1, EndReason::OutOfTime(Black)));
}

#[test]
fn a_game_without_first_moves_is_called_off() {
    let limit = SECOND * 25;
    let settings = Settings { first_move: Some(limit), clock: Some(ClockSetting::days(1)), ..two_people() };
    let play = |by, square: Square| Command::Play { by, mv: square.into() };
    let mut game = start(settings);
    assert_eq!((game.first_move_due(), game.flag_falls()), (Some(Time(25_000)), None));
    // The other player has as long, and time in which nobody could play is given back.
    let mut late = game.clone();
    game.apply(play(Black, Square::D3), Time(20_000)).unwrap();
    assert_eq!(game.deadline(), Some(Time(45_000)));
    game.apply(Command::Credit { time: SECOND * 5 }, Time(30_000)).unwrap();
    assert_eq!(game.deadline(), Some(Time(50_000)));
    game.apply(play(White, Square::C3), Time(49_999)).unwrap();
    assert_eq!(game.first_move_due(), None);
    late.apply(play(Black, Square::D3), Time(25_000)).unwrap();
    let result = *late.result().unwrap();
    assert_eq!((result.reason, result.winner(), result.counts()), (EndReason::CalledOff, None, false));
    assert_eq!(late.past_game(), None);
}
