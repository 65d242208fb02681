//! The shape of an answer: its members, its deviations from the documentation, and its codes.

use crate::classes::classify::Classifier;
use crate::line::{Answer, Note};
use crate::record::published;
use crate::record::raw::RawExchange;
use casegate::json::{Document, Members};
use casegate::records::{Record, read_record};
use casegate::requests::{Endpoint, EndpointId};
use casegate::results::normalize_results;
use casegate::tokens::{FileErrorCode, State};
use casegate::{Context, Issue};
use std::collections::BTreeSet;

/// The records of the endpoint table's answers.
const RECORDS: [(&str, Record); 10] = [
    ("CaseListItem", Record::CaseList),
    ("PartnerCaseCreateResponse", Record::CreateResponse),
    ("CaseDetail", Record::CaseDetail),
    ("Results", Record::Results),
    ("Offer", Record::Offer),
    ("RespondResponse", Record::Responded),
    ("FileAppendResponse", Record::FileAppended),
    ("CancellationAccepted", Record::CancellationAccepted),
    ("UserToken", Record::LoginResponse),
    ("LegacyTicket", Record::Ticket),
];

/// The names of members that contain an error code for programs.
const CODES: [&str; 4] = ["code", "error_code", "error", "type"];

/// The most characters of an error code.
const MOST_OF_CODE: usize = 64;

/// What was read from an answer.
pub(crate) struct Read {
    pub(crate) answer: Answer,
    pub(crate) case_id: Option<u64>,
    pub(crate) case_ref: Option<String>,
}

pub(crate) fn read(endpoint: Option<&'static Endpoint>, raw: &RawExchange, classifier: &Classifier<'_>) -> Read {
    let mut read = Read { answer: Answer::default(), case_id: None, case_ref: None };
    let Ok(body) = Document::read(&raw.answer) else { return read };
    let mut members = BTreeSet::new();
    collect(&body, "", &mut members, classifier);
    let is_success = (200..300).contains(&raw.status);
    let record = endpoint.and_then(|endpoint| record_of(endpoint, is_success, &body));
    if let Some(record) = record {
        let context = Context::new(raw.day);
        let mut issues = read_record(record, &raw.answer, &context).notes;
        if let (Record::Results, Some(results)) = (record, body.get("results_data")) {
            let notes = normalize_results(&results.to_string(), &context).notes;
            issues.extend(notes.into_iter().map(|mut note| {
                note.at = ["/results_data", &note.at].concat();
                note
            }));
        }
        read.answer.record = Some(record.name().to_owned());
        read.answer.notes = notes(&issues, Some(&body), classifier);
    }
    if is_success {
        read.answer.state = body
            .get("status")
            .and_then(Document::as_str)
            .and_then(State::from_name)
            .map(|state| state.name().to_owned());
        read.answer.files = files(&body, classifier);
        let id = match record {
            Some(Record::CreateResponse) => "case_id",
            Some(Record::CaseDetail | Record::Ticket) => "id",
            _ => "",
        };
        read.case_id = body.get(id).and_then(Document::as_u64);
        read.case_ref =
            ["case_ref", "issue_key"].into_iter().find_map(|name| body.get(name)?.as_str().map(str::to_owned));
        if endpoint.is_some_and(|endpoint| endpoint.id == EndpointId::List) {
            read.case_ref = None;
        }
    } else {
        read.answer.codes = codes(&body, classifier);
    }
    read.answer.members = members.into_iter().collect();
    read
}

fn record_of(endpoint: &Endpoint, is_success: bool, body: &Document) -> Option<Record> {
    if !is_success {
        return (endpoint.id == EndpointId::Cancel).then_some(Record::CancelError);
    }
    let record = RECORDS.iter().find(|(name, _)| endpoint.response == Some(*name)).map(|(_, record)| *record)?;
    match record {
        Record::Results if body.get("results_url").is_some() => Some(Record::ResultsPdf),
        record => Some(record),
    }
}

/// Returns deviations without their values. An unexpected word becomes its hash.
pub(crate) fn notes(issues: &[Issue], body: Option<&Document>, classifier: &Classifier<'_>) -> Vec<Note> {
    let mut found: Vec<Note> = issues
        .iter()
        .map(|issue| {
            let value = body.and_then(|body| value_at(body, &issue.at)).and_then(Document::as_str);
            let is_word = issue.code == casegate::Code::UnexpectedWord;
            Note {
                code: issue.code.name().to_owned(),
                at: published::pointer(&issue.at, classifier),
                word: value.filter(|_| is_word).map(|word| classifier.name(word)),
            }
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn value_at<'d>(body: &'d Document, at: &str) -> Option<&'d Document> {
    at.split('/').skip(1).try_fold(body, |value, segment| match value.as_list() {
        Some(list) => list.get(segment.parse::<usize>().ok()?),
        None => value.get(&segment.replace("~1", "/").replace("~0", "~")),
    })
}

fn collect(value: &Document, at: &str, members: &mut BTreeSet<String>, classifier: &Classifier<'_>) {
    for element in value.as_list().unwrap_or_default() {
        collect(element, &format!("{at}/*"), members, classifier);
    }
    for (name, value) in value.as_object().into_iter().flat_map(Members::iter) {
        let at = format!("{at}/{}", published::name(name, classifier));
        collect(value, &at, members, classifier);
        members.insert(at);
    }
}

/// Returns the error codes of a refusal: published words, or hashes. Sentences are not codes.
fn codes(body: &Document, classifier: &Classifier<'_>) -> Vec<String> {
    let is_code = |text: &&str| {
        !text.is_empty()
            && text.len() <= MOST_OF_CODE
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
    };
    let texts = CODES.iter().filter_map(|name| body.get(name)?.as_str()).filter(is_code);
    texts.map(|code| word(code, classifier)).collect()
}

fn word(code: &str, classifier: &Classifier<'_>) -> String {
    match FileErrorCode::from_name(code) {
        Some(known) => known.name().to_owned(),
        None => classifier.name(code),
    }
}

/// Returns the outcome for each file of a create request.
fn files(body: &Document, classifier: &Classifier<'_>) -> Vec<String> {
    let attachments = body.get("attachments").and_then(Document::as_list).unwrap_or_default();
    let outcome = |attachment: &Document| match attachment.get("error_code").and_then(Document::as_str) {
        Some(code) => word(code, classifier),
        None => "accepted".to_owned(),
    };
    attachments.iter().map(outcome).collect()
}

/// Returns the name of an event that is none of the seven.
pub(crate) fn event_name(body: &str) -> Option<String> {
    let body = Document::read(body).ok()?;
    ["event", "type"].into_iter().find_map(|name| body.get(name)?.as_str().map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::RECORDS;
    use casegate::requests::endpoints;

    #[test]
    fn every_published_answer_has_a_record() {
        for endpoint in endpoints() {
            let is_known = |name| RECORDS.iter().any(|(known, _)| *known == name);
            assert!(endpoint.response.is_none_or(is_known), "{}", endpoint.id.name());
        }
    }
}
