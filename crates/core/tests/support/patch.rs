//! JSON Patch (RFC 6902) by hand, to hold a repair to.

#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use serde_json::Value;

/// Takes a JSON Patch, as RFC 6902 says; what it cannot do is a fault of the patch.
pub fn patched(mut payload: Value, operations: &[Value]) -> Value {
    for operation in operations {
        let path = operation["path"].as_str().unwrap();
        match operation["op"].as_str().unwrap() {
            "remove" => drop(remove(&mut payload, path)),
            "replace" => {
                *payload.pointer_mut(path).unwrap_or_else(|| panic!("nothing at {path}")) = operation["value"].clone();
            }
            "move" => {
                let value = remove(&mut payload, operation["from"].as_str().unwrap());
                let (parent, key) = split(path);
                payload.pointer_mut(&parent).unwrap().as_object_mut().unwrap().insert(key, value);
            }
            other => panic!("{other}"),
        }
    }
    payload
}

pub fn split(path: &str) -> (String, String) {
    let (parent, key) = path.rsplit_once('/').unwrap();
    (parent.to_owned(), key.replace("~1", "/").replace("~0", "~"))
}

fn remove(payload: &mut Value, path: &str) -> Value {
    let (parent, key) = split(path);
    match payload.pointer_mut(&parent) {
        Some(Value::Object(members)) => members.shift_remove(&key).unwrap_or_else(|| panic!("nothing at {path}")),
        Some(Value::Array(elements)) => elements.remove(key.parse().unwrap()),
        _ => panic!("nothing at {parent}"),
    }
}
