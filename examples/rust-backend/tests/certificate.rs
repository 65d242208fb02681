//! A share of the scenarios of `casegate certify`, played against this backend. `scripts/prove
//! certify` plays all of them.

use casegate_certify::{ActionName, Options, Outcome, run};
use std::net::TcpListener;
use std::time::Duration;

const SHARE: &[&str] = &[
    "cancel-answer-lost",
    "create-answer-lost-again",
    "create-every-field",
    "events-reversed",
    "files-of-two-cases",
    "files-too-many",
    "offer-of-two-cases",
    "refused-limit-rules",
    "reply-answer-lost",
    "reply-of-two-cases",
    "restart-keeps-events",
    "signature-wrong",
];

#[test]
fn the_backend_passes() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let base = format!("http://127.0.0.1:{port}");
    let of_case = |end: &str| format!("{base}/cases/{{id}}{end}");
    let actions = [
        (ActionName::Reply, of_case("/reply")),
        (ActionName::Accept, of_case("/accept")),
        (ActionName::Cancel, of_case("/cancel")),
        (ActionName::Append, of_case("/files")),
    ];
    let options = Options {
        start: Some(format!("exec '{}'", env!("CARGO_BIN_EXE_casegate-rust-backend"))),
        read: Some(of_case("")),
        actions: actions.into_iter().collect(),
        only: SHARE.iter().map(|&name| name.to_owned()).collect(),
        patience: Duration::from_secs(30),
        ..Options::new(format!("{base}/cases"), format!("{base}/webhooks"))
    };
    let certificate = run(&options, |_| {}).unwrap();
    assert_eq!(certificate.count(Outcome::Passed), SHARE.len(), "{:#}", certificate.to_json());
    assert_eq!(certificate.outcome, Outcome::Incomplete, "a share is not the whole");
    assert!(certificate.to_html().starts_with("<!doctype html>"));
}
