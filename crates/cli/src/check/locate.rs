//! The places of findings in a file. A finding has a pointer, so the text is parsed once more with
//! ranges.

use casegate::report::{Param, Segment};
use casegate::{Code, Issue};
use jsonc_parser::ast::{Object, ObjectProp, Value};
use jsonc_parser::common::{Range as Span, Ranged};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use std::ops::Range;

/// The place of a finding.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Bytes of the text on one line; `None` for findings about the whole file.
    pub(crate) span: Option<Range<usize>>,
    /// The name of the missing field.
    pub(crate) missing: Option<String>,
    /// The fields that made a rule apply, by their keys, with their positions.
    pub(crate) because: Vec<(String, usize)>,
}

/// Returns the places of findings, in order.
pub(crate) fn places(text: &str, issues: &[Issue]) -> Vec<Place> {
    // Texts that the library could not read, or that are nested too deeply, are not parsed.
    let readable = !issues.iter().any(|issue| issue.path.is_empty() && is_unread(issue.code));
    let parsed = if readable { parse_to_ast(text, &CollectOptions::default(), &strict()).ok() } else { None };
    let root = parsed.as_ref().and_then(|parsed| parsed.value.as_ref());
    issues.iter().map(|issue| place(text, root, issue)).collect()
}

/// Returns the options for strict JSON.
pub(super) fn strict() -> ParseOptions {
    ParseOptions {
        allow_comments: false,
        allow_loose_object_property_names: false,
        allow_trailing_commas: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    }
}

fn is_unread(code: Code) -> bool {
    matches!(code, Code::NotJson | Code::LoneSurrogate | Code::TooDeep | Code::TooLarge)
}

fn place(text: &str, root: Option<&Value<'_>>, issue: &Issue) -> Place {
    let (span, missing) = match (issue.code, root) {
        (Code::NotJson | Code::LoneSurrogate, _) => (Some(position(text, issue)), None),
        (Code::NotAnObject, Some(root)) => (Some(on_one_line(text, root.range())), None),
        (_, Some(root)) if !issue.path.is_empty() => found(text, root, issue),
        _ => (None, None),
    };
    let because = issue.because.iter().filter_map(|pointer| {
        let name = pointer.strip_prefix('/')?;
        let at = property(root?.as_object()?, name)?.value.range().start;
        Some((name.to_owned(), at))
    });
    Place { span, missing, because: because.collect() }
}

/// Returns the place of a value or, for a missing one, of the object that lacks it.
fn found(text: &str, root: &Value<'_>, issue: &Issue) -> (Option<Range<usize>>, Option<String>) {
    let mut value = root;
    let mut key = None;
    for segment in &issue.path {
        value = match (segment, value) {
            (Segment::Key(name), Value::Object(object)) => {
                let Some(property) = property(object, name) else {
                    let lacking = key.unwrap_or(Span::new(object.range.start, object.range.start + 1));
                    return (Some(on_one_line(text, lacking)), Some(name.clone()));
                };
                key = Some(property.name.range());
                &property.value
            }
            (Segment::Index(at), Value::Array(array)) => {
                key = None;
                array.elements.get(*at).unwrap_or(value)
            }
            _ => break,
        };
    }
    let range = key.filter(|_| is_about_the_key(issue.code)).unwrap_or(value.range());
    (Some(on_one_line(text, range)), None)
}

/// The last occurrence of a name counts (D10).
fn property<'o, 'a>(object: &'o Object<'a>, name: &str) -> Option<&'o ObjectProp<'a>> {
    object.properties.iter().rfind(|property| property.name.as_str() == name)
}

/// Returns `true` if the finding is about the field itself, not its value.
fn is_about_the_key(code: Code) -> bool {
    matches!(
        code,
        Code::UnknownField
            | Code::DuplicateKey
            | Code::ReadOnly
            | Code::OtherProduct
            | Code::Deprecated
            | Code::Removed
            | Code::Ignored
            | Code::Alias
            | Code::AliasConflict
            | Code::UsdotNumberUnused
    )
}

/// Returns the range, or its opening bracket if it spans several lines.
fn on_one_line(text: &str, range: Span) -> Range<usize> {
    match text.get(range.start..range.end) {
        Some(value) if !value.contains('\n') => range.start..range.end,
        _ => range.start..(range.start + 1).min(text.len()),
    }
}

/// Returns the character at the library's line and column.
fn position(text: &str, issue: &Issue) -> Range<usize> {
    let number = |name| match issue.params.get(name) {
        Some(Param::Number(number)) => usize::try_from(*number).unwrap_or(usize::MAX).saturating_sub(1),
        _ => 0,
    };
    let start = match number("line").checked_sub(1) {
        None => 0,
        Some(before) => memchr::memchr_iter(b'\n', text.as_bytes()).nth(before).map_or(text.len(), |at| at + 1),
    };
    let line = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    match line.char_indices().nth(number("column")) {
        Some((at, letter)) => start + at..start + at + letter.len_utf8(),
        None => start + line.len()..start + line.len(),
    }
}
