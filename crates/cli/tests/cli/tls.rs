//! `join` with an https link: through a proxy that does TLS, as on the open internet.

use std::process::Command;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::json;
use tokio_rustls::rustls::pki_types::CertificateDer;

use crate::served::Server;
use crate::support::{Folder, OUTFLANK, Run};
use crate::tls_proxy;

/// A certificate as a file.
fn pem(certificate: &CertificateDer) -> String {
    let text = BASE64_STANDARD.encode(certificate);
    format!("-----BEGIN CERTIFICATE-----\n{text}\n-----END CERTIFICATE-----\n")
}

#[test]
fn a_game_is_joined_through_https_and_an_unknown_certificate_is_not_trusted() {
    let folder = Folder::new("tls");
    let server = Server::start(&folder);
    let [anna, ..] = server.game(&json!({"black": {"player": "human", "name": "Anna"}}));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let address = server.address().parse().unwrap();
    let (port, certificate) = runtime.block_on(tls_proxy::start(address, &["localhost"]));
    folder.write("certificate.pem", pem(&certificate));
    let link = anna.replace(&format!("http://{}", server.address()), &format!("https://localhost:{port}"));
    let join = |certificates: &str, input: &[u8]| -> Run {
        let mut command = Command::new(OUTFLANK);
        command.args(["join", &link]).env("SSL_CERT_FILE", folder.path(certificates));
        folder.run(command, input)
    };

    let run = join("certificate.pem", b"f5\nquit\n");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.text().contains("Anna (Black) plays f5"), "{}", run.text());
    let back = format!("The link back to your seat, for you alone: {link}");
    assert!(run.text().contains(&back), "{}", run.text());

    let (_, other) = runtime.block_on(tls_proxy::start(address, &["localhost"]));
    folder.write("other.pem", pem(&other));
    let run = join("other.pem", b"");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("nobody that this computer trusts vouches for its certificate"), "{}", run.err);
}
