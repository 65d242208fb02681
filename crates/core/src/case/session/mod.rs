//! A form being filled in.
//!
//! An edit returns its effects only. A session always equals
//! [`check_case`](crate::case::check::check_case) of its payload, but re-evaluates only the rules
//! and fields that depend on an edit.

pub(crate) mod delta;
pub(crate) mod error;
pub(crate) mod form;
pub(crate) mod judged;
pub(crate) mod script;
pub(crate) mod write;

pub use delta::{Delta, Hidden, Stale};
pub use error::SessionError;
pub use judged::SessionStats;
pub(crate) use script::{Step, play, step};

use crate::case::input::CaseInput;
use crate::case::prepare::prepare;
use crate::case::session::form::{EditablePayload, Name, parse, value};
use crate::case::session::judged::reread;
use crate::case::session::judged::{Change, Judged};
use crate::case::states::FieldState;
use crate::context::Context;
use crate::judge::evaluate::Case;
use crate::payload::slots::Payload;
use crate::report::Report;
use crate::text::json::document::Document;
use crate::text::json::pointer::Segment;

/// A form being filled in.
///
/// ```
/// use casegate::{Context, Session};
/// use casegate::states::FieldRequirement;
///
/// let context = Context::new("2026-03-01".parse()?);
/// let mut session = Session::new(r#"{ "case_type": "pl", "policyholder_name": "Ada Example" }"#, context)?;
/// session.touch("/policyholder_relationship")?;
///
/// let delta = session.set("/are_policyholder_and_defendant_the_same", "false")?;
/// assert_eq!(delta.shown[0].at, "/policyholder_relationship");
/// assert!(delta.states.iter().all(|field| field.state == FieldRequirement::Required));
///
/// let delta = session.set("/are_policyholder_and_defendant_the_same", "true")?;
/// assert!(delta.states.iter().all(|field| field.unprompted));
/// let delta = session.set("/case_type", "\"pe\"")?;
/// assert!(delta.stale.iter().any(|answer| answer.at == "/policyholder_name"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Session {
    context: Context,
    form: EditablePayload,
    payload: Payload<'static>,
    judged: Judged,
    /// Pointers of touched places, sorted; the empty pointer means everything.
    touched: Vec<String>,
}

/// An edit of a form, at the JSON Pointer of a field or of a record's member.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(untagged))]
pub enum Edit {
    /// Sets a value.
    Set {
        /// The pointer.
        #[cfg_attr(feature = "schemars", schemars(rename = "set"))]
        at: String,
        /// The value. In Rust it is JSON text.
        #[cfg_attr(feature = "schemars", schemars(with = "Document"))]
        value: String,
    },
    /// Clears the value.
    Clear {
        /// The pointer.
        #[cfg_attr(feature = "schemars", schemars(rename = "clear"))]
        at: String,
    },
}

impl Session {
    /// Starts from a payload, `{}` for an empty form. No place is touched.
    ///
    /// The last value of a repeated key is retained.
    ///
    /// # Errors
    ///
    /// [`SessionError`] if the payload is not a JSON object within the context's limits.
    pub fn new(payload: &(impl CaseInput + ?Sized), context: Context) -> Result<Session, SessionError> {
        Session::of_text(&payload.to_text(&context), context)
    }

    pub(crate) fn of_text(payload: &str, context: Context) -> Result<Session, SessionError> {
        let text = value(payload, context.limits.depth).map_err(|error| match error {
            SessionError::NotAValue => SessionError::NotAnObject,
            other => other,
        })?;
        if !text.starts_with('{') {
            return Err(SessionError::NotAnObject);
        }
        let form = EditablePayload::open(text, context.limits.text_bytes)?;
        let payload = reread(&form, &context);
        let mut judged = Judged::default();
        judged.judge(&payload, &context, Change::ALL);
        Ok(Session { context, form, payload, judged, touched: Vec::new() })
    }

    /// Sets a field or a member of a record to a value, given as JSON text.
    ///
    /// # Errors
    ///
    /// [`SessionError`] if the edit is impossible; nothing has changed then.
    pub fn set(&mut self, at: &str, value: &str) -> Result<Delta, SessionError> {
        self.edit(at, Some(value))
    }

    /// Clears the value of a field or a member.
    ///
    /// # Errors
    ///
    /// [`SessionError`] if the pointer is no such place.
    pub fn clear(&mut self, at: &str) -> Result<Delta, SessionError> {
        self.edit(at, None)
    }

    /// Marks a field, a member or, with `""`, everything as seen by the person. From now on deltas
    /// report findings there. The returned delta shows the existing ones.
    ///
    /// # Errors
    ///
    /// [`SessionError`] if the pointer is no such place.
    pub fn touch(&mut self, at: &str) -> Result<Delta, SessionError> {
        if !at.is_empty() {
            let (name, member) = parse(at)?;
            self.find(Name::of(&name), member.as_deref())?;
        }
        let shown = self.judged.issues().into_iter();
        let shown =
            shown.filter(|issue| !is_touched(&self.touched, &issue.at) && around(&issue.at).any(|place| place == at));
        let delta = Delta { shown: shown.cloned().collect(), ..Delta::unchanged(self.judged.is_ok()) };
        if let Err(before) = find(&self.touched, at) {
            self.touched.insert(before, at.to_owned());
        }
        Ok(delta)
    }

    /// Returns the combined effects of edits without making them.
    ///
    /// # Errors
    ///
    /// [`SessionError`] if one of the edits is impossible.
    pub fn what_if(&self, edits: &[Edit]) -> Result<Delta, SessionError> {
        let mut other = self.clone();
        let mut change = Change::default();
        for edit in edits {
            change = change.and(match edit {
                Edit::Set { at, value } => other.write(at, Some(value))?,
                Edit::Clear { at } => other.write(at, None)?,
            });
        }
        Ok(other.rejudge(change))
    }

    /// Returns the report on the payload, as [`check_case`](crate::case::check::check_case).
    pub fn report(&self) -> Report {
        let mut report = self.judged.report(&self.payload, &self.context);
        if self.context.include.prepared {
            report.prepared = Some(prepare(&self.payload(), &Case::new(&self.payload, &self.context)).prepared);
        }
        report
    }

    /// Returns the state of every field, as [`field_states`](crate::case::states::field_states).
    pub fn states(&self) -> Vec<FieldState> {
        self.judged.states().cloned().collect()
    }

    /// Returns the payload as JSON text, with fields in the order of first occurrence.
    pub fn payload(&self) -> String {
        self.form.text()
    }

    /// Returns the value of a field.
    pub(crate) fn field(&self, name: &str) -> Option<Document> {
        Document::read(&self.form.get(Name::of(name))?).ok()
    }

    /// Returns the value of a field, a member or an element.
    pub(crate) fn value(&self, path: &[Segment]) -> Option<Document> {
        let (Segment::Key(name), rest) = path.split_first()? else { return None };
        within(&self.field(name)?, rest).cloned()
    }

    /// Returns the number of errors in the payload.
    pub(crate) fn errors(&self) -> usize {
        self.judged.errors()
    }

    /// Returns `true` if a rule forbids the field or the member.
    pub(crate) fn forbids(&self, at: &str) -> bool {
        parse(at).is_ok_and(|(name, member)| self.judged.forbids(&name, member.as_deref()))
    }

    /// Returns the amount of judging since the session was opened, including the opening.
    pub fn work(&self) -> SessionStats {
        self.judged.work()
    }

    fn edit(&mut self, at: &str, value: Option<&str>) -> Result<Delta, SessionError> {
        let change = self.write(at, value)?;
        Ok(self.rejudge(change))
    }

    fn rejudge(&mut self, change: Change) -> Delta {
        if change == Change::NONE {
            return Delta::unchanged(self.judged.is_ok());
        }
        let mut delta = self.judged.judge(&self.payload, &self.context, change);
        delta.shown.retain(|issue| is_touched(&self.touched, &issue.at));
        delta.hidden.retain(|hidden| is_touched(&self.touched, &hidden.at));
        delta
    }
}

/// Returns a member or an element of a value.
pub(crate) fn within<'d>(value: &'d Document, path: &[Segment]) -> Option<&'d Document> {
    path.iter().try_fold(value, |value, segment| match segment {
        Segment::Key(name) => value.get(name),
        Segment::Index(at) => value.as_list()?.get(*at),
    })
}

/// Returns `true` if a place or one above it was touched.
fn is_touched(touched: &[String], at: &str) -> bool {
    around(at).any(|place| find(touched, place).is_ok())
}

fn find(touched: &[String], at: &str) -> Result<usize, usize> {
    touched.binary_search_by(|place| place.as_str().cmp(at))
}

/// Returns the places above a place, and the place itself.
fn around(at: &str) -> impl Iterator<Item = &str> {
    at.match_indices('/').map(|(end, _)| at.get(..end).unwrap_or_default()).chain([at])
}
