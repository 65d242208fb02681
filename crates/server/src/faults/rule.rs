//! A rule of faults, in settings and in the operator's API.

use super::kind::{FaultKind, Side};
use crate::prose;
use casegate::requests::EndpointId;
use casegate::tokens::EventType;
use serde::{Deserialize, Serialize};

/// The target that a rule is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultTarget {
    /// Requests to an endpoint; `None` is any.
    Endpoint(Option<EndpointId>),
    /// The deliveries of an event; `None` is any.
    Event(Option<EventType>),
}

impl FaultTarget {
    fn side(self) -> Side {
        match self {
            FaultTarget::Endpoint(_) => Side::Endpoint,
            FaultTarget::Event(_) => Side::Event,
        }
    }
}

/// Which of the requests or events a rule takes. They are counted from 1 for each rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Takes {
    /// All of them.
    #[default]
    All,
    /// One of them.
    Nth(u32),
    /// This one and all later ones.
    From(u32),
    /// Every multiple of this number.
    Every(u32),
    /// The first ones, up to this one.
    First(u32),
}

impl Takes {
    pub(super) fn takes(self, number: u64) -> bool {
        match self {
            Takes::All => true,
            Takes::Nth(n) => number == u64::from(n),
            Takes::From(n) => number >= u64::from(n),
            Takes::Every(n) => number.checked_rem(n.into()) == Some(0),
            Takes::First(n) => number <= u64::from(n),
        }
    }
}

/// A rule: requests or events, and the fault that they meet.
///
/// ```
/// use casegate::requests::EndpointId;
/// use casegate_server::{FaultKind, FaultRule, Takes};
///
/// let rule = FaultRule::on_endpoint(EndpointId::Create, FaultKind::DoneUnanswered).taking(Takes::First(2));
/// let text = serde_json::to_string(&rule)?;
/// assert_eq!(text, r#"{"endpoint":"create","fault":"done_unanswered","first":2}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "RuleForm", into = "RuleForm")]
pub struct FaultRule {
    pub(super) target: FaultTarget,
    pub(super) organization: Option<String>,
    pub(super) takes: Takes,
    pub(super) kind: FaultKind,
    /// The seconds of `Retry-After`, milliseconds, or the first attempt without the fault.
    pub(super) amount: u32,
}

impl FaultRule {
    fn new(target: FaultTarget, kind: FaultKind) -> FaultRule {
        let amount = kind.amount().map_or(0, |amount| amount.default);
        FaultRule { target, organization: None, takes: Takes::All, kind, amount }
    }

    /// Creates a rule about all requests to an endpoint.
    pub fn on_endpoint(endpoint: EndpointId, kind: FaultKind) -> FaultRule {
        FaultRule::new(FaultTarget::Endpoint(Some(endpoint)), kind)
    }

    /// Creates a rule about all requests to any endpoint.
    pub fn on_any_endpoint(kind: FaultKind) -> FaultRule {
        FaultRule::new(FaultTarget::Endpoint(None), kind)
    }

    /// Creates a rule about all deliveries of an event.
    pub fn on_event(event: EventType, kind: FaultKind) -> FaultRule {
        FaultRule::new(FaultTarget::Event(Some(event)), kind)
    }

    /// Creates a rule about all deliveries of any event.
    pub fn on_any_event(kind: FaultKind) -> FaultRule {
        FaultRule::new(FaultTarget::Event(None), kind)
    }

    /// Restricts the rule to an organization, by its name.
    pub fn of_organization(self, name: impl Into<String>) -> FaultRule {
        FaultRule { organization: Some(name.into()), ..self }
    }

    /// Restricts the rule to some of the requests or events.
    pub fn taking(self, takes: Takes) -> FaultRule {
        FaultRule { takes, ..self }
    }

    /// Sets the number of the fault: the seconds of `Retry-After`, milliseconds, or the first
    /// attempt without the fault.
    pub fn amount(self, amount: u32) -> FaultRule {
        FaultRule { amount, ..self }
    }

    /// Returns the name of the rule's organization.
    pub fn organization(&self) -> Option<&str> {
        self.organization.as_deref()
    }
}

/// A rule as JSON, before it is checked.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a rule, such as { \"endpoint\": \"any\", \"fault\": \"reset\" }")]
pub(crate) struct RuleForm {
    #[serde(skip_serializing_if = "Option::is_none")]
    endpoint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    organization: Option<String>,
    fault: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    nth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    every: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after_seconds: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ms: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    until_attempt: Option<u32>,
}

/// A rule has an invalid member.
#[derive(Debug, thiserror::Error)]
#[error("the `{member}` of a rule of faults must be {}", self.needs())]
pub(crate) struct UnfitRule {
    pub(crate) member: &'static str,
    needs: &'static str,
    values: String,
}

impl UnfitRule {
    fn new(member: &'static str, needs: &'static str) -> UnfitRule {
        UnfitRule { member, needs, values: String::new() }
    }

    /// Returns the expected value.
    pub(crate) fn needs(&self) -> String {
        self.needs.replacen("{}", &self.values, 1)
    }
}

/// The target of every request or event.
const ANY: &str = "any";

/// Reads the name of an endpoint or an event.
fn named<T>(
    member: &'static str,
    name: &str,
    known: Option<T>,
    names: impl Iterator<Item = &'static str>,
) -> Result<Option<T>, UnfitRule> {
    if name == ANY || known.is_some() {
        return Ok(known);
    }
    let values = names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    Err(UnfitRule { member, needs: prose::ONE_OF_OR_ANY, values })
}

impl RuleForm {
    fn target(&self) -> Result<FaultTarget, UnfitRule> {
        match (&self.endpoint, &self.event) {
            (Some(name), None) => {
                let names = EndpointId::ALL.iter().map(|id| id.name());
                named("endpoint", name, EndpointId::from_name(name), names).map(FaultTarget::Endpoint)
            }
            (None, Some(name)) => {
                let names = EventType::ALL.iter().map(|event| event.name());
                named("event", name, EventType::from_name(name), names).map(FaultTarget::Event)
            }
            _ => Err(UnfitRule::new("endpoint", prose::EITHER_TARGET)),
        }
    }

    fn takes(&self) -> Result<Takes, UnfitRule> {
        let given = [
            ("nth", self.nth.map(Takes::Nth)),
            ("from", self.from.map(Takes::From)),
            ("every", self.every.map(Takes::Every)),
            ("first", self.first.map(Takes::First)),
        ];
        let mut takes = Takes::All;
        for (member, given) in given {
            let Some(given) = given else { continue };
            if takes != Takes::All {
                return Err(UnfitRule::new(member, prose::ONLY_COUNT));
            }
            if let Takes::Nth(0) | Takes::From(0) | Takes::Every(0) | Takes::First(0) = given {
                return Err(at_least(member, 1));
            }
            takes = given;
        }
        Ok(takes)
    }

    fn amount(&self, kind: FaultKind) -> Result<u32, UnfitRule> {
        let own = kind.amount();
        let given =
            [("retry_after_seconds", self.retry_after_seconds), ("ms", self.ms), ("until_attempt", self.until_attempt)];
        let mut amount = own.map_or(0, |own| own.default);
        for (member, number) in given {
            let Some(number) = number else { continue };
            match own.filter(|own| own.member == member) {
                None => return Err(UnfitRule::new(member, prose::NO_SUCH_NUMBER)),
                Some(own) if number < own.least => return Err(at_least(member, own.least)),
                Some(_) => amount = number,
            }
        }
        Ok(amount)
    }
}

fn at_least(member: &'static str, least: u32) -> UnfitRule {
    UnfitRule { member, needs: prose::AT_LEAST, values: least.to_string() }
}

impl TryFrom<RuleForm> for FaultRule {
    type Error = UnfitRule;

    fn try_from(form: RuleForm) -> Result<FaultRule, UnfitRule> {
        let target = form.target()?;
        let kind = FaultKind::from_name(&form.fault).filter(|kind| kind.side() == target.side());
        let kind = kind.ok_or_else(|| UnfitRule {
            member: "fault",
            needs: prose::ONE_OF,
            values: FaultKind::names(target.side()),
        })?;
        let (takes, amount) = (form.takes()?, form.amount(kind)?);
        if form.organization.as_deref().is_some_and(|name| name.trim().is_empty()) {
            return Err(UnfitRule::new("organization", prose::A_NAME));
        }
        Ok(FaultRule { target, organization: form.organization, takes, kind, amount })
    }
}

impl From<FaultRule> for RuleForm {
    fn from(rule: FaultRule) -> RuleForm {
        let FaultRule { target, organization, takes, kind, amount } = rule;
        let mut form = RuleForm { organization, fault: kind.name().to_owned(), ..RuleForm::default() };
        match target {
            FaultTarget::Endpoint(id) => form.endpoint = Some(id.map_or(ANY, EndpointId::name).to_owned()),
            FaultTarget::Event(event) => form.event = Some(event.map_or(ANY, EventType::name).to_owned()),
        }
        match takes {
            Takes::All => {}
            Takes::Nth(n) => form.nth = Some(n),
            Takes::From(n) => form.from = Some(n),
            Takes::Every(n) => form.every = Some(n),
            Takes::First(n) => form.first = Some(n),
        }
        match kind.amount().map(|amount| amount.member) {
            Some("retry_after_seconds") => form.retry_after_seconds = Some(amount),
            Some("ms") => form.ms = Some(amount),
            Some(_) => form.until_attempt = Some(amount),
            None => {}
        }
        form
    }
}

#[cfg(test)]
mod tests;
