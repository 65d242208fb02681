//! The settings of a stand-in.

use crate::clock::Instant;
use crate::connections;
use crate::demo_pages::DemoPages;
use crate::faults::FaultRule;
use crate::hook::Hook;
use casegate::Context;
use casegate::config::ContextError;
use casegate::usd::Usd;
use serde::de::IntoDeserializer;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::path::Path;

#[cfg(test)]
mod tests;

/// The settings of a stand-in. Every one has a default.
///
/// ```
/// use casegate_server::Config;
///
/// let config = Config::from_json(r#"{ "issue_keys": { "after_seconds": 60 } }"#)?;
/// assert_eq!(config.issue_keys.after_seconds, Some(60));
/// # Ok::<(), casegate_server::ConfigError>(())
/// ```
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The organizations that may call. Without any there is one. Its master token is generated at
    /// the first start and printed at each start.
    pub organizations: Vec<Organization>,
    /// Receivers of the events of every organization, in addition to its own.
    pub webhooks: Vec<Hook>,
    /// The operator's token. By default it is generated at the first start and printed at each
    /// start.
    pub operator_token: Option<String>,
    /// The rulebook's context, such as carriers or additional words. `today` comes from the
    /// stand-in's clock.
    pub context: Map<String, Value>,
    /// Whether the legacy endpoints answer.
    #[serde(deserialize_with = "word")]
    pub legacy: Legacy,
    /// The references of cases.
    pub issue_keys: IssueKeys,
    /// The seconds until an appended file counts as synchronized with the tracker.
    pub file_sync_seconds: u32,
    /// The fee for canceling a case after its pick-up, as a decimal string. The specification
    /// names none.
    pub cancellation_fee_usd: Usd,
    /// The default page size of the list of cases.
    pub page_size: u32,
    /// The form of the list of cases.
    pub list: CaseList,
    /// The seconds until a connection is closed whose caller sends nothing of a body, or reads
    /// nothing of an answer.
    pub body_idle_seconds: u32,
    /// The number of open connections. Beyond them only `/healthz` answers.
    pub connections: u32,
    /// The delivery of webhooks.
    pub delivering: Delivering,
    /// `true` if an answer waits until its change is on the disk. Without it, a crash of the computer
    /// loses the latest changes; a kill of the process loses none.
    pub durable: bool,
    /// The rules of faults, which apply at each start if given. Otherwise they stay as the operator
    /// left them.
    pub faults: Option<Vec<FaultRule>>,
    /// The seed of ids, tokens, secrets and chance: the same requests get the same answers. By
    /// default they are random.
    pub seed: Option<u64>,
    /// The moment, in RFC 3339, at which the clock stands until the operator moves it. By default it
    /// is this computer's clock, or with a seed noon of March 1, 2026 (UTC).
    pub now: Option<String>,
    /// The pages of the demo, if it is served. It is then served on loopback only, because its
    /// pages receive the tokens of the first organization and of the operator.
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
            list: CaseList::default(),
            body_idle_seconds: 20,
            connections: connections::MOST,
            delivering: Delivering::default(),
            durable: true,
            faults: None,
            seed: None,
            now: None,
            demo: None,
        }
    }
}

/// A law firm.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an organization, such as { \"name\": \"Example Law\" }")]
pub struct Organization {
    /// The name, which identifies the firm across starts.
    pub name: String,
    /// The master token. By default it is generated at the first start.
    pub master_token: Option<String>,
    /// `true` if the firm may pay through financing.
    #[serde(default)]
    pub financing_enrolled: bool,
    /// The receivers of its events.
    #[serde(default)]
    pub webhooks: Vec<Hook>,
}

/// Whether the legacy endpoints answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Legacy {
    /// They answer that they are gone, as from their last day on.
    Sunset,
    /// They work on any day.
    On,
}

/// Reads a word. It is read as a string first, so that the error about another type mentions a
/// string.
fn word<'de, D: Deserializer<'de>>(given: D) -> Result<Legacy, D::Error> {
    Legacy::deserialize(String::deserialize(given)?.into_deserializer())
}

/// The references of cases.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct IssueKeys {
    /// The prefix of references.
    pub prefix: String,
    /// The seconds until a case receives its reference (`CREATE-key-unassigned`), whatever happens
    /// to the case. By default it does so after five seconds, or earlier with its pick-up: research
    /// happens in the tracker.
    pub after_seconds: Option<u32>,
}

impl IssueKeys {
    /// The seconds of a stand-in whose settings have none. The service takes minutes.
    pub(crate) const SECONDS: u32 = 5;
}

impl Default for IssueKeys {
    fn default() -> IssueKeys {
        IssueKeys { prefix: "CASE".to_owned(), after_seconds: None }
    }
}

/// The form of the list of cases. Its order, its envelope and the form of its times are not published.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CaseList {
    /// The order of the cases.
    pub order: ListOrder,
    /// The JSON around a page.
    pub envelope: ListEnvelope,
    /// The form of `created_at`.
    pub times: ListTimes,
}

/// The order of the list of cases.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ListOrder {
    /// The newest case is the first one.
    #[default]
    Newest,
    /// The oldest case is the first one.
    Oldest,
    /// No order that a client could know. It depends on the seed, and is the same for every page.
    Shuffled,
}

/// The JSON around a page of the list of cases.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ListEnvelope {
    /// `{"next", "results"}`
    #[default]
    Next,
    /// `{"count", "next", "previous", "results"}`, as frameworks write it.
    Count,
    /// `{"results"}`, which leaves open if there is another page.
    NoNext,
    /// An array, which leaves that open too.
    Array,
}

/// The form of the times in the list of cases.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ListTimes {
    /// RFC 3339.
    #[default]
    Zone,
    /// Without a zone. It is UTC.
    NoZone,
}

/// The delivery of webhooks. The service's retries and signatures are not published; these are the
/// stand-in's own.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Delivering {
    /// The number of attempts before a delivery is given up.
    pub attempts: u32,
    /// The pause after the first failure in milliseconds. It doubles with each further failure.
    pub first_pause_ms: u32,
    /// The longest pause, in milliseconds.
    pub longest_pause_ms: u32,
    /// The timeout of an answer in milliseconds.
    pub timeout_ms: u32,
}

impl Default for Delivering {
    fn default() -> Delivering {
        Delivering { attempts: 10, first_pause_ms: 500, longest_pause_ms: 600_000, timeout_ms: 10_000 }
    }
}

/// Invalid settings.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("the settings cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    /// The text is not a JSON object.
    #[error("the settings must be a JSON object")]
    NoObject,
    /// The text is not JSON, or has an unknown member.
    #[error("the settings cannot be used: {}", without_value(.0))]
    Unusable(#[from] serde_json::Error),
    /// A member has an invalid value.
    #[error("the setting `{name}` must be {needs}")]
    Value {
        /// The name.
        name: &'static str,
        /// The expected value.
        needs: &'static str,
    },
    /// A member of a webhook has an invalid value.
    #[error("the `{member}` of a webhook must be {needs}")]
    Hook {
        /// The member.
        member: &'static str,
        /// The expected value.
        needs: &'static str,
    },
    /// The rulebook's context is invalid.
    #[error("the setting `context`: {0}")]
    Context(#[from] ContextError),
}

/// Returns what was expected, and where. Before that, serde repeats the value or the name that it
/// found, which may be a password or the name of a carrier (D19).
fn without_value(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(", expected ").map(|(_, expected)| format!("expected {expected}")).unwrap_or(text)
}

/// The expected form of a token, for people.
const TOKEN: &str = "at least eight visible ASCII characters";

/// The moment at which the clock of a stand-in with a seed stands.
const SEEDED_NOW: &str = "2026-03-01T12:00:00Z";

/// The context setting that comes from the clock.
const TODAY: &str = "today";

impl Hook {
    /// Creates a subscription to all events, without a secret.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] if the text is not an absolute address.
    pub fn to(url: &str) -> Result<Hook, ConfigError> {
        let hook = Hook { url: url.to_owned(), events: None, secret: None };
        match hook.unfit() {
            Some((member, needs)) => Err(ConfigError::Hook { member, needs }),
            None => Ok(hook),
        }
    }
}

impl Config {
    /// Reads settings from JSON.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] names the invalid setting.
    pub fn from_json(text: &str) -> Result<Config, ConfigError> {
        // serde would read a list as the values of the members in their order.
        if !text.trim_start().starts_with('{') {
            return Err(ConfigError::NoObject);
        }
        let config: Config = serde_json::from_str(text)?;
        config.checked()
    }

    /// Reads settings from a JSON file.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] names the invalid setting.
    pub fn from_file(path: &Path) -> Result<Config, ConfigError> {
        let text = std::fs::read_to_string(path)?;
        // Editors on Windows write a byte order mark.
        Config::from_json(text.strip_prefix('\u{feff}').unwrap_or(&text))
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
            return Err(ConfigError::Hook { member, needs });
        }
        if self.now.as_deref().is_some_and(|text| Instant::parse(text).is_none()) {
            return wrong("now", "a moment such as 2026-03-01T12:00:00Z");
        }
        if self.context.contains_key(TODAY) {
            return wrong("context.today", "left out: the day is the stand-in's clock's");
        }
        // A context that is valid on one day is valid on every day.
        self.context("2026-01-01")?;
        Ok(self)
    }

    /// Returns the moment at which the clock stands; `None` if it runs.
    pub(crate) fn stands_at(&self) -> Option<Instant> {
        let default = self.seed.map(|_| SEEDED_NOW);
        self.now.as_deref().or(default).and_then(Instant::parse)
    }

    /// Returns the settings of the rulebook's context on a day.
    pub(crate) fn context_settings(&self, today: &str) -> Map<String, Value> {
        let mut settings = self.context.clone();
        settings.insert(TODAY.to_owned(), today.into());
        settings
    }

    /// Returns the rulebook's context on a day.
    pub(crate) fn context(&self, today: &str) -> Result<Context, ContextError> {
        let settings = self.context_settings(today);
        if self.legacy == Legacy::On {
            // D22: the context lowers the sunset to a warning.
            return Context::from_json(&Value::Object(settings).to_string()).map(Context::tolerate_legacy_sunset);
        }
        Context::from_json(&Value::Object(settings).to_string())
    }
}

/// Returns `true` if a value occurs twice.
fn repeats<T: Ord>(all: impl Iterator<Item = T>) -> bool {
    let mut known = BTreeSet::new();
    !all.into_iter().all(|one| known.insert(one))
}
