//! The space of payloads of one product: its fields as variables, and its rules with the variables
//! that decide them.

use crate::analysis::classes::{Classes, Values, json};
use crate::context::Context;
use crate::judge::evaluate::Case;
use crate::judge::outcome::Outcome;
use crate::judge::{Judge, Place};
use crate::payload::open::read;
use crate::payload::slots::Payload;
use crate::rulebook::fields::names::FieldId;
use crate::rulebook::fields::{FieldStatus, Kind};
use crate::rulebook::params::Severity;
use crate::rulebook::product::Product;
use crate::rulebook::rules::field_path::FieldPath;
use crate::rulebook::rules::table::specification;
use crate::rulebook::rules::{CASE_TYPE, Requirement, Rule};
use crate::rulebook::surface::Surface;
use crate::text::dedup::unique;
use crate::text::json::writer;

/// A field or a member of a record, with its values.
#[derive(Debug)]
pub(crate) struct Variable {
    pub(crate) path: FieldPath,
    pub(crate) values: Values,
    /// The variable of the record that contains the member.
    pub(crate) record: Option<usize>,
}

/// A rule with the variables that it reads.
#[derive(Debug)]
pub(crate) struct RuleInSpace<'c> {
    /// The rows of the rule.
    pub(crate) rows: &'c [Rule],
    /// The variables of the conditions.
    pub(crate) conditions: Vec<usize>,
    /// The variables that the requirements judge.
    pub(crate) judged: Vec<usize>,
    /// The variables of both.
    pub(crate) reads: Vec<usize>,
}

/// The payloads of a product.
#[derive(Debug)]
pub(crate) struct Space<'c> {
    pub(crate) context: &'c Context,
    pub(crate) product: Product,
    pub(crate) variables: Vec<Variable>,
    pub(crate) rules: Vec<RuleInSpace<'c>>,
}

/// A payload, as the index of the value of each variable.
pub(crate) type Assignment = Vec<usize>;

/// An error of a payload.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fault {
    /// The rule that found it.
    pub(crate) rule: Option<usize>,
    pub(crate) place: Place,
}

/// The judgement of a payload.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    pub(crate) errors: Vec<Fault>,
    /// The outcome of each rule.
    pub(crate) outcomes: Vec<Outcome>,
    /// The rules with a finding.
    pub(crate) with_finding: Vec<usize>,
    /// The number of findings.
    pub(crate) findings: usize,
}

impl RuleInSpace<'_> {
    pub(crate) fn id(&self) -> &str {
        self.rows.first().map_or("", |row| &row.id)
    }

    pub(crate) fn is_about_files(&self) -> bool {
        self.rows.iter().any(Rule::is_about_files)
    }

    /// Returns `true` for a firm's rule.
    pub(crate) fn is_firm(&self) -> bool {
        self.rows.iter().any(|row| row.firm().is_some())
    }
}

impl<'c> Space<'c> {
    /// Creates the space of a product. The context must include the trace.
    pub(crate) fn new(context: &'c Context, product: Product) -> Space<'c> {
        let classes = Classes::new(context, product);
        let mut variables = Vec::new();
        for (key, field) in FieldId::of_product(Some(product)) {
            let is_read = match field.status {
                FieldStatus::Current | FieldStatus::Alias => true,
                FieldStatus::LegacyOnly => context.surface == Surface::Legacy,
                FieldStatus::Deprecated | FieldStatus::Ignored | FieldStatus::ReadOnly => false,
            };
            if !is_read {
                continue;
            }
            let path = FieldPath::of(key);
            let values = if key == CASE_TYPE { case_types(context, product) } else { classes.values(path) };
            let record = variables.len();
            variables.push(Variable { path, values, record: None });
            for (at, member) in field.kind.members().iter().enumerate() {
                if member.status == FieldStatus::Current {
                    let path = FieldPath { key, member: Some(at) };
                    variables.push(Variable { path, values: classes.values(path), record: Some(record) });
                }
            }
        }
        let mut space = Space { context, product, variables, rules: Vec::new() };
        let firm = context.firm.rules.iter().map(std::slice::from_ref);
        let is_here = |rows: &&[Rule]| rows.iter().any(|row| row.is_for(Some(product), context.surface));
        let specified = specification().map(|rows| -> &'c [Rule] { rows });
        let rules = specified.chain(firm).filter(is_here);
        space.rules = rules.map(|rows| space.place(rows)).collect();
        space
    }

    fn place(&self, rows: &'c [Rule]) -> RuleInSpace<'c> {
        let conditions: Vec<FieldPath> = rows.iter().flat_map(Rule::reads).collect();
        let thens = || rows.iter().flat_map(|row| row.then.iter());
        let also = rows.iter().flat_map(Rule::decided_by).map(FieldPath::of);
        let also = also.filter(|path| rows.iter().all(|row| row.firm().is_none()) && !conditions.contains(path));
        let judged: Vec<FieldPath> = also.chain(thens().flat_map(Requirement::paths)).collect();
        let of = |paths: Vec<FieldPath>| {
            let variables = paths.into_iter().filter_map(|path| self.variable(path));
            // A member is read only if its record is given.
            unique(
                variables
                    .flat_map(|at| self.variables.get(at).and_then(|variable| variable.record).into_iter().chain([at])),
            )
        };
        let (conditions, judged) = (of(conditions), of(judged));
        let reads = unique(conditions.iter().chain(&judged).copied());
        RuleInSpace { rows, conditions, judged, reads }
    }

    /// Returns the variable of a field.
    pub(crate) fn variable(&self, path: FieldPath) -> Option<usize> {
        self.variables.iter().position(|variable| variable.path == path)
    }

    /// Returns the variables of a place.
    pub(crate) fn at(&self, place: Place) -> Vec<usize> {
        let path = match place {
            Place::Root | Place::Unknown(..) => return Vec::new(),
            Place::Field(key) | Place::Element(key, _) => FieldPath::of(key),
            Place::Member(key, member) => FieldPath { key, member: Some(member) },
        };
        let variables = self.variable(path).into_iter();
        variables.flat_map(|at| std::iter::once(at).chain(self.variables.get(at).and_then(|own| own.record))).collect()
    }

    /// Returns the value of a variable in a payload.
    pub(crate) fn value(&self, payload: &Assignment, variable: usize) -> Option<&str> {
        let values = &self.variables.get(variable)?.values.all;
        values.get(*payload.get(variable)?)?.as_deref()
    }

    /// Returns `true` if a member of a record is required.
    fn is_required(&self, variable: &Variable) -> bool {
        let field = variable.path.field(Some(self.product));
        field.is_required && (variable.path.key != CASE_TYPE || !has_path(self.context))
    }

    /// Returns the payload with every required field and nothing else. Its records are absent, and
    /// have their required members once they are given.
    pub(crate) fn smallest(&self) -> Assignment {
        // The first value is the absent one.
        self.variables
            .iter()
            .map(|variable| usize::from(self.is_required(variable) && variable.values.all.len() > 1))
            .collect()
    }

    /// Returns the number of members of a payload, and the length of its text.
    pub(crate) fn size(&self, payload: &Assignment) -> (usize, usize) {
        let is_given = |at: &usize| self.value(payload, *at).is_some() && self.is_written(payload, *at);
        ((0..self.variables.len()).filter(is_given).count(), self.write(payload).len())
    }

    /// Returns `false` for a member of a record that is not given, or whose value is no record.
    pub(crate) fn is_written(&self, payload: &Assignment, variable: usize) -> bool {
        let record = self.variables.get(variable).and_then(|variable| variable.record);
        record.is_none_or(|record| self.value(payload, record) == Some("{}"))
    }

    /// Writes a payload as JSON text.
    pub(crate) fn write(&self, payload: &Assignment) -> String {
        let mut out = String::from("{");
        for (at, variable) in self.variables.iter().enumerate() {
            let Some(value) = self.value(payload, at).filter(|_| variable.record.is_none()) else { continue };
            if out.len() > 1 {
                out.push(',');
            }
            writer::string(&mut out, variable.path.key.name());
            out.push(':');
            if value == "{}" && matches!(variable.path.kind(Some(self.product)), Kind::Record(_)) {
                out.push('{');
                let start = out.len();
                // The members follow their record.
                let members =
                    self.variables.iter().enumerate().skip(at + 1).take_while(|(_, row)| row.record.is_some());
                for (member, row) in members {
                    let Some(value) = self.value(payload, member) else { continue };
                    if out.len() > start {
                        out.push(',');
                    }
                    writer::string(&mut out, row.path.field(Some(self.product)).name);
                    out.push(':');
                    out.push_str(value);
                }
                out.push('}');
            } else {
                out.push_str(value);
            }
        }
        out.push('}');
        out
    }

    /// Judges a payload.
    pub(crate) fn judge(&self, payload: &Assignment) -> Verdict {
        let text = self.write(payload);
        let mut slots = Payload::new();
        if read(&text, self.context, &mut slots).is_err() {
            return Verdict::default();
        }
        let judge = Judge::new(Case::new(&slots, self.context)).judge();
        let mut verdict = Verdict {
            errors: Vec::new(),
            outcomes: vec![Outcome::NotApplicable; self.rules.len()],
            with_finding: Vec::new(),
            findings: judge.findings.len(),
        };
        for (rule, outcome) in &judge.outcomes {
            if let Some(own) = self.rule(rule).and_then(|at| verdict.outcomes.get_mut(at)) {
                *own = *outcome;
            }
        }
        for finding in &judge.findings {
            let rule = finding.cause.and_then(|cause| self.rule(cause.rule));
            verdict.with_finding.extend(rule);
            if self.context.severity_of(finding.code) == Severity::Error {
                verdict.errors.push(Fault { rule, place: finding.place });
            }
        }
        verdict
    }

    /// Returns the rule in this space of a row.
    fn rule(&self, row: &Rule) -> Option<usize> {
        self.rules.iter().position(|own| own.id() == row.id)
    }

    /// Returns the variables of the rules that may require a field. A rule waits for a field that
    /// another rule requires (D7).
    pub(crate) fn demanding(&self, key: FieldId) -> Vec<usize> {
        let demands = |then: &Requirement| {
            let requires = matches!(then, Requirement::Required(_) | Requirement::OneOf(..));
            requires && then.paths().iter().any(|path| path.key == key)
        };
        let rules = self.rules.iter().filter(|rule| rule.rows.iter().any(|row| row.then.iter().any(demands)));
        unique(rules.flat_map(|rule| rule.reads.iter().copied()))
    }
}

/// Returns the values of `case_type`.
fn case_types(context: &Context, product: Product) -> Values {
    let own = Some(json(product.case_type()));
    // Without the product in its payload or its path, a case has no rules of a product.
    let all = if has_path(context) { vec![None, own, Some(json(product.other().case_type()))] } else { vec![own] };
    Values { all, is_complete: true }
}

/// Returns `true` if the path of a request selects the product.
fn has_path(context: &Context) -> bool {
    context.surface == Surface::Legacy && context.product.is_some()
}
