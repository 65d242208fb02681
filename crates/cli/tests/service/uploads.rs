//! Requests with files: create, append, and bodies that are too long, too slow or broken off.

use crate::support::{Answer, Service, json, multipart, wait};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;

const CREATE: &str = "/api/v1/partner/cases/create/";

/// A small Policy Limit case.
pub(crate) fn policy_limit() -> Value {
    json!({
        "case_type": "pl", "cc_emails": "paralegal@example.com", "plaintiff_name": "Test Plaintiff",
        "date_of_loss": "2026-01-15", "is_incident_report_provided": false,
        "base_product": ["personal_auto_policy_limits"], "insurance_company": "Example Insurance",
    })
}

/// A small Policy Existence case of a loss in the last 365 days.
pub(crate) fn policy_existence() -> Value {
    let loss = chrono::Utc::now().date_naive() - chrono::Days::new(30);
    json!({
        "case_type": "pe", "cc_emails": "paralegal@example.com", "plaintiff_name": "Test Plaintiff",
        "date_of_loss": loss.to_string(), "is_incident_report_provided": false,
        "base_product": ["personal_auto_policy_existence"], "should_exclude_other_insurance_from_search": false,
        "search_reason": ["no_insurance_on_report"],
    })
}

type Part<'p> = (&'p str, Option<&'p str>, &'p [u8]);

fn create(service: &Service, token: &str, case: &Value, parts: &[Part<'_>]) -> Answer {
    let case = case.to_string();
    let parts: Vec<Part<'_>> = [("case", None, case.as_bytes())].into_iter().chain(parts.iter().copied()).collect();
    service.post_parts(token, CREATE, &parts)
}

/// How many files the data folder holds.
pub(crate) fn stored(service: &Service) -> usize {
    std::fs::read_dir(service.folder().join("data/files")).unwrap().count()
}

fn statuses(created: &Value) -> Vec<(&str, Option<&str>)> {
    let attachments = created["attachments"].as_array().unwrap().iter();
    attachments.map(|told| (told["status"].as_str().unwrap(), told["error_code"].as_str())).collect()
}

#[test]
fn a_case_of_each_product_is_created_with_its_files() {
    let service = Service::start("{}");
    let user = service.login("a@example.com");
    for (number, case) in (1..).zip([policy_limit(), policy_existence()]) {
        let files: &[Part<'_>] = &[
            ("files", Some(r"C:\\scans\\crash.PDF"), b"%PDF-1.7"),
            ("labels", None, b"incident_report"),
            ("files", Some("note.txt"), b"a note"),
            // An input that nobody touched.
            ("files", Some(""), b""),
        ];
        let answer = create(&service, &user, &case, files);
        let created = answer.json();
        assert_eq!(answer.status, 201, "{created}");
        assert_eq!(
            (&created["case_id"], &created["case_ref"], &created["case_type"], &created["submitted"]),
            (&json!(number), &json!(format!("CASE-{number}")), &case["case_type"], &json!(true))
        );
        let told = created["attachments"].as_array().unwrap();
        assert_eq!(told.len(), 2);
        assert_eq!((&told[0]["filename"], &told[0]["label"]), (&json!("crash.PDF"), &json!("incident_report")));
        assert_eq!((&told[1]["filename"], &told[1]["label"]), (&json!("note.txt"), &json!("other")));
        assert!(told.iter().all(|file| file["file_id"].is_string() && file.get("error").is_none()), "{created}");
        let id = told[1]["file_id"].as_str().unwrap();
        assert_eq!(std::fs::read(service.folder().join("data/files").join(id)).unwrap(), b"a note");
        let detail = service.get(&user, answer.header("location").unwrap().strip_prefix(&service.base_url).unwrap());
        assert_eq!((detail.status, &detail.json()["status"]), (200, &json!("received")));
    }
    assert_eq!(stored(&service), 4);
}

#[test]
fn the_reference_may_come_later() {
    let service = Service::start(r#"{ "issue_keys": { "after_seconds": 3600 } }"#);
    let user = service.login("a");
    let answer = create(&service, &user, &policy_limit(), &[]);
    assert_eq!((answer.status, &answer.json()["case_ref"]), (201, &Value::Null));
    assert_eq!(answer.json()["attachments"], json!([]));
    assert!(answer.header("location").is_none());
    assert_eq!(service.get(&user, "/api/v1/partner/cases/CASE-1/").status, 404);
}

#[test]
fn an_invalid_case_is_refused_with_the_issues_of_the_library_also_as_a_test_case() {
    let service = Service::start("{}");
    let user = service.login("a");
    let mut case = policy_limit();
    case["date_of_loss"] = json!("2026-02-30");
    case.as_object_mut().unwrap().remove("plaintiff_name");
    let real = create(&service, &user, &case, &[("files", Some("a.pdf"), b"x")]);
    case["is_test"] = json!(true);
    let test = create(&service, &user, &case, &[("files", Some("a.pdf"), b"x")]);
    assert_eq!((real.status, real.header("content-type")), (400, Some("application/problem+json")));
    assert_eq!(real.json(), test.json());
    let problem = real.json();
    let errors = problem["errors"].as_array().unwrap();
    let at: Vec<&str> = errors.iter().map(|issue| issue["at"].as_str().unwrap()).collect();
    assert_eq!(at, ["/plaintiff_name", "/date_of_loss"]);
    assert_eq!(errors[1]["pointer"], "#/date_of_loss");
    assert_eq!(stored(&service), 0);
    assert_eq!(service.get(&user, "/api/v1/partner/cases/").json()["results"], json!([]));
    // What else is no case.
    for parts in [&[] as &[Part<'_>], &[("case", None, b"no JSON")], &[("case", Some("case.json"), b"{}")]] {
        assert_eq!(service.post_parts(&user, CREATE, parts).status, 400);
    }
    assert_eq!(service.post_json(&user, CREATE, &policy_limit().to_string()).json()["code"], "parts_wanted");
}

#[test]
fn a_case_beyond_the_limit_of_text_is_told_by_the_library() {
    let service = Service::start("{}");
    let mut case = policy_limit();
    case["summary"] = json!("s".repeat(2 << 20));
    let answer = create(&service, &service.login("a"), &case, &[("files", Some("a.pdf"), b"x")]);
    assert_eq!((answer.status, &answer.json()["errors"][0]["code"]), (400, &json!("too_large")));
}

#[test]
fn a_master_token_needs_a_requester_name() {
    let service = Service::start("{}");
    let mut case = policy_limit();
    let refused = create(&service, &service.master(), &case, &[]);
    assert_eq!((refused.status, &refused.json()["errors"][0]["at"]), (400, &json!("/requester_name")));
    case["requester_name"] = json!("Test Requester");
    assert_eq!(create(&service, &service.master(), &case, &[]).status, 201);
}

#[test]
fn each_file_is_told_by_itself_and_none_fails_the_case() {
    let service = Service::start("{}");
    let user = service.login("a");
    let large = vec![b'x'; (25 << 20) + 1];
    let files: &[Part<'_>] = &[
        ("labels", None, b"incident_report"),
        ("labels", None, b"something"),
        ("files", Some("a.pdf"), b"x"),
        ("files", Some("b.pdf"), b"x"),
        ("files", Some("c.odt"), b"x"),
        ("files", Some("d.pdf"), &large),
        ("files", Some("e.pdf"), &large[..25 << 20]),
        ("files", Some("\u{fffd}.pdf"), b""),
    ];
    let answer = create(&service, &user, &policy_limit(), files);
    let created = answer.json();
    assert_eq!(answer.status, 201, "{created}");
    let expected = [
        ("accepted", None),
        ("rejected", Some("unknown_label")),
        ("rejected", Some("extension_not_allowed")),
        ("rejected", Some("file_too_large")),
        ("accepted", None),
        ("accepted", None),
    ];
    assert_eq!(statuses(&created), expected);
    assert!(created["attachments"][1].get("file_id").is_none());
    assert!(created["attachments"][1]["error"].is_string());
    assert_eq!(stored(&service), 3);
}

#[test]
fn a_file_name_that_is_no_text_fails_only_that_file() {
    let service = Service::start("{}");
    let (content_type, body) = multipart(&[
        ("case", None, policy_limit().to_string().as_bytes()),
        ("files", Some("B"), b"\xff\xfe"),
        ("files", Some("a.pdf"), b"x"),
    ]);
    let at = body.windows(12).position(|window| window == b"filename=\"B\"").unwrap();
    let mut body = body;
    body[at + 10] = 0xe9;
    let answer = service.send("POST", &service.login("a"), CREATE, &content_type, &body);
    assert_eq!(statuses(&answer.json()), [("rejected", Some("extension_not_allowed")), ("accepted", None)]);
}

#[test]
fn past_ten_files_and_past_the_total_the_rest_is_rejected() {
    let service = Service::start("{}");
    let user = service.login("a");
    let eleven = vec![("files", Some("a.pdf"), &b"x"[..]); 11];
    let created = create(&service, &user, &policy_limit(), &eleven).json();
    assert_eq!(statuses(&created)[9..], [("accepted", None), ("rejected", Some("internal_error"))]);
    assert_eq!(stored(&service), 10);

    let large = vec![b'x'; 24 << 20];
    let mut files = vec![("files", Some("a.pdf"), &large[..]); 5];
    files.push(("files", Some("b.pdf"), b"x"));
    let created = create(&service, &user, &policy_limit(), &files).json();
    assert_eq!(statuses(&created)[3..], [("accepted", None), ("rejected", Some("file_too_large")), ("accepted", None)]);
    assert_eq!(stored(&service), 15);
}

#[test]
fn a_file_that_cannot_be_stored_fails_only_itself() {
    let service = Service::start("{}");
    let user = service.login("a");
    std::fs::remove_dir(service.folder().join("data/files")).unwrap();
    let files: &[Part<'_>] = &[("files", Some("a.pdf"), b"x"), ("files", Some("b.odt"), b"x")];
    let answer = create(&service, &user, &policy_limit(), files);
    assert_eq!(answer.status, 201);
    let expected = [("rejected", Some("internal_error")), ("rejected", Some("extension_not_allowed"))];
    assert_eq!(statuses(&answer.json()), expected);
    assert_eq!(service.get(&user, "/api/v1/partner/cases/CASE-1/").status, 200);
}

#[test]
fn a_file_is_appended_within_the_limits_of_the_case() {
    let service = Service::start("{}");
    let user = service.login("a");
    create(&service, &user, &policy_limit(), &[("files", Some("a.pdf"), b"x")]);
    let path = "/api/v1/partner/cases/CASE-1/files/";
    let append = |parts: &[Part<'_>]| service.post_parts(&user, path, parts);
    let first = append(&[("file", Some("../b.pdf"), b"abc"), ("label", None, b"insurance_letter")]);
    let told = first.json();
    assert_eq!(first.status, 201, "{told}");
    let known = (&told["filename"], &told["label"], &told["tracker_sync_state"]);
    assert_eq!(known, (&json!("b.pdf"), &json!("insurance_letter"), &json!("pending")));
    let id = told["file_id"].as_str().unwrap();
    assert_eq!(std::fs::read(service.folder().join("data/files").join(id)).unwrap(), b"abc");
    assert_eq!(append(&[("file", Some("b.pdf"), b"x"), ("label", None, b"  ")]).json()["label"], "other");

    let code = |answer: &Answer| (answer.status, answer.json()["errors"][0]["code"].as_str().unwrap().to_owned());
    let refused = |parts: &[Part<'_>]| code(&append(parts));
    assert_eq!(refused(&[]), (400, "required".to_owned()));
    assert_eq!(refused(&[("file", Some("b.pdf"), b"x"), ("label", None, b"wrong")]), (400, "unknown_label".to_owned()));
    let two = [("file", Some("b.pdf"), &b"x"[..]), ("file", Some("c.pdf"), b"x")];
    assert_eq!(refused(&two), (400, "one_file_only".to_owned()));
    let large = vec![b'x'; (25 << 20) + 1];
    assert_eq!(refused(&[("file", Some("b.pdf"), &large)]), (400, "file_too_large".to_owned()));
    assert_eq!(stored(&service), 3);

    for _ in 2..25 {
        assert_eq!(append(&[("file", Some("b.pdf"), b"x")]).status, 201);
    }
    assert_eq!(refused(&[("file", Some("b.pdf"), b"x")]), (400, "too_many_files".to_owned()));
    assert_eq!(stored(&service), 26);
    let unknown = service.post_parts(&user, "/api/v1/partner/cases/CASE-2/files/", &two);
    assert_eq!(unknown.status, 404);
}

#[test]
fn appended_files_stay_within_their_total() {
    let service = Service::start("{}");
    let user = service.login("a");
    create(&service, &user, &policy_limit(), &[]);
    let large = vec![b'x'; 25 << 20];
    let append = |bytes: &[u8]| {
        let answer = service.post_parts(&user, "/api/v1/partner/cases/CASE-1/files/", &[("file", Some("a.pdf"), bytes)]);
        (answer.status, answer.json()["errors"][0]["code"].as_str().map(str::to_owned))
    };
    for _ in 0..4 {
        assert_eq!(append(&large).0, 201);
    }
    assert_eq!(append(b"x"), (400, Some("total_too_large".to_owned())));
    assert_eq!(stored(&service), 4);
}

/// Begins a create request and sends some of it.
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
    let mut stream = begin(&service, &user, 10 << 20, &[("files", Some("a.pdf"), &[b'x'; 100_000])]);
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
    let _stream = begin(&service, &user, 10 << 20, &[("files", Some("b.pdf"), &[b'x'; 2_000_000])]);
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
    let mut send = |bytes: &[u8]| stream.write_all(&[format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat());
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
    // Never a boundary, and never the end of a part's head.
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
fn a_reply_is_taken_once() {
    let service = Service::start("{}");
    let user = service.login("a");
    create(&service, &user, &policy_limit(), &[]);
    let path = "/api/v1/partner/cases/CASE-1/respond/";
    let reply = |parts: &[Part<'_>]| service.post_parts(&user, path, parts);
    let id: Part<'_> = ("interaction_id", None, b"i-1");
    let early = reply(&[id, ("message", None, b"Early.")]);
    assert_eq!((early.status, &early.json()["code"]), (400, &json!("not_the_open_interaction")));
    service.operate("POST", "/cases/1/pick_up", &json!({}));
    service.operate("POST", "/cases/1/need_input", &json!({ "message": "Which policy?", "interaction_id": "i-1" }));
    assert_eq!(reply(&[id]).json()["code"], "nothing_said");
    let large = vec![b'x'; (25 << 20) + 1];
    assert_eq!(reply(&[id, ("file", Some("a.pdf"), &large)]).json()["code"], "file_too_large");
    assert_eq!(stored(&service), 0);
    let answer = reply(&[id, ("message", None, b"This one."), ("file", Some("a.pdf"), b"x"), ("file", Some("b"), b"y")]);
    assert_eq!(answer.status, 200, "{}", answer.json());
    assert_eq!((&answer.json()["interaction_id"], &answer.json()["status"]), (&json!("i-1"), &json!("responded")));
    assert_eq!(stored(&service), 2);
    let repeat = reply(&[id, ("message", None, b"This one.")]);
    assert_eq!((repeat.status, &repeat.json()["code"]), (400, &json!("already_responded")));
    assert!(repeat.json()["detail"].as_str().unwrap().contains("already in status responded"));
    let detail = service.get(&user, "/api/v1/partner/cases/CASE-1/").json();
    assert_eq!(detail["status"], "received");
    let kept = service.operate("GET", "/cases/1", &Value::Null);
    assert_eq!(kept["interactions"][0]["reply"], "This one.");
    let through: Vec<&Value> = kept["files"].as_array().unwrap().iter().map(|file| &file["through"]).collect();
    assert_eq!(through, [&json!("respond"), &json!("respond")]);
}

#[test]
fn of_two_replies_at_once_one_is_taken() {
    let service = Service::start("{}");
    let user = service.login("a");
    create(&service, &user, &policy_limit(), &[]);
    service.operate("POST", "/cases/1/pick_up", &json!({}));
    service.operate("POST", "/cases/1/need_input", &json!({ "message": "Which?", "interaction_id": "i-1" }));
    let parts: &[Part<'_>] = &[("interaction_id", None, b"i-1"), ("file", Some("a.pdf"), b"x")];
    let mut statuses: Vec<u16> = std::thread::scope(|scope| {
        let reply = || service.post_parts(&user, "/api/v1/partner/cases/CASE-1/respond/", parts).status;
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(reply)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400, 400, 400, 400, 400, 400, 400]);
    assert_eq!(stored(&service), 1);
}

#[test]
fn twenty_callers_at_once_create_cases_of_their_own() {
    let service = Service::start("{}");
    let user = service.login("a");
    let bytes = vec![b'x'; 300_000];
    let mut ids: Vec<i64> = std::thread::scope(|scope| {
        let create = || create(&service, &user, &policy_limit(), &[("files", Some("a.pdf"), &bytes)]);
        let threads: Vec<_> = (0..20).map(|_| scope.spawn(create)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap().json()["case_id"].as_i64().unwrap()).collect()
    });
    ids.sort_unstable();
    assert_eq!(ids, (1..=20).collect::<Vec<i64>>());
    assert_eq!(stored(&service), 20);
    assert_eq!(json("20"), json!(service.get(&user, "/api/v1/partner/cases/").json()["results"].as_array().unwrap().len()));
}
