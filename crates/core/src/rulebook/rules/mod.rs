//! The rules as data: conditions and requirements.
//!
//! The rules of the specification are rows of a table, and a firm's own rules are the same rows,
//! read from JSON. The judge, the form states, the explanations and the exports read them. A rule
//! waits only for the fields that it reads. If one of them is missing or malformed, the rule is
//! skipped, so that one mistake causes one finding (D7).

#[cfg(feature = "firm-rules")]
pub(crate) mod expression;
pub(crate) mod field_path;
pub(crate) mod fields;
pub(crate) mod file_count;
pub(crate) mod formula;
pub(crate) mod parts;
pub(crate) mod range;
pub(crate) mod table;
pub(crate) mod test;

use crate::rulebook::codes::Code;
use crate::rulebook::fields::names::{FieldId, key};
use crate::rulebook::params::{Param, Params, Severity};
use crate::rulebook::product::Product;
use crate::rulebook::rules::field_path::FieldPath;
use crate::rulebook::rules::file_count::FileCount;
use crate::rulebook::rules::formula::{Condition, Formula};
use crate::rulebook::rules::parts::{FirmOnly, List};
#[cfg(any(feature = "firm-rules", feature = "receipts"))]
use crate::rulebook::rules::test::Test;
use crate::rulebook::surface::Surface;
use crate::text::dedup::unique;
use std::borrow::Cow;

/// Builds without firm rules have no expressions, and no dependency for them.
#[cfg(not(feature = "firm-rules"))]
pub(crate) mod expression {
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) enum Expression {}

    impl Expression {
        pub(crate) fn written(&self) -> &str {
            match *self {}
        }

        pub(crate) fn reads(&self, _: usize) -> bool {
            match *self {}
        }

        pub(crate) fn fits(&self, _: &str) -> bool {
            match *self {}
        }
    }
}

/// A rule: if all conditions of `when` are met, all requirements of `then` must hold. A rule of the
/// specification may have several rows, which are neighbors.
#[derive(Debug, Clone)]
pub(crate) struct Rule {
    /// For a rule of the specification, the product and what holds if the rule is satisfied, such as
    /// `pl.carrier_accepted`.
    pub(crate) id: Cow<'static, str>,
    /// The product that the rule applies to; `None` for both.
    pub(crate) product: Option<Product>,
    /// The surface that the rule applies to; `None` for all.
    pub(crate) surface: Option<Surface>,
    pub(crate) when: List<Formula>,
    pub(crate) then: List<Requirement>,
    pub(crate) source: Source,
}

/// Where a rule comes from.
#[derive(Debug, Clone)]
pub(crate) enum Source {
    Specification {
        /// The number among the specification's conditional rules.
        number: Option<u8>,
        /// The ids of the statements that the requirements enforce, in their order.
        statements: &'static [&'static str],
        /// The decisions that settle what the specification leaves open here.
        decisions: &'static [&'static str],
    },
    Firm(FirmOnly, FirmWords),
}

/// The parts of a rule that only a firm writes.
#[derive(Debug, Clone)]
pub(crate) struct FirmWords {
    pub(crate) title: Option<String>,
    /// The firm's own message in English and in Spanish, at least one of them.
    pub(crate) message: [Option<String>; 2],
    /// An error refuses the case. A warning is advice, and does not change field states.
    pub(crate) severity: Severity,
}

/// A requirement that applies if the conditions are met.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Requirement {
    /// The field is set (D1). A member of a record is required only if the record is set.
    Required(FieldPath),
    /// The field is not set (D1).
    Forbidden(FieldPath),
    /// A set value passes the test. Of several words, each one passes.
    Holds(Condition, Code),
    /// The surface has not been discontinued (D22).
    Sunset,
    /// One of the fields is set.
    OneOf(List<FieldPath>, FirmOnly),
    /// The conditions are met, as those of `when`.
    Meets(Formula, FirmOnly),
    /// The case has this number of files.
    Files(FileCount, FirmOnly),
}

impl Rule {
    /// Returns `true` if the rule applies to the product on the surface.
    pub(crate) fn is_for(&self, product: Option<Product>, surface: Surface) -> bool {
        (self.product.is_none() || self.product == product) && self.surface.is_none_or(|own| own == surface)
    }

    /// Returns the firm's own parts of its rule.
    pub(crate) fn firm(&self) -> Option<&FirmWords> {
        if let Source::Firm(_, words) = &self.source { Some(words) } else { None }
    }

    /// Returns `false` for a firm's advice, which refuses nothing and requires nothing.
    pub(crate) fn is_binding(&self) -> bool {
        self.severity() == Severity::Error
    }

    /// Returns the severity that a firm gave its rule. That of a rule of the specification is `Error`;
    /// its codes decide.
    pub(crate) fn severity(&self) -> Severity {
        self.firm().map_or(Severity::Error, |words| words.severity)
    }

    /// Returns the number among the specification's conditional rules.
    pub(crate) fn number(&self) -> Option<u8> {
        if let Source::Specification { number, .. } = self.source { number } else { None }
    }

    /// Returns the statements that the requirements enforce, in their order.
    pub(crate) fn statements(&self) -> &'static [&'static str] {
        if let Source::Specification { statements, .. } = self.source { statements } else { &[] }
    }

    /// Returns the decisions that settle what the specification leaves open.
    pub(crate) fn decisions(&self) -> &'static [&'static str] {
        if let Source::Specification { decisions, .. } = self.source { decisions } else { &[] }
    }

    /// Returns the code of the finding for a requirement.
    pub(crate) fn code(&self, requirement: &Requirement) -> Code {
        match requirement {
            _ if !self.is_binding() => Code::HouseAdvice,
            Requirement::Required(_) | Requirement::OneOf(..) => Code::Required,
            Requirement::Forbidden(_) => Code::Forbidden,
            Requirement::Holds(_, code) => *code,
            Requirement::Sunset => Code::LegacySunset,
            Requirement::Meets(..) | Requirement::Files(..) => Code::HouseRule,
        }
    }

    /// Returns every condition on a field, in order.
    pub(crate) fn conditions(&self) -> Vec<&Condition> {
        let mut all = Vec::new();
        self.when.iter().for_each(|formula| formula.each(&mut |condition| all.push(condition)));
        all
    }

    /// Returns every test of a field that the rule makes: of its conditions, then of its requirements.
    pub(crate) fn tests(&self) -> Vec<&Condition> {
        let mut all = self.conditions();
        self.then.iter().for_each(|requirement| requirement.each(&mut |condition| all.push(condition)));
        all
    }

    /// Returns the fields that the conditions read, in order.
    pub(crate) fn reads(&self) -> Vec<FieldPath> {
        self.conditions().into_iter().flat_map(Condition::paths).collect()
    }

    /// Returns the pointers of the fields that the conditions read, each once.
    pub(crate) fn because(&self) -> Vec<String> {
        let mut pointers: Vec<String> = Vec::new();
        for formula in self.when.iter() {
            formula.each(&mut |condition| {
                for pointer in condition.paths().map(FieldPath::pointer) {
                    if !pointers.contains(&pointer) {
                        pointers.push(pointer);
                    }
                }
            });
        }
        pointers
    }

    /// Returns the fields that the rule reads or judges.
    pub(crate) fn paths(&self) -> impl Iterator<Item = FieldPath> {
        self.reads().into_iter().chain(self.then.iter().flat_map(Requirement::paths))
    }

    /// Returns the fields of the payload whose values decide the rule.
    #[cfg(any(feature = "firm-rules", feature = "receipts"))]
    pub(crate) fn decided_by(&self) -> Vec<FieldId> {
        let of = |then: &Requirement| match then {
            // The company may be given under either name (D16).
            Requirement::Holds(Condition { test: Test::Carrier(..) | Test::Contradicted(..), .. }, _) => {
                vec![INSURANCE_COMPANY, INSURANCE_COMPANY_NAME]
            }
            then => then.paths().into_iter().map(|path| path.key).collect(),
        };
        self.reads().into_iter().map(|path| path.key).chain(self.then.iter().flat_map(of)).collect()
    }

    /// Returns `true` if a requirement is about the files of the case.
    pub(crate) fn is_about_files(&self) -> bool {
        self.then.iter().any(|requirement| matches!(requirement, Requirement::Files(..)))
    }
}

impl Requirement {
    /// Returns the fields of the requirement in order. The finding is at the first one.
    pub(crate) fn paths(&self) -> Vec<FieldPath> {
        match self {
            Requirement::Required(path) | Requirement::Forbidden(path) => vec![*path],
            Requirement::OneOf(fields, _) => fields.to_vec(),
            Requirement::Holds(..) | Requirement::Meets(..) => {
                let mut paths = Vec::new();
                self.each(&mut |condition| paths.extend(condition.paths()));
                paths
            }
            Requirement::Sunset | Requirement::Files(..) => Vec::new(),
        }
    }

    /// Returns the field of the finding.
    pub(crate) fn path(&self) -> Option<FieldPath> {
        match self {
            Requirement::Required(path) | Requirement::Forbidden(path) => Some(*path),
            Requirement::Holds(condition, _) => Some(condition.path),
            Requirement::OneOf(..) | Requirement::Meets(..) => self.paths().first().copied(),
            Requirement::Sunset | Requirement::Files(..) => None,
        }
    }

    /// Calls `call` for each test of a field, in order.
    pub(crate) fn each<'r>(&'r self, call: &mut impl FnMut(&'r Condition)) {
        match self {
            Requirement::Holds(condition, _) => call(condition),
            Requirement::Meets(formula, _) => formula.each(call),
            _ => {}
        }
    }

    /// Returns the parameters for messages: the test with its limits as written and, for
    /// requirements on several fields, their pointers.
    pub(crate) fn params(&self) -> Params {
        let named = |name: &str| Params::default().with("test", Param::from(name));
        let params = match self {
            Requirement::Required(_) => named("required"),
            Requirement::Forbidden(_) => named("forbidden"),
            Requirement::OneOf(..) => named("one_of"),
            Requirement::Holds(Condition { test, wanted, .. }, _) => {
                let name = test.name();
                test.limits(if *wanted { named(name) } else { named(&["not_", name].concat()) })
            }
            Requirement::Meets(formula, _) => named(formula.name()),
            Requirement::Files(files, _) => files.limits(named("files")),
            Requirement::Sunset => Params::default(),
        };
        let fields = unique(self.paths().into_iter().map(FieldPath::pointer));
        match (self, fields.len()) {
            (Requirement::OneOf(..) | Requirement::Meets(..), _) | (_, 2..) => {
                params.with("fields", Param::Words(fields))
            }
            _ => params,
        }
    }
}

impl Code {
    /// Returns `true` if a finding with this code is a note, which leaves its rule satisfied.
    pub(crate) fn is_note(self) -> bool {
        matches!(
            self,
            Code::MasterToken
                | Code::LegacyDeprecated
                | Code::DateOnLastDay
                | Code::SimilarCarrier
                | Code::PossibleCarrierFee
        )
    }
}

pub(crate) const CASE_TYPE: FieldId = key("case_type");
pub(crate) const CC_EMAILS: FieldId = key("cc_emails");
pub(crate) const IS_TEST: FieldId = key("is_test");
pub(crate) const USDOT_NUMBER: FieldId = key("usdot_number");
pub(crate) const INSURANCE_COMPANY: FieldId = key("insurance_company");
pub(crate) const INSURANCE_COMPANY_NAME: FieldId = key("insurance_company_name");

/// The greatest number of days between a Policy Existence date of loss and today.
pub(crate) const DATE_OF_LOSS_DAYS: i32 = 365;

/// The number of days, 125 years, after which a Policy Limit date of loss is doubtful,
/// because no living person can have suffered it (D55).
pub(crate) const LONG_AGO_DAYS: i32 = 45_656;

/// The fee for a specialty carrier, in US dollars.
pub const SPECIALTY_CARRIER_FEE_USD: &str = "75.00";
