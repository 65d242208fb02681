//! Applies house rules: after the book's, with the same meaning of "set", and waiting for the same (D1, D7).

use super::decided::Decided;
use super::{Detail, Judge, Outcome, Place, bit};
use crate::date::Date;
use crate::fields::names::{BASE_PRODUCT, Key};
use crate::fields::{Kind, Need, Value};
use crate::house::{Condition, Demand, HouseRule, Spot, Test};
use crate::issue::Severity;
use crate::rules::evaluate::{Case, Shape, shape};
use crate::rules::{CASE_TYPE, INSURANCE_COMPANY, INSURANCE_COMPANY_NAME, RULES};
use crate::vocabulary::{StateCode, state_code};

/// Whether a condition is met, or waits for a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Met {
    Yes,
    No,
    Blocked(Spot),
}

/// How a house rule came out, with the field that a blocked one waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HouseOutcome {
    pub(crate) number: usize,
    pub(crate) outcome: Outcome,
    pub(crate) by: Option<Spot>,
}

/// How a house rule came out, with the fields and members that it requires and those that it finds forbidden.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HouseRuling {
    pub(crate) come: HouseOutcome,
    pub(crate) decided: Decided,
}

/// What a demand found: places that break it, or a field that it waits for.
enum Verdict {
    Kept,
    Broken,
    /// These words or entries do not pass.
    BrokenAt(Vec<usize>),
    Blocked,
}

impl Judge<'_> {
    pub(super) fn house(&mut self) {
        let host = self.case.host;
        for (number, rule) in host.house.rules.iter().enumerate() {
            if let Some(ruling) = self.house_rule(number, rule).filter(|_| host.include.ledger) {
                self.house_outcomes.push(ruling.come);
            }
        }
    }

    /// Applies one house rule, by its number among them, where it is for the product.
    pub(crate) fn house_rule(&mut self, number: usize, rule: &HouseRule) -> Option<HouseRuling> {
        if rule.product.is_some() && rule.product != self.case.product {
            return None;
        }
        let mut decided = Decided::default();
        let (fields, members) = (self.decided.required, self.decided.required_members);
        let missing = |spot: Spot| match spot.member {
            None => fields & bit(spot.key) != 0,
            Some(_) => members & (1 << spot.slot()) != 0,
        };
        let mut come = (Outcome::NotApplicable, None);
        match self.case.house_applies(rule, missing) {
            Met::No => {}
            Met::Blocked(spot) => come = (Outcome::Blocked(spot.key), Some(spot)),
            Met::Yes => {
                come.0 = Outcome::Held;
                for (at, demand) in rule.then.iter().enumerate() {
                    let outcome = self.house_demand(number, rule, at, demand, &mut decided);
                    let together = come.0.and(outcome);
                    if together != come.0 {
                        come = (together, matches!(together, Outcome::Blocked(_)).then(|| demand.spot()));
                    }
                }
            }
        }
        Some(HouseRuling { come: HouseOutcome { number, outcome: come.0, by: come.1 }, decided })
    }

    fn house_demand(
        &mut self,
        number: usize,
        rule: &HouseRule,
        at: usize,
        demand: &Demand,
        decided: &mut Decided,
    ) -> Outcome {
        let spot = self.case.stand_in(demand.spot());
        let is_binding = rule.severity == Severity::Error;
        if let (Demand::Required(_), true) = (demand, is_binding) {
            decided.require(spot);
            self.decided |= *decided;
        }
        let places = match self.case.house_verdict(spot, demand) {
            Verdict::Kept => return Outcome::Held,
            Verdict::Blocked => return Outcome::Blocked(spot.key),
            Verdict::Broken => vec![(place_of(spot), Vec::new())],
            Verdict::BrokenAt(entries) => self.case.places_of(spot, entries),
        };
        for (place, entries) in places {
            let detail = Detail::House { rule: number, then: at, entries };
            self.find_by_house(place, demand.code(rule.severity), RULES.len() + number, detail);
        }
        if let (Demand::Forbidden(_), true) = (demand, is_binding) {
            decided.forbid(spot);
            self.decided |= *decided;
        }
        Outcome::Broken
    }
}

impl<'p> Case<'p> {
    /// Whether all conditions of a house rule are met. `demanded` tells which fields the rules before it require.
    pub(crate) fn house_applies(&self, rule: &HouseRule, demanded: impl Fn(Spot) -> bool) -> Met {
        let reads_product = |spot: Spot| spot.key == BASE_PRODUCT && self.product.is_none();
        if rule.when.iter().map(|condition| condition.spot).chain(rule.then.iter().map(Demand::spot)).any(reads_product)
        {
            // What coverage there is depends on the product.
            return Met::Blocked(Spot::of(CASE_TYPE));
        }
        let mut blocked = None;
        for condition in &rule.when {
            match self.house_meets(condition, &demanded) {
                Met::Yes => {}
                Met::No => return Met::No,
                Met::Blocked(spot) => blocked = blocked.or(Some(spot)),
            }
        }
        blocked.map_or(Met::Yes, Met::Blocked)
    }

    fn house_meets(&self, condition: &Condition, demanded: &impl Fn(Spot) -> bool) -> Met {
        let Condition { test, wanted, .. } = condition;
        let when = |met: bool| if met { Met::Yes } else { Met::No };
        let spot = self.stand_in(condition.spot);
        match (self.shape_at(spot), test) {
            (Shape::Unset, _) if self.waits(spot, demanded) => Met::Blocked(spot),
            (Shape::Unset, Test::Set(set)) => when(!set),
            (Shape::Unset, Test::Contains(_)) => when(!wanted),
            (Shape::Unset, _) => Met::No,
            (Shape::Malformed, _) => Met::Blocked(spot),
            (Shape::Set, Test::Set(set)) => when(*set),
            (Shape::Set, Test::Contains(known)) => {
                let words = self.words_at(spot);
                let holds = words.iter().any(|word| *word == Some(known));
                if holds || words.iter().all(Option::is_some) { when(holds == *wanted) } else { Met::Blocked(spot) }
            }
            (Shape::Set, test) => match self.passes_first(spot, test) {
                Some(passes) => when(passes == *wanted),
                None => Met::Blocked(spot),
            },
        }
    }

    /// Whether the first (or only) word, the answer or the day passes; `None` where it is none that can be read.
    fn passes_first(&self, spot: Spot, test: &Test) -> Option<bool> {
        if let Test::Is(wanted) = test {
            return matches!(self.payload.at(spot.slot()), Value::Boolean(value) if value == *wanted).into();
        }
        self.passes(spot, test, self.words_at(spot).first().copied().flatten()?)
    }

    fn passes(&self, spot: Spot, test: &Test, word: &str) -> Option<bool> {
        let kind = spot.kind(self.product);
        match kind {
            Kind::Date => return test.takes_day(Date::parse(word)?, self.host.today),
            Kind::State { .. } if state_code(word) == StateCode::Unknown => return None,
            _ => {}
        }
        let list = kind.words().map(|words| words.of(self.product));
        // A word that the service refuses is told by its list.
        if list.is_some_and(|list| !list.open && !self.host.lists(list, word)) {
            return None;
        }
        test.takes(word, kind)
    }

    fn house_verdict(&self, spot: Spot, demand: &Demand) -> Verdict {
        let record_is_given = spot.member.is_none() || self.shape(spot.key) == Shape::Set;
        match (demand, self.shape_at(spot)) {
            (_, Shape::Malformed) => Verdict::Blocked,
            (Demand::Required(_), Shape::Unset) if record_is_given => Verdict::Broken,
            (Demand::Required(_) | Demand::Forbidden(_) | Demand::Holds(_), Shape::Unset)
            | (Demand::Required(_), Shape::Set) => Verdict::Kept,
            (Demand::Forbidden(_), Shape::Set) => Verdict::Broken,
            (Demand::Holds(condition), Shape::Set) => self.house_test(spot, condition),
        }
    }

    fn house_test(&self, spot: Spot, Condition { test, wanted, .. }: &Condition) -> Verdict {
        let kept = |kept: bool| if kept { Verdict::Kept } else { Verdict::Broken };
        let words = self.words_at(spot);
        match test {
            Test::Is(_) => self.passes_first(spot, test).map_or(Verdict::Blocked, |passes| kept(passes == *wanted)),
            Test::Contains(known) => {
                let holds = words.iter().any(|word| *word == Some(known));
                let readable = holds || words.iter().all(Option::is_some);
                if readable { kept(holds == *wanted) } else { Verdict::Blocked }
            }
            test => {
                let passes: Vec<Option<bool>> =
                    words.iter().map(|word| word.and_then(|word| self.passes(spot, test, word))).collect();
                let broken = passes.iter().enumerate().filter(|(_, passes)| **passes == Some(!wanted));
                let broken: Vec<usize> = broken.map(|(at, _)| at).collect();
                if !broken.is_empty() {
                    Verdict::BrokenAt(broken)
                } else if passes.contains(&None) {
                    Verdict::Blocked
                } else {
                    Verdict::Kept
                }
            }
        }
    }

    /// The places of words that do not pass: of an array each element's, else the field's, with which addresses.
    fn places_of(&self, spot: Spot, entries: Vec<usize>) -> Vec<(Place, Vec<usize>)> {
        match (self.payload.at(spot.slot()), spot.kind(self.product)) {
            (Value::Array { .. }, _) => {
                let entries = entries.into_iter().take(self.most());
                entries.map(|entry| (Place::Element(spot.key, entry), Vec::new())).collect()
            }
            (_, Kind::Emails) => vec![(place_of(spot), entries)],
            _ => vec![(place_of(spot), Vec::new())],
        }
    }

    /// The field that counts: the old name's where it stands in for the current one (D16).
    pub(crate) fn stand_in(&self, spot: Spot) -> Spot {
        let stands_in = spot.key == INSURANCE_COMPANY
            && self.shape(INSURANCE_COMPANY) == Shape::Unset
            && self.shape(INSURANCE_COMPANY_NAME) != Shape::Unset;
        if stands_in { Spot::of(INSURANCE_COMPANY_NAME) } else { spot }
    }

    pub(crate) fn shape_at(&self, spot: Spot) -> Shape {
        match (spot.member, self.shape(spot.key)) {
            (None, own) => own,
            (Some(_), Shape::Set) => shape(spot.kind(self.product), self.payload.at(spot.slot()), &[]),
            (Some(_), record) => record,
        }
    }

    /// Whether a field that is not set is missing, and told so.
    fn waits(&self, spot: Spot, demanded: &impl Fn(Spot) -> bool) -> bool {
        let record = Spot::of(spot.key);
        let missing = |key: Key| self.is_always_required(key) || demanded(record);
        match spot.member {
            None => missing(spot.key),
            Some(_) if self.shape(spot.key) == Shape::Unset => missing(spot.key),
            Some(_) => spot.field(self.product).need == Need::Required || demanded(spot),
        }
    }

    /// The words of a field that is set, `None` for what is no text; addresses are words of their own.
    fn words_at(&self, spot: Spot) -> Vec<Option<&'p str>> {
        let value = self.payload.at(spot.slot());
        match (value, spot.kind(self.product)) {
            (Value::Text(_), Kind::Emails) => {
                self.payload.text(value).unwrap_or_default().split_whitespace().map(Some).collect()
            }
            (Value::Array { .. }, _) => {
                self.payload.elements_of(value).iter().map(|element| self.payload.text(*element)).collect()
            }
            _ => vec![self.payload.text(value)],
        }
    }
}

fn place_of(spot: Spot) -> Place {
    spot.member.map_or(Place::Field(spot.key), |member| Place::Member(spot.key, member))
}
