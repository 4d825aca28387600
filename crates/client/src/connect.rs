//! Connections, with and without TLS.
//!
//! TLS is rustls with ring, which builds in a few seconds where the other provider wants `CMake` and minutes. Trusted
//! is what the system trusts, not a list of our own: that keeps up with the times, and whoever runs a server at home
//! with a certificate authority of their own has told the system already.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{self, CertificateError, ClientConfig, RootCertStore};

use crate::{Client, Error, Server};

/// Whose certificates are trusted.
#[derive(Clone, Debug, Default)]
pub enum Roots {
    /// Those that the system trusts; `SSL_CERT_FILE` can name others.
    #[default]
    System,
    /// These and no others.
    Only(Vec<CertificateDer<'static>>),
}

/// A connection, with or without TLS.
pub(crate) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// Nobody waits longer for a connection.
const LONGEST: Duration = Duration::from_secs(10);

impl Client {
    pub(crate) async fn connect(&self, server: &Server) -> Result<Box<dyn Stream>, Error> {
        tokio::time::timeout(LONGEST, self.connect_patiently(server)).await.map_err(|_| Error::Unreachable)?
    }

    async fn connect_patiently(&self, server: &Server) -> Result<Box<dyn Stream>, Error> {
        let stream =
            TcpStream::connect((server.name(), server.port)).await.map_err(|_| Error::Unreachable)?;
        // A move is a small message that should not wait for more.
        stream.set_nodelay(true).map_err(|_| Error::Unreachable)?;
        if !server.secure {
            return Ok(Box::new(stream));
        }
        let no = |why: String| Error::Unsafe { host: server.host.clone(), why };
        let name = ServerName::try_from(server.name().to_owned()).map_err(|error| no(error.to_string()))?;
        match TlsConnector::from(self.tls().map_err(no)?).connect(name, stream).await {
            Ok(stream) => Ok(Box::new(stream)),
            Err(error) => Err(tls_error(&error).map_or(Error::Unreachable, no)),
        }
    }

    fn tls(&self) -> Result<Arc<ClientConfig>, String> {
        if let Some(config) = self.tls.get() {
            return Ok(Arc::clone(config));
        }
        let mut roots = RootCertStore::empty();
        match &self.roots {
            Roots::System => roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs),
            Roots::Only(certificates) => roots.add_parsable_certificates(certificates.iter().cloned()),
        };
        if roots.is_empty() {
            return Err("no certificates are installed that could vouch for it".to_owned());
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Arc::clone(self.tls.get_or_init(|| Arc::new(config))))
    }
}

/// What is wrong, if it is TLS and not the network.
fn tls_error(error: &io::Error) -> Option<String> {
    let error = error.get_ref()?.downcast_ref::<rustls::Error>()?;
    let why = match error {
        rustls::Error::InvalidCertificate(fault) => match fault {
            CertificateError::UnknownIssuer | CertificateError::BadSignature => {
                "nobody that this computer trusts vouches for its certificate"
            }
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
                "its certificate is for another name"
            }
            CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
                "its certificate has expired"
            }
            _ => return Some(error.to_string()),
        },
        rustls::Error::InvalidMessage(_) => "it does not speak https on this port",
        _ => return Some(error.to_string()),
    };
    Some(why.to_owned())
}
