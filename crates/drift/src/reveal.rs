//! Replaces the hash of a word or a name by the word itself, after a person confirmed it.

use crate::key::{Key, is_hash};
use crate::line::{Line, LineError};
use serde_json::Value;

/// Returns the recording with the word in place of its hash, and the number of places that changed.
///
/// A word that has the form of a hash is not revealed.
///
/// # Errors
///
/// Returns [`LineError`] for the first line that is not one of a recording.
pub fn reveal(recording: &str, key: &Key, word: &str) -> Result<(String, usize), LineError> {
    let (hash, mut count) = (key.hash(word), 0);
    if is_hash(word) {
        return Ok((recording.to_owned(), 0));
    }
    let mut revealed = String::with_capacity(recording.len());
    for (at, line) in recording.lines().enumerate() {
        if line.contains(&hash) {
            let error = |_| LineError { line: at + 1 };
            let read: Line = serde_json::from_str(line).map_err(error)?;
            let mut value = serde_json::to_value(read).map_err(error)?;
            count += replace(&mut value, &hash, word);
            let line: Line = serde_json::from_value(value).map_err(error)?;
            revealed.push_str(&line.to_json());
        } else {
            revealed.push_str(line);
        }
        revealed.push('\n');
    }
    Ok((revealed, count))
}

fn replace(value: &mut Value, hash: &str, word: &str) -> usize {
    match value {
        Value::String(text) => {
            // A pointer has the hash among its segments; a word may have a prefix before it.
            let is_pointer = text.starts_with('/');
            let changed = match is_pointer {
                true => {
                    let escaped = word.replace('~', "~0").replace('/', "~1");
                    let segments =
                        text.split('/').map(|segment| if segment == hash { escaped.as_str() } else { segment });
                    segments.collect::<Vec<_>>().join("/")
                }
                false if text.ends_with(hash) => word.to_owned(),
                false => return 0,
            };
            let is_changed = *text != changed;
            *text = changed;
            usize::from(is_changed)
        }
        Value::Array(values) => values.iter_mut().map(|value| replace(value, hash, word)).sum(),
        Value::Object(members) => members.values_mut().map(|value| replace(value, hash, word)).sum(),
        _ => 0,
    }
}
