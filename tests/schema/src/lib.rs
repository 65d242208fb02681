//! Payloads on which the JSON Schemas and the rulebook must agree, and those on which they are known to differ.
//!
//! A payload is a base of the vectors with some fields edited. The edits are classes of values: absent, null, blank, each
//! wrong type, each word, unknown words, and the edges of dates, codes and numbers.

// For tests: what is not as it must be ends the run.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::missing_panics_doc)]

mod edits;
mod examples;

pub use edits::{Edit, bases, edited, edits};
pub use examples::{Example, examples};

use casegate::export::{CaseSchema, Draft, case_schema_json};
use casegate::{Code, Credential, Date, Product, Report, Severity, check_case};
use serde_json::Value;

/// The day of the vectors, and of the schemas that are written for a day.
pub const TODAY: &str = "2026-03-01";

/// Settings of a host that sets nothing but the day.
pub const PLAIN_HOST: &str = r#"{"today":"2026-03-01"}"#;

/// Which schema, the draft apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Which {
    /// The product.
    pub product: Product,
    /// Whether it is written for [`TODAY`].
    pub on_a_day: bool,
    /// Whether it is written for the master token.
    pub master: bool,
}

impl Which {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Which> {
        Product::ALL.into_iter().flat_map(|product| {
            [(true, false), (false, false), (true, true)].map(|(on_a_day, master)| Which { product, on_a_day, master })
        })
    }

    /// The name in the lines for Node.
    pub fn name(self) -> String {
        let day = if self.on_a_day { "on a day" } else { "any day" };
        let token = if self.master { "master" } else { "user" };
        format!("{} {day} {token}", self.product.case_type())
    }

    /// The schema.
    pub fn schema(self, draft: Draft) -> Value {
        let mut wanted = CaseSchema::new(self.product, draft);
        wanted.today = self.on_a_day.then(|| Date::parse(TODAY).unwrap());
        wanted.credential = if self.master { Credential::Master } else { Credential::User };
        serde_json::from_str(&case_schema_json(wanted)).unwrap()
    }

    /// Whether the rulebook takes a payload as what the schema is for.
    pub fn takes(self, text: &str, host: &str) -> bool {
        self.takes_what(&check_case(text, &casegate::wire::settings(host).unwrap()))
    }

    /// The same of a report.
    pub fn takes_what(self, report: &Report) -> bool {
        let of_the_day = |code| matches!(code, Code::DateTooOld | Code::DateAfterToday);
        let mut refusing = report.issues.iter().filter(|issue| issue.severity == Severity::Error);
        let is_refused = refusing.any(|issue| self.on_a_day || !of_the_day(issue.code));
        !is_refused && report.facts.case_type == Some(self.product)
    }
}
