//! `join` with an https link: through a proxy that does TLS, as on the open internet.

use std::net::SocketAddr;
use std::process::Command;
use std::sync::Arc;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::{self, pki_types::PrivateKeyDer};

use crate::served::Server;
use crate::support::{Folder, OUTFLANK, Run};

/// A certificate as a file.
fn pem(certificate: &rcgen::Certificate) -> String {
    let text = BASE64_STANDARD.encode(certificate.der());
    format!("-----BEGIN CERTIFICATE-----\n{text}\n-----END CERTIFICATE-----\n")
}

/// A proxy on a port of its own, with a certificate that nobody but itself vouches for; that certificate as a file.
async fn proxy(server: SocketAddr) -> (u16, String) {
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((outside, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                let mut outside = acceptor.accept(outside).await.ok()?;
                let mut inside = TcpStream::connect(server).await.ok()?;
                tokio::io::copy_bidirectional(&mut outside, &mut inside).await.ok()
            });
        }
    });
    (port, pem(&made.cert))
}

#[test]
fn a_game_is_joined_through_https_and_an_unknown_certificate_is_not_trusted() {
    let folder = Folder::new("tls");
    let server = Server::start(&folder);
    let [anna, ..] = server.game(&json!({"black": {"player": "human", "name": "Anna"}}));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (port, certificate) = runtime.block_on(proxy(server.address().parse().unwrap()));
    folder.write("certificate.pem", certificate);
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

    let other = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    folder.write("other.pem", pem(&other.cert));
    let run = join("other.pem", b"");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("nobody that this computer trusts vouches for its certificate"), "{}", run.err);
}
