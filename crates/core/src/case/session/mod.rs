//! A form being filled in.
//!
//! An edit returns its effects only: the difference between two checks. A session always equals
//! [`check_case`](crate::case::check::check_case) of its payload.

pub(crate) mod delta;
pub(crate) mod edit;
pub(crate) mod error;
pub(crate) mod script;

pub use delta::{Delta, Hidden, Stale};
pub use error::SessionError;
pub(crate) use script::{Step, play, step};

use crate::case::check::{check_text, judged};
use crate::case::input::CaseInput;
use crate::case::session::delta::Checked;
use crate::case::session::edit::{Fields, parse};
use crate::case::states::FieldState;
use crate::context::Context;
use crate::report::Report;

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
    fields: Fields,
    checked: Checked,
    /// Pointers of touched places, sorted; the empty pointer means everything.
    touched: Vec<String>,
}

/// An edit of a form, at the JSON Pointer of a field or of a record's member.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema), schemars(untagged))]
pub enum Edit {
    /// Sets a value.
    Set {
        /// The pointer.
        #[cfg_attr(feature = "export", schemars(rename = "set"))]
        at: String,
        /// The value. In Rust it is JSON text.
        #[cfg_attr(feature = "export", schemars(with = "crate::text::json::document::Document"))]
        value: String,
    },
    /// Clears the value.
    Clear {
        /// The pointer.
        #[cfg_attr(feature = "export", schemars(rename = "clear"))]
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
        let fields = Fields::open(payload, &context)?;
        let checked = judged(&fields.text(), &context, |judge| Checked::of(judge, None));
        Ok(Session { context, fields, checked, touched: Vec::new() })
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
            self.fields.find(&name, member.as_deref(), self.checked.product)?;
        }
        let is_new = |at_issue: &str| !is_touched(&self.touched, at_issue) && around(at_issue).any(|place| place == at);
        let shown = self.checked.issues.iter().filter(|issue| is_new(&issue.at)).cloned().collect();
        if let Err(before) = position(&self.touched, at) {
            self.touched.insert(before, at.to_owned());
        }
        Ok(Delta { shown, ..Delta::unchanged(self.checked.ok) })
    }

    /// Returns the combined effects of edits without making them.
    ///
    /// # Errors
    ///
    /// [`SessionError`] if one of the edits is impossible.
    pub fn what_if(&self, edits: &[Edit]) -> Result<Delta, SessionError> {
        let mut fields = self.fields.clone();
        for edit in edits {
            let (at, value) = match edit {
                Edit::Set { at, value } => (at, Some(value.as_str())),
                Edit::Clear { at } => (at, None),
            };
            fields = fields.edited(at, value, self.checked.product, &self.context)?;
        }
        Ok(self.delta(&self.check(&fields)))
    }

    /// Returns the report on the payload, as [`check_case`](crate::case::check::check_case).
    pub fn report(&self) -> Report {
        check_text(&self.payload(), &self.context)
    }

    /// Returns the state of every field, as [`field_states`](crate::case::states::field_states).
    pub fn states(&self) -> Vec<FieldState> {
        Vec::clone(&self.checked.known.states)
    }

    /// Returns the payload as JSON text, with fields in the order of first occurrence.
    pub fn payload(&self) -> String {
        self.fields.text()
    }

    fn edit(&mut self, at: &str, value: Option<&str>) -> Result<Delta, SessionError> {
        let fields = self.fields.edited(at, value, self.checked.product, &self.context)?;
        let checked = self.check(&fields);
        let delta = self.delta(&checked);
        (self.fields, self.checked) = (fields, checked);
        Ok(delta)
    }

    fn check(&self, fields: &Fields) -> Checked {
        judged(&fields.text(), &self.context, |judge| Checked::of(judge, Some(&self.checked)))
    }

    /// Returns the difference, with findings at touched places only.
    fn delta(&self, now: &Checked) -> Delta {
        let mut delta = self.checked.delta(now);
        delta.shown.retain(|issue| is_touched(&self.touched, &issue.at));
        delta.hidden.retain(|hidden| is_touched(&self.touched, &hidden.at));
        delta
    }
}

/// Returns `true` if a place or one above it was touched.
fn is_touched(touched: &[String], at: &str) -> bool {
    around(at).any(|place| position(touched, place).is_ok())
}

fn position(touched: &[String], at: &str) -> Result<usize, usize> {
    touched.binary_search_by(|place| place.as_str().cmp(at))
}

/// Returns the places above a place, and the place itself.
fn around(at: &str) -> impl Iterator<Item = &str> {
    at.match_indices('/').map(|(end, _)| at.get(..end).unwrap_or_default()).chain([at])
}
