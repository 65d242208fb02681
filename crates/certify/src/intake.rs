//! The intake forms that are submitted to the backend.

use crate::error::CertifyError;
use crate::scenario::{FileToSend, Submit};
use chrono::{Days, Local};
use serde_json::{Map, Value};

const CASES: &str = include_str!("cases.toml");

/// The beginning of a date that is counted from today.
const DAYS_AGO: &str = "$days_ago ";

/// Returns the case of a form as JSON. The summary makes it another case than those of other
/// scenarios.
pub(crate) fn case(submit: &Submit, summary: &str) -> Result<Value, CertifyError> {
    let wrong = |why: String| CertifyError::Scenario { name: "cases".to_owned(), why };
    let mut cases: Map<String, Value> = toml::from_str(CASES).map_err(|error| wrong(error.to_string()))?;
    let Some(Value::Object(mut case)) = cases.remove(&submit.case) else {
        return Err(wrong(format!("there is no case `{}`", submit.case)));
    };
    case.insert("summary".to_owned(), summary.into());
    case.extend(submit.set.clone());
    case.retain(|name, _| !submit.unset.contains(name));
    case.values_mut().for_each(dated);
    Ok(Value::Object(case))
}

fn dated(value: &mut Value) {
    let days = value.as_str().and_then(|text| text.strip_prefix(DAYS_AGO)).and_then(|days| days.parse().ok());
    if let Some(day) = days.and_then(|days| Local::now().date_naive().checked_sub_days(Days::new(days))) {
        *value = Value::String(day.to_string());
    }
}

/// A part of a form.
pub(crate) struct FormPart {
    pub(crate) name: String,
    pub(crate) filename: Option<String>,
    pub(crate) content: Vec<u8>,
}

impl FormPart {
    pub(crate) fn text(name: &str, value: impl Into<String>) -> FormPart {
        FormPart { name: name.to_owned(), filename: None, content: value.into().into_bytes() }
    }
}

/// Returns the parts of files, each followed by its label.
pub(crate) fn file_parts(part_name: &str, files: &[FileToSend]) -> Vec<FormPart> {
    let mut parts = Vec::new();
    for file in files {
        for number in 0..file.copies.unwrap_or(1) {
            let filename = if file.copies.is_some() { format!("{number}-{}", file.name) } else { file.name.clone() };
            parts.push(FormPart {
                name: part_name.to_owned(),
                filename: Some(filename),
                content: vec![b'x'; file.bytes],
            });
            if let Some(label) = &file.label {
                parts.push(FormPart::text("labels", label.as_str()));
            }
        }
    }
    parts
}

/// The separator of parts, which no part contains.
const BOUNDARY: &str = "casegate-form-6f1d0b1c2e";

/// Returns the content type and the body of a form.
pub(crate) fn multipart(parts: &[FormPart]) -> (String, Vec<u8>) {
    let mut body = Vec::new();
    for FormPart { name, filename, content } in parts {
        let filename = filename.as_ref().map(|name| format!("; filename=\"{name}\"")).unwrap_or_default();
        let kind = if filename.is_empty() { "" } else { "Content-Type: application/octet-stream\r\n" };
        let head = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"{filename}\r\n{kind}\r\n");
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
    (format!("multipart/form-data; boundary={BOUNDARY}"), body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::scenarios;
    use crate::scenario::Step;

    #[test]
    fn every_submitted_case_exists() {
        for scenario in scenarios().unwrap() {
            for step in &scenario.steps {
                if let Step::Submit(submit) = step {
                    assert!(case(submit, "").unwrap().is_object(), "{}", scenario.name);
                }
            }
        }
    }

    #[test]
    fn a_form_has_its_parts() {
        let file = FileToSend { name: "a.pdf".to_owned(), bytes: 3, label: Some("other".to_owned()), copies: None };
        let (kind, body) = multipart(&file_parts("files", &[file]));
        let text = String::from_utf8(body).unwrap();
        assert!(kind.contains(BOUNDARY));
        assert!(text.contains("name=\"files\"; filename=\"a.pdf\"") && text.contains("\r\n\r\nxxx\r\n"), "{text}");
        assert!(text.contains("name=\"labels\"\r\n\r\nother"), "{text}");
    }
}
