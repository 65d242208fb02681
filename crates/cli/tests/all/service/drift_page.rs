//! `docs/drift.md`: its commands record the stand-in through the proxy and lead to a report.

use crate::service::support::Service;
use crate::support::program;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};

const PAGE: &str = include_str!("../../../../../docs/drift.md");

/// The blocks of a language, in order.
fn blocks(language: &str) -> Vec<&'static str> {
    let opening = format!("```{language}\n");
    PAGE.split(&opening).skip(1).map(|rest| rest.split("```").next().expect("a block")).collect()
}

/// A running recorder.
pub(crate) struct Recording(Child);

impl Recording {
    pub(crate) fn start(folder: &Path, upstream: &str, port: u16) -> Recording {
        let mut child = Command::new(program())
            .args(["record", "--upstream", upstream, "--into", "recording.ndjson", "--port", &port.to_string()])
            .current_dir(folder)
            // No proxy reaches this machine.
            .env("http_proxy", "http://127.0.0.1:9")
            .stderr(Stdio::piped())
            .spawn()
            .expect("the recorder starts");
        let said =
            BufReader::new(child.stderr.take().expect("a stream")).lines().next().expect("a line").expect("text");
        assert!(said.contains("recording at http://127.0.0.1:"), "{said}");
        Recording(child)
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        self.0.kill().unwrap_or_default();
        self.0.wait().expect("it ends");
    }
}

#[test]
fn its_commands_lead_to_a_report() {
    let commands = blocks("sh");
    let [install, serve, record, login, rest @ ..] = &commands[..] else { panic!("{commands:?}") };
    assert!(install.starts_with("cargo install"), "{install}");
    assert!(serve.contains("--webhook http://127.0.0.1:8786/casegate-webhooks/\n"), "{serve}");
    assert!(record.ends_with("casegate record --upstream http://127.0.0.1:8787 --into recording.ndjson\n"), "{record}");
    assert!(login.contains("BASE=http://127.0.0.1:8786\n"), "{login}");

    // The port is free again when the listener is dropped.
    let port = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port();
    let service =
        Service::start(&format!(r#"{{ "webhooks": [{{ "url": "http://127.0.0.1:{port}/casegate-webhooks/" }}] }}"#));
    let recorder = Recording::start(service.folder(), &service.base_url, port);
    let [use_it, report, difference, reveal] = rest else { panic!("{rest:?}") };
    let waits = "for _ in $(seq 100); do grep -q case.received recording.ndjson && break; sleep 0.1; done";
    let script = format!(
        "set -e\nBASE=http://127.0.0.1:{port} MASTER={}\n{use_it}\n{waits}\n{report}\n{difference}\n{reveal}",
        service.master()
    );
    let program = program();
    let folder = program.parent().expect("a folder");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let done = Command::new("bash")
        .args(["-c", &script])
        .env("PATH", path)
        .current_dir(service.folder())
        .output()
        .expect("bash");
    let (said, wrong) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{said}\n{wrong}");
    for promised in blocks("text") {
        assert!(said.contains(promised), "{promised}: {said}");
    }
    for promised in [r#""case_ref":"CASE-1""#, "exit code 1", r#""rental_limits""#, " open decisions; "] {
        assert!(said.contains(promised), "{promised}: {said}");
    }
    // The last command finds no difference with the proposed context.
    assert_eq!(said.matches("nothing contradicts the rulebook").count(), 2, "{said}");

    let recording = std::fs::read_to_string(service.folder().join("recording.ndjson")).expect("a recording");
    for value in ["Test Plaintiff", "Example Mutual", "me@example.com", "2026-01-15", "CASE-1", "report.pdf"] {
        assert!(!recording.contains(value), "{value}: {recording}");
    }
    drop(recorder);
}
