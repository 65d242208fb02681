//! The context: the settings that rules depend on, and their values.

use crate::oracle::{self, formats};
use casegate::Product;
use casegate::context::Include;
use casegate_schema_tests::{TODAY, Which};
use serde_json::{Value, json};

/// The days of the contexts: the vectors' own, one after a leap day, and those around the end of
/// the legacy flow.
pub const DAYS: [&str; 5] = [TODAY, "2024-12-31", "2025-02-28", "2026-11-10", "2026-11-11"];

const REFUSED: &[&str] = &["Grimbold Mutual", "Quibble Lines LLC"];
const SPECIALTY: &[&str] = &["Vexley Specialty", "Quibble Lines LLC"];

/// A setting that a rule depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// Today.
    Day,
    /// The current flow, or the legacy one with a product.
    Surface,
    /// A user token or a master token.
    Token,
    /// Whether the account is enrolled.
    Enrolment,
    /// The lists of carriers.
    Carriers,
    /// The name of the token, on which the reporter depends.
    TokenName,
}

impl Setting {
    /// All of them.
    pub const ALL: [Setting; 6] =
        [Setting::Day, Setting::Surface, Setting::Token, Setting::Enrolment, Setting::Carriers, Setting::TokenName];

    /// The number of its values; the first is the plain one.
    fn count(self) -> usize {
        match self {
            Setting::Day => DAYS.len(),
            Setting::Surface | Setting::TokenName => 3,
            Setting::Token | Setting::Enrolment => 2,
            Setting::Carriers => 4,
        }
    }

    fn put(self, value: usize, context: &mut oracle::Context) {
        match self {
            Setting::Day => context.today = formats::day(DAYS[value]).unwrap(),
            Setting::Surface => context.legacy = [None, Some(oracle::Product::Pl), Some(oracle::Product::Pe)][value],
            Setting::Token => context.has_master_token = value == 1,
            Setting::Enrolment => context.is_enrolled = value == 1,
            Setting::Carriers => {
                context.refused = (value % 2 == 1).then_some(REFUSED);
                context.specialty = (value > 1).then_some(SPECIALTY);
            }
            Setting::TokenName => context.token_name = [None, Some("desk@example.com"), Some("Case desk")][value],
        }
    }
}

/// A context in the forms of the oracle, the library and the bindings.
#[derive(Debug)]
pub struct Known {
    /// For the oracle.
    pub read: oracle::Context,
    /// As JSON.
    pub json: String,
    /// For the library.
    pub context: casegate::Context,
    /// The same, with a trace.
    pub with_trace: casegate::Context,
}

impl Known {
    fn new(read: oracle::Context) -> Known {
        let mut json = json!({ "today": formats::written(read.today) });
        let mut put = |name: &str, value: Value| json[name] = value;
        if let Some(product) = read.legacy {
            put("surface", json!("legacy"));
            put("product", json!(product_of(product).case_type()));
        }
        if read.has_master_token {
            put("credential", json!("master"));
        }
        if let Some(name) = read.token_name {
            put("token_name", json!(name));
        }
        if read.is_enrolled {
            put("financing_enrolled", json!(true));
        }
        let carriers = |names: &[&str]| names.iter().map(|name| json!({ "name": name })).collect::<Vec<Value>>();
        match (read.refused, read.specialty) {
            (Some(refused), None) => put("carriers", json!({ "refused": carriers(refused) })),
            (None, Some(specialty)) => put("carriers", json!({ "specialty": carriers(specialty) })),
            (Some(refused), Some(specialty)) => {
                put("carriers", json!({ "refused": carriers(refused), "specialty": carriers(specialty) }));
            }
            (None, None) => {}
        }
        let json = json.to_string();
        let context = casegate::Context::from_json(&json).unwrap();
        let with_trace = context.clone().include(Include::default().trace(true));
        Known { read, json, context, with_trace }
    }

    /// Returns `true` if there is a schema for this context; if not, a row of
    /// [`casegate::export::UNSAID`] says why.
    pub fn has(&self, which: Which) -> bool {
        let is_of_day = !which.on_a_day || self.read.today == formats::day(TODAY).unwrap();
        // No context of the space has firm rules.
        is_of_day
            && !which.firm
            && which.master == self.read.has_master_token
            && self.read.legacy.is_none()
            && self.read.refused.is_none()
    }
}

fn plain() -> oracle::Context {
    oracle::Context {
        today: formats::day(TODAY).unwrap(),
        legacy: None,
        has_master_token: false,
        token_name: None,
        is_enrolled: false,
        refused: None,
        specialty: None,
    }
}

/// All combinations of some settings.
pub fn combined(settings: &[Setting]) -> Vec<Known> {
    let mut contexts = vec![plain()];
    for setting in settings {
        contexts = contexts
            .iter()
            .flat_map(|context| {
                (0..setting.count()).map(move |value| {
                    let mut other = context.clone();
                    setting.put(value, &mut other);
                    other
                })
            })
            .collect();
    }
    contexts.into_iter().map(Known::new).collect()
}

/// The plain context, and those that differ from it in one setting.
pub fn one_by_one() -> Vec<Known> {
    let mut contexts = vec![plain()];
    for setting in Setting::ALL {
        for value in 1..setting.count() {
            let mut context = plain();
            setting.put(value, &mut context);
            contexts.push(context);
        }
    }
    contexts.into_iter().map(Known::new).collect()
}

/// The library's name of a product.
pub fn product_of(product: oracle::Product) -> Product {
    match product {
        oracle::Product::Pl => Product::PolicyLimit,
        oracle::Product::Pe => Product::PolicyExistence,
    }
}
