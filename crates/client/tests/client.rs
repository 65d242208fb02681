//! The client against the stand-in, and against a transport that answers as a script says.
#![expect(clippy::unwrap_used, reason = "a test fails with a panic")]

use casegate::Context;
use casegate_client::{
    Cancel, Client, ClientError, File, FileState, FileStore, Kind, MemoryStore, Options, Received, Request, Settings,
    Store, Submitted, Transport, Ureq,
};
use casegate_server::Config;
use casegate_server::test::StandIn;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::net::TcpListener;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

const CASE: &str = r#"{ "case_type": "pl", "cc_emails": "intake@firm.example", "plaintiff_name": "Test Plaintiff", "date_of_loss": "2026-01-15",
  "is_incident_report_provided": false, "base_product": ["personal_auto_policy_limits"], "insurance_company": "Example Mutual" }"#;
const AN_EVENT: &str = r#"{ "event": "case.action_required", "case_id": 7, "issue_key": "CASE-7", "message": "Which car?", "interaction_id": "i-1" }"#;

fn settings(url: &str, master_token: &str) -> Settings {
    let mut settings = Settings::new(url, master_token, "test");
    settings.only_writer = true;
    (settings.ask_after, settings.skew) = (Duration::from_millis(700), Duration::from_millis(100));
    settings
}

fn context() -> Context {
    Context::new("2026-03-01".parse().unwrap())
}

fn file(name: &str, label: Option<&str>) -> File {
    File { name: name.to_owned(), content: b"%PDF-1.4".to_vec(), label: label.map(str::to_owned) }
}

fn now() -> u64 {
    u64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap()
}

/// Notes the addresses of what another transport sends.
struct Noting<T>(T, Arc<Mutex<Vec<String>>>);

impl<T: Transport> Transport for Noting<T> {
    fn send(&self, request: Request<'_>) -> Received {
        self.1.lock().unwrap().push(request.url.to_owned());
        self.0.send(request)
    }
}

struct Script<F>(F);

impl<F: Fn(&str, &str) -> Received + Send + Sync> Transport for Script<F> {
    fn send(&self, mut request: Request<'_>) -> Received {
        if let Some(body) = &mut request.body {
            std::io::copy(body, &mut std::io::sink()).unwrap();
        }
        if request.url.ends_with("/login/") {
            answer(200, r#"{"token":"t0ken"}"#)
        } else {
            (self.0)(request.url, request.authorization)
        }
    }
}

fn answer(status: u16, body: &str) -> Received {
    let mut received = Received::default();
    (received.status, received.body) = (Some(status), Some(body.to_owned()));
    received
}

struct Played {
    client: Client,
    store: Arc<MemoryStore>,
    seen: Arc<Mutex<Vec<String>>>,
}

impl Played {
    fn sent(&self, part: &str) -> usize {
        self.seen.lock().unwrap().iter().filter(|url| url.contains(part)).count()
    }
}

struct Shared(Arc<MemoryStore>);

impl Store for Shared {
    fn get(&self, key: &str) -> std::io::Result<Option<String>> {
        self.0.get(key)
    }
    fn put(&self, key: &str, text: Option<&str>, before: Option<&str>) -> std::io::Result<bool> {
        self.0.put(key, text, before)
    }
    fn keys(&self, prefix: &str) -> std::io::Result<Vec<String>> {
        self.0.keys(prefix)
    }
}

fn played(script: impl Fn(&str, &str) -> Received + Send + Sync + 'static) -> Played {
    let (store, seen) = (Arc::new(MemoryStore::default()), Arc::default());
    let transport = Noting(Script(script), Arc::clone(&seen));
    let client =
        Client::new(settings("http://service.example", "m4ster"), Shared(Arc::clone(&store)), transport, context);
    Played { client, store, seen }
}

fn kind(error: &ClientError) -> Option<Kind> {
    if let ClientError::Service(error) = error { Some(error.kind) } else { None }
}

#[test]
fn a_create_becomes_one_case_whatever_became_of_its_answer() {
    let config = json!({ "issue_keys": { "after_seconds": 0 } }).to_string();
    let stand_in = StandIn::with(Config::from_json(&config).unwrap()).unwrap();
    for (fault, creates) in [
        (json!({ "fault": "done_unanswered" }), 1),
        (json!({ "fault": "done_late", "ms": 400 }), 1),
        (json!({ "fault": "half_body" }), 1),
        (json!({ "fault": "empty_body" }), 1),
        (json!({ "fault": "reset" }), 2),
        (json!({ "fault": "redirect" }), 2),
        (json!({ "fault": "unavailable" }), 2),
    ] {
        let firm = stand_in.organization(&fault.to_string()).unwrap();
        let mut rule = fault.clone();
        rule["endpoint"] = json!("create");
        rule["nth"] = json!(1);
        stand_in.client().operate::<Value>("PUT", "/faults", &json!({ "faults": [rule] })).unwrap();
        let seen = Arc::default();
        let transport = Noting(Ureq::new(Duration::from_secs(5)), Arc::clone(&seen));
        let client =
            Client::new(settings(stand_in.base_url(), &firm.master_token), MemoryStore::default(), transport, context);
        let files = [file("a \"b\".pdf", Some("incident_report")), file("notes.md", None)];
        let lost = client.submit(CASE, Some("form"), &files).unwrap();
        assert!(matches!(&lost, Submitted::Unknown { candidates, .. } if candidates.is_empty()), "{fault}: {lost:?}");
        let corrected = CASE.replace("Test Plaintiff", "Corrected Plaintiff");
        assert!(
            matches!(client.submit(&corrected, Some("form"), &files).unwrap(), Submitted::Unknown { .. }),
            "too early to know"
        );
        sleep(Duration::from_secs(1));
        let Submitted::Created { case_id, files, known, .. } = client.submit(CASE, Some("form"), &files).unwrap()
        else {
            panic!("{fault}")
        };
        let states: Vec<_> = files.iter().map(|file| file.status).collect();
        let expected = if known { [FileState::Unknown; 2] } else { [FileState::Accepted, FileState::Rejected] };
        assert_eq!((states, known), (expected.to_vec(), creates == 1), "{fault}");
        assert_eq!(
            seen.lock().unwrap().iter().filter(|url: &&String| url.contains("create")).count(),
            creates,
            "{fault}"
        );
        let cases = client.case_ids().unwrap();
        assert_eq!(cases, [case_id]);
        client.append(case_id, &[file("later.pdf", Some("other"))]).unwrap();
        client.cancel(case_id, Some("Settled.")).unwrap();
        assert!(client.view(case_id).unwrap().unwrap().cancelled);
    }
}

#[test]
fn values_without_a_key_are_one_case_also_if_a_poll_settles_it_before_they_come_again() {
    let config = json!({ "issue_keys": { "after_seconds": 0 } }).to_string();
    let stand_in = StandIn::with(Config::from_json(&config).unwrap()).unwrap();
    let firm = stand_in.organization("firm").unwrap();
    let rule = json!({ "endpoint": "create", "nth": 1, "fault": "done_unanswered" });
    stand_in.client().operate::<Value>("PUT", "/faults", &json!({ "faults": [rule] })).unwrap();
    let transport = Ureq::new(Duration::from_secs(5));
    let settings = settings(stand_in.base_url(), &firm.master_token);
    let client = Client::new(settings, MemoryStore::default(), transport, context);
    assert!(matches!(client.submit(CASE, None, &[]).unwrap(), Submitted::Unknown { .. }));
    sleep(Duration::from_secs(1));
    client.settle().unwrap();
    let cases = client.case_ids().unwrap();
    let Submitted::Created { case_id, known: true, .. } = client.submit(CASE, None, &[]).unwrap() else { panic!() };
    assert_eq!(cases, [case_id]);
    // That was answered, and this is another case.
    assert!(matches!(client.submit(CASE, None, &[]).unwrap(), Submitted::Created { known: false, .. }));
}

#[test]
fn what_leaves_open_if_a_case_exists_is_never_sent_again() {
    for (status, body) in [
        (200, "{}"),
        (200, "[]"),
        (201, "null"),
        (200, "<h1>Sign in</h1>"),
        (202, r#"{"case_id":1}"#),
        (204, ""),
        (302, "{}"),
        (408, ""),
        (409, "{}"),
        (500, ""),
        (503, ""),
    ] {
        let played = played(move |_, _| answer(status, body));
        let submitted = played.client.submit(CASE, Some("form"), &[]).unwrap();
        assert!(matches!(submitted, Submitted::Unknown { .. }), "{status} {body}: {submitted:?}");
        assert_eq!((played.sent("create"), played.store.keys("submission/").unwrap().len()), (1, 1));
        // It may still be under way.
        let early = played.client.release("form").unwrap_err();
        assert_eq!(kind(&early), Some(Kind::Unavailable));
    }
    let refused = played(|_, _| answer(400, r#"{"detail":"Test Plaintiff is refused"}"#));
    let error = refused.client.submit(CASE, Some("form"), &[]).unwrap_err();
    assert_eq!(kind(&error), Some(Kind::Refused));
    let printed = format!("{error} {error:?}");
    assert!(!printed.contains("Plaintiff") && !printed.contains("t0ken") && !printed.contains("m4ster"), "{printed}");
    assert!(refused.store.keys("submission/").unwrap().is_empty());
    refused.client.release("form").unwrap_err();
}

#[test]
fn without_a_connection_nothing_is_left_behind_and_silence_is_given_up() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    for (port, expected) in [(port, None), (silent.local_addr().unwrap().port(), Some(1))] {
        let store = Arc::new(MemoryStore::default());
        store.put("token", Some("t"), None).unwrap();
        let url = format!("http://127.0.0.1:{port}");
        let client = Client::new(
            settings(&url, "m"),
            Shared(Arc::clone(&store)),
            Ureq::new(Duration::from_millis(300)),
            context,
        );
        let began = Instant::now();
        let submitted =
            client.submit(CASE, Some("form"), &[File { content: vec![0; 8_000_000], ..file("a.pdf", None) }]);
        match expected {
            None => assert_eq!(kind(&submitted.unwrap_err()), Some(Kind::Unavailable)),
            Some(_) => assert!(matches!(submitted.unwrap(), Submitted::Unknown { .. })),
        }
        assert!(began.elapsed() < Duration::from_secs(8));
        assert_eq!(store.keys("submission/").unwrap().len(), expected.unwrap_or_default());
    }
}

#[test]
fn calls_are_canceled_and_uploads_report_their_progress() {
    let played = played(|url, _| {
        if url.contains("create") { answer(201, r#"{"case_id":7,"case_ref":"CASE-7"}"#) } else { answer(503, "") }
    });
    let told = Arc::new(Mutex::new(Vec::new()));
    let telling = Arc::clone(&told);
    let progress = move |sent, all| telling.lock().unwrap().push((sent, all));
    let options = Options { progress: Some(Arc::new(progress)), cancel: None };
    played
        .client
        .with(options)
        .submit(CASE, Some("a"), &[File { content: vec![0; 1_000_000], ..file("a.pdf", None) }])
        .unwrap();
    let told = told.lock().unwrap();
    assert!(told.len() > 10 && told.windows(2).all(|pair| pair[0].0 <= pair[1].0 && pair[0].1 == pair[1].1));
    assert_eq!(told.last().map(|(sent, all)| sent == all), Some(true));
    let cancel = Cancel::default();
    let canceled = played.client.with(Options { cancel: Some(cancel.clone()), progress: None });
    assert_eq!(played.client.receive(AN_EVENT.as_bytes()).unwrap(), 204);
    std::thread::spawn(move || {
        sleep(Duration::from_millis(100));
        cancel.cancel();
    });
    // It is between two attempts, of which the first may have arrived.
    assert_eq!(kind(&canceled.reply(7, Some("i-1"), "Yes.", &[]).unwrap_err()), Some(Kind::Unknown));
    assert_eq!(kind(&canceled.results(7).unwrap_err()), Some(Kind::Unavailable));
    assert_eq!((played.sent("/respond/"), played.sent("/results/")), (1, 0));
}

#[test]
fn one_login_for_all_requests_and_one_more_for_a_revoked_token_and_twenty_a_day() {
    let first = Arc::new(Mutex::new(true));
    let revoked = played(move |_, _| {
        if std::mem::take(&mut *first.lock().unwrap()) { answer(401, "") } else { answer(201, r#"{"case_id":7}"#) }
    });
    std::thread::scope(|scope| {
        for at in 0..8 {
            let client = revoked.client.clone();
            scope.spawn(move || client.submit(CASE, Some(&format!("{at}")), &[]).unwrap());
        }
    });
    assert!(revoked.sent("login") <= 2, "{}", revoked.sent("login"));
    let many = played(|_, _| answer(201, r#"{"case_id":7}"#));
    many.store.put("logins", Some(&json!(vec![now(); 20]).to_string()), None).unwrap();
    assert_eq!(kind(&many.client.submit(CASE, None, &[]).unwrap_err()), Some(Kind::Unavailable));
    assert_eq!(many.sent(""), 0);
}

#[test]
fn a_429_is_waited_for_by_the_whole_client_and_a_long_one_is_handed_back() {
    for (pause, expected) in [("1", None), ("7200", Some(7_200_000))] {
        let count = Mutex::new(0);
        let busy = played(move |_, _| {
            *count.lock().unwrap() += 1;
            let mut received = answer(if *count.lock().unwrap() == 1 { 429 } else { 201 }, r#"{"case_id":7}"#);
            received.retry_after = Some(pause.to_owned());
            received
        });
        let began = Instant::now();
        match (busy.client.submit(CASE, Some("form"), &[]), expected) {
            (Ok(Submitted::Created { .. }), None) => assert!(began.elapsed() >= Duration::from_millis(990)),
            (Err(ClientError::Service(error)), Some(pause)) => {
                assert!(error.until.unwrap().abs_diff(now() + pause) < 5000);
            }
            (submitted, _) => panic!("{submitted:?}"),
        }
        assert_eq!(busy.sent("create"), if expected.is_none() { 2 } else { 1 });
    }
}

#[test]
fn a_lost_append_is_sent_again_only_if_nothing_shows_that_it_arrived() {
    let (one, other) = (file("a.pdf", Some("incident_report")), file("b.pdf", Some("incident_report")));
    for (lost, label, expected, appends, status) in [
        (vec![one.clone()], Some("incident_report"), (FileState::Accepted, false), 1, 201),
        (vec![one.clone()], Some("other"), (FileState::Accepted, true), 2, 201),
        (vec![one.clone()], None, (FileState::Accepted, true), 2, 201),
        // The lost one may be there, whatever the service says of the second.
        (vec![one.clone()], None, (FileState::Unknown, false), 2, 409),
        // The file can be that of the other append.
        (vec![one.clone(), other], Some("incident_report"), (FileState::Accepted, true), 3, 201),
    ] {
        let is_lost = Arc::new(Mutex::new(true));
        let lose = Arc::clone(&is_lost);
        let played = played(move |url, _| match url {
            _ if url.contains("create") => answer(201, r#"{"case_id":7,"case_ref":"CASE-7"}"#),
            _ if *lose.lock().unwrap() => Received::default(),
            _ => answer(status, r#"{"file_id":"f-1","filename":"a.pdf","label":"incident_report"}"#),
        });
        played.client.submit(CASE, Some("a"), &[]).unwrap();
        for answer in
            played.client.append(7, &lost).unwrap().into_iter().chain(played.client.append(7, &lost[..1]).unwrap())
        {
            assert!(answer.status == FileState::Unknown && answer.until.unwrap() > now() + 590_000);
        }
        assert_eq!(played.sent("/files/"), lost.len(), "not again within ten minutes");
        *is_lost.lock().unwrap() = false;
        for key in played.store.keys("append/").unwrap() {
            let text = played.store.get(&key).unwrap().unwrap();
            let mut record: Value = serde_json::from_str(&text).unwrap();
            record["until"] = json!(0);
            assert!(played.store.put(&key, Some(&record.to_string()), Some(&text)).unwrap());
        }
        if let Some(label) = label {
            let event = json!({ "event": "case.files_updated", "case_id": 7, "label": label, "file_id": "f-9" });
            played.client.receive(event.to_string().as_bytes()).unwrap();
        }
        let answers = played.client.append(7, &lost[..1]).unwrap();
        assert_eq!((answers[0].status, answers[0].may_be_there_twice), expected, "{label:?}");
        assert_eq!(played.sent("/files/"), appends);
    }
}

#[test]
fn files_that_were_accepted_are_told_when_a_later_one_fails_and_are_never_sent_again() {
    let files = ["a.pdf", "b.pdf", "c.pdf"].map(|name| File { content: name.into(), ..file(name, None) });
    for (failing, expected) in [
        ((409, r#"{"detail":"The case is closed."}"#), [FileState::Accepted, FileState::Rejected, FileState::Accepted]),
        ((429, ""), [FileState::Accepted, FileState::Unavailable, FileState::Unavailable]),
        ((500, ""), [FileState::Accepted, FileState::Unknown, FileState::Accepted]),
    ] {
        let appends = Mutex::new(0);
        let played = played(move |url, _| {
            if url.contains("create") {
                return answer(201, r#"{"case_id":7,"case_ref":"CASE-7"}"#);
            }
            let mut appends = appends.lock().unwrap();
            *appends += 1;
            let (status, body) = if *appends == 2 { failing } else { (201, r#"{"file_id":"f-1","label":"other"}"#) };
            Received { retry_after: Some("7200".to_owned()), ..answer(status, body) }
        });
        played.client.submit(CASE, Some("a"), &[]).unwrap();
        let answers = played.client.append(7, &files).unwrap();
        assert_eq!(answers.iter().map(|answer| answer.status).collect::<Vec<_>>(), expected);
        let second = json!(answers[1]);
        let failure = answers[1].failure.as_ref().map(|failure| (failure.kind, failure.status));
        match expected[1] {
            FileState::Rejected => {
                assert_eq!(failure, Some((Kind::Refused, Some(409))));
                assert_eq!((&second["error"], &second["retry"]), (&json!("The case is closed."), &Value::Null));
            }
            FileState::Unavailable => {
                assert_eq!(failure, Some((Kind::Unavailable, Some(429))));
                assert!(answers[1..].iter().all(|answer| answer.until.unwrap() > now() + 7_000_000));
            }
            _ => assert!(answers[1].until.is_some()),
        }
        // The same call again sends only what has no answer. An unknown one waits.
        let before = played.sent("/files/");
        let again = played.client.append(7, &files).unwrap();
        assert!(again[0] == answers[0]);
        let is_busy = expected[1] == FileState::Unavailable;
        assert_eq!(played.sent("/files/") - before, usize::from(expected[1] == FileState::Rejected));
        assert_eq!(again[2].status, if is_busy { FileState::Unavailable } else { FileState::Accepted });
        // Another file of the same name and size is another one.
        let other = File { content: b"A.PDF".to_vec(), ..files[0].clone() };
        assert_eq!(played.client.append(7, &[other]).unwrap()[0].status == FileState::Accepted, !is_busy);
    }
}

/// Answers 429 once it is opened.
struct Busy(Arc<AtomicBool>);

impl Transport for Busy {
    fn send(&self, _: Request<'_>) -> Received {
        while !self.0.load(Ordering::Relaxed) {
            sleep(Duration::from_millis(10));
        }
        Received { retry_after: Some("60".to_owned()), ..answer(429, "") }
    }
}

#[test]
fn a_cancel_ends_what_waits_and_the_poller() {
    let is_open = Arc::new(AtomicBool::new(false));
    let settings = settings("http://service.example", "m4ster");
    let client = Client::new(settings, MemoryStore::default(), Busy(Arc::clone(&is_open)), context);
    assert_eq!(client.receive(AN_EVENT.as_bytes()).unwrap(), 204);
    let began = Instant::now();
    let ending = || {
        let cancel = Cancel::default();
        let one = client.with(Options { cancel: Some(cancel.clone()), progress: None });
        (cancel, one)
    };
    let calling = || {
        let (cancel, one) = ending();
        let called = std::thread::spawn(move || kind(&one.results(7).unwrap_err()));
        sleep(Duration::from_millis(100));
        (cancel, called)
    };
    let (login, waits_for_login) = (calling(), calling());
    waits_for_login.0.cancel();
    assert_eq!(waits_for_login.1.join().unwrap(), Some(Kind::Unavailable));
    is_open.store(true, Ordering::Relaxed);
    sleep(Duration::from_millis(100));
    // A pause of a minute.
    login.0.cancel();
    assert_eq!(login.1.join().unwrap(), Some(Kind::Unavailable));
    let (cancel, one) = ending();
    let pollers = [one.start(|_, _| {}), client.start(|_, _| {})];
    sleep(Duration::from_millis(100));
    cancel.cancel();
    // Without a cancel of its own, a poller ends as well when it is dropped.
    drop(pollers);
    drop(client.start(|_, _| {}));
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

#[test]
fn open_questions_are_asked_by_the_poller() {
    let detail =
        r#"{"id":7,"issue_key":"CASE-7","status":"closed","is_test":false,"updated_at":"2026-03-01T12:00:00Z"}"#;
    let played = played(move |url, _| {
        if url.contains("source=") {
            answer(200, r#"{"results":[{"id":7,"issue_key":"CASE-7"}],"next":null}"#)
        } else {
            answer(200, detail)
        }
    });
    let event = r#"{ "event": "case.results_ready", "case_id": 7, "issue_key": "CASE-7" }"#;
    let shown = Arc::new(Mutex::new(0));
    let counted = Arc::clone(&shown);
    let poller = played.client.start(move |_, _| *counted.lock().unwrap() += 1);
    assert_eq!(played.client.receive(event.as_bytes()).unwrap(), 204);
    assert_eq!(
        (played.client.receive(b"{").unwrap(), played.client.receive(br#"{"event":"case.tomorrow"}"#).unwrap()),
        (400, 204)
    );
    let last = Instant::now() + Duration::from_secs(5);
    while played.sent("/results/") == 0 && Instant::now() < last {
        sleep(Duration::from_millis(10));
    }
    drop(poller);
    assert!(played.sent("/results/") > 0 && *shown.lock().unwrap() > 0);
}

#[test]
fn a_store_of_files_keeps_what_it_was_given_and_replaces_only_what_was_read() {
    let folder = std::env::temp_dir().join(format!("casegate-client-{}", std::process::id()));
    let store = FileStore::open(&folder).unwrap();
    assert!(store.put("submission/a%2F:é", Some("one"), None).unwrap());
    assert!(!store.put("submission/a%2F:é", Some("two"), None).unwrap());
    let again = FileStore::open(&folder).unwrap();
    assert_eq!(again.get("submission/a%2F:é").unwrap().as_deref(), Some("one"));
    assert_eq!(
        (again.keys("submission/").unwrap(), again.keys("case/").unwrap()),
        (vec!["submission/a%2F:é".to_owned()], vec![])
    );
    assert!(again.put("submission/a%2F:é", None, Some("one")).unwrap());
    assert_eq!(again.get("submission/a%2F:é").unwrap(), None);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn keys_have_files_of_their_own_on_every_file_system() {
    let folder = std::env::temp_dir().join(format!("casegate-client-keys-{}", std::process::id()));
    let store = FileStore::open(&folder).unwrap();
    let long = "é".repeat(200);
    let longer = format!("{long}x");
    let keys = [
        "a",
        "A",
        "a.",
        "con",
        "Con",
        "NUL.x",
        "COM1",
        "../up",
        "/",
        "%",
        "%25",
        "a%2fb",
        "a/b",
        " a",
        "a ",
        "a:b*?|",
        "line\nend",
        "é",
        "e\u{301}",
        "",
        &long,
        &longer,
        &long.to_uppercase(),
    ];
    for key in keys {
        assert!(store.put(key, Some(&format!("{key}\n")), None).unwrap(), "{key}");
    }
    for key in keys {
        assert_eq!(store.get(key).unwrap(), Some(format!("{key}\n")));
    }
    let known: BTreeSet<String> = store.keys("").unwrap().into_iter().collect();
    assert_eq!(known, keys.map(str::to_owned).into());
    let names: BTreeSet<String> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._%=-".contains(&byte);
    assert!(names.iter().all(|name| name.len() < 128 && name.bytes().all(is_plain)), "{names:?}");
    // As the client in JavaScript names them.
    for name in ["_con.txt", "_%43on.txt", "_a%2fb.txt", "_%c3%a9.txt"] {
        assert!(names.contains(name), "{name}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_case_has_one_create_and_disagreeing_clocks_are_for_a_person() {
    let played = played(|url, _| match url {
        _ if url.contains("create") => Received::default(),
        _ => {
            let of_2001 = [7, 8].map(|id| json!({ "id": id, "created_at": "2001-01-01T00:00:00Z" }));
            answer(200, &json!({ "results": of_2001, "next": null }).to_string())
        }
    });
    let client = &played.client;
    for key in ["a", "b"] {
        client.submit(CASE, Some(key), &[]).unwrap();
    }
    assert!(matches!(client.claim("a", 999), Err(ClientError::NotListed)));
    client.claim("a", 7).unwrap();
    assert!(matches!(client.claim("b", 7), Err(ClientError::Claimed)));
    sleep(Duration::from_secs(1));
    // Without the header `Date`, the difference of the clocks is not known, and any time is possible.
    let unknown = Submitted::Unknown { until: None, candidates: vec![8] };
    assert_eq!(client.submit(CASE, Some("b"), &[]).unwrap(), unknown);
    assert_eq!(played.sent("create"), 2);
    client.claim("b", 8).unwrap();
    assert_eq!(client.case_ids().unwrap(), [7, 8]);
}
