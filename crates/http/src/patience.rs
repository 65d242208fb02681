//! Limits on the time that a caller may take: to send a body, and to read an answer.

use crate::reset::Reset;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// The bytes that a caller must send or read in each second, after the first wait.
const BYTES_A_SECOND: u64 = 1024;

/// A limit on waiting: `longest` without progress, and `longest` in total plus a second for every
/// [`BYTES_A_SECOND`] of progress. Time in which the caller is not waited for does not count.
struct Patience {
    longest: Duration,
    moved: u64,
    waited: Duration,
    waits: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl Patience {
    fn new(longest: Duration) -> Patience {
        Patience { longest, moved: 0, waited: Duration::ZERO, waits: None }
    }

    /// Records progress.
    fn moved(&mut self, bytes: usize) {
        if let Some((since, _)) = self.waits.take() {
            self.waited += since.elapsed();
        }
        self.moved += bytes as u64;
    }

    /// Polled while there is no progress; ready when the limit is reached.
    fn poll_end(&mut self, cx: &mut Context<'_>) -> Poll<io::Error> {
        let all = self.longest + Duration::from_secs(self.moved / BYTES_A_SECOND);
        let left = self.longest.min(all.saturating_sub(self.waited));
        let (_, end) = self.waits.get_or_insert_with(|| (Instant::now(), Box::pin(sleep(left))));
        ready!(end.as_mut().poll(cx));
        Poll::Ready(ErrorKind::TimedOut.into())
    }
}

/// Middleware that applies the limit to a request's body. Beyond it, the body ends with an error.
pub(crate) async fn with_body(State(longest): State<Duration>, request: Request, next: Next) -> Response {
    next.run(request.map(|body| Body::new(PatientBody { body, patience: Patience::new(longest) }))).await
}

struct PatientBody {
    body: Body,
    patience: Patience,
}

impl HttpBody for PatientBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<hyper::body::Frame<Bytes>, axum::Error>>> {
        let this = &mut *self;
        match Pin::new(&mut this.body).poll_frame(cx) {
            Poll::Ready(frame) => {
                let data = frame.as_ref().and_then(|frame| frame.as_ref().ok()?.data_ref());
                this.patience.moved(data.map_or(0, Bytes::len));
                Poll::Ready(frame)
            }
            Poll::Pending => this.patience.poll_end(cx).map(|error| Some(Err(axum::Error::new(error)))),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> hyper::body::SizeHint {
        self.body.size_hint()
    }
}

/// A connection with the limit on reading. Beyond it, the connection ends with an error.
pub(crate) struct PatientStream {
    stream: TcpStream,
    patience: Patience,
    reset: Reset,
}

impl PatientStream {
    pub(crate) fn new(stream: TcpStream, longest: Duration, reset: Reset) -> PatientStream {
        PatientStream { stream, patience: Patience::new(longest), reset }
    }

    /// Fails after a request asked for a reset of the connection.
    fn check(&self) -> io::Result<()> {
        if !self.reset.is_requested() {
            return Ok(());
        }
        // Closing sends a reset instead of the end of the stream.
        self.stream.set_zero_linger()?;
        Err(ErrorKind::ConnectionReset.into())
    }

    fn bounded(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(written) => {
                self.patience.moved(*written.as_ref().unwrap_or(&0));
                Poll::Ready(written)
            }
            Poll::Pending => self.patience.poll_end(cx).map(Err),
        }
    }
}

impl AsyncRead for PatientStream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for PatientStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.check()?;
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.bounded(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.check()?;
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.bounded(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
