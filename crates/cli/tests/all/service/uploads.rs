//! Cases with files, and files that are appended.

use crate::service::support::{Answer, Service, multipart};
use serde_json::{Value, json};

pub(crate) const CREATE: &str = "/api/v1/partner/cases/create/";

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

pub(crate) type Part<'p> = (&'p str, Option<&'p str>, &'p [u8]);

pub(crate) fn create(service: &Service, token: &str, case: &Value, parts: &[Part<'_>]) -> Answer {
    let case = case.to_string();
    let parts: Vec<Part<'_>> = [("case", None, case.as_bytes())].into_iter().chain(parts.iter().copied()).collect();
    service.post_parts(token, CREATE, &parts)
}

/// Returns the number of files in the data folder.
pub(crate) fn stored(service: &Service) -> usize {
    std::fs::read_dir(service.folder().join("data/files")).unwrap().count()
}

fn statuses(created: &Value) -> Vec<(&str, Option<&str>)> {
    let attachments = created["attachments"].as_array().unwrap().iter();
    attachments.map(|reply| (reply["status"].as_str().unwrap(), reply["error_code"].as_str())).collect()
}

#[test]
fn a_firm_rule_on_files_refuses_a_create_without_them() {
    let rule = json!({
        "id": "acme.report", "then": [{ "files": { "label": "incident_report" } }],
        "message": { "en": "Send the police report along. Our experts start from it." },
    });
    let service = Service::start(&json!({ "context": { "house": { "rules": [rule] } } }).to_string());
    let user = service.login("a@example.com");
    let file: Part<'_> = ("files", Some("crash.pdf"), b"%PDF-1.7");
    let refused = create(&service, &user, &policy_limit(), &[file]);
    assert_eq!(refused.status, 400);
    assert_eq!(refused.json()["errors"][0]["rule"], "acme.report", "{}", refused.json());
    assert_eq!(stored(&service), 0);
    let created = create(&service, &user, &policy_limit(), &[file, ("labels", None, b"incident_report")]);
    assert_eq!((created.status, statuses(&created.json())), (201, vec![("accepted", None)]));
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
            // A file input that was left empty.
            ("files", Some(""), b""),
        ];
        let answer = create(&service, &user, &case, files);
        let created = answer.json();
        assert_eq!(answer.status, 201, "{created}");
        assert_eq!(
            (&created["case_id"], &created["case_ref"], &created["case_type"], &created["submitted"]),
            (&json!(number), &json!(format!("CASE-{number}")), &case["case_type"], &json!(true))
        );
        let reply = created["attachments"].as_array().unwrap();
        assert_eq!(reply.len(), 2);
        assert_eq!((&reply[0]["filename"], &reply[0]["label"]), (&json!("crash.PDF"), &json!("incident_report")));
        assert_eq!((&reply[1]["filename"], &reply[1]["label"]), (&json!("note.txt"), &json!("other")));
        assert!(reply.iter().all(|file| file["file_id"].is_string() && file.get("error").is_none()), "{created}");
        let id = reply[1]["file_id"].as_str().unwrap();
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
    assert_eq!(errors[1]["pointer"], "#/case/date_of_loss");
    assert_eq!(stored(&service), 0);
    assert_eq!(service.get(&user, "/api/v1/partner/cases/").json()["results"], json!([]));
    // Other bodies without a case.
    for parts in [&[] as &[Part<'_>], &[("case", None, b"no JSON")], &[("case", Some("case.json"), b"{}")]] {
        assert_eq!(service.post_parts(&user, CREATE, parts).status, 400);
    }
    assert_eq!(service.post_json(&user, CREATE, &policy_limit().to_string()).json()["code"], "parts_wanted");
}

#[test]
fn a_case_beyond_the_limit_of_text_is_reported_by_the_library() {
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
    let created = create(&service, &service.master(), &case, &[]);
    // Where the specification says both, the rulebook warns (D21).
    assert_eq!((created.status, &created.json()["warnings"][0]["code"]), (201, &json!("master_token")));
    assert_eq!(created.json()["warnings"][1], Value::Null);
    // It creates cases, and does nothing else.
    for (method, path) in [
        ("GET", "/api/v1/partner/cases/"),
        ("GET", "/api/v1/partner/cases/CASE-1/"),
        ("POST", "/api/v1/partner/cases/CASE-1/cancel/"),
        ("POST", "/api/auth/logout/"),
    ] {
        assert_eq!(service.send(method, &service.master(), path, "", b"").status, 403, "{path}");
    }
}

#[test]
fn each_file_is_reported_by_itself_and_none_fails_the_case() {
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
fn a_control_character_in_a_file_name_is_taken_out() {
    let service = Service::start("{}");
    let user = service.login("a");
    let files: &[Part<'_>] = &[
        ("files", Some("a\u{1}b.pdf"), b"1"),
        ("files", Some("c\nd\0.pdf"), b"2"),
        ("files", Some("e\r\nf.pdf"), b"3"),
        ("files", Some("g.p\u{7f}df"), b"4"),
        ("files", Some("\t.h\u{8}.exe"), b"5"),
    ];
    let answer = create(&service, &user, &policy_limit(), files);
    let created = answer.json();
    assert_eq!(answer.status, 201, "{created}");
    let reply = created["attachments"].as_array().unwrap().iter();
    let names: Vec<&str> = reply.map(|file| file["filename"].as_str().unwrap()).collect();
    assert_eq!(names, ["ab.pdf", "cd.pdf", "ef.pdf", "g.pdf", "h.exe"]);
    assert_eq!(statuses(&created)[3..], [("accepted", None), ("rejected", Some("extension_not_allowed"))]);
    let append = |name| service.post_parts(&user, "/api/v1/partner/cases/CASE-1/files/", &[("file", Some(name), b"6")]);
    assert_eq!(append("i\u{1b}\nj.pdf").json()["filename"], "ij.pdf");
}

#[test]
fn a_case_with_a_file_name_is_a_case_where_it_is_json() {
    let service = Service::start("{}");
    let user = service.login("a");
    let case = policy_limit().to_string();
    for filename in ["blob", ""] {
        let answer = service.post_parts(&user, CREATE, &[("case", Some(filename), case.as_bytes())]);
        let created = answer.json();
        assert_eq!((answer.status, &created["warnings"][0]["code"]), (201, &json!("case_as_file")), "{created}");
        assert_eq!(created["attachments"], json!([]));
    }
    let other = service.post_parts(&user, CREATE, &[("case", Some("case.pdf"), b"%PDF-1.7")]);
    assert_eq!((other.status, &other.json()["errors"][0]["code"]), (400, &json!("not_json")));
    let plain = create(&service, &user, &policy_limit(), &[]).json();
    assert!(plain.get("warnings").is_none(), "{plain}");
}

#[test]
fn a_second_case_is_refused() {
    let service = Service::start("{}");
    let user = service.login("a");
    let mut other = policy_limit();
    other["plaintiff_name"] = json!("Other Plaintiff");
    for filename in [None, Some("blob")] {
        let other = other.to_string();
        let answer = create(&service, &user, &policy_limit(), &[("case", filename, other.as_bytes())]);
        let problem = answer.json();
        assert_eq!((answer.status, &problem["code"]), (400, &json!("one_case_only")), "{problem}");
        assert!(!problem.to_string().contains("Other Plaintiff"));
    }
    assert_eq!(service.get(&user, "/api/v1/partner/cases/").json()["results"], json!([]));
}

#[test]
fn parts_that_append_has_are_reported_on_create() {
    let service = Service::start("{}");
    let parts: &[Part<'_>] = &[("file", Some("a.pdf"), b"x"), ("label", None, b"incident_report")];
    let answer = create(&service, &service.login("a"), &policy_limit(), parts);
    let created = answer.json();
    assert_eq!((answer.status, &created["attachments"]), (201, &json!([])), "{created}");
    let reply = created["warnings"].as_array().unwrap();
    let suggested: Vec<(&Value, &Value)> =
        reply.iter().map(|it| (&it["pointer"], &it["params"]["suggestion"])).collect();
    assert_eq!(suggested, [(&json!("#/file"), &json!("files")), (&json!("#/label"), &json!("labels"))]);
    assert!(reply[0]["message"].as_str().unwrap().ends_with("Did you mean files?"), "{}", reply[0]);
    assert_eq!(stored(&service), 0);
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
    let reply = first.json();
    assert_eq!(first.status, 201, "{reply}");
    let known = (&reply["filename"], &reply["label"], &reply["tracker_sync_state"]);
    assert_eq!(known, (&json!("b.pdf"), &json!("insurance_letter"), &json!("pending")));
    let id = reply["file_id"].as_str().unwrap();
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
        let answer =
            service.post_parts(&user, "/api/v1/partner/cases/CASE-1/files/", &[("file", Some("a.pdf"), bytes)]);
        (answer.status, answer.json()["errors"][0]["code"].as_str().map(str::to_owned))
    };
    for _ in 0..4 {
        assert_eq!(append(&large).0, 201);
    }
    assert_eq!(append(b"x"), (400, Some("total_too_large".to_owned())));
    assert_eq!(stored(&service), 4);
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
    let listed = service.get(&user, "/api/v1/partner/cases/").json();
    assert_eq!(listed["results"].as_array().unwrap().len(), 20);
}

/// Creates a case with parts that have headers of their own.
fn create_with_heads(service: &Service, token: &str, parts: &[(&[u8], &[u8])]) -> Answer {
    let head = b"Content-Disposition: form-data; name=case".as_slice();
    let case = policy_limit().to_string();
    let mut body = Vec::new();
    for (head, content) in [(head, case.as_bytes())].iter().chain(parts) {
        body.extend([b"--limit\r\n", *head, b"\r\n\r\n", *content, b"\r\n"].concat());
    }
    body.extend(b"--limit--\r\n");
    service.send("POST", token, CREATE, "multipart/form-data; boundary=limit", &body)
}

#[test]
fn file_names_are_read_as_clients_write_them() {
    let service = Service::start("{}");
    let user = service.login("a");
    for (head, name) in [
        (
            b"Content-Disposition: form-data; name=\"files\"; filename*=utf-8''na%C3%AFve.pdf".as_slice(),
            "na\u{ef}ve.pdf",
        ),
        (b"Content-Disposition: form-data; name=files; filename=\"x\"; filename*=utf-8''a.pdf", "a.pdf"),
        (b"Content-Disposition: form-data; name=\"files\"; filename=\"na\xefve.pdf\"", "na\u{fffd}ve.pdf"),
        (b"content-disposition: Form-Data; Name=\"files\"; FileName=\"a.pdf\"", "a.pdf"),
    ] {
        let created = create_with_heads(&service, &user, &[(head, b"x")]);
        assert_eq!(created.status, 201, "{}", created.json());
        let reply = &created.json()["attachments"][0];
        assert_eq!((&reply["filename"], &reply["status"]), (&json!(name), &json!("accepted")), "{reply}");
    }
}

#[test]
fn no_fault_of_a_file_part_refuses_a_case() {
    let service = Service::start("{}");
    let user = service.login("a");
    let parts: &[(&[u8], &[u8])] = &[
        (b"Content-Disposition: form-data; name=files", b"no name"),
        (b"Content-Disposition: form-data; name=files", b""),
        (b"Content-Disposition: form-data; name=files; filename=a.pdf", b"x"),
        (b"Content-Disposition: form-data; name=labels; filename=blob", b"other"),
        (b"Content-Disposition: form-data; name=labels; filename=blob", b"incident_report"),
    ];
    let created = create_with_heads(&service, &user, parts);
    assert_eq!(created.status, 201, "{}", created.json());
    let created = created.json();
    assert_eq!(statuses(&created), [("rejected", Some("extension_not_allowed")), ("accepted", None)]);
    assert_eq!(created["attachments"][1]["label"], "incident_report");
    // Elsewhere an invalid file is refused before anything is changed.
    let append = service.post_parts(&user, "/api/v1/partner/cases/CASE-1/files/", &[("file", None, b"x")]);
    assert_eq!((append.status, &append.json()["code"]), (400, &json!("wrong_type")));
}
