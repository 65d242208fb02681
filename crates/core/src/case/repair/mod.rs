//! The smallest edits that make a payload acceptable: a JSON Patch where the value is known, a
//! question otherwise.
//!
//! Edits invent nothing. An edit removes a forbidden value, moves a value to the right name, or
//! writes the same value in the form that the service reads. Each edit reduces the number of
//! errors. All other errors become questions.
//!
//! One edit corrects a warning: addresses that are separated by commas, semicolons or names are
//! written with spaces between them, because otherwise nobody receives a copy (D56).

pub(crate) mod known;
pub(crate) mod patch;
pub(crate) mod question;

pub use patch::PatchOperation;
pub use question::{Answer, Question};

use crate::case::check::check_text;
use crate::case::input::CaseInput;
use crate::case::repair::patch::{Draft, Patching};
use crate::case::session::edit::Fields;
use crate::context::Context;
use crate::report::Report;
use crate::report::issue::{Fix, Issue};
use crate::rulebook::codes::Code;
use crate::rulebook::fields::Field;
use crate::rulebook::fields::names::{FieldId, lookup};
use crate::rulebook::params::Severity;
use crate::rulebook::product::Product;
use crate::text::json::document::Document;
use crate::text::json::json_text::JsonText;
use crate::text::json::pointer::Segment;
use crate::text::json::writer;
use serde::{Deserialize, Serialize};

/// The repair of a payload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Repair {
    /// `true` if the patch alone makes the payload acceptable.
    pub ok: bool,
    /// The edits in order, as a JSON Patch (RFC 6902).
    pub patch: Vec<PatchOperation>,
    /// Questions to a person, in the order of the report. An answer may lead to further questions.
    pub questions: Vec<Question>,
    /// Errors that no edit of the payload can correct.
    pub beyond: Vec<Issue>,
    /// The payload after the patch; `None` if it could not be read.
    pub payload: Option<JsonText>,
}

/// Repairs a payload as far as no person is needed, and asks for the rest.
///
/// ```
/// use casegate::{Context, repair_case};
///
/// let context = Context::new("2026-03-01".parse()?);
/// let repair = repair_case(r#"{ "case_type": "pl", "crash_state": "ga", "insurance_company": "Acme Mutual" }"#, &context);
/// assert_eq!(serde_json::to_string(&repair.patch)?, r#"[{"op":"replace","path":"/crash_state","value":"GA"}]"#);
/// assert!(repair.questions.iter().any(|question| question.at == "/plaintiff_name"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn repair_case(payload: &(impl CaseInput + ?Sized), context: &Context) -> Repair {
    repair_text(&payload.to_text(context), context)
}

pub(crate) fn repair_text(payload: &str, context: &Context) -> Repair {
    let first = check_text(payload, context);
    let Ok(fields) = Fields::open(payload, context) else {
        return Repair { ok: first.ok, patch: Vec::new(), questions: Vec::new(), beyond: first.issues, payload: None };
    };
    let mut draft = Draft::of(fields, context);
    let mut patch = twice_given(&first.issues, &draft);
    let mut report = check_text(&draft.fields.text(), context);
    // An edit may uncover a hidden error, but never causes a new one, so a few rounds suffice.
    for _ in 0..MOST_ROUNDS {
        let mut patching = Patching::of(&mut draft);
        let product = report.facts.case_type;
        for issue in report.issues.iter().filter(|issue| issue.severity == Severity::Error || is_meant(issue, &report))
        {
            if doubtful_cause(issue, &report).is_some() {
                continue;
            }
            if let Some(operation) = edit(issue, product, context, &mut patching) {
                patching.push(operation);
            }
        }
        let made = patching.finish();
        if made.is_empty() {
            break;
        }
        patch.extend(made);
        report = check_text(&draft.fields.text(), context);
    }
    if let Some(separated) = addresses(&report, context, &mut draft) {
        patch.push(separated);
        report = check_text(&draft.fields.text(), context);
    }
    let (mut questions, mut beyond): (Vec<Question>, _) = (Vec::new(), Vec::new());
    for issue in errors(&report.issues) {
        let doubt = doubtful_cause(issue, &report);
        if doubt.is_some_and(|doubt| questions.iter().any(|question| question.path == doubt.path)) {
            continue;
        }
        let asked = question::of(doubt.unwrap_or(issue), report.facts.case_type, context, &mut questions);
        if !asked {
            beyond.push(issue.clone());
        }
    }
    Repair { ok: report.ok, patch, questions, beyond, payload: writer::raw(&draft.fields.text()) }
}

/// Far more rounds than errors can hide each other.
const MOST_ROUNDS: usize = 8;

fn errors(issues: &[Issue]) -> impl Iterator<Item = &Issue> {
    issues.iter().filter(|issue| issue.severity == Severity::Error)
}

/// Returns `true` if a warning may be the cause of an error: a misspelled name of a missing field,
/// or a word through which a rule forbids something.
fn is_meant(issue: &Issue, report: &Report) -> bool {
    match (issue.code, &issue.fix) {
        (Code::UnknownField, Some(Fix::Rename { to })) => {
            errors(&report.issues).any(|error| error.code == Code::Required && error.at == *to)
        }
        (Code::UnlistedWord, _) => errors(&report.issues).any(|error| forbids_by(error, issue)),
        _ => false,
    }
}

/// Returns the doubtful word through which a rule forbids a value. Nothing is removed before the
/// word is settled.
fn doubtful_cause<'r>(error: &Issue, report: &'r Report) -> Option<&'r Issue> {
    if error.code != Code::Forbidden {
        return None;
    }
    let is_doubtful = |issue: &&Issue| matches!(issue.code, Code::UnlistedWord | Code::UnknownWord);
    report.issues.iter().filter(is_doubtful).find(|issue| forbids_by(error, issue))
}

/// Returns `true` if a value is forbidden because of the value at another issue's place.
fn forbids_by(error: &Issue, cause: &Issue) -> bool {
    let is_at = |field: &String| {
        cause.at.strip_prefix(field.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    error.code == Code::Forbidden && error.because.iter().any(is_at)
}

/// A repeated key is an error only if the context says so. Then only its last value remains.
fn twice_given(issues: &[Issue], draft: &Draft<'_>) -> Vec<PatchOperation> {
    let twice = errors(issues).filter(|issue| issue.code == Code::DuplicateKey);
    let last = twice.filter_map(|issue| {
        let value = draft.value(&issue.path)?;
        Some(PatchOperation::Replace { path: issue.at.clone(), value })
    });
    last.collect()
}

/// Separates the addresses of a list by spaces if the list is a warning, and causes no error by it.
fn addresses(report: &Report, context: &Context, draft: &mut Draft<'_>) -> Option<PatchOperation> {
    let issue = report.issues.iter().find(|issue| issue.fix == Some(Fix::Rewrite) && issue.code == Code::NotAnEmail)?;
    let operation = edit(issue, report.facts.case_type, context, &mut Patching::of(draft))?;
    draft.apply_harmless(&operation).then_some(operation)
}

/// Returns the edit that corrects an issue, if the value is known.
fn edit(
    issue: &Issue,
    product: Option<Product>,
    context: &Context,
    form: &mut Patching<'_, '_>,
) -> Option<PatchOperation> {
    let path = issue.at.clone();
    let replace = |value: Document| Some(PatchOperation::Replace { path: path.clone(), value });
    if let Some(found) = place(&issue.path, product) {
        if let Some(value) =
            form.value(&issue.path).and_then(|value| known::value(&found, issue.code, &value, product, context))
        {
            return replace(value);
        }
    }
    match &issue.fix {
        Some(Fix::Remove) => Some(PatchOperation::Remove { path }),
        Some(Fix::Uppercase) => match form.value(&issue.path)? {
            Document::Text(text) => replace(Document::Text(text.to_ascii_uppercase())),
            _ => None,
        },
        Some(Fix::WrapInArray) => replace(Document::List(vec![form.value(&issue.path)?])),
        Some(Fix::Rename { to }) => Some(PatchOperation::Move { from: path, path: to.clone() }),
        // A word that resembles another may have been meant to be a third, so it becomes a
        // question.
        Some(Fix::Replace { .. } | Fix::Rewrite) | None => None,
    }
}

/// The row and value of a place in the payload.
pub(crate) struct Place {
    key: FieldId,
    field: &'static Field,
    member: Option<&'static Field>,
    is_element: bool,
}

impl Place {
    /// Returns the row of the place.
    fn row(&self) -> &'static Field {
        self.member.unwrap_or(self.field)
    }
}

fn place(path: &[Segment], product: Option<Product>) -> Option<Place> {
    let (Segment::Key(name), rest) = path.split_first()? else { return None };
    let key = lookup(name)?;
    let field = key.field_of(product);
    let (member, is_element) = match rest {
        [] => (None, false),
        [Segment::Index(_)] => (None, true),
        [Segment::Key(name)] => (Some(field.kind.members().get(key.member(name)?)?), false),
        _ => return None,
    };
    Some(Place { key, field, member, is_element })
}
