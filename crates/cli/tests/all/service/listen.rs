//! `casegate listen`: which deliveries it accepts, and what it shows of them.

use crate::service::support::{Service, json, wait};
use serde_json::json as value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

const SECRET: &str = "whsec_ZXhhbXBsZS1zZWNyZXQtb2YtMjQtYnl0";

const RECEIVED: &str = r#"{"event":"case.received","case_id":7,"data":{}}"#;

/// A listener in a process of its own, and the lines that it prints. It is killed on drop.
pub(crate) struct Listen {
    child: Child,
    pub(crate) url: String,
    shown: Arc<Mutex<Vec<String>>>,
    noted: Arc<Mutex<Vec<String>>>,
}

/// Collects the lines of an output.
fn collect(output: impl Read + Send + 'static) -> Arc<Mutex<Vec<String>>> {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&lines);
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            kept.lock().expect("a lock").push(line);
        }
    });
    lines
}

impl Listen {
    pub(crate) fn start(words: &[&str]) -> Listen {
        let mut child = Command::new(env!("CARGO_BIN_EXE_casegate"))
            .args(["listen", "--port", "0"])
            .args(words)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let shown = collect(child.stdout.take().expect("its output"));
        let noted = collect(child.stderr.take().expect("its notes"));
        wait(|| !noted.lock().expect("a lock").is_empty(), "address");
        let ready = noted.lock().expect("a lock").remove(0);
        let url = ready.split(' ').find(|word| word.starts_with("http://")).expect("an address").to_owned();
        Listen { child, url, shown, noted }
    }

    /// Delivers a body without a signature, and returns the status.
    fn deliver(&self, body: &str) -> u16 {
        let address = self.url.trim_start_matches("http://").trim_end_matches('/');
        let mut stream = TcpStream::connect(address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a time");
        let length = body.len();
        let request =
            format!("POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}");
        stream.write_all(request.as_bytes()).expect("it is sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status")
    }

    pub(crate) fn shown(&self, count: usize) -> Vec<String> {
        wait(|| self.shown.lock().expect("a lock").len() >= count, &format!("{count} lines"));
        self.shown.lock().expect("a lock").clone()
    }

    fn noted(&self, count: usize) -> Vec<String> {
        wait(|| self.noted.lock().expect("a lock").len() >= count, &format!("{count} notes"));
        self.noted.lock().expect("a lock").clone()
    }
}

impl Drop for Listen {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A stand-in whose events go to a listener, with a case that was created and picked up.
fn service(listen: &Listen, secret: Option<&str>) -> Service {
    let hook = value!({ "url": listen.url, "secret": secret });
    let delivering = value!({ "first_pause_ms": 50 });
    let service = Service::start(&value!({ "webhooks": [hook], "delivering": delivering }).to_string());
    let case = value!({
        "case_type": "pl", "cc_emails": "me@example.com", "plaintiff_name": "Test Plaintiff", "date_of_loss": "2026-01-15",
        "is_incident_report_provided": true, "base_product": ["personal_auto_policy_limits"],
        "insurance_company": "Example Mutual"
    });
    service.create(&service.login("me"), &case.to_string());
    service.operate("POST", "/cases/1/pick_up", &value!({}));
    service
}

#[test]
fn each_event_is_a_line_and_a_repeated_one_is_marked() {
    let listen = Listen::start(&[]);
    let service = service(&listen, None);
    let received = "case.received                  case 1: received";
    let in_progress = "case.in_progress               case 1 CASE-1: in_progress";
    assert_eq!(listen.shown(2), [received, in_progress]);

    service.operate("PUT", "/faults", &value!({ "faults": [{ "event": "any", "fault": "doubled" }] }));
    service.operate("POST", "/cases/1/publish_results", &value!({}));
    // What the events leave open has to be requested.
    let ready = "case.results_ready             case 1 CASE-1: results_ready, ask for results";
    assert_eq!(listen.shown(4)[2..], [ready.to_owned(), format!("{ready} (again)")]);
}

#[test]
fn json_is_the_event_as_it_came() {
    let listen = Listen::start(&["--format", "json"]);
    let service = service(&listen, None);
    let lines = listen.shown(2);
    assert_eq!(json(&lines[0])["event"], "case.received");
    assert_eq!(service.operate("GET", "/cases/1", &value!(null))["events"][1]["body"], json(&lines[1]));
    assert_eq!(listen.deliver(&RECEIVED.replace(',', ",\r\n")), 200);
    assert_eq!(json(&listen.shown(3)[2]), json(RECEIVED));
}

#[test]
fn with_a_secret_only_what_is_signed_is_taken() {
    let listen = Listen::start(&["--secret", SECRET]);
    assert_eq!(listen.deliver(RECEIVED), 401);
    assert_eq!(listen.noted(1), ["casegate: a delivery without the right signature was answered with 401"]);
    let _service = service(&listen, Some(SECRET));
    let lines = listen.shown(2);
    assert!(lines[0].starts_with("case.received") && lines[1].starts_with("case.in_progress"), "{lines:?}");
}

#[test]
fn another_status_brings_retries() {
    let listen = Listen::start(&["--status", "500"]);
    let _service = service(&listen, None);
    let line = "case.received                  case 1: received, answered with 500";
    // The next event of the case waits for this one.
    assert_eq!(listen.shown(3)[..3], [line.to_owned(), format!("{line} (again)"), format!("{line} (again)")]);
}

#[test]
fn what_is_no_event_is_refused() {
    let listen = Listen::start(&[]);
    for body in ["", "{}", "Jane", r#"{"event":"case.lost","case_id":7,"data":{}}"#] {
        assert_eq!(listen.deliver(body), 400, "{body}");
    }
    let note = "casegate: a request other than the seven events was answered with 400";
    assert_eq!(listen.noted(4), [note; 4]);
    assert!(listen.shown(0).is_empty());
}

#[test]
fn a_reader_that_goes_away_stops_nothing() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_casegate"))
        .args(["listen", "--port", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    let noted = collect(child.stderr.take().expect("its notes"));
    wait(|| !noted.lock().expect("a lock").is_empty(), "address");
    let url = noted.lock().expect("a lock")[0].split(' ').find(|word| word.starts_with("http://")).unwrap().to_owned();
    let listen = Listen { child, url, shown: Arc::default(), noted };
    assert_eq!((listen.deliver(RECEIVED), listen.deliver(RECEIVED)), (200, 200));
}
