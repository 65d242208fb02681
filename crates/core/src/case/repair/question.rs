//! Questions that a person must answer.

use crate::case::repair::place;
use crate::context::Context;
use crate::messages::catalogue::MessageVariant;
use crate::messages::fill::{MessageContext, Subject};
use crate::report::issue::{Fix, Issue};
use crate::rulebook::codes::Code;
use crate::rulebook::fields::names::FieldId;
use crate::rulebook::fields::{Field, Kind};
use crate::rulebook::params::Params;
use crate::rulebook::product::Product;
use crate::rulebook::rules::Requirement;
use crate::rulebook::rules::field_path::FieldPath;
use crate::rulebook::rules::table::RULES;
use crate::text::json::pointer::{Segment, pointer};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A question that only a person can answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Question {
    /// The place of the answer.
    pub at: String,
    /// The same as a list of keys and positions.
    pub path: Vec<Segment>,
    /// The code of the finding.
    pub code: Code,
    /// The rule behind the question, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Cow<'static, str>>,
    /// The kind of answer.
    pub answer: Answer,
    /// `true` if only `true` is accepted. Otherwise the case cannot be sent like this.
    pub must_be_true: bool,
    /// The choices, if there is a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<Vec<String>>,
    /// The word of the list that may have been meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
    /// The question for people.
    pub message: String,
    /// Pointers of the values that made the rule apply.
    pub because: Vec<String>,
}

/// The kind of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// Text.
    Text,
    /// Email addresses with white space between them.
    Emails,
    /// A day, `YYYY-MM-DD`.
    Date,
    /// `true` or `false`.
    Boolean,
    /// A whole number.
    Integer,
    /// A two-letter US state code.
    State,
    /// One word.
    Word,
    /// An array of words.
    Words,
    /// An array of one word.
    OneWord,
    /// A record of fields.
    Record,
}

/// Adds the questions that correct an issue. Returns `false` if no answer can.
pub(crate) fn of(issue: &Issue, product: Option<Product>, context: &Context, questions: &mut Vec<Question>) -> bool {
    let Some(found) = place(&issue.path, product) else { return false };
    let field = found.row();
    // A missing record becomes a question for each of its members.
    let members = if issue.code == Code::Required { field.kind.members() } else { &[] };
    if members.is_empty() {
        let (path, message) = (issue.path.clone(), issue.message.clone());
        ask(issue, path, field, found.is_element, message, (context, product), questions);
    }
    for member in members.iter().filter(|member| member.is_required) {
        let path = vec![Segment::from(found.key.name()), Segment::from(member.name)];
        let message = member_message(found.key, member, context);
        ask(issue, path, member, false, message, (context, product), questions);
    }
    true
}

fn ask(
    issue: &Issue,
    path: Vec<Segment>,
    field: &Field,
    is_element: bool,
    message: String,
    (context, product): (&Context, Option<Product>),
    questions: &mut Vec<Question>,
) {
    // One answer corrects everything at a place.
    if questions.last().is_some_and(|last| last.path == path) {
        return;
    }
    let choices = field.kind.words().map(|words| {
        let list = words.of(product);
        list.words.iter().copied().chain(context.extra_words(list)).map(str::to_owned).collect()
    });
    let suggestion = match &issue.fix {
        Some(Fix::Replace { value }) => Some(value.clone()),
        _ => None,
    };
    questions.push(Question {
        at: pointer(&path),
        path,
        code: issue.code,
        rule: issue.rule.clone(),
        answer: if is_element { Answer::Word } else { answer(field.kind) },
        must_be_true: matches!(field.kind, Kind::Boolean) && must_be_true(issue),
        choices,
        suggestion,
        message,
        because: issue.because.clone(),
    });
}

/// Returns, for example, "Enter the insured property's city."
fn member_message(record: FieldId, member: &'static Field, context: &Context) -> String {
    let subject = Subject { key: record, member: Some(member), kind: member.kind };
    let params = Params::default();
    let message_context = MessageContext {
        language: context.message_language(),
        audience: context.audience,
        code: Code::Required,
        form: MessageVariant::Plain,
        subject: Some(subject),
        why: None,
        params: &params,
    };
    message_context.message()
}

fn answer(kind: Kind) -> Answer {
    match kind {
        Kind::Text => Answer::Text,
        Kind::Emails => Answer::Emails,
        Kind::Date => Answer::Date,
        Kind::Boolean => Answer::Boolean,
        Kind::Integer => Answer::Integer,
        Kind::State { .. } => Answer::State,
        Kind::Word(_) => Answer::Word,
        Kind::WordArray(_) => Answer::Words,
        Kind::OneWord(_) => Answer::OneWord,
        Kind::Record(_) | Kind::Object => Answer::Record,
    }
}

/// Returns `true` if only `true` corrects the issue.
fn must_be_true(issue: &Issue) -> bool {
    let at = &issue.at;
    let rows = RULES.iter().filter(|rule| Some(&*rule.id) == issue.rule.as_deref());
    let is_here = |path: FieldPath| path.pointer() == *at;
    rows.flat_map(|row| row.then.iter())
        .any(|then| matches!(then, Requirement::Holds(own, Code::MustBeTrue) if is_here(own.path)))
}
