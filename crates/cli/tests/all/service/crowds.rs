//! Many callers that hang: other callers are answered, and the slots of hanging connections are
//! freed.

use crate::service::support::{Service, wait};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Few connections, and short timeouts.
const SMALL: &str = r#"{ "connections": 40, "body_idle_seconds": 4 }"#;

fn connect(service: &Service) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", service.port())).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a stream");
    stream
}

/// Opens this many connections, each of which sends the same request.
fn crowd(service: &Service, size: usize, request: &[u8]) -> Vec<TcpStream> {
    let send = |_| {
        let mut stream = connect(service);
        stream.write_all(request).expect("it is sent");
        stream
    };
    (0..size).map(send).collect()
}

/// Checks that `/healthz` answers throughout, and quickly.
#[track_caller]
fn stays_well(service: &Service) {
    for _ in 0..10 {
        let asked = Instant::now();
        assert_eq!(service.get("", "/healthz").status, 200);
        assert!(asked.elapsed() < Duration::from_secs(3), "{:?}", asked.elapsed());
    }
}

#[test]
fn bodies_that_never_come_leave_health_alone_and_end() {
    let service = Service::start(SMALL);
    let request = b"POST /casegate/check_case HTTP/1.1\r\nHost: casegate\r\nContent-Length: 100\r\n\r\n{";
    let mut hanging = crowd(&service, 40, request);
    stays_well(&service);
    let busy = service.try_send("GET", "", "/openapi.json", "", b"").expect("an answer");
    assert_eq!((busy.status, busy.header("retry-after")), (503, Some("1")));
    assert_eq!(busy.json()["code"], "busy");
    wait(|| service.get("", "/openapi.json").status == 200, "place");
    for stream in &mut hanging {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an end");
        assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    }
}

#[test]
fn a_body_that_trickles_ends_on_every_path() {
    let service = Service::start(r#"{ "body_idle_seconds": 2 }"#);
    let (user, operator) = (service.login("a"), service.operator());
    for (path, token) in
        [("/casegate/check_case", ""), ("/api/auth/logout/", &user), ("/operator/api/cases", &operator)]
    {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: casegate\r\nAuthorization: Token {token}\r\nContent-Length: 9999\r\n\r\n"
        );
        let mut stream = crowd(&service, 1, head.as_bytes()).remove(0);
        let began = Instant::now();
        // Never silent for long, and never complete.
        while stream.write_all(b" ").is_ok() && began.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(100));
            stream.set_read_timeout(Some(Duration::from_millis(1))).expect("a stream");
            if stream.read(&mut [0; 1]).is_ok() {
                break;
            }
        }
        assert!(began.elapsed() < Duration::from_secs(15), "{path}: {:?}", began.elapsed());
    }
}

#[test]
fn answers_that_are_never_read_leave_health_alone_and_end() {
    let service = Service::start(SMALL);
    // More than the system buffers for a caller that does not read.
    let request = b"GET /openapi.json HTTP/1.1\r\nHost: casegate\r\n\r\n".repeat(400);
    let mut hanging = crowd(&service, 40, &request);
    stays_well(&service);
    // Every slot is free again: as many new connections are answered at once.
    let one = b"GET /openapi.json HTTP/1.1\r\nHost: casegate\r\n\r\n";
    let answered = |stream: &mut TcpStream| {
        let mut status = [0; 12];
        stream.read_exact(&mut status).is_ok() && status == *b"HTTP/1.1 200"
    };
    wait(|| crowd(&service, 40, one).iter_mut().all(answered), "place for all");
    wait(|| service.get("", "/openapi.json").status == 200, "place");
    let whole = service.get("", "/openapi.json").body.len();
    for stream in &mut hanging {
        let mut answers = Vec::new();
        let _ = stream.read_to_end(&mut answers);
        assert!(answers.len() < 400 * whole, "all of it was waited for");
    }
}

#[test]
fn connections_that_hang_beyond_the_most_end_soon() {
    let service = Service::start(SMALL);
    // Also in the reserve slots.
    let _silent = crowd(&service, 40 + 64 + 20, b"");
    let asked = Instant::now();
    let health = service.try_send("GET", "", "/healthz", "", b"").expect("an answer");
    assert!(health.status == 200 && asked.elapsed() < Duration::from_secs(8), "{:?}", asked.elapsed());
}

#[test]
fn requests_in_a_row_on_many_connections_are_all_answered() {
    const ROW: usize = 100;
    let service = Service::start("{}");
    let user = service.login("a");
    let one =
        |path, more| format!("GET {path} HTTP/1.1\r\nHost: casegate\r\nAuthorization: Token {user}\r\n{more}\r\n");
    // Every fourth reads the database.
    let four = one("/api/v1/partner/ping_with_auth/", "") + &one("/operator/words.json", "").repeat(3);
    let last = one("/operator/words.json", "Connection: close\r\n");
    let request = four.repeat(ROW / 4) + &last;
    let mut streams = crowd(&service, 260, request.as_bytes());
    stays_well(&service);
    for stream in &mut streams {
        stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a stream");
        let mut answers = String::new();
        stream.read_to_string(&mut answers).expect("answers");
        assert_eq!(answers.matches("HTTP/1.1 200 ").count(), ROW + 1);
    }
}
