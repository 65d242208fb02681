//! Bases, and edits of them.

use casegate::Product;
use casegate::fields::{ADDRESS, COMMON, Field, Kind, PERSON, POLICY_EXISTENCE, POLICY_LIMIT, VEHICLE};
use casegate::vocabulary::{CASE_TYPE, EXTENSIBLE};
use serde_json::{Map, Value, json};
use std::path::Path;

/// A place and its new value, or `None` to remove it.
#[derive(Debug, Clone)]
pub struct Edit {
    /// A JSON Pointer of one or two steps.
    pub at: String,
    /// The value.
    pub value: Option<Value>,
}

/// The named payloads of the vectors.
pub fn bases() -> Vec<Map<String, Value>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors/bases.json");
    let bases: Map<String, Value> = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    bases.into_iter().map(|(_, base)| base.as_object().unwrap().clone()).collect()
}

/// A base with edits, as text; `None` if one is inside a record that does not exist.
pub fn edited<'e>(base: &Map<String, Value>, edits: impl IntoIterator<Item = &'e Edit>) -> Option<String> {
    let mut payload = Value::Object(base.clone());
    for Edit { at, value } in edits {
        let (parent, key) = at.rsplit_once('/').unwrap();
        let parent = payload.pointer_mut(parent)?.as_object_mut()?;
        match value {
            Some(value) => parent.insert(key.to_owned(), value.clone()),
            None => parent.shift_remove(key),
        };
    }
    Some(payload.to_string())
}

/// Numbers around the edges of integers (D61), and in forms that parsers read in different ways.
const NUMBERS: [&str; 26] = [
    "0",
    "-0",
    "-0.0",
    "0e5",
    "1",
    "-1",
    "1.0",
    "64.0",
    "1e2",
    "1E+2",
    "2.02e3",
    "202000e-2",
    "0.5",
    "1e-1",
    "-2020.5",
    "1e15",
    "1e16",
    "-1e16",
    "1e22",
    "9007199254740991",
    "-9007199254740991",
    "9007199254740992",
    "-9007199254740992",
    "9007199254740993",
    "123456789012345678901234567890",
    "1e400",
];

/// Each of the numbers in each place of a case, as text.
pub fn cases_with_numbers() -> Vec<(Product, String)> {
    let bases = bases();
    let mut cases = Vec::new();
    for product in Product::ALL {
        let own = bases.iter().filter(|base| base["case_type"] == product.case_type());
        let base = own.max_by_key(|base| base.len()).unwrap();
        let fields = COMMON.iter().chain(product.fields());
        let places = fields.flat_map(|field| {
            let members = field.kind.members().iter().map(|member| format!("/{}/{}", field.name, member.name));
            std::iter::once(format!("/{}", field.name)).chain(members)
        });
        for at in places.chain(["/stranger".to_owned(), "/vehicle_information/stranger".to_owned()]) {
            let marked = Edit { at, value: Some(json!("@")) };
            let Some(text) = edited(base, [&marked]) else { continue };
            cases.extend(NUMBERS.map(|number| (product, text.replace("\"@\"", number))));
        }
    }
    cases
}

/// Every edit of one place.
pub fn edits() -> Vec<Edit> {
    let mut edits = Vec::new();
    for field in COMMON.iter().chain(POLICY_LIMIT).chain(POLICY_EXISTENCE) {
        let at = format!("/{}", field.name);
        push(&mut edits, &at, field);
        for member in field.kind.members() {
            push(&mut edits, &format!("{at}/{}", member.name), member);
        }
    }
    edits.extend(
        [("/stranger", json!(1)), ("/defendant_information/stranger", json!([]))]
            .map(|(at, value)| Edit { at: at.to_owned(), value: Some(value) }),
    );
    edits
}

fn push(edits: &mut Vec<Edit>, at: &str, field: &Field) {
    edits.push(Edit { at: at.to_owned(), value: None });
    let values = of_any_kind().into_iter().chain(of_kind(field.kind));
    edits.extend(values.map(|value| Edit { at: at.to_owned(), value: Some(value) }));
}

/// A value of each type, and the texts at the edge of being blank (D1, D38).
fn of_any_kind() -> Vec<Value> {
    let mut values = vec![
        json!(null),
        json!(true),
        json!(false),
        json!(0),
        json!(2020),
        json!(2020.0),
        json!(2020.5),
        json!([]),
        json!([""]),
        json!([null]),
        json!([1]),
        json!(["text"]),
        json!(["text", 1]),
        json!(["text", "text"]),
        json!([[]]),
        json!({}),
        json!({ "stranger": [] }),
    ];
    let texts =
        ["", " \t", "\u{85}", "\u{2028}\u{3000}", "\u{feff}", "\u{200b}", "text", " text ", "\u{1F600}", "true", "1"];
    let line_ends = ["\n", "\r\n", "\n\ntext", "text\n"];
    values.extend(texts.into_iter().chain(line_ends).map(Value::from));
    values
}

/// Characters that some dialect of regular expressions takes for the end or the start of a line.
const LINE_BREAKS: [&str; 7] = ["\n", "\r", "\r\n", "\u{b}", "\u{85}", "\u{2028}", "\u{2029}"];

/// A text with a line break after it and before it, and on a line of its own.
fn between_line_breaks(text: &str) -> impl Iterator<Item = Value> {
    LINE_BREAKS.into_iter().flat_map(move |line_break| {
        [format!("{text}{line_break}"), format!("{line_break}{text}"), format!("x{line_break}{text}{line_break}x")]
            .map(Value::from)
    })
}

/// Values that a pattern decides, where dialects differ: line breaks, digits and letters beyond
/// ASCII.
fn of_kind(kind: Kind) -> Vec<Value> {
    let mut values = plain_of_kind(kind);
    match kind {
        Kind::Date => values.extend(between_line_breaks("2026-01-15")),
        Kind::State { .. } => values.extend(between_line_breaks("TX")),
        Kind::Text => values.extend(between_line_breaks("123")),
        Kind::Word(_) | Kind::WordArray(_) | Kind::OneWord(_) => {
            values.extend(between_line_breaks("commercial_auto_policy_existence"));
            values.extend(between_line_breaks("commercial_auto_policy_limits").map(|word| json!([word])));
            values.extend(between_line_breaks("other_reason").map(|word| json!([word])));
        }
        _ => {}
    }
    values
}

fn plain_of_kind(kind: Kind) -> Vec<Value> {
    let texts = |texts: &[&str]| texts.iter().copied().map(Value::from).collect();
    match kind {
        Kind::Date => texts(&[
            "2026-03-01",
            "2026-03-02",
            "2026-02-28",
            "2025-03-02",
            "2025-03-01",
            "2025-02-28",
            "0000-01-01",
            "0001-01-01",
            "9999-12-31",
            "10000-01-01",
            "2024-02-29",
            "2025-02-29",
            "2026-02-29",
            "1900-02-29",
            "2000-02-29",
            "2026-04-31",
            "2025-12-31",
            "2026-00-10",
            "2026-13-01",
            "2026-1-15",
            "2026-01-15 ",
            "2026-01-15\n",
            "\n2026-01-15",
            "2026-01-15T00:00:00Z",
            "\u{ff12}026-01-15",
            "202\u{666}-01-15",
            "2026\u{2010}01\u{2010}15",
        ]),
        Kind::State { .. } => texts(&[
            "TX",
            "tx",
            "Tx",
            "DC",
            "PR",
            "pr",
            "AA",
            "ZZ",
            "TX ",
            "\nTX",
            "TXX",
            "T",
            "T\u{17f}",
            "\u{ff34}X",
            "T\u{2028}",
        ]),
        Kind::Record(_) => records(),
        Kind::Text => texts(&["0", "000", "007", "12345", "0120 ", "12a", "1\n", "\u{ff11}", "\u{661}2", "-1", "1.0"]),
        Kind::Word(_) | Kind::WordArray(_) | Kind::OneWord(_) => words(),
        Kind::Emails => texts(&["a@b.example", "nobody", "a@b.example\u{3000}x"]),
        Kind::Boolean | Kind::Integer | Kind::Object => Vec::new(),
    }
}

/// Words of all lists alone and in arrays, and words that start or end as these do.
fn words() -> Vec<Value> {
    let known = std::iter::once(&CASE_TYPE).chain(EXTENSIBLE).flat_map(|list| list.words.iter().copied());
    let near = [
        "commercial",
        "commercially",
        "Commercial_auto",
        "xcommercial",
        "international_commercial",
        "international",
        "personal",
        "personally",
        "impersonal",
        "commercial_auto_policy_existence ",
        "pl ",
        "PL",
    ];
    let mut values = Vec::new();
    for word in known.chain(near) {
        values.push(json!(word));
        values.push(json!([word]));
        values.push(json!([word, "unlisted"]));
    }
    for (first, second) in [
        ("commercial_auto_policy_limits", "personal_auto_policy_limits"),
        ("personal_auto_policy_limits", "international_commercial_policy_limits"),
        ("unlisted", "commercial_auto_policy_limits"),
        ("commercial_auto_policy_limits", "commercial_other_policy_limits"),
        ("commercial_auto_policy_existence", "commercial_auto_policy_existence"),
        ("minor_at_fault", "other_reason"),
        ("skip_trace", "skip_trace"),
    ] {
        values.push(json!([first, second]));
    }
    values.push(json!(["commercial_auto_policy_limits", "personal_auto_policy_limits", 1]));
    values.push(json!([1, "other_reason"]));
    values.push(json!(["", "personal_auto_policy_limits"]));
    values
}

/// Each record complete, and each without one required member.
fn records() -> Vec<Value> {
    let mut values = Vec::new();
    for members in [PERSON, VEHICLE, ADDRESS] {
        let whole: Map<String, Value> =
            members.iter().map(|member| (member.name.to_owned(), good(member.kind))).collect();
        for member in members {
            let mut without = whole.clone();
            without.shift_remove(member.name);
            values.push(Value::Object(without));
        }
        values.push(Value::Object(whole));
    }
    values
}

fn good(kind: Kind) -> Value {
    match kind {
        Kind::Date => json!("1980-02-29"),
        Kind::State { .. } => json!("TX"),
        Kind::Integer => json!(7),
        Kind::Boolean => json!(true),
        _ => json!("text"),
    }
}
