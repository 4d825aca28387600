//! One WebSocket of a game: hello, then messages both ways until either side has had enough.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::app::App;
use crate::config::{PING, SILENCE};
use crate::connection::Caller;
use crate::limits::{Act, Bucket};
use crate::outbox::{self, OutboxReader, Outgoing};
use crate::room::{Entered, FORBIDDEN, Message};
use crate::wire::{ClientMessage, Code, Hello, Reason, ServerMessage};

/// Close codes besides that of a restart.
const BAD_DATA: u16 = 1003;
const TOO_MUCH: u16 = 1008;
const TOO_LARGE: u16 = 1009;
const TRY_LATER: u16 = 1013;
const TOO_SLOW: u16 = 1013;
const NO_HELLO: u16 = 4400;
const NOT_FOUND: u16 = 4404;

/// What ends a session: a close code and its reason, or nothing if there is nobody to tell.
type End = Option<(u16, &'static str)>;

const UNREACHABLE: End = Some((crate::room::RESTARTING, "the game cannot be reached now"));

/// The messages of a socket are counted over so long.
const WHILE: Duration = Duration::from_secs(20);
/// The most bytes that a socket may send in that time: more than as many honest messages have, but not so many that
/// empty frames, of which the library tells nothing, could keep a processor busy.
const SOCKET_BYTES: u32 = 128 * 1024;

/// Serves a socket until it is closed.
pub(crate) async fn run(mut socket: WebSocket, app: Arc<App>, game: String, caller: Caller) {
    app.metrics.sockets.change(1);
    caller.connection.meter.limit(SOCKET_BYTES, WHILE);
    let end = session(&mut socket, &app, &game, &caller).await;
    if let Some((code, reason)) = end {
        if code == TOO_MUCH {
            app.metrics.turned_away.add();
            tracing::info!(game, visitor = %caller.visitor, "a socket sent too much");
        }
        let close = Frame::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }));
        let goodbye = async {
            socket.send(close).await.ok()?;
            // The other side's close frame, or nothing: then the connection is cut.
            while let Some(Ok(_)) = socket.recv().await {}
            Some(())
        };
        let _ = timeout(Duration::from_secs(1), goodbye).await;
    }
    app.metrics.sockets.change(-1);
}

async fn session(socket: &mut WebSocket, app: &Arc<App>, game: &str, caller: &Caller) -> End {
    let patience = app.config.limits.patience;
    let Ok(hello) = timeout(patience, hello(socket)).await else {
        return Some((NO_HELLO, "hello was too long in coming"));
    };
    let hello = match hello {
        Ok(hello) => hello,
        Err(end) => return end,
    };
    // Made anew if the first room is just closing.
    let mut reader = None;
    let question = |reply| {
        let hello = Hello { token: hello.token.clone(), have: hello.have };
        let (out, outbox) = outbox::channel();
        reader = Some(outbox);
        Message::Enter { hello, visitor: caller.visitor, out, reply }
    };
    // From now on only the room that let us in: in another one our number would be somebody else's.
    let (entered, room) = match app.ask(game, question).await {
        Ok((Ok(entered), room)) => (entered, room),
        Ok((Err(error), _)) if error.code == Code::TooMany => {
            return Some((TRY_LATER, "this game has too many spectators"));
        }
        Ok((Err(_), _)) => return Some((FORBIDDEN, "this token opens no seat here")),
        Err(error) if error.code == Code::NotFound => return Some((NOT_FOUND, "there is no such game")),
        Err(_) => return UNREACHABLE,
    };
    let mut outbox = reader?;
    let end = if caller.connection.reserved && !entered.plays {
        Some((TRY_LATER, "the server is full"))
    } else {
        let session = Session { app, room: &room, entered: &entered, caller };
        session.exchange(socket, &mut outbox).await
    };
    let _ = room.send(Message::Leave(entered.client)).await;
    end
}

/// The first message, whatever comes with it.
async fn hello(socket: &mut WebSocket) -> Result<Hello, End> {
    loop {
        match socket.recv().await {
            Some(Ok(Frame::Text(text))) => {
                return match serde_json::from_str(&text) {
                    Ok(ClientMessage::Hello(hello)) => Ok(hello),
                    _ => Err(Some((NO_HELLO, "the first message has to be a hello"))),
                };
            }
            Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
            Some(Ok(Frame::Binary(_))) => return Err(Some((BAD_DATA, "messages are text"))),
            Some(Ok(Frame::Close(_))) | None => return Err(None),
            Some(Err(_)) => return Err(Some((TOO_LARGE, "the message is too large or broken"))),
        }
    }
}

/// A client in a room.
struct Session<'a> {
    app: &'a Arc<App>,
    room: &'a mpsc::Sender<Message>,
    entered: &'a Entered,
    caller: &'a Caller,
}

impl Session<'_> {
    /// Messages both ways until either side has had enough.
    async fn exchange(&self, socket: &mut WebSocket, outbox: &mut OutboxReader) -> End {
        let limits = self.app.config.limits;
        let most = if self.entered.plays { limits.player_messages } else { limits.spectator_messages };
        let mut allowance = Bucket::new(most, WHILE, Instant::now());
        let mut heard = Instant::now();
        // The first one goes out at once, so that the way is known before the first move.
        let mut ping = tokio::time::interval(PING);
        let mut pings: u32 = 0;
        let mut asked: Option<Instant> = None;
        loop {
            let send = tokio::select! {
                frame = socket.recv() => {
                    heard = Instant::now();
                    if !allowance.take(heard) {
                        return Some((TOO_MUCH, "too many messages"));
                    }
                    match frame {
                        Some(Ok(Frame::Text(text))) => match self.handle_text(&text).await {
                            Ok(answer) => answer.map(|answer| Frame::Text(answer.into())),
                            Err(end) => return end,
                        },
                        Some(Ok(Frame::Pong(echo))) if echo[..] == pings.to_be_bytes() => {
                            if let Some(asked) = asked.take().filter(|_| self.entered.plays) {
                                let lag = Message::Lag { client: self.entered.client, lag: asked.elapsed() };
                                if self.room.send(lag).await.is_err() {
                                    return UNREACHABLE;
                                }
                            }
                            None
                        }
                        Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => None,
                        Some(Ok(Frame::Binary(_))) => return Some((BAD_DATA, "messages are text")),
                        Some(Ok(Frame::Close(_))) | None => return None,
                        Some(Err(_)) => return Some((TOO_LARGE, "the message is too large or broken")),
                    }
                }
                out = outbox.next() => match out {
                    Some(Outgoing::Text(text)) => Some(Frame::Text(text)),
                    Some(Outgoing::Close(code, reason)) => return Some((code, reason)),
                    None => return Some((TOO_SLOW, "you read too slowly")),
                },
                _ = ping.tick() => {
                    if heard.elapsed() >= SILENCE {
                        return None;
                    }
                    pings += 1;
                    asked = Some(Instant::now());
                    Some(Frame::Ping(axum::body::Bytes::copy_from_slice(&pings.to_be_bytes())))
                }
            };
            if let Some(frame) = send
                && !matches!(timeout(limits.patience, socket.send(frame)).await, Ok(Ok(())))
            {
                return None;
            }
        }
    }

    /// Passes a message on to the room; what can be answered here is answered here.
    async fn handle_text(&self, text: &str) -> Result<Option<String>, End> {
        let client = self.entered.client;
        let refused = |id: &str, reason: Reason| {
            let refused: ServerMessage = ServerMessage::Refused { id: id.to_owned(), refusal: reason.into() };
            serde_json::to_string(&refused).ok()
        };
        match serde_json::from_str(text) {
            Ok(ClientMessage::Command(command)) => {
                if !self.app.limiter.allow(self.caller.visitor, Act::Write) {
                    return Ok(refused(&command.id, Reason::TooManyCommands));
                }
                match self.room.send(Message::Command { client, command }).await {
                    Ok(()) => Ok(None),
                    Err(_) => Err(UNREACHABLE),
                }
            }
            Ok(ClientMessage::Ping) => Ok(serde_json::to_string::<ServerMessage>(&ServerMessage::Pong).ok()),
            Ok(ClientMessage::Hello(_)) => Ok(refused("", Reason::HelloAgain)),
            Err(error) => {
                let named: Option<Named> = serde_json::from_str(text).ok();
                let id = named.as_ref().map_or("", |named| &named.id);
                Ok(refused(id, Reason::NotUnderstood { detail: error.to_string() }))
            }
        }
    }
}

/// The one thing to be known of a command that is not understood.
#[derive(serde::Deserialize)]
struct Named {
    id: String,
}
