//! Reasons, their sentences and their place in the protocol.

use outflank_rules::Square;

use super::*;

#[test]
fn a_refusal_of_the_game_is_the_same_on_the_other_side() {
    let (white, square) = (Color::White, Square::C2);
    for refusal in [
        play::Refusal::PassWithMoves,
        play::Refusal::Illegal { square, reason: IllegalMove::Occupied(white) },
        play::Refusal::Illegal { square, reason: IllegalMove::FlipsNothing },
        play::Refusal::Illegal { square, reason: IllegalMove::MustPass },
        play::Refusal::NotYourTurn { turn: white },
        play::Refusal::ComputerSeat(white),
        play::Refusal::GameOver,
        play::Refusal::NotOver,
        play::Refusal::UndoForbidden,
        play::Refusal::UndoUsed(white),
        play::Refusal::NothingToUndo(white),
        play::Refusal::AlreadyAsked(white),
        play::Refusal::AnswerFirst(white),
        play::Refusal::NothingAsked,
        play::Refusal::RestartAlone,
        play::Refusal::PauseWithPeople,
        play::Refusal::AlreadyPaused,
        play::Refusal::NotPaused,
        play::Refusal::NobodyToGreet,
    ] {
        let sent = Refusal::of_game(&refusal, &play::Settings::default());
        let json = serde_json::to_string(&sent).unwrap();
        let read: Refusal = serde_json::from_str(&json).unwrap();
        assert_eq!(read, sent, "{json}");
        assert_eq!(read.reason.refusal(), Some(refusal), "{json}");
        assert_eq!(read.reason.sentence(), sent.sentence);
    }
}

#[test]
fn every_reason_is_in_the_protocol_with_its_fields() {
    let protocol = include_str!("../../../server/PROTOCOL.md");
    let (_, listed) = protocol.split_once("## Reasons").unwrap();
    let declaration = <Reason as ts_rs::TS>::decl(&ts_rs::Config::new());
    let reasons = declaration.split("\"reason\": \"").skip(1);
    for reason in reasons {
        let (name, fields) = reason.split_once('"').unwrap();
        let fields: Vec<&str> = fields
            .split([',', '}'])
            .filter_map(|field| field.split_once(':').map(|(name, _)| name.trim()))
            .collect();
        let listed_fields: Vec<&str> = listed
            .split_once(&format!("`{name}`"))
            .unwrap_or_else(|| panic!("{name} is not in PROTOCOL.md"))
            .1
            .strip_prefix(" (")
            .and_then(|rest| rest.split_once(')'))
            .map(|(fields, _)| fields.split('`').skip(1).step_by(2).collect())
            .unwrap_or_default();
        if !fields.is_empty() {
            assert_eq!(listed_fields, fields, "{name}");
        }
    }
}

#[test]
fn a_refusal_looks_like_this() {
    let refusal = Refusal::from(Reason::FlipsNothing { square: "c2".to_owned() });
    assert_eq!(
        serde_json::to_string(&refusal).unwrap(),
        r#"{"code":"refused","reason":"flips_nothing","square":"c2","sentence":"c2 flips nothing."}"#
    );
    let newer = r#"{"code":"refused","reason":"too_tired","hours":3,"sentence":"I am tired."}"#;
    let read: Refusal = serde_json::from_str(newer).unwrap();
    assert_eq!((read.reason, read.sentence.as_str()), (Reason::Unknown, "I am tired."));
}
