//! A payload in the making, and how clients write it as text.

use crate::random::Random;
use serde_json::Value;
use std::fmt::Write;

/// Keys and values, in the order of the tables until they are written.
#[derive(Debug, Clone)]
pub(super) struct Case(pub(super) Vec<(String, Value)>);

impl Case {
    pub(super) fn set(&mut self, key: &str, value: impl Into<Value>) {
        self.remove(key);
        self.0.push((key.to_owned(), value.into()));
    }

    pub(super) fn remove(&mut self, key: &str) {
        self.0.retain(|(own, _)| own != key);
    }

    pub(super) fn get(&self, key: &str) -> &Value {
        self.0.iter().find(|(own, _)| own == key).map_or(&Value::Null, |(_, value)| value)
    }

    /// As JSON text: the key order and the style of one client or another.
    pub(super) fn text(mut self, random: &mut Random) -> String {
        match random.below(4) {
            0 => {}
            1 => self.0.sort_by(|one, other| one.0.cmp(&other.0)),
            2 => self.0.rotate_left(9),
            _ => random.shuffle(&mut self.0),
        }
        self.written(if random.percent(12) { Style::Python } else { Style::Compact })
    }

    /// As JSON text, in the present order.
    pub(super) fn written(&self, style: Style) -> String {
        let mut out = String::with_capacity(2_048);
        style.object(&mut out, self.0.iter().map(|(key, value)| (key.as_str(), value)));
        out
    }
}

/// How a client's library writes JSON.
#[derive(Debug, Clone, Copy)]
pub(super) enum Style {
    /// Without spaces, in UTF-8: most of them.
    Compact,
    /// A space after each comma and colon, and only ASCII.
    Python,
}

impl Style {
    fn object<'v>(self, out: &mut String, members: impl Iterator<Item = (&'v str, &'v Value)>) {
        let (comma, colon) = match self {
            Style::Compact => (",", ":"),
            Style::Python => (", ", ": "),
        };
        out.push('{');
        for (at, (key, value)) in members.enumerate() {
            if at > 0 {
                out.push_str(comma);
            }
            self.string(out, key);
            out.push_str(colon);
            self.value(out, value);
        }
        out.push('}');
    }

    fn value(self, out: &mut String, value: &Value) {
        match value {
            Value::Object(members) => {
                self.object(out, members.iter().map(|(key, value)| (key.as_str(), value)));
            }
            Value::Array(items) => {
                out.push('[');
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        out.push_str(if matches!(self, Style::Compact) { "," } else { ", " });
                    }
                    self.value(out, item);
                }
                out.push(']');
            }
            Value::String(text) => self.string(out, text),
            other => out.push_str(&other.to_string()),
        }
    }

    fn string(self, out: &mut String, text: &str) {
        let quoted = Value::from(text).to_string();
        match self {
            Style::Compact => out.push_str(&quoted),
            Style::Python => {
                for letter in quoted.chars() {
                    if letter.is_ascii() {
                        out.push(letter);
                    } else {
                        for unit in letter.encode_utf16(&mut [0; 2]) {
                            let _ = write!(out, "\\u{unit:04x}");
                        }
                    }
                }
            }
        }
    }
}
