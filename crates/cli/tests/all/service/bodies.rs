//! Bodies that are too long, too slow, incomplete or hostile.

use crate::service::support::{Service, multipart, wait};
use crate::service::uploads::{CREATE, Part, create, policy_limit, stored};
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;

/// Begins a create request and sends a part of it.
fn begin(service: &Service, token: &str, length: usize, files: &[Part<'_>]) -> TcpStream {
    let case = policy_limit().to_string();
    let parts: Vec<Part<'_>> = [("case", None, case.as_bytes())].into_iter().chain(files.iter().copied()).collect();
    let (content_type, body) = multipart(&parts);
    let mut stream = TcpStream::connect(("127.0.0.1", service.port())).unwrap();
    let head = format!(
        "POST {CREATE} HTTP/1.1\r\nHost: casegate\r\nAuthorization: Token {token}\r\nContent-Type: {content_type}\r\n\
         Connection: close\r\nContent-Length: {length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    // Without the last boundary.
    stream.write_all(&body[..body.len() - 20]).unwrap();
    stream
}

fn status(stream: &mut TcpStream) -> String {
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    answer.split(' ').nth(1).unwrap_or_default().to_owned()
}

fn no_case(service: &Service, token: &str) -> bool {
    service.get(token, "/api/v1/partner/cases/").json()["results"] == json!([])
}

#[test]
fn an_upload_that_breaks_off_leaves_nothing() {
    let service = Service::start("{}");
    let user = service.login("a");
    let large = vec![b'x'; 3 << 20];
    let stream = begin(&service, &user, 10 << 20, &[("files", Some("a.pdf"), b"x"), ("files", Some("b.pdf"), &large)]);
    wait(|| stored(&service) == 2, "files on their way");
    drop(stream);
    wait(|| stored(&service) == 0, "end of the files");
    assert!(no_case(&service, &user));
}

#[test]
fn an_upload_that_falls_silent_is_given_up() {
    let service = Service::start(r#"{ "body_idle_seconds": 1 }"#);
    let user = service.login("a");
    let mut stream = begin(&service, &user, 10 << 20, &[("files", Some("a.pdf"), &vec![b'x'; 100_000])]);
    assert_eq!(status(&mut stream), "408");
    wait(|| stored(&service) == 0, "end of the files");
    assert!(no_case(&service, &user));
    let mut silent = TcpStream::connect(("127.0.0.1", service.port())).unwrap();
    let head = format!(
        "POST /api/auth/login/ HTTP/1.1\r\nHost: casegate\r\nAuthorization: Token {}\r\nContent-Length: 9\r\n\r\n{{",
        service.master()
    );
    silent.write_all(head.as_bytes()).unwrap();
    assert_eq!(status(&mut silent), "408");
}

#[test]
fn a_kill_amid_an_upload_leaves_nothing_after_the_next_start() {
    let mut service = Service::start("{}");
    let user = service.login("a");
    let kept = create(&service, &user, &policy_limit(), &[("files", Some("a.pdf"), b"x")]).json();
    let _stream = begin(&service, &user, 10 << 20, &[("files", Some("b.pdf"), &vec![b'x'; 2_000_000])]);
    wait(|| stored(&service) == 2, "a file on its way");
    service.kill();
    service.restart();
    assert_eq!(stored(&service), 1);
    let id = kept["attachments"][0]["file_id"].as_str().unwrap();
    assert!(service.folder().join("data/files").join(id).exists());
    assert_eq!(service.get(&user, "/api/v1/partner/cases/").json()["results"].as_array().unwrap().len(), 1);
}

#[test]
fn a_body_over_the_limit_is_refused_by_its_length_at_once_and_otherwise_while_it_comes() {
    let service = Service::start("{}");
    let user = service.login("a");
    let mut stream = begin(&service, &user, 400 << 20, &[]);
    assert_eq!(status(&mut stream), "413");

    create(&service, &user, &policy_limit(), &[]);
    let mut stream = TcpStream::connect(("127.0.0.1", service.port())).unwrap();
    let head = format!(
        "POST /api/v1/partner/cases/CASE-1/files/ HTTP/1.1\r\nHost: casegate\r\nAuthorization: Token {user}\r\n\
         Content-Type: multipart/form-data; boundary=b\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let part = b"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n";
    let chunk = vec![b'x'; 1 << 20];
    let mut send =
        |bytes: &[u8]| stream.write_all(&[format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat());
    send(part).unwrap();
    for _ in 0..66 {
        send(&chunk).unwrap();
    }
    assert_eq!(status(&mut stream), "413");
    assert_eq!(stored(&service), 0);
}

#[test]
fn hostile_parts_are_refused() {
    let service = Service::start("{}");
    let user = service.login("a");
    let case = policy_limit().to_string();
    let refused = |parts: &[Part<'_>]| {
        let answer = service.post_parts(&user, CREATE, parts);
        (answer.status, answer.json()["code"].as_str().unwrap_or_default().to_owned())
    };
    let many = vec![("x", None, &b""[..]); 201];
    assert_eq!(refused(&many), (413, "body_too_long".to_owned()));
    let long = vec![b'x'; 300 << 10];
    assert_eq!(refused(&[("case", None, case.as_bytes()), ("labels", None, &long)]).0, 413);
    assert_eq!(refused(&[("case", None, b"\xff")]), (400, "not_utf8".to_owned()));
    let send = |content_type: &str, body: &[u8]| service.send("POST", &user, CREATE, content_type, body);
    // Never a boundary, and never the end of a part's header.
    let endless = vec![b'x'; 4 << 20];
    assert_eq!(send("multipart/form-data; boundary=b", &endless).json()["code"], "bad_multipart");
    let head = [b"--b\r\nContent-Disposition: form-data; name=\"", &endless[..]].concat();
    assert_eq!(send("multipart/form-data; boundary=b", &head).json()["code"], "bad_multipart");
    for content_type in ["multipart/form-data", "multipart/mixed; boundary=b", "text/plain", ""] {
        assert_eq!(send(content_type, b"x").status, 400, "{content_type}");
    }
    assert_eq!(send("multipart/form-data; boundary=b", b"").json()["code"], "bad_multipart");
    assert!(no_case(&service, &user));
}

#[test]
fn whoever_is_refused_before_the_body_is_read_gets_the_answer() {
    let service = Service::start("{}");
    let user = service.login("a");
    let large = vec![b'x'; 20 << 20];
    let (content_type, body) = multipart(&[("file", Some("a.pdf"), &large)]);
    for (token, path, status) in [
        ("wrong", CREATE, 401),
        (user.as_str(), "/api/v1/partner/cases/CASE-9/files/", 404),
        (user.as_str(), "/api/v1/partner/cases/CASE-9/", 405),
        (service.master().as_str(), "/api/auth/login/", 413),
    ] {
        assert_eq!(service.send("POST", token, path, &content_type, &body).status, status, "{path}");
    }
    assert_eq!(stored(&service), 0);
}

#[test]
fn who_writes_a_far_too_long_body_to_its_end_reads_the_answer() {
    let service = Service::start("{}");
    let user = service.login("a");
    create(&service, &user, &policy_limit(), &[]);
    let (content_type, body) = multipart(&[("file", Some("a.pdf"), &vec![b'x'; 140 << 20])]);
    let head = format!(
        "POST /api/v1/partner/cases/CASE-1/files/ HTTP/1.1\r\nHost: casegate\r\nAuthorization: Token {user}\r\n\
         Content-Type: {content_type}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    let mut stream = TcpStream::connect(("127.0.0.1", service.port())).unwrap();
    stream.write_all(head.as_bytes()).unwrap();
    // Like most clients: a failed write ends the call.
    stream.write_all(&body).unwrap();
    assert_eq!(status(&mut stream), "413");
    assert_eq!(stored(&service), 0);
}
