//! One WebSocket of a game or of the lobby: hello, then messages both ways until either side closes it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket};
use serde::de::DeserializeOwned;
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
pub(crate) const TRY_LATER: u16 = 1013;
pub(crate) const TOO_SLOW: u16 = 1013;
pub(crate) const NO_HELLO: u16 = 4400;
const NOT_FOUND: u16 = 4404;

/// What ends a session: a close code and its reason, or nothing if there is nobody to tell.
pub(crate) type End = Option<(u16, &'static str)>;

pub(crate) const UNREACHABLE: End = Some((crate::room::RESTARTING, "the game cannot be reached now"));

/// The time over which the messages of a socket are counted.
const WINDOW: Duration = Duration::from_secs(20);
/// The most bytes that a socket may send in that time: more than as many honest messages have, but not so many that
/// empty frames, of which the library tells nothing, could keep a processor busy.
const SOCKET_BYTES: u32 = 128 * 1024;

/// Serves the socket of a game until it is closed.
pub(crate) async fn run(socket: WebSocket, app: Arc<App>, game: String, caller: Caller) {
    serve(socket, &app, &caller, async |socket| session(socket, &app, &game, &caller).await).await;
}

/// Serves a socket until its session ends, and says why it ended.
pub(crate) async fn serve(
    mut socket: WebSocket,
    app: &Arc<App>,
    caller: &Caller,
    session: impl AsyncFnOnce(&mut WebSocket) -> End,
) {
    app.metrics.sockets.change(1);
    caller.connection.meter.limit(SOCKET_BYTES, WINDOW);
    let end = session(&mut socket).await;
    if let Some((code, reason)) = end {
        if code == TOO_MUCH {
            app.metrics.turned_away.add();
            tracing::info!(visitor = %caller.visitor, "a socket sent too much");
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

/// Lets a socket send a large message besides the usual ones.
pub(crate) fn expect_large(caller: &Caller, bytes: usize) {
    caller.connection.meter.limit(SOCKET_BYTES + bytes as u32, WINDOW);
}

async fn session(socket: &mut WebSocket, app: &Arc<App>, game: &str, caller: &Caller) -> End {
    let patience = app.config.limits.patience;
    let said = hello(socket, patience, |message| match message {
        ClientMessage::Hello(hello) => Some(hello),
        _ => None,
    });
    let hello = match said.await {
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
    let closed = AtomicBool::new(false);
    let end = if caller.connection.reserved && !entered.plays {
        Some((TRY_LATER, "the server is full"))
    } else {
        let limits = app.config.limits;
        let most = if entered.plays { limits.player_messages } else { limits.spectator_messages };
        let session = Session { app, room: &room, entered: &entered, caller, closed: &closed };
        exchange(socket, &mut outbox, &session, most, patience).await
    };
    let closed = closed.load(Ordering::Relaxed);
    let _ = room.send(Message::Leave { client: entered.client, closed }).await;
    end
}

/// The first message, whatever comes with it.
pub(crate) async fn hello<M: DeserializeOwned, H>(
    socket: &mut WebSocket,
    patience: Duration,
    is_hello: impl Fn(M) -> Option<H>,
) -> Result<H, End> {
    let first = async {
        loop {
            match socket.recv().await {
                Some(Ok(Frame::Text(text))) => {
                    let hello = serde_json::from_str(&text).ok().and_then(&is_hello);
                    return hello.ok_or(Some((NO_HELLO, "the first message has to be a hello")));
                }
                Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                Some(Ok(Frame::Binary(_))) => return Err(Some((BAD_DATA, "messages are text"))),
                Some(Ok(Frame::Close(_))) | None => return Err(None),
                Some(Err(_)) => return Err(Some((TOO_LARGE, "the message is too large or broken"))),
            }
        }
    };
    timeout(patience, first).await.unwrap_or(Err(Some((NO_HELLO, "hello was too long in coming"))))
}

/// What a socket speaks with.
pub(crate) trait Peer {
    /// Passes a message on; what can be answered at once is answered.
    async fn text(&self, text: &str) -> Result<Option<String>, End>;

    /// How long the other side took to answer.
    async fn lag(&self, lag: Duration) -> Result<(), End>;

    /// The other side has said that it closes.
    fn closed(&self) {}
}

/// A client in a room.
struct Session<'a> {
    app: &'a Arc<App>,
    room: &'a mpsc::Sender<Message>,
    entered: &'a Entered,
    caller: &'a Caller,
    closed: &'a AtomicBool,
}

/// Exchanges messages until either side closes: at most `most` in 20 seconds from the client.
pub(crate) async fn exchange(
    socket: &mut WebSocket,
    outbox: &mut OutboxReader,
    peer: &impl Peer,
    most: u32,
    patience: Duration,
) -> End {
    let mut allowance = Bucket::new(most, WINDOW, Instant::now());
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
                    Some(Ok(Frame::Text(text))) => match peer.text(&text).await {
                        Ok(answer) => answer.map(|answer| Frame::Text(answer.into())),
                        Err(end) => return end,
                    },
                    Some(Ok(Frame::Pong(echo))) if echo[..] == pings.to_be_bytes() => {
                        if let Some(asked) = asked.take()
                            && let Err(end) = peer.lag(asked.elapsed()).await
                        {
                            return end;
                        }
                        None
                    }
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => None,
                    Some(Ok(Frame::Binary(_))) => return Some((BAD_DATA, "messages are text")),
                    Some(Ok(Frame::Close(_))) => {
                        peer.closed();
                        return None;
                    }
                    None => return None,
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
            && !matches!(timeout(patience, socket.send(frame)).await, Ok(Ok(())))
        {
            return None;
        }
    }
}

impl Peer for Session<'_> {
    fn closed(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    async fn lag(&self, lag: Duration) -> Result<(), End> {
        if !self.entered.plays {
            return Ok(());
        }
        let lag = Message::Lag { client: self.entered.client, lag };
        self.room.send(lag).await.map_err(|_| UNREACHABLE)
    }

    async fn text(&self, text: &str) -> Result<Option<String>, End> {
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
            Err(error) => Ok(refused(&id_of(text), Reason::NotUnderstood { detail: error.to_string() })),
        }
    }
}

/// The one thing to be known of a command that is not understood: its id, if it has one.
pub(crate) fn id_of(text: &str) -> String {
    #[derive(serde::Deserialize)]
    struct Named {
        id: String,
    }
    serde_json::from_str(text).map_or(String::new(), |named: Named| named.id)
}
