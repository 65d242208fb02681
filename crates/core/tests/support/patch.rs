//! JSON Patch (RFC 6902), written by hand to check repairs.

#![allow(
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "several test programs share this module, and none uses all of it"
)]

use serde_json::Value;

/// Applies a JSON Patch as RFC 6902 says; an operation that fails is a fault of the patch.
pub fn patched(payload: Value, operations: &[Value]) -> Value {
    try_patched(payload, operations).unwrap_or_else(|at| panic!("nothing at {at}"))
}

/// The same for a part of a patch, which may miss what another operation makes; the error names the
/// place.
pub fn try_patched(mut payload: Value, operations: &[Value]) -> Result<Value, String> {
    for operation in operations {
        let path = operation["path"].as_str().unwrap();
        match operation["op"].as_str().unwrap() {
            "remove" => drop(remove(&mut payload, path)?),
            "replace" => *payload.pointer_mut(path).ok_or(path)? = operation["value"].clone(),
            "move" => {
                let value = remove(&mut payload, operation["from"].as_str().unwrap())?;
                let (parent, key) = split(path);
                let parent = payload.pointer_mut(&parent).and_then(Value::as_object_mut);
                parent.ok_or(path)?.insert(key, value);
            }
            other => panic!("{other}"),
        }
    }
    Ok(payload)
}

pub fn split(path: &str) -> (String, String) {
    let (parent, key) = path.rsplit_once('/').unwrap();
    (parent.to_owned(), key.replace("~1", "/").replace("~0", "~"))
}

fn remove(payload: &mut Value, path: &str) -> Result<Value, String> {
    let (parent, key) = split(path);
    match payload.pointer_mut(&parent) {
        Some(Value::Object(members)) => members.shift_remove(&key).ok_or(path.to_owned()),
        Some(Value::Array(elements)) => {
            let at = key.parse().ok().filter(|at| *at < elements.len());
            Ok(elements.remove(at.ok_or(path)?))
        }
        _ => Err(parent),
    }
}
