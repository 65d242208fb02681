//! A stand-in in a process of its own, its caller, and a listener for its webhooks.

use casegate::requests::{PathNote, Recognised, Recognition, recognise};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

pub(crate) fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// A running stand-in. On drop it is killed and its folder removed.
pub(crate) struct Service {
    child: Child,
    folder: PathBuf,
    port: u16,
    words: Vec<String>,
    pub(crate) base_url: String,
    said: Vec<String>,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("{}: not JSON: {text}", self.status))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

impl Service {
    /// Starts a stand-in with settings, on a free port and in a folder of its own.
    pub(crate) fn start(config: &str) -> Service {
        Service::start_with(config, &[])
    }

    /// The same with further arguments.
    pub(crate) fn start_with(config: &str, words: &[&str]) -> Service {
        Service::start_in(config, words, |_| ())
    }

    /// The same in a folder that is prepared before; the data is in its folder `data`.
    pub(crate) fn start_in(config: &str, words: &[&str], prepare: impl FnOnce(&std::path::Path)) -> Service {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let name = format!("service-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("config.json"), settings(config)).expect("settings");
        prepare(&folder);
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        let (child, said) = spawn(&folder, 0, &words);
        let base_url = address(&said);
        let port = base_url.rsplit(':').next().expect("a port").parse().expect("a port");
        Service { child, folder, port, words, base_url, said }
    }

    /// Kills it at once, like a power cut.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    /// Returns the number of its process.
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal, while others still send requests.
    pub(crate) fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.process().to_string()]).status();
        assert!(sent.expect("kill runs").success());
    }

    /// Returns `true` if its process has ended by itself.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.try_wait().expect("it is known").is_some()
    }

    /// Starts it again, with the same data, port, settings and arguments.
    pub(crate) fn restart(&mut self) {
        (self.child, self.said) = spawn(&self.folder, self.port, &self.words);
    }

    /// Starts it again with other settings.
    pub(crate) fn restart_with(&mut self, config: &str) {
        std::fs::write(self.folder.join("config.json"), settings(config)).expect("settings");
        self.restart();
    }

    pub(crate) fn folder(&self) -> &std::path::Path {
        &self.folder
    }

    /// Its log so far.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("log")).expect("a log")
    }

    /// The lines that it printed at its start.
    pub(crate) fn said(&self) -> &[String] {
        &self.said
    }

    /// The master token of the first organization.
    pub(crate) fn master(&self) -> String {
        let line = self.said.iter().find(|line| line.contains("master token of")).expect("a master token");
        line.rsplit(' ').next().expect("a token").to_owned()
    }

    /// The operator's token.
    pub(crate) fn operator(&self) -> String {
        let line = self.said.iter().find(|line| line.contains("/operator/#")).expect("an operator token");
        line.rsplit('#').next().expect("a token").to_owned()
    }

    /// Logs in, and returns a user token.
    pub(crate) fn login(&self, name: &str) -> String {
        let body = serde_json::json!({ "token_name": name }).to_string();
        let answer = self.post_json(&self.master(), "/api/auth/login/", &body);
        answer.json()["token"].as_str().expect("a token").to_owned()
    }

    pub(crate) fn get(&self, token: &str, path: &str) -> Answer {
        self.send("GET", token, path, "", &[])
    }

    pub(crate) fn post_json(&self, token: &str, path: &str, body: &str) -> Answer {
        self.send("POST", token, path, "application/json", body.as_bytes())
    }

    /// Sends parts: `(name, filename, bytes)`.
    pub(crate) fn post_parts(&self, token: &str, path: &str, parts: &[(&str, Option<&str>, &[u8])]) -> Answer {
        let (content_type, body) = multipart(parts);
        self.send("POST", token, path, &content_type, &body)
    }

    /// Creates a case, and returns the answer.
    pub(crate) fn create(&self, token: &str, case: &str) -> Value {
        let answer = self.post_parts(token, "/api/v1/partner/cases/create/", &[("case", None, case.as_bytes())]);
        assert_eq!(answer.status, 201, "{}", answer.json());
        answer.json()
    }

    /// Calls the operator's API; `path` begins after `/operator/api`. An answer of 400 or above
    /// fails the test.
    #[track_caller]
    pub(crate) fn operate(&self, method: &str, path: &str, body: &Value) -> Value {
        let path = format!("/operator/api{path}");
        let answer = self.send(method, &self.operator(), &path, "application/json", body.to_string().as_bytes());
        assert!(answer.status < 400, "{method} {path}: {} {}", answer.status, String::from_utf8_lossy(&answer.body));
        if answer.body.is_empty() { Value::Null } else { answer.json() }
    }

    pub(crate) fn send(&self, method: &str, token: &str, path: &str, content_type: &str, body: &[u8]) -> Answer {
        let answer = self.try_send(method, token, path, content_type, body).expect("an answer");
        self.is_described(method, path, &answer);
        answer
    }

    /// Returns the answer, if one arrives.
    pub(crate) fn try_send(
        &self,
        method: &str,
        token: &str,
        path: &str,
        content_type: &str,
        body: &[u8],
    ) -> Option<Answer> {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: casegate\r\nConnection: close\r\n");
        if !token.is_empty() {
            head = format!("{head}Authorization: Token {token}\r\n");
        }
        if !content_type.is_empty() {
            head = format!("{head}Content-Type: {content_type}\r\n");
        }
        head = format!("{head}Content-Length: {}\r\n\r\n", body.len());
        self.raw(&[head.as_bytes(), body].concat())
    }

    /// Checks that the stand-in's `OpenAPI` document describes the answer.
    fn is_described(&self, method: &str, path: &str, answer: &Answer) {
        static DOCUMENT: OnceLock<Value> = OnceLock::new();
        let Recognition::Known(Recognised { endpoint, notes, .. }) = recognise(method, path) else { return };
        if notes.iter().any(|note| *note != PathNote::PrefixOpen) {
            return; // Not quite the path.
        }
        let document = DOCUMENT.get_or_init(|| self.get("", "/openapi.json").json());
        let operation = &document["paths"][endpoint.template()][method.to_ascii_lowercase()];
        let known = &operation["responses"][answer.status.to_string()];
        assert!(known.is_object(), "{method} {path}: {} is not described", answer.status);
    }

    /// Sends bytes unchanged and reads the answer, if one arrives.
    pub(crate) fn raw(&self, request: &[u8]) -> Option<Answer> {
        raw_to(self.port, request)
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Cases have a reference at once, unless the settings are about that: most tests act on a new case.
fn settings(config: &str) -> String {
    let mut config = json(config);
    if let Value::Object(members) = &mut config {
        members.entry("issue_keys").or_insert_with(|| serde_json::json!({ "after_seconds": 0 }));
    }
    config.to_string()
}

fn spawn(folder: &std::path::Path, port: u16, words: &[String]) -> (Child, Vec<String>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_casegate"))
        .arg("serve")
        .arg("--data")
        .arg(folder.join("data"))
        .arg("--config")
        .arg(folder.join("config.json"))
        .args(["--log", "json", "--port", &port.to_string()])
        .args(words)
        .stdout(Stdio::piped())
        .stderr(std::fs::OpenOptions::new().create(true).append(true).open(folder.join("log")).expect("a log"))
        .spawn()
        .expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let mut said = Vec::new();
    // The last line that it prints at its start.
    while !said.last().is_some_and(|line: &String| line.contains("token_name") || line.contains("/operator/#")) {
        let Some(line) = lines.next() else {
            let log = std::fs::read_to_string(folder.join("log")).unwrap_or_default();
            panic!("it did not start: {said:?} {log}")
        };
        said.push(line.expect("text"));
    }
    (child, said)
}

fn address(said: &[String]) -> String {
    let mut words = said.iter().flat_map(|line| line.split([' ', ',']));
    words.find(|word| word.starts_with("http://")).expect("an address").trim_end_matches('/').to_owned()
}

/// Returns the content type and the body of parts.
pub(crate) fn multipart(parts: &[(&str, Option<&str>, &[u8])]) -> (String, Vec<u8>) {
    let boundary = "casegate-boundary-7c1f";
    let mut body = Vec::new();
    for (name, filename, bytes) in parts {
        let filename = filename.map(|name| format!("; filename=\"{name}\"")).unwrap_or_default();
        body.extend(
            format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"{filename}\r\n\r\n").bytes(),
        );
        body.extend_from_slice(bytes);
        body.extend(b"\r\n");
    }
    body.extend(format!("--{boundary}--\r\n").bytes());
    (format!("multipart/form-data; boundary={boundary}"), body)
}

/// Sends bytes to a port of this machine and reads the answer, if one arrives.
pub(crate) fn raw_to(port: u16, request: &[u8]) -> Option<Answer> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(30))).ok()?;
    // A request may be refused before it is complete.
    let _ = stream.write_all(request);
    read_answer(&mut stream)
}

fn read_answer(stream: &mut TcpStream) -> Option<Answer> {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = head.lines();
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let headers: Vec<(String, String)> =
        lines.filter_map(|line| line.split_once(": ")).map(|(name, value)| (name.into(), value.into())).collect();
    let mut body = bytes[end + 4..].to_vec();
    if headers.iter().any(|(name, value)| name.eq_ignore_ascii_case("transfer-encoding") && value == "chunked") {
        body = unchunked(&body);
    }
    Some(Answer { status, headers, body })
}

fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|window| window == b"\r\n") {
        let size = usize::from_str_radix(&String::from_utf8_lossy(&rest[..end]), 16).unwrap_or(0);
        if size == 0 {
            break;
        }
        body.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = &rest[end + 4 + size..];
    }
    body
}

/// A request that a listener received.
#[derive(Debug, Clone)]
pub(crate) struct Received {
    pub(crate) headers: Vec<(String, String)>,
    /// The body as received.
    pub(crate) text: String,
    pub(crate) body: Value,
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Listens for webhooks on a port of its own. `answer` gives the status for the n-th request, from
/// 0; 0 closes the connection without an answer.
pub(crate) struct Listener {
    pub(crate) url: String,
    received: Arc<Mutex<Vec<Received>>>,
}

impl Listener {
    pub(crate) fn start(answer: impl Fn(usize, &Received) -> u16 + Send + Sync + 'static) -> Listener {
        Listener::answering("", answer)
    }

    /// A listener whose answers have further headers: lines that end with `\r\n`.
    pub(crate) fn answering(
        headers: &str,
        answer: impl Fn(usize, &Received) -> u16 + Send + Sync + 'static,
    ) -> Listener {
        let socket = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}/hook", socket.local_addr().expect("an address"));
        let received = Arc::new(Mutex::new(Vec::new()));
        let (kept, answer, headers) = (Arc::clone(&received), Arc::new(answer), Arc::<str>::from(headers));
        std::thread::spawn(move || {
            for stream in socket.incoming().flatten() {
                let (kept, answer, headers) = (Arc::clone(&kept), Arc::clone(&answer), Arc::clone(&headers));
                std::thread::spawn(move || receive(stream, &kept, &headers, &*answer));
            }
        });
        Listener { url, received }
    }

    pub(crate) fn received(&self) -> Vec<Received> {
        self.received.lock().expect("a lock").clone()
    }

    /// The types of the events, in order of arrival.
    pub(crate) fn types(&self) -> Vec<String> {
        self.received().iter().map(|received| received.body["event"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Waits until this many requests have arrived.
    #[track_caller]
    pub(crate) fn wait(&self, count: usize) -> Vec<Received> {
        wait(|| self.received().len() >= count, &format!("{count} webhooks"));
        self.received()
    }
}

/// Waits until a condition is true, for at most half a minute.
#[track_caller]
pub(crate) fn wait(mut is_so: impl FnMut() -> bool, what: &str) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < Duration::from_secs(30), "no {what} came");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn receive(
    mut stream: TcpStream,
    received: &Mutex<Vec<Received>>,
    extra: &str,
    answer: &dyn Fn(usize, &Received) -> u16,
) {
    let mut reader = BufReader::new(stream.try_clone().expect("a stream"));
    loop {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line).unwrap_or(0) == 0 {
                return;
            }
            if line == "\r\n" {
                break;
            }
            lines.push(line.trim_end().to_owned());
        }
        let headers: Vec<(String, String)> = lines
            .iter()
            .skip(1)
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        let length = headers.iter().find(|(name, _)| name == "content-length");
        let mut body = vec![0; length.and_then(|(_, value)| value.parse().ok()).unwrap_or(0)];
        if reader.read_exact(&mut body).is_err() {
            return;
        }
        let text = String::from_utf8_lossy(&body).into_owned();
        let body = serde_json::from_str(&text).unwrap_or(Value::Null);
        let request = Received { headers, text, body };
        let number = {
            let mut received = received.lock().expect("a lock");
            received.push(request.clone());
            received.len() - 1
        };
        let status = answer(number, &request);
        if status == 0 {
            return;
        }
        let answer_head = format!("HTTP/1.1 {status} -\r\n{extra}Content-Length: 0\r\n\r\n");
        if stream.write_all(answer_head.as_bytes()).is_err() {
            return;
        }
    }
}
