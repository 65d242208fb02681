//! Compares the values of an answer or event with those of its request and of the same case before.
//! A recording has the outcome and no value.

use crate::key::Key;
use crate::line::{Against, Note};
use crate::record::part::RawPart;
use crate::record::raw::{RawBody, RawExchange};
use casegate::Code;
use casegate::Product;
use casegate::events::{Delivery, Event, Moment};
use casegate::files::sanitized_file_name;
use casegate::json::Document;
use casegate::requests::{Endpoint, EndpointId};
use casegate::tokens::{Label, ResultsCaseType};
use serde_json::Value;
use std::collections::BTreeMap;

/// Hashes of values of each case, by a name, and of values that only one owner may have.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    of_case: BTreeMap<(usize, String), String>,
    owners: BTreeMap<String, (Option<usize>, String)>,
}

/// The times of records. Their form is not published, and others cannot be compared.
const TIMES: [&str; 3] = ["created_at", "updated_at", "completed_at"];

/// An exchange whose values are compared.
pub(crate) struct Compared<'e> {
    pub(crate) endpoint: &'static Endpoint,
    pub(crate) raw: &'e RawExchange,
    /// The reference in the path.
    pub(crate) of_path: Option<&'e str>,
    pub(crate) answer: &'e Document,
    pub(crate) case: Option<usize>,
}

/// Returns the values of a member of a request: of the object of a JSON body, or of the parts.
pub(crate) fn members(body: &RawBody, name: &str) -> Vec<Value> {
    let elements = |value: Value| match value {
        Value::Array(elements) => elements,
        value => vec![value],
    };
    match body {
        RawBody::Text(text) => {
            let value =
                serde_json::from_str::<Value>(text).ok().and_then(|mut body| body.get_mut(name).map(Value::take));
            value.map(elements).unwrap_or_default()
        }
        RawBody::Parts(parts) => {
            let texts = parts.iter().filter(|part| part.name == name && part.filename.is_none());
            let value = |text: &String| match serde_json::from_str(text) {
                Ok(value @ Value::Array(_)) => value,
                _ => Value::from(text.as_str()),
            };
            texts.filter_map(|part| part.text.as_ref()).flat_map(|text| elements(value(text))).collect()
        }
        RawBody::None | RawBody::Unknown | RawBody::Listed(_) => Vec::new(),
    }
}

/// Returns the text of a value that is an id.
pub(crate) fn id_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn member(body: &RawBody, name: &str) -> Option<String> {
    members(body, name).first().and_then(id_text)
}

fn text<'d>(value: &'d Document, name: &str) -> Option<&'d str> {
    value.get(name)?.as_str().filter(|text| !text.trim().is_empty())
}

fn note(at: String, code: Code, against: Option<Against>) -> Note {
    Note { code: code.name().to_owned(), at, word: None, against }
}

fn contradiction(at: impl Into<String>, against: Against) -> Note {
    note(at.into(), Code::Contradiction, Some(against))
}

/// Returns the note on an answer whose id and reference are those of two cases.
pub(crate) fn of_another_case(endpoint: EndpointId) -> Note {
    contradiction(if endpoint == EndpointId::Create { "/case_id" } else { "/id" }, Against::Other)
}

/// Returns the note on an event of two cases, or of none.
pub(crate) fn of_no_case(is_ambiguous: bool) -> Note {
    let (code, against) =
        if is_ambiguous { (Code::Contradiction, Some(Against::Other)) } else { (Code::EventMemberMissing, None) };
    note("/case_id".to_owned(), code, against)
}

/// Returns `true` for a name that no program changes.
fn is_plain(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
}

impl Memory {
    /// Returns `true` if the case had another value under this name. The first one is remembered.
    fn differs(&mut self, key: &Key, case: Option<usize>, name: impl Into<String>, value: &str) -> bool {
        let Some(case) = case else { return false };
        let hash = key.hash(value);
        *self.of_case.entry((case, name.into())).or_insert_with(|| hash.clone()) != hash
    }

    fn remember(&mut self, key: &Key, case: Option<usize>, name: &str, value: &str) {
        if let Some(case) = case {
            self.of_case.insert((case, name.to_owned()), key.hash(value));
        }
    }

    fn knows(&self, case: Option<usize>, name: &str) -> bool {
        case.is_some_and(|case| self.of_case.contains_key(&(case, name.to_owned())))
    }

    /// Returns `true` if another owner has this value.
    fn is_of_another(&mut self, key: &Key, case: Option<usize>, owner: &str, value: &str) -> bool {
        let owner = (case, owner.to_owned());
        *self.owners.entry(key.hash(value)).or_insert_with(|| owner.clone()) != owner
    }

    /// Compares an answer of a request that succeeded.
    pub(crate) fn compare(&mut self, key: &Key, exchange: &Compared<'_>) -> Vec<Note> {
        let mut notes = Vec::new();
        let Compared { endpoint, raw, of_path, answer, case } = *exchange;
        for name in ["issue_key", "case_ref"] {
            let Some(reference) = text(answer, name) else { continue };
            // A path may have the id in the place of the reference.
            let is_other =
                of_path.is_some_and(|path| path.parse::<u64>().is_err() && !path.eq_ignore_ascii_case(reference));
            if is_other {
                notes.push(contradiction(format!("/{name}"), Against::Request));
            } else if self.differs(key, case, "reference", &reference.to_ascii_uppercase()) {
                notes.push(contradiction(format!("/{name}"), Against::Earlier));
            }
        }
        self.times(key, case, answer, "", &mut notes);
        match endpoint.id {
            EndpointId::Create => self.create(key, exchange, &mut notes),
            EndpointId::LegacyCreateExistence => {
                self.remember(key, case, "product", Product::PolicyExistence.case_type());
            }
            EndpointId::LegacyCreateLimit => self.remember(key, case, "product", Product::PolicyLimit.case_type()),
            EndpointId::List => {
                let list = answer.as_list().or_else(|| answer.get("results")?.as_list()).unwrap_or_default();
                let ids = || list.iter().filter_map(|item| item.get("id")?.as_u64());
                if ids().count() != ids().collect::<std::collections::BTreeSet<_>>().len() {
                    notes.push(contradiction("/results/*/id", Against::Other));
                }
                if answer.get("count").and_then(Document::as_u64).is_some_and(|count| count < list.len() as u64) {
                    notes.push(note("/count".to_owned(), Code::Contradiction, None));
                }
                for item in list {
                    self.times(key, None, item, "/results/*", &mut notes);
                }
            }
            EndpointId::Detail => {
                let kind = text(answer, "case_type");
                let product = kind.and_then(Product::from_case_type);
                if kind.is_some_and(|kind| self.differs(key, case, "case_type", kind))
                    || product.is_some_and(|product| self.differs(key, case, "product", product.case_type()))
                {
                    notes.push(contradiction("/case_type", Against::Earlier));
                }
            }
            EndpointId::Results => self.results(key, exchange, &mut notes),
            EndpointId::Offers => self.offer(key, case, answer, &mut notes),
            EndpointId::Respond => {
                let sent = member(&raw.body, "interaction_id");
                if sent.zip(text(answer, "interaction_id")).is_some_and(|(sent, answered)| sent != answered.trim()) {
                    notes.push(contradiction("/interaction_id", Against::Request));
                }
            }
            EndpointId::Append => self.append(key, exchange, &mut notes),
            EndpointId::Cancel => {
                if !self.knows(case, "cancelled") {
                    self.remember(key, case, "cancelled", "");
                    let reason = members(&raw.body, "reason");
                    let reason = reason.first().and_then(Value::as_str).filter(|reason| !reason.trim().is_empty());
                    if let Some(reason) = reason {
                        self.remember(key, case, "closing reason", reason);
                    }
                }
                let fee = answer.get("fee").map(ToString::to_string).unwrap_or_default();
                for (at, value) in [("/tier", text(answer, "tier").unwrap_or_default()), ("/fee", &fee)] {
                    if self.differs(key, case, format!("cancellation{at}"), value) {
                        notes.push(contradiction(at, Against::Earlier));
                    }
                }
            }
            _ => {}
        }
        notes
    }

    /// Compares the times of a record.
    fn times(&mut self, key: &Key, case: Option<usize>, record: &Document, at: &str, notes: &mut Vec<Note>) {
        let moment = |name: &str| text(record, name).and_then(Moment::parse);
        for name in TIMES {
            if text(record, name).is_some() && moment(name).is_none() {
                notes.push(note(format!("{at}/{name}"), Code::TimeNotComparable, None));
            }
        }
        let created = moment("created_at");
        if created.is_some_and(|created| self.differs(key, case, "created_at", &created.to_string())) {
            notes.push(contradiction(format!("{at}/created_at"), Against::Earlier));
        }
        if created.zip(moment("updated_at")).is_some_and(|(created, updated)| updated < created) {
            notes.push(note(format!("{at}/updated_at"), Code::Contradiction, None));
        }
    }

    fn create(&mut self, key: &Key, exchange: &Compared<'_>, notes: &mut Vec<Note>) {
        let Compared { raw, answer, case, .. } = *exchange;
        if self.knows(case, "created here") {
            notes.push(contradiction("/case_id", Against::Other));
        }
        self.remember(key, case, "created here", "");
        if let Some(kind) = text(answer, "case_type") {
            self.remember(key, case, "product", kind);
        }
        if answer.get("submitted").and_then(Document::as_bool) == Some(false) {
            notes.push(note("/submitted".to_owned(), Code::Contradiction, None));
        }
        let RawBody::Parts(parts) = &raw.body else { return };
        let cases: Vec<&RawPart> = parts.iter().filter(|part| part.name == "case").collect();
        let submitted = cases.first().and_then(|part| serde_json::from_str::<Value>(part.text.as_deref()?).ok());
        let submitted = submitted.as_ref().and_then(|case| case.get("case_type")?.as_str());
        if submitted.zip(text(answer, "case_type")).is_some_and(|(sent, answered)| sent != answered) {
            notes.push(contradiction("/case_type", Against::Request));
        }
        let Some(attachments) = answer.get("attachments").and_then(Document::as_list) else { return };
        for id in attachments.iter().filter_map(|attachment| text(attachment, "file_id")) {
            self.file(key, case, id, "/attachments/*/file_id", notes);
        }
        let Some(sent) = sent_files(parts) else { return };
        if sent.len() != attachments.len() {
            notes.push(contradiction("/attachments", Against::Request));
            return;
        }
        for ((name, label), attachment) in sent.iter().zip(attachments) {
            compare_file(name, label.as_deref(), attachment, "/attachments/*", notes);
        }
    }

    fn append(&mut self, key: &Key, exchange: &Compared<'_>, notes: &mut Vec<Note>) {
        let Compared { raw, answer, case, .. } = *exchange;
        if let Some(id) = text(answer, "file_id") {
            self.file(key, case, id, "/file_id", notes);
            if let Some(label) = text(answer, "label") {
                self.remember(key, case, &label_of(id), label);
            }
        }
        let RawBody::Parts(parts) = &raw.body else { return };
        let files: Vec<&String> =
            parts.iter().filter(|part| part.name == "file").filter_map(|part| part.filename.as_ref()).collect();
        if let [name] = files.as_slice() {
            compare_file(name, member(&raw.body, "label").as_deref(), answer, "", notes);
        }
    }

    /// Each file has an id of its own.
    fn file(&mut self, key: &Key, case: Option<usize>, id: &str, at: &str, notes: &mut Vec<Note>) {
        let number = self.owners.len();
        if self.is_of_another(key, case, &format!("file {number}"), &format!("file {id}")) {
            notes.push(contradiction(at, Against::Other));
        }
    }

    fn results(&mut self, key: &Key, exchange: &Compared<'_>, notes: &mut Vec<Note>) {
        let Compared { answer, case, .. } = *exchange;
        if text(answer, "results_url").is_some_and(|url| !is_url(url)) {
            notes.push(note("/results_url".to_owned(), Code::UnexpectedForm, None));
        }
        let Some(data) = answer.get("results_data").filter(|data| data.as_object().is_some()) else { return };
        let kind = text(data, "case_type").and_then(ResultsCaseType::from_name);
        let product = Product::ALL.iter().find(|product| Some(ResultsCaseType::from(**product)) == kind);
        if product.is_some_and(|product| self.differs(key, case, "product", product.case_type())) {
            notes.push(contradiction("/results_data/case_type", Against::Earlier));
        }
        let is_cancelled = data.get("cancelled").and_then(Document::as_bool) == Some(true);
        if self.knows(case, "cancelled") && !is_cancelled {
            notes.push(contradiction("/results_data/cancelled", Against::Earlier));
        }
        let reason = data.get("cancellation").and_then(|block| block.get("reason")?.as_str());
        if self.knows(case, "closing reason")
            && reason.is_some_and(|reason| self.differs(key, case, "closing reason", reason))
        {
            notes.push(contradiction("/results_data/cancellation/reason", Against::Earlier));
        }
        // A list that was missing before a version is there in results of a case that was created since.
        if self.knows(case, "created here") && data.get("additional_policies").is_none() {
            notes.push(note("/results_data/additional_policies".to_owned(), Code::MemberMissing, None));
        }
        for policy in data.get("additional_policies").and_then(Document::as_list).unwrap_or_default() {
            if let Some(offer) = text(policy, "offer_id") {
                self.policy(key, case, offer, policy, "/results_data/additional_policies/*", notes);
            }
        }
    }

    fn offer(&mut self, key: &Key, case: Option<usize>, answer: &Document, notes: &mut Vec<Note>) {
        let Some(offer) = text(answer, "offer_id") else { return };
        for policy in answer.get("additional_policies").and_then(Document::as_list).unwrap_or_default() {
            self.policy(key, case, offer, policy, "/additional_policies/*", notes);
        }
    }

    /// Compares the price and the type of a policy.
    fn policy(
        &mut self,
        key: &Key,
        case: Option<usize>,
        offer: &str,
        policy: &Document,
        at: &str,
        notes: &mut Vec<Note>,
    ) {
        let Some(id) = policy.get("upgrade_id").and_then(Document::as_u64) else { return };
        for names in [&["price_usd"][..], &["type", "policy_type"]] {
            let Some((name, value)) = names.iter().find_map(|name| Some((name, text(policy, name)?))) else { continue };
            if self.differs(key, case, format!("{} of {id} in {offer}", names.first().unwrap_or(name)), value) {
                notes.push(contradiction(format!("{at}/{name}"), Against::Earlier));
            }
        }
    }

    /// Compares an event that is no repeated delivery.
    pub(crate) fn compare_event(&mut self, key: &Key, case: Option<usize>, delivery: &Delivery) -> Vec<Note> {
        let mut notes = Vec::new();
        if let Some(id) = &delivery.event_id {
            let of = delivery.event.event_type().name();
            if self.is_of_another(key, case, of, &format!("event {id}")) {
                notes.push(contradiction("/event_id", Against::Other));
            }
        }
        if delivery.issue_key.is_none() && delivery.event != Event::Received && self.knows(case, "reference") {
            notes.push(note("/issue_key".to_owned(), Code::EventMemberMissing, None));
        }
        if let Some(reference) = &delivery.issue_key
            && self.differs(key, case, "reference", &reference.to_ascii_uppercase())
        {
            notes.push(contradiction("/issue_key", Against::Earlier));
        }
        match &delivery.event {
            Event::FilesUpdated { file_id: Some(id), label: Some(label) }
                if self.differs(key, case, label_of(id), label) =>
            {
                notes.push(contradiction("/label", Against::Earlier));
            }
            Event::AdditionalPoliciesFound { offer_id: Some(offer), teasers } => {
                for teaser in teasers {
                    let policy = serde_json::to_string(teaser).ok().and_then(|text| Document::read(&text).ok());
                    if let Some(policy) = policy {
                        self.policy(key, case, offer, &policy, "/teasers/*", &mut notes);
                    }
                }
            }
            Event::ResultsReady { results_url: Some(url) } => {
                if !is_url(url) {
                    notes.push(note("/results_url".to_owned(), Code::UnexpectedForm, None));
                }
                // Each publication has a fresh address.
                if case.is_some() && self.knows(case, &format!("url {}", key.hash(url))) {
                    notes.push(contradiction("/results_url", Against::Other));
                }
                self.remember(key, case, &format!("url {}", key.hash(url)), "");
            }
            Event::Closed { reason: Some(reason) }
                if self.knows(case, "closing reason") && self.differs(key, case, "closing reason", reason) =>
            {
                notes.push(contradiction("/reason", Against::Earlier));
            }
            _ => {}
        }
        notes
    }
}

fn label_of(id: &str) -> String {
    format!("label of {}", id.to_ascii_lowercase())
}

fn is_url(text: &str) -> bool {
    ["https://", "http://"]
        .iter()
        .any(|scheme| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)))
}

/// Returns the names and labels of a create's files, or `None` if a part may be a file or not.
fn sent_files(parts: &[RawPart]) -> Option<Vec<(&str, Option<String>)>> {
    let labels: Vec<&str> =
        parts.iter().filter(|part| part.name == "labels").map(|part| part.text.as_deref()).collect::<Option<_>>()?;
    let files = parts.iter().filter(|part| part.name == "files");
    let names: Vec<&str> =
        files.map(|part| part.filename.as_deref().filter(|name| !name.is_empty())).collect::<Option<_>>()?;
    let label = |at: usize| labels.get(at).map(|label| label.trim().to_owned());
    Some(names.into_iter().enumerate().map(|(at, name)| (name, label(at))).collect())
}

/// Compares the name and the label of a file with those that were sent.
fn compare_file(name: &str, label: Option<&str>, answered: &Document, at: &str, notes: &mut Vec<Note>) {
    let sanitized = sanitized_file_name(name);
    if is_plain(&sanitized) && text(answered, "filename").is_some_and(|answered| answered != sanitized) {
        notes.push(contradiction(format!("{at}/filename"), Against::Request));
    }
    let expected = label.filter(|label| !label.is_empty()).unwrap_or(Label::Other.name());
    // An unknown label may come back as it was sent.
    let is_known = Label::from_name(expected).is_some();
    if is_known && text(answered, "label").is_some_and(|answered| answered != expected) {
        notes.push(contradiction(format!("{at}/label"), Against::Request));
    }
}
