//! Files that are generated from the tables.

use crate::support;
use casegate::export;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn every_operation_over_http_is_described() {
    use casegate::wire::{CASE_OPERATIONS, SERVICE_OPERATIONS};
    let text = export::http_openapi_json();
    let openapi: serde_json::Value = serde_json::from_str(&text).unwrap();
    let paths = openapi["paths"].as_object().unwrap();
    for operation in CASE_OPERATIONS.iter().chain(SERVICE_OPERATIONS) {
        let described = &paths[&export::http_path(operation)]["post"];
        assert_eq!(described["operationId"], operation.name);
        let schema = &described["responses"]["200"]["content"]["application/json"]["schema"];
        assert!(schema.is_object() && schema != &serde_json::json!({}), "{}", operation.name);
        assert!(described["requestBody"]["description"].is_string());
    }
    assert_eq!(paths.len(), CASE_OPERATIONS.len() + SERVICE_OPERATIONS.len() + 2);
    let references: Vec<&str> = text.split("\"$ref\": \"#").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(references.len() > 100);
    for pointer in references {
        assert!(openapi.pointer(pointer).is_some(), "{pointer}");
    }
    assert!(!text.contains("[`"), "only for Rust");
}

/// Ids reach answers from tables and from code, so that the sources are the list.
#[test]
fn every_id_in_public_texts_has_a_sentence() {
    let ids = fs::read_to_string(support::folder().join("requirement_ids.txt")).unwrap();
    let ids: BTreeSet<&str> = ids.lines().collect();
    let is_decision = |word: &str| {
        let number = word.strip_prefix('D').filter(|number| (1..=2).contains(&number.len()));
        number.is_some_and(|number| number.bytes().all(|letter| letter.is_ascii_digit()))
    };
    let pages =
        ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "pkg/README.md", "tests/vectors/README.md"];
    let mut files: Vec<PathBuf> = pages.iter().map(|page| root().join(page)).collect();
    for folder in ["crates", "docs", "examples", "pkg/src", "web-demo/src"] {
        public_files(&root().join(folder), &mut files);
    }
    // Generated files may be absent, or old.
    let generated = fs::read_to_string(root().join("tests/generated.txt")).unwrap();
    let generated: Vec<&str> = generated.lines().filter_map(|line| line.split(' ').next()).collect();
    files.retain(|file| !generated.iter().any(|path| file.ends_with(path)));
    let vectors = support::texts();
    let mut texts: Vec<String> = files.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    texts.extend(casegate::explain::rules().iter().map(|rule| export::rule_page(&rule.id, &vectors).unwrap()));
    texts.push(export::openapi_json());
    let mut found = BTreeSet::new();
    for text in &texts {
        let words = text.split(|letter: char| !(letter.is_ascii_alphanumeric() || "_-".contains(letter)));
        found.extend(words.filter(|word| ids.contains(word) || is_decision(word)).map(str::to_owned));
    }
    let missing: Vec<&String> = found.iter().filter(|id| export::requirement(id).is_none()).collect();
    assert!(missing.is_empty(), "add a sentence to export/pages/requirements for {missing:?}");
    let page = export::requirements_page();
    let listed = page.split("</a>`").skip(1).filter_map(|row| row.split('`').next());
    let unused: Vec<&str> = listed.filter(|id| ids.contains(id) && !found.contains(*id)).collect();
    assert!(unused.is_empty(), "no public text has {unused:?}");
}

fn public_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            // Users do not read tests. The sentences of the ids prove nothing. The rest is not committed.
            if !["tests", "requirements", "node_modules", "target"].contains(&&*name) {
                public_files(&path, files);
            }
        } else if path
            .extension()
            .is_some_and(|extension| ["rs", "md", "py", "ts", "json", "sql"].iter().any(|known| extension == *known))
        {
            files.push(path);
        }
    }
}

#[test]
fn pages_show_a_message_for_each_code_and_cases_on_both_sides() {
    let vectors = support::texts();
    for rule in casegate::explain::rules() {
        let page = export::rule_page(&rule.id, &vectors).unwrap();
        assert!(page.contains("## Not violated"), "{} never passes", rule.id);
        // A fee refuses nothing, so that rule 5 is never violated.
        assert!(page.contains("## Violated") || rule.number == Some(5), "{} never fails", rule.id);
        // A code without a vector would have only its meaning.
        for code in casegate::Code::ALL {
            assert!(!page.contains(&format!("| {} |", code.meaning().trim())), "{}: {}", rule.id, code.name());
        }
    }
}

/// ECMAScript supports `\p` only with a flag, and other dialects do not support it.
#[test]
fn patterns_of_the_open_api_use_what_every_dialect_has() {
    fn patterns(value: &serde_json::Value, found: &mut Vec<String>) {
        if let Some(pattern) = value.get("pattern").and_then(serde_json::Value::as_str) {
            found.push(pattern.to_owned());
        }
        let below = value.as_object().into_iter().flat_map(|members| members.values());
        below.chain(value.as_array().into_iter().flatten()).for_each(|value| patterns(value, found));
    }
    let text = casegate::export::openapi_json();
    let mut found = Vec::new();
    patterns(&serde_json::from_str(&text).unwrap(), &mut found);
    assert!(found.len() > 1, "{found:?}");
    for pattern in found {
        assert!(!pattern.contains("\\p"), "{pattern}");
    }
}

#[test]
fn each_case_of_the_kit_has_an_id_of_its_own() {
    let cases = crate::kit_cases::cases();
    let ids: BTreeSet<String> = cases
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["id"].as_str().unwrap().to_owned())
        .collect();
    assert!(ids.len() > 3_000);
    assert_eq!(ids.len(), cases.lines().count());
}
