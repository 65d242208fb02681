//! A form being filled: what an edit changes, and no more than that.
//!
//! A session is always equal to [`check_case`](crate::case::check::check_case) of its payload, but judges anew only the rules and
//! fields that read what an edit changed.

pub(crate) mod delta;
pub(crate) mod error;
pub(crate) mod form;
pub(crate) mod judged;
pub(crate) mod script;
pub(crate) mod write;

pub use delta::{Delta, Hidden, Stale};
pub use error::SessionError;
pub use judged::SessionStats;
pub(crate) use script::{delta_text, play, step};

use crate::case::prepare;
use crate::case::session::form::{EditablePayload, Name, parse, value};
use crate::case::session::judged::reread;
use crate::case::session::judged::{Change, Judged};
use crate::case::states::FieldState;
use crate::context::Context;
use crate::payload::slots::Payload;
use crate::report::Report;
use crate::text::json::document::Document;
use crate::text::json::pointer::Segment;
use std::collections::BTreeSet;

/// A form being filled.
///
/// ```
/// use casegate::{Date, Context, Session};
/// use casegate::states::FieldRequirement;
///
/// let context = Context::new(Date::parse("2026-03-01").ok_or("no such day")?);
/// let mut session = Session::open(r#"{ "case_type": "pl", "policyholder_name": "Ada Example" }"#, context)?;
/// session.touch("/policyholder_relationship");
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
    /// Pointers of what was touched; the empty one is everything.
    touched: BTreeSet<String>,
}

/// An edit of a form, by JSON Pointer of a field or of a record's member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// Puts a value there.
    Set {
        /// Where.
        at: String,
        /// The value as JSON text.
        value: String,
    },
    /// Takes the value away.
    Clear {
        /// Where.
        at: String,
    },
}

impl Session {
    /// Starts from a payload, `{}` for an empty form. Nothing counts as touched.
    ///
    /// Of a key that comes again the last value is kept.
    ///
    /// # Errors
    ///
    /// [`SessionError`] where the payload is no JSON object within the context's limits.
    pub fn open(payload: &str, context: Context) -> Result<Session, SessionError> {
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
        Ok(Session { context, form, payload, judged, touched: BTreeSet::new() })
    }

    /// Puts a value, given as JSON text, at a field or at a member of a record.
    ///
    /// # Errors
    ///
    /// [`SessionError`] tells why the edit cannot be made; nothing has changed then.
    pub fn set(&mut self, at: &str, value: &str) -> Result<Delta, SessionError> {
        self.edit(at, Some(value))
    }

    /// Takes the value of a field or of a member away.
    ///
    /// # Errors
    ///
    /// [`SessionError`] where the pointer names no such place.
    pub fn clear(&mut self, at: &str) -> Result<Delta, SessionError> {
        self.edit(at, None)
    }

    /// Makes the findings at a field, a member, or with `""` everywhere, known to the person: from now on deltas tell
    /// of them. The delta shows those that stand there already.
    pub fn touch(&mut self, at: &str) -> Delta {
        let shown = self.judged.issues().into_iter();
        let shown =
            shown.filter(|issue| !is_touched(&self.touched, &issue.at) && around(&issue.at).any(|place| place == at));
        let delta = Delta { shown: shown.cloned().collect(), ..Delta::unchanged(self.judged.is_ok()) };
        self.touched.insert(at.to_owned());
        delta
    }

    /// What edits would change, all together, without making them.
    ///
    /// # Errors
    ///
    /// [`SessionError`] where one of them could not be made.
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

    /// The report on the payload: what [`check_case`](crate::case::check::check_case) answers.
    pub fn report(&self) -> Report {
        let mut report = self.judged.report(&self.payload, &self.context);
        if self.context.include.prepared {
            report.prepared = Some(prepare::prepared(&self.payload(), &self.context).0);
        }
        report
    }

    /// The state of every field: what [`field_states`](crate::case::states::field_states) answers.
    pub fn states(&self) -> Vec<FieldState> {
        self.judged.states().cloned().collect()
    }

    /// The payload as JSON text, in the order in which its fields came.
    pub fn payload(&self) -> String {
        self.form.text()
    }

    /// The value of a field.
    pub(crate) fn field(&self, name: &str) -> Option<Document> {
        Document::read(&self.form.get(Name::of(name))?).ok()
    }

    /// The value at a field, a member or an element.
    pub(crate) fn value(&self, path: &[Segment]) -> Option<Document> {
        let (Segment::Key(name), rest) = path.split_first()? else { return None };
        within(&self.field(name)?, rest).cloned()
    }

    /// The text of a field's value.
    pub(crate) fn raw(&self, name: &str) -> Option<String> {
        self.form.get(Name::of(name)).map(Into::into)
    }

    /// How many errors the payload has.
    pub(crate) fn errors(&self) -> usize {
        self.judged.errors()
    }

    /// Whether a rule finds the field or the member forbidden.
    pub(crate) fn forbids(&self, at: &str) -> bool {
        parse(at).is_ok_and(|(name, member)| self.judged.forbids(&name, member.as_deref()))
    }

    /// How much was judged since the session was opened, the opening included.
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

/// What stands at a member or an element of a value.
pub(crate) fn within<'d>(value: &'d Document, path: &[Segment]) -> Option<&'d Document> {
    path.iter().try_fold(value, |value, segment| match segment {
        Segment::Key(name) => value.get(name),
        Segment::Index(at) => value.as_list()?.get(*at),
    })
}

/// Whether a place, or one around it, was touched.
fn is_touched(touched: &BTreeSet<String>, at: &str) -> bool {
    around(at).any(|place| touched.contains(place))
}

/// The places around a place, and itself.
fn around(at: &str) -> impl Iterator<Item = &str> {
    at.match_indices('/').map(|(end, _)| at.get(..end).unwrap_or_default()).chain([at])
}
