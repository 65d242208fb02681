//! One request over the network.

use casegate::answers::Answer;
use casegate::requests::Method;
use std::borrow::Cow;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Sends requests. A transport follows no redirect and repeats nothing.
pub trait Transport: Send + Sync {
    /// Sends one request, and returns what came of it.
    fn send(&self, request: Request<'_>) -> Received;
}

/// A request as it is sent.
#[derive(Debug)]
#[non_exhaustive]
pub struct Request<'a> {
    /// The HTTP method.
    pub method: Method,
    /// The absolute address.
    pub url: &'a str,
    /// The header `Authorization`.
    pub authorization: &'a str,
    /// The body, and its type.
    pub body: Option<Body<'a>>,
    /// The time for the whole.
    pub limit: Duration,
}

/// What came of a request.
#[derive(Debug, Clone)]
pub struct Received {
    /// The status, if an answer arrived.
    pub status: Option<u16>,
    /// The body as text, if it could be read.
    pub body: Option<String>,
    /// The header `Content-Type`.
    pub content_type: Option<String>,
    /// The header `Retry-After`.
    pub retry_after: Option<String>,
    /// The header `Date`.
    pub date: Option<String>,
    /// `false` if no byte of the request has left.
    pub sent: bool,
    /// `false` if the connection ended within the answer.
    pub complete: bool,
}

/// Of a request that was sent, and has no answer.
impl Default for Received {
    fn default() -> Self {
        Received {
            status: None,
            body: None,
            content_type: None,
            retry_after: None,
            date: None,
            sent: true,
            complete: true,
        }
    }
}

impl Received {
    pub(crate) fn answer(&self) -> Answer<'_> {
        Answer {
            status: self.status,
            body: self.body.as_deref(),
            content_type: self.content_type.as_deref(),
            retry_after: self.retry_after.as_deref(),
            date: self.date.as_deref(),
            sent: self.sent,
            complete: self.complete,
            redirected: false,
        }
    }
}

/// Ends calls: an upload, the pauses between attempts, the wait for the login of another call, and the poller.
/// A request whose bytes have left is waited for, until it is silent for too long.
#[derive(Debug, Clone, Default)]
pub struct Cancel {
    is_set: Arc<AtomicBool>,
    outer: Option<Box<Cancel>>,
}

impl Cancel {
    /// Ends the calls that have this.
    pub fn cancel(&self) {
        self.is_set.store(true, Ordering::Relaxed);
    }

    /// Returns one that the other one sets as well.
    pub(crate) fn within(outer: Option<Cancel>) -> Cancel {
        Cancel { is_set: Arc::default(), outer: outer.map(Box::new) }
    }

    pub(crate) fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed) || self.outer.as_ref().is_some_and(|outer| outer.is_set())
    }
}

/// What is told of an upload: the bytes on their way, and all.
pub type Progress = Arc<dyn Fn(u64, u64) + Send + Sync>;

/// The bytes of a body, which are read as they are sent.
pub struct Body<'a> {
    /// The header `Content-Type`.
    pub content_type: String,
    pieces: Vec<Cow<'a, [u8]>>,
    at: (usize, usize),
    read: u64,
    pub(crate) cancel: Option<Cancel>,
    pub(crate) progress: Option<Progress>,
}

impl std::fmt::Debug for Body<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Body").field("content_type", &self.content_type).field("bytes", &self.size()).finish()
    }
}

impl<'a> Body<'a> {
    fn new(content_type: String, pieces: Vec<Cow<'a, [u8]>>) -> Body<'a> {
        Body { content_type, pieces, at: (0, 0), read: 0, cancel: None, progress: None }
    }

    pub(crate) fn json(value: &serde_json::Value) -> Body<'a> {
        Body::new("application/json".to_owned(), vec![Cow::Owned(value.to_string().into_bytes())])
    }

    /// A multipart form. Names are escaped as browsers do (WHATWG).
    pub(crate) fn form(parts: &[Part<'a>], boundary: &str) -> Body<'a> {
        let quoted = |name: &str| name.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A");
        let mut pieces = Vec::new();
        for Part { name, filename, value } in parts {
            let filename = filename
                .map(|name| format!("; filename=\"{}\"\r\nContent-Type: application/octet-stream", quoted(name)));
            let head = format!(
                "--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"{}\r\n\r\n",
                filename.unwrap_or_default()
            );
            pieces.extend([Cow::Owned(head.into_bytes()), Cow::Borrowed(*value), Cow::Borrowed(&b"\r\n"[..])]);
        }
        pieces.push(Cow::Owned(format!("--{boundary}--\r\n").into_bytes()));
        Body::new(format!("multipart/form-data; boundary={boundary}"), pieces)
    }

    /// The number of bytes.
    pub fn size(&self) -> u64 {
        self.pieces.iter().map(|piece| piece.len() as u64).sum()
    }
}

impl Read for Body<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.cancel.as_ref().is_some_and(Cancel::is_set) {
            return Err(io::Error::other("canceled"));
        }
        let out_len = out.len().min(1 << 16);
        let out = out.get_mut(..out_len).unwrap_or_default();
        while let Some(piece) = self.pieces.get(self.at.0) {
            let mut left = piece.get(self.at.1..).unwrap_or_default();
            let count = left.read(out)?;
            if count > 0 || out.is_empty() {
                self.at.1 += count;
                self.read += count as u64;
                if let Some(progress) = &self.progress {
                    progress(self.read, self.size());
                }
                return Ok(count);
            }
            self.at = (self.at.0 + 1, 0);
        }
        Ok(0)
    }
}

/// A part of a form.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part<'a> {
    pub(crate) name: &'a str,
    pub(crate) filename: Option<&'a str>,
    pub(crate) value: &'a [u8],
}

#[cfg(feature = "ureq")]
mod by_ureq {
    use super::{Received, Request, Transport};
    use std::io::ErrorKind;
    use std::time::Duration;
    use ureq::http::{Response, header};
    use ureq::{Agent, Error, SendBody, Timeout};

    /// Requests by the crate ureq.
    #[derive(Debug, Clone)]
    pub struct Ureq(Agent);

    impl Ureq {
        /// Gives a request up after this much time without a byte, in either direction.
        pub fn new(silence: Duration) -> Ureq {
            let config = Agent::config_builder().http_status_as_error(false).max_redirects(0);
            let config = config.max_redirects_will_error(false).timeout_connect(Some(Duration::from_secs(10)));
            Ureq(config.timeout_per_read(Some(silence)).timeout_per_write(Some(silence)).build().into())
        }
    }

    impl Transport for Ureq {
        fn send(&self, request: Request<'_>) -> Received {
            let head = ureq::http::Request::builder().method(request.method.name()).uri(request.url);
            let mut head = head.header(header::AUTHORIZATION, request.authorization);
            let answered = match request.body {
                None => head.body(()).map(|request_| self.run(request_, request.limit)),
                Some(mut body) => {
                    head = head
                        .header(header::CONTENT_TYPE, &body.content_type)
                        .header(header::CONTENT_LENGTH, body.size());
                    head.body(SendBody::from_reader(&mut body)).map(|request_| self.run(request_, request.limit))
                }
            };
            // An invalid address or token never left.
            let mut response = match answered {
                Ok(Ok(response)) => response,
                Ok(Err(error)) => return Received { sent: !is_unreached(&error), ..Received::default() },
                Err(_) => return Received { sent: false, ..Received::default() },
            };
            let header = |name| response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
            let [content_type, retry_after, date] =
                [header::CONTENT_TYPE, header::RETRY_AFTER, header::DATE].map(header);
            let status = Some(response.status().as_u16());
            let body = response.body_mut().with_config().limit(1 << 28).read_to_string().ok();
            Received { status, complete: body.is_some(), body, content_type, retry_after, date, sent: true }
        }
    }

    impl Ureq {
        fn run<B: ureq::AsSendBody>(
            &self,
            request: ureq::http::Request<B>,
            limit: Duration,
        ) -> Result<Response<ureq::Body>, Error> {
            self.0.run(self.0.configure_request(request).timeout_global(Some(limit)).build())
        }
    }

    fn is_unreached(error: &Error) -> bool {
        match error {
            Error::Io(error) => error.kind() == ErrorKind::ConnectionRefused,
            Error::Timeout(phase) => matches!(phase, Timeout::Resolve | Timeout::Connect),
            Error::HostNotFound | Error::ConnectionFailed | Error::Tls(_) | Error::BadUri(_) => true,
            _ => false,
        }
    }
}

#[cfg(feature = "ureq")]
pub use by_ureq::Ureq;
