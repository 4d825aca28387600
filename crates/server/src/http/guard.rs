//! What every request goes through: whether it may come in, how long it may take, and the headers of the answer.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::api_error::ApiError;
use crate::app::App;
use crate::config::Config;
use crate::connection::Caller;
use crate::wire::Reason;

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
            Err(_) => ApiError::from(Reason::RequestLate).into_response(),
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
        return Err(Reason::AddressTooLong.into());
    }
    let caller = request.extensions().get::<Caller>();
    let (path, method) = (request.uri().path(), request.method());
    if caller.is_some_and(|caller| caller.connection.reserved)
        && !(path == "/healthz" || (path.starts_with("/api/games/") && path.ends_with("/socket")))
    {
        return Err(Reason::Full.into());
    }
    let headers = request.headers();
    let host = text(headers, &header::HOST).unwrap_or_default();
    check_host(&app.config, app.config.bind, host)?;
    let configured = |origin: &str| app.config.origins.iter().any(|known| known.eq_ignore_ascii_case(origin));
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
            return Err(Reason::ForeignPage.into());
        }
    }
    Ok(())
}

/// Refuses requests under a foreign name: a page of somebody else could have made that name point here, and would then
/// count as this server's own.
pub(crate) fn check_host(config: &Config, bind: SocketAddr, host: &str) -> Result<(), ApiError> {
    let configured = config
        .origins
        .iter()
        .filter_map(|known| known.split_once("://"))
        .any(|(_, known)| known.eq_ignore_ascii_case(host));
    let known = if bind.ip().is_loopback() { is_local(host) } else { is_local(host) || is_private(host) };
    if configured || known {
        return Ok(());
    }
    let name = name_of(host);
    Err(Reason::ForeignHost { host: name.to_owned() }.into())
}

/// Refuses requests to the metrics under a foreign name.
pub(crate) async fn guard_metrics(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let host = text(request.headers(), &header::HOST).unwrap_or_default();
    let bind = app.config.metrics.unwrap_or(app.config.bind);
    match check_host(&app.config, bind, host) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}

/// A host without its port.
fn name_of(host: &str) -> &str {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    name.trim_start_matches('[').trim_end_matches(']')
}

/// Whether a host with or without a port is this machine by any of its usual names.
fn is_local(host: &str) -> bool {
    let name = name_of(host);
    name.eq_ignore_ascii_case("localhost")
        || name.ends_with(".localhost")
        || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// Whether a host is an address, or a name that only a network of one's own can give: nobody else can make such a name
/// point somewhere.
fn is_private(host: &str) -> bool {
    let name = name_of(host).to_ascii_lowercase();
    let own = [".local", ".lan", ".home", ".internal", ".home.arpa"];
    name.parse::<IpAddr>().is_ok()
        || (!name.is_empty() && !name.contains(['.', ':']))
        || own.iter().any(|ending| name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_for_a_network_answers_to_addresses_and_names_of_that_network() {
        let config = Config { origins: vec!["https://othello.example".to_owned()], ..Config::default() };
        let (everybody, here) = ("0.0.0.0:8844".parse().unwrap(), "127.0.0.1:8844".parse().unwrap());
        for host in
            ["192.168.1.5:8844", "[fe80::1]:8844", "nas", "nas.local:8844", "localhost", "othello.example"]
        {
            assert!(check_host(&config, everybody, host).is_ok(), "{host}");
        }
        for host in
            ["", "evil.example", "evil.example:8844", "192.168.1.5.evil.example", "nas.local.evil.example"]
        {
            assert!(check_host(&config, everybody, host).is_err(), "{host}");
        }
        assert!(check_host(&config, here, "othello.example").is_ok());
        for host in ["192.168.1.5:8844", "nas", "nas.local"] {
            assert!(check_host(&config, here, host).is_err(), "{host}");
        }
    }

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
