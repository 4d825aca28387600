//! The client that comes with the server, through a restart.

use std::sync::mpsc as std_mpsc;

use outflank_play::LiveGame;
use outflank_play::remote::{News, Report};
use outflank_rules::Color;
use outflank_server::client::{Link, Wish, take_part};
use outflank_server::store::SqliteStore;
use serde_json::json;
use tokio::sync::mpsc;

use crate::client::make;
use crate::server::{Folder, TestServer, config};

/// Plays the first legal move whenever it is its turn, until the game is over.
fn play(link: String) -> std::thread::JoinHandle<(LiveGame, usize, usize)> {
    std::thread::spawn(move || {
        let link: Link = link.parse().unwrap();
        let (sender, news) = std_mpsc::channel();
        let (request, wishes) = mpsc::channel(4);
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime
            .spawn(take_part(link, Some("Remote".to_owned()), wishes, move |news| drop(sender.send(news))));
        let (mut lost, mut told, mut played) = (0, 0, None);
        for news in news {
            match news {
                News::Lost => lost += 1,
                News::Seat(link) => assert!(link.contains("#s=")),
                News::Presence(_) | News::Done => {}
                News::Game(report) => {
                    let Report { game, events, sides, .. } = *report;
                    told += events.len();
                    if game.is_over() {
                        return (game, lost, told);
                    }
                    let ply = game.game().moves().len();
                    let mine = sides.contains(&game.position().turn()) && !game.position().must_pass();
                    if mine && played != Some(ply) {
                        played = Some(ply);
                        let mv = game.position().legal_moves().first().unwrap().into();
                        request.blocking_send(Wish::Play { mv, ply }).unwrap();
                    }
                }
                News::Refused(why) | News::Ended(why) => panic!("{why}"),
            }
        }
        panic!("the news ended before the game");
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_plays_a_whole_game_by_invite_through_a_restart() {
    let folder = Folder::new("remote");
    let server = TestServer::start(config(), SqliteStore::open(&folder.games()).unwrap()).await;
    let address = server.address;
    let made = make(address, &json!({"white": {"player": "friend"}})).await;
    let link = |path: &serde_json::Value| format!("http://{address}{}", path.as_str().unwrap());
    let black = play(link(&made["paths"]["play"]));
    let white = play(link(&made["paths"]["invite"]["white"]));
    tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    server.stop().await;
    let mut again = config();
    again.bind.set_port(address.port());
    let server = TestServer::start(again, SqliteStore::open(&folder.games()).unwrap()).await;
    let finished = tokio::task::spawn_blocking(move || (black.join().unwrap(), white.join().unwrap()));
    let ((black, _, told), (white, _, _)) = finished.await.unwrap();
    assert_eq!(black, white);
    assert_eq!(white.seat(Color::White).name.as_str(), "Remote");
    let passes = black.game().moves().iter().filter(|mv| mv.square().is_none()).count();
    let discs = black.game().moves().len() - passes;
    assert_eq!(told, discs + passes + 3, "the start, the guest, every move and the end are told once");
    server.stop().await;
}
