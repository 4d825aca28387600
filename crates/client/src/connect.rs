//! Connections, with and without TLS.
//!
//! TLS is rustls with ring, which builds in a few seconds; the other provider needs `CMake` and minutes. The trusted
//! certificates are the system's, not a list of our own: they stay current, and people who run a server at home with
//! their own certificate authority have added it to the system already.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{self, CertificateError, ClientConfig, RootCertStore};

use crate::error::TlsFault;
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
        let no = |fault| Error::Unsafe { host: server.host.clone(), fault };
        let name = ServerName::try_from(server.name().to_owned()).map_err(|_| no(TlsFault::BadName))?;
        match TlsConnector::from(self.tls().map_err(no)?).connect(name, stream).await {
            Ok(stream) => Ok(Box::new(stream)),
            Err(error) => Err(tls_fault(&error).map_or(Error::Unreachable, no)),
        }
    }

    fn tls(&self) -> Result<Arc<ClientConfig>, TlsFault> {
        if let Some(config) = self.tls.get() {
            return Ok(Arc::clone(config));
        }
        let mut roots = RootCertStore::empty();
        match &self.roots {
            Roots::System => roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs),
            Roots::Only(certificates) => roots.add_parsable_certificates(certificates.iter().cloned()),
        };
        if roots.is_empty() {
            return Err(TlsFault::NoRoots);
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Arc::clone(self.tls.get_or_init(|| Arc::new(config))))
    }
}

/// What is wrong, if it is TLS and not the network.
fn tls_fault(error: &io::Error) -> Option<TlsFault> {
    let error = error.get_ref()?.downcast_ref::<rustls::Error>()?;
    Some(match error {
        rustls::Error::InvalidCertificate(
            CertificateError::UnknownIssuer | CertificateError::BadSignature,
        ) => TlsFault::Untrusted,
        rustls::Error::InvalidCertificate(
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
        ) => TlsFault::OtherName,
        rustls::Error::InvalidCertificate(
            CertificateError::Expired | CertificateError::ExpiredContext { .. },
        ) => TlsFault::Expired,
        rustls::Error::InvalidMessage(_) => TlsFault::NotTls,
        other => TlsFault::Other(other.clone()),
    })
}
