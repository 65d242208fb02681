//! What a finding looks like: a code to match on, a place, a rule, and words for people.

use crate::messages::catalogue::MessageVariant;
use crate::messages::fill::MessageContext;
use crate::rulebook::codes::Code;
use crate::rulebook::params::Params;
use crate::rulebook::params::Severity;
use crate::text::json::pointer::Segment;
use crate::text::json::pointer::pointer;

use crate::messages::{Language, Words};
use serde::Serialize;
use std::borrow::Cow;

/// An edit that would mend an issue, where there is one that invents nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Fix {
    /// Remove the value.
    Remove,
    /// Put the same letters in upper case.
    Uppercase,
    /// Move the value to another field.
    Rename {
        /// The pointer of that field.
        to: String,
    },
    /// Make the value an array with the one element that it is.
    WrapInArray,
    /// Put a known word in its place.
    Replace {
        /// The word.
        value: String,
    },
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Issue {
    /// What was found.
    pub code: Code,
    /// How much it weighs.
    pub severity: Severity,
    /// Where: a JSON Pointer (RFC 6901); empty for the whole payload. A missing field has its own place (D10).
    pub at: String,
    /// The same place as a list of keys and positions.
    pub path: Vec<Segment>,
    /// The rule that was broken, where it was one of [`crate::rulebook::rules`] or a house rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Cow<'static, str>>,
    /// The statement of the specification that was broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requirement_id: Option<&'static str>,
    /// Pointers of the values that made the rule apply.
    pub because: Vec<String>,
    /// What a translated message needs.
    pub params: Params,
    /// What is wrong, why, and what to do, in the context's language.
    pub message: String,
    /// An edit that mends it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<Fix>,
}

impl Issue {
    /// An issue whose message needs nothing but its parameters.
    pub(crate) fn render(words: &Words, language: Language, code: Code, path: Vec<Segment>, params: Params) -> Issue {
        let message = words.message(language, code, &params);
        Issue::in_words(code, path, params, message)
    }

    /// An issue with a message of its own.
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

    /// The same at another place.
    pub(crate) fn moved(self, path: Vec<Segment>) -> Issue {
        Issue { at: pointer(&path), path, ..self }
    }

    /// With the statement of the specification that was broken.
    pub(crate) fn breaks(mut self, requirement_id: &'static str) -> Issue {
        self.requirement_id = Some(requirement_id);
        self
    }
}

pub(crate) fn at_root(language: Language, code: Code, severity: Severity, params: Params) -> Issue {
    let message =
        MessageContext { language, code, form: MessageVariant::Plain, subject: None, why: None, params: &params }
            .message();
    Issue { severity, ..Issue::in_words(code, Vec::new(), params, message) }
}
