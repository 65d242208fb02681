//! Exported patterns mean the same in every dialect of regular expressions.

use casegate::export::{Draft, openapi_json, report_schema_json, settings_schema_json};
use casegate_schema_tests::{Which, bases, edited, edits};
use jsonschema::Validator;
use regex::Regex;
use serde_json::{Map, Value};

/// Every exported document with schemas, by a name for messages.
fn documents() -> Vec<(String, Value)> {
    let stand_in = include_str!("../../../../crates/server/src/openapi/ours.json");
    let texts = [
        ("openapi", openapi_json()),
        ("report", report_schema_json()),
        ("settings", settings_schema_json()),
        ("stand-in", stand_in.to_owned()),
    ];
    let cases = Which::all()
        .flat_map(|which| Draft::ALL.map(|draft| (format!("{} {}", which.name(), draft.name()), which.schema(draft))));
    texts.into_iter().map(|(name, text)| (name.to_owned(), serde_json::from_str(&text).unwrap())).chain(cases).collect()
}

/// Calls `see` with each object that has a pattern, and the pattern.
fn each_pattern(value: &Value, see: &mut impl FnMut(&Map<String, Value>, &str)) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(pattern)) = members.get("pattern") {
                see(members, pattern);
            }
            if let Some(Value::Object(by_pattern)) = members.get("patternProperties") {
                by_pattern.keys().for_each(|pattern| see(members, pattern));
            }
            members.values().for_each(|value| each_pattern(value, see));
        }
        Value::Array(list) => list.iter().for_each(|value| each_pattern(value, see)),
        _ => {}
    }
}

/// The grammar that ECMA-262 (with and without `u` and `v`), Rust, Python, PCRE, RE2, .NET, Java
/// and Ruby share, as far as it is used: a class contains single characters and ranges, no escape
/// but `\xHH` below 80, and no hyphen that is not between two ends.
fn shared_grammar() -> Regex {
    let escape = r"\\x[0-7][0-9A-F]";
    let member = format!(r"(?:[A-Za-z0-9_]|[^\x00-\x7F]|{escape})");
    let class = format!(r"\[\^?(?:{member}(?:-{member})?)+\]");
    let repeat = r"(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})";
    // The start or the end may be an alternative to a separator of words.
    let edge = r"\(\?:\^\||\|\$\)";
    let item = format!(
        r"(?:[A-Za-z0-9_-]|[^\x00-\x7F]|{edge}|{escape}|\\\.|{class}|\(\?:|\)|\||(?:\)|{class}|[A-Za-z0-9_]){repeat})"
    );
    Regex::new(&format!(r"\A\^?{item}+\$?\z")).unwrap()
}

#[test]
fn patterns_use_what_all_dialects_share() {
    let grammar = shared_grammar();
    // Without `$`, and with `^` at the start alone.
    let prefix = Regex::new(r"\A\^\(\?:[^$^]*\)\z").unwrap();
    let space = r"\[\\x09-\\x0D\\x20\u{85}[^\]]*\]";
    let word = Regex::new(&format!(r"\A\(\?:\^\|{space}\)[^$^]*\(\?:{space}\|\$\)\z")).unwrap();
    // Characters that are not line breaks.
    let excluded =
        Regex::new(r"\A\[\^(?:[A-Za-z0-9_]|-|\\x[2-7][0-9A-F]|[^\x00-\x7F\u{85}\u{2028}\u{2029}])+\]\z").unwrap();
    let mut seen = 0;
    for (name, document) in documents() {
        each_pattern(&document, &mut |schema, pattern| {
            seen += 1;
            assert!(grammar.is_match(pattern), "{name}: {pattern}");
            Regex::new(pattern).unwrap();
            let anchors = pattern.replace("[^", "[");
            if !anchors.contains(['^', '$']) || prefix.is_match(&anchors) || word.is_match(&anchors) {
                return;
            }
            // The same object excludes a line break, at which `^` and `$` match in some dialects.
            let only = schema.get("not").and_then(|not| not["pattern"].as_str());
            let is_guarded = schema.contains_key("maxLength") || only.is_some_and(|only| excluded.is_match(only));
            assert!(pattern.starts_with('^') && pattern.ends_with('$') && is_guarded, "{name}: {pattern}");
        });
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn the_grammar_refuses_what_differs() {
    let grammar = shared_grammar();
    for pattern in [
        r"^\d+$", r"\s", r"\w", r"\b1", r"^a\z", r"\Aa", r"a\Z", r"\u0020", r"\p{L}", r"(?i)a", "(?=a)", "(?!a)",
        "(a)", ".", r"[\d]", "[[a]]", "[a&&b]", "[a-]", "[-a]", r"[\x85]", "[a--b]", "a b", "a#", "a^b", "a$b", "[]a]",
        r"\v", "a*+",
    ] {
        assert!(!grammar.is_match(pattern), "{pattern}");
    }
}

/// The meaning of `^` and `$` in dialects where they do not match the two ends of the text, in the
/// syntax of Rust's `regex`.
const DIALECTS: [(&str, &str, &str); 3] = [
    ("Python, PCRE and .NET", r"\A", r"\n?\z"),
    ("Java", r"\A", r"(?:\r\n|[\n\r\x{85}\x{2028}\x{2029}])?\z"),
    // Only a prefix is found elsewhere by Ruby's own `^`, so it is left unchanged.
    ("Ruby", r"(?:\A|\n)", r"(?:\z|\n)"),
];

/// A schema with patterns that have the meaning of a dialect.
fn in_dialect(mut schema: Value, start: &str, end: &str) -> Value {
    fn walk(value: &mut Value, start: &str, end: &str) {
        match value {
            Value::Object(members) => {
                if let Some(Value::String(pattern)) = members.get_mut("pattern")
                    && let Some(inner) = pattern.strip_prefix('^').and_then(|rest| rest.strip_suffix('$'))
                {
                    *pattern = format!("{start}(?:{inner}){end}");
                }
                members.values_mut().for_each(|value| walk(value, start, end));
            }
            Value::Array(list) => list.iter_mut().for_each(|value| walk(value, start, end)),
            _ => {}
        }
    }
    walk(&mut schema, start, end);
    schema
}

fn validator(schema: &Value) -> Validator {
    jsonschema::options().with_pattern_options(jsonschema::PatternOptions::regex()).build(schema).unwrap()
}

#[test]
fn verdicts_are_the_same_in_every_dialect() {
    let (bases, edits) = (bases(), edits());
    for which in Which::all().filter(|which| which.on_a_day && !which.master) {
        let schema = which.schema(Draft::Draft202012);
        let validators = DIALECTS.map(|(name, start, end)| (name, validator(&in_dialect(schema.clone(), start, end))));
        let mut refused = 0;
        for base in bases.iter().filter(|base| base["case_type"] == which.product.case_type()) {
            for text in edits.iter().filter_map(|edit| edited(base, [edit])) {
                let value: Value = serde_json::from_str(&text).unwrap();
                let takes = which.takes_as_said(&text);
                refused += usize::from(!takes);
                for (name, validator) in &validators {
                    assert_eq!(validator.is_valid(&value), takes, "{name}: {text}");
                }
            }
        }
        assert!(refused > 1_000, "{refused}");
    }
}
