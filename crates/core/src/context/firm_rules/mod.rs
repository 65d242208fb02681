//! Firm rules: a firm's own requirements on its cases, as data of the context
//! (`docs/firm-rules.md`).
//!
//! They only narrow. A rule adds findings and removes none. A waiver moves only warnings, which
//! never decide a verdict. Rules that contradict each other or the rulebook, or that have no
//! effect, are refused when they are parsed.

#[cfg(feature = "house")]
pub(crate) mod expression;
pub(crate) mod field;
pub(crate) mod file_count;
pub(crate) mod formula;
#[cfg(feature = "house")]
pub(crate) mod operators;
pub(crate) mod range;
pub(crate) mod sentences;
pub(crate) mod test;

use crate::context::firm_rules::file_count::FileCount;

pub(crate) use field::FieldPath;
pub(crate) use formula::Formula;
pub(crate) use test::Test;

use crate::messages::Language;
use crate::rulebook::codes::Code;
use crate::rulebook::fields::Kind;
use crate::rulebook::fields::sets::SlotSet;
use crate::rulebook::params::{Param, Params, Severity};
use crate::rulebook::product::Product;
use crate::text::date::Date;
use crate::text::dedup::unique;
use crate::text::json::document::Document;
#[cfg(feature = "house")]
use std::sync::Arc;

/// Builds without firm rules have no expressions, and no dependency for them.
#[cfg(not(feature = "house"))]
mod expression {
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) enum Expression {}

    impl Expression {
        pub(crate) fn written(&self) -> &str {
            match *self {}
        }

        pub(crate) fn fits(&self, _: &str) -> bool {
            match *self {}
        }
    }
}

/// The lists are shared, because a server makes a context of its settings for each request.
#[cfg(feature = "house")]
type List<T> = Arc<[T]>;
/// The array is always empty, so the compiler removes the code for its elements.
#[cfg(not(feature = "house"))]
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
pub(crate) struct House {
    pub(crate) rules: List<HouseRule>,
    pub(crate) waivers: List<Waiver>,
    /// The slots of free texts that a rule reads, as bits. The reader retains these texts.
    pub(crate) retained_text: SlotSet,
    /// `true` if a rule reads a number. A binding that walks an object does not send numbers.
    pub(crate) reads_numbers: bool,
    /// The JSON of the rules and waivers, for serialization.
    #[cfg(feature = "house")]
    pub(crate) source: Option<Arc<Document>>,
}

impl House {
    /// Returns the limits of all tests of an age in days.
    pub(crate) fn day_limits(&self) -> Vec<i32> {
        let mut limits = Vec::new();
        let mut collect = |condition: &Condition| {
            if let Test::WithinDays(days) = condition.test {
                limits.push(days);
            }
        };
        // Without firm rules the list is an array, which has no shared slice.
        self.rules.iter().for_each(|rule| {
            rule.when.iter().for_each(|formula| formula.each(&mut collect));
            for then in &rule.then {
                match then {
                    Requirement::Holds(condition) => collect(condition),
                    Requirement::Meets(formula) => formula.each(&mut collect),
                    _ => {}
                }
            }
        });
        limits
    }

    /// Returns the JSON of the rules and waivers, if there are any.
    #[cfg_attr(not(feature = "house"), expect(clippy::unused_self, reason = "as with firm rules"))]
    pub(crate) fn source(&self) -> Option<&Document> {
        #[cfg(feature = "house")]
        return self.source.as_deref();
        #[cfg(not(feature = "house"))]
        None
    }
}

/// The other members are derived from the JSON.
impl PartialEq for House {
    fn eq(&self, other: &House) -> bool {
        self.source() == other.source()
    }
}

/// A firm rule. Its parts correspond to those of [`crate::rulebook::rules::Rule`].
#[derive(Debug, Clone)]
pub(crate) struct HouseRule {
    pub(crate) id: String,
    pub(crate) title: Option<String>,
    pub(crate) product: Option<Product>,
    pub(crate) when: Vec<Formula>,
    pub(crate) then: Vec<Requirement>,
    pub(crate) message: Message,
    /// An error refuses the case. A warning is advice, and does not change field states.
    pub(crate) severity: Severity,
}

/// The test of a field's value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Condition {
    pub(crate) path: FieldPath,
    pub(crate) test: Test,
    /// `false` inverts the test.
    pub(crate) wanted: bool,
}

/// A requirement that applies if the conditions are met.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Requirement {
    /// The field is set (D1). A member of a record is required only if the record is set.
    Required(FieldPath),
    /// The field is not set (D1).
    Forbidden(FieldPath),
    /// One of the fields is set.
    OneOf(Vec<FieldPath>),
    /// A set value passes the test. Of several words, each one passes.
    Holds(Condition),
    /// The conditions are met, as those of `when`.
    Meets(Formula),
    /// The case has this number of files.
    Files(FileCount),
}

/// The firm's own message.
#[derive(Debug, Clone)]
pub(crate) struct Message {
    pub(crate) en: Option<String>,
    pub(crate) es: Option<String>,
}

impl Message {
    /// Returns the text in `language`, falling back to the other language.
    pub(crate) fn text(&self, language: Language) -> &str {
        let (first, second) = match language {
            Language::English => (&self.en, &self.es),
            #[cfg(feature = "spanish")]
            Language::Spanish => (&self.es, &self.en),
        };
        first.as_deref().or(second.as_deref()).unwrap_or_default()
    }
}

impl Requirement {
    /// Returns the fields of the requirement in order. The finding is at the first one.
    pub(crate) fn paths(&self) -> Vec<FieldPath> {
        let mut paths = Vec::new();
        match self {
            Requirement::Required(path) | Requirement::Forbidden(path) => paths.push(*path),
            Requirement::OneOf(fields) => paths.extend(fields),
            Requirement::Holds(condition) => paths.extend(condition.paths()),
            Requirement::Meets(formula) => formula.each(&mut |condition| paths.extend(condition.paths())),
            Requirement::Files(_) => {}
        }
        paths
    }

    /// Returns the field of the requirement.
    pub(crate) fn path(&self) -> Option<FieldPath> {
        self.paths().first().copied()
    }

    /// Returns the code of the finding for a violation.
    pub(crate) fn code(&self, severity: Severity) -> Code {
        match (self, severity) {
            (_, Severity::Warning) => Code::HouseAdvice,
            (Requirement::Required(_) | Requirement::OneOf(_), _) => Code::Required,
            (Requirement::Forbidden(_), _) => Code::Forbidden,
            (Requirement::Holds(_) | Requirement::Meets(_) | Requirement::Files(_), _) => Code::HouseRule,
        }
    }

    /// Returns the parameters for messages: the test with its limits as written and, for
    /// requirements on several fields, their pointers.
    pub(crate) fn params(&self) -> Params {
        let named = |name: &str| Params::default().with("test", Param::from(name));
        let params = match self {
            Requirement::Required(_) => named("required"),
            Requirement::Forbidden(_) => named("forbidden"),
            Requirement::OneOf(_) => named("one_of"),
            Requirement::Holds(condition) => {
                let name = condition.test.name();
                let params = if condition.wanted { named(name) } else { named(&["not_", name].concat()) };
                condition.test.limits(params)
            }
            Requirement::Meets(formula) => named(formula.name()),
            Requirement::Files(files) => files.limits(named("files")),
        };
        let fields = unique(self.paths().into_iter().map(FieldPath::pointer));
        match (self, fields.len()) {
            (Requirement::OneOf(_) | Requirement::Meets(_), _) | (_, 2..) => {
                params.with("fields", Param::Words(fields))
            }
            _ => params,
        }
    }

    fn conditions(&self, each: &mut impl FnMut(&Condition)) {
        match self {
            Requirement::Holds(condition) => each(condition),
            Requirement::Meets(formula) => formula.each(each),
            Requirement::Required(_) | Requirement::Forbidden(_) | Requirement::OneOf(_) | Requirement::Files(_) => {}
        }
    }
}

impl Condition {
    /// Returns the field, and the field that it is compared with.
    pub(crate) fn paths(&self) -> impl Iterator<Item = FieldPath> + use<> {
        std::iter::once(self.path).chain(self.test.other())
    }
}

impl HouseRule {
    /// Returns the fields that the conditions read, in order.
    fn read(&self) -> Vec<FieldPath> {
        let mut paths = Vec::new();
        for formula in &self.when {
            formula.each(&mut |condition| paths.extend(condition.paths()));
        }
        paths
    }

    /// Returns `true` if the rule applies to the product.
    pub(crate) fn applies_to(&self, product: Option<Product>) -> bool {
        self.product.is_none() || self.product == product
    }

    /// Returns `true` if a requirement is about the files of the case.
    pub(crate) fn is_about_files(&self) -> bool {
        self.then.iter().any(|requirement| matches!(requirement, Requirement::Files(_)))
    }

    /// Returns `true` if the conditions depend on the day.
    pub(crate) fn needs_today(&self) -> bool {
        let mut needs_today = false;
        for formula in &self.when {
            formula.each(&mut |condition| needs_today |= condition.test.needs_today());
        }
        needs_today
    }

    /// Returns the fields that the rule reads or judges.
    pub(crate) fn paths(&self) -> impl Iterator<Item = FieldPath> {
        self.read().into_iter().chain(self.then.iter().flat_map(Requirement::paths))
    }

    /// Returns the number of words in the tests. A test without words counts as one.
    pub(crate) fn words(&self) -> usize {
        let mut words = 0;
        for formula in &self.when {
            formula.each(&mut |condition| words += condition.test.words());
        }
        for requirement in &self.then {
            match requirement {
                Requirement::Required(_) | Requirement::Forbidden(_) | Requirement::Files(_) => words += 1,
                Requirement::OneOf(fields) => words += fields.len(),
                Requirement::Holds(_) | Requirement::Meets(_) => {
                    requirement.conditions(&mut |condition| words += condition.test.words());
                }
            }
        }
        words
    }

    /// Returns the pointers of the fields that the conditions read, each once.
    pub(crate) fn because(&self) -> Vec<String> {
        unique(self.read().into_iter().map(FieldPath::pointer))
    }
}

impl House {
    #[cfg(feature = "house")]
    pub(crate) fn of(rules: Vec<HouseRule>, waivers: Vec<Waiver>) -> House {
        let (mut retained_text, mut reads_numbers) = (SlotSet::EMPTY, false);
        let mut record = |condition: &Condition| {
            for path in condition.paths().filter(|_| condition.test.reads_text()) {
                retained_text.set(path.slot(), true);
                reads_numbers |= matches!(path.kind(None), Kind::Integer);
            }
        };
        for rule in &rules {
            for formula in &rule.when {
                formula.each(&mut record);
            }
            for requirement in &rule.then {
                requirement.conditions(&mut record);
            }
        }
        House { rules: rules.into(), waivers: waivers.into(), retained_text, reads_numbers, source: None }
    }
}
