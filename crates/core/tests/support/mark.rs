//! Submitted values are people's names and injuries: they get a mark, and no message may have the
//! mark.

#![allow(missing_docs, unreachable_pub, reason = "several test programs share this module, and none uses all of it")]

use casegate::Code;
use serde_json::Value;

/// A text that is in no table.
pub const MARK: &str = "Qzvx";

/// Adds the mark to every text, at any depth, except texts that choose how an input is read, and
/// the id of a firm rule, which is the firm's name for it and which findings cite.
pub fn mark(value: &mut Value) {
    mark_in(value, "");
}

/// Marks the content of a member of this name.
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

/// Issues and notes are objects with a code and a message, anywhere in an answer.
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
