//! The answer for each file, and files for a case that is there.

use crate::call::{Ask, limit};
use crate::client::{Client, File, document, now, spread};
use crate::error::ClientError;
use crate::submit::digest;
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

    /// The service's answer for a file that was sent with the create.
    pub(crate) fn told(&self, told: Option<&Value>) -> FileAnswer {
        let text = |name: &str| told.and_then(|told| told.get(name)).and_then(Value::as_str);
        if text("status").is_none_or(|status| status == "accepted") {
            return self.answer.clone();
        }
        // What must change before it is sent again.
        let change = match text("error_code") {
            Some("file_too_large") => Some(json!(["smaller_file"])),
            Some("extension_not_allowed") => Some(json!(["other_extension"])),
            Some("unknown_label") => Some(json!(["known_label"])),
            Some("internal_error") => Some(json!([])),
            _ => None,
        };
        let retry = change.map(|change| json!({ "through": "append", "change": change }));
        let rejection = json!({ "error": text("error"), "error_code": text("error_code"), "retry": retry });
        FileAnswer { status: FileState::Rejected, rejection: Some(rejection), ..self.answer.clone() }
    }
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
        };
        JudgedFile { file, answer }
    });
    Judged { all: all.collect() }
}

/// An append that was begun, as it is stored before its first byte leaves.
#[derive(Serialize, Deserialize)]
struct Append {
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
    /// Files for a case that is there, with an answer for each. Append a file whose answer was lost again
    /// after its `until`: it is sent again only if no event shows that it arrived.
    ///
    /// # Errors
    ///
    /// Returns an error if the service refuses a file, or cannot be asked.
    pub fn append(&self, case_id: u64, files: &[File]) -> Result<Vec<FileAnswer>, ClientError> {
        let (_, reference) = self.known(case_id)?;
        let files = judged(files, FileEndpoint::Append, &(self.inner.context)());
        let append = |file| self.append_one(case_id, &reference, file);
        let answers = files.all.iter().map(|file| if file.is_sent() { append(file) } else { Ok(file.answer.clone()) });
        let answers = answers.collect();
        self.ask_later(case_id);
        answers
    }

    pub(crate) fn append_one(
        &self,
        id: u64,
        reference: &str,
        file: &JudgedFile<'_>,
    ) -> Result<FileAnswer, ClientError> {
        let store = &self.inner.store;
        let (label, content) = (&file.answer.label, &file.file.content);
        let folder = format!("append/{id}/");
        let place = folder.clone() + &digest(&json!([file.answer.filename, label, content.len()]));
        let before = store.get(&place)?;
        let open = before.as_deref().map(read).transpose()?;
        if let Some(open) = open.as_ref().filter(|open| now() < open.until) {
            return Ok(file.unknown(Some(open.until)));
        }
        let there = self.view(id)?.map(|view| view.files).unwrap_or_default();
        let mut others = Vec::new();
        for key in store.keys(&folder)?.into_iter().filter(|key| *key != place) {
            let Some(text) = store.get(&key)? else { continue };
            others.push((key, read(&text)?, text));
        }
        // A file of the same label can be that of another append without an answer.
        let is_alone = others.iter().all(|(_, other, _)| other.label != *label);
        let is_new = |open: &&Append| {
            there.iter().any(|one| one.label.as_ref() == Some(label) && !open.files.contains(&one.file_id))
        };
        if open.as_ref().filter(|_| is_alone).is_some_and(|open| is_new(&open)) {
            store.put(&place, None, before.as_deref())?;
            return Ok(file.answer.clone());
        }
        let until = now() + limit(content.len() as u64);
        let mut begun =
            Append { label: label.clone(), until, files: there.into_iter().map(|file| file.file_id).collect() };
        let text = json!(begun).to_string();
        if !store.put(&place, Some(&text), before.as_deref())? {
            return Ok(file.unknown(Some(until)));
        }
        let form = [
            Part { name: "file", filename: Some(&file.file.name), value: content },
            Part { name: "label", filename: None, value: label.as_bytes() },
        ];
        let ask = Ask { params: &[("ref", reference)], form: &form, spread: spread(id), ..Ask::default() };
        let ended = self.call(EndpointId::Append, &ask)?;
        if ended.outcome == CallOutcome::Unknown {
            begun.until = ended.until.unwrap_or(until);
            store.put(&place, Some(&json!(begun).to_string()), Some(&text))?;
            return Ok(file.unknown(Some(begun.until)));
        }
        store.put(&place, None, Some(&text))?;
        if ended.outcome != CallOutcome::Answer {
            return Err(ended.error(EndpointId::Append));
        }
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
