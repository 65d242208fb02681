//! Starts with the demo, and starts that are refused.

use super::{Pages, get};
use crate::service::starts::refused;
use crate::service::support::Service;
use std::path::PathBuf;

/// A data folder that must not be created.
fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()))
}

#[test]
fn the_demo_is_said_first() {
    let pages = Pages::new();
    let service = pages.serve(r#"{ "operator_token": "a/b%c#d?e-f" }"#);
    let said = service.said();
    let at = said.iter().position(|line| line.contains("http://")).expect("an address");
    assert_eq!(
        said[at].split_whitespace().collect::<Vec<_>>(),
        ["demo:", &format!("{}/", service.base_url)],
        "{said:?}"
    );
    assert!(said[at - 1].is_empty() && said[at + 1].is_empty(), "{said:?}");
    // The link to the operator page works with a token of any characters.
    assert!(said.iter().any(|line| line.ends_with("/operator/#a%2Fb%25c%23d%3Fe-f")), "{said:?}");
}

#[test]
fn a_second_start_has_what_the_first_left() {
    let pages = Pages::new();
    let mut service = pages.serve("{}");
    service.operate(
        "POST",
        "/cases",
        &serde_json::json!({ "case": crate::service::support::json(crate::service::walk::LIMIT) }),
    );
    let before = get(&service, "/demo/api/cases").body;
    service.kill();
    service.restart();
    assert_eq!(get(&service, "/demo/api/cases").body, before);
}

#[test]
fn other_machines_do_not_get_it() {
    let (pages, data) = (Pages::new(), data("refused-address"));
    for address in ["0.0.0.0", "::", "192.168.0.1"] {
        let (code, said) = refused(&data, None, &[&pages.word(), "--address", address]);
        assert_eq!(code, 2, "{address}: {said}");
        assert!(said.contains("to this machine only") && said.contains("127.0.0.1"), "{address}: {said}");
    }
    assert!(!data.exists(), "nothing was begun");
    // Without the demo such an address is allowed.
    drop(Service::start_with("{}", &["--address", "0.0.0.0"]));
}

#[test]
fn a_folder_without_pages_is_said() {
    let (pages, data) = (Pages::new(), data("refused-folder"));
    for gone in ["policy.txt", "index.html"] {
        std::fs::remove_file(pages.0.join(gone)).expect("it is there");
        let (code, said) = refused(&data, None, &[&pages.word()]);
        assert!(code == 2 && said.contains("holds no demo") && said.contains("web-demo/build.mjs"), "{code} {said}");
    }
    let (code, said) = refused(&data, None, &["--demo=no/such/folder"]);
    assert!(code == 2 && said.contains("no/such/folder: holds no demo"), "{code} {said}");
    assert!(!data.exists(), "nothing was begun");
}

#[test]
#[cfg(not(feature = "demo"))]
fn a_program_without_pages_says_so() {
    let data = data("refused-program");
    let (code, said) = refused(&data, None, &["--demo"]);
    assert!(code == 2 && said.contains("built without the demo") && said.contains("scripts/demo"), "{code} {said}");
    assert!(!data.exists(), "nothing was begun");
}

#[test]
fn a_port_that_is_taken_is_said() {
    let pages = Pages::new();
    let service = pages.serve("{}");
    let data = data("refused-port");
    let port = service.port().to_string();
    let mut start = std::process::Command::new(env!("CARGO_BIN_EXE_casegate"));
    let start = start.args(["serve", &pages.word(), "--port", &port, "--data"]).arg(&data).output().expect("it runs");
    let said = String::from_utf8_lossy(&start.stderr).into_owned();
    assert_eq!((start.status.code(), start.stdout.len()), (Some(2), 0), "{said}");
    assert!(said.contains(&port) && said.contains("another program uses this port"), "{said}");
    let _ = std::fs::remove_dir_all(&data);
}
