//! A session of random requests and steps through the recorder contradicts nothing.

use crate::service::drift_page::Recording;
use crate::service::support::{Answer, Service, multipart, raw_to, wait};
use crate::support::program;
use serde_json::{Value, json};
use std::net::TcpListener;
use std::process::Command;

/// Numbers that look random (Knuth's generator).
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % count
    }

    fn one_of<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

struct Session {
    service: Service,
    recorder: u16,
    token: String,
    random: Random,
    /// The number of cases, which are CASE-1 and so on.
    cases: usize,
}

impl Session {
    fn send(&self, method: &str, token: &str, path: &str, (kind, body): (&str, &[u8])) -> Answer {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: casegate\r\nConnection: close\r\nAuthorization: Token {token}\r\n\
             Content-Type: {kind}\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        raw_to(self.recorder, &[head.as_bytes(), body].concat()).expect("an answer")
    }

    fn partner(&self, method: &str, path: &str, body: (&str, &[u8])) -> Answer {
        self.send(method, &self.token, &format!("/api/v1/partner/{path}"), body)
    }

    fn parts(&self, path: &str, parts: &[(&str, Option<&str>, &[u8])]) -> Answer {
        let (kind, body) = multipart(parts);
        self.partner("POST", path, (&kind, &body))
    }

    /// A step of the service's staff, which may be refused.
    fn operate(&self, path: &str, body: &Value) {
        let (path, body) = (format!("/operator/api/{path}"), body.to_string());
        self.service.send("POST", &self.service.operator(), &path, "application/json", body.as_bytes());
    }

    fn create(&mut self) {
        let mut case = json!({
            "case_type": "pl", "cc_emails": "a@b.example", "plaintiff_name": "T", "date_of_loss": "2026-01-15",
            "is_incident_report_provided": true, "base_product": ["personal_auto_policy_limits"], "insurance_company": "E",
        });
        match self.random.below(8) {
            0 => case["is_test"] = json!(true),
            1 => case["plaintiff_name"] = json!(""),
            2 => case["unheard_of"] = json!(1),
            _ => {}
        }
        let case = case.to_string();
        let mut parts: Vec<(&str, Option<&str>, &[u8])> = vec![("case", None, case.as_bytes())];
        for _ in 0..self.random.below(4) {
            let name = self.random.one_of(&["a.pdf", "b c.PDF", "n.exe", "letter", ".h.pdf"]);
            let label = self.random.one_of(&["other", "incident_report", "unheard_of", ""]);
            parts.extend([("files", Some(name), &b"x"[..]), ("labels", None, label.as_bytes())]);
        }
        self.cases += usize::from(self.parts("cases/create/", &parts).status == 201);
    }

    fn act(&mut self) {
        let number = 1 + self.random.below(self.cases);
        let case = format!("cases/CASE-{number}/");
        let times = 1 + self.random.below(2);
        let none = ("", &b""[..]);
        match self.random.below(16) {
            0 => {
                let path = self.random.one_of(&["cases/", "cases/?source=all", "cases/?source=x", "ping_with_auth/"]);
                self.partner("GET", path, none);
            }
            1 | 2 => _ = self.partner("GET", &case, none),
            3 => {
                let format = self.random.one_of(&["", "?result_format=json", "?result_format=pdf"]);
                self.partner("GET", &format!("{case}results/{format}"), none);
            }
            4 | 5 => {
                let offer = self.partner("GET", &format!("{case}offers/"), none);
                if offer.status == 200 {
                    let offer = offer.json();
                    let all: Vec<&Value> = offer["additional_policies"]
                        .as_array()
                        .into_iter()
                        .flatten()
                        .map(|policy| &policy["upgrade_id"])
                        .collect();
                    let selected = &all[..(1 + self.random.below(2)).min(all.len())];
                    let body = json!({ "offer_id": offer["offer_id"], "selected_upgrade_ids": selected }).to_string();
                    for _ in 0..times {
                        self.partner("POST", &format!("{case}offers/accept/"), ("application/json", body.as_bytes()));
                    }
                }
            }
            6 | 7 => {
                let parts: [(&str, Option<&str>, &[u8]); 2] =
                    [("interaction_id", None, b"i-1"), ("message", None, b"Yes.")];
                for _ in 0..times {
                    self.parts(&format!("{case}respond/"), &parts);
                }
            }
            8 => {
                let name = self.random.one_of(&["a.pdf", "n.exe"]);
                self.parts(&format!("{case}files/"), &[("file", Some(name), b"x"), ("label", None, b"other")]);
            }
            9 if self.random.below(3) == 0 => {
                let body = self.random.one_of(&["{}", r#"{"reason":"Settled."}"#]);
                for _ in 0..times {
                    self.partner("POST", &format!("{case}cancel/"), ("application/json", body.as_bytes()));
                }
            }
            10 => self.operate(
                &format!("cases/{number}/need_input"),
                &json!({ "message": "Which?", "interaction_id": "i-1" }),
            ),
            11 => self.operate(&format!("cases/{number}/find_policies"), &json!({})),
            12 => self.operate(&format!("cases/{number}/publish_results"), &json!({})),
            13 if self.random.below(3) == 0 => self.operate(&format!("cases/{number}/confirm_delivery"), &json!({})),
            _ => self.operate(&format!("cases/{number}/pick_up"), &json!({})),
        }
    }
}

#[test]
fn a_random_session_contradicts_nothing() {
    let port = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port();
    let service =
        Service::start(&format!(r#"{{ "webhooks": [{{ "url": "http://127.0.0.1:{port}/casegate-webhooks/" }}] }}"#));
    let recording = Recording::start(service.folder(), &service.base_url, port);
    let mut session = Session { service, recorder: port, token: String::new(), random: Random(7), cases: 0 };
    let name = br#"{"token_name":"a@b.example"}"#;
    let login = session.send("POST", &session.service.master(), "/api/auth/login/", ("application/json", name));
    session.token = login.json()["token"].as_str().expect("a token").to_owned();
    for step in 0..300 {
        if session.cases == 0 || step % 9 == 0 {
            session.create();
        } else {
            session.act();
        }
    }
    let file = session.service.folder().join("recording.ndjson");
    let events = || std::fs::read_to_string(&file).expect("a recording").matches(r#"{"event":{"#).count();
    let mut before = 0;
    wait(|| std::mem::replace(&mut before, events()) == events() && before > 30, "all webhooks");
    drop(recording);
    let output =
        Command::new(program()).args(["drift", "recording.ndjson"]).current_dir(session.service.folder()).output();
    let output = output.expect("the program runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.starts_with("nothing contradicts the rulebook ("), "{said}");
}
