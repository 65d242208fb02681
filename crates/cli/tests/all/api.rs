//! `casegate api` as a real process over loopback.

use crate::connection::{Connection, Reply};
use crate::replies::{Vector, vectors};
use crate::support::{self, arg, command, scratch};
use casegate::wire::{CASE_OPERATIONS, CHECK_CASE, SERVICE_OPERATIONS};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// A running server. On drop it is killed.
struct Api {
    child: Child,
    port: u16,
}

impl Api {
    fn start(args: &[&str]) -> Api {
        let mut child = command(&[&["api", "--port", "0"], args].concat()).spawn().expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        let port = line.trim().rsplit(':').next().and_then(|port| port.parse().ok());
        Api { child, port: port.unwrap_or_else(|| panic!("it did not start: {line:?}")) }
    }

    fn open(&self) -> Connection {
        Connection::open(self.port)
    }

    fn post(&self, operation: &str, headers: &str, body: &[u8]) -> Reply {
        self.open().send("POST", &format!("/v1/{operation}"), headers.as_bytes(), body)
    }

    /// Stops it, and returns its exit code and its log.
    fn stop(mut self, signal: &str) -> (Option<i32>, String) {
        let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status();
        assert!(sent.expect("kill runs").success());
        let code = self.child.wait().expect("it ends").code();
        let mut log = String::new();
        self.child.stderr.take().expect("its log").read_to_string(&mut log).expect("text");
        (code, log)
    }
}

impl Drop for Api {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const DAY: &str = "Casegate-Context: {\"today\":\"2026-03-01\"}\r\n";

/// The server has its day from its clock unless the settings name one, so that vectors about a
/// missing day do not concern it.
fn has_a_day(vector: &Vector) -> bool {
    let settings: Result<Map<String, Value>, _> = serde_json::from_str(&vector.context);
    let needs_today =
        CASE_OPERATIONS.iter().chain(SERVICE_OPERATIONS).any(|it| it.name == vector.call && it.needs_today);
    settings.map_or(true, |settings| settings.contains_key("today") || !needs_today)
}

#[test]
fn every_vector_is_answered_as_the_library_answers_it() {
    let vectors = vectors();
    let api = Api::start(&[]);
    let mut connection = api.open();
    let (mut wrong, mut called) = (Vec::new(), BTreeSet::new());
    for Vector { file, name, call, payload, context, reply } in vectors.iter().filter(|vector| has_a_day(vector)) {
        called.insert(call.as_str());
        // A header has no line ends, which JSON needs nowhere.
        let header = format!("Casegate-Context: {}\r\n", context.replace(['\n', '\r'], " "));
        let answer = connection.send("POST", &format!("/v1/{call}"), header.as_bytes(), payload.as_bytes());
        let is_right = match serde_json::from_str::<Value>(reply).expect("JSON").get("error") {
            Some(error) => {
                answer.status == 400
                    && answer.json()["detail"] == error["message"]
                    && answer.json()["code"] == error["code"]
            }
            None => answer.status == 200 && answer.body == reply.as_bytes(),
        };
        if !is_right {
            let answer = String::from_utf8_lossy(&answer.body).into_owned();
            wrong.push(format!("{file}: {name}: {answer}\n  expected {reply}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), vectors.len(), wrong.join("\n"));
    let all = CASE_OPERATIONS.iter().chain(SERVICE_OPERATIONS).map(|operation| operation.name);
    let missing: Vec<&str> = all.filter(|name| !called.contains(name)).collect();
    assert!(missing.is_empty(), "no vector calls {missing:?}");
}

#[test]
fn every_operation_is_described_and_its_answers_follow_the_description() {
    let api = Api::start(&[]);
    let openapi = api.open().send("GET", "/openapi.json", b"", b"");
    assert_eq!((openapi.status, openapi.header("content-type")), (200, Some("application/json")));
    let openapi = openapi.json();
    for operation in CASE_OPERATIONS.iter().chain(SERVICE_OPERATIONS) {
        let path = format!("/v1/{}", operation.name);
        let described = &openapi["paths"][&path]["post"];
        assert!(described["summary"].is_string() && described["requestBody"]["description"].is_string(), "{path}");
        let mut schema = described["responses"]["200"]["content"]["application/json"]["schema"].clone();
        assert!(schema.is_object(), "{path}");
        schema["components"] = openapi["components"].clone();
        let validator = jsonschema::draft202012::new(&schema).expect("a schema");
        for input in ["{}", "[]", "\0", r#"{ "case_type": "pe", "x": [1] }"#] {
            let answer = api.post(operation.name, DAY, input.as_bytes());
            let errors: Vec<String> = validator.iter_errors(&answer.json()).map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{path}: {errors:?}");
            assert!(described["responses"][answer.status.to_string()].is_object());
        }
    }
    assert_eq!(openapi["paths"].as_object().map(Map::len), Some(CASE_OPERATIONS.len() + SERVICE_OPERATIONS.len() + 2));
}

#[test]
fn a_request_replaces_single_settings_of_the_start() {
    let settings = json!({ "today": "2026-03-01", "language": "es", "audience": "form", "limits": { "findings": 1 } });
    let file = scratch("api-context.json", settings.to_string().as_bytes());
    let api = Api::start(&["--context", arg(&file), "--credential", "master"]);
    let expected = |more: Value| {
        let mut context = settings.as_object().expect("settings").clone();
        context.insert("credential".to_owned(), "master".into());
        context.extend(more.as_object().expect("settings").clone());
        CHECK_CASE.call("{\"case_type\":\"pl\"}", &Value::Object(context).to_string())
    };
    let mut connection = api.open();
    for more in [json!({}), json!({ "limits": {} }), json!({ "language": "en", "credential": "user" }), json!({})] {
        let (status, body) =
            connection.post("/v1/check_case", &format!("casegate-context: {more}\r\n"), b"{\"case_type\":\"pl\"}");
        assert_eq!((status, String::from_utf8_lossy(&body).into_owned()), (200, expected(more)));
    }
}

#[test]
fn without_a_day_the_day_is_that_of_the_clock() {
    let api = Api::start(&[]);
    let case = |day: &str| json!({ "case_type": "pe", "date_of_loss": day }).to_string();
    let codes = |day: &str| {
        let report = api.post("check_case", "", case(day).as_bytes()).json();
        let issues = report["issues"].as_array().expect("issues").clone();
        issues.iter().any(|issue| issue["at"] == "/date_of_loss" && issue["severity"] == "error")
    };
    assert!(codes("2020-01-01") && codes("9999-01-01"));
}

#[test]
fn an_invalid_context_is_a_problem_without_its_values() {
    let api = Api::start(&[]);
    for header in [
        "Casegate-Context: {\"today\":\"Jane\"}\r\n".as_bytes(),
        b"Casegate-Context: {\"Jane\r\n",
        b"Casegate-Context: [\"Jane\"]\r\n",
        b"Casegate-Context: \xff\r\n",
        b"Casegate-Context: {}\r\nCasegate-Context: {}\r\n",
    ] {
        let answer = api.open().send("POST", "/v1/check_case", header, b"{}");
        let problem = answer.json();
        assert_eq!(
            (answer.status, &problem["status"], &problem["code"]),
            (400, &json!(400), &json!("context_unreadable"))
        );
        assert_eq!(answer.header("content-type"), Some("application/problem+json"));
        assert!(!problem.to_string().contains("Jane"), "{problem}");
    }
}

#[test]
fn what_is_no_call_is_a_problem() {
    let api = Api::start(&["--body-bytes", "1000"]);
    let mut connection = api.open();
    let openapi = api.open().send("GET", "/openapi.json", b"", b"").json();
    let schema = json!({ "$ref": "#/components/schemas/Problem", "components": openapi["components"] });
    let described = jsonschema::draft202012::new(&schema).expect("a schema");
    for (method, path, status, code) in [
        ("POST", "/v1/guess", 404, "unknown_path"),
        ("GET", "/v1", 404, "unknown_path"),
        ("POST", "/", 404, "unknown_path"),
        ("GET", "/v1/check_case", 405, "other_method"),
        ("PUT", "/healthz", 405, "other_method"),
        ("POST", "/openapi.json", 405, "other_method"),
    ] {
        let answer = connection.send(method, path, b"", b"");
        let problem = answer.json();
        assert_eq!((answer.status, &problem["code"]), (status, &json!(code)), "{method} {path}");
        assert!(problem["type"].as_str().is_some_and(|kind| kind.ends_with(&format!("/problems/{code}"))), "{problem}");
        assert!(described.is_valid(&problem), "{problem}");
        assert_eq!(answer.header("allow").is_some(), status == 405);
    }
    let host = api.open().raw(b"GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert_eq!((host.status, &host.json()["code"]), (400, &json!("bad_host")));
}

#[test]
fn any_body_up_to_the_limit_gets_a_report() {
    let api = Api::start(&["--body-bytes", "1000", "--today", "2026-03-01"]);
    let code = |body: &[u8]| {
        let answer = api.post("check_case", "", body);
        (answer.status, answer.json()["issues"][0]["code"].clone())
    };
    assert_eq!(code(b""), (200, json!("not_json")));
    assert_eq!(code(b"{\n  \"a\": \xff }"), (200, json!("not_json")));
    assert_eq!(code(&[b' '; 1000]), (200, json!("not_json")));
    let limited = api.post("check_case", "Casegate-Context: {\"limits\":{\"text_bytes\":999}}\r\n", &[b' '; 1000]);
    assert_eq!((limited.status, &limited.json()["issues"][0]["code"]), (200, &json!("too_large")));
    let long = api.post("check_case", "", &[b' '; 1001]);
    assert_eq!((long.status, &long.json()["code"]), (413, &json!("body_too_long")));
    // The same for a body of unknown length, of which the rest is read.
    let chunk = [b"fff\r\n".as_slice(), &[b' '; 0xfff], b"\r\n0\r\n\r\n"].concat();
    let head = b"POST /v1/check_case HTTP/1.1\r\nHost: casegate\r\nTransfer-Encoding: chunked\r\n\r\n".as_slice();
    assert_eq!(api.open().raw(&[head, &chunk].concat()).status, 413);
}

/// A long text is answered on a thread of its own.
#[test]
fn long_bodies_are_answered_as_well() {
    let api = Api::start(&["--today", "2026-03-01"]);
    let case = json!({ "case_type": "pl", "note": "é".repeat(100_000) }).to_string();
    let expected = CHECK_CASE.call(&case, "{\"today\":\"2026-03-01\"}");
    assert_eq!(String::from_utf8_lossy(&api.post("check_case", "", case.as_bytes()).body), expected);
}

#[test]
fn beyond_the_limit_on_connections_only_health_answers() {
    let api = Api::start(&["--connections", "1"]);
    let mut first = api.open();
    assert_eq!(first.send("GET", "/healthz", b"", b"").status, 200);
    let busy = api.post("check_case", "", b"{}");
    assert_eq!((busy.status, &busy.json()["code"], busy.header("retry-after")), (503, &json!("busy"), Some("1")));
    assert_eq!(api.open().send("GET", "/healthz", b"", b"").json(), json!({ "status": "ok" }));
    assert_eq!(first.send("POST", "/v1/check_case", b"", b"{}").status, 200);
}

#[test]
#[cfg(unix)]
fn a_signal_ends_it_after_the_requests_in_progress() {
    for signal in ["-TERM", "-INT"] {
        let api = Api::start(&["--log", "json"]);
        let mut resting = api.open();
        assert_eq!(resting.send("GET", "/healthz", b"", b"").status, 200);
        let mut begun = TcpStream::connect(("127.0.0.1", api.port)).expect("it listens");
        let head = format!("POST /v1/check_case HTTP/1.1\r\nHost: casegate\r\n{DAY}Content-Length: 2\r\n\r\n{{");
        begun.write_all(head.as_bytes()).expect("it is sent");
        std::thread::sleep(Duration::from_millis(300));
        let port = api.port;
        let started = Instant::now();
        let stopping = std::thread::spawn(move || api.stop(signal));
        std::thread::sleep(Duration::from_millis(300));
        assert!(TcpStream::connect(("127.0.0.1", port)).is_err(), "it takes no more connections");
        assert!(resting.is_closed());
        begun.write_all(b"}").expect("it is sent");
        let mut answer = String::new();
        begun.read_to_string(&mut answer).expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.contains("\"format\":1"), "{answer}");
        let (code, log) = stopping.join().expect("it ends");
        assert_eq!(code, Some(0), "{log}");
        assert!(started.elapsed() < Duration::from_secs(9), "it need not wait for its deadline");
        assert!(log.contains("/v1/check_case") && !log.contains("today"), "{log}");
    }
}

#[test]
fn the_log_has_no_value_and_is_quiet_by_default() {
    for (format, has_lines) in [("quiet", false), ("human", true), ("json", true)] {
        let api = Api::start(&["--log", format]);
        let secret = "Casegate-Context: {\"token_name\":\"Jane Doe\"}\r\nX-Request-Id: Jane Doe\r\n";
        api.post("check_case", secret, b"{\"plaintiff_name\":\"Jane Doe\"}");
        api.post("Jane%20Doe", "", b"Jane Doe");
        api.open().send("GET", "/v1/check_case?name=Jane+Doe", b"", b"");
        #[cfg(unix)]
        {
            let (_, log) = api.stop("-TERM");
            assert!(!log.contains("Jane") && log.contains("check_case") == has_lines, "{format}: {log}");
        }
    }
}

#[test]
fn what_cannot_be_used_is_said_at_the_start() {
    let api = Api::start(&[]);
    let port = api.port.to_string();
    for (args, why) in [
        (&["--port", port.as_str()][..], "another program uses this port"),
        (&["--today", "tomorrow"][..], "YYYY-MM-DD"),
        (&["--body-bytes", "0"][..], "whole number"),
        (&["--connections", "0"][..], "--connections"),
    ] {
        let run = support::casegate(&[&["api"], args].concat(), b"");
        assert!(run.code == 2 && run.err.contains(why), "{}", run.err);
    }
}

#[test]
fn the_page_about_it_has_commands_that_work() {
    const PAGE: &str = include_str!("../../../../docs/http-api.md");
    let blocks: Vec<&str> =
        PAGE.split("```sh\n").skip(1).map(|rest| rest.split("```").next().expect("a block")).collect();
    let [start, commands @ ..] = &blocks[..] else { panic!("{blocks:?}") };
    assert!(start.starts_with("casegate api"), "{start}");
    let api = Api::start(&[]);
    let commands = commands.concat().replace("127.0.0.1:8789", &format!("127.0.0.1:{}", api.port));
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let done = Command::new("bash").args(["-e", "-c", &commands]).current_dir(root).output().expect("bash");
    let (said, wrong) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success() && wrong.is_empty(), "{said}{wrong}");
    for promised in [
        r#"{"status":"ok"}"#,
        r#""code":"date_too_old""#,
        r#""code":"context_unreadable""#,
        r#"{"files":[{"#,
        r#""/v1/check_case""#,
    ] {
        assert!(said.contains(promised), "{promised}: {said}");
    }
}
