//! A whole bot: it makes itself known, finds an opponent in the lobby and plays.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use outflank_client::{Client, Server};
use outflank_play::remote::News;
use outflank_play::{Command, GameResult};
use outflank_server::Config;
use outflank_server::store::MemoryStore;
use outflank_wire::{Clock, ColourChoice, LobbyMessage, MeRequest, OpeningChoice, Terms};
use tokio::sync::mpsc;

const TERMS: Terms = Terms {
    clock: Some(Clock { main_s: 300, increment_s: 0, per_move: false }),
    opening: OpeningChoice::Random,
    rated: true,
    colour: ColourChoice::Any,
};

/// Finds somebody, plays the first legal move until the end, and tells how it ended.
async fn bot(server: Server, name: &str) -> GameResult {
    let client = Client::default();
    let key = Client::new_key().unwrap();
    let request = MeRequest { name: Some(name.to_owned()), ..MeRequest::default() };
    client.introduce(&server, &key, &request).await.unwrap();
    let mut lobby = client.lobby(&server, &key).await.unwrap();
    lobby.play_now(TERMS).await.unwrap();
    let paired = loop {
        if let LobbyMessage::Paired(paired) = lobby.next().await.unwrap() {
            break paired;
        }
    };
    let mine = client.my_games(&server, &key).await.unwrap().games;
    assert_eq!((mine.len(), &mine[0].game), (1, &paired.game));
    let (send, commands) = mpsc::channel(4);
    let (tell, mut ended) = mpsc::unbounded_channel();
    let play = move |news| {
        if let News::Game(report) = news {
            let position = report.game.position();
            let by = position.turn();
            if let Some(result) = report.game.result() {
                let _ = tell.send(*result);
            } else if report.sides.contains(&by)
                && let Some(square) = position.legal_moves().first()
            {
                let ply = report.game.game().moves().len();
                let _ = send.try_send((Command::Play { by, mv: square.into() }, ply));
            }
        }
    };
    let link = lobby.seat(&paired.game);
    tokio::select! {
        () = client.take_part(link, None, commands, play) => panic!("it ends with the game"),
        result = ended.recv() => {
            assert_eq!(client.me(&server, &key).await.unwrap().live.games, 1);
            result.unwrap()
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_bots_find_each_other_and_play() {
    let mut config = Config::default();
    config.bind.set_port(0);
    let server = outflank_server::Server::start(config, MemoryStore::default()).await.unwrap();
    let at: Server = format!("http://{}", server.address().unwrap()).parse().unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let serving = tokio::spawn(server.run(async { drop(stopped.await) }));
    let games = async { tokio::join!(bot(at.clone(), "One"), bot(at.clone(), "Two")) };
    let (one, other) = tokio::time::timeout(Duration::from_mins(1), games).await.unwrap();
    assert_eq!(one, other);
    drop(stop);
    serving.await.unwrap();
}
