//! What is submitted is people's names and injuries: values are marked, and nothing that is said may hold the mark.

#![allow(missing_docs, unreachable_pub, reason = "several test programs share this module, and none uses all of it")]

use casegate::Code;
use serde_json::Value;

/// A text that no table has.
pub const MARK: &str = "Qzvx";

/// Puts the mark behind every text, at any depth, but those that say which way an input goes, and a house rule's id: the
/// firm's name for it, which findings cite.
pub fn mark(value: &mut Value) {
    mark_in(value, "");
}

/// Marks what a member of this name holds.
fn mark_in(value: &mut Value, name: &str) {
    match value {
        Value::String(text) if !text.starts_with('/') => text.push_str(MARK),
        Value::Array(elements) => elements.iter_mut().for_each(|element| mark_in(element, name)),
        Value::Object(members) => {
            let is_kept = |own: &str| match own {
                "type" | "endpoint" | "record" | "method" | "path" | "case_type" => true,
                "id" => name == "rules",
                _ => false,
            };
            members.iter_mut().filter(|(own, _)| !is_kept(own)).for_each(|(own, member)| mark_in(member, own));
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
