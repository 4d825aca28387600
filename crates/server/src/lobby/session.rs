//! One WebSocket of the lobby.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::WebSocket;
use tokio::sync::oneshot;

use super::{Message, guest, json};
use crate::app::App;
use crate::connection::Caller;
use crate::limits::Act;
use crate::outbox;
use crate::people::Key;
use crate::room::FORBIDDEN;
use crate::socket::{self, End, Peer, UNREACHABLE};
use crate::wire::{Code, LobbyAction, LobbyMessage, LobbyRequest, Reason};

/// Serves a socket of the lobby until it is closed.
pub(crate) async fn run(socket: WebSocket, app: Arc<App>, caller: Caller) {
    socket::serve(socket, &app, &caller, async |socket| session(socket, &app, &caller).await).await;
}

async fn session(socket: &mut WebSocket, app: &Arc<App>, caller: &Caller) -> End {
    let patience = app.config.limits.patience;
    let said = socket::hello(socket, patience, |message| match message {
        LobbyRequest::Hello(hello) => Some(hello),
        _ => None,
    });
    let hello = match said.await {
        Ok(hello) => hello,
        Err(end) => return end,
    };
    let who = match hello.key.as_deref() {
        None => None,
        Some(text) => {
            let Ok(key) = Key::read(text) else {
                return Some((FORBIDDEN, "this is no key"));
            };
            match guest(app, &key).await {
                Ok(guest) => Some(guest),
                Err(error) if error.code == Code::NotFound => {
                    return Some((FORBIDDEN, "nobody here has this key"));
                }
                Err(_) => return UNREACHABLE,
            }
        }
    };
    let plays = who.is_some();
    let (out, mut outbox) = outbox::channel();
    let (reply, answer) = oneshot::channel();
    if !app.lobby.send(Message::Enter { who, out, reply }).await {
        return UNREACHABLE;
    }
    let Ok(client) = answer.await else {
        return UNREACHABLE;
    };
    let limits = app.config.limits;
    let most = if plays { limits.player_messages } else { limits.spectator_messages };
    let session = Session { app, client, caller };
    let end = socket::exchange(socket, &mut outbox, &session, most, patience).await;
    app.lobby.send(Message::Leave(client)).await;
    end
}

struct Session<'a> {
    app: &'a Arc<App>,
    client: u64,
    caller: &'a Caller,
}

impl Peer for Session<'_> {
    async fn lag(&self, _: Duration) -> Result<(), End> {
        Ok(())
    }

    async fn text(&self, text: &str) -> Result<Option<String>, End> {
        let refused = |id: String, reason: Reason| {
            let refused = LobbyMessage::Refused { id, refusal: reason.into() };
            Ok(json(&refused).map(|text| text.to_string()))
        };
        match serde_json::from_str(text) {
            Ok(LobbyRequest::Command(command)) => {
                let limiter = &self.app.limiter;
                let offers =
                    command.action == LobbyAction::Withdraw || limiter.allow(self.caller.visitor, Act::Offer);
                if !offers || !limiter.allow(self.caller.visitor, Act::Write) {
                    let most = self.app.config.limits.open_offers;
                    return refused(command.id, Reason::TooManyOffers { most });
                }
                let sent = self.app.lobby.send(Message::Command { client: self.client, command }).await;
                if sent { Ok(None) } else { Err(UNREACHABLE) }
            }
            Ok(LobbyRequest::Ping) => Ok(json(&LobbyMessage::Pong).map(|text| text.to_string())),
            Ok(LobbyRequest::Hello(_)) => refused(String::new(), Reason::HelloAgain),
            Err(error) => refused(socket::id_of(text), Reason::NotUnderstood { detail: error.to_string() }),
        }
    }
}
