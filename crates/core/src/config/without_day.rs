//! Settings that need not name the day.

#[cfg(feature = "firm-rules")]
use crate::config::firm_rules::read::{HouseReport, check_house};
use crate::config::{ContextError, settings};
use crate::context::Context;
use crate::text::date::Date;
use crate::text::json::document::Document;
use serde::de::{Deserializer, Error};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

/// Settings that need not name the day, for programs that run longer than a day.
///
/// A check takes a [`Context`], which [`Settings::on`] returns for a day.
///
/// ```
/// use casegate::{Settings, check_case};
///
/// let settings = Settings::from_json(r#"{ "token_name": "intake" }"#)?; // at the start
/// let context = settings.on("2026-03-01".parse()?); // for each request
/// assert!(!check_case("{}", &context).ok);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Settings without a day do not compile in a check:
///
/// ```compile_fail,E0308
/// use casegate::{Settings, check_case};
///
/// let settings = Settings::from_json("{}").unwrap();
/// check_case("{}", &settings);
/// ```
///
/// The JSON of settings is that of a [`Context`], with or without `today`.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    pub(crate) context: Context,
}

impl Settings {
    /// Reads settings from JSON text. Unknown keys are refused, and so is an empty text, which may be
    /// what is left of a file that was cut off.
    ///
    /// # Errors
    ///
    /// [`ContextError`] names the invalid setting and the expected value.
    pub fn from_json(text: &str) -> Result<Settings, ContextError> {
        Ok(Settings { context: settings::read(text)? })
    }

    /// Returns the day, if the settings name one.
    pub fn today(&self) -> Option<Date> {
        self.context.has_today.then_some(self.context.today)
    }

    /// Returns the context for a day. It shares the firm rules of the settings.
    pub fn on(&self, today: Date) -> Context {
        Context { today, has_today: true, ..self.context.clone() }
    }

    /// Sets the firm's own rules and waivers as [`Context::house_rules`] does.
    ///
    /// # Errors
    ///
    /// [`ContextError::FirmRules`] has the first invalid rule or waiver, and the reason.
    #[cfg(feature = "firm-rules")]
    pub fn house_rules(self, json: &str) -> Result<Settings, ContextError> {
        Ok(Settings { context: self.context.house_rules(json)? })
    }

    /// Reports all errors of firm rules and waivers as [`crate::check_house`] does. Without a day,
    /// expired waivers get no note.
    #[cfg(feature = "firm-rules")]
    pub fn check_house(&self, rules: &str) -> HouseReport {
        check_house(rules, &self.context)
    }
}

/// Makes settings of a context, which name its day.
impl From<Context> for Settings {
    fn from(context: Context) -> Settings {
        Settings { context }
    }
}

/// Writes the settings that [`Settings::from_json`] reads: those that differ from the default, and
/// `today` if it was given.
impl Serialize for Settings {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        self.context.serialize(out)
    }
}

/// Reads settings as [`Settings::from_json`] does, with the same errors.
impl<'de> Deserialize<'de> for Settings {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Settings, D::Error> {
        let settings = Document::deserialize(from)?;
        Settings::from_json(&settings.to_string()).map_err(D::Error::custom)
    }
}

#[cfg(all(test, feature = "firm-rules"))]
mod tests {
    use crate::config::Settings;
    use crate::text::date::Date;
    use std::sync::Arc;

    /// A server makes a context of its settings for each request. A copy of 120 rules took 76 µs.
    #[test]
    fn a_context_that_is_too_deep_is_called_so() {
        let deep = ["[".repeat(70), "]".repeat(70)].concat();
        let error = Settings::from_json(&[r#"{"house":"#, &deep, "}"].concat()).expect_err("it is too deep");
        assert_eq!(error.to_string(), "the context is too deep (line 1, column 25)");
    }

    #[test]
    fn the_contexts_of_all_days_share_the_firm_rules() {
        let rules = r#"{ "rules": [{ "id": "acme.x", "product": "pl", "message": { "en": "Enter it." },
            "then": [{ "required": "/claim_number" }] }],
            "waivers": [{ "code": "future_date", "reason": "Reviewed.", "until": "2026-12-31" }] }"#;
        let settings = Settings::from_json("{}").and_then(|settings| settings.house_rules(rules)).expect("rules");
        let [one, other] = [Date::MIN, Date::parse("2026-03-01").expect("a day")].map(|day| settings.on(day));
        assert_eq!((one.firm.rules.len(), one.firm.waivers.len()), (1, 1));
        assert!(Arc::ptr_eq(&one.firm.rules, &other.firm.rules));
        assert!(Arc::ptr_eq(&one.firm.waivers, &other.firm.waivers));
    }
}
