//! The classes of a field's values, derived from its row in the public catalogue: a new field or
//! word is in the space automatically.

use crate::settings::DAYS;
use casegate::fields::{Field, Kind, Words};
use casegate::vocabulary::{COMMERCIAL_PREFIXES, PERSONAL_PREFIXES, STATES, UNUSUAL_STATES};
use casegate::{Date, Product};
use serde_json::{Map, Value, json};

/// A value that represents all of its kind.
#[derive(Debug, Clone)]
pub struct Class {
    /// What it represents. Where all classes would be too many, the first of a kind represents the
    /// others.
    pub kind: String,
    /// The value, or `None` if the field is absent.
    pub value: Option<Value>,
}

type Names = &'static [&'static str];

/// A meaning, and a text that has it.
type Meanings = &'static [(&'static str, &'static str)];

/// Texts with a meaning in one field only. In other fields they are any text.
const MEANINGS: &[(Names, Meanings)] = &[
    (
        &["usdot_number"],
        &[
            ("a number", "12345"),
            ("a number", "1"),
            ("a number", "0120"),
            ("a number", "0000000000000000000000000000009"),
            ("zeros", "0"),
            ("zeros", "000"),
            ("no number", "12a"),
            ("no number", "-1"),
            ("no number", "1.0"),
            ("no number", "1e3"),
            ("a number and more", "12 "),
            ("a number and more", "\n12"),
            ("other digits", "\u{ff11}\u{ff12}"),
        ],
    ),
    (
        &["insurance_company", "insurance_company_name"],
        &[
            ("refused", "Grimbold Mutual"),
            ("refused, folded", "  GR\u{cd}MBOLD - mutual, Inc."),
            ("refused, folded", "Gri\u{301}mboldMutual LLC"),
            ("contains a refused one", "Grimbold Mutual of Ohio"),
            ("part of a refused one", "Grimbold"),
            ("near a refused one", "Grimbald Mutual"),
            ("specialty", "Vexley Specialty"),
            ("specialty, folded", "vexley  specialty co."),
            ("near a specialty one", "Vexley Specialtey"),
            ("refused and specialty", "Quibble Lines"),
        ],
    ),
];

/// All classes of a field.
pub fn classes(field: &Field) -> Vec<Class> {
    let mut all = vec![Class { kind: "absent".to_owned(), value: None }];
    let mut put = |kind: &str, value: Value| all.push(Class { kind: kind.to_owned(), value: Some(value) });
    put("null", json!(null));
    for value in of_each_type() {
        if !is_of_type(field.kind, &value) {
            put("wrong type", value);
        }
    }
    if field.kind.is_text() {
        for blank in ["", " ", "\t\n", "\u{85}\u{2003}\u{3000}"] {
            put("blank", json!(blank));
        }
        put("nearly blank", json!("\u{200b}"));
        put("nearly blank", json!("\u{feff}"));
    }
    match field.kind {
        Kind::Text => {
            for (names, meanings) in MEANINGS {
                for (kind, text) in meanings.iter().filter(|_| names.contains(&field.name)) {
                    put(kind, json!(text));
                }
            }
            for text in ["text", " text ", "true", "\u{1F600}", "a\"b\\c\u{7}/~"] {
                put("text", json!(text));
            }
        }
        Kind::Emails => {
            put("addresses", json!("a@b.example"));
            put("addresses", json!("a@b.example\u{3000} c@d"));
            put("the first is no address", json!("nobody a@b.example"));
            put("a later one is no address", json!("a@b.example nobody"));
            for text in ["a@b,c@d", "a@-b", "a@b.", "@b", "\u{e9}@b", &format!("a@{}", "b".repeat(64))] {
                put("no address", json!(text));
            }
        }
        Kind::Date => dates(&mut put),
        Kind::Boolean => {
            put("true", json!(true));
            put("false", json!(false));
        }
        Kind::Integer => {
            for number in [json!(2020), json!(-1), json!(0), json!(2020.0), json!(-0.0), json!(1e300)] {
                put("whole number", number);
            }
            put("fraction", json!(2020.5));
        }
        Kind::State { .. } => {
            for code in STATES {
                put("state", json!(code));
            }
            for code in UNUSUAL_STATES {
                put("unusual", json!(code));
            }
            for code in ["tx", "Tx", "tX", "dc", "pr", "Aa"] {
                put("other case", json!(code));
            }
            for text in ["ZZ", "zz", "ON", "TX ", " TX", "T", "TXX", "Texas", "\u{ff34}\u{ff38}", "T\u{17f}", "48"] {
                put("no code", json!(text));
            }
        }
        Kind::Word(words) => {
            for (kind, word) in words_near(words) {
                put(&kind, json!(word));
            }
        }
        Kind::WordArray(words) => arrays(&words_near(words), &mut put),
        Kind::OneWord(words) => {
            let near = words_near(words);
            for (kind, word) in &near {
                put(&format!("text form: {kind}"), json!(word));
            }
            arrays(&near, &mut put);
        }
        Kind::Record(record) => records(record.fields(), &mut put),
        Kind::Object => {
            put("empty", json!({}));
            put("object", json!({ "id": null, "a": [{ "b": 1.5 }] }));
        }
    }
    all
}

/// One value of each type, some of them blank.
fn of_each_type() -> Vec<Value> {
    vec![
        json!(1),
        json!(0),
        json!(2020.5),
        json!(true),
        json!(false),
        json!("text"),
        json!("true"),
        json!(""),
        json!({}),
        json!({ "x": 1 }),
        json!([]),
        json!(["text"]),
        json!([true]),
    ]
}

fn is_of_type(kind: Kind, value: &Value) -> bool {
    match kind {
        Kind::Boolean => value.is_boolean(),
        // A fraction is a class of its own.
        Kind::Integer => value.is_number(),
        Kind::Record(_) | Kind::Object => value.is_object(),
        Kind::WordArray(_) => value.is_array(),
        Kind::OneWord(_) => value.is_array() || value.is_string(),
        Kind::Text | Kind::Emails | Kind::Date | Kind::State { .. } | Kind::Word(_) => value.is_string(),
    }
}

fn dates(put: &mut impl FnMut(&str, Value)) {
    for today in DAYS.map(|today| Date::parse(today).unwrap().to_chrono()) {
        let before: Vec<String> = today.iter_days().rev().take(367).map(|day| day.to_string()).collect();
        for days in [366, 365, 364, 1, 0] {
            put(&format!("{days} days ago"), json!(before[days]));
        }
        put("tomorrow", json!(today.succ_opt().unwrap().to_string()));
    }
    // The second and the third are 45,657 and 45,656 days before March 1, 2026.
    for text in ["0001-01-01", "1901-02-28", "1901-03-01", "1900-02-28", "2024-02-29", "2000-02-29"] {
        put("long ago", json!(text));
    }
    put("far ahead", json!("9999-12-31"));
    for text in ["2025-02-29", "1900-02-29", "2026-04-31", "2026-00-10", "2026-13-01", "2026-01-00", "0000-01-01"] {
        put("no such day", json!(text));
    }
    for text in [
        "2026-1-15",
        "20260115",
        "2026-01-15 ",
        "\n2026-01-15",
        "2026-01-15T00:00:00Z",
        "10000-01-01",
        "2026/01/15",
        "\u{ff12}026-01-15",
        "2026-W03-4",
        "text",
    ] {
        put("no date", json!(text));
    }
}

/// The words of a field's lists, and similar words.
fn words_near(words: Words) -> Vec<(String, String)> {
    let mut near = Vec::new();
    for product in [Product::PolicyLimit, Product::PolicyExistence] {
        for word in words.of(Some(product)).words {
            if !near.iter().any(|(_, known)| known == word) {
                near.push((format!("listed: {word}"), (*word).to_owned()));
            }
        }
    }
    let (_, first) = near[0].clone();
    near.push(("unlisted".to_owned(), "unheard_of".to_owned()));
    for other in [format!("{first} "), format!("{first}x"), first.to_uppercase(), String::new(), " ".to_owned()] {
        near.push(("unlisted".to_owned(), other));
    }
    // Prefixes have a meaning in unlisted words, too.
    if first.starts_with(COMMERCIAL_PREFIXES[0]) {
        for prefix in COMMERCIAL_PREFIXES.iter().chain(PERSONAL_PREFIXES) {
            near.push((format!("starts with {prefix}"), (*prefix).to_owned()));
            near.push((format!("starts with {prefix}"), format!("{prefix}x")));
            near.push(("unlisted".to_owned(), format!("x{prefix}")));
            near.push(("unlisted".to_owned(), format!(" {prefix}")));
            near.push(("unlisted".to_owned(), prefix.to_uppercase()));
        }
        near.push(("unlisted".to_owned(), "international_personal_auto".to_owned()));
    }
    near
}

fn arrays(near: &[(String, String)], put: &mut impl FnMut(&str, Value)) {
    put("empty array", json!([]));
    for (kind, word) in near {
        put(kind, json!([word]));
    }
    for element in [json!(null), json!(1), json!(true), json!([]), json!({})] {
        put("wrong element", json!([element]));
    }
    let listed: Vec<&str> =
        near.iter().filter(|(kind, _)| kind.starts_with("listed")).map(|(_, word)| &**word).collect();
    let (first, last) = (listed[0], listed[listed.len() - 1]);
    for (kind, words) in [
        ("two words", json!([first, last])),
        ("two words, other order", json!([last, first])),
        ("listed and unlisted", json!([first, "unheard_of"])),
        ("unlisted and listed", json!(["unheard_of", last])),
        ("word and wrong element", json!([first, 1])),
        ("wrong element and word", json!([1, last])),
        ("words and wrong element", json!([first, last, null])),
        ("wrong element and other word", json!([null, first])),
        ("repeated", json!([first, first])),
        ("unlisted, repeated", json!(["unheard_of", first, "unheard_of"])),
        ("blank and word", json!(["", last])),
    ] {
        put(kind, words);
    }
    put("all words", json!(listed));
}

fn records(members: &[Field], put: &mut impl FnMut(&str, Value)) {
    let good = |member: &Field| match member.kind {
        Kind::Date => json!("1980-02-29"),
        Kind::State { .. } => json!("TX"),
        Kind::Integer => json!(7),
        Kind::Boolean => json!(true),
        _ => json!("text"),
    };
    let sent: Vec<&Field> =
        members.iter().filter(|member| member.status != casegate::fields::FieldStatus::ReadOnly).collect();
    let whole: Map<String, Value> = sent.iter().map(|member| (member.name.to_owned(), good(member))).collect();
    put("empty", json!({}));
    put("whole", Value::Object(whole.clone()));
    for member in &sent {
        let mut without = whole.clone();
        without.shift_remove(member.name);
        let kind = if member.is_required { "lacks a member" } else { "whole" };
        put(kind, Value::Object(without));
    }
    for (kind, name, value) in [
        ("member of a wrong type", sent[0].name, json!([])),
        ("null member", sent[0].name, json!(null)),
        ("unknown member", "unheard_of", json!(1)),
        ("read-only member", "id", json!(7)),
    ] {
        let mut other = whole.clone();
        other.insert(name.to_owned(), value);
        put(kind, Value::Object(other));
    }
    put("unknown member only", json!({ "unheard/of~": [] }));
}
