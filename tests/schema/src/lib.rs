//! Payloads on which the JSON Schemas and the rulebook must agree, and those on which they are
//! known to differ.
//!
//! A payload is a base of the vectors with some fields edited. The edits are classes of values:
//! absent, null, blank, each wrong type, each word, unknown words, and the edges of dates, codes
//! and numbers.

// For tests: a wrong value ends the run.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    reason = "a test fails with a panic"
)]

mod edits;
mod examples;

pub use edits::{Edit, bases, cases_with_numbers, edited, edits};
pub use examples::{Example, example_rules, examples};

use casegate::context::Credential;
use casegate::export::{CaseSchema, Draft, case_schema_json, unsaid_firm_rules};
use casegate::{Code, Context, Date, Product, Report, Settings, Severity, check_case};
use serde_json::Value;
use std::sync::LazyLock;

/// The day of the vectors, and of the schemas that are written for a day.
pub const TODAY: &str = "2026-03-01";

/// Settings of a context that sets nothing but the day.
pub const PLAIN_CONTEXT: &str = r#"{"today":"2026-03-01"}"#;

/// Settings of a context with a firm's rules, including rules that no schema can express.
pub const FIRM_CONTEXT: &str = include_str!("firm.json");

static FIRM: LazyLock<Settings> = LazyLock::new(|| Settings::from_json(FIRM_CONTEXT).unwrap());

static PLAIN: LazyLock<Context> = LazyLock::new(|| Context::from_json(PLAIN_CONTEXT).unwrap());

/// The rules of `firm.json` that a schema for any day and one for a day leave out.
static LEFT_OUT: LazyLock<[Vec<&str>; 2]> = LazyLock::new(|| {
    [None, Some(TODAY)].map(|today| {
        let today = today.and_then(Date::parse);
        let of = |product| CaseSchema { today, settings: Some(&FIRM), ..CaseSchema::new(product, Draft::Draft202012) };
        Product::ALL.into_iter().flat_map(|product| unsaid_firm_rules(of(product))).map(|(rule, _)| rule).collect()
    })
});

/// A schema, without its draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Which {
    /// The product.
    pub product: Product,
    /// Whether it is written for [`TODAY`].
    pub on_a_day: bool,
    /// Whether it is written for the master token.
    pub master: bool,
    /// Whether it has the firm's rules of `firm.json`.
    pub firm: bool,
}

impl Which {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Which> {
        Product::ALL.into_iter().flat_map(|product| {
            [
                (true, false, false),
                (false, false, false),
                (true, true, false),
                (true, false, true),
                (false, false, true),
            ]
            .map(|(on_a_day, master, firm)| Which { product, on_a_day, master, firm })
        })
    }

    /// The name in the lines for Node.
    pub fn name(self) -> String {
        let day = if self.on_a_day { "on a day" } else { "any day" };
        let token = if self.master { "master" } else { "user" };
        let firm = if self.firm { " firm" } else { "" };
        format!("{} {day} {token}{firm}", self.product.case_type())
    }

    fn wanted(self, draft: Draft) -> CaseSchema<'static> {
        let today = self.on_a_day.then(|| Date::parse(TODAY).unwrap());
        let credential = if self.master { Credential::Master } else { Credential::User };
        let settings = self.firm.then(|| &*FIRM);
        CaseSchema { today, credential, settings, ..CaseSchema::new(self.product, draft) }
    }

    /// The schema.
    pub fn schema(self, draft: Draft) -> Value {
        serde_json::from_str(&case_schema_json(self.wanted(draft))).unwrap()
    }

    /// Settings of the context that the schema is written for, the token apart.
    pub fn context(self) -> &'static str {
        if self.firm { FIRM_CONTEXT } else { PLAIN_CONTEXT }
    }

    /// Returns `true` if the rulebook accepts a payload as far as a schema can express it.
    pub fn takes_as_said(self, text: &str) -> bool {
        if !self.firm {
            return self.takes_what(&check_case(text, &PLAIN));
        }
        let mut report = check_case(text, &FIRM.on(Date::parse(TODAY).unwrap()));
        let unsaid = &LEFT_OUT[usize::from(self.on_a_day)];
        report.issues.retain(|issue| !unsaid.iter().any(|rule| issue.rule.as_deref() == Some(rule)));
        self.takes_what(&report)
    }

    /// Returns `true` if the rulebook accepts a payload for the product of the schema.
    pub fn takes(self, text: &str, context: &str) -> bool {
        self.takes_what(&check_case(text, &Context::from_json(context).unwrap()))
    }

    /// The same of a report.
    pub fn takes_what(self, report: &Report) -> bool {
        let of_the_day = |code| matches!(code, Code::DateTooOld | Code::DateAfterToday);
        let mut refusing = report.issues.iter().filter(|issue| issue.severity == Severity::Error);
        let is_refused = refusing.any(|issue| self.on_a_day || !of_the_day(issue.code));
        !is_refused && report.facts.case_type == Some(self.product)
    }
}
