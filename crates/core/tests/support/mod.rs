//! Reads the vectors of `tests/vectors` and expands each case to a payload, a context and an
//! expectation.

#![allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "several test programs share this module, and none uses all of it"
)]

use casegate::Context;
use casegate::analysis::analyze;
use casegate::wire::{CASE_OPERATIONS, Operation, SERVICE_OPERATIONS};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "about")]
    _about: String,
    #[serde(default)]
    call: Call,
    base: Option<String>,
    #[serde(default)]
    context: Map<String, Value>,
    cases: Vec<Case>,
}

/// An operation of the library, by its name.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(transparent)]
pub struct Call(pub String);

impl Default for Call {
    fn default() -> Call {
        Call("check_case".to_owned())
    }
}

impl Call {
    pub fn is(&self, name: &str) -> bool {
        self.0 == name
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    pub name: String,
    base: Option<String>,
    #[serde(default)]
    context: Map<String, Value>,
    #[serde(default)]
    set: Map<String, Value>,
    #[serde(default)]
    remove: Vec<String>,
    text: Option<String>,
    /// The input of an operation that is not about a payload.
    input: Option<Value>,
    /// Its complete answer.
    pub output: Option<Value>,
    /// Parts of its answer, by JSON Pointer; `null` also means that it is absent.
    #[serde(default)]
    pub expect: Map<String, Value>,
    pub issues: Option<Vec<Value>>,
    #[serde(default)]
    pub params: BTreeMap<String, Map<String, Value>>,
    #[serde(default)]
    pub facts: Map<String, Value>,
    #[serde(default)]
    pub trace: BTreeMap<String, String>,
    /// Some rules of a receipt: the outcome and the classes.
    #[serde(default)]
    pub rules: Map<String, Value>,
    pub prepared: Option<Value>,
    pub omitted: Option<Value>,
    #[serde(default)]
    pub states: BTreeMap<String, Map<String, Value>>,
    #[serde(default)]
    pub requirement_ids: Vec<String>,
    #[serde(default)]
    pub decisions: Vec<String>,
}

/// A case, expanded.
pub struct Vector {
    pub file: String,
    pub call: Call,
    pub payload: String,
    pub context: String,
    pub case: Case,
}

impl Vector {
    /// The core's answer.
    pub fn reply(&self) -> String {
        self.reply_to(&self.payload, &self.context)
    }

    /// The core's answer to a form in a language, whatever the context says.
    pub fn reply_in(&self, language: casegate::Language) -> String {
        self.reply_to(&self.payload, &of_form(&self.context, language))
    }

    /// The core's answer to another input.
    pub fn reply_to(&self, payload: &str, context: &str) -> String {
        match self.operation() {
            Some(operation) => operation.call(payload, context),
            None => serde_json::to_string(&analyze(&Context::from_json(context).unwrap())).unwrap(),
        }
    }

    /// The operation that bindings call; `None` for `analyze`, which they do not have.
    pub fn operation(&self) -> Option<&'static Operation> {
        let operation = CASE_OPERATIONS.iter().chain(SERVICE_OPERATIONS).find(|operation| self.call.is(operation.name));
        assert!(operation.is_some() || self.call.is("analyze"), "{}: there is no operation {}", self.file, self.call.0);
        operation
    }
}

/// The context of a form in a language.
pub fn of_form(context: &str, language: casegate::Language) -> String {
    let mut settings: Map<String, Value> = serde_json::from_str(context).unwrap();
    settings.insert("language".to_owned(), json!(language.tag()));
    settings.insert("audience".to_owned(), json!("form"));
    Value::Object(settings).to_string()
}

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors")
}

/// Every vector, by file name and in the order of the files.
pub fn all() -> Vec<Vector> {
    let bases = bases();
    let mut files = Vec::new();
    list(&folder(), &mut files);
    files.sort();
    files.iter().filter(|path| !path.ends_with("bases.json")).flat_map(|path| expand(path, &bases)).collect()
}

/// The payloads that vectors begin with, by name.
pub fn bases() -> Map<String, Value> {
    parse(&folder().join("bases.json"))
}

/// The text of every vector file, by name.
pub fn texts() -> Vec<casegate::export::VectorFile> {
    let mut files = Vec::new();
    list(&folder(), &mut files);
    let read = |path: PathBuf| casegate::export::VectorFile {
        name: path.strip_prefix(folder()).unwrap().display().to_string(),
        text: fs::read_to_string(path).unwrap(),
    };
    let mut texts: Vec<_> = files.into_iter().map(read).collect();
    texts.sort_by(|one, other| one.name.cmp(&other.name));
    texts
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            list(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "json") {
            files.push(path);
        }
    }
}

fn parse<T: for<'de> Deserialize<'de>>(path: &Path) -> T {
    let text = fs::read_to_string(path).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn expand(path: &Path, bases: &Map<String, Value>) -> Vec<Vector> {
    let file: File = parse(path);
    let name = path.strip_prefix(folder()).unwrap().display().to_string();
    let cases = file.cases.into_iter().map(|case| {
        let mut context = Map::from_iter([("today".to_owned(), json!("2026-03-01"))]);
        context.extend(file.context.clone());
        context.extend(case.context.clone());
        let payload = case.text.clone().or(case.input.as_ref().map(Value::to_string)).unwrap_or_else(|| {
            let base =
                case.base.as_ref().or(file.base.as_ref()).unwrap_or_else(|| panic!("{name}: {}: no base", case.name));
            let mut payload = bases[base].clone();
            for at in &case.remove {
                let (parent, key) = split(at);
                let parent = payload.pointer_mut(&parent).and_then(Value::as_object_mut);
                parent
                    .and_then(|parent| parent.shift_remove(&key))
                    .unwrap_or_else(|| panic!("{name}: {}: {at}", case.name));
            }
            for (at, value) in &case.set {
                let (parent, key) = split(at);
                let parent = payload.pointer_mut(&parent).and_then(Value::as_object_mut);
                parent.unwrap_or_else(|| panic!("{name}: {}: {at}", case.name)).insert(key, value.clone());
            }
            payload.to_string()
        });
        Vector {
            file: name.clone(),
            call: file.call.clone(),
            payload,
            context: Value::Object(context).to_string(),
            case,
        }
    });
    cases.collect()
}

/// Splits a field's name, or a pointer, into the pointer of the parent and the last key.
fn split(at: &str) -> (String, String) {
    if !at.starts_with('/') {
        return (String::new(), at.to_owned());
    }
    let (parent, key) = at.rsplit_once('/').unwrap();
    (parent.to_owned(), key.replace("~1", "/").replace("~0", "~"))
}
