//! Answers as an implementation under the conformance kit's test.
//!
//! ```text
//! kit check     answers kit/cases.jsonl, and prints the first wrong answer
//! kit answer    reads requests of kit/README.md from standard input, and answers a line for each
//! ```

#![expect(
    clippy::indexing_slicing,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a program for the terminal"
)]

#[path = "../tests/support/kit.rs"]
mod kit;
#[path = "../tests/support/kit_cases.rs"]
mod kit_cases;
#[path = "../tests/support/mod.rs"]
mod support;

use serde_json::{Value, json};
use std::io::{BufRead, Write};

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("answer") => answer_lines(),
        // `scripts/mutants tables --kit` runs this with each change of a table.
        Some("check") => {
            if let Some(id) = kit_cases::wrong() {
                println!("wrong: {id}");
                std::process::exit(1);
            }
        }
        _ => {
            eprintln!("usage: kit check | kit answer");
            std::process::exit(2);
        }
    }
}

fn answer_lines() {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let operation = request["operation"].as_str().unwrap_or_default();
        let reply = match kit::answer(operation, request["input"].as_str().unwrap_or_default(), &request["context"]) {
            Some(answer) => json!({ "id": request["id"], "answer": answer }),
            None => json!({ "id": request["id"], "unsupported": true }),
        };
        writeln!(out, "{reply}").unwrap();
        out.flush().unwrap();
    }
}
