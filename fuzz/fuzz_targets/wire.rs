//! A message of the protocol that can be read says the same when it is written and read again, and so does a line of a log.
#![no_main]

use std::fmt::Debug;

use libfuzzer_sys::fuzz_target;
use outflank_wire::{
    AdminCommand, ClientMessage, LobbyMessage, LobbyRequest, LogLine, MeRequest, NewGame, Review, ServerMessage,
};
use serde::{Serialize, de::DeserializeOwned};

fuzz_target!(|input: &str| {
    reads_back::<ClientMessage>(input);
    reads_back::<ServerMessage>(input);
    reads_back::<LobbyRequest>(input);
    reads_back::<LobbyMessage>(input);
    reads_back::<AdminCommand>(input);
    reads_back::<MeRequest>(input);
    reads_back::<NewGame>(input);
    reads_back::<Review>(input);
    if let Ok((at, event)) = LogLine::decode(input) {
        let written = LogLine::encode(at, &event);
        assert_eq!(LogLine::decode(&written).expect("what was written can be read"), (at, event));
    }
});

fn reads_back<T: DeserializeOwned + Serialize + Debug + PartialEq>(input: &str) {
    let Ok(message) = serde_json::from_str::<T>(input) else { return };
    // What only a newer version says is known as that, and cannot be written.
    let Ok(written) = serde_json::to_string(&message) else { return };
    assert_eq!(serde_json::from_str::<T>(&written).expect("what was written can be read"), message);
}
