//! Every JSON example of `PROTOCOL.md` is what the types say.
//!
//! A block of examples names its type: ```` ```json NewGame ````. It may hold several values, as a stream does.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use outflank_wire as wire;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

const PROTOCOL: &str = include_str!("../../server/PROTOCOL.md");

type Check = fn(&Value) -> Result<(), String>;

/// Everything that is sent as JSON by itself.
const TYPES: &[(&str, Check)] = &[
    ("About", check::<wire::About>),
    ("AdminCommand", check::<wire::AdminCommand>),
    ("AdminGames", check::<wire::AdminGames>),
    ("AdminState", check::<wire::AdminState>),
    ("AnalyseRequest", check::<wire::AnalyseRequest>),
    ("AnalysisMessage", check::<wire::AnalysisMessage>),
    ("Archive", check::<wire::Archive>),
    ("BookRequest", check::<wire::BookRequest>),
    ("ClientMessage", check::<wire::ClientMessage>),
    ("Created", check::<wire::Created>),
    ("Explorer", check::<wire::Explorer>),
    ("GlossaryEntry", check::<wire::GlossaryEntry>),
    ("GraphMessage", check::<wire::GraphMessage>),
    ("GraphRequest", check::<wire::GraphRequest>),
    ("JoinRequest", check::<wire::JoinRequest>),
    ("Joined", check::<wire::Joined>),
    ("KeyFound", check::<wire::KeyFound>),
    ("LobbyMessage", check::<wire::LobbyMessage>),
    ("LobbyRequest", check::<wire::LobbyRequest>),
    ("Me", check::<wire::Me>),
    ("MeRequest", check::<wire::MeRequest>),
    ("ReportRequest", check::<wire::ReportRequest>),
    ("MyGames", check::<wire::MyGames>),
    ("WordsRequest", check::<wire::WordsRequest>),
    ("NewGame", check::<wire::NewGame>),
    ("Players", check::<wire::Players>),
    ("Position", check::<wire::Position>),
    ("PracticeMessage", check::<wire::PracticeMessage>),
    ("PracticeRequest", check::<wire::PracticeRequest>),
    ("QrRequest", check::<wire::QrRequest>),
    ("Refusal", check::<wire::Refusal>),
    ("RenewRequest", check::<wire::RenewRequest>),
    ("ReviewMessage", check::<wire::ReviewMessage>),
    ("ReviewRequest", check::<wire::ReviewRequest>),
    ("RulesText", check::<wire::RulesText>),
    ("ServerMessage", check::<wire::ServerMessage>),
    ("Setup", check::<wire::Setup>),
    ("View", check::<wire::View>),
    ("ViewRequest", check::<wire::ViewRequest>),
];

/// Reads an example as a type and writes it again: nothing in it may get lost.
fn check<T: Serialize + DeserializeOwned>(example: &Value) -> Result<(), String> {
    let read: T = serde_json::from_value(example.clone()).map_err(|error| error.to_string())?;
    let again = serde_json::to_value(read).map_err(|error| error.to_string())?;
    lost(example, &again).map_or(Ok(()), |place| Err(format!("{place} is lost: {again}")))
}

/// The first thing in an example that is not in what was made of it. What is `null` may be left out.
fn lost(example: &Value, again: &Value) -> Option<String> {
    match (example, again) {
        (Value::Object(example), Value::Object(again)) => example.iter().find_map(|(key, value)| {
            let lost = lost(value, again.get(key).unwrap_or(&Value::Null));
            lost.map(|place| format!("{key}.{place}"))
        }),
        (Value::Array(example), Value::Array(again)) if example.len() == again.len() => {
            example.iter().zip(again).find_map(|(example, again)| lost(example, again))
        }
        (Value::Number(example), Value::Number(again)) if example.as_f64() == again.as_f64() => None,
        _ if example == again => None,
        _ => Some(example.to_string()),
    }
}

#[test]
fn every_example_is_what_the_types_say() {
    let mut seen = BTreeSet::new();
    for (number, block) in PROTOCOL.split("```").enumerate().filter(|(number, _)| number % 2 == 1) {
        let (head, text) = block.split_once('\n').unwrap();
        let Some(name) = head.strip_prefix("json") else { continue };
        let name = name.trim();
        let found = TYPES.iter().find(|(known, _)| *known == name);
        let (_, check) = found.unwrap_or_else(|| panic!("example {number} has no type: {head:?}"));
        for value in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
            let value = value.unwrap_or_else(|error| panic!("{name}: {error} in {text}"));
            check(&value).unwrap_or_else(|error| panic!("{name}: {error} in {text}"));
            seen.insert(name.to_owned());
        }
    }
    for (name, _) in TYPES {
        assert!(seen.contains(*name), "{name} has no example");
    }
}

#[test]
fn short_examples_inside_sentences_are_messages() {
    let without_blocks: String = PROTOCOL.split("```").step_by(2).collect();
    let spans = without_blocks.split('`').skip(1).step_by(2).filter(|span| span.starts_with("{\""));
    for span in spans {
        let value: Value = serde_json::from_str(span).unwrap_or_else(|error| panic!("{span}: {error}"));
        let messages: [Check; 6] = [
            check::<wire::Clock>,
            check::<wire::Pair<u8>>,
            check::<wire::ClientMessage>,
            check::<wire::ServerMessage>,
            check::<wire::AnalysisMessage>,
            check::<wire::DrillReply>,
        ];
        assert!(messages.iter().any(|check| check(&value).is_ok()), "{span} is no message");
    }
}
