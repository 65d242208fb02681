//! The words of all messages, in one file; and what no message may say.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod support;

use casegate::Code;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use support::all;

/// Every message that a vector brings forth, by code.
fn messages() -> BTreeMap<String, BTreeSet<String>> {
    let mut messages: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for vector in all() {
        collect(&serde_json::from_str(&vector.reply()).unwrap(), &mut messages);
    }
    messages
}

/// Issues and notes are objects with a code and a message, wherever an answer holds them.
fn collect(answer: &Value, messages: &mut BTreeMap<String, BTreeSet<String>>) {
    match answer {
        Value::Array(elements) => elements.iter().for_each(|element| collect(element, messages)),
        Value::Object(members) => {
            if let (Some(Value::String(code)), Some(Value::String(message))) =
                (members.get("code"), members.get("message"))
                && Code::from_name(code).is_some()
            {
                messages.entry(code.clone()).or_default().insert(message.clone());
            }
            members.values().for_each(|member| collect(member, messages));
        }
        _ => {}
    }
}

#[test]
fn messages_are_those_of_the_snapshot() {
    let mut text =
        String::from("The messages of all vectors. After a change: UPDATE=1 cargo test -p casegate --test messages\n");
    for (code, told) in messages() {
        let _ = writeln!(text, "\n{code}");
        for message in told {
            let _ = writeln!(text, "  {message}");
        }
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/messages.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, &text).unwrap();
    }
    let committed = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        committed == text,
        "messages changed: UPDATE=1 cargo test -p casegate --test messages, and read the difference"
    );
}

#[test]
fn every_code_is_seen() {
    let messages = messages();
    let unseen: Vec<&str> =
        Code::ALL.iter().map(|code| code.name()).filter(|code| !messages.contains_key(*code)).collect();
    assert!(unseen.is_empty(), "no vector brings forth {unseen:?}");
}

#[test]
fn messages_speak_to_people() {
    let not_said = [
        "valid",
        "invalid",
        "please",
        "sorry",
        "required",
        "forbidden",
        "forgot",
        "error",
        "string",
        "boolean",
        "integer",
        "array",
        "object",
    ];
    for message in messages().values().flatten() {
        let lower = message.to_lowercase();
        let words: BTreeSet<&str> = lower.split(|letter: char| !letter.is_alphanumeric()).collect();
        for word in not_said {
            assert!(!words.contains(word), "“{message}” says {word}");
        }
        assert!(message.ends_with(['.', '?']), "“{message}” is no sentence");
        assert!(!message.contains("  ") && !message.contains(" ."), "“{message}”");
    }
}

/// No report, state or explanation of a payload repeats a value of it.
#[test]
fn no_submitted_value_is_repeated() {
    const MARK: &str = "Qzvx";
    let mut payloads = Vec::new();
    for vector in all() {
        let Ok(Value::Object(mut payload)) = serde_json::from_str::<Value>(&vector.payload) else { continue };
        let product = payload.get("case_type").cloned();
        mark(&mut payload, MARK);
        payloads.push((Value::Object(payload.clone()).to_string(), vector.host.clone()));
        if let Some(product) = product {
            payload.insert("case_type".to_owned(), product);
            payloads.push((Value::Object(payload).to_string(), vector.host.clone()));
        }
    }
    for (payload, host) in payloads {
        let mut settings: Map<String, Value> = serde_json::from_str(&host).unwrap();
        settings.insert("include".to_owned(), json!(["ledger"]));
        let host = Value::Object(settings).to_string();
        let report = casegate::wire::check_case(&payload, &host);
        assert!(!report.contains(MARK), "{report}");
        assert!(!casegate::wire::field_states(&payload, &host).contains(MARK));
    }
}

/// Puts a mark into every text, at any depth.
fn mark(object: &mut Map<String, Value>, mark: &str) {
    for value in object.values_mut() {
        match value {
            Value::String(text) => text.insert_str(0, mark),
            Value::Array(elements) => {
                for element in elements {
                    if let Value::String(text) = element {
                        text.insert_str(0, mark);
                    }
                }
            }
            Value::Object(members) => self::mark(members, mark),
            _ => {}
        }
    }
}
