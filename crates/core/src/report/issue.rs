//! Issues: a code for programs, a place, a rule, and a message for people.

use crate::messages::catalogue::MessageVariant;
use crate::messages::fill::MessageContext;
use crate::rulebook::codes::Code;
use crate::rulebook::params::Params;
use crate::rulebook::params::Severity;
use crate::text::json::pointer::Segment;
use crate::text::json::pointer::pointer;

use crate::context::Context;
use crate::messages::parts::Messages;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt::{self, Write};

/// An edit that corrects an issue. An issue has a fix only if it invents nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Fix {
    /// Remove the value.
    Remove,
    /// Convert the text to upper case.
    Uppercase,
    /// Write the same value in the form of the field, such as `2026-03-15` for `March 15, 2026`
    /// (D56). The case of `case_from_form` has the new value, and the patch of `repair_case` unless
    /// the value has another error then, so that no report repeats what was submitted.
    Rewrite,
    /// Move the value to another field.
    Rename {
        /// The pointer of that field.
        to: String,
    },
    /// Wrap the value in an array of one element.
    WrapInArray,
    /// Replace the value by a known word.
    Replace {
        /// The word.
        value: String,
    },
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Issue {
    /// The code for programs.
    pub code: Code,
    /// The severity.
    pub severity: Severity,
    /// The place: a JSON Pointer (RFC 6901), empty for the whole payload. A missing field has its
    /// own place (D10).
    pub at: String,
    /// The same place as a list of keys and positions.
    pub path: Vec<Segment>,
    /// The violated rule, if it is one of [`crate::rulebook::rules`] or a firm rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Cow<'static, str>>,
    /// The id of the violated statement of the specification. `casegate explain` prints its meaning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requirement_id: Option<Cow<'static, str>>,
    /// Pointers of the values that made the rule apply.
    pub because: Vec<String>,
    /// The parameters of the message, for translations.
    pub params: Params,
    /// The message for the context's audience: what is wrong, why, and what to do.
    pub message: String,
    /// An edit that corrects the issue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<Fix>,
}

/// One line for people: the place, the severity and the message. Control characters are escaped.
///
/// ```
/// use casegate::{Context, check_case};
///
/// let report = check_case("[]", &Context::new("2026-03-01".parse()?));
/// assert_eq!(report.issues[0].to_string(), "error: The payload must be a JSON object.");
/// # Ok::<(), casegate::date::ParseDateError>(())
/// ```
impl fmt::Display for Issue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colon = if self.at.is_empty() { "" } else { ": " };
        for letter in [&self.at, colon, self.severity.name(), ": ", &self.message].into_iter().flat_map(str::chars) {
            if letter.is_control() {
                write!(out, "{}", letter.escape_default())?;
            } else {
                out.write_char(letter)?;
            }
        }
        Ok(())
    }
}

impl Issue {
    /// Creates an issue whose message depends only on its parameters.
    pub(crate) fn render(messages: &Messages<Code>, code: Code, path: Vec<Segment>, params: Params) -> Issue {
        let message = messages.message(code, &params);
        Issue::in_words(code, path, params, message)
    }

    /// Creates an issue with a message of its own.
    pub(crate) fn in_words(code: Code, path: Vec<Segment>, params: Params, message: String) -> Issue {
        Issue {
            code,
            severity: code.severity(),
            at: pointer(&path),
            path,
            rule: None,
            requirement_id: None,
            because: Vec::new(),
            params,
            message,
            fix: None,
        }
    }

    /// Moves the issue to another place.
    pub(crate) fn moved(self, path: Vec<Segment>) -> Issue {
        Issue { at: pointer(&path), path, ..self }
    }

    /// Adds the id of the violated statement.
    pub(crate) fn breaks(mut self, requirement_id: &'static str) -> Issue {
        self.requirement_id = Some(Cow::Borrowed(requirement_id));
        self
    }
}

pub(crate) fn at_root(context: &Context, code: Code, severity: Severity, params: Params) -> Issue {
    let message = MessageContext {
        language: context.message_language(),
        audience: context.audience,
        code,
        form: MessageVariant::Plain,
        subject: None,
        why: None,
        params: &params,
    }
    .message();
    Issue { severity, ..Issue::in_words(code, Vec::new(), params, message) }
}
