//! The page: files embedded at build time, or a folder while someone works on them.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::write::GzEncoder;
use flate2::{Compression, Crc};

use crate::mime;

/// A file of the page.
pub(crate) struct Asset {
    pub(crate) name: &'static str,
    mime: &'static str,
    etag: &'static str,
    plain: &'static [u8],
    gzip: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// A file by name.
pub(crate) fn find(name: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.name == name)
}

/// The file as an answer. A lasting one need never be asked for again.
pub(crate) fn answer(asset: &'static Asset, lasting: bool, request: &HeaderMap) -> Response {
    let packed = (asset.gzip.len() < asset.plain.len()).then_some(asset.gzip.into());
    let mut response = reply(asset.plain.into(), || packed, asset.etag, request);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.mime));
    let caching = if lasting { IMMUTABLE } else { NO_CACHE };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    response
}

/// An answer: compressed where the client can read that, nothing if the client has it already.
fn reply(
    plain: Cow<'static, [u8]>,
    gzip: impl FnOnce() -> Option<Cow<'static, [u8]>>,
    etag: &str,
    request: &HeaderMap,
) -> Response {
    let asks = |name, wanted: &str| {
        let said = request.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        said.split(',').any(|part| part.trim().trim_start_matches("W/").starts_with(wanted))
    };
    let body = |content| match content {
        Cow::Borrowed(content) => Body::from(content),
        Cow::Owned(content) => Body::from(content),
    };
    let packed = if asks(header::ACCEPT_ENCODING, "gzip") { gzip() } else { None };
    let mut response = match packed {
        _ if asks(header::IF_NONE_MATCH, etag) => StatusCode::NOT_MODIFIED.into_response(),
        Some(packed) => ([(header::CONTENT_ENCODING, "gzip")], body(packed)).into_response(),
        None => Response::new(body(plain)),
    };
    let headers = response.headers_mut();
    if let Ok(etag) = HeaderValue::from_str(etag) {
        headers.insert(header::ETAG, etag);
    }
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    response
}

/// At its own address a file is asked for each time, so that a new version of the program is a new page at once; the
/// answer is mostly "no news". At the address of its version it never changes.
const NO_CACHE: &str = "no-cache";
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// The file at an address: the name and whether it is that of this version. A page that was loaded from another version
/// of the program still finds its files, but does not keep them.
pub(crate) fn name_of(path: &str) -> (&str, bool) {
    let path = path.trim_start_matches('/');
    match path.strip_prefix("assets/").and_then(|rest| rest.split_once('/')) {
        Some((version, name)) => (name, version == VERSION),
        // Browsers ask for it by themselves.
        None if path == "favicon.ico" => ("icon-192.png", false),
        None => (path, false),
    }
}

/// The document for an address: with a title and a picture for those who show links (chats, social networks), and the
/// scripts of its view, so that they are asked for together.
pub(crate) fn document(path: &str, preview: &Preview, request: &HeaderMap) -> Option<Response> {
    let document = std::str::from_utf8(find("index.html")?.plain).ok()?;
    let (before, rest) = document.split_once("<title>")?;
    let (_, after) = rest.split_once("</title>")?;
    let [title, description, image] =
        [&preview.title, &preview.description, &preview.image].map(|text| escaped(text));
    let mut links = String::new();
    for name in scripts(path) {
        let _ = write!(links, "\n<link rel=\"modulepreload\" href=\"/assets/{VERSION}/{name}\">");
    }
    let document = format!(
        "{before}<title>{title}</title>\n\
         <meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:description\" content=\"{description}\">\n\
         <meta property=\"og:image\" content=\"{image}\">\n\
         <meta name=\"twitter:card\" content=\"summary_large_image\">{links}{after}"
    );
    let mut crc = Crc::new();
    crc.update(document.as_bytes());
    let etag = format!("\"{:08x}\"", crc.sum());
    let packed = || {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(document.as_bytes()).and_then(|()| encoder.finish()).ok().map(Cow::Owned)
    };
    let mut response = reply(document.clone().into_bytes().into(), packed, &etag, request);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(NO_CACHE));
    Some(response)
}

/// The scripts that the view of an address needs besides the first one.
fn scripts(path: &str) -> &'static [&'static str] {
    let first = path.trim_start_matches('/').split('/').next().unwrap_or_default();
    VIEWS.iter().find(|(view, _)| *view == first).map_or(&[], |(_, scripts)| scripts)
}

/// What a link is shown with.
pub(crate) struct Preview {
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) image: String,
}

/// A text as the value of an attribute.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

/// A file of a folder, for those who work on the page.
pub(crate) fn from_folder(folder: &Path, name: &str) -> Option<Response> {
    // Neither hidden files nor, in the words of any system, another folder.
    if name.contains(['\\', ':']) || name.split('/').any(|part| part.is_empty() || part.starts_with('.')) {
        return None;
    }
    let mime = mime::of(name)?;
    let content = std::fs::read(folder.join(name)).ok()?;
    Some(([(header::CONTENT_TYPE, mime), (header::CACHE_CONTROL, "no-store")], content).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_folder_are_served_from_it() {
        let web = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/web"));
        assert!(from_folder(web, "index.html").is_some());
        for name in [
            "../Cargo.toml",
            "/etc/passwd",
            "c:/windows/win.css",
            "C:\\x.css",
            "..\\x.css",
            ".x.css",
            "a//b.css",
            "",
        ] {
            assert!(from_folder(web, name).is_none(), "{name}");
        }
    }
}
