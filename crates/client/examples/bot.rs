//! A bot that looks for people: it makes itself known, posts an offer, plays whoever takes it, and says how it ended.
//!
//! ```sh
//! cargo run --release -p outflank-client --example bot -- http://127.0.0.1:8844 'Greedy bot'
//! ```
#![allow(clippy::print_stdout, reason = "that is what it says")]

use outflank_client::{Client, Error, Server};
use outflank_play::remote::News;
use outflank_play::{Command, LiveGame};
use outflank_rules::{Position, Square};
use outflank_wire::{Clock, ColourChoice, LobbyMessage, MeRequest, OpeningChoice, Terms};
use tokio::sync::mpsc;

/// What it wants to play.
pub(crate) const TERMS: Terms = Terms {
    clock: Some(Clock { main_s: 300, increment_s: 0, per_move: false }),
    opening: OpeningChoice::Random,
    rated: true,
    colour: ColourChoice::Any,
};

/// The square that turns the most discs: here a stronger bot would think.
fn best(position: &Position) -> Option<Square> {
    position.legal_moves().into_iter().max_by_key(|square| position.flips(*square).len())
}

/// Finds somebody to play with and plays one game to its end. `now` takes an offer that fits, if there is one.
pub(crate) async fn play(client: &Client, server: &Server, name: &str, now: bool) -> Result<LiveGame, Error> {
    // A bot that wants to be the same player tomorrow keeps its key in a file.
    let key = Client::new_key()?;
    let me = MeRequest { name: Some(name.to_owned()), ..MeRequest::default() };
    client.introduce(server, &key, &me).await?;
    let mut lobby = client.lobby(server, &key).await?;
    let command = if now { lobby.play_now(TERMS).await? } else { lobby.offer(TERMS).await? };
    let paired = loop {
        match lobby.next().await? {
            LobbyMessage::Paired(paired) => break paired,
            LobbyMessage::Refused { id, refusal } if id == command => return Err(Error::Refused(refusal)),
            _ => {}
        }
    };
    // It keeps the lobby open while it plays: an offer for a live game ends with its socket.
    let (send, commands) = mpsc::channel(4);
    let (tell, mut ended) = mpsc::unbounded_channel();
    let hear = move |news| match news {
        News::Game(report) if report.game.is_over() => drop(tell.send(Ok(report.game))),
        News::Game(report) => {
            let (position, by) = (report.game.position(), report.game.position().turn());
            if report.sides.contains(&by)
                && let Some(square) = best(position)
            {
                let ply = report.game.game().moves().len();
                let _ = send.try_send((Command::Play { by, mv: square.into() }, ply));
            }
        }
        News::Ended(why) => drop(tell.send(Err(Error::NotUnderstood(why)))),
        _ => {}
    };
    tokio::select! {
        () = client.take_part(lobby.seat(&paired.game), None, commands, hear) => Err(Error::Unreachable),
        game = ended.recv() => game.unwrap_or(Err(Error::Unreachable)),
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let server: Server = args.next().ok_or("name a server, as in http://127.0.0.1:8844")?.parse()?;
    let name = args.next().unwrap_or_else(|| "Greedy bot".to_owned());
    let game = play(&Client::default(), &server, &name, false).await?;
    if let Some(result) = game.result() {
        println!("{}", result.sentence(game.settings()));
    }
    Ok(())
}
