//! Reset, snapshots, and the return to one.

use crate::service::support::{Listener, Service, wait};
use crate::service::walk::LIMIT;
use casegate_server::test::StandIn;
use serde_json::{Value, json};

fn create_with_file(service: &Service, user: &str, bytes: &[u8]) -> Value {
    let parts = [("case", None, LIMIT.as_bytes()), ("files", Some("a.pdf"), bytes)];
    service.post_parts(user, "/api/v1/partner/cases/create/", &parts).json()
}

fn case_ids(service: &Service) -> Vec<Value> {
    let page = service.operate("GET", "/cases", &Value::Null);
    page["cases"].as_array().unwrap().iter().map(|case| case["id"].clone()).collect()
}

fn file(service: &Service, id: &Value) -> (u16, Vec<u8>) {
    let answer = service.get(&service.operator(), &format!("/operator/api/files/{}", id.as_str().unwrap()));
    (answer.status, answer.body)
}

fn rewind(service: &Service, name: &str) {
    service.operate("POST", &format!("/snapshots/{name}/rewind"), &json!({}));
}

#[test]
fn a_rewind_restores_cases_files_tokens_clock_and_faults() {
    let service = Service::start("{}");
    let user = service.login("clerk");
    let first = create_with_file(&service, &user, b"first");
    let file_id = &first["attachments"][0]["file_id"];
    service.operate("PUT", "/faults", &json!({ "faults": [{ "endpoint": "ping", "fault": "unavailable" }] }));
    let taken = service.operate("POST", "/snapshots", &json!({ "name": "one" }));
    assert_eq!(taken["name"], "one");
    let second = create_with_file(&service, &user, b"second");
    service.operate("POST", "/cases/1/pick_up", &json!({}));
    service.operate("PUT", "/clock", &json!({ "advance_seconds": 86_400 }));
    service.operate("DELETE", "/faults", &Value::Null);
    let later_user = service.login("later");
    assert_eq!(case_ids(&service).len(), 2);

    rewind(&service, "one");
    assert_eq!(case_ids(&service), [first["case_id"].clone()]);
    assert_eq!(service.operate("GET", "/cases/1", &Value::Null)["case"]["state"], "received");
    assert_eq!(file(&service, file_id), (200, b"first".to_vec()));
    assert_eq!(file(&service, &second["attachments"][0]["file_id"]).0, 404);
    assert_eq!(service.operate("GET", "/clock", &Value::Null)["offset_ms"], 0);
    assert_eq!(service.get(&user, "/api/v1/partner/ping_with_auth/").status, 503);
    assert_eq!(service.get(&later_user, "/api/v1/partner/cases/").status, 401);
    assert_eq!(service.get("", "/healthz").status, 200);
    // Numbers continue as they did after the snapshot.
    assert_eq!(create_with_file(&service, &user, b"third")["case_id"], second["case_id"]);
}

#[test]
fn a_reset_returns_to_the_start() {
    let mut service = Service::start("{}");
    let user = service.login("clerk");
    let kept = create_with_file(&service, &user, b"kept");
    service.kill();
    service.restart();
    create_with_file(&service, &user, b"later");
    service.operate("POST", "/reset", &json!({}));
    assert_eq!(case_ids(&service), [kept["case_id"].clone()]);
    assert_eq!(file(&service, &kept["attachments"][0]["file_id"]), (200, b"kept".to_vec()));
    assert_eq!(service.get(&user, "/api/v1/partner/cases/").status, 200);
    // A restart finds the database and its files as they are now.
    service.kill();
    service.restart();
    assert_eq!(case_ids(&service).len(), 1);
    assert_eq!(service.get("", "/healthz").status, 200);
}

#[test]
fn a_kill_loses_nothing_without_waiting_for_the_disk() {
    let mut service = Service::start(r#"{ "durable": false }"#);
    let user = service.login("clerk");
    let kept = create_with_file(&service, &user, b"kept");
    service.operate("POST", "/snapshots", &json!({ "name": "one" }));
    create_with_file(&service, &user, b"later");
    rewind(&service, "one");
    service.kill();
    service.restart();
    assert_eq!(case_ids(&service), [kept["case_id"].clone()]);
    assert_eq!(file(&service, &kept["attachments"][0]["file_id"]), (200, b"kept".to_vec()));
    assert_eq!(service.get("", "/healthz").status, 200);
}

#[test]
fn snapshots_do_not_disturb_each_other() {
    let service = Service::start_with("{}", &["--seed", "5"]);
    let user = service.login("clerk");
    let take = |name: &str| service.operate("POST", "/snapshots", &json!({ "name": name }));
    take("empty");
    let a = create_with_file(&service, &user, b"a");
    take("a");
    rewind(&service, "empty");
    // With a seed, the file of another life has the same id.
    let b = create_with_file(&service, &user, b"b");
    let id = &a["attachments"][0]["file_id"];
    assert_eq!(id, &b["attachments"][0]["file_id"]);
    take("b");
    for (name, bytes) in [("a", b"a"), ("b", b"b"), ("a", b"a")] {
        rewind(&service, name);
        assert_eq!(file(&service, id), (200, bytes.to_vec()), "{name}");
    }
    rewind(&service, "empty");
    assert_eq!((file(&service, id).0, case_ids(&service).len()), (404, 0));
}

#[test]
fn snapshots_have_names() {
    let service = Service::start("{}");
    let refused = |method: &str, path: &str, body: &Value| {
        let path = format!("/operator/api{path}");
        let text = body.to_string();
        let answer = service.send(method, &service.operator(), &path, "application/json", text.as_bytes());
        (answer.status, answer.json()["code"].clone())
    };
    let names = || {
        let shown = service.operate("GET", "/snapshots", &Value::Null);
        let all = shown["snapshots"].as_array().unwrap().iter();
        all.map(|snapshot| snapshot["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(service.operate("POST", "/snapshots", &json!({}))["name"], "snapshot-1");
    service.operate("POST", "/snapshots", &json!({ "name": "mine" }));
    assert_eq!(names(), ["mine", "snapshot-1"]);
    assert_eq!(refused("POST", "/snapshots", &json!({ "name": "mine" })), (409, json!("snapshot_exists")));
    for name in ["", "a b", "../x"] {
        assert_eq!(refused("POST", "/snapshots", &json!({ "name": name })), (400, json!("bad_snapshot_name")));
    }
    service.operate("DELETE", "/snapshots/mine", &Value::Null);
    assert_eq!(names(), ["snapshot-1"]);
    assert_eq!(refused("DELETE", "/snapshots/mine", &Value::Null), (404, json!("unknown_snapshot")));
    assert_eq!(refused("POST", "/snapshots/mine/rewind", &json!({})), (404, json!("unknown_snapshot")));
}

#[test]
fn webhooks_of_an_earlier_life_are_not_recorded_in_a_later_one() {
    let listener = Listener::start(|number, _| {
        // The first attempt is on its way while the stand-in is rewound.
        std::thread::sleep(std::time::Duration::from_millis(if number == 0 { 400 } else { 0 }));
        200
    });
    let settings = json!({ "webhooks": [{ "url": listener.url }], "delivering": { "first_pause_ms": 10 } });
    let service = Service::start(&settings.to_string());
    let user = service.login("clerk");
    service.operate("POST", "/snapshots", &json!({ "name": "empty" }));
    service.create(&user, LIMIT);
    listener.wait(1);
    rewind(&service, "empty");
    assert_eq!(service.operate("GET", "/deliveries", &Value::Null)["deliveries"], json!([]));
    service.create(&user, LIMIT);
    listener.wait(2);
    let log = || service.operate("GET", "/deliveries", &Value::Null)["deliveries"].clone();
    wait(|| log()[0]["state"] == "delivered", "delivery");
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert_eq!((log().as_array().unwrap().len(), &log()[0]["attempts"]), (1, &json!(1)));
}

/// Prints figures: `cargo test -p casegate-cli --features service --test command service::snapshots -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement; `scripts/prove` runs it"]
fn figures_of_snapshots() {
    let service = Service::start("{}");
    let user = service.login("clerk");
    for _ in 0..300 {
        create_with_file(&service, &user, &vec![7; 20_000]);
    }
    let time = |method: &str, path: &str| {
        let mut times = Vec::new();
        for _ in 0..TIMES {
            timed(&mut times, || service.operate(method, path, &json!({})));
        }
        figures(times)
    };
    let (snapshot, rewind) = (time("POST", "/snapshots"), time("POST", "/snapshots/snapshot-1/rewind"));
    let reset = time("POST", "/reset");
    let [mut starts, mut rewinds, mut stops] = [(); 3].map(|()| Vec::new());
    for _ in 0..TIMES {
        let stand_in = timed(&mut starts, || StandIn::start().expect("it starts"));
        let before = stand_in.snapshot().expect("a snapshot");
        timed(&mut rewinds, || stand_in.rewind(&before).expect("a rewind"));
        timed(&mut stops, || drop(stand_in));
    }
    let [start, back, stop] = [starts, rewinds, stops].map(figures);
    println!(
        "figure: 300 cases with a file each: snapshot {snapshot}, rewind {rewind}, reset {reset}; in Rust: start {start}, \
         rewind {back}, stop {stop}"
    );
}

/// How often each call is measured.
const TIMES: usize = 40;

fn timed<T>(times: &mut Vec<f64>, call: impl FnOnce() -> T) -> T {
    let began = std::time::Instant::now();
    let result = call();
    times.push(began.elapsed().as_secs_f64() * 1e3);
    result
}

fn figures(mut times: Vec<f64>) -> String {
    times.sort_by(f64::total_cmp);
    format!("{:.1} ms (p95 {:.1})", times[TIMES / 2], times[TIMES * 95 / 100 - 1])
}
