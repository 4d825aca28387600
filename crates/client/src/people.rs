//! The player's identity on a server, their games, and the lobby.

use futures_util::{SinkExt, StreamExt};
use hyper::Method;
use outflank_wire::{
    DeviceKey, LobbyAction, LobbyCommand, LobbyHello, LobbyMessage, LobbyRequest, Me, MeRequest, MyGames,
    Terms,
};
use tokio_tungstenite::tungstenite::Message;

use crate::session::{SILENCE, Socket, closed, random};
use crate::{Client, Error, Link, Right, Server, text};

const NO_BODY: Option<&()> = None;

impl Client {
    /// A new random key.
    pub fn new_key() -> Result<DeviceKey, Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|_| Error::NoRandomness)?;
        Ok(DeviceKey::from_bytes(bytes))
    }

    /// Makes a player known on a server, or changes what is known.
    pub async fn introduce(&self, server: &Server, key: &DeviceKey, me: &MeRequest) -> Result<Me, Error> {
        self.request(server, Method::PUT, "/api/me", Some(key), Some(me)).await
    }

    /// What a server knows of a player.
    pub async fn me(&self, server: &Server, key: &DeviceKey) -> Result<Me, Error> {
        self.request(server, Method::GET, "/api/me", Some(key), NO_BODY).await
    }

    /// A player's games in progress, those in which it is their turn first.
    pub async fn my_games(&self, server: &Server, key: &DeviceKey) -> Result<MyGames, Error> {
        self.request(server, Method::GET, "/api/me/games", Some(key), NO_BODY).await
    }

    /// Opens the lobby for a registered player.
    pub async fn lobby(&self, server: &Server, key: &DeviceKey) -> Result<Lobby, Error> {
        let socket = self.open(server, "/api/lobby/socket").await?;
        let mut lobby = Lobby { socket, server: server.clone(), key: *key };
        lobby.send(&LobbyRequest::Hello(LobbyHello { key: Some(key.to_string()) })).await?;
        Ok(lobby)
    }
}

/// The lobby of a server, as long as the connection holds. After an error it is opened again; commands that were not
/// answered are sent again with their ids.
pub struct Lobby {
    socket: Socket,
    server: Server,
    key: DeviceKey,
}

impl Lobby {
    /// Plays at once: takes an offer that fits, or posts one. Returns the id of the command.
    pub async fn play_now(&mut self, terms: Terms) -> Result<String, Error> {
        self.command(LobbyAction::Now, None, Some(terms)).await
    }

    /// Posts an offer. Returns the id of the command.
    pub async fn offer(&mut self, terms: Terms) -> Result<String, Error> {
        self.command(LobbyAction::Offer, None, Some(terms)).await
    }

    /// Takes an offer. Returns the id of the command.
    pub async fn take(&mut self, offer: &str) -> Result<String, Error> {
        self.command(LobbyAction::Take, Some(offer.to_owned()), None).await
    }

    async fn command(
        &mut self,
        action: LobbyAction,
        offer: Option<String>,
        terms: Option<Terms>,
    ) -> Result<String, Error> {
        let id = random()?;
        self.send(&LobbyRequest::Command(LobbyCommand { id: id.clone(), action, offer, terms })).await?;
        Ok(id)
    }

    async fn send(&mut self, message: &LobbyRequest) -> Result<(), Error> {
        let text = serde_json::to_string(message).map_err(|error| Error::NotUnderstood(error.to_string()))?;
        self.socket.send(Message::text(text)).await.map_err(|_| Error::Unreachable)
    }

    /// The next message.
    pub async fn next(&mut self) -> Result<LobbyMessage, Error> {
        loop {
            match tokio::time::timeout(SILENCE, self.socket.next()).await {
                Ok(Some(Ok(Message::Text(message)))) => {
                    return text::read(message.as_bytes())
                        .map_err(|error| Error::NotUnderstood(error.to_string()));
                }
                Ok(Some(Ok(Message::Close(frame)))) => {
                    return Err(closed(frame.map_or(0, |frame| frame.code.into()), &self.server));
                }
                Ok(Some(Ok(_))) => {}
                Ok(Some(Err(_)) | None) | Err(_) => return Err(Error::Unreachable),
            }
        }
    }

    /// The link to the player's seat in a game of theirs.
    pub fn seat(&self, game: &str) -> Link {
        seat(&self.server, game, &self.key)
    }
}

/// The link to a player's seat in a game of theirs.
pub fn seat(server: &Server, game: &str, key: &DeviceKey) -> Link {
    Link { server: server.clone(), game: game.to_owned(), right: Right::Seat(key.to_string()) }
}
