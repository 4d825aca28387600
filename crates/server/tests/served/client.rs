//! The plainest clients: one HTTP request, one WebSocket.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// Two visitors as a proxy names them: one who plays, and one who takes whatever there is.
pub(crate) const HONEST: &str = "192.0.2.1";
pub(crate) const GREEDY: &str = "192.0.2.66";

/// The answer to a request: status, head and body.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// Sends a request on a connection of its own, to the server's own name unless the headers begin with another.
pub(crate) async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &str,
    body: &str,
) -> std::io::Result<Answer> {
    let mut stream = TcpStream::connect(address).await?;
    let host = if headers.starts_with("Host:") { String::new() } else { format!("Host: {address}\r\n") };
    let request = format!(
        "{method} {path} HTTP/1.1\r\n{host}Connection: close\r\nContent-Length: {}\r\n{headers}\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    let split = answer
        .windows(4)
        .position(|window| window == b"\r\n\r\n")
        .ok_or(std::io::ErrorKind::UnexpectedEof)?;
    let head = String::from_utf8_lossy(&answer[..split]).into_owned();
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    let body = answer[split + 4..].to_vec();
    let body =
        if head.to_ascii_lowercase().contains("transfer-encoding: chunked") { dechunk(&body) } else { body };
    Ok(Answer { status, head, body })
}

fn dechunk(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|window| window == b"\r\n") {
        let size = usize::from_str_radix(&String::from_utf8_lossy(&body[..end]), 16).unwrap_or(0);
        if size == 0 || body.len() < end + 4 + size {
            break;
        }
        whole.extend_from_slice(&body[end + 2..end + 2 + size]);
        body = &body[end + 4 + size..];
    }
    whole
}

pub(crate) async fn get(address: SocketAddr, path: &str) -> Answer {
    request(address, "GET", path, "", "").await.unwrap()
}

pub(crate) async fn post(address: SocketAddr, path: &str, body: &Value) -> Answer {
    request(address, "POST", path, "", &body.to_string()).await.unwrap()
}

/// Makes a game.
pub(crate) async fn make(address: SocketAddr, request: &Value) -> Value {
    let answer = post(address, "/api/games", request).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.json()
}

/// Makes a game like a proxy that names a visitor.
pub(crate) async fn make_from(address: SocketAddr, visitor: &str, new_game: &Value) -> Value {
    let header = format!("X-Forwarded-For: {visitor}\r\n");
    let answer = request(address, "POST", "/api/games", &header, &new_game.to_string()).await.unwrap();
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.json()
}

/// A socket in a game.
pub(crate) struct Client {
    pub(crate) socket: WebSocketStream<TcpStream>,
    /// The last welcome or update.
    pub(crate) latest: Value,
}

/// The socket is closed: the code, if one was said.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Closed(pub(crate) Option<u16>);

pub(crate) type Told = Result<Value, Closed>;

impl Client {
    /// Connects, says hello and waits for the welcome.
    pub(crate) async fn enter(
        address: SocketAddr,
        game: &str,
        token: Option<&str>,
        have: u64,
    ) -> Result<Client, Closed> {
        Client::connect(address, game).await?.hello(token, have).await
    }

    pub(crate) async fn connect(address: SocketAddr, game: &str) -> Result<Client, Closed> {
        Client::connect_from(address, game, None).await
    }

    /// Connects like a proxy that names a visitor.
    pub(crate) async fn connect_from(
        address: SocketAddr,
        game: &str,
        visitor: Option<&str>,
    ) -> Result<Client, Closed> {
        Client::open(address, &format!("/api/games/{game}/socket"), visitor).await
    }

    /// Opens a socket at a path.
    pub(crate) async fn open(
        address: SocketAddr,
        path: &str,
        visitor: Option<&str>,
    ) -> Result<Client, Closed> {
        let stream = TcpStream::connect(address).await.map_err(|_| Closed(None))?;
        stream.set_nodelay(true).map_err(|_| Closed(None))?;
        let url = format!("ws://{address}{path}");
        let mut request = url.into_client_request().unwrap();
        if let Some(visitor) = visitor {
            request.headers_mut().insert("x-forwarded-for", visitor.parse().unwrap());
        }
        let opened = tokio_tungstenite::client_async(request, stream);
        // A server that has no place for a connection may leave it without an answer.
        let opened = tokio::time::timeout(Duration::from_secs(10), opened).await.map_err(|_| Closed(None))?;
        let (socket, _) = opened.map_err(|_| Closed(None))?;
        Ok(Client { socket, latest: Value::Null })
    }

    /// Says hello and waits for the welcome.
    pub(crate) async fn hello(mut self, token: Option<&str>, have: u64) -> Result<Client, Closed> {
        let hello = match token {
            Some(token) => json!({"type": "hello", "token": token, "have": have}),
            None => json!({"type": "hello", "have": have}),
        };
        self.send(&hello).await?;
        self.until("welcome").await?;
        Ok(self)
    }

    pub(crate) async fn send(&mut self, message: &Value) -> Result<(), Closed> {
        self.socket.send(Message::text(message.to_string())).await.map_err(|_| Closed(None))
    }

    /// The next message.
    pub(crate) async fn next(&mut self) -> Told {
        loop {
            let next = tokio::time::timeout(Duration::from_mins(1), self.socket.next()).await;
            match next.expect("the server says something within a minute") {
                Some(Ok(Message::Text(text))) => {
                    let message: Value = serde_json::from_str(&text).expect("messages are JSON");
                    if message["type"] == "welcome" || message["type"] == "update" {
                        self.latest = message.clone();
                    }
                    return Ok(message);
                }
                Some(Ok(Message::Close(frame))) => return Err(Closed(frame.map(|frame| frame.code.into()))),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(Closed(None)),
            }
        }
    }

    /// The next message of a type; others are passed over.
    pub(crate) async fn until(&mut self, kind: &str) -> Told {
        loop {
            let message = self.next().await?;
            if message["type"] == kind {
                return Ok(message);
            }
        }
    }

    /// Reads on until the game is at an entry of the log.
    pub(crate) async fn until_seq(&mut self, seq: u64) -> Told {
        while self.latest["seq"].as_u64() < Some(seq) {
            self.next().await?;
        }
        Ok(self.latest.clone())
    }

    /// Sends a command and waits for `done` or `refused`.
    pub(crate) async fn command(&mut self, id: &str, fields: Value) -> Told {
        let mut command = fields;
        command["type"] = json!("command");
        command["id"] = json!(id);
        self.send(&command).await?;
        loop {
            let message = self.next().await?;
            if message["id"] == id {
                return Ok(message);
            }
        }
    }

    pub(crate) fn state(&self) -> &Value {
        &self.latest["state"]
    }
}
