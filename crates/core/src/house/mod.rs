//! House rules: what a firm asks of its own cases on top of the rulebook, as data of the host (`docs/house-rules.md`).
//!
//! They only narrow: a rule adds findings and takes none away, and a waiver moves warnings aside, which never decide.
//! Rules that go against each other or against the book, or that say nothing, are refused when they are read.

#[cfg(feature = "house")]
mod against;
#[cfg(feature = "house")]
mod condition;
mod field;
#[cfg(feature = "house")]
mod logic;
#[cfg(feature = "house")]
mod parse;
#[cfg(feature = "house")]
mod read;
mod refusal;
mod test;
pub(crate) mod told;
mod waiver;

#[cfg(feature = "house")]
pub use read::{HouseReport, check_house};
pub use refusal::HouseRefusal;
pub use waiver::Waived;

pub(crate) use field::Spot;
#[cfg(feature = "house")]
pub(crate) use read::load;
pub(crate) use test::Test;
pub(crate) use waiver::Waiver;

use crate::explain::Explanation;
use crate::fields::Product;
use crate::fields::names::Key;
use crate::issue::{Code, Issue, Param, Params, Severity};
use crate::messages::Language;
use std::borrow::Cow;

#[cfg(feature = "house")]
type List<T> = Vec<T>;
/// Nothing can be in it, and the compiler leaves out what would be done with it.
#[cfg(not(feature = "house"))]
type List<T> = [T; 0];

/// A host's house rules and waivers, read and found to be usable.
#[derive(Debug, Clone, Default)]
pub(crate) struct House {
    pub(crate) rules: List<HouseRule>,
    pub(crate) waivers: List<Waiver>,
    /// Free texts that a rule reads, a bit for each slot: the reader keeps them.
    pub(crate) keeps: u128,
}

/// A house rule; its parts are those of [`crate::rules::Rule`].
#[derive(Debug, Clone)]
pub(crate) struct HouseRule {
    pub(crate) id: String,
    pub(crate) title: Option<String>,
    pub(crate) product: Option<Product>,
    pub(crate) when: Vec<Condition>,
    pub(crate) then: Vec<Demand>,
    pub(crate) message: Message,
    /// An error refuses the case; a warning advises, and asks nothing of a form.
    pub(crate) severity: Severity,
}

/// A test of a field's value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Condition {
    pub(crate) spot: Spot,
    pub(crate) test: Test,
    /// `false` for the opposite.
    pub(crate) wanted: bool,
}

/// What must hold where the conditions are met.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Demand {
    /// The field is set (D1); a record's member, where the record is.
    Required(Spot),
    /// The field is not set (D1).
    Forbidden(Spot),
    /// What is set passes the test; of several words each does.
    Holds(Condition),
}

/// The firm's own words.
#[derive(Debug, Clone)]
pub(crate) struct Message {
    pub(crate) en: Option<String>,
    pub(crate) es: Option<String>,
}

impl Message {
    /// In a language, or in the other where there is none.
    pub(crate) fn text(&self, language: Language) -> &str {
        let (first, second) = language.pick((&self.en, &self.es), (&self.es, &self.en));
        first.as_deref().or(second.as_deref()).unwrap_or_default()
    }
}

impl Demand {
    pub(crate) fn spot(&self) -> Spot {
        match self {
            Demand::Required(spot) | Demand::Forbidden(spot) => *spot,
            Demand::Holds(condition) => condition.spot,
        }
    }

    /// The code of the finding when it does not hold.
    pub(crate) fn code(&self, severity: Severity) -> Code {
        match (self, severity) {
            (_, Severity::Warning) => Code::HouseAdvice,
            (Demand::Required(_), _) => Code::Required,
            (Demand::Forbidden(_), _) => Code::Forbidden,
            (Demand::Holds(_), _) => Code::HouseRule,
        }
    }

    /// What a translated message needs: the test and its limits, as the firm wrote them.
    pub(crate) fn params(&self) -> Params {
        let told = |name: &str| Params::default().with("test", Param::from(name));
        match self {
            Demand::Required(_) => told("required"),
            Demand::Forbidden(_) => told("forbidden"),
            Demand::Holds(condition) => {
                let name = condition.test.name();
                let params = if condition.wanted { told(name) } else { told(&format!("not_{name}")) };
                condition.test.limits(params)
            }
        }
    }
}

impl HouseRule {
    /// Fields that it reads or judges, a bit for the slot of each; a record's for its members.
    pub(crate) fn reads(&self) -> u64 {
        let spots = self.when.iter().map(|condition| condition.spot).chain(self.then.iter().map(Demand::spot));
        spots.fold(0, |mask, spot| mask | spot.reads())
    }

    /// How many words its tests name; a test without words counts as one.
    fn words(&self) -> usize {
        let demands = self.then.iter().map(|demand| match demand {
            Demand::Holds(condition) => condition.test.words(),
            Demand::Required(_) | Demand::Forbidden(_) => 1,
        });
        self.when.iter().map(|condition| condition.test.words()).chain(demands).sum()
    }

    /// Pointers of the fields that its conditions read, each once.
    pub(crate) fn because(&self) -> Vec<String> {
        once(self.when.iter().map(|condition| condition.spot.pointer()))
    }

    /// The rule in the words of the firm.
    pub(crate) fn explanation(&self, language: Language) -> Explanation {
        Explanation {
            id: Cow::Owned(self.id.clone()),
            number: None,
            product: self.product,
            title: Cow::Owned(self.title.clone().unwrap_or_else(|| self.id.clone())),
            text: Cow::Owned(self.message.text(language).to_owned()),
            reads: self.because(),
            targets: once(self.then.iter().map(|demand| demand.spot().pointer())),
            atoms: Vec::new(),
            decisions: &[],
            until: None,
        }
    }
}

impl House {
    /// The waiver that takes a finding out of the way on a day, where one does.
    pub(crate) fn waiver(&self, issue: &Issue, today: crate::Date) -> Option<&Waiver> {
        self.waivers.iter().find(|waiver| waiver.covers(issue, today))
    }

    #[cfg(feature = "house")]
    fn of(rules: Vec<HouseRule>, waivers: Vec<Waiver>) -> House {
        let conditions = rules.iter().flat_map(|rule| {
            rule.when.iter().chain(rule.then.iter().filter_map(|demand| match demand {
                Demand::Holds(condition) => Some(condition),
                _ => None,
            }))
        });
        let texts = conditions.filter(|condition| condition.test.reads_text()).map(|condition| condition.spot);
        let keeps = texts.fold(0, |mask, spot| mask | (1 << spot.slot()));
        House { rules, waivers, keeps }
    }
}

fn once(pointers: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = Vec::new();
    for pointer in pointers {
        if !seen.contains(&pointer) {
            seen.push(pointer);
        }
    }
    seen
}

#[allow(dead_code)]
fn bit(key: Key) -> u64 {
    1 << key.slot()
}

#[cfg(test)]
mod tests {
    use super::{bit, load};
    use crate::document::Document;
    use crate::fields::names::key;
    use crate::{Date, Host};

    #[test]
    fn a_rule_tells_which_fields_an_edit_must_touch() {
        let rules = r#"{ "rules": [{ "id": "acme.x", "product": "pl", "message": { "en": "Enter it." },
            "when": [{ "field": "/defendant_information/city", "like": "S*" }, { "field": "/insurance_company", "set": true }],
            "then": [{ "required": "/claim_number" }] }] }"#;
        let host = Host::new(Date::parse("2026-03-01").expect("a day"));
        let (house, issues) = load(&Document::read(rules).expect("JSON"), &host);
        assert!(issues.is_empty());
        let fields = ["defendant_information", "insurance_company", "insurance_company_name", "claim_number"];
        let wanted =
            fields.iter().fold(0, |mask, name| mask | bit(crate::fields::names::lookup(name).expect("a field")));
        assert_eq!(house.rules.first().map(super::HouseRule::reads), Some(wanted));
        assert_eq!(house.keeps.count_ones(), 1);
        assert_ne!(house.keeps & (1 << key("defendant_information").member_slot(10)), 0);
    }
}
