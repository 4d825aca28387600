//! The page's files as a browser gets them.

use outflank_server::store::MemoryStore;

use crate::client::{get, request};
use crate::server::{TestServer, config};

/// What a first visit loads, together at most so many bytes as they travel.
const MOST_BYTES: usize = 60_000;

/// What the document names to be loaded with it: styles and modules.
fn named(index: &str) -> Vec<&str> {
    let of = |line: &'static str| index.lines().filter(move |tag| tag.contains(line));
    let tags = of("rel=\"stylesheet\"").chain(of("rel=\"modulepreload\"")).chain(of("<script"));
    tags.filter_map(|tag| tag.split('"').find(|part| part.starts_with('/'))).collect()
}

#[tokio::test]
async fn a_first_visit_is_small_and_a_second_smaller() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let mut bytes = 0;
    let index = get(server.address, "/").await.text();
    let first = named(&index);
    assert!(first.contains(&"/main.js") && first.contains(&"/views/play.js"), "{first:?}");
    for path in first.into_iter().chain(["/"]) {
        let packed = request(server.address, "GET", path, "Accept-Encoding: gzip, br\r\n", "").await.unwrap();
        assert_eq!(packed.status, 200, "{path}");
        assert!(packed.head.contains("content-encoding: gzip"), "{path}: {}", packed.head);
        bytes += packed.body.len();
        let etag = packed.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
        let again = format!("If-None-Match: {etag}\r\n");
        let known = request(server.address, "GET", path, &again, "").await.unwrap();
        assert_eq!((known.status, known.body.len()), (304, 0), "{path}");
    }
    assert!(bytes < MOST_BYTES, "a first visit loads {bytes} bytes");
    assert!(index.starts_with("<!doctype html>") || index.starts_with("<!DOCTYPE html>"), "{index:.60}");
    for path in ["/g/c0ffeec0ffee", "/study"] {
        assert_eq!(get(server.address, path).await.text(), index, "one page for everything");
    }
    for path in ["/package.json", "/tsconfig.json", "/types/wire.d.ts"] {
        assert_eq!(get(server.address, path).await.status, 404, "{path} is for those who work on the page");
    }
    let person =
        request(server.address, "GET", "/no/such/page", "Accept: text/html,*/*;q=0.8\r\n", "").await.unwrap();
    assert_eq!(
        (person.status, person.text()),
        (404, index),
        "a person gets the page, which says what is wrong"
    );
    let program = get(server.address, "/no/such/page").await;
    assert!(program.status == 404 && program.text().contains("not_found"), "{}", program.text());
    server.stop().await;
}
