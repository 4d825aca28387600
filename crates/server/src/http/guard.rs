//! What every request goes through: whether it may come in, how long it may take, and the headers of the answer.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::api_error::ApiError;
use crate::app::App;
use crate::connection::Caller;
use crate::wire::Code;

/// Only what comes from here is run, shown or spoken to; nobody may frame the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; media-src 'self' data:; manifest-src 'self'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Longer addresses than any of ours.
const LONGEST_ADDRESS: usize = 2048;
/// A request has its body and its answer's beginning within this, or is given up.
const LONGEST_REQUEST: Duration = Duration::from_secs(8);

pub(super) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    app.metrics.requests.add();
    let mut response = match check(&app, &request) {
        Err(error) => error.into_response(),
        Ok(()) => match tokio::time::timeout(LONGEST_REQUEST, next.run(request)).await {
            Ok(response) => response,
            Err(_) => ApiError::new(Code::BadRequest, "The request took too long to come.").into_response(),
        },
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn check(app: &App, request: &Request) -> Result<(), ApiError> {
    if request.uri().path_and_query().is_some_and(|address| address.as_str().len() > LONGEST_ADDRESS) {
        return Err(ApiError::new(Code::BadRequest, "The address is too long."));
    }
    let caller = request.extensions().get::<Caller>();
    let (path, method) = (request.uri().path(), request.method());
    if caller.is_some_and(|caller| caller.connection.reserved)
        && !(path == "/healthz" || (path.starts_with("/api/games/") && path.ends_with("/socket")))
    {
        return Err(ApiError::new(Code::Unavailable, "The server is full; try again later."));
    }
    let headers = request.headers();
    let host = text(headers, &header::HOST).unwrap_or_default();
    let bound_here = app.config.bind.ip().is_loopback();
    let configured = |origin: &str| app.config.origins.iter().any(|known| known.eq_ignore_ascii_case(origin));
    let host_is_configured = app.config.origins.iter().any(|known| known.ends_with(&format!("://{host}")));
    // A foreign name that was made to point to this machine must not reach a server meant for this machine.
    if bound_here && !is_local(host) && !host_is_configured {
        return Err(ApiError::new(Code::Forbidden, "This server is called localhost."));
    }
    let changes = !matches!(*method, Method::GET | Method::HEAD);
    if changes || headers.contains_key(header::UPGRADE) {
        let site = text(headers, &HeaderName::from_static("sec-fetch-site"));
        let own_site = site.is_none_or(|site| site == "same-origin" || site == "none");
        let own_origin = text(headers, &header::ORIGIN).is_none_or(|origin| {
            configured(origin)
                || ["http://", "https://"].iter().any(|scheme| {
                    origin.strip_prefix(scheme).is_some_and(|rest| rest.eq_ignore_ascii_case(host))
                })
        });
        if !own_site || !own_origin {
            return Err(ApiError::new(Code::Forbidden, "Requests of other pages are not answered."));
        }
    }
    Ok(())
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}

/// Whether a host with or without a port is this machine by any of its usual names.
fn is_local(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || name.ends_with(".localhost")
        || name.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::is_local;

    #[test]
    fn the_usual_names_of_this_machine() {
        for host in [
            "localhost",
            "localhost:80",
            "127.0.0.1:8844",
            "[::1]:8844",
            "[::1]",
            "LOCALHOST:1",
            "a.localhost",
        ] {
            assert!(is_local(host), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "192.0.2.1:80",
            "x:localhost",
        ] {
            assert!(!is_local(host), "{host}");
        }
    }
}
