//! `casegate map` gives the library's answers.

use crate::maps::{Vector, all};
use crate::support::{Run, arg, casegate, scratch};
use serde::Deserialize;
use serde_json::value::RawValue;

/// The parts of an answer, with their bytes.
#[derive(Deserialize)]
struct Reply {
    #[serde(default)]
    ok: bool,
    findings: Vec<Finding>,
    #[serde(default)]
    rows: Vec<Box<RawValue>>,
    #[serde(default)]
    left_out: Vec<Box<RawValue>>,
    #[serde(default)]
    csv: String,
}

#[derive(Deserialize)]
struct Finding {
    severity: String,
    message: String,
}

fn run(vector: &Vector, command: &[&str], input: Option<&[u8]>) -> Run {
    let map = scratch("map.json", vector.map.as_bytes());
    let context = scratch("map-context.json", vector.context.as_bytes());
    let file = input.map(|bytes| scratch("map-input", bytes));
    let settings: &[&str] = if command[0] == "rows" { &[] } else { &["--context", arg(&context)] };
    let files: Vec<&str> = std::iter::once(arg(&map)).chain(file.as_deref().map(arg)).collect();
    casegate(&[&["map"], command, &files, settings].concat(), b"")
}

#[test]
fn every_vector_has_the_answer_of_the_library() {
    let mut seen = 0;
    for vector in all() {
        let reply: Reply = serde_json::from_str(&vector.reply).unwrap();
        let about = format!("{}: {}", vector.file, vector.case.name);
        let has_error = reply.findings.iter().any(|finding| finding.severity == "error");
        match &*vector.call {
            "check_map" => {
                let run = run(&vector, &["check", "--format", "json"], vector.bytes.as_deref());
                assert_eq!((run.text().trim_end(), run.code), (&*vector.reply, i32::from(!reply.ok)), "{about}");
            }
            "cases_of" if vector.bytes.is_some() => {
                let run = run(&vector, &["cases", "--format", "json"], vector.bytes.as_deref());
                let lines = reply.rows.iter().chain(&reply.left_out).map(|line| line.get().to_owned());
                assert_eq!(run.lines(), lines.collect::<Vec<_>>(), "{about}");
                assert_eq!(run.code, if has_error { 2 } else { i32::from(!reply.ok) }, "{about}: {}", run.err);
                let is_said = |finding: &Finding| run.err.contains(&finding.message);
                assert!(reply.findings.iter().all(is_said), "{about}: {}", run.err);
            }
            "rows_of" => {
                let results = vector.input.split_once(r#","results":"#).unwrap().1.strip_suffix('}').unwrap();
                let run = run(&vector, &["rows"], Some(results.as_bytes()));
                let is_list = results.starts_with('[');
                assert!(
                    !is_list || (run.text(), run.code) == (reply.csv, if has_error { 2 } else { 0 }),
                    "{about}: {}",
                    run.err
                );
            }
            _ => continue,
        }
        seen += 1;
    }
    assert!(seen > 60, "{seen} vectors");
}

#[test]
fn a_faulty_map_or_file_ends_with_2_and_its_faults() {
    let good = scratch("map-good.json", br#"{"name":"M","fields":{"/summary":{"column":"A"}}}"#);
    let faulty = scratch("map-faulty.json", br#"{"fields":{}}"#);
    let open = scratch("map-open.csv", b"A\n\"b");
    let lines = scratch("map-lines.ndjson", b"{\"id\":1}\n{");
    for (args, said) in [
        (["cases", arg(&faulty), arg(&open)], "error[key_missing]"),
        (["cases", arg(&good), arg(&open)], "A quotation mark in row 2 is never closed"),
        (["cases", arg(&good), "missing.csv"], "missing.csv cannot be read"),
        (["rows", arg(&faulty), arg(&lines)], "error[key_missing]"),
        (["rows", arg(&good), arg(&lines)], ":2 is not JSON"),
        (["check", "missing.json", arg(&open)], "missing.json cannot be read"),
    ] {
        let run = casegate(&[&["map"], &args[..]].concat(), b"");
        assert_eq!((run.code, run.out.len()), (2, 0), "{args:?}: {}", run.err);
        assert!(run.err.contains(said), "{args:?}: {}", run.err);
    }
}

#[test]
fn rows_of_cases_are_a_table_of_findings() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/maps/");
    let [map, csv] = ["litify.json", "litify.csv"].map(|name| format!("{examples}{name}"));
    let cases = casegate(&["map", "cases", &map, &csv, "--format", "json", "--today", "2026-03-10"], b"");
    let rows = casegate(&["map", "rows", "--exact", &map, "-"], &cases.out);
    assert_eq!((rows.code, rows.err.as_str()), (0, ""));
    let lines = rows.lines();
    assert_eq!(lines.len(), 11, "a header and the rows that are not left out");
    assert!(lines[3].starts_with("\"Incident Date: This is not in the column's date format"), "{}", lines[3]);
}
