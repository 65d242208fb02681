//! Settings and firm rules, parsed from JSON.

pub mod firm_rules;
pub(crate) mod serialized;
pub(crate) mod settings;
pub(crate) mod without_day;

#[cfg(feature = "firm-rules")]
use crate::config::firm_rules::read::load;
use crate::context::Context;
use crate::context::carriers::Carrier;
#[cfg(feature = "firm-rules")]
use crate::context::firm_rules::Firm;
use crate::report::issue::Issue;
#[cfg(feature = "firm-rules")]
use crate::rulebook::params::Severity;
use crate::text::json::document::Document;
use crate::text::json::error::{JsonError, JsonErrorKind};
use crate::text::json::writer;
#[cfg(feature = "firm-rules")]
use std::sync::Arc;

pub use without_day::Settings;

/// An invalid context: an error in the program, not of the person who fills in the form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum ContextError {
    /// The text is not a JSON object.
    Json(JsonError),
    /// A setting that does not exist.
    Unknown {
        /// The name with those of the enclosing settings, or these alone: a name that resembles no
        /// setting may be that of a carrier (D19).
        place: String,
        /// A setting with a similar name.
        near: Option<&'static str>,
    },
    /// A setting that must be given.
    Missing {
        /// The name.
        name: &'static str,
        /// The expected value.
        needs: &'static str,
    },
    /// A setting with an invalid value.
    Unusable {
        /// The name, preceded by the names of the enclosing settings.
        name: String,
        /// The expected value.
        needs: &'static str,
    },
    /// An invalid firm rule or waiver. [`crate::config::firm_rules::read::check_house`] reports all
    /// of them.
    FirmRules(Box<Issue>),
}

impl ContextError {
    /// Returns the message. It is concatenated by hand, because a module does not need the standard
    /// library's formatting otherwise.
    pub(crate) fn message(&self) -> String {
        match self {
            ContextError::Json(JsonError { kind: JsonErrorKind::NotAnObject, .. }) => {
                "the context must be an object".to_owned()
            }
            ContextError::Json(JsonError { kind, line, column }) => {
                let what = if *kind == JsonErrorKind::TooDeep { "too deep" } else { "not JSON" };
                let mut out = ["the context is ", what, " (line "].concat();
                writer::number(&mut out, *line as u64);
                out.push_str(", column ");
                writer::number(&mut out, *column as u64);
                out.push(')');
                out
            }
            ContextError::Unknown { place, near } => {
                let (mean, near, end) = near.map_or(("", "", ""), |near| ("; did you mean `", near, "`?"));
                [place, " is not a context setting", mean, near, end].concat()
            }
            ContextError::Missing { name, needs } => {
                ["the context setting `", name, "` is missing. It must be ", needs].concat()
            }
            ContextError::Unusable { name, needs } => ["the context setting `", name, "` must be ", needs].concat(),
            ContextError::FirmRules(issue) => {
                ["the context setting `house` cannot be used at `", place(issue), "`: ", &issue.message].concat()
            }
        }
    }
}

/// Returns the place of an error in firm rules. Like the name of an unknown setting, that of an
/// unknown member is shown if it resembles a known one.
#[cfg(feature = "firm-rules")]
fn place(issue: &Issue) -> &str {
    let is_unknown = issue.params.get("reason") == Some(&"unknown_member".into());
    let parent = issue.at.rsplit_once('/').map(|(parent, _)| parent);
    parent.filter(|_| is_unknown && issue.params.get("suggestion").is_none()).unwrap_or(&issue.at)
}

#[cfg(not(feature = "firm-rules"))]
fn place(issue: &Issue) -> &str {
    &issue.at
}

impl Context {
    /// Reads settings from JSON text. Unknown keys are refused.
    ///
    /// ```
    /// use casegate::Context;
    ///
    /// let context = Context::from_json(r#"{ "today": "2026-03-01", "credential": "master" }"#)?;
    /// let mistake = Context::from_json(r#"{ "today": "2026-03-01", "credentials": "master" }"#);
    /// assert_eq!(
    ///     mistake.unwrap_err().to_string(),
    ///     "`credentials` is not a context setting; did you mean `credential`?"
    /// );
    /// # Ok::<(), casegate::config::ContextError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ContextError`] names the invalid setting and the expected value.
    pub fn from_json(text: &str) -> Result<Context, ContextError> {
        let context = settings::read(text)?;
        context.on_a_day()?;
        Ok(context)
    }

    /// Reads settings for operations that do not depend on the day. An empty text means no
    /// settings.
    pub(crate) fn from_json_of_any_day(text: &str) -> Result<Context, ContextError> {
        if text.trim().is_empty() { Ok(Context::without_today()) } else { settings::read(text) }
    }

    /// Refuses settings without a day.
    pub(crate) fn on_a_day(&self) -> Result<(), ContextError> {
        let missing = ContextError::Missing { name: "today", needs: settings::NEEDS_TODAY };
        if self.has_today { Ok(()) } else { Err(missing) }
    }

    /// Sets the carriers that the service refuses (rule 4).
    ///
    /// # Errors
    ///
    /// [`ContextError::Unusable`] is at the first text that identifies no carrier, such as
    /// `Insurance Company`.
    pub fn refused_carriers(mut self, carriers: impl IntoIterator<Item = Carrier>) -> Result<Context, ContextError> {
        self.refused = settings::carrier_list("carriers.refused", carriers.into_iter().collect())?;
        Ok(self)
    }

    /// Sets the carriers that cost a fee (rule 5).
    ///
    /// # Errors
    ///
    /// The same as [`Context::refused_carriers`].
    pub fn specialty_carriers(mut self, carriers: impl IntoIterator<Item = Carrier>) -> Result<Context, ContextError> {
        self.specialty = settings::carrier_list("carriers.specialty", carriers.into_iter().collect())?;
        Ok(self)
    }

    /// Sets the firm's own rules and waivers, given as JSON text.
    ///
    /// They are checked against the words, severities and surface that were set before.
    ///
    /// ```
    /// use casegate::{Context, check_case};
    ///
    /// let context = Context::new("2026-03-01".parse()?).house_rules(r#"{ "rules": [{
    ///     "id": "acme.policy_number", "product": "pl",
    ///     "then": [{ "required": "/policy_number" }],
    ///     "message": { "en": "Our files start from the policy number. Enter it." }
    /// }] }"#)?;
    /// let report = check_case(r#"{ "case_type": "pl" }"#, &context);
    /// assert!(report.errors().any(|issue| issue.rule.as_deref() == Some("acme.policy_number")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ContextError::FirmRules`] has the first invalid rule or waiver, and the reason.
    #[cfg(feature = "firm-rules")]
    pub fn house_rules(mut self, json: &str) -> Result<Context, ContextError> {
        let document = Document::read_to(json, settings::DEPTH).map_err(ContextError::Json)?;
        self.set_house(&document)?;
        Ok(self)
    }

    #[cfg(not(feature = "firm-rules"))]
    #[expect(clippy::unused_self, reason = "as with firm rules")]
    pub(crate) fn set_house(&mut self, _: &Document) -> Result<(), ContextError> {
        Err(ContextError::Unusable {
            name: "house".to_owned(),
            needs: "left out: this build has no firm rules (npm: casegate/service, casegate/slim and casegate/map have them; Rust: the feature firm-rules)",
        })
    }

    #[cfg(feature = "firm-rules")]
    pub(crate) fn set_house(&mut self, document: &Document) -> Result<(), ContextError> {
        let (firm, issues) = load(document, self);
        if let Some(issue) = issues.into_iter().find(|issue| issue.severity == Severity::Error) {
            return Err(ContextError::FirmRules(Box::new(issue)));
        }
        self.firm = Firm { source: Some(Arc::new(document.clone())), ..firm };
        Ok(())
    }
}
