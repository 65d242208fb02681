//! Findings as SARIF 2.1.0, which code hosts show beside the lines.

use super::locate::Place;
use super::source_line::Lines;
use super::{Checked, Unchecked};
use casegate::explain::explain_with;
use casegate::report::Segment;
use casegate::{Context, Issue};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value, json};
use std::path::{Component, Path};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Returns the log of a run: one line of JSON.
pub(super) fn text(checked: &[Checked], unchecked: &[Unchecked], context: &Context) -> String {
    let mut rules = Rules { context, ids: Vec::new(), rows: Vec::new() };
    let results: Vec<Value> = checked.iter().flat_map(|file| results(file, &mut rules)).collect();
    let notifications = unchecked.iter().map(|file| {
        let location = file.path.as_deref().map(|path| json!({ "physicalLocation": artifact(path) }));
        json!({ "level": "error", "message": { "text": file.why }, "locations": Vec::from_iter(location) })
    });
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "casegate",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules.rows,
            } },
            "invocations": [{
                "executionSuccessful": unchecked.is_empty(),
                "toolExecutionNotifications": notifications.collect::<Vec<_>>(),
            }],
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{log}\n")
}

/// The rules that the results name, each once.
struct Rules<'c> {
    context: &'c Context,
    ids: Vec<String>,
    rows: Vec<Value>,
}

impl Rules<'_> {
    /// Returns the id and the index of a finding's rule; without one, its code is the rule.
    fn of(&mut self, issue: &Issue) -> (String, usize) {
        let id = issue.rule.as_deref().unwrap_or(issue.code.name()).to_owned();
        let index = self.ids.iter().position(|known| *known == id).unwrap_or_else(|| {
            self.rows.push(self.row(&id, issue));
            self.ids.push(id.clone());
            self.ids.len() - 1
        });
        (id, index)
    }

    fn row(&self, id: &str, issue: &Issue) -> Value {
        let (title, help) = match explain_with(id, self.context) {
            Ok(rule) => {
                let clauses = rule.conditions.iter().chain(&rule.requirements).map(String::as_str);
                (rule.title.into_owned(), [&*rule.text].into_iter().chain(clauses).collect::<Vec<_>>().join(" "))
            }
            Err(_) => (issue.code.name().to_owned(), issue.code.meaning().trim().to_owned()),
        };
        json!({
            "id": id,
            "shortDescription": { "text": title },
            "fullDescription": { "text": help },
            "help": { "text": format!("{help} `casegate explain {id}` has the details.") },
            "defaultConfiguration": { "level": issue.code.severity().name() },
        })
    }
}

fn results(file: &Checked, rules: &mut Rules<'_>) -> Vec<Value> {
    let lines = Lines::new(&file.source.text);
    let findings = file.report.issues.iter().zip(&file.places);
    findings.map(|(issue, place)| result(file, &lines, issue, place, rules)).collect()
}

fn result(file: &Checked, lines: &Lines<'_>, issue: &Issue, place: &Place, rules: &mut Rules<'_>) -> Value {
    let (rule, index) = rules.of(issue);
    let mut location = Map::new();
    if let Some(path) = &file.source.path {
        let mut physical = artifact(path);
        if let (Some(span), Value::Object(physical)) = (&place.span, &mut physical) {
            let ((line, column), (_, end)) = (lines.position(span.start), lines.position(span.end));
            physical.insert(
                "region".to_owned(),
                json!({ "startLine": line, "startColumn": column, "endLine": line, "endColumn": end }),
            );
        }
        location.insert("physicalLocation".to_owned(), physical);
    }
    if let Some(last) = issue.path.last() {
        let kind = match last {
            Segment::Key(_) => "property",
            Segment::Index(_) => "value",
        };
        location.insert("logicalLocations".to_owned(), json!([{ "fullyQualifiedName": issue.at, "kind": kind }]));
    }
    let related = file.source.path.iter().flat_map(|path| {
        place.because.iter().map(|(name, at)| {
            let (line, column) = lines.position(*at);
            let mut physical = artifact(path);
            if let Value::Object(physical) = &mut physical {
                physical.insert("region".to_owned(), json!({ "startLine": line, "startColumn": column }));
            }
            json!({ "physicalLocation": physical, "message": { "text": format!("`{name}` makes the rule apply.") } })
        })
    });
    json!({
        "ruleId": rule,
        "ruleIndex": index,
        "level": issue.severity.name(),
        "message": { "text": issue.message },
        "locations": if location.is_empty() { vec![] } else { vec![Value::Object(location)] },
        "relatedLocations": related.collect::<Vec<_>>(),
        // The place and the code identify a finding when lines move. Neither contains a value.
        "partialFingerprints": { "casegateFinding/v1": format!("{rule} {} {}", issue.code.name(), issue.at) },
        "properties": { "code": issue.code.name() },
    })
}

fn artifact(path: &Path) -> Value {
    json!({ "artifactLocation": { "uri": uri(path) } })
}

/// Returns a path as a URI reference: relative to the working folder, or with the scheme `file`.
fn uri(path: &Path) -> String {
    let mut uri = String::new();
    for component in path.components() {
        let name = match component {
            Component::CurDir => continue,
            Component::RootDir => {
                uri = format!("file://{uri}/");
                continue;
            }
            Component::Prefix(prefix) => format!("/{}", prefix.as_os_str().to_string_lossy().replace('\\', "/")),
            Component::ParentDir => "..".to_owned(),
            Component::Normal(name) => utf8_percent_encode(&name.to_string_lossy(), ESCAPED).to_string(),
        };
        if !uri.is_empty() && !uri.ends_with('/') {
            uri.push('/');
        }
        uri.push_str(&name);
    }
    uri
}

/// What a name escapes in a path of a URI (RFC 3986).
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

#[cfg(test)]
mod tests {
    use super::uri;
    use std::path::Path;

    #[test]
    fn paths_are_uri_references() {
        for (path, expected) in [
            ("case.json", "case.json"),
            ("./cases/é 1#2%.json", "cases/%C3%A9%201%232%25.json"),
            ("../a:b.json", "../a%3Ab.json"),
            ("/tmp/case.json", "file:///tmp/case.json"),
        ] {
            assert_eq!(uri(Path::new(path)), expected);
        }
    }
}
