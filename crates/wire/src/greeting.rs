//! What players can say to each other.

use outflank_play as play;
use serde::{Deserialize, Serialize};

/// What players can say to each other; `about` has the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "each is the greeting of outflank-play with the same name")]
pub enum Greeting {
    Hello,
    GoodLuck,
    NiceMove,
    Oops,
    OneMoment,
    ThankYou,
    GoodGame,
    Goodbye,
}

/// A greeting with its words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AboutGreeting {
    /// What is sent.
    pub name: Greeting,
    /// What people read.
    pub text: String,
}

impl AboutGreeting {
    /// All greetings, in the order in which they are offered.
    pub fn all() -> Vec<AboutGreeting> {
        let told = |greeting: play::Greeting| AboutGreeting {
            name: greeting.into(),
            text: greeting.text().to_owned(),
        };
        play::Greeting::ALL.into_iter().map(told).collect()
    }
}

impl From<play::Greeting> for Greeting {
    fn from(greeting: play::Greeting) -> Greeting {
        match greeting {
            play::Greeting::Hello => Greeting::Hello,
            play::Greeting::GoodLuck => Greeting::GoodLuck,
            play::Greeting::NiceMove => Greeting::NiceMove,
            play::Greeting::Oops => Greeting::Oops,
            play::Greeting::OneMoment => Greeting::OneMoment,
            play::Greeting::ThankYou => Greeting::ThankYou,
            play::Greeting::GoodGame => Greeting::GoodGame,
            play::Greeting::Goodbye => Greeting::Goodbye,
        }
    }
}

impl From<Greeting> for play::Greeting {
    fn from(greeting: Greeting) -> play::Greeting {
        match greeting {
            Greeting::Hello => play::Greeting::Hello,
            Greeting::GoodLuck => play::Greeting::GoodLuck,
            Greeting::NiceMove => play::Greeting::NiceMove,
            Greeting::Oops => play::Greeting::Oops,
            Greeting::OneMoment => play::Greeting::OneMoment,
            Greeting::ThankYou => play::Greeting::ThankYou,
            Greeting::GoodGame => play::Greeting::GoodGame,
            Greeting::Goodbye => play::Greeting::Goodbye,
        }
    }
}
