//! What the command line says of cases repeats no value of them: neither its answers' messages nor its errors.
// A test that panics has failed, as it should.
#![expect(clippy::expect_used, reason = "a test fails with a panic")]

#[path = "support/vectors.rs"]
mod lines;
#[path = "../../core/tests/support/mark.rs"]
mod marked;
mod support;

use lines::vectors;
use marked::{MARK, issues, mark};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use support::{Run, arg, casegate, scratch};

/// What may hold a value that was given.
#[derive(Clone, Copy)]
enum Shows {
    /// Nothing at all.
    Nothing,
    /// What an answer hands on, but no message in it.
    Answers,
    /// The lines of the file that findings point into, beside their numbers: they are shown to whom they were read from.
    Lines,
    /// Standard output is the payload to be sent.
    Payload,
}

/// Each command that reads what somebody submitted: the operation whose vectors it is given, its arguments, and whether an
/// input is a line or a run.
const READERS: &[(&str, &[&str], bool, Shows)] = &[
    ("check_case", &["check"], false, Shows::Lines),
    ("check_case", &["check", "--format", "json"], false, Shows::Nothing),
    ("check_case", &["check", "--format", "github"], false, Shows::Nothing),
    ("check_case", &["batch"], true, Shows::Nothing),
    ("check_case", &["prepare"], false, Shows::Payload),
    ("check_case", &["states"], false, Shows::Nothing),
    ("judge_files", &["files"], true, Shows::Answers),
    ("replay", &["replay"], true, Shows::Answers),
    ("normalize_results", &["results"], true, Shows::Answers),
    ("migrate_legacy", &["migrate"], true, Shows::Answers),
];

/// Each command that reads nothing of a case. What `serve` logs and answers, and what `listen` says, the tests of the
/// stand-in look at.
const OTHERS: [&str; 6] = ["explain", "rules", "fields", "serve", "listen", "export"];

/// Runs of single inputs, which are many processes, take every so many of them.
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
    let commands = help.split("Commands:").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("a list");
    // What is further in goes on with the line above.
    let named = commands.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    let listed: BTreeSet<&str> = named.filter_map(|line| line.split(' ').next()).collect();
    let mut known: BTreeSet<&str> = READERS.iter().map(|(_, args, ..)| args[0]).chain(OTHERS).collect();
    known.extend(["call", "help"]);
    assert_eq!(listed, known);
}

/// The vectors' inputs on a line each with every value marked, by operation.
fn marked_inputs() -> BTreeMap<String, Vec<String>> {
    let mut inputs: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for vector in vectors() {
        let Ok(mut input) = serde_json::from_str::<Value>(&vector.payload) else { continue };
        mark(&mut input);
        inputs.entry(vector.call).or_default().push(input.to_string());
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
