//! The server over loopback.
#![expect(clippy::expect_used, clippy::unwrap_used, reason = "a test fails with a panic")]

use casegate_axum_example::{Firm, router};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

fn serve() -> SocketAddr {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    listener.set_nonblocking(true).unwrap();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener).unwrap();
            axum::serve(listener, router(Firm { token_name: "intake@firm.example".to_owned() })).await.unwrap();
        });
    });
    address
}

struct Answer {
    status: u16,
    head: String,
    body: Value,
}

fn post(address: SocketAddr, body: &str) -> Answer {
    let head = format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    let mut stream = open(address, &head);
    stream.write_all(body.as_bytes()).unwrap();
    answer(stream)
}

fn open(address: SocketAddr, headers: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "POST /cases HTTP/1.1\r\nHost: firm\r\nConnection: close\r\n{headers}\r\n").unwrap();
    stream
}

fn answer(mut stream: TcpStream) -> Answer {
    let mut bytes = Vec::new();
    // Where a body is refused while it is sent, the connection may be reset after the answer.
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8(bytes).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").expect("an answer");
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Answer { status, head: head.to_lowercase(), body: serde_json::from_str(body).unwrap() }
}

fn case() -> Value {
    json!({
        "case_type": "pl", "cc_emails": "intake@firm.example", "plaintiff_name": "Test Plaintiff",
        "date_of_loss": (chrono::Local::now().date_naive() - chrono::Days::new(30)).to_string(),
        "is_incident_report_provided": false,
        "base_product": ["personal_auto_policy_limits"], "insurance_company": "Example Mutual"
    })
}

#[test]
fn a_good_case_is_answered_with_its_facts() {
    let answer = post(serve(), &case().to_string());
    assert_eq!((answer.status, &answer.body["product"]), (200, &json!("Policy Limit")), "{}", answer.body);
    assert_eq!(answer.body["facts"]["case_type"], "pl");
}

#[test]
fn a_bad_case_is_answered_with_its_issues() {
    let mut case = case();
    case["date_of_loss"] = json!("2026-02-30");
    let answer = post(serve(), &case.to_string());
    assert!(answer.head.contains("content-type: application/problem+json"), "{}", answer.head);
    assert_eq!(answer.status, 400);
    let error = &answer.body["errors"][0];
    assert_eq!((&error["code"], &error["pointer"]), (&json!("not_a_date"), &json!("#/date_of_loss")));
}

#[test]
fn a_body_without_end_is_refused_while_it_comes() {
    let mut stream = open(serve(), "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n");
    let piece = format!("10000\r\n{}\r\n", " ".repeat(0x1_0000));
    // The limit is one mebibyte; nobody says here that the body ends.
    let mut sent = 0;
    while sent < 0x11_0000 && stream.write_all(piece.as_bytes()).is_ok() {
        sent += 0x1_0000;
    }
    let answer = answer(stream);
    assert_eq!((answer.status, &answer.body["code"]), (413, &json!("body_too_long")));
}
