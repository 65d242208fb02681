//! `check --format sarif` follows the published schema of SARIF 2.1.0. `tests/node/junit.test.mjs`
//! does the same for `--format junit`.

use crate::support::{arg, casegate, scratch};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The schema, from the sources of the crate `serde-sarif`.
fn schema() -> Value {
    let args = ["metadata", "--format-version", "1", "--locked"];
    let metadata = Command::new(env!("CARGO")).args(args).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let metadata: Value = serde_json::from_slice(&metadata.expect("cargo runs").stdout).expect("metadata");
    let package = metadata["packages"].as_array().expect("packages").iter().find(|it| it["name"] == "serde-sarif");
    let manifest = package.expect("serde-sarif")["manifest_path"].as_str().expect("a path");
    let schema = Path::new(manifest).with_file_name("src").join("schema.json");
    let text = fs::read_to_string(schema).expect("the schema");
    // The pattern of languages is no regular expression; a later version of the schema corrects it.
    let text = text.replace("{2}|^[a-zA-Z]{2}-[a-zA-Z]{2}]?$", "{2}(-[a-zA-Z]{2})?$");
    serde_json::from_str(&text).expect("JSON")
}

fn sarif(args: &[&str], input: &str) -> (i32, Value) {
    let run = casegate(&[&["check", "--today", "2026-03-01", "--format", "sarif"], args].concat(), input.as_bytes());
    (run.code, serde_json::from_slice(&run.out).expect("JSON"))
}

fn file(name: &str, text: &str) -> PathBuf {
    scratch(name, text.as_bytes())
}

#[test]
fn a_log_follows_the_schema() {
    let validator = jsonschema::validator_for(&schema()).expect("a schema");
    let strict = |log: &Value| validator.iter_errors(log).map(|error| error.to_string()).collect::<Vec<_>>();
    let (refused, noted) = (
        file("sarif refused.json", "{\n  \"case_type\": \"pl\",\n  \"cc_emails\": 7, \"base_product\": [\"x\"] }"),
        file("sarif-noted.json", "[1"),
    );
    for (args, input, code) in
        [(&[arg(&refused), arg(&noted)][..], "", 1), (&["-"][..], "{}", 1), (&["no such file.json"][..], "", 2)]
    {
        let (exit, log) = sarif(args, input);
        assert_eq!((exit, strict(&log)), (code, Vec::new()), "{args:?}");
    }
    let (_, mut damaged) = sarif(&["-"], "{}");
    damaged["runs"][0]["results"][0]["level"] = json!("severe");
    assert_eq!(strict(&damaged).len(), 1);
}

#[test]
fn a_result_has_its_rule_and_its_place_and_no_value() {
    let case = file(
        "sarif-secret.json",
        "{\n  \"case_type\": \"pl\",\n  \"cc_emails\": 7, \"plaintiff_name\": [\"Jane Doe\"]\n}",
    );
    let (_, log) = sarif(&[arg(&case)], "");
    assert!(!log.to_string().contains("Jane"), "{log}");
    let run = &log["runs"][0];
    let results = run["results"].as_array().expect("results");
    let result =
        results.iter().find(|it| it["locations"][0]["logicalLocations"][0]["fullyQualifiedName"] == "/cc_emails");
    let result = result.expect("a result");
    let region = &result["locations"][0]["physicalLocation"]["region"];
    assert_eq!(*region, json!({ "startLine": 3, "startColumn": 16, "endLine": 3, "endColumn": 17 }));
    assert_eq!(result["level"], "error");
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().expect("an index")).expect("small");
        let rule = &run["tool"]["driver"]["rules"][index];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(!rule["help"]["text"].as_str().expect("help").is_empty());
    }
    let prints: std::collections::BTreeSet<String> =
        results.iter().map(|it| it["partialFingerprints"].to_string()).collect();
    assert_eq!(prints.len(), results.len());
}

#[test]
fn a_file_that_cannot_be_read_is_a_notification() {
    let (code, log) = sarif(&["no-such.json", "-"], "[]");
    let run = &log["runs"][0];
    assert_eq!((code, run["results"].as_array().map(Vec::len)), (2, Some(1)));
    let invocation = &run["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let notification = &invocation["toolExecutionNotifications"][0];
    assert!(notification["message"]["text"].as_str().is_some_and(|text| text.contains("cannot be read")), "{log}");
}
