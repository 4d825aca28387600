//! Whatever is thrown at a live game, some things always hold.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use outflank_engine::Level;
use outflank_play::{
    Awaited, ClockSetting, Command, Consent, Event, LiveGame, Name, Player, Rating, Seat, Settings, Ticket,
    Time, UndoAllowance,
};
use outflank_rules::{Color, Game, Move, Position, Square, Variant};
use proptest::prelude::*;

/// Something to do, which becomes a command once the game is known.
#[derive(Clone, Debug)]
enum Doing {
    /// The legal move with this number for whoever is to move, as a person or as the computer.
    Legal(usize),
    /// Any command at all.
    Command(Command),
}

fn color() -> impl Strategy<Value = Color> {
    prop::sample::select(Color::ALL.to_vec())
}

fn seat() -> impl Strategy<Value = Seat> {
    let name = || prop::sample::select(vec!["Anna", "Bert", "Black", ""]).prop_map(Name::new);
    let player = prop_oneof![
        3 => Just(Player::Human),
        1 => (1..=10u8).prop_map(|n| Player::Computer(Level::new(n).unwrap())),
        1 => (1..=10u8).prop_map(|n| Player::Adaptive(Level::new(n).unwrap())),
    ];
    let rating = prop::option::of((0..3000u16, any::<bool>()).prop_map(rating));
    (player, name(), rating).prop_map(|(player, name, rating)| Seat { player, name, rating })
}

fn rating((points, provisional): (u16, bool)) -> Rating {
    Rating { points, provisional }
}

fn settings() -> impl Strategy<Value = Settings> {
    let undo = prop::sample::select(vec![UndoAllowance::None, UndoAllowance::Once, UndoAllowance::Unlimited]);
    let clock = prop::option::of((1..60u64, 0..5u64)).prop_map(|clock| {
        clock.map(|(main, increment)| {
            let per_move = increment == 4;
            ClockSetting {
                per_move,
                ..ClockSetting::new(Duration::from_secs(main), Duration::from_secs(increment))
            }
        })
    });
    let consent = prop::sample::select(vec![Consent::Implied, Consent::Asked]);
    let variant = prop::sample::select(Variant::ALL.to_vec());
    // Few discs on the board make games short and passes common.
    let placed = prop::collection::vec((0..64usize, any::<bool>()), 0..12);
    let start = (variant, placed, color()).prop_map(|(variant, placed, turn)| {
        let mut setup = Position::start(variant).setup();
        setup.turn = turn;
        for (index, black) in placed {
            let square = Square::from_index(index).unwrap();
            let (gets, loses) = if black {
                (&mut setup.black, &mut setup.white)
            } else {
                (&mut setup.white, &mut setup.black)
            };
            *gets = gets.with(square);
            *loses = loses.without(square);
        }
        setup.position().unwrap()
    });
    let first_move = prop::option::of((1..60u64).prop_map(Duration::from_secs));
    (seat(), seat(), start, undo, any::<bool>(), clock, consent, first_move).prop_map(
        |(black, white, start, undo, confirm_pass, clock, consent, first_move)| Settings {
            seats: [black, white],
            start,
            undo,
            confirm_pass,
            clock,
            consent,
            first_move,
            rated: true,
            book: true,
        },
    )
}

fn doing() -> impl Strategy<Value = Doing> {
    let mv = (0..65usize).prop_map(|n| Square::from_index(n).map_or(Move::Pass, Move::Place));
    let command = prop_oneof![
        (color(), mv.clone()).prop_map(|(by, mv)| Command::Play { by, mv }),
        (0..40u64, mv).prop_map(|(n, mv)| Command::EngineMove { ticket: Ticket(n), mv }),
        color().prop_map(|by| Command::Undo { by }),
        color().prop_map(|by| Command::Accept { by }),
        color().prop_map(|by| Command::Decline { by }),
        color().prop_map(|by| Command::Resign { by }),
        color().prop_map(|by| Command::Claim { by }),
        Just(Command::CallOff),
        ((0..3000u16, any::<bool>()), (0..3000u16, any::<bool>()))
            .prop_map(|(black, white)| Command::Rate { after: [rating(black), rating(white)] }),
        (color(), any::<bool>()).prop_map(|(by, swap)| Command::Rematch { by, swap }),
        (color(), seat()).prop_map(|(color, seat)| Command::Seat { color, seat }),
        (0..9u64).prop_map(|n| Command::Credit { time: Duration::from_secs(n) }),
        Just(Command::Tick),
        Just(Command::Restart),
        Just(Command::Pause),
        Just(Command::Continue),
    ];
    prop_oneof![
        6 => (0..64usize).prop_map(Doing::Legal),
        2 => command.prop_map(Doing::Command),
        1 => color().prop_map(|by| Doing::Command(Command::Undo { by })),
    ]
}

fn command(game: &LiveGame, doing: Doing) -> Command {
    let pick = |n| {
        let moves: Vec<Square> = game.position().legal_moves().iter().collect();
        moves.get(n % moves.len().max(1)).map_or(Move::Pass, |square| Move::Place(*square))
    };
    match (doing, game.awaited()) {
        (Doing::Command(command), _) => command,
        (Doing::Legal(n), Awaited::Engine(task)) => Command::EngineMove { ticket: task.ticket, mv: pick(n) },
        (Doing::Legal(n), _) => Command::Play { by: game.position().turn(), mv: pick(n) },
    }
}

fn check(game: &LiveGame, now: Time) {
    let position = game.position();
    // The moves on record lead to the position shown.
    let moves = game.game().moves().iter().copied();
    assert_eq!(Game::from_moves(*game.game().start(), moves).as_ref(), Ok(game.game()));
    // A game that the rules end is over.
    assert!(!position.is_over() || game.is_over());
    assert_eq!(game.is_over(), game.awaited() == Awaited::Nothing);
    match game.awaited() {
        Awaited::Move(color) => {
            assert!(game.seat(color).is_human() && !position.legal_moves().is_empty());
        }
        Awaited::Pass(color) => {
            assert!(game.seat(color).is_human() && position.must_pass() && game.settings().confirm_pass);
        }
        Awaited::Engine(task) => {
            assert!(!position.legal_moves().is_empty(), "the computer is asked for real moves only");
            assert_eq!(task.position, *position);
        }
        Awaited::Continue => {
            assert!(game.settings().seats.iter().all(|seat| !seat.is_human()), "only computers are paused");
            assert_eq!((game.deadline(), game.task()), (None, None));
        }
        Awaited::Nothing => assert_eq!((game.deadline(), game.task()), (None, None)),
    }
    for color in Color::ALL {
        assert_eq!(game.time_left(color, now).is_some(), game.settings().clock.is_some());
    }
    assert!(game.started() <= game.latest());
    check_undo_options(game, now);
}

/// Each take-back that is offered does what it says, to that player's allowance alone.
fn check_undo_options(game: &LiveGame, now: Time) {
    for option in game.undo_options() {
        let mut after = game.clone();
        let mut asked = after.apply(Command::Undo { by: option.by }, now);
        if after.request().is_some_and(|request| request.by == option.by) {
            asked = after.apply(Command::Accept { by: !option.by }, now);
        }
        if asked.is_err() || after.is_over() {
            // The other player's question comes first, or the flag has fallen.
            continue;
        }
        let placed = |game: &LiveGame| -> Vec<Square> {
            game.game().moves().iter().filter_map(|mv| mv.square()).collect()
        };
        let gone = placed(game).split_off(placed(&after).len());
        assert_eq!((gone[0], &gone[1..]), (option.square, &option.replies[..]));
        assert_eq!(after.position().turn(), option.by);
        assert_eq!(option.left, game.undos_left(option.by));
        assert_eq!(option.is_last(), after.undos_left(option.by) == Some(0));
        assert_eq!(after.undos_left(!option.by), game.undos_left(!option.by));
    }
}

/// Whether a text begins with a capital letter or the name of a square, and ends with a full stop.
fn is_sentence(text: &str) -> bool {
    let square = text.split(' ').next().is_some_and(|word| word.parse::<Square>().is_ok());
    (square || text.starts_with(char::is_uppercase)) && text.ends_with('.') && !text.contains("..")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_commands_keep_the_promises(
        settings in settings(),
        doings in prop::collection::vec((doing(), 0..4000u64), 0..90),
    ) {
        let mut now = Time(1000);
        let (mut game, events) = LiveGame::new(settings, now);
        let mut log: Vec<(Time, Event)> = events.into_iter().map(|event| (now, event)).collect();
        for (doing, wait) in doings {
            now = Time(now.0 + wait);
            let command = command(&game, doing);
            let stale = matches!(&command, Command::EngineMove { ticket, .. }
                if game.task().is_none_or(|task| task.ticket != *ticket));
            let before = game.clone();
            match game.apply(command, now) {
                Ok(events) => {
                    prop_assert!(!events.is_empty() || game == before, "no change without an event");
                    let flag = events.iter().any(|event| matches!(event, Event::Ended { .. }));
                    prop_assert!(!stale || events.is_empty() || flag, "a stale answer is dropped");
                    let undone = events.iter().filter(|event| matches!(event, Event::TookBack { .. })).count();
                    prop_assert!(undone <= 1);
                    for event in &events {
                        prop_assert!(is_sentence(&event.sentence(game.settings())));
                    }
                    log.extend(events.into_iter().map(|event| (now, event)));
                }
                Err(refusal) => {
                    prop_assert_eq!(&game, &before, "a refusal changes nothing");
                    prop_assert!(is_sentence(&refusal.sentence(game.settings())));
                }
            }
            check(&game, now);
        }
        // Nobody took back more than allowed in any of the games.
        for one in log.split(|(_, event)| matches!(event, Event::Started { .. })) {
            for color in Color::ALL {
                let undos = one.iter().filter(|(_, event)| matches!(event, Event::TookBack { by, .. } if *by == color));
                let limit = match game.settings().undo {
                    UndoAllowance::None => 0,
                    UndoAllowance::Once => 1,
                    UndoAllowance::Unlimited => usize::MAX,
                };
                prop_assert!(undos.count() <= limit);
            }
        }
        // The events are the whole truth.
        prop_assert_eq!(LiveGame::replay(log).unwrap(), game);
    }
}
