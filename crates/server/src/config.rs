//! What a start is given.

use crate::connections;
use crate::demo_pages::DemoPages;
use crate::hook::Hook;
use casegate::config::ContextError;
use casegate::usd::Usd;
use casegate::{Context, Language};
use serde::de::IntoDeserializer;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::path::Path;

#[cfg(test)]
mod tests;

/// The settings of a stand-in; every one has a default.
///
/// ```
/// use casegate_server::Config;
///
/// let config = Config::from_json(r#"{ "issue_keys": { "after_seconds": 60 } }"#)?;
/// assert_eq!(config.issue_keys.prefix, "CASE");
/// # Ok::<(), casegate_server::ConfigError>(())
/// ```
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Who may call. Without any there is one, whose master token is made at the first start and printed at each.
    pub organizations: Vec<Organization>,
    /// Where the events of every organization go, besides its own.
    pub webhooks: Vec<Hook>,
    /// The token of the operator's side; without one it is made at the first start and printed at each.
    pub operator_token: Option<String>,
    /// Context of the rulebook, such as carriers or further words; `today` is the stand-in's clock's.
    pub context: Map<String, Value>,
    /// Whether the legacy flow answers.
    #[serde(deserialize_with = "word")]
    pub legacy: Legacy,
    /// How cases get their references.
    pub issue_keys: IssueKeys,
    /// After how many seconds an appended file counts as synchronised with the tracker.
    pub file_sync_seconds: u32,
    /// The fee of cancelling a case that was picked up, a decimal string. The specification names none.
    pub cancellation_fee_usd: Usd,
    /// How many cases a page of the list holds unless the request says.
    pub page_size: u32,
    /// After how many seconds a connection is given up whose caller sends nothing of a body, or reads nothing of an answer.
    pub body_idle_seconds: u32,
    /// How many connections are open at once; beyond them only `/healthz` answers.
    pub connections: u32,
    /// How webhooks are sent.
    pub delivering: Delivering,
    /// The pages of the demo, where it is served: then on loopback only, since its pages get the tokens of the first
    /// organization and of the operator.
    #[serde(skip)]
    pub demo: Option<DemoPages>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            organizations: Vec::new(),
            webhooks: Vec::new(),
            operator_token: None,
            context: Map::new(),
            legacy: Legacy::Sunset,
            issue_keys: IssueKeys::default(),
            file_sync_seconds: 5,
            cancellation_fee_usd: Usd::from_cents(15_000),
            page_size: 50,
            body_idle_seconds: 20,
            connections: connections::MOST,
            delivering: Delivering::default(),
            demo: None,
        }
    }
}

/// A law firm.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an organization, such as { \"name\": \"Example Law\" }")]
pub struct Organization {
    /// Its name, by which it is known from start to start.
    pub name: String,
    /// Its master token; without one it is made at the first start.
    pub master_token: Option<String>,
    /// Whether it may pay through financing.
    #[serde(default)]
    pub financing_enrolled: bool,
    /// Where its events go.
    #[serde(default)]
    pub webhooks: Vec<Hook>,
}

/// Whether the legacy flow answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Legacy {
    /// It says that it is gone, as it does from its last day on.
    Sunset,
    /// It works, on any day.
    On,
}

/// Reads a word. As text first, so that the error about anything else names a text.
fn word<'de, D: Deserializer<'de>>(given: D) -> Result<Legacy, D::Error> {
    Legacy::deserialize(String::deserialize(given)?.into_deserializer())
}

/// How cases get their references.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct IssueKeys {
    /// What they begin with.
    pub prefix: String,
    /// After how many seconds a case gets its own; until then it has none (`CREATE-key-unassigned`).
    pub after_seconds: u32,
}

impl Default for IssueKeys {
    fn default() -> IssueKeys {
        IssueKeys { prefix: "CASE".to_owned(), after_seconds: 0 }
    }
}

/// How webhooks are sent. Retries and signing are not published; these are the stand-in's own.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Delivering {
    /// How often a delivery is tried before it is given up.
    pub attempts: u32,
    /// The pause after the first failure, in milliseconds; each later one is twice as long.
    pub first_pause_ms: u32,
    /// The longest pause, in milliseconds.
    pub longest_pause_ms: u32,
    /// How long an answer is waited for, in milliseconds.
    pub timeout_ms: u32,
    /// To test a consumer: how late every delivery comes, in milliseconds. Like the next two, it is set at each start
    /// where it is given, and stays as the operator left it where it is not.
    pub late_ms: Option<u32>,
    /// To test a consumer: every delivery is made a second time.
    pub twice: Option<bool>,
    /// To test a consumer: deliveries come in any order, also those of one case.
    pub shuffled: Option<bool>,
}

impl Default for Delivering {
    fn default() -> Delivering {
        Delivering {
            attempts: 10,
            first_pause_ms: 500,
            longest_pause_ms: 600_000,
            timeout_ms: 10_000,
            late_ms: None,
            twice: None,
            shuffled: None,
        }
    }
}

/// Settings that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("the settings cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    /// The text is no JSON object.
    #[error("the settings must be a JSON object")]
    NoObject,
    /// The text is no JSON, or has a member that there is not.
    #[error("the settings cannot be used: {0}")]
    Unusable(#[from] serde_json::Error),
    /// A member has a value that it cannot have.
    #[error("the setting `{name}` must be {needs}")]
    Value {
        /// Its name.
        name: &'static str,
        /// What it must be.
        needs: &'static str,
    },
    /// A member of a webhook has a value that it cannot have.
    #[error("the `{member}` of a webhook must be {needs}")]
    Hook {
        /// The member.
        member: &'static str,
        /// What it must be.
        needs: &'static str,
    },
    /// The settings of the rulebook cannot be used.
    #[error("the setting `context`: {0}")]
    Context(#[from] ContextError),
}

/// What a token must be, for people.
const TOKEN: &str = "at least eight visible ASCII characters";

/// The setting of the rulebook that is the clock's.
const TODAY: &str = "today";

impl Hook {
    /// One for all events, without a secret.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] where the text is no absolute address.
    pub fn to(url: &str) -> Result<Hook, ConfigError> {
        let hook = Hook { url: url.to_owned(), events: None, secret: None };
        match hook.unfit() {
            Some((member, needs)) => Err(ConfigError::Hook { member, needs: needs.in_language(Language::English) }),
            None => Ok(hook),
        }
    }
}

impl Config {
    /// Reads settings from JSON.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] tells what cannot be used.
    pub fn from_json(text: &str) -> Result<Config, ConfigError> {
        // A list would be read as the members' values in their order.
        if !text.trim_start().starts_with('{') {
            return Err(ConfigError::NoObject);
        }
        let config: Config = serde_json::from_str(text)?;
        config.checked()
    }

    /// Reads settings from a file of JSON.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] tells what cannot be read or used.
    pub fn from_file(path: &Path) -> Result<Config, ConfigError> {
        Config::from_json(&std::fs::read_to_string(path)?)
    }

    pub(crate) fn checked(self) -> Result<Config, ConfigError> {
        let wrong = |name, needs| Err(ConfigError::Value { name, needs });
        let names = || self.organizations.iter().map(|organization| organization.name.as_str());
        if names().any(|name| name.trim().is_empty()) {
            return wrong("organizations.name", "a name");
        }
        if repeats(names()) {
            return wrong("organizations.name", "another for each organization");
        }
        let letters = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphabetic());
        if !letters(&self.issue_keys.prefix) {
            return wrong("issue_keys.prefix", "letters");
        }
        let is_token = |token: &str| token.len() >= 8 && token.bytes().all(|byte| byte.is_ascii_graphic());
        let masters = || self.organizations.iter().filter_map(|organization| organization.master_token.as_deref());
        if !masters().all(is_token) {
            return wrong("organizations.master_token", TOKEN);
        }
        if repeats(masters()) {
            return wrong("organizations.master_token", "another for each organization");
        }
        if !self.operator_token.as_deref().is_none_or(is_token) {
            return wrong("operator_token", TOKEN);
        }
        if masters().any(|master| Some(master) == self.operator_token.as_deref()) {
            return wrong("operator_token", "another than every master token");
        }
        let least = [
            ("page_size", self.page_size),
            ("body_idle_seconds", self.body_idle_seconds),
            ("connections", self.connections),
            ("delivering.attempts", self.delivering.attempts),
            ("delivering.timeout_ms", self.delivering.timeout_ms),
        ];
        if let Some((name, _)) = least.into_iter().find(|(_, value)| *value == 0) {
            return wrong(name, "at least 1");
        }
        let hooks = self.organizations.iter().flat_map(|organization| &organization.webhooks);
        if let Some((member, needs)) = hooks.chain(&self.webhooks).find_map(Hook::unfit) {
            return Err(ConfigError::Hook { member, needs: needs.in_language(Language::English) });
        }
        if self.context.contains_key(TODAY) {
            return wrong("context.today", "left out: the day is the stand-in's clock's");
        }
        // They can be used on any day if on one.
        self.context("2026-01-01")?;
        Ok(self)
    }

    /// The settings of the rulebook on a day, as they are given.
    pub(crate) fn context_settings(&self, today: &str) -> Map<String, Value> {
        let mut settings = self.context.clone();
        settings.insert(TODAY.to_owned(), today.into());
        settings
    }

    /// The language of answers to requests that ask for none.
    pub(crate) fn language(&self) -> Language {
        self.context.get("language").and_then(Value::as_str).and_then(Language::from_tag).unwrap_or_default()
    }

    /// The settings of the rulebook on a day.
    pub(crate) fn context(&self, today: &str) -> Result<Context, ContextError> {
        let settings = self.context_settings(today);
        if self.legacy == Legacy::On {
            // D22: the context lowers the sunset to a warning.
            return Context::from_json(&Value::Object(settings).to_string()).map(Context::tolerate_legacy_sunset);
        }
        Context::from_json(&Value::Object(settings).to_string())
    }
}

/// Whether something comes twice.
fn repeats<T: Ord>(all: impl Iterator<Item = T>) -> bool {
    let mut known = BTreeSet::new();
    !all.into_iter().all(|one| known.insert(one))
}
