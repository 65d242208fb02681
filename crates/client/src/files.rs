//! The answer for each file, and files for a case that is there.

use crate::call::{Ask, limit};
use crate::client::{Client, File, document, now, spread};
use crate::error::{ClientError, Kind, ServiceError};
use crate::submit::{digest, hex};
use crate::transport::Part;
use casegate::Context;
use casegate::calls::CallOutcome;
use casegate::events::Fact;
use casegate::files::{FileEndpoint, FileRequest, FileStatus, FileToSend, judge_files};
use casegate::requests::EndpointId;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What became of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FileState {
    /// The case has it.
    Accepted,
    /// The case does not have it.
    Rejected,
    /// Its answer was lost. Append it again after [`FileAnswer::until`].
    Unknown,
    /// Nothing was done. Append it again after [`FileAnswer::until`].
    Unavailable,
}

/// The answer for a file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FileAnswer {
    /// Its name.
    pub filename: String,
    /// The label that counts.
    pub label: String,
    /// What became of it.
    pub status: FileState,
    /// The reason, the service's code for it, and what must change before it is sent again.
    #[serde(flatten)]
    pub rejection: Option<Value>,
    /// When it can be appended again, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
    /// An earlier attempt was lost, and nothing shows that it arrived.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub may_be_there_twice: bool,
    /// The error of an append that the service refused, or that was not sent.
    #[serde(skip)]
    pub failure: Option<Box<ServiceError>>,
}

impl FileAnswer {
    pub(crate) fn fits_as_it_is(&self) -> bool {
        let retry = self.rejection.as_ref().and_then(|rejection| rejection.get("retry"));
        retry.and_then(|retry| retry.get("change")).and_then(Value::as_array).is_some_and(Vec::is_empty)
    }
}

/// A file with its verdict before it is sent.
pub(crate) struct JudgedFile<'a> {
    pub(crate) file: &'a File,
    pub(crate) answer: FileAnswer,
}

pub(crate) struct Judged<'a> {
    pub(crate) all: Vec<JudgedFile<'a>>,
}

impl<'a> Judged<'a> {
    pub(crate) fn sent(&self) -> impl Iterator<Item = &JudgedFile<'a>> {
        self.all.iter().filter(|file| file.is_sent())
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.sent().map(|file| file.file.content.len() as u64).sum()
    }
}

impl JudgedFile<'_> {
    pub(crate) fn is_sent(&self) -> bool {
        self.answer.status == FileState::Accepted
    }

    pub(crate) fn unknown(&self, until: Option<u64>) -> FileAnswer {
        FileAnswer { status: FileState::Unknown, rejection: None, until, ..self.answer.clone() }
    }

    /// The answer for a file that was not appended.
    fn failed(&self, failure: Box<ServiceError>) -> FileAnswer {
        let is_refused = failure.kind == Kind::Refused && failure.endpoint == EndpointId::Append;
        let status = if is_refused { FileState::Rejected } else { FileState::Unavailable };
        let error = failure.body.get("error").or_else(|| failure.body.get("detail"));
        let rejection =
            Some(rejection(error.and_then(Value::as_str), failure.body.get("error_code").and_then(Value::as_str)));
        FileAnswer { status, rejection, until: failure.until, failure: Some(failure), ..self.answer.clone() }
    }

    /// The service's answer for a file that was sent with the create.
    pub(crate) fn told(&self, told: Option<&Value>) -> FileAnswer {
        let text = |name: &str| told.and_then(|told| told.get(name)).and_then(Value::as_str);
        if text("status").is_none_or(|status| status == "accepted") {
            return self.answer.clone();
        }
        let rejection = Some(rejection(text("error"), text("error_code")));
        FileAnswer { status: FileState::Rejected, rejection, ..self.answer.clone() }
    }
}

fn rejection(error: Option<&str>, code: Option<&str>) -> Value {
    // What must change before it is sent again.
    let change = match code {
        Some("file_too_large") => Some(json!(["smaller_file"])),
        Some("extension_not_allowed") => Some(json!(["other_extension"])),
        Some("unknown_label") => Some(json!(["known_label"])),
        Some("internal_error") => Some(json!([])),
        _ => None,
    };
    let retry = change.map(|change| json!({ "through": "append", "change": change }));
    json!({ "error": error, "error_code": code, "retry": retry })
}

pub(crate) fn judged<'a>(files: &'a [File], endpoint: FileEndpoint, context: &Context) -> Judged<'a> {
    let described = files.iter().map(|file| {
        let described = FileToSend::new(file.name.as_str(), file.content.len() as u64);
        file.label.iter().fold(described, |described, label| described.label(label.as_str()))
    });
    let request = FileRequest { endpoint, files: described.collect(), ..FileRequest::default() };
    let verdicts = judge_files(&request, context).files;
    let all = files.iter().zip(verdicts).map(|(file, verdict)| {
        let is_accepted = verdict.status == FileStatus::Accepted;
        let rejection = json!({ "error": verdict.error, "error_code": verdict.error_code, "retry": verdict.retry });
        let answer = FileAnswer {
            filename: verdict.filename.unwrap_or_else(|| file.name.clone()),
            label: verdict.label.unwrap_or_else(|| "other".to_owned()),
            status: if is_accepted { FileState::Accepted } else { FileState::Rejected },
            rejection: (!is_accepted).then_some(rejection),
            until: None,
            may_be_there_twice: false,
            failure: None,
        };
        JudgedFile { file, answer }
    });
    Judged { all: all.collect() }
}

/// An append, as it is stored before its first byte leaves.
#[derive(Clone, Serialize, Deserialize)]
struct Append {
    /// The case has the file: the same bytes are not sent again.
    #[serde(default)]
    accepted: bool,
    label: String,
    /// It is not sent again before this moment.
    until: u64,
    /// The files that the case had.
    files: Vec<String>,
}

fn read(text: &str) -> Result<Append, ClientError> {
    Ok(serde_json::from_str(text).map_err(std::io::Error::from)?)
}

impl Client {
    /// Files for a case that is there, with an answer for each. Append those that are [`FileState::Unknown`] or
    /// [`FileState::Unavailable`] again after `until`, alone or with the others: an accepted file is never sent again,
    /// and a lost one only if no event shows that it arrived.
    ///
    /// # Errors
    ///
    /// Returns an error if nothing was sent because the case is not known, or if the store fails.
    pub fn append(&self, case_id: u64, files: &[File]) -> Result<Vec<FileAnswer>, ClientError> {
        let (_, reference) = self.known(case_id)?;
        let files = judged(files, FileEndpoint::Append, &(self.inner.context)());
        let mut answers = Vec::new();
        let mut down = None;
        for file in &files.all {
            let answer = if file.is_sent() {
                match self.append_one(case_id, &reference, file, down.as_deref()) {
                    Err(ClientError::Service(failure)) => file.failed(failure),
                    answer => answer?,
                }
            } else {
                file.answer.clone()
            };
            if answer.status == FileState::Unavailable {
                down.clone_from(&answer.failure);
            }
            answers.push(answer);
        }
        self.ask_later(case_id);
        Ok(answers)
    }

    /// With the error of an earlier file, for which the service did not answer, nothing is sent.
    pub(crate) fn append_one(
        &self,
        id: u64,
        reference: &str,
        file: &JudgedFile<'_>,
        down: Option<&ServiceError>,
    ) -> Result<FileAnswer, ClientError> {
        let store = &self.inner.store;
        let (label, content) = (&file.answer.label, &file.file.content);
        let folder = format!("append/{id}/");
        let place = folder.clone() + &digest(&json!([file.answer.filename, label, hex(content)]));
        let before = store.get(&place)?;
        let open = before.as_deref().map(read).transpose()?;
        if open.as_ref().is_some_and(|open| open.accepted) {
            return Ok(file.answer.clone());
        }
        if let Some(open) = open.as_ref().filter(|open| now() < open.until) {
            return Ok(file.unknown(Some(open.until)));
        }
        let there = self.view(id)?.map(|view| view.files).unwrap_or_default();
        let mut others = Vec::new();
        for key in store.keys(&folder)?.into_iter().filter(|key| *key != place) {
            let Some(text) = store.get(&key)? else { continue };
            let other = read(&text)?;
            if !other.accepted {
                others.push((key, other, text));
            }
        }
        let until = now() + limit(content.len() as u64);
        let files = there.iter().map(|file| file.file_id.clone()).collect();
        let mut begun = Append { accepted: false, label: label.clone(), until, files };
        let text = json!(begun).to_string();
        let accepted = json!(Append { accepted: true, ..begun.clone() }).to_string();
        // A file of the same label can be that of another append without an answer.
        let is_alone = others.iter().all(|(_, other, _)| other.label != *label);
        let is_new = |open: &&Append| {
            there.iter().any(|one| one.label.as_ref() == Some(label) && !open.files.contains(&one.file_id))
        };
        if open.as_ref().filter(|_| is_alone).is_some_and(|open| is_new(&open)) {
            store.put(&place, Some(&accepted), before.as_deref())?;
            return Ok(file.answer.clone());
        }
        if let Some(down) = down {
            return Ok(file.failed(Box::new(down.clone())));
        }
        if !store.put(&place, Some(&text), before.as_deref())? {
            return Ok(file.unknown(Some(until)));
        }
        let form = [
            Part { name: "file", filename: Some(&file.file.name), value: content },
            Part { name: "label", filename: None, value: label.as_bytes() },
        ];
        let ask = Ask { params: &[("ref", reference)], form: &form, spread: spread(id), ..Ask::default() };
        let ended = match self.call(EndpointId::Append, &ask) {
            Ok(ended) if ended.outcome == CallOutcome::Answer => ended,
            Ok(ended) if ended.outcome == CallOutcome::Unknown => {
                begun.until = ended.until.unwrap_or(until);
                store.put(&place, Some(&json!(begun).to_string()), Some(&text))?;
                return Ok(file.unknown(Some(begun.until)));
            }
            failed => {
                store.put(&place, before.as_deref(), Some(&text))?;
                return match (failed?.error(EndpointId::Append), open) {
                    // This attempt did not arrive, but an earlier one may have.
                    (ClientError::Service(failure), Some(open)) if failure.kind == Kind::Refused => {
                        Ok(FileAnswer { failure: Some(failure), ..file.unknown(Some(open.until)) })
                    }
                    (error, _) => Err(error),
                };
            }
        };
        store.put(&place, Some(&accepted), Some(&text))?;
        if let Ok(fact) = Fact::file(&document(&ended.body)) {
            self.ingest(id, &fact, false)?;
        }
        // It is not that of another append.
        let file_id = ended.body.get("file_id").and_then(Value::as_str).unwrap_or_default();
        for (key, mut other, text) in others {
            other.files.push(file_id.to_owned());
            store.put(&key, Some(&json!(other).to_string()), Some(&text))?;
        }
        Ok(FileAnswer { may_be_there_twice: open.is_some(), ..file.answer.clone() })
    }
}
