//! Taking connections: so many at once, each with a bound on how slowly a request's head may come, until it is to stop.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::io::ErrorKind;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// How many connections are open at once; further ones wait to be taken.
const MOST: usize = 1024;

/// How long the head of a request may take, and how long a connection may rest between two requests.
const HEAD: Duration = Duration::from_secs(10);

/// How long what was begun may take to end once it is to stop.
pub(crate) const END: Duration = Duration::from_secs(10);

/// The pause after a connection could not be taken, as where the system has no more files.
const PAUSE: Duration = Duration::from_millis(200);

/// Serves until `stop` is done; then what was begun is finished, and nothing more is taken.
pub(crate) async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let places = Arc::new(Semaphore::new(MOST));
    let stopping = GracefulShutdown::new();
    let mut stop = pin!(stop);
    loop {
        let taken = async {
            let place = Arc::clone(&places).acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, stream) = tokio::select! {
            () = &mut stop => break,
            (place, accepted) = taken => match accepted {
                Ok((stream, _)) => (place, stream),
                Err(error) => {
                    // Where the caller was faster than we, the next one does not wait for it.
                    if !matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset) {
                        tracing::error!(kind = ?error.kind(), "no connection could be taken");
                        tokio::time::sleep(PAUSE).await;
                    }
                    continue;
                }
            },
        };
        // Answers are small and written at once; nothing is gained by waiting for more.
        let _ = stream.set_nodelay(true);
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router.clone()));
        let connection = stopping.watch(connection);
        tokio::spawn(async move {
            // Its end, good or bad, is the caller's; what was asked has its own line in the log.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    if tokio::time::timeout(END, stopping.shutdown()).await.is_err() {
        tracing::error!("stopped before every request was answered");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe;
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;
    use tokio::sync::{mpsc, oneshot};

    async fn ask(stream: &mut TcpStream, path: &str) -> String {
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: casegate\r\nx-request-id: mine\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    }

    #[tokio::test]
    async fn a_panic_ends_its_own_request_only() {
        let broken = || async { Vec::<&str>::new().pop().expect("Jane Doe") };
        let router =
            crate::serve::observed(Router::new().route("/broken", get(broken)).route("/", get(|| async { "well" })));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = tokio::spawn(serve(listener, router, async { stopped.await.unwrap_or_default() }));
        let answer = ask(&mut TcpStream::connect(address).await.unwrap(), "/broken").await;
        assert!(answer.starts_with("HTTP/1.1 500 ") && answer.contains(r#""code":"internal_error""#), "{answer}");
        assert!(answer.contains("x-request-id: mine\r\n") && !answer.contains("Jane"), "{answer}");
        assert!(ask(&mut TcpStream::connect(address).await.unwrap(), "/").await.ends_with("well"));
        stop.send(()).unwrap();
        serving.await.unwrap();
        assert!(TcpStream::connect(address).await.is_err());
    }

    #[tokio::test]
    async fn what_was_begun_is_finished() {
        let (tell, mut begun) = mpsc::channel::<()>(1);
        let slow = || async move {
            tell.send(()).await.unwrap();
            tokio::time::sleep(Duration::from_millis(300)).await;
            "late"
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let stop = async move { begun.recv().await.unwrap_or_default() };
        let router = Router::new().route("/", get(slow)).layer(axum::middleware::from_fn(observe::around));
        let serving = tokio::spawn(serve(listener, router, stop));
        let mut resting = TcpStream::connect(address).await.unwrap();
        let answer = ask(&mut TcpStream::connect(address).await.unwrap(), "/").await;
        assert!(answer.ends_with("late"), "{answer}");
        serving.await.unwrap();
        assert_eq!(resting.read(&mut [0; 1]).await.unwrap(), 0, "a connection without a request is closed");
    }
}
