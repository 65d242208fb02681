//! Every test vector through the binary: the command line gives the library's answers.

use crate::replies::{Vector, vectors};
use crate::support::{Run, arg, casegate, report_of, scratch};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::thread;

#[test]
fn the_command_line_answers_what_the_library_answers() {
    let vectors = vectors();
    let mut groups: BTreeMap<(&str, &str), Vec<&Vector>> = BTreeMap::new();
    for vector in vectors {
        groups.entry((&vector.call, &vector.context)).or_default().push(vector);
    }
    let groups: Vec<_> = groups.iter().enumerate().collect();
    // The npm package casegate-cli takes a fifth of a second to start.
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let wrong: Vec<String> = thread::scope(|scope| {
        let shares = (0..threads).map(|first| groups.iter().skip(first).step_by(threads));
        let running: Vec<_> = shares
            .map(|share| {
                scope
                    .spawn(|| share.flat_map(|(number, (key, vectors))| differences(*number, **key, vectors)).collect())
            })
            .collect();
        running.into_iter().flat_map(|share| -> Vec<String> { share.join().expect("a share has panicked") }).collect()
    });
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), vectors.len(), wrong.join("\n"));
}

/// Gives the vectors of one operation and one context to the binary, and returns what differs.
fn differences(number: usize, (call, context): (&str, &str), vectors: &[&Vector]) -> Vec<String> {
    let mut wrong = Vec::new();
    let context = scratch(&format!("vectors-{number}.json"), context.as_bytes());
    match call {
        "check_case" => together(&["batch", "--context", arg(&context)], vectors, &mut wrong),
        "prepare_case" => vectors.iter().for_each(|vector| {
            let run = casegate(&["prepare", "--context", arg(&context)], vector.payload.as_bytes());
            note(vector, &prepared(&run), &prepared_reply(&vector.reply), &run, &mut wrong);
        }),
        "field_states" => vectors.iter().for_each(|vector| {
            let run = casegate(&["states", "--context", arg(&context)], vector.payload.as_bytes());
            note(vector, &run.text(), &one_line(&vector.reply), &run, &mut wrong);
        }),
        other => together(&["call", other, "--context", arg(&context)], vectors, &mut wrong),
    }
    wrong
}

/// Runs all payloads of one context together, except those that are not on one line, or blank.
fn together(args: &[&str], vectors: &[&Vector], wrong: &mut Vec<String>) {
    let is_line = |payload: &str| !payload.contains('\n') && !payload.ends_with('\r');
    let is_answered = |payload: &str| args[0] != "batch" || !payload.trim_ascii().is_empty();
    let (lines, texts): (Vec<&Vector>, Vec<&Vector>) =
        vectors.iter().partition(|vector| is_line(&vector.payload) && is_answered(&vector.payload));
    let error_of = vectors.first().filter(|vector| vector.reply.starts_with("{\"error\""));
    let input: String = lines.iter().map(|vector| vector.payload.clone() + "\n").collect();
    let run = casegate(args, input.as_bytes());
    if let Some(vector) = error_of {
        let reply: serde_json::Value = serde_json::from_str(&vector.reply).expect("a reply is JSON");
        let message = reply["error"]["message"].as_str().unwrap_or_default();
        if run.code != 2 || !(run.err.contains(message) || run.err.contains("--today")) {
            wrong.push(format!("{}: {}: {} {}", vector.file, vector.name, run.code, run.err));
        }
        return;
    }
    let answers = run.lines();
    assert_eq!(answers.len(), lines.len(), "{args:?}: {}", run.err);
    for (vector, answer) in lines.iter().zip(answers) {
        note(vector, &(answer + "\n"), &one_line(&vector.reply), &run, wrong);
    }
    for vector in texts {
        assert_eq!(vector.call, "check_case", "{}: {}: give it on one line", vector.file, vector.name);
        let args = ["check", "--format", "json", args[1], args[2]];
        let run = casegate(&args, vector.payload.as_bytes());
        note(vector, &report_of(&run.text()), &one_line(&vector.reply), &run, wrong);
    }
}

fn note(vector: &Vector, answer: &str, expected: &str, run: &Run, wrong: &mut Vec<String>) {
    if answer != expected {
        let Vector { file, name, .. } = vector;
        wrong.push(format!("{file}: {name}\n  expected {expected}  answered {answer}  {}", run.err));
    }
}

/// Line ends inside a prepared payload become spaces.
fn one_line(reply: &str) -> String {
    reply.replace(['\n', '\r'], " ") + "\n"
}

#[derive(Deserialize)]
struct Prepared<'r> {
    #[serde(borrow)]
    prepared: Option<&'r RawValue>,
    omitted: Vec<serde_json::Value>,
}

/// The output of `prepare`, its number of lines on standard error, and its exit code.
fn prepared(run: &Run) -> String {
    format!("{} {} {}", run.code, run.err.lines().filter(|line| line.contains("left out")).count(), run.text())
}

fn prepared_reply(reply: &str) -> String {
    let Prepared { prepared, omitted } = serde_json::from_str(reply).expect("a reply is JSON");
    match prepared {
        Some(payload) => format!("0 {} {}\n", omitted.len(), payload.get()),
        None => "1 0 ".to_owned(),
    }
}
