//! The client in games on real servers, plain and through TLS, and in front of what is no server of ours.
#![allow(clippy::unwrap_used)]

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::mpsc as std_mpsc;
use std::time::Duration;

use outflank_client::{Client, Error, Link, Right, Roots, Server as Address};
use outflank_play::remote::News;
use outflank_play::setup::Pace;
use outflank_play::{Command, LiveGame};
use outflank_rules::Color;
use outflank_server::store::{MemoryStore, SqliteStore, Store};
use outflank_server::{Config, Server};
use outflank_wire::{NewGame, Player, SeatRequest, Side};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot};

#[path = "support/tls_proxy.rs"]
mod tls_proxy;

/// A server that stops when its other half is dropped.
async fn serve(
    port: u16,
    store: impl Store + 'static,
) -> (SocketAddr, oneshot::Sender<()>, tokio::task::JoinHandle<()>) {
    let mut config = Config { table_mb: 1, pace: Pace::INSTANT, ..Config::default() };
    config.bind.set_port(port);
    let server = Server::start(config, store).await.unwrap();
    let address = server.address().unwrap();
    let (stop, stopped) = oneshot::channel();
    let running = tokio::spawn(server.run(async { drop(stopped.await) }));
    (address, stop, running)
}

/// A game between the maker (Black) and a friend, with their links.
async fn game_of_friends(client: &Client, server: &Address) -> [Link; 2] {
    let friend = SeatRequest { player: Player::Friend, name: None, level: None, past: None };
    let request = NewGame { white: Some(friend), ..NewGame::default() };
    let created = client.create(server, &request).await.unwrap();
    let link = |right| Link { server: server.clone(), game: created.game.clone(), right };
    [link(Right::Seat(created.token.clone())), link(Right::Invite(created.invites[&Side::White].clone()))]
}

/// What a game looked like to a player when it was over.
struct Seen {
    game: LiveGame,
    events: usize,
}

/// Plays the first legal move whenever it is its turn, until the game is over.
async fn play(client: Client, link: Link) -> Seen {
    let (sender, mut news) = mpsc::unbounded_channel();
    let (commands, queue) = mpsc::channel(4);
    let playing = tokio::spawn(async move {
        client.take_part(link, Some("Remote".to_owned()), queue, move |told| drop(sender.send(told))).await;
    });
    let (mut events, mut played) = (0, None);
    loop {
        match news.recv().await.expect("the game ends before the news") {
            News::Game(report) => {
                events += report.events.len();
                let game = report.game;
                if game.is_over() {
                    drop(commands);
                    playing.await.unwrap();
                    return Seen { game, events };
                }
                let (ply, by) = (game.game().moves().len(), game.position().turn());
                if report.sides.contains(&by) && !game.position().must_pass() && played != Some(ply) {
                    played = Some(ply);
                    let mv = game.position().legal_moves().first().unwrap().into();
                    commands.send((Command::Play { by, mv }, ply)).await.unwrap();
                }
            }
            News::Seat(link) => assert!(link.contains("#s=")),
            News::Lost | News::Presence(_) | News::Done => {}
            News::Refused(why) | News::Ended(why) => panic!("{why}"),
        }
    }
}

/// The last words of a client that cannot take part.
async fn end(client: Client, link: &str) -> String {
    let link: Link = link.parse().unwrap();
    let (sender, news) = std_mpsc::channel();
    let (_commands, queue) = mpsc::channel(1);
    client.take_part(link, None, queue, move |told| drop(sender.send(told))).await;
    match news.iter().last() {
        Some(News::Ended(why)) => why,
        other => panic!("{other:?}"),
    }
}

/// A folder that goes away with its owner.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_clients_play_a_whole_game_by_invite_through_a_restart() {
    let folder = Folder(std::env::temp_dir().join(format!("outflank-client-{}", std::process::id())));
    std::fs::create_dir_all(&folder.0).unwrap();
    let games = folder.0.join("games.sqlite");
    let (address, stop, running) = serve(0, SqliteStore::open(&games).unwrap()).await;
    let client = Client::default();
    let [black, white] = game_of_friends(&client, &address.to_string().parse().unwrap()).await;
    let black = tokio::spawn(play(client.clone(), black));
    let white = tokio::spawn(play(client, white));
    tokio::time::sleep(Duration::from_millis(30)).await;
    drop(stop);
    running.await.unwrap();
    let (_, stop, running) = serve(address.port(), SqliteStore::open(&games).unwrap()).await;
    let (black, white) = (black.await.unwrap(), white.await.unwrap());
    assert_eq!(black.game, white.game);
    assert_eq!(white.game.settings().who(Color::White), "Remote (White)");
    let moves = black.game.game().moves().len();
    assert_eq!(black.events, moves + 3, "the start, the guest, every move and the end are told once");
    drop(stop);
    running.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_through_tls() {
    let (address, _stop, _) = serve(0, MemoryStore::default()).await;
    let (port, certificate) = tls_proxy::start(address, &["localhost"]).await;
    let client = Client::new(Roots::Only(vec![certificate]));
    let server: Address = format!("https://localhost:{port}").parse().unwrap();
    let [black, white] = game_of_friends(&client, &server).await;
    let (black, white) = tokio::join!(play(client.clone(), black), play(client, white));
    assert_eq!(black.game, white.game);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_is_not_safe_is_refused_and_not_tried_again() {
    let (address, _stop, _) = serve(0, MemoryStore::default()).await;
    let (port, certificate) = tls_proxy::start(address, &["othello.example"]).await;
    let link = format!("https://localhost:{port}/g/c0ffeec0ffee");
    // One that nobody vouches for.
    let (_, other) = tls_proxy::start(address, &["localhost"]).await;
    assert_eq!(
        end(Client::new(Roots::Only(vec![other])), &link).await,
        "There is no safe connection to localhost: nobody that this computer trusts vouches for its certificate."
    );
    // One for another name.
    assert_eq!(
        end(Client::new(Roots::Only(vec![certificate.clone()])), &link).await,
        "There is no safe connection to localhost: its certificate is for another name."
    );
    // No TLS at all.
    let link = format!("https://localhost:{}/g/c0ffeec0ffee", address.port());
    assert_eq!(
        end(Client::new(Roots::Only(vec![certificate])), &link).await,
        "There is no safe connection to localhost: it does not speak https on this port."
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_server_refuses_is_told() {
    let (address, _stop, _) = serve(0, MemoryStore::default()).await;
    let client = Client::default();
    assert_eq!(
        end(client.clone(), &format!("http://{address}/g/c0ffeec0ffee")).await,
        "There is no such game."
    );
    let server: Address = address.to_string().parse().unwrap();
    let [seat, invite] = game_of_friends(&client, &server).await;
    let wrong = Link { right: Right::Invite("wrong".to_owned()), ..invite.clone() };
    assert_eq!(end(client.clone(), &wrong.to_string()).await, "This is no invite to this game.");
    let wrong = Link { right: Right::Seat("wrong".to_owned()), ..seat };
    assert_eq!(end(client.clone(), &wrong.to_string()).await, "This token opens no seat here.");
    let request = NewGame { rules: Some("fair".to_owned()), ..NewGame::default() };
    match client.create(&server, &request).await {
        Err(Error::Refused(refusal)) => assert!(refusal.sentence.contains("\"fair\""), "{refusal:?}"),
        other => panic!("{other:?}"),
    }
}

/// Answers every request with this.
async fn answer(response: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = [0; 4096];
            let _ = stream.read(&mut request).await;
            let _ = stream.write_all(response.as_bytes()).await;
            let _ = stream.shutdown().await;
        }
    });
    address
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hostile_server_cannot_write_to_the_terminal() {
    let json = r#"{"code":"forbidden","reason":"bad_invite","sentence":"no\u001b]0;owned\u0007\u202e \u009b31mway\r\n\u2066!"}"#;
    let response = format!(
        "HTTP/1.1 403 Forbidden\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{json}",
        json.len()
    );
    let address = answer(response.leak()).await;
    let why = end(Client::default(), &format!("http://{address}/g/c0ffeec0ffee#i=invite")).await;
    assert_eq!(why, "no]0;owned 31mway  !");
    let why = end(Client::default(), &format!("http://{address}/g/c0ffeec0ffee")).await;
    assert_eq!(why, "no]0;owned 31mway  !");

    // A token that would be another link, or an escape.
    let json = r#"{"game":"c0ffeec0ffee","token":"x\u001b[2J#s=y","seats":["white"],"paths":{"play":"","watch":""}}"#;
    let response = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{json}", json.len());
    let address = answer(response.leak()).await;
    let why = end(Client::default(), &format!("http://{address}/g/c0ffeec0ffee#i=invite")).await;
    assert_eq!(why, "The server is not understood: its token is none.");
}

#[tokio::test(flavor = "multi_thread")]
async fn other_servers_are_told_apart() {
    let moved = answer(
        "HTTP/1.1 301 Moved Permanently\r\nLocation: https://othello.example/g/x\r\nContent-Length: 0\r\n\r\n",
    );
    let moved = moved.await;
    for fragment in ["", "#i=invite"] {
        assert_eq!(
            end(Client::default(), &format!("http://{moved}/g/c0ffeec0ffee{fragment}")).await,
            "The game is elsewhere: use a link that starts with https://othello.example."
        );
    }
    let page = answer("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnope").await;
    for fragment in ["", "#i=invite"] {
        assert_eq!(
            end(Client::default(), &format!("http://{page}/g/c0ffeec0ffee{fragment}")).await,
            format!("No Outflank server answers at http://{page}.")
        );
    }
}
