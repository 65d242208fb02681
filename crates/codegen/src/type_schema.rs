//! JSON Schemas of types, as the writers of TypeScript and Python read them: a reference to a
//! declared type, alternatives, and the prose of Rust's documentation.

use serde_json::{Value, json};

/// The keyword of a schema that refers to a type by its name.
pub(crate) const NAME: &str = "x-name";

/// Returns the schema of a type that is declared under this name, or of `object`: any object.
pub(crate) fn named(name: &str) -> Value {
    json!({ NAME: name })
}

/// Returns a text as a literal of TypeScript and Python.
pub(crate) fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// Returns the schema of a member that is never there.
pub(crate) fn absent() -> Value {
    json!({ "not": {} })
}

pub(crate) fn is_absent(schema: &Value) -> bool {
    *schema.get("not").unwrap_or(&Value::Null) == json!({})
}

/// Returns the schema of a list.
pub(crate) fn list_of(items: Value) -> Value {
    with(&json!({ "type": "array" }), "items", items)
}

/// Returns the schema of a value or `null`, also if the member may be absent.
pub(crate) fn or_null(schema: Value) -> Value {
    with(&json!({}), "oneOf", vec![schema, json!({ "type": "null" })].into())
}

/// Returns a schema with another value of a keyword.
pub(crate) fn with(schema: &Value, keyword: &str, value: Value) -> Value {
    let mut members = schema.as_object().cloned().unwrap_or_default();
    members.insert(keyword.to_owned(), value);
    Value::Object(members)
}

/// Returns the name of the definition that a schema refers to.
pub(crate) fn key(schema: &Value) -> &str {
    schema["$ref"].as_str().and_then(|reference| reference.strip_prefix("#/$defs/")).unwrap_or_default()
}

/// Returns the alternatives of a schema, if it has several.
pub(crate) fn alternatives(schema: &Value) -> Option<Vec<Value>> {
    let of = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array());
    match of {
        Some(of) => Some(of.iter().flat_map(|one| exclusive(one).unwrap_or_else(|| vec![one.clone()])).collect()),
        None => exclusive(schema),
    }
}

/// Returns an alternative for each member of an object that has exactly one of its members.
fn exclusive(schema: &Value) -> Option<Vec<Value>> {
    let members = schema["properties"].as_object()?;
    let alternative = |(name, schema): (&String, &Value)| {
        let mut member = schema.as_object().cloned().unwrap_or_default();
        let about = member.shift_remove("description");
        json!({ "description": about, "type": "object", "properties": { name: member }, "required": [name] })
    };
    (schema["minProperties"] == 1 && schema["maxProperties"] == 1).then(|| members.iter().map(alternative).collect())
}

/// Returns `true` if all alternatives of an object have its members.
pub(crate) fn has_shared_members(schema: &Value) -> bool {
    schema.get("properties").is_some() && exclusive(schema).is_none()
}

/// Returns a schema that does not accept `null`.
pub(crate) fn without_null(schema: &Value) -> Value {
    let mut schema = schema.clone();
    let Some(members) = schema.as_object_mut() else { return schema };
    let is_null = |value: &Value| *value == "null" || value["type"] == "null";
    for keyword in ["type", "anyOf"] {
        if let Some(Value::Array(of)) = members.get_mut(keyword) {
            of.retain(|value| !is_null(value));
        }
    }
    schema
}

/// Breaks prose into lines of a width.
pub(crate) fn wrapped(prose: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in prose.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
            if !line.is_empty() && line.len() + 1 + word.len() > width {
                lines.push(std::mem::take(&mut line));
            }
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

/// Returns the text of a documentation comment of Rust, without its examples: a line for each
/// paragraph, with an empty line between them.
pub(crate) fn prose(doc: &str) -> String {
    let text = doc.split("\n```").next().unwrap_or_default().trim();
    let paragraphs: Vec<String> = text.split("\n\n").map(|paragraph| paragraph.replace('\n', " ")).collect();
    let mut out = String::new();
    // Code is between backticks; links are code in brackets, with or without their target.
    for (at, part) in paragraphs.join("\n\n").split('`').enumerate() {
        if at % 2 == 1 {
            let name = part.rsplit("::").next().filter(|_| part.contains("::")).unwrap_or(part);
            out.extend(["`", if name == "None" { "null" } else { name }, "`"]);
            continue;
        }
        let mut part = part;
        if let Some(rest) = part.strip_prefix(']') {
            part = rest.strip_prefix('(').and_then(|target| target.split_once(')')).map_or(rest, |(_, rest)| rest);
        }
        out.push_str(part.strip_suffix('[').unwrap_or(part));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::prose;

    #[test]
    fn links_and_examples_of_rust_are_not_written() {
        let doc =
            "Ends, see [`crate::text::date`]\nand [`Code`](crate::Code). `None` is open.\n\nMore.\n\n```\nno\n```";
        assert_eq!(prose(doc), "Ends, see `date` and `Code`. `null` is open.\n\nMore.");
    }
}
