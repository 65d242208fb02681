//! Accepts connections until the server stops: a limited number, some more for `/healthz` alone,
//! each with a limit on the time that its caller may take.

use crate::patience::{PatientStream, with_body};
use crate::reset::Reset;
use axum::Router;
use axum::middleware::from_fn_with_state;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::io::{self, ErrorKind};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The number of spare connections beyond the limit. They are answered at once and closed.
const SPARE: usize = 64;

/// The longest time for the head of a request, and between two requests of a connection.
pub const HEAD: Duration = Duration::from_secs(10);

/// The same for a spare connection, which others may need.
const SPARE_WAIT: Duration = Duration::from_secs(2);

/// The longest time for requests in progress after a stop signal.
pub const END: Duration = Duration::from_secs(10);

/// The pause after a connection could not be accepted, for example without free file descriptors.
const PAUSE: Duration = Duration::from_millis(200);

/// The default number of open connections.
pub const MOST: u32 = 512;

/// The parameters of serving connections.
pub struct Service {
    router: Router,
    busy: Router,
    most: usize,
    longest_wait: Duration,
}

impl Service {
    /// Serves `most` connections with `router`, and spare ones with `busy`. `longest_wait` is the
    /// longest time without progress of a body or an answer.
    pub fn new(router: Router, busy: Router, most: u32, longest_wait: Duration) -> Service {
        let router = router.layer(from_fn_with_state(longest_wait, with_body));
        let most = usize::try_from(most).unwrap_or(usize::MAX).min(Semaphore::MAX_PERMITS);
        Service { router, busy, most, longest_wait }
    }
}

/// Serves until `stop` is done. Then requests in progress are finished, and no further ones
/// accepted.
pub async fn serve(listener: TcpListener, service: Service, stop: impl Future<Output = ()>) {
    let places = Places { usual: Arc::new(Semaphore::new(service.most)), spare: Arc::new(Semaphore::new(SPARE)) };
    let stopping = GracefulShutdown::new();
    let mut stop = pin!(stop);
    loop {
        let (place, stream) = tokio::select! {
            () = &mut stop => break,
            taken = places.take(&listener) => match taken {
                Ok(taken) => taken,
                Err(error) => {
                    // If the caller disconnected first, the next one need not wait.
                    if !matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset) {
                        tracing::error!(kind = ?error.kind(), "no connection could be taken");
                        tokio::time::sleep(PAUSE).await;
                    }
                    continue;
                }
            },
        };
        // Answers are small and written at once, so delaying packets gains nothing.
        let _ = stream.set_nodelay(true);
        let (router, head, longest_wait) = match place {
            Place::Usual(_) => (&service.router, HEAD, service.longest_wait),
            Place::Spare(_) => (&service.busy, SPARE_WAIT, SPARE_WAIT),
        };
        let reset = Reset::default();
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(head)
            .keep_alive(matches!(place, Place::Usual(_)))
            .serve_connection(
                TokioIo::new(PatientStream::new(stream, longest_wait, reset.clone())),
                WithReset { router: TowerToHyperService::new(router.clone()), reset },
            );
        let connection = stopping.watch(connection);
        tokio::spawn(async move {
            // Errors of a connection concern its caller; each request has its own line in the log.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    if tokio::time::timeout(END, stopping.shutdown()).await.is_err() {
        tracing::error!("stopped before every request was answered");
    }
}

/// Adds the handle of the connection to each request.
struct WithReset {
    router: TowerToHyperService<Router>,
    reset: Reset,
}

impl hyper::service::Service<Request<Incoming>> for WithReset {
    type Response = <TowerToHyperService<Router> as hyper::service::Service<Request<Incoming>>>::Response;
    type Error = <TowerToHyperService<Router> as hyper::service::Service<Request<Incoming>>>::Error;
    type Future = <TowerToHyperService<Router> as hyper::service::Service<Request<Incoming>>>::Future;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        request.extensions_mut().insert(self.reset.clone());
        self.router.call(request)
    }
}

struct Places {
    usual: Arc<Semaphore>,
    spare: Arc<Semaphore>,
}

/// Held while a connection is open.
enum Place {
    Usual(#[expect(dead_code, reason = "is given back when it is dropped")] Option<OwnedSemaphorePermit>),
    Spare(#[expect(dead_code, reason = "is given back when it is dropped")] Option<OwnedSemaphorePermit>),
}

impl Places {
    /// Accepts the next connection when there is room.
    async fn take(&self, listener: &TcpListener) -> io::Result<(Place, TcpStream)> {
        let place = tokio::select! {
            biased;
            place = Arc::clone(&self.usual).acquire_owned() => Place::Usual(place.ok()),
            place = Arc::clone(&self.spare).acquire_owned() => Place::Spare(place.ok()),
        };
        let (stream, _) = listener.accept().await?;
        // Another connection may have ended meanwhile.
        match (place, Arc::clone(&self.usual).try_acquire_owned()) {
            (Place::Spare(_), Ok(usual)) => Ok((Place::Usual(Some(usual)), stream)),
            (place, _) => Ok((place, stream)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::telemetry;
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
            crate::process::observed(Router::new().route("/broken", get(broken)).route("/", get(|| async { "well" })));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let service = Service::new(router.clone(), router, 8, HEAD);
        let serving = tokio::spawn(serve(listener, service, async { stopped.await.unwrap_or_default() }));
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
        let router = Router::new().route("/", get(slow)).layer(axum::middleware::from_fn(telemetry::around));
        let service = Service::new(router.clone(), router, 8, HEAD);
        let serving = tokio::spawn(serve(listener, service, stop));
        let mut resting = TcpStream::connect(address).await.unwrap();
        let answer = ask(&mut TcpStream::connect(address).await.unwrap(), "/").await;
        assert!(answer.ends_with("late"), "{answer}");
        serving.await.unwrap();
        assert_eq!(resting.read(&mut [0; 1]).await.unwrap(), 0, "a connection without a request is closed");
    }
}
