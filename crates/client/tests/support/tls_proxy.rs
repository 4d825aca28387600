//! A proxy that does TLS in front of a server, as on the open internet, with a certificate that nobody vouches for.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// Starts one for a server, under these names: its port, and its certificate.
pub(crate) async fn start(server: SocketAddr, names: &[&str]) -> (u16, CertificateDer<'static>) {
    let names: Vec<String> = names.iter().map(ToString::to_string).collect();
    let made = rcgen::generate_simple_self_signed(names).unwrap();
    let certificate = made.cert.der().clone();
    let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.clone()], key)
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
    (port, certificate)
}
