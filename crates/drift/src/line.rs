//! The lines of a recording. They contain classes, published words and hashes, and no value.

use crate::classes::{Class, Profile};
use casegate::Date;
use casegate::tokens::CancellationReason;
use serde::{Deserialize, Serialize};

/// A line of a recording.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(clippy::large_enum_variant, reason = "most lines are exchanges")]
pub enum Line {
    /// A request and its answer.
    Exchange(Exchange),
    /// A webhook event.
    Event(EventLine),
}

/// A request and its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// The day of the exchange.
    pub day: Date,
    /// The endpoint of the rulebook's table, or `None` for another path.
    pub endpoint: Option<String>,
    /// The number of the case in this recording.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case: Option<usize>,
    /// `true` if the request had an `Authorization` header.
    pub token: bool,
    /// The number of the header's value in this recording, if the source has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub credential: Option<usize>,
    /// The ids in the request, as numbers.
    #[serde(default, skip_serializing_if = "Ids::is_empty")]
    pub ids: Ids,
    /// The parameters of the query.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub query: Vec<Part>,
    /// The members or parts of the request.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    /// `true` if the source did not have the whole body of the request. Its verdict is not predicted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub incomplete: bool,
    /// The status of the answer.
    pub status: u16,
    /// The body of the answer.
    pub answer: Answer,
}

/// The ids of a request, an answer or an event, as running numbers of a recording.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Ids {
    /// The request for input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interaction: Option<usize>,
    /// The offer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<usize>,
    /// The policies of an offer: all of them, or the selected ones of an accept.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub upgrades: Vec<usize>,
    /// Those of the policies that an answer shows as bought.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bought: Vec<usize>,
    /// The appended file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<usize>,
    /// The cases of a list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<usize>,
}

impl Ids {
    fn is_empty(&self) -> bool {
        *self == Ids::default()
    }

    /// Returns the greatest number.
    pub(crate) fn last(&self) -> usize {
        let single = [self.interaction, self.offer, self.file];
        let lists = [&self.upgrades, &self.bought];
        single.into_iter().flatten().chain(lists.into_iter().flatten().copied()).max().unwrap_or_default()
    }
}

/// A parameter of a request's query, a member of its JSON body, or a part of its multipart body.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The name, or its hash.
    pub name: String,
    /// `true` if a case was sent as a file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub as_file: bool,
    /// The content type of a part, without its parameters: a usual one of cases and files, or its hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_type: Option<String>,
    /// The class of the value.
    pub is: PartClass,
}

/// The class of a part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartClass {
    /// A case.
    Case(Profile),
    /// A file.
    File(FileClass),
    /// The text of a part, or of a parameter of the query.
    Text(Class),
    /// A value of a JSON body.
    Json(Class),
}

/// The class of a file. Its name and content are not recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileClass {
    /// The extension if the service accepts it; otherwise its hash, or nothing without an extension.
    pub extension: String,
    /// The size, rounded up to whole kilobytes without crossing the limit of a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
}

/// The body of an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The record as which the body was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// Pointers of all members, with `*` for positions and hashes for names that are not published.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<String>,
    /// The deviations that the rulebook finds in the record.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// Error codes: published words, or hashes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub codes: Vec<String>,
    /// The state of the case, if the answer names a published one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// For each file, its error code, or `accepted`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// The ids in the answer, as numbers.
    #[serde(default, skip_serializing_if = "Ids::is_empty")]
    pub ids: Ids,
    /// The eligibility for a cancellation that the answer shows, or its terms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cancellation: Option<Cancellation>,
    /// `true` if a list is complete by its envelope.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_whole_list: bool,
    /// `true` if a refusal names the state `responded`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub names_responded: bool,
    /// The kind of the body.
    #[serde(default, skip_serializing_if = "AnswerBody::is_json")]
    pub body: AnswerBody,
}

/// The kind of an answer's body.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerBody {
    /// JSON, or nothing.
    #[default]
    Json,
    /// A body that is not JSON.
    Other,
    /// A body that the source does not have.
    Unknown,
}

impl AnswerBody {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_json(&self) -> bool {
        *self == AnswerBody::Json
    }
}

/// The eligibility of a case for a cancellation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cancellation {
    /// `true` if the case can be canceled, or was.
    pub eligible: bool,
    /// The published reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<CancellationReason>,
    /// `true` if it costs something; `None` if the answer names no amount.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub costs: Option<bool>,
}

/// A deviation of a record or an event from the documentation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Note {
    /// The code of the rulebook.
    pub code: String,
    /// The place, with `*` for positions and hashes for names that are not published.
    pub at: String,
    /// The hash of an unexpected word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<String>,
    /// What a contradiction contradicts outside of the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<Against>,
}

/// What a value contradicts outside of its record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Against {
    /// The request has another value.
    Request,
    /// The recording has another value of the same case before.
    Earlier,
    /// Another case or file has this value already.
    Other,
}

/// A webhook event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventLine {
    /// The day on which the event arrived.
    pub day: Date,
    /// The number of the case in this recording.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case: Option<usize>,
    /// The name of the event, or its hash.
    pub event: String,
    /// `true` if the same body arrived before, and it is the same event: a repeated delivery.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
    /// `true` if the same body arrived before other events of the case, without an id and without a
    /// time: a repeated delivery, or the same event at another time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub perhaps_again: bool,
    /// The ids in the event, as numbers.
    #[serde(default, skip_serializing_if = "Ids::is_empty")]
    pub ids: Ids,
    /// The names of the envelope's members that the event has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub envelope: Vec<String>,
    /// The deviations that the rulebook finds in the event.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// Members that the specification does not name, as hashes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extra: Vec<String>,
}

/// A line is not one of a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("line {line} is not a line of a recording")]
#[non_exhaustive]
pub struct LineError {
    /// The number of the line, from 1.
    pub line: usize,
}

/// Reads a recording. Empty lines are skipped.
///
/// # Errors
///
/// Returns [`LineError`] for the first line that is not one of a recording.
pub fn read_lines(text: &str) -> Result<Vec<Line>, LineError> {
    let lines = text.trim_start_matches('\u{feff}').lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(at, line)| serde_json::from_str(line).map_err(|_| LineError { line: at + 1 })).collect()
}

impl Line {
    /// Returns the line as JSON, without a line break.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
