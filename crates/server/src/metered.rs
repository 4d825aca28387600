//! A connection whose bytes are counted once it has become a WebSocket.
//!
//! Messages are counted when they are complete; a client that sends one in endless small or empty pieces is only
//! seen here.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::limits::Bucket;

/// A stream with a [`Meter`].
pub(crate) struct Metered<S> {
    stream: S,
    meter: Arc<Meter>,
}

/// Counts the bytes that come in, once a limit is set.
#[derive(Default)]
pub(crate) struct Meter(Mutex<Option<Bucket>>);

impl Meter {
    /// From now on, at most this many bytes may come in within a time.
    pub(crate) fn limit(&self, bytes: u32, window: Duration) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(Bucket::new(bytes, window, Instant::now()));
    }

    fn allows(&self, bytes: usize) -> bool {
        match &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            None => true,
            Some(bucket) => bucket.take_many(bytes.try_into().unwrap_or(u32::MAX), Instant::now()),
        }
    }
}

impl<S> Metered<S> {
    pub(crate) fn new(stream: S, meter: Arc<Meter>) -> Metered<S> {
        Metered { stream, meter }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Metered<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        let read = buffer.filled().len() - before;
        if self.meter.allows(read) {
            Poll::Ready(Ok(()))
        } else {
            Poll::Ready(Err(io::Error::other("the client sends too much")))
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Metered<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
