//! Writes the files that are generated from the core's tables. `scripts/generate` runs it.
//!
//! ```text
//! casegate-codegen [--accept]     --accept: also the committed files
//! ```

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a program for the maintainers"
)]

mod answers;
mod case_types;
mod fields;
#[path = "../../core/tests/support/kit.rs"]
mod kit;
#[path = "../../core/tests/support/kit_cases.rs"]
mod kit_cases;
mod python;
mod service_types;
#[path = "../../core/tests/support/mod.rs"]
mod support;
mod type_schema;
mod types;
mod typescript;

use casegate::export::{self, CaseSchema, Draft};
use casegate::{Language, Product, wire};
use hmac_sha256::Hash;
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Folders that contain generated files only.
const FOLDERS: [&str; 2] = ["docs/rules", "pkg/schema"];

/// The committed file with a line for each generated file.
const LIST: &str = "tests/generated.txt";

fn main() -> io::Result<()> {
    let is_accepted = std::env::args().nth(1).is_some_and(|argument| argument == "--accept");
    let mut files = generated();
    let count = files.len();
    if is_accepted {
        let list = list(&files);
        files.push((LIST.to_owned(), list));
        files.extend(sources());
    }
    let mut written = 0;
    for (path, text) in &files {
        let file = root().join(path);
        // An unchanged file keeps its time, so that nothing is built again.
        if fs::read(&file).is_ok_and(|now| now == text.as_bytes()) {
            continue;
        }
        fs::create_dir_all(file.parent().expect("a folder"))?;
        // A build that runs at the same time never reads half a file.
        let new = root().join(format!("{path}.{}.new", std::process::id()));
        fs::write(&new, text)?;
        fs::rename(new, file)?;
        written += 1;
    }
    for folder in FOLDERS {
        for entry in fs::read_dir(root().join(folder))? {
            let entry = entry?;
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.path().extension().is_none_or(|end| end != "new") && !files.iter().any(|(known, _)| *known == path)
            {
                fs::remove_file(entry.path())?;
            }
        }
    }
    println!("generate: {count} files, {written} written");
    Ok(())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the sources that the core needs to compile, which are committed.
fn sources() -> [(String, String); 2] {
    [
        ("crates/core/src/case/case_types.rs".to_owned(), case_types::case_types_rs()),
        ("crates/core/src/rulebook/digest.rs".to_owned(), export::digest_rs()),
    ]
}

/// Returns the path and the text of each generated file that git ignores.
fn generated() -> Vec<(String, String)> {
    let vectors = support::texts();
    let mut files = vec![
        ("crates/python/python/casegate/types.py".to_owned(), python::types_py()),
        ("docs/requirements.md".to_owned(), export::requirements_page()),
        ("docs/rules/README.md".to_owned(), export::rules_page()),
        ("kit/cases.jsonl".to_owned(), kit_cases::cases()),
        ("kit/rules.json".to_owned(), export::rules_json()),
        ("pkg/schema/openapi.json".to_owned(), export::openapi_json()),
        ("pkg/schema/report.json".to_owned(), export::report_schema_json()),
        ("pkg/schema/settings.json".to_owned(), export::settings_schema_json()),
        ("pkg/schema/unsaid.json".to_owned(), export::unsaid_json(None)),
        ("pkg/src/fields.es.ts".to_owned(), fields::field_words_ts(Language::Spanish)),
        ("pkg/src/fields.ts".to_owned(), fields::fields_ts()),
        ("pkg/src/service-types.ts".to_owned(), service_types::service_types_ts()),
        ("pkg/src/types.ts".to_owned(), types::types_ts()),
        ("web-demo/src/kit/lifecycle/transitions.json".to_owned(), transitions_json()),
        ("web-demo/src/rules/cases.json".to_owned(), export::rule_cases_json(&vectors)),
    ];
    for rule in casegate::explain::rules() {
        let page = export::rule_page(&rule.id, &vectors).expect("a rule of the list");
        files.push((format!("docs/rules/{}.md", rule.id), page));
    }
    for product in Product::ALL {
        for draft in Draft::ALL {
            let path = format!("pkg/schema/case.{}.{}.json", product.case_type(), draft.name());
            files.push((path, export::case_schema_json(CaseSchema::new(product, draft))));
        }
    }
    files.sort();
    files
}

/// Returns the table of transitions, and the label of each trigger.
fn transitions_json() -> String {
    let answer = |operation, input| -> Value {
        serde_json::from_str(&wire::call(wire::SERVICE_OPERATIONS, operation, input, "{}")).expect("an answer")
    };
    let actions = answer("actions", r#"{ "case": null }"#);
    let labels = actions["actions"].as_array().expect("the actions").iter();
    let labels: Map<String, Value> = labels
        .map(|action| (action["trigger"].as_str().expect("a trigger").to_owned(), action["label"].clone()))
        .collect();
    format!("{}\n", json!({ "table": answer("transitions", "{}")["transitions"], "triggers": labels }))
}

/// Returns a line for each file: its path, its number of lines, and its digest.
fn list(files: &[(String, String)]) -> String {
    let mut list = String::new();
    for (path, text) in files {
        let _ = write!(list, "{path} {} ", text.lines().count());
        for byte in Hash::hash(text.as_bytes()) {
            let _ = write!(list, "{byte:02x}");
        }
        list.push('\n');
    }
    list
}

/// A review sees in this list which generated files a change affects.
#[test]
fn the_list_is_what_the_tables_give() {
    let now = list(&generated());
    let committed = fs::read_to_string(root().join(LIST)).expect("the list");
    let changed: Vec<&str> = now.lines().filter(|line| !committed.lines().any(|known| known == *line)).collect();
    assert!(committed == now, "{LIST} is out of date: run scripts/accept. {changed:#?}");
}

#[test]
fn the_committed_sources_are_what_the_tables_give() {
    for (path, now) in sources() {
        let committed = fs::read_to_string(root().join(&path)).expect("the source");
        assert!(committed == now, "{path} is out of date: run scripts/accept");
    }
}
