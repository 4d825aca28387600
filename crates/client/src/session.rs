//! Taking part in a game through all interruptions.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use outflank_play::remote::{News, Presence, Report};
use outflank_play::{self as play, LiveGame, Time};
use outflank_rules::Color;
use outflank_wire::{self as wire, ClientMessage, Code, Hello, JoinRequest, Reason, ServerMessage, Update};
use tokio::sync::mpsc;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};

use crate::connect::Stream;
use crate::{Client, Error, Link, Right, Server, http, text};

const FIRST_WAIT: Duration = Duration::from_millis(250);
const LONGEST_WAIT: Duration = Duration::from_secs(8);
/// The server pings more often than this.
pub(crate) const SILENCE: Duration = Duration::from_secs(40);
/// Larger than any message of a server that means well.
const MOST_MESSAGE: usize = 4 << 20;

impl Client {
    /// Takes part in a game until it cannot continue or `commands` is closed.
    ///
    /// A command comes with the number of moves the player saw, so that it does nothing if the game has moved on. One
    /// that was taken is sent until it is answered, whatever happens to the connection; the next one waits for that.
    pub async fn take_part(
        &self,
        link: Link,
        name: Option<String>,
        mut commands: mpsc::Receiver<(play::Command, usize)>,
        tell: impl Fn(News) + Send,
    ) {
        let mut session = Session {
            client: self,
            link,
            key: None,
            name,
            seen: 0,
            log: Vec::new(),
            pending: None,
            done: None,
            tell,
        };
        let mut wait = FIRST_WAIT;
        loop {
            match session.go_on(&mut commands, &mut wait).await {
                End::Left => return,
                End::Failed(error) if error.is_passing() => {
                    (session.tell)(News::Lost);
                    tokio::time::sleep(wait).await;
                    wait = (wait * 2).min(LONGEST_WAIT);
                }
                End::Failed(error) => return (session.tell)(News::Ended(error.to_string())),
            }
        }
    }
}

impl Client {
    /// Opens a WebSocket.
    pub(crate) async fn open(&self, server: &Server, path: &str) -> Result<Socket, Error> {
        let stream = self.connect(server).await?;
        let scheme = if server.secure { "wss" } else { "ws" };
        let url = format!("{scheme}://{}{path}", server.authority());
        let config = WebSocketConfig::default()
            .max_message_size(Some(MOST_MESSAGE))
            .max_frame_size(Some(MOST_MESSAGE));
        let opening = tokio_tungstenite::client_async_with_config(url, stream, Some(config));
        match tokio::time::timeout(SILENCE, opening).await {
            Ok(Ok((socket, _))) => Ok(socket),
            Ok(Err(SocketError::Http(response))) => {
                Err(http::failure(server, &response.map(Option::unwrap_or_default)))
            }
            Ok(Err(_)) | Err(_) => Err(Error::Unreachable),
        }
    }
}

/// Why a connection came to its end.
enum End {
    /// There will be no more commands.
    Left,
    /// Something is wrong.
    Failed(Error),
}

impl From<Error> for End {
    fn from(error: Error) -> End {
        End::Failed(error)
    }
}

struct Session<'a, T> {
    client: &'a Client,
    link: Link,
    /// What makes an invite ours alone, once it was sent.
    key: Option<String>,
    name: Option<String>,
    /// The last entry of the log that was told.
    seen: u64,
    /// What happened in this round.
    log: Vec<(Time, play::Event)>,
    /// A command that was not answered.
    pending: Option<wire::Command>,
    /// The entry of the log that the last command led to, until that was told.
    done: Option<u64>,
    tell: T,
}

pub(crate) type Socket = WebSocketStream<Box<dyn Stream>>;

impl<T: Fn(News) + Send> Session<'_, T> {
    async fn go_on(
        &mut self,
        commands: &mut mpsc::Receiver<(play::Command, usize)>,
        wait: &mut Duration,
    ) -> End {
        let mut socket = match self.connect().await {
            Ok(socket) => socket,
            Err(error) => return error.into(),
        };
        loop {
            let outcome = tokio::select! {
                command = commands.recv(), if self.pending.is_none() => match command {
                    None => return End::Left,
                    Some((command, ply)) => self.command(&command, ply, &mut socket).await,
                },
                frame = tokio::time::timeout(SILENCE, socket.next()) => match frame {
                    Ok(Some(Ok(Message::Text(text)))) => {
                        *wait = FIRST_WAIT;
                        self.receive(&text, &mut socket).await
                    }
                    Ok(Some(Ok(Message::Close(frame)))) => {
                        Err(closed(frame.map_or(0, |frame| frame.code.into()), &self.link.server))
                    }
                    Ok(Some(Ok(_))) => Ok(()),
                    Ok(Some(Err(_)) | None) | Err(_) => Err(Error::Unreachable),
                },
            };
            if let Err(error) = outcome {
                return error.into();
            }
        }
    }

    /// Opens a socket and says hello.
    async fn connect(&mut self) -> Result<Socket, Error> {
        let token = self.token().await?;
        let Link { server, game, .. } = &self.link;
        let mut socket = self.client.open(server, &format!("/api/games/{game}/socket")).await?;
        send(&mut socket, ClientMessage::Hello(Hello { token, have: 0 })).await?;
        self.send_pending(&mut socket).await?;
        Ok(socket)
    }

    /// The right to a seat. An invite is turned into one first.
    async fn token(&mut self) -> Result<Option<String>, Error> {
        let invite = match &self.link.right {
            Right::Watch => return Ok(None),
            Right::Seat(token) => return Ok(Some(token.clone())),
            Right::Invite(invite) => invite.clone(),
        };
        let key = match &self.key {
            Some(key) => key.clone(),
            None => self.key.insert(random()?).clone(),
        };
        let request = JoinRequest { invite, key, name: self.name.clone() };
        let joined = self.client.join(&self.link.server, &self.link.game, &request).await?;
        let link = Link { right: Right::Seat(joined.token.clone()), ..self.link.clone() };
        // What is no token would make a link that leads elsewhere.
        if link.to_string().parse() != Ok(link.clone()) {
            return Err(Error::NotUnderstood("its token is none".to_owned()));
        }
        (self.tell)(News::Seat(link.to_string()));
        self.link = link;
        Ok(Some(joined.token))
    }

    async fn command(
        &mut self,
        command: &play::Command,
        ply: usize,
        socket: &mut Socket,
    ) -> Result<(), Error> {
        self.pending = wire::Command::new(random()?, command, ply);
        self.send_pending(socket).await
    }

    async fn send_pending(&self, socket: &mut Socket) -> Result<(), Error> {
        match &self.pending {
            Some(command) => send(socket, ClientMessage::Command(command.clone())).await,
            None => Ok(()),
        }
    }

    async fn receive(&mut self, message: &str, socket: &mut Socket) -> Result<(), Error> {
        let message = text::read::<ServerMessage>(message.as_bytes())
            .map_err(|error| Error::NotUnderstood(error.to_string()))?;
        let ours = |id: &str| self.pending.as_ref().is_some_and(|pending| pending.id == id);
        match message {
            ServerMessage::Welcome(update) => self.update(update, true)?,
            ServerMessage::Update(update) => self.update(update, false)?,
            ServerMessage::Done { id, seq } if ours(&id) => {
                self.pending = None;
                self.done = Some(seq);
                self.tell_done();
            }
            ServerMessage::Refused { id, refusal } if ours(&id) => {
                if refusal.code == Code::Unavailable {
                    tokio::time::sleep(FIRST_WAIT).await;
                    return self.send_pending(socket).await;
                }
                self.pending = None;
                (self.tell)(News::Refused(refusal.sentence));
            }
            ServerMessage::Presence(wire::Presence { black, white, watching }) => {
                (self.tell)(News::Presence(Presence { players: [black, white], watching }));
            }
            ServerMessage::Done { .. }
            | ServerMessage::Refused { .. }
            | ServerMessage::Pong
            | ServerMessage::Bye { .. }
            | ServerMessage::Unknown => {}
        }
        Ok(())
    }

    /// Rebuilds the game from the server's events. A welcome contains the whole round.
    fn update(&mut self, update: Update, welcome: bool) -> Result<(), Error> {
        if welcome {
            self.log.clear();
        }
        let mut events = Vec::new();
        for told in update.events {
            let event = play::Event::try_from(&told.event).map_err(not_understood)?;
            if matches!(event, play::Event::Started { .. }) {
                self.log.clear();
            }
            if told.seq > self.seen {
                events.push(event.clone());
            }
            self.log.push((Time(told.at), event));
        }
        self.seen = update.seq;
        let game = LiveGame::replay(self.log.iter().cloned()).map_err(not_understood)?;
        let sides = update.you.seats.into_iter().map(Color::from).collect();
        let joined = [update.state.seats.black.joined, update.state.seats.white.joined];
        (self.tell)(News::Game(Box::new(Report { game, events, sides, joined, now: Time(update.now) })));
        self.tell_done();
        Ok(())
    }

    /// Tells that a command is done once everybody could see what came of it.
    fn tell_done(&mut self) {
        if self.done.is_some_and(|seq| seq <= self.seen) {
            self.done = None;
            (self.tell)(News::Done);
        }
    }
}

async fn send(socket: &mut Socket, message: ClientMessage) -> Result<(), Error> {
    let text = serde_json::to_string(&message).map_err(not_understood)?;
    socket.send(Message::text(text)).await.map_err(|_| Error::Unreachable)
}

/// What a close code means.
pub(crate) fn closed(code: u16, server: &Server) -> Error {
    let refused = |reason: Reason| Error::Refused(reason.into());
    match code {
        4403 => refused(Reason::BadToken),
        4404 => refused(Reason::NoSuchGame),
        4400 => Error::Stranger(server.to_string()),
        _ => Error::Unreachable,
    }
}

fn not_understood(error: impl std::fmt::Display) -> Error {
    Error::NotUnderstood(error.to_string())
}

/// The id of a command or the key of a guest: 128 random bits.
pub(crate) fn random() -> Result<String, Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| Error::NoRandomness)?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}
