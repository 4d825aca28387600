//! The one place where text from a server comes in.

use outflank_records::printable;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads JSON in which no text disturbs a terminal: see [`printable`].
pub(crate) fn read<T: DeserializeOwned>(json: &[u8]) -> serde_json::Result<T> {
    serde_json::from_value(cleaned(serde_json::from_slice(json)?))
}

fn cleaned(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(printable(&text).into_owned()),
        Value::Array(values) => values.into_iter().map(cleaned).collect(),
        Value::Object(fields) => {
            fields.into_iter().map(|(key, value)| (printable(&key).into_owned(), cleaned(value))).collect()
        }
        plain => plain,
    }
}

#[cfg(test)]
mod tests {
    use outflank_wire::{ServerMessage, Side};

    use super::*;

    #[test]
    fn every_text_is_cleaned_wherever_it_stands() {
        let json = r#"{"a\u001b[2J": ["\u001b]0;title\u0007x", {"b": "left\u202eright\u2066", "c": "\u009b31m"}], "d": 1}"#;
        let value: Value = read(json.as_bytes()).unwrap();
        assert_eq!(value.to_string(), r#"{"a[2J":["]0;titlex",{"b":"leftright","c":"31m"}],"d":1}"#);
    }

    #[test]
    fn messages_are_read_as_what_they_are() {
        let bye = r#"{"type": "bye", "sentence": "The server stops.\u001b[31m\r\n"}"#;
        let ServerMessage::Bye { sentence } = read::<ServerMessage>(bye.as_bytes()).unwrap() else {
            panic!("{bye}");
        };
        assert_eq!(sentence, "The server stops.[31m  ");
        assert!(matches!(
            read::<ServerMessage>(br#"{"type": "news", "x": 1}"#).unwrap(),
            ServerMessage::Unknown
        ));
        assert_eq!(read::<Side>(br#""white""#).unwrap(), Side::White);
        assert!(read::<Side>(b"\x1b").is_err());
    }
}
