//! No message and no error of the command line repeats a value of a case.

use crate::marked::{MARK, issues, mark};
use crate::replies::vectors;
use crate::support::{Run, arg, casegate, scratch};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Where a submitted value may appear in the output.
#[derive(Clone, Copy)]
enum Shows {
    /// Nowhere.
    Nothing,
    /// In the answer, but in no message of it.
    Answers,
    /// In the quoted lines of the file, for the person who gave the file.
    Lines,
    /// Standard output is the payload to be sent.
    Payload,
}

/// Each command that reads submitted data: the operation whose vectors it gets, its arguments, and
/// whether an input is a line or a run of its own.
const READERS: &[(&str, &[&str], bool, Shows)] = &[
    ("check_case", &["check"], false, Shows::Lines),
    ("check_case", &["check", "--format", "json"], false, Shows::Nothing),
    ("check_case", &["check", "--format", "github"], false, Shows::Nothing),
    ("check_case", &["batch"], true, Shows::Nothing),
    ("check_case", &["forecast", "--on", "2026-12-31"], false, Shows::Nothing),
    ("check_case", &["forecast", "--on", "2026-12-31", "--format", "json"], false, Shows::Nothing),
    ("check_case", &["prepare"], false, Shows::Payload),
    ("check_case", &["states"], false, Shows::Nothing),
    ("judge_files", &["files"], true, Shows::Answers),
    ("replay", &["replay"], true, Shows::Answers),
    ("normalize_results", &["results"], true, Shows::Answers),
];

/// The commands that read nothing of a case. The tests of the servers cover what `api` and `serve`
/// log and answer and what `listen` and `trigger` print; `crates/drift/tests/all/privacy.rs`
/// those of recordings, `crates/map/tests/all/vectors.rs` those of `map`.
const OTHERS: [&str; 13] = [
    "map", "explain", "analyze", "rules", "fields", "record", "drift", "api", "serve", "listen", "trigger", "certify",
    "export",
];

/// Commands with one process per input get one of this many inputs.
const EVERY: usize = 40;

#[test]
fn no_command_says_what_it_was_given() {
    let context = scratch("privacy.json", br#"{"today":"2026-03-01","include":["trace"]}"#);
    let given = marked_inputs();
    for (operation, args, by_line, shows) in READERS {
        let inputs = &given[*operation];
        let args = [args, &["--context", arg(&context)][..]].concat();
        if *by_line {
            holds_no_mark(&args, &casegate(&args, (inputs.join("\n") + "\n").as_bytes()), *shows);
        } else {
            for input in inputs.iter().step_by(EVERY) {
                holds_no_mark(&args, &casegate(&args, input.as_bytes()), *shows);
            }
        }
    }
    for (operation, inputs) in &given {
        let args = ["call", operation, "--context", arg(&context)];
        holds_no_mark(&args, &casegate(&args, (inputs.join("\n") + "\n").as_bytes()), Shows::Answers);
    }
}

#[test]
fn every_command_is_looked_at() {
    let help = casegate(&["--help"], b"").text();
    let commands = help.split("Options:").next().and_then(|all| all.split_once("Cases:")).expect("a list").1;
    let named = commands.lines().filter_map(|line| line.strip_prefix("  "));
    let listed: BTreeSet<&str> = named.filter_map(|line| line.split(' ').next()).collect();
    let mut known: BTreeSet<&str> = READERS.iter().map(|(_, args, ..)| args[0]).chain(OTHERS).collect();
    known.insert("call");
    assert_eq!(listed, known);
}

/// The inputs of the vectors, one per line, with every value marked, by operation.
fn marked_inputs() -> BTreeMap<String, Vec<String>> {
    let mut inputs: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for vector in vectors() {
        let Ok(mut input) = serde_json::from_str::<Value>(&vector.payload) else { continue };
        mark(&mut input);
        inputs.entry(vector.call.clone()).or_default().push(input.to_string());
    }
    inputs
}

fn holds_no_mark(args: &[&str], run: &Run, shows: Shows) {
    assert!(!run.err.contains(MARK), "{args:?}: {}", run.err);
    assert!(matches!(run.code, 0 | 1), "{args:?}: {} {}", run.code, run.err);
    let out = run.text();
    match shows {
        Shows::Payload => {}
        Shows::Nothing => assert!(!out.contains(MARK), "{args:?}: {out}"),
        Shows::Lines => {
            for line in out.lines().filter(|line| line.contains(MARK)) {
                let number = line.split('|').next().unwrap_or_default().trim();
                assert!(number.parse::<usize>().is_ok(), "{args:?}: {line}");
            }
        }
        Shows::Answers => {
            for line in out.lines() {
                let answer = serde_json::from_str(line).expect("an answer is JSON");
                issues(&answer, &mut |issue| {
                    let message = issue["message"].as_str().unwrap_or_default();
                    assert!(!message.contains(MARK), "{args:?}: {message}");
                });
            }
        }
    }
}
