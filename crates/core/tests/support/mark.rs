//! What is submitted is people's names and injuries: values are marked, and nothing that is said may hold the mark.

#![allow(missing_docs, unreachable_pub)]

use casegate::Code;
use serde_json::Value;

/// A text that no table has.
pub const MARK: &str = "Qzvx";

/// Puts the mark behind every text, at any depth, but those that say which way an input goes, and a house rule's id: the
/// firm's name for it, which findings cite.
pub fn mark(value: &mut Value) {
    match value {
        Value::String(text) if !text.starts_with('/') => text.push_str(MARK),
        Value::Array(elements) => elements.iter_mut().for_each(mark),
        Value::Object(members) => {
            let is_rule = members.contains_key("then");
            let is_kept = |name: &str| match name {
                "type" | "endpoint" | "record" | "method" | "path" | "case_type" => true,
                "id" => is_rule,
                _ => false,
            };
            members.iter_mut().filter(|(name, _)| !is_kept(name)).for_each(|(_, member)| mark(member));
        }
        _ => {}
    }
}

/// Issues and notes are objects with a code and a message, wherever an answer holds them.
pub fn issues(answer: &Value, found: &mut impl FnMut(&Value)) {
    match answer {
        Value::Array(elements) => elements.iter().for_each(|element| issues(element, found)),
        Value::Object(members) => {
            let text = |name: &str| members.get(name).and_then(Value::as_str);
            if text("message").is_some() && text("code").and_then(Code::from_name).is_some() {
                found(answer);
            }
            members.values().for_each(|member| issues(member, found));
        }
        _ => {}
    }
}
