//! The page's files as a browser gets them.

use outflank_server::store::MemoryStore;

use serde_json::json;

use crate::client::{get, make, request};
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
    let [style, script] = first[..] else { panic!("one style and one script: {first:?}") };
    assert!(style.ends_with("/style.css") && script.ends_with("/first.js"), "{first:?}");
    for path in first.into_iter().chain(["/"]) {
        let packed = request(server.address, "GET", path, "Accept-Encoding: gzip, br\r\n", "").await.unwrap();
        assert_eq!(packed.status, 200, "{path}");
        assert!(packed.head.contains("content-encoding: gzip"), "{path}: {}", packed.head);
        bytes += packed.body.len();
        let lasting = packed.head.contains("cache-control: public, max-age=31536000, immutable");
        assert_eq!(lasting, path.starts_with("/assets/"), "{path}: {}", packed.head);
        let etag = packed.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
        let again = format!("If-None-Match: {etag}\r\n");
        let known = request(server.address, "GET", path, &again, "").await.unwrap();
        assert_eq!((known.status, known.body.len()), (304, 0), "{path}");
    }
    assert!(bytes < MOST_BYTES, "a first visit loads {bytes} bytes");
    assert!(index.starts_with("<!doctype html>") || index.starts_with("<!DOCTYPE html>"), "{index:.60}");
    // A page that begins with another view asks for its scripts at once.
    let study = get(server.address, "/study").await.text();
    let more = named(&study);
    assert!(more.len() > 2 && more.iter().any(|path| path.ends_with("/views/study.js")), "{more:?}");
    for path in more {
        assert_eq!(get(server.address, path).await.status, 200, "{path}");
    }
    let unknown = get(server.address, "/g/c0ffeec0ffee").await;
    assert_eq!((unknown.status, unknown.text()), (404, index.clone()), "a game that is not there");
    // A page of another version still finds its files, but does not keep them.
    let other = get(server.address, "/assets/0123456789abcdef/main.js").await;
    assert!(other.status == 200 && other.head.contains("cache-control: no-cache"), "{}", other.head);
    for path in ["/favicon.ico", "/robots.txt", "/icon.svg"] {
        assert_eq!(get(server.address, path).await.status, 200, "{path}");
    }
    for path in ["/package.json", "/tsconfig.json", "/types/protocol.d.ts"] {
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

#[tokio::test]
async fn a_link_to_a_game_is_shown_with_its_players_and_its_position() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let new_game = json!({"black": {"player": "human", "name": "<b>\"Anna\""}, "white": {"player": "human", "name": "Ben"}});
    let made = make(server.address, &new_game).await;
    let page = get(server.address, &format!("/g/{}", made["game"].as_str().unwrap())).await;
    assert_eq!(page.status, 200);
    assert!(page.head.contains("x-robots-tag: noindex"), "{}", page.head);
    let text = page.text();
    assert!(text.contains("og:title\" content=\"&lt;b&gt;&quot;Anna&quot; – Ben"), "{text:.1200}");
    assert!(!text.contains("<b>\"Anna"), "names are not HTML");
    let picture = text.split("og:image\" content=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let path = picture.strip_prefix(&format!("http://{}", server.address)).unwrap().replace("&amp;", "&");
    let picture = get(server.address, &path).await;
    assert!(picture.body.starts_with(b"\x89PNG"), "{path}: {}", picture.text());
    server.stop().await;
}

#[tokio::test]
async fn a_link_to_the_site_is_shown_with_a_picture() {
    let server = TestServer::start(config(), MemoryStore::default()).await;
    let text = get(server.address, "/").await.text();
    for (what, begins) in [
        ("og:title", "Outflank: play Othello"),
        ("og:description", "Play Othello at once"),
        ("og:type", "website"),
        ("og:site_name", "Outflank"),
    ] {
        assert!(text.contains(&format!("{what}\" content=\"{begins}")), "{what}: {text:.1500}");
    }
    let picture = text.split("og:image\" content=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let path = picture.strip_prefix(&format!("http://{}", server.address)).unwrap().replace("&amp;", "&");
    assert!(get(server.address, &path).await.body.starts_with(b"\x89PNG"), "{path}");
    server.stop().await;
}
