//! A firm's own rules and waivers, as data of the context (`docs/firm-rules.md`). The rules are rows
//! like those of the specification ([`crate::rulebook::rules`]).
//!
//! They only narrow. A rule adds findings and removes none. A waiver moves only warnings, which
//! never decide a verdict.

pub(crate) mod field;
#[cfg(feature = "firm-rules")]
pub(crate) mod operators;

use crate::messages::Language;
use crate::rulebook::codes::Code;
#[cfg(feature = "firm-rules")]
use crate::rulebook::fields::Kind;
use crate::rulebook::fields::sets::SlotSet;
use crate::rulebook::rules::{FirmWords, Requirement, Rule};
use crate::text::date::Date;
use crate::text::json::document::Document;
#[cfg(feature = "firm-rules")]
use std::sync::Arc;

/// The lists are shared, because a server makes a context of its settings for each request.
#[cfg(feature = "firm-rules")]
type List<T> = Arc<[T]>;
/// The array is always empty, so the compiler removes the code for its elements.
#[cfg(not(feature = "firm-rules"))]
type List<T> = [T; 0];

/// A waiver: a warning that a firm has reviewed and suppresses until a day, with its reason. Places,
/// rules and days narrow it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Waiver {
    pub(crate) code: Code,
    pub(crate) at: Option<String>,
    pub(crate) rule: Option<String>,
    pub(crate) reason: String,
    pub(crate) until: Date,
}

/// The valid firm rules and waivers of a context.
#[derive(Debug, Clone, Default)]
pub(crate) struct Firm {
    pub(crate) rules: List<Rule>,
    pub(crate) waivers: List<Waiver>,
    /// The slots of free texts that a rule reads, as bits. The reader retains these texts.
    pub(crate) retained_text: SlotSet,
    /// `true` if a rule reads a number. A binding that walks an object does not send numbers.
    pub(crate) reads_numbers: bool,
    /// The JSON of the rules and waivers, for serialization.
    #[cfg(feature = "firm-rules")]
    pub(crate) source: Option<Arc<Document>>,
}

impl Firm {
    /// Returns the JSON of the rules and waivers, if there are any.
    #[cfg_attr(not(feature = "firm-rules"), expect(clippy::unused_self, reason = "as with firm rules"))]
    pub(crate) fn source(&self) -> Option<&Document> {
        #[cfg(feature = "firm-rules")]
        return self.source.as_deref();
        #[cfg(not(feature = "firm-rules"))]
        None
    }

    #[cfg(feature = "firm-rules")]
    pub(crate) fn of(rules: Vec<Rule>, waivers: Vec<Waiver>) -> Firm {
        let (mut retained_text, mut reads_numbers) = (SlotSet::EMPTY, false);
        for condition in rules.iter().flat_map(Rule::tests).filter(|condition| condition.test.reads_text()) {
            for path in condition.paths() {
                retained_text.set(path.slot(), true);
                reads_numbers |= matches!(path.kind(None), Kind::Integer);
            }
        }
        Firm { rules: rules.into(), waivers: waivers.into(), retained_text, reads_numbers, source: None }
    }
}

/// The other members are derived from the JSON.
impl PartialEq for Firm {
    fn eq(&self, other: &Firm) -> bool {
        self.source() == other.source()
    }
}

impl FirmWords {
    /// Returns the firm's message in `language`, falling back to the other language.
    pub(crate) fn message(&self, language: Language) -> &str {
        let [en, es] = &self.message;
        let (first, second) = match language {
            Language::English => (en, es),
            #[cfg(feature = "spanish")]
            Language::Spanish => (es, en),
        };
        first.as_deref().or(second.as_deref()).unwrap_or_default()
    }
}

impl Rule {
    /// Returns `true` if the conditions depend on the day.
    pub(crate) fn needs_today(&self) -> bool {
        self.conditions().iter().any(|condition| condition.test.needs_today())
    }

    /// Returns the number of words in the tests. A test without words counts as one.
    #[cfg(feature = "firm-rules")]
    pub(crate) fn words(&self) -> usize {
        let tests: usize = self.tests().iter().map(|condition| condition.test.words()).sum();
        let others = self.then.iter().map(|then| match then {
            Requirement::Holds(..) | Requirement::Meets(..) => 0,
            Requirement::OneOf(fields, _) => fields.len(),
            _ => 1,
        });
        tests + others.sum::<usize>()
    }
}
