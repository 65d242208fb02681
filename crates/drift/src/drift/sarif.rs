//! The report as SARIF 2.1.0, which code hosts show.

use crate::drift::report::{DriftReport, Finding};
use serde_json::{Value, json};

/// The address of the schema of SARIF, which names the format.
pub const SARIF_SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

impl DriftReport {
    /// Returns the report as a SARIF log: one result for each finding, at the first line of the
    /// recording that shows it.
    pub fn to_sarif(&self, recording: &str) -> String {
        let mut ids: Vec<&str> = self.findings.iter().map(|finding| finding.kind.name()).collect();
        ids.dedup();
        let rules: Vec<Value> =
            ids.iter().map(|id| json!({ "id": id, "shortDescription": { "text": id.replace('_', " ") } })).collect();
        let results: Vec<Value> = self
            .findings
            .iter()
            .map(|finding| {
                let index = ids.iter().position(|id| *id == finding.kind.name());
                result(finding, index, recording)
            })
            .collect();
        let log = json!({
            "$schema": SARIF_SCHEMA,
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "casegate drift",
                    "semanticVersion": env!("CARGO_PKG_VERSION"),
                    "rules": rules,
                } },
                "results": results,
            }],
        });
        format!("{log}\n")
    }
}

fn result(finding: &Finding, index: Option<usize>, recording: &str) -> Value {
    json!({
        "ruleId": finding.kind.name(),
        "ruleIndex": index,
        "level": "error",
        "message": { "text": format!("{}: {}", finding.of, finding.message) },
        "occurrenceCount": finding.count,
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": recording },
            "region": { "startLine": finding.line.max(1) },
        } }],
        "partialFingerprints": { "casegateDrift/v1": format!("{} {}", finding.of, finding.message) },
        "properties": {
            "codes": finding.codes,
            "rules": finding.rules,
            "decisions": finding.decisions,
            "fields": finding.fields,
        },
    })
}
