//! The context: the settings that rules depend on, and their values.

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

    fn put(self, value: usize, settings: &mut Value) {
        let carriers = |names: &[&str]| names.iter().map(|name| json!({ "name": name })).collect::<Value>();
        let mut put = |name: &str, to: Value| settings[name] = to;
        match (self, value) {
            (Setting::Day, _) => put("today", json!(DAYS[value])),
            (_, 0) => {}
            (Setting::Surface, _) => {
                put("surface", json!("legacy"));
                put("product", json!(if value == 1 { "pl" } else { "pe" }));
            }
            (Setting::Token, _) => put("credential", json!("master")),
            (Setting::Enrolment, _) => put("financing_enrolled", json!(true)),
            (Setting::Carriers, 1) => put("carriers", json!({ "refused": carriers(REFUSED) })),
            (Setting::Carriers, 2) => put("carriers", json!({ "specialty": carriers(SPECIALTY) })),
            (Setting::Carriers, _) => {
                put("carriers", json!({ "refused": carriers(REFUSED), "specialty": carriers(SPECIALTY) }));
            }
            (Setting::TokenName, _) => put("token_name", json!(["desk@example.com", "Case desk"][value - 1])),
        }
    }
}

/// A context in the forms of the reference, the bindings and the library.
#[derive(Debug)]
pub struct Known {
    /// For the reference.
    pub settings: Value,
    /// As JSON.
    pub json: String,
    /// For the library.
    pub context: casegate::Context,
    /// The same, with a trace.
    pub with_trace: casegate::Context,
}

impl Known {
    fn new(settings: Value) -> Known {
        let json = settings.to_string();
        let context = casegate::Context::from_json(&json).unwrap();
        let with_trace = context.clone().include(Include::default().trace(true));
        Known { settings, json, context, with_trace }
    }

    /// Returns `true` if there is a schema for this context; if not, a row of
    /// [`casegate::export::UNSAID`] says why.
    pub fn has(&self, which: Which) -> bool {
        let is_of_day = !which.on_a_day || self.settings["today"] == TODAY;
        // No context of the space has firm rules.
        is_of_day
            && !which.firm
            && which.master == (self.settings["credential"] == "master")
            && self.settings.get("surface").is_none()
            && self.settings.pointer("/carriers/refused").is_none()
    }
}

fn plain() -> Value {
    json!({ "today": TODAY })
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
