//! A page of somebody else can make a name of its own point to this server. Under such a name nothing is answered,
//! neither by the server nor by its metrics.

use std::net::SocketAddr;

use outflank_server::store::MemoryStore;

use crate::client::{Answer, request};
use crate::server::{TestServer, config};

async fn get_as(address: SocketAddr, host: &str, path: &str) -> Answer {
    // The server listens on all addresses; this one reaches it.
    let address = SocketAddr::new([127, 0, 0, 1].into(), address.port());
    request(address, "GET", path, &format!("Host: {host}\r\n"), "").await.unwrap()
}

/// What hosts both listeners of a server answer to, and what they do not.
async fn check(bind: [u8; 4], own: &[&str], foreign: &[&str]) {
    let mut config = config();
    config.bind.set_ip(bind.into());
    config.metrics = Some(config.bind);
    config.origins = vec!["https://othello.example".to_owned()];
    let server = TestServer::start(config, MemoryStore::default()).await;
    let metrics = server.metrics.unwrap();
    for (address, path) in [(server.address, "/healthz"), (server.address, "/"), (metrics, "/metrics")] {
        for host in own {
            let answer = get_as(address, host, path).await;
            assert_eq!(answer.status, 200, "{path} as {host}: {}", answer.text());
        }
        for host in foreign {
            let answer = get_as(address, host, path).await;
            assert_eq!(answer.status, 403, "{path} as {host:?}: {}", answer.text());
            assert_eq!(answer.json()["reason"], "foreign_host", "{}", answer.text());
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_on_loopback_answers_to_local_names_and_to_its_origins() {
    let own = ["localhost", "localhost:8844", "127.0.0.1:8844", "[::1]:8844", "othello.example"];
    check([127, 0, 0, 1], &own, &["rebound.example", "192.168.1.5:8844", "othello.example.evil", ""]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_on_a_network_answers_to_addresses_too() {
    // An address is no name that somebody could make point elsewhere.
    let own = ["localhost", "192.168.1.5:8844", "10.0.0.7", "8.8.8.8:8844", "othello.example"];
    check([0, 0, 0, 0], &own, &["rebound.example", "othello.example.evil", ""]).await;
}
