//! TLS built in: a certificate and its key, checked at the start and reloaded on SIGHUP.

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;
use tokio_rustls::rustls::{Error, InconsistentKeys, ServerConfig};
use tokio_rustls::server::TlsStream;

use crate::wire::Problem;

/// A client that has not completed the handshake within this time is dropped.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most TLS handshakes at the same time.
const AT_ONCE: usize = 256;

/// The files of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate in PEM, followed by its chain.
    pub certificate: PathBuf,
    /// Its private key in PEM.
    pub key: PathBuf,
}

impl TlsFiles {
    /// Reads both and checks that they belong together.
    fn read(&self) -> Result<CertifiedKey, Problem> {
        let (certificate, key) = (self.certificate.display(), self.key.display());
        let chain: Result<Vec<_>, _> =
            CertificateDer::pem_file_iter(&self.certificate).and_then(|found| found.collect());
        let chain = chain.map_err(|wrong| unread("certificate", &self.certificate, &wrong))?;
        if chain.is_empty() {
            return Err(Problem::stopped(format!("{certificate} holds no certificate: it must be a PEM file")));
        }
        let private = PrivateKeyDer::from_pem_file(&self.key).map_err(|wrong| unread("key", &self.key, &wrong))?;
        CertifiedKey::from_der(chain, private, &ring::default_provider()).map_err(|wrong| match wrong {
            Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => {
                Problem::stopped(format!("the key {key} does not belong to the certificate {certificate}"))
            }
            other => {
                Problem::stopped(format!("the certificate {certificate} and the key {key} cannot be used: {other}"))
            }
        })
    }
}

fn unread(what: &str, path: &Path, wrong: &pem::Error) -> Problem {
    let path = path.display();
    Problem::stopped(match wrong {
        pem::Error::Io(error) => format!("the {what} {path} cannot be read: {error}"),
        pem::Error::NoItemsFound => format!("{path} holds no {what}: it must be a PEM file"),
        other => format!("the {what} {path} is damaged: {other}"),
    })
}

/// The certificate in use.
pub struct Certificate {
    files: TlsFiles,
    now: RwLock<Arc<CertifiedKey>>,
}

impl fmt::Debug for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Certificate({})", self.files.certificate.display())
    }
}

impl ResolvesServerCert for Certificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.now.read().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

impl Certificate {
    /// Reads the certificate and its key.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn open(files: &TlsFiles) -> Result<Arc<Certificate>, Problem> {
        let now = RwLock::new(Arc::new(files.read()?));
        Ok(Arc::new(Certificate { files: files.clone(), now }))
    }

    /// Reads the files again; with a fault in them the old certificate stays in use.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn reload(&self) -> Result<(), Problem> {
        let fresh = Arc::new(self.files.read()?);
        *self.now.write().unwrap_or_else(PoisonError::into_inner) = fresh;
        Ok(())
    }

    /// Reads the files again at every SIGHUP, for as long as the process lives.
    pub async fn follow_hang_ups(self: Arc<Certificate>) {
        let Ok(mut hang_up) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::hangup()) else { return };
        while hang_up.recv().await.is_some() {
            match self.reload() {
                Ok(()) => tracing::info!("the certificate was read again"),
                Err(problem) => tracing::error!(why = problem.refused, "the old certificate stays in use"),
            }
        }
    }

    fn acceptor(self: Arc<Certificate>) -> Result<TlsAcceptor, Problem> {
        let provider = Arc::new(ring::default_provider());
        let builder = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let builder = builder.map_err(|error| Problem::stopped(format!("TLS cannot be set up: {error}")))?;
        let mut config = builder.with_no_client_auth().with_cert_resolver(self);
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(TlsAcceptor::from(Arc::new(config)))
    }
}

/// A port behind TLS. Handshakes run in parallel: a slow client keeps nobody waiting.
pub struct TlsListener {
    ready: mpsc::Receiver<(TlsStream<TcpStream>, SocketAddr)>,
    address: SocketAddr,
    task: JoinHandle<()>,
}

impl TlsListener {
    /// Adds TLS to a port.
    ///
    /// # Errors
    /// When it cannot be set up.
    pub fn new(tcp: TcpListener, certificate: Arc<Certificate>) -> Result<TlsListener, Problem> {
        let address = tcp.local_addr().map_err(|error| Problem::stopped(error.to_string()))?;
        let acceptor = certificate.acceptor()?;
        let (done, ready) = mpsc::channel(AT_ONCE);
        let task = tokio::spawn(async move {
            let mut tcp = tcp;
            let at_once = Arc::new(Semaphore::new(AT_ONCE));
            while let Ok(turn) = at_once.clone().acquire_owned().await {
                let (stream, from) = Listener::accept(&mut tcp).await;
                let (acceptor, done) = (acceptor.clone(), done.clone());
                tokio::spawn(async move {
                    if let Ok(Ok(stream)) = tokio::time::timeout(PATIENCE, acceptor.accept(stream)).await {
                        let _ = done.send((stream, from)).await;
                    }
                    drop(turn);
                });
            }
        });
        Ok(TlsListener { ready, address, task })
    }
}

impl Drop for TlsListener {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Listener for TlsListener {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (TlsStream<TcpStream>, SocketAddr) {
        match self.ready.recv().await {
            Some(client) => client,
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> std::io::Result<SocketAddr> {
        Ok(self.address)
    }
}

/// The address that a request comes from, with TLS or without.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

impl Connected<IncomingStream<'_, TcpListener>> for Peer {
    fn connect_info(stream: IncomingStream<'_, TcpListener>) -> Peer {
        Peer(*stream.remote_addr())
    }
}

impl Connected<IncomingStream<'_, TlsListener>> for Peer {
    fn connect_info(stream: IncomingStream<'_, TlsListener>) -> Peer {
        Peer(*stream.remote_addr())
    }
}
