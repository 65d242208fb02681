//! What the stand-in reports of itself: its log, request ids, and how it stops.

use crate::service::support::{Service, multipart, wait};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A person whom the log must not name.
const PERSON: &str = "Jane-Quimby-Doe";

fn log(service: &Service) -> String {
    std::fs::read_to_string(service.folder().join("log")).expect("a log")
}

fn lines(service: &Service) -> Vec<Value> {
    log(service).lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}"))).collect()
}

/// The line of the log about the request of an id, which may come a little after its answer.
#[track_caller]
fn line_of(service: &Service, id: &str) -> Value {
    let find = || lines(service).into_iter().find(|line| line["span"]["request_id"] == id);
    wait(|| find().is_some(), "line of the request");
    find().unwrap()
}

fn connect(service: &Service) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", service.port())).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a time");
    stream
}

#[test]
fn every_request_has_a_line_and_an_id() {
    let service = Service::start("{}");
    let user = service.login("me");
    let answer = service.get(&user, "/api/v1/partner/cases/CASE-1/");
    let id = answer.header("x-request-id").expect("an id").to_owned();
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let line = line_of(&service, &id);
    assert_eq!(
        (&line["span"]["route"], &line["span"]["method"]),
        (&"/api/v1/partner/cases/{ref}/".into(), &"GET".into())
    );
    assert_eq!((&line["status"], &line["span"]["organization"]), (&404.into(), &1.into()));
    assert!(line["duration_ms"].is_number() && line["timestamp"].is_string() && line["level"] == "INFO", "{line}");

    let with = |id: &str| {
        let head =
            format!("GET /healthz HTTP/1.1\r\nHost: casegate\r\nConnection: close\r\nX-Request-Id: {id}\r\n\r\n");
        let answer = service.raw(head.as_bytes()).expect("an answer");
        assert_eq!(answer.status, 200);
        answer.header("x-request-id").expect("an id").to_owned()
    };
    assert_eq!(with("trace-7.a_B"), "trace-7.a_B");
    assert_eq!(line_of(&service, "trace-7.a_B")["span"]["route"], "/healthz");
    for bad in ["Jane Doe", "a/b", &"a".repeat(65)] {
        assert_ne!(with(bad), bad);
    }
}

#[test]
fn neither_log_nor_refusal_names_anybody() {
    let service = Service::start("{}");
    let user = service.login(PERSON);
    // The name of a field is said again, so that it is found.
    let case = format!(r#"{{ "case_type": "{PERSON}", "plaintiff_name": "{PERSON}", "summary": ["{PERSON}"] }}"#);
    let refused = [
        service.get(&user, &format!("/api/v1/partner/cases/{PERSON}/?source={PERSON}&{PERSON}=1#{PERSON}")),
        service.get(&user, &format!("/{PERSON}/")),
        service.get(PERSON, "/api/v1/partner/cases/"),
        service.send(PERSON, &user, "/api/v1/partner/cases/", PERSON, PERSON.as_bytes()),
        service.post_json("", &format!("/casegate/{PERSON}"), &case),
        service.post_json("", "/casegate/check_case", &case),
        service.post_json(PERSON, &format!("/operator/api/cases/{PERSON}/pick_up"), &case),
        service.post_parts(
            &user,
            "/api/v1/partner/cases/create/",
            &[("case", None, case.as_bytes()), ("files", Some(&format!("{PERSON}.pdf")), PERSON.as_bytes())],
        ),
        service.post_json(&user, &format!("/api/v1/partner/cases/{PERSON}/cancel/"), &case),
    ];
    for answer in &refused {
        let said = String::from_utf8_lossy(&answer.body);
        assert!(!said.is_empty() && !said.contains(PERSON), "{} {said}", answer.status);
    }
    // One that breaks off.
    let (content_type, body) = multipart(&[("case", Some(PERSON), case.as_bytes())]);
    let head = format!(
        "POST /api/v1/partner/cases/create/ HTTP/1.1\r\nHost: {PERSON}\r\nAuthorization: Token {user}\r\nX-Request-Id: {PERSON} \
         {PERSON}\r\nReferer: {PERSON}\r\nContent-Type: {content_type}\r\nContent-Length: 9999\r\n\r\n"
    );
    let mut stream = connect(&service);
    stream.write_all(&[head.as_bytes(), &body].concat()).expect("it is sent");
    drop(stream);
    let answered = || lines(&service).iter().filter(|line| line["span"]["route"].is_string()).count();
    wait(|| answered() >= 11, "lines for all requests");
    let log = log(&service);
    for secret in [PERSON, "Quimby", &user, &service.master(), &service.operator()] {
        assert!(!log.contains(secret), "{secret} is in the log:\n{log}");
    }
}

#[test]
#[cfg(unix)]
fn when_stopped_it_finishes_open_requests() {
    for signal in ["-INT", "-TERM"] {
        let mut service = Service::start("{}");
        let body = format!(r#"{{"token_name":"{}"}}"#, "a".repeat(100));
        let head = format!(
            "POST /api/auth/login/ HTTP/1.1\r\nHost: casegate\r\nAuthorization: Token {}\r\nContent-Length: {}\r\n\
             Content-Type: application/json\r\nExpect: 100-continue\r\n\r\n",
            service.master(),
            body.len()
        );
        let (mut begun, mut resting) = (connect(&service), connect(&service));
        begun.write_all(head.as_bytes()).expect("it is sent");
        // Once its body is asked for, it is being answered.
        let mut goes_on = [0; 25];
        begun.read_exact(&mut goes_on).expect("an answer");
        assert_eq!(goes_on, *b"HTTP/1.1 100 Continue\r\n\r\n");
        begun.write_all(&body.as_bytes()[..9]).expect("it is sent");
        service.signal(signal);
        assert_eq!(resting.read(&mut [0; 1]).unwrap_or(0), 0, "a connection without a request is closed");
        assert!(TcpStream::connect(("127.0.0.1", service.port())).is_err(), "nothing more is taken");
        begun.write_all(&body.as_bytes()[9..]).expect("it is sent");
        let mut answer = String::new();
        begun.read_to_string(&mut answer).expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        let token: Value = serde_json::from_str(answer.split("\r\n\r\n").nth(1).expect("a body")).expect("JSON");
        wait(|| TcpStream::connect(("127.0.0.1", service.port())).is_err(), "end");
        // What was answered is on disk.
        service.kill();
        service.restart();
        assert_eq!(
            service.get(token["token"].as_str().expect("a token"), "/api/v1/partner/ping_with_auth/").status,
            200
        );
    }
}

#[test]
fn a_head_that_does_not_come_is_not_waited_for() {
    let service = Service::start("{}");
    let began = Instant::now();
    let mut slow = connect(&service);
    let mut silent = connect(&service);
    slow.write_all(b"GET /healthz HTTP/1.1\r\nHost: ").expect("it is sent");
    // Others are answered meanwhile.
    assert_eq!(service.get("", "/healthz").status, 200);
    let (mut rest, mut none) = (Vec::new(), Vec::new());
    slow.read_to_end(&mut rest).expect("it is closed");
    silent.read_to_end(&mut none).expect("it is closed");
    assert!(began.elapsed() < Duration::from_secs(25), "{:?}", began.elapsed());
    assert!(!rest.starts_with(b"HTTP/1.1 200 "));
}

#[test]
fn twenty_clients_are_answered_at_once() {
    let service = Service::start("{}");
    let user = service.login("me");
    std::thread::scope(|scope| {
        for _ in 0..20 {
            scope.spawn(|| {
                for path in ["/api/v1/partner/cases/", "/api/v1/partner/ping_with_auth/", "/healthz"].repeat(5) {
                    assert_eq!(service.get(&user, path).status, 200, "{path}");
                }
            });
        }
    });
}

#[test]
fn a_method_that_an_endpoint_does_not_have_is_reported() {
    let service = Service::start("{}");
    for (method, path) in [("POST", "/healthz"), ("GET", "/casegate/check_case"), ("PUT", "/downloads/results/1")] {
        let answer = service.send(method, "", path, "", b"");
        assert_eq!((answer.status, &answer.json()["code"]), (405, &"other_method".into()), "{path}");
    }
    assert_eq!(service.send("PUT", "", "/operator/main.js", "", b"").json()["code"], "other_method");
}

#[test]
fn a_path_that_is_no_text_is_reported() {
    let service = Service::start("{}");
    for (method, path, status) in
        [("POST", "/casegate/%ff", 404), ("GET", "/operator/%ff", 404), ("GET", "/downloads/results/%ff", 403)]
    {
        let answer = service.send(method, "", path, "", b"");
        assert!(answer.status == status && answer.json()["code"].is_string(), "{path}: {}", answer.status);
    }
}
