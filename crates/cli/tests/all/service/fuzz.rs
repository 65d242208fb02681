//! Malformed requests: each gets an answer, and none a failure of the stand-in.

use crate::service::support::{Service, multipart};
use crate::service::walk::LIMIT;
use casegate::requests::{EndpointId, endpoints};
use std::cell::Cell;

/// A generator with the same requests in each run (xorshift).
struct Random(Cell<u64>);

impl Random {
    fn next(&self) -> usize {
        let mut state = self.0.get();
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        self.0.set(state);
        usize::try_from(state >> 16).unwrap()
    }

    fn byte(&self) -> u8 {
        self.next().to_le_bytes()[0]
    }

    fn below(&self, end: usize) -> usize {
        self.next() % end
    }

    fn of<'a, T: ?Sized>(&self, choices: &[&'a T]) -> &'a T {
        choices[self.below(choices.len())]
    }

    fn one_in(&self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// Removes, inserts or changes some bytes.
    fn spoil(&self, mut bytes: Vec<u8>) -> Vec<u8> {
        for _ in 0..self.below(4) {
            let at = self.below(bytes.len() + 1);
            match self.below(3) {
                0 if at < bytes.len() => drop(bytes.remove(at)),
                1 if at < bytes.len() => bytes[at] = self.byte(),
                _ => bytes.insert(at, self.byte()),
            }
        }
        bytes
    }
}

const REFS: &[&str] =
    &["CASE-1", "CASE-2", "CASE-99", "1", "%2e%2e", "%00", "%ff", "a%2Fb", "CASE-1%20", "ÄÖ", "..", "", "{ref}"];
const QUERIES: &[&str] = &[
    "",
    "?source=api",
    "?source=all",
    "?source=",
    "?source",
    "?before=-1",
    "?before=99999999999999999999",
    "?page_size=0",
    "?page_size=3",
    "?result_format=json",
    "?result_format=pdf",
    "?result_format=%ff",
    "?&&&=&x",
    "?source=api&source=all",
];
const JSON: &[&str] = &[
    "",
    "{}",
    "[]",
    "null",
    "0",
    "\"\"",
    "{\"token_name\": \"a\"}",
    "{\"token_name\": 7}",
    "{\"reason\": null}",
    "{\"reason\": {}}",
    "{\"offer_id\": \"o\", \"selected_upgrade_ids\": [1]}",
    "{\"offer_id\": \"o\", \"selected_upgrade_ids\": []}",
    "{\"offer_id\": \"o\", \"selected_upgrade_ids\": [1e400, -1, 0.5, 99999999999999999999]}",
    "{\"offer_id\": \"\\ud800\"}",
    "{\"interaction_id\": \"i\", \"message\": \"m\"}",
    "{\"case_type\": \"pl\"}",
    "{\"a\": 1, \"a\": 2}",
    "\u{feff}{}",
    "{\"now\": \"9999-12-31T23:59:59Z\"}",
    "{\"advance_seconds\": 9223372036854775807}",
    "{\"advance_seconds\": -1e300}",
    "{\"message\": \"x\"}",
    "{\"type\": \"case.closed\"}",
    "{\"eligibility\": \"case_processing\", \"fee_usd\": \"1.00\"}",
    "{\"url\": \"http://127.0.0.1:1/\"}",
    "{\"url\": \"ftp://x\"}",
    "{\"results_data\": {\"results\": [[], 7, {}]}}",
    "{\"faults\": [{\"event\": \"any\", \"fault\": \"shuffled\", \"every\": 7}]}",
    "{\"faults\": [{\"event\": \"any\", \"fault\": \"late\", \"ms\": -1}]}",
];
const OPERATOR: &[&str] = &[
    "/overview",
    "/cases",
    "/cases/1",
    "/cases/99",
    "/cases/x",
    "/cases/1/pick_up",
    "/cases/1/need_input",
    "/cases/1/publish_results",
    "/cases/1/find_policies",
    "/cases/1/confirm_delivery",
    "/cases/1/cancellation",
    "/cases/1/synthetic_event",
    "/cases/1/sample_results",
    "/files/x",
    "/files/..%2F..%2Fcasegate.sqlite3",
    "/subscriptions",
    "/subscriptions/1",
    "/subscriptions/1/rotate",
    "/deliveries",
    "/deliveries/1/retry",
    "/faults",
    "/clock",
    "/organizations",
    "/tokens",
    "/tokens/99",
    "/nothing",
];

/// A request as bytes.
fn request(random: &Random, user: &str, master: &str, operator: &str) -> Vec<u8> {
    let (method, path) = if random.one_in(3) {
        (random.of(&["GET", "POST", "PUT", "DELETE"]).to_owned(), format!("/operator/api{}", random.of(OPERATOR)))
    } else {
        let create = endpoints().iter().position(|endpoint| endpoint.id == EndpointId::Create).unwrap();
        let endpoint = &endpoints()[if random.one_in(8) { create } else { random.below(endpoints().len()) }];
        let path = endpoint.template();
        let path = path.replace("{ref}", random.of(REFS)).replace("{ticket_id}", random.of(REFS));
        let path = path.replace("{file_label}", random.of(&["other1", "incident_report", "%00", "x"]));
        let method = if random.one_in(8) {
            random.of(&["GET", "POST", "PUT", "PATCH", "HEAD", "OPTIONS", "get"])
        } else {
            endpoint.method.name()
        };
        (method.to_owned(), path)
    };
    let is_create = path.ends_with("/create/");
    let (content_type, body) = match if is_create { 1 } else { random.below(4) } {
        0 => (
            random.of(&["application/json", "text/plain", "", "application/json; charset=latin1"]).to_owned(),
            random.of(JSON).as_bytes().to_vec(),
        ),
        1 => {
            let case = random.spoil(LIMIT.as_bytes().to_vec());
            multipart(&[
                ("case", None, &case),
                ("files", Some(random.of(&["a.pdf", "..", "a.\u{202e}fdp", ""])), b"x"),
                ("labels", None, b"other"),
            ])
        }
        2 => {
            let id = random.of(&["i", "", "i-1"]);
            multipart(&[
                ("interaction_id", None, id.as_bytes()),
                ("message", None, b"m"),
                ("file", Some("a.pdf"), b"x"),
                ("label", None, b"?"),
            ])
        }
        _ => (
            random
                .of(&[
                    "application/json",
                    "multipart/form-data",
                    "multipart/form-data; boundary=",
                    "multipart/form-data; boundary=b",
                ])
                .to_owned(),
            random.spoil(b"--b\r\nContent-Disposition: form-data; name=\"case\"\r\n\r\n{}\r\n--b--\r\n".to_vec()),
        ),
    };
    let body = if random.one_in(5) { random.spoil(body) } else { body };
    let own = if path.starts_with("/operator") { operator } else { user };
    let token = random.of(&[own, own, own, own, own, operator, master, "nobody", ""]);
    let scheme = if random.one_in(20) { random.of(&["Bearer", "token", "Token ", "Basic"]) } else { "Token" };
    let mut head = format!(
        "{method} {path}{} HTTP/1.1\r\nHost: casegate\r\nConnection: close\r\nAuthorization: {scheme} {token}\r\n",
        random.of(QUERIES)
    );
    if !content_type.is_empty() {
        head = format!("{head}Content-Type: {content_type}\r\n");
    }
    let length = if random.one_in(200) { body.len().saturating_sub(1) } else { body.len() };
    head = format!("{head}Content-Length: {length}\r\n\r\n");
    let whole = [head.as_bytes(), &body].concat();
    if random.one_in(40) { random.spoil(whole) } else { whole }
}

#[test]
fn no_request_is_answered_with_a_failure() {
    let service = Service::start(r#"{ "legacy": "on", "body_idle_seconds": 1 }"#);
    let (master, operator) = (service.master(), service.operator());
    let mut user = service.login("clerk");
    service.create(&user, LIMIT);
    let random = Random(Cell::new(0x9e37_79b9_7f4a_7c15));
    let mut statuses = std::collections::BTreeMap::new();
    for number in 0..2_000 {
        let request = request(&random, &user, &master, &operator);
        // A damaged header may end the connection without an answer.
        let Some(answer) = service.raw(&request) else { continue };
        let shown = String::from_utf8_lossy(&request);
        assert!(answer.status < 500, "request {number}: {}\n{shown}", answer.status);
        let is_problem = answer.header("content-type").is_some_and(|kind| kind.ends_with("json"));
        assert!(
            answer.status < 400 || answer.body.is_empty() || is_problem,
            "request {number}: {}\n{shown}",
            answer.status
        );
        *statuses.entry(answer.status).or_insert(0) += 1;
        if answer.status == 204 {
            // The request may have been a logout.
            user = service.login("clerk");
        }
    }
    assert_eq!(service.get(&user, "/healthz").status, 200);
    for wanted in [200, 201, 400, 401, 403, 404, 405] {
        assert!(statuses.contains_key(&wanted), "no request was answered with {wanted}: {statuses:?}");
    }
    let log = std::fs::read_to_string(service.folder().join("log")).unwrap();
    assert!(!log.contains("panicked"), "{log}");
}
