//! Creates: sent once, and settled if their answer is lost.

use crate::call::{Ask, limit};
use crate::client::{Client, File, document, now, reference_in};
use crate::error::{ClientError, Kind, ServiceError};
use crate::files::{FileAnswer, Judged, judged};
use crate::transport::Part;
use casegate::calls::{CallOutcome, Clock, Intent, Settled, ask_from, listed, settle};
use casegate::events::Fact;
use casegate::files::FileEndpoint;
use casegate::requests::EndpointId;
use casegate::{check_case, prepare_case};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io;

/// What became of a create.
#[derive(Debug, Clone, PartialEq)]
pub enum Submitted {
    /// There is a case.
    Created {
        /// Its number.
        case_id: u64,
        /// An answer for each file.
        files: Vec<FileAnswer>,
        /// What does not stop a case, as JSON.
        warnings: Value,
        /// An earlier attempt created it.
        known: bool,
        /// The case has the values that were submitted under the key before, and not these.
        changed: bool,
    },
    /// There is none. Nothing was sent, or the service refused it.
    Refused {
        /// The issues, as JSON for a form.
        issues: Value,
    },
    /// There may be one.
    Unknown {
        /// When the same form can be submitted again with the same key, in milliseconds since 1970.
        until: Option<u64>,
        /// The cases that it can be. A person decides by [`Client::claim`] or [`Client::release`].
        candidates: Vec<u64>,
    },
}

#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Open,
    Created,
}

/// A create that was begun, as it is stored before its first byte leaves.
#[derive(Clone, Serialize, Deserialize)]
struct Submission {
    state: State,
    digest: String,
    case_type: Value,
    first: u64,
    last: u64,
    since: u64,
    creates: u32,
    /// The service's clock when it was sent.
    clock: Clock,
    case_id: Option<u64>,
    /// No call has answered yet that the case is created.
    #[serde(default)]
    untold: bool,
}

impl Submission {
    fn text(&self) -> String {
        json!(self).to_string()
    }

    fn intent(&self, since: u64) -> Intent {
        let Submission { first, last, creates, .. } = *self;
        Intent { first, last, since, creates, clock: self.clock.clone() }
    }
}

/// A place in the store, with its text.
struct Stored {
    place: String,
    text: String,
    record: Submission,
}

/// What is sent.
struct Form<'a> {
    prepared: &'a str,
    is_test: bool,
    files: &'a Judged<'a>,
    warnings: Value,
}

enum Found {
    Case(u64),
    Absent,
    Unknown(Submitted),
}

/// Returns the digest of values, whatever the order of their members: any crate of a program may turn on
/// `serde_json`'s `preserve_order`.
pub(crate) fn digest(value: &Value) -> String {
    let mut sorted = value.clone();
    sorted.sort_all_objects();
    hex(sorted.to_string().as_bytes())
}

/// Returns the SHA-256 of bytes.
pub(crate) fn hex(content: &[u8]) -> String {
    let bytes = hmac_sha256::Hash::hash(content);
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
}

impl Client {
    /// Checks the JSON text of a case, and creates it with its files. The same `key` never makes a second
    /// case: it finds the first one, or settles what became of it. Without a key, a create of the same
    /// values is found until a call has answered [`Submitted::Created`] for it.
    ///
    /// # Errors
    ///
    /// Returns an error if nothing was created for another reason than the case.
    pub fn submit(&self, case: &str, key: Option<&str>, files: &[File]) -> Result<Submitted, ClientError> {
        let context = (self.inner.context)();
        let report = check_case(case, &context);
        let issues = json!(report.issues);
        let prepared = prepare_case(case, &context).prepared.filter(|_| report.ok);
        let Some(prepared) = prepared else { return Ok(Submitted::Refused { issues }) };
        let values: Value = serde_json::from_str(prepared.get()).unwrap_or_default();
        let form = digest(&values);
        let place = match key {
            Some(key) => format!("submission/{key}"),
            None => self.open_place(&form)?,
        };
        let files = judged(files, FileEndpoint::Create, &context);
        let form_sent = Form { prepared: prepared.get(), is_test: report.facts.test, files: &files, warnings: issues };
        let case_type = values.get("case_type").cloned().unwrap_or_default();
        let submitted = self.submitted(place.clone(), form, &case_type, form_sent)?;
        if key.is_none() && matches!(submitted, Submitted::Created { .. }) {
            // If this fails, the case is found once more.
            let _ = self.tell(&place);
        }
        Ok(submitted)
    }

    fn submitted(
        &self,
        place: String,
        form: String,
        case_type: &Value,
        form_sent: Form<'_>,
    ) -> Result<Submitted, ClientError> {
        let files = form_sent.files;
        loop {
            let found = self.inner.store.get(&place)?;
            // The first request of a process: a create without an answer can be settled only if the clocks are
            // compared before it.
            if found.is_none() && self.clock().is_empty() && self.inner.store.get("token")?.is_some() {
                let _ = self.call(EndpointId::Ping, &Ask { retries: Some(0), ..Ask::default() });
            }
            let at = now();
            let last = at + limit(files.bytes()) * 3;
            let Some(text) = found else {
                let record = Submission {
                    state: State::Open,
                    digest: form.clone(),
                    case_type: case_type.clone(),
                    first: at,
                    last,
                    since: at,
                    creates: 1,
                    clock: self.clock(),
                    case_id: None,
                    untold: true,
                };
                let text = record.text();
                if self.inner.store.put(&place, Some(&text), None)? {
                    return self.create(Stored { place, text, record }, form_sent);
                }
                continue;
            };
            let found = Stored { record: read(&text)?, text, place: place.clone() };
            if let Some(case_id) = found.record.case_id {
                return Ok(known(case_id, form_sent, found.record.digest != form));
            }
            match self.settled(&found, at)? {
                Found::Unknown(unknown) => return Ok(unknown),
                Found::Case(case_id) => {
                    if !self.claimed(&found, case_id, None, false)? {
                        return Ok(Submitted::Unknown { until: None, candidates: vec![case_id] });
                    }
                    return Ok(known(case_id, form_sent, found.record.digest != form));
                }
                Found::Absent => {}
            }
            let record = Submission {
                digest: form,
                last: now() + limit(files.bytes()) * 3,
                since: at,
                creates: found.record.creates + 1,
                clock: found.record.clock.and(&self.clock()),
                untold: true,
                ..found.record
            };
            let text = record.text();
            // Another process may have settled it at the same time; only the one whose `put` succeeds sends.
            if !self.inner.store.put(&place, Some(&text), Some(&found.text))? {
                return Ok(Submitted::Unknown { until: None, candidates: Vec::new() });
            }
            return self.create(Stored { place, text, record }, form_sent);
        }
    }

    fn create(&self, stored: Stored, form: Form<'_>) -> Result<Submitted, ClientError> {
        let sent: Vec<_> = form.files.sent().collect();
        let mut parts = vec![Part { name: "case", filename: None, value: form.prepared.as_bytes() }];
        for file in &sent {
            parts.push(Part { name: "files", filename: Some(&file.file.name), value: &file.file.content });
            parts.push(Part { name: "labels", filename: None, value: file.answer.label.as_bytes() });
        }
        let spread = stored.place.bytes().fold(7, |sum: u32, byte| (sum * 31 + u32::from(byte)) % 65_536);
        let store = &self.inner.store;
        let ask = Ask { form: &parts, spread, latest: Some(stored.record.last), ..Ask::default() };
        let ended = match self.call(EndpointId::Create, &ask) {
            Ok(ended) => ended,
            Err(error) => {
                // Without a token nothing was sent, so that nothing has to be settled.
                store.put(&stored.place, None, Some(&stored.text))?;
                return Err(error);
            }
        };
        match ended.outcome {
            CallOutcome::Answer | CallOutcome::Landed => {}
            CallOutcome::Unknown => {
                let clock = stored.record.clock.and(&self.clock());
                let open = Submission { last: now(), clock, ..stored.record };
                store.put(&stored.place, Some(&open.text()), Some(&stored.text))?;
                let until = Some(ask_from(&open.intent(open.since), &self.settling(false)));
                return Ok(Submitted::Unknown { until, candidates: Vec::new() });
            }
            // Nothing was created, so that nothing has to be settled.
            CallOutcome::Refused | CallOutcome::Unavailable => {
                store.put(&stored.place, None, Some(&stored.text))?;
                return match ended.body.get("errors").filter(|errors| errors.is_array()).cloned() {
                    Some(issues) if ended.outcome == CallOutcome::Refused => Ok(Submitted::Refused { issues }),
                    _ => Err(ended.error(EndpointId::Create)),
                };
            }
        }
        let no_case = || ServiceError::new(Kind::Unknown, EndpointId::Create, None);
        let case_id = ended.body.get("case_id").and_then(Value::as_u64).ok_or_else(no_case)?;
        self.claimed(&stored, case_id, Some(&ended.body), form.is_test)?;
        let told = ended.body.get("attachments").and_then(Value::as_array).cloned().unwrap_or_default();
        let mut answers = Vec::new();
        let mut told = told.iter();
        for file in &form.files.all {
            let answer = if file.is_sent() { file.told(told.next()) } else { file.answer.clone() };
            let again = answer.fits_as_it_is().then(|| {
                self.known(case_id).and_then(|(_, reference)| self.append_one(case_id, &reference, file, None))
            });
            answers.push(again.and_then(Result::ok).unwrap_or(answer));
        }
        self.ask_later(case_id);
        Ok(Submitted::Created { case_id, files: answers, warnings: form.warnings, known: false, changed: false })
    }

    fn settled(&self, stored: &Stored, since: u64) -> Result<Found, ClientError> {
        let unknown = |candidates, until| Found::Unknown(Submitted::Unknown { until, candidates });
        let intent = stored.record.intent(since);
        let from = ask_from(&intent, &self.settling(false));
        if now() < from {
            return Ok(unknown(Vec::new(), Some(from)));
        }
        let at = now();
        // Nothing is known without the list, and the case may exist.
        let pages = match self.pages("api") {
            Err(ClientError::Service(error)) => return Ok(unknown(Vec::new(), error.until)),
            pages => pages?,
        };
        let mut others = Vec::new();
        for key in self.inner.store.keys("submission/")?.into_iter().filter(|key| *key != stored.place) {
            others.extend(self.inner.store.get(&key)?.map(|text| read(&text)).transpose()?);
        }
        let taken: Vec<u64> = others.iter().filter_map(|other| other.case_id).collect();
        let others_open = others.iter().any(|other| other.state == State::Open);
        let documents: Vec<_> = pages.iter().map(document).collect();
        let (settled, candidates) = settle(&intent, &listed(&documents), &taken, &self.settling(others_open), at);
        let [id] = candidates.as_slice() else {
            return Ok(if settled == Settled::Absent { Found::Absent } else { unknown(candidates, None) });
        };
        if settled != Settled::Found {
            return Ok(unknown(candidates, None));
        }
        let Some(reference) = reference_in(&pages, *id) else { return Ok(unknown(candidates, Some(at + 60_000))) };
        match self.must(EndpointId::Detail, &Ask { params: &[("ref", &reference)], ..Ask::default() }) {
            Ok(detail) if detail.get("case_type") == Some(&stored.record.case_type) => Ok(Found::Case(*id)),
            Ok(_) => Ok(unknown(candidates, None)),
            Err(ClientError::Service(error)) => Ok(unknown(candidates, error.until)),
            Err(error) => Err(error),
        }
    }

    /// Settles the creates without an answer, as far as that is possible without their persons.
    ///
    /// # Errors
    ///
    /// Returns an error if the store fails.
    pub fn settle(&self) -> Result<(), ClientError> {
        for place in self.inner.store.keys("submission/")? {
            let Some(text) = self.inner.store.get(&place)? else { continue };
            let mut stored = Stored { record: read(&text)?, place, text };
            if stored.record.state != State::Open {
                continue;
            }
            stored.record.untold = true;
            if let Found::Case(id) = self.settled(&stored, stored.record.since)? {
                self.claimed(&stored, id, None, false)?;
            }
        }
        Ok(())
    }

    /// A person found the case of an unknown create.
    ///
    /// # Errors
    ///
    /// Returns an error if no create with this key is unknown, if the case belongs to another create, or if the
    /// service does not list it, or its list cannot be read.
    pub fn claim(&self, key: &str, case_id: u64) -> Result<(), ClientError> {
        self.open(key)?;
        let documents: Vec<_> = self.pages("api")?.iter().map(document).collect();
        let list = listed(&documents);
        if list.complete && list.cases.iter().all(|(id, _)| *id != case_id) {
            return Err(ClientError::NotListed);
        }
        let stored = self.open(key)?;
        if self.claimed(&stored, case_id, None, false)? { Ok(()) } else { Err(ClientError::Claimed) }
    }

    /// A person found that there is no case of an unknown create.
    ///
    /// # Errors
    ///
    /// Returns an error if no create with this key is unknown, or if it may still be under way.
    pub fn release(&self, key: &str) -> Result<(), ClientError> {
        let stored = self.open(key)?;
        let until = ask_from(&stored.record.intent(stored.record.since), &self.settling(false));
        if now() < until {
            return Err(ServiceError::new(Kind::Unavailable, EndpointId::Create, Some(until)).into());
        }
        self.inner.store.put(&stored.place, None, Some(&stored.text))?;
        Ok(())
    }

    fn open(&self, key: &str) -> Result<Stored, ClientError> {
        let place = format!("submission/{key}");
        let text = self.inner.store.get(&place)?.ok_or(ClientError::NotKnown)?;
        let record = read(&text)?;
        if record.state == State::Open { Ok(Stored { place, text, record }) } else { Err(ClientError::NotKnown) }
    }

    /// Returns `false` for a case of another create, unless the service's answer names it.
    fn claimed(
        &self,
        stored: &Stored,
        case_id: u64,
        answer: Option<&Value>,
        is_test: bool,
    ) -> Result<bool, ClientError> {
        let (store, place) = (&self.inner.store, &stored.place);
        let claim = format!("claim/{case_id}");
        let mut is_free = store.put(&claim, Some(place), None)?;
        if !is_free {
            let other = store.get(&claim)?.unwrap_or_default();
            // A person may have released the other create.
            let is_released =
                || io::Result::Ok(store.get(&other)?.is_none() && store.put(&claim, Some(place), Some(&other))?);
            is_free = other == *place || is_released()?;
        }
        if !is_free && answer.is_none() {
            return Ok(false);
        }
        let created = answer.map_or_else(|| document(&json!({ "case_id": case_id })), document);
        self.ingest(case_id, &Fact::created(&created), is_test)?;
        self.ask_later(case_id);
        let record = Submission { state: State::Created, case_id: Some(case_id), ..stored.record.clone() };
        if store.put(place, Some(&record.text()), Some(&stored.text))? {
            return Ok(true);
        }
        // Another call has settled it, perhaps with another case.
        let settled = store.get(place)?.map(|text| read(&text)).transpose()?;
        let is_same = settled.is_some_and(|settled| settled.case_id == Some(case_id));
        if !is_same {
            store.put(&claim, None, Some(place))?;
        }
        Ok(is_same)
    }

    /// Notes that a call answers [`Submitted::Created`].
    fn tell(&self, place: &str) -> Result<(), ClientError> {
        while let Some(text) = self.inner.store.get(place)? {
            let mut record = read(&text)?;
            if !std::mem::take(&mut record.untold) || self.inner.store.put(place, Some(&record.text()), Some(&text))? {
                break;
            }
        }
        Ok(())
    }

    /// The place of a create of the same values that no call has answered `Created` for, or a new one.
    fn open_place(&self, form: &str) -> Result<String, ClientError> {
        for at in 0_u64.. {
            let place = format!("submission/{form}.{at}");
            match self.inner.store.get(&place)? {
                // The polls may have settled it since its person was told to come again.
                Some(text) if matches!(read(&text)?, Submission { state: State::Created, untold: false, .. }) => {}
                _ => return Ok(place),
            }
        }
        Err(ClientError::NotKnown)
    }
}

fn read(text: &str) -> Result<Submission, ClientError> {
    Ok(serde_json::from_str(text).map_err(std::io::Error::from)?)
}

fn known(case_id: u64, form: Form<'_>, changed: bool) -> Submitted {
    // The files may have arrived. A missing one can be appended.
    let files = form.files.all.iter().map(|file| file.unknown(None)).collect();
    Submitted::Created { case_id, files, warnings: form.warnings, known: true, changed }
}

#[cfg(test)]
mod tests {
    use super::digest;
    use serde_json::Value;

    /// In the tests of the workspace another crate turns on `preserve_order`.
    #[test]
    fn the_order_of_members_does_not_change_a_digest() {
        let [one, other]: [Value; 2] = [r#"{"a":1,"b":[{"c":2,"d":3}]}"#, r#"{"b":[{"d":3,"c":2}],"a":1}"#]
            .map(|text| serde_json::from_str(text).expect("JSON"));
        assert_eq!(digest(&one), digest(&other));
    }
}
