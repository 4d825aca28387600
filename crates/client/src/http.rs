//! Requests and answers in JSON, each on its own connection: they are as rare as games.

use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::{Method, Request, Response, StatusCode, header};
use hyper_util::rt::TokioIo;
use outflank_wire::{DeviceKey, Refusal};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Client, Error, Server, text};

/// Larger than any answer that is read here.
const MOST_ANSWER: usize = 1024 * 1024;
/// The server answers such requests at once.
const LONGEST: Duration = Duration::from_secs(10);

impl Client {
    pub(crate) async fn post<T: DeserializeOwned>(
        &self,
        server: &Server,
        path: &str,
        body: &(impl Serialize + Sync),
    ) -> Result<T, Error> {
        self.request(server, Method::POST, path, None, Some(body)).await
    }

    /// A request, perhaps of a player with a key.
    pub(crate) async fn request<T: DeserializeOwned>(
        &self,
        server: &Server,
        method: Method,
        path: &str,
        key: Option<&DeviceKey>,
        body: Option<&(impl Serialize + Sync)>,
    ) -> Result<T, Error> {
        let body = body.map(serde_json::to_vec).transpose();
        let body = body.map_err(|error| Error::NotUnderstood(error.to_string()))?.unwrap_or_default();
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, server.authority())
            .header(header::CONTENT_TYPE, "application/json");
        if let Some(key) = key {
            request = request.header(header::AUTHORIZATION, format!("Bearer {key}"));
        }
        let request =
            request.body(Full::new(Bytes::from(body))).map_err(|_| Error::Stranger(server.to_string()))?;
        let exchange = tokio::time::timeout(LONGEST, self.exchange(server, request)).await;
        let response = exchange.map_err(|_| Error::Unreachable)??;
        if response.status().is_success() {
            return text::read(response.body()).map_err(|error| Error::NotUnderstood(error.to_string()));
        }
        Err(failure(server, &response))
    }

    async fn exchange(
        &self,
        server: &Server,
        request: Request<Full<Bytes>>,
    ) -> Result<Response<Bytes>, Error> {
        let stream = self.connect(server).await?;
        let broken = |_| Error::Unreachable;
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(broken)?;
        let exchange = async {
            let (head, body) = sender.send_request(request).await.map_err(broken)?.into_parts();
            let body = Limited::new(body, MOST_ANSWER).collect().await;
            let body = body.map_err(|_| Error::Stranger(server.to_string()))?.to_bytes();
            Ok(Response::from_parts(head, body))
        };
        tokio::pin!(exchange);
        // The connection has to be driven for as long as the exchange takes, and not longer.
        tokio::select! {
            answer = &mut exchange => answer,
            _ = connection => exchange.await,
        }
    }
}

/// What an answer that is no success means.
pub(crate) fn failure(server: &Server, response: &Response<impl AsRef<[u8]>>) -> Error {
    let place = || response.headers().get(header::LOCATION)?.to_str().ok()?.parse::<Server>().ok();
    match response.status() {
        status if status.is_redirection() => match place() {
            Some(place) if place != *server => Error::Moved(place.to_string()),
            _ => Error::Stranger(server.to_string()),
        },
        status => match text::read::<Refusal>(response.body().as_ref()) {
            Ok(_) | Err(_) if status.is_server_error() => Error::Unreachable,
            Ok(refusal) => Error::Refused(refusal),
            Err(_) if status == StatusCode::TOO_MANY_REQUESTS => Error::Unreachable,
            Err(_) => Error::Stranger(server.to_string()),
        },
    }
}
