//! Applies the catalogue and the rules to a payload.

#[cfg(feature = "receipts")]
pub(crate) mod classes;
pub(crate) mod conditions;
pub(crate) mod effects;
pub(crate) mod evaluate;
pub(crate) mod fields;
pub(crate) mod outcome;
pub(crate) mod rules;
pub(crate) mod sets;

use crate::judge::outcome::Outcome;
pub(crate) use effects::RuleEffects;

use crate::judge::evaluate::Case;
use crate::rulebook::codes::Code;
use crate::rulebook::fields::names::FieldId;
use crate::rulebook::params::Severity;
use crate::rulebook::rules::Rule;
use crate::rulebook::rules::field_path::FieldPath;
use crate::rulebook::vocabulary::WordList;
use crate::text::dedup;

/// A finding before its message is written.
#[derive(Debug, Clone)]
pub(crate) struct Finding<'p> {
    pub(crate) order: Order,
    pub(crate) code: Code,
    pub(crate) place: Place,
    pub(crate) requirement_id: Option<&'static str>,
    /// The requirement of a rule that is violated.
    pub(crate) cause: Option<Cause<'p>>,
    pub(crate) detail: Detail,
}

/// A requirement of a rule.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cause<'p> {
    pub(crate) rule: &'p Rule,
    /// Its number in the row.
    pub(crate) then: usize,
}

/// The catalogue order (D10, D41): place, then kind of finding, then element or rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Order(u64);

const LAST_PLACE: u16 = u16::MAX >> 1;
/// The bit above all places, for warnings that follow the errors.
const LATE: u64 = 1 << 63;
const LAST_MEMBER: u8 = u8::MAX;
const REPEATED: u8 = 0;
const OWN: u8 = 1;
const ELEMENT: u8 = 2;
const BY_RULE: u8 = 3;

/// The place of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Root,
    Field(FieldId),
    Element(FieldId, usize),
    Member(FieldId, usize),
    /// One of [`crate::payload::slots::Payload::unknown`], with the record that contains it.
    Unknown(Option<FieldId>, usize),
}

/// The parts of a finding's message besides the place.
#[derive(Debug, Clone)]
pub(crate) enum Detail {
    None,
    /// An unknown key in an object with few unknown keys.
    Few,
    /// The expected type.
    Expected(&'static str),
    Words(&'static WordList),
    Entries(Vec<usize>),
}

/// The judge of one payload.
#[derive(Debug)]
pub(crate) struct Judge<'p> {
    pub(crate) case: Case<'p>,
    pub(crate) findings: Vec<Finding<'p>>,
    /// The outcome of each rule of [`Case::rules`], with its first row.
    pub(crate) outcomes: Vec<(&'p Rule, Outcome)>,
    /// The effects of all rules so far.
    pub(crate) rule_effects: RuleEffects,
}

impl<'p> Judge<'p> {
    pub(crate) fn new(case: Case<'p>) -> Judge<'p> {
        Judge { case, findings: Vec::new(), outcomes: Vec::new(), rule_effects: RuleEffects::default() }
    }

    /// Judges everything, and sorts the findings.
    pub(crate) fn judge(mut self) -> Judge<'p> {
        self.rules(self.case.context.include.trace);
        self.fields();
        self.strays();
        self.sort();
        self
    }

    /// Judges by the rulebook alone, without firm rules and without unknown keys, which cause
    /// warnings only. The outcome of every rule is retained, and the findings are not sorted.
    #[cfg(feature = "receipts")]
    pub(crate) fn judge_rulebook(mut self) -> Judge<'p> {
        self.judge_rules(self.case.rules().filter(|(_, rule)| rule.firm().is_none()), true);
        self.fields();
        self
    }

    /// Sorts the findings in catalogue order. If a report is capped, errors precede warnings.
    pub(crate) fn sort(&mut self) {
        let context = self.case.context;
        let is_capped = self.findings.len() > context.limits.findings;
        for finding in &mut self.findings {
            let is_late = is_capped && context.severity_of(finding.code) == Severity::Warning;
            finding.order.0 |= if is_late { LATE } else { 0 };
        }
        self.findings = in_order(std::mem::take(&mut self.findings), |finding| finding.order);
    }

    fn find(&mut self, place: Place, class: u8, code: Code, requirement_id: Option<&'static str>, detail: Detail) {
        let order = self.order(place, class, 0);
        self.findings.push(Finding { order, code, place, requirement_id, cause: None, detail });
    }

    /// Adds a finding unless this code already reached the report's limit at this place. `count`
    /// counts the findings that are kept.
    fn find_another(
        &mut self,
        count: &mut usize,
        place: Place,
        class: u8,
        code: Code,
        requirement_id: Option<&'static str>,
        detail: Detail,
    ) {
        if *count < self.case.most() {
            *count += 1;
            self.find(place, class, code, requirement_id, detail);
        }
    }

    fn find_by_rule(&mut self, place: Place, code: Code, number: usize, cause: Cause<'p>, detail: Detail) {
        let order = self.order(place, BY_RULE, number);
        let requirement_id = cause.rule.statements().get(cause.then).copied();
        self.findings.push(Finding { order, code, place, requirement_id, cause: Some(cause), detail });
    }

    fn order(&self, place: Place, class: u8, number: usize) -> Order {
        let rank = |key: FieldId| key.rank(self.case.product);
        let member = |at: usize| u8::try_from(at + 1).unwrap_or(LAST_MEMBER);
        match place {
            Place::Root => Order::new(0, 0, class, number),
            Place::Field(key) => Order::new(rank(key), 0, class, number),
            Place::Element(key, at) => Order::new(rank(key), 0, class, at),
            Place::Member(key, at) => Order::new(rank(key), member(at), class, number),
            Place::Unknown(Some(key), at) => Order::new(rank(key), LAST_MEMBER, 0, 2 * at + usize::from(class)),
            Place::Unknown(None, at) => Order::new(LAST_PLACE, 0, 0, 2 * at + usize::from(class)),
        }
    }
}

impl Case<'_> {
    /// Returns the most findings of one code at one place: the report's limit, and one more to show
    /// that it was exceeded.
    fn most(&self) -> usize {
        self.context.limits.findings.saturating_add(1)
    }
}

impl Place {
    pub(crate) fn of(path: FieldPath) -> Place {
        path.member.map_or(Place::Field(path.key), |member| Place::Member(path.key, member))
    }
}

impl Order {
    fn new(rank: u16, member: u8, class: u8, number: usize) -> Order {
        let [high, low] = rank.to_be_bytes();
        // No text has enough elements or keys to exceed 32 bits.
        let [a, b, c, d] = u32::try_from(number).unwrap_or(u32::MAX).to_be_bytes();
        Order(u64::from_be_bytes([high, low, member, class, a, b, c, d]))
    }
}

/// Sorts findings.
pub(crate) fn in_order<T>(found: Vec<T>, order: impl Fn(&T) -> Order) -> Vec<T> {
    if found.is_sorted_by_key(&order) {
        return found;
    }
    let places = dedup::in_order(found.len(), &|one, other| found.get(one).map(&order) < found.get(other).map(&order));
    let mut found: Vec<Option<T>> = found.into_iter().map(Some).collect();
    places.into_iter().filter_map(|at| found.get_mut(at)?.take()).collect()
}
