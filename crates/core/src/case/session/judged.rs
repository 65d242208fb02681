//! The results for each rule and each field, and which of them an edit invalidates.

use crate::case::session::delta::Changes;
use crate::case::session::delta::{Delta, Stale};
use crate::case::session::form::EditablePayload;
use crate::case::states::{FieldRequirement, FieldState, Group, effects, groups};
use crate::context::Context;
use crate::context::firm_rules::{HouseRule, Requirement};
use crate::judge::effects::RuleEffects;
use crate::judge::evaluate::{Case, Shape};
use crate::judge::firm_rules::HouseRuleJudgement;
use crate::judge::{Finding, Judge, Order, RuleJudgement, in_order};
use crate::payload::reader::read;
use crate::payload::slots::Payload;
use crate::report::issue::Issue;
use crate::report::{Report, issue};
use crate::rulebook::codes::Code;
use crate::rulebook::fields::Field;
use crate::rulebook::fields::names::{FieldId, lookup};
use crate::rulebook::fields::sets::{FieldSet, SlotSet};
use crate::rulebook::params::Severity;
use crate::rulebook::product::Product;
use crate::rulebook::rules::Rule;

/// The parts that must be judged again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Change {
    /// Fields whose value changed.
    fields: FieldSet,
    /// Those of them that have become set or unset, themselves or in a member.
    shapes: FieldSet,
    /// `true` if unknown keys changed.
    strays: bool,
}

impl Change {
    pub(crate) const NONE: Change = Change { fields: FieldSet::EMPTY, shapes: FieldSet::EMPTY, strays: false };
    pub(crate) const ALL: Change = Change { fields: FieldSet::ALL, shapes: FieldSet::ALL, strays: true };

    pub(crate) fn of(fields: FieldSet) -> Change {
        Change { fields, shapes: fields, strays: false }
    }

    /// Creates a change of a value that stays set.
    pub(crate) fn in_shape(self) -> Change {
        Change { shapes: FieldSet::EMPTY, ..self }
    }

    pub(crate) fn with_strays(self) -> Change {
        Change { strays: true, ..self }
    }

    pub(crate) fn and(self, other: Change) -> Change {
        let shapes = self.shapes | other.shapes;
        Change { fields: self.fields | other.fields, shapes, strays: self.strays | other.strays }
    }
}

/// The findings of a rule, of a field, or of unknown keys.
#[derive(Debug, Clone, Default)]
struct Found {
    findings: Vec<Finding>,
    /// The issues without those that a waiver suppresses, up to the report's limit.
    issues: Vec<Issue>,
    /// The positions of the issues in a report.
    orders: Vec<Order>,
    errors: usize,
}

/// The number of findings in total.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    all: usize,
    errors: usize,
}

impl Tally {
    /// Returns `true` if a report has no error. The issue about the limit may itself be an error.
    fn is_ok(self, context: &Context) -> bool {
        let is_capped = self.all > context.limits.findings;
        self.errors == 0 && !(is_capped && context.severity_of(Code::FindingsCapped) == Severity::Error)
    }
}

#[derive(Debug, Clone)]
struct JudgedRule {
    rule: &'static Rule,
    number: usize,
    /// The fields that the rule reads.
    reads: FieldSet,
    /// The fields that earlier rules require.
    required_before: FieldSet,
    ruling: RuleJudgement,
    found: Found,
}

#[derive(Debug, Clone)]
struct JudgedHouseRule {
    number: usize,
    reads: FieldSet,
    required_before: SlotSet,
    /// `None` if the rule is not for the product.
    ruling: Option<HouseRuleJudgement>,
    found: Found,
}

#[derive(Debug, Clone)]
struct JudgedField {
    key: FieldId,
    field: &'static Field,
    is_foreign: bool,
    /// The field and its aliases, whose values its findings depend on.
    reads: FieldSet,
    found: Found,
}

#[derive(Debug, Clone)]
struct Asking {
    group: Group,
    /// The fields that decide the state.
    reads: FieldSet,
    /// The field and its aliases, which decide if it is still needed.
    own: FieldSet,
    states: Vec<FieldState>,
}

/// All results for a payload.
#[derive(Debug, Clone, Default)]
pub(crate) struct Judged {
    product: Option<Product>,
    rules: Vec<JudgedRule>,
    house: Vec<JudgedHouseRule>,
    fields: Vec<JudgedField>,
    strays: Found,
    asking: Vec<Asking>,
    rule_effects: RuleEffects,
    tally: Tally,
    is_ok: bool,
    work: SessionStats,
    kept_when_read: usize,
}

impl Judged {
    pub(crate) fn is_ok(&self) -> bool {
        self.is_ok
    }

    pub(crate) fn errors(&self) -> usize {
        self.tally.errors
    }

    /// Returns `true` if a rule forbids a field or its member.
    pub(crate) fn forbids(&self, name: &str, member: Option<&str>) -> bool {
        let Some(key) = lookup(name) else { return false };
        match member {
            None => self.rule_effects.forbidden.contains_field(key),
            Some(member) => {
                key.member(member).is_some_and(|at| self.rule_effects.forbidden.contains(key.member_slot(at)))
            }
        }
    }

    pub(crate) fn work(&self) -> SessionStats {
        self.work
    }

    pub(crate) fn kept_when_read(&self) -> usize {
        self.kept_when_read
    }

    pub(crate) fn note_kept(&mut self, kept: usize) {
        self.kept_when_read = kept;
    }

    pub(crate) fn states(&self) -> impl Iterator<Item = &FieldState> {
        self.asking.iter().flat_map(|asking| &asking.states)
    }

    /// Returns all issues in the order of a report.
    pub(crate) fn issues(&self) -> Vec<&Issue> {
        let issues = self.found().flat_map(|found| found.orders.iter().zip(&found.issues)).collect();
        in_order(issues, |(order, _)| **order).into_iter().map(|(_, issue)| issue).collect()
    }

    /// Returns all findings in the order of a full check.
    fn found(&self) -> impl Iterator<Item = &Found> {
        let rules = self.rules.iter().map(|rule| &rule.found);
        let rules = rules.chain(self.house.iter().map(|rule| &rule.found));
        rules.chain(self.fields.iter().map(|field| &field.found)).chain([&self.strays])
    }

    /// Returns the report on the payload.
    pub(crate) fn report(&self, payload: &Payload<'_>, context: &Context) -> Report {
        let mut judge = Judge::new(Case::new(payload, context));
        judge.findings = self.found().flat_map(|found| found.findings.iter().cloned()).collect();
        judge.sort();
        if context.include.trace {
            judge.outcomes = self.rules.iter().map(|rule| (rule.rule, rule.ruling.outcome)).collect();
            judge.house_outcomes = self.house.iter().filter_map(|rule| rule.ruling).map(|ruling| ruling.come).collect();
        }
        Report::of(&judge)
    }

    /// Judges everything again that depends on a change.
    pub(crate) fn judge(&mut self, payload: &Payload<'_>, context: &Context, change: Change) -> Delta {
        let case = Case::new(payload, context);
        let mut change = change;
        let mut changes = Changes::default();
        let mut before = None;
        if case.product != self.product || self.fields.is_empty() {
            before = Some(self.issues().into_iter().cloned().collect());
            self.start_over(&case);
            change = Change::ALL;
        }
        let mut judge = Judge::new(case);
        for rule in &mut self.rules {
            let required_before = judge.rule_effects.required.only_fields();
            let touched = change.fields | (required_before ^ rule.required_before);
            if rule.reads.intersects(touched) || change == Change::ALL {
                rule.ruling = judge.rule(rule.number, rule.rule);
                rule.found.replace(&mut judge, &mut changes, &mut self.tally);
                self.work.rules += 1;
            } else {
                judge.rule_effects |= rule.ruling.rule_effects;
            }
            rule.required_before = required_before;
        }
        for rule in &mut self.house {
            let required_before = judge.rule_effects.required;
            let touched = change.fields | (required_before ^ rule.required_before).fields_and_records();
            if rule.reads.intersects(touched) {
                let row = context.house.rules.get(rule.number);
                rule.ruling = row.and_then(|row| judge.house_rule(rule.number, row));
                rule.found.replace(&mut judge, &mut changes, &mut self.tally);
                self.work.rules += 1;
            } else if let Some(ruling) = rule.ruling {
                judge.rule_effects |= ruling.rule_effects;
            }
            rule.required_before = required_before;
        }
        let ruled = judge.rule_effects.fields_unlike(self.rule_effects);
        self.rule_effects = judge.rule_effects;
        for field in &mut self.fields {
            if !field.reads.intersects(change.fields) && !ruled.contains_field(field.key) {
                continue;
            }
            if field.is_foreign {
                judge.foreign_field(field.key, field.field);
            } else {
                judge.own_field(field.key, field.field);
            }
            field.found.replace(&mut judge, &mut changes, &mut self.tally);
            self.work.fields += 1;
        }
        // The suggestion for an unknown key depends on the given fields.
        if change.strays || !payload.unknown.is_empty() {
            judge.strays();
            self.strays.replace(&mut judge, &mut changes, &mut self.tally);
        }
        if let Some(before) = before {
            changes.compare_all(before);
        }
        self.is_ok = self.tally.is_ok(context);
        let mut delta = changes.finish(self.is_ok);
        self.ask(&judge.case, change, &mut delta);
        delta
    }

    /// The other product has other rules and fields.
    fn start_over(&mut self, case: &Case<'_>) {
        let aliases = |key: FieldId| {
            let named = move |(alias, field): (FieldId, &'static Field)| {
                (field.current_name() == Some(key.name())).then_some(alias)
            };
            FieldId::of_product(case.product).filter_map(named).chain([key]).collect::<FieldSet>()
        };
        let own = FieldId::of_product(case.product).map(|(key, field)| (key, field, false));
        let foreign = FieldId::of_other_product(case.product).map(|(key, field)| (key, field, true));
        self.product = case.product;
        self.rules = case
            .rules()
            .map(|(number, rule)| JudgedRule {
                rule,
                number,
                reads: rule.reads().collect(),
                required_before: FieldSet::EMPTY,
                ruling: RuleJudgement::default(),
                found: Found::default(),
            })
            .collect();
        self.fields = own
            .chain(foreign)
            .map(|(key, field, is_foreign)| JudgedField {
                key,
                field,
                is_foreign,
                reads: aliases(key),
                found: Found::default(),
            })
            .collect();
        self.strays = Found::default();
        self.tally = Tally::default();
        self.house = case
            .context
            .house
            .rules
            .iter()
            .enumerate()
            .map(|(number, rule)| JudgedHouseRule {
                number,
                reads: rule.reads(),
                required_before: SlotSet::EMPTY,
                ruling: None,
                found: Found::default(),
            })
            .collect();
        self.rule_effects = RuleEffects::default();
        let decides = deciders(case);
        let old: Vec<FieldState> = self.states().cloned().collect();
        self.asking = groups(case.product)
            .map(|group| {
                let deciding = decides.iter().filter(|(key, _)| *key == group.key);
                let reads = deciding.fold(FieldSet::EMPTY, |set, (_, reads)| set | *reads);
                // The old states, for a comparison with the new ones.
                let states = old.iter().filter(|state| is_state_of(state, group.key)).cloned().collect();
                Asking { group, reads, own: aliases(group.key), states }
            })
            .collect();
    }

    /// Updates the field states.
    fn ask(&mut self, case: &Case<'_>, change: Change, delta: &mut Delta) {
        let is_changed =
            |asking: &Asking| asking.reads.intersects(change.fields) || asking.own.intersects(change.shapes);
        if !self.asking.iter().any(is_changed) {
            return;
        }
        let effects = effects(case);
        for asking in self.asking.iter_mut().filter(|asking| is_changed(asking)) {
            let now = asking.group.states(case, &effects);
            let before = std::mem::replace(&mut asking.states, now);
            for (at, state) in asking.states.iter().enumerate() {
                if before.get(at) == Some(state) {
                    continue;
                }
                let was_asked = before.get(at).is_some_and(|old| is_asked(old.state));
                if at == 0 && was_asked && !is_asked(state.state) && case.shape(asking.group.key) != Shape::Unset {
                    delta.stale.push(Stale {
                        at: state.at.clone(),
                        state: state.state,
                        rule: state.rule.clone(),
                        because: if state.because.is_empty() {
                            state.depends_on.clone()
                        } else {
                            state.because.clone()
                        },
                    });
                }
                delta.states.push(state.clone());
            }
        }
    }
}

fn is_asked(state: FieldRequirement) -> bool {
    matches!(state, FieldRequirement::Required | FieldRequirement::Optional)
}

fn is_state_of(state: &FieldState, key: FieldId) -> bool {
    let name = state.at.split('/').nth(1).unwrap_or_default();
    name == key.name()
}

/// Returns, for each field that rules may require or forbid, the fields that decide it directly or
/// through other fields.
fn deciders(case: &Case<'_>) -> Vec<(FieldId, FieldSet)> {
    let mut decides: Vec<(FieldId, FieldSet)> = Vec::new();
    for (_, rule) in case.rules() {
        for clause in rule.clauses {
            let read = clause.when.iter().filter_map(|condition| condition.reads());
            let reads = with_deciders(read.collect(), &decides);
            decides.extend(clause.then.iter().filter_map(|(then, _)| Some((then.target()?, reads))));
        }
    }
    let firm_rules: &[HouseRule] = &case.context.house.rules;
    for rule in firm_rules {
        let reads = with_deciders(rule.reads(), &decides);
        decides.extend(rule.then.iter().flat_map(Requirement::paths).map(|path| (path.key, reads)));
    }
    decides
}

/// Returns the fields of a set and the fields that decide them.
fn with_deciders(read: FieldSet, decides: &[(FieldId, FieldSet)]) -> FieldSet {
    decides.iter().filter(|(key, _)| read.contains_field(*key)).fold(read, |set, (_, reads)| set | *reads)
}

impl Found {
    /// Replaces findings by those of the judge, records the differences, and updates the total.
    fn replace(&mut self, judge: &mut Judge<'_>, changes: &mut Changes, tally: &mut Tally) {
        let findings = std::mem::take(&mut judge.findings);
        if findings.is_empty() && self.findings.is_empty() {
            return;
        }
        let context = judge.case.context;
        let severity = |finding: &Finding| context.severity_of(finding.code);
        let issues_shown = shown(&findings, context).map(|finding| {
            let issue = issue(judge, finding, severity(finding));
            context.house.waiver(&issue, context.today).is_none().then_some((finding.order, issue))
        });
        let (orders, issues): (Vec<Order>, Vec<Issue>) = issues_shown.flatten().unzip();
        let errors = findings.iter().filter(|finding| severity(finding) == Severity::Error).count();
        let before = std::mem::replace(self, Found { findings, issues, orders, errors });
        tally.all = tally.all + self.findings.len() - before.findings.len();
        tally.errors = tally.errors + errors - before.errors;
        changes.compare(before.issues, &self.issues, self.orders.iter().copied());
    }
}

/// Returns the findings that fit into a report: beyond the context's limit, errors first, then
/// warnings.
fn shown<'f>(findings: &'f [Finding], context: &'f Context) -> impl Iterator<Item = &'f Finding> {
    let is_capped = findings.len() > context.limits.findings;
    let is_first = move |finding: &&Finding| !is_capped || context.severity_of(finding.code) == Severity::Error;
    let rest = findings.iter().filter(move |finding| !is_first(finding));
    findings.iter().filter(is_first).chain(rest).take(context.limits.findings)
}

/// The amount of judging since the session was opened.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SessionStats {
    /// Rules.
    pub rules: usize,
    /// Fields of the payload, records with their members.
    pub fields: usize,
}

/// Reads the payload of a form. Its parts were readable and within the limits, so the whole is as
/// well.
pub(crate) fn reread(form: &EditablePayload, context: &Context) -> Payload<'static> {
    let text = form.text();
    let mut payload = Payload::new();
    match read(&text, context.limits.depth, context.house.retained_text, &mut payload) {
        Ok(()) => payload.into_owned(),
        Err(_) => Payload::empty(),
    }
}
