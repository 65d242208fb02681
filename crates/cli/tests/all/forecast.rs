//! `casegate forecast` on files, folders and standard input.

use crate::support::{Run, arg, casegate, scratch};
use std::fs;
use std::path::PathBuf;

/// It is refused from 2026-12-02 on.
const AGES: &str = r#"{"case_type":"pe","cc_emails":"paralegal@example.com","plaintiff_name":"Test Plaintiff","date_of_loss":"2025-12-01","is_incident_report_provided":false,"base_product":["personal_auto_policy_existence"],"should_exclude_other_insurance_from_search":false,"search_reason":["no_insurance_on_report"]}"#;

fn forecast(args: &[&str], input: &[u8]) -> Run {
    casegate(&[&["forecast", "--today", "2026-10-10", "--on", "2026-12-31"], args].concat(), input)
}

/// Returns the lines of the answer that name cases, and the summary.
fn named(run: &Run) -> (Vec<String>, String) {
    let lines = run.lines().iter().filter_map(|line| line.strip_prefix("  ").map(str::to_owned)).collect();
    (lines, run.err.trim_end().to_owned())
}

fn refused(cases: &[&str]) -> Vec<String> {
    cases.iter().map(|case| format!("2026-12-02  refused  {case}  /date_of_loss")).collect()
}

#[test]
fn standard_input_is_one_case_or_a_case_per_line() {
    let one = forecast(&[], AGES.replace(',', ",\n").as_bytes());
    assert_eq!((named(&one).0, one.code), (refused(&["<stdin>"]), 1), "{}", one.err);
    let lines = forecast(&["-"], format!("{AGES}\r\n\n{AGES}\n").as_bytes());
    assert_eq!(named(&lines).0, refused(&["<stdin>:1", "<stdin>:3"]));
    assert_eq!(lines.err, "2 cases until 2026-12-31: the verdict on 2 cases changes\n");
}

#[test]
fn lines_have_the_order_of_their_numbers() {
    let names: Vec<String> = (1..=12).map(|line| format!("<stdin>:{line}")).collect();
    let run = forecast(&[], [AGES; 12].join("\n").as_bytes());
    assert_eq!(named(&run).0, refused(&names.iter().map(String::as_str).collect::<Vec<_>>()));
}

#[test]
fn one_line_that_cannot_be_read_leaves_the_others() {
    let input = [AGES.as_bytes(), b"{\"a\":\"\xe9\"}", b"[]", b"{}", b"{", AGES.as_bytes()].join(&b'\n');
    let summary = "6 cases until 2026-12-31: the verdict on 2 cases changes; already refused today: 1 case; \
                   cannot be read: 3 cases\n";
    let run = forecast(&["-"], &input);
    assert_eq!((named(&run).0, run.err.as_str()), (refused(&["<stdin>:1", "<stdin>:6"]), summary));
    let file = scratch("forecast-lines.jsonl", &input);
    let run = forecast(&["--format", "json", arg(&file)], b"");
    assert_eq!((run.lines().len(), run.code, run.err.as_str()), (2, 1, summary));
    assert!(run.text().contains(r#""line":6,"ok":true,"changes""#), "{}", run.text());
}

#[test]
fn a_folder_has_files_of_both_kinds_in_any_case() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("forecast-folder");
    fs::create_dir_all(&folder).unwrap();
    let names = ["a.json", "b.jsonl", "c.NDJSON", "d.JSON"];
    let line = AGES.to_owned() + "\n";
    let files = names.map(|name| scratch(&format!("forecast-folder/{name}"), line.as_bytes()));
    scratch("forecast-folder/e.txt", b"[]");
    let [a, b, c, d] = files.each_ref().map(|file| arg(file));
    let (b, c) = (format!("{b}:1"), format!("{c}:1"));
    let run = forecast(&[arg(&folder)], b"");
    assert_eq!(named(&run).0, refused(&[a, &b, &c, d]), "{}", run.err);

    let empty = folder.join("empty");
    fs::create_dir_all(&empty).unwrap();
    let run = forecast(&[arg(&empty)], b"");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("contains no file *.json or *.jsonl or *.ndjson"), "{}", run.err);
}
