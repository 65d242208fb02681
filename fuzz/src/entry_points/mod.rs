//! Properties of every public entry point for any input. The fuzz targets and
//! `crates/core/tests/all/entry_points.rs` share this module. An input is text. Its first line has the
//! context's settings; if they are unusable, the usual ones apply. The rest goes through the entry
//! point.

#![allow(
    missing_docs,
    unreachable_pub,
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "several test programs share this module, and none uses all of it"
)]

mod around;
mod case;
mod house;
mod values;

use super::{marked, memory, patch};
use casegate::Context;
use casegate::wire::{CASE_OPERATIONS, Operation, SERVICE_OPERATIONS};
use marked::{MARK, issues, mark};
use serde_json::Value;
use serde_json::value::RawValue;

/// An entry point of the library.
pub struct EntryPoint {
    /// The name of its fuzz target.
    pub name: &'static str,
    /// The operations behind it, whose vectors are its first inputs.
    pub operations: &'static [&'static str],
    run: fn(&Input<'_>),
}

/// Every entry point.
pub static ENTRY_POINTS: &[EntryPoint] = &[
    EntryPoint { name: "case", operations: case::OPERATIONS, run: case::case },
    EntryPoint { name: "context", operations: &[], run: house::context },
    EntryPoint { name: "session", operations: &["play_session"], run: case::session },
    EntryPoint { name: "files", operations: &["judge_files"], run: around::placed },
    EntryPoint { name: "house", operations: &[], run: house::house },
    EntryPoint { name: "results", operations: &["normalize_results"], run: around::results },
    EntryPoint { name: "record", operations: &["read_record"], run: around::record },
    EntryPoint { name: "event", operations: &["read_event", "redact_offer", "read_answer"], run: around::report },
    EntryPoint { name: "follow", operations: &["follow"], run: around::follow },
    EntryPoint { name: "lifecycle", operations: around::LIFECYCLE, run: around::report },
    EntryPoint { name: "analysis", operations: &["analyze"], run: house::analysis },
    EntryPoint { name: "request", operations: &["check_request"], run: around::request },
    EntryPoint { name: "value", operations: &[], run: values::values },
];

/// Passes an input to an entry point.
pub fn open(name: &str, data: &[u8]) {
    let entry_point =
        ENTRY_POINTS.iter().find(|entry_point| entry_point.name == name).expect("an entry point of this name");
    let text = String::from_utf8_lossy(data);
    let (settings, rest) = text.split_once('\n').unwrap_or(("", &text));
    let context = Context::from_json(settings).unwrap_or_else(|_| usual());
    (entry_point.run)(&Input { entry_point, context, settings, rest, text: &text });
}

/// The inputs from an expanded vector, each with its entry point.
pub fn seeds(call: &str, context: &str, payload: &str) -> Vec<(&'static str, String)> {
    let behind = ENTRY_POINTS.iter().filter(|entry_point| entry_point.operations.contains(&call));
    let mut seeds: Vec<_> = behind.map(|entry_point| (entry_point.name, format!("{context}\n{payload}"))).collect();
    if call == "check_case" {
        seeds.push(("context", context.to_owned()));
    }
    seeds.extend(house::seed(call, context, payload).map(|seed| ("house", seed)));
    seeds.extend(values::seeds(payload).map(|seed| ("value", seed)));
    seeds
}

fn usual() -> Context {
    Context::from_json(r#"{"today":"2026-03-01","include":["trace","prepared"]}"#).expect("settings that can be used")
}

/// The input of an entry point.
struct Input<'t> {
    entry_point: &'static EntryPoint,
    context: Context,
    /// The first line, also if it has no usable settings.
    settings: &'t str,
    /// The text after it.
    rest: &'t str,
    text: &'t str,
}

impl Input<'_> {
    /// The answers of each operation of the entry point, parsed.
    fn answers(&self) -> impl Iterator<Item = Option<Value>> {
        self.entry_point.operations.iter().map(|name| self.answer(name, self.rest))
    }

    /// The answer of an operation, parsed; `None` if it has numbers that a JSON reader cannot hold.
    fn answer(&self, name: &str, text: &str) -> Option<Value> {
        serde_json::from_str(&self.answer_text(name, text)).ok()
    }

    /// The answer of an operation, in which numbers keep all their digits.
    fn answer_text(&self, name: &str, text: &str) -> String {
        let (answer, peak) = memory::peak(|| operation(name).call_with(text, &self.context));
        self.is_bounded(name, text, &answer, peak);
        self.says_nothing_given(name, text);
        answer
    }

    /// An answer is JSON, and it and the memory for it are bounded by the input.
    fn is_bounded(&self, name: &str, text: &str, answer: &str, peak: usize) {
        let given = self.settings.len() + text.len();
        // A step of a short script may change every finding; the context's limits bound that.
        let report = if name == "play_session" { self.context.size_limits().text_bytes / 64 } else { 0 };
        let most = 256 * 1024 + 512 * given + 1024 * report;
        assert!(answer.len() <= most, "{name}: {} bytes of answer to {given}", answer.len());
        assert!(peak <= 4 * most, "{name}: {peak} bytes held for {given}");
        assert!(serde_json::from_str::<&RawValue>(answer).is_ok(), "{name}: the answer is no JSON");
    }

    /// No message of an answer repeats a value of the input.
    fn says_nothing_given(&self, name: &str, text: &str) {
        let Ok(mut marked) = serde_json::from_str::<Value>(text) else { return };
        mark(&mut marked);
        let answer = operation(name).call_with(&marked.to_string(), &self.context);
        let Ok(answer) = serde_json::from_str(&answer) else { return };
        issues(&answer, &mut |issue| {
            let message = issue["message"].as_str().unwrap_or_default();
            assert!(!message.contains(MARK), "{name} repeats a value: {message}");
        });
    }

    /// Every issue of an answer is at a place of the input, or at one that is missing in a place of
    /// it. A firm rule may also miss a member of a record that is missing as a whole.
    fn is_placed(&self, text: &str, answer: &Value) {
        let Ok(given) = serde_json::from_str::<Value>(text) else { return };
        issues(answer, &mut |issue| {
            let Some(at) = issue.get("at").and_then(Value::as_str) else { return };
            let parent = at.rsplit_once('/').map_or("", |(parent, _)| parent);
            let is_firms = || {
                let own = casegate::explain::rules();
                issue["rule"].as_str().is_some_and(|rule| !own.iter().any(|known| known.id == rule))
            };
            let is_record = || {
                casegate::fields::COMMON
                    .iter()
                    .chain(casegate::fields::POLICY_LIMIT)
                    .chain(casegate::fields::POLICY_EXISTENCE)
                    .any(|field| parent.strip_prefix('/') == Some(field.name) && !field.kind.members().is_empty())
            };
            let is_missed =
                || issue["code"] == "required" && given.pointer(parent).is_none() && is_record() && is_firms();
            let is_there =
                given.pointer(at).is_some() || given.pointer(parent).is_some_and(Value::is_object) || is_missed();
            assert!(is_there, "{}: nothing at {at} ({})", self.entry_point.name, issue["code"]);
        });
    }
}

fn operation(name: &str) -> &'static Operation {
    let mut all = CASE_OPERATIONS.iter().chain(SERVICE_OPERATIONS);
    all.find(|operation| operation.name == name).expect("an operation of this name")
}
