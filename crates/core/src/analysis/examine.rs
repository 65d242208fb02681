//! Examines the rules of a context.

use crate::analysis::search::{Answer, Doubt, Goal, Query, Search};
use crate::analysis::space::{Assignment, RuleInSpace, Space};
use crate::context::Context;
use crate::messages::parts::RULE_FAULTS;
use crate::rulebook::params::{Param, Params};
use crate::rulebook::product::Product;
use crate::rulebook::reasons::{NotExaminedReason, RuleFault};
use crate::rulebook::rules::formula::{Condition, Formula};
use crate::rulebook::rules::table::{RULES, specification};
use crate::rulebook::rules::test::{Carriers, Test};
use crate::rulebook::rules::{Requirement, Rule};
use crate::rulebook::surface::{Credential, Surface};
use crate::text::dedup::unique;
use crate::text::json::json_text::JsonText;
use crate::text::json::writer;
use serde::Serialize;

/// The most combinations of values of a group of rules.
const MOST_COMBINATIONS: usize = 2_048;

/// The most findings about one group of rules.
const MOST_OF_A_GROUP: usize = 16;

/// The examination of a context's rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Analysis {
    /// `true` if there are no findings.
    pub ok: bool,
    /// The faults of rules.
    pub findings: Vec<RuleFinding>,
    /// The questions that remain open.
    pub not_examined: Vec<NotExamined>,
    /// The extent of the examination.
    pub examined: Examined,
}

/// A fault of rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RuleFinding {
    /// The fault.
    pub fault: RuleFault,
    /// The ids of the rules. Each of them is necessary for the fault.
    pub rules: Vec<String>,
    /// The product of the cases.
    pub product: Product,
    /// The pointers of the fields that the rules judge.
    pub at: Vec<String>,
    /// The values with which the fault occurs. Without any, it occurs in every case.
    pub when: Vec<ValueAt>,
    /// The smallest payload that was found with the fault; `null` if no payload can show it.
    pub witness: Option<JsonText>,
    /// The message.
    pub message: String,
}

/// A value of a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ValueAt {
    /// The pointer of the field.
    pub at: String,
    /// A value of the class; `null` if the field is not set.
    pub value: Option<JsonText>,
}

/// An open question about rules.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub struct NotExamined {
    /// The ids of the rules; none if the question is about all of them together.
    pub rules: Vec<String>,
    /// The faults that were not excluded.
    pub faults: Vec<RuleFault>,
    /// The reason.
    pub reason: NotExaminedReason,
    /// The pointer of the field that the reason is about.
    pub at: Option<String>,
}

/// The extent of an examination.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Examined {
    /// The rules, of the rulebook and of the firm.
    pub rules: usize,
    /// The combinations of values of conditions.
    pub combinations: usize,
    /// The payloads that were judged.
    pub payloads: usize,
    /// `true` if no question remains open.
    pub is_exhaustive: bool,
}

/// Examines the rules of the rulebook and of the firm, as the context sets them.
///
/// Fields have one value for each class of values that rules and readers can tell apart. An answer
/// is exact for these classes, and nothing that is uncertain is a finding: it is in `not_examined`.
/// The errors that [`crate::firm_rules::check_house`] reports are not among the findings, because a
/// context with such rules is refused.
///
/// ```
/// use casegate::Context;
/// use casegate::analysis::{RuleFault, analyze};
///
/// let context = Context::new("2026-03-01".parse()?).house_rules(r#"{ "rules": [
///     { "id": "acme.claim", "product": "pl",
///       "when": [{ "field": "/is_test", "is": true }],
///       "then": [{ "required": "/claim_number" }], "message": { "en": "Enter the claim number." } },
///     { "id": "acme.no_claim", "product": "pl",
///       "when": [{ "field": "/policy_number", "set": true }],
///       "then": [{ "forbidden": "/claim_number" }], "message": { "en": "Remove the claim number." } }
/// ] }"#)?;
/// let analysis = analyze(&context);
/// let conflict = &analysis.findings[0];
/// assert_eq!((conflict.fault, conflict.at.as_slice()), (RuleFault::Conflict, &["/claim_number".to_owned()][..]));
/// assert!(analyze(&Context::new("2026-03-01".parse()?)).ok);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn analyze(context: &Context) -> Analysis {
    // With everything that an analysis needs, and nothing that would hide it.
    let context = &context
        .clone()
        .include(crate::context::Include { trace: true, prepared: false })
        .limits(crate::context::Limits::default());
    let mut examination = Examination { context, findings: Vec::new(), open: Vec::new(), combinations: 0, steps: 0 };
    let products = Product::ALL;
    for product in products.into_iter().filter(|product| is_open(context, *product)) {
        examination.product(product);
    }
    let Examination { mut findings, mut open, combinations, steps, .. } = examination;
    keep_common(&mut findings, context, &products);
    open.sort();
    open.dedup();
    Analysis {
        ok: findings.is_empty(),
        examined: Examined {
            rules: specification().count() + context.firm.rules.len(),
            combinations,
            payloads: steps,
            is_exhaustive: open.is_empty(),
        },
        not_examined: open,
        findings,
    }
}

/// Returns `true` if cases of the product can be submitted.
fn is_open(context: &Context, product: Product) -> bool {
    context.surface == Surface::Create || context.product.is_none_or(|own| own == product)
}

/// Removes findings about one product of rules that apply to both and are in order in the other.
fn keep_common(findings: &mut Vec<RuleFinding>, context: &Context, products: &[Product]) {
    let is_of_both = |id: &str| {
        let mut all = RULES.iter().chain(context.firm.rules.iter());
        all.find(|rule| rule.id == id).is_some_and(|rule| rule.product.is_none())
    };
    let open = products.iter().filter(|product| is_open(context, **product)).count();
    let counted: Vec<usize> = findings
        .iter()
        .map(|finding| {
            findings.iter().filter(|other| (other.fault, &other.rules) == (finding.fault, &finding.rules)).count()
        })
        .collect();
    let mut seen: Vec<(RuleFault, Vec<String>)> = Vec::new();
    let mut at = 0;
    findings.retain(|finding| {
        let count = counted.get(at).copied().unwrap_or_default();
        at += 1;
        let is_about_one =
            matches!(finding.fault, RuleFault::NeverApplies | RuleFault::NeverViolated | RuleFault::Redundant);
        let is_partial = is_about_one && count < open && finding.rules.iter().all(|id| is_of_both(id));
        let key = (finding.fault, finding.rules.clone());
        let is_new = !seen.contains(&key);
        seen.push(key);
        is_new && !is_partial
    });
}

/// Returns `true` if a setting of the context turns a rule of the specification off.
fn is_off(context: &Context, rows: &[Rule]) -> bool {
    let is_off = |then: &Requirement| match then {
        Requirement::Holds(Condition { test, .. }, _) => match test {
            Test::Carrier(Carriers::Refused, _) => context.refused.is_empty(),
            Test::Carrier(Carriers::Specialty, _) => context.specialty.is_empty(),
            Test::Enrolled => context.financing_enrolled,
            Test::OfOtherPath => context.product.is_none(),
            _ => false,
        },
        _ => false,
    };
    let needs_master =
        |row: &Rule| row.when.contains(&Formula::MasterToken) && context.credential != Credential::Master;
    let is_here = |row: &Rule| row.surface.is_none_or(|surface| surface == context.surface);
    rows.iter().all(|row| row.firm().is_none() && (!is_here(row) || needs_master(row) || row.then.iter().all(is_off)))
}

struct Examination<'c> {
    context: &'c Context,
    findings: Vec<RuleFinding>,
    open: Vec<NotExamined>,
    combinations: usize,
    steps: usize,
}

impl<'c> Examination<'c> {
    fn product(&mut self, product: Product) {
        let space = Space::new(self.context, product);
        let mut search = Search::new(&space, self.steps);
        match search.find(&Query::default()) {
            Answer::Found(start) => {
                search.smaller(start, &[]);
                for rule in 0..space.rules.len() {
                    self.rule(&mut search, rule);
                }
                for judged in 0..space.variables.len() {
                    self.field(&mut search, judged);
                }
            }
            Answer::None => self.without_repair(&mut search, None, Vec::new(), &mut Vec::new()),
            Answer::Unknown(doubt) => self.doubt(&space, &[], &[RuleFault::NoRepair], doubt),
        }
        self.steps = search.steps;
    }

    /// Examines a rule on its own.
    fn rule(&mut self, search: &mut Search<'_, 'c>, rule: usize) {
        let space = search.space;
        let Some(row) = space.rules.get(rule) else { return };
        if is_off(self.context, row.rows) {
            return;
        }
        let alone = vec![rule];
        // A firm may narrow what the rulebook says, which makes no rule of the rulebook wrong.
        let is_ours =
            |at: &usize| *at == rule || !row.is_firm() && space.rules.get(*at).is_some_and(RuleInSpace::is_firm);
        let without: Vec<usize> = (0..space.rules.len()).filter(is_ours).collect();
        let ask = |goal, without: &[usize]| Query { goals: vec![goal], without: without.to_vec(), fixed: Vec::new() };
        match search.any(&ask(Goal::Applies(rule), &without)) {
            Answer::Found(_) => {}
            Answer::None => {
                return self.report(space, RuleFault::NeverApplies, &alone, &row.conditions, &[], None);
            }
            Answer::Unknown(doubt) => self.doubt(space, &alone, &[RuleFault::NeverApplies], doubt),
        }
        if row.is_about_files() {
            let faults = vec![RuleFault::NeverViolated, RuleFault::AlwaysViolated, RuleFault::Conflict];
            let rules = vec![row.id().to_owned()];
            self.open.push(NotExamined { rules, faults, reason: NotExaminedReason::Files, at: None });
            return;
        }
        match search.any(&ask(Goal::HasFinding(rule), &without)) {
            Answer::Found(_) => {}
            Answer::Unknown(doubt) => {
                self.doubt(space, &alone, &[RuleFault::NeverViolated, RuleFault::Redundant], doubt);
            }
            Answer::None => {
                let all: Vec<usize> = (0..space.rules.len()).collect();
                match search.find(&ask(Goal::HasFinding(rule), &all)) {
                    // Several rules that leave no value together are another fault, and this rule may
                    // be there to say so.
                    Answer::Found(witness) if is_implied(search, row, &witness, &without) => {
                        self.report(space, RuleFault::Redundant, &alone, &row.judged, &[], Some(&witness));
                    }
                    Answer::Found(_) => {}
                    Answer::None => {
                        self.report(space, RuleFault::NeverViolated, &alone, &row.judged, &[], None);
                    }
                    Answer::Unknown(doubt) => self.doubt(space, &alone, &[RuleFault::NeverViolated], doubt),
                }
                return;
            }
        }
        match search.any(&ask(Goal::IsKept(rule), &without)) {
            Answer::Found(_) => {}
            Answer::None => {
                let witness = search.find(&ask(Goal::HasFinding(rule), &without));
                let witness = if let Answer::Found(witness) = &witness { Some(witness) } else { None };
                self.report(space, RuleFault::AlwaysViolated, &alone, &row.judged, &[], witness);
            }
            Answer::Unknown(doubt) => self.doubt(space, &alone, &[RuleFault::AlwaysViolated], doubt),
        }
    }

    /// Examines the rules that judge a field: whether each combination of values of their conditions
    /// leaves a value of the field.
    fn field(&mut self, search: &mut Search<'_, 'c>, judged: usize) {
        let space = search.space;
        let rules: Vec<usize> = (0..space.rules.len())
            .filter(|at| {
                space.rules.get(*at).is_some_and(|rule| {
                    rule.judged.contains(&judged) && !rule.conditions.is_empty() && !is_off(self.context, rule.rows)
                })
            })
            .collect();
        if rules.is_empty() {
            return;
        }
        let mut cores = Vec::new();
        if self.combine(search, judged, &rules, &mut cores) {
            return;
        }
        // All of them have too many combinations. Two of them may not.
        let mut is_open = rules.len() > 2;
        for (at, one) in rules.iter().enumerate() {
            for other in rules.iter().skip(at + 1) {
                is_open |= !self.combine(search, judged, &[*one, *other], &mut cores);
            }
        }
        if is_open || rules.len() == 1 {
            let rules = rules.iter().filter_map(|rule| space.rules.get(*rule)).map(|rule| rule.id().to_owned());
            let faults = vec![RuleFault::Conflict, RuleFault::NoRepair];
            let at = space.variables.get(judged).map(|variable| variable.path.pointer());
            self.open.push(NotExamined { rules: rules.collect(), faults, reason: NotExaminedReason::Combinations, at });
        }
    }

    /// Examines the combinations of values of the conditions of some rules. Returns `false` if there
    /// are too many.
    fn combine(
        &mut self,
        search: &mut Search<'_, 'c>,
        judged: usize,
        rules: &[usize],
        cores: &mut Vec<Vec<usize>>,
    ) -> bool {
        let space = search.space;
        let read = rules.iter().filter_map(|rule| space.rules.get(*rule)).flat_map(|rule| &rule.conditions);
        let variables: Vec<usize> = unique(read.copied()).into_iter().filter(|at| *at != judged).collect();
        let sizes: Vec<usize> = variables
            .iter()
            .map(|at| space.variables.get(*at).map_or(1, |variable| variable.values.all.len()))
            .collect();
        let combinations = sizes.iter().try_fold(1_usize, |product, size| product.checked_mul(*size));
        let Some(combinations) = combinations.filter(|all| *all <= MOST_COMBINATIONS) else { return false };
        self.combinations += combinations;
        let ids: Vec<usize> = rules.to_vec();
        for variable in &variables {
            if space.variables.get(*variable).is_some_and(|own| !own.values.is_complete) {
                self.doubt(space, &ids, &[RuleFault::Conflict, RuleFault::NoRepair], Doubt::Values(*variable));
            }
        }
        for number in 0..combinations {
            let mut rest = number;
            let fixed: Vec<(usize, usize)> = variables
                .iter()
                .zip(&sizes)
                .map(|(variable, size)| {
                    let value = rest % size;
                    rest /= size;
                    (*variable, value)
                })
                .collect();
            // A member without its record is the same payload as without the member.
            let is_written = |(variable, value): &(usize, usize)| {
                let record = space.variables.get(*variable).and_then(|variable| variable.record);
                *value == 0 || record.is_none_or(|record| !fixed.contains(&(record, 0)))
            };
            if !fixed.iter().all(is_written) {
                continue;
            }
            match search.any(&Query { fixed: fixed.clone(), ..Query::default() }) {
                Answer::None if cores.len() < MOST_OF_A_GROUP => {
                    self.without_repair(search, Some(judged), fixed, cores);
                }
                Answer::Found(_) | Answer::None => {}
                Answer::Unknown(doubt) => {
                    self.doubt(space, &ids, &[RuleFault::Conflict, RuleFault::NoRepair], doubt);
                    if doubt == Doubt::Steps {
                        return true;
                    }
                }
            }
        }
        true
    }

    /// Reports the rules because of which no payload with these values is acceptable. Values that a
    /// single rule refuses by themselves are no fault.
    fn without_repair(
        &mut self,
        search: &mut Search<'_, 'c>,
        judged: Option<usize>,
        mut fixed: Vec<(usize, usize)>,
        cores: &mut Vec<Vec<usize>>,
    ) {
        let space = search.space;
        // A known core explains these values as well.
        if cores.iter().any(|core| has_none(search, core, &fixed)) {
            return;
        }
        let core = core(search, &fixed, &[]);
        for pair in fixed.clone() {
            let less: Vec<(usize, usize)> = fixed.iter().copied().filter(|own| *own != pair).collect();
            if has_none(search, &core, &less) {
                fixed = less;
            }
        }
        let rows = || core.iter().filter_map(|rule| space.rules.get(*rule));
        let is_in_values = |variable: &usize| fixed.iter().any(|(own, _)| own == variable);
        let is_plain = rows().all(|rule| rule.reads.iter().all(is_in_values)) && !fixed.is_empty();
        if core.is_empty() && !fixed.is_empty() || is_plain {
            return;
        }
        if !core.is_empty() {
            cores.push(core.clone());
        }
        let query = Query { without: core.clone(), fixed: fixed.clone(), goals: Vec::new() };
        let witness = match search.find(&query) {
            Answer::Found(witness) => Some(witness),
            _ => None,
        };
        let is_common = |variable: usize| core.len() > 1 && rows().all(|rule| rule.judged.contains(&variable));
        let fault = match judged {
            None if core.len() == 1 => RuleFault::AlwaysViolated,
            Some(judged) if is_common(judged) => RuleFault::Conflict,
            _ => RuleFault::NoRepair,
        };
        let mut at = unique(rows().flat_map(|rule| rule.judged.iter().copied()).filter(|at| !is_in_values(at)));
        if fault == RuleFault::Conflict {
            at.retain(|at| is_common(*at));
        }
        // A member says more than its record.
        let records: Vec<usize> =
            at.iter().filter_map(|at| space.variables.get(*at).and_then(|variable| variable.record)).collect();
        at.retain(|at| !records.contains(at));
        self.report(space, fault, &core, &at, &fixed, witness.as_ref());
    }

    fn report(
        &mut self,
        space: &Space<'_>,
        fault: RuleFault,
        rules: &[usize],
        at: &[usize],
        fixed: &[(usize, usize)],
        witness: Option<&Assignment>,
    ) {
        let rules: Vec<String> =
            rules.iter().filter_map(|rule| space.rules.get(*rule)).map(|rule| rule.id().to_owned()).collect();
        if self
            .findings
            .iter()
            .any(|known| (known.fault, &known.rules, known.product) == (fault, &rules, space.product))
        {
            return;
        }
        let pointer = |at: &usize| space.variables.get(*at).map(|variable| variable.path.pointer());
        let at: Vec<String> = at.iter().filter_map(pointer).collect();
        let when = fixed
            .iter()
            .filter_map(|(variable, value)| {
                let row = space.variables.get(*variable)?;
                let value = row.values.all.get(*value)?.as_deref().and_then(writer::raw);
                Some(ValueAt { at: row.path.pointer(), value })
            })
            .collect();
        let params =
            Params::default().with("rules", Param::Words(rules.clone())).with("fields", Param::Words(at.clone()));
        let message = RULE_FAULTS.message(fault, &params);
        let witness = witness.and_then(|witness| writer::raw(&space.write(witness)));
        self.findings.push(RuleFinding { fault, rules, product: space.product, at, when, witness, message });
    }

    fn doubt(&mut self, space: &Space<'_>, rules: &[usize], faults: &[RuleFault], doubt: Doubt) {
        let (reason, at) = match doubt {
            Doubt::Steps => (NotExaminedReason::Steps, None),
            Doubt::Values(at) => (NotExaminedReason::Values, space.variables.get(at).map(|own| own.path.pointer())),
        };
        let rules = rules.iter().filter_map(|rule| space.rules.get(*rule)).map(|rule| rule.id().to_owned());
        self.open.push(NotExamined { rules: rules.collect(), faults: faults.to_vec(), reason, at });
    }
}

/// Returns `true` if no payload with these values satisfies these rules.
fn has_none(search: &mut Search<'_, '_>, rules: &[usize], fixed: &[(usize, usize)]) -> bool {
    let without = (0..search.space.rules.len()).filter(|rule| !rules.contains(rule)).collect();
    search.any(&Query { without, fixed: fixed.to_vec(), goals: Vec::new() }) == Answer::None
}

/// Returns rules that leave no payload with these values, and each of which is necessary for that.
fn core(search: &mut Search<'_, '_>, fixed: &[(usize, usize)], without: &[usize]) -> Vec<usize> {
    search.any(&Query { fixed: fixed.to_vec(), without: without.to_vec(), goals: Vec::new() });
    let mut core = search.blamed.clone();
    if !has_none(search, &core, fixed) {
        core = (0..search.space.rules.len()).filter(|rule| !without.contains(rule)).collect();
    }
    for rule in core.clone() {
        let less: Vec<usize> = core.iter().copied().filter(|own| *own != rule).collect();
        if has_none(search, &less, fixed) {
            core = less;
        }
    }
    core.sort_unstable();
    core
}

/// Returns `true` if at most one other rule refuses the values of a payload that a rule reads.
fn is_implied<'c>(
    search: &mut Search<'_, 'c>,
    rule: &RuleInSpace<'c>,
    witness: &Assignment,
    without: &[usize],
) -> bool {
    let fixed: Vec<(usize, usize)> = rule.reads.iter().filter_map(|at| Some((*at, *witness.get(*at)?))).collect();
    core(search, &fixed, without).len() <= 1
}
