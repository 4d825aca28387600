//! The bot of the examples: two of them find each other in the lobby and play a rated game.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use outflank_client::{Client, Server};
use outflank_server::Config;
use outflank_server::store::MemoryStore;

#[path = "../examples/bot.rs"]
#[allow(dead_code, reason = "the program around it is not needed")]
mod bot;

#[tokio::test(flavor = "multi_thread")]
async fn two_bots_find_each_other_and_play() {
    let mut config = Config::default();
    config.bind.set_port(0);
    let server = outflank_server::Server::start(config, MemoryStore::default()).await.unwrap();
    let at: Server = format!("http://{}", server.address().unwrap()).parse().unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let serving = tokio::spawn(server.run(async { drop(stopped.await) }));
    let client = Client::default();
    // One posts an offer, the other takes what fits, whoever comes first.
    let games =
        async { tokio::join!(bot::play(&client, &at, "One", false), bot::play(&client, &at, "Two", true)) };
    let (one, other) = tokio::time::timeout(Duration::from_mins(1), games).await.unwrap();
    let (one, other) = (one.unwrap(), other.unwrap());
    assert_eq!((one.result(), one.game().moves()), (other.result(), other.game().moves()));
    assert!(one.settings().rated && one.result().is_some());
    // A name is had by one player, and the bot says so.
    let taken = bot::play(&client, &at, "one", true).await.unwrap_err();
    assert!(taken.to_string().contains("one"), "{taken}");
    drop(stop);
    serving.await.unwrap();
}
