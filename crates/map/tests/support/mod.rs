//! The vectors of `tests/vectors/maps`: a map, a table or results, and what comes of them.

use casegate::Context;
use casegate::json::{Document, Members};
use casegate_map::wire::OPERATIONS;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[expect(dead_code, reason = "for readers of the file")]
    about: String,
    call: String,
    map: String,
    cases: Vec<Case>,
}

/// A case. `codes` are those of all findings, of the map and then of its rows.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct Case {
    pub name: String,
    map: Option<String>,
    #[serde(default)]
    set: BTreeMap<String, Value>,
    #[serde(default)]
    remove: Vec<String>,
    pub csv: Option<String>,
    #[serde(default)]
    latin1: bool,
    table: Option<String>,
    results: Option<String>,
    context: Option<String>,
    pub codes: Option<Vec<String>>,
    #[serde(default)]
    pub expect: BTreeMap<String, Value>,
    #[serde(default)]
    pub absent: Vec<String>,
}

pub struct Vector {
    pub file: String,
    pub call: String,
    pub case: Case,
    /// The text of the map.
    pub map: String,
    pub bytes: Option<Vec<u8>>,
    pub input: String,
    pub context: String,
    pub reply: String,
}

pub fn all() -> Vec<Vector> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/maps");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let of_file = |path: &std::path::PathBuf| {
        let file: File = toml::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        file.cases.clone().into_iter().map(move |case| vector(&name, &file, case)).collect::<Vec<_>>()
    };
    paths.iter().flat_map(of_file).collect()
}

fn vector(name: &str, file: &File, case: Case) -> Vector {
    let mut map = case.map.clone().unwrap_or_else(|| file.map.clone());
    if !case.set.is_empty() || !case.remove.is_empty() {
        let mut document = Document::read(&map).unwrap();
        for at in &case.remove {
            change(&mut document, at, None);
        }
        for (at, value) in &case.set {
            change(&mut document, at, Some(Document::read(&value.to_string()).unwrap()));
        }
        map = document.to_string();
    }
    let bytes = case.csv.as_ref().map(|csv| {
        if case.latin1 { csv.chars().map(|letter| letter as u8).collect() } else { csv.clone().into_bytes() }
    });
    let context = case.context.clone().unwrap_or_else(|| "{}".to_owned());
    let context = context.replacen(
        '{',
        if context == "{}" { r#"{"today":"2026-03-10""# } else { r#"{"today":"2026-03-10","# },
        1,
    );
    let read = bytes.as_ref().map(|bytes| run("read_csv", &csv_input(&map, bytes), &context));
    let input = match (&*file.call, &read) {
        ("read_csv", _) => csv_input(&map, bytes.as_ref().unwrap()),
        ("check_map", Some(read)) => {
            format!(r#"{{"map":{},"headers":{}}}"#, json!(map), Document::read(read).unwrap().get("headers").unwrap())
        }
        ("cases_of", _) => {
            format!(r#"{{"map":{},"table":{}}}"#, json!(map), case.table.as_ref().or(read.as_ref()).unwrap())
        }
        ("rows_of", _) => format!(r#"{{"map":{},"results":{}}}"#, json!(map), case.results.as_ref().unwrap()),
        _ => format!(r#"{{"map":{}}}"#, json!(map)),
    };
    let reply = run(&file.call, &input, &context);
    Vector { file: name.to_owned(), call: file.call.clone(), case, map, bytes, input, context, reply }
}

fn csv_input(map: &str, bytes: &[u8]) -> String {
    json!({ "map": map, "latin1": bytes.iter().map(|byte| char::from(*byte)).collect::<String>() }).to_string()
}

pub fn run(call: &str, input: &str, context: &str) -> String {
    let operation = OPERATIONS.iter().find(|operation| operation.name == call).unwrap();
    operation.call_with(input, &Context::from_json(context).unwrap())
}

/// Sets or removes the member at a pointer. A missing parent is made.
fn change(document: &mut Document, at: &str, value: Option<Document>) {
    let (first, rest) =
        at[1..].split_once('/').map_or((&at[1..], None), |(first, rest)| (first, Some(format!("/{rest}"))));
    let first = first.replace("~1", "/").replace("~0", "~");
    let Document::Object(members) = document else { return };
    match (rest, value) {
        (Some(rest), value) => {
            let mut inner = members.get(&first).cloned().unwrap_or(Document::Object(Members::default()));
            change(&mut inner, &rest, value);
            members.insert(first, inner);
        }
        (None, Some(value)) => members.insert(first, value),
        (None, None) => assert!(members.remove(&first).is_some(), "{first} is not there"),
    }
}
