//! Writes the initial inputs of fuzzing into a folder: `seeds/<entry point>/…` from the vectors,
//! and `words`, a dictionary from the tables and the vectors' keys.

#![expect(clippy::indexing_slicing, reason = "a program for the terminal")]

#[path = "../../../fuzz/src/entry_points/mod.rs"]
mod entry_points;
#[path = "../tests/support/mark.rs"]
mod marked;
#[path = "../tests/support/patch.rs"]
mod patch;
#[path = "../tests/support/mod.rs"]
mod support;

use casegate::events::EVENTS;
use casegate::{Code, Product, vocabulary};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;

mod memory {
    pub(super) fn peak<T>(call: impl FnOnce() -> T) -> (T, usize) {
        (call(), 0)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: fuzz_seeds FOLDER")?;
    let folder = Path::new(&folder);
    let mut seeds: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut words = tables();
    for vector in support::all() {
        for text in [&vector.payload, &vector.context] {
            if let Ok(value) = serde_json::from_str(text) {
                keys(&value, &mut words);
            }
        }
        for (entry_point, seed) in entry_points::seeds(&vector.call.0, &vector.context, &vector.payload) {
            seeds.entry(entry_point).or_default().insert(seed);
        }
    }
    let _ = fs::remove_dir_all(folder.join("seeds"));
    for (entry_point, seeds) in seeds {
        let folder = folder.join("seeds").join(entry_point);
        fs::create_dir_all(&folder)?;
        for (number, seed) in seeds.into_iter().enumerate() {
            fs::write(folder.join(number.to_string()), seed)?;
        }
    }
    let mut dictionary = String::new();
    // libFuzzer takes words of at most 64 bytes.
    for word in words.iter().filter(|word| !word.is_empty() && word.len() <= 60) {
        dictionary.push('"');
        for byte in word.bytes() {
            match byte {
                b'"' | b'\\' => write!(dictionary, "\\{}", char::from(byte))?,
                b' '..=b'~' => dictionary.push(char::from(byte)),
                _ => write!(dictionary, "\\x{byte:02X}")?,
            }
        }
        dictionary.push_str("\"\n");
    }
    fs::write(folder.join("words"), dictionary)?;
    Ok(())
}

/// The names and words of the tables, and the tokens of JSON.
fn tables() -> BTreeSet<String> {
    let mut words: BTreeSet<String> =
        ["null", "true", "false", "{}", "[]", "\":", ",\"", "\\u0000", "\\ud800", "1e400", "\"include\":[\"trace\"]"]
            .map(str::to_owned)
            .into();
    let fields = Product::ALL.iter().flat_map(|product| product.fields());
    for field in fields.flat_map(|field| std::iter::once(field).chain(field.kind.members())) {
        words.insert(format!("\"{}\":", field.name));
    }
    let lists = vocabulary::EXTENSIBLE.iter().flat_map(|list| list.words.iter().copied());
    let codes = Code::ALL.iter().map(|code| code.name());
    let events = EVENTS.iter().map(|row| row.event.name());
    let rules = casegate::explain::rules();
    let rules = rules.iter().map(|rule| &*rule.id);
    for word in lists.chain(codes).chain(events).chain(rules).chain(vocabulary::STATES) {
        words.insert(format!("\"{word}\""));
    }
    words
}

fn keys(value: &Value, words: &mut BTreeSet<String>) {
    match value {
        Value::Array(elements) => elements.iter().for_each(|element| keys(element, words)),
        Value::Object(members) => {
            for (name, member) in members {
                words.insert(format!("\"{name}\":"));
                keys(member, words);
            }
        }
        _ => {}
    }
}
