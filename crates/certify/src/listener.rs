//! A small HTTP server on loopback. Its handler may close a connection instead of answering.

use http_body_util::{BodyExt, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::http::request::Parts;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;

/// A request that is not answered: the connection is closed.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("the connection is closed without an answer")]
pub(crate) struct Unanswered;

/// The body of an answer, which may end before its length.
pub(crate) type AnswerBody = http_body_util::combinators::BoxBody<Bytes, Unanswered>;
pub(crate) type Answer = Result<Response<AnswerBody>, Unanswered>;

/// The longest body that is read: that of a create with all files that a backend may try.
const MOST_BYTES: usize = 512 << 20;

/// Answers the requests to an address, on the runtime of the caller.
pub(crate) async fn listen<Handle, Answering>(address: SocketAddr, handle: Handle) -> io::Result<SocketAddr>
where
    Handle: Fn(Parts, Bytes) -> Answering + Send + Sync + 'static,
    Answering: Future<Output = Answer> + Send + 'static,
{
    let listener = TcpListener::bind(address).await?;
    let address = listener.local_addr()?;
    let handle = Arc::new(handle);
    tokio::spawn(async move {
        loop {
            let Ok((stream, _)) = listener.accept().await else { continue };
            let handle = Arc::clone(&handle);
            let service = service_fn(move |request: Request<Incoming>| {
                let handle = Arc::clone(&handle);
                async move {
                    let (head, body) = request.into_parts();
                    let body = Limited::new(body, MOST_BYTES).collect().await.map_err(|_| Unanswered)?;
                    handle(head, body.to_bytes()).await
                }
            });
            let connection = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service);
            tokio::spawn(async move {
                // A closed connection is no failure.
                let _ = connection.await;
            });
        }
    });
    Ok(address)
}
