//! `docs/stand-in.md`: its commands do what the page promises.

use crate::service::listen::Listen;
use crate::service::support::Service;
use std::process::Command;

const PAGE: &str = include_str!("../../../../../docs/stand-in.md");

/// The blocks of a language, in order.
fn blocks(language: &str) -> Vec<&'static str> {
    let opening = format!("```{language}\n");
    PAGE.split(&opening).skip(1).map(|rest| rest.split("```").next().expect("a block")).collect()
}

#[test]
fn its_commands_lead_to_a_closed_case_with_webhooks() {
    let commands = blocks("sh");
    let [install, listen, serve, rest @ ..] = &commands[..] else { panic!("{commands:?}") };
    assert!(install.starts_with("cargo install") && *listen == "casegate listen\n", "{install}{listen}");
    assert!(serve.ends_with("casegate serve --webhook http://127.0.0.1:8788/\n"), "{serve}");
    let listen = Listen::start(&[]);
    let service = Service::start(&format!(r#"{{ "webhooks": [{{ "url": "{}" }}], "issue_keys": {{}} }}"#, listen.url));
    let (base, master, operator) = (&service.base_url, service.master(), service.operator());
    let script = format!("BASE={base} OPERATOR={operator} MASTER={master}\n{}", rest.concat());

    let done = Command::new("bash").arg("-c").arg(&script).current_dir(service.folder()).output().expect("bash");
    let (said, wrong) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success() && wrong.is_empty(), "{wrong}");
    for promised in [
        r#""authenticated":true"#,
        r#""title":"The case is refused""#,
        r#""case_ref":null"#,
        r#""error_code":"extension_not_allowed""#,
        r#""interaction_id":"i-1""#,
        r#""results_data":{"#,
        r#""file_name":"CASE-1-results.pdf""#,
        r#""status":"selected""#,
        r#"{"state":"closed","events":["case.closed"]}"#,
        r#""fault":"done_unanswered","nth":1,"seen":0,"hit":0}"#,
        r#"{"snapshots":[{"name":"two-cases","#,
    ] {
        assert!(said.contains(promised), "{promised}: {said}");
    }
    // One is refused, as the page says.
    assert_eq!(said.matches(r#""title""#).count(), 1, "{said}");

    let promised: Vec<&str> = blocks("text")[0].lines().collect();
    let shown = listen.shown(promised.len() + 2);
    assert_eq!(shown[..promised.len()], promised);
    let mut last: Vec<&str> = shown[promised.len()..].iter().filter_map(|line| line.split(' ').next()).collect();
    // The page rewinds to a snapshot, and a delivery that was pending in it is sent again.
    last.dedup();
    assert_eq!(last, ["case.results_ready", "case.closed"]);
}
