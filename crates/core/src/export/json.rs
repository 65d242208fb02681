//! JSON documents built by hand, and a writer that makes them easy to read and compare.

use crate::text::json::document::Document;
use std::fmt::Write;

/// Creates an object with these members, in this order.
pub(crate) fn object<'n>(members: impl IntoIterator<Item = (&'n str, Document)>) -> Document {
    Document::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

pub(crate) fn list(values: impl IntoIterator<Item = Document>) -> Document {
    Document::List(values.into_iter().collect())
}

pub(crate) fn words<'w>(words: impl IntoIterator<Item = &'w str>) -> Document {
    list(words.into_iter().map(Document::from))
}

pub(crate) fn text(text: impl Into<String>) -> Document {
    Document::Text(text.into())
}

pub(crate) fn number(number: usize) -> Document {
    Document::Number(number.to_string())
}

/// Concatenates the members of two objects.
pub(crate) fn joined(first: Document, second: Document) -> Document {
    match (first, second) {
        (Document::Object(first), Document::Object(second)) => {
            Document::Object(first.into_iter().chain(second).collect())
        }
        (first, _) => first,
    }
}

/// Adds the address by which other schemas and programs name the schema of a file.
pub(crate) fn identified(schema: Document, file: &str) -> Document {
    joined(object([("$id", text(format!("{}/schema/{file}", env!("CARGO_PKG_REPOSITORY"))))]), schema)
}

/// Values up to this width are written on one line.
const WIDTH: usize = 110;

/// Returns the text of a file: two spaces per level, short values on one line, a final line break.
pub fn pretty(document: &Document) -> String {
    let mut out = String::new();
    write(&mut out, document, 0);
    out.push('\n');
    out
}

fn write(out: &mut String, document: &Document, indent: usize) {
    let flat = spaced(document);
    let column = out.len() - out.rfind('\n').map_or(0, |at| at + 1);
    if column + flat.chars().count() <= WIDTH {
        out.push_str(&flat);
        return;
    }
    let inner = "  ".repeat(indent + 1);
    let outer = "  ".repeat(indent);
    match document {
        Document::List(list) => {
            out.push('[');
            for (at, value) in list.iter().enumerate() {
                out.push_str(if at == 0 { "\n" } else { ",\n" });
                out.push_str(&inner);
                write(out, value, indent + 1);
            }
            out.push('\n');
            out.push_str(&outer);
            out.push(']');
        }
        Document::Object(members) => {
            out.push('{');
            for (at, (name, value)) in members.iter().enumerate() {
                out.push_str(if at == 0 { "\n" } else { ",\n" });
                out.push_str(&inner);
                out.push_str(&crate::export::quoted(name));
                out.push_str(": ");
                write(out, value, indent + 1);
            }
            out.push('\n');
            out.push_str(&outer);
            out.push('}');
        }
        _ => out.push_str(&flat),
    }
}

/// Writes a value on one line, with a space after each comma and colon.
fn spaced(document: &Document) -> String {
    match document {
        Document::List(list) => format!("[{}]", list.iter().map(spaced).collect::<Vec<_>>().join(", ")),
        Document::Object(members) if members.is_empty() => "{}".to_owned(),
        Document::Object(members) => {
            let members: Vec<String> = members
                .iter()
                .map(|(name, value)| format!("{}: {}", crate::export::quoted(name), spaced(value)))
                .collect();
            format!("{{ {} }}", members.join(", "))
        }
        Document::Text(text) => visible(&crate::export::quoted(text)),
        plain => plain.to_string(),
    }
}

/// Returns a JSON string with escapes for white space beyond ASCII, which editors do not show.
fn visible(quoted: &str) -> String {
    let mut out = String::with_capacity(quoted.len());
    for letter in quoted.chars() {
        if letter.is_whitespace() && !letter.is_ascii() {
            let _ = write!(out, "\\u{:04x}", u32::from(letter));
        } else {
            out.push(letter);
        }
    }
    out
}

pub(crate) fn of_type(name: &str) -> Document {
    object([("type", name.into())])
}

/// Returns a name as `CaseReceived`.
pub fn pascal_case(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect::<String>()
    };
    name.split(['.', '_']).map(word).collect()
}

/// Combines schemas with `allOf`; a single schema stays as it is.
pub(crate) fn all_of(mut schemas: Vec<Document>) -> Document {
    match (schemas.len(), schemas.pop()) {
        (_, None) => object([]),
        (1, Some(only)) => only,
        (_, last) => object([("allOf", list(schemas.into_iter().chain(last)))]),
    }
}

/// Creates a description of several sentences.
pub(crate) fn description(sentences: &[&str]) -> Document {
    text(sentences.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let long = "x".repeat(WIDTH);
        let built = object([
            ("one", list([number(1), Document::Null, object([])])),
            ("space", text("\u{2028}\u{3000} ")),
            ("long", list([text(long.clone()), object([("deep", text(long))])])),
        ]);
        let written = pretty(&built);
        assert!(written.starts_with("{\n  \"one\": [1, null, {}],\n"), "{written}");
        assert!(written.contains(r#""\u2028\u3000 ""#), "{written}");
        assert_eq!(Document::read(&written), Ok(built));
    }
}
