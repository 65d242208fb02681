//! The office: what it knows, and what it does with a case.

use crate::cases::Cases;
use crate::form::{Form, GivenFile};
use crate::refusal::Refusal;
use crate::service::{Service, agent};
use crate::submissions::{CaseOf, Submissions};
use casegate::context::Audience;
use casegate::events::{CaseView, Fact};
use casegate::files::{FileEndpoint, FileRequest, FileStatus, FileToSend, FileVerdict, judge_files};
use casegate::json::Document;
use casegate::requests::check_request;
use casegate::{Context, Date, check_case, prepare_case};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde_json::{Value, json};
use standardwebhooks::Webhook;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

pub(crate) struct Settings {
    pub(crate) service_url: String,
    pub(crate) master_token: String,
    pub(crate) webhook_secret: String,
    pub(crate) data: PathBuf,
    pub(crate) poll_seconds: u64,
    /// The zone of the office, whose day counts.
    pub(crate) time_zone: Tz,
}

pub(crate) struct Office {
    pub(crate) service: Service,
    pub(crate) webhook: Webhook,
    pub(crate) poll_seconds: u64,
    time_zone: Tz,
    cases: Mutex<Cases>,
    submissions: Mutex<Submissions>,
}

impl Office {
    pub(crate) fn open(settings: Settings) -> io::Result<Office> {
        let Settings { service_url, master_token, webhook_secret, data, poll_seconds, time_zone } = settings;
        std::fs::create_dir_all(&data)?;
        Ok(Office {
            service: Service {
                url: service_url.trim_end_matches('/').to_owned(),
                master_token,
                token_file: data.join("user-token"),
                token: Mutex::default(),
                login_from: Mutex::default(),
                agent: agent(),
            },
            webhook: Webhook::new(&webhook_secret).map_err(io::Error::other)?,
            poll_seconds,
            time_zone,
            cases: Mutex::new(Cases::open(&data.join("cases"))?),
            submissions: Mutex::new(Submissions::open(&data.join("submissions.json"))?),
        })
    }

    pub(crate) fn context(&self) -> Result<Context, Refusal> {
        context_at(Utc::now(), self.time_zone)
    }

    pub(crate) fn cases(&self) -> MutexGuard<'_, Cases> {
        self.cases.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn submissions(&self) -> MutexGuard<'_, Submissions> {
        self.submissions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn view(&self, id: u64) -> Result<CaseView, Refusal> {
        self.cases().view(id).ok_or_else(|| Refusal::new(404, "Case not found."))
    }

    /// The case, with the reference by which the service knows it; it comes some time after the case.
    pub(crate) fn known(&self, id: u64) -> Result<(CaseView, String), Refusal> {
        let view = self.view(id)?;
        let reference = match view.issue_key.clone() {
            Some(key) => Some(key),
            None => self.service.reference(id)?,
        };
        let none = || Refusal::new(409, "The service has not given the case its reference yet.");
        reference.map(|reference| (view, reference)).ok_or_else(none)
    }

    /// Checks an intake form, and submits its case.
    pub(crate) fn submit(&self, form: &Form) -> Result<Value, Refusal> {
        let context = self.context()?;
        let text = form.fields.get("case").map(String::as_str).unwrap_or_default();
        let report = check_case(text, &context);
        if !report.ok {
            return Err(Refusal::new(400, "The case is refused.").issues(report.issues));
        }
        let prepared = prepare_case(text, &context).prepared;
        let prepared = prepared.ok_or_else(|| Refusal::new(400, "The case cannot be read."))?;
        let (id, files) = match self.submitted_before(prepared.get())? {
            Some(id) => {
                let created = json!({ "case_id": id });
                self.cases().begin(id, report.facts.test, Fact::created(&document(&created)))?;
                // They may have arrived. A missing one can be appended.
                (id, form.files.iter().map(|file| json!({ "filename": file.name, "status": "unknown" })).collect())
            }
            None => self.create(prepared.get(), &form.files, report.facts.test)?,
        };
        Ok(json!({ "case_id": id, "files": files, "warnings": report.issues, "view": self.view(id)? }))
    }

    /// The case of an earlier attempt with the same form that got no answer.
    fn submitted_before(&self, payload: &str) -> Result<Option<u64>, Refusal> {
        let Some(earlier) = self.submissions().unanswered(payload) else { return Ok(None) };
        let list = self.service.list("api")?;
        let mut submissions = self.submissions();
        match submissions.case_of(&earlier, &list) {
            CaseOf::Known(id) => {
                submissions.answered(&earlier, id)?;
                Ok(Some(id))
            }
            CaseOf::None => {
                submissions.forget(&earlier)?;
                Ok(None)
            }
            CaseOf::Unclear => Err(Refusal::new(409, "The case may be there already: look for it in the list.")),
        }
    }

    fn create(&self, payload: &str, files: &[GivenFile], is_test: bool) -> Result<(u64, Vec<Value>), Refusal> {
        let judged = judged(files, FileEndpoint::Create, &self.context()?);
        let accepted = |(_, verdict): &&(GivenFile, FileVerdict)| verdict.status == FileStatus::Accepted;
        let sent: Vec<GivenFile> = judged.iter().filter(accepted).map(|(file, _)| file.clone()).collect();
        let submission = self.submissions().begin(payload)?;
        let created = match self.service.create(payload, &sent) {
            Ok(created) => created,
            Err(error) if error.is_unclear() => {
                let words = "The service did not answer. The case may be there. You can send the form again.";
                return Err(Refusal::new(502, words));
            }
            Err(error) => {
                self.submissions().forget(&submission)?;
                return Err(error.into());
            }
        };
        let id = created.get("case_id").and_then(Value::as_u64);
        let id = id.ok_or_else(|| Refusal::new(502, "The service named no case."))?;
        self.submissions().answered(&submission, id)?;
        self.cases().begin(id, is_test, Fact::created(&document(&created)))?;
        let answers = judged.iter().map(|(file, verdict)| self.settled(id, file, verdict)).collect();
        Ok((id, answers))
    }

    /// The answer for a file. One that fits as it is, but not into the create, is appended.
    fn settled(&self, id: u64, file: &GivenFile, verdict: &FileVerdict) -> Value {
        let fits_later = verdict.retry.as_ref().is_some_and(|retry| retry.change.is_empty());
        let is_appended = || self.known(id).is_ok_and(|(_, reference)| self.append(id, &reference, file).is_ok());
        if fits_later && is_appended() {
            json!({ "filename": file.name, "status": "accepted" })
        } else {
            json!(verdict)
        }
    }

    pub(crate) fn append(&self, id: u64, reference: &str, file: &GivenFile) -> Result<(), Refusal> {
        let answer = self.service.append(reference, file)?;
        if let Ok(fact) = Fact::file(&document(&answer)) {
            self.cases().ingest(id, fact)?;
        }
        Ok(())
    }
}

/// Files with the label that counts, and the verdict on each before it is sent.
pub(crate) fn judged(files: &[GivenFile], endpoint: FileEndpoint, context: &Context) -> Vec<(GivenFile, FileVerdict)> {
    let described = files.iter().map(|file| {
        let described = FileToSend::new(file.name.as_str(), file.content.len() as u64);
        file.label.iter().fold(described, |described, label| described.label(label.as_str()))
    });
    let request = FileRequest { endpoint, files: described.collect(), ..FileRequest::default() };
    let verdicts = judge_files(&request, context).files;
    let with_label = |(file, verdict): (&GivenFile, FileVerdict)| {
        (GivenFile { label: verdict.label.clone(), ..file.clone() }, verdict)
    };
    files.iter().zip(verdicts).map(with_label).collect()
}

/// What the library refuses is not sent.
pub(crate) fn must_pass(request: &Value, context: &Context) -> Result<(), Refusal> {
    let report = check_request(&request.to_string(), context);
    if report.ok { Ok(()) } else { Err(Refusal::new(400, "The service would refuse this.").issues(report.issues)) }
}

/// The rules have no clock: today is the office's day. The issues go back to a form.
fn context_at(now: DateTime<Utc>, zone: Tz) -> Result<Context, Refusal> {
    let today = Date::parse(&now.with_timezone(&zone).date_naive().to_string());
    let today = today.ok_or_else(|| Refusal::new(500, "The clock of this server is wrong."))?;
    Ok(Context::new(today).audience(Audience::Form))
}

pub(crate) fn document(value: &Value) -> Document {
    Document::read(&value.to_string()).unwrap_or(Document::Null)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono_tz::America::New_York;

    #[test]
    fn the_day_is_the_offices_and_issues_are_for_its_people() {
        let evening = DateTime::parse_from_rfc3339("2026-03-01T03:00:00Z").unwrap().to_utc();
        let context = context_at(evening, New_York).unwrap();
        assert_eq!(context.today().to_string(), "2026-02-28");
        let report = check_case(r#"{ "case_type": "pl", "base_product": "x" }"#, &context);
        assert!(report.issues.iter().any(|issue| issue.at == "/base_product"), "{report:?}");
        assert!(!report.issues.iter().any(|issue| issue.message.contains("bracket")), "{report:?}");
    }
}
