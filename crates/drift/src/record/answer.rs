//! The shape of an answer: its members, its deviations from the documentation, and its codes.

use crate::classes::classify::Classifier;
use crate::line::{Answer, AnswerBody, Cancellation, Note};
use crate::record::published;
use crate::record::raw::RawExchange;
use casegate::json::{Document, Members};
use casegate::records::{Record, read_record};
use casegate::requests::{Endpoint, EndpointId};
use casegate::results::normalize_results;
use casegate::tokens::{AttachmentStatus, CancellationReason, FileErrorCode, State};
use casegate::usd::Usd;
use casegate::{Code, Context, Issue};
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
    /// The body, if it is JSON.
    pub(crate) body: Option<Document>,
}

pub(crate) fn read(endpoint: Option<&'static Endpoint>, raw: &RawExchange, classifier: &Classifier<'_>) -> Read {
    let mut read = Read { answer: Answer::default(), case_id: None, case_ref: None, body: None };
    let Some(text) = &raw.answer else {
        read.answer.body = AnswerBody::Unknown;
        return read;
    };
    let text = text.trim_start_matches('\u{feff}');
    let Ok(body) = Document::read(text) else {
        if !text.is_empty() {
            read.answer.body = AnswerBody::Other;
        }
        let record =
            endpoint.and_then(|endpoint| record_of(endpoint, (200..300).contains(&raw.status), &Document::Null));
        if let Some(record) = record {
            read.answer.record = Some(record.name().to_owned());
            let code = Code::NotJson.name().to_owned();
            read.answer.notes = vec![Note { code, at: String::new(), word: None, against: None }];
        }
        return read;
    };
    let mut members = BTreeSet::new();
    collect(&body, "", &mut members, classifier);
    let is_success = (200..300).contains(&raw.status);
    let record = endpoint.and_then(|endpoint| record_of(endpoint, is_success, &body));
    if let Some(record) = record {
        let context = Context::new(raw.day);
        let mut issues = read_record(record, text, &context).notes;
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
        read.answer.cancellation = cancellation(record, &body);
        let is_end = |name| body.get(name).is_none_or(Document::is_null);
        read.answer.is_whole_list =
            record == Some(Record::CaseList) && body.get("results").is_some() && is_end("next") && is_end("previous");
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
        read.answer.names_responded = text.contains("responded");
    }
    read.answer.members = members.into_iter().collect();
    read.body = Some(body);
    read
}

/// Returns the eligibility of a case, or the terms of its cancellation.
fn cancellation(record: Option<Record>, body: &Document) -> Option<Cancellation> {
    let costs = |block: &Document, name| Some(block.get(name)?.as_str()?.parse::<Usd>().ok()? != Usd::ZERO);
    match record? {
        Record::CaseDetail => {
            let block = body.get("cancellation")?;
            let reason = block.get("reason").and_then(Document::as_str).and_then(CancellationReason::from_name);
            Some(Cancellation { eligible: block.get("eligible")?.as_bool()?, reason, costs: costs(block, "fee_usd") })
        }
        Record::Results => {
            let block = body.get("results_data")?.get("cancellation")?;
            Some(Cancellation { eligible: true, reason: None, costs: costs(block, "fee_usd") })
        }
        Record::CancellationAccepted => {
            let costs = body.get("fee").and_then(|fee| costs(fee, "amount_usd"));
            Some(Cancellation { eligible: true, reason: None, costs })
        }
        _ => None,
    }
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
                against: None,
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
    let known = FileErrorCode::from_name(code).map(FileErrorCode::name);
    let known = known.or_else(|| CancellationReason::from_name(code).map(CancellationReason::name));
    known.map_or_else(|| classifier.name(code), str::to_owned)
}

/// Returns the outcome for each file of a create request.
fn files(body: &Document, classifier: &Classifier<'_>) -> Vec<String> {
    let attachments = body.get("attachments").and_then(Document::as_list).unwrap_or_default();
    let outcome = |attachment: &Document| match attachment.get("error_code").and_then(Document::as_str) {
        Some(code) => word(code, classifier),
        None => attachment
            .get("status")
            .and_then(Document::as_str)
            .and_then(AttachmentStatus::from_name)
            .map_or("", AttachmentStatus::name)
            .to_owned(),
    };
    attachments.iter().map(outcome).collect()
}

/// Returns the name of an event that is none of the seven.
pub(crate) fn event_name(body: &str) -> Option<String> {
    let body = Document::read(body).ok()?;
    ["event", "type"].into_iter().find_map(|name| body.get(name)?.as_str().map(str::to_owned))
}

/// Returns the names of the envelope's members that an event has at its top level.
pub(crate) fn envelope(body: &str) -> Vec<String> {
    let Ok(body) = Document::read(body) else { return Vec::new() };
    published::ENVELOPE.iter().filter(|name| body.get(name).is_some()).map(|name| (*name).to_owned()).collect()
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
