//! The creates of this office, so that a form whose create got no answer does not become a second
//! case.

use crate::disk::replace_file;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The clocks of the office and of the service may differ by this much.
const TOLERANCE_SECONDS: i64 = 5 * 60;
/// Older creates are forgotten.
const KEPT_SECONDS: i64 = 7 * 24 * 3600;

pub(crate) struct Submissions {
    path: PathBuf,
    all: Vec<Submission>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Submission {
    /// The digest of the form.
    form: String,
    /// When it was sent, in seconds.
    at: i64,
    /// A number that no other create has.
    number: u64,
    case_id: Option<u64>,
    answered: bool,
}

/// The case of a create without an answer.
pub(crate) enum CaseOf {
    Known(u64),
    None,
    /// Several creates or several cases could be meant.
    Unclear,
}

impl Submissions {
    pub(crate) fn open(path: &Path) -> io::Result<Submissions> {
        let all = match fs::read_to_string(path) {
            Ok(text) => serde_json::from_str(&text)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        Ok(Submissions { path: path.to_owned(), all })
    }

    /// An earlier create of the same form that got no answer.
    pub(crate) fn unanswered(&self, payload: &str) -> Option<Submission> {
        let form = digest(payload);
        self.all.iter().find(|create| create.form == form && !create.answered).cloned()
    }

    /// To be called before the request is sent: this process may end before the answer comes.
    pub(crate) fn begin(&mut self, payload: &str) -> io::Result<Submission> {
        let at = Utc::now().timestamp();
        self.all.retain(|create| create.at > at - KEPT_SECONDS);
        let number = self.all.iter().map(|create| create.number + 1).max().unwrap_or_default();
        let create = Submission { form: digest(payload), at, number, case_id: None, answered: false };
        self.all.push(create.clone());
        self.write()?;
        Ok(create)
    }

    pub(crate) fn answered(&mut self, create: &Submission, case_id: u64) -> io::Result<()> {
        for one in self.all.iter_mut().filter(|one| one.number == create.number) {
            one.case_id = Some(case_id);
            one.answered = true;
        }
        self.write()
    }

    /// The service refused it, or never got it: there is no case of it.
    pub(crate) fn forget(&mut self, create: &Submission) -> io::Result<()> {
        self.all.retain(|one| one.number != create.number);
        self.write()
    }

    /// An event of a case that no answer named. If one create alone waits, it is the case of that
    /// one.
    pub(crate) fn seen(&mut self, case_id: u64) -> io::Result<()> {
        if self.all.iter().any(|create| create.case_id == Some(case_id)) || self.waiting() != 1 {
            return Ok(());
        }
        self.all.iter_mut().filter(|create| create.case_id.is_none()).for_each(|one| one.case_id = Some(case_id));
        self.write()
    }

    /// The case of a create without an answer, by the list of cases.
    pub(crate) fn case_of(&self, create: &Submission, list: &[Value]) -> CaseOf {
        let number = |item: &Value| item.get("id").and_then(Value::as_u64);
        // An event may have named it while the list was on its way.
        let now = self.all.iter().find(|one| one.number == create.number);
        if let Some(id) = now.and_then(|one| one.case_id) {
            // An event may have been that of a case which came in another way; it is not in the
            // list.
            return if list.iter().any(|item| number(item) == Some(id)) { CaseOf::Known(id) } else { CaseOf::Unclear };
        }
        let is_late = |item: &Value| {
            let at = item.get("created_at").and_then(Value::as_str);
            let at = at.and_then(|at| DateTime::parse_from_rfc3339(at).ok());
            at.is_none_or(|at| at.timestamp() >= create.at - TOLERANCE_SECONDS)
        };
        let is_free = |id: &u64| !self.all.iter().any(|create| create.case_id == Some(*id));
        let possible: Vec<u64> = list.iter().filter(|item| is_late(item)).filter_map(number).filter(is_free).collect();
        match possible.as_slice() {
            [] => CaseOf::None,
            [id] if self.waiting() == 1 => CaseOf::Known(*id),
            _ => CaseOf::Unclear,
        }
    }

    fn waiting(&self) -> usize {
        self.all.iter().filter(|create| create.case_id.is_none()).count()
    }

    fn write(&self) -> io::Result<()> {
        replace_file(&self.path, &serde_json::to_string(&self.all)?)
    }
}

fn digest(payload: &str) -> String {
    let bytes: Vec<String> =
        hmac_sha256::Hash::hash(payload.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    bytes.concat()
}
