//! Who plays here: keys, names, words.

use std::net::SocketAddr;

use outflank_engine::Random;
use outflank_server::store::MemoryStore;
use outflank_server::wire::DeviceKey;
use serde_json::{Value, json};

use crate::client::{Answer, post, request};
use crate::server::{TestServer, config};

/// A player's key, the same for the same number.
pub(crate) fn key(number: u64) -> String {
    let mut random = Random::numbered(20, number);
    let bits = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
    DeviceKey::from_bytes(bits.to_be_bytes()).to_string()
}

/// A request of somebody with a key.
pub(crate) async fn by(address: SocketAddr, key: &str, method: &str, path: &str, body: &Value) -> Answer {
    let header = format!("Authorization: Bearer {key}\r\n");
    let body = if body.is_null() { String::new() } else { body.to_string() };
    request(address, method, path, &header, &body).await.unwrap()
}

/// Makes somebody known.
pub(crate) async fn introduce(address: SocketAddr, key: &str, name: &str) -> Value {
    let answer = by(address, key, "PUT", "/api/me", &json!({"name": name})).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_is_known_by_a_key_and_has_a_name_of_their_own() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let at = server.address;
    let (anna, ben) = (key(1), key(2));
    let unknown = by(at, &anna, "GET", "/api/me", &Value::Null).await;
    assert_eq!((unknown.status, unknown.json()["reason"].as_str()), (404, Some("nobody_known")));
    let me = introduce(at, &anna, "Anna").await;
    assert_eq!((me["name"].as_str(), me["live"]["points"].as_u64()), (Some("Anna"), Some(1500)));
    assert_eq!(me["live"]["provisional"], true);
    assert_eq!(by(at, &anna, "GET", "/api/me", &Value::Null).await.json(), me);
    // A name that looks the same is taken, whatever it is written with.
    for name in ["Anna", "anna", "Аnna", "An.na", "ＡＮＮＡ"] {
        let taken = by(at, &ben, "PUT", "/api/me", &json!({"name": name})).await;
        assert_eq!((taken.status, taken.json()["reason"].as_str()), (422, Some("name_taken")), "{name}");
    }
    // Without a name one is given, and it can be changed; the old one is free then.
    let guest = by(at, &ben, "PUT", "/api/me", &json!({})).await.json();
    assert!(guest["name"].as_str().unwrap().starts_with("Guest "), "{guest}");
    introduce(at, &anna, "Anne").await;
    assert_eq!(introduce(at, &ben, "ANNA").await["name"], "ANNA");
    for (body, reason) in [
        (json!({"name": " \u{202e} "}), "name_empty"),
        (json!({"name": "1234567890123456789012345"}), "name_too_long"),
        (json!({"nickname": "x"}), "not_understood"),
        (json!({"vacation_days": 22}), "vacation_used"),
    ] {
        let answer = by(at, &ben, "PUT", "/api/me", &body).await;
        assert_eq!(answer.json()["reason"], reason, "{}", answer.text());
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn eight_words_bring_a_key_back() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let at = server.address;
    let anna = key(1);
    let me = introduce(at, &anna, "Anna").await;
    let words = me["words"].as_str().unwrap();
    let found = post(at, "/api/key", &json!({"words": words.to_uppercase()})).await;
    assert_eq!((found.status, found.json()), (200, json!({"key": anna, "name": "Anna"})));
    let wrong = words.replacen(&words[..5], "babab", 1);
    assert_eq!(post(at, "/api/key", &json!({"words": wrong})).await.status, 404);
    let misspelt = post(at, "/api/key", &json!({"words": words.replacen(&words[..5], "queen", 1)})).await;
    assert_eq!(misspelt.json()["sentence"], "This is no key: word 1 is misspelt.");
    for header in ["", "Authorization: Bearer short\r\n", "Authorization: Basic x\r\n"] {
        let answer = request(at, "GET", "/api/me", header, "").await.unwrap();
        assert!([400, 403].contains(&answer.status), "{header}: {}", answer.text());
    }
    server.stop().await;
}
