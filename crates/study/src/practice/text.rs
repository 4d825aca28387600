//! How moves, positions and causes are written in a line of the log.
#![allow(
    clippy::trivially_copy_pass_by_ref,
    clippy::ref_option,
    reason = "serde hands everything over by reference"
)]

use std::fmt::Display;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serializer};

/// What has a text form.
pub(super) mod plain {
    use super::{Deserialize as _, Deserializer, Display, FromStr, Serializer};
    use serde::de::Error as _;

    pub(crate) fn serialize<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub(crate) fn deserialize<'de, T, D>(from: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// Several of them, with blanks between.
pub(super) mod list {
    use super::{Deserialize as _, Deserializer, Display, FromStr, Serializer};
    use serde::de::Error as _;

    pub(crate) fn serialize<T: Display, S: Serializer>(values: &[T], to: S) -> Result<S::Ok, S::Error> {
        let texts: Vec<String> = values.iter().map(T::to_string).collect();
        to.serialize_str(&texts.join(" "))
    }

    pub(crate) fn deserialize<'de, T, D>(from: D) -> Result<Vec<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let text = String::deserialize(from)?;
        text.split_whitespace().map(str::parse).collect::<Result<_, _>>().map_err(D::Error::custom)
    }
}

/// A position: its squares and whose turn it is.
pub(super) mod position {
    use super::{Deserialize as _, Deserializer, Serializer};
    use outflank_records::board;
    use outflank_rules::Position;
    use serde::de::Error as _;

    pub(crate) fn serialize<S: Serializer>(position: &Position, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&board::text(position))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Position, D::Error> {
        board::position(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}

/// A cause, by its name. One that this version does not know is none.
pub(super) mod cause {
    use super::{Deserialize as _, Deserializer, Serializer};
    use crate::reasons::Cause;

    pub(crate) fn serialize<S: Serializer>(cause: &Option<Cause>, to: S) -> Result<S::Ok, S::Error> {
        match cause {
            Some(cause) => to.serialize_str(cause.name()),
            None => to.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Cause>, D::Error> {
        let name = Option::<String>::deserialize(from)?;
        Ok(name.and_then(|name| Cause::ALL.iter().copied().find(|cause| cause.name() == name)))
    }
}

/// A colour, as `black` or `white`.
pub(super) mod color {
    use super::{Deserialize as _, Deserializer, Serializer};
    use outflank_rules::Color;
    use serde::de::Error as _;

    pub(crate) fn serialize<S: Serializer>(color: &Color, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&color.to_string().to_lowercase())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Color, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// A grade, as its number.
pub(super) mod grade {
    use super::super::Grade;
    use super::{Deserialize as _, Deserializer, Serializer};
    use serde::de::Error as _;

    pub(crate) fn serialize<S: Serializer>(grade: &Grade, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(*grade as u8)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Grade, D::Error> {
        let number = u8::deserialize(from)?;
        Grade::new(number).ok_or_else(|| D::Error::custom("a grade from 1 to 4 is expected"))
    }
}

/// A number of 64 bits as hexadecimal digits, since not everybody who reads JSON can hold it.
pub(super) fn hex<S: Serializer>(number: &u64, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&format!("{number:016x}"))
}

/// Reads such a number.
pub(super) fn hexadecimal<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    u64::from_str_radix(&String::deserialize(from)?, 16).map_err(D::Error::custom)
}
