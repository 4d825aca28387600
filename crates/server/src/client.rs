//! The other side: a program that takes part in a served game, through all interruptions.
//!
//! [`take_part`] keeps a [`LiveGame`] that mirrors the one on the server. It is made of the events the server
//! sends, so a front end that can show a local game can show this one.

mod link;

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use outflank_play::remote::{News, Presence, Report};
use outflank_play::{self as play, LiveGame, Time};
use outflank_rules::Color;
use serde::Deserialize;
use serde_json::json;
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

pub use link::{BadLink, Link, Right};

use crate::secret;
use crate::wire::{self, Side};

/// What a player wants to do: the commands of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Place a disc or pass, as the moves stood when it was decided.
    Play {
        /// The move.
        mv: outflank_rules::Move,
        /// The number of moves before it.
        ply: usize,
    },
    /// Take back the last disc or ask to, as the moves stood when it was decided.
    Undo {
        /// The number of moves so far.
        ply: usize,
    },
    /// Any other command, by its name in the protocol.
    Do(&'static str),
}

/// Takes part in a game until it cannot go on or `wishes` is closed.
pub async fn take_part(
    link: Link,
    name: Option<String>,
    mut wishes: mpsc::Receiver<Wish>,
    tell: impl Fn(News) + Send,
) {
    let mut part = Part { link, key: None, name, seen: 0, log: Vec::new(), pending: None, done: None };
    let mut wait = FIRST_WAIT;
    loop {
        match part.go_on(&mut wishes, &tell, &mut wait).await {
            Parting::Left => return,
            Parting::Over(why) => return tell(News::Ended(why)),
            Parting::Lost => {
                tell(News::Lost);
                tokio::time::sleep(wait).await;
                wait = (wait * 2).min(LONGEST_WAIT);
            }
        }
    }
}

const FIRST_WAIT: Duration = Duration::from_millis(250);
const LONGEST_WAIT: Duration = Duration::from_secs(8);
/// The server pings more often than this.
const SILENCE: Duration = Duration::from_secs(40);

/// Why a connection came to its end.
enum Parting {
    /// Nobody wants anything any more.
    Left,
    /// It makes no sense to try again.
    Over(String),
    /// It makes sense to try again.
    Lost,
}

struct Part {
    link: Link,
    /// What makes an invite ours alone, once it was sent.
    key: Option<String>,
    name: Option<String>,
    /// The last entry of the log that was told.
    seen: u64,
    /// What happened in this round.
    log: Vec<(Time, play::Event)>,
    /// A command that was not answered, with its id.
    pending: Option<(String, Wish)>,
    /// The entry of the log that the last command led to, until that was told.
    done: Option<u64>,
}

type Socket = WebSocketStream<TcpStream>;

impl Part {
    async fn go_on(
        &mut self,
        wishes: &mut mpsc::Receiver<Wish>,
        tell: &(impl Fn(News) + Send),
        wait: &mut Duration,
    ) -> Parting {
        let mut socket = match self.connect(tell).await {
            Ok(socket) => socket,
            Err(parting) => return parting,
        };
        loop {
            let outcome = tokio::select! {
                wish = wishes.recv(), if self.pending.is_none() => match wish {
                    None => return Parting::Left,
                    Some(wish) => match secret::token() {
                        Err(error) => return Parting::Over(error.to_string()),
                        Ok(id) => {
                            self.pending = Some((id, wish));
                            self.send_pending(&mut socket).await
                        }
                    }
                },
                frame = tokio::time::timeout(SILENCE, socket.next()) => match frame {
                    Ok(Some(Ok(Message::Text(text)))) => {
                        *wait = FIRST_WAIT;
                        self.listen(&text, &mut socket, tell).await
                    }
                    Ok(Some(Ok(Message::Close(frame)))) => Err(match frame.map(|frame| u16::from(frame.code)) {
                        Some(4403) => Parting::Over("The link opens no seat in this game.".to_owned()),
                        Some(4404) => Parting::Over("There is no such game any more.".to_owned()),
                        _ => Parting::Lost,
                    }),
                    Ok(Some(Ok(_))) => Ok(()),
                    Ok(Some(Err(_)) | None) | Err(_) => Err(Parting::Lost),
                },
            };
            if let Err(parting) = outcome {
                return parting;
            }
        }
    }

    /// Opens a socket and says hello.
    async fn connect(&mut self, tell: &(impl Fn(News) + Send)) -> Result<Socket, Parting> {
        let token = self.token(tell).await?;
        let Link { host, game, .. } = &self.link;
        let stream = TcpStream::connect(host).await.map_err(|_| Parting::Lost)?;
        let url = format!("ws://{host}/api/games/{game}/socket");
        let opened = tokio_tungstenite::client_async(url, stream).await;
        let mut socket = match opened {
            Ok((socket, _)) => socket,
            Err(tokio_tungstenite::tungstenite::Error::Http(answer)) if answer.status() == 404 => {
                return Err(Parting::Over("There is no such game.".to_owned()));
            }
            Err(_) => return Err(Parting::Lost),
        };
        let hello = json!({"type": "hello", "token": token, "have": 0});
        socket.send(Message::text(hello.to_string())).await.map_err(|_| Parting::Lost)?;
        self.send_pending(&mut socket).await?;
        Ok(socket)
    }

    /// The right to a seat. An invite is turned into one first; asked again, it gives the same.
    async fn token(&mut self, tell: &(impl Fn(News) + Send)) -> Result<Option<String>, Parting> {
        let invite = match &self.link.right {
            Right::Watch => return Ok(None),
            Right::Seat(token) => return Ok(Some(token.clone())),
            Right::Invite(invite) => invite.clone(),
        };
        let key = match &self.key {
            Some(key) => key.clone(),
            None => secret::token().map_err(|error| Parting::Over(error.to_string()))?,
        };
        self.key = Some(key.clone());
        let body = json!({"invite": invite, "key": key, "name": self.name}).to_string();
        let path = format!("/api/games/{}/join", self.link.game);
        let (status, answer) = link::post(&self.link.host, &path, &body).await.map_err(|_| Parting::Lost)?;
        let answer: Answer = serde_json::from_slice(&answer).map_err(|_| Parting::Lost)?;
        match (status, answer) {
            (200, Answer { token: Some(token), .. }) => {
                self.link.right = Right::Seat(token.clone());
                tell(News::Seat(self.link.to_string()));
                Ok(Some(token))
            }
            (500.., _) => Err(Parting::Lost),
            (_, answer) => {
                Err(Parting::Over(answer.sentence.unwrap_or_else(|| "The server says no.".to_owned())))
            }
        }
    }

    async fn send_pending(&self, socket: &mut Socket) -> Result<(), Parting> {
        let Some((id, wish)) = &self.pending else {
            return Ok(());
        };
        let command = match wish {
            Wish::Play { mv, ply } => {
                json!({"type": "command", "id": id, "do": "play", "move": mv.to_string(), "ply": ply})
            }
            Wish::Undo { ply } => json!({"type": "command", "id": id, "do": "undo", "ply": ply}),
            Wish::Do(deed) => json!({"type": "command", "id": id, "do": deed}),
        };
        socket.send(Message::text(command.to_string())).await.map_err(|_| Parting::Lost)
    }

    async fn listen(
        &mut self,
        text: &str,
        socket: &mut Socket,
        tell: &(impl Fn(News) + Send),
    ) -> Result<(), Parting> {
        let Ok(message) = serde_json::from_str::<Heard>(text) else {
            return Ok(());
        };
        let ours = |id: &str| self.pending.as_ref().is_some_and(|(pending, _)| pending == id);
        match message {
            Heard::Welcome(update) => self.update(update, true, tell),
            Heard::Update(update) => self.update(update, false, tell),
            Heard::Done { id, seq } if ours(&id) => {
                self.pending = None;
                self.done = Some(seq);
                self.tell_done(tell);
                Ok(())
            }
            Heard::Refused { id, code, .. } if ours(&id) && code == "unavailable" => {
                tokio::time::sleep(FIRST_WAIT).await;
                self.send_pending(socket).await
            }
            Heard::Refused { id, sentence, .. } if ours(&id) => {
                self.pending = None;
                tell(News::Refused(sentence));
                Ok(())
            }
            Heard::Presence { black, white, watching } => {
                tell(News::Presence(Presence { players: [black, white], watching }));
                Ok(())
            }
            Heard::Done { .. } | Heard::Refused { .. } | Heard::Other => Ok(()),
        }
    }

    /// Makes the game anew from what the server has told. A welcome tells the whole round.
    fn update(&mut self, told: Told, welcome: bool, tell: &(impl Fn(News) + Send)) -> Result<(), Parting> {
        if welcome {
            self.log.clear();
        }
        let mut events = Vec::new();
        for happened in told.events {
            let event = play::Event::try_from(&happened.event)
                .map_err(|error| Parting::Over(format!("The server is not understood: {error}.")))?;
            if matches!(event, play::Event::Started { .. }) {
                self.log.clear();
            }
            if happened.seq > self.seen {
                events.push(event.clone());
            }
            self.log.push((Time(happened.at), event));
        }
        self.seen = told.seq;
        let game = LiveGame::replay(self.log.iter().cloned())
            .map_err(|error| Parting::Over(format!("The server is not understood: {error}.")))?;
        let sides = told.you.seats.into_iter().map(Color::from).collect();
        let joined = [told.state.seats.black.joined, told.state.seats.white.joined];
        tell(News::Game(Box::new(Report { game, events, sides, joined, now: Time(told.now) })));
        self.tell_done(tell);
        Ok(())
    }

    /// Tells that a command is done once everybody could see what came of it.
    fn tell_done(&mut self, tell: &(impl Fn(News) + Send)) {
        if self.done.is_some_and(|seq| seq <= self.seen) {
            self.done = None;
            tell(News::Done);
        }
    }
}

/// The answer to a join.
#[derive(Deserialize)]
struct Answer {
    token: Option<String>,
    sentence: Option<String>,
}

/// What is of interest in what the server says.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Heard {
    Welcome(Told),
    Update(Told),
    Done {
        id: String,
        seq: u64,
    },
    Refused {
        id: String,
        code: String,
        sentence: String,
    },
    Presence {
        black: bool,
        white: bool,
        watching: usize,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Told {
    seq: u64,
    now: u64,
    events: Vec<Happened>,
    you: Mine,
    state: Known,
}

#[derive(Deserialize)]
struct Known {
    seats: wire::Pair<Taken>,
}

#[derive(Deserialize)]
struct Taken {
    joined: bool,
}

#[derive(Deserialize)]
struct Mine {
    seats: Vec<Side>,
}

#[derive(Deserialize)]
struct Happened {
    seq: u64,
    at: u64,
    #[serde(flatten)]
    event: wire::Event,
}
