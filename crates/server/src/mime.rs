//! Media types of the page's files. `build.rs` uses this file, too.

/// What belongs to the page; everything else in its folder (settings of tools, tests) stays out.
const TYPES: [(&str, &str); 9] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("ico", "image/x-icon"),
    ("webmanifest", "application/manifest+json"),
    ("txt", "text/plain; charset=utf-8"),
    ("woff2", "font/woff2"),
];

/// The media type of a file by its extension; nothing if such files are not part of the page.
pub(crate) fn of(name: &str) -> Option<&'static str> {
    let extension = name.rsplit_once('.')?.1;
    TYPES.iter().find(|(known, _)| *known == extension).map(|(_, mime)| *mime)
}
