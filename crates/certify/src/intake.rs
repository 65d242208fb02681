//! The intake forms that are submitted to the backend.

use crate::error::CertifyError;
use crate::record::File;
use crate::scenario::{FileToSend, Submit};
use casegate::files::{FileEndpoint, FileRequest, FileStatus, FileToSend as Described, judge_files};
use casegate::{Context, Date, prepare_case};
use chrono::{Days, Local};
use serde_json::{Map, Value};
use std::sync::Arc;

const CASES: &str = include_str!("cases.toml");

/// The beginning of a date that is counted from today.
const DAYS_AGO: &str = "$days_ago ";
/// The beginning of a long text, with its length.
const LONG: &str = "$long ";
/// In the place of the mark of a form.
const MARK: &str = "$mark";

/// Returns the case of a form as JSON. The mark makes it another case than those of other forms.
pub(crate) fn case(submit: &Submit, mark: &str) -> Result<Value, CertifyError> {
    let wrong = |why: String| CertifyError::Scenario { name: "cases".to_owned(), why };
    let mut cases: Map<String, Value> = toml::from_str(CASES).map_err(|error| wrong(error.to_string()))?;
    let Some(Value::Object(mut case)) = cases.remove(&submit.case) else {
        return Err(wrong(format!("there is no case `{}`", submit.case)));
    };
    case.entry("summary").or_insert_with(|| MARK.into());
    case.extend(submit.set.clone());
    case.retain(|name, _| !submit.unset.contains(name));
    case.values_mut().for_each(|value| fill(value, mark));
    Ok(Value::Object(case))
}

/// Returns the case as `prepare_case` does.
pub(crate) fn prepared(case: &Value) -> Option<Value> {
    let today = Date::parse(&Local::now().date_naive().to_string())?;
    let prepared = prepare_case(&case.to_string(), &Context::new(today)).prepared?;
    serde_json::from_str(prepared.get()).ok()
}

fn fill(value: &mut Value, mark: &str) {
    match value {
        Value::String(text) => *text = filled(text, mark),
        Value::Object(members) => members.values_mut().for_each(|value| fill(value, mark)),
        Value::Array(items) => items.iter_mut().for_each(|value| fill(value, mark)),
        _ => {}
    }
}

/// Puts a day, the mark and a long text into a text.
pub(crate) fn filled(text: &str, mark: &str) -> String {
    let days = text.strip_prefix(DAYS_AGO).and_then(|days| days.parse().ok());
    if let Some(day) = days.and_then(|days| Local::now().date_naive().checked_sub_days(Days::new(days))) {
        return day.to_string();
    }
    let text = text.replace(MARK, mark);
    let Some((before, rest)) = text.split_once(LONG) else { return text };
    let (number, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    format!("{before}{} {rest}", long(number.parse().unwrap_or_default())).trim_end_matches(' ').to_owned()
}

/// Returns a text in which every cut is seen, because its words are numbered.
fn long(characters: usize) -> String {
    let words = (0..).flat_map(|number: usize| format!("Größe & Ñandú nº {number}; ").chars().collect::<Vec<_>>());
    words.take(characters.saturating_sub(1)).chain(['.']).collect()
}

/// A part of a form.
#[derive(Clone)]
pub(crate) struct FormPart {
    pub(crate) name: String,
    pub(crate) filename: Option<String>,
    pub(crate) content: Arc<Vec<u8>>,
}

impl FormPart {
    pub(crate) fn text(name: &str, value: impl Into<String>) -> FormPart {
        FormPart { name: name.to_owned(), filename: None, content: Arc::new(value.into().into_bytes()) }
    }
}

/// Returns the files of a form, each with bytes of its own.
pub(crate) fn files(given: &[FileToSend], endpoint: FileEndpoint) -> Vec<File> {
    let mut files = Vec::new();
    for file in given {
        for number in 0..file.copies.unwrap_or(1) {
            let name = if file.copies.is_some() { format!("{number}-{}", file.name) } else { file.name.clone() };
            // Files with one name differ by their place.
            let content = Arc::new(content(&format!("{} {name}", files.len()), file.bytes));
            files.push(File { name, label: file.label.clone(), content, is_accepted: false });
        }
    }
    let described = |file: &File| Described {
        label: file.label.clone(),
        ..Described::new(file.name.as_str(), file.content.len() as u64)
    };
    let request = FileRequest { endpoint, files: files.iter().map(described).collect(), ..FileRequest::default() };
    // The day does not matter to files.
    let context = Date::parse("2026-01-01").map(Context::new);
    let verdicts = context.map(|context| judge_files(&request, &context).files).unwrap_or_default();
    for (file, verdict) in files.iter_mut().zip(verdicts) {
        let fits_later = verdict.retry.is_some_and(|retry| retry.change.is_empty());
        file.is_accepted = fits_later || verdict.status == FileStatus::Accepted;
    }
    files
}

/// The beginning and the end of a file: a byte order mark, line ends of each kind, bytes that are no
/// text, and white space.
const HEAD: &[u8] = b"\xef\xbb\xbfcaf\xc3\xa9 & <b>\r\n\n\r\t\x00--\xff\xfe\xe9";
const TAIL: &[u8] = b"\x1a\x00\r\n \n";

/// Returns the bytes of a file, which differ from name to name.
fn content(name: &str, length: usize) -> Vec<u8> {
    if length == 0 {
        return Vec::new();
    }
    let seed = name.bytes().fold(7_u32, |seed, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
    let next = |last: &u32| Some(last.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
    let block: Vec<u8> =
        std::iter::successors(Some(seed), next).map(|number| number.to_le_bytes()[3]).take(8191).collect();
    let mut bytes = [HEAD, name.as_bytes()].concat();
    bytes.reserve(length);
    while bytes.len() + TAIL.len() < length {
        bytes.extend_from_slice(block.get(..block.len().min(length - TAIL.len() - bytes.len())).unwrap_or_default());
    }
    bytes.truncate(length.saturating_sub(TAIL.len()));
    bytes.extend_from_slice(TAIL);
    bytes
}

/// Returns the parts of files, each followed by its label.
pub(crate) fn file_parts(part_name: &str, files: &[File]) -> Vec<FormPart> {
    let mut parts = Vec::new();
    for File { name, label, content, .. } in files {
        let filename = Some(name.clone());
        parts.push(FormPart { name: part_name.to_owned(), filename, content: Arc::clone(content) });
        parts.extend(label.iter().map(|label| FormPart::text("labels", label.as_str())));
    }
    parts
}

/// The content types that browsers give to files, by the end of their names.
const TYPES: [(&str, &str); 5] = [
    (".pdf", "application/pdf"),
    (".docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    (".jpg", "image/jpeg"),
    (".png", "image/png"),
    (".txt", "text/plain"),
];

/// The content type of a file whose type nobody knows.
pub(crate) const UNKNOWN_TYPE: &str = "application/octet-stream";

pub(crate) fn content_type(filename: &str) -> &'static str {
    let name = filename.to_lowercase();
    TYPES.iter().find(|(end, _)| name.ends_with(end)).map_or(UNKNOWN_TYPE, |(_, kind)| kind)
}

/// The separator of parts, which no part contains.
const BOUNDARY: &str = "casegate-form-6f1d0b1c2e";

/// Returns the content type and the body of a form.
pub(crate) fn multipart(parts: &[FormPart]) -> (String, Vec<u8>) {
    let mut body = Vec::new();
    for FormPart { name, filename, content } in parts {
        let kind = filename.as_ref().map(|name| format!("Content-Type: {}\r\n", content_type(name)));
        let kind = kind.unwrap_or_default();
        // As browsers escape a name (WHATWG).
        let filename = filename.as_ref().map(|name| format!("; filename=\"{}\"", name.replace('"', "%22")));
        let filename = filename.unwrap_or_default();
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
    use casegate::check_case;
    use casegate::fields::{COMMON, FieldStatus, Kind, POLICY_EXISTENCE, POLICY_LIMIT};

    fn form(case: &str) -> Value {
        let submit: Submit = serde_json::from_value(serde_json::json!({ "case": case })).unwrap();
        super::case(&submit, "mark").unwrap()
    }

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
    fn the_whole_forms_have_every_field_and_are_accepted() {
        let forms =
            [("every-limit", POLICY_LIMIT), ("every-existence", POLICY_EXISTENCE), ("every-home", POLICY_EXISTENCE)];
        let today = Date::parse(&Local::now().date_naive().to_string()).unwrap();
        for (name, own) in forms {
            let form = form(name);
            let report = check_case(&form.to_string(), &Context::new(today));
            assert!(report.ok, "{name}: {:?}", report.issues);
            assert_eq!(prepared(&form).as_ref(), Some(&form), "{name}");
            let others = if name == "every-home" { self::form("every-existence") } else { self::form("every-home") };
            for field in COMMON.iter().chain(own).filter(|field| field.status == FieldStatus::Current) {
                let value = form.get(field.name).or_else(|| others.get(field.name));
                assert!(value.is_some(), "{name}: {}", field.name);
                let (Kind::Record(record), Some(value)) = (field.kind, value) else { continue };
                let members = record.fields().iter().filter(|member| member.status == FieldStatus::Current);
                let missing = members.filter(|member| value.get(member.name).is_none()).map(|member| member.name);
                assert!(name == "every-home" || missing.count() == 0, "{name}: {}", field.name);
            }
        }
    }

    #[test]
    fn a_form_has_its_parts() {
        let given: FileToSend =
            serde_json::from_value(serde_json::json!({ "name": "a \"b\".pdf", "label": "other" })).unwrap();
        let files = files(&[given], FileEndpoint::Create);
        assert!(files.iter().all(|file| file.is_accepted && file.content.len() == 3000));
        let (kind, body) = multipart(&file_parts("files", &files));
        let text = String::from_utf8_lossy(&body);
        assert!(kind.contains(BOUNDARY));
        assert!(
            text.contains("name=\"files\"; filename=\"a %22b%22.pdf\"\r\nContent-Type: application/pdf\r\n\r\n"),
            "{text}"
        );
        assert!(text.contains("name=\"labels\"\r\n\r\nother"), "{text}");
        assert_ne!(content("a.pdf", 9000), content("b.pdf", 9000));
    }
}
