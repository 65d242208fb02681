//! A seed: the same requests get the same bytes.

use crate::service::support::{Answer, Service, multipart};
use crate::service::walk::LIMIT;
use serde_json::{Value, json};
use std::fmt::Write;

const SETTINGS: &str = r#"{ "legacy": "on" }"#;

fn start(seed: &str) -> Service {
    Service::start_with(SETTINGS, &["--seed", seed])
}

/// The headers outside of the promise.
const OUTSIDE: [&str; 2] = ["date", "x-request-id"];

/// Everything that a caller saw, without the port.
struct Transcript {
    text: String,
    requests: usize,
}

impl Transcript {
    fn add(&mut self, service: &Service, answer: &Answer) {
        self.requests += 1;
        let own = |text: &str| text.replace(&service.base_url, "BASE");
        let _ = writeln!(self.text, "{}", answer.status);
        for (name, value) in answer.headers.iter().filter(|(name, _)| !OUTSIDE.contains(&name.as_str())) {
            let _ = writeln!(self.text, "{name}: {}", own(value));
        }
        let _ = writeln!(self.text, "{}", own(&String::from_utf8_lossy(&answer.body)));
    }
}

/// A caller of one organization, and of the operator's API.
struct Caller<'s> {
    service: &'s Service,
    seen: Transcript,
    user: String,
}

impl<'s> Caller<'s> {
    /// Creates an organization and logs in.
    fn new(service: &'s Service, name: &str) -> Caller<'s> {
        let made = service.operate("POST", "/organizations", &json!({ "name": name }));
        let master = made["master_token"].as_str().unwrap().to_owned();
        let answer = service.post_json(&master, "/api/auth/login/", r#"{ "token_name": "clerk" }"#);
        let user = answer.json()["token"].as_str().unwrap().to_owned();
        let mut seen = Transcript { text: format!("{name} {master}\n"), requests: 0 };
        seen.add(service, &answer);
        Caller { service, seen, user }
    }

    fn partner(&mut self, method: &str, path: &str, content_type: &str, body: &[u8]) -> Value {
        let answer = self.service.send(method, &self.user, path, content_type, body);
        self.seen.add(self.service, &answer);
        serde_json::from_slice(&answer.body).unwrap_or_default()
    }

    fn parts(&mut self, path: &str, parts: &[(&str, Option<&str>, &[u8])]) -> Value {
        let (content_type, body) = multipart(parts);
        self.partner("POST", path, &content_type, &body)
    }

    fn operate(&mut self, method: &str, path: &str, body: &Value) -> Value {
        let (path, body) = (format!("/operator/api{path}"), body.to_string());
        let operator = self.service.operator();
        let answer = self.service.send(method, &operator, &path, "application/json", body.as_bytes());
        self.seen.add(self.service, &answer);
        serde_json::from_slice(&answer.body).unwrap_or_default()
    }

    /// The whole life of a case, with ids, offers, files, addresses and a document.
    fn life(&mut self) {
        let created = self.parts(
            "/api/v1/partner/cases/create/",
            &[
                ("case", None, LIMIT.as_bytes()),
                ("files", Some("a.pdf"), b"a"),
                ("labels", None, b"incident_report"),
                ("files", Some("b.exe"), b"b"),
            ],
        );
        let (id, key) = (&created["case_id"], created["case_ref"].as_str().unwrap().to_owned());
        let case = format!("/cases/{id}");
        let of = |rest: &str| format!("/api/v1/partner/cases/{key}/{rest}");
        self.operate("POST", &format!("{case}/pick_up"), &json!({}));
        let asked = self.operate("POST", &format!("{case}/need_input"), &json!({ "message": "Which vehicle?" }));
        let interaction = asked["interaction_id"].as_str().unwrap().to_owned();
        self.parts(
            &of("respond/"),
            &[("interaction_id", None, interaction.as_bytes()), ("message", None, b"The red one.")],
        );
        self.operate("POST", &format!("{case}/pick_up"), &json!({}));
        let found = self.operate("POST", &format!("{case}/find_policies"), &json!({}));
        self.operate("POST", &format!("{case}/publish_results"), &json!({}));
        let offers = self.partner("GET", &of("offers/"), "", b"");
        let upgrade = &offers["additional_policies"][0]["upgrade_id"];
        let accepted = json!({ "offer_id": found["offer_id"], "selected_upgrade_ids": [upgrade] }).to_string();
        self.partner("POST", &of("offers/accept/"), "application/json", accepted.as_bytes());
        self.partner("GET", &of("results/?result_format=json"), "", b"");
        let address = self.partner("GET", &of("results/?result_format=pdf"), "", b"");
        let address = address.to_string();
        let mut words = address.split('"');
        let path = words.find_map(|word| word.strip_prefix(&self.service.base_url)).expect("an address");
        self.partner("GET", path, "", b"");
        self.partner("GET", &of(""), "", b"");
        self.operate("GET", &case, &Value::Null);
        self.operate("POST", &format!("{case}/confirm_delivery"), &json!({}));
        self.operate("PUT", "/clock", &json!({ "advance_seconds": 60 }));
        self.partner("GET", "/api/v1/partner/cases/", "", b"");
        self.partner("GET", "/api/v1/partner/cases/CASE-0/", "", b"");
    }
}

/// Lives of two organizations. `is_mixed` decides if they take turns.
fn lives(service: &Service, rounds: usize, is_mixed: bool) -> [Transcript; 2] {
    let mut callers = ["First Law", "Second Law"].map(|name| Caller::new(service, name));
    if is_mixed {
        callers.reverse();
        for _ in 0..rounds {
            callers.iter_mut().for_each(Caller::life);
        }
        callers.reverse();
    } else {
        for caller in &mut callers {
            (0..rounds).for_each(|_| caller.life());
        }
    }
    callers.map(|caller| caller.seen)
}

fn compare(rounds: usize) -> usize {
    let seen = [(); 2].map(|()| {
        let service = start("7");
        let said = service.said().join("\n").replace(&service.base_url, "BASE");
        let said: String = said.lines().filter(|line| !line.contains("data:")).collect();
        (said, lives(&service, rounds, false))
    });
    let [(first_said, first), (second_said, second)] = &seen;
    assert_eq!(first_said, second_said);
    for (first, second) in first.iter().zip(second) {
        let different = first.text.lines().zip(second.text.lines()).find(|(first, second)| first != second);
        assert_eq!(different, None);
        assert_eq!(first.text.len(), second.text.len());
    }
    first.iter().map(|seen| seen.requests).sum()
}

#[test]
fn the_same_requests_get_the_same_bytes() {
    let requests = compare(8);
    assert!(requests > 250, "{requests}");
}

/// Prints a figure: `cargo test -p casegate-cli --features service --test command service::seeded -- --ignored --nocapture`.
#[test]
#[ignore = "takes a minute; `scripts/prove` runs it"]
fn ten_thousand_requests_get_the_same_bytes() {
    let requests = compare(300);
    assert!(requests >= 10_000, "{requests}");
    println!("figure: {requests} requests to each of two stand-ins with one seed: the same bytes");
}

#[test]
fn organizations_that_take_turns_do_not_disturb_each_other() {
    // The clock is the stand-in's, so it is left out of the comparison.
    let of = |is_mixed| {
        let service = start("7");
        let seen = lives(&service, 2, is_mixed);
        seen.map(|seen| {
            let ids = seen.text.split(|char: char| !char.is_ascii_alphanumeric() && char != '-');
            let is_id = |word: &&str| word.len() >= 36 || word.starts_with("CASE-");
            // Signatures of addresses contain the moment.
            ids.filter(is_id).filter(|word| word.len() != 64).map(str::to_owned).collect::<Vec<_>>()
        })
    };
    assert_eq!(of(false), of(true));
}

#[test]
fn another_seed_draws_others_and_no_seed_draws_others_each_time() {
    let master = |words: &[&str]| Service::start_with("{}", words).master();
    assert_eq!(master(&["--seed", "1"]), master(&["--seed", "1"]));
    assert_ne!(master(&["--seed", "1"]), master(&["--seed", "2"]));
    assert_ne!(master(&[]), master(&[]));
}

#[test]
fn a_restart_continues_the_draws() {
    let mut service = start("3");
    let first = service.login("clerk");
    service.kill();
    service.restart();
    assert_ne!(service.login("clerk"), first);
    let case = service.create(&first, LIMIT);
    assert_eq!(case["case_ref"], "CASE-1");
}

#[test]
fn the_clock_stands_until_it_is_moved() {
    let now = |service: &Service| service.operate("GET", "/clock", &Value::Null)["now"].clone();
    let service = start("1");
    assert_eq!(now(&service), "2026-03-01T12:00:00.000Z");
    service.operate("PUT", "/clock", &json!({ "advance_seconds": 90 }));
    assert_eq!(now(&service), "2026-03-01T12:01:30.000Z");
    service.operate("PUT", "/clock", &json!({ "reset": true }));
    assert_eq!(now(&service), "2026-03-01T12:00:00.000Z");
    let service = Service::start_with("{}", &["--now", "2027-01-31T23:59:59+01:00"]);
    assert_eq!(now(&service), "2027-01-31T22:59:59.000Z");
}
