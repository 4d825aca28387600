//! Connections: how many there may be, what is kept in reserve, and who sends what on them.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request};
use axum::response::IntoResponse;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower::ServiceExt;

use crate::app::App;
use crate::http;
use crate::limits::{Permit, Resource};
use crate::metered::{Meter, Metered};
use crate::visitor::Visitor;
use crate::wire::Reason;

/// Who sent a request. What is held for them is held as long as anything of the request lasts, also a WebSocket.
#[derive(Clone)]
pub(crate) struct Caller {
    pub(crate) visitor: Visitor,
    pub(crate) connection: Arc<Connection>,
    /// What the visitor holds, where many of them share a connection's address: that of a proxy.
    _permit: Option<Arc<Permit>>,
}

/// An open connection.
pub(crate) struct Connection {
    /// Whether it is one of those kept for health checks and for players who come back.
    pub(crate) reserved: bool,
    /// Counts the bytes of a WebSocket.
    pub(crate) meter: Arc<Meter>,
    app: Arc<App>,
    _place: OwnedSemaphorePermit,
    permit: Option<Permit>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.app.metrics.connections.change(-1);
    }
}

/// How many connections a server can carry: some for everybody, some in reserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity {
    /// Connections for everybody.
    pub open: usize,
    /// Connections for health checks and for players who come back to their seat when all others are taken.
    pub reserve: usize,
}

/// File handles for everything that is not a connection: the store, the listeners, the runtime, files of the page.
const OTHER_HANDLES: usize = 48;

impl Capacity {
    /// What so many file handles allow, and at most `most` connections. The limit of handles is raised to what the
    /// system allows.
    pub(crate) fn new(most: usize) -> Capacity {
        Capacity::with(most, raise_handle_limit())
    }

    fn with(most: usize, handles: Option<usize>) -> Capacity {
        let most = handles.map_or(most, |handles| most.min(handles.saturating_sub(OTHER_HANDLES))).max(2);
        let reserve = (most / 8).clamp(1, 256);
        Capacity { open: most - reserve, reserve }
    }
}

/// Lets the process have as many open files as the system allows, and returns how many.
#[cfg(unix)]
fn raise_handle_limit() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    let current = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        Err(_) => limit.current,
    };
    current.map(|handles| handles.try_into().unwrap_or(usize::MAX))
}

/// Other systems have no such limit.
#[cfg(not(unix))]
fn raise_handle_limit() -> Option<usize> {
    None
}

/// How long connections have to end after the server was told to stop.
const GRACE: Duration = Duration::from_secs(3);

/// Takes connections, as many as there may be. Written by hand because `axum::serve` waits for ever for clients that do
/// not send their header, and does not count.
pub(crate) async fn accept(
    app: &Arc<App>,
    listener: TcpListener,
    router: Router,
    capacity: Capacity,
    closed: watch::Receiver<bool>,
) {
    let open = Arc::new(Semaphore::new(capacity.open));
    let reserve = Arc::new(Semaphore::new(capacity.reserve));
    loop {
        let (stream, address) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                // Mostly too many open files: wait until some are closed.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let place = match Arc::clone(&open).try_acquire_owned() {
            Ok(place) => Some((place, false)),
            Err(_) => Arc::clone(&reserve).try_acquire_owned().ok().map(|place| (place, true)),
        };
        let (Some((place, reserved)), Ok(permit)) = (place, permit(app, address.ip())) else {
            app.metrics.turned_away.add();
            continue;
        };
        app.metrics.connections.change(1);
        let connection =
            Connection { reserved, meter: Arc::default(), app: Arc::clone(app), _place: place, permit };
        tokio::spawn(serve(Arc::new(connection), stream, address.ip(), router.clone(), closed.clone()));
    }
}

/// The other end of a connection has too many.
struct TooMany;

/// What is held for the other end of a connection: nothing for a proxy, whose visitors are counted by request.
fn permit(app: &App, peer: IpAddr) -> Result<Option<Permit>, TooMany> {
    if app.config.proxies.iter().any(|network| network.contains(peer)) {
        return Ok(None);
    }
    let visitor = app.visitor(peer, &HeaderMap::new());
    app.limiter.hold(visitor, Resource::Connection).map(Some).ok_or(TooMany)
}

async fn serve(
    connection: Arc<Connection>,
    stream: TcpStream,
    peer: IpAddr,
    router: Router,
    mut closed: watch::Receiver<bool>,
) {
    // Moves are small and must not wait for company.
    let _ = stream.set_nodelay(true);
    let stream = Metered::new(stream, Arc::clone(&connection.meter));
    let app = Arc::clone(&connection.app);
    let through_proxy = connection.permit.is_none();
    let service = hyper::service::service_fn(move |request: Request<Incoming>| {
        let (router, connection) = (router.clone(), Arc::clone(&connection));
        async move {
            let app = &connection.app;
            let visitor = app.visitor(peer, request.headers());
            let permit = through_proxy.then(|| app.limiter.hold(visitor, Resource::Connection));
            if matches!(permit, Some(None)) {
                return Ok(http::too_many(app, Reason::TooManyConnections).into_response());
            }
            let caller = Caller { visitor, _permit: permit.flatten().map(Arc::new), connection };
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(caller);
            Ok::<_, Infallible>(router.oneshot(request).await.unwrap_or_else(|never| match never {}))
        }
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.config.limits.header_time)
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut served = std::pin::pin!(served);
    let closing = async move { drop(closed.wait_for(|closed| *closed).await) };
    let outcome = tokio::select! {
        outcome = served.as_mut() => outcome,
        () = closing => {
            served.as_mut().graceful_shutdown();
            tokio::time::timeout(GRACE, served).await.unwrap_or(Ok(()))
        }
    };
    if let Err(error) = outcome {
        tracing::debug!(%peer, %error, "a connection ended badly");
    }
}

#[cfg(test)]
mod tests {
    use super::Capacity;

    #[test]
    fn handles_are_kept_for_other_things_and_some_connections_in_reserve() {
        assert_eq!(Capacity::with(10_000, None), Capacity { open: 9744, reserve: 256 });
        assert_eq!(Capacity::with(10_000, Some(256)), Capacity { open: 182, reserve: 26 });
        assert_eq!(Capacity::with(100, Some(1_000_000)), Capacity { open: 88, reserve: 12 });
        assert_eq!(Capacity::with(10_000, Some(0)), Capacity { open: 1, reserve: 1 });
    }
}
